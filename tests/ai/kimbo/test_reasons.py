"""Reasons for moves in Kimbo: the figures in them are those that hold on the board."""

import re

import pytest
from kimbo_play import decisions, threats
from kimbo_slow_distances import exact

from ai.kimbo.distance_cache import THE_LAST
from ai.kimbo.reasons import TELLING, _kind_words, dice_words, reasons
from ai.shared.reasons import LATER, OUTWEIGHED
from boxtui.games import GAMES
from boxtui.games.kimbo.board import PIECES
from boxtui.games.kimbo.moves import KEEP, PASS, end_of
from boxtui.games.kimbo.squares import HOME, square_text
from boxtui.games.kimbo.state import FENCING


def test_reasons_tell_the_distances_that_hold_under_the_fences_of_each_move() -> None:
    """Computed from those before the move, as in a search, some would be dice too long."""
    told = 0
    for state in decisions(12):
        seat, fences = state.table.seat, [each for each in state.legal_moves() if each != KEEP]
        if state.phase != FENCING or state.table.pieces[PIECES * seat + 1] == HOME:
            continue
        for move in fences[::800]:
            dice, pieces = exact(state.after(move).table).dice, state.table.pieces
            to_go = sum(dice[pieces[at]] for at in range(PIECES * seat, PIECES * seat + PIECES))
            to_go += THE_LAST  # the seat has several pieces left
            sentence = reasons(state, move, KEEP)[0]
            if sentence != LATER:
                assert f"You need about {to_go:.1f} dice to get HOME" in sentence
                told += 1
    assert told > 5


def test_kim_27_a_piece_brought_home_makes_no_side_look_further_away_than_with_it() -> None:
    """A last piece needs about 10 dice more, which were counted only once it was the last."""
    fences = "d3/d4,f3/f4,g3/g4,i3/i4,j3/j4,l3/l4;d12/d13,f12/f13,g12/g13,i12/i13,j12/j13,l12/l13"
    needed = []
    for pieces in ("h1,h6,HOME,HOME", "h1,HOME,HOME,HOME"):
        text = f"pieces={pieces};g15,h15,HOME,HOME fences={fences}"
        state = GAMES["kimbo"].parse(f"turns=60 phase=fence seat=1 dice=- moved=- {text}")
        needed.append(float(re.findall(r"[0-9]+\.[0-9]", reasons(state, KEEP, KEEP)[0])[0]))
    with_it, without_it = needed
    assert with_it > without_it


@pytest.mark.parametrize(
    ("dice", "words"), [(0.94, "0.9 of a die"), (0.96, "1.0 dice"), (1.4, "1.4 dice")]
)
def test_less_than_one_die_is_called_a_part_of_one(dice: float, words: str) -> None:
    assert dice_words(dice) == words


def test_the_figures_of_a_fence_are_summed_up_and_what_they_speak_against_is_said() -> None:
    told = set()
    for state in decisions(12):
        if state.phase != FENCING:
            continue
        for move in state.legal_moves()[::300]:
            said = " ".join(reasons(state, move, move))
            figures = re.findall(r"[0-9]+\.[0-9](?: instead of [0-9]+\.[0-9])?", said)[:2]
            own, theirs = ([float(each) for each in one.split(" instead of ")] for one in figures)
            gain = round(theirs[0] - theirs[-1] - own[0] + own[-1], 1)
            assert (f": {dice_words(gain)} better for you." in said) == (gain >= TELLING)
            is_worse = gain <= -TELLING
            assert (f": {dice_words(-gain)} worse for you now." in said) == is_worse
            assert said.endswith(OUTWEIGHED) == is_worse
            told.add((gain >= TELLING, is_worse))
    assert len(told) == 3


def test_the_chance_told_of_a_capture_is_that_of_the_next_throws_of_all_opponents() -> None:
    told = {"safe": 0, "about": 0}
    for state in decisions(12, 3) + decisions(4, 4):
        for move in [] if state.phase == FENCING else state.legal_moves()[-2:]:
            table = state.after(move).table
            end = end_of(move) if move != PASS else HOME
            sentence = reasons(state, move, move)[0]
            on, is_safe = f"on {square_text(end)} ", " is safe " in sentence
            if end == HOME or not (on in sentence or is_safe):
                continue
            missed = 1.0
            for rival in {*range(state.seats)} - {state.table.seat}:
                missed *= 1 - dict(threats(table, rival)).get(end, 0.0)
            assert is_safe == (missed == 1.0)
            assert is_safe or f"about {1 - missed:.0%}" in sentence.partition(on)[2]
            told["safe" if is_safe else "about"] += 1
    assert min(told.values()) > 1


def test_moves_are_called_by_the_dice_that_they_use() -> None:
    """As in `No other jump loses much less`: each kind is compared with its own."""
    fences = "l3/l4,h5/h6,j9/j10,d11/e11,c12/d12,j12/j13;c3/c4,g6/h6,h6/i6,h12/h13,g14/g15,i14/i15"
    table = f"pieces=h5,h6,h10,HOME;a12,HOME,HOME,HOME fences={fences}"
    called = set()
    for dice in ("1+1", "5+2"):
        state = GAMES["kimbo"].parse(f"turns=43 phase=move seat=1 dice={dice} moved=- {table}")
        for move in state.legal_moves():
            called.add((state.move_text(move).partition(" ")[0], _kind_words(move)))
    assert called == {
        ("1", "move by the 1"),
        ("2", "move by the 2"),
        ("5", "move by the 5"),
        ("1+1", "move by both dice"),
        ("5+2", "move by both dice"),
        ("J", "jump"),
    }
