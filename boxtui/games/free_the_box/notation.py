"""The notation of Free the Box's moves: `A:12-19`, `enter`, `free`, `use`; `5`; `forward-3`."""

import re
from dataclasses import dataclass
from typing import Final

from boxtui.core import BadNotation
from boxtui.games.free_the_box.board import TOKENS
from boxtui.games.free_the_box.moves import ENTER, LETTERS, WORDS
from boxtui.games.free_the_box.position import FreeTheBoxTable

_TOKEN: Final = re.compile(r"(?:([a-z])(?: *: *| +|(?=$)))?(?:(\d{1,3}) *- *(\d{1,3})|(enter))?")


@dataclass(frozen=True)
class Typed:
    """A token's move as it was typed; a part that was left out is None.

    Attributes:
        letter: the token's letter as a number.
        start: the space that it leaves.
        end: the space that it lands on.
        enters: whether it is the move out of HOME SPACE.
    """

    letter: int | None
    start: int | None
    end: int | None
    enters: bool


def token_text(table: FreeTheBoxTable, move: int) -> str:
    """Return the notation of a move by the die: `A:12-19`, with spaces from 1, or `enter`."""
    if move == ENTER:
        return "enter"
    token = table.seat * TOKENS + move
    ahead = table.clone()
    ahead.forward(token, table.die)
    return f"{LETTERS[move]}:{table.tokens[token] + 1}-{ahead.tokens[token] + 1}"


def word_text(move: int) -> str:
    """Return the notation of a move that is one word."""
    return next(word for word, meant in WORDS.items() if meant == move)


def typed_in(text: str) -> Typed:
    """Return a token's move as it was typed. Raises `BadNotation` for other text."""
    match = _TOKEN.fullmatch(text)
    if match is None or not text:
        raise BadNotation(f"{text!r} can't be read: write a move as A:12-19, A or enter.")
    letter, start, end, enters = match.groups()
    if letter is not None and letter.upper() not in LETTERS:
        raise BadNotation(f"There is no token {letter.upper()}; yours are A, B and C.")
    return Typed(
        None if letter is None else LETTERS.index(letter.upper()),
        None if start is None else int(start),
        None if end is None else int(end),
        enters is not None,
    )
