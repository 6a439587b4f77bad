"""A game on the player's own board or deck, a file in the config folder."""

from collections.abc import Sequence

from boxtui.core import BadFile, Game, GameError
from boxtui.system import locations
from boxtui.system.textfile import content
from saves.library import MAX_DATA_BYTES


def on_own_board(game: Game) -> Game:
    """Return the game on the board or deck in the player's config folder, if there is one.

    Raises `BadFile`, which names the file, if it is wrong.
    """
    path = locations.boards() / game.board_file
    if game.on_board is None:
        return game
    try:
        return game.on_board(content(path, MAX_DATA_BYTES))
    except (FileNotFoundError, NotADirectoryError):
        return game
    except OSError as fault:
        raise BadFile(
            f"{path} can't be read: {fault.strerror}. Correct it or remove it."
        ) from fault
    except BadFile as fault:
        raise BadFile(f"{path} can't be used: {fault} Correct it or remove it.") from fault


def shown_game(game: Game) -> Game:
    """Return the game on the player's own board, if there is one that can be used."""
    try:
        return on_own_board(game)
    except GameError:  # the start of the game reports what is wrong with the board
        return game


def seat_colors(game: Game, count: int) -> Sequence[str]:
    """Return the seats' colors on the player's own board, if there is one; empty without colors."""
    return shown_game(game).colors(count)
