"""A lesson on the screen: the game's own board, and beside it what the lesson says."""

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.events import Resize

from boxtui import locations, progress
from boxtui.core import GameError
from boxtui.drawing import Line, Piece, paragraphs
from boxtui.games import GAMES
from boxtui.match import HUMAN, Match, Seat, match_at
from boxtui.progress import Progress
from boxtui.record import new_seed
from boxtui.screens.choose import ChooseScreen
from boxtui.screens.table import TableScreen
from boxtui.widgets.choices import Row
from boxtui.widgets.table import seat_lines
from tutorials.lesson import LEARNER, lesson_of
from tutorials.runner import Phase, Runner


def shown_match(runner: Runner) -> Match:
    """What is on the runner's board, as a match to be shown."""
    board = runner.board
    kinds = [HUMAN if name == LEARNER else "level1" for name in board.players]
    seats = [Seat(name, kind) for name, kind in zip(runner.players(), kinds, strict=True)]
    return match_at(GAMES[board.game], board.start, seats, board.moves)


class LessonScreen(TableScreen, inherit_bindings=False):
    """Shows a `Runner`, and passes on what the learner does; progress is kept at every step."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "enter", "go on"),
        Binding("h", "hint", "hint"),
        Binding("l", "steps", "steps"),
        Binding("t", "turn_page", "text"),
        *TableScreen.BINDINGS,
        Binding("q,escape", "app.pop_screen", "back"),
    ]

    def __init__(self, game: str, learner: str) -> None:
        kept, complaint = progress.read(locations.lesson(game))
        at = "" if kept.finished else kept.step
        self.runner = Runner(lesson_of(game), learner, at, kept.reached)
        super().__init__(shown_match(self.runner))
        self._complaint = complaint
        self._finished = kept.finished
        self._kept = self._progress()
        self._reading = True

    # The screen

    def on_mount(self) -> None:
        super().on_mount()
        self.say(self._complaint, "warning")
        self._changed()

    def _changed(self) -> None:
        """Show the lesson as it is now, and keep how far it is."""
        self.match = shown_match(self.runner)
        self.board.look = self.runner.look
        self.position_changed()
        self._reading = True
        self._keep()
        self.draw()
        if self.runner.phase is Phase.OVER:
            self._end()

    def _keep(self) -> None:
        self._finished |= self.runner.phase is Phase.OVER
        now = self._progress()
        if now != self._kept:
            self._kept = now
            complaint = progress.write(now, locations.lesson(self.match.game.key))
            if complaint:
                self.say(complaint, "warning")

    def _progress(self) -> Progress:
        steps = self.runner.lesson.steps
        return Progress(self.runner.step.name, steps[self.runner.reached].name, self._finished)

    def show_title(self) -> None:
        lesson = self.runner.lesson
        at = f"step {self.runner.at + 1} of {len(lesson.steps)}"
        self.entitle(f"Learn {lesson.title}: {self.runner.step.title}", at)

    def side_lines(self, cells: int, rows: int) -> list[Line]:
        """The seats, and what the lesson says."""
        seats = seat_lines(self.match, self.board.seat_words(), self.glyphs, cells)
        return [*seats, (), *self.head_lines(cells)]

    def head_lines(self, cells: int) -> list[Line]:
        """What the lesson says, and what it waits for."""
        wanted = (Piece(f" {self._wanted()}", "strong"),)
        return [*paragraphs(self.runner.words, cells), wanted]

    def stacked(self, head: Sequence[Line], rows: int) -> Sequence[Line]:
        """Text above the board; where there is room for one of them, `t` turns to the other."""
        if self._fits(len(head), rows):
            return super().stacked(head, rows)
        return head if self._reading else self.board.board_lines(rows)

    def _fits(self, head: int, rows: int) -> bool:
        return head + self.board.rows <= rows

    def _wanted(self) -> str:
        if self.runner.phase is Phase.ASKING:
            return "Your move."
        return "Enter: try again." if self.runner.phase is Phase.ANSWERING else "Enter: go on."

    def described(self, binding: Binding) -> str:
        """Enter plays what is picked, or goes on; `t` and `h` where they do something."""
        asking = self.runner.phase is Phase.ASKING
        if binding.key == "enter" and asking:
            return self.board.enter_words
        if binding.key == "t":
            return "board" if self._reading else "text"
        return binding.description

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "turn_page":
            return self._is_paged()
        if action in ("hint", "type") and self.runner.phase is not Phase.ASKING:
            return False
        return super().check_action(action, parameters)

    def _is_paged(self) -> bool:
        """Whether text and board don't fit on the screen together."""
        if self.side.display:
            return False
        head = len(self.head_lines(self.board.size.width))
        return not self._fits(head, self.board.size.height)

    def on_resize(self, event: Resize) -> None:
        super().on_resize(event)
        self.call_after_refresh(self.refresh_bindings)

    # What the learner does

    def may_decide(self) -> bool:
        """Whether the lesson waits for a move."""
        return self.runner.phase is Phase.ASKING

    def say_not_now(self) -> None:
        self.say("Enter goes on with the lesson.")

    def rule_now(self) -> str:
        """The rule that the step teaches."""
        return self.runner.rule

    def submit(self, move: int) -> None:
        self.runner.attempt(move)
        self._changed()

    def refuse(self, refusal: Exception) -> None:
        """Explain an illegal try by its rule, where the lesson speaks."""
        if isinstance(refusal, GameError):
            self.runner.refuse(refusal)
            self._changed()
        else:
            super().refuse(refusal)

    def action_enter(self) -> None:
        """Play what is picked, or go on."""
        self.say("")
        if self.runner.phase is Phase.ASKING:
            self.board.play_picked()
        else:
            self.runner.go_on()
            self._changed()

    def action_hint(self) -> None:
        """Where to look; the second time the move."""
        self.runner.hint()
        self._changed()

    def action_turn_page(self) -> None:
        """Turn from the text to the board, or back, where only one of them fits."""
        self._reading = not self._reading
        self.draw()

    def action_steps(self) -> None:
        """The list of steps; those reached can be chosen."""
        steps = self.runner.lesson.steps
        rows = [
            Row(step.name, f"{at}. {step.title}")
            if at <= self.runner.reached + 1
            else Row("", f" {at}. {step.title} (not yet)")
            for at, step in enumerate(steps, 1)
        ]
        told = ["Go to which step?"]
        self.app.push_screen(
            ChooseScreen(told, rows, self.glyphs, self.runner.step.name), self._go_to
        )

    def _go_to(self, name: str | None) -> None:
        if name:
            self.runner.go_to(name)
            self.say("")
            self._changed()

    def _end(self) -> None:
        lesson = self.runner.lesson
        told = [f"The lesson of {lesson.title} is done.", "", lesson.learned]
        rows = [
            Row("play", "Play a game against level 1"),
            Row("practice", "Practice: positions to solve"),
            Row("steps", "Look at a step again"),
            Row("back", "Back"),
        ]
        self.app.push_screen(ChooseScreen(told, rows, self.glyphs), self._after_the_end)

    def _after_the_end(self, answer: str | None) -> None:
        game = GAMES[self.match.game.key]
        if answer == "play":
            seats = [Seat(self.boxtui.settings.name, HUMAN), Seat("Computer", "level1")]
            self.boxtui.begin(Match(game, {}, seats, new_seed()))
        elif answer == "practice":
            self.boxtui.practise(game.key)
        elif answer == "steps":
            self.action_steps()
        elif answer == "back":
            self.app.pop_screen()
