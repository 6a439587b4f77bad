"""Positions of Box of all sizes, options and phases, reached by random play."""

from collections.abc import Iterator
from random import Random

from box_games import start
from random_games import at_random

from boxtui.core import CHANCE, OptionValue
from boxtui.games.box.position import CLAIMING
from boxtui.games.box.state import Box

KINDS: tuple[dict[str, OptionValue], ...] = (
    {"balance": "swap"},
    {"balance": "bid", "claiming": "by hand"},
    {"balance": "points", "points": 3.5, "first": "seat 2"},
    {"balance": "swap", "handicap": "points", "handicap_points": 7.5, "weaker": "seat 2"},
    {"handicap": "moves", "handicap_moves": 2, "claiming": "by hand"},
    {"balance": "none", "first": "by lot"},
)
"""Options that together reach every phase."""


def decisions(options: dict[str, OptionValue], seed: int, most: int = 400) -> Iterator[Box]:
    """Yield the decisions of a random game of up to `most` moves."""
    for state in at_random(start(**options), Random(seed), most):
        if state.current_player() != CHANCE:
            yield state.clone()


def turn_ends(state: Box, point: int) -> Box:
    """Return the position after a mark and all claims."""
    after = state.after(point)
    while after.phase == CLAIMING and after.seat == state.seat:
        *_, claim_or_done, _resigning = after.legal_moves()
        after.play(claim_or_done)
    return after
