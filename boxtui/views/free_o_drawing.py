"""FREE-O's table as lines: the discards, the hands, and the points after a hand."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, groupby
from operator import itemgetter
from typing import Final

from boxtui.core import NOBODY
from boxtui.games.free_o.deck import FreeODeck
from boxtui.games.free_o.moves import CAPTURED, DRAW_A_CARD, KINDS, PLACES, POINTS, WILD
from boxtui.games.free_o.narration import cards_words
from boxtui.games.free_o.position import NO_CARD, FreeOTable
from boxtui.games.free_o.state import PLAYING, FreeO
from boxtui.lines import (
    Glyphs,
    Line,
    Piece,
    beside,
    cells_of,
    fitted,
    hanging,
    in_rows,
    inset,
    padded,
    wrapped,
)
from boxtui.views.palette import color_styles
from boxtui.wording import counted

CELLS: Final = 48
_CARD_CELLS: Final = 15
_SMALL: Final = 3
"""The rows of a small card."""

_CARDS: Final = ((26, 5), (20, _SMALL))
"""The fewest rows of a table with cards of each height; with fewer, a hand is a list."""

_ABREAST: Final = 3
"""The cards of a hand side by side."""

_BACKS: Final = 8
"""The most cards of another player that are drawn."""

_PLAYED_ROWS: Final = 2
"""The most rows for the cards played since the viewer's last turn."""

_TEXT_COLUMN: Final = 18
"""Where the text beside the card on top begins."""

_SECOND_COLUMN: Final = 24
"""Where the second of two columns begins."""

_NAME_CELLS: Final = 10
_TOP_ROWS: Final = 5
"""Rows of the discards and the text beside them, which the hand doesn't push away."""

_OTHER_SIGNS: Final = {CAPTURED: "!", DRAW_A_CARD: "+", WILD: "*"}
_COLUMNS: Final = (
    ("Seek", range(PLACES)),
    ("Capt", [CAPTURED]),
    ("Draw", [DRAW_A_CARD]),
    ("Wild", [WILD]),
)
"""The columns of the score after a hand; the kinds of a column score alike (FRO-20)."""


@dataclass(frozen=True)
class FreeOSelection:
    """What is highlighted.

    Attributes:
        kind: a kind of card.
        seat: a seat to be named.
        choosing: whether what is picked is marked, as in a decision or in a review of one.
        naming: whether the viewer decides who has to draw.
        pointed_at: the names that a lesson points at.
        played: the seats and kinds of the cards played since the viewer's last turn, in order.
        keys: whether the viewer's cards show the keys that pick them.
    """

    kind: int = NO_CARD
    seat: int = NOBODY
    choosing: bool = False
    naming: bool = False
    pointed_at: Sequence[str] = ()
    played: Sequence[tuple[int, int]] = ()
    keys: bool = True


def sign(deck: FreeODeck, kind: int) -> str:
    """Return a kind's letter; for a place, the first in its name that no earlier place has."""
    if kind >= PLACES:
        return _OTHER_SIGNS[kind]
    signs: list[str] = []
    for name in deck.names[: kind + 1]:
        free = [letter for letter in name.upper() if letter not in signs]
        signs.append(free[0] if free else str(len(signs) + 1))
    return signs[kind]


def style_of(deck: FreeODeck, kind: int) -> str:
    """Return the style of a kind: a place's color, or strong for other cards."""
    return "strong" if kind >= PLACES else color_styles(deck.colors)[kind]


def held_words(table: FreeOTable, seat: int) -> str:
    """Return a seat's cards by kinds, as in `Wild x2, You Are Captured`."""
    titles = enumerate(table.deck.titles)
    counts = [(name, table.held[seat * KINDS + kind]) for kind, name in titles]
    cards = [f"{name} x{count}" if count > 1 else name for name, count in counts if count]
    return ", ".join(cards) or "no cards"


