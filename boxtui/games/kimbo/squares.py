"""The squares and lines of Kimbo's board by number and by name (KIM-2).

A square is 15 * row + column, both from 0, so `a1` is 0 and `o15` is 224; `HOME`, one field, is the
next number. A heading is 0 to 3, clockwise from north. The line north of square s is 2 * s, the
line east of it 2 * s + 1; a slot is the number of its line.
"""

from typing import Final

WIDTH: Final = 15
SQUARES: Final = WIDTH * WIDTH
HOME: Final = SQUARES
NOWHERE: Final = -1

NORTH: Final = 0
EAST: Final = 1
WEST: Final = 3
HEADINGS: Final = ("north", "east", "south", "west")

COLUMNS: Final = "abcdefghijklmno"
CORNERS: Final = ("a1", "a15", "o15", "o1")
"""The corners, clockwise; each is the name of the start area where a captured piece goes."""


def neighbor(square: int, heading: int) -> int:
    """Return the square beside `square`, or `NOWHERE` beyond the edge of the board."""
    column, row = square % WIDTH, square // WIDTH
    column += (0, 1, 0, -1)[heading]
    row += (1, 0, -1, 0)[heading]
    return row * WIDTH + column if 0 <= column < WIDTH and 0 <= row < WIDTH else NOWHERE


def line_of(square: int, heading: int) -> int:
    """Return the line on that side of a square, which must not be the edge of the board."""
    if heading in (NORTH, EAST):
        return 2 * square + heading
    return 2 * neighbor(square, heading) + heading - 2


def line_between(one: int, other: int) -> int:
    """Return the line between two squares; `NOWHERE` if they aren't side by side."""
    for heading in range(4):
        if neighbor(one, heading) == other:
            return line_of(one, heading)
    return NOWHERE


def square_text(square: int) -> str:
    """Return the name of a square: `c8`, or `HOME`."""
    return "HOME" if square == HOME else f"{COLUMNS[square % WIDTH]}{square // WIDTH + 1}"


def line_text(line: int) -> str:
    """Return the name of a line: its two squares, the western or southern first, as in `d3/d4`."""
    square = line // 2
    return f"{square_text(square)}/{square_text(neighbor(square, line % 2))}"


SQUARE_NAMES: Final = {square_text(square): square for square in range(SQUARES)}
"""Every square by its name, without HOME."""


def line_named(text: str) -> int:
    """Return the line that `d3/d4` or `d4/d3` names, or `NOWHERE` if there is none."""
    one, _, other = text.partition("/")
    if one not in SQUARE_NAMES or other not in SQUARE_NAMES:
        return NOWHERE
    return line_between(SQUARE_NAMES[one], SQUARE_NAMES[other])


def corner_area(square: int) -> int:
    """Return the corner of a square's 2 × 2 start area (KIM-4), 1 to 4 as in `CORNERS`; else 0."""
    column, row = square % WIDTH, square // WIDTH
    if 2 <= column < WIDTH - 2 or 2 <= row < WIDTH - 2:
        return 0
    return (1 if row < 2 else 2) if column < 2 else (4 if row < 2 else 3)
