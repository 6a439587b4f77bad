"""The 512 tile sets of Shut-the-Box as a graph, on which every exact figure is computed.

A turn only ever takes tiles away, and that only ever lowers the score. So with the sets ranked by
score, a set's successors all have lower ranks, and one sweep upwards solves a turn.
"""

from typing import Final, final

from boxtui.games.shared.dice import pips
from boxtui.games.shut_the_box.tiles import ALL_UP, fitting, score_of, throw_odds, throws

RANKS: Final = ALL_UP + 1
TOP: Final = RANKS - 1
"""The rank of the full board, whose score is the highest in both scorings."""
SLACK: Final = 1e-14
"""Chances that differ by less than this differ only by rounding, and count as equal."""

LOWEST: Final = -1e300
"""Less than anything is worth."""


@final
class TileGraph:
    """The tile sets of one scoring, ranked by score; of equal scores the lower mask comes first.

    Attributes:
        masks: by rank, the tile set.
        ranks: by mask, the rank.
        scores: the different scores, ascending; a score's index here is its *place*.
        places: by rank, the place of its score.
        begins: the first rank of each place, and one past the last rank.
        stuck: by rank, the chance that nothing fits the next roll (STB-5); 1 with all tiles down
            (STB-9).
        forced: by rank, (probability, successor) for the totals that only one set fits.
        free: by rank, (probability, successors with the lowest set first) for those with a choice.
    """

    def __init__(self, scoring: str) -> None:
        self.scoring = scoring
        ranked = sorted((score_of(mask, scoring), mask) for mask in range(RANKS))
        self.masks = [mask for _, mask in ranked]
        self.ranks = [0] * RANKS
        for rank, mask in enumerate(self.masks):
            self.ranks[mask] = rank
        self.scores = sorted({score for score, _ in ranked})
        place_of = {score: place for place, score in enumerate(self.scores)}
        self.places = [place_of[score] for score, _ in ranked]
        self.begins = [self.places.index(place) for place in range(len(self.scores))] + [RANKS]
        self.stuck: list[float] = []
        self.forced: list[list[tuple[float, int]]] = []
        self.free: list[list[tuple[float, list[int]]]] = []
        for mask in self.masks:
            self._add_rolls(mask)

    def _add_rolls(self, mask: int) -> None:
        stuck = 1.0
        forced: list[tuple[float, int]] = []
        free: list[tuple[float, list[int]]] = []
        for total, odds in totals(mask).items():
            successors = self.successors(mask, total)
            if len(successors) == 1:
                forced.append((odds, successors[0]))
            elif successors:
                free.append((odds, successors))
            stuck -= odds if successors else 0.0
        self.stuck.append(stuck if stuck > SLACK else 0.0)
        self.forced.append(forced)
        self.free.append(free)

    def successors(self, mask: int, total: int) -> list[int]:
        """Return the ranks of what each fitting set leaves, the lowest set first (STB-3)."""
        return [self.ranks[mask & ~tiles] for tiles in fitting(mask, total)]

    def solve(self, worth: list[float], values: list[float], first: int) -> None:
        """Fill in `values` by rank, from rank `first` up, under the best play for the mover.

        `worth` is, by rank, what it is worth to end there; `values` below `first` must be filled
        in.
        """
        for rank in range(first, RANKS):
            value = self.stuck[rank] * worth[rank]
            for odds, successor in self.forced[rank]:
                value += odds * values[successor]
            for odds, successors in self.free[rank]:
                best = LOWEST
                for successor in successors:
                    there = values[successor]
                    if there > best:
                        best = there
                value += odds * best
            values[rank] = value

    def values_of(self, worth: list[float]) -> list[float]:
        """Return by rank the expected value under best play, given what each end is worth."""
        values = [0.0] * RANKS
        self.solve(worth, values, 0)
        return values

    def reach(self, values: list[float], start: int, first: int) -> list[float]:
        """Return by rank the chance to roll or end there, from `start`, playing for `values`.

        Ranks below `first` are not played on: their figure is the chance to arrive there from
        above.
        """
        reach = [0.0] * RANKS
        reach[start] = 1.0
        for rank in range(start, first - 1, -1):
            chance = reach[rank]
            if chance > 0.0:
                for odds, successor in self.forced[rank]:
                    reach[successor] = reach[successor] + chance * odds
                # As `best_of`, but inlined: compiled, this is a third faster.
                for odds, successors in self.free[rank]:
                    best = successors[0]
                    to_beat = values[best] + SLACK
                    for successor in successors:
                        there = values[successor]
                        if there > to_beat:
                            best = successor
                            to_beat = there + SLACK
                    reach[best] = reach[best] + chance * odds
        return reach

    def policy(self, values: list[float]) -> list[list[tuple[float, int]]]:
        """Return by rank the (probability, successor) of each total that fits, by `values`."""
        chosen: list[list[tuple[float, int]]] = []
        for rank in range(RANKS):
            there = list(self.forced[rank])
            for odds, successors in self.free[rank]:
                there.append((odds, best_of(successors, values)))
            chosen.append(there)
        return chosen

    def expected(self, policy: list[list[tuple[float, int]]], ends: list[float]) -> list[float]:
        """Return by rank the expected value under a policy, if `ends` has, by place, each end's."""
        expected: list[float] = []
        for rank in range(RANKS):
            value = self.stuck[rank] * ends[self.places[rank]]
            for odds, successor in policy[rank]:
                value += odds * expected[successor]
            expected.append(value)
        return expected

    def endings(self, reach: list[float]) -> list[float]:
        """Return by place the chance of each final score, for a turn `reach`ed all the way down."""
        chances = [0.0] * len(self.scores)
        for rank, chance in enumerate(reach):
            chances[self.places[rank]] += chance * self.stuck[rank]
        return chances

    def place_of(self, score: int) -> int:
        """Return the place of a score. Raises ValueError if no tiles make it."""
        return self.scores.index(score)


def best_of(successors: list[int], values: list[float]) -> int:
    """Return the successor with the highest value; the first of those equal except for rounding."""
    best = successors[0]
    to_beat = values[best] + SLACK
    for successor in successors:
        there = values[successor]
        if there > to_beat:
            best = successor
            to_beat = there + SLACK
    return best


def totals(mask: int) -> dict[int, float]:
    """Return the totals that these tiles allow to roll, ascending, with probabilities (STB-6)."""
    odds = dict.fromkeys(sorted({pips(throw) for throw in throws(mask)}), 0.0)
    for throw, chance in zip(throws(mask), throw_odds(mask), strict=True):
        odds[pips(throw)] += chance
    return odds


_BOARDS: Final[dict[str, TileGraph]] = {}


def board(scoring: str) -> TileGraph:
    """Return the graph of a scoring, ``digits`` or ``sum`` (STB-17), made once per process."""
    if scoring not in _BOARDS:
        _BOARDS[scoring] = TileGraph(scoring)
    return _BOARDS[scoring]
