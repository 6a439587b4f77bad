"""A line through a game or several games, drawn with characters."""

from collections.abc import Collection, Sequence
from typing import Final

from boxtui.lines import Cell, Glyphs, Line, Piece, joined

LABEL: Final = 5
"""The cells left of the chart, for its scale."""

_DIGITS: Final = 9
"""The digits of a share that count: a sum of shares may miss one half by less."""

_PERCENT: Final = ("100%", "50%", "0%")
"""The scale of shares: the labels of its top, its middle and its bottom."""

HALF: Final = ("50%", "25%", "0%")
"""The scale of shares that never are above one half."""


def chart_lines(
    points: Sequence[tuple[int, float]],
    marked: Collection[int],
    here: int | None,
    glyphs: Glyphs,
    cells: int,
    rows: int,
    scale: tuple[str, str, str] = _PERCENT,
) -> list[Line]:
    """Return a chart of `rows` rows, at least 3, and below it a row of marks.

    `points` are plies, ascending, and shares in 0..1; there must be at least one. Each column shows
    the last share up to its plies, with a mark at the top, in the middle or at the bottom of a row.
    In the middle row, only shares of exactly one half are in the middle. Below the chart, `x` marks
    the columns of the plies `marked`, and `^` that of `here`, if any. `scale` has the labels of 1,
    one half and 0, at most four cells each.
    """
    columns = max(cells - LABEL, 1)
    last = max(points[-1][0], 1)
    shares = _by_column(points, columns, last)
    places = [_place(share, rows) for share in shares]
    middle = _middle(rows)
    labels = dict(zip((0, middle, rows - 1), scale, strict=True))
    lines: list[Line] = []
    for row in range(rows):
        drawn = "".join(
            glyphs.heights[height] if at == row else glyphs.point if row == middle else " "
            for at, height in places
        )
        lines.append((Piece(f"{labels.get(row, ''):>4} ", "faint"), Piece(drawn)))
    marks: list[Cell] = [(" ", "plain", "")] * columns
    for ply in marked:
        marks[_column(ply, columns, last)] = ("x", "plain", "")
    if here is not None:
        marks[_column(here, columns, last)] = ("^", "strong", "")
    return [*lines, (Piece(" " * LABEL), *joined(marks))]


def chances_lines(
    points: Sequence[tuple[int, float]],
    seats: int,
    marked: Collection[int],
    here: int | None,
    glyphs: Glyphs,
    cells: int,
    rows: int,
) -> list[Line]:
    """Return `chart_lines` of one seat's chances.

    With more than two seats, chances that never are above one half are drawn twice as high.
    """
    if seats <= 2 or max(share for _, share in points) > 0.5:
        return chart_lines(points, marked, here, glyphs, cells, rows)
    doubled = [(ply, 2 * share) for ply, share in points]
    return chart_lines(doubled, marked, here, glyphs, cells, rows, HALF)


def _middle(rows: int) -> int:
    return (rows - 1) // 2


def _place(share: float, rows: int) -> tuple[int, int]:
    """Return the row of a share, and where it is in that row: 0 top, 1 middle, 2 bottom.

    The rows above one half are equally far apart, and so are those below. In the row of one half,
    any other share is at the top or at the bottom.
    """
    middle = _middle(rows)
    lead = round(2 * share - 1, _DIGITS)
    place = middle - lead * (middle if lead > 0 else rows - 1 - middle)
    row = round(place)
    below = -lead if row == middle else place - row
    reach = 0 if row == middle else 1 / 6
    return row, 1 + (below > reach) - (below < -reach)


def _column(ply: int, columns: int, last: int) -> int:
    return min(ply * columns // last, columns - 1)


def _by_column(points: Sequence[tuple[int, float]], columns: int, last: int) -> list[float]:
    """Return the last share in each column; a column without one repeats the column before."""
    found = {_column(ply, columns, last): share for ply, share in points}
    shares, share = [], points[0][1]
    for column in range(columns):
        share = found.get(column, share)
        shares.append(share)
    return shares
