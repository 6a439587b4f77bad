"""The legal moves of Box and their effects (BOX-3 to BOX-20, BOX-24)."""

from random import Random
from typing import Final, final

from boxtui.core import BadNotation, IllegalMove, not_over, uniform
from boxtui.games.box.board import members
from boxtui.games.box.legality import refusal_of
from boxtui.games.box.moves import (
    BID,
    BLACK,
    CLAIM,
    DONE,
    FIRST_BLACK,
    FIRST_WHITE,
    LOT,
    NO_MOVE,
    PASS,
    RESIGN,
    TAKE,
    WHITE,
    first_mark,
)
from boxtui.games.box.narration import MOVE_NAMES, describe_move
from boxtui.games.box.notation import move_in, move_text, point_named
from boxtui.games.box.position import (
    BIDDING,
    BY_BID,
    CLAIMING,
    DRAWING,
    ENDED,
    MARKING,
    MOVES,
    NO_BID,
    OPENING,
    PICKING,
    RESIGNED,
    SWAP,
    Position,
)
from boxtui.games.box.position_text import position_text

FIRST_CLAIM: Final = 4
"""A player with this many marks or more is asked for claims: a box has four corners."""

_EXPLAINED: Final = {
    BIDDING: ("BOX-17",),
    OPENING: ("BOX-1",),
    MARKING: ("BOX-1",),
    CLAIMING: ("BOX-1", "BOX-4"),
}
"""The rules whose errors from `move_in` are passed on, by phase; others get the phase's error."""


