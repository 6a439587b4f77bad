"""The table of Free the Box: tokens, cards and the die, and how tokens move."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from boxtui.core import NOBODY
from boxtui.games.free_the_box.board import (
    DRAW_A_CARD,
    HIGH_ENTERING_ROLL,
    LOW_ENTERING_ROLL,
    SAFE,
    TOKENS,
    FreeTheBoxLayout,
)
from boxtui.games.free_the_box.cards import BACK, FORWARD, FREE_THE_BOX, TO_PARK, Deck
from boxtui.games.free_the_box.moves import ENTER

HOME: Final = -1
CAPTURED: Final = -2
CENTER: Final = -3
OUT: Final = -4
"""Where a token is if it isn't on a space; `OUT` for the tokens of players out (FTB-25)."""


def tokens_of(seat: int) -> range:
    """Return the indices of a seat's tokens in `FreeTheBoxTable.tokens`."""
    return range(seat * TOKENS, (seat + 1) * TOKENS)


@final
class FreeTheBoxTable:
    """The tokens and the kept FREE THE BOX cards of all seats, the deck, and whose turn it is.

    Attributes:
        by_place: whether a landing captures on every space of a place, not only on its own (FTB-9).
        hides: the board's `places` if `by_place`, else its `spots`; a landing captures where the
            number is the same.
        colors: each seat's color.
        starts: each seat's STARTING BOX.
        tokens: three per seat, each a space from 0, or `HOME`, `CAPTURED`, `CENTER` or `OUT`.
        kept: the number of cards that each seat keeps.
        lapped: a bit for each token in the neighborhood that has completed a lap (FTB-14).
        seat: the seat whose turn it is.
        die: the roll to move by, or 0.
        carrier: the index in `tokens` of the token that is to draw, has drawn or rolls again, or
            `NOBODY`.
    """

    def __init__(
        self,
        board: FreeTheBoxLayout,
        by_place: bool,
        colors: vec[i64],
        starts: vec[i64],
        tokens: vec[i64],
        kept: vec[i64],
        deck: Deck,
    ) -> None:
        self.board = board
        self.by_place = by_place
        self.hides = board.places if by_place else board.spots
        self.colors = colors
        self.starts = starts
        self.tokens = tokens
        self.kept = kept
        self.deck = deck
        self.lapped: i64 = 0
        self.seat: i64 = 0
        self.die: i64 = 0
        self.carrier: i64 = NOBODY

    def clone(self) -> "FreeTheBoxTable":
        """Return an equal table that shares nothing mutable with this one."""
        twin = FreeTheBoxTable(
            self.board,
            self.by_place,
            self.colors,
            self.starts,
            self.tokens[:],
            self.kept[:],
            self.deck.clone(),
        )
        twin.lapped = self.lapped
        twin.seat = self.seat
        twin.die = self.die
        twin.carrier = self.carrier
        return twin

    def color_name(self, seat: i64) -> str:
        """Return the color that a seat plays (FTB-1)."""
        return self.board.colors[self.colors[seat]]

    def count(self, seat: i64, where: i64) -> i64:
        """Return the number of a seat's tokens that are there."""
        found: i64 = 0
        for token in range(seat * TOKENS, (seat + 1) * TOKENS):
            if self.tokens[token] == where:
                found += 1
        return found

    def first(self, seat: i64, where: i64) -> i64:
        """Return the first of a seat's tokens that is there, by letter; -1 if none is."""
        for token in range(seat * TOKENS, (seat + 1) * TOKENS):
            if self.tokens[token] == where:
                return token
        return -1

    def movable(self) -> i64:
        """Return what can be done with the die: a bit for each token, and one for `ENTER`.

        FTB-6: any token in the neighborhood can move; FTB-11: also one on a safe space. FTB-5: a
        token leaves HOME SPACE on either of two rolls. FTB-21: a token in the center stays there.
        FTB-8: tokens on the way or at its end block no move.
        """
        bits: i64 = 0
        first = self.seat * TOKENS
        for token in range(first, first + TOKENS):
            at = self.tokens[token]
            if at >= 0:
                bits |= 1 << (token - first)
            elif at == HOME and (self.die == LOW_ENTERING_ROLL or self.die == HIGH_ENTERING_ROLL):
                bits |= 1 << ENTER
        return bits

    def some_movable(self, point: float) -> i64:
        """Return one of the bits of `movable`, chosen by a `point` in 0..1."""
        bits = self.movable()
        count: i64 = 0
        for bit in range(ENTER + 1):
            count += bits >> bit & 1
        left: i64 = int(point * int(count))
        at: i64 = 0
        while left or not bits >> at & 1:
            left -= bits >> at & 1
            at += 1
        return at

    def enter(self) -> None:
        """FTB-5: the first token at home goes to its STARTING BOX; they are equivalent."""
        self.tokens[self.first(self.seat, HOME)] = self.starts[self.seat]

    def gone(self, token: i64) -> i64:
        """Return how far a token is from its STARTING BOX, along the arrows."""
        way = self.tokens[token] - self.starts[token // TOKENS]
        return way if way >= 0 else way + self.board.length

    def space_ahead(self, space: i64, steps: i64) -> i64:
        """Return the space `steps` along the arrows, at most once around (FTB-4)."""
        ahead = space + steps
        return ahead if ahead < self.board.length else ahead - self.board.length

    def forward(self, token: i64, steps: i64) -> None:
        """Move a token along the arrows (FTB-4); at its STARTING BOX a lap is completed."""
        if self.gone(token) + steps >= self.board.length:
            self.lapped |= 1 << token
        self.tokens[token] = self.space_ahead(self.tokens[token], steps)

    def ahead(self, token: i64, steps: i64) -> "FreeTheBoxTable":
        """Return the table with a token moved forward, without what its landing does."""
        twin = self.clone()
        twin.forward(token, steps)
        return twin

    def back(self, token: i64, steps: i64) -> None:
        """Move a token against the arrows; FTB-14: on its first lap, never beyond its box."""
        if not self.lapped >> token & 1:
            steps = min(steps, self.gone(token))
        space = self.tokens[token] - steps
        self.tokens[token] = space if space >= 0 else space + self.board.length

    def follow(self, token: i64, card: i64) -> None:
        """Move a token as a card says: to the next PARK, or some steps back or forward (FTB-12)."""
        if card == TO_PARK:
            self.forward(token, self.board.to_park[self.tokens[token]])
        elif card > BACK:
            self.back(token, card - BACK)
        else:
            self.forward(token, card - FORWARD)

    def is_on_own_jump(self, token: i64) -> bool:
        """Whether a token has landed on its own JUMP TO CENTER, right before its box (FTB-19).

        FTB-14 ensures that it has gone all the way around by then.
        """
        return self.gone(token) == self.board.length - 1

    def jump(self, token: i64) -> None:
        """FTB-19: the token goes to the center; FTB-20: its player's captured tokens go home."""
        seat = token // TOKENS
        self._take(token, CENTER)
        for other in range(seat * TOKENS, (seat + 1) * TOKENS):
            if self.tokens[other] == CAPTURED:
                self.tokens[other] = HOME

    def capture(self, token: i64) -> None:
        """Put a token into its color's capture box; once freed, it starts its first lap again."""
        self._take(token, CAPTURED)

    def _take(self, token: i64, where: i64) -> None:
        self.tokens[token] = where
        self.lapped &= ~(1 << token)

    def capturable(self, seat: i64, space: i64) -> list[i64]:
        """Return the opponents' tokens that a landing of `seat` on a space captures (FTB-9).

        FTB-10: none on a safe space; FTB-21: none in the center.
        """
        place = self.hides[space]
        found: list[i64] = []
        if place == SAFE:
            return found
        for token in range(len(self.tokens)):
            at = self.tokens[token]
            if at >= 0 and self.hides[at] == place and token // TOKENS != seat:
                found.append(token)
        return found

    def capture_from(self, token: i64) -> bool:
        """Capture all tokens that a landing captures (FTB-9); return whether there are any."""
        capturable = self.capturable(token // TOKENS, self.tokens[token])
        for other in capturable:
            self.capture(other)
        return len(capturable) > 0

    def has_to_draw(self, token: i64) -> bool:
        """Whether a token has landed where a card is drawn, and the deck has one (FTB-12)."""
        return self.board.kinds[self.tokens[token]] == DRAW_A_CARD and not self.deck.is_empty()

    def free(self) -> None:
        """FTB-18: a kept card frees the first captured token by letter; they are equivalent.

        The token goes to its HOME SPACE, the card to the bottom of the deck.
        """
        self.tokens[self.first(self.seat, CAPTURED)] = HOME
        self.kept[self.seat] -= 1
        self.deck.put_back(FREE_THE_BOX, 1)

    def can_free(self) -> bool:
        """Whether the seat whose turn it is keeps a card and has a captured token (FTB-16)."""
        return self.kept[self.seat] > 0 and self.first(self.seat, CAPTURED) >= 0

    def must_free(self) -> bool:
        """Whether a card must be used: two tokens are in the center, one is captured (FTB-24)."""
        return self.count(self.seat, CENTER) == TOKENS - 1 and self.can_free()

    def is_beaten(self, seat: i64) -> bool:
        """Whether a seat is beaten: all its tokens are captured or in the center.

        FTB-22: all three are captured; FTB-23: two are captured, one is in the center; FTB-24: one
        is captured, two are in the center, and no card is kept.
        """
        return self._is_beaten_with(seat, self.count(seat, CAPTURED))

    def capture_puts_out(self, seat: i64) -> bool:
        """Whether a seat is beaten once one more of its tokens is captured."""
        return self._is_beaten_with(seat, self.count(seat, CAPTURED) + 1)

    def _is_beaten_with(self, seat: i64, captured: i64) -> bool:
        """Whether a seat is beaten if this many of its tokens are captured (FTB-22 to FTB-24)."""
        if captured == 0 or captured + self.count(seat, CENTER) != TOKENS:
            return False
        return captured > 1 or self.kept[seat] == 0

    def is_in(self, seat: i64) -> bool:
        """Whether a seat is still in the game (FTB-25)."""
        return self.tokens[seat * TOKENS] != OUT

    def clear_beaten(self) -> i64:
        """Remove beaten players in any turn (FTB-25); return the last seat left, or `NOBODY`."""
        left: i64 = 0
        last: i64 = NOBODY
        for seat in range(len(self.kept)):
            if self.is_beaten(seat):
                self._take_off(seat)
            if self.is_in(seat):
                left += 1
                last = seat
        return last if left == 1 else NOBODY

    def _take_off(self, seat: i64) -> None:
        """FTB-25: a seat's tokens leave the board, and its cards go to the bottom of the deck."""
        for token in range(seat * TOKENS, (seat + 1) * TOKENS):
            self._take(token, OUT)
        self.deck.put_back(FREE_THE_BOX, self.kept[seat])
        self.kept[seat] = 0

    def turns_until(self, seat: i64) -> i64:
        """Return the number of seats, even those out, that come before the next turn of `seat`.

        FTB-4: turns go around. It is 0 for the seat whose turn it is.
        """
        seats: i64 = len(self.kept)
        return (seat - self.seat + seats) % seats

    def go_to_next_seat(self) -> None:
        """FTB-4: the next turn is that of the next color in play."""
        self.clear_turn()
        self.seat = (self.seat + 1) % len(self.kept)
        while not self.is_in(self.seat):
            self.seat = (self.seat + 1) % len(self.kept)

    def clear_turn(self) -> None:
        """Clear the die, and the token that draws or carries out a card."""
        self.die = 0
        self.carrier = NOBODY


def table_with(
    board: FreeTheBoxLayout, by_place: bool, tokens: list[int], kept: list[int], deck: Deck
) -> FreeTheBoxTable:
    """Return the table with these tokens, three per seat, and these numbers of kept cards.

    FTB-9: if `by_place`, a landing captures on every space of a place, else only on its own.
    """
    colors = board.sitting(len(kept))
    return FreeTheBoxTable(
        board,
        by_place,
        vec[i64](colors),
        vec[i64]([board.starts[color] for color in colors]),
        vec[i64](tokens),
        vec[i64](kept),
        deck,
    )
