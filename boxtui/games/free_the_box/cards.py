"""Free the Box's yellow cards as numbers and by name, and the deck of them (FTB-3)."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

CARDS: Final = 32
"""The number of cards (FTB-3)."""

STEPS: Final = 9
"""The most steps that a card moves a token."""

FREE_THE_BOX: Final = 0
FORWARD: Final = 0
BACK: Final = 10
YOU_ARE_CAPTURED: Final = 20
TO_PARK: Final = 21
ROLL_AGAIN: Final = 22
"""Cards as numbers: `FORWARD` + n moves a token n forward, `BACK` + n moves it n back."""

KINDS: Final = 23
"""All cards' numbers are below this."""

CARD_NAMES: Final[dict[str, int]] = {
    "free-the-box": FREE_THE_BOX,
    **{f"forward-{steps}": FORWARD + steps for steps in range(1, STEPS + 1)},
    **{f"back-{steps}": BACK + steps for steps in range(1, STEPS + 1)},
    "captured": YOU_ARE_CAPTURED,
    "park": TO_PARK,
    "roll-again": ROLL_AGAIN,
}
"""Every possible card by its name, ascending."""

_NAMES: Final = {card: name for name, card in CARD_NAMES.items()}


def card_name(card: int) -> str:
    """Return a card's notation: `forward-3`, `free-the-box`."""
    return _NAMES[card]


_WORDS: Final = {
    FREE_THE_BOX: "FREE THE BOX",
    YOU_ARE_CAPTURED: "YOU ARE CAPTURED",
    TO_PARK: "ON TO THE NEXT PARK",
    ROLL_AGAIN: "ROLL AGAIN",
}


def card_words(card: int) -> str:
    """Return what a card says: `3 forward`, `FREE THE BOX`."""
    if card in _WORDS:
        return _WORDS[card]
    return f"{card - BACK} back" if card > BACK else f"{card - FORWARD} forward"


@final
class Deck:
    """The cards face down: those nobody has seen yet, and under them those put back since.

    FTB-28: only the number of unseen cards of each kind is known; their order isn't decided until
    they are drawn.

    Attributes:
        unseen: the number of unseen cards of each kind.
        hidden: the number of all unseen cards.
        bottom: the cards under them, in order.
    """

    def __init__(self, unseen: vec[i64], hidden: i64, bottom: tuple[int, ...]) -> None:
        self.unseen = unseen
        self.hidden = hidden
        self.bottom = bottom

    def clone(self) -> "Deck":
        """Return an equal deck that shares nothing mutable with this one."""
        return Deck(self.unseen[:], self.hidden, self.bottom)

    def is_empty(self) -> bool:
        """Whether no card is left to draw (FTB-12)."""
        return self.hidden == 0 and not self.bottom

    def size(self) -> int:
        """Return the number of cards in the deck."""
        return self.hidden + len(self.bottom)

    def on_top(self) -> list[int]:
        """Return the cards that may be on top, ascending; unseen ones, as long as there are any."""
        if self.hidden == 0:
            return [self.bottom[0]]
        return [card for card in range(KINDS) if self.unseen[card]]

    def probabilities(self) -> list[float]:
        """Return the probability of each of `on_top`; FTB-3: unseen cards are equally likely."""
        return [self.chance(card) for card in self.on_top()]

    def chance(self, card: i64) -> float:
        """Return the probability that a card is on top of a deck that isn't empty."""
        if self.hidden == 0:
            return 1.0 if self.bottom[0] == card else 0.0
        return float(self.unseen[card]) / float(self.hidden)

    def some_card(self, point: float) -> i64:
        """Return the card on top for a `point` from 0 to less than 1, each with its probability."""
        if self.hidden == 0:
            return self.bottom[0]
        left: i64 = int(point * int(self.hidden))
        card: i64 = 0
        while left >= self.unseen[card]:
            left -= self.unseen[card]
            card += 1
        return card

    def may_be_on_top(self, card: int) -> bool:
        """Whether that card may be the next one drawn."""
        if not 0 <= card < KINDS:
            return False
        return self.unseen[card] > 0 if self.hidden else self.bottom[0] == card

    def draw(self, card: i64) -> None:
        """Take that card from the top (FTB-12)."""
        if self.hidden:
            self.unseen[card] -= 1
            self.hidden -= 1
        else:
            self.bottom = self.bottom[1:]

    def put_back(self, card: int, count: int) -> None:
        """Put `count` of a card face down under all others."""
        self.bottom += (card,) * count
