"""What every game says of a match: for its screen, and for those who read lines of text."""

from collections.abc import Collection, Sequence
from typing import Final, Generic, TypeVar, cast

from ai.agent import Choice
from boxtui.core import State
from boxtui.games.shared.wording import counted, listed
from boxtui.lines import Glyphs, Line
from boxtui.play.match import Match
from boxtui.play.viewer import Viewer

StateT = TypeVar("StateT", bound=State)

AGAIN: Final = "a die that leans or left the tray is rolled again: type what it shows then"
"""What must be known of dice that are entered by hand."""


def example_of(state: State, withheld: Collection[int] = ()) -> str:
    """A legal move in its notation that isn't withheld; "" where all are."""
    shown = [move for move in state.legal_moves() if move not in withheld]
    return state.move_text(shown[0]) if shown else ""


class GameWords(Generic[StateT]):
    """A match in words, as it is when it is asked; `viewer` is who hears them, or a new one."""

    def __init__(self, match: Match, viewer: Viewer | None = None) -> None:
        self.match = match
        self.viewer = viewer or Viewer(match)

    @property
    def state(self) -> StateT:
        """The position, by its own type: a game's view is given matches of that game only."""
        return cast("StateT", self.match.state)

    def round_words(self) -> str:
        """What the title says of how far the game is."""
        raise NotImplementedError

    def worth_words(self, value: float) -> str:
        """What a move's value, in 0..1 for the seat to move, means: here an estimate of a search.

        A game whose values are exact says so by leaving out *about*.
        """
        return f"about {value:.1%} to win"

    def gap_words(self, gap: float) -> str:
        """By how much one value is better than another, in fewer digits than `worth_words` has.

        So the two figures shown never seem to differ by another amount than the one stated.
        """
        return counted(round(100 * gap), "percentage point")

    def choices(self) -> list[int]:
        """The legal moves; resigning is not one to choose between."""
        return self.state.legal_moves()

    def hint_words(self, choice: Choice) -> str:
        """An advised move and what it is worth, where there is a choice and a value is known."""
        text = self.state.move_text(choice.move)
        if len(self.choices()) == 1:
            return f"Hint: {text}, the only move."
        for seen in choice.considered:
            if seen.move == choice.move:
                return f"Hint: {text}, {self.worth_words(seen.value)}."
        return f"Hint: {text}."

    def look_words(self, places: Sequence[str]) -> str:
        """Where a lesson points, for those who see no board; places as a click names them."""
        return f"Look at {listed(list(map(self.place_words, places)))}."

    def place_words(self, place: str) -> str:
        """A place in words, named as a click on it is."""
        return place

    @property
    def is_rolled(self) -> bool:
        """Whether what falls now are dice, and no card."""
        return True

    def fallen_words(self) -> str:
        """What is to be typed by who enters by hand what falls: whose, and an example."""
        whose = self.match.seats[self.state.turn_seat()].name
        example = self.state.move_text(self.state.legal_moves()[-1])
        return f"{whose}'s {self.falling_words()}, as in {example}"

    def falling_words(self) -> str:
        """What falls now, and what for where that must be said."""
        return "dice"

    def end_words(self) -> list[str]:
        """How the match ended, besides who won: a line a seat, or fewer."""
        raise NotImplementedError

    def now_words(self) -> list[str]:
        """What whoever decides must know before each move, in sentences."""
        raise NotImplementedError

    def position_words(self) -> list[str]:
        """The whole position in sentences, but for `now_words`."""
        raise NotImplementedError

    def drawn(self, glyphs: Glyphs) -> Sequence[Line]:
        """The board as lines of text, for those who see."""
        raise NotImplementedError
