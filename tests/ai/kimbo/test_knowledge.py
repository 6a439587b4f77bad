"""What agents know about Kimbo: distances, threats, fences, move values and levels."""

from random import Random

import pytest
from kimbo_boards import drawn
from kimbo_far import distances
from kimbo_play import begun, decisions
from librt.vecs import vec

from ai.agent import Budget, never
from ai.kimbo.candidates import FenceScores
from ai.kimbo.distance_cache import EXACT_LAST, DistanceCache, to_go
from ai.kimbo.distances import DICE, JUMP_DICE, Distances
from ai.kimbo.evaluation import KimboEvaluator, win_probabilities
from ai.kimbo.gains import rated_moves
from ai.kimbo.last_piece import LastDistances
from ai.kimbo.one_turn import OneTurnEvaluator, Width
from ai.kimbo.threats import BY_A_JUMP, chance_of, threats, worst_loss
from ai.levels import player
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

STARTS = {"a1": "a1", "a15": "b15", "o15": "n14", "o1": "o2"}
"""Yellow's start square in each corner."""


def fence_moves(state: Kimbo) -> list[tuple[float, int]]:
    known = distances(state)
    return FenceScores(state.table, known, None).moves(Random(1))


def test_home_is_0_dice_away_and_an_entrance_at_least_the_wait_for_a_1() -> None:
    """Walled in on the entrance, a piece needs a 1: 6 dice, or 11 of 36 throws if it's the last."""
    state = drawn(SHUT_ENTRANCE, home="RRR")
    paths = distances(state)
    assert paths.dice[HOME] == 0.0
    assert paths.dice[SQUARE_NAMES["h6"]] == pytest.approx(6.0)
    last = LastDistances(paths, None, EXACT_LAST)
    assert last.dice[HOME] == 0.0
    assert last.dice[SQUARE_NAMES["h6"]] == pytest.approx(2 * 36 / 11)


@pytest.mark.parametrize("at", range(4))
def test_the_distances_are_a_fixed_point(at: int) -> None:
    """Dice that lead nearer are played, others aren't, or a piece jumps: off by at most 0.1."""
    state = decisions(4)[at]
    paths = distances(state)
    for square in SQUARE_NAMES.values():
        ends = vec[float]([0.0] * DICE)
        paths.ends.see_best(square, ends)
        here = paths.dice[square]
        if square in paths.steps.board.home or paths.steps.walls[square] == 15 or min(ends) >= here:
            continue
        nearer = [end for end in ends if end < here]
        expected = (DICE + sum(nearer)) / len(nearer)
        assert here <= expected + 0.1
        assert here >= min([expected, *jumps_from(state, paths, square)]) - 0.1


def jumps_from(state: Kimbo, paths: Distances, square: int) -> list[float]:
    """Return the distances after jumping each fence beside a square."""
    fences = int(paths.steps.walls[square]) & ~int(paths.steps.board.borders[square])
    ends = [int(paths.steps.board.ahead[square << 2 | at]) for at in range(4) if fences >> at & 1]
    return [paths.dice[end] + JUMP_DICE for end in ends if end not in state.table.closed]


def test_kim_26_a_piece_shut_in_waits_for_a_jump_but_not_onto_a_closed_entrance() -> None:
    """KIM-8: with two players no piece can enter f8, so the jump from e8 leads the other way."""
    shut = drawn(SHUT_BESIDE_CLOSED)
    paths, square = distances(shut), SQUARE_NAMES["e8"]
    over = [SQUARE_NAMES[name] for name in ("e9", "e7", "d8")]
    assert SQUARE_NAMES["f8"] in shut.table.closed
    assert paths.dice[square] == pytest.approx(JUMP_DICE + min(paths.dice[end] for end in over))
    last = LastDistances(paths, None, EXACT_LAST)
    assert last.dice[square] > min(last.dice[end] for end in over)


def test_the_chance_of_counts_is_the_share_of_throws_that_contain_one() -> None:
    assert chance_of(BY_A_JUMP) == pytest.approx(6 / 36)
    assert chance_of(1 << 6) == pytest.approx(16 / 36)
    assert chance_of(1 << 11) == pytest.approx(2 / 36)
    assert chance_of(BY_A_JUMP | 1 << 11) == pytest.approx(8 / 36)
    assert chance_of(0) == 0


def test_kim_19_the_loss_by_a_capture_is_that_of_the_worst_vacant_corner() -> None:
    table = begun(2).table
    far = vec[float]([float(square) for square in range(HOME + 1)])
    starts = [table.start_square(1, corner) for corner in range(1, 5)]
    middle = SQUARE_NAMES["d4"]
    assert worst_loss(table, far, 1, middle) == 0
    table.shift(1, starts[1], middle)
    assert worst_loss(table, far, 1, middle) == max(far[starts[1]] - far[middle], 0)
    table.shift(1, starts[2], SQUARE_NAMES["e5"])
    assert worst_loss(table, far, 1, middle) == max(starts[1], starts[2]) - middle


def test_a_seat_that_rolls_later_has_longer_to_go() -> None:
    table = begun(3).table
    gone = to_go(table, [vec[float]([0.0] * (HOME + 1))] * 3)
    order = [gone[(table.seat + turn) % 3] for turn in range(3)]
    assert order == sorted(set(order))


