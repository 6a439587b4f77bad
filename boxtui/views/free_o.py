"""FREE-O in words: the hand, what is demanded, and what can be played."""

from collections.abc import Iterator
from typing import Final

from boxtui.core import NOBODY
from boxtui.games.free_o.deck import DEALT
from boxtui.games.free_o.moves import (
    CAPTURE,
    CAPTURED,
    DRAW,
    DRAW_A_CARD,
    EXTRA,
    KINDS,
    MATCH,
    PLACES,
    WILD,
    kind_of,
)
from boxtui.games.free_o.narration import answer_words, cards_words
from boxtui.games.free_o.position import NO_CARD, FreeOTable
from boxtui.games.free_o.state import (
    CHOOSING_DEALER,
    DEALING,
    DRAWING,
    PLAYING,
    POINTS_TO_END,
    TURNING_UP,
    FreeO,
)
from boxtui.lines import Glyphs, Line, cells_of
from boxtui.play.match import YOU
from boxtui.play.recent import Recent
from boxtui.views.free_o_drawing import FreeODrawing, FreeOSelection, held_words
from boxtui.views.free_o_recent import actions_of
from boxtui.views.game import GameWords, without_rules
from boxtui.wording import counted, listed

_ALL_ROWS: Final = 21
"""Enough rows for any drawing with small cards."""


