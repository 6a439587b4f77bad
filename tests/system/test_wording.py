"""What a person typed or a file has, as sentences repeat it, and what is said to a player."""

import answers
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boxtui.wording import in_second_person, quoted, with_short_words


@pytest.mark.parametrize(("given", "said"), answers.cases("system/quoted.txt"))
def test_what_is_refused_is_quoted_cut_and_printable(given: str, said: str) -> None:
    assert answers.quoted_value(given) == said, "make golden"


@pytest.mark.parametrize("end", ["", ".", " is wrong.", "; see there", "': no", "\n"])
def test_a_very_long_word_of_a_sentence_is_cut(end: str) -> None:
    assert with_short_words(f"It '{'x' * 250}{end}") == f"It '{'x' * 250}{end}"
    assert with_short_words(f"It '{'x' * 9000}{end}") == f"It '{'x' * 254}...{end}"


@given(st.text(max_size=40) | st.lists(st.text()))
def test_what_is_repeated_is_short_and_printable(given: object) -> None:
    said = quoted(given)
    assert said.isprintable()
    assert len(said) <= 29


@pytest.mark.parametrize(("done", "said"), answers.cases("system/in_second_person.txt"))
def test_what_a_player_did_is_said_to_the_player(done: str, said: str) -> None:
    assert in_second_person(done) == said, "make golden"
