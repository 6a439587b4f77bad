"""Free the Box as lines and words: the loop, the tokens, and who could reach them."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from string import ascii_lowercase, digits
from typing import Final

from boxtui.games.free_the_box.board import (
    COLORS,
    DRAW_A_CARD,
    HIDING,
    JUMP_TO_CENTER,
    PARK,
    SAFE,
    STARTING_BOX,
    TOKENS,
)
from boxtui.games.free_the_box.moves import (
    DRAWING,
    ENDED,
    ENTER,
    LETTERS,
    MOVING,
    ROLLING_FOR_FIRST,
)
from boxtui.games.free_the_box.narration import color_of, deck_words, letter_of
from boxtui.games.free_the_box.position import CAPTURED, CENTER, HOME, NOBODY, OUT, FreeTheBoxTable
from boxtui.games.free_the_box.state import FreeTheBox
from boxtui.games.shared.dice import EIGHT_SIDED
from boxtui.games.shared.wording import listed
from boxtui.lines import Glyphs, Line, Piece, blank, fitted, joined
from boxtui.views.game import GameWords
from boxtui.views.palette import color_styles

ROWS: Final = 15
"""Rows that the loop takes, including its top and bottom row."""

FEWEST_COLUMNS: Final = 17
"""The fewest columns of the loop: the middle is that wide."""

_FIRST: Final = 3
"""The row of the first space; it keeps STARTING BOXES of the usual loop out of the corners."""

_BEHIND: Final = ascii_lowercase + digits
_PAIRS: Final = [one + other for one in ascii_lowercase for other in _BEHIND]
"""Possible second letters, and all pairs, which are more than any loop has places."""


def columns_for(length: int) -> int:
    """Return the number of columns that a loop of `length` spaces takes."""
    return max(FEWEST_COLUMNS, (length + 4 + 1) // 2 - ROWS)


def ring(length: int) -> list[tuple[int, int]]:
    """Return the row and column of each space, down the left side, then counterclockwise (FTB-4).

    A loop shorter than the full way around ends before it returns to its first space.
    """
    right, bottom = columns_for(length) - 1, ROWS - 1
    way = [(row, 0) for row in range(bottom)]
    way += [(bottom, column) for column in range(right)]
    way += [(row, right) for row in range(bottom, 0, -1)]
    way += [(0, column) for column in range(right, 0, -1)]
    return [*way[_FIRST:], *way[:_FIRST]][:length]


def short_names(places: Iterable[str], taken: Collection[str] = ()) -> dict[str, str]:
    """Return two characters for each place, all different, and none of those `taken`.

    They are its first letter and one of the letters after it, or else any letter or digit. If too
    many places begin with the same letter, it is any pair.
    """
    short: dict[str, str] = {}
    for place in dict.fromkeys(places):
        letters = place.replace(" ", "")
        pairs = [letters[0] + behind for behind in letters[1:] + _BEHIND]
        used = {*short.values(), *taken}
        short[place] = next(pair for pair in [*pairs, *_PAIRS] if pair not in used)
    return short


STEP: Final = 3
"""The number of cells of a space."""

NOWHERE: Final = OUT - 1
"""A value for no space, which no token's place has either."""

SIGNS: Final = {STARTING_BOX: ">", DRAW_A_CARD: "?", PARK: "#", JUMP_TO_CENTER: "*"}
"""The signs of the safe spaces; their color's letter precedes `>` and `*`."""

_LEGEND: Final = "? card # PARK > start * jump RA lap 2"

_INSIDE: Final = 7
"""Columns from the left edge to the middle; space numbers are in between."""

_NAME: Final = 11
"""Cells of a color's name, which has up to 8 letters, and of a pointer to it."""


@dataclass(frozen=True)
class FreeTheBoxSelection:
    """What is highlighted on the board; by default nothing.

    Attributes:
        source: the space of the token that would move.
        landing: the space where it would land.
        prey: the spaces of the tokens that this would capture.
        cursor: the space that is looked at.
        sides: the other spaces of the same place.
        look: the names that a lesson points at.
    """

    source: int = NOWHERE
    landing: int = NOWHERE
    prey: Collection[int] = ()
    cursor: int = NOWHERE
    sides: Collection[int] = ()
    look: Collection[str] = ()


