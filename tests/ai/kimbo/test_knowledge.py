"""What agents know about Kimbo: distances, threats, fences, move values and levels."""

from random import Random

import pytest
from kimbo_boards import drawn
from kimbo_play import begun, decisions, threats
from kimbo_slow_distances import exact
from librt.vecs import vec

from ai.agent import Budget, never
from ai.kimbo.distance_cache import EXACT_LAST, DistanceCache, to_go
from ai.kimbo.distances import JUMP_DICE
from ai.kimbo.evaluation import KimboEvaluator, win_probabilities
from ai.kimbo.fences import FenceScores
from ai.kimbo.gains import rated_moves
from ai.kimbo.last_piece import LastDistances
from ai.kimbo.square_dice import SquareDice
from ai.kimbo.threats import BY_A_JUMP, chance_of, worst_loss
from ai.levels import agent_and_budget
from boxtui.games.kimbo.moves import KEEP, corners_of, end_of, stop_of
from boxtui.games.kimbo.squares import HOME, SQUARE_NAMES
from boxtui.games.kimbo.state import FENCING, ROLLING, Kimbo
from boxtui.games.shared.dice import TWO_DICE, TWO_DICE_PROBABILITIES

SHUT_ENTRANCE = """
6  . . . . . . .rRr.
                 r
"""

SHUT_BESIDE_CLOSED = """
9  . . . . .
           r
8  . . . .rR
           r
7  . . . . .
"""


def test_home_is_0_dice_away_and_an_entrance_at_least_the_wait_for_a_1() -> None:
    """Walled in on the entrance, a piece needs a 1: 6 dice, or 11 of 36 throws if it's the last."""
    found = exact(drawn(SHUT_ENTRANCE, home="RRR").table)
    last = LastDistances(found, None, EXACT_LAST)
    assert (found.dice[HOME], last.dice[HOME]) == (0.0, 0.0)
    assert found.dice[SQUARE_NAMES["h6"]] == pytest.approx(6.0)
    assert last.dice[SQUARE_NAMES["h6"]] == pytest.approx(2 * 36 / 11)


def test_kim_26_a_piece_shut_in_waits_for_a_jump_but_not_onto_a_closed_entrance() -> None:
    """KIM-8: with two players no piece can enter f8, so the jump from e8 leads the other way."""
    table = drawn(SHUT_BESIDE_CLOSED).table
    found, square = exact(table), SQUARE_NAMES["e8"]
    over = [SQUARE_NAMES[name] for name in ("e9", "e7", "d8")]
    assert SQUARE_NAMES["f8"] in table.closed
    assert found.dice[square] == pytest.approx(JUMP_DICE + min(found.dice[end] for end in over))
    last = LastDistances(found, None, EXACT_LAST)
    assert last.dice[square] > min(last.dice[end] for end in over)


def test_distances_after_a_few_fence_moves_are_nearly_those_computed_from_scratch() -> None:
    rng, state = Random(8), begun(2)
    cache = DistanceCache(state.table)
    for _ in range(2):
        state.play(state.random_move(rng))
        while state.phase != FENCING:
            state.play(state.random_move(rng))
    near, far = cache.distances(state.table).dice, exact(state.table).dice
    for square in state.table.pieces:
        assert near[square] == pytest.approx(far[square], abs=1.0)


def test_a_seat_that_rolls_later_has_longer_to_go() -> None:
    table = begun(3).table
    gone = to_go(table, [SquareDice(vec[float]([0.0] * (HOME + 1)))] * 3)
    order = [gone[(table.seat + turn) % 3] for turn in range(3)]
    assert order == sorted(set(order))


def test_shares_fall_with_the_dice_to_go_and_add_up_to_1() -> None:
    found = win_probabilities([10.0, 12.0, 12.0, 40.0])
    assert sum(found) == pytest.approx(1.0)
    assert found[0] > found[1] == found[2] > found[3] > 0.0


@pytest.mark.parametrize(
    ("counts", "throws"),
    [(BY_A_JUMP, 6), (1 << 6, 16), (1 << 11, 2), (BY_A_JUMP | 1 << 11, 8), (0, 0)],
)
def test_the_chance_of_counts_is_the_share_of_throws_with_one(counts: int, throws: int) -> None:
    assert chance_of(counts) == pytest.approx(throws / 36)


@pytest.mark.parametrize("at", range(8))
def test_a_threat_is_at_least_the_chance_of_throws_that_capture_there(at: int) -> None:
    """Every throw is played out; if a rule forbids the capture, the threat may be higher."""
    state = [each for each in decisions(60) if each.phase == FENCING][at]
    state.play(KEEP)
    assert state.phase == ROLLING
    told = dict(threats(state.table, state.table.seat))
    played: dict[int, float] = {}
    for throw, odds in zip(TWO_DICE, TWO_DICE_PROBABILITIES):
        for square in captured(state.after(throw), state.table.seat):
            played[square] = played.get(square, 0.0) + odds
    for square, chance in played.items():
        assert told[square] >= chance - 1e-9
    assert sum(told.values()) <= 1.5 * sum(played.values()) + 0.2


