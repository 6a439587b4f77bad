"""Plain mode's menu."""

import asyncio
import contextlib
from pathlib import Path
from typing import Final

from boxtui.core import Game, GameError, number_within
from boxtui.games import GAMES, game_named
from boxtui.learn.mistakes import utc_now
from boxtui.learn.overview import overview
from boxtui.learn.puzzles import NUMBERS
from boxtui.plain.line_io import Left
from boxtui.plain.session import Session
from boxtui.plain.words import (
    TYPE_COMMAND,
    first_word,
    found_rules,
    listed_words,
    menu_command,
    to_name_a_game,
)
from boxtui.play.choosing import remove_save, rename_save, to_change, to_resume
from boxtui.play.latest import LatestGame
from boxtui.play.stories import (
    NEW_NAME,
    Story,
    entry_sentence,
    list_sentences,
    quoted_name,
    removed_words,
    renamed_words,
)
from boxtui.wording import quoted
from saves.errors import Remedy, SaveError, refusal_words
from saves.events import ended
from saves.journal import read
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
    "review NAME": "what a game turned on; with a game's name, or alone, the last finished one",
    "rename NAME": "give a saved game another name, which is asked for",
    "remove NAME": "delete a saved game",
    "settings": (
        "your settings; settings NAME VALUE changes one, settings NAME default puts it back"
    ),
    "help": "this list",
    "quit": "leave",
}
"""What can be typed, and what it does."""

NEEDS_GAME: Final = ("play", "learn", "practice", "rules")
"""The words that must be followed by the name of a game."""

_STAND_ALONE: Final = ("continue", "progress", "saves", "help", "quit")
"""The words after which nothing is typed."""

_TAKE_GAME_ALONE: Final = ("play", "learn")
"""The words after which nothing but the name of a game is typed."""

_REMEDIES: Final = {
    Remedy.LIST_SAVES: "Type saves for a list.",
    Remedy.START_A_GAME: "Start one, as in: play shut-the-box.",
    Remedy.FINISH_A_GAME: "Finish one first, or name another: saves lists them.",
}
"""What to do next, in words for the menu."""


class PlainMenu:
    """Asks what to do until the person leaves, and has the session do it."""

    def __init__(self, session: Session) -> None:
        session.to_type = menu_command
        session.menu_words = [words.split()[0] for words in WORDS]
        self._session = session
        self._io = session.io
        self._latest = LatestGame(_REMEDIES)
        self._begun: tuple[str, Story] | None = None
        """The game that was said last to be unfinished, and how it stood."""

    async def run(self) -> None:
        """Ask what to do until the person leaves; leaving a game or a lesson returns here."""
        self._io.say("boxtui: learn and play board games against the computer.")
        self._io.say(*(f"{game.key}: {game.blurb}" for game in GAMES.values()))
        self._io.say(f"To begin, type, for example, play {next(iter(GAMES))}.")
        while (line := await self._ask()).lower() != "quit":
            try:
                with contextlib.suppress(Left):
                    await self._obey(line)
            except (GameError, SaveError, LessonFault) as refusal:
                self._io.say(refusal_words(refusal, _REMEDIES))

    async def _ask(self) -> str:
        """Ask what to do; say first which game can be continued, and why saves can't be read.

        What was said before the last question isn't said again.
        """
        self._io.remark(await self._latest.look())
        latest, before = self._latest.found, self._begun
        self._begun = (latest.entry.salt, latest.story) if latest else None
        if latest and self._begun != before:
            sentence = entry_sentence(latest.entry, latest.story)
            self._io.say(f"Type continue for your last game. {sentence}.")
        return await self._io.ask("What now? Type a command, or help:", TYPE_COMMAND)

    async def _obey(self, line: str) -> None:
        word, rest = first_word(line)
        about, more = _about_and_more(word, rest)
        if surplus := _surplus(word, rest):
            self._io.say(surplus)
        elif word == "continue":
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
            await self._session.take_setting(about.lower(), more)
        elif word == "rename":
            await self._rename(await asyncio.to_thread(to_change, rest))
        elif word == "remove":
            await self._remove(await asyncio.to_thread(to_change, rest))
        elif word in NEEDS_GAME and not about:
            self._io.say(to_name_a_game(word))
        elif word in NEEDS_GAME:
            await self._open(word, game_named(about), more)
        elif (key := line.lower().replace(" ", "-")) in GAMES:
            await self._session.play(GAMES[key], None)
        else:
            self._io.say(*listed_words(line, WORDS))

    async def _rename(self, path: Path) -> None:
        prompt = f"{NEW_NAME}, or Enter to leave it as it is:"
        while (typed := await self._io.ask_or_leave(prompt)).lower() == "help":
            self._io.say(
                f"Type a new name for {quoted_name(path)}, or press Enter to keep this one."
            )
        if typed:
            self._io.say(renamed_words(path, await asyncio.to_thread(rename_save, path, typed)))

    async def _remove(self, path: Path) -> None:
        if await asyncio.to_thread(_has_ended, path):
            self._io.say("If this game counts in progress, it no longer does once it is removed.")
        if await self._io.confirm(f"Remove {quoted_name(path)} for good?"):
            self._io.say(removed_words(await asyncio.to_thread(remove_save, path.stem)))

    async def _open(self, word: str, game: Game, more: str) -> None:
        if word == "play":
            await self._session.play(game, None)
        elif word == "learn":
            await self._session.learn(game.key)
        elif word == "practice":
            await self._session.practice(game, number_within(more, NUMBERS) if more else None)
        else:
            self._io.say(*await found_rules(game.key, more, ""))


def _has_ended(path: Path) -> bool:
    """Whether the game of a save is over; False if the save can't be read."""
    with contextlib.suppress(SaveError):
        return ended(read(path).events)
    return False


def _about_and_more(word: str, rest: str) -> tuple[str, str]:
    """Return what a word is about, and what follows; a game may be named by its title."""
    for key in GAMES if word in NEEDS_GAME else ():
        title = key.replace("-", " ")
        if f"{rest.lower()} ".startswith(f"{title} "):
            return key, rest[len(title) :].strip()
    about, _, more = rest.partition(" ")
    return about, more.strip()


def _surplus(word: str, rest: str) -> str:
    """Return what is wrong if more follows a word than it takes, or "".

    Raises BadOption if the word needs a game, and there is none of that name.
    """
    if word in _STAND_ALONE and rest:
        return f"Type {word} and nothing else: {quoted(rest)} can't be read."
    about, more = _about_and_more(word, rest)
    if word in _TAKE_GAME_ALONE and more:
        game = game_named(about)
        return f"Type {word} {game.key} and nothing else: {quoted(more)} can't be read."
    return ""
