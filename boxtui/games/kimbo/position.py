"""What lies on the table in Kimbo: fences, pieces, dice; and what may be done with them there."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from boxtui.games.kimbo.board import FENCES, PIECES, KimboLayout
from boxtui.games.kimbo.moves import BOTH
from boxtui.games.kimbo.paths import all_paths, one_path, path_end, path_heading, path_stop
from boxtui.games.kimbo.squares import HOME, NOWHERE

NOTHING: Final = 0
ONLY_JUMP: Final = 1
ONE_DIE: Final = 2
WHOLE: Final = 3
"""How much of a throw can be played (KIM-25)."""


@final
class KimboTable:
    """Fences and pieces of all seats, whose turn it is, and the dice still to be played.

    `walls`: each square's blocked headings as bits, fences and borders alike; `occupant`: seat + 1
    of who stands on a square, else 0; `pieces`: four squares a seat, those in HOME last; `fences`:
    six slots a seat; `sides`: each seat's side of the board; `closed`: the entrance squares closed
    by KIM-8. `high` and `low` are the dice, `low` 0 once one is played and both 0 before the roll;
    `moved` is where that one's piece stands, else `NOWHERE`; `playable` is `WHOLE`, `ONE_DIE`,
    `ONLY_JUMP` or `NOTHING`.
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
        self.board = board
        self.sides = sides
        self.closed = closed
        self.walls = walls
        self.occupant = occupant
        self.pieces = pieces
        self.fences = fences
        self.seat: i64 = 0
        self.high: i64 = 0
        self.low: i64 = 0
        self.moved: i64 = NOWHERE
        self.playable: i64 = NOTHING

    def clone(self) -> "KimboTable":
        """An equal table that shares nothing mutable with this one."""
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

        KIM-11: nothing else is asked, for entrances may be closed and pieces shut in.
        """
        return not self.walls[slot >> 1] >> (slot & 1) & 1

    def vacant_slots(self) -> vec[i64]:
        """The slots that a fence may be put into, ascending."""
        walls, vacant = self.walls, self.board.slots[:]
        count: i64 = 0
        for slot in self.board.slots:
            # As in `is_vacant`: asked for each slot, it takes longer than all the rest.
            vacant[count] = slot
            count += 1 - (walls[slot >> 1] >> (slot & 1) & 1)
        return vacant[:count]

    def owns_fence(self, slot: i64) -> bool:
        """Whether a fence of whose turn it is stands in a slot."""
        for at in range(self.seat * FENCES, (self.seat + 1) * FENCES):
            if self.fences[at] == slot:
                return True
        return False

    def put_up(self, slot: i64) -> None:
        """Block a line from both sides."""
        square, heading = slot >> 1, slot & 1
        beside = self.board.ahead[square << 2 | heading]
        self.walls[square] |= 1 << heading
        self.walls[beside] |= 4 << heading

    def _take_down(self, slot: i64) -> None:
        square, heading = slot >> 1, slot & 1
        beside = self.board.ahead[square << 2 | heading]
        self.walls[square] &= ~(1 << heading)
        self.walls[beside] &= ~(4 << heading)

    def move_fence(self, taken: i64, put: i64) -> None:
        """Take a fence of whose turn it is from one slot and put it into another (KIM-10)."""
        self._take_down(taken)
        self.put_up(put)
        at = self.seat * FENCES
        while self.fences[at] != taken:
            at += 1
        self.fences[at] = put

    def first_piece(self) -> i64:
        """Where in `pieces` those of whose turn it is begin."""
        return self.seat * PIECES

    def piece_end(self) -> i64:
        """Where in `pieces` those of them that aren't HOME end."""
        end = (self.seat + 1) * PIECES
        while end > self.seat * PIECES and self.pieces[end - 1] == HOME:
            end -= 1
        return end

    def is_any_left(self) -> bool:
        """Whether a piece is still to be brought HOME (KIM-29)."""
        return self.pieces[self.seat * PIECES] != HOME

    def keep_die(self, die: i64, moved: i64) -> None:
        """The other die was played by a piece that now stands on `moved` (KIM-12)."""
        self.high = die
        self.low = 0
        self.moved = moved

    def clear_dice(self) -> None:
        """Nothing is to be played any more."""
        self.high = 0
        self.low = 0
        self.moved = NOWHERE
        self.playable = NOTHING

    def shift(self, seat: i64, start: i64, end: i64) -> None:
        """Put a piece of `seat` from one square on another, or into HOME."""
        at = seat * PIECES
        while self.pieces[at] != start:
            at += 1
        self.occupant[start] = 0
        if end == HOME:
            self._bring_home(at)
        else:
            self.occupant[end] = seat + 1
            self.pieces[at] = end

    def _bring_home(self, at: i64) -> None:
        """The last of the pieces not HOME takes the place of the one that goes there."""
        last = self.piece_end() - 1
        self.pieces[at] = self.pieces[last]
        self.pieces[last] = HOME

    def put_back(self, square: i64, corner: i64) -> None:
        """KIM-19: the captured piece goes to its color's start square in a corner, 1 to 4."""
        seat = self.occupant[square] - 1
        self.shift(seat, square, self.start_square(seat, corner))

    def start_square(self, seat: i64, corner: i64) -> i64:
        """The start square of a seat's color in a corner, 1 to 4."""
        return self.board.starts[self.sides[seat] * PIECES + corner - 1]

    def is_vacant_corner(self, owner: i64, corner: i64) -> bool:
        """KIM-19: whether a captured piece of seat `owner` - 1 may be put back in that corner."""
        return not self.occupant[self.start_square(owner - 1, corner)]

    def capturable(self, square: i64) -> i64:
        """KIM-19: seat + 1 of the opponent who can be captured on a square, else 0.

        KIM-21: nobody in a start area; KIM-24: nor in HOME.
        """
        owner = self.occupant[square]
        if owner == self.seat + 1 or self.board.areas[square] != 0:
            return 0
        return owner

    def may_end(self, start: i64, end: i64) -> bool:
        """KIM-18: no move ends on another piece of one's own; KIM-21: nor in a start area."""
        return self._may_end(start, end, NOWHERE, NOWHERE)

    def _may_end(self, start: i64, end: i64, vacated: i64, taken: i64) -> bool:
        """`may_end` as if a piece of one's own had gone from `vacated` to `taken`."""
        if end == HOME:
            return True
        if end == taken or self.board.areas[end] != 0:
            return False
        return self.occupant[end] != self.seat + 1 or end in (start, vacated)

    def _can_move(self, start: i64, count: i64) -> bool:
        """Whether a piece can be moved by `count`."""
        return self._some_end(start, count, NOWHERE, NOWHERE) != NOWHERE

    def _some_end(self, start: i64, count: i64, vacated: i64, taken: i64) -> i64:
        """Where a piece can end by `count`, or `NOWHERE`; `vacated`, `taken` as in `_may_end`."""
        # The first path in a direction nearly always does; listing all of them takes longer.
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

        KIM-20: with `stop`, one on which either die alone would have ended exactly there; KIM-13:
        with a `heading`, one that sets out by it.
        """
        steps, die = count, count
        if count == BOTH:
            steps, die = self.high + self.low, self.high
        for path in all_paths(self.board, self.walls, start, steps, die):
            if path_end(path) == end and heading in (NOWHERE, path_heading(path)):
                if stop == 0 or path_stop(path, False) == stop or path_stop(path, True) == stop:
                    return path
        return -1

    def other_end(self, start: i64, end: i64, rest: i64) -> i64:
        """KIM-12: where, a piece gone from `start` to `end`, a different one can end by `rest`.

        One such square, `NOWHERE` without one. `end` may be `NOWHERE`, for a piece gone anywhere
        but to the square that is returned.
        """
        if rest != 0:
            for at in range(self.first_piece(), self.piece_end()):
                if self.pieces[at] != start:
                    other_end = self._some_end(self.pieces[at], rest, start, end)
                    if other_end != NOWHERE:
                        return other_end
        return NOWHERE

    def uses_enough(self, start: i64, end: i64, rest: i64) -> bool:
        """KIM-25: whether one die, played so, leaves `rest` playable, where the whole throw is.

        KIM-27: brought HOME, the last piece needs no other die.
        """
        if self.playable != WHOLE or not self.low:
            return True
        if end == HOME and self.is_last_piece():
            return True
        return self.other_end(start, end, rest) != NOWHERE

    def is_last_piece(self) -> bool:
        """Whether one piece is left to bring HOME (KIM-27)."""
        return self.piece_end() == self.first_piece() + 1

    def see_what_is_playable(self) -> None:
        """KIM-25: the whole throw where there is a path, else a die; KIM-26: else a jump."""
        if self._can_play_both():
            self.playable = WHOLE
        elif self._can_play_one(self.high) or self._can_play_one(self.low):
            self.playable = ONE_DIE
        else:
            self.playable = ONLY_JUMP if self._can_jump() else NOTHING

    def _can_play_both(self) -> bool:
        """KIM-12: one piece for both dice, or two pieces, either die first."""
        for at in range(self.first_piece(), self.piece_end()):
            if self._can_move(self.pieces[at], self.high + self.low):
                return True
        return self._can_play_two(self.high, self.low) or self._can_play_two(self.low, self.high)

    def _can_play_two(self, first: i64, second: i64) -> bool:
        for at in range(self.first_piece(), self.piece_end()):
            start = self.pieces[at]
            for path in all_paths(self.board, self.walls, start, first, first):
                end = path_end(path)
                if self.may_end(start, end) and self.other_end(start, end, second) != NOWHERE:
                    return True
        return False

    def _can_play_one(self, die: i64) -> bool:
        for at in range(self.first_piece(), self.piece_end()):
            if self._can_move(self.pieces[at], die):
                return True
        return False

    def _can_jump(self) -> bool:
        for at in range(self.first_piece(), self.piece_end()):
            for heading in range(4):
                if self.jump_from(self.pieces[at], heading) != NOWHERE:
                    return True
        return False

    def jump_from(self, start: i64, heading: i64) -> i64:
        """KIM-26: where a jump over a fence ends, on doubles; `NOWHERE` where none may.

        Never over a border line or an arrow, on a piece of one's own or a closed entrance square.
        """
        if self.high != self.low or not self.has_fence(start, heading):
            return NOWHERE
        end = self.board.ahead[start << 2 | heading]
        if self.occupant[end] == self.seat + 1 or end in self.closed:
            return NOWHERE
        return end

    def has_fence(self, square: i64, heading: i64) -> bool:
        """Whether a fence, and not a border line or an arrow, stands on that side of a square."""
        return bool(
            self.walls[square] >> heading & 1 and not self.board.borders[square] >> heading & 1
        )
