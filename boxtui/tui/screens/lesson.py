"""A lesson on the screen: the game's own board, and beside it what the lesson says."""

import asyncio
from collections.abc import Callable, Collection, Hashable, Sequence
from functools import partial
from typing import ClassVar, Final

from textual.binding import Binding, BindingType

from boxtui.core import CHANCE, GameError, IllegalMove
from boxtui.games import GAMES
from boxtui.learn.session import LessonSession
from boxtui.lines import Line, Piece, paragraphs
from boxtui.play.setup import first_match
from boxtui.tui.just_shown import JustShown
from boxtui.tui.screens.choose import ChooseScreen
from boxtui.tui.screens.table import TableScreen
from boxtui.tui.widgets.choices import Row
from boxtui.tui.widgets.message_bar import MessageKind
from tutorials.errors import LessonFault
from tutorials.runner import Phase

READ_ON_GRACE: Final = 1.0
"""Seconds in which an Enter may have been meant to read on, and not to answer what is new."""

_LEAST_PART: Final = 4
"""The fewest rows of a part of a text beside what is asked."""


class LessonScreen(TableScreen, inherit_bindings=False):
    """Shows a `Runner` and passes on what the learner does; progress is saved at every step."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "enter", "go on"),
        Binding("e", "try_again", "try again"),
        Binding("h", "hint", "hint"),
        Binding("l", "steps", "steps"),
        Binding("backspace", "step_back", "step back", key_display="Bksp"),
        *TableScreen.BINDINGS,
        Binding("q", "leave", "back"),
    ]

    shows_levels = False  # the others' moves are part of the lesson

    def __init__(self, session: LessonSession) -> None:
        self._session = session
        self.runner = session.runner
        self._is_finding = False
        self._turned = 0
        """How often `t` has turned to more of the text."""
        self._is_in_parts = False
        """Whether only a part of the text was shown last, because all of it has no room."""
        self._is_refused_below = False
        """Whether what was typed was refused where it was typed, until the line is closed."""
        self._explains_rule = False
        """Whether the last refusal was a rule's, so that its text is worth reading on."""
        self._refused_picks: Hashable = None
        """What was picked when the last move was refused."""
        self._tried: int | None = None
        """The step whose question is asked, or was answered wrong; None if none is."""
        self._offered: Hashable = None
        """What the lesson itself has picked at a decision, until the first Enter there."""
        super().__init__(self.runner.match)
        app = self.boxtui  # what refers to this screen would keep it once it is left
        self._question_shown = JustShown(READ_ON_GRACE, lambda: app.keys_taken)
        self.runner.how_to_answer = self.board.how_to_play

    # The screen

    def mounted(self) -> None:
        self.say(self._session.complaint, "warning")
        self._changed()

    def _changed(self) -> None:
        """Show the lesson as it is now, and save its progress."""
        self._turned, self._is_refused_below = 0, False
        is_new = self.match is not self.runner.match
        if is_new:
            self.show_match(self.runner.match)
        self.board.pointed_at = self.runner.pointed_at
        if self.notice_position() or is_new:
            self._pick_first()
            self._offered = self.board.picks if self.runner.hinted_move is None else None
        self._notice_question()
        if save := self._session.saving():
            self.boxtui.write(save, self)
        self.read_on()
        if self.runner.phase is Phase.OVER:
            self._end()

    def _notice_question(self) -> None:
        """Note when a question is asked, but not when it is asked again after a wrong answer."""
        is_tried = self.runner.phase in (Phase.ASKING, Phase.ANSWERING)
        before, self._tried = self._tried, self.runner.at if is_tried else None
        if is_tried and self._tried != before:
            self._question_shown.begin()

    def _pick_first(self) -> None:
        """Have the cursor begin at a move that a hint has named, or where the text points.

        If no hint has named the move, the cursor is away from those that lead to the goal, if there
        are others.
        """
        if not self.may_decide():
            return
        if self.runner.hinted_move is not None:
            self.board.pick(self.runner.hinted_move)
            return
        leading = self.withheld() if self.board.picked_move is not None else ()
        if not leading:
            return
        named = self.runner.named_move()
        if named is not None:
            self.board.pick(named)
            return
        for move in self.board.words.choices():
            if self.board.picked_move not in leading:
                return
            self.board.pick(move)

    @property
    def previews(self) -> bool:
        """Whether the board tells what the picked move would do: not while the lesson asks.

        Nor does it tell why that can't be played while the lesson itself does.
        """
        if self.runner.says_refusal and self.board.picks == self._refused_picks:
            return False
        return self.runner.phase is not Phase.ASKING or self.runner.is_game

    def show_title(self) -> None:
        lesson = self.runner.lesson
        at = f"step {self.runner.at + 1} of {len(lesson.steps)}"
        self.set_title(f"Learn {lesson.title}: {self.runner.step.title}", at)

    def side_lines(self, cells: int, rows: int) -> list[Line]:
        """Return the seats, what the lesson says, and what is picked."""
        seats = self.seat_lines(cells)
        left = rows - len(seats) - 1
        return [*seats, (), *self._text_lines(cells, left, left)]

    def head_lines(self, cells: int, rows: int) -> list[Line]:
        """Return the seats in a line, what the lesson says, and what it waits for."""
        seats = self.seats_in_lines(cells)
        most = self.board.size.height - len(seats)
        return [*seats, *self._text_lines(cells, rows - len(seats), most)]

    def _text_lines(self, cells: int, rows: int, most: int) -> list[Line]:
        """Return the lesson's text, then what it waits for and what is picked.

        That takes more than `rows` rows if need be; of a text that needs more than `most`, one part
        is shown, and always what is asked.
        """
        below: list[Line] = [(Piece(f" {words}", "strong"),) for words in self._wanted()]
        if self.may_decide() or self.board.is_looking:
            below += [(), *self.status_lines(cells)]
        room = rows - len(below)
        words, explanation = self._words(), self.runner.explanation
        dense = paragraphs(words, cells, 0)
        texts = [paragraphs(words, cells), self._request_apart(words, cells), dense]
        if explanation:
            # Rather without empty lines between paragraphs than without the explanation.
            apart = paragraphs([explanation], cells)
            texts = [*([*apart, *text] for text in texts), [*apart[:-1], *dense], *texts]
        fitting = (text for text in texts if len(text) <= room)
        text = next(fitting, paragraphs(words, cells))
        if len(text) > most - len(below) and (asked := self._asked(cells, most - len(below))):
            below = [*asked, *below]
            text = paragraphs([each for each in words if each != self.runner.request], cells)
        return [*self._part(text, most - len(below)), *below]

    def _request_apart(self, words: Sequence[str], cells: int) -> list[Line]:
        """Return what is said in lines, with an empty one only before what is asked."""
        is_asked = self.takes_moves() and self.runner.request in words
        at = words.index(self.runner.request) if is_asked else 0
        before, after = (paragraphs(each, cells, 0) for each in (words[:at], words[at:]))
        return [*before, (), *after] if before else after

    def _asked(self, cells: int, rows: int) -> list[Line]:
        """Return what is asked, to stay below each part of a text, if `rows` rows have room."""
        if not self.takes_moves() or self.runner.is_game:
            return []
        asked = paragraphs([self.runner.request], cells, 0)
        return asked if rows - len(asked) >= _LEAST_PART else []

    def _words(self) -> Sequence[str]:
        """Return what the lesson says, without a refusal that is shown where it was typed."""
        words = self.runner.words
        is_below = self._is_refused_below and self.message.kind is MessageKind.REFUSAL
        return words[1:] if is_below else words

    def _part(self, text: list[Line], rows: int) -> list[Line]:
        """Return a text, or the part to which `t` has turned if it takes more than `rows` rows."""
        self._is_in_parts = len(text) > rows
        if not self._is_in_parts:
            return text
        room = max(rows - 1, 1)
        parts = [text[first : first + room] for first in range(0, len(text), room)]
        at = self._turned % len(parts)
        turn = "t: from the beginning" if at + 1 == len(parts) else "t: read on"
        how = "Esc: read on" if self.line_is_open else turn  # all of it may then have room
        return [*parts[at], (Piece(f" {self.glyphs.more} {how}"),)]

    def _wanted(self) -> list[str]:
        """Return what the lesson waits for, unless it has just said so.

        An open line says itself what Enter does.
        """
        if self.may_decide():
            is_said = self.runner.is_game and self.runner.request in self.runner.words
            return [] if is_said else ["Your move."]
        if self.line_is_open:
            return []
        skip = ", e: try again" if self.runner.shows_consequence else ""
        return [f"Enter: {self._enter_words()}{skip}."]

    def _enter_words(self) -> str:
        """Return what Enter does now."""
        if self.may_decide():
            return self.board.enter_words
        if self.takes_moves():
            move = self.runner.hinted_move
            return "type the answer" if move is None else f"say {self.match.state.move_text(move)}"
        if self.runner.plays_scripted:
            return "watch"
        return "try again" if self.runner.phase is Phase.ANSWERING else "go on"

    def described(self, binding: Binding) -> str:
        if binding.action == "turn_page" and self.has_side:
            return ""  # beside the board, the text itself names the key
        if binding.action == "hint" and self._shows_last_hint:
            return ""
        if binding.action == "try_again" and not self.runner.shows_consequence:
            return ""  # Enter does the same
        return self._enter_words() if binding.action == "enter" else super().described(binding)

    @property
    def _shows_last_hint(self) -> bool:
        """Whether there is no further hint; one that a refusal has replaced can be read again."""
        return self.runner.hinted_move is not None and not self.runner.says_refusal

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "turn_page" and self.has_side and self._is_in_parts:
            return True
        if action in ("hint", "type") and self.runner.phase is not Phase.ASKING:
            return False
        if action == "try_again":
            return self.runner.phase is Phase.ANSWERING
        if action == "step_back":
            return self.runner.at > 0
        return super().check_action(action, parameters)

    def action_turn_page(self) -> None:
        """Show the next part of a text that doesn't fit; the board may come in between."""
        self._turned += self.has_side or not self._reading
        super().action_turn_page()

    # What the learner does

    def may_decide(self) -> bool:
        """Whether the lesson waits for a move that is picked on the board."""
        return self.takes_moves() and self.match.state.current_player() != CHANCE

    def takes_moves(self) -> bool:
        """Whether the lesson waits for a move, or for what is rolled or drawn."""
        return self.runner.phase is Phase.ASKING

    def say_not_now(self) -> None:
        self.say(f"Press Enter to {self._enter_words()}.", kind=MessageKind.NOT_NOW)

    def rule_now(self) -> str:
        """Return the rule that the step teaches."""
        return self.runner.rule

    def _begin(self, find: Callable[[], Callable[[], None]]) -> None:
        """Clear the message, and run `find` in a thread, then what it returns; keys wait for it."""
        self.say("")
        if not self._is_finding:
            self._is_finding = True
            self.call_later(self._run_request, find)

    async def _run_request(self, find: Callable[[], Callable[[], None]]) -> None:
        """Run what `find` returns; redraw once the solving moves are known."""
        try:
            act = await asyncio.to_thread(find)
            act()
            await asyncio.to_thread(self.runner.solving_moves)
        except (GameError, LessonFault) as refusal:
            self.refuse(refusal)
        else:
            if self in self.app.screen_stack:  # it may have been left
                self._changed()
        finally:
            self._is_finding = False
        self.boxtui.draw_now()

    def submit(self, move: int) -> None:
        self._begin(partial(self.runner.prepare_attempt, move))

    def action_type(self) -> None:
        """Open the line for a move in its notation, or for what is rolled or drawn."""
        if self.may_decide():
            super().action_type()
        else:
            self.open_line(f"{self.board.words.chance_prompt(self.withheld())}, or press Esc:")

    def take_key(self, key: str) -> bool:
        """Begin to type what is rolled with its first digit; no card's name begins with one."""
        if not key.isdigit() or self.line_is_open or not self._asks_for_roll():
            return False
        self.action_type()
        self.type_first(key)
        return True

    def _asks_for_roll(self) -> bool:
        """Whether dice are asked for, rather than a move or a card."""
        if self.may_decide() or not self.takes_moves():
            return False
        state = self.match.state
        return any(state.move_text(each)[0].isdigit() for each in state.legal_moves())

    def typing_advice(self) -> str:
        is_asked = self.takes_moves() and not self.may_decide()
        return "To type the answer, press : first." if is_asked else super().typing_advice()

    def withheld(self) -> Collection[int]:
        """Return the moves that lead to the goal."""
        return self.runner.solving_moves()

    def refuse(self, refusal: Exception) -> None:
        """Explain an illegal move by its rule, in place of the lesson's text.

        A refusal of what was typed is shown where it was typed, until the line is closed.
        """
        if not isinstance(refusal, GameError):
            super().refuse(refusal)
            self.draw()
            return
        self.runner.refuse(refusal)
        self._refused_picks = self.board.picks
        if self.line_is_open:
            super().refuse(refusal)
            self._is_refused_below = True
            self._explains_rule = isinstance(refusal, IllegalMove)
            self.draw()
        else:
            self._changed()

    def action_close_line(self) -> None:
        """Close the input line; after a refusal, the lesson says again what it said before.

        But if the text of the refusal's rule is cut, it stays, for `t` to read on.
        """
        if self._is_refused_below:
            if not (self._is_in_parts and self._explains_rule):
                self.runner.forget_refusal()
            self._is_refused_below = False
        super().action_close_line()

    def action_enter(self) -> None:
        """Play what is picked, say what a hint has named, or go on.

        An Enter right after the one that turned to the question is taken for reading on, too. So is
        the first one at a decision, if it would play what the lesson itself has picked.
        """
        self.say("")
        if self.may_decide() and (self._plays_offered() or self._question_shown.is_too_early()):
            self._offered = None
            self.say(self.again_words())
        elif self.may_decide():
            self.board.play_picked()
        elif self.takes_moves() and self.runner.hinted_move is not None:
            self.submit(self.runner.hinted_move)
        elif self.takes_moves():
            self.action_type()
        else:
            self._begin(self.runner.prepare_next)

    def _plays_offered(self) -> bool:
        """Whether Enter would play at a decision what the learner hasn't picked."""
        return self.board.picks == self._offered and self.board.picked_move is not None

    def action_try_again(self) -> None:
        """Ask again, without what is left of a wrong move's consequence."""
        self._begin(lambda: self.runner.try_again)

    def action_hint(self) -> None:
        """Show where to look; the second time, show the move and pick it on the board."""
        self._begin(lambda: partial(self._give, self.runner.prepare_hint()))

    def _give(self, hint: Callable[[], None]) -> None:
        was_last = self._shows_last_hint
        hint()
        if self.runner.hinted_move is not None:
            self._offered = None
            self._pick_first()
        if was_last:
            self.say("There is no further hint.", kind=MessageKind.NO_MORE)

    def action_steps(self) -> None:
        """Show the list of steps; those not reached yet are marked, and can be chosen too."""
        named = zip(self.runner.lesson.steps, self._session.titles(), strict=True)
        rows = [Row(step.name, f"{at:2}. {title}") for at, (step, title) in enumerate(named, 1)]
        now = self.runner.step.name
        question = ChooseScreen(["Go to which step?"], rows, self.glyphs, now, numbered=True)
        self.app.push_screen(question, self._go_to)

    def action_step_back(self) -> None:
        """Begin the step before."""
        self._begin(lambda: self.runner.go_back)

    def _go_to(self, name: str | None) -> None:
        if name:
            self._begin(lambda: partial(self.runner.go_to, name))

    def _end(self) -> None:
        """Ask what comes next; an Enter right after the last one that went on begins no game."""
        lesson = self.runner.lesson
        question = [f"You have finished the {lesson.title} lesson.", "", lesson.learned]
        rows = [
            Row("play", "Play a game against level 1"),
            Row("practice", "Practice: positions to solve"),
            Row("steps", "Look at a step again"),
            Row("back", "Back"),
        ]
        choosing = ChooseScreen(question, rows, self.glyphs, deaf=READ_ON_GRACE)
        self.app.push_screen(choosing, self._after_the_end)

    async def _after_the_end(self, answer: str | None) -> None:
        game = GAMES[self.match.game.key]
        if answer == "play":
            self.boxtui.start(partial(first_match, game, self.boxtui.settings.name))
        elif answer == "practice":
            self.boxtui.practice(game.key)
        elif answer == "steps":
            self.action_steps()
        elif answer == "back":
            await self.action_leave()
