"""Kimbo's level 5, which values moves after two throws.

A search that evaluates after each throw seldom sees how the next player's fence changes what a move
is worth. Here a fence is valued after the mover's throw, the next player's fence, and that player's
throw; a move of a piece, after the fences and throws of the next two turns.
"""

from random import Random
from typing import Final, final

from ai.agent import Agent, Budget, Choice, Considered, Stop
from ai.kimbo.answers import SIXTHS, THIRDS, Answers, a_third, probability
from ai.kimbo.evaluation import TURN_WORTH, KimboEvaluator
from ai.kimbo.fences import rounded
from ai.kimbo.gains import best_moves
from boxtui.core import State
from boxtui.games.kimbo.moves import KEEP
from boxtui.games.kimbo.state import FENCING, MOVING, ROLLING, Kimbo

RATED_SLOTS: Final = 100
RATED_SLOTS_OF_EVERY_FENCE: Final = 3
"""The number of slots in which one fence, and then every fence, is rated by the evaluation."""

VALUED_FENCES: Final = 24
"""The number of fences, best by the evaluation alone, that are valued."""

GAINING_PIECE_MOVES: Final = 32
VALUED_PIECE_MOVES: Final = 16
"""The number of moves of pieces, those that gain most, that are looked at, and of those that are
valued."""

ROUNDS: Final = ((VALUED_FENCES + 1, SIXTHS[0]), (8, SIXTHS[1]), (4, THIRDS[1]), (4, THIRDS[2]))
"""For each round, how many of the first moves are valued, and after which throws.

In 16 decisions, all 113 fences were valued after all throws. The best was among the first 10 by the
evaluation alone in each, and these rounds chose moves 0.0016 of a share worse.
"""


@final
class TwoThrowsAgent(Agent):
    """Plays the move that is worth most after two throws.

    `Budget.iterations` is the number of answers after which no other move is valued; one always is.
    `Budget.depth` is ignored.
    """

    def __init__(self) -> None:
        self._evaluator = KimboEvaluator(turn_worth=TURN_WORTH)

    def choose(self, state: State, budget: Budget, rng: Random, stop: Stop) -> Choice:
        """Return the best move and those valued; of equal ones, the better by the evaluation."""
        assert isinstance(state, Kimbo)
        self._evaluator.begin(state)
        answers = Answers(self._evaluator, rng)
        search = _Search(answers, state.table.seat, budget.iterations, stop)
        tried = [_Tried(move, state.after(move)) for move in self._first_moves(state, rng)]
        considered = search.run(tried)
        return Choice(considered[0].move, considered, answers.found)

    def evaluate(self, state: State, move: int, budget: Budget, rng: Random, stop: Stop) -> Choice:
        """Return `move` with all shares, from a third of all throws, which `rng` draws.

        After a throw, what `choose` finds with that budget is played. Otherwise, `budget` and
        `stop` are ignored, because that takes a few milliseconds.
        """
        assert isinstance(state, Kimbo)
        after = state.after(move)
        if state.phase == ROLLING and after.phase == MOVING and after.only_move() is None:
            after.apply(self.choose(after, budget, rng, stop).move)
        self._evaluator.begin(state)
        answers = Answers(self._evaluator, rng)
        throws = a_third(rng)
        shares = answers.after_throws(answers.answer(after), throws)
        seen = Considered(move, shares[state.table.seat], len(throws), tuple(shares))
        return Choice(move, (seen,), answers.found)

    def _first_moves(self, state: Kimbo, rng: Random) -> list[int]:
        """Return the moves that are tried, best by the evaluation alone first.

        Before the roll, `KEEP` is always one of them.
        """
        if state.phase != FENCING:
            dice = self._evaluator.dice(state.table)
            gaining = best_moves(state.table, dice, GAINING_PIECE_MOVES)
            rated = self._evaluator.by_evaluation(state, gaining, rng)[:VALUED_PIECE_MOVES]
            return [move for _, move in rated]
        fences = self._evaluator.fences_by_evaluation(
            state, RATED_SLOTS, RATED_SLOTS_OF_EVERY_FENCE, rng
        )
        moves = [move for _, move in fences]
        return moves[:VALUED_FENCES] + [move for move in moves[VALUED_FENCES:] if move == KEEP]


@final
class _Tried:
    """A move that is tried.

    Attributes:
        position: the one that it leads to; once it has a value, that before the next throw.
        value: the mover's mean share after the throws so far.
        throws: the number of these throws.
    """

    def __init__(self, move: int, position: Kimbo) -> None:
        self.move = move
        self.position = position
        self.value = 0.0
        self.throws = 0


@final
class _Search:
    """Values moves in rounds, until there are `most` answers or it is stopped."""

    def __init__(self, answers: Answers, seat: int, most: int, stop: Stop) -> None:
        self.answers = answers
        self.seat = seat
        self.most = most
        self.stop = stop

    def run(self, tried: list[_Tried]) -> tuple[Considered, ...]:
        """Return the moves that were valued, first those of later rounds, best first."""
        weight = 0.0
        for count, throws in ROUNDS:
            added = probability(throws)
            done = 0
            for each in tried[:count]:
                if tried[0].throws and self._is_over():
                    break
                if not each.throws:
                    each.position = self.answers.answer(each.position)
                share = self.answers.after_throws(each.position, throws)[self.seat]
                each.value = (weight * each.value + added * share) / (weight + added)
                each.throws += len(throws)
                done += 1
            tried = sorted(tried[:done], key=lambda each: -rounded(each.value)) + tried[done:]
            weight += added
        valued = [each for each in tried if each.throws]
        return tuple([Considered(each.move, each.value, each.throws) for each in valued])

    def _is_over(self) -> bool:
        return 0 < self.most <= self.answers.found or self.stop()
