"""How a host is run: its key and address, its end, and what a sudden end leaves."""

import asyncio
import gc
import os
import re
import signal
import socket
import stat
import subprocess
import sys
from base64 import b64decode, b64encode
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import cast
from weakref import ref

import asyncssh
import pytest
from faulty_host import HANGING, HANGS, PROGRAM
from openssh import OpenSsh
from played import LEFT_TO_ANN, command, folders, library_in, settings
from pty_terminal import DEADLINE, PLAIN, PtyTerminal
from random_games import LONG_THINKER, against, among_all, has_to_choose, play_on
from served import RemoteScreen, Served, begin, lay_down, new_key, terminal
from shown import last_match
from waits import until

from boxtui.games.shut_the_box.state import ShutTheBox
from boxtui.games.shut_the_box.tiles import score_of
from boxtui.serve import server, status
from boxtui.serve.app import _UnseenApp
from boxtui.serve.collector import Collector
from boxtui.serve.connection import host_key, listening
from boxtui.serve.host import GOING_DOWN, KEY_REMOVED, TO_BE_CUT, TO_LEAVE, TO_WRITE, Host, Serving
from boxtui.serve.limits import Limits
from boxtui.serve.load import Load
from boxtui.serve.players import Player
from boxtui.serve.session import PlayerSession

pytestmark = [pytest.mark.waits, pytest.mark.xdist_group("serve operation")]


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


def has_decided(served: Served, key: asyncssh.SSHKey) -> bool:
    """Whether a player with that key decided on a move of the last game."""
    match = last_match(served.folder(key))
    return any(map(match.was_persons, range(len(match.moves))))


def alone(folder: Path, keys: Path | None = None) -> tuple[Host, PlayerSession]:
    """Return a host of one player and a session of theirs, which has not begun."""
    host = Host(Serving("", 0, keys, 1, Limits()), Load())
    player = Player("SHA256:any", folder)
    return host, PlayerSession(host, player, "", "", lambda: None, lambda: None)


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


async def admits_only(served: Served, listed: asyncssh.SSHKey, other: asyncssh.SSHKey) -> None:
    """Log in with the key that is listed, and be refused with the other one."""
    async with served.visit(listed) as screen:
        await screen.until("Settings")
    with pytest.raises(asyncssh.PermissionDenied):
        async with served.connect(other):
            pass


@pytest.mark.parametrize("log", ["on the terminal", "in a file"])
def test_a_closed_terminal_ends_a_host_in_order(tmp_path: Path, log: str) -> None:
    with on_terminal(tmp_path, "" if log == "on the terminal" else f"2>{tmp_path}/log") as terminal:
        terminal.hang_up()
        assert terminal.exit_code(read=False) == 128 + signal.SIGHUP
    if log == "in a file":
        assert '"stopped"' in (tmp_path / "log").read_text()


