"""A selective tree search for Box.

Monte Carlo tree search without playouts: `evaluate` gives the value of a new position and the
priors of its moves, as in D. Silver et al., "Mastering the game of Go without human knowledge",
Nature 550 (2017), whose formula (PUCT) selects the moves. An alpha-beta search with the same
evaluation, a transposition table and the same move order won 17% of 64 games against it with as
many positions evaluated, and needed three times as many to win half of them.
"""

from math import exp, sqrt
from random import Random
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from ai.agent import Stop
from ai.box.board import SearchBoard
from ai.box.evaluation import evaluate, strongest
from ai.box.pattern_weights import REGRESSION, PatternWeights
from ai.box.rectangles import EMPTY
from boxtui.core import uniform
from boxtui.games.box.moves import BLACK

WIDTH: Final = 16
"""How many marks are considered in a position: those with the highest scores."""

FEWEST: Final = 2
"""The fewest iterations that find a mark: the first evaluates the root, the next a mark."""

C_PUCT: Final = 0.5
"""The exploration constant of PUCT."""

PRIOR_TEMPERATURE: Final = 5.0
"""The priors of two marks whose scores differ by this many squares differ by a factor e."""

FPU_REDUCTION: Final = 0.05
"""A mark not tried yet is taken to be worth this much less than its position (first play urgency:
S. Gelly and Y. Wang, "Exploration exploitation in Go", NIPS workshop, 2006)."""

JITTER: Final = 0.3
"""With a random generator, each score is multiplied by a number from an interval around 1 of this
length. Three searches of 800 positions each then differ by about 0.01 and are as good."""

NO_POINT: Final = -1
"""The point of the root, to which no mark leads."""

POLL: Final = 100
"""Positions between two checks of the stop flag."""

SCALE_SLOPE: Final = 25.0
SETTLED_PART: Final = 0.43
LEAST_SCALE: Final = 0.7
"""The scale, in squares, of the logistic function from a lead to a share: `SCALE_SLOPE` times
the empty part of the grid beyond `SETTLED_PART`, but at least `LEAST_SCALE`."""

DELAY: Final = 0.97
"""Against a mirror, an advantage shrinks by this factor with each mark that it takes to reach.
Otherwise what wins could be put off, mark after mark, until too few are left for it."""

FINAL_LEAD_WEIGHT: Final = 3.0
"""A lead at the end of the game counts this many times as much as an expected lead.

So a search prefers to win by more squares, and goes on playing for squares where the game is lost:
half a square ahead is worth 0.895 to it, one square 0.986. If every end counted as 1, 0.5 or 0
instead, it would be as strong: 0.500 (0.495 to 0.505) of 600 games on the grid of 6 × 6, with 500
iterations.
"""


def expected_share(lead: float, empty_part: float) -> float:
    """Return the share of a win that an expected lead is worth.

    A logistic function of the lead; `empty_part` is the part of the grid without marks, in 0..1.
    """
    return 1.0 / (1.0 + exp(-max(-30.0, min(30.0, lead / scale_of(empty_part)))))


def scale_of(empty_part: float) -> float:
    """Return the scale of the logistic function, in squares."""
    return max(LEAST_SCALE, SCALE_SLOPE * (empty_part - SETTLED_PART))


