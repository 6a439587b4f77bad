"""Agents measured against each other: how often each wins, and how certain that is.

Games come in sets. A set is one seed played once per seat, with the players moved by one seat each
time, so that each player has every seat once, with the same dice and opening. Games of a set are
alike, so only sets count as independent, each with a player's average result.
"""

import signal
from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from dataclasses import dataclass
from math import ceil, inf
from multiprocessing import active_children, get_context, resource_tracker
from random import Random
from statistics import fmean, median
from time import monotonic
from typing import Final

from ai.worker import AgentFailed, die_with_the_app
from boxtui.arena.intervals import Interval, Kind, Sample
from boxtui.core import CHANCE, BadOption, OptionValue
from boxtui.games import game_named
from boxtui.play.match import SEED_LIMIT, Match
from boxtui.play.openings import open_at_random
from boxtui.play.watch import check_agents, named, steps

DECIDED: Final = "decided"
OUT_OF_TIME: Final = "minutes"
INTERRUPTED: Final = "interrupted"
_ON_SIGHT: Final = (DECIDED, INTERRUPTED)

_SPAWN = get_context("spawn")


@dataclass(frozen=True)
class Contest:
    """What is played.

    Attributes:
        game: the game's key.
        players: the players by seat, as in ``level5``.
        options: the game's options.
        seed: the arena's seed.
    """

    game: str
    players: tuple[str, ...]
    options: Mapping[str, OptionValue]
    seed: int

    def check(self) -> None:
        """Raises BadOption if this can't be played or wouldn't compare anything."""
        game = game_named(self.game)
        check_agents(game, self.players)
        game.start(self.options, len(self.players))
        if len(set(self.players)) < 2:
            raise BadOption("Name at least two different players, as in level5,level4.")


@dataclass(frozen=True)
class Pace:
    """How long to play.

    Attributes:
        games: how many games, rounded up to whole sets.
        workers: how many processes play side by side.
        minutes: no set is begun after this time.
        early: whether to stop once it is clear on which side of its fair share the first player is.
    """

    games: int
    workers: int
    minutes: float = inf
    early: bool = True


@dataclass(frozen=True)
class PlayedSet:
    """The result of a set, by player as the contest lists them.

    Attributes:
        shares: the mean share of a win.
        seconds: the time of each decision between two or more moves.
    """

    shares: tuple[float, ...]
    seconds: tuple[tuple[float, ...], ...]


def play_set(contest: Contest, number: int) -> PlayedSet:
    """Play the set with that number, from 0; the result is the same in any process.

    Raises AgentFailed if an agent fails.
    """
    seats = len(contest.players)
    seed, opening = _opening(contest, number)
    shares = [0.0] * seats
    seconds: list[list[float]] = [[] for _ in shares]
    for turned in range(seats):
        seated = [(seat + turned) % seats for seat in range(seats)]
        match = _match(contest, seed, seated)
        for move in opening:
            match.apply(move)
        for step in steps(match):
            if step.player != CHANCE and step.choices > 1:
                seconds[seated[step.player]].append(step.seconds)
        for who, share in zip(seated, match.state.returns(), strict=True):
            shares[who] += share
    return PlayedSet(tuple(share / seats for share in shares), tuple(map(tuple, seconds)))


def _match(contest: Contest, seed: int, seated: list[int]) -> Match:
    """Return a match of the contest's players in these seats, each given by its list index."""
    players = [contest.players[who] for who in seated]
    return Match(game_named(contest.game), contest.options, named(players), seed)


def _opening(contest: Contest, number: int) -> tuple[int, list[int]]:
    """Return a set's seed and its first moves.

    The seed is drawn with `random` alone, which is the same in every Python.
    """
    seed = int(Random(f"arena:{contest.game}:{contest.seed}:{number}").random() * SEED_LIMIT)
    match = _match(contest, seed, list(range(len(contest.players))))
    open_at_random(match)
    return seed, match.moves


@dataclass(frozen=True)
class Standing:
    """One player's result, in however many seats it plays.

    Attributes:
        share: its share of a win.
        low: the lower end of the interval of that share.
        high: the upper end.
        fair: the share of equal players.
        seat_games: games, counted once per seat that it plays.
        median_seconds: of decisions between two or more moves; None if there were none.
        p95_seconds: the 95% quantile of the same.
    """

    name: str
    share: float
    low: float
    high: float
    fair: float
    seat_games: int
    median_seconds: float | None
    p95_seconds: float | None


