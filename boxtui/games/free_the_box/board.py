"""Free the Box's board and its strict reader: the loop of spaces, the colors, the cards."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from boxtui.core import BadFile
from boxtui.games.free_the_box.cards import (
    BACK,
    CARD_NAMES,
    CARDS,
    FREE_THE_BOX,
    KINDS,
    ROLL_AGAIN,
    TO_PARK,
    YOU_ARE_CAPTURED,
    card_name,
)
from boxtui.games.shared.dice import EIGHT_SIDED
from boxtui.games.shared.toml_file import COLOR_WANTED, TomlFile, TomlTable, is_color
from boxtui.wording import quoted

BOARD_FILE: Final = "free_the_box.toml"
_FILE: Final = TomlFile(BOARD_FILE)

_LONGEST: Final = 120
"""The most spaces that a loop may have."""

COLORS: Final = 6
TOKENS: Final = 3
"""The number of colors, and of tokens of each (FTB-1)."""

SEATS: Final = range(2, COLORS + 1)

LOW_ENTERING_ROLL: Final = 2
HIGH_ENTERING_ROLL: Final = 7
ENTERING_ROLLS: Final = f"a {LOW_ENTERING_ROLL} or a {HIGH_ENTERING_ROLL}"
"""The two rolls on which a token leaves HOME SPACE, also in words (FTB-5)."""

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
    """One space of the loop.

    Attributes:
        kind: its kind, as in `KIND_NAMES`.
        place: the place shown on a hiding space.
        color: the color, 0 to 5, of a STARTING BOX or a JUMP TO CENTER; otherwise -1.
    """

    kind: int
    place: str
    color: int


@final
class FreeTheBoxLayout:
    """What never changes in a game; tables are indexed by space, from 0 in the order of play.

    Attributes:
        kinds: the kind of each space.
        places: the number of its place, equal for all spaces of a place; `SAFE` if nobody hides.
        spots: its own number; `SAFE` if tokens can't hide there.
        to_park: the number of steps to the next PARK.
        starts: the STARTING BOX of each color.
        cards: the number of cards of each kind, by the card's number.
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
        self.places = vec[i64](
            [names.index(space.place) if space.kind == HIDING else SAFE for space in spaces]
        )
        numbered = list(enumerate(spaces))
        self.spots = vec[i64]([at if each.kind == HIDING else SAFE for at, each in numbered])
        self.to_park = vec[i64]([self._steps_to_park(at) for at, _ in numbered])
        boxes = {each.color: at for at, each in numbered if each.kind == STARTING_BOX}
        self.starts = vec[i64]([boxes[color] for color in range(len(boxes))])
        self.cards = vec[i64]([cards.get(card, 0) for card in range(KINDS)])

    def sitting(self, seats: int) -> list[int]:
        """Return the colors that `seats` players have, in the order of turns (FTB-2, FTB-4)."""
        return self._sitting[seats]

    def seat_colors(self, seats: int) -> list[str]:
        """Return the color of each of `seats` players, in the order of turns."""
        return [self.colors[color] for color in self.sitting(seats)]

    def _steps_to_park(self, at: int) -> int:
        """Return the number of steps to the next PARK ahead; 0 if the board has none."""
        for steps in range(1, len(self.spaces) + 1):
            if self.spaces[(at + steps) % len(self.spaces)].kind == PARK:
                return steps
        return 0

    def space_words(self, space: int) -> str:
        """Return what a space is, in words: `house`, `PARK`, `red's JUMP TO CENTER`."""
        there = self.spaces[space]
        if there.kind == HIDING:
            return there.place
        whose = f"{self.colors[there.color]}'s " if there.color >= 0 else ""
        return whose + KIND_NAMES[there.kind]


def read_board(content: bytes) -> FreeTheBoxLayout:
    """Return the board in a file's content.

    Raises `BadFile`, which names the file, the table and the key, if it is wrong.
    """
    tables = _FILE.read(content)
    _FILE.check_tables(tables, ("loop", "players", "cards"))
    loop = _FILE.table(tables, "loop", ("spaces",))
    written = _FILE.names("loop", loop, "spaces")
    colors = _colors(written)
    spaces = [_space(each, colors) for each in written]
    _check_loop(spaces, colors)
    players = _FILE.table(tables, "players", [str(seats) for seats in SEATS])
    sitting = {seats: _sitting(players, seats, colors) for seats in SEATS}
    cards = _cards(_FILE.table(tables, "cards", CARD_NAMES))
    board = FreeTheBoxLayout(colors, spaces, sitting, cards)
    _check_park(board)
    _check_draws(board)
    return board


def _wrong_loop(sentence: str) -> BadFile:
    return _FILE.fault("loop", "spaces", sentence)


