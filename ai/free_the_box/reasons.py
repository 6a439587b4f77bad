"""Explanations of why one move is worse than another in Free the Box."""

from math import inf
from typing import Final

from ai.free_the_box.threats import Dangers
from ai.free_the_box.win_probabilities import is_last_hope
from ai.shared.reasons import OUTWEIGHED, Merits, is_favored, with_conclusion
from boxtui.core import State
from boxtui.games.free_the_box.board import HIDING, SAFE, TOKENS
from boxtui.games.free_the_box.moves import DRAWING, ENDED, ENTER, FREE, KEEP, MOVING, ROLL, USE
from boxtui.games.free_the_box.narration import color_name, letter_of
from boxtui.games.free_the_box.position import CAPTURED, CENTER, FreeTheBoxTable
from boxtui.games.free_the_box.state import FreeTheBox
from boxtui.wording import listed

HARDLY: Final = 0.005
"""A smaller chance of capture is described as "hardly any"."""

BEFORE_TURN: Final = " before your next turn"
"""When tokens may be lost; said once."""


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
    """Return sentences that compare `move` with `best`, or all others with it if they are the same.

    They say what a move captures, whether it jumps or passes the jump, and which of the mover's
    tokens are then in danger: the chance that an opponent's roll or card captures each before the
    mover's next turn, if nothing else moves. Dangers that are the same after all moves are left
    out. Both must be legal moves of `state`.
    """
    assert isinstance(state, FreeTheBox)
    others = _others(state, best) if move == best else [move]
    described = [_described(state, each) for each in (*others, best)]
    if len({merits[1:] for *_, merits in described}) == 1:
        described = [(name, done, "", merits) for name, done, _, merits in described]
    if move == best:
        return _favoring(described)
    return with_conclusion(
        [
            (name, f" {done}{_joined(risk, merits, BEFORE_TURN)}.", merits)
            for name, done, risk, merits in described
        ]
    )


def _others(state: FreeTheBox, best: int) -> list[int]:
    """Return the moves that don't do the same as `best`, one of those that do the same."""
    kinds = {representative(state, move) for move in state.legal_moves()}
    return sorted(kinds - {representative(state, best)})


def _favoring(described: list[tuple[str, str, str, Merits]]) -> list[str]:
    """Return sentences on the best move, which is the last, and on the others that differ from it.

    Those without a figure for the best come last, because they have the conclusion.
    """
    *others, (name, done, risk, best) = described
    said = f"{name} {done}{_joined(risk, best, BEFORE_TURN)}."
    differing = [each for each in others if each[3] != best]
    if others and not differing:
        return [said, f"What makes {name} better shows only later."]
    favoring = [each for each in differing if is_favored(best, each[3])]
    outweighed = [each for each in differing if each not in favoring]
    told = [_instead(*each, best) for each in (*favoring, *outweighed)]
    return [said, *told, *[OUTWEIGHED] * bool(outweighed)]


def _instead(name: str, done: str, risk: str, merits: Merits, best: Merits) -> str:
    """Return a sentence on another move: only on the dangers after it, if nothing else differs."""
    if risk and merits[0] == best[0]:
        return f"After {name}, {risk}."
    return f"{name} {done}{_joined(risk, merits, '')}."


def _joined(risk: str, merits: Merits, when: str) -> str:
    """Return the end of a sentence on the dangers after a move, if any are told."""
    if not risk:
        return ""
    return f", but {risk}{when}" if merits[1] else f", and {risk}"


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
        return subject, f"{done} and wins", "", (inf, 0.0, 0.0)
    risk, lost, out = ("", 0.0, 0.0)
    if after.phase != DRAWING:
        risk, lost, out = _risk(after.table, state.table.seat)
    return subject, done, risk, (float(achieved), -lost, -out)


def _kept(table: FreeTheBoxTable, move: int) -> str:
    captured = table.count(table.seat, CAPTURED)
    tokens = "a token" if captured == 1 else f"{captured} tokens"
    kept = ", and keeps the card" if move == ROLL else " for now"
    return f"leaves {tokens} captured{kept}"


def _moved(table: FreeTheBoxTable, token: int) -> tuple[str, int]:
    """Return what a token does with the die, and its worth: a jump, tokens freed, captures, a lap.

    The lap is that of a token that passes its JUMP TO CENTER; it counts against the move.
    """
    ahead = table.ahead(token, table.die)
    if ahead.is_on_own_jump(token):
        return _jumped(table), 1 + int(table.count(table.seat, CAPTURED))
    capturable = ahead.capturable(table.seat, ahead.tokens[token])
    achieved, where = len(capturable), f"goes to {_where(ahead, token)}"
    if ahead.gone(token) < table.gone(token):
        achieved -= 1
        left = table.board.length - 1 - ahead.gone(token)
        where = f"passes its JUMP TO CENTER ({left} to go again) to {_where(ahead, token)}"
    if capturable:
        taken = listed(
            [f"{color_name(table, each // TOKENS)} {letter_of(each)}" for each in capturable]
        )
        return f"{where} and captures {taken}", achieved
    return (f"{where} and draws" if ahead.has_to_draw(token) else where), achieved


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


def _risk(table: FreeTheBoxTable, seat: int) -> tuple[str, float, float]:
    """Return words about the dangers of the seat's tokens until its next turn, and two figures.

    These are the sum of the tokens' chances to be captured, and the chance to be out.
    """
    dangers = Dangers(table)
    own = range(seat * TOKENS, (seat + 1) * TOKENS)
    if all(table.hides[table.tokens[each]] == SAFE for each in own if table.tokens[each] >= 0):
        return "your tokens are in no danger", 0.0, 0.0
    chances = {token: dangers.chance_of_capture(token) for token in own}
    lost = sorted([each for each in own if chances[each] >= HARDLY], key=lambda at: -chances[at])
    if not lost:
        return "your tokens are in hardly any danger", 0.0, 0.0
    which = listed([f"{letter_of(at)} (about {chances[at]:.0%})" for at in lost], "or")
    risk = sum([round(chances[each], 2) for each in lost])
    center, captured = table.count(seat, CENTER), table.count(seat, CAPTURED)
    if is_last_hope(center, captured, table.kept[seat] > 0):
        return f"you may lose {which} and be out", risk, risk
    return f"you may lose {which}", risk, 0.0
