"""Moves and positions by their texts, in any game."""

from typing import TypeVar

from boxtui.core import State

S = TypeVar("S", bound=State)


def of_kind(kind: type[S], state: State) -> S:
    assert isinstance(state, kind)
    return state


def play(state: S, *moves: str) -> S:
    for text in moves:
        state.play(state.read_move(text))
    return state


def words_of(text: str) -> dict[str, str]:
    """Return the words of a position's text by their keys."""
    return dict(word.partition("=")[::2] for word in text.split())
