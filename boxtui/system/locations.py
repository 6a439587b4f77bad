"""Every path that boxtui uses on disk; nothing else knows one."""

from pathlib import Path

from platformdirs import PlatformDirs

_DIRS = PlatformDirs("boxtui", appauthor=False)


def saves() -> Path:
    """The folder of the player's saves."""
    return _DIRS.user_data_path / "saves"


def lesson(game: str) -> Path:
    """The file that tells how far the player is in the lesson of the game with that key."""
    return _DIRS.user_data_path / "lessons" / f"{game}.toml"


def boards() -> Path:
    """The folder of an owner's own boards and decks, by the games' file names."""
    return _DIRS.user_config_path / "boards"


def settings() -> Path:
    """The settings file."""
    return _DIRS.user_config_path / "settings.toml"


def log() -> Path:
    """The file that tells of failures."""
    return _DIRS.user_state_path / "boxtui.log"
