"""The review of a finished game: what each decision gave away, and what was luck.

One identity ties its figures together. For each seat,

    start + luck + losses of all seats + drift = result,

where a loss is the change from the best move to the move played, luck is the change over rolls and
cards, and drift is what the searches changed their mind about between two decisions with no chance
between them. Exact figures have no drift; others are means over several searches. GNU Backgammon
(https://www.gnu.org/software/gnubg/) separates luck from skill in this way.

It knows no screen and searches nothing itself: a `puzzles.Asked` finds out what agents think.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Final

from ai.levels import ROSTERS
from ai.roster import ReviewSpec
from boxtui.core import CHANCE, OVER, BadOption, State
from boxtui.learn.puzzles import Asked
from boxtui.play.match import Match

GRADES: Final = (("blunder", 0.10), ("mistake", 0.05), ("slip", 0.02))
"""The grades of a decision by the least share of a win that it gave away, worst first."""

GOOD: Final = "good"
"""The grade of all other decisions."""

SURE: Final = 2.0
"""A loss of fewer standard errors than this is within the search's own error, and no mistake."""

ALIKE: Final = 1e-12
"""Exact shares that differ by less are equal, except for rounding."""

Shares = tuple[float, ...]
"""A share of a win for each seat."""


@dataclass(frozen=True)
class Judged:
    """A decision between two or more moves.

    Attributes:
        ply: how many moves of the match were played before it.
        seat: who decided.
        move: the move played.
        best: the best move; the move played if nothing better was found.
        shares: what each seat could expect after the move played.
        best_shares: what each seat could have expected after the best move.
        error: the standard error of the loss, from searches with different random numbers; 0 if the
            figures are exact.
        is_sure: whether every search finds the move played worse, or the figures are exact.
        why: sentences on why the best move is better, if the decision has a bad grade.
    """

    ply: int
    seat: int
    move: int
    best: int
    shares: Shares
    best_shares: Shares
    error: float
    is_sure: bool
    why: tuple[str, ...] = ()

    @property
    def loss(self) -> float:
        """The share of a win that the decision gave away, 0 or more."""
        return max(self.best_shares[self.seat] - self.shares[self.seat], 0.0)

    @property
    def grade(self) -> str:
        """One of `GRADES`, or `GOOD`."""
        if not self.is_sure or self.loss < SURE * self.error:
            return GOOD
        return next((name for name, least in GRADES if self.loss >= least), GOOD)


@dataclass(frozen=True)
class Change:
    """What the moves from `ply` to before `end` changed for each seat: rolls, cards, or drift."""

    ply: int
    end: int
    changes: Shares


@dataclass(frozen=True)
class Review:
    """A finished game with its decisions judged.

    Attributes:
        start: what each seat could expect at the start; equal shares if that isn't known exactly
            and chance begins.
        judged: the decisions, in the order of play.
        luck: what rolls and cards changed.
        drift: what changed without chance and without a judged decision.
        result: what each seat got.
        plies: the number of moves of the match.
    """

    start: Shares
    judged: tuple[Judged, ...]
    luck: tuple[Change, ...]
    drift: tuple[Change, ...]
    result: Shares
    plies: int

    def luck_of(self, seat: int) -> float:
        """Return what rolls and cards gave a seat in all."""
        return sum(change.changes[seat] for change in self.luck)

    def drift_of(self, seat: int) -> float:
        """Return the sum of a seat's drift."""
        return sum(change.changes[seat] for change in self.drift)

    def given_by(self, seat: int, other: int) -> float:
        """Return what the decisions of `other` changed for a seat; what its own did is negative."""
        theirs = (each for each in self.judged if each.seat == other)
        return sum(each.shares[seat] - each.best_shares[seat] for each in theirs)

    def mistakes(self, seat: int) -> list[Judged]:
        """Return the decisions of a seat with a bad grade."""
        return [each for each in self.judged if each.seat == seat and each.grade != GOOD]

    def decisions(self, seat: int) -> int:
        """Return how many decisions of a seat were judged."""
        return sum(each.seat == seat for each in self.judged)

    def mean_loss(self, seat: int) -> float:
        """Return what a decision of a seat gave away on average, in shares of a win."""
        losses = [each.loss for each in self.judged if each.seat == seat]
        return fmean(losses) if losses else 0.0

    def line_of(self, seat: int) -> list[tuple[int, float]]:
        """Return what a seat could expect through the game: plies, ascending, and shares."""
        changes = [(each.end, each.changes[seat]) for each in (*self.luck, *self.drift)]
        decided = [
            (each.ply + 1, each.shares[seat] - each.best_shares[seat]) for each in self.judged
        ]
        points, share = [(0, self.start[seat])], self.start[seat]
        for ply, change in sorted([*changes, *decided], key=lambda point: point[0]):
            share += change
            points.append((ply, share))
        return [*points, (self.plies, self.result[seat])]

    def share_at(self, seat: int, ply: int) -> float:
        """Return what a seat could expect after the first `ply` moves."""
        return [share for at, share in self.line_of(seat) if at <= ply][-1]


def reviewable(match: Match) -> ReviewSpec:
    """Return how a match is reviewed. Raises BadOption if it can't be."""
    roster = ROSTERS.get(match.game.key)
    if roster is None or roster.review is None:
        raise BadOption(f"There is no review for {match.game.title}.")
    if match.state.current_player() != OVER:
        raise BadOption("This game isn't over: finish it, then review it.")
    return roster.review


async def review(
    match: Match, asked: Asked, told: Callable[[int, int], None] = lambda done, of: None
) -> Review:
    """Judge every decision of a finished match.

    `told` is given how many moves are done, of how many, after each. Raises BadOption if there is
    no review, and AgentFailed if a search fails.
    """
    spec = reviewable(match)
    game = _Game(match, spec, asked)
    await game.begin()
    for done in range(1, len(match.moves) + 1):
        await game.judge_next()
        told(done, len(match.moves))
    return game.ended()


