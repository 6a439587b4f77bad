"""The agents that play Box: a beginner, a greedy one, and one that searches."""

from abc import abstractmethod
from math import exp
from random import Random
from typing import Final, final

from ai.agent import UNLIMITED, Agent, Budget, Choice, Considered, Stop
from ai.box import opening
from ai.box.board import SearchBoard, board_of
from ai.box.heuristic import greediest
from ai.box.pattern_weights import REGRESSION, PatternWeights
from ai.box.rectangles import field_of
from ai.box.search import FEWEST, Tree, scale_of
from boxtui.core import OVER, State, uniform
from boxtui.games.box.board import STANDARD_SIZE
from boxtui.games.box.moves import BLACK, CLAIM, DONE, WHITE
from boxtui.games.box.position import BIDDING, CLAIMING, MARKING, OPENING, PICKING, Position

SEEN: Final = 1 / 3
"""The fraction of the empty intersections that a beginner looks at."""

NOTICED: Final = 1 / 2
"""The probability that a beginner notices a box that can be claimed by hand."""

MIRRORED: Final = 3
"""The fewest mirrored marks that are not taken for a coincidence."""

TRUSTED: Final = 0.08
"""The share that is risked, for each mark mirrored so far, on the belief that all will be."""


def board_at(position: Position) -> SearchBoard:
    """Return the board of a position in which the colors are settled."""
    lead = opening.start_lead(position, position.black)
    return board_of(position.colors, field_of(position.terms.size), lead)


class BoxAgent(Agent):
    """The common part of all Box agents: they never resign, and claim the largest box they notice.

    Decisions other than marks are made as the searching agent makes them, with as many positions as
    the budget allows, but at least one.

    Attributes:
        weights: what it expects of open rectangles.
    """

    def __init__(self, weights: PatternWeights = REGRESSION) -> None:
        self.weights: Final = weights

    def choose(self, state: State, budget: Budget, rng: Random, stop: Stop) -> Choice:
        """Return a legal move in any phase, with the moves considered if their values are real."""
        assert isinstance(state, Position)
        considered = self.consider(state, budget.iterations or UNLIMITED, rng, stop)
        shown = considered if considered[0].visits else []
        spent = sum([each.visits for each in considered])
        return Choice(considered[0].move, tuple(shown), spent)

    def consider(self, position: Position, limit: int, rng: Random, stop: Stop) -> list[Considered]:
        """Return the moves considered, the one to play first; no visits if it wasn't evaluated."""
        if position.phase == MARKING:
            return self.marks(position, limit, rng, stop)
        if position.phase == OPENING:
            return opening.first_marks(position, limit, self.weights, rng, stop)
        if position.phase == PICKING:
            return opening.picks(position, limit, self.weights, stop)
        if position.phase == BIDDING:
            return [_unvalued(opening.bid(position))]
        assert position.phase == CLAIMING
        return [_unvalued(self.claim(position, rng))]

    @abstractmethod
    def marks(self, position: Position, limit: int, rng: Random, stop: Stop) -> list[Considered]:
        """Return what `consider` does, in the phase in which an intersection is to be marked."""

    def claim(self, position: Position, rng: Random) -> int:
        """Return the claim of the largest box, or *done* if there is none (BOX-11)."""
        return largest_claim(position, position.claimable(position.seat))


def largest_claim(position: Position, boxes: list[int]) -> int:
    """Return the claim that wins most squares, or *done* if there is none.

    Of several that do, it is the first of the largest boxes, as sentences about the mark name it.
    """
    if not boxes:
        return DONE
    own = position.colors[position.color_of(position.seat)]
    squares = position.grid.squares_of
    return CLAIM + max(
        boxes, key=lambda box: ((squares[box] & ~own).bit_count(), squares[box].bit_count())
    )


@final
class BeginnerAgent(BoxAgent):
    """Plays the greediest mark on a third of the intersections, and overlooks half of the boxes."""

    def marks(self, position: Position, limit: int, rng: Random, stop: Stop) -> list[Considered]:
        board = board_at(position)
        empty = list(board.empty())
        seen = [point for point in empty if uniform(rng) < SEEN] or empty
        return [_unvalued(greediest(board, position.color_of(position.seat), seen))]

    def claim(self, position: Position, rng: Random) -> int:
        boxes = [box for box in position.claimable(position.seat) if uniform(rng) < NOTICED]
        return largest_claim(position, boxes)


@final
class GreedyBoxAgent(BoxAgent):
    """Plays the greediest mark."""

    def marks(self, position: Position, limit: int, rng: Random, stop: Stop) -> list[Considered]:
        board = board_at(position)
        color = position.color_of(position.seat)
        return [_unvalued(greediest(board, color, list(board.empty())))]


def _unvalued(move: int) -> Considered:
    return Considered(move, 0.5, 0)


