"""The `Game` record of Kimbo, the start of a game, and the board that it is played on."""

from collections.abc import Mapping
from functools import partial
from typing import Final

from boxtui.core import BadOption, Game, OptionValue, State
from boxtui.games.kimbo.board import BOARD_FILE, SEATS, KimboLayout, read_board
from boxtui.games.kimbo.state import Kimbo, set_up
from boxtui.games.kimbo.validity import read_position
from boxtui.games.shared.toml_file import packaged

BOARD: Final = packaged("boxtui.games.kimbo", "board.toml")
"""The board that is used unless the player has their own."""


def start(board: KimboLayout, options: Mapping[str, OptionValue], seats: int) -> Kimbo:
    """Return the first position, in which all seats roll for the first turn (KIM-9).

    Raises `BadOption` unless 2 to 4 play (KIM-1).
    """
    if seats not in SEATS:
        raise BadOption(f"Kimbo takes 2, 3 or 4 players, not {seats} (KIM-1).")
    return set_up(board, seats)


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
