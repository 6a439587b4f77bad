"""The notation of Kimbo's moves: `F d3/d4>h5/h6`, `5+3 c3xc8@a15-c11`, `J e5-e6`."""

import re
from dataclasses import dataclass
from functools import partial
from typing import Final

from boxtui.core import AmbiguousMove, BadNotation, IllegalMove
from boxtui.games.kimbo.moves import (
    BOTH,
    JUMP,
    KEEP,
    PASS,
    capture_at_the_end,
    capture_on_the_way,
    corners_of,
    count_of,
    end_of,
    fence_move,
    piece_move,
    slots_of,
    start_of,
    stop_of,
)
from boxtui.games.kimbo.squares import (
    CORNERS,
    HOME,
    NOWHERE,
    SQUARE_NAMES,
    corner_area,
    line_named,
    line_text,
    neighbor,
    square_text,
)
from boxtui.wording import listed, quoted

_LEG: Final = r"([-x])([a-o]\d\d?|home)(?:@(\w+?))?"
_COUNT: Final = r"(?:(j|\d\d?(?:\+\d\d?)?) *)?"
_PIECE: Final = re.compile(rf"{_COUNT}([a-o]\d\d?){_LEG}(?:{_LEG})?(?: *([nesw]))?")
_THEN: Final = r"(?: *[,;] *| +)(?:(?:and|then) +)*"
_SEVERAL: Final = re.compile(rf"({_PIECE.pattern}){_THEN}{_PIECE.pattern}")

_TO: Final = r"(?: *(?:-?>|-|,|to) *| +)"
_FENCE: Final = re.compile(rf"(?:f *)?([a-o]\d+/[a-o]\d+){_TO}([a-o]\d+/[a-o]\d+)")

_LISTED_CELLS: Final = 45
"""The most cells of three notations or more in a refusal, so that it fits two rows of 58."""


def dice_text(high: int, low: int) -> str:
    """Return the dice on the table as text: `5+3`, `4` for one die, `-` for none."""
    return f"{high}+{low}" if low else str(high) if high else "-"


def fence_text(move: int) -> str:
    """Return the notation of a fence's move, or `-` if none moves."""
    if move == KEEP:
        return "-"
    taken, put = slots_of(move)
    return f"F {line_text(taken)}>{line_text(put)}"


def piece_text(move: int, high: int, low: int) -> str:
    """Return the notation of a piece's move with these dice, or `pass` for none."""
    if move == PASS:
        return "pass"
    count, start, end = count_of(move), start_of(move), end_of(move)
    written = "J" if count == JUMP else f"{high}+{low}" if count == BOTH else str(count)
    stop_corner, end_corner = corners_of(move)
    on_the_way = _leg(stop_of(move), stop_corner) if stop_corner else ""
    return f"{written} {square_text(start)}{on_the_way}{_leg(end, end_corner)}"


def _leg(square: int, corner: int) -> str:
    if not corner:
        return f"-{square_text(square)}"
    return f"x{square_text(square)}@{CORNERS[corner - 1]}"


def told_apart(moves: list[int], high: int, low: int) -> AmbiguousMove:
    """Return the refusal of a text that fits several `moves`; it lists some, or all if few.

    They differ in what they are played by (KIM-12), in the corners of captures (KIM-19), or both.
    """
    by_count = {count_of(move): piece_text(move, high, low) for move in reversed(moves)}
    if len(by_count) > 1:
        rule, asked, texts = "KIM-12", "what the piece moves by", [*reversed(by_count.values())]
        asked += " and the corners of captures" if len(by_count) < len(moves) else ""
    else:
        are_several = all(corners_of(moves[0]))
        goes = "the captured pieces go" if are_several else "the captured piece goes"
        rule, asked = "KIM-19", f"where {goes} back"
        texts = [piece_text(move, high, low) for move in moves]
    is_long = len(texts) > 2 and len(", ".join(texts)) > _LISTED_CELLS
    if is_long or len(texts) < len(moves):
        asked, texts = f"{asked}, as in", texts[:2]
    else:
        asked = f"{asked}:"
    return AmbiguousMove(f"Write {asked} {listed(texts, 'or')}. ({rule})")


def fence_in(text: str) -> int:
    """Return the fence's move that `text` names, legal or not; `roll` moves none, as `-` does.

    Raises `BadNotation`, or `IllegalMove` for a piece's move.
    """
    typed = text.strip().lower()
    if typed in ("-", "roll"):
        return KEEP
    match = _FENCE.fullmatch(typed)
    if match is None and _PIECE.fullmatch(typed):
        raise IllegalMove("KIM-10", "No piece moves before the roll: move a fence, or roll.")
    if match is None:
        unread = f"{quoted(text.strip())} can't be read: write a fence's move"
        raise BadNotation(f"{unread} as F d3/d4>h5/h6, or roll.")
    taken, put = (line_named(name) for name in match.groups())
    if NOWHERE in (taken, put):
        raise BadNotation("A slot is written as the two squares beside it, as in d3/d4.")
    return fence_move(taken, put)


