"""Shut-the-Box solved: what every position is worth if every seat plays best.

A seat's policy depends on the round so far only through the lowest score and whether it is tied,
not on who holds it. So a round is solved from its last seat to its first, each turn over the 512
tile sets. Tied rounds start over (STB-11, STB-16), so what a new round is worth to each seat is a
fixed point: guess it, solve the round, see what the round then gives, repeat. Between two changes
of a policy the figures of a round don't depend on the guess, so this ends at the exact fixed point,
except for rounding.

Each seat maximizes its own value and, of equally good sets, lays down the lowest. The choice among
these is part of the solution, because it can matter to the others: under pub stakes a shut box pays
double, so a mover can be indifferent between winning often and winning twice as much.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from ai.agent import Stop, never
from ai.shut_the_box.tile_graph import RANKS, TOP, Play, TileGraph, graph_of
from boxtui.core import NOBODY
from boxtui.games.shut_the_box.tiles import TILES, tiles_of

TIE: Final = 0
"""The slot of an outcome that holds the chance that the round ends tied."""
LEADER: Final = 1
"""The slot with the chance that the seat that leads so far, alone, wins."""
_WINS: Final = 2
SETTLED: Final = 1e-14
"""The most that a round's worth changes once no policy changes any more."""


def win_slot(seat: int) -> int:
    """Return the slot with the chance that a seat still to come wins; with stakes, by its score."""
    return _WINS + seat


def shut_slot(seats: int, seat: int) -> int:
    """Return the slot with the chance that a seat still to come shuts the box and so wins (STB-15).

    There is one only under stakes, when these are the last slots.
    """
    return win_slot(seats) + seat


class InterruptedSolvingError(Exception):
    """Raised if solving is stopped before its end; the next call continues from there."""


@final
class Turn:
    """One seat's turn, solved.

    Attributes:
        play: the best play for that seat; its values, by the rank of its tiles, are 0..1 on the
            scale of `returns`.
        first: the first rank that doesn't take the lead; turns that end at a lower rank do.
        leading: by slot and rank, the outcome from there on if the lead is taken; empty for a slot
            that stays 0.
        level: the outcome of a turn that ends with the lowest score so far and ties with it.
        behind: the outcome of a turn that ends above it and leaves the round as it was.
    """

    def __init__(
        self,
        tiles: TileGraph,
        play: Play,
        first: i64,
        leading: list[vec[float]],
        level: list[float],
        behind: list[float],
    ) -> None:
        self.tiles = tiles
        self.play = play
        self.first = first
        self.leading = leading
        self.level = level
        self.behind = behind

    @property
    def values(self) -> list[float]:
        """The values of `play`."""
        return list(self.play.values)

    def outcome(self, start: int) -> list[float]:
        """Return the chance of each slot at the end of the round, for a turn at rank `start`."""
        reach = self.tiles.reach(self.play, start, self.first)
        outcome = self._taking_the_lead(reach)
        if self.first < RANKS:
            above = self.tiles.begins[self.tiles.places[self.first] + 1]
            add(outcome, self._ending(reach, self.first, above), self.level)
            add(outcome, self._ending(reach, above, RANKS), self.behind)
        return outcome

    def _taking_the_lead(self, reach: vec[float]) -> list[float]:
        """Return the part of the outcome that comes from scores below all so far."""
        outcome = [0.0] * len(self.leading)
        reached = vec[i64]()
        for rank in range(self.first):
            if reach[rank] > 0.0:
                reached = append(reached, rank)
        for slot, leading in enumerate(self.leading):
            if len(leading) > 0:
                chance = 0.0
                for rank in reached:
                    chance += reach[rank] * leading[rank]
                outcome[slot] = chance
        return outcome

    def _ending(self, reach: vec[float], first: i64, end: i64) -> float:
        """Return the chance that the turn ends at a rank from `first` on and below `end`."""
        stuck = self.tiles.stuck
        chance = 0.0
        for rank in range(first, end):
            chance += reach[rank] * stuck[rank]
        return chance


def leader_of(scores: Sequence[int]) -> int:
    """Return the seat that alone has the lowest of these final scores; `NOBODY` if none does."""
    best = [seat for seat in range(len(scores)) if scores[seat] == min(scores)]
    return best[0] if len(best) == 1 else NOBODY


def add(total: list[float], weight: float, part: list[float]) -> None:
    """Add `weight` times `part` to `total`."""
    for slot in range(len(total)):
        total[slot] += weight * part[slot]