class _Game:
    """A match played through again."""

    def __init__(self, match: Match, spec: ReviewSpec, asked: Asked) -> None:
        self._match = match
        self._spec = spec
        self._puzzles = ROSTERS[match.game.key].puzzles
        self._asked = asked
        self._state = match.position_after(0)
        self._ply = 0
        self._judged: list[Judged] = []
        self._luck: list[Change] = []
        self._drift: list[Change] = []
        self._accounted = 0
        """The number of moves whose changes are in one of these lists."""
        self._is_dealt = False
        """Whether chance has decided anything since."""
        self._shares: Shares = (1 / len(match.seats),) * len(match.seats)
        """What each seat could expect after those moves."""
        self._start = self._shares

    async def begin(self) -> None:
        """Find out what each seat can expect at the start, if figures are exact: chance begins."""
        if self._spec.is_exact:
            moves, odds = self._state.legal_moves(), self._state.chance_probabilities()
            found = [await self._exact(self._state, move) for move in moves]
            self._start = self._shares = tuple(
                sum(chance * share for chance, share in zip(odds, each, strict=True))
                for each in zip(*found, strict=True)
            )

    async def judge_next(self) -> None:
        """Judge the next move of the match, if it is a decision, and play it."""
        state, move = self._state, self._match.moves[self._ply]
        by_chance = state.current_player() == CHANCE
        after = state.after(move)
        if not by_chance and len(state.legal_moves()) > 1 and self._spec.is_judged(state):
            judged = await (self._exactly if self._spec.is_exact else self._searched)(state, move)
            self._account(judged.best_shares, self._ply)
            self._judged.append(self._explained(state, judged))
            self._shares, self._accounted = judged.shares, self._ply + 1
        elif by_chance:
            self._is_dealt = True
            if self._spec.is_exact:
                self._account(await self._exact(state, move), self._ply + 1)
        self._state = after
        self._ply += 1

    def _account(self, shares: Shares, end: int) -> None:
        """Note what has changed up to before the move `end`, where the seats expect `shares`."""
        if not self._judged and not self._is_dealt and not self._spec.is_exact:
            self._start = self._shares = shares
        changes = tuple(now - then for now, then in zip(shares, self._shares, strict=True))
        if any(changes):
            into = self._luck if self._is_dealt else self._drift
            into.append(Change(self._accounted, end, changes))
        self._shares, self._accounted, self._is_dealt = shares, end, False

    async def _exactly(self, state: State, move: int) -> Judged:
        """Judge a decision by exact shares."""
        seat, best = state.current_player(), move
        shares = best_shares = await self._exact(state, move)
        for other in state.legal_moves():
            found = await self._exact(state, other)
            if found[seat] > best_shares[seat] + ALIKE:
                best, best_shares = other, found
        return Judged(self._ply, seat, move, best, shares, best_shares, 0.0, True)

    async def _exact(self, state: State, move: int) -> Shares:
        """Return the exact shares after a move, a roll or a card."""
        return (await self._evaluated(state, move))[0]

    async def _searched(self, state: State, move: int) -> Judged:
        """Judge a decision by searches that see what the deciding seat sees."""
        seat = state.current_player()
        seen = self._seen(state)
        best = (await self._asked(seen, self._spec.adviser, self._seed())).move
        played = await self._evaluated(seen, move)
        same = self._puzzles.representative
        others = (
            played if same(seen, move) == same(seen, best) else await self._evaluated(seen, best)
        )
        shares, best_shares = _means(played), _means(others)
        if best_shares[seat] <= shares[seat]:
            return Judged(self._ply, seat, move, move, shares, shares, 0.0, False)
        leads = [one[seat] - two[seat] for one, two in zip(others, played, strict=True)]
        error = stdev(leads) / sqrt(len(leads))
        return Judged(self._ply, seat, move, best, shares, best_shares, error, min(leads) > 0.0)

    def _seen(self, state: State) -> State:
        """Return a position consistent with what the deciding seat sees."""
        return state.determinize(state.current_player(), Random(self._seed()))

    async def _evaluated(self, state: State, move: int) -> list[Shares]:
        """Return what each judge says that the seats may expect after a move."""
        found = []
        for at, judge in enumerate(self._spec.judges):
            seen = (await self._asked(state, judge, f"{self._seed()}:{at}", move)).considered[0]
            found.append(seen.shares or _of_two(state.current_player(), seen.value))
        return found

    def _seed(self) -> str:
        """Return the seed for what is asked about a decision, the same in every review of it."""
        return f"review:{self._match.seed}:{self._ply}"

    def _explained(self, state: State, judged: Judged) -> Judged:
        """Return the decision with its reasons, if it has a bad grade."""
        if judged.grade == GOOD:
            return judged
        said = self._puzzles.reasons(self._seen(state), judged.move, judged.best)
        return replace(judged, why=tuple(self._match.named(reason) for reason in said))

    def ended(self) -> Review:
        """Return the review of the whole match."""
        result = tuple(self._match.state.returns())
        self._account(result, self._ply)
        found = (tuple(self._judged), tuple(self._luck), tuple(self._drift))
        return Review(self._start, *found, result, self._ply)


def _means(found: Sequence[Shares]) -> Shares:
    """Return the mean of several shares, seat by seat."""
    return tuple(map(fmean, zip(*found, strict=True)))


def _of_two(seat: int, value: float) -> Shares:
    """Return the shares of two seats, of which one has this value."""
    return (value, 1 - value) if seat == 0 else (1 - value, value)
