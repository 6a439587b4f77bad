"""What every game shows beside its board: the seats and what was played last."""

import re
from collections.abc import Sequence
from typing import Final

from boxtui.lines import Glyphs, Line, Piece, cells_of, fitted, wrapped
from boxtui.play.match import Match, Seat
from boxtui.play.results import level_words
from boxtui.play.viewer import Viewer

_RUN: Final = 60
"""More cards than are ever dealt in a row, because such a run makes a single sentence."""


def seat_lines(match: Match, shown: Sequence[Piece], glyphs: Glyphs, cells: int) -> list[Line]:
    """Return one line per seat: a mark if it has the turn, the name, and the game's text."""
    lines: list[Line] = []
    for at, (seat, words) in enumerate(zip(match.seats, shown, strict=True)):
        now = at == match.state.turn_seat()
        mark = f"{glyphs.marker} " if now else "  "
        name = _name_and_level(seat, max(cells - cells_of(words.text) - 3, 1), glyphs)
        style = "strong" if now else "plain"
        look = style if words.style == "plain" else words.style
        lines.append((Piece(f"{mark}{name} ", style), Piece(words.text, look)))
    return lines


def _name_and_level(seat: Seat, cells: int, glyphs: Glyphs) -> str:
    """Return a seat's name in that width, with a computer's level if there is room."""
    level = level_words(seat)
    for shown in (f"{seat.name}, {level}", f"{seat.name} {level.replace('level ', 'L')}"):
        if level and cells_of(shown) <= cells:
            return fitted(shown, cells, glyphs.more)
    return fitted(seat.name, cells, glyphs.more)


def seats_in_lines(match: Match, shown: Sequence[str], glyphs: Glyphs, cells: int) -> list[Line]:
    """Return the seats one after another, for narrow screens."""
    named = zip(match.seats, shown, strict=True)
    words = "; ".join(f"{_named(seat)} {word or glyphs.dash}" for seat, word in named)
    return [(Piece(f" {line}"),) for line in wrapped(words, cells - 2)]


def _named(seat: Seat) -> str:
    """Return a seat's name, with a computer's level."""
    return ", ".join(filter(None, (seat.name, level_words(seat))))


_STRIKING: Final = re.compile(r"\bcaptures\b|\bis out\b|!")
"""What makes a sentence of the log stand out: captures, players who are out, and calls."""


def told_lines(told: str, cells: int) -> list[Line]:
    """Return a sentence of the log as lines of at most `cells` + 1 cells.

    All lines but the first are indented. Sentences that match `_STRIKING` stand out.
    """
    style = "strong" if _STRIKING.search(told) else "plain"
    said = wrapped(told, cells)
    return [(Piece(line if at == 0 else f" {line}", style),) for at, line in enumerate(said)]


def log_lines(viewer: Viewer, cells: int, rows: int) -> list[Line]:
    """Return what was played last in at most `rows` rows, the newest at the bottom."""
    lines: list[Line] = []
    for told in reversed(viewer.told(viewer.match.log[-rows - _RUN :])):
        block = told_lines(told, cells - 1)
        if len(lines) + len(block) > rows:
            break
        lines = [*block, *lines]
    return lines
