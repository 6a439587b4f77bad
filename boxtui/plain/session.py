"""Plain mode: its menu, and what the commands run with `--plain`."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Final

from ai.decision import AgentFailed
from ai.worker import Searcher, SearchProcess
from boxtui.core import Game, GameError
from boxtui.games import GAMES, game_named
from boxtui.learn.asking import ask_through
from boxtui.learn.mistakes import utc_now
from boxtui.learn.overview import overview
from boxtui.learn.practice import PracticeSession, add_to_practice
from boxtui.learn.puzzles import number_in
from boxtui.learn.review import Review
from boxtui.learn.review_progress import ReviewProgress
from boxtui.learn.review_text import text_lines
from boxtui.learn.review_words import bad_of_people
from boxtui.learn.reviews import finished_match, match_of_record, reviewed
from boxtui.learn.session import LessonSession
from boxtui.plain.learn import PlainLesson
from boxtui.plain.line_io import Left, LineIO
from boxtui.plain.play import PlainGame
from boxtui.plain.practice import PlainPractice
from boxtui.plain.setup import Setup
from boxtui.plain.waiting import told_place, told_progress
from boxtui.plain.words import first_word, found_rules, listed_words
from boxtui.play.choosing import rename_save, to_change, to_resume, to_review
from boxtui.play.latest import LatestGame
from boxtui.play.match import Match, new_seed
from boxtui.play.own_saves import open_library
from boxtui.play.record import Record, begin_after_last, opened
from boxtui.play.results import refusal_words
from boxtui.play.stories import NEW_NAME, entry_sentence, list_sentences, renamed_words
from boxtui.system import locations, settings, terminal
from boxtui.system.disk import Disk
from boxtui.system.terminal import Look
from boxtui.wording import quoted
from saves.errors import Remedy, SaveError
from tutorials.errors import LessonFault

WORDS: Final = {
    "continue": "continue the last game",
    "play GAME": "a new game; the name of a game alone does the same",
    "learn GAME": "its lesson",
    "practice GAME": "positions to solve; practice GAME 17 starts at position 17",
    "progress": "how far you are in your lessons, and your results in practice and in games",
    "rules GAME": "the titles of its rules; add a word or a number to find some",
    "saves": "all saved games with their names",
    "resume NAME": "continue a saved game; with the name of a game, its last one",
    "review NAME": "what a finished game turned on; with a game's name, or alone, the last one",
    "rename NAME": "give a saved game another name, which is asked for",
    "remove NAME": "delete a saved game",
    "settings": "your settings in plain mode; settings NAME VALUE changes one",
    "help": "this list",
    "quit": "leave",
}
"""What can be typed, and what it does."""

OPENED: Final = ("play", "learn", "practice", "rules")
"""The words that must be followed by the name of a game."""

_SETTINGS: Final = ("name", "only_moves", "tutor_points")
"""The settings that lines of text depend on."""

_NAMED: Final = "Type the name that you want to play under, or press Enter."

_OFFER: Final = (
    "Type practice to solve these positions later, practice 12 for that of move 12 alone, "
    "or press Enter to go on:"
)


_OFFERED: Final = {
    "practice": "solve these positions later; practice 12 adds that of move 12 alone",
    "quit": "leave",
}
"""What can be typed after a review, and what it does."""

_REMEDIES: Final = {
    Remedy.LIST_SAVES: "Type saves for a list.",
    Remedy.START_A_GAME: "Start one, as in: play shut-the-box.",
    Remedy.FINISH_A_GAME: "Finish one first.",
}
"""What to do next, in words for the menu."""


class PlainMenu:
    """Asks what to do until the person leaves, and has the session do it."""

    def __init__(self, session: "Session", io: LineIO) -> None:
        self._session = session
        self._io = io
        self._latest = LatestGame(_REMEDIES)

    async def run(self) -> None:
        """Ask what to do until the person leaves; leaving a game or a lesson returns here."""
        self._io.say("boxtui: learn and play board games against the computer.")
        self._io.say(*(f"{game.key}: {game.blurb}" for game in GAMES.values()))
        while (line := await self._io.ask(await self._prompt())).lower() != "quit":
            try:
                with contextlib.suppress(Left):
                    await self._obey(line)
            except (GameError, SaveError, LessonFault) as refusal:
                self._io.say(refusal_words(refusal, _REMEDIES))

    async def _prompt(self) -> str:
        """Return the question; say why saves can't be read, unless the last prompt did."""
        self._io.remark(await self._latest.look())
        if latest := self._latest.found:
            sentence = entry_sentence(latest.entry, latest.story)
            return f"What now? Type continue ({sentence}) or help:"
        return "What now? Type, for example, play shut-the-box, or help:"

    async def _obey(self, line: str) -> None:
        word, rest = first_word(line)
        about, _, more = rest.partition(" ")
        if word == "continue":
            await self._session.resume(*await asyncio.to_thread(to_resume))
        elif word == "progress":
            for title, results in await asyncio.to_thread(overview, utc_now()):
                self._io.say(title, *results)
        elif word == "saves":
            self._io.say(*await asyncio.to_thread(lambda: list(list_sentences())))
        elif word in ("resume", "rename", "remove") and not about:
            self._io.say(f"Name the save, as in: {word} NAME. Type saves for a list.")
        elif word == "resume":
            await self._session.resume(*await asyncio.to_thread(to_resume, rest))
        elif word == "review":
            await self._session.review(rest)
        elif word == "settings":
            await self._session.settings(about.lower(), more.strip())
        elif word == "rename":
            await self._rename(await asyncio.to_thread(to_change, rest))
        elif word == "remove":
            await asyncio.to_thread(lambda: open_library().remove_file(to_change(rest)))
            self._io.say(f"Removed {rest}.")
        elif word in OPENED and not about:
            self._io.say(f"Name the game, as in: {word} {next(iter(GAMES))}.")
        elif word in OPENED:
            await self._open(word, game_named(about), more.strip())
        elif line.lower() in GAMES:
            await self._session.play(game_named(word), None)
        else:
            self._io.say(*listed_words(line, WORDS))

    async def _rename(self, path: Path) -> None:
        """Ask for another name of a save, and give it to it."""
        typed = await self._io.ask_or_leave(f"{NEW_NAME}, or Enter to leave it as it is:")
        if typed:
            self._io.say(renamed_words(path, await asyncio.to_thread(rename_save, path, typed)))

    async def _open(self, word: str, game: Game, more: str) -> None:
        """Do what one of `OPENED` says."""
        if word == "play":
            await self._session.play(game, None)
        elif word == "learn":
            await self._session.learn(game.key)
        elif word == "practice":
            await self._session.practice(game, number_in(more) if more else None)
        else:
            self._io.say(*await found_rules(game.key, more, ""))


