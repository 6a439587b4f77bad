"""Whether a move of Kimbo is legal, without listing all moves, and which rule it breaks."""

from librt.vecs import vec
from mypy_extensions import i64

from boxtui.core import IllegalMove
from boxtui.games.kimbo.board import PIECES
from boxtui.games.kimbo.moves import (
    BOTH,
    FENCE_LIMIT,
    JUMP,
    PASS,
    PIECE_LIMIT,
    capture_at_the_end,
    capture_on_the_way,
    corners_of,
    count_of,
    end_of,
    piece_move,
    slots_of,
    start_of,
    stop_of,
)
from boxtui.games.kimbo.notation import captured_in_area, piece_text
from boxtui.games.kimbo.paths import all_paths, path_end
from boxtui.games.kimbo.position import ONLY_JUMP, KimboTable
from boxtui.games.kimbo.squares import (
    HEADINGS,
    HOME,
    NOWHERE,
    SQUARES,
    WIDTH,
    line_text,
    neighbor,
    square_text,
)


def why_not_fence(table: KimboTable, move: i64) -> IllegalMove | None:
    """Return the rule that moving a fence breaks (KIM-10), or None if it is legal."""
    taken, put = slots_of(move)
    if not 0 <= move < FENCE_LIMIT:
        return IllegalMove("KIM-6", "A fence is moved from one slot to another.")
    if not table.board.has_slot(taken):
        return _no_slot(taken)
    if not table.owns_fence(taken):
        return _not_own_fence(table, taken)
    if not table.board.has_slot(put):
        return _no_slot(put)
    if not table.is_vacant(put):
        return IllegalMove("KIM-10", f"A fence stands in {line_text(put)}; take a vacant slot.")
    return None


def _no_slot(line: i64) -> IllegalMove:
    without = "border lines, openings and the lines of a start area have none"
    return IllegalMove("KIM-6", f"There is no slot at {line_text(line)}: {without}.")


def _not_own_fence(table: KimboTable, slot: i64) -> IllegalMove:
    if slot in [closing for closing, _ in table.board.closing(len(table.sides))]:
        return IllegalMove("KIM-8", "Fences that close an entrance never move.")
    return IllegalMove("KIM-10", f"No fence of yours stands in {line_text(slot)}.")


def why_not_piece(table: KimboTable, move: i64) -> IllegalMove | None:
    """Return the rule that a piece's move or a pass breaks, or None if it is legal."""
    if move == PASS:
        return None if table.playable == ONLY_JUMP else _cannot_pass(table)
    start, end = start_of(move), end_of(move)
    if not 0 <= move < PIECE_LIMIT or max(start, stop_of(move)) >= SQUARES or end > HOME:
        return IllegalMove("KIM-12", "That is not a move of a piece.")
    if table.occupant[start] != table.seat + 1:
        return _not_own_piece(table, start)
    if stop_of(move) and count_of(move) != BOTH:
        return IllegalMove("KIM-20", "Only a move for both dice can capture on its way.")
    if count_of(move) == JUMP:
        fault = _why_not_jump(table, start, end)
    else:
        fault = _why_not_dice(table, move)
    return fault if fault is not None else _why_not_captures(table, move)


def why_not_heading(table: KimboTable, move: i64, heading: i64) -> IllegalMove | None:
    """Return why a piece's legal move can't set out in `heading` (KIM-13), or None if it can.

    `NOWHERE` stands for any heading.
    """
    if heading == NOWHERE:
        return None
    start, end, count = start_of(move), end_of(move), count_of(move)
    if count == JUMP:
        sets_out = table.board.ahead[start << 2 | heading] == end
    else:
        sets_out = table.path_to(start, end, count, stop_of(move), heading) >= 0
    if sets_out:
        return None
    move_words = f"The move from {square_text(start)} to {square_text(end)}"
    return IllegalMove("KIM-13", f"{move_words} doesn't set out to the {HEADINGS[heading]}.")


def _cannot_pass(table: KimboTable) -> IllegalMove:
    left = "the dice" if table.low else f"the {table.high}"
    return IllegalMove("KIM-25", f"You can't pass while {left} can be played.")


def _not_own_piece(table: KimboTable, start: i64) -> IllegalMove:
    owner = table.occupant[start]
    if owner:
        message = f"The piece on {square_text(start)} is {table.color_name(owner - 1)}'s"
    else:
        message = f"There is no piece on {square_text(start)}"
    return IllegalMove("KIM-12", f"{message}: play one of yours.")


