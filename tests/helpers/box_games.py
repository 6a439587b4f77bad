"""Games of Box for its tests: starting them, playing by notation, and short position texts."""

from itertools import chain, zip_longest

from typed_moves import of_kind

from boxtui.core import OptionValue
from boxtui.games import GAMES
from boxtui.games.box.state import Box

GAME = GAMES["box"]


def start(**options: OptionValue) -> Box:
    """Return a first position; by default of 6 × 6 squares and without balance."""
    return of_kind(Box, GAME.start({"size": 6, "balance": "none", **options}, 2))


def play(state: Box, moves: str) -> Box:
    """Play moves separated by commas."""
    for text in moves.split(","):
        state.play(state.read_move(text))
    return state


def marked(black: str, white: str, **options: OptionValue) -> Box:
    """Return a position with these marks, made in turn from black; no box is claimed by hand."""
    state = start(**options)
    turns = zip_longest(black.split(), white.split())
    for text in filter(None, chain.from_iterable(turns)):
        play(state, text)
        if state.phase == "claim":
            play(state, "done")
    return state