def style_of(state: FreeTheBox, seat: int) -> str:
    """Return the style of a seat's color."""
    return color_styles(state.table.board.colors)[state.table.colors[seat]]


def token_name(table: FreeTheBoxTable, token: int) -> str:
    """Return a token's two letters, as in `Ra`; once it has gone around, `RA`."""
    letter = letter_of(token)
    has_gone_round = table.rounds >> token & 1
    color = color_of(table, token // TOKENS)
    return color[0].upper() + (letter if has_gone_round else letter.lower())


class FreeTheBoxDrawing:
    """One drawing of one position; `die` and `card` describe the last roll and card drawn."""

    def __init__(
        self, state: FreeTheBox, glyphs: Glyphs, picked: FreeTheBoxSelection, die: Line, card: Line
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
        """Return the loop from the top row down, with home, capture box and center inside."""
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
        """Return three characters for a space: who is there and how safe, or what it is."""
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
        """Return the mark after a space's two letters, and its style; most have none."""
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
        """Draw the number of a space on its inner side."""
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
        """Return a row for each seat, the die, the last card, the deck, and a legend of signs."""
        head = f"{'':{_NAME}}{'home':6}{'box':6}{'center':8}kept"
        seats = [self._seat_line(seat) for seat in range(self._state.seats)]
        gap: list[Line] = [()] if len(seats) < COLORS else []
        below = [self._die, self._card, self._deck_line(), (Piece(_LEGEND, "faint"),)]
        return [(Piece(head, "faint"),), *seats, *gap, *below]

    def _seat_line(self, seat: int) -> Line:
        """Return which tokens of a seat are home, captured or in the center, and its kept cards."""
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
        """Return the letters of a seat's tokens that are there."""
        tokens = range(seat * TOKENS, (seat + 1) * TOKENS)
        return "".join(letter_of(token) for token in tokens if self._is_on(token, where))

    def _deck_line(self) -> Line:
        looked = "deck" in self._picked.look
        style = "cursor" if looked else "plain"
        words = deck_words(self._table) + (" <" if looked else "")
        return (Piece(words, style, "deck"),)


_ELSEWHERE: Final = {HOME: "at home", CAPTURED: "captured", CENTER: "in the center"}


class FreeTheBoxWords(GameWords[FreeTheBox]):
    """The tokens of each seat by letters, and spaces by numbers and places."""

    def round_words(self) -> str:
        seat = self.state.turn_seat()
        return color_of(self.state.table, seat) if seat >= 0 else "the end"

    @property
    def is_rolled(self) -> bool:
        return self.state.phase != DRAWING

    def falling_words(self) -> str:
        if self.state.phase == ROLLING_FOR_FIRST:
            return "die for the first turn"
        return "die" if self.is_rolled else "card"

    def end_words(self) -> list[str]:
        table = self.state.table
        return [
            f"{seat.name}: {int(table.count(at, CENTER))} of {TOKENS} in the center"
            if table.is_in(at)
            else f"{seat.name}: out"
            for at, seat in enumerate(self.match.seats)
        ]

    # The position

    def now_words(self) -> list[str]:
        """Return the die, and what each legal move would do."""
        state = self.state
        if state.current_player() < 0:
            return []
        die = [f"To move by: {int(state.table.die)}."] if state.phase == MOVING else []
        return [*die, *(self.move_words(move) for move in state.legal_moves())]

    def position_words(self) -> list[str]:
        table = self.state.table
        return [*map(self._seat_words, range(self.state.seats)), f"{deck_words(table)}."]

    def _seat_words(self, seat: int) -> str:
        table = self.state.table
        name = f"{self.match.seats[seat].name}, {color_of(table, seat)}"
        if not table.is_in(seat):
            return f"{name}: out."
        tokens = range(seat * TOKENS, (seat + 1) * TOKENS)
        places = "; ".join(f"{letter_of(token)} {self._token_words(token)}" for token in tokens)
        kept = int(table.kept[seat])
        return f"{name}: {places}" + (f"; keeps {kept} FREE THE BOX." if kept else ".")

    def _token_words(self, token: int) -> str:
        """Return where a token is, and whether it has gone all the way around (FTB-14)."""
        table = self.state.table
        at = int(table.tokens[token])
        if at < 0:
            return _ELSEWHERE[at]
        return f"on {at + 1} ({table.board.space_words(at)}){self._lap_words(token)}"

    def _lap_words(self, token: int) -> str:
        return ", gone round" if self.state.table.rounds >> token & 1 else ""

    def drawn(self, glyphs: Glyphs) -> list[Line]:
        return FreeTheBoxDrawing(self.state, glyphs, FreeTheBoxSelection(), (), ()).lines()

    def place_words(self, place: str) -> str:
        if place.isdigit():
            return f"space {place} ({self.state.table.board.space_words(int(place) - 1)})"
        return f"the {place}" if place in ("deck", "die", "card") else f"{place}'s tokens"

    # Moves and spaces

    def move_words(self, move: int) -> str:
        """Return a legal move's notation, what it would do, and who could reach its landing.

        The reach is left out for a token that jumps, draws or is captured, because it doesn't stay.
        """
        state = self.state
        landing, token = self.landing(move), self._token_of(move)
        after = state.after(move)
        assert isinstance(after, FreeTheBox)
        stays = token != NOBODY and after.table.tokens[token] == landing
        is_told = stays and after.phase not in (DRAWING, ENDED)
        risk = f" {_risk_words(after.table, state.turn_seat(), landing)}" if is_told else ""
        return f"{state.move_text(move)}: {state.describe(move)}.{risk}"

    def _token_of(self, move: int) -> int:
        """Return the token that a move by the die moves; `NOBODY` for other moves."""
        table = self.state.table
        if self.state.phase != MOVING:
            return NOBODY
        return int(table.first(table.seat, HOME)) if move == ENTER else table.seat * TOKENS + move

    def source(self, move: int) -> int:
        """Return the space that a move along the loop starts from, else `NOWHERE`."""
        if self.state.phase != MOVING or move == ENTER:
            return NOWHERE
        return int(self.state.table.tokens[self.state.table.seat * TOKENS + move])

    def landing(self, move: int) -> int:
        """Return the space that a move brings a token to; `NOWHERE` for a word."""
        table = self.state.table
        if self.state.phase != MOVING:
            return NOWHERE
        if move == ENTER:
            return int(table.starts[table.seat])
        return int(table.space_ahead(self.source(move), table.die))

    def space_words(self, space: int) -> str:
        """Return a space's number, kind and tokens, and, before the end, who could reach it."""
        table = self.state.table
        there = [
            f"{color_of(table, token // TOKENS)} {letter_of(token)}{self._lap_words(token)}"
            for token in range(len(table.tokens))
            if table.tokens[token] == space
        ]
        others = [str(side + 1) for side in self.sides(space)]
        sides = f", also on {listed(others)}" if others else ""
        tokens = f": {listed(there)}" if there else ""
        what = f"{space + 1} {table.board.space_words(space)}{sides}{tokens}"
        risk = "" if self.state.phase == ENDED else f" {_risk_words(table, table.seat, space)}"
        return f"{what}.{risk}"

    def sides(self, space: int) -> list[int]:
        """Return the other spaces where a landing captures tokens on that one (FTB-9)."""
        return _sides(self.state.table, space)


def _sides(table: FreeTheBoxTable, space: int) -> list[int]:
    hides = table.hides
    same = [other for other in range(len(hides)) if hides[other] == hides[space]]
    return [other for other in same if other != space and hides[space] != SAFE]


def _risk_words(table: FreeTheBoxTable, seat: int, space: int) -> str:
    """Return which opponents' rolls capture a token there (FTB-9), or that it is safe (FTB-10)."""
    if table.hides[space] == SAFE:
        return "Safe (FTB-10)."
    goals = [space, *_sides(table, space)]
    found = [
        f"{color_of(table, token // TOKENS)} {letter_of(token)} by {roll}"
        for token in range(len(table.tokens))
        for roll in EIGHT_SIDED
        if token // TOKENS != seat and table.tokens[token] >= 0
        if table.space_ahead(table.tokens[token], roll) in goals
    ]
    return f"In reach of {listed(found)}." if found else "In reach of no opponent's roll."
