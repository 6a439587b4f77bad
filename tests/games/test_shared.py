"""What games share: dice, kinds of options, and sentences with names."""

import pytest

from boxtui.core import BadOption, OptionValue, State
from boxtui.games import GAMES
from boxtui.games.shared.dice import (
    TWO_DICE,
    TWO_DICE_PROBABILITIES,
    dice_in,
    is_throw,
    some_throw,
    throw_text,
)
from boxtui.wording import named


def test_every_throw_of_two_dice_is_drawn_as_often_as_it_falls_and_read_back() -> None:
    drawn = [some_throw(point) for point in range(36)]
    for throw, chance in zip(TWO_DICE, TWO_DICE_PROBABILITIES, strict=True):
        assert is_throw(throw)
        assert drawn.count(throw) == round(36 * chance)
        high, low = dice_in(throw_text(throw))
        assert throw == 10 * high + low
        assert high >= low
    assert [throw for throw in range(100) if is_throw(throw)] == TWO_DICE


@pytest.mark.parametrize(
    ("game", "key", "value"),
    [
        ("shut-the-box", "stake", True),
        ("shut-the-box", "stake", 2.0),
        ("shut-the-box", "pub_stakes", 1),
        ("shut-the-box", "scoring", 1),
        ("box", "size", 10.0),
        ("box", "handicap_points", 10),
    ],
)
def test_an_option_takes_values_of_its_own_type(game: str, key: str, value: OptionValue) -> None:
    with pytest.raises(BadOption, match=key):
        GAMES[game].with_defaults({key: value})


def test_a_position_is_an_instance_of_its_own_game_and_of_no_other() -> None:
    states = [game.start(game.with_defaults({}), game.seats[0]) for game in GAMES.values()]
    assert all(isinstance(state, State) for state in states)
    for state in states:
        assert [isinstance(state, type(other)) for other in states] == [
            state is other for other in states
        ]


def test_seats_are_named_by_their_whole_number() -> None:
    names = [f"P{number}" for number in range(1, 13)]
    assert named("seat 1 and seat 12, not seats 2 nor reseat 3", names) == (
        "P1 and P12, not seats 2 nor reseat 3"
    )
