"""The reasons why a set of tiles is worse; their chances are checked by counting every roll."""

import re
from functools import cache
from itertools import product
from random import Random

import pytest

from ai.shut_the_box.reasons import dead_rolls, dead_totals, reasons
from boxtui.core import OVER
from boxtui.games.shut_the_box.state import LAYING, ShutTheBox
from boxtui.games.shut_the_box.tiles import reachable

Tiles = frozenset[int]


# References that don't use the modules under test


@cache
def sums(up: Tiles) -> frozenset[int]:
    """Return the totals of all subsets of the tiles; the empty one's is 0."""
    if not up:
        return frozenset({0})
    tile = max(up)
    rest = sums(up - {tile})
    return rest | frozenset(total + tile for total in rest)


def rolls(up: Tiles) -> list[int]:
    """Return the totals of all equally likely rolls (STB-6)."""
    if sum(up) <= 6:
        return [1, 2, 3, 4, 5, 6]
    return [one + other for one, other in product(range(1, 7), repeat=2)]


def subsets(up: Tiles, total: int) -> list[Tiles]:
    """Return the sets of these tiles that add up to the total."""
    if total == 0:
        return [frozenset()]
    return [
        rest | {tile}
        for tile in up
        if tile <= total
        for rest in subsets(frozenset(low for low in up if low < tile), total - tile)
    ]


@cache
def highest_chance(up: Tiles, most: int) -> float:
    """Return the highest chance of ending a turn at `most` or less, with digits scoring."""
    if not up:
        return 1.0
    here = 1.0 if int("".join(map(str, sorted(up)))) <= most else 0.0
    chances = [
        max((highest_chance(up - laid, most) for laid in subsets(up, total)), default=here)
        for total in rolls(up)
    ]
    return sum(chances) / len(chances)


def tiles(mask: int) -> Tiles:
    return frozenset(tile for tile in range(1, 10) if mask >> (tile - 1) & 1)


def test_stb_5_the_dead_rolls_are_those_that_no_set_adds_up_to() -> None:
    for mask in reachable() - {0}:
        up = tiles(mask)
        dead = [total for total in rolls(up) if total not in sums(up)]
        assert dead_totals(mask) == sorted(set(dead))
        assert dead_rolls(mask) == len(dead)


def test_the_figures_in_the_sentences_agree_with_counting_every_roll() -> None:
    rng = Random(3)
    checked = 0
    while checked < 20:
        state = some_decision(rng)
        best, *others = state.legal_moves()
        for move in others[:1]:
            sentences = reasons(state, move, best)
            check_rolls(sentences, [tiles(state.up & ~move), tiles(state.up & ~best)])
            checked += check_chances(state, sentences)


def some_decision(rng: Random) -> ShutTheBox:
    """Return a position from a random game of two with at most seven tiles up."""
    while True:
        state = ShutTheBox(2, "digits", 0, 0)
        for _ in range(int(rng.random() * 16)):
            if state.current_player() != OVER:
                state.play(state.random_move(rng))
        if state.phase == LAYING and state.up.bit_count() <= 7 and state.legal_moves()[1:]:
            return state


def check_rolls(sentences: list[str], left: list[Tiles]) -> None:
    """Each number of rolls that end the turn is right for one of the sets that are left."""
    for sentence in sentences:
        if counted := re.search(r"(\d+) of (36|6) rolls( of one die)? ends? the turn", sentence):
            dead, all_rolls = int(counted[1]), int(counted[2])
            assert any(dead == number_dead(up) and all_rolls == len(rolls(up)) for up in left)
            assert bool(counted[3]) == (all_rolls == 6)


def number_dead(up: Tiles) -> int:
    return sum(total not in sums(up) for total in rolls(up))


def check_chances(state: ShutTheBox, sentences: list[str]) -> int:
    """Check the comparison of chances, if there is one; return 1 if there is one, else 0."""
    compared = re.search(
        r"chance to (?:shut the box|score less than ([\d,]+)|score ([\d,]+) or less) is at best "
        r"([\d.]+)% after ([\d+]+), ([\d.]+)% after ([\d+]+)\.",
        sentences[-1],
    )
    if compared is None:
        return 0
    below, level, *figures = compared.groups()
    most = int((level or "0").replace(",", "")) if not below else int(below.replace(",", "")) - 1
    for figure, laid in (figures[:2], figures[2:]):
        left = tiles(state.up) - {int(tile) for tile in laid.split("+")}
        assert float(figure) == pytest.approx(100 * highest_chance(left, most), abs=0.0501)
    assert float(figures[2]) > float(figures[0])
    return 1
