"""`boxtui serve` as a command: when it refuses to start, its defaults, and the systemd unit."""

import errno
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import threading
from configparser import ConfigParser
from dataclasses import fields
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from played import command, exit_code, folders, ran
from pty_terminal import DEADLINE, PLAIN

from boxtui.commands.parser import command_parser
from boxtui.serve import server, status
from boxtui.serve.connection import reason
from boxtui.serve.host import Host
from boxtui.serve.limits import Limits
from boxtui.system import locations

README = Path(__file__).parents[2] / "README.md"
DOCUMENT = README.parent / "docs" / "serve.md"
UNIT = Path(__file__).parents[2] / "examples" / "boxtui-serve.service"


def service() -> dict[str, str]:
    """Return the settings of the unit's service."""
    unit = ConfigParser(interpolation=None)
    unit.optionxform = str  # type: ignore[assignment, method-assign]
    unit.read(UNIT)
    return dict(unit["Service"])


def test_it_does_not_run_as_root_unless_told_to(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 0)
    assert exit_code("serve") == 2
    assert "--as-root" in capsys.readouterr().err


def test_without_asyncssh_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for module in ("boxtui.serve.server", "boxtui.serve.connection"):
        monkeypatch.delitem(sys.modules, module, raising=False)
        monkeypatch.delattr(module, raising=False)
    monkeypatch.setitem(sys.modules, "asyncssh", None)
    assert exit_code("serve") == 1
    assert "run: pipx install --force '.[ssh]'" in capsys.readouterr().err
    assert exit_code("serve", "--status") == 1
    assert "pipx install" not in capsys.readouterr().err


