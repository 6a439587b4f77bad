"""The 512 tile sets of Shut-the-Box as a graph, on which every exact figure is computed.

A turn only ever takes tiles away, and that only ever lowers the score. So with the sets ranked by
score, a set's successors all have lower ranks, and one sweep upwards solves a turn.
"""

from functools import cache
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from boxtui.games.shared.dice import pips
from boxtui.games.shut_the_box.tiles import ALL_UP, fitting, score_of, throw_probabilities, throws

RANKS: Final = ALL_UP + 1
TOP: Final = RANKS - 1
"""The rank of the full board, whose score is the highest in both scorings."""
SLACK: Final = 1e-14
"""Chances that differ by less than this differ only by rounding, and count as equal."""


@final
class Play:
    """How a turn is played, and what that is worth.

    Attributes:
        values: by rank, the value to the mover.
        choices: by roll (as in `TileGraph`), the rank that the mover leaves.
    """

    def __init__(self, rolls: int) -> None:
        self.values = vec[float]([0.0] * RANKS)
        self.choices = vec[i64]([0] * rolls)


@final
class TileGraph:
    """The tile sets of one scoring, ranked by score; of equal scores the lower mask comes first.

    A *roll* is a total that fits at least one set. The rolls of all ranks are numbered in one
    sequence.

    Attributes:
        masks: by rank, the tile set.
        ranks: by mask, the rank.
        scores: the different scores, ascending; a score's index here is its *place*.
        places: by rank, the place of its score.
        begins: the first rank of each place, and one past the last rank.
        stuck: by rank, the chance that nothing fits the next roll (STB-5); 1 with all tiles down
            (STB-9).
        ends: the places where a turn can end, ascending.
        rolls: the number of the first roll of each rank, and one past the last roll.
        probabilities: by roll, its probability.
        firsts: by roll, the index of its first successor, and one past the last index.
        next_ranks: the successors of all rolls; those of a roll begin with the one by the lowest
            set.
    """

    def __init__(self, scoring: str) -> None:
        ranked = sorted((score_of(mask, scoring), mask) for mask in range(RANKS))
        self.masks = [mask for _, mask in ranked]
        self.ranks = [0] * RANKS
        for rank, mask in enumerate(self.masks):
            self.ranks[mask] = rank
        self.scores = sorted({score for score, _ in ranked})
        place_of = {score: place for place, score in enumerate(self.scores)}
        self.places = [place_of[score] for score, _ in ranked]
        self.begins = [self.places.index(place) for place in range(len(self.scores))] + [RANKS]
        self.stuck = vec[float]()
        self.rolls = vec[i64]([0])
        self.probabilities = vec[float]()
        self.firsts = vec[i64]([0])
        self.next_ranks = vec[i64]()
        for mask in self.masks:
            self._add_rolls(mask)
        ends = {place for rank, place in enumerate(self.places) if self.stuck[rank] > 0.0}
        self.ends = sorted(ends)

    def _add_rolls(self, mask: int) -> None:
        stuck = 1.0
        for total, probability in totals(mask).items():
            successors = self.successors(mask, total)
            if successors:
                stuck -= probability
                self.probabilities = append(self.probabilities, probability)
                for successor in successors:
                    self.next_ranks = append(self.next_ranks, successor)
                self.firsts = append(self.firsts, len(self.next_ranks))
        self.stuck = append(self.stuck, stuck if stuck > SLACK else 0.0)
        self.rolls = append(self.rolls, len(self.probabilities))

    def successors(self, mask: int, total: int) -> list[int]:
        """Return the ranks of what each fitting set leaves, the lowest set first (STB-3)."""
        return [self.ranks[mask & ~tiles] for tiles in fitting(mask, total)]

    def solve(self, play: Play, first: i64, end: i64, worth: float) -> None:
        """Fill in `play`, from rank `first` up and below `end`, with the best play for the mover.

        To end at one of these ranks is worth `worth`; `play` must be filled in below `first`. If
        successors are equal except for rounding, the first is chosen.
        """
        rolls, probabilities = self.rolls, self.probabilities
        firsts, next_ranks = self.firsts, self.next_ranks
        stuck, values, choices = self.stuck, play.values, play.choices
        at = firsts[rolls[first]]
        for rank in range(first, end):
            value = stuck[rank] * worth
            for roll in range(rolls[rank], rolls[rank + 1]):
                choice = next_ranks[at]
                best = values[choice]
                to_beat = best + SLACK
                last = firsts[roll + 1]
                at += 1
                while at < last:
                    there = values[next_ranks[at]]
                    if there > best:
                        best = there
                        if there > to_beat:
                            choice = next_ranks[at]
                            to_beat = there + SLACK
                    at += 1
                choices[roll] = choice
                value += probabilities[roll] * best
            values[rank] = value

    def play_for(self, ends: list[float]) -> Play:
        """Return the best play of a whole turn if `ends` has, by place, what each end is worth."""
        play = Play(len(self.probabilities))
        for place, worth in enumerate(ends):
            self.solve(play, self.begins[place], self.begins[place + 1], worth)
        return play

    def reach(self, play: Play, start: i64, first: i64) -> vec[float]:
        """Return by rank the chance to roll or end there, from `start`.

        Ranks below `first` are not played on: their figure is the chance to arrive there from
        above.
        """
        rolls, probabilities, choices = self.rolls, self.probabilities, play.choices
        reach = vec[float]([0.0] * RANKS)
        reach[start] = 1.0
        rank = start
        while rank >= first:
            chance = reach[rank]
            if chance > 0.0:
                for roll in range(rolls[rank], rolls[rank + 1]):
                    reach[choices[roll]] += chance * probabilities[roll]
            rank -= 1
        return reach

    def expected(self, play: Play, ends: list[float]) -> vec[float]:
        """Return by rank the expected value of a play, if `ends` has, by place, each end's."""
        rolls, probabilities, choices = self.rolls, self.probabilities, play.choices
        expected = vec[float]([0.0] * RANKS)
        for rank in range(RANKS):
            value = self.stuck[rank] * ends[self.places[rank]]
            for roll in range(rolls[rank], rolls[rank + 1]):
                value += probabilities[roll] * expected[choices[roll]]
            expected[rank] = value
        return expected

    def endings(self, reach: vec[float]) -> list[float]:
        """Return by place the chance of each final score, for a turn `reach`ed all the way down."""
        chances = [0.0] * len(self.scores)
        for rank, chance in enumerate(reach):
            chances[self.places[rank]] += chance * self.stuck[rank]
        return chances

    def place_of(self, score: int) -> int:
        """Return the place of a score. Raises ValueError if no tiles make it."""
        return self.scores.index(score)


def first_best(values: list[float]) -> int:
    """Return the index of the highest value; the first of those equal except for rounding."""
    best = 0
    for at, value in enumerate(values):
        if value > values[best] + SLACK:
            best = at
    return best


def totals(mask: int) -> dict[int, float]:
    """Return the probability of each total that these up tiles let one roll (STB-6), ascending."""
    found = dict.fromkeys(sorted({pips(throw) for throw in throws(mask)}), 0.0)
    for throw, probability in zip(throws(mask), throw_probabilities(mask), strict=True):
        found[pips(throw)] += probability
    return found


@cache
def graph_of(scoring: str) -> TileGraph:
    """Return the graph of a scoring, ``digits`` or ``sum`` (STB-17)."""
    return TileGraph(scoring)
