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
    ("name", "move"),
    [
        ("racer", "A:58-60"),
        ("hunter", "B:3-5"),
        ("assassin", "B:3-5"),
        ("stalker", "B:3-5"),
        ("crowder", "enter"),
        ("coward", "A:58-60"),
    ],
)
def test_free_the_box_a_jump_a_capture_or_a_token_brought_out(name: str, move: str) -> None:
    state = free_the_box_play.position("58,3,home;5,home,home", die=2)
    assert chosen("free-the-box", name, state) == move


@pytest.mark.parametrize(
    ("name", "move"),
    [("racer", "A:20-22"), ("sprinter", "enter"), ("miser", "A:20-22"), ("stalker", "B:3-5")],
)
def test_free_the_box_which_token_moves_if_nothing_is_won(name: str, move: str) -> None:
    state = free_the_box_play.position("20,3,home;11,home,home", die=2)
    assert chosen("free-the-box", name, state) == move


@pytest.mark.parametrize(
    ("name", "move"),
    [
        ("dumper", "captured"),
        ("captor", "captured"),
        ("pairs", "house"),
        ("singles", "car"),
        ("blocker", "car"),
        ("counter", "car"),
        ("giver", "house"),
        ("miser", "house"),
    ],
)
def test_free_o_what_is_opened_when_the_next_player_has_no_car(name: str, move: str) -> None:
    state = free_o_play.at("house:2,car,captured,wild", "tree:3", demand="any", without="-;car:3")
    assert chosen("free-o", name, state) == move


def test_free_o_the_sniper_captures_a_player_about_to_go_out_and_nobody_else() -> None:
    held = "house:2,car,captured"
    few = free_o_play.at(held, "tree:2", demand="any", top="fence")
    many = free_o_play.at(held, "tree:5", demand="any", top="fence")
    assert chosen("free-o", "sniper", few) == "captured"
    assert chosen("free-o", "sniper", many) == "house"


@pytest.mark.parametrize(("name", "tiles"), [("largest", "8"), ("smallest", "5+2+1")])
def test_shut_the_box_which_tiles_go_down(name: str, tiles: str) -> None:
    state = shut_the_box_play.turn("1,2,3,4,5,6,7,8,9", "5+3")
    assert chosen("shut-the-box", name, state) == tiles


def left(state: Kimbo) -> list[float]:
    """Return the dice that each seat has to go."""
    return Scene(state.table, 0, DistanceCache(state.table)).left


def test_kimbo_fences_cost_opponents_or_help_their_owner_and_a_racer_moves_none() -> None:
    state = kimbo_play.begun(2)
    own, other = left(state)
    after = {
        name: left(kimbo_play.play(state.clone(), chosen("kimbo", name, state)))
        for name in ("racer", "builder", "blocker", "spoiler", "miser")
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
    column, row = mirrored % 11, mirrored // 11
    marked = state.colors[state.color_of(0)] >> ((10 - row) * 11 + 10 - column) & 1
    assert marked
