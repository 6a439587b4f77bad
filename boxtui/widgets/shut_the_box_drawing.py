"""The drawing of Shut-the-Box's tiles."""

from boxtui.drawing import Glyphs, Line, Piece
from boxtui.games.tiles import TILES


def tile_lines(up: int, picked: int, glyphs: Glyphs) -> list[Line]:
    """The tiles in a row, five cells each; those picked are marked, those down lie flat."""
    tiles = [_tile(tile, up, picked, glyphs) for tile in range(1, TILES + 1)]
    return [(Piece("  "), *row) for row in zip(*tiles, strict=True)]


def _tile(tile: int, up: int, picked: int, glyphs: Glyphs) -> tuple[Piece, Piece, Piece]:
    """A tile's three rows: a box with its number, marked where picked; or it lies flat."""
    edge = glyphs.horizontal * 3
    is_picked = picked >> (tile - 1) & 1
    if not up >> (tile - 1) & 1:
        rows, style = ("     ", "     ", f" {edge} "), "faint"
    else:
        number = f">{tile}<" if is_picked else f" {tile} "
        top = f"{glyphs.top[0]}{edge}{glyphs.top[2]}"
        bottom = f"{glyphs.bottom[0]}{edge}{glyphs.bottom[2]}"
        rows = (top, f"{glyphs.vertical}{number}{glyphs.vertical}", bottom)
        style = "chosen" if is_picked else "strong"
    first, second, third = (Piece(row, style, f"tile {tile}") for row in rows)
    return first, second, third
