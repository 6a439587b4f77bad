"""Ctrl+C, and in some commands SIGTERM and SIGHUP, end a command in order, and lose no results."""

import os
import signal
from pathlib import Path

import pytest
from played import boxtui, library_in
from pty_terminal import DEADLINE
from random_games import save_game
from waits import until

from ai.agent import HUMAN
from boxtui.play.match import Seat

pytestmark = pytest.mark.tui

ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@pytest.mark.parametrize("number", ENDING, ids=lambda number: number.name)
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


@pytest.mark.parametrize("form", ["--plain", "--html=page.html"])
def test_ctrl_c_erases_the_line_of_progress_and_leaves_no_unfinished_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    folder = tmp_path / "pages"
    folder.mkdir()
    monkeypatch.chdir(folder)
    save_game(library_in(tmp_path), *[Seat("Ann", HUMAN)] * 2, game="box", moves=10_000)
    with boxtui(tmp_path, "review", form, fresh=True) as terminal:
        terminal.reach(lambda: "Reviewing move" in terminal.text(), "the line of progress")
        terminal.signal(signal.SIGINT)
        assert terminal.exit_code() == 130
        assert "Reviewing" not in terminal.text()
    assert not list(folder.iterdir())


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
