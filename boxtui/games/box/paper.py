"""The grid of Box for play on paper (BOX-23), as text and as an SVG page."""

from collections.abc import Iterator
from typing import Final

from boxtui.core import BadOption
from boxtui.games.box.board import SIZES
from boxtui.games.box.notation import COLUMNS

PAGE: Final = (210, 297)
"""A4 portrait, in millimeters."""
NAMESPACE: Final = "http://www.w3.org/2000/svg"
_MARGIN: Final = 20
_HEAD: Final = 18


def printed_grid(size: int) -> str:
    """Return the empty grid as lines of text, with names of columns and rows (BOX-23).

    Raises `BadOption` if Box doesn't have that size.
    """
    _check(size)
    letters = "   " + "   ".join(COLUMNS[: size + 1])
    lines = []
    for row in range(size + 1, 0, -1):
        lines.append(f"{row:2} " + "---".join("+" * (size + 1)) + f" {row}")
        if row > 1:
            lines.append("   " + "   ".join("|" * (size + 1)))
    return "\n".join([letters, *lines, letters]) + "\n"


def svg_page(size: int) -> str:
    """Return the empty grid as an A4 page in SVG, for printing (BOX-23).

    Raises `BadOption` if Box doesn't have that size.
    """
    _check(size)
    width, height = PAGE
    view = f"0 0 {width} {height}"
    square = (width - 2 * _MARGIN) / size
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<svg xmlns="{NAMESPACE}" width="{width}mm" height="{height}mm" viewBox="{view}">',
        f"<title>Box, {size} × {size}</title>",
        '<g stroke="black" stroke-width="0.25" stroke-linecap="square">',
        *_svg_lines(size, square),
        "</g>",
        '<g font-family="sans-serif" font-size="4" text-anchor="middle">',
        *_svg_names(size, square),
        "</g>",
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _check(size: int) -> None:
    if size not in SIZES:
        raise BadOption(
            f"A grid of Box can have {', '.join(map(str, SIZES))} squares per side (BOX-1)."
        )


def _svg_lines(size: int, square: float) -> Iterator[str]:
    left, top = _MARGIN, _MARGIN + _HEAD
    right, bottom = left + size * square, top + size * square
    for at in range(size + 1):
        x, y = left + at * square, top + at * square
        yield f'<line x1="{x:.2f}" y1="{top:.2f}" x2="{x:.2f}" y2="{bottom:.2f}"/>'
        yield f'<line x1="{left:.2f}" y1="{y:.2f}" x2="{right:.2f}" y2="{y:.2f}"/>'


def _svg_names(size: int, square: float) -> Iterator[str]:
    left, top = _MARGIN, _MARGIN + _HEAD
    bottom = top + size * square
    for at in range(size + 1):
        yield f'<text x="{left + at * square:.2f}" y="{bottom + 7:.2f}">{COLUMNS[at]}</text>'
        yield f'<text x="{left - 6:.2f}" y="{bottom - at * square + 1.4:.2f}">{at + 1}</text>'
