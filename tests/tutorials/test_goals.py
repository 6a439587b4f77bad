"""The conditions of lessons: of which moves each holds."""

import pytest
from free_o_play import at
from shut_the_box_play import turn

from boxtui.core import State
from tutorials.goals import VOCABULARY, Conditions, PlayedMove, Value


def played(before: State, notation: str) -> PlayedMove:
    """A move by its notation."""
    move = before.read_move(notation)
    return PlayedMove(before, move, before.after(move))


LAID = played(turn("1,2,5,9", "4+4"), "5+2+1")
"""A 9 stays up, which two dice that make 9 lay down and others don't."""

SHUT = played(turn("3,5", "4+4"), "5+3")
ROLLED = played(turn("1,2,5,9"), "5 3")
"""A roll by hand: 5, 2 and 1 can be laid down, and the game goes on."""


TABLE: list[tuple[dict[str, Value], set[PlayedMove]]] = [
    ({"plays": ["5+2+1"]}, {LAID}),
    ({"plays": ["9", "5+3"]}, {SHUT}),
    ({"plays": []}, set()),
    ({"parts": 3}, {LAID}),
    ({"parts": 2}, {SHUT, ROLLED}),
    ({"parts": 0}, set()),
    ({"plays": ["5+*"]}, {LAID, SHUT}),
    ({"plays": ["5 *"]}, {ROLLED}),
    ({"plays": ["*+3"]}, {SHUT}),
    ({"plays": ["*"]}, {LAID, SHUT, ROLLED}),
    ({"plays": ["5"]}, set()),
    ({"other_than": ["5+3"]}, {LAID, ROLLED}),
    ({"other_than": ["9", "5+*"]}, {ROLLED}),
    ({"other_than": ["9", "5*"]}, set()),
    ({"other_than": ["5"]}, {LAID, SHUT, ROLLED}),
    ({"lets": ["6 2"]}, {LAID}),
    ({"lets": ["6", "6 2"]}, {LAID}),
    ({"lets": ["5+2+1"]}, {ROLLED}),
    ({"lets": ["6"]}, set()),
    ({"denies": ["6"]}, {LAID, ROLLED}),
    ({"denies": ["6", "6 2"]}, {ROLLED}),
    ({"denies": ["5+2+1", "6 2"]}, set()),
    ({"leaves": "up=9"}, {LAID}),
    ({"leaves": "phase=roll up=9"}, {LAID}),
    ({"leaves": "phase=roll up=3"}, set()),
    ({"leaves": "up=1,2"}, set()),
    ({"leaves": "up=*"}, {LAID, SHUT, ROLLED}),
    ({"leaves": "up=* phase=r*"}, {LAID}),
    ({"wins": True}, {SHUT}),
    ({"wins": False}, {LAID, ROLLED}),
    ({"plays": ["5+*"], "parts": 2}, {SHUT}),
    ({"plays": ["5+*"], "parts": 1}, set()),
]


@pytest.mark.parametrize(("words", "holds"), TABLE)
def test_a_condition_holds_for_those_moves(words: dict[str, Value], holds: set[PlayedMove]) -> None:
    played_moves = (LAID, SHUT, ROLLED)
    assert {each for each in played_moves if Conditions(words).hold(each)} == holds


@pytest.mark.parametrize(("totals", "is_won"), [("3,60", 1), ("60,3", 0), ("60,60", 0)])
def test_a_move_wins_if_its_mover_alone_has_won(totals: str, is_won: bool) -> None:
    over = at("", "car", phase="over", demand="any", totals=totals, out=1)
    move = PlayedMove(SHUT.before, SHUT.move, over)
    assert move.seat == 0
    assert Conditions({"wins": True}).hold(move) == is_won
    assert Conditions({"wins": False}).hold(move) != is_won


def test_every_condition_is_tried_here() -> None:
    assert {word for words, _ in TABLE for word in words} == set(VOCABULARY)
