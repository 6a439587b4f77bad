"""The `Game` record of Kimbo, and the board that it is played on."""

from functools import partial
from typing import Final

from boxtui.core import Game
from boxtui.games.kimbo.board import BOARD_FILE, SEATS, read_board
from boxtui.games.kimbo.position_text import read_position
from boxtui.games.kimbo.setup import start
from boxtui.games.shared.board_file import packaged

BOARD: Final = packaged("boxtui.games.kimbo", "board.toml")
"""The board that is used unless the player has another."""


def on_board(content: bytes) -> Game:
    """Return Kimbo on another board. Raises `BadPosition` if the file is wrong."""
    board = read_board(content)
    return Game(
        key="kimbo",
        title="Kimbo",
        blurb="Race to the middle, around fences anyone may move.",
        seats=SEATS,
        options=(),
        rules_version=1,
        dealt="dice",
        first_position=partial(start, board),
        parse=partial(read_position, board),
        colors=board.colors,
        board_file=BOARD_FILE,
        board=content,
        on_board=on_board,
    )


KIMBO: Final = on_board(BOARD)
