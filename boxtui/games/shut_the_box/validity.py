"""Which positions of Shut-the-Box are possible."""

from boxtui.games.shared.dice import pips
from boxtui.games.shared.first_turn import is_sound
from boxtui.games.shared.position_text import position_in
from boxtui.games.shut_the_box.position_text import read_fields
from boxtui.games.shut_the_box.state import (
    ENDED,
    LAYING,
    ROLLING,
    ROLLING_FOR_FIRST,
    STAKES,
    ShutTheBox,
)
from boxtui.games.shut_the_box.tiles import (
    ALL_UP,
    UNPLAYED,
    WORST,
    final_scores,
    fitting,
    reachable,
    score_of,
    throws,
)


def read_position(text: str) -> ShutTheBox:
    """Return the position that `ShutTheBox.text` writes. Raises `BadPosition` for other text."""
    return position_in(
        "Shut-the-Box", text, lambda words: ShutTheBox.of(read_fields(words)), _fault_of
    )


def _fault_of(state: ShutTheBox) -> str:
    return "" if _is_sound(state) else "its parts contradict each other"


def _is_sound(state: ShutTheBox) -> bool:
    """Whether the parts of a position fit together."""
    order = [(state.first + turn) % state.seats for turn in range(state.seats)]
    played = [seat for seat in order if state.scores[seat] != UNPLAYED]
    return (
        state.scoring in WORST
        and 0 <= state.first < state.seats
        and state.round > 0
        and (state.stake == 0 or (state.stake in STAKES and state.seats > 1))
        and state.up in reachable()
        and played == order[: len(played)]
        and all(state.scores[seat] in final_scores(state.scoring) for seat in played)
        and not (state.stake and any(state.scores[seat] == 0 for seat in played[:-1]))
        and _phase_is_sound(state, order, len(played))
    )


def _phase_is_sound(state: ShutTheBox, order: list[int], played: int) -> bool:
    if state.phase == ENDED:
        return played > 0 and state.seat == order[played - 1] and _end_is_sound(state, played)
    if state.phase == ROLLING_FOR_FIRST:
        return _throws_for_first_are_sound(state, played)
    shut = state.stake > 0 and 0 in state.scores
    return (
        played < state.seats
        and not shut
        and state.seat == order[played]
        and not state.for_first
        and _turn_is_sound(state)
    )


def _end_is_sound(state: ShutTheBox, played: int) -> bool:
    last = state.scores[state.seat]
    whole = played == state.seats or (state.stake > 0 and last == 0)
    won = state.seats == 1 or len(state.leaders()) == 1
    return whole and won and last == score_of(state.up, state.scoring) and not state.throw


def _throws_for_first_are_sound(state: ShutTheBox, played: int) -> bool:
    return (
        state.seats == len(state.for_first)
        and 0 <= state.seat < state.seats
        and is_sound(state.for_first, state.seat)
        and (state.round, state.first, played, state.up) == (1, 0, 0, ALL_UP)
        and not state.throw
    )


def _turn_is_sound(state: ShutTheBox) -> bool:
    if state.phase == LAYING:
        known = state.throw in throws(state.up)
        return known and bool(fitting(state.up, pips(state.throw)))
    return state.phase == ROLLING and state.up > 0 and not state.throw
