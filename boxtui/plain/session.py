"""Plain mode: what its menu and the commands with `--plain` run."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from ai.decision import AgentFailed
from ai.worker import Searcher, SearchProcess
from boxtui.core import BadOption, Game
from boxtui.learn.asking import ask_through
from boxtui.learn.judging import Judged
from boxtui.learn.practice import PracticeSession
from boxtui.learn.practice_file import add_to_practice
from boxtui.learn.review import Review
from boxtui.learn.review_progress import ReviewProgress
from boxtui.learn.review_text import text_lines
from boxtui.learn.review_words import bad_decisions_of_people
from boxtui.learn.reviews import match_of_record, match_to_review, reviewed
from boxtui.learn.session import LessonSession
from boxtui.plain.learn import PlainLesson
from boxtui.plain.line_io import Left, LineIO
from boxtui.plain.play import PlainGame
from boxtui.plain.practice import PlainPractice
from boxtui.plain.setup import Setup
from boxtui.plain.waiting import saying_place, saying_progress, unless_quit
from boxtui.plain.words import first_word, listed_words, position_words, shell_command
from boxtui.play.choosing import to_review
from boxtui.play.handover import ASKED, OPEN_ELSEWHERE, TAKE_OVER, taken_over
from boxtui.play.match import Match, new_seed
from boxtui.play.next_game import begin_after_last
from boxtui.play.own_saves import open_library
from boxtui.play.record import Record, opened
from boxtui.play.viewer import Viewer
from boxtui.system import locations, settings, terminal
from boxtui.system.disk import Disk
from boxtui.system.settings import Settings
from boxtui.system.terminal import Look
from boxtui.wording import quoted
from saves.errors import SaveInUse

_SETTINGS: Final = ("name", "only_moves", "tutor_points")
"""The settings that lines of text depend on."""

_LATER: Final = "from the next start of boxtui on"
"""When a setting counts that is none of these."""

_NAMED: Final = "Type the name that you want to play under, or press Enter."

_OFFERED: Final = {
    "practice": "solve these positions later; with a move's number, that of this move alone",
    "position": "these positions in words; with a move's number, that of this move alone",
    "quit": "leave",
}
"""What can be typed after a review, and what it does."""


class Session:
    """The person at the terminal, the line input and output, and the search process.

    Attributes:
        io: the line input and output.
        to_type: returns what to type to have a word of the menu done.
        menu_words: the words of the menu to which `quit` leads back, if there is one.
        last_is_unsaved: whether the last step of the game that was left last couldn't be saved.
        settings: the person's settings as they are now.
    """

    def __init__(self, io: LineIO, chosen: Settings, complaint: str, searcher: Searcher) -> None:
        self.io = io
        self.to_type: Callable[[str, str], str] = shell_command
        self.menu_words: Sequence[str] = ()
        self.last_is_unsaved = False
        self.settings = chosen
        self._complaint = complaint
        self._searcher = searcher
        self._disk = Disk()

    @classmethod
    def here(cls) -> "Session":
        """Return the session of the person who started this process."""
        chosen, complaint = settings.read(locations.settings())
        io = LineIO(chosen.look(Look.here()), terminal.idle_limit(terminal.as_given()))
        return cls(io, chosen, complaint, SearchProcess())

    async def run(self, part: "Callable[[Session], Awaitable[None]]") -> None:
        """Run one of the methods below until it ends or the person leaves.

        Raises `Idle` after the idle limit.
        """
        self.io.remark(self._complaint)
        try:
            await part(self)
        except Left:
            return
        finally:
            self._searcher.close()
            await self._disk.finish()

    async def ask_name(self) -> None:
        """Ask for the name that the person plays under, and keep it in the settings."""
        usual = self.settings.name
        name = await self.io.choose(f"Your name (Enter for {usual}):", self._name_typed, _NAMED)
        self.settings = self.settings.having("name", name)
        self.io.remark(await self._keep("name"))

    def _name_typed(self, text: str) -> str:
        """Return the name that an answer stands for. Raises BadOption."""
        name = text or self.settings.name
        if fault := settings.name_fault(name):
            raise BadOption(fault)
        return name

    async def take_setting(self, key: str, text: str) -> None:
        """Give a setting the value in `text` and keep it; without a value, say what it is.

        Without a key, say all settings that lines of text depend on, and name the others.
        """
        if not key:
            others = ", ".join(each for each in settings.TITLES if each not in _SETTINGS)
            self.io.say(*map(self._explained, _SETTINGS), f"Others, {_LATER}: {others}.")
            return
        if key not in settings.TITLES:
            fault = settings.fault(key, text)
            self.io.say(f"{fault[0].upper()}{fault[1:]}")
            return
        if not text:
            self.io.say(self._explained(key))
            return
        value, fault = settings.typed(key, text)
        if fault:
            self.io.say(f"Not changed: {fault}")
            return
        self.settings = self.settings.having(key, value)
        if complaint := await self._keep(key):
            self.io.say(complaint)
            kept, _ = await self._disk.run(partial(settings.read, locations.settings()))
            if getattr(kept, key) != value:
                if key not in _SETTINGS:
                    return
                self.io.say("Until you leave, it applies nevertheless:")
        when = "" if key in _SETTINGS else f" ({_LATER})"
        self.io.say(f"{self._setting_words(key)}{when}")

    def _explained(self, key: str) -> str:
        choices, meaning = settings.offered(key), settings.EXPLAINED[key]
        return f"{self._setting_words(key)} ({choices}). {meaning}"

    def _setting_words(self, key: str) -> str:
        return f"{key}: {getattr(self.settings, key)}"

    async def _keep(self, key: str) -> str:
        """Write a setting to disk; return why that failed, or ""."""
        keep = partial(settings.keep, self.settings, key, locations.settings())
        return await self._disk.run(keep)

    async def play(self, game: Game, seed: int | None, tutor: str | None = None) -> None:
        """Set up a game and play it; `seed` and `tutor` are not asked for if they are given.

        Raises `GameError` if it can't be set up, and `SaveError` if it can't be saved.
        """
        await self._play_on(await self._set_up(game, seed, tutor))

    async def _set_up(
        self, game: Game, seed: int | None = None, tutor: str | None = None
    ) -> Record:
        """Ask for the setup of a game, if it can be saved, and begin it. Raises SaveError."""
        await asyncio.to_thread(open_library().refuse_another)
        read = partial(Setup, game, self.settings, self.io, self._disk, tutor)
        setup = await self._disk.run(read)
        match = await setup.make_match(seed)
        return await opened(partial(begin_after_last, match))

    async def resume(self, path: Path, notice: str = "") -> None:
        """Continue a saved game, after that notice; one that is open elsewhere is taken over.

        Raises `SaveError` if it can't be resumed.
        """
        try:
            record = await opened(lambda: Record.resume(path, open_library(), notice))
        except SaveInUse as refusal:
            if not await self._may_take_over():
                raise refusal from None
            self.io.say(ASKED)
            record = await taken_over(path, notice)
        await self._play_on(record)

    async def _may_take_over(self) -> bool:
        """Ask whether to continue what is open in another session."""
        try:
            return await self.io.confirm(f"{OPEN_ELSEWHERE} {TAKE_OVER}")
        except Left:
            return False

    async def _play_on(self, record: Record) -> None:
        """Play a record's match, then what the person plays after it."""
        while following := await self._play_record(record):
            if isinstance(following, Game):
                record = await self._set_up(following)
            else:
                record = await self._begun(following)

    async def _begun(self, match: Match) -> Record:
        return await opened(lambda: Record.begin(match, open_library()))

    async def _play_record(self, record: Record) -> Match | Game | None:
        """Play a record's match; return what is to be played after it, or None."""

        async def review() -> None:
            await self._review(await asyncio.to_thread(match_of_record, record))

        io, words = self.io, self.menu_words
        game = PlainGame(record, self._searcher, io, self.settings, review, self.to_type, words)
        following = await game.run()
        self.last_is_unsaved = game.last_is_unsaved
        return following

    async def review(self, name: str) -> None:
        """Say what a game turned on; without a name, the last finished one.

        Raises `SaveError` or `GameError` if it can't be reviewed.
        """
        match = await asyncio.to_thread(lambda: match_to_review(to_review(name or None)))
        await self._review(match)

    async def _review(self, match: Match) -> None:
        """Say what a match turned on. Raises `GameError` if it can't be reviewed."""
        progress, ask = ReviewProgress(match), ask_through(self._searcher, match.game)
        await asyncio.to_thread(progress.find_decisions)

        def count(so_far: Review) -> None:
            progress.count(so_far.plies)

        def words() -> str:
            return f"Still reviewing. Moves judged so far: {progress.words()}."

        try:
            with saying_place(self._searcher, self.io), saying_progress(self.io, words):
                found = await unless_quit(self.io, reviewed(match, ask, count))
        except AgentFailed as failure:
            self.io.say(str(failure))
        else:
            cells = self.io.cells()
            self.io.show(text_lines(match, found, self.io.glyphs, drawn=False, cells=cells))
            await self._offer_practice(match, found)

    async def _offer_practice(self, match: Match, review: Review) -> None:
        """If people made bad decisions, ask which of them to practice."""
        bad = bad_decisions_of_people(match, review)
        while bad and (line := await self.io.ask_or_leave(_offer(bad))):
            word, number = first_word(line)
            chosen = [each for each in bad if number in ("", str(each.ply + 1))]
            if word not in ("practice", "position"):
                self.io.say(*listed_words(line, _OFFERED))
            elif not chosen:
                self.io.say(f"{quoted(number)} is not the number of one of those moves.")
            elif word == "practice":
                self.io.say(await self._disk.run(partial(add_to_practice, match, chosen)))
            else:
                for each in chosen:
                    before = Viewer(match.until(each.ply), follows_turn=True)
                    self.io.say(f"Before move {each.ply + 1}:", *position_words(before))

    async def learn(self, game: str) -> None:
        """Teach the lesson of the game with that key.

        Raises `LessonFault` if the lesson can't be played as written.
        """
        begin = partial(LessonSession, game, self.settings.name, drawn=False)
        lesson = await self._disk.run(begin)
        await PlainLesson(lesson, self.io, self._disk, self.to_type).run()

    async def practice(self, game: Game, number: int | None) -> None:
        """Ask for solutions to positions, from that number on.

        Without a number, the person's mistakes come first, then the positions after the last one
        solved or missed; with none yet, those from a random one on.
        """

        async def play_on(match: Match) -> None:
            await self._play_on(await self._begun(match.played_on(new_seed())))

        ask_for = partial(ask_through, self._searcher)
        begin = partial(PracticeSession, game, self.settings.name, ask_for, number, disk=self._disk)
        session = await self._disk.run(begin)
        await PlainPractice(session, self._searcher, self.io, play_on).run()


def _offer(bad: Sequence[Judged]) -> str:
    """Return what can be typed after a review that found these bad decisions."""
    if len(bad) == 1:
        return (
            "Type practice to solve this position later, position to have it in words, or press "
            "Enter to go on:"
        )
    number = bad[0].ply + 1
    return (
        "Type practice to solve these positions later, position to have them in words, practice "
        f"{number} or position {number} for that of move {number} alone, or press Enter to go on:"
    )
