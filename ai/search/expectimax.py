"""Expectimax for any number of players: looks ahead through decisions and chance alike.

Chance nodes are averaged by their probabilities, as in D. Michie, "Game-playing and game-learning
automata" (1966), and B. W. Ballard, "The *-minimax search procedure for trees containing chance
nodes", Artificial Intelligence 21 (1983). With several players each maximizes their own value, as
in C. A. Luckhardt and K. B. Irani, "An algorithmic solution of N-person games", AAAI (1986).
Nothing is pruned: with more than two players hardly anything could be.
"""

from collections.abc import Callable
from random import Random
from typing import Final, final

from ai.agent import UNLIMITED, Agent, Budget, Choice, Considered, Stop
from boxtui.core import CHANCE, OVER, State

POLL: Final = 256
"""Nodes between two checks of the stop flag."""


class _CutShortError(Exception):
    """Raised if the node limit is reached or the stop flag is set."""


@final
class ExpectimaxAgent(Agent):
    """Plays the move with the highest expected value; the lowest of equal ones.

    `evaluate` returns a value per seat, in 0..1, for a position that isn't searched further; an
    ended game is worth its `returns`. `simplify` turns the position to decide in into the one that
    is searched: a game with the same legal moves, in which the mover may sit in another seat.

    A ply is a decision. With `Budget.depth` 1, each position right after a move is evaluated; with
    2, the chance after it is played out and the next decision made first, and so on.
    `Budget.iterations` is the number of positions made. The search deepens by one ply at a time and
    answers from the last depth that it finished, so it can be stopped at any time. Without limits,
    it goes on until it has seen the whole game.
    """

    def __init__(
        self,
        evaluate: Callable[[State], list[float]],
        simplify: Callable[[State], State],
    ) -> None:
        self._evaluate = evaluate  # not `evaluate`, which only a `Rater` has
        self._simplify = simplify

    def choose(self, state: State, budget: Budget, rng: Random, stop: Stop) -> Choice:
        """Return the best move and all considered; the first legal one if stopped too early."""
        search = _Search(self._evaluate, self._simplify(state), budget.iterations, stop)
        considered = search.deepen(budget.depth or UNLIMITED)
        move = considered[0].move if considered else state.legal_moves()[0]
        return Choice(move, considered, search.nodes)


@final
class _Search:
    """The search for one choice.

    Attributes:
        nodes: the number of positions made.
        whole: whether it has seen the game to all its ends.
    """

    def __init__(
        self, evaluate: Callable[[State], list[float]], root: State, limit: int, stop: Stop
    ) -> None:
        self.evaluate = evaluate
        self.root = root
        self.limit = limit or UNLIMITED
        self.stop = stop
        self.nodes = 0
        self.whole = False

    def deepen(self, depth: int) -> tuple[Considered, ...]:
        """Return what the deepest finished search thinks of each move, best first."""
        considered: tuple[Considered, ...] = ()
        plies = 0
        while plies < depth and not self.whole:
            plies += 1
            self.whole = True
            try:
                considered = self._consider(plies)
            except _CutShortError:
                break
        return considered

    def _consider(self, plies: int) -> tuple[Considered, ...]:
        mover = self.root.current_player()
        considered: list[Considered] = []
        for move in self.root.legal_moves():
            before = self.nodes
            value = self._after(self.root, move, plies - 1)[mover]
            considered.append(Considered(move, value, self.nodes - before))
        return tuple(sorted(considered, key=lambda each: -each.value))

    def _after(self, state: State, move: int, plies: int) -> list[float]:
        self._count()
        return self._values(state.after(move), plies)

    def _count(self) -> None:
        if self.nodes >= self.limit or (self.nodes % POLL == 0 and self.stop()):
            raise _CutShortError
        self.nodes += 1

    def _values(self, state: State, plies: int) -> list[float]:
        """Return a value per seat, with `plies` decisions still to look at.

        Clears `whole` if the game goes on beyond them.
        """
        player = state.current_player()
        if player == OVER:
            return state.returns()
        if plies == 0:
            self.whole = False
            return self.evaluate(state)
        if player == CHANCE:
            return self._average(state, plies)
        return self._best(state, player, plies)

    def _average(self, state: State, plies: int) -> list[float]:
        average: list[float] = []
        probabilities = state.chance_probabilities()
        for outcome, probability in zip(state.legal_moves(), probabilities, strict=True):
            values = self._after(state, outcome, plies)
            if not average:
                average = [0.0] * len(values)
            for seat in range(len(values)):
                average[seat] += probability * values[seat]
        return average

    def _best(self, state: State, player: int, plies: int) -> list[float]:
        best: list[float] = []
        for move in state.legal_moves():
            values = self._after(state, move, plies - 1)
            if not best or values[player] > best[player]:
                best = values
        return best
