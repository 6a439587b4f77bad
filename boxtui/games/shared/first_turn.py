"""Rolling for the first turn: the highest total begins, and seats tied for it roll again.

Throws are a list with an entry per seat: the total that it threw, `TO_ROLL` or `OUT`.
"""

from typing import Final

from boxtui.core import State
from boxtui.games.shared.position_text import Words, number_in

TO_ROLL: Final = 0
"""The entry of a seat that has yet to roll."""

OUT: Final = -1
"""The entry of a seat once another has thrown higher."""

TWO_DICE: Final = range(2, 13)
"""What two dice add up to."""

_MARKS: Final = {"-": TO_ROLL, "x": OUT}


def after_throw(thrown: list[int], seat: int, total: int) -> tuple[list[int], int]:
    """Return the throws after one more, and the seat that rolls next.

    After the last throw of a round only the seats that threw highest stay in. Once that is a single
    seat, no throws are left, and it is the seat that begins.
    """
    after = list(thrown)
    after[seat] = total
    if TO_ROLL not in after:
        highest = max(after)
        if after.count(highest) == 1:
            return [], after.index(highest)
        after = [TO_ROLL if throw == highest else OUT for throw in after]
    return after, after.index(TO_ROLL)


def describe_first_throw(thrown: list[int], seat: int, words: str, total: int, rule: str) -> str:
    """Return what a seat's throw does and decides; `words` and `total` are the throw."""
    return f"rolls {words} for the first turn{_decision(thrown, seat, total, rule)}"


def _decision(thrown: list[int], seat: int, total: int, rule: str) -> str:
    """Return what one more throw decides, as the end of a sentence; "" if nothing yet."""
    after, then = after_throw(thrown, seat, total)
    if not after:
        return f"; seat {then + 1} begins ({rule})"
    if TO_ROLL not in thrown[seat + 1 :]:
        return f"; tied, those tied roll again ({rule})"
    return ""


def _is_sound(thrown: list[int], seat: int, totals: range) -> bool:
    """Whether such throws can occur while `seat` is to roll; `totals` are those of one throw."""
    return (
        len(thrown) - thrown.count(OUT) > 1
        and thrown[seat] == TO_ROLL
        and all(throw == OUT or throw in totals for throw in thrown[:seat])
        and all(throw in (OUT, TO_ROLL) for throw in thrown[seat:])
    )


def fault_for_first(
    state: State, thrown: list[int], seat: int, begun: State, totals: range = TWO_DICE
) -> str:
    """Return what is not possible in a position in which `seat` is to roll, or "".

    `begun` is the start of the game after the same throws.
    """
    if len(thrown) != state.seats:
        return "for_first must have one roll for each seat; - is one to come, x a seat that is out"
    if not 0 <= seat < state.seats:
        return f"there is no seat {seat + 1}"
    if not _is_sound(thrown, seat, totals):
        return "these rolls for the first turn are not possible"
    return "" if begun.text() == state.text() else "nothing can have moved before the first turn"


def shown_throws(thrown: list[int]) -> list[str]:
    """Return each seat's throw, or "" if it is to come or the seat is out."""
    return [str(throw) if throw not in (TO_ROLL, OUT) else "" for throw in thrown]


def thrown_words(thrown: list[int]) -> list[str]:
    """Return the word for throws in a position's text, or no word if there are none.

    In it `-` is a throw to come, `x` a seat that is out.
    """
    marks = {throw: mark for mark, throw in _MARKS.items()}
    listed = ",".join(marks.get(throw, str(throw)) for throw in thrown)
    return [f"for_first={listed}"] if thrown else []


def thrown_in(words: Words) -> list[int]:
    """Return the throws in a position's text. Raises ValueError if they can't be read."""
    if "for_first" not in words:
        return []
    thrown = words["for_first"].split(",")
    return [_MARKS[each] if each in _MARKS else number_in(each) for each in thrown]
