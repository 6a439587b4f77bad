"""The conditions of lessons: of which moves each holds."""

import pytest
from free_o_play import at
from shut_the_box_play import turn

from boxtui.core import State
from tutorials.goals import VOCABULARY, Conditions, PlayedMove, Value


def played(before: State, notation: str) -> PlayedMove:
    """A move by its notation; "" for what was reached without one."""
    if not notation:
        return PlayedMove(0, before, None, before)
    move = before.read_move(notation)
    return PlayedMove(before.current_player(), before, move, before.after(move))


LAID = played(turn("1,2,5,9", "4+4"), "5+2+1")
"""A 9 stays up, which two dice that make 9 lay down and others don't."""

SHUT = played(turn("3,5", "4+4"), "5+3")
BEGUN = played(turn("1,2,5,9"), "")
WON, LOST, TIED = (
    played(at("", "car", phase="over", demand="any", totals=totals, out=1), "")
    for totals in ("3,60", "60,3", "60,60")
)


TABLE: list[tuple[dict[str, Value], set[PlayedMove]]] = [
    ({"plays": ["5+2+1"]}, {LAID}),
    ({"plays": ["9", "5+3"]}, {SHUT}),
    ({"plays": []}, set()),
    ({"parts": 3}, {LAID}),
    ({"parts": 2}, {SHUT}),
    ({"parts": 0}, set()),
    ({"plays": ["5+*"]}, {LAID, SHUT}),
    ({"plays": ["*+3"]}, {SHUT}),
    ({"plays": ["*"]}, {LAID, SHUT}),
    ({"plays": ["5"]}, set()),
    ({"other_than": ["5+3"]}, {LAID}),
    ({"other_than": ["9", "5+*"]}, set()),
    ({"other_than": ["5"]}, {LAID, SHUT}),
    ({"lets": ["6 2"]}, {LAID, BEGUN}),
    ({"lets": ["6", "6 2"]}, {LAID, BEGUN}),
    ({"lets": ["6"]}, set()),
    ({"denies": ["6"]}, {LAID}),
    ({"denies": ["6", "6 2"]}, set()),
    ({"leaves": "up=9"}, {LAID}),
    ({"leaves": "phase=roll up=9"}, {LAID}),
    ({"leaves": "phase=roll up=3"}, set()),
    ({"leaves": "up=1,2"}, set()),
    ({"leaves": "up=*"}, {LAID, SHUT, BEGUN}),
    ({"leaves": "up=* phase=r*"}, {LAID, BEGUN}),
    ({"wins": True}, {WON, SHUT}),
    ({"wins": False}, {LAID, BEGUN, LOST, TIED}),
    ({"plays": ["5+*"], "parts": 2}, {SHUT}),
    ({"plays": ["5+*"], "parts": 1}, set()),
]


@pytest.mark.parametrize(("words", "holds"), TABLE)
def test_a_condition_holds_for_those_moves(words: dict[str, Value], holds: set[PlayedMove]) -> None:
    played_moves = (LAID, SHUT, BEGUN, WON, LOST, TIED)
    assert {each for each in played_moves if Conditions(words).hold(each)} == holds


def test_every_condition_is_tried_here() -> None:
    assert {word for words, _ in TABLE for word in words} == set(VOCABULARY)
