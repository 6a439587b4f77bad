"""Positions for benchmarks, from random games."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from boxtui.core import OVER, OptionValue, State
from boxtui.games import GAMES


def start(game: str, seats: int = 2, size: int = 10) -> State:
    """Return the first position of a game; the size is that of Box's grid."""
    options: dict[str, OptionValue] = {"size": size, "balance": "none"} if game == "box" else {}
    return GAMES[game].start(options, seats)


def positions(first: State) -> Iterator[Any]:
    """Yield the positions of random games without an end, each with the type of its game."""
    rng, at = Random(2), first.clone()
    while True:
        yield at
        at.apply(at.random_move(rng))
        if at.current_player() == OVER:
            at = first.clone()


def position(first: State, after: int, is_wanted: Callable[[Any], bool] = bool) -> Any:
    """Return the first position that is wanted after that many moves of random games."""
    found = enumerate(positions(first))
    return next(at for moves, at in found if moves >= after and is_wanted(at))
