"""The `Game` record of Free the Box, its option, and the start of a game."""

from collections.abc import Mapping
from functools import partial
from math import inf
from typing import Final

from boxtui.core import BadOption, Game, Option, OptionValue, State
from boxtui.games.free_the_box.board import BOARD_FILE, SEATS, FreeTheBoxLayout, read_board
from boxtui.games.free_the_box.position import CENTER
from boxtui.games.free_the_box.state import FreeTheBox, set_up
from boxtui.games.free_the_box.validity import read_position
from boxtui.games.shared.toml_file import packaged

BOARD: Final = packaged("boxtui.games.free_the_box", "board.toml")
"""The board that is used unless the player has their own."""


SAME_PLACE: Final = "same place"
SAME_SPACE: Final = "same space only"

OPTIONS: Final = (
    Option("capture", "Landing captures on", (SAME_PLACE, SAME_SPACE), SAME_PLACE, "FTB-9"),
)


def start(board: FreeTheBoxLayout, options: Mapping[str, OptionValue], seats: int) -> FreeTheBox:
    """Return the first position, in which all seats roll for the first turn (FTB-4).

    Raises `BadOption` unless 2 to 6 play (FTB-1).
    """
    if seats not in SEATS:
        raise BadOption(f"Free the Box takes 2 to 6 players, not {seats} (FTB-1).")
    return set_up(board, options["capture"] == SAME_PLACE, seats)


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