class Session:
    """The person at the terminal, the line input and output, and the search process."""

    def __init__(
        self, io: LineIO, chosen: settings.Settings, complaint: str, searcher: Searcher
    ) -> None:
        self._io = io
        self._settings = chosen
        self._complaint = complaint
        self._searcher = searcher
        self._disk = Disk()
        self._in_menu = False

    @classmethod
    def here(cls) -> "Session":
        """Return the session of the person who started this process."""
        chosen, complaint = settings.read(locations.settings())
        io = LineIO(chosen.look(Look.here()), terminal.idle_limit(terminal.as_given()))
        return cls(io, chosen, complaint, SearchProcess())

    @property
    def chosen(self) -> settings.Settings:
        """The person's settings as they are now."""
        return self._settings

    async def run(self, part: "Callable[[Session], Awaitable[None]]") -> None:
        """Run one of the methods below until it ends or the person leaves.

        Raises `Idle` after the idle limit.
        """
        self._io.remark(self._complaint)
        try:
            await part(self)
        except Left:
            return
        finally:
            self._searcher.close()
            await self._disk.finish()

    async def ask_name(self) -> None:
        """Ask for the name that the person plays under, and keep it in the settings."""
        usual = self._settings.name
        await self._io.choose(f"Your name (Enter for {usual}):", self._take_name, _NAMED)
        self._io.remark(await self._keep("name"))

    def _take_name(self, typed: str) -> str:
        """Take a name; return why it can't be taken, or ""."""
        name = typed or self._settings.name
        fault = settings.name_fault(name)
        if not fault:
            self._settings = self._settings.having("name", name)
        return fault

    async def settings(self, key: str, text: str) -> None:
        """Give a setting the value in `text` and keep it; without a key, say all of them."""
        if not key:
            self._io.say(*map(self._setting_words, _SETTINGS))
        elif key not in _SETTINGS:
            self._io.say(
                f"There is no {quoted(key)} here; the settings are: {', '.join(_SETTINGS)}."
            )
        else:
            value, fault = settings.typed(key, text)
            if fault:
                self._io.say(f"Not changed: {fault}")
                return
            self._settings = self._settings.having(key, value)
            self._io.remark(await self._keep(key))
            self._io.say(self._setting_words(key))

    def _setting_words(self, key: str) -> str:
        choices = settings.CHOICES.get(key)
        others = f"; choose from: {', '.join(choices)}" if choices else ""
        return f"{key}: {getattr(self._settings, key)}{others}"

    async def _keep(self, key: str) -> str:
        """Write a setting to disk; return why that failed, or ""."""
        keep = partial(settings.keep, self._settings, key, locations.settings())
        return await self._disk.run(keep)

    async def menu(self) -> None:
        """Do what the person chooses, until they leave."""
        self._in_menu = True
        await PlainMenu(self, self._io).run()

    async def play(self, game: Game, seed: int | None, tutor: str | None = None) -> None:
        """Set up a game and play it; `seed` and `tutor` are not asked for if they are given.

        Raises `GameError` if it can't be set up, and `SaveError` if it can't be saved.
        """
        await self._play_on(await self._set_up(game, seed, tutor))

    async def _set_up(
        self, game: Game, seed: int | None = None, tutor: str | None = None
    ) -> Record:
        """Ask for the setup of a game, and begin it."""
        name = self._settings.name
        setup = await self._disk.run(partial(Setup, game, name, self._io, self._disk, tutor))
        match = await setup.make_match(seed)
        return await opened(partial(begin_after_last, match))

    async def resume(self, path: Path, notice: str = "") -> None:
        """Continue a saved game, after that notice. Raises `SaveError` if it can't be resumed."""
        await self._play_on(await opened(lambda: Record.resume(path, open_library(), notice)))

    async def _play_on(self, record: Record) -> None:
        """Play a record's match, then what the person plays after it."""
        while following := await self._play_record(record):
            if isinstance(following, Game):
                record = await self._set_up(following)
            else:
                record = await self._begun(following)

    async def _begun(self, match: Match) -> Record:
        """Begin a match that isn't set up."""
        return await opened(lambda: Record.begin(match, open_library()))

    async def _play_record(self, record: Record) -> Match | Game | None:
        """Play a record's match; return what is to be played after it, or None."""
        io, chosen = self._io, self._settings

        async def review() -> None:
            await self._review(await asyncio.to_thread(match_of_record, record))

        game = PlainGame(record, self._searcher, io, chosen, review, in_menu=self._in_menu)
        return await game.run()

    async def review(self, name: str) -> None:
        """Say what a finished game turned on; without a name, the last one.

        Raises `SaveError` or `GameError` if it can't be reviewed.
        """
        await self._review(await asyncio.to_thread(lambda: finished_match(to_review(name or None))))

    async def _review(self, match: Match) -> None:
        """Say what a finished match turned on. Raises `GameError` if it can't be reviewed."""
        progress, ask = ReviewProgress(match), ask_through(self._searcher, match.game)

        def so_far() -> str:
            return f"Still reviewing. Moves judged so far: {progress.words()}."

        try:
            with told_place(self._searcher, self._io), told_progress(self._io, so_far):
                found = await reviewed(match, ask, progress.count)
        except AgentFailed as failure:
            self._io.say(str(failure))
        else:
            self._io.show(text_lines(match, found, self._io.glyphs))
            await self._offer_practice(match, found)

    async def _offer_practice(self, match: Match, review: Review) -> None:
        """If people made bad decisions, ask which of them to practice."""
        bad = bad_of_people(match, review)
        while bad and (line := await self._io.ask_or_leave(_OFFER)):
            word, number = first_word(line)
            if word != "practice":
                self._io.say(*listed_words(line, _OFFERED))
            elif chosen := [each for each in bad if number in ("", str(each.ply + 1))]:
                self._io.say(await self._disk.run(partial(add_to_practice, match, chosen)))
            else:
                self._io.say(f"{quoted(number)} is not the number of one of those moves.")

    async def learn(self, game: str) -> None:
        """Teach the lesson of the game with that key.

        Raises `LessonFault` if the lesson can't be played as written.
        """
        begin = partial(LessonSession, game, self._settings.name, drawn=False)
        lesson = await self._disk.run(begin)
        await PlainLesson(lesson, self._io, self._disk, in_menu=self._in_menu).run()

    async def practice(self, game: Game, number: int | None) -> None:
        """Ask for solutions to positions, from that number on.

        Without a number, the person's mistakes come first, then positions from a random one on.
        """

        async def play_on(match: Match) -> None:
            await self._play_on(await self._begun(match.played_on(new_seed())))

        ask_for = partial(ask_through, self._searcher)
        begin = partial(
            PracticeSession, game, self._settings.name, ask_for, number, disk=self._disk
        )
        session = await self._disk.run(begin)
        await PlainPractice(session, self._searcher, self._io, play_on).run()
