"""The digest: what each seat did since a player's last turn, in the seats' colors."""

from collections.abc import Sequence
from typing import Any, Final

from boxtui.lines import Line, Piece, cells_of, fitted, whole_blocks, wrapped
from boxtui.views.game import GameWords
from boxtui.views.palette import emphasized

_NAME_PART: Final = 3
"""Names take at most the width divided by this."""

_HANG: Final = 3
"""The indentation of the further lines of what a seat did."""


def digest_lines(
    words: GameWords[Any], digest: Sequence[tuple[int, str]], more: str, cells: int, rows: int
) -> list[Line]:
    """Return what each seat did, bold in its color, then an empty line if any did something.

    What doesn't fit into `rows` rows as a whole is left out.

    Args:
        words: the game's words for the match.
        digest: the seats, and what each did, as `GameWords.digest` returns them.
        more: the sign that stands for the rest of a long name.
        cells: the width.
        rows: the number of rows, that of the empty line included.
    """
    styles = words.seat_styles()
    names = [seat.name for seat in words.match.seats]
    longest = max((cells_of(names[seat]) for seat, _ in digest), default=0)
    column = min(longest, cells // _NAME_PART) + 2
    blocks: list[list[Line]] = []
    for seat, done in digest:
        first = wrapped(done, cells - column - 1)[0]
        rest = " ".join(done.split()).removeprefix(first)
        further = wrapped(rest, cells - _HANG - 1) if rest else []
        name = fitted(names[seat], column - 2, more)
        texts = [f" {name} {first}", *(f"{' ' * _HANG}{line}" for line in further)]
        blocks.append([(Piece(text, emphasized(styles[seat])),) for text in texts])
    lines = whole_blocks(blocks, rows - 1)
    return [*lines, ()] if lines else []
