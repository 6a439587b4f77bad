"""The seats beside every board: whose turn it is, the names, and each game's text about them."""

from collections.abc import Sequence
from typing import Any

from ai.levels import level_words, short_level
from boxtui.core import NOBODY
from boxtui.lines import Glyphs, Line, Piece, cells_of, cut, fitted, wrapped_pieces
from boxtui.play.match import Match, Seat
from boxtui.views.game import GameWords


def seat_lines(
    words: GameWords[Any], glyphs: Glyphs, cells: int, *, with_levels: bool = True
) -> list[Line]:
    """Return one line per seat: a mark if it has the turn, the name, and the game's text.

    Between two hands, nobody has the turn.
    """
    lines: list[Line] = []
    match, pieces = words.match, words.seat_pieces(glyphs)
    taken = [cells_of(piece.text) for piece in pieces]
    rooms = [max(cells - text - 3, 1) for text in taken]
    least = [max(cells - max(text, words.most_seat_cells) - 3, 1) for text in taken]
    names = _names_in(match, rooms, least) if with_levels else [seat.name for seat in match.seats]
    turn = NOBODY if words.viewer.are_hands_open else match.state.turn_seat()
    for at, (name, room, piece) in enumerate(zip(names, rooms, pieces, strict=True)):
        now = at == turn
        mark = f"{glyphs.marker} " if now else "  "
        usual = "strong" if now else "plain"
        style = usual if piece.style == "plain" else piece.style
        shown = fitted(name, room, glyphs.more)
        lines.append((Piece(mark, usual), Piece(f"{shown} ", style), Piece(piece.text, style)))
    return lines


def _names_in(match: Match, rooms: Sequence[int], least: Sequence[int]) -> list[str]:
    """Return the seats' names for these widths, with the computers' levels if there is room.

    If a level must be shortened or left out, all are. They are whole only if they always have room,
    also in the widths `least`, which the longest texts leave.
    """
    levels = [short_level(match.game.key, seat.player) for seat in match.seats]
    names = [seat.name for seat in match.seats]
    whole = [_named(match.game.key, seat) for seat in match.seats]
    short = [f"{name} {level}".rstrip() for name, level in zip(names, levels, strict=True)]
    for shown, widths in ((whole, least), (short, rooms)):
        is_room = [cells_of(name) < room for name, room in zip(shown, widths, strict=True)]
        if all(fits or not level for fits, level in zip(is_room, levels, strict=True)):
            return shown
    return names


def seats_in_lines(
    words: GameWords[Any],
    glyphs: Glyphs,
    cells: int,
    rows: int | None = None,
    *,
    with_levels: bool = True,
) -> list[Line]:
    """Return the seats one after another, for narrow screens.

    In fewer `rows` than they need (at least 1), computers have no levels, and then the last seats
    are cut off.
    """
    match = words.match
    names = [seat.name for seat in match.seats]
    with_level = [_named(match.game.key, seat) for seat in match.seats]
    whole = _in_lines(with_level if with_levels else names, words, glyphs, cells)
    if rows is None or len(whole) <= rows:
        return whole
    lines = _in_lines(names, words, glyphs, cells)
    if len(lines) > rows:
        last = cut(lines[rows - 1], cells - cells_of(glyphs.more), "")
        lines[rows - 1] = (*last, Piece(glyphs.more))
    return lines[:rows]


def _in_lines(
    names: Sequence[str], words: GameWords[Any], glyphs: Glyphs, cells: int
) -> list[Line]:
    pieces: list[Piece] = []
    for name, piece in zip(names, words.seat_pieces(glyphs), strict=True):
        pieces += [Piece("; ")] if pieces else []
        pieces.append(Piece(f"{name}: {piece.text or glyphs.dash}", piece.style))
    return [(Piece(" "), *line) for line in wrapped_pieces(tuple(pieces), cells - 2)]


def _named(game: str, seat: Seat) -> str:
    """Return a seat's name, with a computer's level."""
    return ", ".join(filter(None, (seat.name, level_words(game, seat.player))))
