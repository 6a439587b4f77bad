"""Explanations of why one move is worse than another in Free the Box."""

from math import inf
from typing import Final

from ai.free_the_box.threats import Dangers
from ai.shared.reasons import Merits, with_conclusion
from boxtui.core import State
from boxtui.games.free_the_box.board import HIDING, SAFE, TOKENS
from boxtui.games.free_the_box.moves import DRAWING, ENDED, ENTER, FREE, KEEP, MOVING, ROLL, USE
from boxtui.games.free_the_box.narration import color_name, letter_of
from boxtui.games.free_the_box.position import CAPTURED, FreeTheBoxTable
from boxtui.games.free_the_box.state import FreeTheBox
from boxtui.wording import listed

HARDLY: Final = 0.005
"""A smaller chance of capture is described as "hardly any"."""


def representative(state: State, move: int) -> int:
    """Return the lowest of the moves that do the same as the legal `move`.

    Two tokens on the same space and lap are equivalent: only their letters differ.
    """
    assert isinstance(state, FreeTheBox)
    if state.phase != MOVING or move == ENTER:
        return move
    table, first = state.table, state.table.seat * TOKENS
    return next(each for each in range(TOKENS) if _is_alike(table, first + each, first + move))


def _is_alike(table: FreeTheBoxTable, one: int, other: int) -> bool:
    """Whether two tokens of a seat are on the same space and lap."""
    is_same_lap = (table.lapped >> one & 1) == (table.lapped >> other & 1)
    return is_same_lap and table.tokens[one] == table.tokens[other]


def reasons(state: State, move: int, best: int) -> list[str]:
    """Return sentences that compare `move` with `best`, or on `best` alone if they are the same.

    They say what the move captures, whether it jumps or misses the jump, and which of the mover's
    tokens is then in most danger: the chance that an opponent's roll or card captures it before the
    mover's next turn, if nothing else moves. What is the same after both is said once. Both must be
    legal moves of `state`.
    """
    assert isinstance(state, FreeTheBox)
    moves = [best] if move == best else [move, best]
    described = [_described(state, each) for each in moves]
    risks = [risk for _, _, risk, _ in described]
    if len(moves) == 2 and risks[0] == risks[1] != "":
        sentences = with_conclusion(
            [(name, f"{done}.", merits) for name, done, _, merits in described]
        )
        if len(sentences) > 1:
            sentences.insert(2, f"After either move{risks[0]}.")
        return sentences
    stated = [(name, f"{done}{risk}.", merits) for name, done, risk, merits in described]
    return with_conclusion(stated)


_CARD_MOVES: Final = {
    FREE: "Using the card",
    USE: "Using the card",
    ROLL: "Rolling at once",
    KEEP: "Keeping the card",
}
"""What a sentence calls the moves about a FREE THE BOX."""


def _described(state: FreeTheBox, move: int) -> tuple[str, str, str, Merits]:
    """Return the name of a move, what it does, the risk after it, and the figures of both."""
    after, subject = state.after(move), _CARD_MOVES.get(move) or state.move_text(move)
    if state.phase != MOVING:
        uses = move in (FREE, USE)
        done = "brings a captured token home" if uses else _kept(state.table, move)
        achieved = int(uses)
    elif move == ENTER:
        done, achieved = "brings a token out to its STARTING BOX", 1
    else:
        done, achieved = _moved(state.table, state.table.seat * TOKENS + move)
    if after.phase == ENDED:
        return subject, f" {done} and wins", "", (inf, 0.0)
    risk, chance = ("", 0.0) if after.phase == DRAWING else _risk(after.table, state.table.seat)
    return subject, f" {done}", risk, (float(achieved), -chance)


def _kept(table: FreeTheBoxTable, move: int) -> str:
    captured = table.count(table.seat, CAPTURED)
    tokens = "a token" if captured == 1 else f"{captured} tokens"
    kept = ", and keeps the card" if move == ROLL else " for now"
    return f"leaves {tokens} captured{kept}"


def _moved(table: FreeTheBoxTable, token: int) -> tuple[str, int]:
    """Return what a token does with the die: a jump, the tokens it frees, its captures."""
    ahead = table.ahead(token, table.die)
    if ahead.is_on_own_jump(token):
        return _jumped(table), 1 + int(table.count(table.seat, CAPTURED))
    capturable = ahead.capturable(table.seat, ahead.tokens[token])
    passed = ", past its JUMP TO CENTER," if ahead.gone(token) < table.gone(token) else ""
    where = f"goes{passed} to {_where(ahead, token)}"
    if capturable:
        taken = listed(
            [f"{color_name(table, each // TOKENS)} {letter_of(each)}" for each in capturable]
        )
        return f"{where} and captures {taken}", len(capturable)
    return (f"{where} and draws" if ahead.has_to_draw(token) else where), 0


def _jumped(table: FreeTheBoxTable) -> str:
    freed = table.count(table.seat, CAPTURED)
    return "jumps to the center" + (f" and frees {freed}" if freed else "")


def _where(table: FreeTheBoxTable, token: int) -> str:
    """Return a token's space in words, with whether it is safe."""
    space = table.tokens[token]
    safe = " (safe)" if table.hides[space] == SAFE else ""
    return f"{_place(table, space)}{safe}"


def _place(table: FreeTheBoxTable, space: int) -> str:
    """Return a space in words, with an article before a hiding place."""
    words = table.board.space_words(space)
    return f"the {words}" if table.board.spaces[space].kind == HIDING else words


def _risk(table: FreeTheBoxTable, seat: int) -> tuple[str, float]:
    """Return words about the seat's token in most danger until its next turn, and its chance."""
    dangers = Dangers(table)
    own = range(seat * TOKENS, (seat + 1) * TOKENS)
    token = max(own, key=dangers.chance_of_capture)
    chance = dangers.chance_of_capture(token)
    if all(table.hides[table.tokens[each]] == SAFE for each in own if table.tokens[each] >= 0):
        return ": no roll can capture you", 0.0
    if chance < HARDLY:
        return ": hardly any roll can capture you", 0.0
    place = _place(table, table.tokens[token])
    words = f": about {chance:.0%} to lose {letter_of(token)} at {place} before your next turn"
    return words, round(chance, 2)
