"""The moves of Box as numbers.

Each number has only one meaning, so a move is written and read without knowing the position:

==================  =================================  ====================
number              meaning                            text
==================  =================================  ====================
0 to 288            a mark on that intersection        ``c4``
`FIRST_BLACK` + i   the first mark under swap, black   ``black c4``
`FIRST_WHITE` + i   the first mark under swap, white   ``white c4``
`TAKE` + color      taking a color under swap          ``take black``
`LOT` + seat        the lot falls on that seat         ``seat 1``
`PASS`, `DONE`      no higher bid; no more claims      ``pass``, ``done``
`BID` + n           a bid of n half points             ``bid 2.5``
`CLAIM` + box       a claim by hand                    ``c4-f7``
`RESIGN`            giving up                          ``resign``
==================  =================================  ====================
"""

from typing import Final

BLACK: Final = 0
WHITE: Final = 1
COLORS: Final = ("black", "white")

FIRST_BLACK: Final = 512
FIRST_WHITE: Final = 1024
TAKE: Final = 1536
LOT: Final = 1540
PASS: Final = 1544
DONE: Final = 1545
BID: Final = 2048
CLAIM: Final = 4096
RESIGN: Final = 131_072
NO_MOVE: Final = -1
"""A number that is never a move."""


def first_mark(move: int) -> tuple[int, int]:
    """Return the color and the intersection of a first mark under swap (BOX-12)."""
    return divmod(move - FIRST_BLACK, FIRST_WHITE - FIRST_BLACK)
