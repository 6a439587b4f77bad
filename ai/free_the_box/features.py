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

# Where each feature stands; a name that ends in S is the first of several.
IS_TURN: Final = 0
STATUS: Final = 1  # by tokens in the center, tokens captured, and whether a card is kept
KEPT: Final = STATUS + TOKENS * TOKENS * 2
AT_HOMES: Final = KEPT + 1  # by tokens at home
EIGHTHS: Final = AT_HOMES + TOKENS + 1  # tokens by the eighth of the loop that they are in
LEFTS: Final = EIGHTHS + 8  # tokens by the spaces left to the JUMP, if a throw may reach it
ON_SAFE: Final = LEFTS + DIE + 1
WAY: Final = ON_SAFE + 1  # the part of the loop that all tokens have gone
RISKS: Final = WAY + 1  # chances to be captured: before the seat's turn and after it
WAYS_AT_RISK: Final = RISKS + 2  # the same, times the way gone
LAST_RISKS: Final = WAYS_AT_RISK + 2  # the same for a seat whose last hope that token is
HIGHEST_RISK: Final = LAST_RISKS + 2
PREYS: Final = HIGHEST_RISK + 1  # chances to capture: before the opponent's turn and after it
WAYS_OF_PREYS: Final = PREYS + 2
LAST_PREYS: Final = WAYS_OF_PREYS + 2
IS_LAST_HOPE: Final = LAST_PREYS + 2
OTHERS_IN_CENTER: Final = IS_LAST_HOPE + 1
OTHERS_CAPTURED: Final = OTHERS_IN_CENTER + 1
OTHERS_CARDS: Final = OTHERS_CAPTURED + 1
OTHERS_LAST_HOPES: Final = OTHERS_CARDS + 1
OTHERS: Final = OTHERS_LAST_HOPES + 1  # the part of the most opponents possible
ONE_OTHER: Final = OTHERS + 1
COUNT: Final = ONE_OTHER + 1

FEATURES: Final = FeatureSet("free-the-box", 1, COUNT)


def features(table: FreeTheBoxTable) -> list[vec[float]]:
    """Return the features of each seat; none for a seat that is out of the game (FTB-25)."""
    seats: i64 = len(table.kept)
    dangers = Dangers(table)
    found = [_own(table, seat) if table.is_in(seat) else vec[float]() for seat in range(seats)]
    for hunter in range(seats):
        for owner in range(seats):
            if hunter != owner and table.is_in(hunter) and table.is_in(owner):
                _see_other(table, found[hunter], owner)
                _see_hunt(table, dangers, found[hunter], found[owner], hunter, owner)
    return found


def see(state: State) -> list[list[float]]:
    """Return the `features` of a position."""
    assert isinstance(state, FreeTheBox)
    return [list(of_seat) for of_seat in features(state.table)]


def is_before_roll(state: State) -> bool:
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
    own[IS_LAST_HOPE] = 1.0 if table.is_last_hope(seat) else 0.0
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
    own[OTHERS_LAST_HOPES] += 1.0 if table.is_last_hope(other) else 0.0
    own[ONE_OTHER] = 1.0 if own[OTHERS] == 0.0 else 0.0
    own[OTHERS] += 1.0 / float(SEATS.stop - 2)


def _see_hunt(
    table: FreeTheBoxTable,
    dangers: Dangers,
    hunting: vec[float],
    hunted: vec[float],
    hunter: i64,
    owner: i64,
) -> None:
    """Add, for both seats, the chances that one captures the other's tokens."""
    when: i64 = 0 if table.turns_until(hunter) < table.turns_until(owner) else 1
    is_last = hunted[IS_LAST_HOPE] > 0.0
    for token in range(owner * TOKENS, (owner + 1) * TOKENS):
        if table.tokens[token] >= 0:
            chance = dangers.chance(hunter, token)
            way = chance * float(table.gone(token)) / float(table.board.length)
            hunted[RISKS + when] += chance
            hunted[WAYS_AT_RISK + when] += way
            hunted[HIGHEST_RISK] = max(hunted[HIGHEST_RISK], chance)
            hunting[PREYS + when] += chance
            hunting[WAYS_OF_PREYS + when] += way
            if is_last:
                hunted[LAST_RISKS + when] += chance
                hunting[LAST_PREYS + when] += chance
