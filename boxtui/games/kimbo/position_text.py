"""Positions of Kimbo as text: writing them and reading them back."""

from collections.abc import Callable

from boxtui.games.kimbo.board import FENCES, PIECES, SEATS, KimboLayout
from boxtui.games.kimbo.notation import dice_text
from boxtui.games.kimbo.position import KimboTable, table_with
from boxtui.games.kimbo.squares import (
    HOME,
    NOWHERE,
    SQUARE_NAMES,
    line_named,
    line_text,
    square_text,
)
from boxtui.games.shared.first_turn import totals_words
from boxtui.games.shared.position_text import Words, dice_on_table, no_position, number_in


def position_text(turns: int, phase: str, table: KimboTable, first_totals: list[int]) -> str:
    """Return `key=value` words; seats count from 1, `;` separates them, `-` is nothing.

    Each seat's squares and slots are sorted.
    """
    seats = range(len(table.sides))
    words = [
        f"turns={turns} phase={phase} seat={table.seat + 1}",
        f"dice={dice_text(table.high, table.low)}",
        f"moved={'-' if table.moved == NOWHERE else square_text(table.moved)}",
        f"pieces={';'.join(_sorted_text(square_text, table.pieces_of(seat)) for seat in seats)}",
        f"fences={';'.join(_sorted_text(line_text, table.fences_of(seat)) for seat in seats)}",
        *totals_words(first_totals),
    ]
    return " ".join(words)


def _sorted_text(text_of: Callable[[int], str], places: list[int]) -> str:
    return ",".join(map(text_of, sorted(places)))


def table_in(board: KimboLayout, words: Words) -> KimboTable:
    """Return the table in the words of a text.

    Raises `BadPosition` if the pieces and fences don't fit on the board, and `KeyError` or
    `ValueError` if a word is missing or can't be read.
    """
    pieces = [[_square(name) for name in seat.split(",")] for seat in words["pieces"].split(";")]
    fences = [[_slot(name) for name in seat.split(",")] for seat in words["fences"].split(";")]
    _check_counts(board, pieces, fences)
    table = table_with(board, pieces, fences)
    table.seat = number_in(words["seat"]) - 1
    if not 0 <= table.seat < len(pieces):
        raise no_position("Kimbo", f"there is no seat {words['seat']}")
    dice = [*dice_on_table(words["dice"]), 0, 0]
    table.high, table.low = dice[0], dice[1]
    table.moved = NOWHERE if words["moved"] == "-" else _square(words["moved"])
    return table


def _square(name: str) -> int:
    return HOME if name == "HOME" else SQUARE_NAMES[name]


def _slot(name: str) -> int:
    slot = line_named(name)
    if slot == NOWHERE:
        raise KeyError(name)
    return slot


def _check_counts(board: KimboLayout, pieces: list[list[int]], fences: list[list[int]]) -> None:
    """Raises `BadPosition` unless it all fits on a board (KIM-1, KIM-2, KIM-6, KIM-8)."""
    seats = len(pieces)
    if seats not in SEATS or len(fences) != seats:
        raise no_position("Kimbo", "pieces and fences must be given for 2 to 4 seats")
    if any(len(own) != PIECES for own in pieces) or any(len(own) != FENCES for own in fences):
        raise no_position("Kimbo", f"each seat needs {PIECES} pieces and {FENCES} fences")
    taken = [square for own in pieces for square in own if square != HOME]
    taken += board.closed(seats)
    _check_apart([square_text(square) for square in taken])
    if set(taken) & set(board.home):
        raise no_position("Kimbo", "HOME is one field; write HOME, not its squares")
    slots = [slot for own in fences for slot in own] + [slot for slot, _ in board.closing(seats)]
    if len(set(slots)) < len(slots) or not all(map(board.has_slot, slots)):
        raise no_position("Kimbo", "every fence needs a slot of its own")


def _check_apart(names: list[str]) -> None:
    for name in names:
        if names.count(name) > 1:
            raise no_position("Kimbo", f"{name} is taken twice or is a closed entrance")
