"""FREE-O in words: the hand, what lies on the table, and what is demanded."""

from typing import Final, cast

from boxtui.drawing import Glyphs, Line
from boxtui.drawings.free_o import FreeODrawing, Picked
from boxtui.games.free_o.deck import DEALT
from boxtui.games.free_o.moves import CAPTURE, CAPTURED, DRAW_A_CARD, EXTRA, KINDS, MATCH
from boxtui.games.free_o.narration import cards_text, match_words
from boxtui.games.free_o.position import NO_CARD, NOBODY, Table
from boxtui.games.free_o.state import (
    CHOOSING_DEALER,
    DEALING,
    DRAWING,
    ENDED,
    PLAYING,
    TURNING_UP,
    FreeO,
)
from boxtui.games.shared.wording import counted, listed
from boxtui.words.game import GameWords

_ALL_ROWS: Final = 40
"""Enough for whatever is drawn, where nothing limits it."""


class FreeOWords(GameWords):
    """The cards that the viewer sees, by kinds; of the others how many they are (FRO-22)."""

    @property
    def state(self) -> FreeO:
        """The position, by its own type."""
        return cast("FreeO", self.position)

    @property
    def table(self) -> Table:
        """The cards of the hand."""
        return self.state.table

    def round_words(self) -> str:
        return f"hand {self.state.hand}"

    def place_words(self, place: str) -> str:
        return {"top": "the top card of the discards", "pile": "the draw pile"}.get(place, place)

    def _name(self, seat: int) -> str:
        return self.match.seats[seat].name

    def seen(self) -> list[int]:
        """The seats whose hands are seen (FRO-22)."""
        return [seat for seat in range(self.state.seats) if self.viewer.sees(seat)]

    def end_words(self) -> list[str]:
        """What everybody held at the end of a hand, and what it scored (FRO-20)."""
        return [
            f"{self._name(seat)} holds {self.hand_words(seat)}: "
            f"{counted(self.table.points(seat), 'point')}, total {self.state.totals[seat]}."
            for seat in range(self.state.seats)
        ]

    def hand_words(self, seat: int) -> str:
        """A seat's cards by kinds."""
        names, first = self.table.deck.names, seat * KINDS
        counts = [(self.table.held[first + kind], names[kind]) for kind in range(KINDS)]
        return ", ".join(f"{count} {name}" for count, name in counts if count) or "no card"

    # What is to be decided

    def now_words(self) -> list[str]:
        """What is demanded, the hand of who decides, and what of it can be played."""
        if self.state.phase != PLAYING:
            return [self.demand_words()]
        seat = int(self.table.seat)
        own = self._own_words(seat) if self.viewer.sees(seat) else []
        return [self.demand_words(), *own, self._others_words(seat)]

    def _others_words(self, seat: int) -> str:
        """How many cards the others hold (FRO-22)."""
        sizes = self.table.sizes
        others = [other for other in range(self.state.seats) if other != seat]
        return f"{listed([f'{self._name(at)} has {cards_text(sizes[at])}' for at in others])}."

    def _own_words(self, seat: int) -> list[str]:
        kinds, names = self.table.playable(), self.table.deck.names
        able = [name for kind, name in enumerate(names) if kinds >> kind & 1]
        can = f"Of these can be played: {', '.join(able)}." if able else self.want_words()
        return [self._held_words(seat), can]

    def want_words(self) -> str:
        """What is left to do where nothing can be played (FRO-9, FRO-16)."""
        if self.table.demand == CAPTURE:
            return "There is no Wild to play: draw two cards (FRO-16)."
        return "Nothing can be played: draw a card (FRO-9)."

    def demand_words(self) -> str:
        """What happens now, or what may be played and by which rule."""
        name, dealer = self._name(self.table.seat), self._name(self.table.dealer)
        if self.state.phase == PLAYING:
            return self._asked_words(name)
        if self.state.is_open():
            return self._ending_words()
        owed = "a card" if self.table.owed == 1 else f"{self.table.owed} cards"
        return {
            CHOOSING_DEALER: "Lots are drawn for who deals first (FRO-4).",
            DEALING: f"{dealer} deals {DEALT} cards to each (FRO-5).",
            TURNING_UP: f"{dealer} turns up a card (FRO-5).",
            DRAWING: f"{name} draws {owed}.",
        }[int(self.state.phase)]

    def _asked_words(self, name: str) -> str:
        """FRO-11, FRO-13, FRO-14, FRO-16; FRO-19: against a last card."""
        table = self.table
        if table.demand == MATCH:
            return f"{match_words(table)} (FRO-11)."
        if table.demand == EXTRA:
            return f"{name} has another turn and may play any card but a Wild (FRO-14)."
        if table.demand != CAPTURE:
            return f"{name} may play any card (FRO-13)."
        out = f"{self._name(table.out)} is out, but " if table.out != NOBODY else ""
        rule = "FRO-19" if out else "FRO-21" if table.everyone else "FRO-16"
        return f"{out}{name} is captured: only a Wild can be played, else two are drawn ({rule})."

    def _ending_words(self) -> str:
        out = self.table.out
        how = "nobody can go on (FRO-23)" if out == NOBODY else f"{self._name(out)} is out (FRO-18)"
        over = " The game is over (FRO-3)." if self.state.phase == ENDED else ""
        return f"Hand {self.state.hand} is over: {how}.{over}"

    # What lies on the table

    def position_words(self) -> list[str]:
        return [
            self._pile_words(),
            *map(self._seat_words, range(self.state.seats)),
            *self.call_words(),
            *(self._held_words(seat) for seat in self.seen() if seat != self.state.player()),
        ]

    def _pile_words(self) -> str:
        table = self.table
        below = sum(table.below)
        top = "no card" if table.top == NO_CARD else table.deck.names[table.top]
        return (
            f"Hand {self.state.hand}. On top of the discards lies {top}, under it {below}; "
            f"the draw pile has {cards_text(table.pile_size)}."
        )

    def _seat_words(self, seat: int) -> str:
        held, total = self.table.sizes[seat], self.state.totals[seat]
        deals = ", deals" if seat == self.table.dealer else ""
        return f"Seat {seat + 1}, {self._name(seat)}: {cards_text(held)}, total {total}{deals}."

    def _held_words(self, seat: int) -> str:
        return f"{self._name(seat)} holds {self.hand_words(seat)}."

    def call_words(self) -> list[str]:
        """Who captured whom, or named whom, by the card that lies on top; nothing by another one.

        FRO-16, FRO-17, FRO-21; a capture that a Wild has cancelled lies on top no more.
        """
        names = self.table.deck.names
        if self.table.top not in (CAPTURED, DRAW_A_CARD):
            return []
        plays = [each for each in self.match.log if not each.by_chance and each.text != "draw"]
        word, _, named = plays[-1].text.partition(" ") if plays else ("", "", "")
        if word != names[self.table.top]:
            return []
        whom = int(named) - 1 if named else int(self.table.left_of(plays[-1].seat))
        return [self._call(self._name(plays[-1].seat), self._name(whom), bool(named))]

    def _call(self, name: str, other: str, is_named: bool) -> str:
        if is_named:
            return f"{name} had {other} draw a card."
        return f"{name} captured {'everybody' if self.table.everyone else other}."

    def drawn(self, glyphs: Glyphs) -> list[Line]:
        return self.drawing(glyphs, Picked()).lines(_ALL_ROWS)

    def drawing(self, glyphs: Glyphs, picked: Picked) -> FreeODrawing:
        """The table to be drawn as the viewer sees it."""
        names = [seat.name for seat in self.match.seats]
        calls = [] if self.state.is_open() else self.call_words()
        said = " ".join([self.demand_words(), *calls])
        return FreeODrawing(self.state, names, self.seen(), self.viewer.seat, said, glyphs, picked)
