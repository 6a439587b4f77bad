"""The notation of Free the Box's moves: `A:12-19`, `enter`, `free`, `use`; `5`; `forward-3`.

A text is read as one of the legal moves, or raises an error.
"""

import re
from dataclasses import dataclass
from typing import Final

from boxtui.core import AmbiguousMove, BadNotation, IllegalMove, is_number
from boxtui.games.free_the_box.board import TOKENS
from boxtui.games.free_the_box.cards import CARD_NAMES, KINDS, card_words
from boxtui.games.free_the_box.legality import (
    cards_listed,
    refusal_of_card,
    refusal_of_die,
    refusal_of_enter,
    refusal_of_token,
)
from boxtui.games.free_the_box.moves import ENTER, LETTERS, WORDS
from boxtui.games.free_the_box.position import HOME, FreeTheBoxTable
from boxtui.games.shared.dice import EIGHT_SIDED
from boxtui.wording import quoted

PASSING: Final = ("-", "pass")
"""What a person may type in order to pass, which isn't a move (FTB-7)."""

MOVE_WANTED: Final = "a move, such as A:12-19 or A"
DIE_WANTED: Final = f"the die, 1 to {len(EIGHT_SIDED)}"
CARD_WANTED: Final = "the card drawn, as in forward-3"
"""What must be written for a move by the die, a roll or a drawn card."""

_TOKEN: Final = re.compile(
    r"(?:([a-z])(?: *: *| +|(?=$)))?(?:(\d{1,3}) *- *(\d{1,3})|(enter(?:ing)?))?", re.IGNORECASE
)

_OUT: Final = re.compile(r"(?:bring(?:ing)? )?([a-z]) out", re.IGNORECASE)
"""What sentences call the move `enter`."""

_BY_WORDS: Final = {card_words(card).lower(): card for card in CARD_NAMES.values()}
"""Every card by what it says, in lower case."""


def token_text(table: FreeTheBoxTable, move: int) -> str:
    """Return the notation of a move by the die: `A:12-19`, with spaces from 1, or `enter`."""
    if move == ENTER:
        return "enter"
    token = table.seat * TOKENS + move
    ahead = table.ahead(token, table.die)
    return f"{LETTERS[move]}:{table.tokens[token] + 1}-{ahead.tokens[token] + 1}"


def word_text(move: int) -> str:
    """Return the notation of a move that is one word."""
    return next(word for word, meant in WORDS.items() if meant == move)


def unread(text: str, wanted: str) -> BadNotation:
    """Return the error for a text that isn't the notation of what is `wanted` now."""
    return BadNotation(f"{quoted(text)} can't be read: write {wanted}.")


def die_in(text: str) -> int:
    """Return the roll that a text names.

    Raises `BadNotation`, or `IllegalMove` if the die can't show it.
    """
    if not is_number(text, 3):
        raise unread(text, DIE_WANTED)
    if int(text) not in EIGHT_SIDED:
        raise refusal_of_die(int(text))
    return int(text)


def card_in(table: FreeTheBoxTable, text: str) -> int:
    """Return the card that a text names by its notation or by what it says.

    Raises `BadNotation`, or `IllegalMove` if the card can't be on top.
    """
    words = text.lower().split()
    card = CARD_NAMES.get("-".join(words), _BY_WORDS.get(" ".join(words), KINDS))
    if card == KINDS:
        raise BadNotation(f"{quoted(text)} is not a card; write one of {cards_listed(table)}.")
    if not table.deck.may_be_on_top(card):
        raise refusal_of_card(table, card)
    return card


def token_in(table: FreeTheBoxTable, text: str) -> int:
    """Return the move by the die that a text names.

    Its letter or its spaces may be left out if only one move fits; `A:enter` may be any token at
    home, because they are equivalent. Raises `BadNotation`, `IllegalMove` or `AmbiguousMove`.
    """
    typed = _typed_in(text)
    if typed.enters:
        return _entering(table, typed)
    meant = _meant(table, typed)
    if not meant:
        raise IllegalMove("FTB-6", f"No token of yours stands on {typed.start}.")
    if len(meant) > 1:
        listed = ", ".join(token_text(table, token) for token in meant)
        raise AmbiguousMove(f"That could be more than one move; write one of: {listed}.")
    if not table.movable() >> meant[0] & 1:
        raise refusal_of_token(table, meant[0])
    _check_spaces(table, meant[0], typed)
    return meant[0]


@dataclass(frozen=True)
class _Typed:
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


def _typed_in(text: str) -> _Typed:
    match = _TOKEN.fullmatch(_OUT.sub(r"\1:enter", text))
    if match is None or not text:
        raise unread(text, MOVE_WANTED)
    letter, start, end, enters = match.groups()
    if letter is not None and letter.upper() not in LETTERS:
        raise BadNotation(f"There is no token {letter.upper()}; yours are A, B and C.")
    return _Typed(
        None if letter is None else LETTERS.index(letter.upper()),
        None if start is None else int(start),
        None if end is None else int(end),
        enters is not None,
    )


def _entering(table: FreeTheBoxTable, typed: _Typed) -> int:
    first = table.seat * TOKENS
    if typed.letter is not None and table.tokens[first + typed.letter] != HOME:
        raise IllegalMove("FTB-5", f"{LETTERS[typed.letter]} isn't on HOME SPACE.")
    if not table.movable() >> ENTER & 1:
        raise refusal_of_enter(table)
    return ENTER


def _meant(table: FreeTheBoxTable, typed: _Typed) -> list[int]:
    """Return the player's tokens, as numbers from 0, that a typed move may mean."""
    if typed.letter is not None:
        return [typed.letter]
    first = table.seat * TOKENS
    spaces = [table.tokens[first + token] for token in range(TOKENS)]
    return [token for token, at in enumerate(spaces) if at >= 0 and at + 1 == typed.start]


def _check_spaces(table: FreeTheBoxTable, token: int, typed: _Typed) -> None:
    """FTB-6: a token moves from where it is by exactly the number rolled."""
    right = token_text(table, token)
    if typed.start is not None and f"{LETTERS[token]}:{typed.start}-{typed.end}" != right:
        move = f"{LETTERS[token]}'s move is {right}"
        raise IllegalMove("FTB-6", f"With a roll of {table.die}, {move}.")