@dataclass(frozen=True)
class FreeODrawing:
    """The table with the hands of the seats `seen`, possibly with the viewer's `own`.

    `whose` is what that hand is called, as in `Your`; `words` are the sentences beside the
    discards, or above the table of points.
    """

    state: FreeO
    names: Sequence[str]
    seen: Sequence[int]
    own: int
    whose: str
    words: Sequence[str]
    glyphs: Glyphs
    selection: FreeOSelection

    def lines(self, rows: int) -> list[Line]:
        """Return the whole table in that many rows; after a hand, all hands with a table of points.

        The size of the cards depends on the rows, not on the hand, which grows and shrinks. If
        there are too few rows, the hand is a list, and the text makes room for it; after a hand,
        its last sentences do.
        """
        if self.state.is_open():
            points, hands = self.points(), self._hands()
            text = in_rows(self.words, CELLS - 2, rows - len(points) - len(hands))
            words = inset(text, CELLS, "strong")
            if len(words) + len(points) + len(hands) + 2 > rows:
                return [*words, *points, *hands][:rows]
            return [*words, (), *points, (), *hands]
        for least, card_rows in _CARDS:
            below = self._below(card_rows)
            lines = [*self._backs(), self._piles(), *self._top(card_rows), *below]
            if max(least, len(lines)) <= rows:
                return lines
        below = self._below(0)
        room = max(rows - len(below) - 1, _TOP_ROWS - 1)
        return [self._piles(), *self._top(_SMALL)[:room], *below][:rows]

    def _below(self, card_rows: int) -> list[Line]:
        """Return the players to be named, or the viewer's own hand, or all hands that are seen.

        The viewer's hand has cards of `card_rows` rows, or is a list if that is 0.
        """
        if self.selection.naming:
            return self._seats()
        if self.own not in self.seen:
            return self._hands()
        head = (Piece(f" {self._hand_words(card_rows > 0)}:", "strong"),)
        return [head, *(self._grid(card_rows) if card_rows else self._list())]

    @property
    def _is_to_play(self) -> bool:
        """Whether it is the viewer's turn to play a card, even if a lesson plays it."""
        return self.state.phase == PLAYING and self.state.table.seat == self.own

    def _hand_words(self, has_frames: bool) -> str:
        """Return the viewer's number of cards, their points, and what frames or brackets mean.

        Beside a long name, the points are left out.
        """
        table, note = self.state.table, ""
        held = table.kinds_held(self.own)
        if self._is_to_play and has_frames:
            note = " (dotted: not now)" if held & ~table.playable() else ""
        elif self._is_to_play:
            note = " ([ ]: playable)" if held & table.playable() else ""
        words = f"{self.whose} hand, {cards_words(table.sizes[self.own])}"
        whole = f"{words}, {counted(table.points(self.own), 'pt')}{note}"
        return whole if cells_of(whole) <= CELLS - 2 else f"{words}{note}"

    # The others

    def _backs(self) -> list[Line]:
        """Return the hands that aren't seen as the backs of their cards, and an empty line."""
        hands = [self._back(seat) for seat in range(self.state.seats) if seat not in self.seen]
        lines = beside(hands[::2], hands[1::2], _SECOND_COLUMN)
        return [*lines, ()] if lines else []

    def _back(self, seat: int) -> Line:
        table = self.state.table
        name = fitted(self.names[seat], _NAME_CELLS, self.glyphs.more)
        mark = self.glyphs.marker if seat == table.seat else " "
        backs = self.glyphs.fills[0] * min(table.sizes[seat], _BACKS)
        return (Piece(f"{mark}{name} "), Piece(f"{backs} {table.sizes[seat]}", "strong"))

    # The discards

    def _piles(self) -> Line:
        table = self.state.table
        below = sum(table.below) + (table.top != NO_CARD)
        pile = f"{self._mark('pile')}Draw pile: {table.pile_size}"
        discards = f"{self._mark('top')}Discards: {below}"
        return (*padded((Piece(discards),), _TEXT_COLUMN - 1), Piece(pile, "plain", "pile"))

    def _mark(self, name: str) -> str:
        return self.glyphs.pointer if name in self.selection.pointed_at else " "

    def _top(self, card_rows: int) -> list[Line]:
        """Return the card on top, what was played before it, and what it demands."""
        cells = CELLS - _TEXT_COLUMN - 1
        words: list[Line] = [(Piece(line),) for line in wrapped(" ".join(self.words), cells)]
        lines = beside(self._card(card_rows), [*self._played(cells), *words], _TEXT_COLUMN)
        return [*lines, *[()] * (_TOP_ROWS - len(lines))]

    def _played(self, cells: int) -> list[Line]:
        """Return who played what since the viewer's last turn, in order, as far as it fits."""
        for first in range(len(self.selection.played)):
            more = f"{self.glyphs.more} " if first else ""
            words = wrapped(more + self._played_words(first), cells)
            if len(words) <= _PLAYED_ROWS:
                return [(Piece(line, "strong"),) for line in words]
        return []

    def _played_words(self, first: int) -> str:
        """Return who played what, from that card on: `Ben played Wild, Truck; Ann played Car`."""
        titles, runs = self.state.table.deck.titles, list[str]()
        for seat, played in groupby(self.selection.played[first:], key=itemgetter(0)):
            cells = min(_NAME_CELLS, cells_of(self.names[seat]))
            name = fitted(self.names[seat], cells, self.glyphs.more)
            runs.append(f"{name} played {', '.join(titles[kind] for _, kind in played)}")
        return "; ".join(runs)

    def _card(self, card_rows: int) -> list[Line]:
        table = self.state.table
        if table.top == NO_CARD:
            return [()] * card_rows
        rows = self._face(table.top, card_rows, "", "", True)
        style = style_of(table.deck, table.top)
        return [(Piece(" "), Piece(row, style, "top")) for row in rows]

    def _face(self, kind: int, rows: int, left: str, right: str, is_solid: bool) -> list[str]:
        """Return a card with its title, and texts in the corners of its upper edge.

        A title that is too long for a card is replaced by the card's name in moves.
        The frame is a line, or dotted for a card that can't be played.
        """
        deck, glyphs, inner = self.state.table.deck, self.glyphs, _CARD_CELLS - 2
        title = deck.titles[kind]
        name = title if cells_of(title) <= inner else deck.names[kind].capitalize()
        name = fitted(name, min(inner, cells_of(name)), glyphs.more)
        around = inner - cells_of(name)
        face = [" " * (around // 2) + name + " " * (around - around // 2)]
        if rows > _SMALL:
            letter = sign(deck, kind)
            face = [f"{letter:<{inner}}", *face, f"{letter:>{inner}}"]
        edge, side = glyphs.horizontal, glyphs.vertical
        ends = (*glyphs.top, *glyphs.bottom)
        if not is_solid:
            edge = side = glyphs.point
            ends = (edge,) * len(ends)
        upper = left + edge * (inner - len(left) - len(right)) + right
        return [
            f"{ends[0]}{upper}{ends[1]}",
            *(f"{side}{row}{side}" for row in face),
            f"{ends[2]}{edge * inner}{ends[3]}",
        ]

    # Hands

    def _grid(self, card_rows: int) -> list[Line]:
        """Return the viewer's hand as cards; those that can't be played now are dotted."""
        kinds, lines = kinds_of(self.state, self.own), list[Line]()
        cards = [self._held_card(at, kind, card_rows) for at, kind in enumerate(kinds, 1)]
        for first in range(0, len(cards), _ABREAST):
            row = cards[first : first + _ABREAST]
            for pieces in zip(*row, strict=True):
                spaced = chain.from_iterable((Piece(" "), piece) for piece in pieces)
                lines.append(tuple(spaced)[1:])
        return lines

    def _held_card(self, number: int, kind: int, card_rows: int) -> list[Piece]:
        """Return a card of the viewer's hand, with its key and how many of the kind there are."""
        key = number if self.selection.keys else ""
        count = self.state.table.held[self.own * KINDS + kind]
        rows = self._face(
            kind,
            card_rows,
            f"{self._pointer(kind).strip()}{key}",
            f"x{count}" if count > 1 else "",
            not self._is_to_play or self._can_play(kind),
        )
        name, style = self.state.table.deck.names[kind], self._style_held(kind)
        # The frame is long: it isn't highlighted, because that would take many bytes.
        edge = self._style_of_frame(kind)
        styles = [edge, *[style] * (len(rows) - 2), edge]
        return [Piece(row, look, name) for row, look in zip(rows, styles, strict=True)]

    def _can_play(self, kind: int) -> bool:
        """Whether such a card of the viewer's can be played now."""
        return self._is_to_play and bool(self.state.table.playable() >> kind & 1)

    def _pointer(self, kind: int) -> str:
        """Return the mark of the card that is picked, or that a lesson points at."""
        is_picked = self.selection.choosing and kind == self.selection.kind
        return self.glyphs.marker if is_picked else self._mark(self.state.table.deck.names[kind])

    def _style_held(self, kind: int) -> str:
        """Return the style of the name of a card in the viewer's hand."""
        if self.selection.choosing and kind == self.selection.kind:
            return "cursor"
        return self._style_of_frame(kind)

    def _style_of_frame(self, kind: int) -> str:
        """Return the style of a card in the viewer's hand that isn't picked."""
        if self._is_to_play and not self._can_play(kind):
            return "faint"
        return style_of(self.state.table.deck, kind)

    def _list(self) -> list[Line]:
        """Return the viewer's cards in two columns; those playable now are in brackets."""
        kinds = kinds_of(self.state, self.own)
        cards = [self._held(at, kind) for at, kind in enumerate(kinds, 1)]
        return beside(cards[::2], cards[1::2], _SECOND_COLUMN)

    def _held(self, number: int, kind: int) -> Line:
        table = self.state.table
        name, count = table.deck.names[kind], table.held[self.own * KINDS + kind]
        words = f"{table.deck.titles[kind]}{f' x{count}' if count > 1 else ''}"
        return (
            Piece(f"{self._pointer(kind)}{number} "),
            Piece(
                f"[{words}]" if self._can_play(kind) else f" {words} ",
                self._style_held(kind),
                name,
            ),
        )

    def _hands(self) -> list[Line]:
        """Return all visible hands that hold a card, each in one line or more."""
        table = self.state.table
        held = [seat for seat in self.seen if table.sizes[seat]]
        texts = [f"{self.names[seat]}: {held_words(table, seat)}" for seat in held]
        return [(Piece(line),) for text in texts for line in hanging(text, CELLS, " ")]

    # Seats

    def _seats(self) -> list[Line]:
        """Return the players that a Draw A Card can name."""
        others = [seat for seat in range(self.state.seats) if seat != self.own]
        head = (Piece(" Who is to draw a card?", "strong"),)
        return [head, *(self._seat(seat) for seat in others)]

    def _seat(self, seat: int) -> Line:
        is_picked = seat == self.selection.seat
        mark = self.glyphs.marker if is_picked else " "
        held, total = self.state.table.sizes[seat], self.state.totals[seat]
        name = fitted(self.names[seat], 20, self.glyphs.more)
        words = f"{name} {cards_words(held):>8}, total {total}"
        style = "cursor" if is_picked else "plain"
        return (Piece(f"{mark}{seat + 1} "), Piece(words, style, f"seat {seat + 1}"))

    def points(self) -> list[Line]:
        """Return the points of all seats' cards by kinds, their sums, and the totals (FRO-20)."""
        heads = [title for title, _ in _COLUMNS]
        head = self._row("points for", [*heads, "sum"], "total")
        seats = (self._points_of(seat) for seat in range(self.state.seats))
        return [(Piece(head, "faint"),), *((Piece(line),) for line in seats)]

    def _row(self, name: str, points: Sequence[object], total: object) -> str:
        middle = "".join(f"{each:>5}" for each in points)
        return f" {fitted(name, _NAME_CELLS, self.glyphs.more)}{middle}{total:>6}"

    def _points_of(self, seat: int) -> str:
        table = self.state.table
        held = [table.held[seat * KINDS + kind] * POINTS[kind] for kind in range(KINDS)]
        points = [sum(held[kind] for kind in kinds) for _, kinds in _COLUMNS]
        row = [*points, table.points(seat)]
        return self._row(self.names[seat], row, self.state.totals[seat])


def kinds_of(state: FreeO, seat: int) -> list[int]:
    """Return the kinds that a seat holds, in the order of the deck."""
    kinds = state.table.kinds_held(seat)
    return [kind for kind in range(KINDS) if kinds >> kind & 1]
