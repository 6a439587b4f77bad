"""Free the Box's board as lines: the loop of spaces, with the tokens on it."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from boxtui.games.free_the_box.board import HIDING, STARTING_BOX, TOKENS
from boxtui.games.free_the_box.moves import LETTERS
from boxtui.games.free_the_box.state import FreeTheBox
from boxtui.lines import (
    BOARD,
    SAFE_GROUND,
    TARGET,
    Glyphs,
    Line,
    Piece,
    blank,
    cut,
    fitted,
    joined,
)
from boxtui.views.free_the_box_loop import (
    ROWS,
    STEP,
    WHOLE_STEP,
    LoopSize,
    columns_for,
    ring,
    short_names,
)
from boxtui.views.free_the_box_middle import DrawnSpaces, FreeTheBoxMiddle
from boxtui.views.free_the_box_signs import (
    MEANINGS,
    OTHER,
    SIGNS,
    FreeTheBoxSelection,
    style_of,
    token_name,
)
from boxtui.views.palette import emphasized
from boxtui.wording import listed

_SIGN_CELLS: Final = 2
"""The usual cells of a space's letters; a mark follows them, clear of the next space."""

_short_names = lru_cache(8)(short_names)


@lru_cache(32)
def _wall(size: LoopSize, glyphs: Glyphs) -> Sequence[tuple[int, int, str]]:
    """Return the lines around the inside and between spaces, as rows, columns and signs."""
    first, end = size.frame, size.cells - size.step
    frame = glyphs.framed([" " * (end - first - 2)] * (size.rows - 4))
    inside = [(row, at, sign) for row, t in enumerate(frame, 1) for at, sign in enumerate(t, first)]
    between = range(size.step - 1, end, size.step)
    return inside + [(row, at, glyphs.vertical) for row in (0, size.rows - 1) for at in between]


