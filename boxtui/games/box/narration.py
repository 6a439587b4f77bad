"""Descriptions of the moves of Box."""

from typing import Final

from boxtui.games.box.board import Grid
from boxtui.games.box.moves import BLACK, CLAIM, COLORS, DONE, PASS, RESIGN, TAKE, WHITE
from boxtui.games.box.notation import amount_text, box_text, move_text, point_text
from boxtui.games.box.position import CLAIMING, DRAWING, ENDED, MARKING, OPENING, PICKING, Position
from boxtui.wording import counted

MOVE_NAMES: Final = {
    TAKE + BLACK: "taking black",
    TAKE + WHITE: "taking white",
    PASS: "passing",
    DONE: "ending the turn",
    RESIGN: "resigning",
}
"""What sentences call the moves whose notation doesn't read well in them."""


def describe_move(before: Position, move: int, after: Position) -> str:
    """Return what `move` did between two positions, as a clause that follows a player's name."""
    if move == RESIGN:
        return "resigns"
    if before.phase == MARKING:
        return _describe_mark(before, move, after) + _describe_rest(before, after)
    if before.phase == CLAIMING:
        return _describe_claim(before, move, after) + _describe_rest(before, after)
    return _describe_opening(before, move, after)


def called_out(before: Position, move: int, after: Position) -> str:
    """Return the threats called (BOX-21) and the missed boxes pointed out (BOX-22) after a move."""
    threats = _describe_threats(before, move, after) if before.phase == MARKING else ""
    return (threats + _describe_missed(before.seat, after)).removeprefix("; ")


def _describe_mark(before: Position, point: int, after: Position) -> str:
    color, grid = before.color_of(before.seat), before.grid
    own, theirs = before.colors[color], before.colors[1 - color]
    words = f"marks {point_text(point, grid)}"
    won = grid.squares_in(after.colors[color]) - grid.squares_in(own)
    if won:
        boxes = grid.completed(point, own, theirs)
        words += f" and claims {boxes_words(boxes, grid)}: {squares_words(won)}"
    return words + _describe_threats(before, point, after)


def _describe_threats(before: Position, point: int, after: Position) -> str:
    threats = after.called_threats(before.seat, point) if after.phase != ENDED else []
    return f"; threatens {threats_words(threats, before.grid)}" if threats else ""


def _describe_claim(before: Position, move: int, after: Position) -> str:
    if move == DONE:
        return "ends the turn"
    color, grid = before.color_of(before.seat), before.grid
    won = grid.squares_in(after.colors[color]) - grid.squares_in(before.colors[color])
    return f"claims {box_text(move - CLAIM, grid)}: {squares_words(won)}"


def _describe_rest(before: Position, after: Position) -> str:
    """Return what else happened: a majority (BOX-20), missed boxes (BOX-22), the game's end."""
    if after.phase == ENDED:
        return f"; the game is over, {scores_words(after)}"
    words = ""
    if after.owner_of_most() == before.seat != before.owner_of_most() and not after.is_full():
        other = f"seat {2 - before.seat}"
        words = f"; owns more than half of all points, so {other} may well resign (BOX-20)"
    return words + _describe_missed(before.seat, after)


def _describe_missed(mover: int, after: Position) -> str:
    if after.phase != MARKING or after.seat == mover:
        return ""
    of_mover, of_next = (after.pointed_out(seat, after.seat) for seat in (mover, after.seat))
    words = f"; missed {boxes_words(of_mover, after.grid)}" if of_mover else ""
    said = f"; seat {2 - mover} missed {boxes_words(of_next, after.grid)}" if of_next else ""
    return words + said


def _describe_opening(before: Position, move: int, after: Position) -> str:
    if before.phase == DRAWING:
        return f"Lots are drawn: seat {after.first + 1} begins (BOX-24)"
    if before.phase == OPENING:
        color, point = move_text(move, before.grid).split()
        return f"marks {point} in {color}; seat {2 - before.seat} picks a color"
    if before.phase == PICKING:
        taken = "and the first mark with it" if after.first == before.seat else "and marks next"
        return f"takes {COLORS[move - TAKE]} {taken}"
    if move == PASS:
        return (
            f"passes and starts with {points_words(after.bid)}; seat {after.first + 1} marks first"
        )
    return f"bids {points_words(after.bid)} to mark first"


def outermost(boxes: list[int], grid: Grid) -> list[int]:
    """Return the boxes that aren't inside another of them, the largest first."""
    found = []
    for box in boxes:
        squares = grid.squares_of[box]
        around = [each for each in boxes if not squares & ~grid.squares_of[each]]
        if around == [box]:
            found.append((-squares.bit_count(), box))
    return [box for _, box in sorted(found)]


def boxes_words(boxes: list[int], grid: Grid) -> str:
    """Return the outermost of some boxes as text, the largest first."""
    return ", ".join(box_text(box, grid) for box in outermost(boxes, grid))


def threats_words(threats: list[tuple[int, int]], grid: Grid) -> str:
    """Return threatened boxes as text, each with the mark that it lacks: ``c4-f7 by f4``."""
    by_mark: dict[int, list[int]] = {}
    for mark, box in threats:
        by_mark.setdefault(mark, []).append(box)
    return ", ".join(
        f"{boxes_words(boxes, grid)} by {point_text(mark, grid)}" for mark, boxes in by_mark.items()
    )


def scores_words(position: Position) -> str:
    """Return both scores as text, black's first: ``black 54, white 48.5``."""
    scores = position.scores()
    return ", ".join(
        f"{COLORS[position.color_of(seat)]} {scores[seat]:g}"
        for seat in (position.black, 1 - position.black)
    )


def squares_words(count: int) -> str:
    """Return a number of squares as text: ``1 square``, ``9 squares``."""
    return counted(count, "square")


def points_words(halves: int) -> str:
    """Return half points as text with their unit: 2 is ``1 point``, 5 is ``2.5 points``."""
    return f"{amount_text(halves)} {'point' if halves == 2 else 'points'}"
