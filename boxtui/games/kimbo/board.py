"""Kimbo's board, read from its file: lines, entrances, start squares, slots (KIM-1 to KIM-9)."""

from dataclasses import dataclass
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from boxtui.games.kimbo.moves import fence_move
from boxtui.games.kimbo.squares import (
    CORNERS,
    HOME,
    NOWHERE,
    SQUARE_NAMES,
    SQUARES,
    WIDTH,
    corner_area,
    line_named,
    line_of,
    neighbor,
    square_text,
)
from boxtui.games.shared.toml_file import TomlFile, TomlTable
from boxtui.wording import quoted

BOARD_FILE: Final = "kimbo.toml"
_FILE: Final = TomlFile(BOARD_FILE)

SIDES: Final = ("row-1", "column-a", "row-15", "column-o")
"""The sides of the board, clockwise, by the names of their tables in the file."""

PIECES: Final = 4
FENCES: Final = 6
"""The numbers of pieces and of fences that each player has (KIM-1)."""

SEATS: Final = range(2, 5)


@dataclass(frozen=True)
class Side:
    """One side of the board (KIM-4, KIM-7).

    Attributes:
        start: its color's start squares, one for each corner in the order of `CORNERS`.
        marked: the slots of its fences.
    """

    name: str
    color: str
    entrance: int
    start: tuple[int, ...]
    marked: tuple[int, ...]


