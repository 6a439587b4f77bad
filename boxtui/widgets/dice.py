"""Dice as they lie on the table, drawn in text."""

from boxtui.drawing import Glyphs, Line, Piece

_PIPS = {
    1: ("     ", "  o  ", "     "),
    2: ("o    ", "     ", "    o"),
    3: ("o    ", "  o  ", "    o"),
    4: ("o   o", "     ", "o   o"),
    5: ("o   o", "  o  ", "o   o"),
    6: ("o   o", "o   o", "o   o"),
}


def dice_lines(dice: list[int], glyphs: Glyphs) -> list[Line]:
    """The dice side by side, five rows high; five empty rows without any."""
    edge = glyphs.horizontal * 7
    rows = [
        [f"{glyphs.top[0]}{edge}{glyphs.top[2]}" for _ in dice],
        *[[_row(die, at, glyphs) for die in dice] for at in range(3)],
        [f"{glyphs.bottom[0]}{edge}{glyphs.bottom[2]}" for _ in dice],
    ]
    return [(Piece("  ".join(row), "strong"),) for row in rows]


def _row(die: int, at: int, glyphs: Glyphs) -> str:
    pips = _PIPS[die][at].replace("o", glyphs.pip)
    return f"{glyphs.vertical} {pips} {glyphs.vertical}"
