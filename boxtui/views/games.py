"""The view of each game, by its key."""

from typing import Any, Final

from boxtui.play.match import Match
from boxtui.play.viewer import Viewer
from boxtui.views.box import BoxWords
from boxtui.views.free_o import FreeOWords
from boxtui.views.free_the_box import FreeTheBoxWords
from boxtui.views.game import GameWords
from boxtui.views.kimbo import KimboWords
from boxtui.views.shut_the_box import ShutTheBoxWords

GAME_WORDS: Final[dict[str, type[GameWords[Any]]]] = {
    "shut-the-box": ShutTheBoxWords,
    "box": BoxWords,
    "kimbo": KimboWords,
    "free-the-box": FreeTheBoxWords,
    "free-o": FreeOWords,
}
"""The words class of every game in the table of games."""


def words_of(match: Match, viewer: Viewer | None = None) -> GameWords[Any]:
    """Return the words for the current state of a match, for `viewer` or a new one."""
    return GAME_WORDS[match.game.key](match, viewer)
