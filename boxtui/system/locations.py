"""Every path that boxtui uses on disk; no other module defines one."""

from contextvars import ContextVar
from errno import ENOENT
from pathlib import Path
from typing import Final, Literal

from platformdirs import PlatformDirs

_DIRS = PlatformDirs("boxtui", appauthor=False)

_PLAYER: Final[ContextVar[Path | None]] = ContextVar("player", default=None)


def use_folder_of_player(folder: Path) -> None:
    """Keep a player's files below that folder, in this context and those copied from it.

    Its folders are those of a login by `examples/boxtui-login`.
    """
    _PLAYER.set(folder)


def is_on_a_host() -> bool:
    """Whether this context is a player's on a host, who can't reach the host's files."""
    return _PLAYER.get() is not None


_Kind = Literal["data", "config", "state", "cache"]

_NAMES: Final[dict[_Kind, str]] = {
    "data": "user_data_path",
    "config": "user_config_path",
    "state": "user_state_path",
    "cache": "user_cache_path",
}
"""What `PlatformDirs` calls each folder of the user."""


def _own(kind: _Kind) -> Path:
    """Return that folder of the player of this context, or the user's. Raises as `_of_user`."""
    player, folder = _PLAYER.get(), ".cache" if kind == "cache" else kind
    return player / folder / "boxtui" if player else _of_user(kind)


def _of_user(kind: _Kind) -> Path:
    """Return that folder of the user.

    Raises OSError if there is no home folder, as for a user that the system doesn't know.
    """
    try:
        path: Path = getattr(_DIRS, _NAMES[kind])
    except RuntimeError:
        raise FileNotFoundError(ENOENT, "set HOME to one", "The home folder") from None
    return path


def saves() -> Path:
    """Return the folder of the player's saves."""
    return _own("data") / "saves"


def lesson(game: str) -> Path:
    """Return the file with the player's progress in the lesson of the game with that key."""
    return _own("data") / "lessons" / f"{game}.toml"


def practice(game: str) -> Path:
    """Return the file with the player's results in practice of the game with that key."""
    return _own("data") / "practice" / f"{game}.toml"


def boards() -> Path:
    """Return the folder of the player's own boards and decks, named like the games' files."""
    return _own("config") / "boards"


def settings() -> Path:
    """Return the settings file."""
    return _own("config") / "settings.toml"


def setup(game: str) -> Path:
    """Return the file with the last setup of the game with that key."""
    return _own("state") / "setups" / f"{game}.toml"


def training(name: str) -> Path:
    """Return the folder in which the training of that name is kept."""
    return _own("state") / "training" / name


def log() -> Path:
    """Return the error log."""
    return _own("state") / "boxtui.log"


def review(digest: str) -> Path:
    """Return the file that keeps the review of the match with that digest; it may be deleted."""
    return _own("cache") / "reviews" / f"{digest}.json"


def begun_review(digest: str) -> Path:
    """Return the file that keeps what a review that isn't done has judged; it may be deleted."""
    return _own("cache") / "reviews-begun" / f"{digest}.json"


def results() -> Path:
    """Return the file that keeps the results of finished games; it may be deleted."""
    return _own("cache") / "results" / "games.json"


def puzzle(digest: str) -> Path:
    """Return the file that keeps the puzzle with that digest; it may be deleted."""
    return _own("cache") / "puzzles" / f"{digest}.json"


def served_players() -> Path:
    """Return the folder with a folder for each player of `boxtui serve`."""
    return _of_user("data") / "players"


def served_keys() -> Path:
    """Return the file with the public keys that `boxtui serve` admits."""
    return _of_user("config") / "keys"


def served_log() -> Path:
    """Return the error log of the host of `boxtui serve`, also in a session of a player."""
    return _of_user("state") / "boxtui.log"


def host_key() -> Path:
    """Return the file with the private key by which `boxtui serve` is recognized."""
    return _of_user("config") / "host_key"


def serve_socket() -> Path:
    """Return the socket on which a running `boxtui serve` says who is playing."""
    return _of_user("state") / "serve.sock"
