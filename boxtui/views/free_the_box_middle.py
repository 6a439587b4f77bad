"""The inside of Free the Box's loop: tokens, the die, cards, the picked move, and the legend."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from boxtui.games.free_the_box.board import DRAW_A_CARD, PARK, TOKENS
from boxtui.games.free_the_box.moves import LETTERS
from boxtui.games.free_the_box.narration import deck_words, letter_of
from boxtui.games.free_the_box.position import CAPTURED, CENTER, HOME, FreeTheBoxTable, tokens_of
from boxtui.games.free_the_box.state import FreeTheBox
from boxtui.lines import (
    BOARD,
    SAFE_GROUND,
    Glyphs,
    Line,
    Piece,
    fitted,
    legend_lines,
    plain,
    width,
    wrapped,
)
from boxtui.views.free_the_box_loop import WHOLE_STEP, LoopSize
from boxtui.views.free_the_box_signs import (
    MARKS,
    MEANINGS,
    SIGNS,
    FreeTheBoxSelection,
    spaces_to_go,
    style_of,
    token_name,
)

_NOTE_ROWS: Final = 3
"""The rows reserved for what is known about the picked move, so that it moves nothing else."""

_NAME_CELLS: Final = 10
"""Cells of a color's name, which has up to 8 letters, and of a pointer to it."""

_TOKEN_CELLS: Final = 8
"""Cells that say where a token is: `center!` and a space."""

_KEPT: Final = "kept"
"""Heads the kept cards; without room to its right, it begins further left."""

_ELSEWHERE: Final = {HOME: "not in", CAPTURED: "box", CENTER: "center"}
"""Where a token is that isn't on the loop."""

_WORDS: Final = {HOME: "yet to enter", CAPTURED: "captured", CENTER: "arrived, safe"}
"""What these words mean, in the legend."""


@dataclass
class DrawnSpaces:
    """What is drawn on the spaces, for the legend to explain.

    Attributes:
        letters: the characters there, apart from marks.
        stacks: the texts for several tokens on a space, with what they mean.
        picked: the marks of what is picked or looked at.
        recent: the marks of recent moves.
        covered: the marks of recent moves that are not drawn because others are.
        is_pointing: whether `<` points at a space, rather than marking the token that moves.
    """

    letters: set[str] = field(default_factory=set)
    stacks: dict[str, str] = field(default_factory=dict)
    picked: set[str] = field(default_factory=set)
    recent: set[str] = field(default_factory=set)
    covered: set[str] = field(default_factory=set)
    is_pointing: bool = False


