"""The setup of a game, asked for line by line; Enter takes the default in brackets."""

import asyncio
import re
from collections.abc import Callable, Iterator
from difflib import get_close_matches
from functools import partial
from typing import Any, Final

from ai.agent import HUMAN
from ai.levels import agent_names, level_names, player_title
from boxtui.core import BadOption, Game, Option, OptionValue, is_number
from boxtui.learn.tutor import excepted_words, mode_words, warned_words
from boxtui.plain.line_io import ChosenT, LineIO
from boxtui.plain.words import TUTOR_SETTING
from boxtui.play import remembered
from boxtui.play.match import Match, Seat, hides_seed, new_seed
from boxtui.play.own_board import shown_game
from boxtui.play.setup import (
    AGENTS_EXPLAINED,
    LEVELS_EXPLAINED,
    by_hand_words,
    chosen_options,
    default_name,
    default_player,
    offers_tutor,
    strength_words,
    typed_choice,
)
from boxtui.system.disk import Disk
from boxtui.system.settings import Settings, name_fault
from boxtui.wording import quoted
from saves.header import TUTOR_MODES, TUTOR_OFF, TUTOR_VERDICTS, TUTOR_WARNS
from tutorials.pages import rules_page

ANSWERED: Final = (
    "Press Enter for the answer in brackets; help explains a question, back goes to the one "
    "before, quit leaves."
)
"""How the questions of a setup are answered."""

_LEVEL_WORDS: Final = ("level", "lvl", "lv")
"""What people write before a level's number, more or less."""


class _Back(Exception):
    """The person wants to go to the question before."""


