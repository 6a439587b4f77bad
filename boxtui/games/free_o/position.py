"""The table of FREE-O: the hands, the draw pile, the discards, and what the player must do."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from boxtui.core import NOBODY
from boxtui.games.free_o.deck import FreeODeck
from boxtui.games.free_o.moves import (
    ANY,
    CAPTURE,
    CAPTURED,
    DRAW,
    DRAW_A_CARD,
    EXTRA,
    KINDS,
    MATCH,
    NAMING,
    PLACES,
    POINTS,
    WILD,
    demanded_kinds,
    named_in,
)

NO_CARD: Final = -1


@final
class FreeOTable:
    """All cards of a hand, as counts by kind, and the state of the turn.

    `without` is what play has shown about hidden hands (FRO-22): if the number of a seat and a kind
    is `k`, the `k` cards that the seat has held longest aren't of that kind. A hand of `n` cards is
    possible exactly if, for each `p` from 0 to `n - 1`, it has more than `p` cards of the kinds
    whose number is `p` or less.

    Attributes:
        pile: the draw pile, as nine counts.
        pile_size: the number of cards in it.
        below: the discards under the top one, as nine counts.
        top: the kind of the top discard, or `NO_CARD` before one is turned up.
        held: nine counts per seat.
        sizes: the number of cards of each seat.
        without: nine numbers per seat; see above.
        everyone: whether a capture goes around (FRO-21).
        dealer: the seat that dealt, or `NOBODY` before the first deal.
        seat: the seat that plays, draws, is dealt to, turns up as the dealer, or shuffles as the
            next dealer.
        demand: what is demanded of the player, as in `DEMANDS`.
        owed: the number of cards that `seat` still has to draw.
        next: the seat that plays after the draw, or `NOBODY`.
        captor: the seat that began a capture of everyone that is still going on, or `NOBODY`.
        out: the seat that has no cards left, or `NOBODY`.
    """

    def __init__(
        self,
        deck: FreeODeck,
        pile: vec[i64],
        below: vec[i64],
        held: vec[i64],
        sizes: vec[i64],
        without: vec[i64],
        everyone: bool,
    ) -> None:
        self.deck = deck
        self.pile = pile
        self.below = below
        self.held = held
        self.sizes = sizes
        self.without = without
        self.top: i64 = NO_CARD
        self.pile_size: i64 = 0
        self.everyone = everyone
        self.seat: i64 = 0
        self.dealer: i64 = NOBODY
        self.demand: i64 = ANY
        self.next: i64 = NOBODY
        self.owed: i64 = 0
        self.captor: i64 = NOBODY
        self.out: i64 = NOBODY

    def clone(self) -> "FreeOTable":
        """Return an equal table that shares nothing mutable with this one."""
        twin = FreeOTable(
            self.deck,
            self.pile[:],
            self.below[:],
            self.held[:],
            self.sizes[:],
            self.without[:],
            self.everyone,
        )
        twin.top = self.top
        twin.pile_size = self.pile_size
        twin.seat = self.seat
        twin.dealer = self.dealer
        twin.demand = self.demand
        twin.next = self.next
        twin.owed = self.owed
        twin.captor = self.captor
        twin.out = self.out
        return twin

    def begin(self, dealer: i64) -> None:
        """Shuffle all cards (FRO-5); the seat to the dealer's left gets the first one."""
        self.pile = self.deck.counts[:]
        self.pile_size = self.deck.size
        self.top = NO_CARD
        for kind in range(KINDS):
            self.below[kind] = 0
        for at in range(len(self.held)):
            self.held[at] = 0
            self.without[at] = 0
        for seat in range(len(self.sizes)):
            self.sizes[seat] = 0
        self.dealer = dealer
        self.out = NOBODY
        self.seat = self.left_of(dealer)

    def end(self) -> None:
        """End the hand: nothing is demanded, and the next dealer shuffles (FRO-4)."""
        self.demand = ANY
        self.captor = NOBODY
        self.seat = self.left_of(self.dealer)

    def take(self, seat: i64, kind: i64) -> None:
        """Give a seat a card of that kind from the draw pile."""
        self._leave_pile(kind)
        self.held[seat * KINDS + kind] += 1
        self.sizes[seat] += 1

    def turn_up(self, kind: i64) -> None:
        """Put a card of that kind from the draw pile onto the discards (FRO-5, FRO-6)."""
        self._leave_pile(kind)
        self._cover(kind)

    def discard(self, seat: i64, kind: i64) -> None:
        """Play a seat's card of that kind; it counts as the oldest that can be of the kind."""
        at = seat * KINDS
        self.held[at + kind] -= 1
        self.sizes[seat] -= 1
        gone = self.without[at + kind]
        for other in range(KINDS):
            if self.without[at + other] > gone:
                self.without[at + other] -= 1
        self._cover(kind)

    def refill_pile(self) -> bool:
        """Refill the draw pile if it is empty; return whether a card can be drawn.

        FRO-8: all discards but the top one are shuffled into a new draw pile.
        """
        if self.pile_size == 0:
            for kind in range(KINDS):
                self.pile[kind] = self.below[kind]
                self.pile_size += self.below[kind]
                self.below[kind] = 0
        return self.pile_size > 0

    def left_of(self, seat: i64) -> i64:
        """Return the next seat to the left; turns and the deal go to the left (FRO-4, FRO-7)."""
        return seat + 1 if seat + 1 < len(self.sizes) else 0

    def right_of(self, seat: i64) -> i64:
        """Return the next seat to the right."""
        return seat - 1 if seat else len(self.sizes) - 1

    def demanded(self, seat: i64) -> i64:
        """Return the kinds that a seat could play now if it held them, as a mask."""
        return demanded_kinds(self.demand, self.top, self.sizes[seat])

    def playable(self) -> i64:
        """Return the kinds that the player holds and may play, as a mask."""
        return self.kinds_held(self.seat) & self.demanded(self.seat)

    def moves(self) -> list[int]:
        """Return the player's moves: play a card (FRO-9), or draw if it can't play (FRO-10)."""
        kinds = self.playable()
        moves = [kind for kind in range(KINDS) if kinds >> kind & 1 and kind != DRAW_A_CARD]
        if kinds >> DRAW_A_CARD & 1:
            moves += [NAMING + seat for seat in range(len(self.sizes)) if seat != self.seat]
        return moves or [DRAW]

    def is_playable(self, move: i64) -> bool:
        """Whether `move` is one of `moves`."""
        kinds = self.playable()
        if move == DRAW:
            return kinds == 0
        if move >= NAMING:
            named = named_in(move)
            return named < len(self.sizes) and named != self.seat and kinds >> DRAW_A_CARD & 1 == 1
        return 0 <= move < KINDS and move != DRAW_A_CARD and kinds >> move & 1 == 1

    def some_move(self, point: float) -> i64:
        """Return one of `moves` by a point in 0..1.

        Kinds are equally likely, and so are the seats that a Draw A Card may name.
        """
        kinds = self.playable()
        count: i64 = 0
        for kind in range(KINDS):
            count += kinds >> kind & 1
        if count == 0:
            return DRAW
        place = point * float(count)
        left = i64(place)
        part = place - float(left)
        chosen: i64 = 0
        while left or not kinds >> chosen & 1:
            left -= kinds >> chosen & 1
            chosen += 1
        if chosen != DRAW_A_CARD:
            return chosen
        named = i64(part * float(len(self.sizes) - 1))
        return NAMING + named + (1 if named >= self.seat else 0)

    def put_down(self, kind: i64) -> None:
        """Put the player's card of that kind on the discards, and set what is demanded next.

        FRO-12: a set matched by its place is closed. FRO-13, FRO-14: a Wild gives its player an
        extra turn; FRO-16: but not if it was played against a capture. FRO-18: a player without
        cards is out.
        """
        before = self.demand
        self.discard(self.seat, kind)
        if self.sizes[self.seat] == 0:
            self.out = self.seat
        self.set_demand(kind)
        if before == MATCH and kind < PLACES:
            self.demand = ANY
        elif kind == WILD and before != CAPTURE:
            self.demand = EXTRA

    def set_demand(self, kind: i64) -> None:
        """Set what a card that `seat` puts down demands if it opens a set or captures (FRO-16).

        FRO-21: a capture of everyone goes around from that seat.
        """
        self.captor = NOBODY
        self.demand = MATCH if kind < PLACES else ANY
        if kind == CAPTURED:
            self.demand = CAPTURE
            if self.everyone:
                self.captor = self.seat

    def record_no_play(self) -> None:
        """Record that the player holds no card that is demanded, and set what is demanded next.

        FRO-10: the player then draws. FRO-9: an open set stays open. FRO-16: a capture ends here.
        FRO-21: a capture of everyone goes on until it would reach the player who played it.
        """
        lacking, after = self.demanded(self.seat), self.left_of(self.seat)
        for kind in range(KINDS):
            if lacking >> kind & 1:
                self.without[self.seat * KINDS + kind] = self.sizes[self.seat]
        if self.demand == CAPTURE and (self.captor == NOBODY or self.captor == after):
            self.captor = NOBODY
            self.demand = ANY
        elif self.demand == EXTRA:
            self.demand = ANY

    def rule(self) -> str:
        """Return the number of the rule that matters most to the player."""
        if self.demand == CAPTURE and (self.everyone or self.out != NOBODY):
            return "FRO-21" if self.everyone else "FRO-19"
        if self.demand in (ANY, MATCH) and not self.playable():
            return "FRO-9"
        return ("FRO-13", "FRO-11", "FRO-16", "FRO-14")[self.demand]

    def kinds_held(self, seat: i64) -> i64:
        """Return the kinds that a seat holds, as a mask."""
        kinds: i64 = 0
        for kind in range(KINDS):
            if self.held[seat * KINDS + kind]:
                kinds |= 1 << kind
        return kinds

    def points(self, seat: i64) -> i64:
        """Return what a seat's cards score at the end of a hand (FRO-20)."""
        points: i64 = 0
        for kind in range(KINDS):
            points += POINTS[kind] * self.held[seat * KINDS + kind]
        return points

    def some_card(self, point: i64) -> i64:
        """Return the kind of the card at `point`, from 0, of the draw pile if ordered by kind."""
        kind: i64 = 0
        while point >= self.pile[kind]:
            point -= self.pile[kind]
            kind += 1
        return kind

    def _leave_pile(self, kind: i64) -> None:
        self.pile[kind] -= 1
        self.pile_size -= 1

    def _cover(self, kind: i64) -> None:
        if self.top != NO_CARD:
            self.below[self.top] += 1
        self.top = kind


def table_with(deck: FreeODeck, seats: int, everyone: bool) -> FreeOTable:
    """Return a table with all cards in the draw pile (FRO-2)."""
    none = [0] * (seats * KINDS)
    table = FreeOTable(
        deck,
        deck.counts[:],
        vec[i64]([0] * KINDS),
        vec[i64](none),
        vec[i64]([0] * seats),
        vec[i64](none),
        everyone,
    )
    table.pile_size = deck.size
    return table
