"""Which positions of Shut-the-Box are possible."""

from boxtui.games.shared.dice import pips
from boxtui.games.shared.first_turn import ROLLS_ARE_OVER, fault_for_first
from boxtui.games.shared.position_text import ROUNDS, position_in
from boxtui.games.shut_the_box.state import (
    ENDED,
    LAYING,
    ROLLING,
    ROLLING_FOR_FIRST,
    STAKES,
    ShutTheBox,
)
from boxtui.games.shut_the_box.tiles import (
    UNPLAYED,
    WORST,
    final_scores,
    fitting,
    reachable,
    score_of,
    throws,
)
from boxtui.wording import quoted


def read_position(text: str) -> ShutTheBox:
    """Return the position that `ShutTheBox.text` writes. Raises `BadPosition` for other text."""
    return position_in("Shut-the-Box", text, ShutTheBox.of, _fault_of)


def _fault_of(state: ShutTheBox) -> str:
    """Return what doesn't fit together in a position, or ""."""
    if state.scoring not in WORST:
        return f"there is no scoring {quoted(state.scoring)} (STB-17)"
    if not 0 <= state.first < state.seats:
        return f"there is no seat {state.first + 1} to begin"
    if state.round not in ROUNDS:
        return f"there is no round {state.round}"
    if state.stake and (state.stake not in STAKES or state.seats == 1):
        return f"a stake is {STAKES[0]} to {STAKES[-1]} and needs two players (STB-14)"
    if state.up not in reachable():
        return "no turn leaves these tiles up"
    return _fault_of_scores(state) or _fault_of_phase(state)


def _played(state: ShutTheBox) -> int:
    """Return the number of seats with a score in this round."""
    return state.seats - state.scores.count(UNPLAYED)


def _fault_of_scores(state: ShutTheBox) -> str:
    """STB-13: seats play in the order of turns; STB-15: a shut box ends a round for pub stakes."""
    played = state.turn_order()[: _played(state)]
    if any(state.scores[seat] == UNPLAYED for seat in played):
        return "a seat has a score before its turn (STB-13)"
    if any(state.scores[seat] not in final_scores(state.scoring) for seat in played):
        return "no turn ends with one of these scores"
    if state.stake and any(state.scores[seat] == 0 for seat in played[:-1]):
        return "a seat has a score although the box was shut before its turn (STB-15)"
    return ""


def _fault_of_phase(state: ShutTheBox) -> str:
    """STB-13: if the first turn is rolled for, that comes before anything else."""
    if state.phase == ROLLING_FOR_FIRST:
        first = ShutTheBox(state.seats, state.scoring, state.stake, 0)
        first.roll_for_first()
        return fault_for_first(state, state.first_totals, state.seat, first)
    if state.first_totals:
        return ROLLS_ARE_OVER
    if state.phase == ENDED:
        return _fault_of_end(state)
    if UNPLAYED not in state.scores or (state.stake and 0 in state.scores):
        return "the round is over, so it is nobody's turn"
    if state.seat != state.turn_order()[_played(state)]:
        return f"it isn't the turn of seat {state.seat + 1}"
    return _fault_of_turn(state)


def _fault_of_end(state: ShutTheBox) -> str:
    played = _played(state)
    if not played or state.seat != state.turn_order()[played - 1]:
        return "the seat must be the one that played last"
    last = state.scores[state.seat]
    if played < state.seats and not (state.stake and last == 0):
        return "the game isn't over: not every seat has had its turn"
    if state.seats > 1 and len(state.leaders()) > 1:
        return "the game isn't over: the lowest score is tied (STB-11)"
    if last != score_of(state.up, state.scoring) or state.throw:
        return "the tiles up must be those of the last score, without dice on the table"
    return ""


def _fault_of_turn(state: ShutTheBox) -> str:
    """STB-6: one die or two are rolled; STB-5: dice on the table must fit a set of tiles."""
    if state.phase == LAYING:
        if state.throw not in throws(state.up):
            return "these dice can't be rolled with these tiles up (STB-6)"
        fits = fitting(state.up, pips(state.throw))
        return "" if fits else "nothing fits the dice, so the turn is over (STB-5)"
    if state.phase != ROLLING:
        return f"there is no phase {quoted(state.phase)}"
    if not state.up:
        return "the box is shut, so the turn is over (STB-9)"
    return "no dice can be on the table before the roll" if state.throw else ""
