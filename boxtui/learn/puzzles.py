"""Puzzles: positions in which one move is clearly best, and the judgment of other moves.

`finding` draws puzzles from real play.
"""

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from random import SystemRandom
from statistics import fmean
from typing import Final

from ai.agent import HUMAN
from ai.levels import ROSTERS
from ai.roster import ADVISER, Roster
from boxtui.core import State
from boxtui.learn.asking import AskAgent
from boxtui.learn.judging import SLIP, reaches
from boxtui.play.match import Match, Seat
from boxtui.views.games import words_of
from boxtui.wording import capitalized

NUMBERS: Final = range(1, 1_000_000_000)
"""The numbers of each game's puzzles; nine digits can be passed on to a friend."""

FAR: Final = 3.0
"""A move this many margins behind the best in one search is left out of the longer ones."""

SUBSTITUTE: Final = "level3"
"""Who plays on in the seats of other people, and of agents that players don't know."""

Figures = tuple[float, ...]
"""A move's values, 0..1, by each of its puzzle's longest searches."""


@dataclass(frozen=True)
class Verdict:
    """The values of a chosen move and of the best one, both in 0..1 and for the chooser.

    Attributes:
        points: by how many percentage points the best move's value is higher, as differences are
            counted; the difference of the two figures that are shown.
        is_right: True unless every search finds the best move better by the puzzle's margin, or
            they do on average and the player that gives hints does, too.
        why: sentences; empty if there is nothing to say but the values.
        drawback: what speaks against a move that isn't right, in a sentence that doesn't tell the
            best one; "" if nothing that can be stated does.
    """

    move: int
    best: int
    value: float
    best_value: float
    points: float
    is_right: bool
    why: tuple[str, ...]
    drawback: str = ""

    def is_good(self, match: Match) -> bool:
        """Whether the move isn't right, but is worse by less than a `SLIP`, as it is shown."""
        return not self.is_right and not reaches(match, self.points, 100 * SLIP)


@dataclass(frozen=True)
class Puzzle:
    """A position in which one move is clearly best, for the person in the seat that decides.

    Attributes:
        number: its number; 0 for a person's own mistake, which has none.
        match: the game that was played up to it.
        figures: those of the best move and of the moves that come near it; `comparer` finds the
            others.
        theme: what it is about; "" if that isn't known.
        difficulty: 1 to 5, as `finding.difficulty` measures it; 0 if it wasn't measured.
    """

    number: int
    match: Match
    best: int
    figures: Mapping[int, Figures]
    comparer: "MoveComparer"
    theme: str = ""
    difficulty: int = 0

    @property
    def state(self) -> State:
        """The position that asks for a move."""
        return self.match.state

    def name_person(self, name: str) -> None:
        """Give the seat that decides this name, and make it a person's.

        A seat that already has this name gets that seat's old name.
        """
        seats, own = self.match.seats, self.state.current_player()
        for at, seat in enumerate(seats):
            if seat.name == name:
                seats[at] = replace(seat, name=seats[own].name)
        seats[own] = Seat(name, HUMAN)

    def solutions(self) -> list[int]:
        """Return the best move and those that do the same."""
        moves = self.state.legal_moves()
        return [move for move in moves if self.comparer.representative(move) == self.best]

    def ranked(self) -> list[int]:
        """Return the best move, then the other moves with figures, better ones first."""
        others = (move for move in self.figures if move != self.best)
        return [self.best, *sorted(others, key=lambda move: -fmean(self.figures[move]))]

    def knows_all(self) -> bool:
        """Whether all moves have figures, so that none without is better than one with."""
        moves = self.state.legal_moves()
        return all(self.comparer.representative(move) in self.figures for move in moves)

    async def verdict(self, move: int) -> Verdict:
        """Return how good choosing the legal `move` is. Raises AgentFailed if a search fails."""
        comparer, known = self.comparer, self.figures
        same = comparer.representative(move)
        best_figures = known[self.best]
        figures = known[same] if same in known else await comparer.figures(same)
        if comparer.disagree(figures, best_figures):
            best_figures = (await comparer.advised_value(self.best),)
            figures = (await comparer.advised_value(same),)
        is_right = same == self.best or not comparer.is_behind(figures, best_figures)
        best = move if same == self.best else self.best
        against, state = move if is_right else best, self.state.clone()
        reasons = await asyncio.to_thread(comparer.roster.reasons, state, move, against)
        why = tuple(self.match.as_sentences(reasons))
        worse = (
            "" if is_right else await asyncio.to_thread(comparer.roster.drawback, state, move, best)
        )
        drawback = "".join(self.match.as_sentences([worse] if worse else []))
        best_value = fmean(best_figures)
        value = comparer.roster.lasting_share(state, fmean(figures), best_value)
        shown = comparer.counted(value), comparer.counted(best_value)
        points = words_of(self.match).points_between(*shown)
        return Verdict(move, best, value, best_value, points, is_right, why, drawback)


