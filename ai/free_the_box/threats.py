"""Who may capture what in Free the Box with the next throw.

A place is what `FreeTheBoxTable.hides` gives: landing there captures the tokens on it.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from boxtui.games.free_the_box.board import DRAW_A_CARD, SAFE, TOKENS
from boxtui.games.free_the_box.cards import BACK, FORWARD, STEPS
from boxtui.games.free_the_box.position import FreeTheBoxTable
from boxtui.games.shared.dice import EIGHT_SIDED

DIE: Final = len(EIGHT_SIDED)
"""The number of sides of the die."""


@final
class Dangers:
    """What each seat may land on with its next throw.

    Chances are of the throw and of the card on top, which is one of the unseen cards or, once all
    have been seen, the one put back first (FTB-28). Some things are ignored: whether a token needs
    the same throw for something else, cards that let one roll again, and that on a first lap no
    card moves a token back beyond its STARTING BOX (FTB-14).
    """

    def __init__(self, table: FreeTheBoxTable) -> None:
        self._table = table
        self._seats: i64 = len(table.kept)
        self._length = table.board.length
        # At `seat * length + place`: the rolls that bring a token of the seat there, as bits, and
        # how many more do on average by the card that is then drawn.
        self._rolls = vec[i64]([0] * int(self._seats * self._length))
        self._cards = vec[float]([0.0] * int(self._seats * self._length))
        for token in range(len(table.tokens)):
            if table.tokens[token] >= 0:
                self._see_token(token)

    def chance(self, seat: i64, token: i64) -> float:
        """Return the chance that a seat's next throw lets it capture an opponent's token."""
        at = self._table.tokens[token]
        place = self._table.hides[at] if at >= 0 else SAFE
        if place == SAFE:
            return 0.0
        mark = seat * self._length + place
        rolls = self._rolls[mark]
        count: i64 = 0
        while rolls:
            count += rolls & 1
            rolls >>= 1
        return (float(count) + self._cards[mark]) / DIE

    def chance_of_capture(self, token: i64) -> float:
        """Return the chance that a throw of any opponent captures a token."""
        missed = 1.0
        for seat in range(self._seats):
            if seat != token // TOKENS:
                missed *= 1.0 - min(self.chance(seat, token), 1.0)
        return 1.0 - missed

    def _see_token(self, token: i64) -> None:
        """Mark the places where a token may capture; safe spaces are left out (FTB-10)."""
        table = self._table
        marks = token // TOKENS * self._length
        for die in range(1, DIE + 1):
            space = table.space_ahead(table.tokens[token], die)
            place = table.hides[space]
            if place != SAFE:
                self._rolls[marks + place] |= 1 << die
            elif table.board.kinds[space] == DRAW_A_CARD and not table.deck.is_empty():
                self._see_cards(marks, space)

    def _see_cards(self, marks: i64, space: i64) -> None:
        """Add the chances of cards that move a token on from DRAW A CARD."""
        for steps in range(1, STEPS + 1):
            forward = self._table.space_ahead(space, steps)
            back = self._table.space_ahead(space, self._length - steps)
            self._add(marks, forward, self._table.deck.chance(FORWARD + steps))
            self._add(marks, back, self._table.deck.chance(BACK + steps))

    def _add(self, marks: i64, space: i64, chance: float) -> None:
        place = self._table.hides[space]
        if place != SAFE:
            self._cards[marks + place] += chance
