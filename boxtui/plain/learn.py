"""A lesson as lines of text: what it says, its positions in words, and a prompt."""

import asyncio
import re
from collections.abc import Callable, Collection
from typing import Final

from boxtui.core import CHANCE, AmbiguousMove, BadNotation, GameError, State, is_number
from boxtui.learn.session import LessonSession
from boxtui.plain.line_io import Left, LineIO
from boxtui.plain.words import (
    LOOKED_UP,
    first_word,
    help_lines,
    look_up,
    position_words,
    refusal_lines,
    seen_words,
    to_type_a_move,
)
from boxtui.play.results import no_resigning
from boxtui.play.viewer import Viewer
from boxtui.system.disk import Disk
from boxtui.views.game import as_sentence
from boxtui.views.games import words_of
from tutorials.runner import Phase

WORDS: Final = {
    "hint": "where to look; ask again for the move",
    "again": "start this step again",
    "back": "start the step before",
    "steps": "the list of steps; steps 3 goes to step 3",
    **LOOKED_UP,
    "help": "this list",
    "quit": "leave; the lesson will continue at this step",
}
"""What can be typed in a lesson besides a move, and what it does."""

_OF_THE_QUESTION: Final = ("hint", "moves", "position", "help")
"""Those that are about the question; they take a wrong answer back first."""

_NAME: Final = re.compile(r"\w+")
"""What differs between moves that are written alike."""

_TAKEN_BACK: Final = "Your move was taken back."


