"""What games share: dice, and sentences with names and percentages."""

import pytest

from boxtui.core import State
from boxtui.games import GAMES
from boxtui.games.shared.dice import (
    TWO_DICE,
    TWO_DICE_PROBABILITIES,
    dice_in,
    is_throw,
    some_throw,
    throw_text,
)
from boxtui.wording import about_percent, named, percent


def test_every_throw_of_two_dice_is_drawn_as_often_as_it_falls_and_read_back() -> None:
    drawn = [some_throw(point) for point in range(36)]
    for throw, chance in zip(TWO_DICE, TWO_DICE_PROBABILITIES, strict=True):
        assert drawn.count(throw) == round(36 * chance)
        high, low = dice_in(throw_text(throw))
        assert throw == 10 * high + low
        assert high >= low
    assert [throw for throw in range(100) if is_throw(throw)] == TWO_DICE


def test_a_position_is_an_instance_of_its_own_game_and_of_no_other() -> None:
    states = [game.start({}, game.seats[0]) for game in GAMES.values()]
    for state in states:
        assert isinstance(state, State)
        assert sum(isinstance(state, type(other)) for other in states) == 1


def test_seats_are_named_by_their_whole_number() -> None:
    names = [f"P{number}" for number in range(1, 13)]
    assert named("seat 1 and seat 12, not seats 2 nor reseat 3", names) == (
        "P1 and P12, not seats 2 nor reseat 3"
    )


@pytest.mark.parametrize("digits", [0, 1, 2])
def test_only_what_is_certain_is_zero_or_a_hundred_percent(digits: int) -> None:
    step = 10.0 ** -(digits + 2)
    none, every = f"{0.0:.{digits}%}", f"{1.0:.{digits}%}"
    assert (percent(0.0, digits), percent(1.0, digits)) == (none, every)
    for noise in (-1e-15, 1e-15):
        assert (percent(noise, digits), percent(1.0 + noise, digits)) == (none, every)
    for tiny in (1e-8, step / 3):
        for share in (tiny, 1.0 - tiny):
            assert percent(share, digits)[:4] == ("less" if share < 0.5 else "more")
    for share in (step, 0.461, 1.0 - step):
        assert percent(share, digits) == f"{share:.{digits}%}"


def test_an_estimate_is_called_one_unless_it_is_certain_or_near_that() -> None:
    for certain in (0.0, -1e-15, 1e-8, 1.0 - 1e-8, 1.0 + 1e-15):
        assert about_percent(certain) == percent(certain)
    for share in (0.001, 0.461, 0.999):
        assert about_percent(share) == f"about {percent(share)}"