async def test_a_host_that_ignores_hangups_outlives_its_terminal(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with on_terminal(tmp_path, f"2>{log}", "trap '' HUP") as terminal:
        terminal.hang_up()
        await until(lambda: '"keys ' in log.read_text())
        assert terminal.process.poll() is None


def test_a_late_sighup_does_not_come_from_a_lost_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    there, now = {0, 2}, [0.0]
    monkeypatch.setattr("os.isatty", lambda fd: fd in there)
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    terminals = server._Terminals()

    def are_closing() -> bool:
        terminals.look()
        return terminals.are_closing

    assert not are_closing()
    there.remove(0)
    assert [are_closing() for _ in range(2)] == [True, True]
    now[0] += 10
    assert not are_closing()
    there.clear()
    assert are_closing()


def on_terminal(home: Path, redirection: str, first: str = ":") -> PtyTerminal:
    """Return a terminal on which a host listens."""
    serving = f"{sys.executable} -m boxtui serve --as-root --anyone --port 0 {redirection}"
    env = {**PLAIN, **folders(home), "PYTHONPATH": os.environ.get("PYTHONPATH", "")}
    terminal = PtyTerminal(["sh", "-c", f"{first}; exec {serving}"], env=env, size=(132, 24))
    terminal.wait_until("is admitted")
    return terminal


def _of_4_tib(path: Path) -> None:
    path.touch(0o600)
    os.truncate(path, 4 << 40)


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
        (lambda path: os.mkfifo(path, 0o600), "can't be read or made: it is not a file"),
        (lambda path: path.mkdir(0o700), "can't be read or made: it is a folder, not a file"),
        (_of_4_tib, "can't be read or made: it has more than"),
        (lambda path: path.touch(0o600), "isn't a private key"),
        (_damaged, "isn't a private key, or is damaged"),
        (lambda path: path.write_text("") or path.chmod(0o640), "is open to others: .*chmod 600"),
        (_with_a_passphrase, "has a passphrase: remove it with `ssh-keygen -p -f "),
    ],
)
def test_a_host_key_that_cant_be_one_or_that_others_can_read_is_refused_at_once(
    make: Callable[[Path], None], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    file = tmp_path / "boxtui" / "host_key"
    file.parent.mkdir()
    make(file)
    with pytest.raises(status.HostFailed, match=f"{file} {says}"):
        host_key()


async def test_a_host_key_without_a_folder_is_not_taken_for_a_wrong_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    file = tmp_path / "boxtui" / "host_key"
    file.parent.write_text("a file in the folder's place")
    serving = Serving("127.0.0.1", 0, None, 1, Limits())
    with pytest.raises(
        status.HostFailed, match=f"^{file.parent} can't be read or made: File exists"
    ):
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


@pytest.mark.parametrize("kind", ["xterm-256color", "dumb"])
async def test_status_and_log_name_players_by_their_own_names_and_the_comments_of_their_keys(
    tmp_path: Path, kind: str
) -> None:
    ann, ben, cy = (new_key(comment) for comment in ("ann@home", None, "cy\x1b[2J"))
    keys = tmp_path / "keys"
    keys.write_bytes(b"".join(key.export_public_key() for key in (ann, ben, cy)))
    with Served(tmp_path / "home", "--keys", str(keys)) as served:
        async with (
            served.visit(ann, kind=kind) as one,
            served.visit(ben, kind=kind) as two,
            served.visit(cy, kind=kind, chosen="", user="cy") as new,
        ):
            for screen in (one, two):
                await screen.until("What now?" if kind == "dumb" else "Settings")
            await new.until_told("Your name")
            before = await asyncio.to_thread(command, served.home, "serve", "--status")
            await new.go(b"\x15Cleo\r", "What now?" if kind == "dumb" else "Settings")
            after = await asyncio.to_thread(command, served.home, "serve", "--status")
        await served.left(cy)
    for key, told, who in (
        (ann, before, " (Ann, ann@home)"),
        (ben, before, " (Ann)"),
        (cy, before, " (cy?[2J)"),
        (cy, after, " (Cleo, cy?[2J)"),
    ):
        assert f"  {key.get_fingerprint()}{who} from 127.0.0.1, 0 min: no game" in told.stdout
    events = {each["event"]: each for each in served.events(cy)}
    assert (events["login"]["comment"], "name" in events["login"]) == ("cy?[2J", False)
    assert (events["logout"]["comment"], events["logout"]["name"]) == ("cy?[2J", "Cleo")


async def test_a_host_forgets_the_names_of_those_who_left_longest_ago(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("boxtui.serve.host.MOST_NAMES", 2)
    host, _ = alone(tmp_path)
    for name in ("Ann", "Ben", "Ann", "Cid"):
        host._keep_name(f"the key of {name}", name)
    assert list(host._names.values()) == ["Ann", "Cid"]


async def test_a_lost_connection_and_the_next_login_name_the_player(tmp_path: Path) -> None:
    ann = new_key()
    with Served(tmp_path / "home", "--anyone") as served:
        async with served.connect(ann) as connection:
            await (await terminal(connection)).until("Settings")
            connection.abort()
            await served.left(ann)
        async with served.visit(ann) as screen:
            await screen.until("Settings")
        await served.logged('"logout"', 2)
    names = [(each["event"], each.get("name")) for each in served.events(ann)]
    assert [name for event, name in names if event == "connection failed"] == ["Ann"]
    assert [name for event, name in names if event == "login"] == [None, "Ann"]


async def test_where_every_key_is_admitted_sighup_says_that_there_are_no_keys_to_read(
    tmp_path: Path,
) -> None:
    with Served(tmp_path / "home", "--anyone") as served:
        served.signal(signal.SIGHUP)
        log = await served.logged('"keys not read"')
    assert "--anyone" in log
    assert '"keys": 0' not in log


async def test_log_and_status_know_each_game(host: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """In plain mode, below another page, continued, and when a position is played on from."""
    key = new_key()
    for variable, folder in folders(host.home).items():
        monkeypatch.setenv(variable, folder)

    async def plays(game: str) -> None:
        async with asyncio.timeout(DEADLINE):
            while (key.get_fingerprint(), game) not in [
                (each["player"], each["game"]) for each in await status.fetch_status() or ()
            ]:
                await asyncio.sleep(0.02)

    async with host.visit(key, kind="dumb") as screen:
        await plays("")
        await screen.go("What now?", b"play box\r" + b"\r" * 20, "your move:")
        await plays("box")
        told = await asyncio.to_thread(command, host.home, "serve", "--status")
        assert f"  {key.get_fingerprint()} (Ann) from 127.0.0.1, 0 min: box\n" in told.stdout
        await screen.go(b"quit\r", "What now?")
        await plays("")
    async with host.visit(key) as screen:
        await begin(screen)
        await screen.go(b"?", "Rules of")
        await plays("shut-the-box")
        screen.channel.write(b"q")
        await lay_down(screen)
        await screen.go(b"q", "Continue")
        await plays("")
        await screen.go(b"c", "'s turn")
        await plays("shut-the-box")
    async with host.visit(key, kind="dumb") as screen:
        await screen.go("What now?", b"practice shut-the-box 4\r", "Your move:")
        await screen.go(b"play\r", "your move:")
        await plays("shut-the-box")
    box, shut = [
        [(event, game) for event in ("begins", "leaves")] for game in ("box", "shut-the-box")
    ]
    continued = ("continues", "shut-the-box"), shut[1]

    def logged() -> list[tuple[str, str]]:
        return [(each["event"], each["game"]) for each in host.events(key) if "game" in each]

    await screen.until(lambda: logged() == [*box, *shut, *continued, *shut])


def test_all_that_an_exit_waits_for_fits_into_5_s() -> None:
    waited = TO_LEAVE + TO_BE_CUT + TO_WRITE
    assert waited < server.TO_END < 5


async def test_at_a_signal_the_timer_of_the_end_comes_first(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[object] = []

    async def stop(host: Host) -> None:
        done.append("stop")
        host._log.close(DEADLINE)

    monkeypatch.setattr(server, "_end_process_later", done.append)
    monkeypatch.setattr(Host, "stop", stop)
    monkeypatch.setattr(Collector, "start", lambda _: None)  # it changes Textual for good
    serving = Serving("127.0.0.1", 0, None, 0, Limits())
    host = Host(serving, Load())

    def told(_: str) -> None:
        os.kill(os.getpid(), signal.SIGTERM)

    code = 128 + signal.SIGTERM
    assert await server._serve(host, serving, told) == code
    assert done == [code, "stop"]


async def test_a_signal_ends_a_host_that_is_still_starting(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_UnseenApp, "on_ready", lambda _: os.kill(os.getpid(), signal.SIGTERM))
    monkeypatch.setattr(server, "_end_process_later", lambda _: None)
    monkeypatch.setattr(Collector, "start", lambda _: None)  # it changes Textual for good
    serving = Serving("127.0.0.1", 0, None, 0, Limits())
    told: list[str] = []
    async with asyncio.timeout(DEADLINE):
        code = await server._serve(Host(serving, Load()), serving, told.append)
    assert (code, told) == (128 + signal.SIGTERM, [])


async def test_a_player_who_comes_while_a_host_stops_is_told(tmp_path: Path) -> None:
    host, session = alone(tmp_path)
    await host.stop()
    assert host.begin(session) == GOING_DOWN


async def test_sigterm_ends_a_host_whose_players_hang_and_each_is_told(tmp_path: Path) -> None:
    with Served(tmp_path / "home", "--anyone", program=PROGRAM) as served:
        thinking, playing = new_key(), new_key()
        settings(served.folder(thinking))
        record = against(LONG_THINKER, "box", library_in(served.folder(thinking)))
        play_on(record, lambda match: len(match.moves) > 10 and has_to_choose(match, 1))
        record.close()
        command = OpenSsh(served, tmp_path).command("ssh", "-N", "-v", "HOST")
        async with (
            served.visit(playing) as played,
            served.visit() as hangs,
            served.visit(thinking, kind="dumb") as thinks,
            served.visit(user=HANGING) as starts,
            served.visit() as reads_nothing,
        ):
            for screen in (played, hangs):
                await begin(screen)
            await lay_down(played)
            hangs.channel.write(HANGS)
            await thinks.go("What now?", b"continue\r")
            await thinks.until("thinking")
            await reads_nothing.until("Settings")
            reads_nothing.channel.pause_reading()
            with PtyTerminal(command, size=(132, 24)) as idle:
                idle.wait_until("Authenticated to")
                served.signal(signal.SIGTERM)
                for screen in (played, hangs, thinks, starts):
                    await screen.until_told(GOING_DOWN)
                assert idle.exit_code() != 0
                assert GOING_DOWN in idle.text()
            code = await asyncio.to_thread(served.process.wait, DEADLINE)
        assert code == 128 + signal.SIGTERM
        assert '"stopped"' in served.log.read_text()
        assert has_decided(served, playing)


PLAYERS = 16

SHOWN = re.compile(r"(P\d) +([\d,]+) so far")
"""A player's name and the tiles that are still up in that player's turn."""


def seen_on(screen: RemoteScreen) -> list[tuple[str, str]]:
    """Return whose turn a screen shows and which tiles are up, if it shows a game."""
    return [(found[1], found[2]) for found in SHOWN.finditer(screen.text())]


async def plays(screen: RemoteScreen, seen: list[tuple[str, str]]) -> None:
    """Continue a game of people and play it, noting whose turn is seen and which tiles are up."""
    await screen.go("Continue", b"c")
    while not screen.is_closed:
        seen += [shown for shown in seen_on(screen) if shown not in seen]
        if "to lay down" in screen.text():
            screen.channel.write(b"\x1b[B\r")
        await asyncio.sleep(0.05)


def held(home: Path) -> list[tuple[str, str]]:
    """Return what a player's save holds in the same form, in order."""
    match = last_match(home)
    states = [match.position_after(ply) for ply in range(len(match.moves) + 1)]
    positions = [cast(ShutTheBox, state) for state in states]
    return [(match.seats[at.seat].name, f"{score_of(at.up, at.scoring):,}") for at in positions]


async def test_kill_9_loses_nothing_that_was_seen_and_all_games_go_on(tmp_path: Path) -> None:
    keys = [new_key() for _ in range(PLAYERS)]
    seen = [list[tuple[str, str]]() for _ in keys]
    with Served(tmp_path / "home", "--anyone") as served:
        for key in keys:
            settings(served.folder(key), LEFT_TO_ANN)
            among_all("shut-the-box", library_in(served.folder(key))).close()
        async with AsyncExitStack() as stack:
            screens = [await stack.enter_async_context(served.visit(key)) for key in keys]
            playing = [
                asyncio.create_task(plays(*each)) for each in zip(screens, seen, strict=True)
            ]
            await until(lambda: min(map(len, seen)) >= 4)
            served.process.kill()
            await asyncio.to_thread(served.process.wait)
            await asyncio.gather(*playing)
        for key, each in zip(keys, seen, strict=True):
            assert set(each) <= set(held(served.folder(key)))
        served.start()
        shown = await asyncio.gather(*(_goes_on(served, key) for key in keys))
    assert not [each for each, before in zip(shown, seen, strict=True) if each in before[:-1]]


async def _goes_on(served: Served, key: asyncssh.SSHKey) -> tuple[str, str]:
    """Continue a player's game; return whose turn is shown and which tiles are up."""
    async with served.visit(key) as screen:
        await screen.go("Continue", b"c")
        await screen.until(lambda: seen_on(screen))
        return seen_on(screen)[0]


async def test_a_session_that_has_ended_is_freed_without_a_collection(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(_: PlayerSession) -> int:
        return 0

    monkeypatch.setattr(PlayerSession, "_play", play)
    _, session = alone(tmp_path)
    gone = ref(session)
    gc.disable()
    try:
        session.session_started()
        assert session._running is not None
        await session._running
        del session
        assert gone() is None
    finally:
        gc.enable()
