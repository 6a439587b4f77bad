"""The agent that plays Shut-the-Box perfectly, by the exact solution."""

from random import Random
from typing import final

from ai.agent import Agent, Budget, Choice, Considered, Stop, StoppedTooEarly
from ai.shut_the_box.exact import InterruptedSolvingError, solution
from ai.shut_the_box.shares import scores_so_far, shares, turn_after, value_alone
from ai.shut_the_box.tile_graph import RANKS, first_best, graph_of
from boxtui.core import State
from boxtui.games.shut_the_box.state import ShutTheBox


@final
class ExactAgent(Agent):
    """Lays down the set with the highest value, the lowest of equal ones.

    The value is the mover's, on the scale of `returns`: the chance to win; under pub stakes the
    expected (net + 2) / 2n; alone, 1 less the expected score's share of the worst. The others are
    assumed to play just as well. The budget is ignored; each kind of game is solved once per
    process.
    """

    def choose(self, state: State, budget: Budget, rng: Random, stop: Stop) -> Choice:
        """Return the best set, with all values; if stopped, the best for a low score, without."""
        assert isinstance(state, ShutTheBox)
        tiles = graph_of(state.scoring)
        is_solved = True
        try:
            values = _values(state, stop)
        except InterruptedSolvingError:
            values, is_solved = _values_alone(state.scoring), False
        sets = [
            Considered(move, values[tiles.ranks[state.up & ~move]], 1)
            for move in state.legal_moves()
        ]
        best = sets[first_best([each.value for each in sets])]
        rest = sorted(sets, key=lambda each: (each is not best, -each.value))
        shown = tuple(rest) if is_solved else ()
        return Choice(best.move, shown, len(sets))

    def evaluate(self, state: State, move: int, budget: Budget, rng: Random, stop: Stop) -> Choice:
        """Return a move or a throw with all shares after it, and the share of the seat to play.

        Raises StoppedTooEarly if stopped before the game is solved; the next question goes on.
        """
        try:
            found = tuple(shares(state.after(move), stop))
        except InterruptedSolvingError as interrupted:
            game = f"the game for {state.seats} players"
            why = f"was stopped before it had solved {game}, and goes on with it when asked again"
            raise StoppedTooEarly(why) from interrupted
        seen = Considered(move, found[state.turn_seat()], 1, found)
        return Choice(move, (seen,), 1)


def _values(state: ShutTheBox, stop: Stop) -> list[float]:
    """Return the values to the mover, by the rank of the tiles left."""
    if state.seats == 1:
        return _values_alone(state.scoring)
    rounds = solution(state.seats, state.scoring, state.stake > 0, stop)
    return turn_after(rounds, scores_so_far(state)).values


def _values_alone(scoring: str) -> list[float]:
    return [value_alone(scoring, rank) for rank in range(RANKS)]
