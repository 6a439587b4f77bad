"""A match as lines of text: what happened, the position in words, and a prompt."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import Final

from ai.agent import HUMAN, Choice
from ai.decision import AgentFailed
from ai.levels import agent_names, level_words
from ai.worker import Searcher
from boxtui.core import CHANCE, BadOption, Game, GameError
from boxtui.games import game_named
from boxtui.learn.asking import ask_through
from boxtui.learn.hints import Hints
from boxtui.learn.tutor import Tutor, tutor_words, warned_words
from boxtui.plain.line_io import Left, LineIO
from boxtui.plain.waiting import SAY_AFTER, unless_quit, waiting_words
from boxtui.plain.words import (
    LOOKED_UP,
    TUTOR_SETTING,
    TYPE_COMMAND,
    confirm,
    first_word,
    help_lines,
    last_words,
    listed_words,
    look_up,
    refusal_lines,
    seen_words,
    to_name_a_game,
    to_type_a_move,
)
from boxtui.play.handover import asked_for, left_words
from boxtui.play.match import Match, Seat
from boxtui.play.next_game import next_game, next_games
from boxtui.play.presenter import Request
from boxtui.play.recent import only_move_words
from boxtui.play.record import Record
from boxtui.play.results import no_resigning
from boxtui.play.runner import MatchRunner
from boxtui.play.setup import offers_tutor
from boxtui.play.viewer import Viewer
from boxtui.system.settings import Settings
from boxtui.views.games import words_of
from boxtui.wording import quoted
from saves.errors import SaveError, refusal_words
from saves.events import Move, SeatChange, TutorChange
from saves.header import TUTOR_MODES

WORDS: Final = {
    **LOOKED_UP,
    "hint": "where to look; again: what to play and why; again: the best moves; "
    "the decisions with hints are counted",
    "odds": "the best moves and what they are worth, at once; counts as a hint",
    "undo": "take back your last decision; dice and cards stay the same",
    "redo": "play again what you took back",
    "tutor": "what the tutor does; tutor off, tutor warns or tutor verdicts switches it",
    "log": "everything played so far; log 10 shows the last ten moves",
    "help": "this list",
    "quit": "leave; the game is saved",
}
"""What can be typed at a decision besides a move, and what it does."""

_REQUESTS: Final = {
    "hint": Request.HINT,
    "odds": Request.HINT,
    "undo": Request.UNDO,
    "redo": Request.REDO,
}
"""What the runner is asked for by some of these words."""

_RESIGNING: Final = "give up; you lose, whatever the score"

_LAST_SHOWN: Final = 6
"""How many of the last moves are shown when a game is resumed or the keyboard is passed on."""

_CURTAIN: Final = 40
"""The fewest empty lines that scroll one person's text out of the next person's sight."""

_MODES: Final = ", ".join(TUTOR_MODES)

_AFTERWARDS: Final = {
    "position": "the final position in words",
    "board": LOOKED_UP["board"],
    "log": "everything that was played",
    "review": "what the game turned on",
    "play GAME": "another game",
    "quit": "leave",
}


class PlainGame:
    """The match of one record as lines of text; `MatchRunner` plays it.

    `review` says what the match turned on. It raises GameError if it can't be reviewed, and
    SaveError if its save can't be read. `to_type` returns what to type to have a word of the menu
    done, such as `resume`. `menu_words` are those of the menu to which the person returns, if any.

    Attributes:
        plays_only_moves: whether a person's only move is played automatically.
    """

    def __init__(
        self,
        record: Record,
        searcher: Searcher,
        io: LineIO,
        settings: Settings,
        review: Callable[[], Awaitable[None]],
        to_type: Callable[[str, str], str],
        menu_words: Collection[str] = (),
    ) -> None:
        self.plays_only_moves = settings.plays_only_moves
        self._record = record
        self._searcher = searcher
        self._match = record.match
        self._viewer = Viewer(record.match)
        self._hints = Hints()
        self._io = io
        self._review = review
        self._to_type = to_type
        self._menu_words = menu_words
        self._tutor_points = points = settings.tutor_points
        tutor = Tutor(record.match, ask_through(searcher, record.match.game), lambda: points)
        self._runner = MatchRunner(record, searcher, self, tutor)
        self._warned_of = ""
        """The question about the move that the tutor has just warned of, or "" if there is none."""
        self._plies_shown = 0
        self._describes_all = True
        """Whether the next description has the whole position, not only what changes."""
        self._last_described = ""
        """The position described last, as text."""
        self._must_ask = asyncio.Event()
        """Set when a person must be asked for something."""
        self._is_over = False
        self._thinking: asyncio.TimerHandle | None = None

    async def run(self) -> Match | Game | None:
        """Play until the person leaves; return the match or the game to be played next, or None."""
        self._begin()
        playing = asyncio.create_task(self._runner.run())
        talking = asyncio.create_task(self._converse())
        wanted = asyncio.create_task(asked_for(self._record))
        tasks: set[asyncio.Task[Match | Game] | asyncio.Task[None]] = {playing, talking, wanted}
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            is_kept = await asyncio.to_thread(self._put_away)
        if wanted in done:
            self._io.say(left_words(self._record))
            return None
        try:
            return done.pop().result()
        except Left:
            if not is_kept:
                self._io.say("Nobody has decided anything yet, so the game isn't saved.")
            elif not self._is_over:
                saved = "The game is saved. To continue it:"
                without = "The last step isn't saved. To continue the game without it:"
                resume = self._to_type("resume", self._record.name)
                self._io.say(without if self.last_is_unsaved else saved, resume)
            return None

    @property
    def last_is_unsaved(self) -> bool:
        """Whether the disk refused the last step of the match (`MatchRunner`)."""
        return self._runner.last_is_unsaved

    def _put_away(self) -> bool:
        """Close the record; return whether its save is kept (`Record.remove_unplayed`)."""
        self._record.close()
        try:
            return not self._record.remove_unplayed()
        except SaveError:  # then it stays in the list of saves
            return True

    def _begin(self) -> None:
        """Say what is played; of a resumed game, only the last moves will be shown."""
        played = len(self._match.log)
        seats = ", ".join(map(self._seat_words, self._match.seats))
        self._io.say(f"{self._match.game.title}: {seats}. Type help for a list of commands.")
        self._io.remark(self._record.notice)
        self._plies_shown = max(played - _LAST_SHOWN, 0)
        if self._plies_shown:
            self._io.say(f"Moves played: {played}. The last of them:")

    def _seat_words(self, seat: Seat) -> str:
        """Return a player's name, and a computer's level."""
        level = level_words(self._match.game.key, seat.player)
        return f"{seat.name} ({level})" if level else seat.name

    # Output

    def _say_news(self) -> None:
        log = self._match.log
        if len(log) < self._plies_shown:
            self._io.say(f"Taken back. Moves played: {len(log)}.")
            self._describes_all = True
        new = {ply for ply in self._runner.automatic if ply >= self._plies_shown}
        self._io.say(*(f"{words}." for words in only_move_words(self._viewer, new)))
        self._io.say(*seen_words(self._viewer, log[self._plies_shown :]))
        self._plies_shown = len(log)
        if self._viewer.are_hands_open:
            self._io.say(*(words for _, words in words_of(self._match, self._viewer).ends()))

    async def _pass_keyboard(self) -> None:
        """Write a curtain of empty lines before another person's hand is described."""
        if self._viewer.drawn_words:
            await self._enter("Press Enter to cover what you drew.")
            self._viewer.cover()
        self._io.say(*[""] * max(_CURTAIN, self._io.rows()))
        await self._enter(f"Pass the keyboard to {self._viewer.awaited_name}, then press Enter.")
        self._viewer.lift()
        self._io.say("The last moves:", *last_words(self._viewer, str(_LAST_SHOWN)))
        self._describes_all = True

    async def _enter(self, prompt: str) -> None:
        """Ask until Enter alone is pressed. Raises `Left` if the person leaves."""
        while line := await self._io.ask_or_leave(prompt):
            self._io.say(*listed_words(line, {"quit": WORDS["quit"]}))

    def _describe(self) -> None:
        """Say what a player must know to decide; the whole position at first and after an undo."""
        words = words_of(self._match, self._viewer)
        if self._describes_all:
            self._io.say(*words.position_words())
        self._io.say(*words.now_words())
        self._describes_all = False
        self._last_described = self._match.state.text()

    # Input

    async def _converse(self) -> Match | Game:
        """Ask whenever the match waits for a person; return what is to be played next.

        Raises `Left` if the person leaves.
        """
        while True:
            await unless_quit(self._io, self._must_ask.wait())
            self._must_ask.clear()
            if self._is_over:
                if following := await self._after_the_end():
                    return following
            elif self._runner.waits_for_person():
                await self._ask_move()
            else:  # a computer's or chance's move couldn't be saved
                await self._enter("Press Enter to try again, or type quit to leave:")
                self._runner.ask(Request.GO_ON)

    async def _ask_move(self) -> None:
        if self.is_curtain_due:
            await self._pass_keyboard()
            if self._runner.automatic_move() is not None:
                self._runner.ask(Request.GO_ON)
                return
        if warned_of := self._warned_of:
            self._warned_of = ""
            if await confirm(warned_of, self._viewer, self._match.state.rule(), self._io):
                self._runner.ask(Request.ANYWAY)
                return
        if self._describes_all or self._match.state.text() != self._last_described:
            self._describe()
        words = words_of(self._match, self._viewer)
        if self._match.state.current_player() == CHANCE:
            prompt = f"{words.chance_prompt()}:"
        else:
            prompt = f"{self._match.seats[self._match.state.turn_seat()].name}, your move:"
        to_type = to_type_a_move(words)
        while not await self._obey(await self._io.ask(prompt, to_type)):
            pass

    async def _obey(self, line: str) -> bool:
        """Do what was typed; return whether the runner now has something to do."""
        word, rest = first_word(line)
        if word in WORDS:
            return await self._say_word(word, rest)
        leaving = "Type quit to leave; the game is saved"
        if words := no_resigning(self._match.game, line, leaving):
            self._io.say(words)
            return False
        try:
            move = self._match.state.read_move(line)
        except GameError as refusal:
            self._io.say(*refusal_lines(refusal))
            return False
        self._runner.ask(Move(move))
        return True

    async def _say_word(self, word: str, rest: str) -> bool:
        if word == "odds":
            self._hints.skip_to_best(self._match)
        if word in _REQUESTS:
            self._runner.ask(_REQUESTS[word])
            return True
        if word == "quit":
            raise Left
        if word == "tutor":
            return self._switch_tutor(rest.lower())
        if word == "log":
            self._io.say(*last_words(self._viewer, rest))
        elif word == "help":
            words = words_of(self._match, self._viewer)
            resign_word = words.resign_word()
            resigning = {resign_word: _RESIGNING} if resign_word else {}
            self._io.say(*help_lines({**resigning, **WORDS}, words))
        else:
            await look_up(word, rest, self._viewer, self._match.state.rule(), self._io)
        return False

    def _switch_tutor(self, mode: str) -> bool:
        """Switch the tutor, or say what it does; return whether the runner has something to do."""
        if not offers_tutor(self._match.game, self._match.seats):
            self._io.say(f"There is no tutor for {self._match.game.title}.")
        elif mode in TUTOR_MODES:
            self._runner.ask(TutorChange(mode))
            return True
        elif mode:
            self._io.say(
                f"{quoted(mode)} is not a mode of the tutor; type tutor and one of: {_MODES}."
            )
        else:
            self.tutor_switched()
        return False

    async def _after_the_end(self) -> Match | Game | None:
        """Ask what comes next; return what is played then, or None if this match goes on."""
        following = next_games(self._match)
        may_undo = self._runner.undo_ply() is not None
        undo = {"undo": "take back the last decision"} if may_undo else {}
        words = {**following, **undo, **_AFTERWARDS}
        while True:
            line = await self._io.ask_or_leave(f"{', '.join(words)}?", TYPE_COMMAND)
            word, rest = first_word(line)
            if word == "undo" and may_undo:
                self._is_over = False
                self._runner.ask(Request.UNDO)
                return None
            if word in following:
                return next_game(self._match, word)
            if word == "play" and not rest:
                self._io.say(to_name_a_game(word))
            elif word in ("play", "review"):
                try:
                    if word == "play":
                        return game_named(rest.replace(" ", "-"))
                    await self._review()
                except (GameError, SaveError) as refusal:
                    self._io.say(refusal_words(refusal))
            elif word in words:
                await self._say_word(word, rest)
            elif word in self._menu_words and word != "help":
                self._io.say(f"{word} is a word of the menu: type quit first.")
            else:
                self._io.say(*listed_words(line, words))

    # Called by the runner (`Presenter`)

    async def turn(self, *, by_person: bool) -> None:
        """Don't wait: lines of text cost little."""

    def changed(self) -> None:
        """Say what was played, and ask for a move if a person decides."""
        if not self._viewer.is_dealing:
            self._say_news()
        if self._runner.waits_for_person():
            self._must_ask.set()

    @property
    def is_curtain_due(self) -> bool:
        """Whether the keyboard must be passed on before the next person decides."""
        return self._viewer.is_curtain_due

    def informed(self, message: str) -> None:
        """Say a message."""
        self._io.say(message)

    def refused(self, refusal: Exception) -> None:
        """Say why something can't be done, and ask the person what to do next."""
        self._io.say(refusal_words(refusal))
        self._must_ask.set()

    def thinking(self, name: str) -> None:
        """Say who is thinking, if it takes a while."""
        if self._thinking:
            self._thinking.cancel()
            self._thinking = None
        if name:
            loop = asyncio.get_running_loop()
            self._thinking = loop.call_later(SAY_AFTER, self.still_thinking, name)

    def still_thinking(self, name: str) -> None:
        """Say that `name` is thinking, or waits for a search process."""
        with contextlib.suppress(OSError):  # the next line that must be written raises it
            self._io.say(waiting_words(name, self._searcher) or f"{name} is thinking.")

    def stopped(self) -> None:
        """Say nothing: no line stops the thinking."""

    def awaits_key(self) -> None:
        """Say nothing: `pause` is always 0."""

    def advised(self, choice: Choice, reasons: Sequence[str]) -> None:
        """Say a hint."""
        words = words_of(self._match, self._viewer)
        self._io.say(*self._hints.words(words, choice, reasons))
        self._io.remark(self._hints.typed_words(self._match, choice.move))

    def valued(self, choice: Choice) -> None:
        """Say nothing: both `hint` and `odds` ask for hints in sentences."""

    def warned(self, move: int, warning: str) -> None:
        """Say the tutor's warning; the next question is whether to play the move anyway."""
        self._hints.skip_where_to_look(self._match)  # the warning has named the better move
        self._io.say(warning)
        self._warned_of = words_of(self._match, self._viewer).anyway_words(move)

    def tutor_switched(self) -> None:
        """Say what the tutor does."""
        points, seats = self._tutor_points, len(self._match.seats)
        when = warned_words(self._match.game, seats, points, TUTOR_SETTING)
        self._io.say(tutor_words(self._match, when))

    def ended(self) -> None:
        """Say who won, and ask what comes next."""
        self._io.say(*words_of(self._match, self._viewer).end_sentences())
        self._is_over = True
        self._must_ask.set()

    async def failed(self, seat: int, failure: AgentFailed) -> SeatChange | None:
        """Say which agent failed and how, and ask who plays on in its seat."""
        self._io.say(f"{self._match.seats[seat].name} can't go on: {failure}")
        others = [*agent_names(self._match.game.key), HUMAN]
        explained = f"Press Enter to let it try again, or type one of: {', '.join(others)}."
        self._io.say(f"Who takes over this seat? {explained}")
        by_name = {"": "", **{who.lower(): who for who in others}}

        def read(answer: str) -> str:
            if answer.lower() not in by_name:
                raise BadOption(f"There is no player {quoted(answer)}; type one of those names.")
            return by_name[answer.lower()]

        chosen = await self._io.choose("Who:", read, explained)
        return SeatChange(seat, chosen) if chosen else None

    def pause(self) -> float:
        """Return 0: lines stay where they are, so nothing needs time to be seen."""
        return 0.0
