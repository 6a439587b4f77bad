"""Shares of a win as an image (SVG): points joined by a line, with their intervals."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor
from typing import Final

_WIDTH: Final = 480
_HEIGHT: Final = 240
_EDGE: Final = 40
_STEP: Final = 0.1
"""Below and above, the image ends at a multiple of this."""


@dataclass(frozen=True)
class Point:
    """A share, its interval, and the text under it; `low` and `high` are None without one."""

    label: str
    share: float
    low: float | None = None
    high: float | None = None


def chart(
    title: str,
    points: Sequence[Point],
    marked: Sequence[float] = (),
    shown: Sequence[float] = (),
) -> str:
    """Return an image with a dashed line across at each share in `marked`.

    `points` has at least one. The height leaves room for all points with their intervals, and for
    the shares in `shown`.
    """
    shares = [*marked, *shown]
    for point in points:
        shares += [each for each in (point.share, point.low, point.high) if each is not None]
    bottom = _STEP * floor(min(shares) / _STEP)
    top = max(_STEP * ceil(max(shares) / _STEP), bottom + _STEP)
    high = (_HEIGHT - 2 * _EDGE) / (top - bottom)
    wide = (_WIDTH - 2 * _EDGE) / max(1, len(points) - 1)

    def row(share: float) -> float:
        return _HEIGHT - _EDGE - high * (share - bottom)

    drawn = []
    for share in marked:
        drawn += _across(row(share), f"{share:.2f}")
    places = [(_EDGE + wide * at, row(point.share)) for at, point in enumerate(points)]
    for (x, y), point in zip(places, points, strict=True):
        beside = 0
        if point.low is not None and point.high is not None:
            drawn.append(_line(x, row(point.low), x, row(point.high)))
            beside = 18
        drawn.append(_text(x + beside, y - 8, f"{point.share:.2f}"))
        drawn.append(_text(x, _HEIGHT - _EDGE + 18, point.label))
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}">',
        "<style>text { font: 12px sans-serif; }</style>",
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="white"/>',
        f'<text x="{_EDGE}" y="20">{escape(title)}</text>',
        f'<polyline points="{line}" fill="none" stroke="#1f618d" stroke-width="2"/>',
        *drawn,
        "</svg>",
        "",
    ])  # fmt: skip


def _text(x: float, y: float, text: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="middle">{escape(text)}</text>'


def _line(x: float, y: float, to_x: float, to_y: float, dashes: str = "") -> str:
    ends = f'x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}"'
    return f'<line {ends} stroke="#1f618d"{dashes}/>'


def _across(y: float, text: str) -> list[str]:
    """Return a dashed line from edge to edge, with its text at the left."""
    dashed = ' stroke-dasharray="4"'
    return [_line(_EDGE, y, _WIDTH - _EDGE, y, dashed), _text(_EDGE / 2, y + 4, text)]
