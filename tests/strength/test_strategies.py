"""The naive strategies keep to the contract of agents, and play what they are named after."""

import inspect
from random import Random

import free_o_play
import free_the_box_play
import kimbo_play
import pytest
import shut_the_box_play
from random_games import some_decisions
from strength.agents import STRATEGIES, FixedBudgetAgent, agents_of
from strength.kimbo import Scene
from strength.strategy import Strategy

from ai.agent import Budget, never
from ai.kimbo.distance_cache import DistanceCache
from boxtui.core import CHANCE, OVER, State
from boxtui.games import GAMES
from boxtui.games.box.state import Box
from boxtui.games.kimbo.state import Kimbo

ALL = [(game, name) for game, named in STRATEGIES.items() for name in named]
"""Every strategy, by game and name."""

OPENING = 12
"""The approximate number of random decisions that begin a strategy's games, so that they differ."""

MOST = {"kimbo": 3, "box": 20}
"""How many decisions a strategy makes in a test, in games where they are slow; else 120."""


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
        (state,) = some_decisions(lambda: GAMES[game].start({}, 2), 1)
        agent = make()
        if isinstance(agent, FixedBudgetAgent):
            agent = FixedBudgetAgent(agent.agent, Budget(iterations=3))
        choice = agent.choose(state, Budget(iterations=3), Random(5), never)
        assert choice.move in state.legal_moves(), name


def chosen(game: str, name: str, state: State) -> str:
    """Return the text of the move that a strategy plays."""
    return state.move_text(STRATEGIES[game][name](state, state.legal_moves(), Random(1)))


@pytest.mark.parametrize(
    ("game", "state", "moves"),
    [
        (
            "free-the-box",  # a jump, a capture, or a token brought out
            free_the_box_play.position("58,3,home;5,home,home", die=2),
            {"A:58-60": "racer coward", "B:3-5": "hunter assassin stalker", "enter": "crowder"},
        ),
        (
            "free-the-box",  # nothing is won
            free_the_box_play.position("20,3,home;11,home,home", die=2),
            {"A:20-22": "racer miser", "enter": "sprinter", "B:3-5": "stalker"},
        ),
        (
            "free-o",  # the next player has no car
            free_o_play.at("house:2,car,captured,wild", "tree:3", demand="any", without="-;car:3"),
            {
                "captured": "dumper captor",
                "house": "pairs giver miser",
                "car": "singles blocker counter",
            },
        ),
        (
            "free-o",  # the next player is about to go out
            free_o_play.at("house:2,car,captured", "tree:2", demand="any", top="fence"),
            {"captured": "sniper"},
        ),
        (
            "free-o",
            free_o_play.at("house:2,car,captured", "tree:5", demand="any", top="fence"),
            {"house": "sniper"},
        ),
        (
            "shut-the-box",
            shut_the_box_play.turn("1,2,3,4,5,6,7,8,9", "5+3"),
            {"8": "largest", "5+2+1": "smallest"},
        ),
    ],
)
def test_a_strategy_does_as_its_name_says(game: str, state: State, moves: dict[str, str]) -> None:
    for move, names in moves.items():
        for name in names.split():
            assert chosen(game, name, state) == move, name


def left(state: Kimbo) -> list[float]:
    """Return the dice that each seat has to go."""
    return Scene(state.table, 0, DistanceCache(state.table)).left


def test_kimbo_fences_cost_opponents_or_help_their_owner_and_a_racer_moves_none() -> None:
    state = kimbo_play.begun(2)
    own, other = left(state)
    after = {
        name: left(kimbo_play.play(state.clone(), chosen("kimbo", name, state)))
        for name in ("builder", "blocker", "spoiler")
    }
    assert after["builder"][0] < own
    assert after["blocker"][1] > other
    assert after["spoiler"][1] > other
    assert chosen("kimbo", "racer", state) == chosen("kimbo", "miser", state) == "-"


def test_box_the_mirror_marks_the_image_and_the_grabber_wins_what_it_can() -> None:
    state = GAMES["box"].start({"balance": "none", "first": "seat 1"}, 2)
    for text in ("c3", "d9", "c5", "e8", "e3", "h8"):
        state.play(state.read_move(text))
    assert isinstance(state, Box)
    assert chosen("box", "grabber", state) == "e5"
    assert chosen("box", "denier", state) == "e5"
    state.play(state.read_move("a1"))
    mirrored = STRATEGIES["box"]["mirror"](state, state.legal_moves(), Random(1))
    assert state.colors[state.color_of(0)] >> (state.grid.points - 1 - mirrored) & 1
