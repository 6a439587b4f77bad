"""The agent of Kimbo that values moves after the next player's answer."""

from collections.abc import Callable, Sequence
from random import Random
from statistics import fmean
from typing import Final

import pytest
from kimbo_boards import drawn
from kimbo_play import begun, decisions, play

from ai.agent import Budget, never
from ai.kimbo.answers import ANSWER_SLOTS, SIXTHS, THIRDS, Answers, a_third
from ai.kimbo.distance_cache import DistanceCache, to_go
from ai.kimbo.evaluation import TURN_WORTH, KimboEvaluator, win_probabilities
from ai.kimbo.fences import FenceScores
from ai.kimbo.gains import rated_moves
from ai.kimbo.players import ROUNDS, VALUED_FENCES, TwoThrowsAgent
from boxtui.core import drawn_seed
from boxtui.games.kimbo.moves import KEEP, fence_move
from boxtui.games.kimbo.state import ENDED, FENCING, ROLLING, Kimbo
from boxtui.games.shared.dice import TWO_DICE, TWO_DICE_PROBABILITIES

ODDS: Final = dict(zip(TWO_DICE, TWO_DICE_PROBABILITIES, strict=True))


def fencing(seats: int = 2) -> Kimbo:
    """Return a decision about a fence, from a random game."""
    return next(each for each in decisions(12, seats) if each.phase == FENCING)


def begun_at(state: Kimbo, turn_worth: float = 0.0) -> KimboEvaluator:
    ends = KimboEvaluator(turn_worth=turn_worth)
    ends.begin(state)
    return ends


def mean(throws: Sequence[int], shares: Callable[[int, int], list[float]]) -> list[float]:
    """Return the mean of the shares after each throw, which depend on it and on its place."""
    weights = [ODDS[throw] for throw in throws]
    by_seat = zip(*[shares(at, throw) for at, throw in enumerate(throws)])
    return [fmean(each, weights) for each in by_seat]


def played_out(state: Kimbo, cache: DistanceCache) -> Kimbo:
    """Return the end of the turn, played by the first of all rated moves."""
    while state.phase not in (FENCING, ENDED):
        state = state.after(rated_moves(state.table, cache.dice(state.table))[0][1])
    return state


def answered(state: Kimbo, cache: DistanceCache, luck: int) -> Kimbo:
    """Return the position after the fence with the largest share by the dice left alone.

    `luck` is the seed that says which of the fences used least is moved.
    """
    table = state.table
    scores = FenceScores(table, cache.distances(table), None)
    taken = scores.own_fences(Random(luck))[0]
    vacant = [slot for slot in table.vacant_slots() if scores.put[slot] > 0.0]
    slots = sorted(vacant, key=lambda slot: -scores.put[slot])[:ANSWER_SLOTS]
    afters = [state.after(move) for move in [KEEP, *(fence_move(taken, put) for put in slots)]]

    def share(after: Kimbo) -> float:
        return win_probabilities(to_go(after.table, cache.dice(after.table)))[table.seat]

    return max(afters, key=share)


def value(
    state: Kimbo, move: int, throws: Sequence[int], luck: int, turn_worth: float = 0.0
) -> list[float]:
    """Return the mean of the shares after throws, answers and a third of the next throws."""
    ends, cache = begun_at(state, turn_worth), DistanceCache(state.table)
    fenced = state.after(move)

    def after_throw(at: int, throw: int) -> list[float]:
        end = played_out(fenced.after(throw), cache)
        answer = answered(end, cache, luck)
        return mean(THIRDS[at % 3], lambda _, last: ends.evaluate(answer.after(last), Random(1)))

    return mean(throws, after_throw)


@pytest.mark.parametrize("seats", [2, 3])
def test_a_fence_is_worth_the_mean_over_throws_answers_and_their_throws(seats: int) -> None:
    """Whatever was valued before."""
    state = fencing(seats)
    ends = begun_at(state)
    answers, luck = Answers(ends, Random(3)), drawn_seed(Random(3))
    for _, move in ends.fences_by_evaluation(state, 3, 0, Random(1)):
        for throws in THIRDS[:2]:
            found = answers.after_throws(state.after(move), throws)
            assert found == pytest.approx(value(state, move, throws, luck))


def test_the_thirds_of_the_throws_are_alike_and_so_are_the_sixths() -> None:
    assert sorted(throw for sixth in SIXTHS for throw in sixth) == sorted(THIRDS[0])
    assert [sum(ODDS[throw] for throw in sixth) for sixth in SIXTHS] == pytest.approx([1 / 6] * 2)
    assert sorted(throw for third in THIRDS for throw in third) == TWO_DICE
    exchanged = [a_third(Random(seed)) for seed in range(9)]
    assert len({tuple(third) for third in exchanged}) > 3
    for third in [*THIRDS, *exchanged]:
        weights = {throw: 1 if throw % 11 == 0 else 2 for throw in third}
        assert set(third) <= set(TWO_DICE)
        assert sum(weights.values()) == 12
        for number in range(1, 7):
            thrown = [divmod(throw, 10).count(number) * weights[throw] for throw in third]
            assert sum(thrown) == 4
    for third in THIRDS:
        assert len({sum(divmod(throw, 10)) for throw in third}) == len(third)