@pytest.mark.parametrize("address", ["a..b", "a" * 300, "\udcff"])
def test_what_cannot_be_an_address_is_wrong_usage(address: str, tmp_path: Path) -> None:
    refused = run_serve(tmp_path, "--host", address)
    assert refused.returncode == 2
    assert re.fullmatch(r"boxtui: Nothing can have the address .+: .+ --host\.\n", refused.stderr)


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("nobody.invalid", r"[^()]+"),
        ("203.0.113.1", re.escape(os.strerror(errno.EADDRNOTAVAIL))),
        ("127.0.0.1", re.escape(os.strerror(errno.EADDRINUSE))),
    ],
)
def test_an_address_or_port_that_cannot_be_listened_on_is_named_with_the_systems_reason(
    address: str, why: str, tmp_path: Path
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        refused = run_serve(tmp_path, "--host", address, "--port", str(port))
    assert refused.returncode == 1
    told = rf"boxtui: Listening on port {port} of {address} failed \({why}\): choose .+\n"
    assert re.fullmatch(told, refused.stderr)


@pytest.mark.parametrize("number", [None, errno.EADDRNOTAVAIL])
def test_asyncios_words_for_an_address_elsewhere_are_not_repeated(number: int | None) -> None:
    """Python 3.13 and newer leave the number out."""
    fault = OSError("could not bind on any address") if number is None else OSError(number, "any")
    assert reason(fault) == os.strerror(errno.EADDRNOTAVAIL)


@pytest.mark.parametrize(
    ("home", "why"),
    [
        ("long" * 30, "its path is too long. Let XDG_STATE_HOME name a shorter folder"),
        ("file", "Not a directory. Correct that, or let XDG_STATE_HOME name another folder"),
    ],
)
def test_a_socket_that_cannot_be_made_is_named(home: str, why: str, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    refused = run_serve(tmp_path / home)
    assert refused.returncode == 1
    told = rf"boxtui: The socket .+/serve.sock for --status can't be made: {why}\.\n"
    assert re.fullmatch(told, refused.stderr)


@pytest.mark.parametrize(
    ("answer", "says"),
    [(None, "doesn't answer"), (b"", "is running here"), (b'[{"player": "An', "is running here")],
)
def test_a_host_that_is_stopped_is_named_and_one_that_ends_amid_its_answer_counts_as_none(
    answer: bytes | None,
    says: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(locations, "serve_socket", lambda: tmp_path / "serve.sock")
    monkeypatch.setattr(status, "ANSWER_WAIT", 0.1 if answer is None else DEADLINE)

    def tell(listener: socket.socket, content: bytes) -> None:
        with listener.accept()[0] as asking:
            asking.sendall(content)

    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "serve.sock"))
        listener.listen()
        if answer is not None:
            threading.Thread(target=tell, args=(listener, answer), daemon=True).start()
        assert exit_code("serve", "--status") == 1
    complaint = capsys.readouterr().err
    assert says in complaint
    assert complaint.count("\n") == 1


def run_serve(home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a host that can't start."""
    return command(home, "serve", "--as-root", "--anyone", "--port", "0", *words)


def test_a_host_with_a_closed_output_ends_as_others_do(tmp_path: Path) -> None:
    shell = 'exec "$0" -m boxtui serve --as-root --anyone --port 0 >&-'
    with subprocess.Popen(
        ["sh", "-c", shell, sys.executable],
        env={**PLAIN, **folders(tmp_path)},
        stderr=subprocess.PIPE,
        text=True,
    ) as host:
        assert host.stderr
        assert '"serving"' in host.stderr.readline()
        host.terminate()
        assert "Traceback" not in host.stderr.read()
    assert host.returncode == 128 + signal.SIGTERM


def test_the_unit_serves_calls_sigterm_no_failure_and_leaves_searches_to_the_host() -> None:
    program, *words = shlex.split(service()["ExecStart"])
    assert Path(program).name == "boxtui"
    args = command_parser().parse_args(words)
    assert args.host == "0.0.0.0"
    assert args.keys == "/etc/boxtui-serve/keys"
    assert int(service()["SuccessExitStatus"]) == 128 + signal.SIGTERM
    assert service()["KillMode"] == "mixed"


@pytest.mark.parametrize(
    ("words", "processors", "searchers"), [((), 1, 1), ((), 8, 7), (("--searchers", "3"), 8, 3)]
)
def test_by_default_a_search_process_runs_on_each_cpu_but_one(
    monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], processors: int, searchers: int
) -> None:
    monkeypatch.setattr(server, "serve", lambda serving, told: 100 + serving.searchers)
    monkeypatch.setattr("os.cpu_count", lambda: processors)
    assert exit_code("serve", "--as-root", *words) == 100 + searchers  # 1 would be a failure


def test_the_documented_limits_are_the_options_with_their_defaults() -> None:
    documented = re.findall(r"^\| `--([a-z-]+)` \| ([\d,]+) \|", DOCUMENT.read_text(), re.MULTILINE)
    args = vars(command_parser().parse_args(["serve"]))
    assert {name.replace("-", "_") for name, _ in documented} == {
        field.name for field in fields(Limits)
    }
    for name, default in documented:
        assert int(default.replace(",", "")) == args[name.replace("-", "_")], name
        assert f"`--{name}` {default}" in " ".join(README.read_text().split()), name


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="needs systemd-analyze")
def test_systemd_understands_the_unit_and_finds_its_sandbox_tight(tmp_path: Path) -> None:
    unit = tmp_path / UNIT.name  # its program and its user aren't on this machine
    own = {"/opt/boxtui/bin/boxtui": "/bin/true", "User=boxtui-serve": "User=daemon"}
    text = UNIT.read_text()
    for there, here in own.items():
        assert there in text
        text = text.replace(there, here)
    unit.write_text(text)
    for check in (["verify"], ["security", "--offline=yes", "--threshold=25"]):
        done = ran(["systemd-analyze", *check, unit])
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.usefixtures("home")
def test_an_error_in_nobodys_session_is_in_both_logs() -> None:
    noted: list[object] = []
    told = SimpleNamespace(note=lambda event, **said: noted.append((event, said)))
    told.note_error = partial(Host.note_error, cast(Host, told))
    host = cast(Host, told)
    server._note_fault(host, {"message": "closed", "exception": ValueError("out of range")})
    server._note_fault(host, {"message": "slow"})
    said = {"error": "ValueError", "message": "closed: out of range", "log": str(locations.log())}
    assert noted == [("error", {"player": None, **said})]
    assert "ValueError: out of range" in locations.log().read_text()