def captured(state: Kimbo, seat: int) -> set[int]:
    """Return the squares on which the thrown dice let `seat` capture, including by a jump."""
    found: set[int] = set()
    if state.current_player() != seat:
        return found
    for move in state.legal_moves():
        one, other = corners_of(move)
        found |= {stop_of(move)} if one else set()
        found |= {end_of(move)} if other else set()
        found |= captured(state.after(move), seat)
    return found


def test_kim_19_the_loss_by_a_capture_is_that_of_the_worst_vacant_corner() -> None:
    table = begun(2).table
    far = SquareDice(vec[float]([float(square) for square in range(HOME + 1)]))
    starts = [table.start_square(1, corner) for corner in range(1, 5)]
    middle = SQUARE_NAMES["d4"]
    assert worst_loss(table, far, 1, middle) == 0
    table.shift(1, starts[1], middle)
    assert worst_loss(table, far, 1, middle) == max(far[starts[1]] - far[middle], 0)
    table.shift(1, starts[2], SQUARE_NAMES["e5"])
    assert worst_loss(table, far, 1, middle) == max(starts[1], starts[2]) - middle


def test_a_capture_gains_what_the_captured_piece_is_put_back() -> None:
    """The moves differ only in the corner to which the captured piece is returned."""
    state = drawn("6  . . . Y\n4  . . . R", "2+1", home="YY")
    dice = DistanceCache(state.table).dice(state.table)
    gains = {state.move_text(move): gain for gain, move in rated_moves(state.table, dice)}
    starts = {"a1": "a1", "a15": "b15", "o15": "n14", "o1": "o2"}  # yellow's, by corner
    lost = {
        name: gain - dice[1][SQUARE_NAMES[starts[name[8:]]]]
        for name, gain in gains.items()
        if name.startswith("2 d4xd6@")
    }
    assert len(lost) > 1
    assert list(lost.values()) == pytest.approx([min(lost.values())] * len(lost))


@pytest.mark.parametrize("seats", [2, 4])
def test_every_move_of_a_piece_is_a_candidate_once_and_fence_moves_are_a_few_dozen(
    seats: int,
) -> None:
    evaluator = KimboEvaluator()
    for state in decisions(10, seats):
        evaluator.begin(state)
        found = evaluator.candidates(state, Random(1))
        legal = state.legal_moves()
        assert found.priors == sorted(found.priors, reverse=True)
        assert all(0.0 <= prior <= 1.0 for prior in found.priors)
        assert len(found.priors) == len(found.moves) == len(set(found.moves))
        assert found.whole == (state.phase != FENCING)
        if found.whole:
            assert sorted(found.moves) == legal
        else:
            assert {KEEP} <= set(found.moves) <= set(legal)
            assert len(found.moves) < 50


def test_the_first_fence_considered_makes_the_opponents_way_longer() -> None:
    state = begun(2)
    (gain, move), *_ = FenceScores(state.table, exact(state.table), None).moves(Random(1))
    assert gain > 0.0
    before, after = left_after(state, KEEP), left_after(state, move)
    assert after[1] - after[0] > before[1] - before[0]


def left_after(state: Kimbo, move: int) -> list[float]:
    """Return the dice that each seat then has to go."""
    table = state.after(move).table
    return to_go(table, DistanceCache(table).dice(table))


def test_the_worth_of_a_turn_raises_the_movers_share_only() -> None:
    state = begun(3)
    shares = []
    for worth in (0.0, 3.0):
        ends = KimboEvaluator(turn_worth=worth)
        ends.begin(state)
        shares.append(ends.evaluate(state.clone(), Random(1)))
    for seat in range(3):
        assert (shares[1][seat] > shares[0][seat]) == (seat == state.table.seat)


def test_level_1_moves_no_fence_level_2_half_of_the_time_and_level_3_always() -> None:
    for state in [begun(2), *decisions(12)]:
        if state.phase == FENCING:
            assert fences(state, "level1", 1) == {KEEP}
    (best,) = fences(begun(2), "level3", 1)
    assert best != KEEP
    assert fences(begun(2), "level2", 8) == {KEEP, best}


def fences(state: Kimbo, level: str, times: int) -> set[int]:
    agent, budget = agent_and_budget("kimbo", level)
    return {agent.choose(state, budget, Random(luck), never).move for luck in range(1, times + 1)}


@pytest.mark.parametrize("level", ["level1", "level2", "level3", "level4", "level5"])
def test_every_level_brings_the_last_piece_home_from_beside_it(level: str) -> None:
    state = drawn("6  . . . . . . . R", "4+1", home="RRR")
    agent, budget = agent_and_budget("kimbo", level)
    found = agent.choose(state, Budget(min(budget.iterations, 6)), Random(1), never)
    assert end_of(found.move) == HOME
    if found.considered:
        assert found.considered[0].value == pytest.approx(1.0), level