@final
class Rounds:
    """Rounds among `seats` players (at least two), repeated until a round isn't tied.

    Seats are counted in the order of turns. A standing is the place of the lowest score so far
    (`nothing` before the first) and whether it is tied. `again` and `start` are final once
    `solved`.

    Attributes:
        passes: how many times a whole round has been solved.
        done: how many seats, from the last one, have been solved in this pass.
        again: what a new round is worth to each seat, 0..1 on the scale of `returns`: the chance to
            win or, under pub stakes, (net + 2) / 2n.
        start: the outcome of a round before its first turn.
        after: at ``[done][tied][place]``, the outcome after `done` turns in that standing; only
            for places where a turn can end.
    """

    def __init__(self, seats: int, scoring: str, stakes: bool) -> None:
        self.seats = seats
        self.stakes = stakes
        self.tiles = graph_of(scoring)
        self.nothing = len(self.tiles.scores)
        self.again = [1 / seats] * seats
        self.slots = shut_slot(seats, seats if stakes else 0)
        self.start = [0.0] * self.slots
        self.solved = False
        self.passes = 0
        self.done = 0
        ended = [self._certain(LEADER), self._certain(TIE)]
        self.after = [[[ended[tied]] * self.nothing for tied in range(2)] for _ in range(seats + 1)]

    def _certain(self, slot: int) -> list[float]:
        outcome = [0.0] * self.slots
        outcome[slot] = 1.0
        return outcome

    def solve(self, stop: Stop) -> None:
        """Find the fixed point. Raises InterruptedSolvingError once `stop` returns True.

        The next call goes on with the seat at which this one was stopped.
        """
        while not self.solved:
            while self.done < self.seats - 1:
                self._look_back(self.seats - 1 - self.done, self.tiles.ends, stop)
                self.done += 1
            self.passes += 1
            self.done = 0
            self.start = self.turn(0, self.nothing, False).outcome(TOP)
            before = self.again
            self.again = self._worth_of_a_round()
            changes = [abs(new - old) for new, old in zip(self.again, before)]
            self.solved = max(changes) <= SETTLED

    def _worth_of_a_round(self) -> list[float]:
        """Return what a round is worth to each seat, by `start`, if ties are played again."""
        untied = 1 - self.start[TIE]
        return [
            (self.worth(self.start, seat) - self.start[TIE] * self.again[seat]) / untied
            for seat in range(self.seats)
        ]

    def wins(self) -> list[float]:
        """Return each seat's chance to win the game at a round's start, even under pub stakes."""
        untied = 1 - self.start[TIE]
        return [self.won(self.start, seat) / untied for seat in range(self.seats)]

    def won(self, outcome: list[float], seat: int) -> float:
        """Return the chance in an outcome that this seat, still to come, wins this round."""
        shut = outcome[shut_slot(self.seats, seat)] if self.stakes else 0.0
        return outcome[win_slot(seat)] + shut

    def worth(self, outcome: list[float], seat: int) -> float:
        """Return an outcome's worth to a seat still to come, 0..1 (STB-10, STB-15, STB-16)."""
        value = outcome[win_slot(seat)]
        if self.stakes:
            shut = sum(outcome[shut_slot(self.seats, 0) :])
            value = value / 2 + outcome[shut_slot(self.seats, seat)]
            value += (1 - shut - outcome[TIE]) / (2 * self.seats)
        return value + outcome[TIE] * self.again[seat]

    def worths(self, outcome: list[float], scores: Sequence[int]) -> list[float]:
        """Return an outcome's worth to each seat after these final scores, in order of turns."""
        found = [self.worth(outcome, seat) for seat in range(self.seats)]
        leader = leader_of(scores)
        if leader != NOBODY:
            found[leader] += outcome[LEADER] / 2 if self.stakes else outcome[LEADER]
        return found

    def standing(self, scores: Sequence[int]) -> tuple[int, bool]:
        """Return the standing after these final scores, which are in the order of turns.

        Scores that no turn ends with are allowed; from then on, `after` has their place too.
        """
        if not scores:
            return self.nothing, False
        lowest = min(scores)
        place = self.tiles.place_of(lowest)
        if place not in self.tiles.ends:
            for seat in range(self.seats - 1, 0, -1):
                self._look_back(seat, [place], never)
        return place, list(scores).count(lowest) > 1

    def end_of_turn(self, seat: int, place: int, tied: bool, score: int) -> list[float]:
        """Return the outcome once `seat` has ended at the place `score` (STB-10, STB-15)."""
        if score >= place:
            return self.after[seat + 1][1 if tied or score == place else 0][place]
        if score == 0 and self.stakes:
            return self._certain(shut_slot(self.seats, seat))
        outcome = list(self.after[seat + 1][0][score])
        outcome[win_slot(seat)] = outcome[LEADER]
        outcome[LEADER] = 0.0
        return outcome

    def turn(self, seat: int, place: int, tied: bool) -> Turn:
        """Return the solved turn of a seat in a standing, for the present `after` and `again`."""
        free = self._free_turn(seat)
        if place == self.nothing:
            return free
        return self._turn_behind(seat, place, tied, free.play, free.leading)

    def _free_turn(self, seat: int) -> Turn:
        """Return the turn if every score takes the lead.

        Any other turn is the same below the score that it has to beat.
        """
        tiles = self.tiles
        ends = [self.end_of_turn(seat, self.nothing, False, score) for score in range(self.nothing)]
        play = tiles.play_for([self.worth(outcome, seat) for outcome in ends])
        leading: list[vec[float]] = []
        for slot in range(self.slots):
            chances = [outcome[slot] for outcome in ends]
            leading.append(tiles.expected(play, chances) if max(chances) > 0.0 else vec[float]())
        return Turn(tiles, play, RANKS, leading, [], [])

    def _turn_behind(
        self, seat: int, place: int, tied: bool, play: Play, leading: list[vec[float]]
    ) -> Turn:
        """Return the turn in a standing.

        `play` is that of the free turn; it is overwritten from the standing's score up.
        """
        level = self.end_of_turn(seat, place, tied, place)
        behind = self.after[seat + 1][1 if tied else 0][place]
        first = self.tiles.begins[place]
        above = self.tiles.begins[place + 1]
        self.tiles.solve(play, first, above, self.worth(level, seat))
        self.tiles.solve(play, above, RANKS, self.worth(behind, seat))
        return Turn(self.tiles, play, first, leading, level, behind)

    def _look_back(self, seat: int, places: list[int], stop: Stop) -> None:
        """Fill in `after` before this seat's turn, for these ascending places."""
        lowest = 1 if self.stakes else 0
        places = [place for place in places if place >= lowest]
        for tied in range(1 if seat == 1 else 2):
            for place, turn in self.turns_behind(seat, places, tied == 1):
                if stop():
                    raise InterruptedSolvingError
                self.after[seat][tied][place] = turn.outcome(TOP)

    def turns_behind(
        self, seat: int, places: Sequence[int], tied: bool
    ) -> Iterator[tuple[int, Turn]]:
        """Yield the solved turns of a seat for these ascending places, the highest place first.

        A turn is valid only until the next one: they share a play, which a standing overwrites
        from its score up.
        """
        free = self._free_turn(seat)
        for place in reversed(places):
            yield place, self._turn_behind(seat, place, tied, free.play, free.leading)


