"""Games of Box for its tests: starting them, playing by notation, and short position texts."""

from itertools import chain, zip_longest

import pytest
from typed_moves import of_kind

from boxtui.core import OVER, IllegalMove, OptionValue
from boxtui.games import GAMES
from boxtui.games.box.notation import box_text
from boxtui.games.box.state import Box

GAME = GAMES["box"]


def start(**options: OptionValue) -> Box:
    """Return a first position; by default of 6 × 6 squares and without balance."""
    return of_kind(Box, GAME.start({"size": 6, "balance": "none", **options}, 2))


def at(text: str) -> Box:
    return of_kind(Box, GAME.parse(text))


def play(state: Box, moves: str) -> Box:
    """Play moves separated by commas."""
    for text in moves.split(","):
        state.play(state.read_move(text))
    return state


def marked(black: str, white: str, **options: OptionValue) -> Box:
    """Return a position with these marks, made in turn from black; no box is claimed by hand."""
    state = start(**options)
    turns = zip_longest(black.split(), white.split())
    for text in chain.from_iterable(turns):
        if text:
            play(state, text)
            if state.phase == "claim":
                play(state, "done")
    return state


def claimable(state: Box, seat: int) -> list[str]:
    return [box_text(box, state.grid) for box in state.claimable(seat)]


def refused(state: Box, text: str) -> str:
    """Return the number of the rule that refuses a move."""
    with pytest.raises(IllegalMove) as refusal:
        play(state, text)
    return refusal.value.rule


def unclaimed(**options: OptionValue) -> Box:
    """Return a whole game with claiming by hand in which neither player claims a box."""
    state = start(claiming="by hand", **options)
    while state.current_player() != OVER:
        play(state, "done" if state.phase == "claim" else state.move_text(state.legal_moves()[0]))
    return state