class Tally:
    """The sum of the sets played so far."""

    def __init__(self, contest: Contest, planned: int) -> None:
        players = contest.players
        self.contest = contest
        self.planned = planned
        self._places = {
            name: [at for at, who in enumerate(players) if who == name] for name in players
        }
        self._shares = {name: Sample() for name in players}
        self._seconds: dict[str, list[float]] = {name: [] for name in players}

    @property
    def sets(self) -> int:
        """How many sets are counted; an interrupt may leave one counted for some players only."""
        return min(sample.count for sample in self._shares.values())

    def add(self, played: PlayedSet) -> None:
        """Count one more set."""
        for name, places in self._places.items():
            self._shares[name].add(fmean(played.shares[at] for at in places))
            for at in places:
                self._seconds[name].extend(played.seconds[at])

    def first(self) -> tuple[float, Interval]:
        """Return the first player's share and the interval that may be looked at after every set.

        Requires at least one set.
        """
        share = self._shares[self.contest.players[0]]
        return share.mean, self.at_any_time(share)

    def decided(self) -> bool:
        """Whether it is known on which side of its fair share the first player is."""
        low, high = self.at_any_time(self._shares[self.contest.players[0]])
        return not low <= 1 / len(self.contest.players) <= high

    def at_any_time(self, sample: Sample) -> Interval:
        """Return the interval that is narrowest at a quarter of the sets: clear cases end early."""
        return sample.at_any_time(max(1, self.planned // 4))

    def standings(self, kind: Kind) -> tuple[Standing, ...]:
        """Return every player's result, in the contest's order, with intervals of that kind."""
        return tuple(self._standing(name, kind) for name in self._shares) if self.sets else ()

    def _standing(self, name: str, kind: Kind) -> Standing:
        sample, seconds, seats = self._shares[name], self._seconds[name], len(self.contest.players)
        low, high = kind(sample)
        return Standing(
            name=name,
            share=sample.mean,
            low=low,
            high=high,
            fair=1 / seats,
            seat_games=self.sets * seats * len(self._places[name]),
            median_seconds=median(seconds) if seconds else None,
            p95_seconds=sorted(seconds)[ceil(len(seconds) * 0.95) - 1] if seconds else None,
        )


@dataclass(frozen=True)
class Outcome:
    """The result of an arena.

    Attributes:
        games: how many games were asked for.
        planned: how many sets that makes.
        sets: how many of them were played.
        stopped: why not all were played: `DECIDED`, `OUT_OF_TIME`, `INTERRUPTED`, or None.
    """

    contest: Contest
    games: int
    planned: int
    sets: int
    players: tuple[Standing, ...]
    stopped: str | None

    @property
    def looked(self) -> bool:
        """Whether it ended because of what was seen, so that the intervals are `at_any_time`."""
        return self.stopped in _ON_SIGHT

    @property
    def beats(self) -> bool:
        """Whether the whole interval of the first player is above its fair share."""
        return bool(self.players) and self.players[0].low > self.players[0].fair


Heard = Callable[[Tally], None]
"""Called with the sets played so far: before the first, and after each."""


def play(contest: Contest, pace: Pace, heard: Heard = lambda tally: None) -> Outcome:
    """Play the contest; the results are the same however many processes play.

    A player that is no better than its fair share `beats` in at most 5% of arenas: 2.5% for the
    looks after every set and 2.5% for the one at the end. An interrupt (Ctrl+C) ends it with the
    results so far. Raises BadOption if the contest can't be played, and AgentFailed, which says
    which agent failed and how.
    """
    contest.check()
    tally = Tally(contest, ceil(pace.games / len(contest.players)))
    stopped = _counted(tally, pace, heard)
    kind = tally.at_any_time if stopped in _ON_SIGHT else Sample.fixed
    players = tally.standings(kind)
    return Outcome(contest, pace.games, tally.planned, tally.sets, players, stopped)


def _counted(tally: Tally, pace: Pace, heard: Heard) -> str | None:
    """Play and count the sets; return why not all of them were played."""
    try:
        heard(tally)
        with closing(_sets(tally.contest, tally.planned, pace)) as sets:
            for played in sets:
                tally.add(played)
                heard(tally)
                if pace.early and tally.sets < tally.planned and tally.decided():
                    return DECIDED
    except KeyboardInterrupt:
        return INTERRUPTED
    return OUT_OF_TIME if tally.sets < tally.planned else None


def _sets(contest: Contest, planned: int, pace: Pace) -> Generator[PlayedSet, None, None]:
    """Yield the sets in the order of their numbers, whichever ends first.

    A set that has begun is played to its end however late it is; otherwise long games would be
    missing.
    """
    until = monotonic() + 60 * pace.minutes
    workers = min(pace.workers, planned)
    numbers = iter(range(planned))
    begun: deque[Future[PlayedSet]] = deque()
    with _processes(workers) as pool:
        while True:
            playing = [played for played in begun if not played.done()]
            while len(playing) < workers and monotonic() < until:
                if (number := next(numbers, None)) is None:
                    break
                playing.append(_begin(pool, contest, number))
                begun.append(playing[-1])
            if not begun:
                return
            wait(playing, return_when=FIRST_COMPLETED)
            while begun and begun[0].done():
                yield _result(begun.popleft())


def _begin(pool: ProcessPoolExecutor, contest: Contest, number: int) -> "Future[PlayedSet]":
    """Hand out a set, with Ctrl+C blocked.

    This may start a process, which would print an error on Ctrl+C until it has learned to ignore
    it.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return pool.submit(play_set, contest, number)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _result(played: "Future[PlayedSet]") -> PlayedSet:
    try:
        return played.result()
    except BrokenProcessPool:
        raise AgentFailed("A worker process ended unexpectedly.") from None


@contextmanager
def _processes(workers: int) -> Iterator[ProcessPoolExecutor]:
    """Yield a pool of that many processes, and kill them at the end.

    They are killed because a set whose result is no longer needed may be long.
    """
    # Started along with the first process, it would let Ctrl+C through again (see `_begin`).
    resource_tracker.ensure_running()
    others = active_children()
    pool = ProcessPoolExecutor(workers, _SPAWN, initializer=die_with_the_app)
    try:
        yield pool
    finally:
        for process in active_children():
            if process not in others:
                process.kill()
        pool.shutdown(cancel_futures=True)
