"""Shut-the-Box's 512 tile sets as a graph: what every exact figure is computed on.

A turn only ever takes tiles away, and that only ever lowers the score. So with the sets ranked by
their score a set's successors all have lower ranks, and one sweep upwards solves a turn.
"""

from typing import Final, final

from boxtui.games.shared.dice import pips
from boxtui.games.shut_the_box.tiles import ALL_UP, fitting, score_of, throw_odds, throws

RANKS: Final = ALL_UP + 1
TOP: Final = RANKS - 1
"""The rank of the full board, whose score is the highest in both scorings."""
SLACK: Final = 1e-14
"""Values of a chance that differ by less than this differ by rounding alone, and count as equal."""

LOWEST: Final = -1e300
"""Less than anything is worth."""


@final
class TileGraph:
    """The tile sets of one scoring, ranked by score; of equal scores the lower mask comes first.

    `masks` by rank and `ranks` by mask; `scores` are the different scores ascending, a score's
    place in it is its *place*: `places` by rank, `begins` the first rank of each place, and
    behind the last. `stuck` is by rank the chance that nothing fits the next roll (STB-5), 1 with
    all tiles down (STB-9); `forced` has (odds, successor) for the totals that one set fits, `free`
    (odds, successors, the lowest set first) for those with a choice.
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
        """The ranks of what is left after each set that fits, the lowest set first (STB-3)."""
        return [self.ranks[mask & ~tiles] for tiles in fitting(mask, total)]

    def solve(self, worth: list[float], values: list[float], first: int) -> None:
        """Fill `values` by rank, from rank `first` up, under the best play for the mover.

        `worth` is by rank what it is worth to end there; `values` below `first` must be filled.
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
        """By rank, what is expected under the best play, of what it is worth to end there."""
        values = [0.0] * RANKS
        self.solve(worth, values, 0)
        return values

    def reach(self, values: list[float], start: int, first: int) -> list[float]:
        """By rank, the chance to roll or end there, from `start`, playing for `values`.

        Ranks below `first` are not played on: theirs is the chance to come there from above.
        """
        reach = [0.0] * RANKS
        reach[start] = 1.0
        for rank in range(start, first - 1, -1):
            chance = reach[rank]
            if chance > 0.0:
                for odds, successor in self.forced[rank]:
                    reach[successor] = reach[successor] + chance * odds
                # As `best_of`; written out, for compiled this is a third faster.
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
        """By rank, the (odds, successor) of each total that fits, playing for `values`."""
        chosen: list[list[tuple[float, int]]] = []
        for rank in range(RANKS):
            there = list(self.forced[rank])
            for odds, successors in self.free[rank]:
                there.append((odds, best_of(successors, values)))
            chosen.append(there)
        return chosen

    def expected(self, policy: list[list[tuple[float, int]]], ends: list[float]) -> list[float]:
        """By rank, what is expected under a policy, of `ends`, by place, at the turn's end."""
        expected: list[float] = []
        for rank in range(RANKS):
            value = self.stuck[rank] * ends[self.places[rank]]
            for odds, successor in policy[rank]:
                value += odds * expected[successor]
            expected.append(value)
        return expected

    def endings(self, reach: list[float]) -> list[float]:
        """By place, the chance of each final score, of a turn `reach`ed all the way down."""
        chances = [0.0] * len(self.scores)
        for rank, chance in enumerate(reach):
            chances[self.places[rank]] += chance * self.stuck[rank]
        return chances

    def place_of(self, score: int) -> int:
        """The place of a score; `ValueError` where no tiles make it."""
        return self.scores.index(score)


def best_of(successors: list[int], values: list[float]) -> int:
    """The successor with the highest value; the first of those that are equal but for rounding."""
    best = successors[0]
    to_beat = values[best] + SLACK
    for successor in successors:
        there = values[successor]
        if there > to_beat:
            best = successor
            to_beat = there + SLACK
    return best


def totals(mask: int) -> dict[int, float]:
    """What can be rolled with these tiles up, ascending, and how likely it is (STB-6)."""
    odds = dict.fromkeys(sorted({pips(throw) for throw in throws(mask)}), 0.0)
    for throw, chance in zip(throws(mask), throw_odds(mask), strict=True):
        odds[pips(throw)] += chance
    return odds


_BOARDS: Final[dict[str, TileGraph]] = {}


def board(scoring: str) -> TileGraph:
    """The board of a scoring, ``digits`` or ``sum`` (STB-17), made once in a process."""
    if scoring not in _BOARDS:
        _BOARDS[scoring] = TileGraph(scoring)
    return _BOARDS[scoring]