@final
class Box(Position):
    """A position of Box with its moves."""

    def begin(self, first: int) -> None:
        """Let the first player (BOX-24) bid, open under swap, or play."""
        self.first = self.seat = first
        if self.terms.balance == BY_BID:
            self.phase = BIDDING
        elif self.terms.balance == SWAP:
            self.phase = OPENING
        else:
            self._play_first(first)

    def _play_first(self, seat: int) -> None:
        """BOX-24: without swap the first player to mark has black."""
        self.first = self.seat = self.black = seat
        self.phase = MARKING

    def legal_moves(self) -> list[int]:
        """Return every choice of the phase, and resigning, which is always possible (BOX-20)."""
        if self.phase in (ENDED, RESIGNED):
            return []
        if self.phase == DRAWING:
            return [LOT, LOT + 1]
        return [*self._choices(), RESIGN]

    def only_move(self) -> int | None:
        """Return the only move except resigning, or None.

        None while claiming, even if `done` is the only move (BOX-11). But once nobody can win a
        square any more, it is the first move: the game only ends when all is marked (BOX-18).
        """
        if self.phase in (MARKING, CLAIMING) and not self.grid.may_anyone_win(*self.colors):
            return self._choices()[0]
        if self.phase in (ENDED, RESIGNED, DRAWING, CLAIMING):
            return None
        moves = self._choices()
        return moves[0] if len(moves) == 1 else None

    def _choices(self) -> list[int]:
        if self.phase == MARKING:
            return self.grid.empty(*self.colors)
        if self.phase == CLAIMING:
            return [DONE, *[CLAIM + box for box in self.claimable(self.seat)]]
        if self.phase == OPENING:
            points = range(self.grid.points)
            return [first + point for first in (FIRST_BLACK, FIRST_WHITE) for point in points]
        return [TAKE + BLACK, TAKE + WHITE] if self.phase == PICKING else self._bids()

    def _bids(self) -> list[int]:
        """Return the legal bids (BOX-17): any from 0, then half a point more or a pass."""
        bids = list(range(BID + self.bid + 1, BID + self.highest_bid() + 1))
        return bids if self.bid == NO_BID else [PASS, *bids]

    def _is_legal(self, move: int) -> bool:
        """Whether `move` is in `legal_moves`, without listing all marks."""
        if self.phase == MARKING:
            taken = self.colors[BLACK] | self.colors[WHITE]
            return move == RESIGN or (0 <= move < self.grid.points and not taken >> move & 1)
        return move in self.legal_moves()

    def chance_probabilities(self) -> list[float]:
        """BOX-24: a lot falls on either seat with the same probability."""
        return [0.5, 0.5] if self.phase == DRAWING else []

    def why_not(self, move: int) -> IllegalMove | None:
        return None if self._is_legal(move) else refusal_of(self, move)

    def apply(self, move: int) -> None:
        if move == RESIGN:
            self.phase = RESIGNED
        elif self.phase == MARKING:
            self._mark(move)
        elif self.phase == CLAIMING:
            self._claim(move)
        elif self.phase == BIDDING:
            self._bid(move)
        elif self.phase == OPENING:
            self._open(move)
        elif self.phase == PICKING:
            self._pick(move)
        else:
            self.begin(move - LOT)

    def _mark(self, point: int) -> None:
        """Mark an empty intersection (BOX-3), possibly in a claimed box (BOX-9), then claim.

        BOX-11: by hand, the player is asked from the fourth mark on, even with nothing to claim.
        """
        color = self.color_of(self.seat)
        own = self.colors[color] | 1 << point
        if not self.terms.by_hand:
            # Boxes without this corner were claimed before, or are blocked for good.
            self.colors[color] = own | self.grid.won(point, own, self.colors[1 - color])
            self._end_turn()
            return
        self.colors[color] = own
        if (own & self.grid.all_marks).bit_count() < FIRST_CLAIM:
            self._end_turn()
        else:
            self.phase = CLAIMING

    def _claim(self, move: int) -> None:
        """BOX-7: every square of a claimed box is marked for good; *done* ends the turn."""
        if move == DONE:
            self._end_turn()
        else:
            self.colors[self.color_of(self.seat)] |= self.grid.squares_of[move - CLAIM]

    def _end_turn(self) -> None:
        """BOX-18: the game ends only at the end of a turn, after claims; BOX-3: turns alternate.

        BOX-16: the first two marks may be by the same player.
        """
        if self.is_full():
            self.phase = ENDED
            return
        self.phase = MARKING
        black, white = self.colors
        if self.terms.marks_in_a_row == 1 or white or black.bit_count() > 1:
            self.seat = 1 - self.seat

    def _bid(self, move: int) -> None:
        """BOX-17: after a pass the last bidder plays first, and the other starts with that bid."""
        if move == PASS:
            self._play_first(1 - self.seat)
        else:
            self.bid = move - BID
            self.seat = 1 - self.seat

    def _open(self, move: int) -> None:
        """BOX-12: the first mark is made in either color, then the other player picks."""
        color, point = first_mark(move)
        self.colors[color] = 1 << point
        self.seat = 1 - self.seat
        self.phase = PICKING

    def _pick(self, move: int) -> None:
        """BOX-12: the player with the color of the first mark is first; the other moves next."""
        picked, marked = move - TAKE, BLACK if self.colors[BLACK] else WHITE
        self.black = self.seat if picked == BLACK else 1 - self.seat
        self.first = self.seat if picked == marked else 1 - self.seat
        self.seat = 1 - self.first
        self.phase = MARKING

    def clone(self) -> "Box":
        twin = Box(self.terms)
        twin.phase = self.phase
        twin.seat = self.seat
        twin.first = self.first
        twin.black = self.black
        twin.bid = self.bid
        twin.colors = list(self.colors)
        return twin

    def returns(self) -> list[float]:
        """BOX-19: the higher score wins, equal scores draw; a player who resigns loses (BOX-20)."""
        if self.phase == RESIGNED:
            return [0.0 if seat == self.seat else 1.0 for seat in (0, 1)]
        if self.phase != ENDED:
            raise not_over()
        one, other = self.scores()
        return [0.5, 0.5] if one == other else [float(one > other), float(other > one)]

    def rule(self) -> str:
        if self.phase == MARKING and self.terms.balance == MOVES and not self.colors[WHITE]:
            return "BOX-16" if self.seat == self.first else "BOX-3"
        return {
            DRAWING: "BOX-24",
            BIDDING: "BOX-17",
            OPENING: "BOX-12",
            PICKING: "BOX-12",
            MARKING: "BOX-3",
            CLAIMING: "BOX-11",
            ENDED: "BOX-19",
            RESIGNED: "BOX-20",
        }[self.phase]

    def describe(self, move: int) -> str:
        return describe_move(self, move, self.after(move))

    def is_striking(self, move: int) -> bool:
        """Whether squares are claimed (BOX-7)."""
        return self.phase in (MARKING, CLAIMING) and self._squares() < self.after(move)._squares()

    def _squares(self) -> int:
        """Return how many squares have been claimed by both sides."""
        return self.grid.squares_in(self.colors[BLACK] | self.colors[WHITE])

    def move_text(self, move: int) -> str:
        """Return ``c4``, ``black c4``, ``c4-f7``, ``take black``, ``bid 2.5``, ``pass``..."""
        return move_text(move, self.grid)

    def move_name(self, move: int) -> str:
        """Return the notation, or words such as ``taking black`` and ``passing``."""
        return MOVE_NAMES.get(move) or self.move_text(move)

    def move_advice(self, move: int) -> str:
        """Return the notation, which is a command if it names no place."""
        return self.move_text(move)

    def read_move(self, text: str) -> int:
        """Return the move in a text of any case; a box by opposite corners in any order."""
        wanted = refusal_of(self, NO_MOVE)
        if self.phase in (ENDED, RESIGNED):
            raise wanted
        try:
            move = move_in(text, self.grid)
        except BadNotation as unread:
            wanted = refusal_of(self, NO_MOVE, point_named(text, self.grid))
            raise BadNotation(f"{unread} {wanted.sentence}") from unread
        except IllegalMove as fault:  # another name, because compiled code gives each name one type
            if fault.rule in _EXPLAINED.get(self.phase, ()):
                raise
            raise wanted from fault
        if not self._is_legal(move):
            raise refusal_of(self, move)
        return move

    def _random_mark(self, rng: Random) -> int:
        points = self.grid.points
        empty = self.grid.all_marks & ~(self.colors[BLACK] | self.colors[WHITE])
        if 8 * empty.bit_count() < points:
            left = members(empty)
            return left[int(uniform(rng) * len(left))]
        # Faster than listing all, as long as at most seven in eight are taken.
        while True:
            point = int(uniform(rng) * points)
            if empty >> point & 1:
                return point

    def random_move(self, rng: Random) -> int:
        """Return any legal move but resigning; auctions end soon, and low bids are more likely."""
        if self.phase == MARKING:
            return self._random_mark(rng)
        if self.phase == DRAWING:
            return LOT + int(uniform(rng) * 2)
        if self.phase in (ENDED, RESIGNED):
            raise refusal_of(self, PASS)
        moves = self._choices()
        if self.phase != BIDDING:
            return moves[int(uniform(rng) * len(moves))]
        passes = moves[0] == PASS and uniform(rng) < 0.5
        return PASS if passes else moves[int(uniform(rng) ** 2 * len(moves))]

    def text(self) -> str:
        return position_text(self)
