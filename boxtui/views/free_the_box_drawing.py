"""Free the Box's board as lines: the loop, the tokens, and what stands inside."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from boxtui.games.free_the_box.board import (
    DRAW_A_CARD,
    HIDING,
    JUMP_TO_CENTER,
    PARK,
    STARTING_BOX,
    TOKENS,
)
from boxtui.games.free_the_box.moves import LETTERS
from boxtui.games.free_the_box.narration import deck_words, letter_of
from boxtui.games.free_the_box.position import CAPTURED, CENTER, HOME, OUT, FreeTheBoxTable
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
    legend_lines,
    plain,
    width,
    wrapped,
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
from boxtui.views.free_the_box_recent import FreeTheBoxTrail
from boxtui.views.palette import color_styles, emphasized
from boxtui.wording import listed

NOWHERE: Final = OUT - 1
"""A value that stands for no space; no token's place has it either."""

SIGNS: Final = {STARTING_BOX: ">", DRAW_A_CARD: "?", PARK: "#", JUMP_TO_CENTER: "*"}
"""The signs of the safe spaces; their color's letter precedes `>` and `*`."""

_KINDS: Final = {
    STARTING_BOX: "start",
    DRAW_A_CARD: "card",
    PARK: "PARK",
    JUMP_TO_CENTER: "to center",
}
"""What the signs mean, in the legend and on large spaces."""

OTHER: Final = "~"
"""The mark of the spaces of a move that was played instead of the one picked."""

MARKS: Final = {
    "@": "lands",
    "<": "moves",
    "^": "looked at",
    "=": "also",
    "!": "came",
    "-": "left",
    OTHER: "played",
}
"""The marks after a space, and what they mean: what is picked, and what happened recently.

`x` has a meaning for each of the two (`_hits_legend`).
"""

_SIGNS: Final = 2
"""The usual cells of a space's letters; a mark follows them, clear of the next space."""

_NOTE_ROWS: Final = 3
"""The rows reserved for what is known about the picked move, so that it moves nothing else."""

_NAME: Final = 10
"""Cells of a color's name, which has up to 8 letters, and of a pointer to it."""

_TOKEN: Final = 8
"""Cells that say where a token is: `center!` and a space."""

_KEPT: Final = "kept"
"""Heads the kept cards; without room to its right, it begins further left."""

_ELSEWHERE: Final = {HOME: "not in", CAPTURED: "box", CENTER: "center"}
"""Where a token is that isn't on the loop."""

_WORDS: Final = {HOME: "yet to enter", CAPTURED: "captured", CENTER: "arrived, safe"}
"""What these words mean, in the legend."""


@dataclass(frozen=True)
class FreeTheBoxSelection:
    """What is highlighted on the board; by default nothing.

    Attributes:
        source: the space of the token that would move.
        landing: the space where it would land.
        capturable: the spaces of the tokens that this would capture.
        others: the spaces of a move that was played instead: where it started and where it ended.
        cursor: the space that is looked at.
        sides: the other spaces of the same place.
        pointed_at: the names that a lesson points at.
        trail: what recent moves left on the board.
        notes: what is known about the move or the space, the most important last.
        goal: the goal of the person who looks.
    """

    source: int = NOWHERE
    landing: int = NOWHERE
    capturable: Collection[int] = ()
    others: Collection[int] = ()
    cursor: int = NOWHERE
    sides: Collection[int] = ()
    pointed_at: Collection[str] = ()
    trail: FreeTheBoxTrail = field(default_factory=FreeTheBoxTrail)
    notes: Sequence[str] = ()
    goal: str = ""


def style_of(state: FreeTheBox, seat: int) -> str:
    """Return the style of a seat's color."""
    return color_styles(state.table.board.colors)[state.table.colors[seat]]


