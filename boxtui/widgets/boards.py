"""Each game's board by the game's key."""

from typing import Final

from boxtui.widgets.board import GameBoard
from boxtui.widgets.box import BoxBoard
from boxtui.widgets.free_o import FreeOBoard
from boxtui.widgets.free_the_box import FreeTheBoxBoard
from boxtui.widgets.kimbo import KimboBoard
from boxtui.widgets.shut_the_box import ShutTheBoxBoard

GAME_BOARDS: Final[dict[str, type[GameBoard]]] = {
    "shut-the-box": ShutTheBoxBoard,
    "box": BoxBoard,
    "kimbo": KimboBoard,
    "free-the-box": FreeTheBoxBoard,
    "free-o": FreeOBoard,
}
"""Every game of the table of games has its line here."""
