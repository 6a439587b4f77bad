"""Naive strategies for Shut-the-Box."""

from typing import Final

from boxtui.games.shared.dice import pips
from boxtui.games.shut_the_box.state import ShutTheBox
from boxtui.games.shut_the_box.tiles import fitting, throw_probabilities, throws, tiles_of
from strength.strategy import by_name, rated_by


def _fits(up: int) -> float:
    """Return the chance that the next roll fits the tiles up."""
    if not up:
        return 1.0
    rolls = zip(throws(up), throw_probabilities(up), strict=True)
    return sum(chance for throw, chance in rolls if fitting(up, pips(throw)))


def _sums(up: int) -> int:
    """Return how many different sums the tiles up make, up to 12."""
    return sum(bool(fitting(up, total)) for total in range(1, 13))


def largest(state: ShutTheBox, move: int) -> tuple[float, ...]:
    """Lays down the largest tile, then the next largest."""
    return tuple(map(float, sorted(tiles_of(move), reverse=True)))


def smallest(state: ShutTheBox, move: int) -> tuple[float, ...]:
    """Lays down the smallest tiles, and keeps the large ones."""
    return tuple(-float(tile) for tile in sorted(tiles_of(move)))


def fewest(state: ShutTheBox, move: int) -> tuple[float, ...]:
    """Lays down as few tiles as possible, then the largest."""
    return (-float(len(tiles_of(move))), float(move))


def most(state: ShutTheBox, move: int) -> tuple[float, ...]:
    """Lays down as many tiles as possible, then the largest."""
    return (float(len(tiles_of(move))), float(move))


def safest(state: ShutTheBox, move: int) -> tuple[float, ...]:
    """Keeps the tiles that the next roll most likely fits."""
    return _fits(state.up & ~move), float(move)


def farsighted(state: ShutTheBox, move: int) -> tuple[float, ...]:
    """Weighs the chance that the next roll fits against the tiles it would leave."""
    left = state.up & ~move
    return (-(2 - _fits(left)) * sum(tile**2 for tile in tiles_of(left)),)


def counter(state: ShutTheBox, move: int) -> tuple[float, ...]:
    """Keeps the tiles that make the most different sums."""
    return float(_sums(state.up & ~move)), float(move)


def seven_keeper(state: ShutTheBox, move: int) -> tuple[float, ...]:
    """Keeps tiles that add up to the likeliest roll, 7, and lays down the largest others."""
    left = state.up & ~move
    return float(len(fitting(left, 7))), float(move)


def outsider(state: ShutTheBox, move: int) -> tuple[float, ...]:
    """Lays down tiles far from the middle: 9 and 1 first."""
    tiles = tiles_of(move)
    return (sum(abs(tile - 5) for tile in tiles) / len(tiles), float(move))


def one_die(state: ShutTheBox, move: int) -> tuple[float, ...]:
    """Hurries to the end with one die: keeps the up tiles' sum low, without a large tile."""
    left = tiles_of(state.up & ~move)
    return (-float(max(left, default=0)), float(len(left)))


def hoarder(state: ShutTheBox, move: int) -> tuple[float, ...]:
    """Keeps 1, 2 and 3 as long as it can, because they fit with everything."""
    small = [tile for tile in tiles_of(move) if tile <= 3]
    return (-float(sum(small)), float(move))


STRATEGIES: Final = by_name(
    rated_by,
    *(largest, smallest, fewest, most, safest, farsighted, counter),
    *(seven_keeper, outsider, one_die, hoarder),
)
"""All of them, by name."""
