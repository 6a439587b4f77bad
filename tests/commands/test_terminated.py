"""SIGTERM and SIGHUP end a command with many processes as Ctrl+C does, and lose no results."""

import os
import signal
from pathlib import Path

import pytest
from played import boxtui
from pty_terminal import DEADLINE
from waits import until

pytestmark = pytest.mark.tui


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP], ids=lambda number: number.name)
@pytest.mark.parametrize("is_sent_to_all", [False, True], ids=["to it alone", "to all processes"])
@pytest.mark.parametrize(
    ("words", "begun", "said"),
    [
        (
            "arena shut-the-box --seats level2,level1 --games 100000 --all --workers 2",
            "/50000 sets, level2",
            "it was interrupted",
        ),
        (
            "train free-the-box --games 100000 --workers 2",
            "/1000 chunks of generation 1",
            "Interrupted. Run the same command to continue.",
        ),
    ],
    ids=["arena", "train"],
)
def test_a_signal_ends_all_processes_with_one_sentence_and_its_exit_code(
    tmp_path: Path, words: str, begun: str, said: str, is_sent_to_all: bool, number: signal.Signals
) -> None:
    with boxtui(tmp_path, *words.split()) as terminal:
        terminal.reach(lambda: begun in terminal.text(), "the first games")
        terminal.reach(lambda: len(terminal.session()) >= 3, "the workers")
        if is_sent_to_all:
            os.killpg(terminal.process.pid, number)
        else:
            terminal.signal(number)
        assert terminal.exit_code() == 128 + number
        terminal.reach(lambda: not terminal.session(), "the processes' end")
        assert said in terminal.text()
        assert "warn" not in terminal.text()
        assert "failed" not in terminal.text()


@pytest.mark.parametrize(
    ("before", "sets", "code", "said"),
    [("", 50_000, 129, "it was interrupted"), ('trap "" HUP; ', 2000, 0, "4000 games: 2000 sets")],
    ids=["as usual", "as with nohup"],
)
async def test_without_its_terminal_an_arena_ends_or_goes_on_and_its_file_has_the_results(
    tmp_path: Path, before: str, sets: int, code: int, said: str
) -> None:
    file = tmp_path / "table"
    words = f"arena shut-the-box --seats level2,level1 --games {2 * sets} --all"
    to_file = ("sh", "-c", f'{before}exec "$@" >{file}', "sh")
    with boxtui(tmp_path, *words.split(), around=to_file) as terminal:
        terminal.reach(lambda: f"/{sets} sets, level2" in terminal.text(), "the first games")
        terminal.hang_up()
        assert terminal.process.wait(DEADLINE) == code
        await until(lambda: not terminal.session(), every=0.01)
    assert said in file.read_text()
