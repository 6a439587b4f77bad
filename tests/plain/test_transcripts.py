"""Whole sessions in lines of text, compared with reviewed texts.

Plain mode shares one event loop with other players, so nothing on it may wait for a disk.
"""

from pathlib import Path

import pytest
from loop_watch import Computing
from transcripts import FOLDER, play

from boxtui.plain import learn, menu, practice
from boxtui.plain import play as game

SESSIONS = sorted(file.stem for file in FOLDER.glob("*.txt"))


@pytest.mark.parametrize("name", SESSIONS)
async def test_a_session_runs_as_it_did_and_holds_nobody_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    computing = Computing(monkeypatch)
    computing.watch_lessons()
    text = await play(name, tmp_path, monkeypatch)
    assert text == (FOLDER / f"{name}.txt").read_text()
    assert computing.on_loop == set()
    if name == "lesson":
        assert computing.beside == {"comment", "advice", "play_others_move", "leads"}


@pytest.mark.parametrize("name", SESSIONS)
def test_an_empty_line_takes_the_default_or_is_told_in_one_sentence_what_to_type(name: str) -> None:
    lines = (FOLDER / f"{name}.txt").read_text().split("\n")
    for at, line in enumerate(lines):
        prompt = " ".join(lines[at - 2 : at])
        if line == "> " and not ("Enter" in prompt or "]:" in prompt):
            assert lines[at + 1].startswith("Type ")
            assert lines[at + 1].endswith(".")
            assert lines[at + 2] == lines[at - 1]


def test_every_word_is_typed_in_some_session() -> None:
    lines = [line for name in SESSIONS for line in (FOLDER / f"{name}.txt").read_text().split("\n")]
    typed = {line.split()[1] for line in lines if line.startswith("> ") and line != "> "}
    for words in (menu.WORDS, game.WORDS, learn.WORDS, practice.WORDS):
        assert {word.split()[0] for word in words} <= typed
