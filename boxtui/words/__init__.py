"""What is said of each game's positions, without a screen; the table is by the game's key."""

from typing import Final

from boxtui.match import Match
from boxtui.viewer import Viewer
from boxtui.words.box import BoxWords
from boxtui.words.free_o import FreeOWords
from boxtui.words.free_the_box import FreeTheBoxWords
from boxtui.words.game import GameWords
from boxtui.words.kimbo import KimboWords
from boxtui.words.shut_the_box import ShutTheBoxWords

GAME_WORDS: Final[dict[str, type[GameWords]]] = {
    "shut-the-box": ShutTheBoxWords,
    "box": BoxWords,
    "kimbo": KimboWords,
    "free-the-box": FreeTheBoxWords,
    "free-o": FreeOWords,
}
"""Every game of the table of games has its line here."""


def words_of(match: Match, viewer: Viewer | None = None) -> GameWords:
    """What can be said of a match as it is now to `viewer`, or to a new one."""
    return GAME_WORDS[match.game.key](match, viewer)
