"""Agents measured against each other: how often each wins, and how certain that is.

Games come in sets. A set is one seed played once per seat, with the players moved by one seat each
time, so that each player has every seat once, with the same dice and opening. Games of a set are
alike, so only sets count as independent, each with a player's average result.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, inf
from statistics import fmean, median
from typing import Final

from boxtui.arena.batches import sets_in_order
from boxtui.arena.intervals import Interval, IntervalOf, Sample, early_aim
from boxtui.arena.sets import Contest, PlayedSet
from boxtui.arena.workers import WorkerEnded, WorkersFailed, workers
from boxtui.wording import listed

DECIDED: Final = "decided"
OUT_OF_TIME: Final = "minutes"
INTERRUPTED: Final = "interrupted"
"""Why an arena stopped before all sets were played."""

_BY_RESULTS: Final = (DECIDED, INTERRUPTED)
"""The reasons to stop that may depend on the results so far."""


@dataclass(frozen=True)
class Pace:
    """How long to play.

    Attributes:
        games: the number of games, rounded up to whole sets.
        workers: the number of processes that play side by side on this machine.
        minutes: no sets are sent to a process after this time.
        early: whether to stop once it is clear on which side of its fair share the first player is.
        scheduler: the address of a Dask scheduler whose cluster plays instead.
    """

    games: int
    workers: int
    minutes: float = inf
    early: bool = True
    scheduler: str | None = None


@dataclass(frozen=True)
class PlayerResult:
    """One player's result over all the seats it plays.

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
        """Return the interval of a player's results that may be looked at after every set."""
        return sample.at_any_time(early_aim(self.planned))

    def results(self, kind: IntervalOf) -> tuple[PlayerResult, ...]:
        """Return every player's result, in the contest's order, with intervals of that kind."""
        return tuple(self._result(name, kind) for name in self._shares) if self.sets else ()

    def _result(self, name: str, kind: IntervalOf) -> PlayerResult:
        sample, seconds, seats = self._shares[name], self._seconds[name], len(self.contest.players)
        low, high = kind(sample)
        return PlayerResult(
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
        games: the number of games asked for.
        planned: the number of sets that this makes.
        sets: the number of sets played.
        stopped: why not all were played: `DECIDED`, `OUT_OF_TIME`, `INTERRUPTED`, or None.
    """

    contest: Contest
    games: int
    planned: int
    sets: int
    players: tuple[PlayerResult, ...]
    stopped: str | None

    @property
    def is_any_time(self) -> bool:
        """Whether the intervals are those of `at_any_time`: results may have ended the arena."""
        return self.stopped in _BY_RESULTS

    @property
    def beats(self) -> bool:
        """Whether the whole interval of the first player is above its fair share."""
        return bool(self.players) and self.players[0].low > self.players[0].fair


OnSets = Callable[[Tally], None]
"""Called with the sets played so far: before the first, and after each."""


def play(contest: Contest, pace: Pace, on_progress: OnSets = lambda tally: None) -> Outcome:
    """Play the contest; the results are the same however many processes play.

    A player that is no better than its fair share `beats` in at most 5% of arenas: 2.5% for the
    looks after every set and 2.5% for the one at the end. An interrupt (Ctrl+C) ends it with the
    results so far. Raises BadOption if the contest can't be played, AgentFailed, which says which
    agent failed and how, and WorkersFailed, which says why no process can play.
    """
    contest.check()
    tally = Tally(contest, ceil(pace.games / len(contest.players)))
    stopped = _counted(tally, pace, on_progress)
    kind = tally.at_any_time if stopped in _BY_RESULTS else Sample.fixed
    players = tally.results(kind)
    return Outcome(contest, pace.games, tally.planned, tally.sets, players, stopped)


def _counted(tally: Tally, pace: Pace, on_progress: OnSets) -> str | None:
    """Play and count the sets; return why not all of them were played."""
    try:
        on_progress(tally)
        with workers(min(pace.workers, tally.planned), pace.scheduler) as playing:
            for played in sets_in_order(tally.contest, tally.planned, playing, pace.minutes):
                tally.add(played)
                on_progress(tally)
                if pace.early and tally.sets < tally.planned and tally.decided():
                    return DECIDED
    except KeyboardInterrupt:
        return INTERRUPTED
    except WorkerEnded as ended:
        agents = listed(list(dict.fromkeys(tally.contest.players)), "or")
        raise WorkersFailed(f"{str(ended).rstrip('.')}: perhaps {agents} ended it.") from ended
    return OUT_OF_TIME if tally.sets < tally.planned else None
