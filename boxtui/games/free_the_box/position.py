"""What lies on the table in Free the Box: tokens, cards, the die; and how tokens move there."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from boxtui.games.free_the_box.board import DRAW_A_CARD, SAFE, TOKENS, FreeTheBoxLayout
from boxtui.games.free_the_box.cards import BACK, FORWARD, FREE_THE_BOX, TO_PARK, Deck

HOME: Final = -1
CAPTURED: Final = -2
CENTER: Final = -3
OUT: Final = -4
"""Where a token is that stands on no space: `OUT` are those of a player who is out (FTB-25)."""

ENTERING: Final = TOKENS
"""The bit of `movable`, and the move, by which a token leaves its HOME SPACE."""

NOBODY: Final = -1


@final
class FreeTheBoxTable:
    """The tokens and the kept FREE THE BOX cards of all seats, the deck, whose turn it is.

    `tokens`: where each is, three a seat: a space from 0, or `HOME`, `CAPTURED`, `CENTER`, `OUT`;
    `rounds`: a bit for each token in the neighborhood that has gone all the way round; `kept`: how
    many cards each seat keeps; `colors` and `starts`: each seat's color and STARTING BOX. FTB-9: a
    landing captures where `hides` is the same as there: by place if `far`, else by space.
    `seat` is whose turn it is, `die` the roll to move by, else 0; `carrier` which token, as in
    `tokens`, is to draw, has drawn or rolls again, else `NOBODY`.
    """

    def __init__(
        self,
        board: FreeTheBoxLayout,
        far: bool,
        colors: vec[i64],
        starts: vec[i64],
        tokens: vec[i64],
        kept: vec[i64],
        deck: Deck,
    ) -> None:
        self.board = board
        self.far = far
        self.hides = board.places if far else board.spots
        self.colors = colors
        self.starts = starts
        self.tokens = tokens
        self.kept = kept
        self.deck = deck
        self.rounds: i64 = 0
        self.seat: i64 = 0
        self.die: i64 = 0
        self.carrier: i64 = NOBODY

    def clone(self) -> "FreeTheBoxTable":
        """An equal table that shares nothing mutable with this one."""
        twin = FreeTheBoxTable(
            self.board,
            self.far,
            self.colors,
            self.starts,
            self.tokens[:],
            self.kept[:],
            self.deck.clone(),
        )
        twin.rounds = self.rounds
        twin.seat = self.seat
        twin.die = self.die
        twin.carrier = self.carrier
        return twin

    def count(self, seat: i64, where: i64) -> i64:
        """How many of a seat's tokens are there."""
        found: i64 = 0
        for token in range(seat * TOKENS, (seat + 1) * TOKENS):
            if self.tokens[token] == where:
                found += 1
        return found

    def first(self, seat: i64, where: i64) -> i64:
        """The first of a seat's tokens that is there, by letter; -1 where none is."""
        for token in range(seat * TOKENS, (seat + 1) * TOKENS):
            if self.tokens[token] == where:
                return token
        return -1

    def movable(self) -> i64:
        """What can be done with the die: a bit for each token, and one for `ENTERING`.

        FTB-6: any token in the neighborhood; FTB-5: out of HOME SPACE on a 2 or a 7; FTB-21: none
        of the center. FTB-8: who stands on the way, or at its end, hinders none; FTB-11: nor does
        a safe space hold one.
        """
        bits: i64 = 0
        first = self.seat * TOKENS
        for token in range(first, first + TOKENS):
            at = self.tokens[token]
            if at >= 0:
                bits |= 1 << (token - first)
            elif at == HOME and (self.die == 2 or self.die == 7):
                bits |= 1 << ENTERING
        return bits

    def some_movable(self, point: float) -> i64:
        """One of the bits of `movable`, as `point`, in 0..1, has it."""
        bits = self.movable()
        count: i64 = 0
        for bit in range(ENTERING + 1):
            count += bits >> bit & 1
        left: i64 = int(point * int(count))
        at: i64 = 0
        while left or not bits >> at & 1:
            left -= bits >> at & 1
            at += 1
        return at

    def enter(self) -> None:
        """FTB-5: the first token at home goes to its STARTING BOX; those at home are alike."""
        self.tokens[self.first(self.seat, HOME)] = self.starts[self.seat]

    def gone(self, token: i64) -> i64:
        """How far a token is from its STARTING BOX, along the arrows."""
        way = self.tokens[token] - self.starts[token // TOKENS]
        return way if way >= 0 else way + self.board.length

    def space_ahead(self, space: i64, steps: i64) -> i64:
        """The space that lies so far along the arrows, once round at the most (FTB-4)."""
        ahead = space + steps
        return ahead if ahead < self.board.length else ahead - self.board.length

    def forward(self, token: i64, steps: i64) -> None:
        """Move a token along the arrows (FTB-4): over its STARTING BOX it has gone round."""
        if self.gone(token) + steps >= self.board.length:
            self.rounds |= 1 << token
        self.tokens[token] = self.space_ahead(self.tokens[token], steps)

    def back(self, token: i64, steps: i64) -> None:
        """Move a token against the arrows: FTB-14, its first lap no further than its box."""
        if not self.rounds >> token & 1:
            steps = min(steps, self.gone(token))
        space = self.tokens[token] - steps
        self.tokens[token] = space if space >= 0 else space + self.board.length

    def follow(self, token: i64, card: i64) -> None:
        """Move a token as a card says: on to the next PARK, or so far back or forward (FTB-12)."""
        if card == TO_PARK:
            self.forward(token, self.board.to_park[self.tokens[token]])
        elif card > BACK:
            self.back(token, card - BACK)
        else:
            self.forward(token, card - FORWARD)

    def is_on_own_jump(self, token: i64) -> bool:
        """FTB-19: whether a token has landed on its own JUMP TO CENTER, right before its box.

        FTB-14 sees to it that it has gone all the way round then.
        """
        return self.gone(token) == self.board.length - 1

    def jump(self, token: i64) -> None:
        """FTB-19: to the center; FTB-20: all captured tokens of its player go home."""
        seat = token // TOKENS
        self._take(token, CENTER)
        for other in range(seat * TOKENS, (seat + 1) * TOKENS):
            if self.tokens[other] == CAPTURED:
                self.tokens[other] = HOME

    def capture(self, token: i64) -> None:
        """Put a token into its color's capture box; freed, its first lap begins anew."""
        self._take(token, CAPTURED)

    def _take(self, token: i64, where: i64) -> None:
        self.tokens[token] = where
        self.rounds &= ~(1 << token)

    def capturable(self, seat: i64, space: i64) -> list[i64]:
        """FTB-9: the opponents' tokens that a landing of `seat` on a space captures, by place.

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
        """FTB-9: capture all that a token's landing captures; whether there was any."""
        prey = self.capturable(token // TOKENS, self.tokens[token])
        for other in prey:
            self.capture(other)
        return len(prey) > 0

    def has_to_draw(self, token: i64) -> bool:
        """FTB-12: whether where a token has landed a card is drawn, if the deck has one."""
        return self.board.kinds[self.tokens[token]] == DRAW_A_CARD and not self.deck.is_empty()

    def free(self) -> None:
        """FTB-18: a kept card frees the first captured token by letter; captured ones are alike.

        The token goes to its HOME SPACE, the card to the bottom of the deck.
        """
        self.tokens[self.first(self.seat, CAPTURED)] = HOME
        self.kept[self.seat] -= 1
        self.deck.put_back(FREE_THE_BOX, 1)

    def can_free(self) -> bool:
        """FTB-16: whether whose turn it is keeps a card and has a captured token."""
        return self.kept[self.seat] > 0 and self.first(self.seat, CAPTURED) >= 0

    def must_free(self) -> bool:
        """FTB-24: whether a card must be used, two tokens in the center and the third captured."""
        return self.count(self.seat, CENTER) == TOKENS - 1 and self.can_free()

    def is_beaten(self, seat: i64) -> bool:
        """Whether a seat is out by now: no token of it is left but in box and center.

        FTB-22: all three captured; FTB-23: two, the other in the center; FTB-24: one, the others
        in the center, and no card kept.
        """
        captured = self.count(seat, CAPTURED)
        if captured == 0 or captured + self.count(seat, CENTER) < TOKENS:
            return False
        return captured > 1 or self.kept[seat] == 0

    def is_in(self, seat: i64) -> bool:
        """Whether a seat is still in the game (FTB-25)."""
        return self.tokens[seat * TOKENS] != OUT

    def clear_beaten(self) -> i64:
        """FTB-25: take off who is beaten, in whoever's turn; the last seat left, else `NOBODY`."""
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
        """FTB-25: a seat's tokens leave the board, its cards go to the bottom of the deck."""
        for token in range(seat * TOKENS, (seat + 1) * TOKENS):
            self._take(token, OUT)
        self.deck.put_back(FREE_THE_BOX, self.kept[seat])
        self.kept[seat] = 0

    def go_to_next_seat(self) -> None:
        """FTB-4: next is the next color in play."""
        self.clear_turn()
        self.seat = (self.seat + 1) % len(self.kept)
        while not self.is_in(self.seat):
            self.seat = (self.seat + 1) % len(self.kept)

    def clear_turn(self) -> None:
        """Nothing is to be moved, and no card to be carried out, any more."""
        self.die = 0
        self.carrier = NOBODY
