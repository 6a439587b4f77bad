"""What the learned evaluation of Free the Box sees of a position before a roll, seat by seat."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ai.free_the_box.threats import DIE, Dangers
from ai.learned.weights import FeatureSet
from boxtui.core import State
from boxtui.games.free_the_box.board import SAFE, SEATS, TOKENS
from boxtui.games.free_the_box.moves import ROLLING
from boxtui.games.free_the_box.position import CAPTURED, CENTER, HOME, FreeTheBoxTable
from boxtui.games.free_the_box.state import FreeTheBox

# Where each feature stands. Of several in a row, it is where the first stands; the next line adds
# their number.
IS_TURN: Final = 0
STATUS: Final = 1  # by tokens in the center, tokens captured, and whether a card is kept
KEPT: Final = STATUS + TOKENS * TOKENS * 2
AT_HOMES: Final = KEPT + 1  # by tokens at home
EIGHTHS: Final = AT_HOMES + TOKENS + 1  # tokens by the eighth of the loop that they are in
LEFTS: Final = EIGHTHS + 8  # tokens by the spaces left to the JUMP, if a throw may reach it
ON_SAFE: Final = LEFTS + DIE + 1
WAY: Final = ON_SAFE + 1  # how far all tokens have gone, as a fraction of the loop
RISKS: Final = WAY + 1  # chances to be captured: before the seat's turn and after it
WAYS_AT_RISK: Final = RISKS + 2  # the same, times the way gone
LAST_RISKS: Final = WAYS_AT_RISK + 2  # the same for a seat that a capture puts out
HIGHEST_RISK: Final = LAST_RISKS + 2
CAPTURES: Final = HIGHEST_RISK + 1  # chances to capture: before the opponent's turn and after it
WAYS_OF_CAPTURES: Final = CAPTURES + 2
LAST_CAPTURES: Final = WAYS_OF_CAPTURES + 2
CAPTURE_PUTS_OUT: Final = LAST_CAPTURES + 2
OTHERS_IN_CENTER: Final = CAPTURE_PUTS_OUT + 1
OTHERS_CAPTURED: Final = OTHERS_IN_CENTER + 1
OTHERS_CARDS: Final = OTHERS_CAPTURED + 1
OTHERS_CAPTURES_PUT_OUT: Final = OTHERS_CARDS + 1
OTHERS: Final = OTHERS_CAPTURES_PUT_OUT + 1  # the part of the most opponents possible
ONE_OTHER: Final = OTHERS + 1
COUNT: Final = ONE_OTHER + 1

FEATURES: Final = FeatureSet("free-the-box", 1, COUNT)


def features(table: FreeTheBoxTable) -> list[vec[float]]:
    """Return the features of each seat; none for a seat that is out of the game (FTB-25)."""
    seats: i64 = len(table.kept)
    dangers = Dangers(table)
    found = [_own(table, seat) if table.is_in(seat) else vec[float]() for seat in range(seats)]
    for attacker in range(seats):
        for owner in range(seats):
            if attacker != owner and table.is_in(attacker) and table.is_in(owner):
                _see_other(table, found[attacker], owner)
                _see_captures(table, dangers, found[attacker], found[owner], attacker, owner)
    return found


def see(state: State) -> list[list[float]]:
    """Return the `features` of a position."""
    assert isinstance(state, FreeTheBox)
    return [list(of_seat) for of_seat in features(state.table)]


def is_seen(state: State) -> bool:
    """Whether the next thing is the roll that begins a turn."""
    assert isinstance(state, FreeTheBox)
    return state.phase == ROLLING


def _own(table: FreeTheBoxTable, seat: i64) -> vec[float]:
    """Return the features that don't depend on other seats."""
    own = vec[float]([0.0] * COUNT)
    center, captured = table.count(seat, CENTER), table.count(seat, CAPTURED)
    has_card: i64 = 1 if table.kept[seat] > 0 else 0
    own[IS_TURN] = 1.0 if table.seat == seat else 0.0
    own[STATUS + (center * TOKENS + captured) * 2 + has_card] = 1.0
    own[KEPT] = float(table.kept[seat])
    own[AT_HOMES + table.count(seat, HOME)] = 1.0
    own[CAPTURE_PUTS_OUT] = 1.0 if table.capture_puts_out(seat) else 0.0
    length = table.board.length
    for token in range(seat * TOKENS, (seat + 1) * TOKENS):
        at = table.tokens[token]
        if at >= 0:
            gone = table.gone(token)
            own[EIGHTHS + gone * 8 // length] += 1.0
            own[WAY] += float(gone) / float(length)
            if length - 1 - gone <= DIE:
                own[LEFTS + length - 1 - gone] += 1.0
            if table.hides[at] == SAFE:
                own[ON_SAFE] += 1.0
    return own


def _see_other(table: FreeTheBoxTable, own: vec[float], other: i64) -> None:
    """Add what a seat sees of another's tokens and cards."""
    own[OTHERS_IN_CENTER] += float(table.count(other, CENTER))
    own[OTHERS_CAPTURED] += float(table.count(other, CAPTURED))
    own[OTHERS_CARDS] += 1.0 if table.kept[other] > 0 else 0.0
    own[OTHERS_CAPTURES_PUT_OUT] += 1.0 if table.capture_puts_out(other) else 0.0
    own[ONE_OTHER] = 1.0 if own[OTHERS] == 0.0 else 0.0
    own[OTHERS] += 1.0 / float(SEATS.stop - 2)


def _see_captures(
    table: FreeTheBoxTable,
    dangers: Dangers,
    of_attacker: vec[float],
    of_owner: vec[float],
    attacker: i64,
    owner: i64,
) -> None:
    """Add, for both seats, the chances that one captures the other's tokens."""
    when: i64 = 0 if table.turns_until(attacker) < table.turns_until(owner) else 1
    is_last = of_owner[CAPTURE_PUTS_OUT] > 0.0
    for token in range(owner * TOKENS, (owner + 1) * TOKENS):
        if table.tokens[token] >= 0:
            chance = dangers.chance(attacker, token)
            way = chance * float(table.gone(token)) / float(table.board.length)
            of_owner[RISKS + when] += chance
            of_owner[WAYS_AT_RISK + when] += way
            of_owner[HIGHEST_RISK] = max(of_owner[HIGHEST_RISK], chance)
            of_attacker[CAPTURES + when] += chance
            of_attacker[WAYS_OF_CAPTURES + when] += way
            if is_last:
                of_owner[LAST_RISKS + when] += chance
                of_attacker[LAST_CAPTURES + when] += chance