def _why_not_dice(table: KimboTable, move: i64) -> IllegalMove | None:
    """Return what is wrong with a move by one die or both, apart from its captures."""
    start, end, count = start_of(move), end_of(move), count_of(move)
    fault = _why_not_count(table, start, count)
    if fault is not None:
        return fault
    if not table.may_end(start, end):
        return _cannot_end(table, end)
    if table.path_to(start, end, count, stop_of(move)) < 0:
        return _no_path(table, start, end, count, stop_of(move))
    if count != BOTH and not table.uses_enough(start, end, table.high + table.low - count):
        cannot = f"no other piece could play the {table.high + table.low - count}"
        message = f"The whole roll can be played, but after this move {cannot}."
        return IllegalMove("KIM-25", message)
    return None


def _why_not_count(table: KimboTable, start: i64, count: i64) -> IllegalMove | None:
    """KIM-12: one piece plays both dice, or one piece plays a die and a different one the other."""
    if count == BOTH and not table.low:
        return IllegalMove("KIM-12", f"One die has been played; only the {table.high} is left.")
    if count != BOTH and (not count or count not in (table.high, table.low)):
        show = (
            f"dice show {table.high} and {table.low}"
            if table.low
            else f"die left shows {table.high}"
        )
        return IllegalMove("KIM-12", f"There is no {count} to play; the {show}.")
    if start == table.moved:
        return IllegalMove("KIM-12", "The other die must move a different piece.")
    return None


def _cannot_end(table: KimboTable, end: i64) -> IllegalMove:
    if table.board.areas[end]:
        return IllegalMove("KIM-21", f"{square_text(end)} is in a start area: no move ends there.")
    return _occupied("KIM-18", end)


def _closed(square: i64) -> IllegalMove:
    return IllegalMove("KIM-8", f"The entrance square {square_text(square)} is closed.")


def _occupied(rule: str, square: i64) -> IllegalMove:
    return IllegalMove(rule, f"Another piece of yours stands on {square_text(square)}.")


def _no_path(table: KimboTable, start: i64, end: i64, count: i64, stop: i64) -> IllegalMove:
    """Return the rule that keeps a piece from ending there."""
    steps = table.high + table.low if count == BOTH else count
    cannot = f"{square_text(start)} can't reach {square_text(end)} with {steps}"
    if stop and table.path_to(start, end, count, 0) >= 0:
        message = f"Neither die alone brings it exactly onto {square_text(stop)} on that path."
        return IllegalMove("KIM-20", message)
    if end in table.closed:
        return _closed(end)
    if end in table.board.home:
        return IllegalMove("KIM-2", f"{square_text(end)} is part of HOME: write HOME for it.")
    if end == HOME:
        message = (
            f"HOME is entered by exact count, heading into it: {steps} doesn't bring it there."
        )
        return IllegalMove("KIM-22", message)
    if _would_enter_area(table, start, end, steps):
        return IllegalMove("KIM-21", f"No piece goes into a start area: {cannot}.")
    if count == BOTH and _would_turn_between_dice(table, start, end):
        return IllegalMove("KIM-16", "A move for both dice can't change direction between them.")
    if end in _reach(table, start, steps, False):
        message = "A piece goes straight on, and turns only where a fence or border line meets it"
        return IllegalMove("KIM-14", f"{message}: {cannot}.")
    if end in _reach(table, start, steps, True):
        message = "A piece turns back only where it is blocked ahead, left and right"
        return IllegalMove("KIM-15", f"{message}: {cannot}.")
    if _is_diagonal(start, end):
        return IllegalMove("KIM-13", "A piece never moves diagonally.")
    if _is_path(table, table.board.borders, start, end, steps):
        return IllegalMove("KIM-14", f"Fences are in the way: {cannot}.")
    return IllegalMove("KIM-12", f"{cannot}.")


def _would_enter_area(table: KimboTable, start: i64, end: i64, steps: i64) -> bool:
    """Whether there would be a path if pieces could go into start areas (KIM-21)."""
    walls, areas = table.walls[:], table.board.areas
    for square in range(SQUARES):
        for heading in range(4):
            beside = neighbor(square, heading)
            if beside != NOWHERE and areas[beside] not in (0, areas[square]):
                walls[square] &= ~(1 << heading)
    return _is_path(table, walls, start, end, steps)


def _would_turn_between_dice(table: KimboTable, start: i64, end: i64) -> bool:
    """Whether the dice would lead there one after the other, each in its own direction."""
    for first, second in ((table.high, table.low), (table.low, table.high)):
        for path in all_paths(table.board, table.walls, start, first, first):
            if path_end(path) != HOME and table.path_to(path_end(path), end, second, 0) >= 0:
                return True
    return False


