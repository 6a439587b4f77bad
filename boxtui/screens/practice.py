"""Practice on the screen: a position to solve, and what the chosen move was worth."""

from random import Random
from typing import ClassVar

from textual.binding import Binding, BindingType

from ai.agent import Choice
from ai.worker import AgentFailed, Question
from boxtui.core import GameError, State
from boxtui.drawing import Line, Piece, paragraphs
from boxtui.games import GAMES
from boxtui.match import HUMAN, Match, Seat
from boxtui.practice import NUMBERS, Problem, Verdict, problem
from boxtui.record import new_seed
from boxtui.screens.table import TableScreen
from boxtui.widgets.table import seat_lines


def drawn_number() -> int:
    """Where practice begins if nobody says: a number short enough to be told."""
    return Random(new_seed()).randint(1, 9999)


class PracticeScreen(TableScreen, inherit_bindings=False):
    """Asks for the best move of a problem and judges it; Enter or `n` goes to the next number."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "enter", "next"),
        Binding("n", "next", "next"),
        Binding("g", "number", "go to number", priority=True),  # as for the colon: the line is open
        *TableScreen.BINDINGS,
        Binding("q,escape", "app.pop_screen", "back"),
    ]

    def __init__(self, game: str, number: int) -> None:
        super().__init__(Match(GAMES[game], {}, [Seat("", HUMAN)] * 2, 0))
        self._number = number
        self._problem: Problem | None = None
        self._verdict: Verdict | None = None
        self._numbering = False

    def on_mount(self) -> None:
        super().on_mount()
        self._open(self._number)

    def _open(self, number: int) -> None:
        """Have the problem with that number found, by the search process."""
        self._number = number
        self._problem = self._verdict = None
        self.run_worker(self._find(number), exclusive=True)
        self.draw()

    async def _find(self, number: int) -> None:
        try:
            found = await problem(self.match.game, number, self._asked)
        except (AgentFailed, GameError) as failure:
            self.refuse(failure)
            return
        for at, seat in enumerate(found.match.seats):
            name = self.boxtui.settings.name if seat.player == HUMAN else "Computer"
            found.match.seats[at] = Seat(name, seat.player)
        self._problem = found
        self.match = found.match
        self.position_changed()
        self.say("")
        self.draw()

    async def _asked(self, state: State, player: str, luck: str) -> Choice:
        question = Question(self.match.game.key, player, state.text(), luck)
        return await self.boxtui.searcher.choose(question)

    # The screen

    def show_title(self) -> None:
        self.entitle(f"Practice {self.match.game.title}", f"position {self._number:,}")

    def side_lines(self, cells: int, rows: int) -> list[Line]:
        """The seats, and what is asked or was chosen."""
        if not self._problem:
            return self.head_lines(cells)
        seats = seat_lines(self.match, self.board.seat_words(), self.glyphs, cells)
        return [*seats, (), *self.head_lines(cells)]

    def head_lines(self, cells: int) -> list[Line]:
        """What is asked, or what the chosen move was worth and why."""
        wanted = "Enter: the next position." if self._verdict else "Your move."
        lines = paragraphs(self._words(), cells)
        return [*lines, (Piece(f" {wanted}", "strong"),)] if self._problem else lines

    def _board_and_head(self) -> list[Line]:
        # A board that no problem is on yet would be a lie.
        return list(super()._board_and_head()) if self._problem else []

    def _words(self) -> list[str]:
        if not self._problem:
            return [f"Looking for position {self._number:,}{self.glyphs.more}"]
        if not self._verdict:
            return ["One move is clearly best here. Which?"]
        return self._judged(self._problem, self._verdict)

    def _judged(self, problem: Problem, verdict: Verdict) -> list[str]:
        text = problem.state.move_text
        best = f"{text(verdict.best)}: {self.board.worth_words(verdict.best_value)}."
        if verdict.is_best:
            return [f"Right. {best}", *verdict.why]
        worth = "not even looked at"
        if verdict.value is not None:
            worth = self.board.worth_words(verdict.value)
        return [f"{text(verdict.move)}: {worth}.", f"Best is {best}", *verdict.why]

    def described(self, binding: Binding) -> str:
        """Enter plays what is picked, then goes on to the next."""
        if binding.key == "enter":
            return self.board.enter_words if self.may_decide() else ""
        return binding.description

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "type" and not self.may_decide():
            return False
        if action == "number":
            return not self.line_is_open
        return super().check_action(action, parameters)

    # What a person does

    def may_decide(self) -> bool:
        """Whether a move is asked for."""
        return bool(self._problem) and not self._verdict

    def say_not_now(self) -> None:
        self.say("Enter goes on to the next position." if self._verdict else "It isn't found yet.")

    def submit(self, move: int) -> None:
        assert self._problem
        self._verdict = self._problem.verdict(move)
        self.say("")
        self.board.pick(move)
        self.draw()

    def action_enter(self) -> None:
        """Play what is picked, or go on."""
        if self.may_decide():
            self.board.play_picked()
        elif self._verdict:
            self.action_next()

    def action_next(self) -> None:
        """The problem with the next number."""
        self.say("")
        self._open(self._number + 1 if self._number + 1 in NUMBERS else NUMBERS[0])

    def action_number(self) -> None:
        """Ask for a number: somebody may have told one."""
        self._numbering = True
        self.open_line("The number of a position, or Esc:")

    def action_type(self) -> None:
        self._numbering = False
        super().action_type()

    def line_typed(self, text: str) -> None:
        if not self._numbering:
            super().line_typed(text)
            return
        number = text.strip().replace(",", "")
        if number.isascii() and number.isdigit() and len(number) < 12 and int(number) in NUMBERS:
            self.action_close_line()
            self._open(int(number))
        else:
            self.say(f"{text!r} is no number from {NUMBERS[0]} to {NUMBERS[-1]:,}.", "warning")
