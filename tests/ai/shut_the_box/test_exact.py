"""The exact solution of Shut-the-Box: against references, its agent, and figures of policies."""

from itertools import count
from random import Random
from statistics import fmean

import pytest
from random_games import at_random
from slow_tiles import EVERY_SET, highest_chance, least, mask

from ai.agent import Budget, Choice, Stop, never
from ai.search.simple import RandomAgent
from ai.shut_the_box import exact as shut_the_box_exact
from ai.shut_the_box.evaluation import ALL_SQUARES, evaluate
from ai.shut_the_box.exact import (
    InterruptedSolvingError,
    Rounds,
    least_scores,
    shut_chances,
    solution,
)
from ai.shut_the_box.players import ExactAgent
from ai.shut_the_box.strength import (
    TurnPlay,
    expected_score,
    first_wins,
    fixed_play,
    perfect_play,
    win_chance,
)
from ai.shut_the_box.tile_graph import graph_of
from boxtui.games.shared.dice import pips
from boxtui.games.shut_the_box.state import LAYING, ShutTheBox
from boxtui.games.shut_the_box.tiles import ALL_UP, fitting, mask_of, throws


@pytest.mark.parametrize("scoring", ["digits", "sum"])
def test_least_scores_and_chances_to_shut_agree_with_exact_recursions(scoring: str) -> None:
    for up in EVERY_SET:
        rank = graph_of(scoring).ranks[mask(up)]
        assert least_scores(scoring)[rank] == pytest.approx(float(least(up, scoring)), rel=1e-13)
        shut = highest_chance(up, 0, "sum")
        assert shut_chances(scoring)[rank] == pytest.approx(float(shut), 1e-13)


def test_a_stopped_solution_goes_on_when_asked_again() -> None:
    rounds, answers = Rounds(2, "sum", False), iter([False] * 99 + [True])
    with pytest.raises(InterruptedSolvingError):
        rounds.solve(lambda: next(answers))
    assert not rounds.solved
    rounds.solve(never)
    assert rounds.again == pytest.approx(solution(2, "sum", False, never).again, abs=1e-14)


def laying(
    mask: int, total: int, scores: list[int], scoring: str = "sum", stake: int = 0, first: int = 0
) -> ShutTheBox:
    """Return a position in which seat `first` began; `scores` are in turn order."""
    state = ShutTheBox(len(scores), scoring, stake, first)
    state.scores = scores[len(scores) - first :] + scores[: len(scores) - first]
    state.seat = (first + scores.index(-1)) % len(scores)
    state.phase, state.up = LAYING, mask
    state.throw = next(throw for throw in throws(mask) if pips(throw) == total)
    return state


def choose(state: ShutTheBox, stop: Stop = never) -> Choice:
    return ExactAgent().choose(state, Budget(), Random(0), stop)


def test_the_lowest_of_equally_good_sets_is_laid_down() -> None:
    """Against a shut box 9 and 4+5 are equally good: only shutting the box can tie."""
    state = laying(mask_of([7, 8, 9]), 7, [0, -1])
    assert choose(state).move == fitting(state.up, 7)[0]
    beaten = laying(mask_of([1, 2, 3]), 3, [45, -1])
    found = choose(beaten)
    assert [c.value for c in found.considered] == pytest.approx([1.0, 1.0])
    assert found.move == mask_of([1, 2])


def test_stb_13_the_values_do_not_depend_on_which_seat_plays_first() -> None:
    one, *others = (choose(laying(ALL_UP, 9, [20, -1, -1], stake=1, first=at)) for at in range(3))
    assert all(each.considered == one.considered for each in others)


def test_stopped_while_solving_it_plays_for_a_low_score(monkeypatch: pytest.MonkeyPatch) -> None:
    """Values for a low score could be mistaken for win probabilities."""
    monkeypatch.setattr(shut_the_box_exact, "_SOLVED", {})
    asked = count()
    state = laying(ALL_UP, 8, [-1] * 40, "digits")
    found = choose(state, lambda: next(asked) > 20)
    alone = choose(laying(ALL_UP, 8, [-1], "digits"))
    assert (found.move, found.considered) == (alone.move, ())
    assert next(asked) < 30


def test_stb_11_ties_are_replayed_and_count_for_no_player() -> None:
    even, lower = TurnPlay([0.5, 0.5], []), TurnPlay([0.75, 0.25], [])
    assert first_wins(even, even) == pytest.approx(0.5)
    assert first_wins(lower, even) == pytest.approx(0.75)
    assert first_wins(even, lower) == pytest.approx(0.25)
    assert win_chance(lower, even) == pytest.approx(0.75)


def test_the_second_player_knows_the_score_to_beat() -> None:
    first = TurnPlay([0.5, 0.5], [])
    second = TurnPlay([0.5, 0.5], [[0.9, 0.1], [0.2, 0.8]])
    assert first_wins(first, second) == pytest.approx(0.05 / (1 - 0.45 - 0.4))


@pytest.mark.parametrize(
    ("up", "stuck"), [([5], 5 / 6), ([3, 4], 25 / 36), ([1, 2, 3], 0.0), ([9], 32 / 36)]
)
def test_tiles_are_rated_lower_if_a_roll_is_less_likely_to_fit(up: list[int], stuck: float) -> None:
    state = ShutTheBox(1, "sum", 0, 0)
    state.up = mask_of(up)
    share = sum(tile * tile for tile in up) / ALL_SQUARES
    assert evaluate(state) == pytest.approx([1 - (1 + stuck) / 2 * share])


def test_two_perfect_players_win_as_the_solution_says() -> None:
    perfect = perfect_play("sum")
    first, second = solution(2, "sum", False, never).again
    assert first_wins(perfect, perfect) == pytest.approx(first, abs=1e-13)
    assert first + second == pytest.approx(1, abs=1e-13)


def test_a_fixed_policys_computed_distribution_matches_its_games() -> None:
    """A rough check of the exact distribution against games that are really played."""
    rng, scores = Random(5), list[int]()
    for _ in range(2000):
        state = ShutTheBox(1, "sum", 0, 0)
        for _ in at_random(state, rng):
            pass
        scores += state.scores
    exact = expected_score(fixed_play(RandomAgent(), Budget(), "sum").first, "sum")
    assert fmean(scores) == pytest.approx(exact, rel=0.05)
