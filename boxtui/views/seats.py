"""The seats beside every board: whose turn it is, the names, and each game's text about them."""

from typing import Any

from ai.levels import level_words
from boxtui.lines import Glyphs, Line, Piece, cells_of, fitted, wrapped_pieces
from boxtui.play.match import Seat
from boxtui.views.game import GameWords


def seat_lines(words: GameWords[Any], glyphs: Glyphs, cells: int) -> list[Line]:
    """Return one line per seat: a mark if it has the turn, the name, and the game's text."""
    lines: list[Line] = []
    match, pieces = words.match, words.seat_pieces(glyphs)
    for at, (seat, piece) in enumerate(zip(match.seats, pieces, strict=True)):
        now = at == match.state.turn_seat()
        mark = f"{glyphs.marker} " if now else "  "
        level = level_words(match.game.key, seat.player)
        room = max(cells - cells_of(piece.text) - 3, 1)
        name = _name_and_level(seat.name, level, room, glyphs)
        usual = "strong" if now else "plain"
        style = usual if piece.style == "plain" else piece.style
        lines.append(
            (Piece(mark, usual), Piece(f"{name} ", style), Piece(piece.text, style, *piece[2:]))
        )
    return lines


def _name_and_level(name: str, level: str, cells: int, glyphs: Glyphs) -> str:
    """Return a seat's name in that width, with a computer's level if there is room."""
    for shown in (f"{name}, {level}", f"{name} {level.replace('level ', 'L')}"):
        if level and cells_of(shown) < cells:  # or it would run into what follows
            return fitted(shown, cells, glyphs.more)
    return fitted(name, cells, glyphs.more)


def seats_in_lines(words: GameWords[Any], glyphs: Glyphs, cells: int) -> list[Line]:
    """Return the seats one after another, for narrow screens."""
    pieces: list[Piece] = []
    game = words.match.game.key
    for seat, piece in zip(words.match.seats, words.seat_pieces(glyphs), strict=True):
        pieces += [Piece("; ")] if pieces else []
        pieces.append(Piece(f"{_named(game, seat)}: {piece.text or glyphs.dash}", *piece[1:]))
    return [(Piece(" "), *line) for line in wrapped_pieces(tuple(pieces), cells - 2)]


def _named(game: str, seat: Seat) -> str:
    """Return a seat's name, with a computer's level."""
    return ", ".join(filter(None, (seat.name, level_words(game, seat.player))))
