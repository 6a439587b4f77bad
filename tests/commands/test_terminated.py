"""SIGTERM ends a command with many processes as Ctrl+C does: in order, and with a sentence."""

import os
import signal
from pathlib import Path

import pytest
from played import boxtui

pytestmark = pytest.mark.tui


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
            "Interrupted: the same command goes on from here.",
        ),
    ],
    ids=["arena", "train"],
)
def test_sigterm_ends_all_processes_with_one_sentence_and_exit_code_143(
    tmp_path: Path, words: str, begun: str, said: str, is_sent_to_all: bool
) -> None:
    with boxtui(tmp_path, *words.split()) as terminal:
        terminal.reach(lambda: begun in terminal.text(), "the first games")
        terminal.reach(lambda: len(terminal.session()) >= 3, "the workers")
        if is_sent_to_all:
            os.killpg(terminal.process.pid, signal.SIGTERM)
        else:
            terminal.signal(signal.SIGTERM)
        assert terminal.exit_code() == 143
        terminal.reach(lambda: not terminal.session(), "the processes' end")
        assert said in terminal.text()
        assert "warn" not in terminal.text()
        assert "failed" not in terminal.text()
