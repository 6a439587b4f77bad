"""A game on the player's own board or deck, a file in the config folder."""

from contextlib import suppress
from pathlib import Path

from boxtui.core import BadFile, Game, GameError
from boxtui.system import locations
from boxtui.system.textfile import CORRECT, RENAME, content, remedy, to_do
from saves.library import MAX_DATA_BYTES


def on_own_board(game: Game) -> Game:
    """Return the game on the board or deck in the player's config folder, if there is one.

    Raises `BadFile`, which names the file, if it is wrong.
    """
    if game.on_board is None:
        return game
    folder = locations.boards()
    path = folder / game.board_file
    try:
        return game.on_board(content(path, MAX_DATA_BYTES))
    except (FileNotFoundError, NotADirectoryError):
        if overlooked := _overlooked(folder, game.board_file):
            raise BadFile(overlooked) from None
        return game
    except OSError as fault:
        raise BadFile(f"{path} can't be read: {fault.strerror}. {remedy(fault)}") from fault
    except BadFile as fault:
        is_named = str(fault).startswith(path.name)
        what = f"{folder}/{fault}" if is_named else f"{path} can't be used: {fault}"
        raise BadFile(f"{what} {to_do(CORRECT)}") from fault


def _overlooked(folder: Path, name: str) -> str:
    """Return what is wrong if something there is meant to be the missing file `name`, else ""."""
    if folder.exists() and not folder.is_dir():
        return f"{folder} is not a folder, so no board can be in it. {to_do(RENAME)}"
    for link in (folder, folder / name):
        if link.is_symlink() and not link.exists():
            return f"{link} is a link to nothing. {to_do(CORRECT)}"
    with suppress(OSError):
        for path in sorted(folder.iterdir()):
            if _alike(path.name) == _alike(name):
                return f"{path} must be called {name} to be played on. {to_do(RENAME)}"
    return ""


def _alike(name: str) -> str:
    """Return a name without what is easily mistaken in it."""
    return name.lower().replace("-", "_").replace(" ", "_")


def board_words(game: Game) -> str:
    """Return that games begun now use the player's own board, or why they can't; "" without one."""
    try:
        is_own = on_own_board(game) is not game
    except GameError as fault:
        return str(fault)
    return f"New games use your own {locations.boards() / game.board_file}." if is_own else ""


def shown_game(game: Game) -> Game:
    """Return the game on the player's own board, if there is one that can be used."""
    try:
        return on_own_board(game)
    except GameError:  # the start of the game reports what is wrong with the board
        return game
