"""The dice of Kimbo below the board or beside it, and what they were rolled for."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, cast

from boxtui.games.kimbo.state import Kimbo
from boxtui.lines import Line, Piece, cells_of, fitted, wrapped
from boxtui.play.match import Match
from boxtui.views.kimbo_size import LEFT

_FOR_FIRST: Final = "for the first turn"
"""What the dice before the first turn were rolled for."""

_FOR_FIRST_CELLS: Final = 10
"""The fewest cells beside the board for those words."""


@dataclass(frozen=True)
class KimboDice:
    """The dice still to be played, or else those rolled last.

    Attributes:
        dice: what each of them shows.
        to_play: whether they are still to be played; if not, they allowed no play, or were rolled
            for the first turn.
        first_thrower: who rolled them for the first turn; "" if they are of a turn.
    """

    dice: Sequence[str]
    to_play: bool = True
    first_thrower: str = ""

    @property
    def _style(self) -> str:
        return "strong" if self.to_play else "faint"

    def words(self, cells: int, more: str = "") -> str:
        """Return the dice and what they are for, or "" without dice.

        A name is cut to fit `cells`, and ends with `more`.
        """
        shown = "  ".join(f"[{die}]" for die in self.dice)
        if self.to_play:
            return f"Dice: {shown}" if shown else ""
        if not self.first_thrower:
            return f"Rolled last: {shown}"
        rest = f", {_FOR_FIRST}: {shown}"
        return f"{self._name(cells - len(rest), more)}{rest}"

    def _name(self, cells: int, more: str) -> str:
        return fitted(self.first_thrower, min(cells_of(self.first_thrower), cells), more)

    def below(self, cells: int, more: str) -> Line:
        """Return the line below a board of that width."""
        words = self.words(cells - LEFT, more)
        return (Piece(f"{' ' * LEFT}{words}" if words else "", self._style),)

    def beside(self, cells: int, more: str) -> list[Piece]:
        """Return the dice for the right of the board, and what they were for if there is room."""
        words = []
        if self.first_thrower and cells >= _FOR_FIRST_CELLS:
            words = wrapped(f"{self._name(cells - 1, more)}, {_FOR_FIRST}", cells)
        texts = ("".join(f"[{die}]" for die in self.dice), *words)
        return [Piece(f" {text}", self._style) for text in texts]


def dice_of(match: Match) -> KimboDice:
    """Return the dice that the board of a match of Kimbo shows."""
    state = cast("Kimbo", match.state)
    dice = [str(die) for die in (state.table.high, state.table.low) if die]
    if dice or not match.log or not match.log[-1].by_chance:
        return KimboDice(dice)
    rolled = match.log[-1]
    thrower = "" if state.turns else match.seats[rolled.seat].name
    return KimboDice(rolled.text.split(), to_play=False, first_thrower=thrower)
