"""The menu as lines of text: what can be played, and the way to everything else."""

import contextlib
from typing import TYPE_CHECKING, Final

from boxtui.core import Game, GameError
from boxtui.games import GAMES, game_named
from boxtui.learn.puzzles import number_in
from boxtui.plain.talk import Left, Talk
from boxtui.plain.words import found_rules
from boxtui.play import saves_command
from boxtui.play.record import last_unfinished, library
from boxtui.play.results import progress_words, refusal_words, title_of
from saves.errors import SaveError
from tutorials.lines import LessonFault

if TYPE_CHECKING:
    from boxtui.plain.session import Session

WORDS: Final = {
    "continue": "take up the game played last",
    "play GAME": "a new game",
    "learn GAME": "its lesson",
    "practise GAME": "positions to solve, as practice too; practise GAME 17 begins at 17",
    "rules GAME": "its rules by their titles; a word or a number behind it finds some",
    "saves": "every saved game, by its name",
    "resume NAME": "take up a saved game",
    "remove NAME": "delete a saved game",
    "help": "these words",
    "quit": "leave",
}
"""What can be typed, and what it does."""

OPENED: Final = ("play", "learn", "practise", "rules")
"""The words that want the name of a game behind them."""


class PlainMenu:
    """Asks what to do and has the session do it, again and again."""

    def __init__(self, session: "Session", talk: Talk) -> None:
        self._session = session
        self._talk = talk

    async def run(self) -> None:
        """Until the person leaves; who leaves a game or a lesson is back here."""
        self._talk.say("boxtui: learn and play board games against the computer.")
        self._talk.say(*(f"{game.key}: {game.blurb}" for game in GAMES.values()))
        while (line := await self._talk.ask(self._prompt())).lower() != "quit":
            try:
                with contextlib.suppress(Left):
                    await self._obey(line)
            except (GameError, SaveError, LessonFault) as refusal:
                self._talk.say(refusal_words(refusal))

    def _prompt(self) -> str:
        going = None
        try:
            going = last_unfinished(library())
        except SaveError as refusal:
            self._talk.say(refusal_words(refusal))
        if not going:
            return "What now, as in: play shut-the-box; or help:"
        return f"What now: continue ({title_of(going)}: {progress_words(going)}), or help:"

    async def _obey(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        about, _, more = rest.strip().partition(" ")
        word = "practise" if word.lower() == "practice" else word.lower()
        if word == "continue":
            await self._session.resume(saves_command.to_resume())
        elif word == "saves":
            self._talk.say(*saves_command.listed())
        elif word == "resume":
            await self._session.resume(library().find(about))
        elif word == "remove":
            library().remove(about)
            self._talk.say(f"{about} is removed.")
        elif word in OPENED and not about:
            self._talk.say(f"Name the game, as in: {word} {next(iter(GAMES))}.")
        elif word in OPENED:
            await self._open(word, game_named(about), more.strip())
        else:
            self._talk.say(*(f"{each}: {says}" for each, says in WORDS.items()))

    async def _open(self, word: str, game: Game, more: str) -> None:
        """Do what one of `OPENED` says."""
        if word == "play":
            await self._session.play(game, None)
        elif word == "learn":
            await self._session.learn(game.key)
        elif word == "practise":
            await self._session.practise(game, number_in(more) if more else None)
        else:
            self._talk.say(*found_rules(game.key, more, ""))
