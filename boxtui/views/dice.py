"""Dice on the table, drawn as text."""

from boxtui.lines import Glyphs, Line, Piece

_PIPS = {
    1: ("     ", "  o  ", "     "),
    2: ("o    ", "     ", "    o"),
    3: ("o    ", "  o  ", "    o"),
    4: ("o   o", "     ", "o   o"),
    5: ("o   o", "  o  ", "o   o"),
    6: ("o   o", "o   o", "o   o"),
}


def dice_lines(dice: list[int], glyphs: Glyphs) -> list[Line]:
    """Return the dice side by side, five rows high; without dice, five empty rows."""
    drawn = [_die(die, glyphs) for die in dice]
    return [(Piece("  ".join(die[row] for die in drawn), "strong"),) for row in range(5)]


def _die(die: int, glyphs: Glyphs) -> list[str]:
    return glyphs.framed([f" {pips.replace('o', glyphs.pip)} " for pips in _PIPS[die]])
