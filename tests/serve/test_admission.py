"""Where a host is reached, the key that it is known by, and the keys that it admits."""

import asyncio
import os
import signal
import socket
import stat
import subprocess
import sys
from base64 import b64decode, b64encode
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Event
from typing import cast

import asyncssh
import pytest
from served import Served, alone, begin, has_decided, lay_down, new_key, terminal
from waits import until

from boxtui.serve import players
from boxtui.serve.connection import listening
from boxtui.serve.host import KEY_REMOVED, Host, Serving
from boxtui.serve.limits import Limits
from boxtui.serve.session import PlayerSession
from boxtui.serve.status import HostFailed

pytestmark = [pytest.mark.waits, pytest.mark.xdist_group("serve admission")]


async def test_a_host_keeps_its_key_and_reads_admitted_keys_again_on_sighup(tmp_path: Path) -> None:
    ann, ben = new_key(), new_key()
    config = tmp_path / "home" / "config" / "boxtui"
    config.mkdir(parents=True)
    keys = config / "keys"
    keys.write_bytes(ann.export_public_key())
    with Served(tmp_path / "home") as served:
        assert served.told == [
            f"ssh -p {served.port} 127.0.0.1",
            f"The keys in {keys} are admitted.",
        ]
        await admits_only(served, ann, ben)
        keys.write_bytes(ben.export_public_key())
        served.signal(signal.SIGHUP)
        await served.logged("keys read")
        await admits_only(served, ben, ann)
        keys.write_bytes(ann.export_public_key() + b"any\n")
        served.signal(signal.SIGHUP)
        assert f"{keys}, line 2 isn't a public key" in await served.logged('"keys not read"')
        await admits_only(served, ben, ann)
        assert stat.S_IMODE((config / "host_key").stat().st_mode) == 0o600
        offered = await asyncssh.get_server_host_key("127.0.0.1", served.port)
    assert offered is not None
    assert offered.get_algorithm() == "ssh-ed25519"
    other = tmp_path / "other"
    other.write_bytes(ann.export_public_key())
    with Served(tmp_path / "home", "--keys", str(other)) as served:
        assert await asyncssh.get_server_host_key("127.0.0.1", served.port) == offered
        await admits_only(served, ann, ben)


async def admits_only(served: Served, listed: asyncssh.SSHKey, other: asyncssh.SSHKey) -> None:
    """Log in with the key that is listed, and be refused with the other one."""
    async with served.visit(listed) as screen:
        await screen.until("Settings")
    with pytest.raises(asyncssh.PermissionDenied):
        async with served.connect(other):
            pass


async def test_where_every_key_is_admitted_sighup_says_that_there_are_no_keys_to_read(
    host: Served,
) -> None:
    host.signal(signal.SIGHUP)
    log = await host.logged('"keys not read"')
    assert "--anyone" in log
    assert '"keys": 0' not in log


async def test_the_later_of_two_readings_of_the_keys_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, old, new = tmp_path / "keys", new_key(), new_key()
    file.write_bytes(old.export_public_key())
    host, _ = alone(tmp_path, file)
    read, begun, second_is_done = players._read, list[Path](), Event()

    def slow_at_first(file: Path) -> dict[str, str]:
        begun.append(file)
        found = read(file)
        if len(begun) == 1:
            second_is_done.wait(0.5)
        return found

    monkeypatch.setattr(players, "_read", slow_at_first)
    first = asyncio.create_task(host._reload_keys())
    await until(lambda: begun)
    file.write_bytes(new.export_public_key())
    await host._reload_keys()
    second_is_done.set()
    await first
    assert [host.keys.admits(key.get_fingerprint()) for key in (old, new)] == [False, True]


@pytest.mark.parametrize("kind", ["xterm-256color", "dumb"])
async def test_a_player_whose_key_is_removed_is_put_out_in_order_and_the_others_play_on(
    tmp_path: Path, kind: str
) -> None:
    ann, ben = new_key(), new_key()
    keys = tmp_path / "keys"
    keys.write_bytes(ann.export_public_key() + ben.export_public_key())
    with Served(tmp_path / "home", "--keys", str(keys)) as served:
        async with (
            served.visit(ann) as stays,
            served.connect(ben) as early,
            served.visit(ben, kind=kind) as goes,
        ):
            if kind == "dumb":
                await goes.go("What now?", b"play box\r" + b"\r" * 20, "your move:")
            else:
                await begin(goes)
                await lay_down(goes)
            keys.write_bytes(ann.export_public_key())
            served.signal(signal.SIGHUP)
            await goes.until_told(KEY_REMOVED)
            await goes.ended()
            log = await served.logged('"event": "logout"')
            late = await terminal(early)
            await late.until_told(KEY_REMOVED)
            await begin(stays)
    assert log.count('"event": "key removed"') == 1
    assert kind == "dumb" or has_decided(served, ben)


