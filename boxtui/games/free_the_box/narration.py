"""Descriptions of Free the Box's moves: clauses that follow a player's name."""

from typing import Final

from boxtui.games.free_the_box.board import DRAW_A_CARD, ENTERING_ROLLS, KIND_NAMES, TOKENS
from boxtui.games.free_the_box.cards import (
    BACK,
    FREE_THE_BOX,
    ROLL_AGAIN,
    TO_PARK,
    YOU_ARE_CAPTURED,
    card_words,
)
from boxtui.games.free_the_box.moves import (
    DRAWING,
    ENTER,
    FREE,
    FREEING,
    KEEP,
    LETTERS,
    MOVING,
    ROLL,
    ROLLING,
    ROLLING_AGAIN,
    USE,
    USING,
)
from boxtui.games.free_the_box.notation import token_text
from boxtui.games.free_the_box.position import CAPTURED, CENTER, HOME, FreeTheBoxTable, tokens_of
from boxtui.wording import counted, listed


def letter_of(token: int) -> str:
    """Return the letter of one of the table's tokens."""
    return LETTERS[token % TOKENS]


def deck_words(table: FreeTheBoxTable) -> str:
    """Return the number of cards in the deck, and of those in a known order (FTB-28)."""
    deck = table.deck
    known = f", {len(deck.bottom)} of them known" if deck.bottom else ""
    return f"Deck: {counted(deck.size(), 'card')}{known}"


_NAMES: Final = {
    FREE: ("using the card", "use the card"),
    USE: ("using the card", "use the card"),
    ROLL: ("rolling at once", "roll at once"),
    KEEP: ("keeping the card", "keep the card"),
}
"""What sentences call the moves that are written as one word but `ENTER`, also as commands."""


def names_of(phase: int, table: FreeTheBoxTable, move: int) -> tuple[str, str]:
    """Return what sentences call a move that a player chooses, and the same as a command.

    None is a word that is also the name of a key. Both are the notation of a token's move.
    """
    if phase != MOVING:
        return _NAMES[move]
    if move == ENTER:
        letter = letter_of(table.first(table.seat, HOME))
        return f"bringing {letter} out", f"bring {letter} out"
    return token_text(table, move), token_text(table, move)


def describe_move(phase: int, table: FreeTheBoxTable, after: FreeTheBoxTable, move: int) -> str:
    """Return what a turn's move does; `after` is the table that it leads to."""
    if phase == ROLLING:
        return _describe_roll(table, move, after.die != 0)
    if phase == FREEING:
        freed = f"uses a FREE THE BOX before the roll: {_freed(table)} goes home (FTB-17)"
        return freed if move == FREE else "keeps the FREE THE BOX and rolls"
    if phase == USING:
        freed = f"uses the FREE THE BOX: {_freed(table)} goes home (FTB-16)"
        return freed if move == USE else "keeps the FREE THE BOX for a later turn (FTB-16)"
    if phase == DRAWING:
        return _describe_card(table, after, move)
    if phase == ROLLING_AGAIN:
        return f"rolls {move} and moves {_describe_forward(table, after, table.carrier, move)}"
    return _describe_token(table, after, move)


def _describe_roll(table: FreeTheBoxTable, die: int, can_move: bool) -> str:
    """Return what a roll does; if no token can move by it, why the turn passes."""
    if can_move:
        return f"rolls {die}"
    waits = table.first(table.seat, HOME) >= 0
    why = f": only {ENTERING_ROLLS} enters (FTB-5)" if waits else " (FTB-7)"
    return f"rolls {die} and can't move{why}"


def _freed(table: FreeTheBoxTable) -> str:
    return letter_of(table.first(table.seat, CAPTURED))


def _describe_token(table: FreeTheBoxTable, after: FreeTheBoxTable, move: int) -> str:
    """Return what a move by the die does."""
    if move == ENTER:
        letter = letter_of(table.first(table.seat, HOME))
        return f"brings {letter} from HOME SPACE to its STARTING BOX (FTB-5)"
    token = table.seat * TOKENS + move
    return f"moves {_describe_forward(table, after, token, table.die)}"


def _describe_forward(
    table: FreeTheBoxTable, after: FreeTheBoxTable, token: int, steps: int
) -> str:
    ahead = table.ahead(token, steps)
    return _describe_steps(table, ahead, token) + _describe_landing(table, ahead, after, token)


