"""A slow, simple reference for Box: it checks every rectangle, square by square."""

from functools import cache
from random import Random

from typed_moves import words_of

from boxtui.core import OVER
from boxtui.games import GAMES
from boxtui.games.box.state import Box

Rectangle = tuple[int, int, int, int]
"""Left column, lower row, right column, upper row, from 0."""

Corners = tuple[tuple[int, int], ...]


@cache
def rectangles(size: int) -> list[tuple[Rectangle, Corners]]:
    """Return every rectangle of a grid with its four corners."""
    columns = [(one, two) for one in range(size) for two in range(one + 1, size + 1)]
    return [
        ((left, low, right, high), ((left, low), (left, high), (right, low), (right, high)))
        for left, right in columns
        for low, high in columns
    ]


class SlowBox:
    """Marks and squares in dicts from (column, row) to a color, 0 or 1."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.marks: dict[tuple[int, int], int] = {}
        self.squares: dict[tuple[int, int], int] = {}

    def squares_of(self, rectangle: Rectangle) -> list[tuple[int, int]]:
        left, low, right, high = rectangle
        return [(column, row) for column in range(left, right) for row in range(low, high)]

    def is_blocked(self, color: int, rectangle: Rectangle) -> bool:
        left, low, right, high = rectangle
        for column in range(left + 1, right):
            for row in range(low + 1, high):
                if self.marks.get((column, row)) == 1 - color:
                    return True
        return any(self.squares.get(at) == 1 - color for at in self.squares_of(rectangle))

    def claimable(self, color: int) -> list[Rectangle]:
        """Return the boxes that would win at least one square."""
        own = {at for at, mark in self.marks.items() if mark == color}
        return [
            rectangle
            for rectangle, corners in rectangles(self.size)
            if own.issuperset(corners)
            and not self.is_blocked(color, rectangle)
            and any(self.squares.get(at) != color for at in self.squares_of(rectangle))
        ]

    def claim(self, color: int, rectangle: Rectangle) -> None:
        for at in self.squares_of(rectangle):
            self.squares[at] = color

    def claim_all(self, color: int) -> None:
        for rectangle in self.claimable(color):
            self.claim(color, rectangle)

    def threatened(self, color: int) -> list[tuple[str, str]]:
        """Return (mark, box) for each box that one more mark would complete."""
        found = []
        for column in range(self.size + 1):
            for row in range(self.size + 1):
                if (column, row) not in self.marks:
                    before = set(self.claimable(color))
                    self.marks[column, row] = color
                    new = set(self.claimable(color)) - before
                    del self.marks[column, row]
                    found += [(point_name(column, row), box_name(box)) for box in new]
        return sorted(found)

    def is_over(self) -> bool:
        full = len(self.marks) == (self.size + 1) ** 2
        return full or len(self.squares) == self.size**2


def point_name(column: int, row: int) -> str:
    return f"{'abcdefghijklmnopq'[column]}{row + 1}"


def box_name(rectangle: Rectangle) -> str:
    left, low, right, high = rectangle
    return f"{point_name(left, low)}-{point_name(right, high)}"


def rows_of(places: dict[tuple[int, int], int], size: int) -> str:
    """Return marks or squares as the text of a position shows them."""
    rows = [
        "".join("BW."[places.get((column, row), 2)] for column in range(size))
        for row in reversed(range(size))
    ]
    return "/".join(rows)


def agree(state: Box, slow: SlowBox) -> None:
    words = words_of(state.text())
    assert words["marks"] == rows_of(slow.marks, slow.size + 1)
    assert words["squares"] == rows_of(slow.squares, slow.size)
    assert (state.current_player() == OVER) == (slow.is_over() and state.phase != "claim")


def compare_game(size: int, by_hand: bool, seed: int) -> None:
    """Play one random game with both, the reference making its own claims.

    By hand, a claim is missed now and then, and the claimable boxes are compared each time.
    """
    rng, slow = Random(seed), SlowBox(size)
    options = {"size": size, "claiming": "by hand" if by_hand else "automatic", "balance": "none"}
    state = GAMES["box"].start(options, 2)
    assert isinstance(state, Box)
    while state.current_player() != OVER:
        color, claiming = state.current_player(), state.phase == "claim"
        if claiming:
            boxes = {box_name(box): box for box in slow.claimable(color)}
            texts = {state.move_text(move) for move in state.legal_moves()}
            assert texts == {"done", "resign", *boxes}
        move = state.random_move(rng)
        text = state.move_text(move)
        state.play(move)
        if claiming and text != "done":
            slow.claim(color, boxes[text])
        elif not claiming:
            slow.marks[ord(text[0]) - ord("a"), int(text[1:]) - 1] = color
            if not by_hand:
                slow.claim_all(color)
        agree(state, slow)
    owned = list(slow.squares.values())
    assert state.scores() == [owned.count(0), owned.count(1)]
