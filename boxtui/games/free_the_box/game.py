"""The `Game` record of Free the Box."""

from functools import partial
from typing import Final

from boxtui.core import Game
from boxtui.games.free_the_box.board import BOARD_FILE, SEATS, read_board
from boxtui.games.free_the_box.position_text import read_position
from boxtui.games.free_the_box.setup import CAPTURE, start
from boxtui.games.shared.board_file import packaged

BOARD: Final = packaged("boxtui.games.free_the_box", "board.toml")
"""The board that is used unless the player has another."""


def on_board(content: bytes) -> Game:
    """Return Free the Box on another board. Raises `BadPosition` if the file is wrong."""
    board = read_board(content)
    return Game(
        key="free-the-box",
        title="Free the Box",
        blurb="Around the block: hide, seek and free the captured.",
        seats=SEATS,
        options=(CAPTURE,),
        rules_version=1,
        dealt="dice",
        first_position=partial(start, board),
        parse=partial(read_position, board),
        colors=board.seat_colors,
        board_file=BOARD_FILE,
        board=content,
        on_board=on_board,
    )


FREE_THE_BOX: Final = on_board(BOARD)
