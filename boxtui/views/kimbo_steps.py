"""How far the pieces of each seat in Kimbo are from HOME, in steps around the fences."""

from typing import Final

from boxtui.games.kimbo.position import KimboTable
from boxtui.games.kimbo.squares import NOWHERE, SQUARES, neighbor

SHUT_IN: Final = -1
"""The steps of a seat with a piece that can't get HOME."""

_BACK: Final = tuple(
    tuple(
        (before, heading)
        for heading in range(4)
        if (before := neighbor(square, (heading + 2) & 3)) != NOWHERE
    )
    for square in range(SQUARES)
)
"""For each square, the squares from which one step leads to it, each with that step's heading."""


def steps_home(table: KimboTable) -> list[int]:
    """Return each seat's steps HOME, all its pieces together, or `SHUT_IN`.

    A piece's steps are those of the shortest way on which it may turn after each step, as with
    throws of 1 only; higher dice may need more.
    """
    far = _distances(table)
    seats = range(len(table.sides))
    own = [[far[square] for square in table.pieces_of(seat)] for seat in seats]
    return [SHUT_IN if SHUT_IN in steps else sum(steps) for steps in own]


def _distances(table: KimboTable) -> list[int]:
    """Return the steps HOME from each square and from HOME, or `SHUT_IN`."""
    walls, openings = table.walls, table.board.openings
    far = [SHUT_IN] * SQUARES + [0]
    reached = [square for square in range(SQUARES) if openings[square]]
    steps = 1
    while reached:
        for square in reached:
            far[square] = steps
        steps += 1
        reached = list(
            {
                before
                for square in reached
                for before, heading in _BACK[square]
                if far[before] == SHUT_IN and not walls[before] >> heading & 1
            }
        )
    return far


def steps_words(before: list[int], after: list[int], names: list[str]) -> str:
    """Return each seat's steps HOME, and what they become."""
    parts = [
        f"{name}{':' if other == SHUT_IN else ''} {_words(other)}"
        + (f" instead of {_words(one)}" if other != one else "")
        for name, one, other in zip(names, before, after, strict=True)
    ]
    return f"Squares to HOME: {', '.join(parts)}"


def _words(steps: int) -> str:
    return "no way (shut in)" if steps == SHUT_IN else str(steps)
