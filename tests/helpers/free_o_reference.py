"""A second FREE-O, written only from its rule sheet: slow, with cards as words in lists.

What may be played is found by looking back over everything played in the hand.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from free_o_play import DECK

SPECIAL = ("captured", "draw-a-card", "wild")
SCORES = {"captured": 5, "draw-a-card": 1, "wild": -1}

ANYTHING = "anything"
ESCAPE = "a wild or two cards"
AGAIN = "another turn"
"""What a player must answer; for a place to be matched, its name."""


@dataclass(frozen=True)
class Event:
    """A card that a seat played, or `draws` if it had nothing to play."""

    seat: int
    card: str


def is_place(word: str) -> bool:
    return word in DECK and word not in SPECIAL


def answer(events: Sequence[Event], seats: int, everyone: bool) -> tuple[int, str]:
    """Return who plays next and what must be answered; the first event is the card turned up."""
    last = events[-1]
    after = (last.seat + 1) % seats
    if len(events) == 1:
        return after, last.card if is_place(last.card) else ESCAPE
    _, asked = answer(events[:-1], seats, everyone)
    if last.card == "draws":
        if is_place(asked):
            return after, asked
        if asked == ESCAPE and everyone:
            captor = next(event.seat for event in reversed(events) if event.card == "captured")
            return after, ANYTHING if after == captor else ESCAPE
        return after, ANYTHING
    if last.card == "captured":
        return after, ESCAPE
    if last.card == "wild":
        return (after, ANYTHING) if asked == ESCAPE else (last.seat, AGAIN)
    if is_place(last.card) and not is_place(asked):
        return after, last.card
    return after, ANYTHING


def may_play(card: str, asked: str, hand: Sequence[str]) -> bool:
    if card == "wild":
        return len(hand) > 1 and asked != AGAIN
    if asked == ESCAPE:
        return False
    return asked in (ANYTHING, AGAIN) or card in (asked, "captured")


@dataclass
class Reference:
    """A game followed move by move; `todo` lists the next chance events in order."""

    seats: int
    everyone: bool
    todo: list[tuple[str, int]] = field(default_factory=lambda: [("dealer", 0)])
    dealer: int = -1
    hands: list[list[str]] = field(default_factory=list)
    pile: list[str] = field(default_factory=list)
    discards: list[str] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    totals: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.totals = [0] * self.seats

    def begin(self, dealer: int) -> None:
        self.dealer = dealer
        self.hands = [[] for _ in range(self.seats)]
        self.pile = list(Counter(DECK).elements())
        self.discards, self.events = [], []
        order = [(dealer + place) % self.seats for place in range(1, self.seats + 1)]
        self.todo = [("deal", seat) for seat in order * 6] + [("turn", dealer)]

    def next(self) -> tuple[str, int]:
        """Return the next step and its seat."""
        while self.todo and self.todo[0][0] == "draw" and not self.pile:
            self.pile, self.discards = self.discards[:-1], self.discards[-1:]
            if not self.pile:
                self.todo.pop(0)
        if self.todo:
            return self.todo[0]
        seat, asked = answer(self.events, self.seats, self.everyone)
        if [] in self.hands and asked != ESCAPE:
            self.score()
            return self.todo[0]
        return "play", seat

    def score(self) -> None:
        for seat, hand in enumerate(self.hands):
            self.totals[seat] += sum(SCORES.get(card, 2) for card in hand)
        over = any(total >= 60 for total in self.totals)
        self.todo = [("over", 0)] if over else [("scored", (self.dealer + 1) % self.seats)]

    def choices(self) -> set[str]:
        """Return the current player's options in words; a Draw A Card without the player named."""
        seat, asked = answer(self.events, self.seats, self.everyone)
        hand = self.hands[seat]
        return {card for card in hand if may_play(card, asked, hand)} or {"draw"}

    def follow(self, move: str) -> None:
        what, seat = self.next()
        if what == "play":
            self.take_turn(seat, move)
            return
        self.todo.pop(0)
        if what == "dealer":
            self.begin(int(move) - 1)
        elif what == "scored":
            self.begin(seat)
        else:
            self.pile.remove(move)
            if what == "turn":
                self.turn_up(seat, move)
            else:
                self.hands[seat].append(move)

    def turn_up(self, seat: int, card: str) -> None:
        self.discards.append(card)
        if card in ("wild", "draw-a-card"):
            self.todo = [("turn", seat)]
        else:
            self.events = [Event(seat, card)]

    def take_turn(self, seat: int, move: str) -> None:
        card, _, named = move.partition(" ")
        _, asked = answer(self.events, self.seats, self.everyone)
        if card == "draw":
            self.events.append(Event(seat, "draws"))
            self.todo = [("draw", seat)] * (2 if asked == ESCAPE else 1)
            return
        self.hands[seat].remove(card)
        self.discards.append(card)
        self.events.append(Event(seat, card))
        if card == "draw-a-card":
            self.todo = [("draw", int(named) - 1)]
