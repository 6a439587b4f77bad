"""Positions read from text: what holds for every game's."""

from collections.abc import Callable
from typing import TypeVar

from boxtui.core import BadPosition, State

Words = dict[str, str]
"""The `key=value` words that a position's text is made of."""

SomeState = TypeVar("SomeState", bound=State)


def no_position(title: str, fault: str) -> BadPosition:
    """The refusal of a text that is no position of the game with that title, to be raised."""
    return BadPosition(f"No position of {title}: {fault}.")


def position_in(
    title: str,
    text: str,
    position_of: Callable[[Words], SomeState],
    fault_of: Callable[[SomeState], str],
) -> SomeState:
    """The position that a `State.text` stands for; `BadPosition` says what is wrong with a text.

    `position_of` makes it of the text's words, with `BadPosition`, `KeyError` for a word or a name
    that isn't there, or `ValueError` for a number that is none. `fault_of` says what in it doesn't
    fit together, or "".
    """
    try:
        state = position_of(dict(word.partition("=")[::2] for word in text.split()))
    except BadPosition:
        raise
    except KeyError as missing:
        raise no_position(title, f"{missing} can't be read in it, or is missing") from None
    except (ValueError, OverflowError):
        raise no_position(title, "a number or a name can't be read in it") from None
    if state.text() != " ".join(text.split()):
        raise BadPosition(f"No position of {title}; as far as it reads: {state.text()}")
    fault = fault_of(state)
    if fault:
        raise no_position(title, fault)
    return state
