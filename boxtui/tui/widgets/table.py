"""What every game shows beside its board: the seats and what was played last."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from boxtui.lines import Cell, Glyphs, Line, Piece, cells_of, fitted, joined, plain, wrapped
from boxtui.play.match import Match, Seat
from boxtui.play.results import level_words
from boxtui.play.viewer import Viewer

_RUN: Final = 60
"""More cards than are ever dealt in a row, because such a run makes a single sentence."""


def seat_lines(
    match: Match, seat_pieces: Sequence[Piece], glyphs: Glyphs, cells: int
) -> list[Line]:
    """Return one line per seat: a mark if it has the turn, the name, and the game's text."""
    lines: list[Line] = []
    for at, (seat, words) in enumerate(zip(match.seats, seat_pieces, strict=True)):
        now = at == match.state.turn_seat()
        mark = f"{glyphs.marker} " if now else "  "
        name = _name_and_level(seat, max(cells - cells_of(words.text) - 3, 1), glyphs)
        usual = "strong" if now else "plain"
        style = usual if words.style == "plain" else words.style
        lines.append(
            (Piece(mark, usual), Piece(f"{name} ", style), Piece(words.text, style, *words[2:]))
        )
    return lines


def _name_and_level(seat: Seat, cells: int, glyphs: Glyphs) -> str:
    """Return a seat's name in that width, with a computer's level if there is room."""
    level = level_words(seat)
    for shown in (f"{seat.name}, {level}", f"{seat.name} {level.replace('level ', 'L')}"):
        if level and cells_of(shown) < cells:  # or it would run into what follows
            return fitted(shown, cells, glyphs.more)
    return fitted(seat.name, cells, glyphs.more)


def seats_in_lines(
    match: Match, seat_pieces: Sequence[Piece], glyphs: Glyphs, cells: int
) -> list[Line]:
    """Return the seats one after another, for narrow screens."""
    pieces: list[Piece] = []
    for seat, words in zip(match.seats, seat_pieces, strict=True):
        pieces += [Piece("; ")] if pieces else []
        pieces.append(Piece(f"{_named(seat)} {words.text or glyphs.dash}", *words[1:]))
    return [(Piece(" "), *line) for line in styled_lines(tuple(pieces), cells - 2)]


@lru_cache(2048)
def styled_lines(pieces: Line, cells: int) -> Sequence[Line]:
    """Return pieces in lines of at most `cells` cells, broken between words if possible."""
    styles = iter([piece.style for piece in pieces for sign in piece.text if not sign.isspace()])
    lines: list[Line] = []
    for line in wrapped(plain(pieces), cells):
        style = "plain"
        styled: list[Cell] = []
        for sign in line:
            style = style if sign.isspace() else next(styles, style)
            styled.append((sign, style, ""))
        lines.append(joined(styled))
    return tuple(lines)


def _named(seat: Seat) -> str:
    """Return a seat's name, with a computer's level."""
    return ", ".join(filter(None, (seat.name, level_words(seat))))


_STRIKING: Final = re.compile(r"\bcaptures\b|\bis out\b|!")
"""What makes a sentence of the log stand out: captures, players who are out, and calls."""


class Log:
    """The log of a match as lines, each sentence in the style of its seat."""

    def __init__(self, viewer: Viewer, styles: Sequence[str]) -> None:
        self._viewer = viewer
        self._styles = styles

    def lines(self, cells: int) -> list[Line]:
        """Return all of it in at most `cells` cells, the newest at the bottom."""
        sentences = self._viewer.sentences_by_seat(self._viewer.match.log)
        return [line for each in sentences for line in self._sentence(*each, cells)]

    def last_lines(self, cells: int, rows: int, end: int) -> list[Line]:
        """Return what was played last before ply `end` in at most `rows` rows, newest last."""
        lines: list[Line] = []
        log = self._viewer.match.log[max(end - rows - _RUN, 0) : end]
        for seat, sentence in reversed(self._viewer.sentences_by_seat(log)):
            block = self._sentence(seat, sentence, cells)
            if len(lines) + len(block) > rows:
                break
            lines = [*block, *lines]
        return lines

    def _sentence(self, seat: int, sentence: str, cells: int) -> list[Line]:
        """Return a sentence, indented from its second line on.

        If it matches `_STRIKING`, what follows the name stands out.
        """
        style = self._styles[seat]
        name = self._viewer.match.seats[seat].name
        rest = style
        if _STRIKING.search(sentence):
            rest = "strong"
            style = rest if style == "plain" else style
        lines = styled_lines(
            (Piece(name, style), Piece(sentence.removeprefix(name), rest)), cells - 1
        )
        return [line if at == 0 else (Piece(" "), *line) for at, line in enumerate(lines)]
