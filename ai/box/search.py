"""A tree search for Box that goes where it is worth going.

Monte Carlo tree search without playouts: what `appraise` says of a new position takes their place,
and guides which moves are tried, as in D. Silver et al., "Mastering the game of Go without human
knowledge", Nature 550 (2017), whose formula (PUCT) chooses the way down. An alpha-beta search with
the same appraisal, a transposition table and the same order of moves won 17% of 64 games against it
with as many positions looked at, and needed three times as many to win half of them.
"""

from math import exp, sqrt
from random import Random
from typing import Final, final

from ai.agent import Stop
from ai.box.board import Board
from ai.box.evaluation import ON_MOVE, appraise, strongest
from ai.box.rectangles import Spot
from boxtui.core import uniform
from boxtui.games.box.notation import BLACK

WIDTH: Final = 16
"""How many marks are thought of in a position: those that pull most."""

CURIOSITY: Final = 0.5
"""How much a mark's pull counts against what was found of it (c in the formula)."""

TEMPER: Final = 5.0
"""Two marks whose pulls differ by so many squares differ by a factor e in the beginning."""

DOUBT: Final = 0.05
"""A mark not tried yet is taken to be so much worse than its position is."""

JITTER: Final = 0.3
"""With luck, each pull is multiplied by a number drawn from an interval around 1 of this length.

Three searches of 800 positions after a mark then differ by about 0.01, and are as good."""

POLL: Final = 100
"""Positions looked at between two looks at the stop flag."""

OPEN_SCALE: Final = 25.0
SETTLED: Final = 0.43
LEAST_SCALE: Final = 0.7

SURE: Final = 3.0
"""A lead at the end counts as so many times one that is expected."""


def expected_share(lead: float, empty: float) -> float:
    """The share of a win that goes with an expected lead when that part of the grid is empty."""
    scale = max(LEAST_SCALE, OPEN_SCALE * (empty - SETTLED))
    return 1.0 / (1.0 + exp(-max(-30.0, min(30.0, lead / scale))))


@final
class Node:
    """A position in the tree: `color` is on move there; `total` adds up black's shares.

    `spots` and `chances` are the marks thought of and how promising they are, adding up to 1; the
    first few of them have children. There are none where the game is over.
    """

    def __init__(self, spot: Spot | None, board: Board, color: int, chance: float) -> None:
        self.spot = spot
        self.board = board
        self.color = color
        self.chance = chance
        self.spots: list[Spot] = []
        self.chances: list[float] = []
        self.children: list[Node] = []
        self.visits = 0
        self.total = 0.0

    def value(self, color: int) -> float:
        """The share of a win that a color can expect here, once visited."""
        mean = self.total / self.visits
        return mean if color == BLACK else 1.0 - mean

    def look(self, rng: Random | None) -> float:
        """What black can expect here by appraisal; the marks to think of are noted.

        Which marks these are, and how promising, is luck to the extent of `JITTER` if `rng` is
        given.
        """
        empty = len(self.board.empty) / len(self.board.ground.marks)
        if self.board.is_over():
            return expected_share(SURE * self.board.lead(BLACK), empty)
        lead = appraise(self.board, self.color)
        if rng is not None:
            for spot in self.board.empty:
                spot.pull *= 1.0 + JITTER * (uniform(rng) - 0.5)
        self.spots = strongest(self.board, WIDTH)
        highest = self.spots[0].pull
        chances = [exp((spot.pull - highest) / TEMPER) for spot in self.spots]
        whole = sum(chances)
        self.chances = [chance / whole for chance in chances]
        share = expected_share(lead + ON_MOVE * highest, empty)
        return share if self.color == BLACK else 1.0 - share


@final
class Tree:
    """The positions looked at from a board on which `color` is on move; `size` is how many.

    `again`: that color also makes the mark after (BOX-16). Without `rng` nothing is left to luck.
    """

    def __init__(
        self, board: Board, color: int, again: bool = False, rng: Random | None = None
    ) -> None:
        self.root = Node(None, board, color, 1.0)
        self.again = again
        self.rng = rng
        self.size = 0

    def grow(self, limit: int, stop: Stop) -> None:
        """Look at more positions until there are `limit`, or somebody wants the answer."""
        while self.size < limit:
            if self.size % POLL == POLL - 1 and stop():
                return
            self._visit()

    def ranked(self) -> list[Node]:
        """The root's children, the most visited first; of equal ones the better."""
        color, children = self.root.color, self.root.children
        order = [(-node.visits, -node.value(color), at) for at, node in enumerate(children)]
        return [children[at] for _, _, at in sorted(order)]

    def _visit(self) -> None:
        """Go down the most interesting way to a new position or an end, and count all on it."""
        self.size += 1
        node = self.root
        path = [node]
        while node.visits and node.spots:
            node = self._next(node)
            path.append(node)
        share = node.total / node.visits if node.visits else node.look(self.rng)
        for passed in path:
            passed.visits += 1
            passed.total += share

    def _next(self, node: Node) -> Node:
        """The child that the formula prefers; of those not tried only the first can be it."""
        curious = CURIOSITY * sqrt(node.visits)
        best, highest = -1, -1.0
        for at, child in enumerate(node.children):
            worth = child.value(node.color) + curious * child.chance / (1 + child.visits)
            if worth > highest:
                best, highest = at, worth
        tried = len(node.children)
        if tried < len(node.spots):
            if node.value(node.color) - DOUBT + curious * node.chances[tried] > highest:
                return self._new(node, tried)
        return node.children[best]

    def _new(self, node: Node, at: int) -> Node:
        """The next child of a position, not looked at yet."""
        spot = node.spots[at]
        color = node.color if self.again and node is self.root else 1 - node.color
        board = node.board.after(spot, node.color)
        node.children.append(Node(spot, board, color, node.chances[at]))
        return node.children[at]
