"""The drawing of FREE-O: the discards, hands by kinds, who can be named, the end of a hand."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from boxtui.drawing import Glyphs, Line, Piece, beside, fitted, padded, wrapped
from boxtui.drawings.colors import color_styles
from boxtui.games.free_o.deck import Deck
from boxtui.games.free_o.moves import CAPTURED, DRAW_A_CARD, KINDS, PLACES, POINTS, WILD
from boxtui.games.free_o.narration import cards_text
from boxtui.games.free_o.position import NO_CARD, NOBODY
from boxtui.games.free_o.state import FreeO

CELLS: Final = 48
_CARD_CELLS: Final = 15
_SAID_AT: Final = 20
_COLUMN: Final = 24
_NAME_CELLS: Final = 10
_TOP_ROWS: Final = 5
"""Rows of the discards with what is said beside them, that the hand doesn't move."""

_OTHER_SIGNS: Final = {CAPTURED: "!", DRAW_A_CARD: "+", WILD: "*"}
_COLUMNS: Final = (
    ("Seek", range(PLACES)),
    ("Capt", [CAPTURED]),
    ("Draw", [DRAW_A_CARD]),
    ("Wild", [WILD]),
)
"""What the end of a hand is counted by: the kinds of a column score alike (FRO-20)."""


@dataclass(frozen=True)
class Picked:
    """What is singled out: a kind of card, a seat to be named, what a lesson points at.

    `choosing` says whether the viewer decides; `naming` whether it is who is to draw.
    """

    kind: int = NO_CARD
    seat: int = NOBODY
    choosing: bool = False
    naming: bool = False
    look: Sequence[str] = ()


def sign(deck: Deck, kind: int) -> str:
    """A kind in one letter: of places the first in their name that no place before has."""
    if kind >= PLACES:
        return _OTHER_SIGNS[kind]
    signs: list[str] = []
    for name in deck.names[: kind + 1]:
        free = [letter for letter in name.upper() if letter not in signs]
        signs.append(free[0] if free else str(len(signs) + 1))
    return signs[kind]


def style_of(deck: Deck, kind: int) -> str:
    """A place's color; the other cards are strong."""
    return "strong" if kind >= PLACES else color_styles(deck.colors)[kind]


