"""Practice: positions to solve, drawn without end from real play.

It knows no screen and searches nothing itself: what agents think, whoever is `Asked` finds out.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from random import Random, SystemRandom
from typing import Final

from ai.agent import Choice
from ai.levels import DRILLS, Drill
from ai.worker import Question, Searcher
from boxtui.core import CHANCE, OVER, BadOption, Game, State
from boxtui.match import HUMAN, SEED_LIMIT, Match, Seat
from boxtui.openings import open_at_random
from boxtui.watch import named
from boxtui.words import words_of

NUMBERS: Final = range(1, 1_000_000_000)
"""The problems of each game; nine digits can be told to a friend."""

FEWEST_MOVES: Final = 3
"""With fewer to choose from a guess is too often right."""

ASKED: Final = "One move is the best here. Which?"

GLANCE: Final = 0.5
"""The part of a drill's margin that its scout must see, for the adviser to be asked."""

MOST_GAMES: Final = 1000
"""Played for one problem before giving up: far more than any takes."""

Asked = Callable[[State, str, str], Awaitable[Choice]]
"""Has a player, as ``level5``, choose in a position: (position, player, where its luck comes from).

It raises `AgentFailed` where that fails.
"""


@dataclass(frozen=True)
class Verdict:
    """What a chosen move is worth beside the best one: values in 0..1, the chooser's.

    `value` is None for a move that the adviser never looked at. `why` are sentences, none where
    nothing can be said but the values.
    """

    move: int
    best: int
    value: float | None
    best_value: float
    why: tuple[str, ...]

    @property
    def is_best(self) -> bool:
        """Whether the problem is solved."""
        return self.move == self.best

    @property
    def worse(self) -> float | None:
        """By how much the best move's value is higher; None where that isn't known."""
        return None if self.value is None else self.best_value - self.value


@dataclass(frozen=True)
class Problem:
    """A position in which one move is clearly best, asked of the person in the seat that decides.

    `match` has been played up to it, by agents. `values` are by move the worth, 0..1, to whoever
    decides, of the moves that the adviser looked at: exact where the adviser is.
    """

    number: int
    match: Match
    best: int
    values: Mapping[int, float]

    @property
    def state(self) -> State:
        """The position that asks for a move."""
        return self.match.state

    def name_person(self, name: str) -> None:
        """Call the person so who is asked."""
        self.match.seats[self.state.player()] = Seat(name, HUMAN)

    def verdict(self, move: int) -> Verdict:
        """What choosing `move` amounts to; `IllegalMove` where the rules forbid it."""
        if move not in self.state.legal_moves():
            self.state.play(move)
        reasons = DRILLS[self.match.game.key].reasons(self.state, move, self.best)
        why = [self.match.named(reason) for reason in reasons]
        value, best_value = self.values.get(move), self.values[self.best]
        return Verdict(move, self.best, value, best_value, tuple(why))


def compared_words(problem: Problem, verdict: Verdict) -> list[str]:
    """What a move was worth beside the best one."""
    words, text = words_of(problem.match), problem.state.move_text
    best = f"{text(verdict.best)}: {words.worth_words(verdict.best_value)}"
    if verdict.is_best:
        return [f"Right. {best}."]
    if verdict.value is None or verdict.worse is None:
        return [f"{text(verdict.move)} wasn't even looked at. Best is {best}."]
    chosen = f"{text(verdict.move)}: {words.worth_words(verdict.value)}."
    gap = round(verdict.best_value, 3) - round(verdict.value, 3)  # of the figures that are read
    return [chosen, f"{best}, {words.gap_words(gap)} better."]


def drawn_number() -> int:
    """Where practice begins if nobody says: a number short enough to be told."""
    return SystemRandom().randint(1, 9999)


def number_in(text: str) -> int:
    """The number of a problem that was typed, as `17` or `1,234`; `BadOption` where it is none."""
    typed = text.strip().replace(",", "")
    if typed.isascii() and typed.isdigit() and len(typed) < 12 and int(typed) in NUMBERS:
        return int(typed)
    raise BadOption(f"{text!r} is no number from {NUMBERS[0]} to {NUMBERS[-1]:,}.")


def number_after(number: int) -> int:
    """The next number; after the last the first."""
    return number + 1 if number + 1 in NUMBERS else NUMBERS[0]


