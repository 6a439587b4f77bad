"""Moves by their texts, in any game."""

from typing import TypeVar

import pytest

from boxtui.core import IllegalMove, State

S = TypeVar("S", bound=State)


def of_kind(kind: type[S], state: State) -> S:
    assert isinstance(state, kind)
    return state


def play(state: S, *moves: str) -> S:
    for text in moves:
        state.play(state.read_move(text))
    return state


def refused(state: State, text: str) -> str:
    """Return the rule that the move breaks; the position must not change."""
    before = state.text()
    with pytest.raises(IllegalMove) as refusal:
        state.read_move(text)
    assert state.text() == before
    return refusal.value.rule
