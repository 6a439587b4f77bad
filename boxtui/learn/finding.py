"""How numbered puzzles are found: in games between agents, the same for everybody."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from math import ceil
from random import Random
from statistics import fmean
from typing import Final

from ai.agent import HUMAN, Choice
from ai.levels import ROSTERS, level_names, level_of
from ai.roster import PuzzleSpec
from boxtui.core import CHANCE, BadOption, Game, Refused
from boxtui.learn.asking import AskAgent
from boxtui.learn.puzzles import NUMBERS, SUBSTITUTE, Figures, MoveComparer, Puzzle
from boxtui.play.agents import seats_for
from boxtui.play.match import SEED_LIMIT, Match, Seat
from boxtui.play.openings import drawn, open_at_random
from boxtui.play.setup import default_name

FEWEST_MOVES: Final = 3
"""With fewer moves to choose from, a guess is too often right."""

MOST_MOVES: Final = 200
"""More moves can't all be compared. Kimbo has 2,000 before the roll."""

SAMPLE: Final = 40
"""How many of more than `MOST_MOVES` moves are compared with the best one, besides those that the
adviser considered and the first, which in Kimbo moves no fence.

A move that wasn't compared but is as good counts as right once it is chosen.
"""

GLANCE: Final = 0.5
"""The fraction of a puzzle's margin that its adviser must see for the longer searches to be run."""

MOST_GAMES: Final = 20_000
"""The number of games played for one puzzle before giving up; far more than any takes."""

FEW_MOVES: Final = 25
"""Up to this many moves, it is quicker to find the theme of each than to ask an agent."""

WEAKER_LEVELS: Final = 4
"""The number of levels that try to solve a puzzle, to measure its difficulty: all but the best."""

TRIES: Final = 4
"""How often each of them tries."""

DIFFICULTIES: Final = range(1, 6)


def wanted_themes(game: Game, number: int) -> list[str]:
    """Return the themes in the order in which a number asks for them.

    In each block of as many numbers as there are themes, every number asks first for a different
    one.
    """
    themes = ROSTERS[game.key].puzzles.themes
    if not themes:
        return []
    block, at = divmod(number - NUMBERS[0], len(themes))
    rng = Random(f"themes:{game.key}:{block}")
    ordered = sorted(themes, key=lambda theme: rng.random())
    return ordered[at:] + ordered[:at]


async def find_puzzle(game: Game, number: int, ask: AskAgent) -> Puzzle:
    """Return the puzzle with that number, the same wherever rules and agents are the same.

    The number seeds how many play and who, the dice, the opening of each game (`open_at_random`),
    and where in it the search for a puzzle starts. The puzzle is the first decision from there on,
    in this game or a later one, that has at least `FEWEST_MOVES` moves besides resigning, one of
    them clearly best (see `PuzzleSpec`), another a mistake, and the theme that the number asks for
    first; after every `PuzzleSpec.decisions_per_theme` decisions, one more theme is accepted. The
    number also determines, with equal chances, whether the naive player's move must be right or
    wrong. So always playing that move solves half of all puzzles, and so does never playing it.

    Raises BadOption if there is no such number, Refused if none was found, and AgentFailed if an
    agent fails.
    """
    spec = ROSTERS[game.key].puzzles
    if number not in NUMBERS:
        raise BadOption(
            f"There is no position {number}; choose a number from {NUMBERS[0]} to {NUMBERS[-1]:,}."
        )
    rng = Random(f"practice:{game.key}:{number}")
    drawing = _Drawing(number, spec, ask, rng.random() < 0.5, wanted_themes(game, number))
    for _ in range(MOST_GAMES):
        found = await drawing.from_game(_match(game, spec, rng), drawn(spec.skipped, rng))
        if found:
            return replace(found, difficulty=await difficulty(found))
    raise Refused(f"No position {number} was found in {MOST_GAMES} games of {game.title}.")