def _describe_card(table: FreeTheBoxTable, after: FreeTheBoxTable, card: int) -> str:
    """Return what a drawn card does."""
    letter = letter_of(table.carrier)
    drawn = f"draws {card_words(card)}"
    if card == FREE_THE_BOX:
        may_be_used = table.first(table.seat, CAPTURED) >= 0
        return drawn + ("" if may_be_used else " and keeps it (FTB-16)")
    if card == ROLL_AGAIN:
        return f"{drawn}: {letter} moves by another roll (FTB-27)"
    if card == YOU_ARE_CAPTURED:
        box = f"{letter} goes to the capture box (FTB-15)"
        return f"{drawn}: {box}{_describe_who_is_out(table, after)}"
    ahead = table.clone()
    ahead.follow(table.carrier, card)
    way = _describe_way_of_card(table, ahead, card)
    return f"{drawn}: {way}{_describe_landing(table, ahead, after, table.carrier)}"


def _describe_way_of_card(table: FreeTheBoxTable, ahead: FreeTheBoxTable, card: int) -> str:
    token = table.carrier
    if card == TO_PARK or card < BACK:
        return _describe_steps(table, ahead, token)
    stopped = ahead.gone(token) == 0 and table.gone(token) < card - BACK
    return _describe_path(table, ahead, token) + (", no further back (FTB-14)" if stopped else "")


def _describe_steps(table: FreeTheBoxTable, ahead: FreeTheBoxTable, token: int) -> str:
    """Return a move forward, and whether it passes the token's own JUMP TO CENTER."""
    passed = ahead.gone(token) < table.gone(token)
    lap = ", past its JUMP TO CENTER: another lap (FTB-19)" if passed else ""
    return _describe_path(table, ahead, token) + lap


def _describe_path(table: FreeTheBoxTable, ahead: FreeTheBoxTable, token: int) -> str:
    start, end = table.tokens[token], ahead.tokens[token]
    there = table.board.spaces[end]
    own = there.color == table.colors[table.seat]
    words = f"its {KIND_NAMES[there.kind]}" if own else table.board.space_words(end)
    return f"{letter_of(token)} from {start + 1} to {end + 1} ({words})"


def _describe_landing(
    table: FreeTheBoxTable, ahead: FreeTheBoxTable, after: FreeTheBoxTable, token: int
) -> str:
    """Return what follows once a token has landed; `ahead` is the table before its effects."""
    end = ahead.tokens[token]
    if ahead.is_on_own_jump(token):
        return _describe_jump(table, after)
    if table.board.kinds[end] == DRAW_A_CARD:
        return ", and draws a card" if ahead.has_to_draw(token) else ", no card is left (FTB-12)"
    capturable = ahead.capturable(table.seat, end)
    if not capturable:
        return ""
    return _describe_captures(table, capturable) + _describe_who_is_out(table, after)


def _describe_captures(table: FreeTheBoxTable, capturable: list[int]) -> str:
    """Return the captured tokens, all of one color, because opponents never share a place."""
    color = table.color_name(capturable[0] // TOKENS)
    captured = listed([f"{letter_of(token)} on {table.tokens[token] + 1}" for token in capturable])
    return f", captures {color} {captured} (FTB-9)"


def _describe_jump(table: FreeTheBoxTable, after: FreeTheBoxTable) -> str:
    """Return what a jump does; the third token in the center wins the game."""
    seat = table.seat
    if after.count(seat, CENTER) == TOKENS:
        return " and into the center, the last of three: FREE THE BOX! And wins (FTB-26)"
    freed = [letter_of(token) for token in tokens_of(seat) if table.tokens[token] == CAPTURED]
    if not freed:
        return " and into the center: FREE THE BOX! (FTB-19)"
    goes = "goes" if len(freed) == 1 else "go"
    return f" and into the center: FREE THE BOX! {listed(freed)} {goes} home (FTB-20)"


def is_striking(table: FreeTheBoxTable, after: FreeTheBoxTable) -> bool:
    """Whether a move captures (FTB-9), reaches the center (FTB-19), or puts a player out."""
    if after.count(table.seat, CENTER) > table.count(table.seat, CENTER):
        return True
    return any(
        table.is_in(seat) != after.is_in(seat)
        or (seat != table.seat and after.count(seat, CAPTURED) > table.count(seat, CAPTURED))
        for seat in range(len(table.kept))
    )


_BEATEN: Final = (
    "all three tokens captured (FTB-22)",
    "two tokens captured and one in the center (FTB-23)",
    "the third token captured and no FREE THE BOX kept (FTB-24)",
)
"""Why a player is out, by the number of tokens in the center."""


def _describe_who_is_out(table: FreeTheBoxTable, after: FreeTheBoxTable) -> str:
    """Return who is out after a move, and who is left if that ends the game."""
    seats = range(len(table.kept))
    out = [seat for seat in seats if table.is_in(seat) and not after.is_in(seat)]
    sentences = [
        f"; {table.color_name(seat)} is out, {_BEATEN[table.count(seat, CENTER)]}" for seat in out
    ]
    left = [table.color_name(seat) for seat in seats if after.is_in(seat)]
    if out and len(left) == 1:
        sentences.append(f"; {left[0]} is the last player left and wins (FTB-26)")
    return "".join(sentences)
