"""The table of Kimbo: fences, pieces and dice, and what may be done with them."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from boxtui.games.kimbo.board import FENCES, PIECES, KimboLayout
from boxtui.games.kimbo.moves import BOTH
from boxtui.games.kimbo.paths import (
    all_paths,
    first_stop,
    one_path,
    path_end,
    path_heading,
    second_stop,
)
from boxtui.games.kimbo.squares import HOME, NOWHERE

NOTHING: Final = 0
ONLY_JUMP: Final = 1
ONE_DIE: Final = 2
WHOLE: Final = 3
"""How much of a throw can be played (KIM-25, KIM-26)."""


@final
class KimboTable:
    """Fences and pieces of all seats, whose turn it is, and the dice still to be played.

    Attributes:
        sides: each seat's side of the board.
        closed: the entrance squares closed by KIM-8.
        walls: each square's blocked headings as bits, fences and borders alike.
        occupant: seat + 1 of the piece on each square, or 0.
        pieces: four squares per seat, those in HOME last.
        fences: six slots per seat.
        high: the higher die, or the one left to play; 0 before the roll.
        low: the lower die; 0 before the roll, and once one die is played.
        moved: the square of the piece that played a die, or `NOWHERE`.
        playable: `WHOLE`, `ONE_DIE`, `ONLY_JUMP` or `NOTHING`.
    """

    def __init__(
        self,
        board: KimboLayout,
        sides: vec[i64],
        closed: list[int],
        walls: vec[i64],
        occupant: vec[i64],
        pieces: vec[i64],
        fences: vec[i64],
    ) -> None:
        # Final, because compiled code reads such an attribute without counting a reference.
        self.board: Final = board
        self.sides: Final = sides
        self.closed: Final = closed
        self.walls: Final = walls
        self.occupant: Final = occupant
        self.pieces: Final = pieces
        self.fences: Final = fences
        self.seat: i64 = 0
        self.high: i64 = 0
        self.low: i64 = 0
        self.moved: i64 = NOWHERE
        self.playable: i64 = NOTHING

    def clone(self) -> "KimboTable":
        """Return an equal table that shares nothing mutable with this one."""
        twin = KimboTable(
            self.board,
            self.sides,
            self.closed,
            self.walls[:],
            self.occupant[:],
            self.pieces[:],
            self.fences[:],
        )
        twin.seat = self.seat
        twin.high = self.high
        twin.low = self.low
        twin.moved = self.moved
        twin.playable = self.playable
        return twin

    def is_vacant(self, slot: i64) -> bool:
        """Whether no fence stands in a slot.

        KIM-11: nothing else matters, because entrances may be closed and pieces shut in.
        """
        return not self.walls[slot >> 1] >> (slot & 1) & 1

    def vacant_slots(self) -> vec[i64]:
        """Return the slots that a fence may be put into, ascending."""
        walls, vacant = self.walls, self.board.slots[:]
        count: i64 = 0
        for slot in self.board.slots:
            # The test of `is_vacant`; calling it for each slot takes longer than all the rest.
            vacant[count] = slot
            count += 1 - (walls[slot >> 1] >> (slot & 1) & 1)
        return vacant[:count]

    def color_name(self, seat: i64) -> str:
        """Return the color that a seat plays."""
        return self.board.sides[self.sides[seat]].color

    def owns_fence(self, slot: i64) -> bool:
        """Whether a fence of the seat whose turn it is stands in a slot."""
        for at in range(self.seat * FENCES, (self.seat + 1) * FENCES):
            if self.fences[at] == slot:
                return True
        return False

    def move_fence(self, taken: i64, put: i64) -> None:
        """Move a fence of the seat whose turn it is from one slot into another (KIM-10)."""
        _unblock(self.board, self.walls, taken)
        _block(self.board, self.walls, put)
        fences, at = self.fences, self.seat * FENCES
        while fences[at] != taken:
            at += 1
        fences[at] = put

    def pieces_of(self, seat: i64) -> list[int]:
        """Return the squares of a seat's pieces, those in HOME last."""
        return [self.pieces[at] for at in range(seat * PIECES, (seat + 1) * PIECES)]

    def fences_of(self, seat: i64) -> list[int]:
        """Return the slots of a seat's fences."""
        return [self.fences[at] for at in range(seat * FENCES, (seat + 1) * FENCES)]

    def home(self, seat: i64) -> int:
        """Return how many pieces a seat has brought HOME (KIM-29)."""
        return self.pieces_of(seat).count(HOME)

    def first_piece(self) -> i64:
        """Return the index in `pieces` of the current seat's first piece."""
        return self.seat * PIECES

    def piece_end(self) -> i64:
        """Return the index in `pieces` after the current seat's last piece that isn't HOME."""
        first = self.first_piece()
        end = first + PIECES
        while end > first and self.pieces[end - 1] == HOME:
            end -= 1
        return end

    def is_any_left(self) -> bool:
        """Whether the seat whose turn it is still has a piece to bring HOME (KIM-29)."""
        return self.pieces[self.seat * PIECES] != HOME

    def turns_until(self, seat: i64) -> i64:
        """Return the number of turns before the next one of `seat`; 0 if it is its turn (KIM-9)."""
        seats: i64 = len(self.sides)
        return (seat - self.seat + seats) % seats

    def pass_turn(self) -> None:
        """Make it the next seat's turn (KIM-9)."""
        seats: i64 = len(self.sides)
        # No conditional expression: compiled, one of an i64 and a literal makes an int object.
        self.seat += 1
        if self.seat == seats:
            self.seat = 0

    def keep_die(self, die: i64, moved: i64) -> None:
        """Keep one die, once the other was played by a piece now on `moved` (KIM-12)."""
        self.high = die
        self.low = 0
        self.moved = moved

    def clear_dice(self) -> None:
        """Clear the dice, so that nothing is left to play."""
        self.high = 0
        self.low = 0
        self.moved = NOWHERE
        self.playable = NOTHING

    def shift(self, seat: i64, start: i64, end: i64) -> None:
        """Put a piece of `seat` from one square onto another, or into HOME."""
        pieces, occupant = self.pieces, self.occupant
        at = seat * PIECES
        while pieces[at] != start:
            at += 1
        occupant[start] = 0
        if end == HOME:
            # The last piece that isn't HOME takes its index.
            last = self.piece_end() - 1
            pieces[at] = pieces[last]
            pieces[last] = HOME
        else:
            occupant[end] = seat + 1
            pieces[at] = end

    def put_back(self, square: i64, corner: i64) -> None:
        """Put a captured piece on its color's start square in a corner, 1 to 4 (KIM-19)."""
        seat = self.occupant[square] - 1
        self.shift(seat, square, self.start_square(seat, corner))

    def start_square(self, seat: i64, corner: i64) -> i64:
        """Return the start square of a seat's color in a corner, 1 to 4."""
        return self.board.starts[self.sides[seat] * PIECES + corner - 1]

    def is_vacant_corner(self, owner: i64, corner: i64) -> bool:
        """Whether a captured piece of seat `owner` - 1 may be put back in that corner (KIM-19)."""
        return not self.occupant[self.start_square(owner - 1, corner)]

    def capturable(self, square: i64) -> i64:
        """Return seat + 1 of the opponent who can be captured on a square, or 0 (KIM-19).

        KIM-21: nobody can be captured in a start area; KIM-24: nor in HOME.
        """
        owner = self.occupant[square]
        if owner == self.seat + 1 or self.board.areas[square] != 0:
            return 0
        return owner

    def may_end(self, start: i64, end: i64) -> bool:
        """Whether a move may end there: not on a friendly piece (KIM-18) or start area (KIM-21)."""
        return self._may_end(start, end, NOWHERE, NOWHERE)

    def _may_end(self, start: i64, end: i64, vacated: i64, taken: i64) -> bool:
        """Whether a move may end there once a friendly piece has gone from `vacated` to `taken`."""
        if end == HOME:
            return True
        if end == taken or self.board.areas[end] != 0:
            return False
        return self.occupant[end] != self.seat + 1 or end in (start, vacated)

    def _some_end(self, start: i64, count: i64, vacated: i64, taken: i64) -> i64:
        """Return where a piece can end by `count`, or `NOWHERE`; the rest is as in `_may_end`."""
        # The first path in a direction is nearly always enough; listing all takes longer.
        for heading in range(4):
            path = one_path(self.board, self.walls, start, heading, count, count, 0)
            if path >= 0 and self._may_end(start, path_end(path), vacated, taken):
                return path_end(path)
        for path in all_paths(self.board, self.walls, start, count, count):
            if self._may_end(start, path_end(path), vacated, taken):
                return path_end(path)
        return NOWHERE

    def path_to(self, start: i64, end: i64, count: i64, stop: i64, heading: i64 = NOWHERE) -> i64:
        """Return a path by `count`, or by `BOTH` dice, from one square to another; -1 if none.

        KIM-20: with `stop`, which is a square or 0, one on which either die alone would have ended
        exactly there. KIM-13: with `heading`, one that sets out in it.
        """
        steps, die = count, count
        if count == BOTH:
            steps, die = self.high + self.low, self.high
        for path in all_paths(self.board, self.walls, start, steps, die):
            if path_end(path) == end and heading in (NOWHERE, path_heading(path)):
                if stop == 0 or first_stop(path) == stop or second_stop(path) == stop:
                    return path
        return -1

    def other_end(self, start: i64, end: i64, rest: i64) -> i64:
        """Return where a piece can end by the other die once one has moved from `start` to `end`.

        KIM-12: a different piece plays `rest`, the other die, which is 0 if there is none. It is
        any such square, or `NOWHERE`. `end` may be `NOWHERE`: the answer then holds for every `end`
        but the returned square.
        """
        if rest != 0:
            for at in range(self.first_piece(), self.piece_end()):
                if self.pieces[at] != start:
                    other_end = self._some_end(self.pieces[at], rest, start, end)
                    if other_end != NOWHERE:
                        return other_end
        return NOWHERE

    def uses_enough(self, start: i64, end: i64, rest: i64) -> bool:
        """Whether a move from `start` to `end` uses enough of the throw.

        KIM-25: if both dice can be played, the other one, `rest`, must stay playable. KIM-27: if
        the last piece is brought HOME, the other die isn't needed.
        """
        if self.playable != WHOLE or not self.low:
            return True
        if end == HOME and self.is_last_piece():
            return True
        return self.other_end(start, end, rest) != NOWHERE

    def is_last_piece(self) -> bool:
        """Whether only one piece is left to bring HOME (KIM-27)."""
        return self.piece_end() == self.first_piece() + 1

    def set_playable(self) -> None:
        """Set `playable`; KIM-25: the whole throw if possible, else a die; KIM-26: else a jump.

        KIM-12: one piece plays both dice, or two pieces a die each, in any order.
        """
        high, low = self.high, self.low
        if (
            self._can_play(high + low)
            or self._can_play_two(high, low)
            or self._can_play_two(low, high)
        ):
            self.playable = WHOLE
        elif self._can_play(high) or self._can_play(low):
            self.playable = ONE_DIE
        else:
            self.playable = ONLY_JUMP if self._can_jump() else NOTHING

    def _can_play(self, count: i64) -> bool:
        """Whether some piece can be moved by `count`."""
        for at in range(self.first_piece(), self.piece_end()):
            if self._some_end(self.pieces[at], count, NOWHERE, NOWHERE) != NOWHERE:
                return True
        return False

    def _can_play_two(self, first: i64, second: i64) -> bool:
        for at in range(self.first_piece(), self.piece_end()):
            start = self.pieces[at]
            for path in all_paths(self.board, self.walls, start, first, first):
                end = path_end(path)
                if self.may_end(start, end) and self.other_end(start, end, second) != NOWHERE:
                    return True
        return False

    def _can_jump(self) -> bool:
        for at in range(self.first_piece(), self.piece_end()):
            for heading in range(4):
                if self.jump_from(self.pieces[at], heading) != NOWHERE:
                    return True
        return False

    def jump_from(self, start: i64, heading: i64) -> i64:
        """Return where a jump over a fence ends, on doubles; `NOWHERE` if there is none (KIM-26).

        It never goes over a border line or arrow, or onto a friendly piece or closed entrance.
        """
        if self.high != self.low or not self.has_fence(start, heading):
            return NOWHERE
        end = self.board.ahead[start << 2 | heading]
        if self.occupant[end] == self.seat + 1 or end in self.closed:
            return NOWHERE
        return end

    def has_fence(self, square: i64, heading: i64) -> bool:
        """Whether a fence stands on that side of a square, not a border line or an arrow."""
        return bool(
            self.walls[square] >> heading & 1 and not self.board.borders[square] >> heading & 1
        )