async def difficulty(puzzle: Puzzle) -> int:
    """Return how hard a puzzle is, 1 to 5: how often the weaker levels miss its best move.

    Each tries `TRIES` times, with other random numbers each time.
    """
    comparer, missed = puzzle.comparer, 0
    for level in level_names(puzzle.match.game.key)[:WEAKER_LEVELS]:
        for at in range(TRIES):
            choice = await comparer.ask(
                comparer.determinization, level, f"{comparer.seed}:try {at}"
            )
            missed += comparer.representative(choice.move) != puzzle.best
    return next(step for step in DIFFICULTIES if missed <= most_missed(step))


def most_missed(difficulty: int) -> int:
    """Return how many tries may miss the best move of a puzzle of that difficulty.

    The possible numbers, from none to all, are divided into steps as equal as possible.
    """
    numbers = WEAKER_LEVELS * TRIES + 1
    return ceil(difficulty * numbers / len(DIFFICULTIES)) - 1


def _match(game: Game, spec: PuzzleSpec, rng: Random) -> Match:
    """Return a match with default options between players that are drawn."""
    seats = range(drawn(spec.seats, rng))
    who = [drawn(spec.players, rng) for _ in seats]
    return Match(game, {}, seats_for(who), int(rng.random() * SEED_LIMIT))


def opponent(game: str, player: str) -> str:
    """Return the level that plays on in the seat of one of the players of a puzzle's game."""
    return player if level_of(game, player) else SUBSTITUTE


def _seat_the_person(match: Match) -> None:
    """Put the person in the seat that decides now; the others are levels, named as in any game."""
    colors = match.game.colors(len(match.seats))
    levels = [opponent(match.game.key, seat.player) for seat in match.seats]
    match.seats = [
        Seat(default_name(at, level, "", colors), level) for at, level in enumerate(levels)
    ]
    match.seats[match.state.current_player()] = Seat("You", HUMAN)


