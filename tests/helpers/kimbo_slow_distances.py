"""Distances HOME in Kimbo by value iteration that computes everything in every sweep."""

from collections.abc import Callable

from ai.kimbo.distance_cache import EXACT
from ai.kimbo.distances import JUMP_DICE, PRECISION, Distances
from ai.kimbo.last_piece import LONGER, NEAREST, LastDistances
from ai.kimbo.square_dice import FAR
from boxtui.games.kimbo.paths import FORK, LONGEST, ONWARD, STUCK
from boxtui.games.kimbo.position import KimboTable
from boxtui.games.kimbo.squares import HOME, SQUARES
from boxtui.games.shared.dice import TWO_DICE, TWO_DICE_PROBABILITIES

Dice = list[float]


def exact(table: KimboTable) -> Distances:
    """Return the quick distances, computed from scratch until nothing changes."""
    return Distances(table.board, table.walls, table.closed, None, EXACT)


class SlowDistances:
    """The least distance at the end of every path of a table, computed step by step."""

    def __init__(self, table: KimboTable, longest: int) -> None:
        self.table = table
        self.longest = longest
        self.after: list[list[float]] = []

    def see_ends(self, dice: Dice) -> None:
        """Fill in `after`, by the number of steps left less 1 and 4 * square + heading."""
        self.after = []
        for left in range(1, self.longest + 1):
            states = range(4 * SQUARES)
            self.after.append([self._least(dice, state >> 2, state & 3, left) for state in states])

    def _wall(self, square: int, left: int) -> int:
        wall = int(self.table.walls[square])
        return wall & ~int(self.table.board.openings[square]) if left == 1 else wall

    def _least(self, dice: Dice, square: int, heading: int, left: int) -> float:
        onward = int(ONWARD[self._wall(square, left) << 2 | heading])
        if onward == STUCK:
            return FAR
        turns = [onward] if onward < FORK else [(heading + 3) & 3, (heading + 1) & 3]
        return min(self._beyond(dice, square, turn, left) for turn in turns)

    def _beyond(self, dice: Dice, square: int, heading: int, left: int) -> float:
        end = int(self.table.board.ahead[square << 2 | heading])
        if left > 1:
            return self.after[left - 2][end << 2 | heading]
        return FAR if self.table.board.areas[end] else dice[end]

    def best(self, square: int, count: int) -> float:
        """Return the least distance at the squares to which a count may bring a piece."""
        wall = self._wall(square, count)
        states = [square << 2 | heading for heading in range(4) if not wall >> heading & 1]
        return min([FAR, *[self.after[count - 1][state] for state in states]])

    def beyond(self, dice: Dice, square: int) -> float:
        """Return the least distance at the squares to which a jump may bring a piece."""
        board = self.table.board
        fences = int(self.table.walls[square]) & ~int(board.borders[square])
        ahead = [int(board.ahead[square << 2 | at]) for at in range(4) if fences >> at & 1]
        return min([FAR, *[dice[end] for end in ahead if end not in self.table.closed]])


def slow_dice(table: KimboTable, guess: Distances | None, sweeps: int) -> tuple[Dice, Dice]:
    """Return the `dice` and `walked` that `Distances` should have."""
    slow = SlowDistances(table, 6)
    dice = [FAR] * HOME + [0.0, FAR] if guess is None else list(guess.dice)
    walked = dice[:] if guess is None else list(guess.walked)

    def walk(square: int) -> float:
        return _if_useful([slow.best(square, die) for die in range(1, 7)])

    for _ in range(sweeps):
        slow.see_ends(dice)
        changed = _sweep(walked, walk)
        beyond = [slow.beyond(walked, square) + JUMP_DICE for square in range(SQUARES)]
        dice[:SQUARES] = map(min, walked, beyond)
        if not changed:
            break
    return dice, walked


def _if_useful(ends: list[float]) -> float:
    """Return the expected dice if each die that leads further away is left to other pieces."""
    expected = min(ends) + 6.0
    for _ in range(2):
        total, useful = 6.0, 0
        for end in ends:
            if end < expected:
                total, useful = total + end, useful + 1
        expected = total / useful if useful else expected
    return min(expected, FAR)


def slow_last_dice(
    table: KimboTable, first: Distances, guess: LastDistances | None, sweeps: int
) -> Dice:
    """Return the `dice` that `LastDistances` should have."""
    slow = SlowDistances(table, LONGEST)
    dice = list(first.dice) if guess is None else list(guess.dice)
    if guess is None:
        dice[:SQUARES] = [each + LONGER for each in dice[:SQUARES]]
    for _ in range(sweeps):
        slow.see_ends(dice)
        before = dice[:]

        def mean(square: int, before: Dice = before) -> float:
            return _mean(slow, before, square)

        if not _sweep(dice, mean):
            break
    return dice


def _mean(slow: SlowDistances, before: Dice, square: int) -> float:
    """Return the mean over all throws."""
    best = [FAR] + [slow.best(square, count) for count in range(1, LONGEST + 1)]
    jump = slow.beyond(before, square)
    total, stays = NEAREST, 0.0
    for throw, chance in zip(TWO_DICE, TWO_DICE_PROBABILITIES):
        high, low = divmod(throw, 10)
        end = best[high + low]
        if high == low and jump < before[square]:
            end = min(end, jump)
        if min(best[high], best[low]) < NEAREST:
            end = 0.0
        if end < FAR:
            total += chance * end
        else:
            stays += chance
    return min(total / (1.0 - stays), FAR) if stays < 1.0 else FAR


def _sweep(dice: Dice, new: Callable[[int], float]) -> bool:
    """Replace what differs enough; return whether anything does."""
    news = [new(square) for square in range(SQUARES)]
    changed = [at for at in range(SQUARES) if abs(news[at] - dice[at]) > PRECISION]
    for at in changed:
        dice[at] = news[at]
    return bool(changed)
