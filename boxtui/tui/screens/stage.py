"""What comes next in a match on its screen, and what people are told about that."""

from enum import Enum, auto
from typing import Any, Final

from boxtui.core import CHANCE
from boxtui.play.runner import MatchRunner
from boxtui.play.viewer import Viewer
from boxtui.tui.screens.page import AppApi
from boxtui.views.game import GameWords
from boxtui.wording import listed


class Stage(Enum):
    """What comes next in a match: the states that its screen can be in.

    In any of them, `TutoredScreen.thinker` may be thinking: at a decision the adviser or the tutor,
    and otherwise a computer.
    """

    DECISION = auto()
    """A person decides and is shown the board. The runner may play an only move for them."""

    DICE = auto()
    """A person enters dice."""

    DRAWN = auto()
    """A person sees what they drew until they cover it; then it is another person's turn."""

    CURTAIN = auto()
    """A person decides, but isn't shown their hand yet."""

    AUTOMATIC = auto()
    """A computer decides, or chance."""

    DECIDED = auto()
    """Nothing can change any more, so all of the rest is played automatically."""

    HANDS_OPEN = auto()
    """Hands have been scored and lie open, before the game goes on."""

    OVER = auto()
    """The game has ended."""


_CLOSED: Final = {
    Stage.HANDS_OPEN: "the hand is over",
    Stage.OVER: "the game is over",
    Stage.DECIDED: "the game is decided",
}
"""Why nobody decides any more, in words."""


class Stages:
    """Finds the stage of the match that `viewer` shows and `runner` plays.

    `words` are the game's words for that match.
    """

    def __init__(
        self, app: AppApi, viewer: Viewer, words: GameWords[Any], runner: MatchRunner
    ) -> None:
        self._app = app
        self._viewer = viewer
        self._match = viewer.match
        self._words = words
        self._runner = runner

    def now(self) -> Stage:
        """Return the stage that the match is in."""
        if self._match.is_over:
            return Stage.OVER
        if self._viewer.are_hands_open:
            return Stage.HANDS_OPEN
        if self._app.settings.plays_only_moves and self._words.is_decided:
            return Stage.DECIDED
        if self._viewer.is_curtain_due:
            return Stage.DRAWN if self._viewer.drawn_words else Stage.CURTAIN
        if not self._match.by_person():
            return Stage.AUTOMATIC
        is_dice = self._match.state.current_player() == CHANCE
        return Stage.DICE if is_dice else Stage.DECISION

    def comes_by_itself(self) -> bool:
        """Whether the match goes on without a choice: a computer, chance or an only move.

        So at a decision it tells whether that is an only move. It may list all moves, which takes
        longer than `now`.
        """
        return not (self._match.is_over or self._runner.waits_for_person())

    def whose_turn(self) -> str:
        """Return whose turn it is, in words, or that the game is over or decided."""
        if closed := _CLOSED.get(self.now()):
            return closed
        return f"{self._match.seats[self._match.state.turn_seat()].name}'s turn"

    def is_watched(self) -> bool:
        """Whether no person plays on."""
        return all(map(self._words.is_out, self._match.persons()))

    def watched_words(self) -> str:
        """Return that the people are out and only watch the rest, or ""."""
        persons, is_over = self._match.persons(), self.now() in (Stage.HANDS_OPEN, Stage.OVER)
        if is_over or not persons or not self.is_watched():
            return ""
        names = listed([self._match.seats[seat].name for seat in persons])
        who = "You are" if len(persons) == 1 else f"{names} are"
        return f"{who} out. Space watches the rest, e plays it to the end."

    def drawn_words(self) -> str:
        """Return what was just drawn, and how to cover it before the next person's turn."""
        drawn = self._viewer.drawn_words
        covers = "Press Space to cover the hand; then it is"
        return f"{drawn}. {covers} {self.whose_turn()}." if drawn else ""

    def not_now_words(self, going_on: str) -> str:
        """Return why a person can't play now, and `going_on` if it goes on without a choice."""
        closed = _CLOSED.get(self.now(), "")
        why = closed or f"it is {self.whose_turn()}"
        if self.comes_by_itself():
            if not closed and self._match.is_human(self._match.state.turn_seat()):
                why = "there is nothing to decide yet"
            why += f". {going_on}"
        return f"Not now: {why}."
