"""A game on the player's own board or deck, a file in the config folder."""

from collections.abc import Sequence
from pathlib import Path

from boxtui.core import BadFile, Game, GameError
from boxtui.system import locations
from saves.library import MAX_DATA_BYTES


def on_own_board(game: Game) -> Game:
    """Return the game on the board or deck in the player's config folder, if there is one.

    Raises `BadFile`, which names the file, if it is wrong.
    """
    path = locations.boards() / game.board_file
    if game.on_board is None:
        return game
    try:
        return game.on_board(_board_in(path)) if path.exists() else game
    except OSError as fault:
        why = fault.strerror or fault
        raise BadFile(f"{path} can't be read: {why}. Correct it or remove it.") from fault
    except BadFile as fault:
        raise BadFile(f"{path} can't be used: {fault} Correct it or remove it.") from fault


def _board_in(path: Path) -> bytes:
    """Return a board file's content. Raises OSError if it isn't a file, or is too long."""
    if not path.is_file():  # a pipe might never end
        raise OSError("it is not a file")
    with path.open("rb") as file:
        content = file.read(MAX_DATA_BYTES + 1)
    if len(content) > MAX_DATA_BYTES:
        raise OSError(f"it has more than {MAX_DATA_BYTES} bytes")
    return content


def shown_game(game: Game) -> Game:
    """Return the game on the player's own board, if there is one that can be used."""
    try:
        return on_own_board(game)
    except GameError:  # the start of the game reports what is wrong with the board
        return game


def seat_colors(game: Game, count: int) -> Sequence[str]:
    """Return the seats' colors on the player's own board, if there is one; empty without colors."""
    return shown_game(game).colors(count)
