"""Pebbles: roll a die and take up to that many; the last one taken wins (PEB-1 to PEB-4)."""

from collections.abc import Mapping
from itertools import product
from typing import Final, final

from boxtui.core import (
    CHANCE,
    OVER,
    BadNotation,
    BadOption,
    BadPosition,
    Game,
    IllegalMove,
    OptionValue,
    State,
    game_over,
    is_number,
    not_over,
)
from boxtui.wording import quoted

PEBBLES: Final = 12
FACES: Final = [1, 2, 3, 4, 5, 6]


@final
class Pebbles(State):
    """A position: the pebbles `left`, the seat to move, and the `die`, 0 before it is rolled."""

    def __init__(self, left: int, seat: int, die: int) -> None:
        self.seats = 2
        self.left = left
        self.seat = seat
        self.die = die

    def current_player(self) -> int:
        if not self.left:
            return OVER
        return self.seat if self.die else CHANCE

    def turn_seat(self) -> int:
        return self.seat if self.left else OVER

    def legal_moves(self) -> list[int]:
        """Return the die's faces at `CHANCE`, otherwise how many may be taken (PEB-3)."""
        if not self.left:
            return []
        return list(range(1, min(self.die, self.left) + 1)) if self.die else FACES

    def chance_probabilities(self) -> list[float]:
        return [1 / 6] * 6 if self.current_player() == CHANCE else []

    def apply(self, move: int) -> None:
        """PEB-3: roll, or take and pass the turn; PEB-4: the last pebble ends the game."""
        if not self.die:
            self.die = move
            return
        self.left -= move
        self.die = 0
        self.seat = 1 - self.seat

    def clone(self) -> "Pebbles":
        return Pebbles(self.left, self.seat, self.die)

    def returns(self) -> list[float]:
        """The player who took the last pebble wins (PEB-4)."""
        if self.left:
            raise not_over()
        return [float(seat != self.seat) for seat in (0, 1)]

    def rule(self) -> str:
        return "PEB-3" if self.left else "PEB-4"

    def describe(self, move: int) -> str:
        return f"takes {move}" if self.die else f"rolls {move}"

    def move_text(self, move: int) -> str:
        return str(move)

    def read_move(self, text: str) -> int:
        if not self.left:
            raise game_over(self.rule())
        word = text.strip()
        if not is_number(word, 3):
            raise BadNotation(f"{quoted(text)} is not a number of pebbles, such as 2.")
        most = self.legal_moves()[-1]
        if not 1 <= int(word) <= most:
            raise IllegalMove("PEB-3", f"Now it can be 1 to {most}, not {word}.")
        return int(word)

    def text(self) -> str:
        return f"left={self.left} seat={self.seat + 1} die={self.die or '-'}"


def read_position(text: str) -> Pebbles:
    """Return the position that `Pebbles.text` writes. Raises BadPosition for any other text."""
    for left, seat, die in product(range(PEBBLES + 1), (0, 1), range(7)):
        state = Pebbles(left, seat, die)
        if (left or not die) and state.text() == text:
            return state
    raise BadPosition(f"Not a position of Pebbles: {quoted(text)} can't be read.")


def start(options: Mapping[str, OptionValue], seats: int) -> Pebbles:
    """Start with all pebbles (PEB-2). Raises BadOption unless two play (PEB-1)."""
    if seats != 2:
        raise BadOption("Pebbles takes two players (PEB-1).")
    return Pebbles(PEBBLES, 0, 0)


GAME: Final = Game(
    key="pebbles",
    title="Pebbles",
    blurb="Roll and take: the player who takes the last pebble wins.",
    seats=range(2, 3),
    options=(),
    rules_version=1,
    dealt="dice",
    first_position=start,
    parse=read_position,
)
