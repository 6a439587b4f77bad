"""What one decision gave away, judged by agents that see only what the deciding seat sees.

Reviews of games and the tutor of a game under way both judge in this way.
"""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from math import ceil, sqrt
from random import Random
from statistics import fmean, stdev
from typing import Final

from ai.agent import Choice
from ai.levels import ROSTERS
from ai.roster import ADVISER, ReviewSpec, Roster
from boxtui.core import Game, State
from boxtui.learn.asking import AskAgent
from boxtui.play.match import Match
from boxtui.views.games import words_of
from boxtui.wording import POINT_DIGITS

SLIP: Final = 0.02
"""The least share of a win, as it is shown, that a move which isn't good gives away with two seats.

What is shown is the difference of the two moves' figures (`GameWords.points_between`).
"""

GRADES: Final = (("blunder", 0.10), ("bad move", 0.05), ("slip", SLIP))
"""The grades of a decision by the least share of a win that it gave away, worst first.

These are the limits for two seats; `limit_for` returns those for more.
"""

GOOD: Final = "good"
"""The grade of all other decisions."""

SURE_ERRORS: Final = 2.0
"""The fewest standard errors of a loss that isn't just the search's own error."""

ROUNDING: Final = 1e-12
"""Exact shares that differ by less are equal, except for rounding."""

Shares = tuple[float, ...]
"""A share of a win for each seat."""


def limit_for(seats: int, least: float) -> float:
    """Return a limit of what a move gives away, set for two seats, for `seats`, in the same unit.

    With more seats, a fair share of the win is smaller, and so is the limit.
    """
    return 2 * least / max(seats, 2)


def least_shown(seats: int, points: float) -> float:
    """Return the least difference in percentage points, as shown, that reaches `limit_for`."""
    return ceil(round(limit_for(seats, points * 10**POINT_DIGITS), 9)) / 10**POINT_DIGITS


@dataclass(frozen=True)
class Judged:
    """A decision between two or more moves.

    Attributes:
        ply: the number of moves of the match before it.
        seat: who decided.
        move: the move played.
        best: the best move; the move played if nothing better was found.
        shares: what each seat could expect after the move played.
        best_shares: what each seat could have expected after the best move.
        error: the standard error of the loss, from searches with different random numbers; 0 if the
            figures are exact, or nothing better was found.
        is_sure: whether every search finds the move played worse, or the figures are exact.
        grade: one of `GRADES`, or `GOOD`.
        why: sentences on why the best move is better, if the decision has a bad grade or missed
            something (`Assessor.missed`).
        open_loss: what the move gave away with the hands as they really were, less than 0 if it
            was better; None unless hands are hidden and another move was best.
        open_error: the standard error of `open_loss`.
        is_hint: whether a hint would have named the move played; only found out for people's
            decisions with a bad grade.
        is_resignation: whether the player resigned, which counts apart from moves.
    """

    ply: int
    seat: int
    move: int
    best: int
    shares: Shares
    best_shares: Shares
    error: float
    is_sure: bool
    grade: str = GOOD
    why: tuple[str, ...] = ()
    open_loss: float | None = None
    open_error: float = 0.0
    is_hint: bool = False
    is_resignation: bool = False

    @property
    def loss(self) -> float:
        """The share of a win that the decision gave away, 0 or more."""
        return max(self.best_shares[self.seat] - self.shares[self.seat], 0.0)

    @property
    def is_proven(self) -> bool:
        """Whether the loss is more than the searches' own error."""
        return self.is_sure and self.loss >= SURE_ERRORS * self.error


@dataclass(frozen=True)
class Drawn:
    """A roll or a card.

    Attributes:
        ply: the number of moves of the match before it.
        before: what each seat could expect before, the mean over every roll or card possible.
        after: what each seat could expect then.
    """

    ply: int
    before: Shares
    after: Shares


def is_choice(game: Game, state: State) -> bool:
    """Whether a seat decides between two or more moves that can still change something."""
    is_one_of_many = state.current_player() >= 0 and len(game.choices(state)) > 1
    return is_one_of_many and state.only_move() is None


def can_judge(game: Game, spec: ReviewSpec, state: State, move: int | None = None) -> bool:
    """Whether a legal `move` can be judged, or any here if none is given; resigning always can."""
    is_resignation = move is not None and move == game.resignation
    return is_resignation or (is_choice(game, state) and spec.is_judged(state))


def gives_away(match: Match, judged: Judged, points: float) -> bool:
    """Whether a decision surely gave away that many percentage points, as shown.

    The limit is for two seats; with more, it is lower (`limit_for`). What hints would call about as
    good as the best move gave nothing away.
    """
    shares = judged.best_shares[judged.seat], judged.shares[judged.seat]
    if not judged.is_proven or ROSTERS[match.game.key].are_alike(*shares):
        return False
    return reaches(match, points_lost(match, judged), points)


