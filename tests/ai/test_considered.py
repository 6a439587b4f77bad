"""What an agent says of the moves that it considered is checked as its choice is."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import count
from random import Random

import pytest

from ai.agent import Budget, Choice, Considered, Stop, never
from ai.decision import AgentFailed, decide
from boxtui.core import State
from boxtui.games import GAMES


@dataclass
class Says:
    """An agent that plays the first legal move and says that it considered these."""

    considered: Iterable[Considered]
    iterations: int = 1

    def choose(self, state: State, budget: Budget, rng: Random, stop: Stop) -> Choice:
        return Choice(state.legal_moves()[0], self.considered, self.iterations)  # type: ignore[arg-type]

    def evaluate(self, state: State, move: int, budget: Budget, rng: Random, stop: Stop) -> Choice:
        return self.choose(state, budget, rng, stop)


def _state() -> State:
    return GAMES["box"].start({}, 2)


LEGAL = _state().legal_moves()[0]


def _said(considered: Iterable[Considered], move: int | None = None) -> tuple[Considered, ...]:
    agent = Says(considered)
    return decide("mad", agent, _state(), Budget(), Random(1), never, move).considered


@pytest.mark.parametrize(
    ("considered", "fault"),
    [
        ((Considered(LEGAL, 0.5, 1) for _ in count()), "more than 10,000 moves"),
        ([Considered(10**5000, 0.5, 1)], "not a legal move"),
        ([Considered(LEGAL, 0.5, 1), Considered(-1, 0.5, 1)], "not a legal move"),
        ([Considered(LEGAL, 1.5, 1)], "not in 0..1"),
        ([Considered(LEGAL, float("nan"), 1)], "not in 0..1"),
        ([Considered(LEGAL, 0.5, 1, (0.5, float("inf")))], "not in 0..1"),
        ([Considered(LEGAL, 0.5, 1, (0.5, 0.25, 0.25))], "3 shares of a win for 2 seats"),
        ([Considered(LEGAL, 0.5, 10**5000)], "number of visits"),
        ([Considered(LEGAL, 0.5, -1)], "number of visits"),
        (None, "'NoneType' object is not iterable"),
        (["garbage"], "'str' object has no attribute 'move'"),
    ],
    ids=range(11),
)
def test_moves_that_cannot_have_been_considered_are_the_agents_failure(
    considered: Iterable[Considered], fault: str
) -> None:
    with pytest.raises(AgentFailed) as failure:
        _said(considered)
    assert str(failure.value).startswith("mad ")
    assert fault in str(failure.value)
    assert len(str(failure.value)) < 120


@pytest.mark.parametrize("iterations", [-1, 10**5000], ids=range(2))
def test_a_number_of_iterations_that_no_search_can_spend_is_the_agents_failure(
    iterations: int,
) -> None:
    with pytest.raises(AgentFailed, match=r"^mad gave a number of iterations"):
        decide("mad", Says((), iterations), _state(), Budget(), Random(1), never)


def test_moves_that_were_considered_are_passed_on() -> None:
    rounded = Considered(LEGAL + 2, -1e-9, 1, (-1e-9, 1 + 1e-9))
    seen = (Considered(LEGAL, 1.0, 3, (1.0, 0.0)), Considered(LEGAL + 1, 1 / 3, 0), rounded)
    assert _said(iter(seen)) == seen
    assert _said(()) == ()
    assert _said(seen, LEGAL) == seen


@pytest.mark.parametrize("considered", [(), (Considered(LEGAL, 0.5, 1),)])
def test_an_agent_that_is_asked_about_a_move_must_answer_about_it(
    considered: tuple[Considered, ...],
) -> None:
    with pytest.raises(AgentFailed, match="didn't say what the given move is worth"):
        _said(considered, LEGAL + 1)
