"""A match on the screen: the seats, the log, and the keys."""

import asyncio
from collections.abc import Sequence
from math import inf
from time import monotonic
from typing import ClassVar, Final
from weakref import proxy

from textual.binding import Binding, BindingType
from textual.timer import Timer
from textual.worker import WorkType

from ai.agent import HUMAN, Choice
from ai.decision import AgentFailed
from ai.levels import agent_names, player_title
from ai.worker import Searcher
from boxtui.learn.hints import Hints
from boxtui.lines import Line, Piece, cells_of
from boxtui.play.presenter import Presenter, Request
from boxtui.play.record import Record
from boxtui.play.runner import MatchRunner
from boxtui.system.settings import TITLES
from boxtui.tui.just_shown import JustShown
from boxtui.tui.screens.choose import ChooseScreen
from boxtui.tui.screens.ending import Ending
from boxtui.tui.screens.log import LogScreen
from boxtui.tui.screens.news import News
from boxtui.tui.screens.open_save import OpenSaveScreen
from boxtui.tui.screens.pace import Pace
from boxtui.tui.screens.settings import SettingsScreen
from boxtui.tui.screens.stage import Stage, Stages
from boxtui.tui.screens.table import TableScreen
from boxtui.tui.screens.tutored import TutoredScreen
from boxtui.tui.widgets.choices import Row
from boxtui.tui.widgets.message_bar import MessageKind
from boxtui.views.game import queue_words
from saves.events import SeatChange
from saves.header import TUTOR_OFF

RESULT_GONE: Final = (
    "This game has no result until it is played to its end again; r plays what you took back."
)
"""What is said once the last decision of a game that was over is taken back."""

ODDS_COUNT: Final = "The odds count as a hint."
"""What is said of the values of moves, which the board shows."""

ONLY_MOVE_GRACE: Final = 0.3
"""Seconds in which an Enter may have been meant for an only move that was just played."""

_STATUS_ROWS: Final = 3
"""Rows reserved for what the board says, which is longer or shorter with every cursor move."""

_ONLY_MOVE: Final = "The only move: it is played for you."
"""What is said while an only move waits to be played."""


