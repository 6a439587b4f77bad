"""What a setup makes: a match whose seats are told apart by their names."""

from boxtui.games import GAMES
from boxtui.match import HUMAN, Seat
from boxtui.new_game import new_match, told_apart


def apart(*names: str) -> list[str]:
    return [seat.name for seat in told_apart([Seat(name, HUMAN) for name in names])]


def test_seats_of_one_name_are_numbered_and_others_keep_theirs() -> None:
    assert apart("Ann", "Computer", "Ann", "Computer", "Ann", "Ann 3") == [
        *("Ann", "Computer", "Ann 2", "Computer 2", "Ann 3", "Ann 3 2")
    ]
    seats = [Seat("Computer", "level1"), Seat("Computer", "level2")]
    match = new_match(GAMES["kimbo"], {}, seats, 3, by_hand=False)
    assert match.seats == [seats[0], Seat("Computer 2", "level2")]


def test_a_name_as_long_as_a_save_takes_has_room_for_its_number() -> None:
    assert apart("B" * 24, "B" * 24, "神" * 8, "神" * 8)[1::2] == ["B" * 22 + " 2", "神" * 7 + " 2"]
