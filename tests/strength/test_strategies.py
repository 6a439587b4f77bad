"""The naive strategies keep to the contract of agents."""

import inspect
from random import Random

import pytest
from strength.agents import STRATEGIES, FixedBudgetAgent, agents_of, playouts
from strength.strategy import Strategy

from ai.agent import Budget, never
from boxtui.core import CHANCE, OVER, State
from boxtui.games import GAMES

ALL = [(game, name) for game, named in STRATEGIES.items() for name in named]
"""Every strategy, by game and name."""

OPENING = 12
"""The approximate number of random decisions that begin a strategy's games, so that they differ."""

MOST = {"kimbo": 3, "box": 20}
"""How many decisions a strategy makes in a test, in games where they take long; else 120."""


def decisions(game: str, strategy: Strategy, seats: int, seed: int) -> list[tuple[State, int]]:
    """Return positions from a game that a strategy plays against itself, and its choices."""
    state, rng = GAMES[game].start({}, seats), Random(seed)
    opening = rng.randrange(OPENING)
    found: list[tuple[State, int]] = []
    while state.current_player() != OVER and len(found) < MOST.get(game, 120):
        move = state.random_move(rng)
        if state.current_player() != CHANCE:
            opening -= 1
            if opening < 0:
                before = state.clone()
                move = strategy(state, state.legal_moves(), Random(len(found)))
                assert state.text() == before.text()
                found.append((before, move))
        state.play(move)
    return found


def test_every_game_has_ten_strategies_or_more_and_each_says_its_idea_in_a_line() -> None:
    assert set(STRATEGIES) == set(GAMES)
    for named in STRATEGIES.values():
        assert len(named) >= 10
        for strategy in named.values():
            about = inspect.getdoc(strategy) or ""
            assert about.endswith(".")
            assert "\n" not in about


@pytest.mark.parametrize(("game", "name"), ALL)
def test_fro_22_a_strategy_plays_legal_moves_and_chooses_by_what_its_seat_sees_and_by_lot_alone(
    game: str, name: str
) -> None:
    """Each move is checked by the rules when it is played, and chosen again in copies."""
    strategy = STRATEGIES[game][name]
    for seats in {2, min(4, GAMES[game].seats[-1])}:
        found = decisions(game, strategy, seats, 1)
        assert found
        for at, (state, move) in enumerate(found):
            alike = [GAMES[game].parse(state.text())]
            if game == "free-o":
                alike += [state.determinize(state.current_player(), Random(n)) for n in range(3)]
            for other in alike:
                assert strategy(other, other.legal_moves(), Random(at)) == move


@pytest.mark.parametrize("game", GAMES)
def test_the_agents_of_the_tools_play_every_game(game: str) -> None:
    for name, make in agents_of(game).items():
        state, rng = GAMES[game].start({}, 2), Random(4)
        while state.current_player() == CHANCE:
            state.play(state.random_move(rng))
        agent = make()
        if isinstance(agent, FixedBudgetAgent):
            agent = FixedBudgetAgent(agent.agent, Budget(iterations=3))
        choice = agent.choose(state, Budget(iterations=3), Random(5), never)
        assert choice.move in state.legal_moves(), name


def test_fro_22_random_playouts_see_no_hidden_card() -> None:
    """With the same random numbers, other hands in the same position change nothing."""
    state, rng = GAMES["free-o"].start({}, 3), Random(6)
    while state.current_player() == CHANCE or len(state.legal_moves()) == 1:
        state.play(state.random_move(rng))
    dealt = [state.determinize(state.current_player(), Random(deal)) for deal in range(4)]
    agent, budget = playouts("free-o"), Budget(iterations=4)
    chosen = {agent.choose(each, budget, Random(7), never).considered for each in dealt}
    assert len({each.text() for each in dealt}) > 1
    assert len(chosen) == 1