class GameScreen(OpenSaveScreen, inherit_bindings=False):
    """A match on the screen; `MatchRunner` plays it.

    Attributes:
        is_over_menu: whether the menu is below, and not a page that the match was begun from.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "enter", "play"),
        # Neither of these plays a move, and the key that hurries a computer can't lift a curtain.
        Binding("space", "go_on", "go on"),
        Binding("e", "skip_ahead", "to your turn"),
        Binding("v", "lift_curtain", "show the hand"),
        Binding("h", "ask('HINT')", "hint"),
        Binding("u", "ask('UNDO')", "undo"),
        Binding("r", "ask('REDO')", "redo"),
        Binding("l", "log", "log"),
        *TutoredScreen.BINDINGS,
        *TableScreen.BINDINGS,
        Binding("comma", "settings", "settings", key_display=","),
        # With priority, because the boards have their own use for it.
        Binding("escape", "ask('STOP')", "stop", priority=True),
        Binding("q", "leave", "menu"),
    ]

    advises = True
    leaving_words = "Press Esc, then q to leave; the game is saved"

    def __init__(self, record: Record, searcher: Searcher) -> None:
        super().__init__(record.match, record.notice)
        self.is_over_menu = True
        self._hints = Hints()
        presenter: Presenter = self
        # Proxies, because this screen refers to both.
        self.runner = MatchRunner(record, searcher, proxy(presenter), self.tutor(searcher))
        self._news = News(self.recent, self.board.words, self.runner)
        self.stages = Stages(self.boxtui, self.viewer, self.board.words, self.runner)
        self._ending = Ending(proxy(self))
        self._since = 0.0
        self._clock: Timer | None = None
        self._automatic: set[int] = set()
        self.pace = Pace(self.boxtui, self.viewer)
        app = self.boxtui  # what refers to this screen would keep it once it is left
        self._only_move_shown = JustShown(ONLY_MOVE_GRACE, lambda: app.keys_taken)
        self._hint_asked = JustShown(inf, lambda: app.keys_taken)

    # The screen

    def mounted(self) -> None:
        self.is_over_menu = self.app.screen_stack[1:2] == [self]
        self._clock = self.set_interval(1, self._tick, pause=True)
        self.say(self.notice, kind=MessageKind.NOTICE)
        playing: WorkType[None] = self.runner.run
        self.run_worker(playing, exit_on_error=True)
        letting_go: WorkType[None] = self.let_go
        self.run_worker(letting_go, exit_on_error=True)

    def side_lines(self, cells: int, rows: int) -> list[Line]:
        """Return the seats, what they did recently, what the board says, and what was played last.

        At a decision, what was done since the last one is only in the digest; the log ends before
        it, and has a heading that says so. What the board says changes with the cursor. It moves
        nothing else: the log ends in the last row, and all other lines are above. Where a long
        message leaves few rows, only whole sentences are shown.
        """
        seats = self.seat_lines(cells)
        left = rows - len(seats) - 1
        digest = self._news.digest_lines(self.glyphs.more, cells, left) if self.may_decide() else []
        status = self._ending.lines(cells) or self.status_lines(cells, left - len(digest))
        above = [*seats, (), *digest, *status, *([()] if status else [])]
        reserved = max(_STATUS_ROWS - len(status), 0) if status else 0
        end = self.recent.ply if digest else len(self.match.log)
        room = max(rows - len(above) - reserved, 0)
        log = self._news.log_lines(cells, max(room - bool(digest), 0), end)
        if digest and log:
            log.insert(0, (Piece(" Earlier:", "faint"),))
        return [*above, *[()] * (rows - len(above) - len(log)), *log]

    def look_back(self) -> None:
        """Find what happened recently, for the digest and for the marks on the board."""
        self._news.look_back()
        super().look_back()

    def head_lines(self, cells: int, rows: int) -> list[Line]:
        """Return the seats in a line, what the board says, and what was played last if it fits.

        A legend that the board has no room for comes last, if there is room for both.
        """
        seats = self.seats_in_lines(cells)
        left = rows - len(seats) if self.is_too_small else None
        above = [*seats, *(self._ending.lines(cells) or self.status_lines(cells, left))]
        room = max(rows - len(above), 0)
        legend = self.legend_below(cells - 1, room // 2)
        log = self._news.log_lines(cells, room - len(legend), len(self.match.log))
        return [*above, *log, *legend]

    def alone_words(self) -> list[str]:
        """Return what the board says, and what another seat did last.

        In the others' turns, it is how the person's own turn ended, or else the last move; at the
        end, of a hand too, who won and the last move, unless that is a resignation, which the
        result names.
        """
        if self.stage in (Stage.HANDS_OPEN, Stage.OVER):
            results: list[str] = self.board.words.result_sentences()
            if self.match.moves[-1] == self.match.game.resignation:
                return results
            return [*results, *self._news.last_of_all()]
        words = super().alone_words()
        if self.may_decide():
            return [*words, *(f"Last: {sentence}" for sentence in self._news.last_of_others())]
        return words or self._news.since_a_choice() or self._news.last_of_all()

    def status_sentences(self) -> list[str]:
        """Return what the board says, or that an only move is played, or that no person plays on.

        Without room for the board it is what a person must know to type a move.
        """
        if self.is_too_small:
            return self.board.words.now_words() if self.may_decide() else []
        if watched := self.stages.watched_words():
            return [watched]
        return [_ONLY_MOVE] if self._is_only_move() else super().status_sentences()

    def _is_only_move(self) -> bool:
        """Whether a person's only move is about to be played for them."""
        return self.may_decide() and self.stages.comes_by_itself()

    def show_title(self) -> None:
        seconds = 0 if self.pace.is_hurried else int(monotonic() - self._since)
        right = f"{self.stages.whose_turn()}{self._tutor_beside_turn()}"
        if self.thinker:
            right = f"{self.thinker} is thinking{self.glyphs.more} {seconds or ''}".rstrip()
            if in_line := queue_words(self.boxtui.searcher.queue_position):
                right = f"{self.thinker} waits, {in_line}"
        title = f"{self.match.game.title}, {self.board.words.round_words()}"
        with_goal = f"{title}: {self.board.words.goal}"
        has_room = cells_of(with_goal) + cells_of(right) + 3 <= self.title_cells
        self.set_title(with_goal if has_room and not self.match.is_over else title, right)

    def _tutor_beside_turn(self) -> str:
        """Return what the tutor does, unless it is off, where the keys have no room for that."""
        is_shown = self.may_decide() and not self.has_side and self.match.tutor != TUTOR_OFF
        return f", tutor: {self.match.tutor}" if is_shown else ""

    async def _tick(self) -> None:
        """Update the seconds of thinking in the title, unless another page covers this one."""
        await self.boxtui.turn(by_person=False)
        if self.is_active:
            self._show_thinking()
            self.boxtui.draw_now()

    def _show_thinking(self) -> None:
        self.show_title()
        self.key_list.refresh_keys()

    def on_screen_suspend(self) -> None:
        """Clear why nothing could be played, once another page is opened."""
        if self.message.kind is MessageKind.NOT_NOW:
            self.say("")

    def _awaits_choice(self) -> bool:
        """Whether a person has to choose, so that there is nothing to go on with or to skip."""
        return self.may_decide() and not self.is_judging and not self.stages.comes_by_itself()

    @property
    def _is_advising(self) -> bool:
        """Whether a hint is being searched for."""
        return self.may_decide() and bool(self.thinker) and not self.is_judging

    def described(self, binding: Binding) -> str:
        """Return what a key does now; hints are only for decisions."""
        words = super().described(binding)
        match binding.action:
            case "enter" if not self.is_warned:
                return self._enter_words()
            case "type" if not self.takes_moves():
                return ""
            case "type" if self.has_side and self.may_decide() and self.resign_word():
                return f"{words} or {self.resign_word()}"  # elsewhere it would take another row
            case "ask('HINT')":
                return words if self.may_decide() and not self._is_advising else ""
            case "ask('STOP')":
                return words if self.thinker else ""
            case "ask('UNDO')" | "ask('REDO')" if self.thinker:
                return ""  # they stop the thinking as Esc does, and Esc is shown
            case "ask('UNDO')":
                return "" if self.runner.undo_ply() is None else words
            case "ask('REDO')":
                return words if self.match.to_redo() else ""
            case "go_on" | "skip_ahead" if self._awaits_choice():
                return ""
            case "go_on" if self.stage is Stage.DRAWN:
                return "cover the hand"
            case "skip_ahead":
                if self.stages.is_watched() or self.stage is Stage.DECIDED:
                    return "to the end"
                is_own = self.match.is_human(self.match.state.turn_seat())
                return "to your choice" if is_own else words
            case "leave":
                return words if self.is_over_menu else "back"
        return words

    def _enter_words(self) -> str:
        """Return what Enter does now; "" if nothing waits for a person."""
        if self.may_decide():
            return self.board.enter_words
        if self.stage is Stage.OVER:
            return "what next"
        return f"type the {self.chance_kind()}" if self.stage is Stage.DICE else ""

    # What a person does

    def action_ask(self, request: str) -> None:
        """Pass the key's request to the runner."""
        if request == "HINT" and not self.is_going_on():
            self.say_not_now()
            return
        if request == "STOP":
            self.pace.skips_ahead = False
        if request == "HINT":
            self._hint_asked.begin()
        self.runner.ask(Request[request])

    def action_enter(self) -> None:
        """Play what is picked, enter the dice, or offer what comes next; never hurry a computer.

        An Enter right after the key that asked for a hint is meant for the hint's move.
        """
        if self.may_decide() and self._only_move_shown.is_too_early():
            self.say(" ".join(filter(None, (self._news.only_moves(), self.again_words()))))
        elif self.is_warned:
            self.insist()
        elif (
            self._is_advising
            and self._hint_asked.is_too_early()
            and self.board.picked_move is not None
        ):
            again = f"Press Enter again to {self.board.enter_words}, or Esc to stop it."
            self.say(f"{self.thinker} is thinking. {again}")
        elif self.may_decide():
            self.board.play_picked()
        elif self.stage is Stage.DICE:
            self.action_type()
        elif self.stage is Stage.OVER:
            self.runner.ask(Request.GO_ON)
        else:
            self.say_not_now()

    def take_key(self, key: str) -> bool:
        """Offer what comes next at the end, whatever the key."""
        return self._ending.take_key(key) or super().take_key(key)

    def action_go_on(self) -> None:
        """Skip the wait for a computer or chance, or lower the curtain between people's turns."""
        if self._awaits_choice():
            self._say_it_is_their_turn()
        elif self.stage is Stage.DRAWN:
            self.viewer.cover()
            self._show_other_hand()
        else:
            self.runner.ask(Request.GO_ON)

    def _say_it_is_their_turn(self) -> None:
        """Say so, below any other message, such as which only moves were played."""
        words = f"It is {self.stages.whose_turn()}: choose a move."
        if not self.message.text or self.message.kind is MessageKind.YOUR_TURN:
            self.say(words, kind=MessageKind.YOUR_TURN)
        else:
            self.message.add(words)

    def action_skip_ahead(self) -> None:
        """Play on without pauses up to a person's turn, the end of a hand or of the game."""
        if self._awaits_choice():
            self._say_it_is_their_turn()
            return
        self.pace.skips_ahead = True
        if not self.thinker:
            self.runner.ask(Request.GO_ON)  # while one thinks, that would cut it short

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("skip_ahead", "go_on") and self._awaits_choice():
            return True
        if (action, *parameters) == ("ask", "STOP"):
            return bool(self.thinker or self.pace.skips_ahead) and not self.line_is_open
        if action == "skip_ahead":
            return self.stages.comes_by_itself()
        if action == "lift_curtain":
            return bool(self.curtain_words())
        if action == "go_on":
            return self.stages.comes_by_itself() or self.stage is Stage.DRAWN
        return super().check_action(action, parameters)

    def action_lift_curtain(self) -> None:
        """Show the hand of the person that the curtain waits for."""
        self.viewer.lift()
        self._show_other_hand()
        self.runner.ask(Request.GO_ON)  # what it waits for may be an only move

    def _show_other_hand(self) -> None:
        self.say(self._news.remark())
        self.board.forget_picked()
        self.look_back()
        self.draw()

    def action_log(self) -> None:
        """Open the log."""
        self.app.push_screen(LogScreen(self.viewer))

    def action_settings(self) -> None:
        """Open the settings; what is changed applies from the next move on."""
        self.app.push_screen(SettingsScreen(), lambda _: self.draw())

    def ask_advice(self) -> None:
        """Have all moves valued for the board; a hint that is asked for later names the move."""
        self._hint_asked.begin()
        self.runner.ask(Request.VALUES)

    # Called by the runner (`Presenter`)

    async def turn(self, *, by_person: bool) -> None:
        """Wait for a turn to show the match; a step that isn't shown needs none."""
        if not self._may_be_skipped():
            await self.boxtui.turn(by_person=by_person)

    def changed(self) -> None:
        """Show the match as it is now, and ask for dice that are entered by hand."""
        was_over = not self.match.is_over and self._ending.forget()
        if not self.stages.comes_by_itself():
            self.pace.skips_ahead = False
        is_first = not self.shown_position
        if self.runner.automatic - self._automatic:
            self._only_move_shown.begin()
        self._automatic = set(self.runner.automatic)
        if is_new := self.notice_position():
            if self.line_is_open:
                self.keep_or_close_line()
            if not is_first:
                gone = RESULT_GONE if was_over else ""
                self.say(" ".join(filter(None, (gone, self._words_since_a_choice()))))
            if self.stage is Stage.DICE:
                self.action_type()
        if is_new and self.may_decide():
            self.read_on(text=False)
        elif not self._may_be_skipped():
            self.draw()
        if isinstance(self.app.screen, LogScreen):
            self.app.screen.show_page()
        self.boxtui.draw_now()

    def draw(self) -> None:
        self.pace.drawn()
        super().draw()

    def _may_be_skipped(self) -> bool:
        """Whether this is a computer's step that isn't shown, because the host is busy."""
        return self.stages.comes_by_itself() and self.pace.skips_step()

    def _words_since_a_choice(self) -> str:
        """Return what the tutor said of the last choice, and what was drawn or played since.

        Only moves are told at the next decision, and at the end of a hand. The first time that they
        stay to be read, the setting is named that leaves them to the person.
        """
        is_hand_over = self.match.game.hidden and self.match.state.is_open()
        forced = self._news.only_moves() if self.may_decide() or is_hand_over else ""
        if forced and self._awaits_choice() and not self.boxtui.has_named_only_moves:
            self.boxtui.has_named_only_moves = True
            forced += f' The setting "{TITLES["only_moves"]}" (press ,) can leave them to you.'
        return " ".join(filter(None, (self._news.remark(), self.stages.drawn_words() or forced)))

    def informed(self, message: str) -> None:
        """Show a message, and whose turn it is."""
        self.say(message)
        self._show_thinking()

    def refused(self, refusal: Exception) -> None:
        self.refuse(refusal)

    def thinking(self, name: str) -> None:
        """Show who is thinking and for how long; if `name` is "", stop the clock.

        On a busy host only the clock shows it, because what comes next is usually shown sooner.
        """
        self.thinker, self._since = name, monotonic()
        if self._clock:
            (self._clock.reset if name else self._clock.pause)()
        if not self.pace.is_hurried:
            self._show_thinking()

    def still_thinking(self, name: str) -> None:
        self.informed(f"{name} is already thinking; press Esc to stop it.")

    def warned(self, move: int, warning: str) -> None:
        self._hints.skip_where_to_look(self.match)  # the warning has named the better move
        super().warned(move, warning)

    def stopped(self) -> None:
        undo = ", or u to take back your move" if self.runner.undo_ply() is not None else ""
        self.informed(f"Stopped. Press Space to let it think again{undo}.")

    def awaits_key(self) -> None:
        """Say which key goes on; at the end of a hand, after what was played for people.

        Where this message takes the place of the announcement of an only move, it says that first.
        """
        told = self._words_since_a_choice() if self.viewer.are_hands_open else ""
        if self._is_only_move() and not self.has_side:
            told = _ONLY_MOVE
        self.informed(f"{told} {self.going_on_words()}.".lstrip())

    def advised(self, choice: Choice, reasons: Sequence[str]) -> None:
        """Show a hint; once it names the move, pick it."""
        self.advice = choice
        words = self._hints.words(self.board.words, choice, reasons)
        self.say(" ".join(words), "chosen", may_be_cut=True)
        if self._hints.names_the_move:
            self.board.pick(choice.move)

    def valued(self, choice: Choice) -> None:
        """Have the board show the values of moves, which replace no warning and no pick."""
        self._hints.skip_where_to_look(self.match)
        self.advice = choice
        if not self.is_warned:
            self.say(ODDS_COUNT)
        self.draw()

    @property
    def plays_only_moves(self) -> bool:
        return self.boxtui.settings.plays_only_moves

    @property
    def rolls_dice(self) -> bool:
        return self.boxtui.rolls_dice and not self.pace.is_hurried

    def pause(self) -> float | None:
        return self.pace.pause()

    async def failed(self, seat: int, failure: AgentFailed) -> SeatChange | None:
        """Say which agent failed and how, and offer others for its seat."""
        key = self.match.game.key
        agents = [Row(f"play {name}", player_title(key, name)) for name in agent_names(key)]
        others = [Row("", "Who takes over this seat?"), *agents, Row(f"play {HUMAN}", "A person")]
        text = [f"{self.match.seats[seat].name} can't go on: {failure}", "The game is saved."]
        first = [Row("again", "Let it try again"), Row("leave", "Leave the game")]
        self.come_up()
        question = ChooseScreen(text, [*first, *others], self.glyphs, closing="leave")
        answer = await self.app.push_screen_wait(question)
        if answer in ("leave", ""):
            self.call_later(self.action_leave)
            await asyncio.Event().wait()  # leaving ends this task
        return None if answer == "again" else SeatChange(seat, answer.removeprefix("play "))

    def ended(self) -> None:
        """Show who won beside the last move, and offer what comes next after a moment."""
        self.come_up()
        self._ending.show()
