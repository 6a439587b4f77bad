"""What each seat may expect: it is consistent over rolls and choices, and agrees with the agent."""

from random import Random

import pytest

from ai.agent import Budget, never
from ai.shut_the_box.players import ExactAgent
from ai.shut_the_box.shares import shares
from boxtui.core import CHANCE, OVER, OptionValue
from boxtui.games import GAMES
from boxtui.games.shut_the_box.setup import ROLLED_FOR
from boxtui.games.shut_the_box.state import LAYING, ROLLING_FOR_FIRST, ShutTheBox

GAME = GAMES["shut-the-box"]
KINDS = [
    (1, {}),
    (2, {"first": ROLLED_FOR}),
    (3, {"scoring": "sum", "pub_stakes": True, "stake": 5}),
    (4, {"scoring": "sum"}),
]


def begun(seats: int, options: dict[str, OptionValue]) -> ShutTheBox:
    state = GAME.start(options, seats)
    assert isinstance(state, ShutTheBox)
    return state


@pytest.mark.parametrize(("seats", "options"), KINDS)
def test_the_shares_before_a_roll_are_the_mean_of_those_after_it(
    seats: int, options: dict[str, OptionValue]
) -> None:
    rng, state = Random(seats), begun(seats, options)
    while state.current_player() != OVER:
        now = shares(state)
        assert seats == 1 or sum(now) == pytest.approx(1, abs=1e-12)
        if state.current_player() == CHANCE and state.phase != ROLLING_FOR_FIRST:
            mean = [0.0] * seats
            for move, chance in zip(state.legal_moves(), state.chance_probabilities(), strict=True):
                mean = [
                    sum_ + chance * one
                    for sum_, one in zip(mean, shares(state.after(move)), strict=True)
                ]
            assert mean == pytest.approx(now, abs=1e-12)
        state.apply(state.random_move(rng))
    assert shares(state) == state.returns()


@pytest.mark.parametrize(("seats", "options"), KINDS)
def test_the_movers_share_equals_the_value_of_the_exact_agents_choice(
    seats: int, options: dict[str, OptionValue]
) -> None:
    rng, state, agent = Random(seats), begun(seats, options), ExactAgent()
    while state.current_player() != OVER:
        if state.phase == LAYING:
            choice = agent.choose(state, Budget(), rng, never)
            for seen in choice.considered:
                after = shares(state.after(seen.move))
                assert after[state.seat] == pytest.approx(seen.value, abs=1e-12)
            assert shares(state) == pytest.approx(shares(state.after(choice.move)), abs=1e-12)
        state.apply(state.random_move(rng))


def test_before_the_first_throws_all_seats_are_equal() -> None:
    assert shares(begun(3, {"first": ROLLED_FOR, "scoring": "sum"})) == pytest.approx(
        [1 / 3] * 3, abs=1e-12
    )
