"""Naive strategies for FREE-O.

They see their own hand, the discards, the sizes of the other hands, and what play has shown about
them (`without`), which is what FRO-22 lets a player see.
"""

from functools import wraps
from typing import Final

from boxtui.games.free_o.moves import (
    CAPTURED,
    DRAW,
    DRAW_A_CARD,
    KINDS,
    MATCH,
    NAMING,
    PLACES,
    POINTS,
    WILD,
    kind_of,
    named_in,
)
from boxtui.games.free_o.state import FreeO
from strength.strategy import Rating, by_name, rated_by

FEW: Final = 2
"""A player with at most this many cards is about to go out."""


def _kind(move: int) -> int:
    """Return the kind of card a move plays; that of a Draw A Card is the same for all names."""
    return int(kind_of(move))


def _own(state: FreeO, kind: int) -> int:
    """Return how many cards of a kind the mover holds."""
    return int(state.table.held[state.table.seat * KINDS + kind])


def _size(state: FreeO) -> int:
    return int(state.table.sizes[state.table.seat])


def _is_match(state: FreeO) -> bool:
    return bool(state.table.demand == MATCH)


def _next_size(state: FreeO) -> int:
    """Return how many cards the next player holds."""
    return int(state.table.sizes[state.table.left_of(state.table.seat)])


def _named(state: FreeO, move: int) -> float:
    """Return how good it is to name a player: best the one with the fewest cards, then points."""
    if move < NAMING:
        return 0.0
    seat = named_in(move)
    return -float(state.table.sizes[seat]) - float(state.totals[seat]) / 1000


def _unseen(state: FreeO, kind: int) -> int:
    """Return how many cards of a kind are in the draw pile or in other hands."""
    table = state.table
    gone = table.below[kind] + (1 if table.top == kind else 0)
    return int(table.deck.counts[kind] - gone) - _own(state, kind)


def _lacks(state: FreeO, kind: int) -> float:
    """Return the share of the next player's cards that have been shown not to be of a kind."""
    table = state.table
    seat = table.left_of(table.seat)
    return float(table.without[seat * KINDS + kind]) / max(1.0, float(table.sizes[seat]))


def _to_match(state: FreeO, place: int) -> float:
    """Return how many cards may still match a place that is opened."""
    return float(_unseen(state, place)) * (1 - _lacks(state, place))


def _opens(state: FreeO, move: int) -> bool:
    """Whether a move opens a set."""
    return move < PLACES and not _is_match(state)


def dumper(state: FreeO, move: int) -> tuple[float, ...]:
    """Gets rid of the card that would cost the most points."""
    points = -9.0 if move == DRAW else float(POINTS[_kind(move)])
    return points, _own(state, _kind(move)) if move < PLACES else 0, _named(state, move)


def hoarder(state: FreeO, move: int) -> tuple[float, ...]:
    """Plays places first and keeps Wilds and captures until nothing else is left."""
    rank = {CAPTURED: 1, DRAW_A_CARD: 2, WILD: 9 if _size(state) == FEW else 0}
    return rank.get(_kind(move), 3), _named(state, move), _own(state, min(move, WILD))


def captor(state: FreeO, move: int) -> tuple[float, ...]:
    """Captures whenever it can, then plays what it holds most of."""
    return _kind(move) == CAPTURED, _pairs(state, move), _named(state, move)


def _pairs(state: FreeO, move: int) -> float:
    """Rank places by how many are held, with other cards between them and single ones."""
    if move == DRAW or _kind(move) in (CAPTURED, DRAW_A_CARD):
        return 1.5
    if _kind(move) == WILD:
        return 9.0 if _size(state) == FEW else 0.0
    return float(_own(state, move)) + 2 * _is_match(state)


def pairs(state: FreeO, move: int) -> tuple[float, ...]:
    """Opens with the place it holds most of, and so can often match it itself."""
    return _pairs(state, move), _named(state, move), -_unseen(state, min(move, WILD))


def _opening(worth: Rating) -> Rating:
    """Return the rating that opens the place worth most, and else plays what it holds most of."""

    @wraps(worth)
    def rating(state: FreeO, move: int) -> tuple[float, ...]:
        if _opens(state, move):
            return 3.0, *worth(state, move)
        return _pairs(state, move), _named(state, move), 0.0

    return rating


@_opening
def singles(state: FreeO, place: int) -> tuple[float, ...]:
    """Opens with places it holds one of, and keeps pairs to match with."""
    return -float(_own(state, place)), -float(_unseen(state, place))


