"""Practice: an endless supply of puzzles, drawn from real play.

It knows no screen and searches nothing itself: an `Asked` finds out what agents think.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from random import Random, SystemRandom
from typing import Final, Protocol

from ai.agent import Choice
from ai.levels import ROSTERS
from ai.roster import PuzzleSpec
from ai.worker import Question, Searcher
from boxtui.core import CHANCE, OVER, BadOption, Game, State
from boxtui.play.match import HUMAN, SEED_LIMIT, Match, Seat
from boxtui.play.openings import open_at_random
from boxtui.play.watch import named
from boxtui.views.games import words_of

NUMBERS: Final = range(1, 1_000_000_000)
"""The numbers of each game's puzzles; nine digits can be told to a friend."""

FEWEST_MOVES: Final = 3
"""With fewer moves to choose from, a guess is too often right."""

MOST_MOVES: Final = 200
"""More moves can't all be compared. Kimbo has 2,000 before the roll; in 9 of 10 such positions a
move that the search had left out was as good as its best one, or better."""

ASKED: Final = "Which move is best here?"

GLANCE: Final = 0.5
"""The fraction of a puzzle's margin that its adviser must see for the longer searches to be run."""

FAR: Final = 3.0
"""A move this many margins behind the best in one search is left out of the longer ones."""

MOST_GAMES: Final = 1000
"""The number of games played for one puzzle before giving up; far more than any takes."""


class Asked(Protocol):
    """Has a player, such as ``level5``, choose in a position, or evaluate a given move there.

    Raises AgentFailed if the player fails.
    """

    async def __call__(
        self, state: State, player: str, seed: str, move: int | None = None
    ) -> Choice:
        """Return the answer; `seed` seeds the player's random numbers."""
        ...


Figures = tuple[float, ...]
"""A move's value, 0..1, by each search that is as long as the last of its puzzle."""


@dataclass(frozen=True)
class Verdict:
    """The value of a chosen move next to the best one, both in 0..1 and for the chooser.

    Attributes:
        is_right: True unless every search finds the best move better by the puzzle's margin.
        why: sentences; empty if there is nothing to say but the values.
    """

    move: int
    best: int
    value: float
    best_value: float
    is_right: bool
    why: tuple[str, ...]

    @property
    def worse(self) -> float:
        """By how much the best move's value is higher."""
        return self.best_value - self.value


@dataclass(frozen=True)
class Puzzle:
    """A position in which one move is clearly best, for the person in the seat that decides.

    `match` has been played up to it by agents. `figures` has the best move and those that come near
    it; `judge` finds the figures of the others.
    """

    number: int
    match: Match
    best: int
    figures: Mapping[int, Figures]
    judge: "Judge"

    @property
    def state(self) -> State:
        """The position that asks for a move."""
        return self.match.state

    def name_person(self, name: str) -> None:
        """Give the person asked this name."""
        self.match.seats[self.state.current_player()] = Seat(name, HUMAN)

    def solutions(self) -> list[int]:
        """Return the best move and those that do the same."""
        moves = self.state.legal_moves()
        return [move for move in moves if self.judge.representative(move) == self.best]

    async def verdict(self, move: int) -> Verdict:
        """Return how good choosing the legal `move` is. Raises AgentFailed if a search fails."""
        judge, known = self.judge, self.figures
        same = judge.representative(move)
        figures = known[same] if same in known else await judge.figures(same)
        is_right = same == self.best or not judge.is_behind(figures, known[self.best])
        best = move if same == self.best else self.best
        reasons = judge.spec.reasons(self.state, move, move if is_right else best)
        why = tuple(self.match.named(reason) for reason in reasons)
        return Verdict(move, best, _mean(figures), _mean(known[self.best]), is_right, why)