def test_a_move_of_a_piece_is_answered_where_its_turn_ends() -> None:
    """Moves by one die are valued after the other die is played, too."""
    state = play(begun(2), "-", "6 1")
    ends, cache = begun_at(state), DistanceCache(state.table)
    luck = drawn_seed(Random(3))
    for move in state.legal_moves()[:3]:
        found = Answers(ends, Random(3)).answer(state.after(move))
        assert found.phase == ROLLING
        assert found.text() == answered(played_out(state.after(move), cache), cache, luck).text()


def test_an_answer_after_the_end_of_the_game_is_none() -> None:
    state = drawn("6  . . . . . . . R", "4+1", home="RRR")
    answers = Answers(begun_at(state), Random(3))
    ended = answers.answer(play(state, "1 h6-home"))
    assert ended.phase == ENDED
    assert answers.found == 0
    assert answers.after_throws(ended, THIRDS[0]) == ended.returns()


@pytest.mark.parametrize("seats", [2, 4])
def test_the_move_played_has_the_best_value_of_those_after_most_throws(seats: int) -> None:
    for state in decisions(3, seats):
        found = TwoThrowsAgent().choose(state, Budget(iterations=15), Random(1), never)
        in_order = sorted(found.considered, key=lambda each: (-each.visits, -each.value))
        moves = [each.move for each in found.considered]
        assert list(found.considered) == in_order
        assert found.move == moves[0]
        assert len(moves) == len(set(moves)) > 1
        assert set(moves) <= set(state.legal_moves())


def test_the_values_of_all_rounds_are_means_over_their_throws() -> None:
    state = fencing()
    found = TwoThrowsAgent().choose(state, Budget(), Random(3), never)
    valued = {each.visits: each for each in found.considered}
    assert list(valued) == [21, 7, 3]
    assert sum(each.visits for each in found.considered) == found.iterations
    assert VALUED_FENCES <= len(found.considered) <= VALUED_FENCES + 1
    answers = Answers(begun_at(state, TURN_WORTH), Random(3))
    for visits, rounds in ((21, 4), (7, 2), (3, 1)):
        after, weights, shares = state.after(valued[visits].move), [], []
        for _, throws in ROUNDS[:rounds]:
            weights.append(sum(ODDS[throw] for throw in throws))
            shares.append(answers.after_throws(after, throws)[state.table.seat])
        assert valued[visits].value == pytest.approx(fmean(shares, weights))


def test_no_further_move_is_valued_after_the_answers_of_the_budget_or_a_stop() -> None:
    state = fencing()
    agent = TwoThrowsAgent()
    for limit in (1, 3, 4, 9):
        found = agent.choose(state, Budget(iterations=limit), Random(1), never)
        assert limit <= found.iterations < limit + 3
        assert len(found.considered) == found.iterations // 3
    stopped = agent.choose(state, Budget(), Random(1), lambda: True)
    assert (stopped.iterations, len(stopped.considered)) == (3, 1)


@pytest.mark.parametrize("seats", [2, 3])
def test_a_given_move_is_worth_the_mean_over_a_third_of_the_throws(seats: int) -> None:
    state, agent = fencing(seats), TwoThrowsAgent()
    for move in (KEEP, state.legal_moves()[-1]):
        rng = Random(3)
        luck, throws = drawn_seed(rng), a_third(rng)
        found = agent.evaluate(state, move, Budget(), Random(3), never)
        shares = value(state, move, throws, luck, TURN_WORTH)
        (seen,) = found.considered
        assert (found.move, seen.move, seen.visits) == (move, move, len(throws))
        assert seen.shares == pytest.approx(tuple(shares))
        assert seen.value == seen.shares[state.table.seat]


@pytest.mark.parametrize("throw", [21, 65, 33])
def test_a_throw_is_worth_what_the_move_is_that_is_chosen_with_the_budget(throw: int) -> None:
    state, agent, budget = fencing().after(KEEP), TwoThrowsAgent(), Budget(iterations=20)
    after, rng = state.after(throw), Random(3)
    best = agent.choose(after, budget, rng, never).move
    (expected,) = agent.evaluate(after, best, budget, rng, never).considered
    (seen,) = agent.evaluate(state, throw, budget, Random(3), never).considered
    assert seen.move == throw
    assert seen.shares == pytest.approx(expected.shares)
