"""What Box's evaluation is learned from: with the weights of an evaluation, it is that one."""

import pytest
from box_positions import decisions
from librt.vecs import vec

from ai.box.features import see
from ai.box.pattern_weights import COUNT, FEATURES, REGRESSION, PatternWeights, weights_of
from ai.box.players import BoxSearchAgent, board_at
from ai.box.search import NO_POINT, Node
from ai.learned.network import Network
from ai.learned.weights import packaged_network
from ai.levels import agent_and_budget
from boxtui.core import OptionValue
from boxtui.games.box.position import MARKING

SQUARE = 2.5
WEIGHTS = [
    SQUARE,
    *[SQUARE * each for each in (*REGRESSION.ones, *REGRESSION.twos, *REGRESSION.threes)],
    SQUARE * REGRESSION.on_move,
    0.0,
]


def network() -> Network:
    return Network(vec[float](), vec[float](), vec[float](), vec[float](WEIGHTS))


@pytest.mark.parametrize(
    "options",
    [
        {"size": 8, "balance": "points", "points": 3.5},
        {"size": 6, "balance": "swap", "claiming": "by hand"},
    ],
)
def test_the_network_of_an_evaluation_gives_its_shares(options: dict[str, OptionValue]) -> None:
    for state in decisions(options, 2):
        if state.phase == MARKING:
            board, color = board_at(state), state.color_of(state.seat)
            black = Node(NO_POINT, board, color, 1.0).expand(weights_of(network()), None)
            expected = network().shares([vec[float](of_seat) for of_seat in see(state)])
            assert black == pytest.approx(expected[state.black], abs=1e-9)


def test_weights_are_relative_to_a_square_which_counts_for_something() -> None:
    learned = weights_of(network())
    assert list(learned.threes) == pytest.approx(list(REGRESSION.threes))
    assert learned.on_move == pytest.approx(REGRESSION.on_move)
    assert (learned.square, weights_of(None).square) == (SQUARE, 1.0)
    assert PatternWeights(vec[float]([0.0] * COUNT)).square > 0.0


def test_the_levels_that_search_have_the_weights_that_come_with_boxtui() -> None:
    learned = weights_of(packaged_network(FEATURES))
    for name in ("level3", "level4", "level5"):
        agent, _ = agent_and_budget("box", name)
        assert isinstance(agent, BoxSearchAgent)
        assert agent.weights.square == learned.square != REGRESSION.square
        assert list(agent.weights.twos) == list(learned.twos)


def test_a_seat_that_has_nothing_yet_is_in_the_game() -> None:
    for state in decisions({"balance": "none"}, 1, most=2):
        assert all(any(of_seat) for of_seat in see(state))
