"""The naive strategies play the ideas that they are named after."""

from random import Random

import free_o_play
import free_the_box_play
import kimbo_play
import pytest
import shut_the_box_play
from strength.agents import STRATEGIES
from strength.kimbo import Scene

from ai.kimbo.distance_cache import DistanceCache
from boxtui.core import State
from boxtui.games import GAMES
from boxtui.games.box.state import Box
from boxtui.games.kimbo.state import Kimbo


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
def test_a_strategy_chooses_what_its_name_says(
    game: str, state: State, moves: dict[str, str]
) -> None:
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