def token_name(table: FreeTheBoxTable, token: int) -> str:
    """Return a token's two letters, as in `Ra`, or `RA` on a later lap."""
    letter = letter_of(token)
    is_lapped = table.lapped >> token & 1
    color = table.color_name(token // TOKENS)
    return color[0].upper() + (letter if is_lapped else letter.lower())


def spaces_to_go(table: FreeTheBoxTable, token: int) -> int:
    """Return how far a token is from the center; one that must enter has the whole loop to go."""
    at, length = int(table.tokens[token]), table.board.length
    if at < 0:
        return 0 if at == CENTER else length
    return length - 1 - int(table.gone(token))


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
        self._shown: dict[int, str] = {}
        self._marks: set[str] = set()
        self._is_pointing = "<" in plain((*die, *card))
        """Whether `<` points at anything drawn so far, rather than marking the token that moves."""
        self._stacks: dict[str, str] = {}

    def lines(self) -> list[Line]:
        """Return the loop from the top row down, with where each token is inside."""
        for space in range(len(self._places)):
            self._draw_space(space)
        self._draw_wall()
        if not self._size.has_words:
            for space, kind in enumerate(self._table.board.kinds):
                if kind == STARTING_BOX:
                    self._draw_number(space)
        for row, line in enumerate(self._middle(), 2):
            self._write(row, self._size.inside, cut(line, self._size.middle, self._glyphs.more))
        return [
            joined(line, grounds) for line, grounds in zip(self._cells, self._grounds, strict=True)
        ]

    def _write(self, row: int, column: int, line: Line) -> None:
        for piece in line:
            for letter in piece.text:
                self._cells[row][column] = (letter, piece.style, piece.target)
                self._grounds[row][column] = piece.ground
                column += 1

    # The loop

    def _draw_wall(self) -> None:
        """Draw lines around the inside and between spaces: the loop is seen without color, too."""
        for row, at, sign in _wall(self._size, self._glyphs):
            letter, _, target = self._cells[row][at]
            if letter == " ":
                self._cells[row][at] = (sign, "faint", target)

    def _draw_space(self, space: int) -> None:
        row, column = self._places[space]
        text, style = self._look_of(space)
        mark, mark_style = self._mark_of(space)
        name = str(space + 1)
        if mark_style == "cursor":
            style = "cursor"
        across = self._size.step * column
        ground = self._ground_of(space)
        shown = fitted(text, self._size.step)
        if self._size.has_words:
            shown = f"{fitted(text, self._size.step - 1)} "
        self._write(row, across, (Piece(shown, style, name, ground),))
        self._shown[space] = shown
        if mark:
            behind = min(max(len(text.rstrip()), _SIGNS), self._size.step - len(mark))
            if self._size.has_words:
                room = self._size.step - len(mark) - (self._size.step >= WHOLE_STEP)
                behind = min(len(text) + 1, room)
            self._write(row, across + behind, (Piece(mark, mark_style, name, ground),))
            self._shown[space] = shown[:behind]
            if name in self._selection.pointed_at:
                self._is_pointing = True
            else:
                self._marks.update(mark)

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
        text = self._tokens_text(there, seats)
        if self._size.has_words:
            words = f"{text} {self._space_words(space)}"
            is_whole = len(words) < self._size.step
            return self._numbered(space, words if is_whole else text + SIGNS.get(kind, "")), style
        is_single = len(there) == 1
        return text + (SIGNS.get(kind, " ") if is_single or self._size.step > STEP else ""), style

    def _tokens_text(self, there: list[int], seats: list[int]) -> str:
        """Return the tokens on a space in two or three letters."""
        names = [token_name(self._table, token) for token in there]
        if len(there) == 1:
            return names[0]
        if len(seats) == 1:
            own = names[0][0] + "".join(name[1] for name in names)
            text = own if len(own) <= STEP else f"{own[0]}:{len(there)}"
            self._stacks[text] = f"{len(there)} tokens"
            return text
        colors = [self._table.color_name(seat) for seat in seats]
        text = f"{names[0][0]}+{names[-1][0]}" if len(seats) == 2 else f"{names[0][0]}++"
        self._stacks[text] = listed(colors) if len(seats) == 2 else f"{len(seats)} colors"
        return text

    def _empty(self, space: int) -> str:
        there = self._table.board.spaces[space]
        if self._size.has_words:
            return self._numbered(space, self._space_words(space))
        return self.short[there.place] if there.kind == HIDING else self._space_words(space)

    def _numbered(self, space: int, words: str) -> str:
        """Return the words after the number of the space, if there is room for all.

        Where spaces are narrow, only STARTING BOXES have a number.
        """
        is_wide = self._size.step >= WHOLE_STEP
        if not is_wide and self._table.board.kinds[space] != STARTING_BOX:
            return words
        numbered = f"{space + 1:>{2 if is_wide else 1}} {words}"
        return numbered if len(numbered) < self._size.step else words

    def _space_words(self, space: int) -> str:
        """Return a space in words: its place, or its sign and what that means."""
        there = self._table.board.spaces[space]
        if there.kind == HIDING:
            return there.place
        if self._size.step < WHOLE_STEP:
            letter = self._table.board.colors[there.color][0] if there.color >= 0 else ""
            return letter + SIGNS[there.kind]
        whose = self._table.board.colors[there.color] if there.color >= 0 else _KINDS[there.kind]
        return f"{SIGNS[there.kind]} {whose}"

    def _mark_of(self, space: int) -> tuple[str, str]:
        """Return the mark after a space's letters, and its style; most have none.

        If a token came and captured one that stood there, a larger loop has room for both marks.
        """
        selection = self._selection
        if space == selection.source or str(space + 1) in selection.pointed_at:
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
        return self._trail_mark_of(space)

    def _trail_mark_of(self, space: int) -> tuple[str, str]:
        """Return the mark of what happened recently; none covers a token."""
        trail = self._selection.trail
        for mark, spaces in (("!", trail.landed), ("x", trail.hit), ("-", trail.left)):
            if space in spaces and self._has_room_for_mark(space):
                is_both = mark == "!" and space in trail.hit and self._size.step > STEP
                return f"{mark}x" if is_both else mark, style_of(self._state, spaces[space])
        return "", ""

    def _has_room_for_mark(self, space: int) -> bool:
        """Whether the tokens on a space leave room for a mark: several fill one of the least."""
        return self._size.step > STEP or len(self._tokens_on.get(space, [])) < 2

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

    # What stands in the middle

    def _middle(self) -> list[Line]:
        """Return a row for each seat, the die, the last card, the deck, and whatever else fits.

        This is first what is known about the picked move, then the legend, then the goal. Lines
        that change with the cursor come last, so that they move nothing else.
        """
        tokens = f"{'to go':{_NAME}}{''.join(f'{letter:{_TOKEN}}' for letter in LETTERS)}"
        head = tokens[: self._size.middle - len(_KEPT)] + _KEPT
        seats = [self._seat_line(seat) for seat in range(self._state.seats)]
        fallen = [line for line in (self._die, self._card) if width(line)]
        if sum(map(width, fallen)) + 2 * len(fallen) <= self._size.text:
            fallen = [tuple(piece for line in fallen for piece in (*line, Piece("  ")))]
        blocks = [[(Piece(head, "faint"),), *seats], [*fallen, self._deck_line()]]
        rows = self._size.rows - 4
        room = rows - sum(map(len, blocks))
        lasting, changing = self._legend()
        reserved = len(legend_lines(lasting, (), self._size.text, rows)) + 1
        goal = self._goal(room - reserved - _NOTE_ROWS - len(blocks))
        spare = room - reserved - _NOTE_ROWS - len(goal)
        lines: list[Line] = []
        for at, block in enumerate((*blocks, goal)):
            lines += [*block, *([()] if block and spare > at else [])]
        notes = self._notes(rows - len(lines))
        lines += legend_lines(lasting, changing, self._size.text, rows - len(lines) - len(notes))
        return [*lines, *[()] * (rows - len(lines) - len(notes)), *notes]

    def _notes(self, room: int) -> list[Line]:
        """Return what is known about the picked move, or only its last sentence if not all fits."""
        notes = self._wrapped(self._selection.notes, "strong")
        if room <= 0 or len(notes) <= room:
            return notes[: max(room, 0)]
        last = self._wrapped(self._selection.notes[-1:], "strong")
        kept, rest = last[:room], last[room:]
        if rest:
            words = f"{plain(kept[-1])} {plain(rest[0])}"
            kept[-1] = (Piece(fitted(words, self._size.text, self._glyphs.more), "strong"),)
        return kept

    def _goal(self, room: int) -> list[Line]:
        """Return the goal if there is room for all of it."""
        goal = self._wrapped([self._selection.goal], "plain") if self._selection.goal else []
        return goal if len(goal) <= room else []

    def _wrapped(self, texts: Iterable[str], style: str) -> list[Line]:
        """Return texts in lines as wide as the middle."""
        lines = [line for text in texts for line in wrapped(text, self._size.text)]
        return [(Piece(line, style),) for line in lines]

    def _seat_line(self, seat: int) -> Line:
        """Return how far each token of a seat has to go or where it is, and its kept cards."""
        color = self._table.color_name(seat)
        looked = color in self._selection.pointed_at
        style = "cursor" if looked else style_of(self._state, seat)
        name = Piece(fitted(f"{color}{' <' if looked else ''}", _NAME), style, color)
        if not self._table.is_in(seat):
            is_new = seat in self._selection.trail.beaten
            style = "strong" if is_new else "faint"
            gone = Piece(f"OUT{' now!' if is_new else ':'} A, B, C are gone", style, color)
            return (Piece(fitted(f"{color} x", _NAME), style, color), gone)
        self._is_pointing |= looked
        tokens = range(seat * TOKENS, (seat + 1) * TOKENS)
        columns = [piece for token in tokens for piece in self._whereabouts(token, color)]
        kept = str(int(self._table.kept[seat]) or self._glyphs.dash)
        return (name, *columns, Piece(kept, "plain", color))

    def _whereabouts(self, token: int, color: str) -> Line:
        """Return a token's spaces to go, or the word for where it is; `!` if it has just come."""
        at = int(self._table.tokens[token])
        text = _ELSEWHERE[at] if at < 0 else str(spaces_to_go(self._table, token))
        ground = {CENTER: SAFE_GROUND, CAPTURED: BOARD}.get(at, "")
        came = "!" if token in self._selection.trail.arrived else ""
        rest = Piece(f"{came:{_TOKEN - len(text)}}", "plain", color)
        return (Piece(text, "plain", color, ground), rest)

    def _deck_line(self) -> Line:
        looked = "the deck" in self._selection.pointed_at
        self._is_pointing |= looked
        style = "cursor" if looked else "plain"
        words = deck_words(self._table) + (" <" if looked else "")
        return (Piece(words, style, "the deck"),)

    def _legend(self) -> tuple[list[str], list[str]]:
        """Return what the tokens, signs and marks that are on the board now mean.

        The second list has what changes with the cursor: all marks but those of the trail, which
        stay in the first even where the cursor covers them.
        """
        shown = "".join(self._shown.values())
        signs = [
            f"{sign} {_KINDS[kind]}"
            for kind, sign in SIGNS.items()
            if sign in shown and not (self._size.step >= WHOLE_STEP and kind in (DRAW_A_CARD, PARK))
        ]
        trail = self._selection.trail
        recent = {"!": trail.landed, "-": trail.left}
        came = [
            f"{mark} {MARKS[mark]}"
            for mark, spaces in recent.items()
            if any(mark in self._trail_mark_of(space)[0] for space in spaces)
        ]
        meanings = {m: words for m, words in MARKS.items() if m in self._marks - {*recent}}
        if self._is_pointing:
            meanings["<"] = f"{meanings['<']}, or look here" if "<" in meanings else "look here"
        picked = [f"{mark} {words}" for mark, words in meanings.items()]
        stacks = [f"{text} {meaning}" for text, meaning in self._stacks.items()]
        lasting = [*came, *stacks, *self._token_legend(), *signs, *self._words_legend()]
        return lasting, [*picked, *self._hits_legend()]

    def _hits_legend(self) -> Iterator[str]:
        """Yield the meaning of `x`: a token that only the picked move captures is still there."""
        selection = self._selection
        hit = {*selection.trail.hit} - {*selection.capturable}
        if "x" in self._marks:
            is_recent = any("x" in self._mark_of(space)[0] for space in hit)
            is_ahead = any("x" in self._mark_of(space)[0] for space in selection.capturable)
            if is_recent:
                yield "x captured, or would be" if is_ahead else "x captured"
            else:
                yield "x would be captured"

    def _words_legend(self) -> Iterator[str]:
        """Yield the meaning of the words beside the seats' names."""
        yield "to go: spaces to the center"
        for where, meaning in _WORDS.items():
            if any(at == where for at in self._table.tokens):
                yield f"{_ELSEWHERE[where]}: {meaning}"
        if any(self._table.kept):
            yield f"{_KEPT}: FREE THE BOX"

    def _token_legend(self) -> Iterator[str]:
        """Yield the names of one token on its first lap, and of one on a later lap."""
        on_loop = [token for token, at in enumerate(self._table.tokens) if at >= 0]
        for later, meaning in ((0, "{}'s {}"), (1, "lap 2")):
            alike = [token for token in on_loop if self._table.lapped >> token & 1 == later]
            if alike:
                color, letter = self._table.color_name(alike[0] // TOKENS), letter_of(alike[0])
                yield f"{token_name(self._table, alike[0])} {meaning.format(color, letter)}"
