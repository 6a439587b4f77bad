"""The drawing of Free the Box: the loop of spaces, the tokens on it, and what lies within."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from boxtui.drawing import Glyphs, Line, Piece, blank, fitted, joined
from boxtui.drawings.colors import color_styles
from boxtui.drawings.free_the_box_ring import ROWS, columns_for, ring, short_names
from boxtui.games.free_the_box.board import (
    COLORS,
    DRAW_A_CARD,
    HIDING,
    JUMP_TO_CENTER,
    PARK,
    STARTING_BOX,
    TOKENS,
)
from boxtui.games.free_the_box.moves import LETTERS
from boxtui.games.free_the_box.narration import color_of, deck_words, letter_of
from boxtui.games.free_the_box.position import CAPTURED, CENTER, HOME, OUT, Table
from boxtui.games.free_the_box.state import FreeTheBox

STEP: Final = 3
"""Cells that a space takes."""

NOWHERE: Final = OUT - 1
"""No space, nor where a token is that stands on none."""

SIGNS: Final = {STARTING_BOX: ">", DRAW_A_CARD: "?", PARK: "#", JUMP_TO_CENTER: "*"}
"""What stands for the safe spaces; before `>` and `*` stands their color's letter."""

_LEGEND: Final = "? card # PARK > start * jump RA lap 2"

_INSIDE: Final = 7
"""Columns from the left edge to what stands in the middle; between stand numbers of spaces."""

_NAME: Final = 11
"""Cells of a color's name, which may have 8 letters, and of what points at it."""


@dataclass(frozen=True)
class Picked:
    """What is singled out on the board; by itself nothing.

    The token on `source` would land on `landing`; `prey` are the spaces of those that this would
    capture; `cursor` is the space that is looked at, and `sides` those with the same place.
    `look` are the names that a lesson points at.
    """

    source: int = NOWHERE
    landing: int = NOWHERE
    prey: Collection[int] = ()
    cursor: int = NOWHERE
    sides: Collection[int] = ()
    look: Collection[str] = ()


def style_of(state: FreeTheBox, seat: int) -> str:
    """The style of a seat's color."""
    return color_styles(state.table.board.colors)[state.table.colors[seat]]


