"""What part of its squares an open rectangle is expected to win, by kind and marked corners.

These weights are those of a linear network that `boxtui train box` learns.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from ai.learned.network import Network
from ai.learned.weights import FeatureSet

ROOMY: Final = (1, 3, 7)
"""Rectangles are of four kinds, by how many intersections lie strictly inside: none, then from each
of these numbers on. The more there are, the easier the rectangle is to block."""

KINDS: Final = len(ROOMY) + 1

SQUARES: Final = 0
ONES: Final = 1  # by kind, what rectangles with one corner marked would win, and so on
TWOS: Final = ONES + KINDS
THREES: Final = TWOS + KINDS
ON_MOVE: Final = THREES + KINDS
IN_GAME: Final = ON_MOVE + 1  # always 1, because features of 0 only mean a seat that is out
COUNT: Final = IN_GAME + 1

LEAST_SQUARE: Final = 0.001
"""The least weight of a square, which the others are divided by."""

FEATURES: Final = FeatureSet("box", 1, COUNT, hidden=0)


@final
class PatternWeights:
    """The squares that one square of an open rectangle counts as, by its kind and marked corners.

    Attributes:
        square: what an expected lead is multiplied by before it is turned into a share.
        ones: by kind, the weight of a square of a rectangle with one corner marked.
        twos: the same with two corners.
        threes: the same with three.
        on_move: the part of the highest mark score that being on move adds to the expected lead.
    """

    def __init__(self, weights: vec[float]) -> None:
        self.square: Final = max(weights[SQUARES], LEAST_SQUARE)
        scaled = vec[float]([weight / self.square for weight in weights])
        self.ones: Final = scaled[ONES:TWOS]
        self.twos: Final = scaled[TWOS:THREES]
        self.threes: Final = scaled[THREES:ON_MOVE]
        self.on_move: Final = scaled[ON_MOVE]


_REGRESSION: Final = (
    (1.0,),
    (0.0047, 0.0061, 0.0051, 0.0003),
    (0.0449, 0.0446, 0.0174, 0.0113),
    (0.1930, 0.1877, 0.1020, 0.1197),
    (0.4, 0.0),
)

REGRESSION: Final = PatternWeights(vec[float]([weight for row in _REGRESSION for weight in row]))
"""Weights from a regression on all positions of 1,500 games between searching agents: the mean
share of each square that the rectangle's owner goes on to win, less what the other side wins. A
rectangle without a mark won nothing."""


def weights_of(network: Network | None) -> PatternWeights:
    """Return the weights of a network for `FEATURES`; those of the regression without one."""
    return PatternWeights(network.direct) if network else REGRESSION


def kind_of(inside: i64) -> i64:
    """Return the kind of a rectangle with so many intersections inside."""
    return sum([inside >= least for least in ROOMY])
