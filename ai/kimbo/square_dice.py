"""Distances HOME in Kimbo that are computed one by one, when they are asked for."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from boxtui.games.kimbo.squares import HOME

FAR: Final = 60.0
"""The distance if no path is known; no distance is larger."""

UNKNOWN: Final = -1.0
"""Stands for a distance that hasn't been computed yet."""

NONE_KNOWN: Final = vec[float]([UNKNOWN] * HOME + [0.0, FAR])
"""By square, HOME and `NO_END`: no square's distance is known."""


class SquareDice:
    """By square and HOME, the dice that a piece needs to get HOME.

    `known` has them, and `FAR` for `NO_END`; others in it are `UNKNOWN`.
    """

    def __init__(self, known: vec[float]) -> None:
        self.known: Final = known

    def __getitem__(self, square: i64) -> float:
        dice = self.known[square]
        if dice < 0.0:
            dice = self.known[square] = self.find(square)
        return dice

    def find(self, square: i64) -> float:
        """Compute the dice from a square that isn't known; without any, it is never called."""
        return FAR
