"""The games that can follow a match: once more, with everyone moved on, or at another level.

Also what a new match takes over from the last game of the same players.
"""

import contextlib
from dataclasses import replace
from typing import Final

from ai.agent import HUMAN
from ai.levels import level_names, level_words
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
    if which == "same":
        return match.restarted()
    if which == "swap":
        return rotated(match, new_seed())
    if which in _STEPS:
        return at_other_level(match, new_seed(), _STEPS[which])
    return match.rematch(new_seed())


def rotated(match: Match, seed: int) -> Match:
    """Return the next game of the same players, each one seat further on.

    Computers take the usual names of their new seats, if they had those of their old ones.
    """
    colors = match.game.colors(len(match.seats))
    seats = [match.seats[at - 1] for at in range(len(match.seats))]
    for at, seat in enumerate(seats):
        before = (at - 1) % len(seats)
        if seat.player != HUMAN and seat.name == default_name(before, seat.player, "", colors):
            seats[at] = replace(seat, name=default_name(at, seat.player, "", colors))
    return match.rematch(seed, with_unique_names(seats), moved=1)


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


def at_other_level(match: Match, seed: int, step: int) -> Match:
    """Return the next game of the same players, all computers' levels changed by `step`."""
    seats = [
        replace(seat, player=_level_beside(match.game.key, seat, step) or seat.player)
        for seat in match.seats
    ]
    return match.rematch(seed, seats)


def _level_beside(game: str, seat: Seat, step: int) -> str:
    """Return the level `step` above a computer's, below if negative; "" if there is none."""
    names = level_names(game)
    place = names.index(seat.player) + step if seat.player in names else -1
    return names[place] if 0 <= place < len(names) else ""


def begin_after_last(match: Match) -> Record:
    """Begin to save a new match, with the options carried from the last game of the same names.

    Raises SaveError if the saves can't be read or the match can't be saved.
    """
    library = open_library()
    return Record.begin(knowing_last_loser(match, library), library)


def knowing_last_loser(match: Match, library: Library) -> Match:
    """Return the new match with its carried options set from the last game of the same names.

    It is unchanged if the game has none, or if no such game ended. Unreadable saves don't count.
    """
    is_carried = any(option.names_loser for option in match.game.options)
    names = [seat.name for seat in match.seats]
    for entry in library.entries() if is_carried else []:
        header = entry.header
        same = header and header.game == match.game.key and [n for n, _ in header.seats] == names
        if same and entry.ended:
            with contextlib.suppress(SaveError):
                last = match_in(entry.path, library)
                return match.restarted(last.carried_options())
    return match