def _colors(written: list[str]) -> list[str]:
    """Return the words for the six colors (FTB-1), in the order of their STARTING BOXES."""
    box = f"{KIND_NAMES[STARTING_BOX]} "
    colors = [each.removeprefix(box) for each in written if each.startswith(box)]
    if len(colors) != COLORS:
        raise _wrong_loop(f"there must be {COLORS} STARTING BOXES, not {len(colors)}.")
    for color in colors:
        if not is_color(color):
            raise _wrong_loop(f"{quoted(color)} is not a color: {COLOR_WANTED}")
    _FILE.refuse_alike([("loop", color) for color in colors], "spaces")
    return colors


def _space(written: str, colors: list[str]) -> Space:
    """Return a space from its text: `house`, `PARK`, `JUMP TO CENTER red`."""
    for kind in (DRAW_A_CARD, PARK):
        if written == KIND_NAMES[kind]:
            return Space(kind, "", -1)
    for kind in (STARTING_BOX, JUMP_TO_CENTER):
        name, _, color = written.rpartition(" ")
        if name == KIND_NAMES[kind] and color in colors:
            return Space(kind, "", colors.index(color))
    _check_place(written)
    return Space(HIDING, written, -1)


def _check_place(written: str) -> None:
    """FTB-2: a place is words in small letters that can't be mistaken for a safe space."""
    kinds = ", ".join(KIND_NAMES[1:])
    if not re.fullmatch("[a-z]+( [a-z]+)*", written):
        message = (
            f"{quoted(written)} is neither a place in small letters, a to z, nor one of {kinds}."
        )
        raise _wrong_loop(message)
    if any(re.match(f"{kind}\\b", written.upper()) for kind in KIND_NAMES[1:]):
        raise _wrong_loop(
            f"{quoted(written)} looks like one of {kinds}, which are written in capitals."
        )


def _check_loop(spaces: list[Space], colors: list[str]) -> None:
    """FTB-2: each color's only JUMP TO CENTER lies right before its STARTING BOX."""
    if len(spaces) > _LONGEST:
        raise _wrong_loop(f"{len(spaces)} spaces are more than {_LONGEST}.")
    jumps = [space.color for space in spaces if space.kind == JUMP_TO_CENTER]
    for at, space in enumerate(spaces):
        if space.kind == STARTING_BOX:
            before, color = spaces[at - 1], colors[space.color]
            right_before = before.kind == JUMP_TO_CENTER and before.color == space.color
            if not right_before or jumps.count(space.color) != 1:
                message = f"{color} needs one JUMP TO CENTER, right before its STARTING BOX."
                raise _wrong_loop(message)


def _check_park(board: FreeTheBoxLayout) -> None:
    """FTB-3: cards that lead to the next PARK require a PARK."""
    if board.cards[TO_PARK] and not board.to_park[0]:
        raise _FILE.fault("cards", "park", "there is no PARK to go to.")


def _check_draws(board: FreeTheBoxLayout) -> None:
    """FTB-13: a chain of draws must end, so some card that stays in the deck leads to no draw."""
    cards = [card for card in range(FREE_THE_BOX + 1, KINDS) if board.cards[card]]
    if cards and all(_leads_on(board, card) for card in cards):
        message = "each leads from a DRAW A CARD to another; add one that ends a chain of draws."
        raise _FILE.fault("cards", card_name(cards[0]), message)


def _leads_on(board: FreeTheBoxLayout, card: int) -> bool:
    """Whether a card can lead from one DRAW A CARD to another."""
    if card in (TO_PARK, YOU_ARE_CAPTURED):
        return False
    steps = EIGHT_SIDED if card == ROLL_AGAIN else [BACK - card if card > BACK else card]
    draws = [at for at in range(board.length) if board.kinds[at] == DRAW_A_CARD]
    return any((at + step) % board.length in draws for at in draws for step in steps)


def _sitting(table: TomlTable, seats: int, colors: list[str]) -> list[int]:
    """Return the colors that so many players have, in the order of turns (FTB-4)."""
    order = "turns go counterclockwise: keep the order of the STARTING BOXES."
    return _FILE.in_order(table, seats, colors, "color", order)


def _cards(table: TomlTable) -> dict[int, int]:
    """Return the number of each card; FTB-3: there are 32 together."""
    cards = {}
    for name, count in table.items():
        if type(count) is not int or not 0 <= count <= CARDS:
            raise _FILE.fault("cards", name, f"write a number of cards from 0 to {CARDS}.")
        cards[CARD_NAMES[name]] = count
    if sum(cards.values()) != CARDS:
        message = f"{sum(cards.values())} cards are listed; there must be {CARDS} in all."
        raise _FILE.fault("cards", next(iter(table), "free-the-box"), message)
    return cards
