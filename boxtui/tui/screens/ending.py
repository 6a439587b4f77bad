"""The end of a match on its screen: a pause to see it in, then a dialog with what can come next."""

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Final

from textual.timer import Timer

from boxtui.lines import Line, inset
from boxtui.play.next_game import next_game, next_games
from boxtui.play.presenter import Request
from boxtui.tui.just_shown import KEYS_IGNORED, JustShown
from boxtui.tui.screens.choose import ChooseScreen
from boxtui.tui.widgets.choices import Row

if TYPE_CHECKING:
    from boxtui.tui.screens.game import GameScreen

END_SHOWN: Final = 1.5
"""Seconds in which the end is shown, before a dialog asks what comes next."""

UNREAD: Final = 1.0
"""Seconds in which a dialog that opened by itself ignores keys: they were meant to open it."""

_CUT: Final = "All of it is beside the final position."


class Ending:
    """The end of the match on `screen`: shown at first, then asked about, until a move is undone.

    `screen` must be a proxy, because it refers to this.
    """

    def __init__(self, screen: "GameScreen") -> None:
        self._screen = screen
        self._pause: Timer | None = None
        self._is_offered = False
        self._just_shown = JustShown(KEYS_IGNORED)

    def lines(self, cells: int) -> list[Line]:
        """Return who won, which level was beaten, and the seats by rank; nothing before the end."""
        match, board = self._screen.match, self._screen.board
        if not match.is_over:
            return []
        lines = [(words, "strong") for words in board.words.result_sentences()]
        styles = board.words.seat_styles()
        lines += [(words, styles[seat]) for seat, words in board.words.ends()]
        return [line for words, style in lines for line in inset(words, cells, style)]

    def show(self) -> None:
        """Show the end, and offer what comes next after a moment; at once the next time."""
        if self._pause:
            self._ask(0.0)
            return
        self._just_shown.begin()
        self._pause = self._screen.set_timer(END_SHOWN, partial(self._ask, UNREAD))
        self._screen.say("")
        self._screen.draw()

    def forget(self) -> bool:
        """Begin anew at the next end, because the match goes on; return whether it was over."""
        was_over = self._pause is not None
        self._pause, self._is_offered = None, False
        return was_over

    def take_key(self, key: str) -> bool:
        """Offer what comes next at the end, unless the key was typed before the end was seen.

        Once it could be seen, q leaves, as the keys say.
        """
        if self._pause is None or self._is_offered:
            return False
        if not self._just_shown.is_too_early():
            if key == "q":
                return False
            self._ask(0.0 if key == "enter" else KEYS_IGNORED)
        return True

    def offer(self) -> None:
        """Ask what comes next, after a review."""
        self._ask(KEYS_IGNORED)

    def _ask(self, deaf: float) -> None:
        """Ask what comes next; ignore keys for `deaf` seconds.

        The cursor starts on the choice to look at the final board.
        """
        screen = self._screen
        if not screen.match.is_over or not screen.is_active:
            return
        if self._pause:
            self._pause.stop()
        self._is_offered = True
        text = screen.board.words.end_sentences()
        question = ChooseScreen(text, list(self._rows()), screen.glyphs, "look", deaf, _CUT)
        screen.app.push_screen(question, self._follow_answer)

    def _rows(self) -> Iterator[Row]:
        """Yield what can come after the end."""
        screen, match = self._screen, self._screen.match
        yield Row("look", "Look at the final position")
        luck = "its luck, " if match.game.dealt else ""
        yield Row("review", f"Review the game: {luck}its mistakes")
        for key, words in next_games(match).items():
            yield Row(key, words[0].upper() + words[1:])
        if screen.runner.undo_ply() is not None:
            yield Row("undo", "Take back the last decision")
        to_menu, to_page = "Another game: back to the menu", "Back to the page before this game"
        yield Row("leave", to_menu if screen.is_over_menu else to_page)

    async def _follow_answer(self, answer: str | None) -> None:
        """Do what was chosen; for anything else, such as a look at the board, do nothing."""
        screen = self._screen
        if answer == "undo":
            screen.runner.ask(Request.UNDO)
        elif answer == "review":
            screen.boxtui.review_record(screen.runner.record, self.offer)
        elif answer == "leave":
            await screen.action_leave()
        elif answer in next_games(screen.match):
            screen.boxtui.begin(next_game(screen.match, answer))
