"""Each game's board by the game's key."""

from typing import Any, Final

from boxtui.tui.boards.board import GameBoard
from boxtui.tui.boards.box import BoxBoard
from boxtui.tui.boards.free_o import FreeOBoard
from boxtui.tui.boards.free_the_box import FreeTheBoxBoard
from boxtui.tui.boards.kimbo import KimboBoard
from boxtui.tui.boards.shut_the_box import ShutTheBoxBoard

GAME_BOARDS: Final[dict[str, type[GameBoard[Any, Any]]]] = {
    "shut-the-box": ShutTheBoxBoard,
    "box": BoxBoard,
    "kimbo": KimboBoard,
    "free-the-box": FreeTheBoxBoard,
    "free-o": FreeOBoard,
}
"""The boards; every game in `GAMES` has an entry."""
