"""What is said of two cards of FREE-O, compared with hands at the end of a turn that is played."""

import re
from collections.abc import Iterator
from functools import partial

from free_o_play import at, start
from random_games import some_decisions

from ai.free_o.reasons import reasons
from boxtui.games.free_o.moves import DRAW, WILD, kind_of
from boxtui.games.free_o.state import PLAYING, FreeO

COUNTED = re.compile(r"You keep (-?\d+) points? in hand after (.+?), (-?\d+) after ([^:(]+?)[: ]")

FEWEST = re.compile(r"You keep (-?\d+) points? in hand, fewer than after any other card")

TURNS = {
    "a match": ("car,tree,captured,draw-a-card:2,wild", "car", "match"),
    "any card": ("car:2,tree,draw-a-card,wild", "house", "any"),
    "two Wilds": ("car,tree,wild:2", "house", "any"),
    "a second Wild and one card": ("car,wild:2", "car", "match"),
    "the extra turn": ("car,captured,draw-a-card,wild", "wild", "extra"),
}


def decisions() -> Iterator[FreeO]:
    """Yield turns of random games, and some in which a Wild is held."""
    for seats in (2, 3, 4):
        yield from some_decisions(partial(start, seats), 150, 0.3, luck=seats)
    for hand, top, demand in TURNS.values():
        yield at(hand, "fence:3", "tree:4", "truck:2", top=top, demand=demand)


def ends(state: FreeO, move: int) -> Iterator[FreeO]:
    """Yield the positions after a move and, if it gives another turn, each way to take that.

    A card drawn there isn't: nobody knows it.
    """
    seat, after = state.table.seat, state.after(move)
    if move != WILD or after.phase != PLAYING or after.table.seat != seat:
        yield after
        return
    for second in after.legal_moves():
        yield after if second == DRAW else after.after(second)


def fewest_points(state: FreeO, move: int) -> int:
    seat = state.table.seat
    return min(int(after.table.points(seat)) for after in ends(state, move))


def test_fro_20_points_in_a_reason_are_those_in_hand_at_the_end_of_the_turn() -> None:
    """FRO-14: a Wild isn't the end of it."""
    compared = with_wild = alone = 0
    for state in decisions():
        for best in state.legal_moves():
            for found in filter(None, map(FEWEST.match, reasons(state, best, best))):
                others = [each for each in state.legal_moves() if kind_of(each) != kind_of(best)]
                assert int(found[1]) == fewest_points(state, best)
                assert int(found[1]) < min(fewest_points(state, each) for each in others)
                alone += 1
            for move in state.legal_moves():
                for found in filter(None, map(COUNTED.match, reasons(state, move, best))):
                    assert int(found[1]) == fewest_points(state, move)
                    assert int(found[3]) == fewest_points(state, best)
                    compared += 1
                    with_wild += WILD in (move, best)
    assert compared > 500
    assert with_wild > 50
    assert alone > 50


def test_fro_14_points_dont_speak_against_the_best_card_if_one_of_two_gives_another_turn() -> None:
    for state in decisions():
        for best in state.legal_moves():
            for move in state.legal_moves():
                if WILD in (move, best) and move != best:
                    for found in filter(None, map(COUNTED.match, reasons(state, move, best))):
                        assert int(found[3]) < int(found[1])


def test_fro_18_no_other_wild_is_said_to_win() -> None:
    hands = [
        state
        for state in decisions()
        if WILD in state.legal_moves()
        and not any(after.table.out == state.table.seat for after in ends(state, WILD))
    ]
    assert len(hands) > 50
    for state in hands:
        for move in state.legal_moves():
            assert "wins the hand" not in " ".join(reasons(state, move, WILD))
