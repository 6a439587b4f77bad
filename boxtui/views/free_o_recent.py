"""What happened recently in FREE-O, as far as everyone may know it (FRO-22)."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from boxtui.core import NOBODY
from boxtui.games.free_o.moves import CAPTURED, DRAW, DRAW_A_CARD, kind_of, named_in
from boxtui.games.free_o.position import FreeOTable
from boxtui.games.free_o.state import DRAWING, PLAYING, TURNING_UP, FreeO
from boxtui.play.recent import Recent

_PLAYED: Final = "played "
_MUST_DRAW: Final = "nothing fits"
_DRAWN: Final = "drawn"
"""What stands for a card drawn, until a run of them is counted."""


def cards_played(recent: Recent) -> list[tuple[int, int]]:
    """Return who played which kinds of cards recently in the current hand, in order."""
    cards: list[tuple[int, int]] = []
    for state, move, played in recent.steps(FreeO):
        if state.is_open():
            cards.clear()
        elif state.phase == PLAYING and move != DRAW:
            cards.append((played.seat, int(kind_of(move))))
    return cards


def actions_of(recent: Recent, names: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield what each seat played, whom that hit, and how many cards it drew."""
    actions = [
        (played.seat, words)
        for state, move, played in recent.steps(FreeO)
        for words in _words(state, move, names)
    ]
    runs = [(action, len(list(run))) for action, run in groupby(actions)]
    after = [*(action for action, _ in runs[1:]), None]
    before = (NOBODY, "")
    for ((seat, words), count), then in zip(runs, after, strict=False):
        goes_on = before[0] == seat and words.startswith(_PLAYED) and before[1].startswith(_PLAYED)
        before = seat, words
        if goes_on:
            words = words.removeprefix(_PLAYED)
        if words == _DRAWN:
            yield seat, f"drew {count}"
        elif words != _MUST_DRAW or then != (seat, _DRAWN):
            yield from [(seat, words)] * count


def _words(state: FreeO, move: int, names: Sequence[str]) -> Iterator[str]:
    """Yield what a move in a position did, which is nothing for a card dealt."""
    if state.phase == DRAWING:
        yield _DRAWN
    elif state.phase == TURNING_UP:
        yield f"turned up {state.table.deck.titles[move]}"
    elif state.phase == PLAYING and move == DRAW:
        yield _MUST_DRAW
    elif state.phase == PLAYING:
        yield _play_words(state.table, move, names)
        if state.table.sizes[state.table.seat] == 1:
            yield "went out"


def _play_words(table: FreeOTable, move: int, names: Sequence[str]) -> str:
    """Return what playing a card did; FRO-16, FRO-17, FRO-21."""
    kind = kind_of(move)
    if kind == CAPTURED:
        return f"captured {'everyone' if table.everyone else names[table.left_of(table.seat)]}"
    if kind == DRAW_A_CARD:
        return f"had {names[named_in(move)]} draw"
    return f"{_PLAYED}{table.deck.titles[kind]}"
