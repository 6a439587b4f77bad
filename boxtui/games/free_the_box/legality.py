"""Which rule an illegal move of Free the Box breaks, as sentences.

Each function is given a move that isn't legal.
"""

from collections.abc import Sequence

from boxtui.core import IllegalMove
from boxtui.games.free_the_box.board import ENTERING_ROLLS, TOKENS
from boxtui.games.free_the_box.cards import CARD_NAMES, card_name
from boxtui.games.free_the_box.moves import ENTER, FREE, LETTERS, ROLL
from boxtui.games.free_the_box.position import CAPTURED, CENTER, HOME, FreeTheBoxTable
from boxtui.games.shared.dice import EIGHT_SIDED


def refusal_of_die(die: int) -> IllegalMove:
    """Return the refusal of a roll that the die can't show (FTB-4)."""
    return IllegalMove("FTB-4", f"The die shows 1 to {len(EIGHT_SIDED)}, not {die}.")


def refusal_of_token(table: FreeTheBoxTable, move: int) -> IllegalMove:
    """Return the rule that an illegal move by the die breaks."""
    if move == ENTER:
        return refusal_of_enter(table)
    if not 0 <= move < TOKENS:
        return IllegalMove("FTB-7", "Move one of your tokens by the roll: A, B or C.")
    letter, where = LETTERS[move], table.tokens[table.seat * TOKENS + move]
    if where == HOME:
        if table.movable() >> ENTER & 1:
            return IllegalMove("FTB-5", f"{letter} is on HOME SPACE: write enter.")
        leaves = f"which it leaves only on {ENTERING_ROLLS}; write enter then"
        return IllegalMove("FTB-5", f"{letter} is on HOME SPACE, {leaves}.")
    if where == CENTER:
        return IllegalMove("FTB-21", f"{letter} is in the center and stays there.")
    message = f"{letter} is in the capture box until a FREE THE BOX or a jump of yours frees it."
    return IllegalMove("FTB-18", message)


def refusal_of_enter(table: FreeTheBoxTable) -> IllegalMove:
    """Return why no token can leave HOME SPACE by the die (FTB-5)."""
    if table.first(table.seat, HOME) < 0:
        return IllegalMove("FTB-5", "No token of yours is on HOME SPACE.")
    message = f"A token leaves HOME SPACE on {ENTERING_ROLLS}; the roll is {table.die}."
    return IllegalMove("FTB-5", message)


def refusal_of_pass(moves: Sequence[str]) -> IllegalMove:
    """Return the refusal of a pass, which isn't a move (FTB-7).

    `moves` are the texts of the legal moves by the die; empty if none is to be made now.
    """
    if moves:
        message = f"You can't pass while a token can move: {', '.join(moves)}."
        return IllegalMove("FTB-7", message)
    return IllegalMove("FTB-7", "A turn passes by itself, after a roll that moves no token.")


def refusal_of_word(table: FreeTheBoxTable, move: int, wanted: str) -> IllegalMove:
    """Return the rule that `enter`, `free`, `roll`, `use` or `keep` breaks if it isn't legal.

    The sentence says what is `wanted` instead.
    """
    refusal = _refusal_of_word(table, move)
    return IllegalMove(refusal.rule, f"{refusal.sentence} Now write {wanted}.")


def _refusal_of_word(table: FreeTheBoxTable, move: int) -> IllegalMove:
    if move == ENTER:
        return IllegalMove("FTB-5", f"A token enters after the roll, if it is {ENTERING_ROLLS}.")
    if move == FREE:
        return _refusal_of_free(table)
    if move == ROLL:
        return _refusal_of_roll(table)
    return IllegalMove("FTB-16", "Use and keep are for a FREE THE BOX that was just drawn.")


def _refusal_of_free(table: FreeTheBoxTable) -> IllegalMove:
    if not table.kept[table.seat]:
        return IllegalMove("FTB-17", "You have no FREE THE BOX.")
    if table.first(table.seat, CAPTURED) < 0:
        return IllegalMove("FTB-16", "No token of yours is in the capture box.")
    message = "A kept FREE THE BOX is used before the roll, and only one per turn."
    return IllegalMove("FTB-17", message)


def _refusal_of_roll(table: FreeTheBoxTable) -> IllegalMove:
    if table.must_free():
        message = "With two tokens in the center and the third captured you must use the card."
        return IllegalMove("FTB-24", message)
    return IllegalMove(
        "FTB-7", "There is one roll per turn." if table.die else "You can't roll here."
    )


def cards_listed(table: FreeTheBoxTable) -> str:
    """Return the names of all cards of the deck, listed."""
    return ", ".join(name for name, card in CARD_NAMES.items() if table.board.cards[card])


def refusal_of_card(table: FreeTheBoxTable, card: int) -> IllegalMove:
    """Return the rule that drawing a card breaks if that card can't be on top."""
    if card not in CARD_NAMES.values() or not table.board.cards[card]:
        return IllegalMove(
            "FTB-3", f"There is no such card in the deck; there are {cards_listed(table)}."
        )
    if table.deck.hidden:
        message = f"No {card_name(card)} is left among the unseen cards, which are drawn first."
        return IllegalMove("FTB-12", message)
    top = card_name(table.deck.bottom[0])
    message = f"All cards have been seen and put back in order; the next one is {top}."
    return IllegalMove("FTB-12", message)
