"""The defaults of a setup, and the match that it makes; independent of what asks for it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from boxtui.core import Game, OptionValue
from boxtui.play.match import HUMAN, Match, Seat
from boxtui.play.record import on_own_board
from saves.header import NAME_BYTES


def usual_count(game: Game) -> int:
    """Return the default number of players."""
    return 2 if 2 in game.seats else game.seats[0]


def usual_player(at: int) -> str:
    """Return the default player of seat `at`, from 0: a person first, then computers."""
    return HUMAN if at == 0 else "level3"


def usual_name(at: int, who: str, own: str, *, beside_another: bool = False) -> str:
    """Return the default name of the player `who` in seat `at`; `own` is the first player's name.

    If a computer has the first seat, `beside_another`, all computers are numbered by their seats.
    """
    if who == HUMAN:
        return own if at == 0 else f"Player {at + 1}"
    if beside_another:
        return f"Computer {at + 1}"
    return "Computer" if at == 1 else f"Computer {at or 1}"


def told_apart(seats: Sequence[Seat]) -> list[Seat]:
    """Return the seats with unique names: the later of equal names get numbers.

    If the name then is too long for a save, it is cut before the number.
    """
    apart: list[Seat] = []
    for seat in seats:
        name, number = seat.name, 1
        while name in (other.name for other in apart):
            number += 1
            name = _numbered(seat.name, number)
        apart.append(replace(seat, name=name))
    return apart


def _numbered(name: str, number: int) -> str:
    while len(f"{name} {number}".encode()) > NAME_BYTES:
        name = name[:-1]
    return f"{name} {number}"


def new_match(
    game: Game,
    options: Mapping[str, OptionValue],
    seats: Sequence[Seat],
    seed: int,
    *,
    by_hand: bool,
) -> Match:
    """Return the match of a setup, its seats `told_apart`. Raises `GameError`.

    Irrelevant options are treated as not chosen.
    """
    played = on_own_board(game)
    asked = {option.key: options[option.key] for option in game.relevant_options(options)}
    return Match(played, asked, told_apart(seats), seed, by_hand=by_hand)
