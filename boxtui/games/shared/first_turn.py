"""Rolling for the first turn: the highest total begins, and seats tied for it roll again.

The totals are a list with an entry per seat: the total that it rolled, `TO_ROLL` or `OUT`.
"""

from typing import Final

from boxtui.core import State
from boxtui.games.shared.position_text import Words, number_in
from boxtui.wording import listed

TO_ROLL: Final = 0
"""The entry of a seat that has yet to roll."""

OUT: Final = -1
"""The entry of a seat once another has thrown higher."""

TOTALS: Final = range(2, 13)
"""The totals that two dice can have."""

ROLLS_ARE_OVER: Final = "the rolls for the first turn are over"
"""What is wrong with a position that has totals in a later phase."""

_MARKS: Final = {"-": TO_ROLL, "x": OUT}


def after_total(totals: list[int], seat: int, total: int) -> tuple[list[int], int]:
    """Return the totals after one more, and the seat that rolls next.

    After the last roll of a round only the seats with the highest total stay in. Once that is a
    single seat, no totals are left, and it is the seat that begins.
    """
    after = list(totals)
    after[seat] = total
    if TO_ROLL not in after:
        highest = max(after)
        if after.count(highest) == 1:
            return [], after.index(highest)
        after = [TO_ROLL if each == highest else OUT for each in after]
    return after, after.index(TO_ROLL)


def describe_first_throw(totals: list[int], seat: int, words: str, total: int, rule: str) -> str:
    """Return what a seat's throw does and decides; `words` and `total` are the throw."""
    rolls = f"rolls {words} for the first turn"
    after, then = after_total(totals, seat, total)
    if not after:
        return f"{rolls}; seat {then + 1} begins ({rule})"
    if TO_ROLL in totals[seat + 1 :]:
        return rolls
    tied = listed([f"seat {at + 1}" for at, each in enumerate(after) if each == TO_ROLL])
    return f"{rolls}; {tied} tie and roll again ({rule})"


def _is_sound(totals: list[int], seat: int, possible: range) -> bool:
    """Whether such totals can occur while `seat` is to roll; `possible` are those of one throw."""
    return (
        len(totals) - totals.count(OUT) > 1
        and totals[seat] == TO_ROLL
        and all(total == OUT or total in possible for total in totals[:seat])
        and all(total in (OUT, TO_ROLL) for total in totals[seat:])
    )


def fault_for_first(
    state: State, totals: list[int], seat: int, first: State, possible: range = TOTALS
) -> str:
    """Return what is not possible in a position in which `seat` is to roll, or "".

    Throws are made in the order of seats from the game's `first` position, in which nobody has
    rolled; `possible` are the totals of one throw.
    """
    if len(totals) != state.seats:
        return "for_first must have one roll for each seat; - is one to come, x a seat that is out"
    if not 0 <= seat < state.seats:
        return f"there is no seat {seat + 1}"
    if not _is_sound(totals, seat, possible):
        return "these rolls for the first turn are not possible"
    moved = _words_but_rolls(state) != _words_but_rolls(first)
    return "nothing can have moved before the first turn" if moved else ""


def _words_but_rolls(state: State) -> list[str]:
    return [word for word in state.text().split() if not word.startswith(("seat=", "for_first="))]


def shown_totals(totals: list[int]) -> list[str]:
    """Return what each seat rolled, as in `rolled 9`; "" if that is to come or the seat is out."""
    return [f"rolled {total}" if total not in (TO_ROLL, OUT) else "" for total in totals]


def totals_words(totals: list[int]) -> list[str]:
    """Return the word for the totals in a position's text, or no word if there are none.

    In it `-` is a total to come, `x` a seat that is out.
    """
    marks = {entry: mark for mark, entry in _MARKS.items()}
    listed = ",".join(marks.get(total, str(total)) for total in totals)
    return [f"for_first={listed}"] if totals else []


def totals_in(words: Words) -> list[int]:
    """Return the totals in a position's text. Raises ValueError if they can't be read."""
    if "for_first" not in words:
        return []
    written = words["for_first"].split(",")
    return [_MARKS[each] if each in _MARKS else number_in(each) for each in written]
