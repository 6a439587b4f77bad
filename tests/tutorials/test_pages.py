"""What a page of the rulebook says beside the rules."""

import pytest

from boxtui.widgets.free_the_box_drawing import SIGNS
from tutorials.pages import rules_page

MARKS = {
    "free-the-box": (*SIGNS.values(), "<", "@", "x", "^", "="),
    "kimbo": ("<", "+", "J", "*", ":", "^", ">", "v"),
    "box": ("[ ]", "( )", "{ }", "+", "!"),
    "free-o": ("[ ]", "x2"),
}
"""The signs that a game's board is drawn with."""


@pytest.mark.parametrize("game", MARKS)
def test_a_page_says_what_the_signs_on_the_board_mean(game: str) -> None:
    told = rules_page(game).about
    for mark in MARKS[game]:
        assert f" {mark} " in told.replace(".", " ").replace(",", " ")


def test_words_that_are_stressed_lose_their_stars_and_signs_keep_them() -> None:
    assert "*" in rules_page("free-the-box").about
    assert "*" not in "".join(rule.text for rule in rules_page("box").rules)
