"""The errors of saves: one type that any screen can show, with a subclass for each kind."""

from __future__ import annotations

import errno
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from enum import Enum, auto
from pathlib import Path
from typing import Literal

from boxtui.wording import printable

_FREE_SPACE = "Free some space, then try again."
_RAISE_LIMIT = "Raise that limit, then start boxtui again."

WRITE_FAULTS = {
    errno.ENOSPC: ("the disk is full", _FREE_SPACE),
    errno.EDQUOT: ("your disk quota is used up", _FREE_SPACE),
    errno.EFBIG: ("the file has reached its size limit", _RAISE_LIMIT),
    errno.EIO: ("the disk failed", "Check the disk, then try again."),
}
"""Why a disk takes no more, by the number of the error, and what to do about it."""

FileAction = Literal[
    "locked", "opened", "read", "removed", "renamed", "repaired", "replaced", "written"
]
"""What is done to a save or a folder when the system refuses it."""

_TITLES: dict[FileAction, str] = {
    "locked": "Not opened",
    "removed": "Not removed",
    "renamed": "Not renamed",
    "repaired": "Not repaired",
}
"""The titles of errors while something else is done to a save than writing to it."""

_TOO_MANY_OPEN = (errno.EMFILE, errno.ENFILE)

_NOT_A_FILE = {
    errno.ELOOP: "it is a symbolic link",
    errno.EISDIR: "it is a folder",
    errno.ENXIO: "it is not a regular file",
}


class Remedy(Enum):
    """What to do after an error: a shell and a menu of text have words for it, screens don't."""

    LIST_SAVES = auto()
    START_A_GAME = auto()
    FINISH_A_GAME = auto()


class SaveError(Exception):
    """An error to show: `title`, `sentence` (what is wrong), `action` (what to do next)."""

    title = "The game can't be saved"
    action: str | Remedy = "Check the folder's disk and permissions, then try again."

    def __init__(self, sentence: str, action: str | Remedy = "", title: str = "") -> None:
        super().__init__(sentence, action, title)
        self.sentence = sentence
        self.action = action or type(self).action
        self.title = title or type(self).title

    def __str__(self) -> str:
        return self.words()

    def words(self, remedies: Mapping[Remedy, str] | None = None) -> str:
        """Return what is wrong and what to do next; a remedy without words is left out."""
        action = self.action
        if isinstance(action, Remedy):
            action = (remedies or {}).get(action, "")
        return f"{self.sentence} {action}".rstrip()


class NoRoom(SaveError):
    """The player has as many saves, or as many bytes of files, as the host allows."""

    title = "No room for another game"
    action = "Remove a save that you no longer need; those you have can be continued."


class SaveInUse(SaveError):
    """Another session has the file open."""

    title = "Save in use"
    action = "Leave the game there first, or continue it here, which takes it over."


class SaveDamaged(SaveError):
    """The file isn't what was written; it was left unchanged."""

    title = "Damaged save"
    action = "Nothing was changed; put a backup in its place, or remove it and start a new game."


class SaveOutdated(SaveError):
    """A move was legal only under older rules."""

    title = "Older rules"
    action = "It was left unchanged; an older boxtui can still continue it."


class SaveTooNew(SaveError):
    """A later boxtui wrote the file."""

    title = "Save of a newer boxtui"
    action = "Update boxtui to open it."


class NotASave(SaveError):
    """The file at that path isn't a save."""

    title = "Not a save"
    action = "Move it away; if it was a save, put a backup in its place."


class SaveUnreadable(SaveError):
    """The system doesn't allow reading the file or the folder."""

    title = "Save not readable"


class SaveNotFound(SaveError):
    """There is no save at that path, with that name, or of the kind that is asked for."""

    title = "No such save"
    action = Remedy.LIST_SAVES


class SaveExists(SaveError):
    """The path of a new save is already taken."""

    title = "Name taken"
    action = "Choose another name."


class SaveSuperseded(SaveError):
    """The game continues in a newer file."""

    title = "Continued elsewhere"


class SaveFull(SaveError):
    """The disk or the file takes no more; everything saved before is safe."""

    title = "Not saved"
    action = _FREE_SPACE


class BoardMissing(SaveError):
    """The board or deck of a game is no longer in the folder of saves."""

    title = "Board file missing"


def printable_name(path: Path) -> str:
    """Return the file's name for printing; control characters become '?'."""
    return printable(path.name)


def as_save_error(error: OSError, path: Path, doing: FileAction) -> SaveError:
    """Return the SaveError for an OSError that kept `path` from being opened, read and so on."""
    what = printable_name(path)
    number = error.errno or 0
    reading = doing in ("opened", "read")
    title = _TITLES.get(doing, "")
    if number in WRITE_FAULTS and not reading:
        fault, action = WRITE_FAULTS[number]
        return SaveFull(f"{what} can't be {doing}: {fault}.", action, title)
    if number in _NOT_A_FILE:
        return NotASave(f"{what} is not a save: {_NOT_A_FILE[number]}.")
    if number == errno.ENOENT and doing != "written":
        return SaveNotFound(f"There is no file {what}.")
    kind = SaveUnreadable if reading else SaveError
    why = error.strerror or error
    action = "Close other programs, or try again later." if number in _TOO_MANY_OPEN else ""
    return kind(f"{what} can't be {doing}: {why}.", action, title)


@contextmanager
def refusing(path: Path, doing: FileAction) -> Iterator[None]:
    """Raises SaveError in place of OSErrors about `path`, as `as_save_error` words them."""
    try:
        yield
    except OSError as error:
        raise as_save_error(error, path, doing) from error


def refusal_words(refusal: Exception, remedies: Mapping[Remedy, str] | None = None) -> str:
    """Return why something can't be done; a save's error begins with its title, if it says more.

    `remedies` has words for what to do next.
    """
    if isinstance(refusal, SaveNotFound):
        return refusal.words(remedies)
    if isinstance(refusal, SaveError):
        return f"{refusal.title}: {refusal.words(remedies)}"
    return str(refusal)
