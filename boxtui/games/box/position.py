"""A position of Box: the terms, the phase, the colors on the grid, scores, claimable boxes."""

from dataclasses import dataclass
from typing import Final, final

from boxtui.core import CHANCE, NOBODY, OVER, State
from boxtui.games.box.board import Grid, grid_of
from boxtui.games.box.moves import BLACK, WHITE

NO_BID: Final = -1

SWAP: Final = "swap"
NONE: Final = "none"
POINTS: Final = "points"
BY_BID: Final = "bid"
MOVES: Final = "moves"
"""How the advantage of marking first is balanced, handicaps included (BOX-13, BOX-15)."""

MOST_HALVES: Final = 128
"""The most half points that may be agreed, or given as a handicap."""

OFF: Final = "off"
THE_OTHERS: Final = "the other's"
ALL: Final = "all"
"""Whose missed boxes are pointed out (BOX-22)."""

DRAWING: Final = "draw"
BIDDING: Final = "bid"
OPENING: Final = "open"
PICKING: Final = "pick"
MARKING: Final = "mark"
CLAIMING: Final = "claim"
ENDED: Final = "over"
RESIGNED: Final = "resigned"
"""The phases, by their names in a position's text."""


@final
@dataclass(frozen=True)
class Terms:
    """What is agreed before a game; points are counted in halves.

    Attributes:
        balance: one of `SWAP`, `NONE`, `POINTS`, `BY_BID` and `MOVES`.
        agreed: the half points that the second player starts with (BOX-13).
        marks_in_a_row: the number of marks with which the first player begins (BOX-16).
        handicap: the half points that each seat starts with (BOX-15).
    """

    size: int
    by_hand: bool = False
    calls_threats: bool = False
    missed: str = OFF
    balance: str = SWAP
    agreed: int = 0
    marks_in_a_row: int = 1
    handicap: tuple[int, int] = (0, 0)


class Position(State):
    """A position without its moves: the terms, the phase, the seat to decide, and the colors.

    Attributes:
        phase: a phase, such as `MARKING`.
        seat: the seat that decides; once the game is over, the one that played last or resigned.
        first: the seat that plays first, or `NOBODY` before that is decided.
        black: the seat that has black, or `NOBODY` before that is decided.
        bid: the highest bid in half points, or `NO_BID`.
        colors: black's and white's marks and squares, each an int as in `Grid`; BOX-2: nothing
            has a color at the start, and later one of the two.
    """

    def __init__(self, terms: Terms) -> None:
        self.seats = 2
        self.terms = terms
        self.grid: Grid = grid_of(terms.size)
        self.phase = DRAWING
        self.seat = 0
        self.first = NOBODY
        self.black = NOBODY
        self.bid = NO_BID
        self.colors = [0, 0]

    def current_player(self) -> int:
        return CHANCE if self.phase == DRAWING else self.turn_seat()

    def turn_seat(self) -> int:
        return OVER if self.phase in (ENDED, RESIGNED) else self.seat

    def color_of(self, seat: int) -> int:
        """Return the color of a seat; white for both before the colors are picked."""
        return BLACK if seat == self.black else WHITE

    def highest_bid(self) -> int:
        """Return the half points that can be bid at most: a point per square (BOX-17)."""
        return 2 * self.terms.size**2

    def is_full(self) -> bool:
        """Whether every intersection is marked or every square claimed: the end (BOX-18)."""
        both = self.colors[BLACK] | self.colors[WHITE]
        all_marks, all_squares = self.grid.all_marks, self.grid.all_squares
        return both & all_marks == all_marks or both & all_squares == all_squares

    def head_start(self, seat: int) -> int:
        """Return the half points that a seat starts with.

        BOX-15: the handicap; the second player also gets points agreed (BOX-13) or bid (BOX-17).
        """
        if self.black == NOBODY or seat == self.first:
            return self.terms.handicap[seat]
        return self.terms.handicap[seat] + self.terms.agreed + max(self.bid, 0)

    def scores(self) -> list[float]:
        """Return both scores; BOX-19: one point per square, and the points given at the start."""
        squares = [0, 0]
        if self.black != NOBODY:
            squares = [self.grid.squares_in(self.colors[self.color_of(seat)]) for seat in (0, 1)]
        return [squares[seat] + self.head_start(seat) / 2 for seat in (0, 1)]

    def owner_of_most(self) -> int:
        """Return the seat with more than half of all points available, or `NOBODY` (BOX-20)."""
        half = self.terms.size**2 / 2 + (self.head_start(0) + self.head_start(1)) / 4
        return next((seat for seat, score in enumerate(self.scores()) if score > half), NOBODY)

    def claimable(self, seat: int) -> list[int]:
        """Return the seat's complete, unblocked boxes that win it at least one square.

        BOX-10: they may be just completed or missed earlier.
        """
        color = self.color_of(seat)
        return self.grid.claimable(self.colors[color], self.colors[1 - color])

    def missed(self, seat: int) -> list[int]:
        """Return the boxes that a seat missed and can still claim; none while it is claiming."""
        return [] if self.phase == CLAIMING and self.seat == seat else self.claimable(seat)

    def pointed_out(self, whose: int, to: int) -> list[int]:
        """Return the boxes missed by `whose` that are pointed out to `to`, as agreed (BOX-22)."""
        named = self.terms.missed == ALL or (self.terms.missed == THE_OTHERS and whose != to)
        return self.missed(whose) if named else []

    def threats(self, seat: int) -> list[tuple[int, int]]:
        """Return each (mark, box) that the seat's next mark could complete, winning squares."""
        color = self.color_of(seat)
        return self.grid.threatened(self.colors[color], self.colors[1 - color])

    def called_threats(self, seat: int, point: int) -> list[tuple[int, int]]:
        """Return the threats that the mark just made on `point` is part of, if called (BOX-21)."""
        if not self.terms.calls_threats:
            return []
        corner = 1 << point
        return [each for each in self.threats(seat) if self.grid.corners(each[1]) & corner]
