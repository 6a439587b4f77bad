"""What an agent chooses and says is checked, and a failure says where in its code it failed."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import count, repeat
from random import Random
from typing import Any

import pytest

from ai.agent import Budget, Choice, Considered, Stop, never
from ai.decision import AgentFailed, decide
from ai.levels import agents_of
from boxtui.core import State
from boxtui.games import GAMES
from boxtui.system.errorlog import one_line

ILLEGAL = -1
RATERS = ("uct", "exact")


ONLY_CHOOSE = [make() for name, make in agents_of("shut-the-box").items() if name not in RATERS]


def box() -> State:
    return GAMES["box"].start({}, 2)


def rolled() -> State:
    return GAMES["shut-the-box"].start({}, 2).after(53)


LEGAL = box().legal_moves()[0]


@dataclass
class Answers:
    """An agent that answers as it is told to."""

    answer: Callable[[State], Choice]

    def choose(self, state: State, budget: Budget, rng: Random, stop: Stop) -> Choice:
        return self.answer(state)

    def evaluate(self, state: State, move: int, budget: Budget, rng: Random, stop: Stop) -> Choice:
        return self.answer(state)


def decided(agent: Any, state: State, move: int | None = None) -> Choice:
    return decide("mad", agent, state, Budget(), Random(1), never, move)


def answering(move: Any, considered: Any = (), iterations: int = 1) -> Answers:
    return Answers(lambda _: Choice(move, considered, iterations))


# Where it failed


def raises(state: State) -> Choice:
    raise RuntimeError("out of luck " * 100)


class Odd(BaseException):
    """An error of a kind that programs rarely catch."""


def raises_oddly(state: State) -> Choice:
    raise Odd("out of luck")


def fails_in_the_library(state: State) -> Choice:
    return Random(1).choice([])


def fails_in_the_rules(state: State) -> Choice:
    return state.play(ILLEGAL)  # type: ignore[func-returns-value, return-value]


def fails_while_it_is_read(state: State) -> Choice:
    return Choice(LEGAL, (1 // 0 for _ in range(3)), 1)  # type: ignore[arg-type]


def failure_of(agent: Any, move: int | None = None) -> str:
    """Return what the search process says of a failure."""
    with pytest.raises(AgentFailed) as failure:
        decided(agent, box(), move)
    return one_line(failure.value)


@pytest.mark.parametrize(
    "wrong",
    [raises, raises_oddly, fails_in_the_library, fails_in_the_rules, fails_while_it_is_read],
)
def test_a_failure_names_the_last_line_of_the_agents_code(wrong: Callable[[State], Choice]) -> None:
    line = wrong.__code__.co_firstlineno + 1
    assert failure_of(Answers(wrong)).startswith(f"mad failed (test_decision.py, line {line}): ")


@pytest.mark.parametrize(
    ("agent", "move", "says"),
    [
        (answering(LEGAL, (5,)), None, "'int' object has no attribute 'move'"),
        (Answers(lambda _: None), None, "it answered with NoneType, not with a Choice"),  # type: ignore[arg-type, return-value]
        *((agent, 0, "it can't say what a given move is worth") for agent in ONLY_CHOOSE),
    ],
)
def test_a_failure_outside_of_the_agents_code_names_no_line(
    agent: Any, move: int | None, says: str
) -> None:
    assert re.fullmatch(rf"mad failed: \w+Error: {says}", failure_of(agent, move))


# The move


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize(
    "move", [-1, 2**62 - 1, 2**63, -(2**63) - 1, 10**5000, -(10**5000)], ids=range(6)
)
def test_a_number_of_any_length_that_is_not_a_move_is_refused(key: str, move: int) -> None:
    with pytest.raises(AgentFailed, match=r"\Amad chose .{1,60} legal move\.\Z"):
        decided(answering(move), GAMES[key].start({}, 2))


def test_a_choice_is_one_in_the_position_asked_about_even_if_the_agent_plays_on_there() -> None:
    first, *_, other = rolled().legal_moves()
    roll = rolled().after(first).legal_moves()[0]
    assert rolled().why_not(roll)

    def playing_on(then: int) -> Answers:
        def answer(state: State) -> Choice:
            state.play(first)
            return Choice(then, (), 1)

        return Answers(answer)

    with pytest.raises(AgentFailed, match="not a legal move"):
        decided(playing_on(roll), rolled())
    assert decided(playing_on(other), rolled()).move == other


# The answer


@pytest.mark.parametrize("move", ["3", 3.0, None])
def test_what_is_not_a_whole_number_is_not_taken_for_a_move(move: object) -> None:
    assert "it gave a move that is not a whole number: " in failure_of(answering(move))


@pytest.mark.parametrize(
    ("considered", "fault"),
    [
        ((Considered(LEGAL, 0.5, 1) for _ in count()), "more than 10,000 moves"),
        ([Considered(10**5000, 0.5, 1)], "not a legal move"),
        ([Considered(LEGAL, 0.5, 1), Considered(-1, 0.5, 1)], "not a legal move"),
        ([Considered(LEGAL, 1.5, 1)], "not in 0..1"),
        ([Considered(LEGAL, float("nan"), 1)], "not in 0..1"),
        ([Considered(LEGAL, 0.5, 1, (0.5, float("inf")))], "not in 0..1"),
        ([Considered(LEGAL, 0.5, 1, (0.5,))], "one share of a win to each of 2 seats"),
        ([Considered(LEGAL, 0.5, 1, (0.5, 0.25, 0.25))], "one share of a win to each"),
        ([Considered(LEGAL, 0.5, 1, repeat(0.1))], "one share of a win to each"),  # type: ignore[arg-type]
        ([Considered(LEGAL, 0.5, 10**5000)], "number of visits"),
        ([Considered(LEGAL, 0.5, -1)], "number of visits"),
        ([Considered(LEGAL + 0.9, 0.5, 1)], "a move that is not a whole number"),  # type: ignore[arg-type]
        ([Considered(str(LEGAL), 0.5, 1)], "a move that is not a whole number"),  # type: ignore[arg-type]
        ([Considered(LEGAL, 0.5, 1.5)], "number of visits that is not a whole number: 1.5"),  # type: ignore[arg-type]
        ([Considered(LEGAL, "x", 1)], "it gave a value that is not a number: 'x'"),  # type: ignore[arg-type]
        ([Considered(LEGAL, 0.5, 1, (None, 0.5))], "a share that is not a number: None"),  # type: ignore[arg-type]
        (None, "'NoneType' object is not iterable"),
        (["garbage"], "'str' object has no attribute 'move'"),
    ],
    ids=range(18),
)
def test_moves_that_cannot_have_been_considered_are_the_agents_failure(
    considered: Iterable[Considered], fault: str
) -> None:
    failure = failure_of(answering(LEGAL, considered))
    assert failure.startswith("mad ")
    assert fault in failure
    assert len(failure) < 120


@pytest.mark.parametrize("iterations", [-1, 10**5000, 1.5], ids=range(3))
def test_an_impossible_number_of_iterations_is_the_agents_failure(iterations: Any) -> None:
    failure = failure_of(answering(LEGAL, (), iterations))
    assert re.match("mad .*gave a number of iterations", failure)


def test_moves_that_were_considered_are_passed_on() -> None:
    rounded = Considered(LEGAL + 2, -1e-9, 1, (-1e-9, 1 + 1e-9))
    seen = (Considered(LEGAL, 1.0, 3, (1.0, 0.0)), Considered(LEGAL + 1, 1 / 3, 0), rounded)
    assert decided(answering(LEGAL, iter(seen)), box()).considered == seen
    assert decided(answering(LEGAL), box()).considered == ()
    assert decided(answering(LEGAL, seen), box(), LEGAL).considered == seen


@pytest.mark.parametrize("moves", [(), (LEGAL,), (LEGAL, LEGAL + 1), (LEGAL + 1, LEGAL)])
def test_an_agent_that_is_asked_about_a_move_must_answer_about_it(moves: tuple[int, ...]) -> None:
    """It chooses that move, and considers it first."""
    considered = [Considered(move, 0.5, 1) for move in moves]
    for chosen, asked in ((LEGAL, LEGAL + 1), (LEGAL + 1, LEGAL)):
        failure = failure_of(answering(chosen, considered), asked)
        assert "didn't say what the given move is worth" in failure
