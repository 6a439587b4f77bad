"""Moves and dice that are typed on a match's screen, also ahead of a computer's move."""

from boxtui.play.match import Match
from boxtui.play.presenter import Request
from boxtui.tui.just_shown import KEYS_IGNORED, JustShown
from boxtui.tui.screens.pace import Pace
from boxtui.tui.screens.stage import Stage, Stages
from boxtui.tui.screens.tutored import TutoredScreen
from boxtui.tui.widgets.message_bar import MessageKind
from boxtui.views.game import REROLL_RULE


class TypingScreen(TutoredScreen):
    """A match's board with a line in which moves and dice can be typed.

    Attributes:
        stages: what comes next in the match; a subclass makes it.
        pace: how long computers' moves are shown; a subclass makes it.
        notice: what is said of the save when the screen opens.
    """

    stages: Stages
    pace: Pace

    def __init__(self, match: Match, notice: str) -> None:
        super().__init__(match)
        self.notice = notice
        self._line_refused = JustShown(KEYS_IGNORED)

    @property
    def stage(self) -> Stage:
        """What comes next: the state that this screen is in."""
        return self.stages.now()

    def may_decide(self) -> bool:
        return self.stage is Stage.DECISION

    @property
    def is_curtain_due(self) -> bool:
        """Whether the next person's hand isn't shown yet."""
        return self.viewer.is_curtain_due

    def takes_moves(self) -> bool:
        return self.stage in (Stage.DECISION, Stage.DICE)

    def _takes_text(self) -> bool:
        """Whether a move can be typed: now, or while a computer moves, to be played after that."""
        return self.is_going_on() and not self.stages.is_watched()

    def is_going_on(self) -> bool:
        """Whether the game goes on, and no hand has to be covered or shown first."""
        return self.stage in (Stage.DECISION, Stage.DICE, Stage.AUTOMATIC)

    def say_not_now(self) -> None:
        if self.is_curtain_due:
            self.say(self.curtain_words() or self.stages.drawn_words())
            return
        going_on = "Press Enter again after it" if self.line_is_open else self.going_on_words()
        self.say(self.stages.not_now_words(going_on), kind=MessageKind.NOT_NOW)

    def going_on_words(self) -> str:
        """Return which key goes on with what comes by itself; in an open line, Space is text.

        There Enter goes on, except where it plays what is typed.
        """
        if not self.line_is_open:
            return "Press Space to go on"
        return f"Press {'Esc, then Space' if self.takes_moves() else 'Enter'} to go on"

    def line_typed(self, text: str) -> None:
        """Play what was typed; while the pace waits for a key, go on and keep it for later."""
        if self.pace.waits_for_key and not self.takes_moves() and not self.thinker:
            self.runner.ask(Request.GO_ON)
        else:
            super().line_typed(text)

    def chance_kind(self) -> str:
        """Return what is rolled or drawn next, in one word."""
        return str(self.board.words.chance_kind().split()[0])

    def action_type(self) -> None:
        """Open the line for a move in its notation, or for dice; a text in it stays.

        It also opens while a computer moves: keys typed for it must not be taken as commands.
        """
        if not self._takes_text():
            self._line_refused.begin()
            self.say_not_now()
        elif self.stage is Stage.DICE:
            words = self.board.words
            again = f" ({REROLL_RULE})" if words.is_rolled else ""
            notice = f"{self.notice} " if self.message.kind is MessageKind.NOTICE else ""
            text = self.line.value if self.line_is_open else ""
            self.open_line(f"{notice}{words.chance_prompt()}{again}, or press Esc:", text)
        else:
            super().action_type()

    def move_prompt(self) -> str:
        """Return what the line asks for; in a computer's turn, also dice that people enter."""
        if self.match.by_hand and not self.may_decide():
            return f"A move or the {self.chance_kind()}, or press Esc:"
        return super().move_prompt()

    def keep_or_close_line(self) -> None:
        """Keep what is being typed when the position changes, if who typed it can still play it."""
        if self._takes_text() and not self._is_anothers_turn():
            self.message.ask(self.move_prompt())
        else:
            self.action_close_line()
            self._line_refused.begin()

    def _is_anothers_turn(self) -> bool:
        """Whether a person acts now, and another person made the last decision of a person."""
        persons_plies = filter(self.match.was_persons, reversed(range(len(self.match.log))))
        seat = self.match.state.turn_seat()
        last = next((self.match.log[ply].seat for ply in persons_plies), seat)
        return self.match.by_person() and last != seat

    def play(self, move: int) -> None:
        """Play a move that was picked on the board, in place of one that is being typed."""
        super().play(move)
        if self.line_is_open and self.takes_moves():
            self.action_close_line()

    def resign_word(self) -> str:
        return str(self.board.words.resign_word())

    def take_key(self, key: str) -> bool:
        """Ignore what goes on with a text that the line doesn't take any more, or didn't take.

        Enter and Esc end it.
        """
        is_text = not self.line_is_open and self._line_refused.is_too_early()
        if is_text and key in ("enter", "escape"):
            self._line_refused.end()
        elif is_text:
            self._line_refused.begin()
        return is_text