async def test_a_removed_player_who_takes_nothing_is_cut_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("boxtui.serve.host.TO_LEAVE", 0.1)
    keys = tmp_path / "keys"
    keys.write_bytes(new_key().export_public_key())
    host, session = alone(tmp_path, keys)
    monkeypatch.setattr(session, "leave", lambda _: None)
    cut: list[PlayerSession] = []
    monkeypatch.setattr(session, "cut_off", lambda: cut.append(session))
    host._sessions[session] = 0
    await host._reload_keys()
    assert cut == [session]


def _of_4_tib(path: Path) -> None:
    path.touch(0o600)
    os.truncate(path, 4 << 40)


def _in_no_folder(path: Path) -> None:
    path.parent.rmdir()
    path.parent.touch()


def _damaged(path: Path) -> None:
    key = asyncssh.generate_private_key("ecdsa-sha2-nistp256").export_private_key().splitlines()
    content = bytearray(b64decode(b"".join(key[1:-1])))
    content[content.rindex(b"nistp256")] ^= 1
    path.touch(0o600)
    path.write_bytes(b"\n".join([key[0], b64encode(content), key[-1]]))


def _with_a_passphrase(path: Path) -> None:
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "secret", "-f", path], check=True)


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda path: os.mkfifo(path, 0o600), "FILE can't be read or made: it is not a file"),
        (lambda path: path.mkdir(0o700), "FILE can't be read or made: it is a folder, not a file"),
        (_of_4_tib, "FILE can't be read or made: it has more than"),
        (_in_no_folder, "FOLDER can't be read or made: File exists. Correct that, or let XDG_CON"),
        (lambda path: path.touch(0o600), "FILE isn't a private key"),
        (_damaged, "FILE isn't a private key, or is damaged"),
        (lambda path: path.touch(0o640), "FILE is open to others: .*chmod 600"),
        (_with_a_passphrase, "FILE has a passphrase: remove it with `ssh-keygen -p -f FILE`"),
    ],
)
async def test_a_host_key_that_cant_be_one_or_that_others_can_read_is_refused_at_once(
    make: Callable[[Path], None], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    file = tmp_path / "boxtui" / "host_key"
    file.parent.mkdir()
    make(file)
    serving = Serving("127.0.0.1", 0, None, 1, Limits())
    said = says.replace("FILE", str(file)).replace("FOLDER", str(file.parent))
    with pytest.raises(HostFailed, match=f"^{said}"):
        await listening(serving, cast("Host", None))


@pytest.mark.skipif(sys.platform != "linux", reason="only there, 127.0.0.2 is this machine, too")
def test_a_host_is_reached_only_at_its_address(host: Served) -> None:
    for address in ("127.0.0.2", "::1"):
        with pytest.raises(OSError, match=r"refused|assign"):
            socket.create_connection((address, host.port))


TWO_ADDRESSES = (
    "import socket, sys; from boxtui.commands import main; found = socket.getaddrinfo;"
    "socket.getaddrinfo = lambda host, *rest, **more: ["
    "each for one in ('127.0.0.1', '127.0.0.2') for each in found(one, *rest, **more)];"
    "sys.exit(main.main())"
)
"""Runs boxtui where every name has two addresses."""


@pytest.mark.skipif(sys.platform != "linux", reason="only there, 127.0.0.2 is this machine, too")
async def test_a_host_with_two_addresses_tells_a_port_that_is_reached(tmp_path: Path) -> None:
    program = ("-c", TWO_ADDRESSES)
    arguments = ("--anyone", "--host", "localhost")
    with Served(tmp_path / "home", *arguments, program=program) as served:
        assert served.told[0] == f"ssh -p {served.port} localhost"
        reached = []
        for address in ("127.0.0.1", "127.0.0.2"):
            with suppress(ConnectionRefusedError):
                reached.append(await asyncssh.get_server_host_key(address, served.port))
        assert reached