def points_lost(match: Match, judged: Judged) -> float:
    """Return how many percentage points a decision gave away, as shown."""
    share, best_share = judged.shares[judged.seat], judged.best_shares[judged.seat]
    return words_of(match).points_between(share, best_share)


def lost_words(match: Match, judged: Judged) -> str:
    """Return `points_lost` in words."""
    return words_of(match).points_words(points_lost(match, judged))


def reaches(match: Match, shown: float, points: float) -> bool:
    """Whether a difference in percentage points, as shown, reaches a limit set for two seats."""
    return shown >= least_shown(len(match.seats), points)


@dataclass(frozen=True)
class Assessor:
    """Has agents judge the moves that are possible at one ply of a match.

    Attributes:
        ply: the number of moves before it.
        state: the position after them.
    """

    match: Match
    ply: int
    state: State
    spec: ReviewSpec
    ask: AskAgent

    def can_judge(self, move: int | None = None) -> bool:
        """Whether a legal `move` can be judged, or any here if none is given (`can_judge`)."""
        return can_judge(self.match.game, self.spec, self.state, move)

    async def judged(self, move: int) -> Judged:
        """Return the judgment of a legal move. Raises AgentFailed if a search fails."""
        found = await (self._exactly if self.spec.is_exact else self._searched)(move)
        grades = (name for name, least in GRADES if gives_away(self.match, found, 100 * least))
        is_resignation = move == self.match.game.resignation
        return replace(found, grade=next(grades, GOOD), is_resignation=is_resignation)

    async def _exactly(self, move: int) -> Judged:
        """Judge a decision by exact shares."""
        seat, best = self.state.current_player(), move
        shares = best_shares = await self.exact(move)
        for other in self.state.legal_moves():
            found = await self.exact(other)
            if found[seat] > best_shares[seat] + ROUNDING:
                best, best_shares = other, found
        return Judged(
            ply=self.ply,
            seat=seat,
            move=move,
            best=best,
            shares=self.counted(shares),
            best_shares=self.counted(best_shares),
            error=0.0,
            is_sure=True,
        )

    async def exact(self, move: int) -> Shares:
        """Return the exact shares after a move, a roll or a card."""
        return (await self._evaluated(self.state, move, self.spec.judges))[0]

    async def exact_mean(self) -> Shares:
        """Return the exact shares before a roll or a card."""
        return self._expected([await self.exact(move) for move in self.state.legal_moves()])

    async def drawn(self, move: int) -> Drawn:
        """Return the shares before and after a roll or a card.

        Only for a game with a `ReviewSpec.luck`. Raises AgentFailed if a search fails.
        """
        moves, rater = self.state.legal_moves(), (self.spec.luck,)
        found = [(await self._evaluated(self.state, each, rater))[0] for each in moves]
        return Drawn(self.ply, self._expected(found), found[moves.index(move)])

    def _expected(self, found: Sequence[Shares]) -> Shares:
        """Return the mean of the shares after each roll or card, weighted by probabilities."""
        chances = self.state.chance_probabilities()
        return tuple(
            sum(chance * share for chance, share in zip(chances, each, strict=True))
            for each in zip(*found, strict=True)
        )

    def counted(self, shares: Shares) -> Shares:
        """Return exact shares as differences between them are counted."""
        counted = self._roster.counted
        return tuple(counted(self.state, share) for share in shares)

    async def _searched(self, move: int) -> Judged:
        """Judge a decision by searches that see what the deciding seat sees."""
        seat, best = self.state.current_player(), await self._advised()
        judges = self.spec.judges
        played = others = await self._evaluated(self.seen, move, judges)
        if not self.is_among(move, [best]):
            others = await self._evaluated(self.seen, best, judges)
            played = [self._lasting(*pair) for pair in zip(played, others, strict=True)]
        shares, best_shares = _means(played), _means(others)
        if best_shares[seat] <= shares[seat]:
            return Judged(self.ply, seat, move, move, shares, shares, error=0.0, is_sure=False)
        leads = _leads(others, played, seat)
        error, is_sure = _error(leads), min(leads) > 0.0
        return Judged(self.ply, seat, move, best, shares, best_shares, error=error, is_sure=is_sure)

    def _lasting(self, played: Shares, best: Shares) -> Shares:
        """Return the shares after the move played, with the difference that lasts."""
        share = partial(self._roster.lasting_share, self.state)
        return tuple(map(share, played, best))

    async def opened(self, judged: Judged) -> Judged:
        """Return the judgment with what the move gave away with the hands as they really were.

        Only for a game that is over. Raises AgentFailed if a search fails.
        """
        judges = self.spec.open_judges
        played = await self._evaluated(self.state, judged.move, judges)
        others = await self._evaluated(self.state, judged.best, judges)
        leads = _leads(others, played, judged.seat)
        return replace(judged, open_loss=fmean(leads), open_error=_error(leads))

    async def is_advised(self, move: int) -> bool:
        """Whether the adviser would do the same. Raises AgentFailed if it fails."""
        return not self.spec.is_exact and self.is_among(move, [await self._advised()])

    async def has_equal(self, move: int) -> bool:
        """Whether a hint would call another move the best, or as good as the best one.

        Raises AgentFailed if a search fails.
        """
        roster, seat = self._roster, self.state.current_player()
        if self.spec.is_exact:
            own = (await self.exact(move))[seat]
            found = [(each, await self.exact(each)) for each in self.state.legal_moves()]
            alike = [each for each, shares in found if roster.are_alike(shares[seat], own)]
        else:
            choice = await self._advice()
            alike = [choice.move, *roster.as_good(choice, self.state)]
        return self.are_several([move, *alike])

    def is_among(self, move: int, moves: Iterable[int]) -> bool:
        """Whether a move does the same as one of several, as far as the deciding seat can see."""
        return any(not self.are_several([move, each]) for each in moves)

    def are_several(self, moves: Iterable[int]) -> bool:
        """Whether moves do different things, as far as the deciding seat can see."""
        return len({self._roster.representative(self.seen, each) for each in moves}) > 1

    async def prepare(self) -> None:
        """Ask what is needed for any move; this is useful if `ask` remembers the answers.

        Raises AgentFailed if a search fails.
        """
        if self.spec.is_exact:
            for move in self.state.legal_moves():
                await self.exact(move)
        else:
            await self._evaluated(self.seen, await self._advised(), self.spec.judges)

    async def _advised(self) -> int:
        return (await self._advice()).move

    async def _advice(self) -> Choice:
        return await self.ask(self.seen, self._spending(self.spec.adviser), self.seed)

    @property
    def _roster(self) -> Roster:
        return ROSTERS[self.match.game.key]

    @cached_property
    def seen(self) -> State:
        """A position consistent with what the deciding seat sees."""
        return self.state.determinize(self.state.current_player(), Random(self.seed))

    @property
    def judges(self) -> tuple[str, ...]:
        """The judges that see what the deciding seat sees, with what each may spend here."""
        return tuple(map(self._spending, self.spec.judges))

    async def _evaluated(self, state: State, move: int, judges: Sequence[str]) -> list[Shares]:
        """Return what each judge says that the seats may expect after a move."""
        found = []
        for at, judge in enumerate(judges):
            seed = f"{self.seed}:{at}"
            considered = (await self.ask(state, self._spending(judge), seed, move)).considered[0]
            found.append(considered.shares or _of_two(state.current_player(), considered.value))
        return found

    def _spending(self, player: str) -> str:
        """Return an adviser or judge with the iterations that may be spent here."""
        name, colon, iterations = player.partition(":")
        return f"{name}:{round(int(iterations) * self.spec.effort(self.state))}" if colon else name

    @property
    def seed(self) -> str:
        """The seed for what is asked here, the same whenever this ply is judged.

        It doesn't tell the match's seed: the tutor judges games that aren't over.
        """
        return f"review:{self.match.agent_seed_at(self.ply)}"

    async def compared_with_hint(self, judged: Judged) -> Judged:
        """Return the judgment with whether a hint would have named the move played.

        A hint here is the same whenever it is asked for, if the adviser isn't told to answer at
        once. Raises AgentFailed if the search fails.
        """
        if self.spec.is_exact or not self.match.is_human(judged.seat):
            return judged
        seed = self.match.agent_seed_at(self.ply)
        position = self.match.determinized_at(self.ply, self.state, judged.seat)
        answer = await self.ask(position, ADVISER, seed)
        hinted, _ = await asyncio.to_thread(self._roster.advised, answer, self.state.clone())
        return replace(judged, is_hint=self.is_among(judged.move, [hinted]))

    def missed(self, judged: Judged) -> str:
        """Return what the best move would have won at once, in a clause; "" if that is nothing."""
        missed = self._roster.missed(self.state, judged.move, judged.best)
        return missed if judged.is_proven else ""

    async def explained(self, judged: Judged) -> Judged:
        """Return the judgment with its reasons."""
        reasons, seen = self._roster.reasons, self.seen.clone()
        found = await asyncio.to_thread(reasons, seen, judged.move, judged.best)
        return replace(judged, why=tuple(self.match.as_sentences(found)))


def _means(found: Sequence[Shares]) -> Shares:
    """Return the mean of several shares, seat by seat."""
    return tuple(map(fmean, zip(*found, strict=True)))


def _leads(best: Sequence[Shares], played: Sequence[Shares], seat: int) -> list[float]:
    """Return by how much each judge finds the best move better than the one played."""
    return [one[seat] - two[seat] for one, two in zip(best, played, strict=True)]


def _error(leads: Sequence[float]) -> float:
    """Return the standard error of the mean."""
    return stdev(leads) / sqrt(len(leads))


def _of_two(seat: int, value: float) -> Shares:
    """Return the shares of two seats, of which one has this value."""
    return (value, 1 - value) if seat == 0 else (1 - value, value)