@final
class Node:
    """A position in the tree.

    Attributes:
        point: the intersection of the mark that leads here; `NO_POINT` at the root.
        board: the position.
        color: the color to move.
        prior: the prior of that mark.
        points: the intersections of the marks considered, best first; none if the game is over.
        priors: for each of them its prior; they sum to 1.
        children: nodes for the first of them.
        visits: how often a walk came here.
        total: the sum of black's shares over all visits.
    """

    def __init__(self, point: i64, board: SearchBoard, color: int, prior: float) -> None:
        self.point: Final = point
        self.board: Final = board
        self.color: Final = color
        self.prior: Final = prior
        self.points = vec[i64]()
        self.priors = vec[float]()
        self.children: Final[list[Node]] = []
        self.visits = 0
        self.total = 0.0

    def value(self, color: int) -> float:
        """Return a color's mean share; there must be a visit."""
        mean = self.total / self.visits
        return mean if color == BLACK else 1.0 - mean

    def expand(self, weights: PatternWeights, rng: Random | None) -> float:
        """Choose the marks to consider and return black's share by the evaluation.

        With `rng`, the marks' scores vary by `JITTER`.
        """
        empty = self.board.empty()
        empty_part = float(len(empty)) / float(len(self.board.ground.marks))
        if self.board.is_over():
            return expected_share(FINAL_LEAD_WEIGHT * self.board.lead(BLACK), empty_part)
        lead, scores = evaluate(self.board, self.color, weights)
        if rng is not None:
            for point in empty:
                scores[point] *= 1.0 + JITTER * (uniform(rng) - 0.5)
        self.points = strongest(scores, empty, WIDTH)
        highest = scores[self.points[0]]
        self.priors = vec[float](
            [exp((scores[point] - highest) / PRIOR_TEMPERATURE) for point in self.points]
        )
        whole = 0.0
        for prior in self.priors:
            whole += prior
        for at in range(len(self.priors)):
            self.priors[at] /= whole
        lead += weights.on_move * highest
        share = expected_share(weights.square * lead, empty_part)
        return share if self.color == BLACK else 1.0 - share

    def consider_only(self, point: i64) -> None:
        """Consider only a mark on that intersection, if it is empty."""
        if self.board.ground.marks[point] == EMPTY:
            self.points, self.priors = vec[i64]([point]), vec[float]([1.0])


@final
class Tree:
    """A search tree from a board on which `color` is to move.

    Attributes:
        again: whether that color also makes the next mark (BOX-16).
        is_mirrored: whether the other color is taken to mark the image of every mark, which is by a
            half-turn about the center.
        rng: makes searches differ; None for a deterministic search.
        weights: what the evaluation expects of open rectangles.
        size: the number of iterations so far: positions evaluated, and visits to ended ones.
    """

    def __init__(
        self,
        board: SearchBoard,
        color: int,
        again: bool = False,
        is_mirrored: bool = False,
        rng: Random | None = None,
        weights: PatternWeights = REGRESSION,
    ) -> None:
        self.root = Node(NO_POINT, board, color, 1.0)
        self.again = again
        self.is_mirrored = is_mirrored
        self.rng = rng
        self.weights = weights
        self.size = 0

    def run(self, limit: int, stop: Stop) -> None:
        """Iterate until `size` is `limit` or `stop` returns True."""
        while self.size < limit:
            if self.size % POLL == POLL - 1 and stop():
                return
            self._iterate()

    def ranked(self) -> list[Node]:
        """Return the root's children by visits, ties by value, best first."""
        color, children = self.root.color, self.root.children
        order = [(-node.visits, -node.value(color), at) for at, node in enumerate(children)]
        return [children[at] for _, _, at in sorted(order)]

    def _iterate(self) -> None:
        """Walk down to a new position or an end, and add its value to all nodes passed."""
        self.size += 1
        node = self.root
        path = [node]
        while node.visits and node.points:
            node = self._select(node)
            path.append(node)
        share = node.total / node.visits if node.visits else self._expand(node, len(path) - 1)
        for passed in path:
            passed.visits += 1
            passed.total += share

    def _expand(self, node: Node, marks: int) -> float:
        """Expand a node, `marks` below the root, and return black's share.

        A color that mirrors considers one mark only.
        """
        share = node.expand(self.weights, self.rng)
        if not self.is_mirrored:
            return share
        if node.points and node.color != self.root.color:
            node.consider_only(len(node.board.ground.marks) - 1 - node.point)
        return 0.5 + (share - 0.5) * DELAY**marks

    def _select(self, node: Node) -> Node:
        """Return the child that PUCT selects, of those tried and the first mark not tried yet."""
        exploration = C_PUCT * sqrt(node.visits)
        best, highest = -1, -1.0
        for at, child in enumerate(node.children):
            worth = child.value(node.color) + exploration * child.prior / (1 + child.visits)
            if worth > highest:
                best, highest = at, worth
        tried = len(node.children)
        if tried < len(node.points):
            if node.value(node.color) - FPU_REDUCTION + exploration * node.priors[tried] > highest:
                return self._add_child(node, tried)
        return node.children[best]

    def _add_child(self, node: Node, at: int) -> Node:
        """Return a new child of a position, for the mark `at` in `points`."""
        point = node.points[at]
        color = node.color if self.again and node is self.root else 1 - node.color
        board = node.board.after(point, node.color)
        node.children.append(Node(point, board, color, node.priors[at]))
        return node.children[at]
