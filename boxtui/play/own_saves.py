"""The player's own saves: the folder, and the limit of its room."""

from contextvars import ContextVar
from typing import Final

from boxtui.system import locations
from saves.library import Library, Room

_ROOM: Final[ContextVar[Room | None]] = ContextVar("room", default=None)


def limit_saves(room: Room) -> None:
    """Limit the room that the player's files take, in this context and those copied from it."""
    _ROOM.set(room)


def open_library() -> Library:
    """Return the player's saves."""
    return Library(locations.saves(), _ROOM.get())
