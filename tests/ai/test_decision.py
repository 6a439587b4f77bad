"""An agent's failure says where in its own code it failed."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from ai.agent import Budget, Choice, Stop, never
from ai.decision import AgentFailed, decide
from ai.search.random import RandomAgent
from boxtui.core import State
from boxtui.games import GAMES
from boxtui.system.errorlog import one_line

ILLEGAL = -1


@dataclass
class Wrong:
    """An agent that goes wrong as it is told to."""

    answer: Callable[[State], object]

    def choose(self, state: State, budget: Budget, rng: Random, stop: Stop) -> Choice:
        return Choice(state.legal_moves()[0], self.answer(state), 1)  # type: ignore[arg-type]


def raises(state: State) -> None:
    raise RuntimeError("out of luck " * 100)


def fails_in_the_library(state: State) -> None:
    Random(1).choice([])


def fails_in_the_rules(state: State) -> None:
    state.play(ILLEGAL)


def fails_while_it_is_read(state: State) -> object:
    return (1 // 0 for _ in range(3))


def answers_nonsense(state: State) -> object:
    return (5,)


def _failure(agent: Any, move: int | None = None) -> str:
    """Return what the search process says of a failure."""
    state = GAMES["box"].start({}, 2)
    with pytest.raises(AgentFailed) as failure:
        decide("mad", agent, state, Budget(), Random(1), never, move)
    return one_line(failure.value)


@pytest.mark.parametrize(
    "wrong", [raises, fails_in_the_library, fails_in_the_rules, fails_while_it_is_read]
)
def test_a_failure_names_the_last_line_of_the_agents_own_code(
    wrong: Callable[[State], object],
) -> None:
    line = wrong.__code__.co_firstlineno + 1
    assert _failure(Wrong(wrong)).startswith(f"mad failed (test_decision.py, line {line}): ")


def test_a_failure_outside_of_the_agents_code_names_no_line() -> None:
    for failure in (_failure(Wrong(answers_nonsense)), _failure(RandomAgent(), move=0)):
        assert failure.startswith("mad failed: ")
        assert ".py" not in failure
