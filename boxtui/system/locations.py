"""Every path that boxtui uses on disk; no other module has one."""

from pathlib import Path

from platformdirs import PlatformDirs

_DIRS = PlatformDirs("boxtui", appauthor=False)


def saves() -> Path:
    """Return the folder of the player's saves."""
    return _DIRS.user_data_path / "saves"


def lesson(game: str) -> Path:
    """Return the file with the player's progress in the lesson of the game with that key."""
    return _DIRS.user_data_path / "lessons" / f"{game}.toml"


def boards() -> Path:
    """Return the folder of the player's own boards and decks, named like the games' files."""
    return _DIRS.user_config_path / "boards"


def settings() -> Path:
    """Return the settings file."""
    return _DIRS.user_config_path / "settings.toml"


def setup(game: str) -> Path:
    """Return the file with the last setup of the game with that key."""
    return _DIRS.user_state_path / "setups" / f"{game}.toml"


def log() -> Path:
    """Return the error log."""
    return _DIRS.user_state_path / "boxtui.log"


def review(digest: str) -> Path:
    """Return the file that keeps the review of the match with that digest; it may be deleted."""
    return _DIRS.user_cache_path / "reviews" / f"{digest}.json"