def test_distances_after_a_few_fence_moves_are_nearly_those_computed_from_scratch() -> None:
    rng, state = Random(8), begun(2)
    distance_cache = DistanceCache(state.table)
    for _ in range(2):
        state.play(state.random_move(rng))
        while state.phase != FENCING:
            state.play(state.random_move(rng))
    exact = distances(state).dice
    near = distance_cache.distances(state.table).dice
    table = state.table
    for square in table.pieces:
        assert near[square] == pytest.approx(exact[square], abs=1.0)


TRYING = OneTurnEvaluator(KimboEvaluator(), Width(6, 1, 2), Width(3, 0, 1), 2)


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("evaluator", [KimboEvaluator(), TRYING], ids=["at sight", "one turn"])
def test_every_move_of_a_piece_is_a_candidate_once_and_fence_moves_are_a_few_dozen(
    evaluator: KimboEvaluator | OneTurnEvaluator, seats: int
) -> None:
    for state in decisions(10, seats):
        evaluator.begin(state)
        found = evaluator.candidates(state, Random(1))
        legal = state.legal_moves()
        assert found.priors == sorted(found.priors, reverse=True)
        assert all(0.0 <= prior <= 1.0 for prior in found.priors)
        assert len(found.priors) == len(found.moves) == len(set(found.moves))
        if state.phase == FENCING:
            assert set(found.moves) <= set(legal)
            assert KEEP in found.moves
            assert len(found.moves) < 50
            assert not found.whole
        else:
            assert sorted(found.moves) == legal
            assert found.whole


def test_the_first_fence_considered_makes_the_opponents_way_longer() -> None:
    state = begun(2)
    moves = fence_moves(state)
    assert moves[0][0] > 0.0
    before = to_go(state.table, DistanceCache(state.table).dice(state.table))
    state.play(moves[0][1])
    after = to_go(state.table, DistanceCache(state.table).dice(state.table))
    assert after[1] - after[0] > before[1] - before[0]


def test_without_fences_no_fence_move_is_considered() -> None:
    evaluator = KimboEvaluator(fences=False)
    state = begun(2)
    evaluator.begin(state)
    assert list(evaluator.candidates(state, Random(1)).moves) == [KEEP]


@pytest.mark.parametrize("at", range(8))
def test_a_threat_is_at_least_the_chance_of_throws_that_capture_there(at: int) -> None:
    """Every throw is played out; if a rule forbids the capture, the threat may be higher."""
    state = [each for each in decisions(60) if each.phase == FENCING][at]
    state.play(KEEP)
    assert state.phase == ROLLING
    told = dict(threats(state.table, state.table.seat))
    played: dict[int, float] = {}
    for throw, odds in zip(TWO_DICE, TWO_DICE_PROBABILITIES):
        rolled = state.clone()
        rolled.play(throw)
        for square in captured(rolled, state.table.seat):
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
        after = state.clone()
        after.play(move)
        if after.current_player() == seat:
            found |= captured(after, seat)
    return found


def test_a_capture_gains_what_the_captured_piece_is_put_back() -> None:
    """The moves differ only in the corner to which the captured piece is returned."""
    state = drawn("6  . . . Y\n4  . . . R", "2+1", home="YY")
    dice = DistanceCache(state.table).dice(state.table)
    gains = {state.move_text(move): gain for gain, move in rated_moves(state.table, dice)}
    yellow, captured = dice[1], SQUARE_NAMES["d6"]
    put_back = {name: gain for name, gain in gains.items() if name.startswith("2 d4xd6@")}
    assert len(put_back) > 1
    far = {
        corner: yellow[SQUARE_NAMES[start]] - yellow[captured] for corner, start in STARTS.items()
    }
    one, *others = put_back
    for other in others:
        told = put_back[other] - put_back[one]
        assert told == pytest.approx(far[other[8:]] - far[one[8:]])


def test_shares_fall_with_the_dice_to_go_and_add_up_to_1() -> None:
    found = win_probabilities([10.0, 12.0, 12.0, 40.0])
    assert sum(found) == pytest.approx(1.0)
    assert found[0] > found[1] == found[2] > found[3] > 0.0


@pytest.mark.parametrize("level", ["level1", "level2", "level3"])
def test_a_levels_answer_does_not_depend_on_earlier_questions(level: str) -> None:
    agent, budget = player("kimbo", level)
    fresh, _ = player("kimbo", level)
    asked = decisions(3)
    answers = [agent.choose(state, budget, Random(1), never).considered for state in asked]
    assert fresh.choose(asked[2], budget, Random(1), never).considered == answers[2]


def test_level_1_leaves_every_fence_where_it_is() -> None:
    agent, budget = player("kimbo", "level1")
    for state in decisions(12):
        if state.phase == FENCING:
            assert agent.choose(state, budget, Random(1), never).move == KEEP


def test_level_2_considers_fences_half_of_the_time_and_level_3_always() -> None:
    state = begun(2)
    agent, budget = player("kimbo", "level2")
    moves = [agent.choose(state, budget, Random(luck), never).move for luck in range(8)]
    first_sight, budget = player("kimbo", "level3")
    best = first_sight.choose(state, budget, Random(1), never).move
    assert best != KEEP
    assert set(moves) == {KEEP, best}


@pytest.mark.parametrize("level", ["level1", "level2", "level3", "level4", "level5"])
def test_every_level_brings_the_last_piece_home_if_a_die_can(level: str) -> None:
    state = drawn("6  . . . . . . . R", "4+1", home="RRR")
    agent, budget = player("kimbo", level)
    found = agent.choose(state, Budget(min(budget.iterations, 60)), Random(1), never)
    assert end_of(found.move) == HOME
