"""Determinizations for a seat of FREE-O: the unseen cards are dealt again (FRO-22)."""

from random import Random
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from boxtui.core import uniform
from boxtui.games.free_o.moves import KINDS
from boxtui.games.free_o.position import FreeOTable

START: Final = -1
"""Stands for the kind before the first of a chain of exchanges."""


def deal_unseen(table: FreeOTable, seat: i64, rng: Random) -> None:
    """Deal the cards that `seat` doesn't see to the other hands; the rest is the draw pile.

    Cards that can be of the fewest kinds are dealt first. If no card is left that one of them can
    be, cards dealt before it are exchanged. So every deal that is consistent with play can occur,
    and no other. All are equally likely if, of any two runs (see `runs_of`), one can be every kind
    that the other can be, as with two players. Otherwise kinds that both can be are dealt a little
    too often to the first. Which cards were shuffled into a new draw pile (FRO-8) isn't remembered.
    """
    masks, counts, seats = runs_of(table, seat)
    pool = _unseen(table, seat)
    dealt = vec[i64]([0] * (len(masks) * KINDS))
    for width in range(1, KINDS + 1):
        for run in range(len(masks)):
            if _width(masks[run]) == width:
                _deal_run(pool, dealt, masks, run, counts[run], rng)
    for run in range(len(masks)):
        for kind in range(KINDS):
            table.held[seats[run] * KINDS + kind] += dealt[run * KINDS + kind]
    table.pile = pool


def runs_of(table: FreeOTable, seat: i64) -> tuple[vec[i64], vec[i64], vec[i64]]:
    """Return the other seats' hidden cards, in runs of cards that can be the same kinds.

    Returns the runs' kinds as masks, their numbers of cards, and their seats. A seat's runs are in
    order of age, the cards held longest first.
    """
    masks, counts, seats = list[i64](), list[i64](), list[i64]()
    for other in range(len(table.sizes)):
        place: i64 = 0
        while other != seat and place < table.sizes[other]:
            mask: i64 = 0
            end = table.sizes[other]
            for kind in range(KINDS):
                without = table.without[other * KINDS + kind]
                if without <= place:
                    mask |= 1 << kind
                elif without < end:
                    end = without
            masks.append(mask)
            counts.append(end - place)
            seats.append(other)
            place = end
    return vec[i64](masks), vec[i64](counts), vec[i64](seats)


def _unseen(table: FreeOTable, seat: i64) -> vec[i64]:
    """Return the cards in the draw pile and the other hands, and empty those hands."""
    pool = table.pile[:]
    for other in range(len(table.sizes)):
        if other != seat:
            for kind in range(KINDS):
                pool[kind] += table.held[other * KINDS + kind]
                table.held[other * KINDS + kind] = 0
    return pool


def _width(mask: i64) -> i64:
    width: i64 = 0
    for kind in range(KINDS):
        width += mask >> kind & 1
    return width


def _deal_run(
    pool: vec[i64], dealt: vec[i64], masks: vec[i64], run: i64, count: i64, rng: Random
) -> None:
    """Deal `count` cards to a run; all cards in the pool that they can be are equally likely.

    `pool` has nine counts, `dealt` nine per run, and `masks` the kinds of each run.
    """
    left: i64 = 0
    for kind in range(KINDS):
        if masks[run] >> kind & 1:
            left += pool[kind]
    for _card in range(count):
        if left:
            point = i64(uniform(rng) * float(left))
            kind = _kind_at(pool, masks[run], point)
            pool[kind] -= 1
            left -= 1
        else:
            kind = _freed(pool, dealt, masks, run)
        dealt[run * KINDS + kind] += 1


def _kind_at(pool: vec[i64], mask: i64, point: i64) -> i64:
    """Return the kind of the card at `point` among the pool's cards whose kinds are in `mask`."""
    kind: i64 = 0
    while True:
        if mask >> kind & 1:
            if point < pool[kind]:
                return kind
            point -= pool[kind]
        kind += 1


def _freed(pool: vec[i64], dealt: vec[i64], masks: vec[i64], run: i64) -> i64:
    """Return a kind for a run for which the pool has no card.

    Cards dealt before are exchanged for others that they can also be, along the shortest chain (an
    augmenting path) that ends in the pool. One exists, because the true hands are a possible deal.
    """
    waiting = [kind for kind in range(KINDS) if masks[run] >> kind & 1]
    previous = dict.fromkeys(waiting, START)
    exchanging = dict[int, int]()
    for kind in waiting:
        for holder in range(len(masks)):
            for other in range(KINDS):
                fits = masks[holder] >> other & 1 and dealt[holder * KINDS + kind]
                if fits and other not in previous:
                    previous[other], exchanging[other] = kind, holder
                    waiting.append(other)
                    if pool[other]:
                        pool[other] -= 1
                        return _exchange(dealt, previous, exchanging, other)
    raise AssertionError("No arrangement of the cards fits what play has shown.")


def _exchange(
    dealt: vec[i64], previous: dict[int, int], exchanging: dict[int, int], kind: int
) -> i64:
    """Exchange the cards of a chain from its end on; return the kind freed at its beginning.

    The run `exchanging[kind]` gives a card of `previous[kind]` for one of `kind`.
    """
    while previous[kind] != START:
        run, freed = exchanging[kind], previous[kind]
        dealt[run * KINDS + kind] += 1
        dealt[run * KINDS + freed] -= 1
        kind = freed
    return kind
