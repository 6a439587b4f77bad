"""What players know about Shut-the-Box: rules of thumb, and how good a set of tiles looks."""

from typing import Final

from ai.shut_the_box.tile_graph import board
from boxtui.core import State
from boxtui.games.shut_the_box.state import ShutTheBox
from boxtui.games.shut_the_box.tiles import tiles_of

MORE_THAN_ANY: Final = 1 << 9
"""More than any set of tiles is as a number."""

ALL_SQUARES: Final = 285
"""The nine tiles' squares added up."""


def largest_tile(state: State, move: int) -> float:
    """Rates the set with the largest highest tile most, then the largest next tile and so on.

    Bit i - 1 is tile i, so the set itself as a number is that rating.
    """
    return float(move)


def fewest_tiles(state: State, move: int) -> float:
    """Rates the set with the fewest tiles most; of equally many the one with the largest tile."""
    return float(move - MORE_THAN_ANY * len(tiles_of(move)))


def alone(state: State) -> State:
    """The same tiles and dice in a game of one player, in which the up tiles are added up.

    Who plays this game plays for a low score and looks neither at the others' scores nor at their
    chances; added up (STB-17), for else a full box would outweigh everything.
    """
    position = _position(state)
    turn = ShutTheBox(1, "sum", 0, 0)
    turn.phase = position.phase
    turn.up = position.up
    turn.throw = position.throw
    return turn


def outlook(state: State) -> list[float]:
    """How good a game `alone` looks: few and small tiles up, and a roll that likely fits.

    One seat's value: 1 less the up tiles' share of all nine, each counted by its square, half of
    it only as likely as nothing fits the next roll. Squares, because a large tile fits seldom;
    of the forms tried this one played best at one and at two moves ahead.
    """
    position = _position(state)
    tiles = board(position.scoring)
    stuck = tiles.stuck[tiles.ranks[position.up]]
    share = sum(tile * tile for tile in tiles_of(position.up)) / ALL_SQUARES
    return [1 - (1 + stuck) / 2 * share]


def _position(state: State) -> ShutTheBox:
    assert isinstance(state, ShutTheBox)
    return state
