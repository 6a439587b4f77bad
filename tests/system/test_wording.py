"""What a person typed or a file has, as sentences repeat it, and what is said to a player."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boxtui.wording import in_second_person, quoted, with_short_words


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("e4", "'e4'"),
        ("don't", '"don\'t"'),
        ("a\\b", "'a\\b'"),
        ("x" * 24, f"'{'x' * 24}'"),
        ("x" * 25, f"'{'x' * 24}...'"),
        ("\x1b[2J\n\u202e\ud800", "'?[2J???'"),
        (True, "true"),
        ({"a": 1}, "a table"),
        (date(1979, 5, 27), "1979-05-27"),
        ([1, 2], "[1, 2]"),
        (["x" * 30], f"['{'x' * 22}..."),
    ],
)
def test_what_is_refused_is_quoted_cut_and_printable(given: object, said: str) -> None:
    assert quoted(given) == said


@pytest.mark.parametrize("end", ["", ".", " is wrong.", "; see there", "': no", "\n"])
def test_a_very_long_word_of_a_sentence_is_cut(end: str) -> None:
    assert with_short_words(f"It '{'x' * 250}{end}") == f"It '{'x' * 250}{end}"
    assert with_short_words(f"It '{'x' * 9000}{end}") == f"It '{'x' * 254}...{end}"


@given(st.text(max_size=40) | st.lists(st.text()))
def test_what_is_repeated_is_short_and_printable(given: object) -> None:
    said = quoted(given)
    assert said.isprintable()
    assert len(said) <= 29


@pytest.mark.parametrize(
    ("done", "said"),
    [
        ("is captured and has no Wild to play", "are captured and have no Wild to play"),
        ("plays Tree and goes out; seat 1 scores 0", "play Tree and go out; seat 1 scores 0"),
        ("plays 3, captures a piece and puts it back", "play 3, capture a piece and put it back"),
        ("moves C to 24, and draws a card", "move C to 24, and draw a card"),
        ("marks a4; owns more than half", "mark a4; own more than half"),
        ("draws a card: B goes home; green is out", "draw a card: B goes home; green is out"),
        ("The discards are shuffled, and is", "The discards are shuffled, and is"),
    ],
)
def test_what_a_player_did_is_said_to_the_player(done: str, said: str) -> None:
    assert in_second_person(done) == said
