"""Expectimax on toy games and against the exact solution of Shut-the-Box."""

from collections.abc import Callable
from random import Random

import pytest
import shut_the_box_play
from toy_game import ToyState

from ai.agent import Budget, Choice, Stop, never
from ai.search.expectimax import POLL, ExpectimaxAgent
from ai.shut_the_box.evaluation import evaluate
from ai.shut_the_box.players import ExactAgent
from boxtui.core import CHANCE, OVER, State

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

    def __init__(self) -> None:
        self.seats = 3
        self.at = ""

    def current_player(self) -> int:
        return DECIDES.get(self.at, OVER)

    def legal_moves(self) -> list[int]:
        return list(range(len(LEADS_TO.get(self.at, []))))

    def chance_probabilities(self) -> list[float]:
        return [0.25, 0.75] if self.current_player() == CHANCE else []

    def apply(self, move: int) -> None:
        self.at = LEADS_TO[self.at][move]

    def returns(self) -> list[float]:
        return list(RETURNS[self.at])

    def text(self) -> str:
        return self.at


def guess(state: State) -> list[float]:
    return {"a": [0.5, 0.0, 0.5], "b": [0.3, 0.0, 0.7], "c": [0.6, 0.4, 0.0]}[state.text()]


def choose(
    state: State,
    budget: Budget,
    stop: Stop = never,
    evaluate: Callable[[State], list[float]] = guess,
) -> Choice:
    """Return what is chosen by a search of the position as it is."""
    agent = ExpectimaxAgent(evaluate, lambda state: state)
    return agent.choose(state, budget, Random(0), stop)


def test_every_seat_maximizes_its_own_value_and_chance_is_averaged() -> None:
    """Seat 1 answers a with ab; seat 2 is indifferent at c and plays the lowest move."""
    found = choose(Tree(), Budget(depth=2))
    assert found.move == 1
    assert [each.move for each in found.considered] == [1, 2, 0]
    assert [each.value for each in found.considered] == pytest.approx([0.4, 0.4, 0.1])


def test_one_ply_evaluates_the_positions_right_after_the_moves() -> None:
    found = choose(Tree(), Budget(depth=1))
    assert [(c.move, c.value) for c in found.considered] == [(2, 0.6), (0, 0.5), (1, 0.3)]
    assert found.iterations == 3


@pytest.mark.parametrize("limit", range(3, 12))
def test_when_its_nodes_are_used_up_it_answers_from_the_last_finished_depth(limit: int) -> None:
    """Depth 1 takes 3 positions, depth 2 takes 9 more."""
    found = choose(Tree(), Budget(iterations=limit))
    assert found.iterations <= limit
    assert found.move == 2


def test_stopped_before_the_first_ply_it_plays_the_first_legal_move() -> None:
    found = choose(Tree(), Budget(), stop=lambda: True)
    assert (found.move, found.considered) == (0, ())


def test_a_stop_is_obeyed_within_a_few_nodes() -> None:
    state, answers = shut_the_box_play.turn("1,2,3,4,5,6,7,8,9", "5+3"), iter([False, False, True])
    found = choose(state, Budget(depth=9), lambda: next(answers), evaluate)
    assert found.iterations == 2 * POLL
    assert found.move in state.legal_moves()


@pytest.mark.parametrize(
    ("up", "dice", "scores", "stake"),
    [
        ("1,2,4,5", "4+1", "", 0),
        ("1,2,3,5", "3+2", "20,", 0),
        ("1,2,3", "3", "7,", 1),
        ("1,2,3,5", "3+2", "12,", 3),
        ("1,2,3,6", "4+2", "20,21,", 2),
    ],
)
def test_unlimited_it_equals_the_solution(up: str, dice: str, scores: str, stake: int) -> None:
    """In the last turn, with a score to beat that can't be tied, the whole game can be searched."""
    seats = scores.count(",") + 1
    state = shut_the_box_play.at(
        f"scoring=sum stake={stake} round=1 first=1 scores={scores}- phase=lay seat={seats} "
        f"up={up} dice={dice}"
    )
    exact = ExactAgent().choose(state, Budget(), Random(0), never)
    found = choose(state, Budget(), evaluate=lambda leaf: [0.0] * seats)
    assert found.considered[0].value == pytest.approx(exact.considered[0].value, abs=1e-12)
    assert {c.move: c.value for c in found.considered} == pytest.approx(
        {c.move: c.value for c in exact.considered}, abs=1e-12
    )
