"""No agent treats a player differently because of their seat number.

All players move on by some seats, and the board turns with them. An agent must choose the same
move, turned too. If chance and the rules are the same for all seats (the first turn is rolled or
drawn for, the board looks the same from every side), equal players win equally often and attack
each other equally often, even in games too long to play here by the hundred. The advantage of the
first turn cancels out, because it moves on with its player. An agent that always attacked the next
player in turn order would pass: every player is next to one other.

In Shut-the-Box and Box the first seat begins by agreement. There, the same match begun by the next
seat must also end the same for the player who begins.

Searches have smaller budgets here than in their levels, and agents that serve several levels are
tried once. The seeds are fixed. The limits are `SURE` standard errors: with other seeds, one of all
these tests would fail about one time in 200.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from math import sqrt
from random import Random
from typing import Final

import pytest
from per_game import line_for
from turned_seats import TURNS, turned

from ai.agent import Agent, Budget, never
from ai.levels import ROSTERS, agent_and_budget, agents_of
from boxtui.core import CHANCE, OVER, State
from boxtui.games import GAMES

SURE: Final = 4.0

SEATS: Final = {"shut-the-box": 3, "kimbo": 4, "box": 2, "free-the-box": 6, "free-o": 4}
"""Numbers of seats for which the board looks the same from every seat."""

POSITIONS: Final = {"shut-the-box": 18, "kimbo": 8, "box": 4, "free-the-box": 15, "free-o": 24}

CHOICES: Final = 10
"""How often each agent chooses in each position. One position in which the choice always differs is
enough to fail."""

FEW: Final = {"search": 6, "ismcts": 6, "mcts": 3, "two-throws": 6}
"""Iteration limits for searches here; a level with a smaller budget keeps its own."""

FIRST_SEAT_BEGINS: Final = ("shut-the-box", "box")

TURNED: Final = [key for key in GAMES if key in SEATS]

PLAYERS: Final = [
    (key, name)
    for key in TURNED
    for name in dict.fromkeys(level.agent for level in ROSTERS[key].levels)
]
"""Every agent that is a level of some game, once."""


def made(key: str, name: str) -> tuple[Agent, Budget]:
    """Return an agent with the largest budget that a level gives it, cut to what a test has time
    for.
    """
    budgets = [each.budget for each in ROSTERS[key].levels if each.agent == name]
    most = max(budgets, key=lambda budget: budget.iterations)
    few = FEW.get(name, most.iterations)
    return agents_of(key)[name](), Budget(min(most.iterations, few), most.depth)


@cache
def positions(key: str) -> list[State]:
    """Return decisions between several moves, from games of a quick level with a random start."""
    rng, found = Random(f"fair seats: {key}"), list[State]()
    agent, budget = agent_and_budget(key, "level2")
    while len(found) < POSITIONS[key]:
        state = GAMES[key].start({}, SEATS[key])
        seen = 0
        while state.current_player() != OVER and seen < POSITIONS[key] / 3:
            if state.current_player() == CHANCE:
                state.play(state.random_move(rng))
                continue
            if len(state.legal_moves()) > 1 and rng.random() < 0.15:
                found.append(state.clone())
                seen += 1
            state.play(agent.choose(state, budget, rng, never).move)
    return found[: POSITIONS[key]]


def choices(agent: Agent, budget: Budget, state: State, luck: str) -> Iterator[State]:
    """Yield the positions after each of its choices."""
    for at in range(CHOICES):
        yield state.after(agent.choose(state, budget, Random(f"{luck} {at}"), never).move)


def apart(one: Counter[str], other: Counter[str]) -> tuple[float, float]:
    """Return the chi-square statistic of two samples of the same size and its expected value if
    both have the same distribution; exact even for small counts (Haldane 1940)."""
    outcomes = one | other
    found = sum((one[each] - other[each]) ** 2 / (one[each] + other[each]) for each in outcomes)
    drawn = one.total() + other.total()
    return found, (len(outcomes) - 1) * drawn / (drawn - 1)


def limit(expected: float) -> float:
    """Return a limit that a sum of chi-square statistics hardly ever exceeds (Wilson and Hilferty
    1931)."""
    if not expected:
        return 0.0
    spread = 2 / (9 * expected)
    return float(expected * (1 - spread + SURE * sqrt(spread)) ** 3)


@pytest.mark.parametrize("key", GAMES)
def test_every_game_has_seats_and_positions_to_turn(key: str) -> None:
    line_for(key, SEATS, "SEATS of tests/laws/test_fair_seats.py")
    line_for(key, POSITIONS, "POSITIONS of tests/laws/test_fair_seats.py")
    line_for(key, TURNS, "TURNS of tests/helpers/turned_seats.py")


@pytest.mark.parametrize("key", TURNED)
def test_a_turned_position_has_the_same_decision_and_turns_back(key: str) -> None:
    seats = SEATS[key]
    for state in positions(key):
        there = turned(key, state, 1)
        assert there.current_player() == (state.current_player() + 1) % seats
        assert len(there.legal_moves()) == len(state.legal_moves())
        assert turned(key, there, seats - 1).text() == state.text()


@pytest.mark.parametrize(("key", "name"), PLAYERS)
def test_a_player_chooses_the_same_in_every_seat(key: str, name: str) -> None:
    agent, budget = made(key, name)
    found = expected = 0.0
    for number, state in enumerate(positions(key)):
        by = 1 + number % (SEATS[key] - 1)
        there = choices(agent, budget, turned(key, state, by), f"{number} there")
        here = choices(agent, budget, state, f"{number} here")
        back = (turned(key, after, SEATS[key] - by) for after in there)
        both = [(after.text() for after in each) for each in (here, back)]
        one, other = (Counter(each) for each in both)
        more, fair = apart(one, other)
        found += more
        expected += fair
    assert found <= limit(expected)


def ended(agent: Agent, budget: Budget, start: State, luck: str) -> list[float]:
    """Play on to the end, with random numbers that depend only on the ply; return the results."""
    state, ply = start.clone(), 0
    while state.current_player() != OVER:
        rng = Random(f"{luck} {ply}")
        if state.current_player() == CHANCE:
            state.play(state.random_move(rng))
        else:
            state.play(agent.choose(state, budget, rng, never).move)
        ply += 1
    return state.returns()


@pytest.mark.parametrize(
    ("key", "name"), [each for each in PLAYERS if each[0] in FIRST_SEAT_BEGINS]
)
def test_the_same_match_ends_the_same_if_the_next_seat_begins_it(key: str, name: str) -> None:
    agent, budget = made(key, name)
    start = GAMES[key].start({"size": 6} if key == "box" else {}, SEATS[key])
    for number in range(1 if key == "box" else 5):
        here = ended(agent, budget, start, f"{number}")
        there = ended(agent, budget, turned(key, start, 1), f"{number}")
        assert there == here[-1:] + here[:-1]
