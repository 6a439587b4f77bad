"""Positions of Kimbo as pictures, at random, and in the slow reference's form.

A picture has one line per row, starting with its number, and below it one for the lines between
this row and the next. A piece is the capital first letter of its color; a fence is the small letter
beside or below a square; `.` is an empty square and `#` HOME.

    5  . . R . .
           y
    4  . . .r. .
"""

from random import Random

from kimbo_reference import HOME as REFERENCE_HOME
from kimbo_reference import Fence, Reference, Square
from typed_moves import of_kind

from boxtui.games import GAMES
from boxtui.games.kimbo.board import FENCES, PIECES, read_board
from boxtui.games.kimbo.game import BOARD
from boxtui.games.kimbo.squares import (
    EAST,
    HOME,
    NORTH,
    SQUARES,
    WIDTH,
    line_of,
    line_text,
    neighbor,
    square_text,
)
from boxtui.games.kimbo.state import Kimbo

THE_BOARD = read_board(BOARD)
SPARE = [line_of(WIDTH * row + column, EAST) for row in (14, 13, 12) for column in range(3, 11)]
"""Slots for the fences that a picture doesn't show."""

JUMP_OR_PASS = (
    "turns=0 phase=move seat=1 dice=3+3 moved=- pieces=d4,HOME,HOME,HOME;a1,o2,n14,b15 "
    "fences=f13/g13,g13/h13,h13/i13,i13/j13,j13/k13,k13/l13;"
    "d3/d4,c4/d4,d4/d5,d4/e4,d13/e13,e13/f13"
)
"""A position in which red may pass or jump (KIM-26)."""


def written(pieces: list[list[int]], fences: list[list[int]], seat: int, dice: str) -> Kimbo:
    """Return a position from the squares and slots of each seat."""
    phase = "fence" if dice == "-" else "move" if "+" in dice else "second"
    placed = [
        ";".join(",".join(map(text, sorted(own))) for own in kind)
        for kind, text in ((pieces, square_text), (fences, line_text))
    ]
    words = f"turns=0 phase={phase} seat={seat} dice={dice} moved=-"
    text = f"{words} pieces={placed[0]} fences={placed[1]}"
    return of_kind(Kimbo, GAMES["kimbo"].parse(text))


def drawn(picture: str, dice: str = "-", home: str = "", seat: int = 1) -> Kimbo:
    """Return the position of a picture, with two players; rows that it doesn't show are empty.

    `home` has a letter for each piece in HOME; pieces and fences that aren't named stand on their
    start squares and in `SPARE` slots.
    """
    sides = [THE_BOARD.sides[side] for side in THE_BOARD.sitting(2)]
    letters = [side.color[0] for side in sides]
    pieces = [[HOME] * home.lower().count(letter) for letter in letters]
    fences: list[list[int]] = [[] for _ in letters]
    first = 0
    for line in picture.splitlines():
        is_row = line[:2].strip().isdigit()
        first = WIDTH * (int(line[:2]) - 1) if is_row else first
        for index, mark in enumerate(line[3:]):
            if mark.lower() in letters:
                own, square = letters.index(mark.lower()), first + index // 2
                if not is_row:
                    fences[own].append(line_of(square - WIDTH, NORTH))
                elif index % 2:
                    fences[own].append(line_of(square, EAST))
                else:
                    pieces[own].append(square)
    spare = list(SPARE)
    for side, squares, slots in zip(sides, pieces, fences, strict=True):
        starts = [square for square in side.start if square not in squares]
        squares += starts[: PIECES - len(squares)]
        while len(slots) < FENCES:
            slots.append(spare.pop())
    return written(pieces, fences, seat, dice)


def some_table(rng: Random, seats: int, dice: str = "-") -> Kimbo | None:
    """Return random pieces and fences, perhaps crowded, seat 1 to move; None if it isn't legal."""
    slots = [int(slot) for slot in THE_BOARD.slots]
    closing = [slot for slot, _ in THE_BOARD.closing(seats)]
    near = _some_squares_first(rng)
    placed = rng.sample([slot for slot in slots if slot not in closing], FENCES * seats)
    if rng.random() < 0.6:
        placed = _slots_round(near, closing, FENCES * seats)
    taken = [*THE_BOARD.home, *THE_BOARD.closed(seats)]
    free = [s for s in near if not THE_BOARD.areas[s] and s not in taken]
    # Inside the pens that the fences form, or next to them.
    free = free[rng.choice([0, 0, 4, 12, 20]) :]
    pieces = []
    for side in THE_BOARD.sitting(seats):
        starts = list(THE_BOARD.sides[side].start)
        own = [free.pop(0) if rng.random() < 0.7 else starts.pop() for _ in range(PIECES)]
        home = rng.choice([0, 1, 2, 3, 3])
        pieces.append([HOME] * home + own[home:])
    fences = [placed[FENCES * n : FENCES * (n + 1)] for n in range(seats)]
    try:
        return written(pieces, fences, 1, dice)
    except ValueError:
        return None


def _some_squares_first(rng: Random) -> list[int]:
    """Return all squares in random order; half of the time one area of the board comes first."""
    column, row = rng.randrange(WIDTH), rng.randrange(WIDTH)
    reach = rng.choice([WIDTH, WIDTH, 1, 1, 2, 3])
    squares = rng.sample(range(SQUARES), SQUARES)
    return sorted(
        squares, key=lambda at: max(abs(at % WIDTH - column), abs(at // WIDTH - row)) > reach
    )


def _slots_round(squares: list[int], closing: list[int], count: int) -> list[int]:
    """Return the slots around the first squares, where pieces turn, turn back or are shut in."""
    slots: list[int] = []
    for square in squares:
        for slot in THE_BOARD.slots_at(square):
            if slot not in slots and slot not in closing:
                slots.append(int(slot))
        if len(slots) >= count:
            break
    return slots[:count]


def place(square: int) -> Square:
    """Return a square in the reference's form."""
    return REFERENCE_HOME if square == HOME else (square % WIDTH, square // WIDTH)


def reference(state: Kimbo) -> Reference:
    """Return the same position for the slow reference."""
    table = state.table
    pieces = [place(square) for square in table.pieces]
    fences: set[Fence] = {
        frozenset({place(slot // 2), place(neighbor(slot // 2, slot % 2))})
        for slot in map(int, table.fences)
    }
    by_seat = [pieces[PIECES * n : PIECES * (n + 1)] for n in range(state.seats)]
    return Reference(by_seat, fences)
