"""Asking an agent, a plugin's too, for a decision: it answers with a legal move, or has failed."""

from itertools import islice
from operator import index
from pathlib import Path
from random import Random
from traceback import walk_tb
from typing import Any, Final

from ai.agent import Agent, Budget, Choice, Considered, Rater, Stop, StoppedTooEarly
from boxtui.core import State
from boxtui.system.errorlog import named, one_line
from boxtui.system.failure import Failure
from boxtui.wording import counted, quoted

_MOVE_BITS: Final = 62
"""No move has more. Compiled rules take machine numbers, and Python refuses to write a number of
more than 4,300 digits.
"""

_MOST_CONSIDERED: Final = 10_000
"""No agent may say more moves that it considered: they are all sent, and kept."""

_SLACK: Final = 1e-6
"""By how much a value that was computed may miss 0..1."""


class AgentFailed(Failure):
    """Raised if an agent raised, hung or died; the message says which and how in one sentence."""


def decide(
    who: str,
    agent: Agent,
    state: State,
    budget: Budget,
    rng: Random,
    stop: Stop,
    move: int | None = None,
) -> Choice:
    """Return the agent's choice, a legal move; or its evaluation of `move`, if given.

    Raises AgentFailed with a message that says which agent failed and how.
    """
    asked = state.clone()  # an agent may have played on in `state` by the time it answers
    try:
        if move is None:
            choice = agent.choose(state, budget, rng, stop)
        elif isinstance(agent, Rater):
            choice = agent.evaluate(state, move, budget, rng, stop)
        else:
            raise TypeError("it can't say what a given move is worth")
        if not isinstance(choice, Choice):
            raise TypeError(f"it answered with {type(choice).__name__}, not with a Choice")
        # In our own types: the app must not need a plugin's classes to read the answer.
        seen = tuple(
            Considered(
                _whole(each.move, "a move"),
                _real(each.value, "a value"),
                _whole(each.visits, "a number of visits"),
                tuple(_real(share, "a share") for share in islice(each.shares, asked.seats + 1)),
            )
            for each in islice(choice.considered, _MOST_CONSIDERED + 1)
        )
        chosen = _whole(choice.move, "a move")
        own = Choice(chosen, seen, _whole(choice.iterations, "a number of iterations"))
    except KeyboardInterrupt:  # the player's Ctrl+C
        raise
    except StoppedTooEarly as early:
        raise AgentFailed(f"{who} {one_line(early)}.") from early
    except BaseException as error:  # any error of a plugin's agent is its failure
        # The place comes first, because a screen may cut the end of the message.
        why = f"{_place_of(error, agent)}: {named(error)}"
        raise AgentFailed(f"{who} failed{why}") from error
    if fault := _fault_of(own, asked, move):
        raise AgentFailed(f"{who} {fault}.")
    return own


def _whole(answer: Any, what: str) -> int:
    try:
        return int(index(answer))
    except TypeError:
        raise TypeError(f"it gave {what} that is not a whole number: {quoted(answer)}") from None


def _real(answer: Any, what: str) -> float:
    try:
        return float(answer)
    except (TypeError, ValueError):
        raise TypeError(f"it gave {what} that is not a number: {quoted(answer)}") from None


def _place_of(error: BaseException, agent: Agent) -> str:
    """Return the last file and line that an error passed in the agent's own package, or ""."""
    package = _package_of(type(agent).__module__)
    places = [
        f" ({Path(frame.f_code.co_filename).name}, line {line})"
        for frame, line in walk_tb(error.__traceback__)
        if (module := frame.f_globals.get("__name__")) != __name__
        and _package_of(module) == package
    ]
    return places[-1] if places else ""


def _package_of(module: object) -> str:
    """Return the top package of the module with that name."""
    return str(module).partition(".")[0]


def _fault_of(choice: Choice, state: State, move: int | None) -> str:
    """Return what is wrong with an agent's answer, or ""; `move` is the one asked about, if any."""
    if (bits := choice.move.bit_length()) > _MOVE_BITS:
        return f"chose a number of {bits} bits, not a legal move"
    if state.why_not(choice.move) is not None:
        return f"chose {choice.move}, which is not a legal move"
    if not 0 <= choice.iterations < 1 << _MOVE_BITS:
        return "gave a number of iterations that no search can spend"
    if len(choice.considered) > _MOST_CONSIDERED:
        return f"named more than {_MOST_CONSIDERED:,} moves that it considered"
    first = choice.considered[0].move if choice.considered else None
    if move is not None and not choice.move == first == move:
        return "didn't say what the given move is worth"
    for each in choice.considered:
        if each.move.bit_length() > _MOVE_BITS or state.why_not(each.move) is not None:
            return "named a move that it considered, which is not a legal move"
        if not 0 <= each.visits < 1 << _MOVE_BITS:
            return "gave a number of visits that no search can make"
        if len(each.shares) not in (0, state.seats):
            return f"didn't give one share of a win to each of {counted(state.seats, 'seat')}"
        if not all(-_SLACK <= value <= 1 + _SLACK for value in (each.value, *each.shares)):
            return "gave a value that is not in 0..1"
    return ""
