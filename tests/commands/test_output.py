"""Where commands print: files, terminals, and outputs that are closed, full or not read."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from played import Told, exit_code, folders, library_in, ran
from pty_terminal import PLAIN

from boxtui.commands import outcome

pytestmark = pytest.mark.usefixtures("home")


@pytest.mark.parametrize(
    ("command", "code", "printed"),
    [
        ("rules kimbo >&-", 1, "boxtui: The output can't be written: it is closed."),
        ("play shut-the-box --plain >&-", 1, "boxtui: The output can't be written: it is closed."),
        ("saves list >&-", 1, "boxtui: The output can't be written: it is closed."),
        ("grid --svg - >&-", 1, "boxtui: The output can't be written: it is closed."),
        ("saves list >&- 2>&-", 1, ""),
        ("arena shut-the-box --games 2 --workers 1 --json >&- 2>/dev/null", 1, ""),
        ("arena kimbo --games 1000000 >&-", 1, "boxtui: The output can't be written: it is closed"),
        ("train kimbo >&-", 1, "boxtui: The output can't be written: it is closed."),
        ("odds --up 12 >&-", 1, "boxtui: The output can't be written: it is closed."),
        ("play shut-the-box >&-", 4, "boxtui: "),
        ("saves show nix 2>&-", 1, ""),
        ("play shut-the-box --plain <&- >&-", 1, "boxtui: The output can't be written"),
        ("saves import - <&-", 3, "boxtui: "),
        ("arena shut-the-box --games 2 --workers 1 <&-", 0, "Shut-the"),
        ("rules shut-the-box >/dev/full", 1, "boxtui: The output can't be written: No space"),
        ("--version >/dev/full", 1, "boxtui: The output can't be written: No space"),
        ("saves list >/dev/full", 1, "boxtui: The output can't be written: No space"),
        ("grid --svg /dev/full", 1, "boxtui: /dev/full can't be "),
        ("--help >/dev/full 2>&1", 1, ""),
        ("nix >/dev/full 2>&1", 2, ""),
        ("saves show nix >/dev/full 2>&1", 1, ""),
    ],
)
def test_with_a_closed_input_or_a_closed_or_full_output_the_exit_code_is_right(
    tmp_path: Path, command: str, code: int, printed: str
) -> None:
    shell = ["sh", "-c", f'exec "$0" -m boxtui {command}', sys.executable]
    done = ran(shell, {**PLAIN, **folders(tmp_path)})
    assert done.returncode == code
    out = done.stdout + done.stderr
    assert out.startswith(printed) if printed else out == ""
    assert "Traceback" not in out


@pytest.mark.parametrize("words", ["--help", "saves show --help"])
def test_unbuffered_help_that_cannot_be_written_is_a_failure(tmp_path: Path, words: str) -> None:
    shell = ["sh", "-c", f'"$0" -u -m boxtui {words} >/dev/full', sys.executable]
    failed = ran(shell, {**PLAIN, **folders(tmp_path)})
    assert failed.returncode == 1
    assert "No space left" in failed.stderr


def test_help_that_nobody_reads_ends_as_any_output_does(tmp_path: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as unread:
        command = [sys.executable, "-m", "boxtui", "--help"]
        env = {**PLAIN, **folders(tmp_path)}
        ended = subprocess.run(command, env=env, stdout=unread, stderr=subprocess.PIPE)
    assert (ended.returncode, ended.stderr) == (128 + 13, b"")


def test_an_output_that_is_no_longer_read_ends_the_command(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "boxtui", "watch", "kimbo", "--seats", "random,random"],
        env={**PLAIN, **folders(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.readline()
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait(60) == 128 + 13


CLEARING = "\x1b[2J\x07"
"""What clears a terminal's screen, and rings its bell."""


@pytest.mark.parametrize(
    "words",
    [
        (CLEARING,),
        (f"--{CLEARING}",),
        ("play", CLEARING),
        ("play", "box", f"--{CLEARING}"),
        ("saves", "show", CLEARING),
        ("saves", "import", CLEARING),
        ("watch", "box", "--option", f"size={CLEARING}"),
        ("grid", "--svg", f"/nowhere/{CLEARING}"),
        ("odds", "--up", CLEARING),
    ],
)
def test_a_word_of_the_command_reaches_the_terminal_only_in_print(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    assert exit_code(*words) in (1, 2)
    said = "".join(capsys.readouterr())
    assert "[2J" in said
    assert said.replace("\n", "").isprintable()


def test_names_of_files_reach_the_terminal_only_in_print(home: Path, told: Told) -> None:
    library_in(home).folder.mkdir(parents=True)
    (library_in(home).folder / f"{CLEARING}.box").touch()
    assert told("saves", "remove", CLEARING) == "Removed '?[2J?'.\n"
    assert told("grid", "--svg", f"{home}/{CLEARING}").endswith("/?[2J?.\n")


def test_printed_lines_send_no_control_characters(capsys: pytest.CaptureFixture[str]) -> None:
    assert outcome.print_lines([f"one{CLEARING}", "two\nthree"]) == 0
    assert capsys.readouterr().out == "one?[2J?\ntwo\nthree\n"


@pytest.mark.parametrize("wanted", [(), ("FRO-20",)])
def test_rules_fit_the_terminal_that_they_are_printed_on(
    wanted: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, told: Told
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "30")
    assert max(map(len, told("rules", "free-o", *wanted).splitlines())) in range(25, 31)


def test_a_files_name_may_be_as_long_as_the_system_allows(home: Path, told: Told) -> None:
    for name in ("x" * 255, "é" * 127):
        told("grid", "--svg", str(home / name))
        assert (home / name).read_bytes()


def test_a_page_isnt_written_to_links_that_form_a_loop(home: Path, told: Told) -> None:
    (home / "a").symlink_to("b")
    (home / "b").symlink_to("a")
    refused = told("grid", "--svg", str(home / "a"), code=1)
    assert refused.startswith(f"boxtui: {home / 'a'} can't be read or written: ")
    assert refused.count("\n") == 1
    assert (home / "a").is_symlink()
