"""Terminals: what each can show, which are refused, and which environment variables count."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from pty_terminal import PLAIN, PtyTerminal

from boxtui.system.terminal import Look, as_given, idle_limit, refusal, tame_textual

APP = Path(__file__).with_name("guarded_app.py")
ENV = PLAIN | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}


def test_refusals_say_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "isatty", lambda fd: True)
    assert refusal({"TERM": "xterm"}) == ""
    for kind in ("dumb", "unknown", ""):
        said = refusal({"TERM": kind})
        assert "`boxtui --plain`" in said
        assert "boxtui" not in said.partition(". ")[0]  # which stands after the command's name
    monkeypatch.setattr(os, "isatty", lambda fd: fd != 2)
    first = refusal({"TERM": "xterm"}).partition(". ")[0]
    assert "standard error" in first
    assert "boxtui" not in first


def styles(sent: bytes) -> set[bytes]:
    """Return the numbers in the styles that were sent."""
    return {n for style in re.findall(rb"\x1b\[([0-9;]*)m", sent) for n in style.split(b";")}


NO_COLOR = {"NO_COLOR": "1", "COLORTERM": "truecolor"}
WITHOUT_COLOR = {b"", b"0", b"1", b"2", b"3", b"4", b"7"}


@pytest.mark.parametrize(
    ("env", "options", "fits"),
    [
        (NO_COLOR, [], lambda sent: styles(sent) <= WITHOUT_COLOR),
        (NO_COLOR, ["--ansi"], lambda sent: styles(sent) <= WITHOUT_COLOR),
        ({"NO_COLOR": ""}, [], lambda sent: b";214;" in sent),  # orange, which isn't a gray
        # Though Python coerces that locale.
        ({"LANG": "C"}, [], lambda sent: sent.isascii() and b"ready | ?" in sent),
        ({"SSH_TTY": "/"}, [], lambda sent: not re.search(rb"\[\?10(00|02|03|06|15|16)h", sent)),
    ],
    ids=["no color", "no color, ansi", "an empty NO_COLOR", "ASCII", "over SSH, no mouse"],
)
def test_a_terminal_is_sent_what_suits_it(
    tmp_path: Path, env: dict[str, str], options: list[str], fits: Callable[[bytes], bool]
) -> None:
    command = [sys.executable, str(APP), str(tmp_path / "errors.log"), *options]
    with PtyTerminal(command, env=ENV | env) as player:
        player.go("ready", "a", "last a")
        assert fits(bytes(player.raw))


def test_nothing_in_the_environment_reaches_textual(tmp_path: Path) -> None:
    (tmp_path / "evil.py").write_text("open('imported', 'w')\n")
    evil = {
        "PYTHONPATH": f"{ENV['PYTHONPATH']}{os.pathsep}{tmp_path}",
        "TEXTUAL": "debug,devtools,headless",
        "TEXTUAL_DRIVER": "evil:Driver",
        "TEXTUAL_LOG": "log",
        "TEXTUAL_DEBUG": "1",
        "TEXTUAL_SCREENSHOT": "0",
        "TEXTUAL_PRESS": "q",
        "COLUMNS": "40",
    }
    here = tmp_path / "here"
    here.mkdir()
    command = [sys.executable, str(APP), str(tmp_path / "errors.log")]
    with PtyTerminal(command, env=ENV | evil, cwd=here) as player:
        player.go("ready", "a", "last a")
        assert len(player.lines()[0]) == 80
        player.send("r")
        assert player.exit_code() == 5
    assert list(here.iterdir()) == []


def test_the_idle_limit_is_the_variable_that_shells_use() -> None:
    for asked, limit in [("3600", 3600), ("0", 0), ("-1", 0), ("soon", 0), ("", 0)]:
        assert idle_limit({"TMOUT": asked}) == limit
    assert idle_limit({}) == 0


def test_a_players_esc_delay_is_used_within_limits() -> None:
    for asked, given in [("", "50"), ("25", "25"), ("1000", "500"), ("soon", "50")]:
        environ = {"ESCDELAY": asked}
        tame_textual(environ)
        assert environ["ESCDELAY"] == given


@pytest.mark.parametrize(
    ("environ", "ascii_only"),
    [
        ({}, True),
        ({"LANG": "C"}, True),
        ({"LANG": "de_DE.UTF-8"}, False),
        ({"LANG": "de_DE.utf8@euro"}, False),
        ({"LC_CTYPE": "UTF-8"}, False),
        ({"LANG": "de_DE.ISO-8859-1"}, True),
        ({"LANG": "xx_XX"}, True),
        ({"LANG": "\udcff"}, True),
        ({"LANG": "C.UTF-8", "LC_CTYPE": "POSIX"}, True),
        ({"LANG": "C", "LC_ALL": "en_US.UTF-8"}, False),
        ({"LANG": "C.UTF-8", "LC_ALL": ""}, False),
    ],
)
def test_the_locale_says_whether_there_is_more_than_ascii(
    environ: dict[str, str], ascii_only: bool
) -> None:
    assert Look.of(environ).ascii is ascii_only


def test_the_look_follows_no_color_and_ssh() -> None:
    assert Look.of({"LANG": "C.UTF-8"}) == Look(ascii=False, color=True, ssh=False)
    assert not Look.of({"NO_COLOR": "0"}).color
    assert Look.of({"NO_COLOR": ""}).color
    assert Look.of({"SSH_CONNECTION": "::1 1 ::1 22"}).ssh


def test_the_environment_is_read_without_pythons_locale_coercion() -> None:
    code = "import os; from boxtui.system.terminal import as_given; print(os.environ, as_given())"
    bare = {"PYTHONPATH": ENV["PYTHONPATH"]}
    done = subprocess.run([sys.executable, "-c", code], env=bare, capture_output=True, text=True)
    assert done.stdout.count("LC_CTYPE") == 1
    assert as_given({"X": "y"})["X"] == "y"
