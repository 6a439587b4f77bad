"""Reading what a person types as a move of Free the Box: the legal move, or an error."""

from typing import Final

from boxtui.core import AmbiguousMove, BadNotation, IllegalMove
from boxtui.games.free_the_box.board import TOKENS
from boxtui.games.free_the_box.cards import CARD_NAMES, KINDS, card_words
from boxtui.games.free_the_box.legality import no_roll, why_not_card, why_not_enter, why_not_token
from boxtui.games.free_the_box.moves import ENTER, LETTERS
from boxtui.games.free_the_box.notation import Typed, token_text, typed_in
from boxtui.games.free_the_box.position import HOME, FreeTheBoxTable
from boxtui.games.shared.dice import EIGHT_SIDED

PASSING: Final = ("-", "pass")
"""What a person may type in order to pass, which isn't a move (FTB-7)."""


DIE_WANTED: Final = f"the die, 1 to {len(EIGHT_SIDED)}"
CARD_WANTED: Final = "the card drawn, as in forward-3"
"""What must be written for a roll or a drawn card."""

_BY_WORDS: Final = {card_words(card).lower(): card for card in CARD_NAMES.values()}
"""Every card by what it says, in lower case."""


def unread(text: str, wanted: str) -> BadNotation:
    """Return the error for a text that isn't the notation of what is `wanted` now."""
    return BadNotation(f"{text!r} can't be read: write {wanted}.")


def die_in(text: str) -> int:
    """Return the roll that a text names.

    Raises `BadNotation`, or `IllegalMove` if the die can't show it.
    """
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        raise unread(text, DIE_WANTED)
    if int(text) not in EIGHT_SIDED:
        raise no_roll(int(text))
    return int(text)


def card_in(table: FreeTheBoxTable, text: str) -> int:
    """Return the card that a text names by its notation or by what it says.

    Raises `BadNotation`, or `IllegalMove` if the card can't be on top.
    """
    words = text.split()
    card = CARD_NAMES.get("-".join(words), _BY_WORDS.get(" ".join(words), KINDS))
    if card == KINDS:
        raise unread(text, CARD_WANTED)
    if not table.deck.may_be_on_top(card):
        raise why_not_card(table, card)
    return card


def token_in(table: FreeTheBoxTable, text: str) -> int:
    """Return the move by the die that a text names.

    Its letter or its spaces may be left out if only one move fits; `A:enter` may be any token at
    home, because they are equivalent. Raises `BadNotation`, `IllegalMove` or `AmbiguousMove`.
    """
    typed = typed_in(text)
    if typed.enters:
        return _entering(table, typed)
    meant = _meant(table, typed)
    if not meant:
        raise IllegalMove("FTB-6", f"No token of yours stands on {typed.start}.")
    if len(meant) > 1:
        listed = ", ".join(token_text(table, token) for token in meant)
        raise AmbiguousMove(f"That could be more than one move; write one of: {listed}.")
    if not table.movable() >> meant[0] & 1:
        raise why_not_token(table, meant[0])
    _check_spaces(table, meant[0], typed)
    return meant[0]


def _entering(table: FreeTheBoxTable, typed: Typed) -> int:
    first = table.seat * TOKENS
    if typed.letter is not None and table.tokens[first + typed.letter] != HOME:
        raise IllegalMove("FTB-5", f"{LETTERS[typed.letter]} isn't on HOME SPACE.")
    if not table.movable() >> ENTER & 1:
        raise why_not_enter(table)
    return ENTER


def _meant(table: FreeTheBoxTable, typed: Typed) -> list[int]:
    """Return the player's tokens, as numbers from 0, that a typed move may mean."""
    if typed.letter is not None:
        return [typed.letter]
    first = table.seat * TOKENS
    return [n for n in range(TOKENS) if table.tokens[first + n] + 1 == typed.start]


def _check_spaces(table: FreeTheBoxTable, token: int, typed: Typed) -> None:
    """FTB-6: a token moves from where it is by exactly the number rolled."""
    right = token_text(table, token)
    if typed.start is not None and f"{LETTERS[token]}:{typed.start}-{typed.end}" != right:
        raise IllegalMove("FTB-6", f"With a roll of {table.die} the move is {right}.")
