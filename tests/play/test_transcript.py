"""An exported game reads back the same, with its board, and its faults have their places."""

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import answers
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_games import do
from recorded import GAME, SEATS, facts_of, new_match, next_event, own_board

from boxtui.games import GAMES
from boxtui.play import transcript
from boxtui.play.match import Match
from boxtui.play.record import Record, header_of
from boxtui.play.replay import match_in
from saves.errors import NotASave, SaveDamaged, SaveError
from saves.journal import read
from saves.library import Library, digest_of


def test_an_exported_game_brings_its_own_board(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, GAME.key, own_board(b"nine tiles"))
    elsewhere = Library(tmp_path / "elsewhere")
    for content in (b"nine tiles", b"nine tiles\r\n'mine' \"too\"\n"):
        match = Match(own_board(content), {}, SEATS, 7)
        text = transcript.as_text(match, header_of(match, digest_of(content)))
        again, header = transcript.from_text(text, "g.toml", elsewhere)
        assert again.game.board == content
        assert transcript.as_text(again, header) == text
    for changed in (text.replace("mine", "mind"), text.replace("nine tiles", "ten")):
        with pytest.raises(SaveDamaged, match="its board has been changed"):
            transcript.from_text(changed, "g.toml", elsewhere)
    with pytest.raises(NotASave, match="its board is not a list of lines"):
        transcript.from_text(text.replace("board = [", "board = [1,"), "g.toml", elsewhere)


@given(st.integers(0, 2**32), st.integers(0, 80))
@settings(max_examples=15)
def test_an_exported_game_reads_back_as_the_same_game(seed: int, events: int) -> None:
    with TemporaryDirectory() as folder:
        library, rng = Library(Path(folder)), Random(seed)
        record = Record.begin(new_match(seed), library)
        for _ in range(events):
            do(record, next_event(record.match, rng))
        record.close()
        text = transcript.as_text(match_in(record.path, library), read(record.path).header)
        again, header = transcript.from_text(text, "a.toml", library)
        assert facts_of(again)[:7] == facts_of(record.match)[:7]
        assert again.log == record.match.log
        assert transcript.as_text(again, header) == text


@pytest.mark.parametrize(("given", "said"), answers.cases("play/refused_records.txt"))
def test_a_fault_in_a_text_has_its_place_and_what_to_do_about_it(given: str, said: str) -> None:
    assert answers.refused_record(given) == said, "make golden"


@pytest.mark.parametrize(
    "seats", ["1", "'ab'", "[1]", "[[]]", "{}", "[{name = 'Ann', player = 1}]"]
)
@pytest.mark.parametrize("options", ["{}", "[]", "1", "1979-05-27"])
def test_a_text_whose_parts_have_other_types_is_refused_in_words_for_players(
    library: Library, seats: str, options: str
) -> None:
    text = f"moves = []\noptions = {options}\nseats = {seats}"
    with pytest.raises(SaveError, match=r"seats are not a list of tables|it has no") as refused:
        transcript.from_text(text, "g.toml", library)
    assert "'int'" not in str(refused.value)
    assert "indices" not in str(refused.value)
