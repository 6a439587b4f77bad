"""The tutor on a match's screen: its keys and its warnings."""

from typing import ClassVar

from textual.binding import Binding, BindingType

from ai.worker import Searcher
from boxtui.learn.asking import ask_through
from boxtui.learn.tutor import Tutor, tutor_words, warned_words
from boxtui.play.match import Match
from boxtui.play.presenter import Request
from boxtui.play.runner import TUTOR_NAME, MatchRunner
from boxtui.play.setup import offers_tutor
from boxtui.tui.just_shown import KEYS_IGNORED, JustShown
from boxtui.tui.screens.table import TableScreen
from boxtui.tui.widgets.message_bar import MessageKind
from saves.events import Move


class TutoredScreen(TableScreen):
    """A match's board while a tutor judges the moves before they are played.

    Attributes:
        runner: plays the match; a subclass makes it, with `tutor`.
        thinker: who is thinking, or "".
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("c", "switch_tutor", "tutor"),
        # With priority, because the boards have their own uses for both.
        Binding("space", "play_unjudged", "play at once", priority=True),
        Binding("escape", "withdraw", "choose again", priority=True),
    ]

    runner: MatchRunner

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        self.thinker = ""
        self._warned_of = -1
        """The move that the tutor warned of last."""
        self._warning_shown = JustShown(KEYS_IGNORED)

    def tutor(self, searcher: Searcher) -> Tutor:
        """Return the match's tutor, which warns as the settings say."""
        app = self.boxtui  # the tutor must not refer to this screen, which refers to it
        search = ask_through(searcher, self.match.game)
        return Tutor(self.match, search, lambda: app.settings.tutor_points)

    @property
    def is_warned(self) -> bool:
        """Whether the message that is shown is the tutor's warning."""
        return self.message.kind is MessageKind.WARNING

    @property
    def is_judging(self) -> bool:
        """Whether the tutor judges a move that is about to be played."""
        return self.thinker == TUTOR_NAME and self.may_decide()  # a computer may have that name

    def described(self, binding: Binding) -> str:
        if binding.action == "withdraw":
            return "stop" if self.is_judging else binding.description
        if binding.action == "switch_tutor":
            is_off = bool(self.thinker) or not self.may_decide()
            # Where there is no text beside the board, longer keys would take one of its rows.
            mode = f": {self.match.tutor}" if self.has_side else ""
            return "" if is_off else f"{binding.description}{mode}"
        if binding.action == "enter" and self.is_warned:
            return "play anyway"
        return super().described(binding)

    # What a person does

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "switch_tutor":
            return offers_tutor(self.match.game, self.match.seats)
        if action in ("play_unjudged", "withdraw"):
            is_warned = action == "withdraw" and self.is_warned
            return (self.is_judging or is_warned) and not self.line_is_open
        return super().check_action(action, parameters)

    def submit(self, move: int) -> None:
        if self.is_warned and move == self._warned_of:
            self.insist()
        else:
            self.runner.ask(Move(move))

    def insist(self) -> None:
        """Play the move that the tutor warns of, unless the key was typed before the warning."""
        if not self._warning_shown.is_too_early():
            self.runner.ask(Request.ANYWAY)

    def action_withdraw(self) -> None:
        """Don't play what the tutor judges or warns of; it stays picked."""
        self.runner.ask(Request.STOP)
        self.board.choose_again()
        self.say("")
        self.draw()

    def action_play_unjudged(self) -> None:
        """Play the move without waiting for the tutor."""
        self.runner.ask(Request.GO_ON)

    def action_switch_tutor(self) -> None:
        """Switch the tutor: off, on, and with a verdict on each move."""
        if self.may_decide():
            self.runner.ask(Request.TUTOR)
        else:
            self.say_not_now()

    # Called by the runner (`Presenter`)

    def warned(self, move: int, warning: str) -> None:
        """Pick the move, so that the board shows what it does, and ask whether to play it."""
        self.board.pick(move)
        question = self.board.words.anyway_words(move)
        self._warned_of = move
        self._warning_shown.begin()
        words = f"{warning} {question}"
        self.say_of_pick(words, "warning", end=question, kind=MessageKind.WARNING)
        self.read_on(text=False)

    def tutor_switched(self) -> None:
        points = self.boxtui.settings.tutor_points
        when = warned_words(self.match.game, len(self.match.seats), points)
        self.say(tutor_words(self.match, when))
