"""Rules of thumb for Shut-the-Box, and an estimate of how good a set of tiles is."""

from typing import Final

from ai.shut_the_box.tile_graph import graph_of
from boxtui.core import State
from boxtui.games.shut_the_box.state import ShutTheBox
from boxtui.games.shut_the_box.tiles import ALL_UP, tiles_of

MORE_THAN_ANY: Final = ALL_UP + 1
"""More than any set of tiles, read as a number."""

ALL_SQUARES: Final = sum(tile * tile for tile in tiles_of(ALL_UP))
"""The sum of the nine tiles' squares."""


def largest_tile(state: State, move: int) -> float:
    """Return a rating: highest for the set with the largest tile, then the largest next one.

    Bit i - 1 is tile i, so the rating is the set itself, read as a number.
    """
    return float(move)


def fewest_tiles(state: State, move: int) -> float:
    """Return a rating: highest for the set with the fewest tiles, then with the largest tile."""
    return float(move - MORE_THAN_ANY * len(tiles_of(move)))


def alone(state: State) -> State:
    """Return the same tiles and dice in a game of one player, in which the up tiles are added up.

    A player of this game plays for a low score and ignores the others' scores and chances. The
    tiles are added up (STB-17), because otherwise a full box would outweigh everything.
    """
    position = _position(state)
    turn = ShutTheBox(1, "sum", 0, 0)
    turn.phase = position.phase
    turn.up = position.up
    turn.throw = position.throw
    return turn


def evaluate(state: State) -> list[float]:
    """Return how good a game `alone` looks: few and small tiles up, and a roll that likely fits.

    The value of the only seat is 1 less the up tiles' share of all nine, each counted by its
    square; half of that share counts only by the chance that nothing fits the next roll. Squares
    are used because a large tile seldom fits. Of the forms tried, this one played best at one and
    at two moves ahead.
    """
    position = _position(state)
    tiles = graph_of(position.scoring)
    stuck = tiles.stuck[tiles.ranks[position.up]]
    share = sum(tile * tile for tile in tiles_of(position.up)) / ALL_SQUARES
    return [1 - (1 + stuck) / 2 * share]


def _position(state: State) -> ShutTheBox:
    assert isinstance(state, ShutTheBox)
    return state
