"""Practice in plain mode: positions to solve, as lines of text."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from ai.decision import AgentFailed
from ai.worker import Searcher
from boxtui.core import GameError, number_within
from boxtui.learn.practice import Attempt, PracticeSession
from boxtui.learn.practice_words import about, rating_and_streak
from boxtui.learn.puzzles import NUMBERS
from boxtui.plain.line_io import Left, LineIO
from boxtui.plain.waiting import saying_place, saying_progress, unless_quit
from boxtui.plain.words import (
    LOOKED_UP,
    confirm,
    first_word,
    help_lines,
    listed_words,
    look_up,
    position_words,
    refusal_lines,
    seen_words,
    to_type_a_move,
)
from boxtui.play.match import Match
from boxtui.play.results import no_resigning
from boxtui.play.viewer import Viewer
from boxtui.views.games import words_of

AFTERWARDS: Final = {
    "play": "play on from this position",
    "next": "the next position; next 17 goes to position 17",
    "quit": "leave",
}
"""What can be typed once a position is solved or shown, and what it does."""

WORDS: Final = {
    "hint": "where to look; again: what to play and why; the position then counts as missed",
    "show": "the best move and why; the position then counts as missed",
    **LOOKED_UP,
    **AFTERWARDS,
    "about": "what counts, and what difficulty and rating mean",
    "help": "this list",
}
"""What can be typed besides a move, and what it does."""

_RETRIED: Final = {
    "next": "another position; next 17 goes to position 17",
    "quit": AFTERWARDS["quit"],
}
"""What can be typed if a position wasn't found, and what it does."""

_PROMPT: Final = "Press Enter for the next position, or type play, next 17 or quit:"
_AGAIN: Final = "Press Enter to try again, or type next, next 17 or quit:"


