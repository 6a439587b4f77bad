"""A page on which a game is played: what a match, a lesson, practice and reviews share."""

from collections.abc import Collection, Hashable
from typing import TYPE_CHECKING, ClassVar, Final

from textual.binding import Binding, BindingType

from ai.agent import Choice
from boxtui.core import GameError
from boxtui.play.match import Match
from boxtui.play.results import no_resigning
from boxtui.tui.screens.board_page import BoardPage
from boxtui.tui.widgets.message_bar import MessageKind
from saves.errors import refusal_words

if TYPE_CHECKING:
    from boxtui.tui.boards.board import BoardHost

    def _host_of(screen: "TableScreen") -> BoardHost:
        """Have mypy check that a screen is what its board takes it for (`GameBoard.host`)."""
        return screen


_OF_PICKS: Final = frozenset({MessageKind.OF_PICK, MessageKind.REFUSAL, MessageKind.WARNING})
"""The kinds of messages that are gone once something else is picked."""


class TableScreen(BoardPage):
    """A board on which moves are picked or typed; `submit` takes them.

    Attributes:
        advice: the adviser's last answer about this position, if any.
        shown_position: the text of the position shown last; "" before the first.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        # With priority, the line opens before the next key arrives, however fast keys are typed.
        Binding("colon", "type", "type", priority=True),
        Binding("question_mark", "rules", "rules"),
        Binding("t", "turn_page", "text"),
    ]

    advises = False

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        self.advice: Choice | None = None
        self.shown_position = ""
        self._picks_then: Hashable = None
        """What was picked when there was a message about it last."""

    @property
    def rolls_dice(self) -> bool:
        """Whether dice are shown rolling first."""
        return False

    @property
    def previews(self) -> bool:
        """Whether the board tells what the picked move would do."""
        return True

    @property
    def marks_picked(self) -> bool:
        """Whether the board marks what is picked."""
        return self.may_decide()

    # What each screen defines

    def may_decide(self) -> bool:
        """Whether the person at the keyboard decides now."""
        raise NotImplementedError

    def submit(self, move: int) -> None:
        """Play a move, legal or not, for the person at the keyboard."""
        raise NotImplementedError

    def say_not_now(self) -> None:
        """Show why nothing can be played now."""
        raise NotImplementedError

    def rule_now(self) -> str:
        """Return the rule that the rules open at; "" if it would reveal another's hand."""
        player = self.match.state.current_player()
        return "" if player >= 0 and not self.viewer.sees(player) else self.match.state.rule()

    def ask_advice(self) -> None:
        """Have the moves valued for the board to show, on a screen that `advises`."""

    # What is shown

    def say_of_pick(
        self,
        message: str,
        style: str = "plain",
        *,
        end: str = "",
        kind: MessageKind = MessageKind.OF_PICK,
    ) -> None:
        """Show a message that is gone once something else is picked.

        Beside the board, one with an `end` that must stay may be cut before it; `t` shows it in
        full. Below the board, the message takes the rows that it needs.
        """
        self._picks_then = self._picks()
        self.say(message, style, end=end, kind=kind)

    def refuse(self, refusal: Exception) -> None:
        self.say_of_pick(refusal_words(refusal), "warning", kind=MessageKind.REFUSAL)

    def _picks(self) -> Hashable:
        return self.board.picks if self.may_decide() else None

    def draw(self) -> None:
        """Draw everything as it is now, without a message on what is no longer picked."""
        if self.message.kind in _OF_PICKS and self._picks_then != self._picks():
            self.say("")
        super().draw()

    def notice_position(self) -> bool:
        """Clear the picks if the position has changed since the last call; return whether so."""
        position = self.match.state.text()
        if position == self.shown_position:
            return False
        self.shown_position = position
        self.advice = None
        self.board.forget_picked()
        self.look_back()
        return True

    # What a person does

    def play(self, move: int) -> None:
        """Play a move that was picked on the board, legal or not."""
        if self.takes_moves():
            self.submit(move)
        else:
            self.say_not_now()

    def takes_moves(self) -> bool:
        """Whether a move or dice can be typed now."""
        return self.may_decide()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "enter":
            return not (self.is_too_small and self.may_decide())
        if action == "type":
            return not self.line_is_open
        return super().check_action(action, parameters)

    def action_enter(self) -> None:
        """Play what is picked, or go on."""
        raise NotImplementedError

    def again_words(self) -> str:
        """Return what is said to an Enter that came too early, and what another one does."""
        if not self.board.enter_words:
            return "Your move: pick one, then press Enter."
        return f"Your move. Press Enter again to {self.board.enter_words}."

    def late_enter(self) -> None:
        """Give the board an Enter typed just before the line was closed."""
        if self.check_action("enter", ()):
            self.action_enter()

    def action_type(self) -> None:
        """Open the line for a move in its notation."""
        self.open_line(self.move_prompt())

    def move_prompt(self) -> str:
        """Return what the line for a move asks for; outside a decision, without an example."""
        example = self.board.words.example(self.withheld()) if self.may_decide() else ""
        resign = self.resign_word() if self.may_decide() else ""
        what = f"A move{example and f', for example {example}'}{resign and f', or {resign}'}"
        return f"{what}, or press Esc:"

    def resign_word(self) -> str:
        """Return what is typed to resign, or "" where nobody would."""
        return ""

    leaving_words: ClassVar[str] = "Press Esc, then q to leave"
    """What people are told who want to resign where they can't; the line stays open."""

    def withheld(self) -> Collection[int]:
        """Return the moves that no example may show, because the player is to find them."""
        return ()

    def line_typed(self, text: str) -> None:
        """Play what was typed; the : of the key that opens the line may be typed again."""
        text = text.strip().removeprefix(":").strip()
        if not text:
            self.action_close_line()
            return
        if words := no_resigning(self.match.game, text, self.leaving_words):
            self.say(words, "warning")
            return
        if not self.takes_moves():
            self.say_not_now()
            return
        try:
            move = self.board.read_typed(text)
        except GameError as refusal:
            self.refuse(refusal)
        else:
            self.action_close_line()  # first, because it clears the message
            if self.may_decide() and move in self.match.state.legal_moves():
                self.board.pick(move)
            self.submit(move)

    def typing_advice(self) -> str:
        return "To type a move, press : first." if self.may_decide() else ""

    def action_rules(self) -> None:
        """Open the rules at the one that matters now."""
        self.boxtui.show_rules(self.match.game.key, self.rule_now())
