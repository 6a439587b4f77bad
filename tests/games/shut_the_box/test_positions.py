"""Positions of Shut-the-Box as text, the rule that applies in them, and descriptions of moves."""

import pytest
from shut_the_box_play import GAME, play, start, turn

from boxtui.core import BadNotation, BadPosition

ALL = "up=1,2,3,4,5,6,7,8,9"
ROLL = f"scoring=digits stake=0 round=1 first=1 scores=-,- phase=roll seat=1 {ALL} dice=-"
FIRST = ROLL.replace("phase=roll", "phase=first")
OVER = "scoring=digits stake=0 round=1 first=1 scores=2,3 phase=over seat=2 up=3 dice=-"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        ROLL.replace("digits", "roman"),
        ROLL.replace("stake=0", "stake=5000000"),
        ROLL.replace("stake=0", "stake=-1"),
        ROLL.replace("scores=-,-", "scores=-").replace("stake=0", "stake=1"),
        ROLL.replace("round=1", "round=0"),
        ROLL.replace("first=1", "first=3"),
        ROLL.replace("seat=1", "seat=2"),
        ROLL.replace("scores=-,-", "scores=-,12"),
        ROLL.replace("scores=-,- phase=roll seat=1", "scores=7,- phase=roll seat=1"),
        ROLL.replace("scores=-,- phase=roll seat=1", "scores=123456,- phase=roll seat=2"),
        ROLL.replace("scores=-,- phase=roll seat=1", "scores=21,- phase=roll seat=2"),
        ROLL.replace("scores=-,- phase=roll seat=1", "scores=2,1 phase=roll seat=1"),
        ROLL.replace("up=1,2", "up=2"),
        ROLL.replace("up=1,2", "up=2,1"),
        ROLL.replace("up=1,2", "up=99999999999999999999999"),
        ROLL.replace("up=1,2,3,4,5,6,7,8,9", "up=-"),
        ROLL.replace("dice=-", "dice=5+3"),
        ROLL.replace("phase=roll", "phase=lay"),
        ROLL.replace("phase=roll", "phase=lay").replace("dice=-", "dice=3+5"),
        ROLL.replace("phase=roll", "phase=lay").replace("dice=-", "dice=4"),
        ROLL.replace("phase=roll", "phase=sleep"),
        ROLL.replace("phase=roll", "phase=over"),
        ROLL + " for_first=-,-",
        FIRST,
        FIRST + " for_first=-",
        FIRST + " for_first=-,5",
        FIRST + " for_first=-,-,-",
        FIRST.replace("scores=-,-", "scores=-,-,-") + " for_first=-,-",
        FIRST + " for_first=x,-",
        FIRST + " for_first=x,x",
        FIRST + " for_first=13,-",
        FIRST.replace("up=1,2", "up=2") + " for_first=-,-",
        "scoring=digits stake=0 round=1 first=1 scores=2,2 phase=over seat=2 up=2 dice=-",
        "scoring=digits stake=0 round=1 first=1 scores=2,3 phase=over seat=2 up=4 dice=-",
        "scoring=digits stake=0 round=1 first=1 scores=2,3 phase=over seat=1 up=2 dice=-",
        "scoring=digits stake=0 round=1 first=1 scores=2,- phase=over seat=1 up=2 dice=-",
        "scoring=digits stake=1 round=1 first=1 scores=0,149 phase=over seat=2 up=1,4,9 dice=-",
        f"scoring=digits stake=1 round=1 first=1 scores=0,- phase=roll seat=2 {ALL} dice=-",
    ],
)
def test_a_position_whose_parts_do_not_fit_together_is_refused(text: str) -> None:
    with pytest.raises(BadPosition) as refusal:
        GAME.parse(text)
    assert len(str(refusal.value)) > 20


def test_an_ended_game_has_no_throws_for_the_first_turn() -> None:
    assert GAME.parse(OVER).text() == OVER
    with pytest.raises(BadPosition, match="first turn are over"):
        GAME.parse(f"{OVER} for_first=-,-")


def test_the_rule_that_matters_now_follows_the_position() -> None:
    first = start(2, first="rolled for")
    assert first.rule() == "STB-13"
    assert start().rule() == "STB-5"
    assert turn("1,2").rule() == "STB-6"
    assert turn("1,2,9", "6+5", "-").rule() == "STB-3"
    assert play(turn("1,4,7,8,9"), "4 2").rule() == "STB-12"
    assert play(turn("3,4", "-", "149,47,-", seat=3), "6 6").rule() == "STB-10"


def test_a_tied_round_is_described_with_its_rule() -> None:
    state = turn("3,4", "-", "34,-", seat=2)
    assert "everybody starts over (STB-11)" in state.describe(66)


def test_stb_16_a_tie_for_the_pool_is_described_with_the_stakes_paid_again() -> None:
    state = turn("3,4", "-", "34,-", seat=2, more="stakes")
    assert state.describe(66) == (
        "rolls 6 and 6: nothing fits, scores 34; the lowest score is tied, so everybody takes the "
        "stake back, pays it in again (STB-16) and starts over (STB-11)"
    )


@pytest.mark.parametrize(
    ("up", "wanted"), [("1,2,9", "dice, as in 5 3"), ("1,2", "the die, as in 4")]
)
def test_a_text_that_is_not_a_throw_is_refused_with_the_number_of_dice(
    up: str, wanted: str
) -> None:
    with pytest.raises(BadNotation) as refusal:
        turn(up).read_move("x")
    assert str(refusal.value) == f"'x' can't be read: write {wanted}."
