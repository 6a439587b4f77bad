"""What is said of two cards of FREE-O, compared with hands at the end of a turn that is played."""

import re
from collections.abc import Iterator
from functools import partial

import pytest
from free_o_play import at, start
from random_games import some_decisions

from ai.free_o.reasons import reasons
from ai.shared.reasons import LATER, OUTWEIGHED
from boxtui.games.free_o.moves import DRAW, WILD, kind_of, named_in
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


def test_fro_14_a_wild_that_matches_isnt_called_worse_by_points_that_arent_kept() -> None:
    """Found by a player: 11 points were said to stay, though a second card must be played."""
    state = at(TURNS["a match"][0], "fence:3", "tree:4", "truck:2", top="car")
    told = " ".join(reasons(state, WILD, state.read_move("car")))
    assert "11" not in told
    assert "no other Wild" in told
    told = " ".join(reasons(state, state.read_move("car"), WILD))
    assert "8 points in hand after Car, 6 after Wild, then You Are Captured" in told


@pytest.mark.parametrize("last", ["truck", "captured", "draw-a-card"])
@pytest.mark.parametrize(("top", "demand"), [("house", "any"), ("truck", "match")])
def test_fro_18_a_wild_that_wins_the_hand_with_the_last_card_is_said_to(
    last: str, top: str, demand: str
) -> None:
    """FRO-15: after the other card, the Wild can't be played as the last."""
    state = at(f"{last},wild", "fence:4", "tree:2", "car:3", top=top, demand=demand)
    for move in state.legal_moves():
        told = reasons(state, move, WILD)
        assert "wins the hand (FRO-18)" in " ".join(told)
        is_left = len(state.legal_moves()) > 1
        assert ("only a Wild, which can't be the last card (FRO-15)" in " ".join(told)) == is_left
        if move != WILD:
            told = reasons(state, WILD, move)
            assert "wins the hand (FRO-18)" in " ".join(told)
            assert "(FRO-15)" not in " ".join(told)
            assert "is wasted" not in " ".join(told)
            assert told[-1] == OUTWEIGHED


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


def test_fro_15_that_only_wilds_are_left_is_no_reason_for_a_card() -> None:
    state = at("car,wild:2", "fence:3", top="car")
    car = state.read_move("car")
    for move, best in ((car, car), (WILD, car), (car, WILD)):
        assert "(FRO-15)" not in " ".join(reasons(state, move, best))


def test_fro_17_that_a_player_holds_fewer_cards_doesnt_speak_for_naming_another() -> None:
    state = at("car,draw-a-card", "fence:3", "tree:2", demand="any")
    two, three = map(state.read_move, ("draw-a-card 2", "draw-a-card 3"))
    assert named_in(three) == 2
    assert reasons(state, three, two)[-1] == OUTWEIGHED
    assert OUTWEIGHED not in reasons(state, two, three)


def test_fro_11_a_second_card_of_a_place_doesnt_speak_for_opening_another_set() -> None:
    """If both sets are as likely to be matched, nothing else that is said favors the best."""
    state = at("car:2,tree", "fence:3", top="tree", demand="any", pile="truck:3")
    car, tree = map(state.read_move, ("car", "tree"))
    told = reasons(state, car, tree)
    assert "You hold another" in told[0]
    assert "chance" not in " ".join(told)
    assert told[-1] == OUTWEIGHED
    assert OUTWEIGHED not in reasons(state, tree, car)


def test_fro_19_a_wild_against_the_last_card_of_a_hand_lets_nobody_play_on() -> None:
    state = at("car,wild", "tree:2", "-", top="captured", out=3)
    assert reasons(state, WILD, WILD) == ["Wild cancels the capture."]


def test_fro_18_who_draws_after_the_last_card_is_compared_not_that_it_is_the_last() -> None:
    state = at("draw-a-card", "fence:3", "tree:3", top="house", demand="any")
    two, three = state.legal_moves()
    assert reasons(state, two, three) == [LATER]
