"""Box in words: scores, marks, squares, and what is to be decided."""

from typing import Final, cast

from boxtui.drawing import Glyphs, Line
from boxtui.drawings.box import BoxDrawing, Picked
from boxtui.games.box.board import Grid, members
from boxtui.games.box.narration import scores_words, squares_words
from boxtui.games.box.notation import BLACK, COLORS, COLUMNS, RESIGN, WHITE, amount_text, point_text
from boxtui.games.box.position import BIDDING, CLAIMING, MARKING, NOBODY, OPENING, PICKING
from boxtui.games.box.state import Box
from boxtui.words.game import GameWords

_WANTED: Final = {
    OPENING: "Make the first mark in either color, as in black c4: the other picks a color then.",
    PICKING: "Pick your color: take black or take white.",
    CLAIMING: "Claim a box by two opposite corners, as in c4-f7, or say done.",
}


class BoxWords(GameWords):
    """Each color's marks and squares by their places."""

    @property
    def state(self) -> Box:
        """The position, by its own type."""
        return cast("Box", self.position)

    @property
    def grid(self) -> Grid:
        """The grid played on."""
        return self.state.grid

    def round_words(self) -> str:
        return f"{self.grid.size} × {self.grid.size}"

    def choices(self) -> list[int]:
        return [move for move in self.state.legal_moves() if move != RESIGN]

    def end_words(self) -> list[str]:
        lines = []
        for at, seat in enumerate(self.match.seats):
            color = self.state.color_of(at)
            squares = squares_words(self.grid.squares_in(self.state.colors[color]))
            given = self.state.given(at)
            more = f" and {amount_text(given)} at the start" if given else ""
            lines.append(f"{seat.name}, {COLORS[color]}: {squares}{more}")
        return lines

    def left_words(self) -> str:
        """How many squares nobody owns yet."""
        both = self.state.colors[BLACK] | self.state.colors[WHITE]
        return f"{squares_words(self.grid.size**2 - self.grid.squares_in(both))} left"

    def now_words(self) -> list[str]:
        if self.state.phase == BIDDING:
            return [self._bid_words()]
        wanted = [_WANTED[self.state.phase]] if self.state.phase in _WANTED else []
        if self.state.black == NOBODY:
            return wanted
        whose = ""
        if self.state.phase in (MARKING, CLAIMING):
            color = COLORS[self.state.color_of(self.state.seat)]
            whose = f"{self.match.seats[self.state.seat].name} is {color}. "
        return [f"{whose}Scores: {scores_words(self.state)}; {self.left_words()}.", *wanted]

    def _bid_words(self) -> str:
        """BOX-17: the bid to outdo, or to pass on."""
        if self.state.bid < 0:
            return "Bid what playing first is worth to you, as in bid 2.5."
        return f"{amount_text(self.state.bid)} is bid for playing first: bid more, or pass."

    def position_words(self) -> list[str]:
        last = point_text(self.grid.points - 1, self.grid)
        said = [f"The grid has {self.round_words()} squares, its intersections are a1 to {last}."]
        return [*said, *(self._color_words(color) for color in (BLACK, WHITE))]

    def _color_words(self, color: int) -> str:
        bits = self.state.colors[color]
        marks = [point_text(point, self.grid) for point in members(bits & self.grid.all_marks)]
        seats = [seat for at, seat in enumerate(self.match.seats) if self._has(at, color)]
        owner = f", {seats[0].name}" if seats else ""
        marked = ", ".join(marks) or "none"
        squares = "; ".join(self._square_rows(bits >> self.grid.points)) or "none"
        return f"{COLORS[color].capitalize()}{owner}: marks {marked}. Squares: {squares}."

    def _has(self, seat: int, color: int) -> bool:
        return self.state.black != NOBODY and self.state.color_of(seat) == color

    def _square_rows(self, squares: int) -> list[str]:
        """The squares by rows, each run by its lower left and upper right corners."""
        width, runs = self.grid.width, []
        for row in range(self.grid.size):
            line = "".join(str(squares >> row * width + at & 1) for at in range(width))
            start = line.find("1")
            while start >= 0:
                end = line.index("0", start)
                runs.append(f"{COLUMNS[start]}{row + 1}-{COLUMNS[end]}{row + 2}")
                start = line.find("1", end)
        return runs

    def drawn(self, glyphs: Glyphs) -> list[Line]:
        return BoxDrawing(self.state, glyphs, Picked()).lines()
