"""Whose turn it is in a match on its screen, and whether a person acts next."""

from typing import Any

from boxtui.play.runner import MatchRunner
from boxtui.play.viewer import Viewer
from boxtui.tui.screens.page import AppApi
from boxtui.views.game import GameWords
from boxtui.wording import listed


class Turn:
    """Who acts next in the match that `viewer` shows and `runner` plays.

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

    def over_words(self) -> str:
        """Return what is over, the hand or the game; "" during a turn."""
        if self._viewer.are_hands_open:
            return "the hand is over"
        return "the game is over" if self._match.is_over else ""

    def decided_words(self) -> str:
        """Return that the game is decided, if all of the rest is played automatically, or ""."""
        plays_itself = self._app.settings.plays_only_moves and self._words.is_decided
        return "the game is decided" if plays_itself else ""

    def whose(self) -> str:
        """Return whose turn it is, in words, or that the game is over or decided."""
        if words := self.over_words() or self.decided_words():
            return words
        return f"{self._match.seats[self._match.state.turn_seat()].name}'s turn"

    def may_decide(self) -> bool:
        """Whether a person who is shown the board decides now."""
        is_persons = self._match.is_human(self._match.state.current_player())
        return is_persons and self._may_ask()

    def takes_moves(self) -> bool:
        """Whether a person's move or dice come next."""
        return self._match.by_person() and self._may_ask()

    def _may_ask(self) -> bool:
        """Whether a person can be asked: the board is shown, and not everything plays itself."""
        return not self._viewer.is_curtain_due and not self.decided_words()

    def comes_by_itself(self) -> bool:
        """Whether no choice of a person comes next: a computer, chance or an only move."""
        return not (self._match.is_over or self._runner.waits_for_person())

    def is_watched(self) -> bool:
        """Whether no person plays on."""
        return all(map(self._words.is_out, self._match.persons()))

    def watched_words(self) -> str:
        """Return that the people are out and only watch the rest, or ""."""
        persons = self._match.persons()
        if self.over_words() or not persons or not self.is_watched():
            return ""
        names = listed([self._match.seats[seat].name for seat in persons])
        who = "You are" if len(persons) == 1 else f"{names} are"
        return f"{who} out. Space watches the rest, e plays it to the end."

    def drawn_words(self) -> str:
        """Return what was just drawn, and how to cover it before the next person's turn."""
        drawn = self._viewer.drawn_words
        return (
            f"{drawn}. Press Space to cover the hand; then it is {self.whose()}." if drawn else ""
        )

    def not_now_words(self) -> str:
        """Return why a person can't play now, and which key goes on if one does."""
        over = self.over_words() or self.decided_words()
        why = over or f"it is {self.whose()}"
        if self.comes_by_itself():
            if not over and self._match.is_human(self._match.state.turn_seat()):
                why = "there is nothing to decide yet"
            why += ". Press Space to go on"
        return f"Not now: {why}."