class PlainPractice:
    """Asks for the best move in one position after another, and judges the answers.

    `play_on` plays a match that a person wants to go on with.
    """

    def __init__(
        self,
        session: PracticeSession,
        searcher: Searcher,
        io: LineIO,
        play_on: Callable[[Match], Awaitable[None]],
    ) -> None:
        self._session = session
        self._searcher = searcher
        self._io = io
        self._play_on = play_on
        self._preparing: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Ask for moves until the person leaves. Raises `Left` then."""
        self._io.remark(self._session.complaint)
        try:
            while True:
                await self._next()
        finally:
            self._stop()

    async def _next(self) -> None:
        """Ask what comes next, and wait until it is solved, shown or left."""
        self._io.say("Looking for a position.")
        complaint = self._session.complaint
        attempt = await self._found()
        if self._session.complaint != complaint:  # a mistake can't be asked
            self._io.remark(self._session.complaint)
        if self._preparing:
            self._preparing.cancel()
        self._preparing = asyncio.create_task(self._session.prepare())
        self._io.say(f"{self._session.game.title}, {attempt.title}.")
        match = attempt.puzzle.match
        you = f"You are {match.seats[match.state.current_player()].name}."
        self._io.say(*position_words(Viewer(match)), you, *attempt.reply)
        to_type = to_type_a_move(words_of(match))
        while not attempt.is_over:
            if await self._obey(await self._io.ask("Your move:", to_type), attempt):
                return
        while not await self._obey_afterwards(await self._io.ask(_PROMPT), attempt):
            pass

    async def _found(self) -> Attempt:
        """Return what comes next, however often the person has to try again. Raises `Left`."""
        seek: Callable[[], Awaitable[Attempt]] = self._session.next
        while True:
            try:
                with (
                    saying_place(self._searcher, self._io),
                    saying_progress(self._io, self._so_far),
                ):
                    return await unless_quit(self._io, seek(), to_ask=True)
            except (AgentFailed, GameError) as failure:
                self._io.say(str(failure))
            seek = await self._ask_how_to_go_on()

    async def _ask_how_to_go_on(self) -> Callable[[], Awaitable[Attempt]]:
        """Ask whether to look for the same position again or for another. Raises `Left`."""
        while line := await self._io.ask_or_leave(_AGAIN):
            word, number = first_word(line)
            if word != "next":
                self._io.say(*listed_words(line, _RETRIED))
            elif self._may_go_to(number):
                return self._session.next
        return self._session.again

    def _so_far(self) -> str:
        return " ".join(
            [f"Still looking for {self._session.sought_title}.", *self._session.search_words()]
        )

    def _stop(self) -> None:
        if self._preparing:
            self._preparing.cancel()
        self._session.stop()

    async def _obey(self, line: str, attempt: Attempt) -> bool:
        """Do what was typed while a move is asked for; return whether to go on to the next."""
        word, rest = first_word(line)
        if word in AFTERWARDS:
            return await self._leave(word, rest, attempt)
        if word in ("hint", "show"):
            if await self._may_assist(attempt):
                await (self._show(attempt) if word == "show" else self._hint())
        elif word == "about":
            self._io.say(*about())
        elif word == "help":
            match, withheld = attempt.puzzle.match, attempt.puzzle.solutions()
            self._io.say(*help_lines(WORDS, words_of(match), withheld))
        elif word in LOOKED_UP:
            viewer = Viewer(attempt.puzzle.match)
            await look_up(word, rest, viewer, attempt.puzzle.state.rule(), self._io)
        elif words := no_resigning(self._session.game, line, "Type quit to leave"):
            self._io.say(words)
        else:
            await self._judge(line, attempt)
        return False

    async def _may_assist(self, attempt: Attempt) -> bool:
        """If help costs something, ask whether the person wants it; return whether to give it.

        Raises `Left`.
        """
        cost = self._session.help_cost()
        self._io.remark(cost)
        if not cost:
            return True
        puzzle = attempt.puzzle
        viewer, rule = Viewer(puzzle.match), puzzle.state.rule()
        return await confirm("Have it anyway?", viewer, rule, self._io)

    async def _hint(self) -> None:
        self._io.say(*await self._session.hint())
        self._io.remark(self._session.typed_words())
        await self._session.finish_counting()
        self._io.remark(self._session.complaint)

    async def _obey_afterwards(self, line: str, attempt: Attempt) -> bool:
        """Do what was typed once a position is over; return whether to go on to the next."""
        word, rest = first_word(line)
        if not word or word in AFTERWARDS:
            return await self._leave(word, rest, attempt)
        self._io.say(*listed_words(line, AFTERWARDS))
        return False

    async def _leave(self, word: str, number: str, attempt: Attempt) -> bool:
        """Do what one of `AFTERWARDS` says; return whether to go on to the next position."""
        if word == "quit":
            raise Left
        if word == "play":
            self._stop()
            await self._play_on(attempt.shown)
            raise Left
        return self._may_go_to(number)

    def _may_go_to(self, number: str) -> bool:
        """Have the position with that number come next, if one is given; say what is wrong."""
        if number:
            try:
                self._session.go_to(number_within(number, NUMBERS))
            except GameError as refusal:
                self._io.say(str(refusal))
                return False
        return True

    async def _judge(self, line: str, attempt: Attempt) -> None:
        """Say what a move was worth; if it is right, also what it does."""
        try:
            move = attempt.puzzle.state.read_move(line)
            with saying_place(self._searcher, self._io):
                await self._session.answer(move)
        except (AgentFailed, GameError) as refusal:
            self._io.say(*refusal_lines(refusal))
        else:
            if attempt.played:
                self._say_played(attempt.played)
            self._say_result(attempt)

    async def _show(self, attempt: Attempt) -> None:
        """Say the best move, and what it does."""
        self._say_played(await self._session.show())
        self._say_result(attempt)

    def _say_played(self, match: Match) -> None:
        """Say what the last move of a match did, which the app shows on its board."""
        self._io.say(*seen_words(Viewer(match), match.log[-1:]))

    def _say_result(self, attempt: Attempt) -> None:
        self._io.say(*attempt.reply)
        if attempt.is_over and (standing := rating_and_streak(self._session.record)):
            self._io.say(f"{standing[0].upper()}{standing[1:]}.")
        self._io.remark(self._session.complaint)
