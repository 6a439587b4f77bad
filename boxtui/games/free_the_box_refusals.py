"""Why a move isn't legal in Free the Box, and the rule that forbids it."""

from boxtui.core import AmbiguousMove, BadNotation, IllegalMove
from boxtui.games.free_the_box_board import TOKENS
from boxtui.games.free_the_box_cards import CARD_NAMES, card_name
from boxtui.games.free_the_box_moves import ENTER, FREE, LETTERS, ROLL
from boxtui.games.free_the_box_notation import (
    Typed,
    is_at_home,
    token_text,
    tokens_meant,
    typed_in,
)
from boxtui.games.free_the_box_table import CAPTURED, CENTER, HOME, Table


def game_over() -> IllegalMove:
    """FTB-26: nothing is played once the game is won."""
    return IllegalMove("FTB-26", "The game is over.")


def why_not_token(table: Table, move: int) -> IllegalMove:
    """Which rule an illegal move by the die breaks."""
    if move == ENTER:
        return _why_not_enter(table)
    if not 0 <= move < TOKENS:
        return IllegalMove("FTB-7", "The roll is for one of the tokens A, B and C.")
    letter, where = LETTERS[move], table.tokens[table.seat * TOKENS + move]
    if where == HOME:
        said = f"{letter} is on HOME SPACE, which it leaves only on a 2 or a 7; write enter then."
        return IllegalMove("FTB-5", said)
    if where == CENTER:
        return IllegalMove("FTB-21", f"{letter} is in the center and stays there.")
    said = f"{letter} is in the capture box until a FREE THE BOX or a jump of yours frees it."
    return IllegalMove("FTB-18", said)


def _why_not_enter(table: Table) -> IllegalMove:
    if table.first(table.seat, HOME) < 0:
        return IllegalMove("FTB-5", "No token of yours is on HOME SPACE.")
    return IllegalMove("FTB-5", f"A token leaves HOME SPACE on a 2 or a 7, not on a {table.die}.")


def why_not_pass(table: Table, is_by_die: bool) -> IllegalMove:
    """FTB-7: passing is no choice."""
    if is_by_die:
        said = f"Passing is no choice while a token can move; here {_legal_texts(table)}."
        return IllegalMove("FTB-7", said)
    return IllegalMove("FTB-7", "A turn passes by itself, after a roll that moves no token.")


def _legal_texts(table: Table) -> str:
    bits = table.movable()
    return ", ".join(token_text(table, move) for move in range(ENTER + 1) if bits >> move & 1)


def why_not_word(table: Table, move: int) -> IllegalMove:
    """Which rule `enter`, `free`, `roll`, `use` or `keep` breaks where it isn't legal."""
    if move == ENTER:
        return IllegalMove("FTB-5", "A token enters after the roll, by a 2 or a 7 of that roll.")
    if move == FREE:
        return _why_not_free(table)
    if move == ROLL:
        return _why_not_roll(table)
    return IllegalMove("FTB-16", "Only a FREE THE BOX that was just drawn is used or kept.")


def _why_not_free(table: Table) -> IllegalMove:
    if not table.kept[table.seat]:
        return IllegalMove("FTB-17", "You keep no FREE THE BOX.")
    if table.first(table.seat, CAPTURED) < 0:
        return IllegalMove("FTB-16", "No token of yours is in the capture box.")
    said = "A kept FREE THE BOX is used before the roll of a turn, and one a turn."
    return IllegalMove("FTB-17", said)


def _why_not_roll(table: Table) -> IllegalMove:
    if table.must_free():
        said = "With two tokens in the center and the third captured the card must be used: free."
        return IllegalMove("FTB-24", said)
    return IllegalMove(
        "FTB-7", "One roll a turn; now it is to be moved by it, or a card to be used."
    )


def why_not_card(table: Table, card: int) -> IllegalMove:
    """Which rule the drawing of a card breaks that can't be on top."""
    if card not in CARD_NAMES.values() or not table.board.cards[card]:
        listed = ", ".join(name for name, each in CARD_NAMES.items() if table.board.cards[each])
        return IllegalMove("FTB-3", f"There is no such card in the deck; there are {listed}.")
    if table.deck.hidden:
        said = f"No {card_name(card)} is left among the cards not seen yet, which come first."
        return IllegalMove("FTB-12", said)
    top = card_name(table.deck.bottom[0])
    said = f"All cards have been seen; put back in that order, the next one is {top}."
    return IllegalMove("FTB-12", said)


def token_in(table: Table, text: str) -> int:
    """The legal move by the die that a text names; `BadNotation`, `IllegalMove`, `AmbiguousMove`.

    Its letter or its spaces may be left out where one move is meant; `A:enter` may be any of
    those at home, which are alike.
    """
    typed = typed_in(text)
    if typed.enters:
        return _entering(table, typed)
    meant = tokens_meant(table, typed)
    if not meant:
        raise IllegalMove("FTB-6", f"No token of yours stands on {typed.start}.")
    if len(meant) > 1:
        listed = ", ".join(token_text(table, token) for token in meant)
        raise AmbiguousMove(f"That could be more than one move: {listed}.")
    if not table.movable() >> meant[0] & 1:
        raise why_not_token(table, meant[0])
    _check_spaces(table, meant[0], typed)
    return meant[0]


def _entering(table: Table, typed: Typed) -> int:
    if typed.letter is not None and not is_at_home(table, typed.letter):
        raise IllegalMove("FTB-5", f"{LETTERS[typed.letter]} isn't on HOME SPACE.")
    if not table.movable() >> ENTER & 1:
        raise _why_not_enter(table)
    return ENTER


def _check_spaces(table: Table, token: int, typed: Typed) -> None:
    """FTB-6: a token goes from where it stands by just the number rolled."""
    right = token_text(table, token)
    if typed.start is not None and f"{LETTERS[token]}:{typed.start}-{typed.end}" != right:
        raise IllegalMove("FTB-6", f"By the {table.die} rolled the move is {right}.")


def unread(text: str, wanted: str) -> BadNotation:
    """The refusal of a text where only some words are moves."""
    return BadNotation(f"{text!r} can't be read: write {wanted}.")
