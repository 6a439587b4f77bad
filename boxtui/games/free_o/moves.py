"""FREE-O's kinds of cards and its moves as numbers, which no other module defines.

Kinds 0 to 5 are the places, in the order of the deck's file; 6 to 8 are the other three. Cards of a
kind are identical, so cards are counts by kind, and sets of kinds are bit masks. Moves:

- While the first dealer is drawn: the seat that deals.
- A card dealt, turned up or drawn: its kind.
- In a turn: the kind of the card played; `DRAW` if none can be; `NAMING` + a seat for a Draw A
  Card that names it.
- After a hand: `SHUFFLE`.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

PLACES: Final = 6
CAPTURED: Final = 6
DRAW_A_CARD: Final = 7
WILD: Final = 8
KINDS: Final = 9

ALL: Final = (1 << KINDS) - 1
"""Every kind, as a mask."""

SEEK: Final = (1 << PLACES) - 1
"""The places, as a mask."""

DRAW: Final = 9
NAMING: Final = 16
SHUFFLE: Final = 0
MOVE_LIMIT: Final = 32
"""All moves are below this."""

POINTS: Final = vec[i64]([2, 2, 2, 2, 2, 2, 5, 1, -1])
"""The points that a card of each kind scores if left in a hand (FRO-20)."""

ANY: Final = 0
MATCH: Final = 1
CAPTURE: Final = 2
EXTRA: Final = 3
DEMANDS: Final = ("any", "match", "capture", "extra")
"""What is demanded of the player, by its name in a position's text.

Any card; a match of the open Seek card on top; a Wild against a capture; any card except a Wild, in
the extra turn that a Wild gave.
"""


def demanded_kinds(demand: i64, top: i64, size: i64) -> i64:
    """Return the kinds that may be played on `top` from a hand of `size` cards, as a mask.

    An open set takes its own place, a Wild and a You Are Captured (FRO-11). So a Draw A Card may be
    played only if no match is required (FRO-17), and a You Are Captured on any card (FRO-16).
    Against a capture only a Wild may be played (FRO-16). Otherwise any card may (FRO-12, FRO-13),
    except a second Wild in the extra turn (FRO-14, FRO-15). A Wild is never the last card (FRO-15).
    """
    kinds: i64 = ALL
    if demand == MATCH:
        kinds = 1 << top | 1 << CAPTURED | 1 << WILD
    elif demand == CAPTURE:
        kinds = 1 << WILD
    elif demand == EXTRA:
        kinds = ALL & ~(1 << WILD)
    return kinds if size > 1 else kinds & ~(1 << WILD)


def kind_of(move: i64) -> i64:
    """Return the kind of card that a turn's move plays."""
    return DRAW_A_CARD if move >= NAMING else move


def named_in(move: i64) -> i64:
    """Return the seat that a Draw A Card names."""
    return move - NAMING
