"""The paths that a piece can take over Kimbo's board: straight on, and turning where it must.

A path is an int. Bits 0 to 7 are the square where it ends; 8 to 15 and 16 to 23 are where the
first and the second die alone would have ended; 24 and 25 are the heading in which it sets out.
From 26 on there is a bit for each choice between left (0) and right (1), the first choice lowest.
Parameters called `walls` are the blocked headings of each square, as bits, as in `KimboTable`.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from boxtui.games.kimbo.board import KimboLayout

FIRST_CHOICE: Final = 67108864
"""The bit of a path's first choice: 2 ** 26."""

FORK: Final = 4
STUCK: Final = 5
"""Values in `ONWARD` besides headings: the piece may go left or right, or can't go on at all."""

ALL_BLOCKED: Final = 15
"""Every heading, as bits."""

LONGEST: Final = 12
"""The number of steps of the longest path, for two dice."""


def _onward(wall: int, heading: int) -> int:
    """Return how a piece goes on: ahead, else left or right (KIM-14), else back (KIM-15).

    `FORK` means that it may go left or right.
    """
    left, right, back = (heading + 3) & 3, (heading + 1) & 3, (heading + 2) & 3
    if not wall >> heading & 1:
        return heading
    if not wall >> left & 1:
        return left if wall >> right & 1 else FORK
    if not wall >> right & 1:
        return right
    return STUCK if wall >> back & 1 else back


ONWARD: Final = vec[i64]([_onward(wall, heading) for wall in range(16) for heading in range(4)])
"""How a piece goes on, at 4 * its square's blocked headings, as bits, + its heading."""


def wall_at(board: KimboLayout, walls: vec[i64], square: i64, steps: i64) -> i64:
    """Return the headings blocked to a piece with `steps` of its whole move left, as bits.

    KIM-22: an opening is a border line unless exactly 1 step is left. KIM-23: then it is open, so
    a piece that heads into it can't turn.
    """
    wall = walls[square]
    if steps == 1:
        wall &= ~board.openings[square]
    return wall


def one_path(
    board: KimboLayout,
    walls: vec[i64],
    start: i64,
    heading: i64,
    count: i64,
    die: i64,
    choices: i64,
) -> i64:
    """Return the path of `count` steps in that heading, turning by `choices`; -1 if blocked.

    KIM-16: both dice are one path, with no new direction between them. KIM-17: only walls matter;
    pieces are passed over. `count` is at least 1; `die` is the first die, or `count` if only one is
    played.
    """
    # `wall_at` is called only if it makes a difference, and each square is looked up once: sampling
    # spends its time here.
    wall = walls[start]
    if count == 1:
        wall = wall_at(board, walls, start, count)
    if wall >> heading & 1 == 1:
        return -1
    square, steps, rest = start, count, choices
    path = heading << 24 | choices << 26
    while True:
        onward = ONWARD[wall << 2 | heading]
        if onward >= FORK:
            if onward == STUCK:
                return -1
            onward = (heading + 3 + 2 * (rest & 1)) & 3
            rest >>= 1
        heading = onward
        square = board.ahead[square << 2 | heading]
        steps -= 1
        if steps == count - die:
            path |= square << 8
        if steps == die:
            path |= square << 16
        if steps == 0:
            return path | square
        wall = walls[square]
        if steps == 1:
            wall = wall_at(board, walls, square, steps)


def all_paths(board: KimboLayout, walls: vec[i64], start: i64, count: i64, die: i64) -> vec[i64]:
    """Return all paths of `count` steps (KIM-13); `die` is as in `one_path`.

    They are ordered by heading; within a heading, paths that turn left come first.
    """
    paths = vec[i64](capacity=16)
    blocked = wall_at(board, walls, start, count)
    for heading in range(4):
        if not blocked >> heading & 1:
            path = heading << 24
            paths = _follow(
                board, walls, start, heading, count, count, die, path, FIRST_CHOICE, paths
            )
    return paths


def _follow(
    board: KimboLayout,
    walls: vec[i64],
    start: i64,
    set_out: i64,
    steps: i64,
    count: i64,
    die: i64,
    so_far: i64,
    choice: i64,
    paths: vec[i64],
) -> vec[i64]:
    """Return `paths` and all that continue `so_far` by `steps`.

    `choice` is the bit of the next choice: passed itself, because in compiled code 1 << 32 would
    overflow C's int.
    """
    square, heading, path = start, set_out, so_far
    while steps > 0:
        wall = walls[square]
        if steps == 1:
            wall = wall_at(board, walls, square, steps)
        onward = ONWARD[wall << 2 | heading]
        if onward >= FORK:
            if onward == STUCK:
                return paths
            to_left = (heading + 3) & 3
            paths = _follow(
                board, walls, square, to_left, steps, count, die, path, choice << 1, paths
            )
            onward = (heading + 1) & 3
            path |= choice
            choice <<= 1
        heading = onward
        square = board.ahead[square << 2 | heading]
        steps -= 1
        if steps == count - die:
            path |= square << 8
        if steps == die:
            path |= square << 16
    return append(paths, path | square)


def path_end(path: i64) -> i64:
    """Return the square where a path ends."""
    return path & 255


def path_heading(path: i64) -> i64:
    """Return the heading in which a path sets out."""
    return path >> 24 & 3


def first_stop(path: i64) -> i64:
    """Return where the first die of a path alone would have ended."""
    return path >> 8 & 255


def second_stop(path: i64) -> i64:
    """Return where the second die of a path alone would have ended."""
    return path >> 16 & 255


def squares_of(board: KimboLayout, walls: vec[i64], start: int, count: int, path: int) -> list[int]:
    """Return the squares that a path goes over, in order, with its end but not its start."""
    heading, choices = path_heading(path), path >> 26
    return [
        first_stop(one_path(board, walls, start, heading, count, gone, choices))
        for gone in range(1, count + 1)
    ]