@final
class KimboLayout:
    """What never changes in a game; tables are indexed by square, including `HOME`.

    Attributes:
        home: the nine squares of HOME, ascending.
        sides: the sides, as in `SIDES`.
        borders: the headings in which no piece can ever move, as bits, openings included.
        openings: the heading into HOME, as a bit.
        ahead: the square that a heading leads to, at `4 * square + heading`.
        areas: the start area, 1 to 4, or 0.
        slots: every slot, ascending.
        slotted: for each line, 1 if it has a slot, else 0.
        starts: four start squares per side.
    """

    def __init__(self, home: list[int], sides: list[Side], sitting: dict[int, list[int]]) -> None:
        self.home: Final = home
        self.sides: Final = sides
        self._sitting = sitting
        self.areas: Final = vec[i64]([corner_area(square) for square in range(SQUARES)] + [0])
        self.borders: Final = vec[i64](
            [self._borders_of(square) for square in range(SQUARES)] + [15]
        )
        self.openings: Final = vec[i64](
            [self._openings_of(square) for square in range(SQUARES)] + [0]
        )
        self.ahead: Final = vec[i64]([self._ahead_of(at // 4, at % 4) for at in range(4 * SQUARES)])
        self.starts: Final = vec[i64]([square for side in sides for square in side.start])
        lines = range(2 * SQUARES)
        self.slotted: Final = vec[i64]([int(self._is_slot(line)) for line in lines])
        self.slots: Final = vec[i64]([line for line in lines if self.slotted[line]])
        self._fence_rows: list[list[int]] = [[] for _ in lines]

    def sitting(self, seats: int) -> list[int]:
        """Return the sides on which `seats` players sit, in the order of turns (KIM-9)."""
        return self._sitting[seats]

    def seat_colors(self, seats: int) -> list[str]:
        """Return the color of each of `seats` players, in the order of turns."""
        return [self.sides[side].color for side in self.sitting(seats)]

    def closing(self, seats: int) -> list[tuple[int, int]]:
        """Return the slots filled at the entrances of empty sides, each with its side (KIM-8)."""
        empty = [side for side in range(len(SIDES)) if side not in self.sitting(seats)]
        return [(slot, side) for side in empty for slot in self.slots_at(self.sides[side].entrance)]

    def closed(self, seats: int) -> list[int]:
        """Return the entrance squares that nobody may enter (KIM-8)."""
        sitting = self.sitting(seats)
        return [side.entrance for at, side in enumerate(self.sides) if at not in sitting]

    def has_slot(self, line: int) -> bool:
        """Whether that line has a slot (KIM-6)."""
        return 0 <= line < 2 * SQUARES and self.slotted[line] == 1

    def fence_row(self, taken: int) -> list[int]:
        """Return the moves of a fence from `taken` into each of `slots`, in that order.

        They are made once and never change, because they are many and the same in every position.
        """
        if not self._fence_rows[taken]:
            self._fence_rows[taken] = [fence_move(taken, put) for put in self.slots]
        return self._fence_rows[taken]

    def slots_at(self, square: int) -> list[int]:
        """Return the slots around a square."""
        headings = [heading for heading in range(4) if neighbor(square, heading) != NOWHERE]
        lines = [line_of(square, heading) for heading in headings]
        return [line for line in lines if self.has_slot(line)]

    def _borders_of(self, square: int) -> int:
        """Return a square's borders: the board's edge, HOME's edges, start areas' arrows (KIM-5).

        Arrows are borders from outside only. HOME's openings are included; `openings` says where
        HOME may be entered.
        """
        borders = 0
        for heading in range(4):
            beside = neighbor(square, heading)
            entering = beside != NOWHERE and self.areas[beside] not in (0, self.areas[square])
            if beside == NOWHERE or beside in self.home or entering:
                borders |= 1 << heading
        return borders

    def _openings_of(self, square: int) -> int:
        """Return the heading from an entrance square into HOME, as a bit (KIM-3)."""
        if all(side.entrance != square for side in self.sides):
            return 0
        return sum(1 << heading for heading in range(4) if neighbor(square, heading) in self.home)

    def _ahead_of(self, square: int, heading: int) -> int:
        into_home = self.openings[square] >> heading & 1
        return HOME if into_home else neighbor(square, heading)

    def _is_slot(self, line: int) -> bool:
        """Whether a line has a slot: between two squares outside HOME and start areas (KIM-6)."""
        one, other = line // 2, neighbor(line // 2, line % 2)
        if other == NOWHERE or one in self.home or other in self.home:
            return False
        return corner_area(one) == corner_area(other) == 0


def read_board(content: bytes) -> KimboLayout:
    """Return the board in a file's content. KIM-1: every side has its own color.

    Raises `BadFile`, which names the file, the table and the key, if it is wrong.
    """
    tables = _FILE.read(content)
    _FILE.check_tables(tables, ("home", "side", "players"))
    side_tables = _FILE.table(tables, "side")
    _FILE.check_tables(side_tables, SIDES, "side.")
    home = _home(_FILE.table(tables, "home", ("squares",)))
    sides = [_side(name, side_tables) for name in SIDES]
    players = _FILE.table(tables, "players", [str(seats) for seats in SEATS])
    sitting = {seats: _sitting(players, seats) for seats in SEATS}
    _FILE.refuse_alike([(f"side.{side.name}", side.color) for side in sides], "color")
    board = KimboLayout(home, sides, sitting)
    _check_starts(board)
    _check_entrances(board)
    _check_fences(board)
    return board


def _square(name: object, table: str, key: str) -> int:
    if not isinstance(name, str) or name not in SQUARE_NAMES:
        raise _FILE.fault(table, key, f"{quoted(name)} is not a square; they are a1 to o15.")
    return SQUARE_NAMES[name]


def _home(table: TomlTable) -> list[int]:
    """Return HOME's squares: a block of three by three outside the start areas (KIM-2)."""
    names = _FILE.different_names("home", table, "squares", 9)
    home = sorted(_square(name, "home", "squares") for name in names)
    block = [home[0] + WIDTH * row + column for row in range(3) for column in range(3)]
    if home != block or home[0] % WIDTH > WIDTH - 3 or any(map(corner_area, home)):
        message = "they must be a block of 3 × 3 outside the start areas."
        raise _FILE.fault("home", "squares", message)
    return home


def _side(name: str, sides: TomlTable) -> Side:
    full_name = f"side.{name}"
    table = _FILE.table(sides, name, ("color", "entrance", "start", "fences"), "side.")
    color = _FILE.color(full_name, table)
    entrance = _square(_FILE.value(full_name, table, "entrance"), full_name, "entrance")
    names = _FILE.different_names(full_name, table, "start", PIECES)
    start = [_square(each, full_name, "start") for each in names]
    marked = []
    for slot in _FILE.different_names(full_name, table, "fences", FENCES):
        if line_named(slot) == NOWHERE:
            message = f"{quoted(slot)} is not a slot; write its squares, as in d3/d4."
            raise _FILE.fault(full_name, "fences", message)
        marked.append(line_named(slot))
    return Side(name, color, entrance, tuple(start), tuple(marked))


def _sitting(table: TomlTable, seats: int) -> list[int]:
    """Return the sides of that many players, clockwise (KIM-9); two sit opposite (KIM-1)."""
    order = "turns go clockwise: keep the order of the sides."
    sitting = _FILE.in_order(table, seats, SIDES, "side", order)
    if seats == 2 and sitting[1] - sitting[0] != 2:
        raise _FILE.fault("players", str(seats), "two players sit on opposite sides.")
    return sitting


def _check_starts(board: KimboLayout) -> None:
    """KIM-4: each color has one start square in each corner, and no two share one."""
    taken: list[int] = []
    for side in board.sides:
        for corner, square in enumerate(side.start):
            if corner_area(square) != corner + 1:
                message = f"{square_text(square)} isn't in the start area of {CORNERS[corner]}."
                raise _FILE.fault(f"side.{side.name}", "start", message)
        if set(taken) & set(side.start):
            message = "one of these squares belongs to another color."
            raise _FILE.fault(f"side.{side.name}", "start", message)
        taken += side.start


def _check_entrances(board: KimboLayout) -> None:
    """KIM-3, KIM-8: an entrance is beside HOME, with its own slot on each of its other sides."""
    taken: list[int] = []
    for side in board.sides:
        slots = board.slots_at(side.entrance)
        if not board.openings[side.entrance] or len(slots) != 3 or set(taken) & set(slots):
            message = "it must be next to HOME, with three slots of its own around it."
            raise _FILE.fault(f"side.{side.name}", "entrance", message)
        taken += slots


def _check_fences(board: KimboLayout) -> None:
    """KIM-7: each fence has its own slot, and none where fences close an entrance."""
    taken = [slot for side in board.sides for slot in board.slots_at(side.entrance)]
    for side in board.sides:
        lines = list(side.marked)
        wrong = not all(map(board.has_slot, lines))
        if wrong or len(set(lines)) != FENCES or set(taken) & set(lines):
            message = "each fence needs a slot of its own, not one of an entrance square."
            raise _FILE.fault(f"side.{side.name}", "fences", message)
        taken += lines