def asking(searcher: Searcher, game: Game) -> Asked:
    """Has the search process choose in positions of that game."""

    async def asked(state: State, player: str, luck: str) -> Choice:
        question = Question(game.key, player, state.text(), luck, game.board)
        return await searcher.choose(question)

    return asked


async def problem(game: Game, number: int, asked: Asked) -> Problem:
    """The problem with that number: the same wherever the rules and the agents are the same.

    The number draws who plays, how the dice fall, how each game opens (`open_at_random`) and where
    in it the looking begins; the first decision from there on with `FEWEST_MOVES` or more and one
    of them clearly best (see `Drill`) is the problem, in this game or in the next. It also draws,
    evenly, whether the move that comes to mind first must be right or must be wrong there: always
    playing that solves half of the problems, and so does never playing it.

    `BadOption` where there is no such number or no practice; `AgentFailed` from whom is `asked`.
    """
    drill = _drill(game)
    if number not in NUMBERS:
        raise BadOption(
            f"There is no problem {number}: the numbers are {NUMBERS[0]} to {NUMBERS[-1]:,}."
        )
    rng = Random(f"practice:{game.key}:{number}")
    drawing = _Drawing(number, drill, asked, rng.random() < 0.5)
    for _ in range(MOST_GAMES):
        found = await drawing.from_game(_match(game, drill, rng), _drawn(drill.skipped, rng))
        if found:
            return found
    raise BadOption(f"In {MOST_GAMES} games of {game.title} no position makes problem {number}.")


def _drill(game: Game) -> Drill:
    if game.key not in DRILLS:
        raise BadOption(f"There is no practice for {game.title}.")
    return DRILLS[game.key]


def _drawn(numbers: range, rng: Random) -> int:
    """By `random` alone, which is the same in every Python."""
    return numbers[int(rng.random() * len(numbers))]


def _match(game: Game, drill: Drill, rng: Random) -> Match:
    """A match of the usual options between players that were drawn."""
    who = [drill.players[_drawn(range(len(drill.players)), rng)] for _ in range(drill.seats)]
    return Match(game, {}, named(who), int(rng.random() * SEED_LIMIT))


def _seat_the_person(match: Match) -> None:
    """The person takes the seat that decides now; the others are the computer's."""
    match.seats = [Seat("Computer", seat.player) for seat in match.seats]
    match.seats[match.state.player()] = Seat("You", HUMAN)


@dataclass(frozen=True)
class _Drawing:
    """One number's search for its problem; whether the hasty move must be best is drawn."""

    number: int
    drill: Drill
    asked: Asked
    hasty_is_best: bool

    async def from_game(self, match: Match, skipped: int) -> Problem | None:
        """Play a game until it comes to a problem, after that many decisions; None if it ends."""
        open_at_random(match)
        decisions = 0
        while match.state.player() != OVER:
            if match.state.player() == CHANCE:
                match.play(match.dealt())
                continue
            if decisions >= skipped and (found := await self._problem_at(match)):
                return found
            player = match.seats[match.state.player()].player
            match.play((await self._choice(match, player)).move)
            decisions += 1
        return None

    async def _choice(self, match: Match, player: str) -> Choice:
        world = match.known_to(match.state.player())
        return await self.asked(world, player, match.agent_seed())

    async def _problem_at(self, match: Match) -> Problem | None:
        """The problem that the position is, if it is one; the person then has the seat."""
        if len(match.state.legal_moves()) < FEWEST_MOVES:
            return None
        if self.drill.scout:
            glance = await self._choice(match, self.drill.scout)
            if not _is_clear(glance, GLANCE * self.drill.margin):
                return None
        choice = await self._choice(match, self.drill.adviser)
        if not _is_clear(choice, self.drill.margin):
            return None
        hasty = await self._choice(match, self.drill.hasty)
        if (hasty.move == choice.move) != self.hasty_is_best:
            return None
        _seat_the_person(match)
        values = {looked_at.move: looked_at.value for looked_at in choice.considered}
        return Problem(self.number, match, choice.move, values)


def _is_clear(choice: Choice, margin: float) -> bool:
    """Whether the choice's value is so much above every other move's."""
    values = {looked_at.move: looked_at.value for looked_at in choice.considered}
    best = values.pop(choice.move, None)
    if best is None or not values:
        return False
    return best >= max(values.values()) + margin
