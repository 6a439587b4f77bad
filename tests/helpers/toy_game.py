"""What the toy games of the search tests share; their moves have no descriptions."""

from boxtui.core import State


class ToyState(State):
    """A position whose moves are written as their numbers."""

    def rule(self) -> str:
        return ""

    def describe(self, move: int) -> str:
        return ""

    def move_text(self, move: int) -> str:
        return str(move)

    def read_move(self, text: str) -> int:
        return int(text)