@dataclass(frozen=True)
class Typed:
    """A piece's move as it was typed.

    Attributes:
        dice: the dice as written, or () if none are named.
        stop: the square of a capture on the way, or 0.
        stop_corner: the corner for it as in `CORNERS`, from 1; 0 without a capture, None if left
            open.
        end_corner: the same for a capture at the end.
        heading: the heading in which it sets out, or `NOWHERE` if left open.
    """

    jump: bool
    dice: tuple[int, ...]
    start: int
    stop: int
    end: int
    stop_corner: int | None
    end_corner: int | None
    heading: int

    def moves(self, high: int, low: int) -> list[int]:
        """Return the moves that this may mean with these dice on the table, legal or not."""
        return [
            piece_move(self.start, self.end, count)
            | (capture_on_the_way(self.stop, stop_corner) if self.stop else 0)
            | capture_at_the_end(end_corner)
            for count in self._counts(high, low)
            for stop_corner in _corners(self.stop_corner)
            for end_corner in _corners(self.end_corner)
        ]

    def _counts(self, high: int, low: int) -> list[int]:
        if self.jump:
            return [JUMP]
        if len(self.dice) == 2:
            return [BOTH]
        if self.dice:
            return [self.dice[0]]
        if self.stop or not low:
            return [BOTH] if low else [high]
        may_jump = high == low and self.end in map(partial(neighbor, self.start), range(4))
        return [BOTH, *{high: None, low: None}, *([JUMP] if may_jump else [])]


def _corners(corner: int | None) -> list[int]:
    """Return the corners that a typed one may mean: all if it was left open."""
    return [1, 2, 3, 4] if corner is None else [corner]


def captured_in_area() -> IllegalMove:
    """Return the refusal of a capture on the way in a start area (KIM-21)."""
    return IllegalMove("KIM-21", "Nothing is captured in a start area.")


def piece_in(text: str, is_second: bool) -> Typed:
    """Return the piece's move that `text` names, legal or not.

    `is_second` means that one die is left, for a second piece. An error then doesn't explain moves
    by both dice, or jumps. Raises `BadNotation`, or `IllegalMove` for a fence's move, and for a
    capture on the way on a1, because 0, the number of that square, stands for no capture.
    """
    typed = text.strip().lower()
    if _FENCE.fullmatch(typed):
        raise IllegalMove("KIM-10", "A fence moves only before the roll.")
    match = _PIECE.fullmatch(typed)
    if match is None:
        if several := _SEVERAL.match(typed):
            raise BadNotation(f"Type one move at a time: {quoted(several[1])} first.")
        raise _unread(text, is_second)
    count, start, *legs, heading = match.groups()
    first_leg, second_leg = legs[:3], legs[3:]
    has_stop = second_leg[0] is not None
    stop_mark, stop, stop_corner = first_leg if has_stop else second_leg
    end_mark, end, end_corner = second_leg if has_stop else first_leg
    if stop_mark == "-" and is_second:
        raise _unread(text, is_second)
    if stop_mark == "-":
        raise BadNotation("Between two squares only a capture is written, as in c3xc8@a15-c11.")
    if stop == "a1":
        raise captured_in_area()
    return Typed(
        jump=count == "j",
        dice=tuple(map(int, count.split("+"))) if count and count != "j" else (),
        start=_square(start),
        stop=_square(stop) if stop else 0,
        end=_square(end),
        stop_corner=_corner(stop_mark, stop_corner),
        end_corner=_corner(end_mark, end_corner),
        heading="nesw".index(heading) if heading else NOWHERE,
    )


def _unread(text: str, is_second: bool) -> BadNotation:
    examples = "5 c3-c8 or 5 c3xc8@a15"
    if not is_second:
        examples = "5 c3-c8, 5+3 c3-c11, 5 c3xc8@a15 or J e5-e6"
    return BadNotation(f"{quoted(text.strip())} can't be read: write a move, such as {examples}.")


def _square(name: str) -> int:
    if name != "home" and name not in SQUARE_NAMES:
        raise BadNotation(f"{quoted(name)} is not a square; they are a1 to o15, and HOME.")
    return HOME if name == "home" else SQUARE_NAMES[name]


def _corner(mark: str | None, name: str | None) -> int | None:
    """Return the corner after the `@` of a capture; 0 without a capture, None if left open.

    Any square of its start area names a corner, such as the one that the piece goes back to.
    """
    if name is None:
        return None if mark == "x" else 0
    corner = corner_area(SQUARE_NAMES[name]) if mark == "x" and name in SQUARE_NAMES else 0
    if not corner:
        raise BadNotation(f"Write @ and a corner after a capture: {', '.join(CORNERS)}.")
    return corner
