"""Taking a game over: it is left by the session that has it open, for another one of its player.

After a lost connection, that session may go on for hours without knowing.
"""

import asyncio
from pathlib import Path
from threading import BoundedSemaphore
from typing import Final

from boxtui.play.own_saves import open_library
from boxtui.play.record import Record, opened
from saves.errors import SaveInUse, printable_name
from saves.files import ask_for, withdraw

OPEN_ELSEWHERE: Final = (
    "This game is open in another session, perhaps one whose connection was lost."
)
TAKE_OVER: Final = "Continue it here? That session then leaves it, and nothing is lost."
"""What is said and asked of a game that is open elsewhere."""

ASKED: Final = "The other session is asked to leave the game."
"""What is said until it does."""

_LOOK_EVERY: Final = 2.0
"""Seconds between looks at whether another session asks for a game that is open here."""

_LOOKS: Final = BoundedSemaphore(8)
"""Limits how many look at once, so that a hanging disk leaves threads for other games."""

_ATTEMPTS: Final = 40
_PAUSE: Final = 0.2
"""The attempts to open a game that was asked for, and the seconds between them."""


async def asked_for(record: Record) -> None:
    """Return once another session asks for the game; then its save is kept, played or not."""
    while not await asyncio.to_thread(_is_asked_for, record):
        await asyncio.sleep(_LOOK_EVERY)
    record.stays = True


def _is_asked_for(record: Record) -> bool:
    """Whether another session asks for the game; False if too many are looking at once.

    Looks are counted in the thread, which goes on even if the session is left.
    """
    if not _LOOKS.acquire(blocking=False):
        return False
    try:
        return record.is_asked_for()
    finally:
        _LOOKS.release()


def left_words(record: Record) -> str:
    """Return what is said where a game was left for another session."""
    return f"Your game of {record.match.game.title} was left for another session."


async def taken_over(path: Path, notice: str = "") -> Record:
    """Resume the save once the session that has it open has left it.

    Raises SaveError; that is SaveInUse if the session doesn't leave it within about eight seconds.
    """
    try:
        for _ in range(_ATTEMPTS):
            await asyncio.to_thread(ask_for, path)  # again: another session may have got it first
            try:
                return await opened(lambda: Record.resume(path, open_library(), notice))
            except SaveInUse:
                await asyncio.sleep(_PAUSE)
    finally:
        await asyncio.to_thread(withdraw, path)
    raise SaveInUse(
        f"{printable_name(path)} is still open: the other session doesn't answer.",
        "Try again, or end its process.",
    )
