"""The games that can follow a match: their seats, levels and options."""

import pytest
from people import ANN, BEN
from random_games import moved

from ai.agent import HUMAN
from boxtui.core import OptionValue
from boxtui.games import GAMES
from boxtui.play.match import Match, Seat
from boxtui.play.next_game import next_game, next_games, other_level, rematch, rotated

SEATS = [ANN, Seat("Yellow", "level3")]


@pytest.mark.parametrize(
    ("players", "step", "told"),
    [
        (["level3"], 1, "one level up: level 4"),
        (["level3"], -1, "one level down: level 2"),
        (["level1", "level3", "level3"], 1, "one level up: level 2 and level 4"),
        *[([player], 1, "") for player in ("level5", "random", HUMAN)],
        (["level1"], -1, ""),
    ],
)
def test_other_levels_are_told_if_all_computers_have_them(
    players: list[str], step: int, told: str
) -> None:
    seats = [ANN, *(Seat(f"P{at}", player) for at, player in enumerate(players))]
    assert other_level(Match(GAMES["kimbo"], {}, seats, 3), step) == told


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


def test_two_players_who_move_on_twice_are_as_they_were() -> None:
    assert rotated(rotated(Match(GAMES["kimbo"], {}, SEATS, 3))).seats == SEATS


def lost_by(loser: int, other: Seat, **options: OptionValue) -> Match:
    """Return a match of Box that a seat has resigned, of Ann against another player."""
    match = Match(GAMES["box"], {"balance": "none", **options}, [ANN, other], 3)
    while match.state.current_player() != loser:
        match.play(match.state.legal_moves()[0])
    return moved(match, "resign")


@pytest.mark.parametrize("loser", [0, 1])
def test_the_loser_begins_the_next_game_in_another_seat_too(loser: int) -> None:
    match = lost_by(loser, BEN, first="loser of the last game")
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
    assert list(next_games(lost_by(who, Seat("Ben", "level3"))))[-1] == way
