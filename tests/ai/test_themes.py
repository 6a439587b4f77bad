"""Themes of positions to solve: each occurs, and no other is ever named where moves are chosen."""

import re
from random import Random

import pytest
from kimbo_boards import drawn
from random_games import some_decisions

from ai.kimbo.themes import theme
from ai.levels import ROSTERS
from ai.shut_the_box.themes import FEWER
from boxtui.games import GAMES
from boxtui.games.kimbo.moves import JUMP, count_of
from boxtui.games.shut_the_box.state import ShutTheBox
from boxtui.learn.finding import wanted_themes

DECISIONS = 400
MOVES_ASKED = 8
OTHERS = {
    "kimbo": {"jumps a fence", "passes"},
    "box": {"the terms"},
    "free-the-box": {"uses a card"},
    "free-o": {"nothing to play"},
}
"""The names of what is never drawn as a puzzle, in games in which there is such a thing."""

WITH_THEMES = [key for key in GAMES if ROSTERS[key].puzzles.themes]


@pytest.mark.parametrize("key", WITH_THEMES)
def test_every_theme_occurs_in_games_played_at_random(key: str) -> None:
    spec, rng, seen = ROSTERS[key].puzzles, Random(7), set[str]()
    for state in some_decisions(lambda: GAMES[key].start({}, 2), DECISIONS):
        moves = state.legal_moves()
        asked = rng.sample(moves, min(len(moves), MOVES_ASKED))
        seen |= {spec.theme(state, move) for move in asked}
    assert {*spec.themes} <= seen <= {*spec.themes} | OTHERS.get(key, set())


def test_a_theme_says_how_many_tiles_are_up_at_most() -> None:
    spec, counts = ROSTERS["shut-the-box"].puzzles, set[int]()
    for state in some_decisions(lambda: GAMES["shut-the-box"].start({}, 2), DECISIONS):
        assert isinstance(state, ShutTheBox)
        if any(spec.theme(state, move) == FEWER for move in state.legal_moves()):
            counts.add(state.up.bit_count())
    (most,) = re.findall(r"\d+", FEWER)
    assert max(counts) == int(most)


def test_a_jump_over_a_fence_is_called_one() -> None:
    state = drawn("4  . . . Ry. R", "2+2", home="RR")
    jumps = [move for move in state.legal_moves() if count_of(move) == JUMP]
    assert {theme(state, move) for move in jumps} == {"jumps a fence"}


@pytest.mark.parametrize(
    ("move", "named"),
    [
        ("3 o4-l4", "escapes"),  # where no roll can capture it
        ("3 o4-m3", "escapes"),  # 6% of rolls
        ("3 o4-o7", "one die with one piece"),  # 47%, after 33%
        ("3 b12-a12", "one die with one piece"),  # 11%, after 14%
    ],
)
def test_an_escape_leads_out_of_danger(move: str, named: str) -> None:
    state = GAMES["kimbo"].parse(
        "turns=5 phase=second seat=1 dice=3 moved=f2 "
        "pieces=f2,o4,b12,o15;d1,o2,h10,i15 "
        "fences=h2/i2,i3/i4,j3/j4,l3/l4,h12/h13,i12/j12;g2/h2,d12/d13,f12/f13,g12/g13,j12/j13,l12/l13"
    )
    assert theme(state, state.read_move(move)) == named


@pytest.mark.parametrize("key", WITH_THEMES)
def test_as_many_numbers_in_a_row_as_there_are_themes_begin_with_each(key: str) -> None:
    themes = ROSTERS[key].puzzles.themes
    for first in range(1, 100 * len(themes), len(themes)):
        orders = [wanted_themes(GAMES[key], first + at) for at in range(len(themes))]
        assert {order[0] for order in orders} == {*themes}
        assert all({*order} == {*themes} for order in orders)
