"""An estimate of how good a set of tiles is, for a player who ignores the others' scores."""

from typing import Final

from ai.shut_the_box.tile_graph import graph_of
from boxtui.core import State
from boxtui.games.shut_the_box.state import ShutTheBox
from boxtui.games.shut_the_box.tiles import ALL_UP, tiles_of

ALL_SQUARES: Final = sum(tile * tile for tile in tiles_of(ALL_UP))
"""The sum of the nine tiles' squares."""


def alone(state: State) -> State:
    """Return the same tiles and dice in a game of one player, in which the up tiles are added up.

    A player of this game plays for a low score and ignores the others' scores and chances. The
    tiles are added up (STB-17), because otherwise a full box would outweigh everything.
    """
    assert isinstance(state, ShutTheBox)
    turn = ShutTheBox(1, "sum", 0, 0)
    turn.phase = state.phase
    turn.up = state.up
    turn.throw = state.throw
    return turn


def evaluate(state: State) -> list[float]:
    """Return how good a game `alone` looks: few and small tiles up, and a roll that likely fits.

    The value of the only seat is 1 less the up tiles' share of all nine, each counted by its
    square; half of that share counts only by the chance that nothing fits the next roll. Squares
    are used because a large tile seldom fits. Of the forms tried, this one played best at one and
    at two moves ahead.
    """
    assert isinstance(state, ShutTheBox)
    tiles = graph_of(state.scoring)
    stuck = tiles.stuck[tiles.ranks[state.up]]
    share = sum(tile * tile for tile in tiles_of(state.up)) / ALL_SQUARES
    return [1 - (1 + stuck) / 2 * share]
