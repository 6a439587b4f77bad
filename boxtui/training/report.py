"""How a training is reported: a line of progress, a sentence for each generation, a curve."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Final, Self

from rich.console import Console
from rich.progress import Progress as Bars

from boxtui.training.chart import Point, chart

FAIR: Final = 0.5


@dataclass(frozen=True)
class Generation:
    """The result of one generation.

    Attributes:
        loss: the loss of its network, on positions that weren't used for the fit.
        even: the loss of equal scores.
        share: its share against the best network before, with its interval and the games played.
        kept: whether it is better, so that it is the best network now.
        against_first: the share of the best network against play without one.
    """

    number: int
    loss: float
    even: float
    share: float
    low: float
    high: float
    tested: int
    kept: bool
    against_first: float


class Progress:
    """A bar on a terminal for what is being done; nothing is shown elsewhere.

    Use it in a `with` statement, at whose end the bar is erased.
    """

    def __init__(self) -> None:
        console = Console(file=sys.stderr)
        self._bars = Bars(console=console, transient=True, disable=not sys.stderr.isatty())
        self._task = self._bars.add_task("")

    def __enter__(self) -> Self:
        self._bars.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._bars.stop()

    def show(self, doing: str, done: int, planned: int) -> None:
        """Show what is being done, and how much of it is done."""
        self._bars.update(self._task, description=doing, completed=done, total=planned)


def sentence(generation: Generation) -> str:
    """Return a line about a generation."""
    tested = f"{generation.share:.3f} ({generation.low:.3f} to {generation.high:.3f})"
    became = "better" if generation.kept else "not clearly better, so the best before is kept"
    return (
        f"{tested} of {generation.tested} games against the best before: {became}; "
        f"{generation.against_first:.3f} against play without a network"
    )


def curve(generations: Sequence[Generation]) -> str:
    """Return an image (SVG) of the best network's share after each generation."""
    shares = [FAIR, *[each.against_first for each in generations]]
    points = [Point(str(at), share) for at, share in enumerate(shares)]
    title = "Share of a win against play without a network, by generation"
    return chart(title, points, shown=(0.0, 1.0))