@dataclass(frozen=True)
class MoveComparer:
    """Evaluates the moves of one position; `determinization` is all that the player may know of it.

    Moves that do the same share one value, that of their representative. A move isn't right if the
    best one is better by `margin` on average, and by `least` in each of the longest searches.

    Attributes:
        searches: those that evaluate, weaker ones first.
    """

    roster: Roster
    determinization: State
    seed: str
    ask: AskAgent
    searches: tuple[str, ...]
    margin: float
    least: float

    @classmethod
    def at(cls, match: Match, ask: AskAgent) -> "MoveComparer":
        """Return what evaluates the moves of the seat that decides in a match now."""
        determinization = match.determinized_for(match.state.current_player())
        roster = ROSTERS[match.game.key]
        spec = roster.puzzles
        searches = spec.searches or (spec.adviser,)
        seed, margin = match.agent_seed(), spec.margin
        return cls(roster, determinization, seed, ask, searches, margin, least=margin)

    def representative(self, move: int) -> int:
        """Return the move that stands for all moves that do the same as `move`."""
        return self.roster.representative(self.determinization, move)

    async def value(self, at: int, move: int) -> float:
        """Return one search's value of a move; each search has its own random numbers."""
        seed = f"{self.seed}:{at}"
        choice = await self.ask(self.determinization, self.searches[at], seed, move)
        return choice.considered[0].value

    async def figures(self, move: int) -> Figures:
        """Return the values of a move by the longest searches."""
        last = self.searches[-1]
        longest = [at for at, search in enumerate(self.searches) if search == last]
        return tuple([await self.value(at, move) for at in longest])

    def counted(self, value: float) -> float:
        """Return a value as differences between values are counted."""
        return self.roster.counted(self.determinization, value)

    async def advised_value(self, move: int) -> float:
        """Return the value of a move by the player that gives hints."""
        choice = await self.ask(self.determinization, ADVISER, self.seed, move)
        return choice.considered[0].value

    def is_behind(self, figures: Figures, best: Figures) -> bool:
        """Whether a move is worse than the best by the margin, and enough in all the searches."""
        leads = self._leads(figures, best)
        return fmean(leads) >= self.margin and min(leads) >= self.least

    def disagree(self, figures: Figures, best: Figures) -> bool:
        """Whether a move is worse by the margin on average, but not enough in every search."""
        is_worse = fmean(self._leads(figures, best)) >= self.margin
        return is_worse and not self.is_behind(figures, best)

    def _leads(self, figures: Figures, best: Figures) -> list[float]:
        """Return by how much each search finds the best move better than another."""
        return [
            self.counted(high) - self.counted(low) for high, low in zip(best, figures, strict=True)
        ]

    async def compared(self, best: int, others: Iterable[int]) -> dict[int, Figures]:
        """Return the figures of `best` and its rivals; empty unless `best` wins in every search.

        It must win by the margin. Those of the `others` that a weaker search found `FAR`
        worse are left out. The first of them is the most likely to be as good, and is compared by
        the longest searches before the others are compared at all.
        """
        searches, rivals = self.searches, list(others)
        known: dict[tuple[int, int], float] = {}

        async def value(at: int, move: int) -> float:
            if (at, move) not in known:
                known[at, move] = await self.value(at, move)
            return known[at, move]

        async def is_ahead(at: int, move: int) -> bool:
            return self.is_behind((await value(at, move),), (await value(at, best),))

        for move in rivals[:1]:
            for at in range(len(searches)):
                if not await is_ahead(at, move):
                    return {}
        found: dict[int, Figures] = {best: (), **dict.fromkeys(rivals, ())}
        for at, search in enumerate(searches):
            for move in rivals:
                if not await is_ahead(at, move):
                    return {}
            if search == searches[-1]:
                found = {move: (*found[move], known[at, move]) for move in (best, *rivals)}
            else:
                rivals.sort(key=lambda move: -known[at, move])
                near = known[at, best] - FAR * self.margin
                rivals = [move for move in rivals if known[at, move] > near] or rivals[:1]
        return found


def compared_words(puzzle: Puzzle, verdict: Verdict) -> list[str]:
    """Return what a move was worth next to the best one, in words."""
    best = _worth(puzzle, verdict.best, verdict.best_value)
    if verdict.move == verdict.best:
        return [f"Right. {best}."]
    chosen = _worth(puzzle, verdict.move, verdict.value)
    if verdict.is_right:
        return [f"Right, one of the best. {chosen}.", f"{best}: too close to call."]
    return [f"{chosen}.", f"{best}, {_gap(puzzle, verdict)} better."]


def worse_words(puzzle: Puzzle, verdict: Verdict) -> list[str]:
    """Return what a good or a wrong move was worth, without naming the best one.

    What speaks against a wrong one follows.
    """
    chosen, gap = _worth(puzzle, verdict.move, verdict.value), _gap(puzzle, verdict)
    if verdict.is_good(puzzle.match):
        return [f"{chosen}.", f"Good, but another move is {gap} better."]
    drawback = [verdict.drawback] if verdict.drawback else []
    return [f"{chosen}.", *drawback, f"Another move is {gap} better."]


def shown_words(puzzle: Puzzle, verdict: Verdict) -> list[str]:
    """Return what the best move is worth, given its own verdict."""
    return [f"Best: {_worth(puzzle, verdict.move, verdict.value)}."]


def _worth(puzzle: Puzzle, move: int, value: float) -> str:
    words = words_of(puzzle.match)
    return f"{capitalized(words.move_name(puzzle.state, move))}: {words.worth_words(value)}"


def _gap(puzzle: Puzzle, verdict: Verdict) -> str:
    return words_of(puzzle.match).points_words(verdict.points)


def drawn_number() -> int:
    """Return a random puzzle number to begin with, short enough to be passed on."""
    return SystemRandom().randint(1, 9999)


def number_after(number: int) -> int:
    """Return the next number; after the last, the first."""
    return number + 1 if number + 1 in NUMBERS else NUMBERS[0]