def mirrored_marks(position: Position) -> int:
    """Return the number of the mover's marks, if the opponent has marked the image of each.

    Images are those of a half-turn about the center. The center is its own image, and a mark there
    doesn't count. 0 if an image is missing.
    """
    grid = position.grid
    own = position.color_of(position.seat)
    marks, others = (position.colors[color] & grid.all_marks for color in (own, 1 - own))
    marks &= ~(1 << grid.points // 2)
    images = int(f"{marks:0{grid.points}b}"[::-1], 2)
    return 0 if images & ~others else marks.bit_count()


@final
class BoxSearchAgent(BoxAgent):
    """Plays what a search thinks best; `Budget.iterations` is the number of positions searched.

    That number is for the standard grid. Larger grids get fewer, because each position takes
    longer. Against an opponent who mirrors every mark there are three such searches, and with a
    handicap two before the play.
    """

    def consider(self, position: Position, limit: int, rng: Random, stop: Stop) -> list[Considered]:
        return super().consider(position, _limit(position, limit), rng, stop)

    def evaluate(self, state: State, move: int, budget: Budget, rng: Random, stop: Stop) -> Choice:
        """Return a move with its share, by a search from the board where the next mark is made.

        What is decided between the move and that mark, this agent decides as `consider` does.
        """
        assert isinstance(state, Position)
        limit = _limit(state, budget.iterations or UNLIMITED)
        found = self._evaluate(state, move, limit, rng, stop)
        return Choice(move, (found,), found.visits)

    def _evaluate(
        self, position: Position, move: int, limit: int, rng: Random, stop: Stop
    ) -> Considered:
        after, mover = position.after(move), position.current_player()
        if after.current_player() != OVER and position.phase == CLAIMING and move == DONE:
            claim = self.claim(position, rng)
            if claim != DONE:
                return self._left(position, claim, limit, rng, stop)
        while after.phase in (PICKING, BIDDING, CLAIMING):
            after.apply(super().consider(after, limit, rng, stop)[0].move)
        if after.current_player() == OVER:
            return Considered(move, after.returns()[mover], 1)
        tree = self._tree(after, rng=rng)
        tree.run(max(FEWEST, limit), stop)
        return Considered(move, tree.root.value(after.color_of(mover)), tree.size)

    def _left(
        self, position: Position, claim: int, limit: int, rng: Random, stop: Stop
    ) -> Considered:
        """Return *done* with its share while something, such as `claim`, can be claimed (BOX-11).

        Chance makes two searches differ by more than a few squares are worth. So this is the share
        with all claimed, less what the squares left are worth by the evaluation.
        """
        found = self._evaluate(position, claim, limit, rng, stop)
        board, color = board_at(position), position.color_of(position.seat)
        full = position.clone()
        while full.phase == CLAIMING:
            full.apply(self.claim(full, rng))
        left = board_at(full).lead(color) - board.lead(color)
        empty_part = float(len(board.empty())) / float(len(board.ground.marks))
        odds = exp(-self.weights.square * left / scale_of(empty_part))
        share = found.value * odds / (1.0 - found.value + found.value * odds)
        return Considered(DONE, share, found.visits)

    def _tree(
        self,
        position: Position,
        again: bool = False,
        is_mirrored: bool = False,
        rng: Random | None = None,
    ) -> Tree:
        """Return a tree from a position in which a mark is to be made."""
        color = position.color_of(position.seat)
        return Tree(board_at(position), color, again, is_mirrored, rng, self.weights)

    def marks(self, position: Position, limit: int, rng: Random, stop: Stop) -> list[Considered]:
        color = position.color_of(position.seat)
        begins = not position.colors[BLACK] and not position.colors[WHITE]
        tree = self._tree(position, again=begins and position.terms.marks_in_a_row > 1)
        tree.run(max(FEWEST, limit), stop)
        found = [Considered(node.point, node.value(color), node.visits) for node in tree.ranked()]
        if mirrored_marks(position) >= MIRRORED:
            return self._against_a_mirror(position, found, limit, rng, stop)
        return found

    def _against_a_mirror(
        self, position: Position, found: list[Considered], limit: int, rng: Random, stop: Stop
    ) -> list[Considered]:
        """Return the best mark if the opponent goes on to mirror every mark.

        An opponent who mirrors draws, and no search looks so far ahead. If the mark is much worse
        against others than the best of those `found`, these are returned.
        """
        tree = self._tree(position, is_mirrored=True)
        tree.run(max(FEWEST, limit), stop)
        mark = self._evaluate(position, tree.ranked()[0].point, limit, rng, stop)
        trusted = TRUSTED * mirrored_marks(position)
        return [mark] if mark.value > found[0].value - trusted else found


def _limit(position: Position, limit: int) -> int:
    """Return how many positions to search, given the `limit` for the standard grid."""
    return round(limit / max(1.0, (position.terms.size / STANDARD_SIZE) ** 2))
