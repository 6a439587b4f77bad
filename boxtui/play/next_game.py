"""The games that can follow a match: once more, with everyone moved on, or at another level.

Also what a new match takes over from the last game of the same players.
"""

import contextlib
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from ai.agent import HUMAN
from ai.levels import level_names, level_words
from boxtui.core import Game
from boxtui.play.match import Match, Seat, new_seed
from boxtui.play.own_saves import open_library
from boxtui.play.record import Record
from boxtui.play.replay import match_in
from boxtui.play.results import winners
from boxtui.play.setup import default_name, with_unique_names
from boxtui.wording import listed
from saves.errors import SaveError
from saves.library import Library

_STEPS: Final = {"higher": 1, "lower": -1}
"""By how many levels all computers change in the next game."""


def next_games(match: Match) -> dict[str, str]:
    """Return the games that can follow a match, in words, by the keys that `next_game` takes."""
    offered = {"again": "play again"}
    if match.game.dealt and not match.by_hand:
        offered["same"] = f"play again with the same {match.game.dealt}"
    if len(match.seats) > 1:
        offered["swap"] = "play again, everyone moves one seat on"
    way = "lower" if is_lost(match) else "higher"
    if other := other_level(match, _STEPS[way]):
        offered[way] = f"play again, {other}"
    return offered


def next_game(match: Match, which: str) -> Match:
    """Return the game that follows a match; `which` is a key of `next_games`."""
    if which == "again":
        return rematch(match)
    if which == "same":
        return match.restarted()
    if which == "swap":
        return rotated(match)
    return at_other_level(match, _STEPS[which])


def rematch(match: Match, seats: Sequence[Seat] | None = None, moved: int = 0) -> Match:
    """Return the next game with other dice and cards, of the same seats unless others are given.

    Everyone then sits `moved` seats further on, also in options that name players, such as the
    loser of this one.
    """
    options = {**match.options, **carried_options(match, moved)}
    for option in match.game.relevant_options(options, len(match.seats)):
        if option.names_player:
            at = option.choices.index(options[option.key])
            options[option.key] = option.choices[(at + moved) % len(match.seats)]
    return match.anew(new_seed(), options, seats)


def carried_options(match: Match, moved: int = 0) -> dict[str, int]:
    """Return the options that an ended game decides for the next: its loser, from 1 (or 0).

    `moved` is how many seats further on everyone sits then.
    """
    if not match.is_over:
        return {}
    loser = match.game.loser(match.state)
    number = (loser + moved) % len(match.seats) + 1 if loser >= 0 else 0
    return {option.key: number for option in match.game.options if option.names_loser}


def rotated(match: Match) -> Match:
    """Return the next game of the same players, each one seat further on.

    Computers take the usual names of their new seats, if they had those of their old ones.
    """
    colors = match.game.colors(len(match.seats))
    seats = [match.seats[at - 1] for at in range(len(match.seats))]
    for at, seat in enumerate(seats):
        before = (at - 1) % len(seats)
        if _is_usual_name(seat, before, colors):
            seats[at] = replace(seat, name=default_name(at, seat.player, "", colors))
    return rematch(match, with_unique_names(seats), moved=1)


def _is_usual_name(seat: Seat, at: int, colors: Sequence[str]) -> bool:
    """Whether a computer has the usual name of seat `at`."""
    return seat.player != HUMAN and seat.name == default_name(at, seat.player, "", colors)


def is_lost(match: Match) -> bool:
    """Whether people played an ended match, and only computers have won it."""
    won = winners(match)
    return bool(match.persons() and won) and not any(map(match.is_human, won))


def other_level(match: Match, step: int) -> str:
    """Return the levels of all computers after `at_other_level`, in words; "" if there are none."""
    game = match.game.key
    others = {_level_beside(game, seat, step) for seat in match.seats if seat.player != HUMAN}
    if not others or "" in others:
        return ""
    way = "up" if step > 0 else "down"
    return f"one level {way}: {listed(sorted(level_words(game, player) for player in others))}"


def at_other_level(match: Match, step: int) -> Match:
    """Return the next game of the same players, all computers' levels changed by `step`."""
    seats = [
        replace(seat, player=_level_beside(match.game.key, seat, step) or seat.player)
        for seat in match.seats
    ]
    return rematch(match, seats)


def _level_beside(game: str, seat: Seat, step: int) -> str:
    """Return the level `step` above a computer's, below if negative; "" if there is none."""
    names = level_names(game)
    place = names.index(seat.player) + step if seat.player in names else -1
    return names[place] if 0 <= place < len(names) else ""


def begin_after_last(match: Match) -> Record:
    """Begin to save a new match, with the options carried from the last game of the same players.

    Raises SaveError if the saves can't be read or the match can't be saved.
    """
    library = open_library()
    return Record.begin(knowing_last_loser(match, library), library)


def knowing_last_loser(match: Match, library: Library) -> Match:
    """Return the new match with its carried options set from the last game of the same players.

    They may have sat in other seats. It is unchanged if the game has no such options, or if no such
    game ended. Unreadable saves don't count.
    """
    if not any(option.names_loser for option in match.game.options):
        return match
    players = _players(match.game, match.seats)
    for entry in library.entries():
        header = entry.header
        if not entry.ended or not header or header.game != match.game.key:
            continue
        played = _players(match.game, [Seat(*seat) for seat in header.seats])
        if sorted(played) == sorted(players):
            with contextlib.suppress(SaveError):
                carried = carried_options(match_in(entry.path, library))
                return match.restarted(
                    {key: _seat_now(number, played, players) for key, number in carried.items()}
                )
    return match


def _players(game: Game, seats: Sequence[Seat]) -> list[str]:
    """Return the players' names, with "" for computers that have the usual names of their seats."""
    colors = game.colors(len(seats))
    return ["" if _is_usual_name(seat, at, colors) else seat.name for at, seat in enumerate(seats)]


def _seat_now(number: int, played: Sequence[str], players: Sequence[str]) -> int:
    """Return the number of the seat that a player has now; 0 for nobody.

    They had that number when `played` were the players. Of several computers with usual names, the
    one that has the number now stands for them.
    """
    who = played[number - 1]
    return number if not number or players[number - 1] == who else players.index(who) + 1
