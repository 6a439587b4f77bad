"""All moves in Kimbo before and after the roll, as lists, and random moves without a list."""

from typing import Final

from librt.vecs import append, extend, vec
from mypy_extensions import i64

from boxtui.games.kimbo.board import FENCES, PIECES
from boxtui.games.kimbo.moves import (
    BOTH,
    JUMP,
    KEEP,
    PASS,
    capture_at_the_end,
    capture_on_the_way,
    end_of,
    fence_move,
    fence_moves_from,
    piece_move,
)
from boxtui.games.kimbo.paths import (
    ALL_BLOCKED,
    all_paths,
    first_stop,
    one_path,
    path_end,
    second_stop,
    wall_at,
)
from boxtui.games.kimbo.position import ONLY_JUMP, KimboTable
from boxtui.games.kimbo.squares import HOME, NOWHERE

TURNINGS: Final = 4095
"""A bit for each turn of the longest path."""

SPREAD_BITS: Final = 14
SPREAD: Final = 16383
"""Enough bits to choose among a few thousand evenly enough, and their mask."""

RANDOM_BITS: Final = 50
"""This many random bits suffice for all choices of one sampled move."""


def fence_moves(table: KimboTable) -> vec[i64]:
    """Return all moves before the roll, ascending (KIM-10).

    Either no fence moves, or one of the player's fences moves to a vacant slot.
    """
    puts = table.vacant_slots()
    moves = append(vec[i64](capacity=1 + FENCES * len(puts)), KEEP)
    for taken in _own_fences(table):
        moves = extend(moves, fence_moves_from(taken, puts))
    return moves


def fence_list(table: KimboTable) -> list[int]:
    """Return `fence_moves` as ints made only once, because making them takes most of the time."""
    moves, slots = [KEEP], table.board.slots
    filled = [at for at in range(len(slots)) if not table.is_vacant(slots[at])]
    filled.reverse()
    for taken in _own_fences(table):
        # Taking the few filled slots out of a row is faster than adding the others one by one.
        row = table.board.fence_row(taken)[:]
        for at in filled:
            row.pop(at)
        moves += row
    return moves


def _own_fences(table: KimboTable) -> vec[i64]:
    """Return the slots of the fences of the seat whose turn it is, ascending."""
    own = vec[i64]()
    for at in range(table.seat * FENCES, (table.seat + 1) * FENCES):
        own = _inserted(own, table.fences[at])
    return own


def some_fence_move(table: KimboTable, bits: i64) -> i64:
    """Return one of `fence_moves`, or -1 if its `RANDOM_BITS` random bits hit a filled slot."""
    slots: i64 = len(table.board.slots)
    # A product and a shift, because a division takes as long as all the rest.
    pick = (bits & SPREAD) * (FENCES * slots + 1) >> SPREAD_BITS
    if pick == FENCES * slots:
        return KEEP
    fence: i64 = table.seat * FENCES
    while pick >= slots:
        pick -= slots
        fence += 1
    put = table.board.slots[pick]
    if not table.is_vacant(put):
        return -1
    return fence_move(table.fences[fence], put)


def piece_moves(table: KimboTable) -> vec[i64]:
    """Return every move of a piece that the dice allow, ascending; `PASS` if KIM-26 allows it.

    Moves are by either die alone, by both, or over a fence; KIM-30 has an example of each.
    """
    moves = vec[i64](capacity=64)
    if table.playable == ONLY_JUMP:
        moves = append(moves, PASS)
    starts = vec[i64]()
    for at in range(table.first_piece(), table.piece_end()):
        if table.pieces[at] != table.moved:
            starts = _inserted(starts, table.pieces[at])
    high, low = table.high, table.low
    for start in starts:
        if low != 0 and low != high:
            moves = _with_die(moves, table, start, low, high)
        moves = _with_die(moves, table, start, high, low)
        if low != 0:
            moves = _with_both(moves, table, start)
            moves = _with_jumps(moves, table, start)
    return moves


def _inserted(ascending: vec[i64], number: i64) -> vec[i64]:
    """Return the numbers with one more in its place, or unchanged if it is among them."""
    at: i64 = len(ascending)
    while at > 0 and ascending[at - 1] > number:
        at -= 1
    if at > 0 and ascending[at - 1] == number:
        return ascending
    longer = append(ascending, number)
    last: i64 = len(longer) - 1
    while last > at:
        longer[last] = longer[last - 1]
        last -= 1
    longer[at] = number
    return longer


def _with_die(moves: vec[i64], table: KimboTable, start: i64, die: i64, rest: i64) -> vec[i64]:
    """Return `moves` with those by one die (KIM-12 (b)); `rest` is the other die or 0."""
    # The answer holds for every end except itself; looking it up for each end would take a quarter
    # of the time.
    other_end = table.other_end(start, NOWHERE, rest)
    for path in all_paths(table.board, table.walls, start, die, die):
        end = path_end(path)
        if table.may_end(start, end):
            if other_end not in (NOWHERE, end) or table.uses_enough(start, end, rest):
                moves = _with_captures(moves, table, piece_move(start, end, die), 0)
    return moves


def _with_both(moves: vec[i64], table: KimboTable, start: i64) -> vec[i64]:
    """Return `moves` with those by both dice (KIM-12 (a)), with captures in between (KIM-20)."""
    for path in all_paths(table.board, table.walls, start, table.high + table.low, table.high):
        end = path_end(path)
        if table.may_end(start, end):
            move = piece_move(start, end, BOTH)
            moves = _with_captures(moves, table, move, 0)
            first, second = first_stop(path), second_stop(path)
            if table.capturable(first) != 0:
                moves = _with_captures(moves, table, move, first)
            if table.capturable(second) != 0:
                moves = _with_captures(moves, table, move, second)
    return moves


