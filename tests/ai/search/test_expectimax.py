"""Expectimax on toy games and against the exact solution of Shut-the-Box."""

from random import Random

import pytest
from toy_game import ToyState

from ai.agent import Budget, Choice, never
from ai.search.expectimax import POLL, ExpectimaxAgent
from ai.shut_the_box.heuristic import evaluate
from ai.shut_the_box.players import ExactAgent
from boxtui.core import CHANCE, OVER, State
from boxtui.games.shut_the_box.state import LAYING, ShutTheBox
from boxtui.games.shut_the_box.tiles import mask_of

DECIDES = {"": 0, "a": 1, "b": CHANCE, "c": 2}
LEADS_TO = {"": ["a", "b", "c"], "a": ["aa", "ab"], "b": ["ba", "bb"], "c": ["ca", "cb"]}
RETURNS = {
    "aa": [0.9, 0.0, 0.1],
    "ab": [0.1, 0.2, 0.7],
    "ba": [1.0, 0.0, 0.0],
    "bb": [0.2, 0.4, 0.4],
    "ca": [0.4, 0.6, 0.0],
    "cb": [0.8, 0.2, 0.0],
}


class Tree(ToyState):
    """A hand-written game tree for three seats; each first chance outcome has probability 1/4."""

    def __init__(self, at: str = "") -> None:
        self.at = at

    def current_player(self) -> int:
        return DECIDES.get(self.at, OVER)

    def turn_seat(self) -> int:
        return self.current_player()

    def legal_moves(self) -> list[int]:
        return list(range(len(LEADS_TO.get(self.at, []))))

    def chance_probabilities(self) -> list[float]:
        return [0.25, 0.75] if self.current_player() == CHANCE else []

    def apply(self, move: int) -> None:
        self.at = LEADS_TO[self.at][move]

    def clone(self) -> "Tree":
        return Tree(self.at)

    def returns(self) -> list[float]:
        return list(RETURNS[self.at])

    def text(self) -> str:
        return self.at


def nothing_known(state: State) -> list[float]:
    return [0.0] * 3


def guess(state: State) -> list[float]:
    return {"a": [0.5, 0.0, 0.5], "b": [0.3, 0.0, 0.7], "c": [0.6, 0.4, 0.0]}[state.text()]


def choose(agent: ExpectimaxAgent, state: State, budget: Budget | None = None) -> Choice:
    return agent.choose(state, budget or Budget(), Random(0), never)


def laying(up: list[int], throw: int, scores: list[int], scoring: str, stake: int) -> ShutTheBox:
    state = ShutTheBox(len(scores), scoring, stake, 0)
    state.seat = scores.index(-1)
    state.scores = scores
    state.phase, state.up, state.throw = LAYING, mask_of(up), throw
    return state


def test_every_seat_maximizes_its_own_value_and_chance_is_averaged() -> None:
    """Seat 1 answers a with ab; seat 2 is indifferent at c and plays the lowest move."""
    found = choose(ExpectimaxAgent(guess), Tree(), Budget(depth=2))
    values = {looked_at.move: looked_at.value for looked_at in found.considered}
    assert found.move == 1
    assert values == pytest.approx({0: 0.1, 1: 0.4, 2: 0.4})
    assert [looked_at.move for looked_at in found.considered] == [1, 2, 0]


def test_one_ply_evaluates_the_positions_right_after_the_moves() -> None:
    found = choose(ExpectimaxAgent(guess), Tree(), Budget(depth=1))
    assert [(c.move, c.value) for c in found.considered] == [(2, 0.6), (0, 0.5), (1, 0.3)]
    assert found.iterations == 3


@pytest.mark.parametrize("limit", range(3, 12))
def test_when_its_nodes_are_used_up_it_answers_from_the_last_finished_depth(limit: int) -> None:
    """Depth 1 takes 3 positions, depth 2 takes 9 more."""
    found = choose(ExpectimaxAgent(guess), Tree(), Budget(iterations=limit))
    assert found.iterations <= limit
    assert found.move == 2


def test_stopped_before_the_first_ply_it_plays_the_first_legal_move() -> None:
    found = ExpectimaxAgent(nothing_known).choose(Tree(), Budget(), Random(0), lambda: True)
    assert (found.move, found.considered) == (0, ())


def test_a_stop_is_obeyed_within_a_few_nodes() -> None:
    state = ShutTheBox(1, "sum", 0, 0)
    state.apply(53)
    asked = 0

    def second_time() -> bool:
        nonlocal asked
        asked += 1
        return asked == 3

    found = ExpectimaxAgent(evaluate).choose(state, Budget(depth=9), Random(0), second_time)
    assert found.iterations == 2 * POLL
    assert found.move in state.legal_moves()


@pytest.mark.parametrize(
    ("up", "throw", "scores", "scoring", "stake"),
    [
        ([1, 2, 4, 5], 41, [-1], "sum", 0),
        ([1, 2, 3, 5], 32, [45, -1], "sum", 0),
        ([1, 2, 3], 3, [7, -1], "sum", 1),
        ([1, 2, 3, 5], 32, [12, -1], "sum", 3),
        ([1, 2, 3, 6], 42, [44, 45, -1], "sum", 2),
    ],
)
def test_without_a_limit_it_equals_the_exact_solution(
    up: list[int], throw: int, scores: list[int], scoring: str, stake: int
) -> None:
    """In the last turn, with a score to beat that can't be tied, the whole game can be searched."""
    state = laying(up, throw, scores, scoring, stake)
    exact = ExactAgent().choose(state, Budget(), Random(0), never)
    found = choose(ExpectimaxAgent(lambda leaf: [0.0] * len(scores)), state)
    assert found.considered[0].value == pytest.approx(exact.considered[0].value, abs=1e-12)
    assert {c.move: c.value for c in found.considered} == pytest.approx(
        {c.move: c.value for c in exact.considered}, abs=1e-12
    )