@_opening
def blocker(state: FreeO, place: int) -> tuple[float, ...]:
    """Opens the place that the next player has shown not to hold, or that is nearly used up."""
    return _lacks(state, place), -float(_unseen(state, place))


@_opening
def counter(state: FreeO, place: int) -> tuple[float, ...]:
    """Opens the place with the fewest cards that others can still match it with."""
    return (-_to_match(state, place),)


@_opening
def giver(state: FreeO, place: int) -> tuple[float, ...]:
    """Opens the place most likely to be matched, so that any card may be played again."""
    return (_to_match(state, place),)


def racer(state: FreeO, move: int) -> tuple[float, ...]:
    """Plays two cards in a turn whenever a Wild allows it."""
    wild = _kind(move) == WILD and (_is_match(state) or _size(state) == FEW)
    return wild, _pairs(state, move), _named(state, move)


def sniper(state: FreeO, move: int) -> tuple[float, ...]:
    """Keeps captures and Draw A Cards for players who are about to go out."""
    near = _next_size(state) <= FEW
    if _kind(move) == CAPTURED:
        return (9.0 if near else -1.0 if not _is_match(state) else 0.5), 0.0
    if _kind(move) == DRAW_A_CARD:
        return (8.0 if -_named(state, move) < FEW + 1 else -0.5), _named(state, move)
    return _pairs(state, move), 0.0


def miser(state: FreeO, move: int) -> tuple[float, ...]:
    """Never plays a Wild, which takes a point off, unless it must or can then go out."""
    rank = {CAPTURED: 4.0 if _is_match(state) else 1.0, DRAW_A_CARD: 0.5, WILD: -1.0}
    if _kind(move) == WILD and _size(state) == FEW:
        return 9.0, 0.0
    return rank.get(_kind(move), _pairs(state, move)), _named(state, move)


def finisher(state: FreeO, move: int) -> tuple[float, ...]:
    """Plans its last cards: never keeps a Wild as the last, and captures with the last but one."""
    left = _size(state) - 1
    wilds = _own(state, WILD) - (_kind(move) == WILD)
    stuck = 0 < left == wilds
    if left == 0:
        return 9.0, 0.0
    last = left == 1 and _kind(move) == CAPTURED and not stuck
    return -9.0 * stuck + 8.0 * last + _pairs(state, move), _named(state, move)


def _kept(state: FreeO, move: int) -> tuple[float, ...]:
    """Rate Wilds, captures and Draw A Cards low unless a player is near the end; () for others."""
    kind, near = _kind(move), _next_size(state) <= FEW
    if kind == WILD:
        return (9.0 if _size(state) == FEW else 0.6 if _is_match(state) else -2.0), 0.0
    if kind == CAPTURED:
        return (8.0 if near else 0.7 if _is_match(state) else -1.5), 0.0
    return (-0.5, _named(state, move)) if kind == DRAW_A_CARD else ()


def tactician(state: FreeO, move: int) -> tuple[float, ...]:
    """Captures only near an end or to answer a set, holds Wilds, opens pairs the next one lacks."""
    if rating := _kept(state, move):
        return rating
    if move == DRAW:
        return 0.0, 0.0
    held = 0.5 * (_own(state, move) > 1)
    return 1.0 + held + _lacks(state, move) - _unseen(state, move) / 100, 0.0


def patient(state: FreeO, move: int) -> tuple[float, ...]:
    """Opens what is likely to be matched, and keeps Wilds and captures for players near the end."""
    if _opens(state, move):
        return 1.0, float(_own(state, move) > 1), _to_match(state, move)
    return _kept(state, move) or (1.0, 0.0, 0.0)


def mirror(state: FreeO, move: int) -> tuple[float, ...]:
    """Plays the same kind of card as the one on top whenever it can."""
    return _kind(move) == state.table.top, _pairs(state, move), _named(state, move)


def saboteur(state: FreeO, move: int) -> tuple[float, ...]:
    """Plays against the player with the lowest total: captures and names that player."""
    totals = list(state.totals)
    lowest = min(total for seat, total in enumerate(totals) if seat != state.table.seat)
    if _kind(move) == CAPTURED:
        return 9.0 if totals[state.table.left_of(state.table.seat)] == lowest else 0.5, 0.0
    if _kind(move) == DRAW_A_CARD:
        return 8.0 if totals[named_in(move)] == lowest else -1.0, _named(state, move)
    return _pairs(state, move), 0.0


STRATEGIES: Final = by_name(
    rated_by,
    *(dumper, hoarder, captor, pairs, singles, blocker, counter, giver, racer),
    *(sniper, miser, finisher, tactician, patient, mirror, saboteur),
)
"""All of them, by name."""