def _with_jumps(moves: vec[i64], table: KimboTable, start: i64) -> vec[i64]:
    """Return `moves` with those over a fence (KIM-26)."""
    for heading in range(4):
        end = table.jump_from(start, heading)
        if end != NOWHERE:
            moves = _with_captures(moves, table, piece_move(start, end, JUMP), 0)
    return moves


def _with_captures(moves: vec[i64], table: KimboTable, move: i64, stop: i64) -> vec[i64]:
    """Return `moves` with `move` in its place, once for each choice of corners (KIM-19).

    `stop` is the square of a capture on the way, or 0.
    """
    stop_owner: i64 = 0
    if stop != 0:
        stop_owner = table.capturable(stop)
    end_owner: i64 = 0
    # A piece captured on the way is no longer there.
    if end_of(move) != stop:
        end_owner = table.capturable(end_of(move))
    if stop_owner == 0 and end_owner == 0:
        return _inserted(moves, move)
    for stop_corner in range(PIECES + 1):
        if _fits(table, stop_owner, stop_corner):
            captures = move | capture_on_the_way(stop, stop_corner)
            for end_corner in range(PIECES + 1):
                apart = stop_owner != end_owner or stop_corner != end_corner
                if apart and _fits(table, end_owner, end_corner):
                    moves = _inserted(moves, captures | capture_at_the_end(end_corner))
    return moves


def _fits(table: KimboTable, owner: i64, corner: i64) -> bool:
    """Whether a captured piece of seat `owner` - 1 can go to a corner (KIM-19).

    With `owner` 0 nothing is captured, so only corner 0 fits.
    """
    if owner == 0 or corner == 0:
        return owner == corner
    return table.is_vacant_corner(owner, corner)


def some_piece_move(table: KimboTable, bits: i64) -> i64:
    """Return one of `piece_moves`, or -1 if its `RANDOM_BITS` random bits hit none.

    Every move but `PASS` is possible. The bits are used up one after another.
    """
    start = _some_piece(table, bits & SPREAD)
    kind = bits >> SPREAD_BITS & 3
    bits >>= SPREAD_BITS + 2
    if table.low == 0:
        return _some_die_move(table, start, table.high, 0, bits)
    if kind == 0:
        return _some_die_move(table, start, table.high, table.low, bits)
    if kind == 1:
        return _some_die_move(table, start, table.low, table.high, bits)
    if kind == 2 and table.high == table.low:
        jump = _some_jump(table, start, bits)
        if jump >= 0:
            return jump
    return _some_both_move(table, start, bits)


def _some_piece(table: KimboTable, bits: i64) -> i64:
    """Return the square of a piece that may move now, chosen by a number up to `SPREAD`."""
    first, end = table.first_piece(), table.piece_end()
    if table.moved == NOWHERE or table.moved == HOME:
        return table.pieces[first + (bits * (end - first) >> SPREAD_BITS)]
    start = table.pieces[first + (bits * (end - first - 1) >> SPREAD_BITS)]
    if start == table.moved:
        return table.pieces[end - 1]
    return start


def _some_path(table: KimboTable, start: i64, count: i64, die: i64, bits: i64) -> i64:
    """Return a path to a permitted end, in an open direction chosen by `bits`; -1 if none."""
    heading = bits & 3
    wall = wall_at(table.board, table.walls, start, count)
    if wall == ALL_BLOCKED:
        return -1
    while wall >> heading & 1 == 1:
        heading = (heading + 1) & 3
    path = one_path(table.board, table.walls, start, heading, count, die, bits >> 2 & TURNINGS)
    if path >= 0 and not table.may_end(start, path_end(path)):
        return -1
    return path


def _some_die_move(table: KimboTable, start: i64, die: i64, rest: i64, bits: i64) -> i64:
    path = _some_path(table, start, die, die, bits)
    if path < 0 or not table.uses_enough(start, path_end(path), rest):
        return -1
    end = path_end(path)
    return _some_captures(table, piece_move(start, end, die), end, 0, bits >> 14)


def _some_both_move(table: KimboTable, start: i64, bits: i64) -> i64:
    path = _some_path(table, start, table.high + table.low, table.high, bits)
    if path < 0:
        return -1
    end = path_end(path)
    stop = second_stop(path) if bits >> 14 & 1 == 1 else first_stop(path)
    if bits >> 15 & 1 == 1 or table.capturable(stop) == 0:
        stop = 0
    return _some_captures(table, piece_move(start, end, BOTH), end, stop, bits >> 16)


def _some_jump(table: KimboTable, start: i64, bits: i64) -> i64:
    end = table.jump_from(start, bits & 3)
    if end == NOWHERE:
        return -1
    return _some_captures(table, piece_move(start, end, JUMP), end, 0, bits >> 2)


def _some_captures(table: KimboTable, move: i64, end: i64, stop: i64, bits: i64) -> i64:
    """Return the move with corners for its captures, by `bits`; -1 if one isn't vacant."""
    stop_owner: i64 = 0
    stop_corner: i64 = 0
    if stop != 0:
        stop_owner = table.capturable(stop)
        stop_corner = (bits & 3) + 1
        if not table.is_vacant_corner(stop_owner, stop_corner):
            return -1
        move |= capture_on_the_way(stop, stop_corner)
    if end == stop or table.capturable(end) == 0:
        return move
    end_owner = table.capturable(end)
    end_corner = (bits >> 2 & 3) + 1
    if not table.is_vacant_corner(end_owner, end_corner):
        return -1
    if stop_owner == end_owner and stop_corner == end_corner:
        return -1
    return move | capture_at_the_end(end_corner)