@dataclass
class _Drawing:
    """The search for one number's puzzle.

    Attributes:
        naive_is_best: whether the naive player's move must be right; drawn from the number.
        themes: the themes in the order in which they are wanted; empty if any will do.
        looked_at: the number of decisions with `FEWEST_MOVES` choices or more that were looked at,
            puzzles or not.
    """

    number: int
    spec: PuzzleSpec
    ask: AskAgent
    naive_is_best: bool
    themes: Sequence[str]
    looked_at: int = 0

    async def from_game(self, match: Match, skipped: int) -> Puzzle | None:
        """Play a game until it comes to a puzzle; return None if it ends first.

        The first `skipped` decisions can't be puzzles.
        """
        open_at_random(match)
        decisions = 0
        while not match.is_over:
            if match.state.current_player() == CHANCE:
                match.deal()
                continue
            if decisions >= skipped and (found := await self._puzzle_at(match)):
                return found
            match.play(await self._chosen_move(match))
            decisions += 1
        return None

    async def _chosen_move(self, match: Match) -> int:
        """Return the move that the seat's player chooses, without asking if there is only one."""
        moves = match.state.legal_moves()
        if len(moves) == 1:
            return moves[0]
        return (await self._choice(match, match.seats[match.state.current_player()].player)).move

    async def _choice(self, match: Match, player: str) -> Choice:
        determinization = match.determinized_for(match.state.current_player())
        return await self.ask(determinization, player, match.agent_seed())

    async def _puzzle_at(self, match: Match) -> Puzzle | None:
        """Return the position's puzzle, if it is one, and put the person in the seat.

        The checks come in the order of their cost: the rules, the naive player, the adviser, the
        searches.
        """
        comparer, spec = MoveComparer.at(match, self.ask), self.spec
        moves = await asyncio.to_thread(_candidates, match.game, comparer)
        if not moves:
            return None
        self.looked_at += 1
        theme_of = cache(partial(spec.theme, comparer.determinization))
        if not await asyncio.to_thread(self._may_fit, theme_of, moves):
            return None
        naive = comparer.representative((await self._choice(match, spec.naive_player)).move)
        if self.naive_is_best and not await asyncio.to_thread(self._fits, theme_of, naive):
            return None
        choice = await self._choice(match, spec.adviser)
        best, values = comparer.representative(choice.move), _values(choice, comparer)
        margin = GLANCE * spec.margin if spec.searches else spec.margin
        if (naive == best) != self.naive_is_best or not _is_clear(best, values, margin):
            return None
        if not await asyncio.to_thread(self._fits, theme_of, best):
            return None
        figures: dict[int, Figures] = {move: (value,) for move, value in values.items()}
        rivals = _rivals(best, moves, values, comparer.seed)
        if spec.searches:
            figures = await comparer.compared(best, rivals)
        if not figures:
            return None
        theme = await asyncio.to_thread(theme_of, best)
        found = Puzzle(self.number, match, best, figures, comparer, theme)
        if not await _can_be_missed(found, rivals[-1]):
            return None
        _seat_the_person(match)
        return found

    def _may_fit(self, theme_of: Callable[[int], str], moves: Sequence[int]) -> bool:
        """Whether one of the moves may have a theme that is wanted.

        More than `MOST_MOVES` are all of one kind, such as fences.
        """
        if FEW_MOVES < len(moves) <= MOST_MOVES:
            return True
        return any(self._fits(theme_of, move) for move in moves[:FEW_MOVES])

    def _fits(self, theme_of: Callable[[int], str], move: int) -> bool:
        """Whether a puzzle with that best move has one of the themes that will do by now."""
        wanted = self.themes[: 1 + self.looked_at // self.spec.decisions_per_theme]
        if len(wanted) == len(self.themes):
            return True
        return theme_of(move) in wanted


def _candidates(game: Game, comparer: MoveComparer) -> list[int]:
    """Return the moves that do different things; none if there are too few choices for a puzzle."""
    state = comparer.determinization
    choices = set(map(comparer.representative, game.choices(state)))
    if len(choices) < FEWEST_MOVES:
        return []
    return list(dict.fromkeys(map(comparer.representative, state.legal_moves())))


def _rivals(best: int, moves: Sequence[int], values: Mapping[int, float], seed: str) -> list[int]:
    """Return the moves to compare with the best one, first those that the adviser rates highest.

    These are all of them or, if there are more than `MOST_MOVES`, those that it considered, the
    first and a sample.
    """
    others: Sequence[int] = moves
    if len(moves) > MOST_MOVES:
        rng = Random(seed)
        others = [*values, moves[0], *(drawn(moves, rng) for _ in range(SAMPLE))]
    ranked = sorted(dict.fromkeys(others), key=lambda move: -values.get(move, 0.0))
    return [move for move in ranked if move != best]


async def _can_be_missed(puzzle: Puzzle, last: int) -> bool:
    """Whether an answer is wrong and not good, though a puzzle's margin may be less than a slip.

    It judges the worst move that has figures and, if that won't do, the one that the adviser rates
    last.
    """
    figures = puzzle.figures
    for move in (min(figures, key=lambda each: fmean(figures[each])), last):
        verdict = await puzzle.verdict(move)
        if not verdict.is_right and not verdict.is_good(puzzle.match):
            return True
    return False


def _values(choice: Choice, comparer: MoveComparer) -> dict[int, float]:
    """Return the adviser's values of the moves that it considered, highest first."""
    values: dict[int, float] = {}
    for seen in choice.considered:
        move = comparer.representative(seen.move)
        values[move] = max(seen.value, values.get(move, 0.0))
    return dict(sorted(values.items(), key=lambda item: -item[1]))


def _is_clear(best: int, values: Mapping[int, float], margin: float) -> bool:
    """Whether the best move's value is at least this margin above every other's."""
    others = [value for move, value in values.items() if move != best]
    return best in values and bool(others) and values[best] >= max(others) + margin
