"""The seats beside every board: whose turn it is, the names, and each game's text about them."""

from collections.abc import Sequence

from boxtui.lines import Glyphs, Line, Piece, cells_of, fitted, wrapped_pieces
from boxtui.play.match import Match, Seat
from boxtui.play.results import level_words


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
    return [(Piece(" "), *line) for line in wrapped_pieces(tuple(pieces), cells - 2)]


def _named(seat: Seat) -> str:
    """Return a seat's name, with a computer's level."""
    return ", ".join(filter(None, (seat.name, level_words(seat))))
