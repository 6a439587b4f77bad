"""Practice in plain mode: positions to solve, as lines of text."""

from typing import Final

from ai.worker import AgentFailed, Searcher
from boxtui.core import Game, GameError
from boxtui.learn.puzzles import ASKED, Puzzle, asking, compared_words, find_puzzle, number_after
from boxtui.plain.line_io import Left, LineIO
from boxtui.plain.words import LOOKED_UP, help_lines, look_up, position_words
from boxtui.play.viewer import Viewer
from boxtui.views.games import words_of

WORDS: Final = {
    "next": "the next position",
    **LOOKED_UP,
    "help": "this list",
    "quit": "leave",
}
"""What can be typed besides a move, and what it does."""


class PlainPractice:
    """Asks for the best move in one puzzle after another, and judges it."""

    def __init__(self, game: Game, number: int, own: str, searcher: Searcher, io: LineIO) -> None:
        self._game = game
        self._number = number
        self._own = own
        self._asked = asking(searcher, game)
        self._io = io

    async def run(self) -> None:
        """Ask for moves until the person leaves. Raises `Left` then."""
        while True:
            self._io.say(f"Looking for position {self._number:,}.")
            try:
                found = await find_puzzle(self._game, self._number, self._asked)
            except AgentFailed as failure:
                self._io.say(str(failure))
            else:
                found.name_person(self._own)
                await self._solve(found)
            self._number = number_after(self._number)
            if (
                await self._io.ask("Press Enter to go on, or type quit to leave:")
            ).lower() == "quit":
                raise Left

    async def _solve(self, found: Puzzle) -> None:
        self._io.say(f"{self._game.title}, position {self._number:,}.")
        self._io.say(*position_words(Viewer(found.match)), ASKED)
        while True:
            line = await self._io.ask("Your move:")
            word, _, rest = line.lower().partition(" ")
            if word == "next":
                return
            if word in WORDS:
                self._say_word(word, rest.strip(), found)
            elif await self._judge(line, found):
                return

    async def _judge(self, line: str, found: Puzzle) -> bool:
        """Say what a move was worth compared with the best one; return whether that worked."""
        try:
            verdict = await found.verdict(found.state.read_move(line))
        except (AgentFailed, GameError) as refusal:
            self._io.say(str(refusal))
            return False
        self._io.say(*compared_words(found, verdict), *verdict.why)
        return True

    def _say_word(self, word: str, rest: str, found: Puzzle) -> None:
        if word == "quit":
            raise Left
        if word == "help":
            self._io.say(*help_lines(WORDS, words_of(found.match), found.solutions()))
        else:
            look_up(word, rest, Viewer(found.match), found.state.rule(), self._io)
