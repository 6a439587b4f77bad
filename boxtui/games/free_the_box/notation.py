"""The notation of Free the Box's moves: `A:12-19`, `enter`, `free`, `use`; `5`; `forward-3`.

A text is read as one of the legal moves, or raises an error.
"""

import re
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
    match = _TOKEN.fullmatch(_OUT.sub(r"\1:enter", text).upper())
    if match is None or not text:
        raise unread(text, MOVE_WANTED)
    letter, start, end, enters = match.groups()
    if letter and letter not in LETTERS:
        raise BadNotation(f"There is no token {letter}; yours are A, B and C.")
    if enters:
        return _entering(table, letter)
    meant = [LETTERS.index(letter)] if letter else _standing_on(table, int(start))
    if not meant:
        raise IllegalMove("FTB-6", f"No token of yours stands on {int(start)}.")
    if len(meant) > 1:
        listed = ", ".join(token_text(table, token) for token in meant)
        raise AmbiguousMove(f"That could be more than one move; write one of: {listed}.")
    if not table.movable() >> meant[0] & 1:
        raise refusal_of_token(table, meant[0])
    letter, right = LETTERS[meant[0]], token_text(table, meant[0])
    # FTB-6: a token moves from where it is by exactly the number rolled.
    if start and f"{letter}:{int(start)}-{int(end)}" != right:
        raise IllegalMove("FTB-6", f"With a roll of {table.die}, {letter}'s move is {right}.")
    return meant[0]


def _entering(table: FreeTheBoxTable, letter: str | None) -> int:
    first = table.seat * TOKENS
    if letter and table.tokens[first + LETTERS.index(letter)] != HOME:
        raise IllegalMove("FTB-5", f"{letter} isn't on HOME SPACE.")
    if not table.movable() >> ENTER & 1:
        raise refusal_of_enter(table)
    return ENTER


def _standing_on(table: FreeTheBoxTable, space: int) -> list[int]:
    """Return the player's tokens, as numbers from 0, on a space counted from 1."""
    first = table.seat * TOKENS
    return [token for token in range(TOKENS) if table.tokens[first + token] + 1 == space > 0]