@dataclass(frozen=True)
class FreeODrawing:
    """The table with the hands of the seats `seen`, one of them perhaps the viewer's `own`.

    `said` stands beside the discards.
    """

    state: FreeO
    names: Sequence[str]
    seen: Sequence[int]
    own: int
    said: str
    glyphs: Glyphs
    picked: Picked

    def lines(self, rows: int) -> list[Line]:
        """The whole table in so many rows; after a hand what everybody held, as a table of points.

        Where there are too few, what is said gives way to the hand.
        """
        if self.state.is_open():
            said = [(Piece(f" {line}", "strong"),) for line in wrapped(self.said, CELLS - 2)]
            points, hands = self.points(), self._hands()
            if len(said) + len(points) + len(hands) + 2 > rows:
                return [*said, *points, *hands][:rows]
            return [*said, (), *points, (), *hands]
        below = self._below()
        room = max(rows - len(below) - 1, _TOP_ROWS - 1)
        return [self._piles(), *self._top()[:room], *below][:rows]

    def _below(self) -> list[Line]:
        """Who can be named; else the viewer's own hand; else all that are seen."""
        if self.picked.naming:
            return self._seats()
        return self._own_hand() if self.own in self.seen else self._hands()

    # The discards

    def _piles(self) -> Line:
        table = self.state.table
        below = sum(table.below) + (table.top != NO_CARD)
        pile = f"{self._mark('pile')}Draw pile: {table.pile_size}"
        discards = f"{self._mark('top')}Discards: {below}"
        return (*padded((Piece(pile, "plain", "pile"),), _SAID_AT - 1), Piece(discards))

    def _mark(self, name: str) -> str:
        return self.glyphs.pointer if name in self.picked.look else " "

    def _top(self) -> list[Line]:
        """The card on top, and what it demands."""
        said: list[Line] = [(Piece(line),) for line in wrapped(self.said, CELLS - _SAID_AT - 1)]
        lines = beside(self._card(), said, _SAID_AT)
        return [*lines, *[()] * (_TOP_ROWS - len(lines))]

    def _card(self) -> list[Line]:
        table = self.state.table
        if table.top == NO_CARD:
            return [(), (), ()]
        name = fitted(self._named(table.top), _CARD_CELLS - 2)
        rows = self.glyphs.framed([f" {name} "])
        style = style_of(table.deck, table.top)
        return [(Piece(" "), Piece(row, style, "top")) for row in rows]

    def _named(self, kind: int) -> str:
        deck = self.state.table.deck
        return f"{sign(deck, kind)} {deck.names[kind]}"

    # Hands

    def _own_hand(self) -> list[Line]:
        """The viewer's cards in two columns; what can be played now stands in brackets."""
        table = self.state.table
        kinds = kinds_of(self.state, self.own)
        head = f" Your hand, {cards_text(table.sizes[self.own])}:"
        if self.picked.choosing and not table.playable():
            head = f"{head} none can be played"
        cards = [self._held(at, kind) for at, kind in enumerate(kinds, 1)]
        return [(Piece(head, "strong"),), *beside(cards[::2], cards[1::2], _COLUMN)]

    def _held(self, number: int, kind: int) -> Line:
        table = self.state.table
        name, count = table.deck.names[kind], table.held[self.own * KINDS + kind]
        is_picked = self.picked.choosing and kind == self.picked.kind
        can = self.picked.choosing and table.playable() >> kind & 1
        words = f"{self._named(kind)}{f' x{count}' if count > 1 else ''}"
        style = style_of(table.deck, kind)
        if self.picked.choosing and not can:
            style = "faint"
        mark = self.glyphs.marker if is_picked else self._mark(name)
        return (
            Piece(f"{mark}{number} "),
            Piece(f"[{words}]" if can else f" {words} ", "cursor" if is_picked else style, name),
        )

    def _hands(self) -> list[Line]:
        """All hands that are seen and hold a card, each in a line or a few."""
        lines: list[Line] = []
        for seat in self.seen:
            if not self.state.table.sizes[seat]:
                continue
            words = f"{self.names[seat]}: {self._cards(seat)}"
            for at, line in enumerate(wrapped(words, CELLS - 3)):
                lines.append((Piece(f" {line}" if at == 0 else f"   {line}"),))
        return lines

    def _cards(self, seat: int) -> str:
        table = self.state.table
        counts = [
            (table.deck.names[kind], table.held[seat * KINDS + kind]) for kind in range(KINDS)
        ]
        return ", ".join(f"{name} x{n}" if n > 1 else name for name, n in counts if n)

    # Seats

    def _seats(self) -> list[Line]:
        """The players that a Draw A Card can name."""
        others = [seat for seat in range(self.state.seats) if seat != self.own]
        head = (Piece(" Who is to draw a card?", "strong"),)
        return [head, *(self._seat(seat) for seat in others)]

    def _seat(self, seat: int) -> Line:
        is_picked = seat == self.picked.seat
        mark = self.glyphs.marker if is_picked else " "
        held, total = self.state.table.sizes[seat], self.state.totals[seat]
        name = fitted(self.names[seat], 20, self.glyphs.more)
        words = f"{name} {cards_text(held):>8}, total {total}"
        style = "cursor" if is_picked else "plain"
        return (Piece(f"{mark}{seat + 1} "), Piece(words, style, f"seat {seat + 1}"))

    def points(self) -> list[Line]:
        """The cards that everybody held, their points by kinds, and the totals (FRO-20)."""
        heads = [title for title, _ in _COLUMNS]
        head = self._row("", "cards", [*heads, "pts"], "total")
        seats = (self._points_of(seat) for seat in range(self.state.seats))
        return [(Piece(head, "faint"),), *((Piece(line),) for line in seats)]

    def _row(self, name: str, held: object, points: Sequence[object], total: object) -> str:
        middle = "".join(f"{each:>5}" for each in points)
        return f" {fitted(name, _NAME_CELLS, self.glyphs.more)}{held:>5}{middle}{total:>6}"

    def _points_of(self, seat: int) -> str:
        table = self.state.table
        held = [table.held[seat * KINDS + kind] * POINTS[kind] for kind in range(KINDS)]
        points = [sum(held[kind] for kind in kinds) for _, kinds in _COLUMNS]
        row = [*points, table.points(seat)]
        return self._row(self.names[seat], table.sizes[seat], row, self.state.totals[seat])


def kinds_of(state: FreeO, seat: int) -> list[int]:
    """The kinds that a seat holds, in the order of the deck."""
    kinds = state.table.kinds_held(seat)
    return [kind for kind in range(KINDS) if kinds >> kind & 1]
