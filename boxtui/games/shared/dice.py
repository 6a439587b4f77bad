"""Dice: throws as numbers, their probabilities, and their notation.

A throw of six-sided dice is 53 for a 5 and a 3, the higher die first, or 1 to 6 for one die.
"""

from typing import Final

from mypy_extensions import i64

from boxtui.core import BadNotation, IllegalMove, is_number
from boxtui.wording import quoted

TWO_DICE: Final = [10 * high + low for high in range(1, 7) for low in range(1, high + 1)]
"""The 21 throws of two dice, ascending."""

TWO_DICE_PROBABILITIES: Final = [(1 if throw // 10 == throw % 10 else 2) / 36 for throw in TWO_DICE]
"""The probabilities of `TWO_DICE`."""

_TOTALS: Final = range(7, 13)
"""The totals of two dice that no single die shows."""

EIGHT_SIDED: Final = list(range(1, 9))
"""What an eight-sided die can show, ascending."""

EIGHT_SIDED_PROBABILITIES: Final = [1 / len(EIGHT_SIDED)] * len(EIGHT_SIDED)
"""The probabilities of `EIGHT_SIDED`."""


def is_throw(throw: int) -> bool:
    """Whether a number is a throw of two dice."""
    return 1 <= throw % 10 <= throw // 10 <= 6


def some_throw(point: i64) -> i64:
    """Return the throw at `point`, 0 to 35, of the 36 ways in which two dice can fall."""
    one, other = point // 6 + 1, point % 6 + 1
    return 10 * one + other if one > other else 10 * other + one


def pips(throw: int) -> int:
    """Return the sum of a throw's dice."""
    return throw // 10 + throw % 10


def dice_of(throw: int) -> list[int]:
    """Return a throw's dice, the higher one first."""
    return [throw // 10, throw % 10] if throw > 9 else [throw]


def throw_text(throw: int) -> str:
    """Return a throw's notation: `5 3`, the higher die first, or `4` for one die."""
    return f"{throw // 10} {throw % 10}" if throw > 9 else str(throw)


def throw_words(throw: int) -> str:
    """Return a throw as part of a sentence: `5 and 3`, or `4 with one die`."""
    return f"{throw // 10} and {throw % 10}" if throw > 9 else f"{throw} with one die"


def numbers_in(text: str) -> list[int]:
    """Return the numbers in a text, which `+`, commas or spaces separate.

    The list is empty if anything in the text is not a number from 0 to 999, or if a number is
    missing before or after a `+` or a comma.
    """
    parts = [part.split() for part in text.replace(",", "+").split("+")]
    words = [word for part in parts for word in part]
    if not all(parts) or not all(is_number(word, 3) for word in words):
        return []
    return [int(word) for word in words]


def dice_in(text: str) -> list[int]:
    """Return the numbers in a typed throw: `5 3`, `3+5` or `53`; empty if it can't be read."""
    dice = numbers_in(text)
    if len(dice) == 1 and dice[0] > 9:
        return [int(digit) for digit in str(dice[0])]
    return dice


def throw_in(text: str, count: int, rule: str, die_rule: str) -> int:
    """Return the throw of `count` dice, one or two, in a text.

    Raises `BadNotation`, also for what may be the total of two dice, such as 12; `IllegalMove` by
    `die_rule` if no die shows such a number, and by `rule` for another number of dice.
    """
    numbers, dice = numbers_in(text), dice_in(text)
    if not dice:
        wanted = "the die, as in 4" if count == 1 else "the dice, as in 5 3"
        raise BadNotation(f"{quoted(text.strip())} can't be read: write {wanted}.")
    if count == 2 and len(numbers) == 1 and numbers[0] in _TOTALS:
        raise BadNotation(f"{quoted(text.strip())} may be a total: write both dice, as in 5 3.")
    for die in dice:
        if not 1 <= die <= 6:
            raise IllegalMove(die_rule, f"A die shows 1 to 6, not {die}.")
    if len(dice) != count:
        wanted = "one die now" if count == 1 else "two dice now: write both, as in 5 3"
        raise IllegalMove(rule, f"Roll exactly {wanted}.")
    return dice[0] if count == 1 else 10 * max(dice) + min(dice)