@dataclass(frozen=True)
class Judge:
    """Evaluates the moves of one position; `determinization` is all that the player may know of it.

    Moves that do the same share one value, that of their representative.
    """

    spec: PuzzleSpec
    determinization: State
    seed: str
    asked: Asked

    def representative(self, move: int) -> int:
        """Return the move that stands for all moves that do the same as `move`."""
        return self.spec.representative(self.determinization, move)

    async def value(self, at: int, move: int) -> float:
        """Return one search's value of a move; each search has its own random numbers."""
        seed = f"{self.seed}:{at}"
        choice = await self.asked(self.determinization, self._searches()[at], seed, move)
        return choice.considered[0].value

    async def figures(self, move: int) -> Figures:
        """Return the values of a move by the longest searches."""
        searches = self._searches()
        longest = [at for at, search in enumerate(searches) if search == searches[-1]]
        return tuple([await self.value(at, move) for at in longest])

    def is_behind(self, figures: Figures, best: Figures) -> bool:
        """Whether all the searches find a move worse than the best by the puzzle's margin."""
        leads = [high - low for high, low in zip(best, figures, strict=True)]
        return min(leads) >= self.spec.margin

    async def compared(self, best: int, others: Iterable[int]) -> dict[int, Figures]:
        """Return the figures of `best` and its rivals; empty unless `best` wins in every search.

        It must win by the puzzle's margin. Those of the `others` that a weaker search found `FAR`
        worse are left out.
        """
        searches, rivals = self._searches(), list(others)
        found: dict[int, Figures] = {best: (), **dict.fromkeys(rivals, ())}
        for at, search in enumerate(searches):
            values = {best: await self.value(at, best)}
            for move in rivals:
                values[move] = await self.value(at, move)
                if not self.is_behind((values[move],), (values[best],)):
                    return {}
            if search == searches[-1]:
                found = {move: (*found[move], values[move]) for move in values}
            else:
                rivals.sort(key=lambda move: -values[move])
                near = values[best] - FAR * self.spec.margin
                rivals = [move for move in rivals if values[move] > near] or rivals[:1]
        return found

    def _searches(self) -> tuple[str, ...]:
        return self.spec.searches or (self.spec.adviser,)


def _mean(figures: Figures) -> float:
    return sum(figures) / len(figures)


def compared_words(puzzle: Puzzle, verdict: Verdict) -> list[str]:
    """Return what a move was worth next to the best one, in words."""
    words, text = words_of(puzzle.match), puzzle.state.move_text
    best = f"{text(verdict.best)}: {words.worth_words(verdict.best_value)}"
    if verdict.move == verdict.best:
        return [f"Right. {best}."]
    chosen = f"{text(verdict.move)}: {words.worth_words(verdict.value)}."
    if verdict.is_right:
        return [f"Right, one of the best. {chosen}", f"{best}: too close to call."]
    return [chosen, f"{best}, {words.gap_words(verdict.worse)} better."]


def drawn_number() -> int:
    """Return a random puzzle number to begin with, short enough to be passed on."""
    return SystemRandom().randint(1, 9999)


def number_in(text: str) -> int:
    """Return the number of a puzzle that was typed, as `17` or `1,234`.

    Raises BadOption if it isn't one.
    """
    typed = text.strip().replace(",", "")
    if typed.isascii() and typed.isdigit() and len(typed) < 12 and int(typed) in NUMBERS:
        return int(typed)
    raise BadOption(f"{text!r} is not a number from {NUMBERS[0]} to {NUMBERS[-1]:,}.")


def number_after(number: int) -> int:
    """Return the next number; after the last, the first."""
    return number + 1 if number + 1 in NUMBERS else NUMBERS[0]


def asking(searcher: Searcher, game: Game) -> Asked:
    """Return an `Asked` that uses the search process, for positions of that game."""

    async def asked(state: State, player: str, seed: str, move: int | None = None) -> Choice:
        question = Question(game.key, player, state.text(), seed, game.board, move)
        return await searcher.choose(question)

    return asked


async def find_puzzle(game: Game, number: int, asked: Asked) -> Puzzle:
    """Return the puzzle with that number, the same wherever rules and agents are the same.

    The number seeds who plays, the dice, the opening of each game (`open_at_random`), and where in
    it the search for a puzzle starts. The puzzle is the first decision from there on, in this game
    or a later one, that has at least `FEWEST_MOVES` moves, one of them clearly best (see
    `PuzzleSpec`). The number also determines, evenly, whether the naive player's move must be right
    or wrong. So always playing that move solves half of all puzzles, and so does never playing it.

    Raises BadOption if there is no such number or no practice, AgentFailed if an agent fails.
    """
    spec = _spec(game)
    if number not in NUMBERS:
        raise BadOption(
            f"There is no position {number}; choose a number from {NUMBERS[0]} to {NUMBERS[-1]:,}."
        )
    rng = Random(f"practice:{game.key}:{number}")
    drawing = _Drawing(number, spec, asked, rng.random() < 0.5)
    for _ in range(MOST_GAMES):
        found = await drawing.from_game(_match(game, spec, rng), _drawn(spec.skipped, rng))
        if found:
            return found
    raise BadOption(f"No position {number} was found in {MOST_GAMES} games of {game.title}.")


