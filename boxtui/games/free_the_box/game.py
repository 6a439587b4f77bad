"""The `Game` record of Free the Box."""

from functools import partial
from math import inf
from typing import Final

from boxtui.core import Game, State
from boxtui.games.free_the_box.board import BOARD_FILE, SEATS, read_board
from boxtui.games.free_the_box.position import CENTER
from boxtui.games.free_the_box.setup import OPTIONS, start
from boxtui.games.free_the_box.state import FreeTheBox
from boxtui.games.free_the_box.validity import read_position
from boxtui.games.shared.toml_file import packaged

BOARD: Final = packaged("boxtui.games.free_the_box", "board.toml")
"""The board that is used unless the player has their own."""


def tokens_in_the_center(state: State) -> list[float]:
    """Return how many tokens each seat has in the center (FTB-26); -infinity if it is out."""
    assert isinstance(state, FreeTheBox)
    table = state.table
    return [
        int(table.count(seat, CENTER)) if table.is_in(seat) else -inf for seat in range(state.seats)
    ]


def on_board(content: bytes) -> Game:
    """Return Free the Box on another board. Raises `BadFile` if the file is wrong."""
    board = read_board(content)
    return Game(
        key="free-the-box",
        title="Free the Box",
        blurb="Around the block: hide, seek and free the captured.",
        seats=SEATS,
        options=OPTIONS,
        rules_version=1,
        dealt="dice and cards",
        first_position=partial(start, board),
        parse=partial(read_position, board),
        tally=tokens_in_the_center,
        tally_words="tokens in the center",
        colors=board.seat_colors,
        board_file=BOARD_FILE,
        board=content,
        on_board=on_board,
    )


FREE_THE_BOX: Final = on_board(BOARD)
