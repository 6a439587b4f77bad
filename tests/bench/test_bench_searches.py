"""How long searches, exact solutions and each level's moves take; see `make bench`.

Searches per second are the iterations below divided by the time.
"""

from random import Random

import pytest
from pytest_benchmark.fixture import BenchmarkFixture
from random_positions import position, start

from ai.agent import Agent, Budget, never
from ai.free_o.evaluation import FreeOEvaluator
from ai.levels import agent_and_budget
from ai.search.mcts import Evaluator, MctsAgent, MctsConfig
from ai.shut_the_box.exact import Rounds
from ai.shut_the_box.tile_graph import TOP, TileGraph
from boxtui.core import State
from boxtui.games import GAMES
from boxtui.games.kimbo.state import FENCING, MOVING


class Even(Evaluator):
    """Evaluates every position as even, without playouts: only search and rules are timed."""

    def evaluate(self, state: State, rng: Random) -> list[float]:
        return [1.0 / state.seats] * state.seats


KNOWS_NOTHING = MctsAgent(Even(), MctsConfig())
PLAYS_OUT = MctsAgent(Evaluator(), MctsConfig())

AFTER = {"shut-the-box": 0, "box": 50, "kimbo": 80, "free-the-box": 160, "free-o": 30}
"""The moves of a random game after which something is decided, if not at once."""


def decision(game: str, seats: int = 2, size: int = 10) -> State:
    """Return a decision between several moves in the middle of a game."""
    after = AFTER.get(game, 0) * size**2 // 100

    def is_one(state: State) -> bool:
        return state.current_player() >= 0 and len(state.legal_moves()) > 2

    found: State = position(start(game, seats, size), after, is_one)
    return found


def in_kimbo(phase: int) -> State:
    found: State = position(start("kimbo"), AFTER["kimbo"], lambda at: at.phase == phase)
    return found


def searched(agent: Agent, state: State, searches: int) -> int:
    return agent.choose(state, Budget(iterations=searches), Random(1), never).iterations


@pytest.mark.parametrize(
    ("game", "number", "seats", "size"),
    [
        *((game, number, 2, 10) for game in GAMES for number in (1, 2, 3, 4)),
        *((game, 5, 2, 10) for game in GAMES if game != "box"),  # whose level 5 takes 20 s
        *(("free-o", number, 4, 10) for number in (1, 2, 3, 4, 5)),
        *(("box", number, 2, 16) for number in (2, 3, 4)),
    ],
)
def test_a_levels_move(
    benchmark: BenchmarkFixture, game: str, number: int, seats: int, size: int
) -> None:
    agent, budget = agent_and_budget(game, f"level{number}")
    state = decision(game, seats, size)
    choice = benchmark(agent.choose, state, budget, Random(1), never)
    assert choice.move in state.legal_moves()


@pytest.mark.parametrize(
    ("agent", "state", "searches"),
    [
        pytest.param(agent_and_budget(game, agent)[0], state, searches, id=f"{game}, {where}")
        for game, agent, where, state, searches in (
            ("free-the-box", "mcts-bold", "2 seats", decision("free-the-box", 2), 100),
            ("free-the-box", "mcts-bold", "6 seats", decision("free-the-box", 6), 100),
            ("kimbo", "mcts", "a fence", in_kimbo(FENCING), 200),
            ("kimbo", "mcts", "a piece", in_kimbo(MOVING), 200),
            ("free-o", "ismcts", "2 seats", decision("free-o", 2), 200),
            ("free-o", "ismcts", "4 seats", decision("free-o", 4), 200),
            ("free-o", "ismcts", "6 seats", decision("free-o", 6), 200),
        )
    ],
)
def test_searches_that_know_the_game(
    benchmark: BenchmarkFixture, agent: Agent, state: State, searches: int
) -> None:
    assert benchmark(searched, agent, state, searches) == searches


@pytest.mark.parametrize(
    "state",
    [in_kimbo(MOVING), decision("free-the-box", 2), decision("free-the-box", 6)],
    ids=["kimbo", "free-the-box, 2 seats", "free-the-box, 6 seats"],
)
def test_a_thousand_searches_that_know_nothing(benchmark: BenchmarkFixture, state: State) -> None:
    """In Kimbo, a compiled prototype made 120,000 per second, an interpreted one 5,800."""
    assert benchmark(searched, KNOWS_NOTHING, state, 1_000) == 1_000


def test_one_playout_of_kimbo_to_the_end(benchmark: BenchmarkFixture) -> None:
    assert benchmark(searched, PLAYS_OUT, in_kimbo(MOVING), 1) == 1


def test_one_hand_of_free_o_by_rule_of_thumb(benchmark: BenchmarkFixture) -> None:
    evaluator, state = FreeOEvaluator(), decision("free-o", 4)
    found = benchmark(lambda: evaluator.evaluate(state.clone(), Random(1)))
    assert sum(found) == pytest.approx(1.0)


def test_solving_shut_the_box_for_one_player(benchmark: BenchmarkFixture) -> None:
    def solved() -> float:
        tiles = TileGraph("digits")
        return tiles.play_for([-float(score) for score in tiles.scores]).values[TOP]

    assert benchmark(solved) < 0


@pytest.mark.parametrize("scoring", ["sum", "digits"])
@pytest.mark.parametrize("seats", [2, 4])
def test_solving_shut_the_box(benchmark: BenchmarkFixture, seats: int, scoring: str) -> None:
    def solved() -> Rounds:
        rounds = Rounds(seats, scoring, False)
        rounds.solve(never)
        return rounds

    assert benchmark(solved).solved