def token_name(table: Table, token: int) -> str:
    """A token in two letters: its color's and its own, as in `Ra`; gone round it is `RA`."""
    letter = letter_of(token)
    has_gone_round = table.rounds >> token & 1
    color = color_of(table, token // TOKENS)
    return color[0].upper() + (letter if has_gone_round else letter.lower())


class FreeTheBoxDrawing:
    """One drawing of one position; `die` and `card` say what fell and was drawn last."""

    def __init__(
        self, state: FreeTheBox, glyphs: Glyphs, picked: Picked, die: Line, card: Line
    ) -> None:
        self._state = state
        self._table = state.table
        self._glyphs = glyphs
        self._picked = picked
        self._die = die
        self._card = card
        self._places = ring(state.table.board.length)
        board = state.table.board
        tokens = [color[0] + letter.lower() for color in board.colors for letter in LETTERS]
        places = [space.place for space in board.spaces if space.kind == HIDING]
        self._short = short_names(places, tokens)
        self._cells = blank(STEP * columns_for(board.length), ROWS)

    def lines(self) -> list[Line]:
        """The loop from its top row down, and in it what is home, captured and in the center."""
        for space in range(len(self._places)):
            self._draw_space(space)
            if self._table.board.kinds[space] == STARTING_BOX:
                self._draw_number(space)
        for row, line in enumerate(self._middle(), 2):
            self._write(row, _INSIDE, line)
        return [tuple(joined(line)) for line in self._cells]

    def _write(self, row: int, column: int, line: Line) -> None:
        for piece in line:
            for letter in piece.text:
                self._cells[row][column] = (letter, piece.style, piece.target)
                column += 1

    # The loop

    def _draw_space(self, space: int) -> None:
        row, column = self._places[space]
        text, style = self._look_of(space)
        mark, mark_style = self._mark_of(space)
        name = str(space + 1)
        if mark_style == "cursor":
            style = "cursor"
        last = (mark, mark_style, name) if mark else (text[2], style, name)
        cells = [(text[0], style, name), (text[1], style, name), last]
        self._cells[row][STEP * column : STEP * (column + 1)] = cells

    def _look_of(self, space: int) -> tuple[str, str]:
        """Three characters for a space: who stands there, and how safe; else what it is."""
        there = [token for token in range(len(self._table.tokens)) if self._is_on(token, space)]
        kind = int(self._table.board.kinds[space])
        if not there:
            return f"{self._empty(space):<3}", "faint"
        seats = sorted({token // TOKENS for token in there})
        style = style_of(self._state, seats[0])
        names = [token_name(self._table, token) for token in there]
        if len(there) == 1:
            return names[0] + SIGNS.get(kind, " "), style
        if len(seats) == 1:
            own = names[0][0] + "".join(name[1] for name in names)
            return (own if len(own) <= STEP else f"{own[0]}:{len(there)}"), style
        if len(seats) == 2:
            return f"{names[0][0]}+{names[-1][0]}", "strong"
        return f"{names[0][0]}++", "strong"

    def _is_on(self, token: int, space: int) -> bool:
        return bool(self._table.tokens[token] == space)

    def _empty(self, space: int) -> str:
        there = self._table.board.spaces[space]
        if there.kind == HIDING:
            return self._short[there.place]
        whose = self._table.board.colors[there.color][0] if there.color >= 0 else ""
        return whose + SIGNS[there.kind]

    def _mark_of(self, space: int) -> tuple[str, str]:
        """What marks a space behind its two letters, and how; nothing for most."""
        picked = self._picked
        if space == picked.source or str(space + 1) in picked.look:
            return "<", "cursor"
        if space in picked.prey:
            return "x", "warning"
        if space == picked.landing:
            return "@", "chosen"
        if space == picked.cursor:
            return "^", "cursor"
        return ("=", "chosen") if space in picked.sides else ("", "")

    def _draw_number(self, space: int) -> None:
        """The number of a space, on its inner side."""
        row, column = self._places[space]
        number = str(space + 1)
        across = STEP * column
        if column == 0 and 0 < row < ROWS - 1:
            across = STEP
        elif row not in (0, ROWS - 1):
            across -= len(number) + 1
        else:
            row = 1 if row == 0 else ROWS - 2
            across = max(across, STEP)
        self._write(row, across, (Piece(number, "faint", number),))

    # What stands in the middle

    def _middle(self) -> list[Line]:
        """A row a seat; the die, the deck and the card drawn last; what the signs stand for."""
        head = f"{'':{_NAME}}{'home':6}{'box':6}{'center':8}kept"
        seats = [self._seat_line(seat) for seat in range(self._state.seats)]
        gap: list[Line] = [()] if len(seats) < COLORS else []
        below = [self._die, self._card, self._deck_line(), (Piece(_LEGEND, "faint"),)]
        return [(Piece(head, "faint"),), *seats, *gap, *below]

    def _seat_line(self, seat: int) -> Line:
        """Which tokens of a seat are home, captured and in the center, and its kept cards."""
        color = color_of(self._table, seat)
        looked = color in self._picked.look
        style = "cursor" if looked else style_of(self._state, seat)
        name = Piece(fitted(f"{color}{' <' if looked else ''}", _NAME), style, color)
        if not self._table.is_in(seat):
            return (name, Piece("is out", "faint", color))
        kept = int(self._table.kept[seat])
        columns = "".join(
            f"{self._those(seat, where) or self._glyphs.dash:{cells}}"
            for where, cells in ((HOME, 6), (CAPTURED, 6), (CENTER, 8))
        )
        return (name, Piece(f"{columns}{kept or self._glyphs.dash}", "plain", color))

    def _those(self, seat: int, where: int) -> str:
        """The letters of a seat's tokens that are there."""
        tokens = range(seat * TOKENS, (seat + 1) * TOKENS)
        return "".join(letter_of(token) for token in tokens if self._is_on(token, where))

    def _deck_line(self) -> Line:
        looked = "deck" in self._picked.look
        style = "cursor" if looked else "plain"
        words = deck_words(self._table) + (" <" if looked else "")
        return (Piece(words, style, "deck"),)
