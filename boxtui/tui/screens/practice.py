"""Practice on the screen: a position to solve, and what the chosen move was worth."""

from collections.abc import Collection, Sequence
from typing import ClassVar, Final

from textual.binding import Binding, BindingType

from ai.levels import ROSTERS
from ai.worker import AgentFailed
from boxtui.core import GameError
from boxtui.games import GAMES
from boxtui.learn.puzzles import (
    ASKED,
    Puzzle,
    Verdict,
    asking,
    compared_words,
    find_puzzle,
    number_after,
    number_in,
)
from boxtui.lines import Line, Piece, paragraphs
from boxtui.play.match import HUMAN, Match, Seat
from boxtui.tui.screens.table import TableScreen
from boxtui.tui.widgets.table import seat_lines, seats_in_lines

JUDGING: Final = "Your move is being judged."


def verdict_lines(puzzle: Puzzle, verdict: Verdict, cells: int) -> list[Line]:
    """Return what a move was worth compared with the best one, why, and what comes next."""
    said = [*compared_words(puzzle, verdict), " ".join(verdict.why)]
    return [*paragraphs(said, cells), (Piece(" Enter: the next position.", "strong"),)]


class PracticeScreen(TableScreen, inherit_bindings=False):
    """Asks for the best move of a puzzle and judges it; Enter or `n` goes to the next number."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "enter", "next"),
        # With priority, like the colon: the line opens before the next key arrives.
        Binding("n", "next", "another", priority=True),
        Binding("g", "number", "go to number", priority=True),
        *TableScreen.BINDINGS,
        Binding("q,escape", "leave", "back"),
    ]

    def __init__(self, game: str, number: int) -> None:
        super().__init__(Match(GAMES[game], {}, [Seat("", HUMAN)] * ROSTERS[game].puzzles.seats, 0))
        self._number = number
        self._problem: Puzzle | None = None
        self._verdict: Verdict | None = None
        self._is_judging = False
        self._numbering = False

    def mounted(self) -> None:
        self._open(self._number)

    def _open(self, number: int) -> None:
        """Start to find the puzzle with that number, in the search process."""
        self._number = number
        self._problem = self._verdict = None
        self._is_judging = False
        self.run_worker(self._find(number), exclusive=True)
        self.draw()

    async def _find(self, number: int) -> None:
        try:
            asked = asking(self.boxtui.searcher, self.match.game)
            found = await find_puzzle(self.match.game, number, asked)
        except (AgentFailed, GameError) as failure:
            self.refuse(failure)
            return
        found.name_person(self.boxtui.settings.name)
        self._problem = found
        self.show_match(found.match)
        self.position_changed()
        self.say("")
        self.read_on()

    # The screen

    def show_title(self) -> None:
        self.entitle(f"Practice {self.match.game.title}", f"position {self._number:,}")

    def side_lines(self, cells: int, rows: int) -> list[Line]:
        """Return the seats, what is asked or was chosen, and what is picked."""
        if not self._problem:
            return self._text_lines(cells)
        seats = seat_lines(self.match, self.board.seat_pieces(), self.glyphs, cells)
        picked = self.may_decide() or self.board.is_looking
        return [*seats, (), *self._text_lines(cells), *self._status_lines_if(picked, cells)]

    def head_lines(self, cells: int, rows: int) -> list[Line]:
        """Return the same, for narrow screens."""
        if not self._problem:
            return self._text_lines(cells)
        seats = seats_in_lines(self.match, self.board.seat_pieces(), self.glyphs, cells)
        looked_at = self.board.is_looking and not self.may_decide()
        return [*seats, *self._text_lines(cells), *self._status_lines_if(looked_at, cells)]

    def _status_lines_if(self, told: bool, cells: int) -> list[Line]:
        return [(), *self.status_lines(cells)] if told else []

    def _text_lines(self, cells: int) -> list[Line]:
        """Return what is asked, or what the chosen move was worth and why."""
        if not self._problem:
            return paragraphs([f"Looking for position {self._number:,}{self.glyphs.more}"], cells)
        if not self._verdict:
            return paragraphs([ASKED], cells)
        return verdict_lines(self._problem, self._verdict, cells)

    def shown_board(self, rows: int) -> Sequence[Line]:
        """Return the board, or nothing until a puzzle was found."""
        return super().shown_board(rows) if self._problem else []

    def described(self, binding: Binding) -> str:
        """Return what a key does now: Enter plays what is picked, then goes on to the next."""
        if binding.key == "enter":
            return self.board.enter_words if self.may_decide() else "next" if self._verdict else ""
        return super().described(binding)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "type" and not self.may_decide():
            return False
        if action in ("number", "next"):
            return not self.line_is_open
        return super().check_action(action, parameters)

    # What a person does

    def may_decide(self) -> bool:
        """Whether a move is asked for."""
        return bool(self._problem) and not self._verdict and not self._is_judging

    def say_not_now(self) -> None:
        if self._is_judging:
            self.say(JUDGING)
        elif self._verdict:
            self.say("Press Enter for the next position.")
        else:
            self.say("The position isn't found yet.")

    def submit(self, move: int) -> None:
        assert self._problem
        try:
            self._problem.match.check(move)
        except GameError as refusal:
            self.refuse(refusal)
            return
        self.board.pick(move)
        self._is_judging = True
        self.say(JUDGING)
        self.run_worker(self._judge(self._problem, move), exclusive=True)

    async def _judge(self, found: Puzzle, move: int) -> None:
        """Show what a move was worth; the search process may have to find that out first."""
        try:
            self._verdict = await found.verdict(move)
        except (AgentFailed, GameError) as failure:
            self._is_judging = False
            self.refuse(failure)
            return
        self._is_judging = False
        self.say("")
        self.read_on()

    def withheld(self) -> Collection[int]:
        """Return the best move and those equivalent to it."""
        return self._problem.solutions() if self._problem else []

    def action_enter(self) -> None:
        """Play what is picked, or go on."""
        if self.may_decide():
            self.board.play_picked()
        elif self._verdict:
            self.action_next()

    def action_next(self) -> None:
        """Go to the puzzle with the next number."""
        self.say("")
        self._open(number_after(self._number))

    def action_number(self) -> None:
        """Ask for a number, such as one from a friend."""
        self._numbering = True
        self.open_line("The number of a position, or Esc:")

    def action_type(self) -> None:
        self._numbering = False
        super().action_type()

    def line_typed(self, text: str) -> None:
        if not self._numbering:
            super().line_typed(text)
            return
        try:
            number = number_in(text)
        except GameError as refusal:
            self.refuse(refusal)
        else:
            self.action_close_line()
            self._open(number)
