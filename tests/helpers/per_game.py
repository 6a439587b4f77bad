"""Tables of tests that have a line for each game."""

from collections.abc import Mapping
from typing import Final, TypeVar

from ai.levels import ROSTERS

LineT = TypeVar("LineT")

REVIEWED: Final = [game for game, roster in ROSTERS.items() if roster.review]
"""The games that have reviews, and so a tutor."""


def line_for(game: str, table: Mapping[str, LineT], where: str) -> LineT:
    """Return a game's line of the table at `where`; without one, the test fails and says so."""
    assert game in table, f"add a line for {game} to {where}"
    return table[game]