def _spec(game: Game) -> PuzzleSpec:
    if game.key not in ROSTERS:
        raise BadOption(f"There is no practice for {game.title}.")
    return ROSTERS[game.key].puzzles


def _drawn(numbers: range, rng: Random) -> int:
    """Draw a number with `random` alone, which is the same in every Python."""
    return numbers[int(rng.random() * len(numbers))]


def _match(game: Game, spec: PuzzleSpec, rng: Random) -> Match:
    """Return a match with default options between players that are drawn."""
    who = [spec.players[_drawn(range(len(spec.players)), rng)] for _ in range(spec.seats)]
    return Match(game, {}, named(who), int(rng.random() * SEED_LIMIT))


def _seat_the_person(match: Match) -> None:
    """Put the person in the seat that decides now; the others are the computer's."""
    match.seats = [Seat("Computer", seat.player) for seat in match.seats]
    match.seats[match.state.current_player()] = Seat("You", HUMAN)


@dataclass(frozen=True)
class _Drawing:
    """The search for one number's puzzle; `naive_is_best` is drawn from the number."""

    number: int
    spec: PuzzleSpec
    asked: Asked
    naive_is_best: bool

    async def from_game(self, match: Match, skipped: int) -> Puzzle | None:
        """Play a game until it comes to a puzzle; return None if it ends first.

        The first `skipped` decisions can't be puzzles.
        """
        open_at_random(match)
        decisions = 0
        while match.state.current_player() != OVER:
            if match.state.current_player() == CHANCE:
                match.play(match.dealt())
                continue
            if decisions >= skipped and (found := await self._puzzle_at(match)):
                return found
            player = match.seats[match.state.current_player()].player
            match.play((await self._choice(match, player)).move)
            decisions += 1
        return None

    async def _choice(self, match: Match, player: str) -> Choice:
        determinization = match.determinized_for(match.state.current_player())
        return await self.asked(determinization, player, match.agent_seed())

    async def _puzzle_at(self, match: Match) -> Puzzle | None:
        """Return the position's puzzle, if it is one, and put the person in the seat."""
        determinization, spec = match.determinized_for(match.state.current_player()), self.spec
        judge = Judge(spec, determinization, match.agent_seed(), self.asked)
        moves = list(dict.fromkeys(map(judge.representative, determinization.legal_moves())))
        if not FEWEST_MOVES <= len(moves) <= MOST_MOVES:
            return None
        choice = await self._choice(match, spec.adviser)
        best, values = judge.representative(choice.move), _values(choice, judge)
        margin = GLANCE * spec.margin if spec.searches else spec.margin
        if not _is_clear(best, values, margin):
            return None
        naive = judge.representative((await self._choice(match, spec.naive_player)).move)
        if (naive == best) != self.naive_is_best:
            return None
        figures: dict[int, Figures] = {move: (value,) for move, value in values.items()}
        if spec.searches:
            moves.sort(key=lambda move: -values.get(move, 0.0))
            figures = await judge.compared(best, [move for move in moves if move != best])
        if not figures:
            return None
        _seat_the_person(match)
        return Puzzle(self.number, match, best, figures, judge)


def _values(choice: Choice, judge: Judge) -> dict[int, float]:
    """Return the adviser's values of the moves that it considered, highest first."""
    values: dict[int, float] = {}
    for seen in choice.considered:
        move = judge.representative(seen.move)
        values[move] = max(seen.value, values.get(move, 0.0))
    return dict(sorted(values.items(), key=lambda item: -item[1]))


def _is_clear(best: int, values: Mapping[int, float], margin: float) -> bool:
    """Whether the best move's value is at least this margin above every other's."""
    others = [value for move, value in values.items() if move != best]
    return best in values and bool(others) and values[best] >= max(others) + margin