_SOLVED: Final[dict[tuple[int, str, bool], Rounds]] = {}


def rounds_of(seats: int, scoring: str, stakes: bool) -> Rounds:
    """Return the rounds of `seats` players, solved or not, which are kept in this process."""
    key = (seats, scoring, stakes)
    if key not in _SOLVED:
        _SOLVED[key] = Rounds(seats, scoring, stakes)
    return _SOLVED[key]


def solution(seats: int, scoring: str, stakes: bool, stop: Stop) -> Rounds:
    """Return the solved rounds of `seats` players. Raises InterruptedSolvingError if stopped."""
    rounds = rounds_of(seats, scoring, stakes)
    rounds.solve(stop)
    return rounds


@cache
def _least_play(scoring: str) -> Play:
    """Return the play of a turn that has the least expected score."""
    tiles = graph_of(scoring)
    return tiles.play_for([-float(score) for score in tiles.scores])


@cache
def least_scores(scoring: str) -> list[float]:
    """Return by rank the least expected score of a turn that goes on from there."""
    return [-value for value in _least_play(scoring).values]


def chances_up(scoring: str, up: int) -> list[float]:
    """Return by tile, from 1, the chance that it is up when the turn that goes on with `up` ends.

    The turn is played for the least expected score.
    """
    tiles = graph_of(scoring)
    reach = tiles.reach(_least_play(scoring), tiles.ranks[up], 0)
    chances = [0.0] * TILES
    for rank in range(RANKS):
        ending = reach[rank] * tiles.stuck[rank]
        for tile in tiles_of(tiles.masks[rank]):
            chances[tile - 1] += ending
    return chances


def shut_chances(scoring: str) -> list[float]:
    """Return by rank the highest chance to shut the box from there."""
    return score_chances(scoring, 0)


def score_chances(scoring: str, most: int) -> list[float]:
    """Return by rank the highest chance to end the turn from there with at most this score."""
    tiles = graph_of(scoring)
    return list(tiles.play_for([1.0 if score <= most else 0.0 for score in tiles.scores]).values)
