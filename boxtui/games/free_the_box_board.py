"""Free the Box's board: the loop of spaces, the colors, who plays which, and the cards."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from boxtui.games.free_the_box_cards import KINDS

COLORS: Final = 6
TOKENS: Final = 3
"""How many colors there are, and tokens of each (FTB-1)."""

SEATS: Final = range(2, COLORS + 1)

HIDING: Final = 0
STARTING_BOX: Final = 1
DRAW_A_CARD: Final = 2
PARK: Final = 3
JUMP_TO_CENTER: Final = 4
KIND_NAMES: Final = ("", "STARTING BOX", "DRAW A CARD", "PARK", "JUMP TO CENTER")
"""The kinds of spaces; all but `HIDING` are safe (FTB-10)."""

SAFE: Final = -1
"""The place of a space where nobody hides."""


@dataclass(frozen=True)
class Space:
    """One space of the loop: its kind; the place that a hiding space bears; whose color, 0 to 5,
    a STARTING BOX or a JUMP TO CENTER is, else -1."""

    kind: int
    place: str
    color: int


@final
class Board:
    """What never changes in a game; every table is indexed by space, from 0 in the order of play.

    `kinds`: what a space is; `places`: the number of its place, the same wherever that stands;
    `spots`: its own number; both `SAFE` where nobody hides; `to_park`: how far the next PARK is;
    `starts`: the STARTING BOX of each color; `cards`: how many there are of each card, by number.
    """

    def __init__(
        self,
        colors: Sequence[str],
        spaces: Sequence[Space],
        sitting: Mapping[int, Sequence[int]],
        cards: Mapping[int, int],
    ) -> None:
        self.colors = list(colors)
        self.spaces = list(spaces)
        self._sitting = {seats: list(sides) for seats, sides in sitting.items()}
        self.length: i64 = len(spaces)
        self.kinds = vec[i64]([space.kind for space in spaces])
        names = list(dict.fromkeys(space.place for space in spaces if space.kind == HIDING))
        self.places = vec[i64]([_place_number(space, names) for space in spaces])
        numbered = list(enumerate(spaces))
        self.spots = vec[i64]([at if each.kind == HIDING else SAFE for at, each in numbered])
        self.to_park = vec[i64]([self._way_to_park(at) for at, _ in numbered])
        boxes = {each.color: at for at, each in numbered if each.kind == STARTING_BOX}
        self.starts = vec[i64]([boxes[color] for color in range(len(boxes))])
        self.cards = vec[i64]([cards.get(card, 0) for card in range(KINDS)])

    def sitting(self, seats: int) -> list[int]:
        """The colors that so many players have, in the order of turns (FTB-2, FTB-4)."""
        return self._sitting[seats]

    def _way_to_park(self, at: int) -> int:
        """How many spaces the next PARK is ahead; 0 where there is none at all."""
        ways = range(1, len(self.spaces) + 1)
        parks = [way for way in ways if self.spaces[(at + way) % len(self.spaces)].kind == PARK]
        return parks[0] if parks else 0

    def space_words(self, space: int) -> str:
        """What a space is, in words: `house`, `PARK`, `red's JUMP TO CENTER`."""
        there = self.spaces[space]
        if there.kind == HIDING:
            return there.place
        whose = f"{self.colors[there.color]}'s " if there.color >= 0 else ""
        return whose + KIND_NAMES[there.kind]


def _place_number(space: Space, names: list[str]) -> int:
    return names.index(space.place) if space.kind == HIDING else SAFE