class PlainLesson:
    """Gives a lesson and passes on what the learner types; progress is saved at every step.

    `to_type` returns what to type to have a word of the menu done, such as `play`.
    """

    def __init__(
        self, session: LessonSession, io: LineIO, disk: Disk, to_type: Callable[[str, str], str]
    ) -> None:
        self._session = session
        self._to_type = to_type
        self._disk = disk
        self._runner = session.runner
        self._io = io
        self._viewer = Viewer(self._runner.match)
        self._step = -1
        self._plies_shown = 0
        self._position: list[str] = []
        self._pointed_at: tuple[str, ...] = ()
        self._forms = set[str]()
        """The ways to write a move of which an example was given, with their names left out."""

    async def run(self) -> None:
        """Teach until the lesson is over. Raises `Left` if the learner leaves."""
        self._io.say(f"Learn {self._runner.lesson.title}. Type help for a list of commands.")
        self._io.remark(self._session.complaint)
        await self._show()
        while self._runner.phase is not Phase.OVER:
            await self._obey(await self._io.ask(await self._prompt(), self._to_type_now()))
        key = self._viewer.match.game.key
        play, practice = (self._to_type(word, key) for word in ("play", "practice"))
        self._io.say(f"The lesson is finished. To play: {play}.", f"To practice: {practice}.")

    async def _prompt(self) -> str:
        if self._runner.phase is Phase.ANSWERING:
            return f"Press Enter to {self._enter_words()}, or type another answer:"
        if self._runner.phase is not Phase.ASKING:
            return f"Press Enter to {self._enter_words()}:"
        solving = await asyncio.to_thread(self._runner.solving_moves)
        if self._runner.state.current_player() != CHANCE:
            return f"{self._example_words(solving)}Your move:"
        return f"{words_of(self._viewer.match).chance_prompt(solving)}. You say:"

    def _example_words(self, solving: Collection[int]) -> str:
        """Return how to write a move, the first time that one is so written, as a sentence.

        The example is never one of the `solving`.
        """
        example = "" if self._runner.is_game else words_of(self._viewer.match).example(solving)
        form = _NAME.sub("", example)
        if not example or form in self._forms:
            return ""
        self._forms.add(form)
        return f"Type a move, for example {example}. "

    def _to_type_now(self) -> str:
        """Return what to type at a question; "" where Enter goes on."""
        is_asking = self._runner.phase is Phase.ASKING
        return to_type_a_move(words_of(self._viewer.match)) if is_asking else ""

    def _enter_words(self) -> str:
        """Return what Enter does while nothing is asked."""
        if self._runner.plays_scripted:
            return "see what happens"
        return "try again" if self._runner.phase is Phase.ANSWERING else "go on"

    # Output

    async def _show(self) -> None:
        """Say what was played, then what the lesson says now; save the progress."""
        if self._viewer.match is not self._runner.match:
            self._viewer = Viewer(self._runner.match)
        is_new = self._runner.at != self._step
        self._io.say(*(self._step_words() if is_new else self._move_words()))
        if self._runner.pointed_at not in ((), self._pointed_at):
            self._io.say(words_of(self._viewer.match).look_words(self._runner.pointed_at))
        self._pointed_at = self._runner.pointed_at
        if save := self._session.saving():
            self._io.remark(await self._disk.run(save))

    def _step_words(self) -> list[str]:
        """Return a new step's title, its text, its position and what it asks for."""
        self._step = self._runner.at
        text, *request = self._runner.words
        count, title = len(self._runner.lesson.steps), self._runner.step.title
        self._plies_shown = len(self._viewer.match.log)
        heading = as_sentence(f"Step {self._step + 1} of {count}: {title}")
        return ["", heading, text, *self._new_position(), *request]

    def _new_position(self) -> list[str]:
        """Return the position in words, or nothing if it was the last one described."""
        position = position_words(self._viewer)
        if position == self._position:
            return []
        self._position = position
        return position

    def _move_words(self) -> list[str]:
        """Return what was played, what it led to, and what else the lesson says."""
        log = self._viewer.match.log
        said = [_TAKEN_BACK] if len(log) < self._plies_shown else []
        news, self._plies_shown = log[self._plies_shown :], len(log)
        said += seen_words(self._viewer, news)
        position = position_words(self._viewer)
        if self._runner.phase is Phase.ASKING and position != self._position:
            self._position = position
            said += words_of(self._viewer.match).now_words()
        entries = map(self._viewer.entry, news)
        repeated = {self._runner.sentence(entry.seat, entry.sentence) for entry in entries}
        return said + [words for words in self._runner.words if words not in repeated]

    # Input

    async def _obey(self, line: str) -> None:
        word, rest = first_word(line)
        phase = self._runner.phase
        if word in WORDS:
            if word in _OF_THE_QUESTION and phase is Phase.ANSWERING:
                await asyncio.to_thread(self._runner.try_again)
                await self._show()
            await self._say_word(word, rest)
        elif phase is Phase.ASKING or (line and phase is Phase.ANSWERING):
            await self._try(line)
        elif line:
            words = self._enter_words()
            self._io.say(f"Press Enter alone to {words}, or type help for a list of commands.")
        else:
            await self._go_on()

    async def _go_on(self) -> None:
        await asyncio.to_thread(self._runner.go_on)
        await self._show()

    async def _try(self, line: str) -> None:
        """Try a move; a wrong answer before it is taken back, except for what isn't a move."""
        if words := no_resigning(self._viewer.match.game, line, "Type quit to leave"):
            self._io.say(words)
            return
        if self._runner.phase is Phase.ANSWERING:
            if refusal := _unread(self._runner.decision.state, line):
                self._io.say(*refusal_lines(refusal))
                return
            await asyncio.to_thread(self._runner.try_again)
            self._plies_shown = len(self._viewer.match.log)
            self._io.say(_TAKEN_BACK)
        try:
            move = self._runner.state.read_move(line)
            await asyncio.to_thread(self._runner.attempt, move)
        except GameError as refused:
            self._runner.refuse(refused)
        await self._show()

    async def _say_word(self, word: str, rest: str) -> None:
        if word == "quit":
            raise Left
        if word == "hint":
            await self._hint()
        elif word == "again":
            await self._go_to(self._runner.at)
        elif word == "back":
            self._runner.go_back()
            await self._show_step()
        elif word == "steps":
            await self._steps(rest)
        elif word == "help":
            is_asking = self._runner.phase is Phase.ASKING
            withheld = await asyncio.to_thread(self._runner.solving_moves) if is_asking else ()
            about = words_of(self._viewer.match) if is_asking else None
            self._io.say(*help_lines(WORDS, about, withheld))
        else:
            await look_up(word, rest, self._viewer, self._runner.rule, self._io)

    async def _hint(self) -> None:
        if self._runner.phase is not Phase.ASKING:
            self._io.say(f"Hints are for questions; press Enter to {self._enter_words()}.")
            return
        await asyncio.to_thread(self._runner.hint)
        await self._show()

    async def _go_to(self, at: int) -> None:
        self._runner.go_to_index(at)
        await self._show_step()

    async def _show_step(self) -> None:
        """Say the step that was just begun as a new one, even if it was said before."""
        self._step = -1
        self._position = []
        await self._show()

    async def _steps(self, number: str) -> None:
        """List the steps, or go to one of them."""
        steps = self._runner.lesson.steps
        if not number:
            titles = enumerate(self._session.titles(), 1)
            self._io.say(*(f"{at}. {title}" for at, title in titles))
        elif is_number(number, 5) and 1 <= int(number) <= len(steps):
            await self._go_to(int(number) - 1)
        else:
            self._io.say(f"Choose a step from 1 to {len(steps)}.")


def _unread(state: State, line: str) -> GameError | None:
    """Return why a line doesn't name one move in a position; None for one that rules forbid."""
    try:
        state.read_move(line)
    except GameError as refusal:
        return refusal if isinstance(refusal, AmbiguousMove | BadNotation) else None
    return None