class FreeOWords(GameWords[FreeO]):
    """The cards that the viewer sees, by kinds; of the others, only their number (FRO-22)."""

    goal = "get rid of your cards first"
    to_win = "to win the game"

    @property
    def table(self) -> FreeOTable:
        """The cards of the hand."""
        return self.state.table

    def round_words(self) -> str:
        return f"hand {self.state.hand}"

    @property
    def is_rolled(self) -> bool:
        return False

    def chance_kind(self) -> str:
        return "card"

    def asked_of_chance(self) -> str:
        if self.state.phase == CHOOSING_DEALER:
            return "The first dealer's seat"
        if self.state.phase != DRAWING:
            return f"The next {self.chance_kind()}"
        name = self._name(self.state.turn_seat())
        who = "you draw" if name.endswith(YOU) else f"{name} draws"
        return f"The {self.chance_kind()} that {who}"

    def where_words(self, move: int) -> str:
        if move == DRAW:
            return "Look at what fits the discards."
        kind = kind_of(move)
        if kind == WILD and self.table.sizes[self.table.seat] == 2:
            return "Can you get rid of both cards in this turn?"  # by FRO-14
        return self._where_to_match(kind) if self.table.demand == MATCH else self._where_free(kind)

    def _where_to_match(self, kind: int) -> str:
        """Return which of the ways to answer an open set (FRO-11) to compare."""
        top, playable = self.table.deck.titles[self.table.top], self.table.playable()
        has_both = playable >> self.table.top & 1 and playable >> WILD & 1
        if kind != CAPTURED and has_both:
            return f"Match the {top} with another {top}, or with a Wild?"
        return f"Match the {top}, or cancel it?"

    def _where_free(self, kind: int) -> str:
        """Return which cards to look at when any card may be played (FRO-13, FRO-14)."""
        table, playable = self.table, self.table.playable()
        if kind >= PLACES:
            opens_sets = playable & ((1 << PLACES) - 1)
            return "Look at the cards that open no set." if opens_sets else ""
        held = [table.held[table.seat * KINDS + place] for place in range(PLACES)]
        if len({count > 1 for count in held if count}) == 2:
            times = "more than once" if held[kind] > 1 else "only once"
            return f"Look at the Seek cards that you hold {times}."
        if playable >> PLACES:
            return "Look at the cards that open a set."
        return "Each card that you can play opens a set: which is the hardest to match?"

    def place_words(self, place: str) -> str:
        deck = self.table.deck
        titles = dict(zip(deck.names, deck.titles, strict=True))
        return {"top": "the top card of the discards", "pile": "the draw pile", **titles}.get(
            place, place
        )

    def actions(self, recent: Recent) -> Iterator[tuple[int, str]]:
        return actions_of(recent, [seat.name for seat in self.match.seats])

    def _name(self, seat: int) -> str:
        return self.match.seats[seat].name

    def seen(self) -> list[int]:
        """Return the seats whose hands are seen (FRO-22)."""
        return [seat for seat in range(self.state.seats) if self.viewer.sees(seat)]

    def seat_words(self, glyphs: Glyphs) -> list[str]:
        """Return each player's number of cards and total."""
        return [
            f"{cards_words(size)}, total {total}"
            for size, total in zip(self.table.sizes, self.state.totals, strict=True)
        ]

    @property
    def most_seat_cells(self) -> int:
        return cells_of("10 cards, total 50")

    def ended_words(self, seat: int) -> str:
        """Return a seat's total, and what it held at the end of a hand (FRO-20)."""
        points = counted(self.table.points(seat), "point")
        return f"total {self.state.totals[seat]}, held {held_words(self.table, seat)} ({points})"

    # What is to be decided

    def now_words(self) -> list[str]:
        """Return what is demanded, the player's hand, and what of it can be played."""
        if self.state.phase != PLAYING:
            return [self.demand_words()]
        seat = int(self.table.seat)
        others = self._others_words(seat)
        if not self.viewer.sees(seat):
            return [self.demand_words(), others]
        if not self.table.playable():
            return [self._held_sentence(seat), self.want_words(), others]
        kinds = enumerate(self.table.deck.titles)
        able = [title for kind, title in kinds if self.table.playable() >> kind & 1]
        playable = f"Playable now: {', '.join(able)}."
        return [self.demand_words(), self._held_sentence(seat), playable, others]

    def _others_words(self, seat: int) -> str:
        """Return how many cards the others hold (FRO-22)."""
        sizes = self.table.sizes
        others = [other for other in range(self.state.seats) if other != seat]
        return f"{listed([f'{self._name(at)} has {cards_words(sizes[at])}' for at in others])}."

    def want_words(self) -> str:
        """Return why nothing can be played and what is left to do (FRO-9, FRO-15, FRO-16)."""
        table = self.table
        is_wild = table.kinds_held(table.seat) == 1 << WILD
        if table.demand == CAPTURE:
            why = "a Wild can't be the last card" if is_wild else "only a Wild would"
            return f"Nothing fits: {why}; draw two cards ({self._capture_rule()})."
        if is_wild and table.sizes[table.seat] == 1:
            return "Nothing fits: a Wild can't be the last card; draw a card (FRO-15)."
        if table.demand == EXTRA:
            return "Nothing fits: no second Wild in the same turn; draw a card (FRO-15)."
        return f"Nothing fits: the top is {table.deck.titles[table.top]}; draw a card (FRO-9)."

    def demand_words(self) -> str:
        """Return what happens now, or what may be played and by which rule."""
        name, dealer = self._name(self.table.seat), self._name(self.table.dealer)
        if self.state.phase == PLAYING:
            return self._demand_on(name)
        if self.state.is_open():
            return " ".join(self._ending_words())
        owed = "a card" if self.table.owed == 1 else f"{self.table.owed} cards"
        return {
            CHOOSING_DEALER: "Lots decide who deals first (FRO-4).",
            DEALING: f"{dealer} deals {DEALT} cards to each (FRO-5).",
            TURNING_UP: f"{dealer} turns up a card (FRO-5).",
            DRAWING: f"{name} draws {owed}.",
        }[int(self.state.phase)]

    def _demand_on(self, name: str) -> str:
        """Return what the player with that name may play, or that they are captured, and the rule.

        FRO-11, FRO-13, FRO-14, FRO-16; against a last card, FRO-19; against everyone, FRO-21.
        """
        table = self.table
        if table.demand == MATCH:
            top = table.deck.titles[table.top]
            return f"The {top} must be answered by {answer_words(table)} (FRO-11)."
        if table.demand == EXTRA:
            return f"{name} has another turn and may play any card except a Wild (FRO-14)."
        if table.demand != CAPTURE:
            return f"{name} may play any card (FRO-13)."
        out = f"{self._name(table.out)} went out, but " if table.out != NOBODY else ""
        words = f"{out}{name} is captured, and must play a Wild or, without one, draw two cards"
        return f"{words} ({self._capture_rule()})."

    def _capture_rule(self) -> str:
        """Return the rule of the capture under way."""
        if self.table.out != NOBODY:
            return "FRO-19"
        return "FRO-21" if self.table.everyone else "FRO-16"

    def _ending_words(self) -> list[str]:
        """Return how the hand ended, and what ends the game."""
        out = self.table.out
        how = f"{self._name(out)} went out (FRO-18)"
        if out == NOBODY:
            how = "nobody can go on (FRO-23)"
        end = f"The game ends at {POINTS_TO_END} points; the lowest total wins (FRO-3)."
        return [f"Hand {self.state.hand} is over: {how}.", end]

    # What lies on the table

    def position_words(self) -> list[str]:
        return [
            self._pile_words(),
            *map(self._seat_sentence, range(self.state.seats)),
            *self.call_words(),
            *(
                self._held_sentence(seat)
                for seat in self.seen()
                if seat != self.state.current_player()
            ),
        ]

    def _pile_words(self) -> str:
        table = self.table
        below = sum(table.below)
        discards = "There are no discards"
        if table.top != NO_CARD:
            under = f"{cards_words(below)} under it" if below else "no card under it"
            discards = f"On top of the discards: {table.deck.titles[table.top]}; {under}"
        pile = f"The draw pile has {cards_words(table.pile_size)}."
        return f"Hand {self.state.hand}. {discards}. {pile}"

    def _seat_sentence(self, seat: int) -> str:
        """Return a seat's total, and its number of cards unless `now_words` has it."""
        is_said = self.state.phase == PLAYING and seat != self.table.seat
        held = "" if is_said else f"{cards_words(self.table.sizes[seat])}, "
        total = self.state.totals[seat]
        deals = ", deals" if seat == self.table.dealer else ""
        place, name = f"Seat {seat + 1}", self._name(seat)
        who = place if name == place else f"{place}, {name}"
        return f"{who}: {held}total {total}{deals}."

    def _held_sentence(self, seat: int) -> str:
        return f"{self._name(seat)} holds {held_words(self.table, seat)}."

    def call_words(self) -> list[str]:
        """Return who captured or named whom with the card on top; nothing for any other card.

        FRO-16, FRO-17, FRO-21. The card of a capture that a Wild has canceled is no longer on top.
        """
        names = self.table.deck.names
        if self.table.top not in (CAPTURED, DRAW_A_CARD):
            return []
        plays = [each for each in self.match.log if not each.by_chance and each.text != "draw"]
        word, _, named = plays[-1].text.partition(" ") if plays else ("", "", "")
        if word != names[self.table.top]:
            return []
        seat = plays[-1].seat
        who = self._name(seat)
        if named:
            has = "has" if self.state.phase == DRAWING else "had"
            return [f"{who} {has} {self._name(int(named) - 1)} draw a card."]
        left = self._name(int(self.table.left_of(seat)))
        return [f"{who} captured {'everyone' if self.table.everyone else left}."]

    def _called_and_demanded(self) -> list[str]:
        """Return who captured or named whom, and what follows from that unless it is the same."""
        called = self.call_words()
        chosen = (each.text for each in reversed(self.match.log) if not each.by_chance)
        is_named = self.table.top == DRAW_A_CARD and next(chosen, "draw") != "draw"
        if called and is_named and self.state.phase == DRAWING:
            return called
        return [*called, self.demand_words()]

    def drawn(self, glyphs: Glyphs) -> list[Line]:
        return self.drawing(glyphs, FreeOSelection(keys=False)).lines(_ALL_ROWS)

    def drawing(self, glyphs: Glyphs, selection: FreeOSelection) -> FreeODrawing:
        """Return the table as the viewer sees it, ready to be drawn."""
        names = [seat.name for seat in self.match.seats]
        if selection.choosing and not self.table.playable():
            words = [self.want_words()]
        elif self.state.is_open():
            words = [*map(without_rules, self._ending_words())]
        else:
            words = [*map(without_rules, self._called_and_demanded())]
        own = self.viewer.seat
        whose = f"{names[own]}'s" if self.viewer.follows_turn else "Your"
        return FreeODrawing(self.state, names, self.seen(), own, whose, words, glyphs, selection)