class Setup:
    """One setup; `settings` are those of the person at this terminal.

    Begin it in a thread: it reads files.
    """

    def __init__(
        self, game: Game, settings: Settings, io: LineIO, disk: Disk, tutor: str | None = None
    ) -> None:
        self._game = game
        self._shown = shown_game(game)
        self._settings = settings
        self._io = io
        self._disk = disk
        self._agents = {name.casefold(): name for name in agent_names(game.key)}
        last, self._complaint = remembered.setup_of(game)
        self._last = last
        self._given_tutor = tutor
        self._has_told_players = False
        self._answers: list[Any] = []
        self._begin()

    def _begin(self) -> None:
        """Begin with the answers of the last game; keep those before the last one given here."""
        self._kept, self._answers = self._answers[:-1], []
        self._count = len(self._last.players)
        self._seats: list[Seat] = []
        self._options = dict(self._last.options)
        self._tutor = self._given_tutor or self._last.tutor
        self._by_hand = False
        self._doubted = ""
        """The answer for this seat that was taken for a mistyped player: a name if typed again."""

    async def make_match(self, seed: int | None) -> Match:
        """Ask for the setup and return its match.

        Raises `Left` if the person leaves, and `GameError` if the match can't be made.
        """
        self._io.say(f"{self._game.title}: a new game.")
        self._io.remark(self._complaint)
        self._io.say(ANSWERED)
        while True:
            try:
                await self._ask_all()
                break
            except _Back:
                self._begin()
        played = new_seed() if seed is None else seed
        self._say_seed(played, is_given=seed is not None)
        set_up = partial(
            remembered.set_up,
            self._game,
            self._options,
            self._seats,
            played,
            by_hand=self._by_hand,
            tutor=self._tutor,
            own_name=self._settings.name,
        )
        return await self._disk.run(set_up)

    async def _ask_all(self) -> None:
        """Ask for everything. Raises `_Back`."""
        await self._ask_seats()
        await self._ask_options()
        while refusal := self._refused():
            if not self._kept:
                self._io.say(refusal)
            await self._ask_options()
        if self._game.has_dice:
            prompt = f"The {self._game.dealt}: the computer's (rolled) or yours (hand)? [rolled]:"
            by_hand = by_hand_words(self._game)
            explained = f"{by_hand} Type hand for that, or rolled to leave it to the computer."
            self._by_hand = await self._choose(prompt, _is_by_hand, explained)
        if self._given_tutor is None and offers_tutor(self._game, self._seats):
            prompt = f"The tutor: {', '.join(TUTOR_MODES)} [{self._tutor}]:"
            self._tutor = await self._choose(prompt, self._tutor_typed, self._tutor_explained())

    async def _choose(self, prompt: str, read: Callable[[str], ChosenT], explained: str) -> ChosenT:
        """Return what `read` returns for an answer, or the answer that is kept after `back`.

        Raises `_Back` if the answer is back.
        """

        def read_or_go_back(answer: str) -> ChosenT:
            if answer.lower() != "back":
                return read(answer)
            if not self._answers:
                raise BadOption("This is the first question.")
            raise _Back

        kept = self._kept
        chosen = kept.pop(0) if kept else await self._io.choose(prompt, read_or_go_back, explained)
        self._answers.append(chosen)
        return chosen

    def _say_seed(self, seed: int, *, is_given: bool) -> None:
        """Say the seed now, or say that it is shown at the end."""
        sentence = f"The seed is {seed}."
        if hides_seed(self._game, self._seats):
            given = "the one given; it is " if is_given else ""
            sentence = f"The seed is {given}shown at the end of the game."
        self._io.say(sentence)

    async def _ask_seats(self) -> None:
        offered = self._game.seats
        if len(offered) > 1:
            few, many = offered[0], offered[-1]
            prompt = f"Number of players, {few} to {many} [{self._count}]:"
            explained = (
                "How many play, people and computers together: type a whole number from "
                f"{few} to {many}, or press Enter for {self._count}."
            )
            self._count = await self._choose(prompt, self._count_typed, explained)
        if not self._has_told_players:
            self._io.say(*self._players())
            self._has_told_players = True
        explained = self._players_explained()
        for at in range(self._count):
            self._doubted = ""
            prompt = f"Who plays in seat {at + 1}? [{self._default_words(at)}]:"
            seat = await self._choose(prompt, partial(self._seat_typed, at), explained)
            self._seats.append(seat)

    def _players(self) -> Iterator[str]:
        """Yield the levels with their descriptions, and the names of the other agents."""
        yield "For each seat, type a person's name or one of these players:"
        others = []
        for who in self._agents.values():
            words = player_title(self._game.key, who)
            if words == who:
                others.append(who)
            else:
                yield f"{who}: {words.partition(': ')[2]}"
        yield f"Other agents: {', '.join(others)}."

    def _players_explained(self) -> str:
        """Return who can play in a seat, and how strong levels are if that has been measured."""
        names = level_names(self._game.key)
        offered = (
            f"Type a person's name, a level ({names[0]} to {names[-1]}, or its number alone) or "
            "another agent."
        )
        measured = (strength_words(self._game.key, who, self._count) for who in names)
        explained = [offered, LEVELS_EXPLAINED, AGENTS_EXPLAINED]
        return " ".join([*explained, *filter(None, measured)])

    def _default_seat(self, at: int) -> Seat:
        """Return who plays in a seat after Enter: the player of last time, with the name typed."""
        players, colors = self._last.ever_seated, self._shown.colors(self._count)
        who = players[at] if at < len(players) else default_player(at)
        return Seat(self._last.default_name(at, who, self._settings.name, colors), who)

    def _default_words(self, at: int) -> str:
        """Return a person's name, or a computer with the name that was typed for it, if any."""
        seat = self._default_seat(at)
        if seat.player == HUMAN:
            return seat.name
        is_named = seat.name != self._usual_name(at, seat.player)
        return f"{seat.player}, called {seat.name}" if is_named else seat.player

    def _usual_name(self, at: int, who: str) -> str:
        return default_name(at, who, self._settings.name, self._shown.colors(self._count))

    def _count_typed(self, text: str) -> int:
        if not text:
            return self._count
        if not is_number(text, 9) or int(text) not in self._game.seats:
            few, many = self._game.seats[0], self._game.seats[-1]
            raise BadOption(
                f"{self._game.title} takes {few} to {many} players, not {quoted(text)}."
            )
        return int(text)

    def _seat_typed(self, at: int, text: str) -> Seat:
        """Return the player of a seat that an answer stands for. Raises BadOption.

        A level may be given by its number alone, which is never taken for a person's name. Text
        that resembles a level or another agent is taken for a name only if it is typed twice. A
        player that is typed has the usual name.
        """
        if not text:
            return self._default_seat(at)
        who = text.casefold()
        who = f"level{who}" if is_number(who, 9) else who.replace("level ", "level")
        if who in self._agents or who == HUMAN:
            return Seat(self._usual_name(at, who), self._agents.get(who, HUMAN))
        if re.match("level[0-9]", who):
            listed = ", ".join(self._agents.values())
            raise BadOption(f"There is no player {quoted(text)}; the players are: {listed}.")
        if fault := name_fault(text):
            raise BadOption(fault)
        meant = self._mistyped(who)
        if meant and text != self._doubted:
            self._doubted = text
            raise BadOption(
                f"There is no player {quoted(text)}. For a computer, type {meant}; for a person "
                f"with that name, type {text} again."
            )
        return Seat(text, HUMAN)

    def _mistyped(self, who: str) -> str:
        """Return the player that `who`, which names none, resembles, in words; "" for none."""
        names = level_names(self._game.key)
        word = who.replace(" ", "").rstrip("0123456789")
        number = who.replace(" ", "").removeprefix(word)
        resembled = get_close_matches(word, _LEVEL_WORDS, cutoff=0.7) if number else []
        if who.startswith("level") or resembled:
            meant = f"level{number}"
            return meant if meant in names else f"{names[0]} to {names[-1]}"
        others = [name for name in self._agents if name not in names]
        close = get_close_matches(who, others, n=1, cutoff=0.8)
        return self._agents[close[0]] if close else ""

    async def _ask_options(self) -> None:
        """Ask for each option that has an effect, given those chosen before it."""
        done: set[str] = set()
        while option := self._next_option(done):
            done.add(option.key)
            default = option.words(self._options[option.key])
            prompt = f"{option.title}: {option.offered()} [{default}]:"
            number = option.rule_with(self._options)
            rules = await asyncio.to_thread(rules_page, self._game.key)
            read = partial(self._choice_typed, option)
            chosen = await self._choose(prompt, read, rules.rule(number).numbered_text())
            self._options[option.key] = chosen

    def _refused(self) -> str:
        """Return why the options don't go together, or ""."""
        try:
            self._shown.start(chosen_options(self._game, self._options, self._count), self._count)
        except BadOption as refusal:
            return str(refusal)
        return ""

    def _next_option(self, done: set[str]) -> Option | None:
        relevant = self._game.relevant_options(self._options, self._count)
        return next((option for option in relevant if option.key not in done), None)

    def _choice_typed(self, option: Option, text: str) -> OptionValue:
        return typed_choice(option, text) if text else self._options[option.key]

    def _tutor_explained(self) -> str:
        when = warned_words(self._game, self._count, self._settings.tutor_points, TUTOR_SETTING)
        return (
            f"{TUTOR_WARNS}: {mode_words(TUTOR_WARNS, when)}; "
            f"{TUTOR_VERDICTS}: {mode_words(TUTOR_VERDICTS)}; {TUTOR_OFF}: neither. "
            f"{excepted_words(self._game)}"
        ).rstrip()

    def _tutor_typed(self, text: str) -> str:
        mode = text.lower() or self._tutor
        if mode not in TUTOR_MODES:
            modes = ", ".join(TUTOR_MODES)
            raise BadOption(f"{quoted(text)} is not an answer here; type one of: {modes}.")
        return mode


def _is_by_hand(text: str) -> bool:
    """Return whether an answer stands for dice by hand. Raises BadOption."""
    if text.lower() not in ("", "rolled", "hand"):
        raise BadOption(f"{quoted(text)} is not an answer here; type rolled or hand.")
    return text.lower() == "hand"
