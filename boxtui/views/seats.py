"""The seats beside every board: whose turn it is, the names, and each game's text about them."""

from typing import Any

from boxtui.lines import Glyphs, Line, Piece, cells_of, fitted, wrapped_pieces
from boxtui.play.match import Seat
from boxtui.play.results import level_words
from boxtui.views.game import GameWords


def seat_lines(words: GameWords[Any], glyphs: Glyphs, cells: int) -> list[Line]:
    """Return one line per seat: a mark if it has the turn, the name, and the game's text."""
    lines: list[Line] = []
    match, pieces = words.match, words.seat_pieces(glyphs)
    for at, (seat, piece) in enumerate(zip(match.seats, pieces, strict=True)):
        now = at == match.state.turn_seat()
        mark = f"{glyphs.marker} " if now else "  "
        name = _name_and_level(seat, max(cells - cells_of(piece.text) - 3, 1), glyphs)
        usual = "strong" if now else "plain"
        style = usual if piece.style == "plain" else piece.style
        lines.append(
            (Piece(mark, usual), Piece(f"{name} ", style), Piece(piece.text, style, *piece[2:]))
        )
    return lines


def _name_and_level(seat: Seat, cells: int, glyphs: Glyphs) -> str:
    """Return a seat's name in that width, with a computer's level if there is room."""
    level = level_words(seat)
    for shown in (f"{seat.name}, {level}", f"{seat.name} {level.replace('level ', 'L')}"):
        if level and cells_of(shown) < cells:  # or it would run into what follows
            return fitted(shown, cells, glyphs.more)
    return fitted(seat.name, cells, glyphs.more)


def seats_in_lines(words: GameWords[Any], glyphs: Glyphs, cells: int) -> list[Line]:
    """Return the seats one after another, for narrow screens."""
    pieces: list[Piece] = []
    for seat, piece in zip(words.match.seats, words.seat_pieces(glyphs), strict=True):
        pieces += [Piece("; ")] if pieces else []
        pieces.append(Piece(f"{_named(seat)}: {piece.text or glyphs.dash}", *piece[1:]))
    return [(Piece(" "), *line) for line in wrapped_pieces(tuple(pieces), cells - 2)]


def _named(seat: Seat) -> str:
    """Return a seat's name, with a computer's level."""
    return ", ".join(filter(None, (seat.name, level_words(seat))))