# Functions, because compiled code changes a reference count to set an item of an attribute.
def _block(board: KimboLayout, walls: vec[i64], slot: i64) -> None:
    square, heading = slot >> 1, slot & 1
    walls[square] |= 1 << heading
    walls[board.ahead[square << 2 | heading]] |= 4 << heading


def _unblock(board: KimboLayout, walls: vec[i64], slot: i64) -> None:
    square, heading = slot >> 1, slot & 1
    walls[square] &= ~(1 << heading)
    walls[board.ahead[square << 2 | heading]] &= ~(4 << heading)


def table_with(board: KimboLayout, pieces: list[list[int]], fences: list[list[int]]) -> KimboTable:
    """Return the table with these pieces (four per seat) and fences (six per seat, KIM-1).

    KIM-8: the entrances of empty sides are closed.
    """
    seats = len(pieces)
    occupant = [0] * (HOME + 1)
    for seat, squares in enumerate(pieces):
        for square in squares:
            if square != HOME:
                occupant[square] = seat + 1
    table = KimboTable(
        board,
        vec[i64](board.sitting(seats)),
        board.closed(seats),
        board.borders[:],
        vec[i64](occupant),
        vec[i64]([square for squares in pieces for square in sorted(squares)]),
        vec[i64]([slot for slots in fences for slot in slots]),
    )
    for slot in [*(slot for slot, _ in board.closing(seats)), *table.fences]:
        _block(board, table.walls, slot)
    return table
