"""Which rule an illegal move of Box breaks, as sentences.

Each function is given a move that isn't legal.
"""

from boxtui.core import IllegalMove, game_over
from boxtui.games.box.moves import (
    BID,
    CLAIM,
    DONE,
    FIRST_BLACK,
    NO_MOVE,
    PASS,
    RESIGN,
    TAKE,
    first_mark,
)
from boxtui.games.box.notation import amount_text, box_text, move_in, point_text
from boxtui.games.box.position import (
    BIDDING,
    DRAWING,
    ENDED,
    MARKING,
    NO_BID,
    OPENING,
    PICKING,
    RESIGNED,
    Position,
)


def refusal_of(position: Position, move: int, named: int = NO_MOVE) -> IllegalMove:
    """Return the rule that an illegal move breaks in the position's phase.

    Examples of marks are at the intersection `named`, if it is one that can be marked.
    """
    if position.phase == ENDED:
        return game_over("BOX-18")
    if position.phase == RESIGNED:
        return IllegalMove("BOX-20", "The game is over: a player has resigned.")
    if position.phase == DRAWING:
        return IllegalMove("BOX-24", "The lot picks seat 1 or seat 2.")
    if position.phase == BIDDING:
        return _refusal_of_bid(position, move)
    if position.phase == OPENING:
        return _refusal_of_opening(position, move, named)
    if position.phase == PICKING:
        return IllegalMove("BOX-12", "Pick your color now: take black or take white.")
    if position.phase == MARKING:
        return _refusal_of_mark(position, move, named)
    return _refusal_of_claim(position, move)


def _refusal_of_opening(position: Position, move: int, named: int) -> IllegalMove:
    if 0 <= move < position.grid.points:
        where = point_text(move, position.grid)
        either = f"black {where} or white {where}"
        return IllegalMove("BOX-12", f"Name the color of the first mark too: {either}.")
    where = _free(position, named)
    return IllegalMove("BOX-12", f"Make the first mark in either color, as in black {where}.")


def _refusal_of_bid(position: Position, move: int) -> IllegalMove:
    if move == PASS:
        return IllegalMove("BOX-17", "Nobody has bid yet: open with any bid from 0.")
    most = position.highest_bid()
    if position.bid == most:
        return IllegalMove("BOX-17", f"Nobody can bid more than {amount_text(most)}: pass.")
    if not BID <= move < CLAIM:
        or_pass = "" if position.bid == NO_BID else ", or pass"
        return IllegalMove("BOX-17", f"Bid to mark first, as in bid 2.5{or_pass}.")
    if move > BID + most:
        words = f"Bid at most {amount_text(most)} points, one for each square."
        return IllegalMove("BOX-17", words)
    return IllegalMove("BOX-17", f"Bid more than {amount_text(position.bid)}, or pass.")


def _refusal_of_mark(position: Position, move: int, named: int) -> IllegalMove:
    if 0 <= move < position.grid.points:
        where = point_text(move, position.grid)
        return IllegalMove("BOX-3", f"{where} is already marked: mark an empty intersection.")
    if FIRST_BLACK <= move < TAKE:
        where = point_text(first_mark(move)[1], position.grid)
        return IllegalMove("BOX-12", f"Only the first mark names a color: write {where} alone.")
    free = _free(position, named)
    if move == DONE or CLAIM <= move < RESIGN:
        if position.terms.by_hand:
            return IllegalMove("BOX-3", f"Mark an empty intersection first, as in {free}.")
        return IllegalMove("BOX-11", "Boxes are claimed automatically in this game: just mark.")
    if move == PASS:
        return IllegalMove("BOX-3", f"You can't pass: mark an intersection, as in {free}.")
    return IllegalMove("BOX-3", f"Mark an empty intersection, as in {free}.")


def _free(position: Position, named: int) -> str:
    """Return an intersection that can be marked: `named`, c4, or another if both are taken."""
    grid = position.grid
    empty = grid.empty(*position.colors)
    examples = [at for at in (named, move_in("c4", grid)) if at in empty]
    return point_text([*examples, *empty][0], grid)


def _refusal_of_claim(position: Position, move: int) -> IllegalMove:
    box, grid = move - CLAIM, position.grid
    if not 0 <= box < grid.points**2 or grid.box_of[box] != box:
        return IllegalMove("BOX-11", "Claim a box by two corners, as in c4-f7, or say done.")
    color, name = position.color_of(position.seat), box_text(box, grid)
    own, theirs = position.colors[color], position.colors[1 - color]
    if grid.corners(box) & ~own:
        return IllegalMove("BOX-4", f"{name} is not your box: its corners aren't all yours.")
    if theirs & grid.blocking[box]:
        return IllegalMove("BOX-4", f"{name} holds a mark or a square of the other player.")
    return IllegalMove("BOX-11", f"You own all squares of {name}: a claim must win one.")
