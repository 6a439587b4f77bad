"""What each seat may expect: it is consistent over rolls and choices, and agrees with the agent."""

from functools import partial
from itertools import chain, repeat
from random import Random

import pytest
from random_games import at_random
from shut_the_box_play import start

from ai.agent import Budget, never
from ai.decision import AgentFailed, decide
from ai.shut_the_box.players import ExactAgent
from ai.shut_the_box.shares import shares, solo_rating
from boxtui.core import OptionValue
from boxtui.games.shut_the_box.game import ROLLED_FOR
from boxtui.games.shut_the_box.state import LAYING, ROLLING_FOR_FIRST
from boxtui.games.shut_the_box.tiles import WORST


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (1, {}),
        (2, {"first": ROLLED_FOR}),
        (3, {"scoring": "sum", "pub_stakes": True, "stake": 5}),
        (4, {"scoring": "sum"}),
    ],
)
def test_shares_are_the_mean_over_a_roll_and_what_the_exact_agent_says_of_a_choice_best_first(
    seats: int, options: dict[str, OptionValue]
) -> None:
    state, agent = start(seats, **options), ExactAgent()
    for _ in at_random(state, Random(seats)):
        now = shares(state)
        assert seats == 1 or sum(now) == pytest.approx(1, abs=1e-12)
        if state.phase == LAYING:
            choice = agent.choose(state, Budget(), Random(1), never)
            assert choice.move == choice.considered[0].move
            assert sorted(seen.move for seen in choice.considered) == state.legal_moves()
            values = [seen.value for seen in choice.considered]
            assert 1 >= values[0] >= values[-1] >= 0
            assert values == sorted(values, reverse=True)
            for seen in choice.considered:
                after = shares(state.after(seen.move))
                assert after[state.seat] == pytest.approx(seen.value, abs=1e-12)
            assert now == pytest.approx(shares(state.after(choice.move)), abs=1e-12)
        elif state.phase != ROLLING_FOR_FIRST:
            mean = [0.0] * seats
            for move, chance in zip(state.legal_moves(), state.chance_probabilities(), strict=True):
                for seat, share in enumerate(shares(state.after(move))):
                    mean[seat] += chance * share
            assert mean == pytest.approx(now, abs=1e-12)
    assert shares(state) == state.returns()


def test_an_evaluation_that_is_stopped_fails_in_a_sentence_and_goes_on_when_asked_again() -> None:
    """A seat of this game takes about 80 polls, all of it a thousand."""
    state, agent, failures = start(6, scoring="sum", pub_stakes=True), ExactAgent(), set[str]()
    throw, found = state.legal_moves()[0], None
    for _ in range(50):
        polls = chain([False] * 100, repeat(True))
        try:
            found = decide("me", agent, state, Budget(), Random(1), partial(next, polls), throw)
        except AgentFailed as failed:
            failures.add(str(failed))
    why = "was stopped before it had solved the game for 6 players, and goes on with it when asked"
    assert failures == {f"me {why} again."}
    whole = agent.evaluate(state, throw, Budget(), Random(1), never)
    assert found is not None
    assert found.considered == whole.considered


def test_before_the_first_throws_all_seats_are_equal() -> None:
    found = shares(start(3, first=ROLLED_FOR, scoring="sum"))
    assert found == pytest.approx([1 / 3] * 3, abs=1e-12)


@pytest.mark.parametrize(("scoring", "mean"), [("digits", 14_762), ("sum", 11)])
def test_alone_the_rating_tells_usual_scores_apart_and_keeps_their_order(
    scoring: str, mean: int
) -> None:
    state = start(1, scoring=scoring)
    scores = [0, mean // 2, mean, 2 * mean, 10 * mean]
    ratings = [solo_rating(state, 1 - score / WORST[scoring]) for score in scores]
    assert ratings == pytest.approx([1, 2 / 3, 1 / 2, 1 / 3, 1 / 11], abs=0.03)
    assert solo_rating(start(2, scoring=scoring), 0.3) == 0.3
