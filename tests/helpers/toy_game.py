"""What the toy games of the search tests share; their moves have no descriptions."""

from typing import Self

from boxtui.core import State


class ToyState(State):
    """A position whose moves are written as their numbers."""

    def turn_seat(self) -> int:
        return self.current_player()

    def chance_probabilities(self) -> list[float]:
        return []

    def clone(self) -> Self:
        """Return a twin with the same attributes; a list among them is shared."""
        twin = type(self).__new__(type(self))
        vars(twin).update(vars(self))
        twin.seats = self.seats  # not in `vars` where `State` is compiled
        return twin

    def rule(self) -> str:
        return ""

    def describe(self, move: int) -> str:
        return ""

    def move_text(self, move: int) -> str:
        return str(move)

    def read_move(self, text: str) -> int:
        return int(text)
