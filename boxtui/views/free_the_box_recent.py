"""What happened recently in Free the Box: the marks on the board, and the digest's words."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import cast

from boxtui.games.free_the_box.board import TOKENS
from boxtui.games.free_the_box.cards import FREE_THE_BOX, ROLL_AGAIN, YOU_ARE_CAPTURED, card_words
from boxtui.games.free_the_box.moves import (
    DRAWING,
    ENTER,
    FREE,
    FREEING,
    KEEP,
    MOVING,
    ROLLING,
    ROLLING_AGAIN,
    ROLLING_FOR_FIRST,
    USE,
    USING,
)
from boxtui.games.free_the_box.narration import letter_of
from boxtui.games.free_the_box.position import (
    CAPTURED,
    CENTER,
    HOME,
    OUT,
    FreeTheBoxTable,
    tokens_of,
)
from boxtui.games.free_the_box.state import FreeTheBox
from boxtui.play.recent import Recent
from boxtui.views.game import BEGINS
from boxtui.wording import listed


@dataclass(frozen=True)
class FreeTheBoxTrail:
    """What recent moves left on the board; by default nothing.

    Attributes:
        left: the spaces where tokens stood that have moved since, with their seats.
        landed: the spaces where tokens landed that still stand there, with their seats.
        hit: the spaces where tokens stood when they were captured, with their seats.
        arrived: the tokens that came home, into the capture box or into the center.
        beaten: the seats that are now out of the game.
    """

    left: Mapping[int, int] = field(default_factory=dict)
    landed: Mapping[int, int] = field(default_factory=dict)
    hit: Mapping[int, int] = field(default_factory=dict)
    arrived: Collection[int] = ()
    beaten: Collection[int] = ()


def trail_of(recent: Recent, now: FreeTheBoxTable) -> FreeTheBoxTrail:
    """Return what the recent moves left on the board; `now` is the table after them."""
    before = cast("FreeTheBox", recent.before).table
    hit: dict[int, int] = {}
    for state, move, _ in recent.steps(FreeTheBox):
        for token, at in _captured(state.table, state.after(move).table):
            hit[at] = token // TOKENS
    seats = range(len(now.kept))
    moved = [token for token, at in enumerate(before.tokens) if now.tokens[token] != at]
    return FreeTheBoxTrail(
        left=_seats_at(before, moved),
        landed=_seats_at(now, moved),
        hit=hit,
        arrived=[token for token in moved if now.tokens[token] in (HOME, CAPTURED, CENTER)],
        beaten=[seat for seat in seats if before.is_in(seat) and not now.is_in(seat)],
    )


def _seats_at(table: FreeTheBoxTable, tokens: Collection[int]) -> dict[int, int]:
    """Return the spaces of those tokens that are on one, with the seat of each."""
    places = {int(table.tokens[token]): token // TOKENS for token in tokens}
    return {space: seat for space, seat in places.items() if space >= 0}


def _captured(table: FreeTheBoxTable, after: FreeTheBoxTable) -> Iterator[tuple[int, int]]:
    """Yield the tokens that were captured between two tables, with the spaces where they stood."""
    for token, at in enumerate(table.tokens):
        # A token that draws YOU ARE CAPTURED stands on the space where it drew.
        if after.tokens[token] in (CAPTURED, OUT) and at >= 0:
            yield token, int(at)


def actions_of(recent: Recent, own: int) -> Iterator[tuple[int, str]]:
    """Yield what each seat did recently, in a few words; the tokens of seat `own` are yours."""
    for state, move, played in recent.steps(FreeTheBox):
        then = state.after(move)
        if state.phase == ROLLING_FOR_FIRST and then.phase != ROLLING_FOR_FIRST:
            yield then.turn_seat(), BEGINS
        table, after = state.table, then.table
        for words in _action(state, after, move):
            yield played.seat, words
        if state.phase in (MOVING, DRAWING, ROLLING_AGAIN):
            for words in _consequences(table, after, own):
                yield played.seat, words
        for seat in range(state.seats):
            if table.is_in(seat) and not after.is_in(seat):
                yield seat, "OUT of the game"


def _action(state: FreeTheBox, after: FreeTheBoxTable, move: int) -> Iterator[str]:
    """Yield what a move itself did, if it is worth a word."""
    table = state.table
    if state.phase == ROLLING and not after.die:
        yield f"{move}: no move"
    elif state.phase == MOVING and move == ENTER:
        letter = letter_of(int(table.first(table.seat, HOME)))
        yield f"{letter} enters on {int(table.starts[table.seat]) + 1}"
    elif state.phase == MOVING:
        yield _way(table, int(table.seat * TOKENS + move), int(table.die))
    elif state.phase == ROLLING_AGAIN:
        yield _way(table, int(table.carrier), move)
    elif state.phase == DRAWING:
        yield f"drew {_card(table, move)}"
    elif state.phase in (FREEING, USING) and move in (FREE, USE):
        yield f"freed {letter_of(int(table.first(table.seat, CAPTURED)))}"
    elif state.phase == USING and move == KEEP:
        yield "kept it"


def _way(table: FreeTheBoxTable, token: int, steps: int) -> str:
    at = int(table.tokens[token])
    return f"{letter_of(token)} {at + 1} to {int(table.space_ahead(at, steps)) + 1}"


def _card(table: FreeTheBoxTable, card: int) -> str:
    """Return what a card says and where it leads."""
    token = int(table.carrier)
    words = card_words(card)
    if card == YOU_ARE_CAPTURED:
        return f"{words}: {letter_of(token)} in the box"
    if card in (FREE_THE_BOX, ROLL_AGAIN):  # which move no token
        return words
    ahead = table.clone()
    ahead.follow(token, card)
    landing = int(ahead.tokens[token])
    return words if landing == table.tokens[token] else f"{words}, to {landing + 1}"


def _consequences(table: FreeTheBoxTable, after: FreeTheBoxTable, own: int) -> Iterator[str]:
    seat = int(table.seat)
    for token, at in _captured(table, after):
        if token // TOKENS != seat:
            whose = "YOUR" if token // TOKENS == own else table.color_name(token // TOKENS)
            yield f"captured {whose} {letter_of(token)} on {table.board.space_words(at)}"
    for token in tokens_of(seat):
        if after.tokens[token] == CENTER != table.tokens[token]:
            yield f"{letter_of(token)} in the center: FREE THE BOX!"
    freed = [t for t in tokens_of(seat) if (table.tokens[t], after.tokens[t]) == (CAPTURED, HOME)]
    if freed:
        yield f"freed {listed(list(map(letter_of, freed)))}"
