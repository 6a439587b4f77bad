"""The reasons why a set of tiles is worse; their chances are checked by counting every roll."""

import re
from functools import cache
from itertools import product
from random import Random

import pytest

from ai.shut_the_box.reasons import dead_rolls, dead_totals, reasons
from boxtui.core import OVER
from boxtui.games.shared.dice import pips
from boxtui.games.shut_the_box.state import LAYING, ShutTheBox
from boxtui.games.shut_the_box.tiles import mask_of, reachable, throws

Tiles = frozenset[int]


def laying(up: list[int], total: int, scores: list[int], scoring: str = "digits") -> ShutTheBox:
    """Return a position: seat 1 began, and the first seat without a score must lay that total."""
    state = ShutTheBox(len(scores), scoring, 0, 0)
    state.scores = scores
    state.seat = scores.index(-1)
    state.phase, state.up = LAYING, mask_of(up)
    state.throw = next(throw for throw in throws(state.up) if pips(throw) == total)
    return state


def why(state: ShutTheBox, move: str, best: str) -> list[str]:
    return reasons(state, state.read_move(move), state.read_move(best))


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


def test_the_figures_in_the_sentences_are_those_of_counting_every_roll() -> None:
    rng = Random(3)
    checked = 0
    while checked < 60:
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


# The sentences


def test_each_set_is_described_by_the_rolls_that_end_the_turn_after_it() -> None:
    state = laying([1, 2, 3, 4, 5, 6, 9], 7, [36, -1])
    assert why(state, "4+2+1", "4+3") == [
        "After 4+2+1 nothing fits 2, 4, 7 or 10: 13 of 36 rolls end the turn.",
        "After 4+3 nothing fits 4: 3 of 36 rolls end the turn.",
        "The chance to score less than 36 is at best 18.1% after 4+2+1, 52.9% after 4+3.",
    ]


def test_where_most_rolls_are_dead_the_others_are_named() -> None:
    state = laying([1, 2, 3, 4, 5, 8], 7, [5, -1])
    first = why(state, "4+2+1", "4+3")[0]
    assert first == ("After 4+2+1 something fits only 3, 5, 8 and 11: 23 of 36 rolls end the turn.")


def test_what_holds_after_both_is_said_once() -> None:
    state = laying([1, 2, 3, 4, 5, 6, 7, 8, 9], 7, [2689, -1])
    assert why(state, "6+1", "7")[0] == "After 6+1 or 7 something fits every roll."


def test_a_better_set_that_leaves_more_dead_rolls_is_described_with_a_but() -> None:
    """STB-10: 15 of 36 rolls end the turn, but each of them wins it."""
    state = laying([1, 2, 4, 6, 7, 8, 9], 11, [4567, -1])
    assert why(state, "9+2", "6+4+1") == [
        "After 9+2 nothing fits 2 or 3: 3 of 36 rolls end the turn.",
        "After 6+4+1 nothing fits 3, 4, 5, 6 or 12: 15 of 36 rolls end the turn.",
        "But the chance to score less than 4,567 is at best 91.7% after 9+2, 100.0% after 6+4+1.",
    ]


def test_stb_6_one_die_has_six_rolls() -> None:
    state = laying([1, 2, 3, 5], 5, [-1, -1])
    assert why(state, "3+2", "5") == [
        "After 3+2 nothing fits 2, 3 or 4: 3 of 6 rolls of one die end the turn.",
        "After 5 something fits every roll.",
        "The chance to shut the box is at best 22.2% after 3+2, 33.3% after 5.",
    ]


def test_one_roll_is_described_in_the_singular() -> None:
    state = laying([1, 2, 3, 4, 5, 6, 7, 8, 9], 7, [2689, -1])
    assert why(state, "5+2", "5+2")[0] == "After 5+2 nothing fits 2: 1 of 36 rolls ends the turn."


def test_stb_9_a_set_that_shuts_the_box_is_described_without_chances() -> None:
    state = laying([1, 2, 3], 3, [12, -1])
    assert why(state, "3", "3")[0].startswith("After 3 ")
    only = laying([1, 2], 3, [12, -1])
    assert why(only, "2+1", "2+1") == ["2+1 shuts the box."]


def test_if_no_chance_decides_the_score_does() -> None:
    state = laying([1, 2, 4, 5, 6], 11, [-1, -1])
    assert why(state, "6+5", "5+4+2")[-1] == (
        "But the score if the next roll ends the turn is 124 after 6+5, 16 after 5+4+2."
    )


def test_a_set_without_advantages_gets_no_reasons() -> None:
    """The set that is called best has the lower chance here and leaves the higher score."""
    state = laying([1, 2, 3, 4, 5, 6, 9], 7, [36, -1])
    assert len(why(state, "4+3", "6+1")) == 2


def test_the_best_set_is_described_with_its_own_chance() -> None:
    state = laying([1, 2, 3, 4, 5, 6, 9], 7, [36, -1])
    assert why(state, "4+3", "4+3") == [
        "After 4+3 nothing fits 4: 3 of 36 rolls end the turn.",
        "The chance to score less than 36 is then at best 52.9%.",
    ]


def test_if_only_shutting_can_tie_its_chance_is_given() -> None:
    """STB-11: nothing beats a shut box."""
    state = laying([1, 2, 3, 4, 5, 6, 9], 7, [0, -1])
    assert "shut the box" in why(state, "4+2+1", "4+3")[-1]


def test_the_lowest_of_the_scores_so_far_is_the_one_to_beat() -> None:
    """STB-10, STB-17."""
    state = laying([1, 2, 3, 4, 5, 6, 9], 7, [17, 12, 30, -1, -1], "sum")
    assert "score less than 12 " in why(state, "4+2+1", "4+3")[-1]
