"""The games that can follow a match: their seats, levels and options."""

import pytest
from people import ANN, BEN

from ai.agent import HUMAN
from boxtui.core import OptionValue
from boxtui.games import GAMES
from boxtui.play.match import Match, Seat
from boxtui.play.next_game import (
    next_game,
    next_games,
    other_level,
    rematch,
    rotated,
)


def test_the_next_game_is_played_one_seat_on_or_at_another_level() -> None:
    match = Match(GAMES["kimbo"], {}, [ANN, Seat("Yellow", "level3")], 3)
    assert rotated(rotated(match)).seats == match.seats
    assert other_level(match, 1) == "one level up: level 4"
    assert other_level(match, -1) == "one level down: level 2"
    four = [ANN, *(Seat(f"P{at}", f"level{at}") for at in (1, 3, 3))]
    assert other_level(Match(GAMES["kimbo"], {}, four, 3), 1) == "one level up: level 2 and level 4"
    for player in ("level5", "random", HUMAN):
        assert not other_level(Match(GAMES["kimbo"], {}, [ANN, Seat("Ben", player)], 3), 1)
    assert not other_level(Match(GAMES["kimbo"], {}, [ANN, Seat("Ben", "level1")], 3), -1)


SEATS = [ANN, Seat("Yellow", "level3")]


@pytest.mark.parametrize(
    ("which", "seats", "same_dice"),
    [
        ("again", SEATS, False),
        ("same", SEATS, True),
        ("swap", [Seat("Red", "level3"), ANN], False),
        ("higher", [ANN, Seat("Yellow", "level4")], False),
        ("lower", [ANN, Seat("Yellow", "level2")], False),
    ],
)
def test_each_key_leads_to_its_game(which: str, seats: list[Seat], same_dice: bool) -> None:
    following = next_game(Match(GAMES["kimbo"], {}, SEATS, 3), which)
    assert (following.seats, following.seed == 3, following.moves) == (seats, same_dice, [])


def test_of_a_key_that_is_none_nothing_follows() -> None:
    match = Match(GAMES["kimbo"], {}, SEATS, 3)
    assert list(next_games(match)) == ["again", "same", "swap", "higher"]
    with pytest.raises(KeyError):
        next_game(match, "look")


@pytest.mark.parametrize("loser", [0, 1])
def test_the_loser_begins_the_next_game_in_another_seat_too(loser: int) -> None:
    options: dict[str, OptionValue] = {"balance": "none", "first": "loser of the last game"}
    match = Match(GAMES["box"], options, [ANN, BEN], 3)
    while match.state.current_player() != loser:
        match.play(match.state.legal_moves()[0])
    match.play(match.state.read_move("resign"))
    for following in (rematch(match), rotated(match)):
        assert following.seats[following.state.current_player()] == match.seats[loser]


@pytest.mark.parametrize("weaker", [0, 1])
def test_a_handicap_stays_with_its_player_in_another_seat(weaker: int) -> None:
    options: dict[str, OptionValue] = {"handicap": "moves", "weaker": f"seat {weaker + 1}"}
    match = Match(GAMES["box"], options, [ANN, BEN], 3)
    for following in (match, rematch(match), rotated(match), rotated(rotated(match))):
        assert following.seats[following.state.current_player()] == match.seats[weaker]


@pytest.mark.parametrize(("who", "way"), [(0, "lower"), (1, "higher")])
def test_the_loser_is_offered_a_lower_level_and_the_winner_a_higher_one(who: int, way: str) -> None:
    match = Match(GAMES["box"], {"balance": "none"}, [ANN, Seat("Ben", "level3")], 3)
    while match.state.current_player() != who:
        match.play(match.state.legal_moves()[0])
    match.play(match.state.read_move("resign"))
    assert list(next_games(match))[-1] == way
