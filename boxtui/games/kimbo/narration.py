"""Descriptions of Kimbo's moves: clauses that follow a player's name."""

from boxtui.games.kimbo.board import PIECES
from boxtui.games.kimbo.moves import (
    BOTH,
    JUMP,
    KEEP,
    PASS,
    captures_in,
    count_of,
    end_of,
    slots_of,
    start_of,
)
from boxtui.games.kimbo.position import KimboTable
from boxtui.games.kimbo.squares import CORNERS, HOME, line_text, square_text
from boxtui.games.shared.dice import throw_words
from boxtui.wording import listed


def fence_words(move: int) -> str:
    """Return what a move before the roll moves."""
    return "no fence" if move == KEEP else f"the fence {fence_way(move)}"


def fence_way(move: int) -> str:
    """Return the slots that a fence is moved from and to, as in `f3/f4 to h2/i2`."""
    taken, put = slots_of(move)
    return f"{line_text(taken)} to {line_text(put)}"


def piece_name(table: KimboTable, move: int) -> str:
    """Return what sentences call a piece's move or a pass: its way, and what it captures where."""
    if move == PASS:
        return "passing"
    way, captured = way_words(table, move), captures_in(move)
    if not captured:
        return way
    places = listed([square_text(at) for at, _ in captured])
    pieces = "piece" if len(captured) == 1 else "pieces"
    back = back_words(*(corner for _, corner in captured))
    return f"{way} (captures on {places}, putting the {pieces} {back})"


def back_words(*corners: int) -> str:
    """Return where captured pieces go (KIM-19); each corner as in `CORNERS`, from 1."""
    names = list(dict.fromkeys(CORNERS[corner - 1] for corner in corners))
    return f"back in the {'corner' if len(names) == 1 else 'corners'} {listed(names)}"


def way_words(table: KimboTable, move: int) -> str:
    """Return the way of a piece's move in a few words."""
    count, start, end = count_of(move), square_text(start_of(move)), square_text(end_of(move))
    return f"{start} to {end} by {'a jump' if count == JUMP else _dice_words(table, count)}"


def _dice_words(table: KimboTable, count: int) -> str:
    """Return the dice that are played: both, as in `5+3`, or one."""
    return f"{table.high}+{table.low}" if count == BOTH else str(count)


def describe_fence(move: int) -> str:
    """Return what a move before the roll does."""
    if move == KEEP:
        return "leaves the fences as they are"
    return f"moves a fence from {fence_way(move)}"


def describe_throw(table: KimboTable, after: KimboTable, throw: int, is_over: bool) -> str:
    """Return what a throw does; `after` is the table that it leads to.

    If nothing can be played, the turn passes or the game `is_over`.
    """
    if after.high:
        return f"rolls {throw_words(throw)}"
    rule = "KIM-28" if table.is_last_piece() else "KIM-25"
    passes = "" if is_over else ", so the turn passes"
    return f"rolls {throw_words(throw)}: no piece can move{passes} ({rule})"


def describe_piece(table: KimboTable, after: KimboTable, move: int) -> str:
    """Return what a piece's move or a pass does; `after` is the table that it leads to."""
    if move == PASS:
        return "passes: only a jump could be played (KIM-26)"
    parts = [_describe_path(table, move), *_describe_captures(table, move)]
    if end_of(move) == HOME:
        home = f"with {table.home(table.seat) + 1} of {PIECES} pieces there"
        parts.append("its last piece, and wins (KIM-29)" if table.is_last_piece() else home)
    words = ", ".join(parts)
    if count_of(move) in (BOTH, JUMP) or not table.low or after.high:
        return words
    return words + _describe_die_left(table, move)


def _describe_path(table: KimboTable, move: int) -> str:
    start, end, count = square_text(start_of(move)), square_text(end_of(move)), count_of(move)
    if count == JUMP:
        return f"jumps over a fence from {start} to {end} (KIM-26)"
    return f"plays {_dice_words(table, count)} from {start} to {end}"


def _describe_captures(table: KimboTable, move: int) -> list[str]:
    described = []
    for square, corner in captures_in(move):
        color = table.color_name(table.capturable(square) - 1)
        rule = "KIM-19" if square == end_of(move) else "KIM-20"
        captured = f"the {color} piece on {square_text(square)}"
        described.append(f"captures {captured} and puts it {back_words(corner)} ({rule})")
    return described


def _describe_die_left(table: KimboTable, move: int) -> str:
    """Return why the other die isn't played: the last piece is HOME, or nothing can use it."""
    rest = table.high + table.low - count_of(move)
    if end_of(move) == HOME and table.is_last_piece():
        return f"; the {rest} is ignored (KIM-27)"
    return f", and the {rest} can't be played (KIM-25)"
