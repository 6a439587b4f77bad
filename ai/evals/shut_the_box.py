"""What players know about Shut-the-Box: rules of thumb, and how good a set of tiles looks."""

from typing import Final

from ai.evals.shut_the_box_board import board
from boxtui.core import State
from boxtui.games.shut_the_box import ShutTheBox
from boxtui.games.tiles import WORST, tiles_of, total_of

HIGHEST_SETS: Final = 1 << 9


def largest_tile(state: State, move: int) -> float:
    """Rates the set with the largest highest tile most, then the largest next tile and so on.

    Bit i - 1 is tile i, so the set itself as a number is that rating.
    """
    return float(move)


def fewest_tiles(state: State, move: int) -> float:
    """Rates the set with the fewest tiles most; of equally many the one with the largest tile."""
    return float(move - HIGHEST_SETS * len(tiles_of(move)))


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
    """How good a game `alone` looks: few tiles up and a roll that likely fits are good.

    One seat's value: 1 less the chance that nothing fits the next roll times the up tiles' share
    of 45.
    """
    position = _position(state)
    tiles = board(position.scoring)
    stuck = tiles.stuck[tiles.ranks[position.up]]
    return [1 - stuck * total_of(position.up) / WORST["sum"]]


def _position(state: State) -> ShutTheBox:
    assert isinstance(state, ShutTheBox)
    return state
