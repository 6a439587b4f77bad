"""The reasons why a set of tiles is worse; their chances are checked by counting every roll."""

import re
from fractions import Fraction
from functools import cache
from random import Random

import pytest
from random_games import at_random
from slow_tiles import Tiles, highest_chance, least, mask, rolls, tiles

from ai.shut_the_box.exact import chances_up
from ai.shut_the_box.reasons import dead_rolls, dead_totals, reasons
from boxtui.games import GAMES
from boxtui.games.shut_the_box.state import LAYING, ShutTheBox
from boxtui.games.shut_the_box.tiles import reachable


def dead(up: Tiles) -> tuple[list[int], int, int]:
    """Return the totals that no set adds up to, how many rolls have them, and of how many."""
    totals = [total for total, (_, left) in rolls(up).items() if not left]
    of = 6 if sum(up) <= 6 else 36
    return sorted(totals), int(of * sum(rolls(up)[total][0] for total in totals)), of


def test_stb_5_the_dead_rolls_are_those_that_no_set_adds_up_to() -> None:
    for up in reachable() - {0}:
        assert (dead_totals(up), dead_rolls(up)) == dead(tiles(up))[:2]


def test_the_figures_in_the_sentences_agree_with_counting_every_roll() -> None:
    rng = Random(3)
    checked = 0
    while checked < 20:
        state = some_decision(rng)
        best, other, *_ = state.legal_moves()
        sentences = reasons(state, other, best)
        check_rolls(sentences, [tiles(state.up & ~other), tiles(state.up & ~best)])
        checked += check_chances(state, sentences)


def some_decision(rng: Random) -> ShutTheBox:
    """Return a position from a random three-player game with at most seven tiles up."""
    while True:
        state = ShutTheBox(3, "digits", 0, 0)
        for _ in at_random(state, rng, rng.randrange(24)):
            pass
        if state.phase == LAYING and state.up.bit_count() <= 7 and state.legal_moves()[1:]:
            return state


def check_rolls(sentences: list[str], left: list[Tiles]) -> None:
    """Each number of rolls that end the turn is right for one of the sets that are left."""
    for sentence in sentences:
        if counted := re.search(r"(\d+) of (36|6) rolls( of one die)? ends? the turn", sentence):
            figures = int(counted[1]), int(counted[2])
            assert figures in [dead(up)[1:] for up in left]
            assert bool(counted[3]) == (figures[1] == 6)


def check_chances(state: ShutTheBox, sentences: list[str]) -> bool:
    """Check the comparison of chances; return whether there is one."""
    compared = re.search(
        r"chance to (?:shut the box|score less than ([\d,]+)|score ([\d,]+) or less) is at best "
        r"([\d.]+)% after ([\d+]+), ([\d.]+)% after ([\d+]+)\.",
        sentences[-1],
    )
    if compared is None:
        return False
    below, level, *figures = compared.groups()
    most = int((level or "0").replace(",", "")) if not below else int(below.replace(",", "")) - 1
    for figure, laid in (figures[:2], figures[2:]):
        left = tuple(tile for tile in tiles(state.up) if str(tile) not in laid.split("+"))
        chance = float(highest_chance(left, most, "digits"))
        assert float(figure) == pytest.approx(100 * chance, abs=0.0501)
    assert float(figures[2]) > float(figures[0])
    return True


@cache
def chances_left_up(up: Tiles) -> dict[int, Fraction]:
    """Return how likely each tile is left up in play for the lowest mean sum, lower sets first."""
    chances = dict.fromkeys(up, Fraction(0))
    for chance, left in rolls(up).values():
        after = min(left, key=lambda each: (least(each, "sum"), -mask(each)), default=None)
        kept = dict.fromkeys(up, Fraction(1)) if after is None else chances_left_up(after)
        for tile, likely in kept.items():
            chances[tile] += chance * likely
    return chances


@pytest.mark.parametrize("up", [(1, 2, 3, 4, 5, 8), (2, 3, 5, 6, 7, 9), (1, 3, 4, 9)])
def test_how_likely_each_tile_stays_up_agrees_with_playing_every_roll(up: Tiles) -> None:
    found = chances_up("sum", mask(up))
    slow = {tile: float(chance) for tile, chance in chances_left_up(up).items()}
    assert {at + 1: each for at, each in enumerate(found) if at + 1 in up} == pytest.approx(slow)
    assert all(each == 0.0 for at, each in enumerate(found) if at + 1 not in up)


def test_the_mean_scores_agree_with_counting_and_are_given_only_if_nobody_has_a_score() -> None:
    first, second = (
        GAMES["shut-the-box"].parse(
            f"scoring=sum stake=0 round=1 first=1 scores={scores} phase=lay seat={seat} "
            "up=1,2,3,4,5,6,9 dice=4+3"
        )
        for scores, seat in (("-,-", 1), ("20,-", 2))
    )
    worse, better = map(first.read_move, ("4+2+1", "4+3"))
    *_, told = reasons(first, worse, better)
    found = re.search(r"mean score is at best ([\d.]+) after 4\+2\+1, ([\d.]+) after 4\+3\.", told)
    assert found
    means = [least(left, "sum") for left in ((3, 5, 6, 9), (1, 2, 5, 6, 9))]
    assert [float(figure) for figure in found.groups()] == [round(float(mean), 1) for mean in means]
    assert not any("mean" in sentence for sentence in reasons(second, worse, better))
