"""How every game reads a position from text."""

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from boxtui.core import BadPosition, State, is_number
from boxtui.wording import listed, quoted

Words = dict[str, str]
"""The words of a position's text, `key=value`, as values by their keys."""

SomeState = TypeVar("SomeState", bound=State)

_LONGEST: Final = 10
"""The most characters of a number, so that sums of numbers fit into 64 bits in compiled code."""

ROUNDS: Final = range(1, 1_000_000)
"""The numbers of rounds or hands that a position can have: more than anybody plays."""


class BadField(ValueError):
    """Raised for a part of a position's text that can't be read; the message says why."""


def number_in(word: str) -> int:
    """Return the whole number that a word stands for. Raises BadField if it can't be read."""
    try:
        if len(word) <= _LONGEST:
            return int(word)
    except ValueError:
        pass
    raise BadField(f"{quoted(word)} can't be read: write a whole number of up to {_LONGEST} digits")


def index_in(names: Sequence[str], word: str) -> int:
    """Return which of the names a word is, from 0. Raises BadField if it is none of them."""
    if word not in names:
        raise BadField(f"{quoted(word)} can't be read: write {listed(names, 'or')}")
    return names.index(word)


def dice_on_table(word: str) -> list[int]:
    """Return the dice that `5+3`, `4` or `-` (none) stands for. Raises BadField for other text."""
    dice = [] if word == "-" else word.split("+")
    if len(dice) > 2 or not all(is_number(die, 1) for die in dice):
        raise BadField(f"{quoted(word)} can't be read: write dice as in 5+3 or 4, or - for none")
    return [int(die) for die in dice]


def no_position(title: str, fault: str) -> BadPosition:
    """Return the error for a text that isn't a position of the game with that title."""
    return BadPosition(f"Not a position of {title}: {fault}.")


def position_in(
    title: str,
    text: str,
    position_of: Callable[[Words], SomeState],
    fault_of: Callable[[SomeState], str],
) -> SomeState:
    """Return the position that a `State.text` stands for. Raises `BadPosition` for other text.

    `position_of` makes it from the text's words. It may raise `BadPosition`, `KeyError` for a
    missing word or name, or `ValueError` for what else can't be read. `fault_of` returns what
    doesn't fit together in the position, or "".
    """
    try:
        state = position_of(dict(word.partition("=")[::2] for word in text.split()))
    except BadPosition:
        raise
    except KeyError as missing:
        word = quoted(missing.args[0])
        raise no_position(title, f"{word} is missing or can't be read") from None
    except BadField as unread:
        raise no_position(title, str(unread)) from None
    except (ValueError, OverflowError):
        raise no_position(title, "a number or a name can't be read") from None
    if state.text() != text:
        raise BadPosition(f"Not a position of {title}; write it as: {state.text()}")
    fault = fault_of(state)
    if fault:
        raise no_position(title, fault)
    return state
