"""What the screens of all games share: the board, the seats, the log, and the keys."""

import asyncio
from collections.abc import Sequence
from time import monotonic
from typing import ClassVar, Final

from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.events import Resize
from textual.timer import Timer
from textual.widget import Widget

from ai.agent import Choice
from ai.levels import agent_names, title
from ai.worker import AgentFailed
from boxtui.core import CHANCE, OVER, GameError
from boxtui.drawing import Line, Piece, wrapped
from boxtui.match import HUMAN
from boxtui.record import Record, new_seed
from boxtui.results import result_of
from boxtui.screens.choose import ChooseScreen
from boxtui.screens.common import Page
from boxtui.screens.rules import RulesScreen
from boxtui.sitting import Ask, Sitting
from boxtui.widgets.canvas import Canvas
from boxtui.widgets.choices import Row
from boxtui.widgets.keys import Keys
from boxtui.widgets.table import log_lines, seat_lines
from saves.events import Move, SeatChange

PAUSES: Final = {"brisk": 0.7, "slow": 2.0, "at once": 0.0, "by key": None}
"""Seconds that each pace of the settings waits in a computer's turn; None until a key."""

SIDE_CELLS: Final = 24
"""The least width of the seats and the log beside the board; with less they aren't there."""

_TOO_SMALL: Final = "This window is too small for the board: it takes {} columns and {} rows."
"""Said instead of a board that would be cut off."""