class FreeTheBoxDrawing:
    """One drawing of one position; `die` and `card` describe the last roll and card drawn."""

    def __init__(
        self,
        state: FreeTheBox,
        glyphs: Glyphs,
        selection: FreeTheBoxSelection,
        die: Line,
        card: Line,
        size: LoopSize | None = None,
    ) -> None:
        self._state = state
        self._table = state.table
        self._glyphs = glyphs
        self._selection = selection
        self._die = die
        self._card = card
        board = state.table.board
        self._size = size or LoopSize(ROWS, columns_for(board.length), STEP)
        self._places = ring(board.length, self._size.rows, self._size.columns)
        tokens = [color[0] + letter.lower() for color in board.colors for letter in LETTERS]
        places = [space.place for space in board.spaces if space.kind == HIDING]
        self.short: Final = _short_names(tuple(places), tuple(tokens))
        self._cells = blank(self._size.cells, self._size.rows)
        self._grounds = [[""] * len(cells) for cells in self._cells]
        self._tokens_on: dict[int, list[int]] = {}
        """By space, the tokens there."""
        for token, at in enumerate(self._table.tokens):
            self._tokens_on.setdefault(int(at), []).append(token)

    def lines(self) -> list[Line]:
        """Return the loop from the top row down, with where each token is inside."""
        drawn = self._draw_spaces()
        self._draw_wall()
        if not self._size.has_words:
            for space, kind in enumerate(self._table.board.kinds):
                if kind == STARTING_BOX:
                    self._draw_number(space)
        for row, line in enumerate(self._middle(drawn).lines(), 2):
            self._write(row, self._size.inside, cut(line, self._size.middle, self._glyphs.more))
        return [
            joined(line, grounds) for line, grounds in zip(self._cells, self._grounds, strict=True)
        ]

    def legend(self, cells: int, rows: int) -> list[Line]:
        """Return the legend for a place beside the loop, as `FreeTheBoxMiddle.legend` does."""
        return self._middle(self._draw_spaces()).legend(cells, rows)

    def _middle(self, drawn: DrawnSpaces) -> FreeTheBoxMiddle:
        return FreeTheBoxMiddle(
            self._state, self._glyphs, self._selection, self._die, self._card, self._size, drawn
        )

    def _write(self, row: int, column: int, line: Line) -> None:
        for piece in line:
            for letter in piece.text:
                self._cells[row][column] = (letter, piece.style, piece.target)
                self._grounds[row][column] = piece.ground
                column += 1

    def _draw_wall(self) -> None:
        """Draw lines around the inside and between spaces: the loop is seen without color, too."""
        for row, at, sign in _wall(self._size, self._glyphs):
            letter, _, target = self._cells[row][at]
            if letter == " ":
                self._cells[row][at] = (sign, "faint", target)

    def _draw_spaces(self) -> DrawnSpaces:
        """Draw all spaces, and return what the legend must explain."""
        drawn = DrawnSpaces()
        for space in range(len(self._places)):
            picked, recent = self._picked_mark_of(space), self._recent_mark_of(space)
            mark, style = picked if picked[0] else recent
            drawn.letters.update(self._draw_space(space, mark, style))
            (drawn.covered if picked[0] else drawn.recent).update(recent[0])
            if self._is_pointed_at(space):
                drawn.is_pointing = True
            else:
                drawn.picked.update(picked[0])
            there = self._tokens_on.get(space, [])
            if len(there) > 1:
                text, meaning = self._stack(there)
                drawn.stacks[text] = meaning
        return drawn

    def _draw_space(self, space: int, mark: str, mark_style: str) -> str:
        """Draw a space and its mark, and return what the mark leaves of the space's text."""
        row, column = self._places[space]
        text, style = self._look_of(space)
        name, ground = str(space + 1), self._ground_of(space)
        step, across = self._size.step, self._size.step * column
        if self._size.has_words:
            shown = f"{fitted(text, step - 1)} "
            behind = min(len(text) + 1, step - len(mark) - (step >= WHOLE_STEP))
        else:
            shown = fitted(text, step)
            behind = min(max(len(text.rstrip()), _SIGN_CELLS), step - len(mark))
        look = "cursor" if mark_style == "cursor" else style
        self._write(row, across, (Piece(shown, look, name, ground),))
        if not mark:
            return shown
        self._write(row, across + behind, (Piece(mark, mark_style, name, ground),))
        return shown[:behind]

    def _ground_of(self, space: int) -> str:
        """Return what a space is drawn on: where the move would end, a safe space, or another.

        Other spaces of that place get only a mark: a cursor move may send 300 bytes over SSH.
        """
        if space == self._selection.landing:
            return TARGET
        return BOARD if self._table.board.kinds[space] == HIDING else SAFE_GROUND

    def _look_of(self, space: int) -> tuple[str, str]:
        """Return a space's text and style: who is there and how safe, or what it is."""
        there = self._tokens_on.get(space, [])
        kind = int(self._table.board.kinds[space])
        if not there:
            return self._empty(space), "faint"
        seats = sorted({token // TOKENS for token in there})
        style = emphasized(style_of(self._state, seats[0])) if len(seats) == 1 else "strong"
        is_single = len(there) == 1
        text = token_name(self._table, there[0]) if is_single else self._stack(there)[0]
        if self._size.has_words:
            words = f"{text} {self._space_words(space)}"
            is_whole = len(words) < self._size.step
            return self._numbered(space, words if is_whole else text + SIGNS.get(kind, "")), style
        return text + (SIGNS.get(kind, " ") if is_single or self._size.step > STEP else ""), style

    def _stack(self, there: list[int]) -> tuple[str, str]:
        """Return several tokens on a space in three letters, and what these mean."""
        names = [token_name(self._table, token) for token in there]
        colors = list(dict.fromkeys(self._table.color_name(token // TOKENS) for token in there))
        if len(colors) == 1:
            own = names[0][0] + "".join(name[1] for name in names)
            text = own if len(own) <= STEP else f"{own[0]}:{len(there)}"
            return text, f"{len(there)} tokens"
        if len(colors) == 2:
            return f"{names[0][0]}+{names[-1][0]}", listed(colors)
        return f"{names[0][0]}++", f"{len(colors)} colors"

    def _empty(self, space: int) -> str:
        there = self._table.board.spaces[space]
        if self._size.has_words:
            return self._numbered(space, self._space_words(space))
        return self.short[there.place] if there.kind == HIDING else self._space_words(space)

    def _numbered(self, space: int, words: str) -> str:
        """Return the words after the number of the space, cut if there is no room for all.

        Where spaces are narrow, only STARTING BOXES have a number, if there is room for all.
        """
        is_wide = self._size.step >= WHOLE_STEP
        if not is_wide and self._table.board.kinds[space] != STARTING_BOX:
            return words
        numbered = f"{space + 1:>{2 if is_wide else 1}} {words}"
        if len(numbered) < self._size.step:
            return numbered
        return fitted(numbered, self._size.step - 1, self._glyphs.more) if is_wide else words

    def _space_words(self, space: int) -> str:
        """Return a space in words: its place, or its sign and what that means."""
        there = self._table.board.spaces[space]
        if there.kind == HIDING:
            return there.place
        if self._size.step < WHOLE_STEP:
            letter = self._table.board.colors[there.color][0] if there.color >= 0 else ""
            return letter + SIGNS[there.kind]
        whose = self._table.board.colors[there.color] if there.color >= 0 else MEANINGS[there.kind]
        return f"{SIGNS[there.kind]} {whose}"

    def _is_pointed_at(self, space: int) -> bool:
        return str(space + 1) in self._selection.pointed_at

    def _picked_mark_of(self, space: int) -> tuple[str, str]:
        """Return the mark of what is picked or looked at, and its style; most spaces have none."""
        selection = self._selection
        if space == selection.source or self._is_pointed_at(space):
            return "<", "cursor"
        if space in selection.others and space != selection.landing:
            return OTHER, "chosen"
        if space in selection.capturable:
            return "x", "warning"
        if space == selection.landing:
            return "@", "chosen"
        if space == selection.cursor:
            return "^", "cursor"
        if space in selection.sides:
            return "=", "chosen"
        return "", ""

    def _recent_mark_of(self, space: int) -> tuple[str, str]:
        """Return the mark of what happened recently, and its style; none covers a token.

        If a token came and captured one that stood there, a larger loop has room for both marks.
        """
        trail, is_large = self._selection.trail, self._size.step > STEP
        if not is_large and len(self._tokens_on.get(space, [])) > 1:  # which fill a small space
            return "", ""
        for mark, spaces in (("!", trail.landed), ("x", trail.hit), ("-", trail.left)):
            if space in spaces:
                is_both = mark == "!" and space in trail.hit and is_large
                return f"{mark}x" if is_both else mark, style_of(self._state, spaces[space])
        return "", ""

    def _draw_number(self, space: int) -> None:
        """Draw the number of a space on its inner side, with a tick of the frame before it."""
        row, column = self._places[space]
        number, size = str(space + 1), self._size
        left, right = size.frame, size.cells - size.step - 1
        top, bottom = 1, size.rows - 2
        if row < top or row > bottom:
            row = min(max(row, top), bottom)
            across = max(size.step * column, left + 1)
        else:
            across = left + 1 if column == 0 else right - len(number)
        self._write(row, across, (Piece(number, "faint", number),))
        if top < row < bottom:
            at = 0 if column == 0 else 1
            edge, tick = (left, right)[at], self._glyphs.ticks[at]
            self._write(row, edge, (Piece(tick, "faint", number),))
