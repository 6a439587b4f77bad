"""How a training is reported: a sentence for each generation, and a curve."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from boxtui.training.chart import Point, chart

FAIR: Final = 0.5
"""The share of a win of a player who is as good as the opponent."""


@dataclass(frozen=True)
class Generation:
    """The result of one generation.

    Attributes:
        loss: the loss of its network, on positions of games that weren't used for the fit.
        uniform_loss: the loss of equal scores.
        share: its share against the previous best network, with its interval.
        games_tested: the games in which that was found.
        kept: whether it is better, so that it is the best network now.
        against_first: the share of the best network against play without one.
    """

    number: int
    loss: float
    uniform_loss: float
    share: float
    low: float
    high: float
    games_tested: int
    kept: bool
    against_first: float


def sentence(generation: Generation) -> str:
    """Return a line about a generation."""
    tested = f"{generation.share:.3f} ({generation.low:.3f} to {generation.high:.3f})"
    became = "better" if generation.kept else "not clearly better, so that one is kept"
    return (
        f"{tested} of {generation.games_tested} games against the previous best network: {became}; "
        f"{generation.against_first:.3f} against play without a network"
    )


def curve(generations: Sequence[Generation]) -> str:
    """Return an image (SVG) of the best network's share after each generation."""
    shares = [FAIR, *[each.against_first for each in generations]]
    points = [Point(str(at), share) for at, share in enumerate(shares)]
    title = "Share of a win against play without a network, by generation"
    return chart(title, points, marked=(FAIR,), shown=(0.0, 1.0))