def _reach(table: KimboTable, start: int, steps: int, back: bool) -> set[int]:
    """Return where a piece could end if it might turn anywhere, or even turn `back` anywhere."""
    places = {(start, heading) for heading in range(4)}
    for step in range(steps):
        turns = (0, 1, 2, 3) if back or not step else (0, 1, 3)
        places = {
            (neighbor(square, (heading + turn) & 3), (heading + turn) & 3)
            for square, heading in places
            for turn in turns
            if not table.walls[square] >> ((heading + turn) & 3) & 1
        }
    return {square for square, _ in places}


def _is_diagonal(start: int, end: int) -> bool:
    across = abs(start % WIDTH - end % WIDTH)
    return across != 0 and across == abs(start // WIDTH - end // WIDTH)


def _is_path(table: KimboTable, walls: vec[i64], start: i64, end: i64, steps: i64) -> bool:
    """Whether there would be a path if the walls were these."""
    return any(path_end(path) == end for path in all_paths(table.board, walls, start, steps, steps))


def _why_not_jump(table: KimboTable, start: i64, end: i64) -> IllegalMove | None:
    """Return the condition of a jump that isn't met (KIM-26), or None."""
    if table.high != table.low:
        return IllegalMove("KIM-26", "A jump needs doubles and replaces the whole move.")
    for heading in range(4):
        if table.board.ahead[start << 2 | heading] == end:
            if table.jump_from(start, heading) == end:
                return None
            return _cannot_jump(table, start, end, heading)
    return IllegalMove("KIM-26", "A jump goes to the next square, over one fence.")


def _cannot_jump(table: KimboTable, start: i64, end: i64, heading: i64) -> IllegalMove:
    if not table.has_fence(start, heading):
        return IllegalMove("KIM-26", "A jump goes over a fence, never over a border line.")
    if end in table.closed:
        return _closed(end)
    return _occupied("KIM-26", end)


def _why_not_captures(table: KimboTable, move: i64) -> IllegalMove | None:
    """KIM-19, KIM-20: exactly the captured pieces are put back, each in a vacant corner."""
    end, stop = end_of(move), stop_of(move)
    stop_corner, end_corner = corners_of(move)
    stop_owner = table.capturable(stop) if stop else 0
    end_owner = 0 if end == stop else table.capturable(end)
    if table.board.areas[stop] and stop:
        return captured_in_area()
    if stop and not stop_owner:
        return IllegalMove("KIM-20", f"There is nothing to capture on {square_text(stop)}.")
    for square, owner, corner in (stop, stop_owner, stop_corner), (end, end_owner, end_corner):
        # KIM-19: a captured piece, and no other, is put back in a corner.
        if corner and not owner:
            return IllegalMove("KIM-19", f"There is nothing to capture on {square_text(square)}.")
        if owner and not corner:
            return _not_put_back(table, move, square, stop_owner, end_owner)
    if stop_owner and stop_owner == end_owner and stop_corner == end_corner:
        return IllegalMove("KIM-19", "Two pieces of one color can't be put back in one corner.")
    fault = _why_not_corner(table, stop_owner, stop_corner)
    return fault or _why_not_corner(table, end_owner, end_corner)


def _not_put_back(
    table: KimboTable, move: i64, square: i64, stop_owner: i64, end_owner: i64
) -> IllegalMove:
    """Return that the piece on a square is captured, and how that is written."""
    stop_corner, end_corner = corners_of(move)
    stop_corner = _corner_for(table, stop_owner, stop_corner, 0)
    taken = stop_corner if stop_owner == end_owner else 0
    end_corner = _corner_for(table, end_owner, end_corner, taken)
    whole = piece_move(start_of(move), end_of(move), count_of(move))
    whole |= capture_on_the_way(stop_of(move), stop_corner) | capture_at_the_end(end_corner)
    written = piece_text(whole, table.high, table.low)
    message = f"The piece on {square_text(square)} is captured: write x, as in {written}."
    return IllegalMove("KIM-19", message)


def _corner_for(table: KimboTable, owner: i64, typed: i64, taken: i64) -> i64:
    """Return a vacant corner for a captured piece of seat `owner` - 1; 0 if none is captured.

    It is the one that was typed if that is vacant, and never the one that is `taken`.
    """
    for corner in (typed, 1, 2, 3, 4):
        is_corner = owner != 0 and 0 < corner <= PIECES and corner != taken
        if is_corner and table.is_vacant_corner(owner, corner):
            return corner
    return 0


def _why_not_corner(table: KimboTable, owner: i64, corner: i64) -> IllegalMove | None:
    """KIM-19: a captured piece of seat `owner` - 1 is put back in a vacant corner."""
    if not owner or (corner <= PIECES and table.is_vacant_corner(owner, corner)):
        return None
    message = f"The start square of {table.color_name(owner - 1)} in that corner isn't vacant."
    return IllegalMove("KIM-19", message)
