"""Text about Pebbles."""

from boxtui.games.pebbles.game import Pebbles

from boxtui.lines import Glyphs, Line, Piece
from boxtui.views.game import GameWords


class PebblesWords(GameWords[Pebbles]):
    """The number of pebbles left, and the die."""

    goal = "take the last pebble"

    def round_words(self) -> str:
        return f"{self.state.left} left"

    def seat_words(self, glyphs: Glyphs) -> list[str]:
        return ["", ""]

    def ended_words(self, seat: int) -> str:
        return "took the last pebble" if seat != self.state.seat else "took others"

    def now_words(self) -> list[str]:
        die = f" Die: {self.state.die}." if self.state.die else ""
        return [f"{self.state.left} pebbles are left.{die}"]

    def position_words(self) -> list[str]:
        return ["Two take pebbles in turn."]

    def drawn(self, glyphs: Glyphs) -> list[Line]:
        pebbles = range(1, self.state.left + 1)
        row = [Piece(f"{glyphs.pip} ", "plain", f"pebble {pebble}") for pebble in pebbles]
        return [tuple(row), (Piece(f"die: {self.state.die or '-'}"),)]