class GameScreen(Page):
    """A match on the screen; `Sitting` plays it.

    A game's own screen gives the board (`board_lines`), what is shown of each seat
    (`seat_words`), what the title says (`round_words`), what a value means (`worth_words`), how
    it ended (`end_words`), what Enter plays (`play_picked`), and forgets what was picked.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("h", "ask('HINT')", "hint"),
        Binding("u", "ask('UNDO')", "undo"),
        Binding("r", "ask('REDO')", "redo"),
        # With priority the line is open before the next key comes, however fast these are typed.
        Binding("colon", "type", "type", priority=True),
        Binding("question_mark", "rules", "rules"),
        Binding("enter", "enter", "go on"),
        Binding("escape", "ask('STOP')", "stop"),
        Binding("q", "leave", "menu"),
    ]

    def __init__(self, record: Record) -> None:
        super().__init__()
        self.match = record.match
        self.advice: Choice | None = None
        self._notice = record.notice
        self._record = record
        self._position = ""
        self._thinker = ""
        self._since = 0.0
        self._clock: Timer | None = None

    board_cells = 0
    board_rows = 0
    """The width and the height that the board takes at least."""

    # What a game's own screen gives

    def board_lines(self, rows: int) -> Sequence[Line]:
        """The board, in so many rows if it can be."""
        raise NotImplementedError

    def seat_words(self) -> list[str]:
        """What is shown of each seat beside its name."""
        raise NotImplementedError

    def round_words(self) -> str:
        """What the title says of how far the game is."""
        raise NotImplementedError

    def worth_words(self, value: float) -> str:
        """What a move's value, in 0..1 for who decides, means in this game."""
        raise NotImplementedError

    def end_words(self) -> list[str]:
        """How the match ended, besides who won: a line a seat, or fewer."""
        raise NotImplementedError

    def throw_words(self) -> str:
        """What dice entered by hand are rolled for, where that must be said."""
        return ""

    def play_picked(self) -> None:
        """Enter at a decision of a person: play what is picked."""
        raise NotImplementedError

    def forget_picked(self) -> None:
        """Another position: what was picked for the one before is no longer."""
        raise NotImplementedError

    # The screen

    def body(self) -> list[Widget]:
        return [Horizontal(Canvas(id="board"), Canvas(id="side"))]

    def on_mount(self) -> None:
        super().on_mount()
        self.sitting = Sitting(self._record, self.boxtui.searcher, self)
        self._clock = self.set_interval(1, self._show_title, pause=True)
        self.say(self._notice)
        self.run_worker(self.sitting.run(), exit_on_error=True)

    def on_resize(self, event: Resize) -> None:
        """Another size breaks the lines elsewhere."""
        self.query_one("#side").display = event.size.width >= self.board_cells + SIDE_CELLS
        self.call_after_refresh(self.draw)

    def draw(self) -> None:
        """Draw everything as it is now; on a narrow screen the seats in a line above the board."""
        self._show_title()
        self.query_one(Keys).refresh_keys()
        board, side = self.query_one("#board", Canvas), self.query_one("#side", Canvas)
        if self.app.size.width < self.board_cells or board.size.height < self.board_rows:
            rows = self.board_rows + self.app.size.height - board.size.height
            said = wrapped(_TOO_SMALL.format(self.board_cells, rows), self.app.size.width - 2)
            board.show([(Piece(f" {line}", "warning"),) for line in said])
        elif side.display:
            board.show(self.board_lines(board.size.height))
            side.show(self._side_lines(side.size.width, side.size.height))
        else:
            seats = self._seats_in_a_line(board.size.width)
            board.show([*seats, *self.board_lines(board.size.height - len(seats))])

    def _side_lines(self, cells: int, rows: int) -> list[Line]:
        seats = seat_lines(self.match, self.seat_words(), self.glyphs, cells)
        return [*seats, (), *log_lines(self.match, cells, max(rows - len(seats) - 1, 0))]

    def _seats_in_a_line(self, cells: int) -> list[Line]:
        named = zip(self.match.seats, self.seat_words(), strict=True)
        words = "; ".join(f"{seat.name} {word or self.glyphs.dash}" for seat, word in named)
        return [(Piece(f" {line}"),) for line in wrapped(words, cells - 2)]

    def _show_title(self) -> None:
        seconds = int(monotonic() - self._since)
        right = self.whose_turn()
        if self._thinker:
            right = f"{self._thinker} is thinking{self.glyphs.more} {seconds or ''}".rstrip()
        self.entitle(f"{self.match.game.title}, {self.round_words()}", right)

    def whose_turn(self) -> str:
        """Whose turn it is, in words."""
        seat = self.match.state.turn()
        return "the game is over" if seat == OVER else f"{self.match.seats[seat].name}'s turn"

    def say_not_now(self) -> None:
        """Tell somebody who can't do anything now why."""
        over = self.match.state.turn() == OVER
        self.say(f"Not now: {'' if over else 'it is '}{self.whose_turn()}.")

    def described(self, binding: Binding) -> str:
        """What a key does now: Enter lays, enters dice, goes on or shows what comes next."""
        if binding.key == "escape":
            return binding.description if self._thinker else ""
        if binding.action != "enter" or self.match.is_human(self.match.state.player()):
            return binding.description
        if self.match.state.player() == OVER:
            return "what next"
        return "type the dice" if self.match.by_person() else "go on"

    # What a person does

    def action_ask(self, request: str) -> None:
        """Ask for what the key stands for."""
        self.sitting.ask(Ask[request])

    def action_enter(self) -> None:
        """Play what is picked, enter the dice, or go on."""
        if self.match.is_human(self.match.state.player()):
            self.play_picked()
        elif self.match.by_person():
            self.action_type()
        else:
            self.sitting.ask(Ask.GO_ON)

    def propose(self, text: str) -> bool:
        """Play a person's move by its notation; where it can't be, say which rule forbids it."""
        if not self.match.by_person():
            self.say_not_now()
            return False
        try:
            move = self.match.state.read_move(text)
        except GameError as refusal:
            self.refuse(refusal)
            return False
        self.sitting.ask(Move(move))
        return True

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "type" or not self.line_is_open

    def action_type(self) -> None:
        """Open the line for a move in its notation, or for dice."""
        seat = self.match.state.turn()
        if self.match.state.player() == CHANCE and self.match.by_hand:
            self.open_line(
                f"{self.match.seats[seat].name}'s dice{self.throw_words()}, as in 5 3 (a die that"
                " leans or left the tray is rolled again: type what it shows then):"
            )
        else:
            self.open_line("A move in its notation, or Esc:")

    def line_typed(self, text: str) -> None:
        if self.propose(text):
            self.action_close_line()

    def focus_body(self) -> None:
        """The screen itself takes the keys."""

    def action_rules(self) -> None:
        """The rules, at the one that matters now."""
        self.app.push_screen(RulesScreen(self.match.game.key, self.match.state.rule()))

    async def action_leave(self) -> None:
        """Back to the menu; every move is saved already."""
        await self._close()
        self.app.pop_screen()

    async def on_unmount(self) -> None:
        """However the screen is left, its save is let go."""
        await self._close()

    async def _close(self) -> None:
        self.workers.cancel_node(self)
        await asyncio.to_thread(self.sitting.record.close)

    # What the sitting tells (`Host`)

    def changed(self) -> None:
        """Show the match as it is now; for dice entered by hand, ask for them."""
        position = self.match.state.text()
        if position != self._position:
            if self._position:
                self.say("")
            self._position = position
            self.advice = None
            self.forget_picked()
            if self.match.by_person() and self.match.state.player() == CHANCE:
                self.action_type()
            elif self.line_is_open:
                self.action_close_line()
        self.draw()

    def told(self, message: str) -> None:
        """A message."""
        self.say(message)

    def refused(self, refusal: Exception) -> None:
        """Why something can't be done."""
        self.refuse(refusal)

    def thinking(self, name: str) -> None:
        """Show who thinks, and for how long; the clock stands still else."""
        self._thinker, self._since = name, monotonic()
        if self._clock:
            (self._clock.resume if name else self._clock.pause)()
        self._show_title()
        self.query_one(Keys).refresh_keys()

    def advised(self, choice: Choice) -> None:
        """A hint: the move and what it is worth."""
        self.advice = choice
        value = max(
            (seen.value for seen in choice.considered if seen.move == choice.move), default=0.0
        )
        text = self.match.state.move_text(choice.move)
        self.say(f"Hint: {text}, {self.worth_words(value)}.", "chosen")

    def pause(self) -> float | None:
        """The pace of the settings."""
        return PAUSES[self.boxtui.settings.pace]

    async def failed(self, seat: int, failure: AgentFailed) -> SeatChange | None:
        """Say which agent failed and how, and offer others for its seat."""
        key = self.match.game.key
        rows = [Row(name, title(key, name)) for name in agent_names(key)]
        rows = [Row("", "Who plays on in its seat?"), *rows, Row(HUMAN, "A person")]
        told = [f"{self.match.seats[seat].name} can't go on: {failure}", "The game is saved."]
        first = [Row("again", "Let it try again"), Row("menu", "Back to the menu")]
        answer = await self.app.push_screen_wait(ChooseScreen(told, [*first, *rows], self.glyphs))
        if answer in ("menu", ""):
            self.call_later(self.action_leave)
            await asyncio.Event().wait()  # leaving ends this task
        return None if answer == "again" else SeatChange(seat, answer)

    def ended(self) -> None:
        """Show who won, and offer what comes next."""
        used = f"Hints: {self.match.hints}. Taken back: {self.match.takebacks}."
        told = [result_of(self.match), *self.end_words(), used]
        rows = [
            Row("again", "Play again"),
            Row("undo", "Take the last decision back"),
            Row("look", "Look at the end of this game"),
            Row("menu", "Back to the menu"),
        ]
        if self.match.game.dealt and not self.match.by_hand:
            rows.insert(1, Row("same", f"Play again with the same {self.match.game.dealt}"))
        self.app.push_screen(ChooseScreen(told, rows, self.glyphs), self._after_the_end)

    async def _after_the_end(self, answer: str | None) -> None:
        if answer == "undo":
            self.sitting.ask(Ask.UNDO)
        elif answer in ("again", "same", "menu"):
            await self._close()
            if answer == "menu":
                self.app.pop_screen()
            elif answer == "same":
                self.boxtui.begin(self.match.restarted())
            else:
                self.boxtui.begin(self.match.rematch(new_seed()))