@dataclass(frozen=True)
class FreeTheBoxMiddle:
    """The text inside one loop; `die` and `card` describe the last roll and card drawn."""

    state: FreeTheBox
    glyphs: Glyphs
    selection: FreeTheBoxSelection
    die: Line
    card: Line
    size: LoopSize
    drawn: DrawnSpaces

    @property
    def _table(self) -> FreeTheBoxTable:
        return self.state.table

    def lines(self) -> list[Line]:
        """Return a row for each seat, the die, the last card, the deck, and whatever else fits.

        This is first what is known about the picked move, then the legend, then the goal. Lines
        that change with the cursor come last, so that they move nothing else.
        """
        tokens = "".join(f"{letter:{_TOKEN_CELLS}}" for letter in LETTERS)
        head = f"{'to go':{_NAME_CELLS}}{tokens}"[: self.size.middle - len(_KEPT)] + _KEPT
        seats = [self._seat_line(seat) for seat in range(self.state.seats)]
        fallen = [line for line in (self.die, self.card) if width(line)]
        if sum(map(width, fallen)) + 2 * len(fallen) <= self.size.text:
            fallen = [tuple(piece for line in fallen for piece in (*line, Piece("  ")))]
        blocks = [[(Piece(head, "faint"),), *seats], [*fallen, self._deck_line()]]
        rows = self.size.rows - 4
        room = rows - sum(map(len, blocks))
        is_pointing = any("<" in plain(line) for block in blocks for line in block)
        lasting, changing = self._legend(is_pointing=is_pointing or self.drawn.is_pointing)
        reserved = len(legend_lines(lasting, (), self.size.text, rows)) + 1
        goal = self._goal(room - reserved - _NOTE_ROWS - len(blocks))
        spare = room - reserved - _NOTE_ROWS - len(goal)
        lines: list[Line] = []
        for at, block in enumerate((*blocks, goal)):
            lines += [*block, *([()] if block and spare > at else [])]
        notes = self._notes(rows - len(lines))
        lines += legend_lines(lasting, changing, self.size.text, rows - len(lines) - len(notes))
        return [*lines, *[()] * (rows - len(lines) - len(notes)), *notes]

    def legend(self, cells: int, rows: int) -> list[Line]:
        """Return the legend for a place beside the loop, if that has no room for all of it.

        It is returned whole, or not at all.
        """
        texts = self._legend(is_pointing=self.drawn.is_pointing)
        inside = self.lines()
        if all(line in inside for line in legend_lines(*texts, self.size.text, self.size.rows)):
            return []
        whole = legend_lines(*texts, cells, self.size.rows)
        return whole if len(whole) <= rows else []

    def _notes(self, room: int) -> list[Line]:
        """Return what is known about the picked move, or only its last sentence if not all fits."""
        notes = self._wrapped(self.selection.notes, "strong")
        if room <= 0 or len(notes) <= room:
            return notes[: max(room, 0)]
        last = self._wrapped(self.selection.notes[-1:], "strong")
        kept, rest = last[:room], last[room:]
        if rest:
            words = f"{plain(kept[-1])} {plain(rest[0])}"
            kept[-1] = (Piece(fitted(words, self.size.text, self.glyphs.more), "strong"),)
        return kept

    def _goal(self, room: int) -> list[Line]:
        """Return the goal if there is room for all of it."""
        goal = self._wrapped([self.selection.goal], "plain") if self.selection.goal else []
        return goal if len(goal) <= room else []

    def _wrapped(self, texts: Iterable[str], style: str) -> list[Line]:
        """Return texts in lines as wide as the middle."""
        lines = [line for text in texts for line in wrapped(text, self.size.text)]
        return [(Piece(line, style),) for line in lines]

    def _seat_line(self, seat: int) -> Line:
        """Return how far each token of a seat has to go or where it is, and its kept cards."""
        color = self._table.color_name(seat)
        looked = color in self.selection.pointed_at
        style = "cursor" if looked else style_of(self.state, seat)
        name = Piece(fitted(f"{color}{' <' if looked else ''}", _NAME_CELLS), style, color)
        if not self._table.is_in(seat):
            is_new = seat in self.selection.trail.beaten
            style = "strong" if is_new else "faint"
            gone = Piece(f"OUT{' now!' if is_new else ':'} A, B, C are gone", style, color)
            return (Piece(fitted(f"{color} x", _NAME_CELLS), style, color), gone)
        columns = [piece for token in tokens_of(seat) for piece in self._whereabouts(token, color)]
        kept = str(int(self._table.kept[seat]) or self.glyphs.dash)
        return (name, *columns, Piece(kept, "plain", color))

    def _whereabouts(self, token: int, color: str) -> Line:
        """Return a token's spaces to go, or the word for where it is; `!` if it has just come."""
        at = int(self._table.tokens[token])
        text = _ELSEWHERE[at] if at < 0 else str(spaces_to_go(self._table, token))
        ground = {CENTER: SAFE_GROUND, CAPTURED: BOARD}.get(at, "")
        came = "!" if token in self.selection.trail.arrived else ""
        rest = Piece(f"{came:{_TOKEN_CELLS - len(text)}}", "plain", color)
        return (Piece(text, "plain", color, ground), rest)

    def _deck_line(self) -> Line:
        looked = "the deck" in self.selection.pointed_at
        style = "cursor" if looked else "plain"
        words = deck_words(self._table) + (" <" if looked else "")
        return (Piece(words, style, "the deck"),)

    def _legend(self, *, is_pointing: bool) -> tuple[list[str], list[str]]:
        """Return what the tokens, signs and marks that are on the board now mean.

        The second list has what changes with the cursor: all marks but those of the trail, which
        stay in the first even where the cursor covers them.
        """
        drawn, is_wide = self.drawn, self.size.step >= WHOLE_STEP
        signs = [
            f"{sign} {MEANINGS[kind]}"
            for kind, sign in SIGNS.items()
            if sign in drawn.letters and not (is_wide and kind in (DRAW_A_CARD, PARK))
        ]
        recent = drawn.recent | drawn.covered | self._came_signs()
        came = [f"{mark} {words}" for mark, words in MARKS.items() if mark in recent]
        meanings = {mark: words for mark, words in MARKS.items() if mark in drawn.picked}
        if is_pointing:
            meanings["<"] = f"{meanings['<']}, or look here" if "<" in meanings else "look here"
        picked = [f"{mark} {words}" for mark, words in meanings.items()]
        stacks = [f"{text} {meaning}" for text, meaning in drawn.stacks.items()]
        lasting = [*came, *stacks, *self._token_legend(), *signs, *self._words_legend()]
        changing = [*picked, *self._hits_legend()]
        if changing and not self.size.has_words:  # else a sign would point at the number beside it
            changing[0] = f"signs: {changing[0]}"
        return lasting, changing

    def _came_signs(self) -> set[str]:
        """Return the sign of tokens that have just come off the loop: only seat lines show them."""
        came = self.selection.trail.arrived
        return {"!"} if any(self._table.is_in(token // TOKENS) for token in came) else set()

    def _hits_legend(self) -> Iterator[str]:
        """Yield the meaning of `x`: a token that only the picked move captures is still there."""
        if "x" in self.drawn.recent:
            yield f"x captured{', or would be' if 'x' in self.drawn.picked else ''}"
        elif "x" in self.drawn.picked:
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
