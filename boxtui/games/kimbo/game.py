"""The `Game` record of Kimbo, and the board that it is played on."""

from functools import partial
from typing import Final

from boxtui.core import Game, State
from boxtui.games.kimbo.board import BOARD_FILE, SEATS, read_board
from boxtui.games.kimbo.setup import start
from boxtui.games.kimbo.state import Kimbo
from boxtui.games.kimbo.validity import read_position
from boxtui.games.shared.toml_file import packaged

BOARD: Final = packaged("boxtui.games.kimbo", "board.toml")
"""The board that is used unless the player has their own."""


def pieces_home(state: State) -> list[float]:
    """Return how many pieces each seat has brought HOME (KIM-29)."""
    assert isinstance(state, Kimbo)
    return [state.table.home(seat) for seat in range(state.seats)]


def on_board(content: bytes) -> Game:
    """Return Kimbo on another board. Raises `BadFile` if the file is wrong."""
    board = read_board(content)
    return Game(
        key="kimbo",
        title="Kimbo",
        blurb="Race to the middle, around everyone's fences.",
        seats=SEATS,
        options=(),
        rules_version=1,
        dealt="dice",
        first_position=partial(start, board),
        parse=partial(read_position, board),
        tally=pieces_home,
        tally_words="pieces HOME",
        colors=board.seat_colors,
        board_file=BOARD_FILE,
        board=content,
        on_board=on_board,
    )


KIMBO: Final = on_board(BOARD)
