"""The drawing of Shut-the-Box's tiles."""

from boxtui.drawing import Glyphs, Line, Piece
from boxtui.games.shut_the_box.tiles import TILES


def tile_lines(up: int, picked: int, glyphs: Glyphs) -> list[Line]:
    """The tiles in a row, five cells each; those picked are marked, those down lie flat."""
    tiles = [_tile(tile, up, picked, glyphs) for tile in range(1, TILES + 1)]
    return [(Piece("  "), *row) for row in zip(*tiles, strict=True)]


def _tile(tile: int, up: int, picked: int, glyphs: Glyphs) -> tuple[Piece, Piece, Piece]:
    """A tile's three rows: a box with its number, marked where picked; or it lies flat."""
    is_picked = picked >> (tile - 1) & 1
    if not up >> (tile - 1) & 1:
        rows, style = ["     ", "     ", f" {glyphs.horizontal * 3} "], "faint"
    else:
        rows = glyphs.framed([f">{tile}<" if is_picked else f" {tile} "])
        style = "chosen" if is_picked else "strong"
    first, second, third = (Piece(row, style, f"tile {tile}") for row in rows)
    return first, second, third
