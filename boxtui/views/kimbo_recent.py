"""What happened recently in Kimbo: the marks on the board, and the digest's words."""

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from boxtui.games.kimbo.board import PIECES
from boxtui.games.kimbo.moves import KEEP, PASS, captures_in, end_of, slots_of, start_of
from boxtui.games.kimbo.narration import way_words
from boxtui.games.kimbo.position import KimboTable
from boxtui.games.kimbo.squares import HOME, line_text
from boxtui.games.kimbo.state import (
    FENCING,
    MOVING,
    MOVING_SECOND,
    ROLLING,
    ROLLING_FOR_FIRST,
    Kimbo,
)
from boxtui.games.shared.dice import throw_text
from boxtui.play.recent import Recent
from boxtui.views.game import BEGINS


@dataclass(frozen=True)
class KimboTrail:
    """What moved recently; by default nothing.

    Attributes:
        landed: the squares of the pieces that moved or were captured, as they stand now.
        left: the squares that they came from, if empty now, each with the seat of its piece.
        put: the slots of the fences that moved.
        taken: the slots that they came from, if vacant now, each with the seat of its fence.
    """

    landed: AbstractSet[int] = frozenset()
    left: Mapping[int, int] = field(default_factory=dict)
    put: AbstractSet[int] = frozenset()
    taken: Mapping[int, int] = field(default_factory=dict)


def trail_of(recent: Recent, state: Kimbo) -> KimboTrail:
    """Return what moved recently, with `state` as the position after it.

    What moved several times is marked where it first stood and where it is now.
    """
    pieces: dict[int, tuple[int, int]] = {}
    fences: dict[int, tuple[int, int]] = {}
    came_home: list[tuple[int, int]] = []
    for position, move, _ in recent.steps(Kimbo):
        if position.phase == FENCING and move != KEEP:
            taken, put = map(int, slots_of(move))
            fences[put] = fences.pop(taken, (taken, int(position.table.seat)))
        elif position.phase in (MOVING, MOVING_SECOND) and move != PASS:
            for seat, start, end in _shifts(position.table, move):
                origin = pieces.pop(start, (start, seat))
                if end == HOME:
                    came_home.append(origin)
                else:
                    pieces[end] = origin
    pieces = {end: origin for end, origin in pieces.items() if end != origin[0]}
    fences = {put: origin for put, origin in fences.items() if put != origin[0]}
    return KimboTrail(
        landed=frozenset(pieces),
        left={
            square: seat
            for square, seat in (*pieces.values(), *came_home)
            if not state.table.occupant[square]
        },
        put=frozenset(fences),
        taken={slot: seat for slot, seat in fences.values() if state.table.is_vacant(slot)},
    )


def _shifts(table: KimboTable, move: int) -> Iterator[tuple[int, int, int]]:
    """Yield each seat whose piece a move shifts, and from and to which square, captures first."""
    for victim, square, corner in captures(table, move):
        yield victim, square, int(table.start_square(victim, corner))
    yield int(table.seat), int(start_of(move)), int(end_of(move))


def actions_of(recent: Recent, own: int) -> Iterator[tuple[int, str]]:
    """Yield each thing that a seat did recently; a piece of seat `own` is called YOUR."""
    by_seat: dict[int, list[str]] = {}
    for state, move, played in recent.steps(Kimbo):
        if state.phase == ROLLING_FOR_FIRST and state.after(move).phase != ROLLING_FOR_FIRST:
            by_seat[state.after(move).turn_seat()] = [BEGINS]
        actions = list(_actions(state, move, own))
        if actions or not played.by_chance:
            by_seat.setdefault(played.seat, []).extend(actions)
    for seat, words in by_seat.items():
        for word in words or ["no fence moved"]:
            yield seat, word


def _actions(state: Kimbo, move: int, own: int) -> Iterator[str]:
    if state.phase == FENCING and move != KEEP:
        taken, put = map(line_text, slots_of(move))
        yield f"fence {taken} to {put}"
    elif state.phase == ROLLING and state.after(move).phase != MOVING:
        yield f"rolled {throw_text(move).replace(' ', '+')}, can't move"
    elif state.phase in (MOVING, MOVING_SECOND) and move == PASS:
        yield "passed"
    elif state.phase in (MOVING, MOVING_SECOND):
        table = state.table
        home = f" ({table.home(table.seat) + 1} of {PIECES})" if end_of(move) == HOME else ""
        yield f"{way_words(table, move)}{home}"
        for victim, _, _ in captures(table, move):
            whose = "YOUR" if victim == own else f"{table.color_name(victim).capitalize()}'s"
            yield f"captured {whose} piece"


def captures(table: KimboTable, move: int) -> list[tuple[int, int, int]]:
    """Return the seat of each piece that a move captures, its square, and its corner, from 1."""
    return [
        (int(table.occupant[square]) - 1, square, corner) for square, corner in captures_in(move)
    ]
