"""Matches that are kept and played at random, dice by their seed."""

from collections.abc import Callable
from random import Random

from boxtui.core import CHANCE, OVER
from boxtui.games import GAMES
from boxtui.match import HUMAN, Match, Seat
from boxtui.record import Record
from saves.events import Move
from saves.library import Library


def against(computer: str, game: str, shelf: Library) -> Record:
    """A new match of Ann against a computer."""
    seats = [Seat("Ann", HUMAN), Seat("Computer", computer)]
    return Record.begin(Match(GAMES[game], {}, seats, 7), shelf)


def among_all(game: str, shelf: Library) -> Record:
    """A new match of as many persons as the game seats."""
    seats = [Seat(f"P{at}", HUMAN) for at in range(GAMES[game].seats[-1])]
    return Record.begin(Match(GAMES[game], {}, seats, 7), shelf)


def play_on(record: Record, is_enough: Callable[[Match], bool]) -> None:
    """Play at random until it is enough, or to the end."""
    match, rng = record.match, Random(7)
    while match.state.player() != OVER and not is_enough(match):
        by_chance = match.state.player() == CHANCE
        record.do(Move(match.dealt() if by_chance else match.state.random_move(rng)))
