"""Small text files: any content can be read, and a file is written whole or not at all."""

import contextlib
import errno
import fcntl
import os
import re
import stat
from collections.abc import Callable, Iterator, Mapping
from datetime import date, time
from itertools import count
from math import isfinite
from pathlib import Path
from typing import IO, Any, Final, TypeVar

from boxtui import toml
from boxtui.system import locations
from boxtui.wording import capitalized
from saves.errors import WRITE_FAULTS
from saves.files import make_private

FoundT = TypeVar("FoundT")

_NEW: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC

_HEADER: Final = "# boxtui rewrites this file: values are kept, comments are lost."

_BARE: Final = re.compile(r"[\w-]+", re.ASCII)
"""A key that TOML needs no quotes for."""

MOST_BYTES: Final = 4 << 20
"""The most bytes of a file that are read. `tomllib` takes 10 s and 0.5 GB for the worst of them."""

_LATER: Final = "Use that one, or move the file away."
"""What to do about a file of a later boxtui, which must stay as it is."""

CORRECT: Final = "Correct it or remove it."
"""What to do about a file that a person may have changed, and that has something wrong in it."""

RENAME: Final = "Remove it or rename it."
"""What to do about a file that is in the way, or that has the wrong name."""

TELL_THE_HOST: Final = "Tell the host."
"""What players on a host can do about any file."""

_REPLACED: Final = "it is kept under another name, and a new one begins."
"""What `update` does with such a file."""


class LeftAlone(Exception):
    """Raised for a file that must stay as it is: a later boxtui wrote it, or it can't be read now.

    The reason is a sentence.
    """


def to_do(action: str, otherwise: str = "") -> str:
    """Return what to do about a file: `action`, or what a player on a host can do instead.

    `otherwise` is what happens without the action; telling the host doesn't prevent it.
    """
    if locations.is_on_a_host():
        return f"{TELL_THE_HOST} {capitalized(otherwise)}" if otherwise else TELL_THE_HOST
    return f"{action} Otherwise {otherwise}" if otherwise else action


def written_later(path: Path) -> LeftAlone:
    """Return the error about a file that a later boxtui wrote."""
    return LeftAlone(f"{path} was written by a later boxtui. {to_do(_LATER)}")


def content(path: Path, most: int = MOST_BYTES) -> bytes:
    """Return a regular file's bytes.

    Raises OSError, which names the file, if it isn't a regular file or has more than `most` bytes.
    """
    with opened(path) as file:
        found = file.read(most + 1)
    if len(found) > most:
        raise OSError(errno.EFBIG, f"it has more than {most:,} bytes", str(path))
    return found


def opened(path: Path) -> IO[bytes]:
    """Open a regular file, without ever waiting for a pipe.

    Raises OSError, which names the file, if it isn't one.
    """
    fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    mode = os.fstat(fd).st_mode
    if not stat.S_ISREG(mode):
        os.close(fd)
        what = "is a folder, not a file" if stat.S_ISDIR(mode) else "is not a file"
        raise OSError(errno.EINVAL, f"it {what}", str(path))
    return open(fd, "rb")  # noqa: PTH123


def values(path: Path) -> tuple[dict[str, Any], str]:
    """Return a TOML file's values (none if it is missing), and what is wrong with it, or "".

    Raises LeftAlone if it can't be read now: its content may be good.
    """
    try:
        return toml.loads(content(path)), ""
    except (FileNotFoundError, NotADirectoryError):
        return {}, ""
    except OSError as fault:
        wrong = f"{path} can't be read: {fault.strerror}."
        if fault.errno == errno.EFBIG:
            return {}, wrong
        raise LeftAlone(f"{wrong} {remedy(fault)}") from fault
    except ValueError as fault:
        return {}, f"{path} can't be read: {fault}."


def remedy(fault: OSError) -> str:
    """Return what to do about a file that can't be read; one that may be good isn't removed."""
    if isinstance(fault, PermissionError):
        return to_do("Permit boxtui to read it, or move it away.")
    is_wrong = fault.errno in (errno.EFBIG, errno.EINVAL, errno.ELOOP)  # as `content` says
    return to_do(CORRECT if is_wrong else "Move it away, or try again.")


def usable(
    path: Path, read: Callable[[Path], tuple[FoundT, str]], default: FoundT
) -> tuple[FoundT, str]:
    """Return what `read` finds in a file that `update` changes, and what is wrong with it, or "".

    The complaint also says what to do. If `read` raises LeftAlone, the default is returned with it.
    """
    try:
        found, wrong = read(path)
    except LeftAlone as why:
        return default, str(why)
    return found, f"{wrong} {to_do(CORRECT, _REPLACED)}" if wrong else ""


def as_toml(value: object) -> str:
    """Return any value that TOML has, on one line; a list may also be a tuple.

    TOML writes strings, Booleans and finite numbers as JSON does, except that it escapes U+007F
    and has no surrogate pairs.
    """
    import json  # slow to import, and only needed to write

    if isinstance(value, dict):
        return f"{{{', '.join(pairs(**value))}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(as_toml, value))}]"
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, float) and not isfinite(value):
        return str(value)
    return json.dumps(value, ensure_ascii=False).replace("\x7f", r"\u007F")


def pairs(**values: object) -> Iterator[str]:
    """Yield a line of TOML for each key."""
    for key, value in values.items():
        yield f"{key if _BARE.fullmatch(key) else as_toml(key)} = {as_toml(value)}"


def write_values(path: Path, values: Mapping[str, Any]) -> str:
    """Replace the file's content with keys and values; return why it couldn't be written, or ""."""
    return replace(path, "\n".join([_HEADER, *pairs(**values)]) + "\n")


def replace(path: Path, content: str | bytes) -> str:
    """Replace the file's content; return why it couldn't be written, or "".

    The reason comes with what to do if the disk takes no more, or if a file is where a folder
    should be. Only its owner can read the file, and folders that are new. A link stays one. A
    player's sessions, which may share a process, can do so at the same time. If the new content
    depends on the old, read and replace it while `locked`.
    """
    try:
        real = _behind_links(path)
        make_private(real.parent)
        with replacing(real, 0o600) as new:
            new.write(content.encode() if isinstance(content, str) else content)
    except OSError as fault:
        why, action = WRITE_FAULTS.get(fault.errno or 0, (fault.strerror, ""))
        with contextlib.suppress(OSError):  # raised by a folder that can't be looked at either
            nearest = next(each for each in path.parents if each.exists())
            if not nearest.is_dir():
                why, action = f"{nearest} is not a folder", RENAME
        return f"{path} can't be written: {why}. {to_do(action)}".rstrip()
    return ""


def _behind_links(path: Path) -> Path:
    """Return the path that a link leads to, where there needn't be a file, or else the path itself.

    Raises OSError for a link to a folder or a device, into a folder that doesn't exist, or back to
    itself.
    """
    if not path.is_symlink():
        return path
    try:
        real = Path(os.path.realpath(path, strict=True))
    except FileNotFoundError as fault:
        real = Path(os.path.realpath(path))
        if not real.parent.is_dir():
            fault.strerror = f"it is a link to a file in {real.parent}, which doesn't exist"
            raise
    if os.path.lexists(real) and not real.is_file():
        what = "a folder" if real.is_dir() else "a device or a pipe"
        wrong = f"it is a link to {what}; let it lead to a file, or remove it"
        raise OSError(errno.EINVAL, wrong, str(path))
    return real


@contextlib.contextmanager
def replacing(path: Path, mode: int = 0o666) -> Iterator[IO[bytes]]:
    """Yield a new file, which replaces the one at `path` unless an exception is raised.

    Its mode is what the umask leaves of `mode`. Raises OSError at once if it can't be made.
    """
    new = path.with_name(f".{path.name[:40]}.{os.urandom(8).hex()}")
    try:
        with open(os.open(new, _NEW, mode), "wb") as file:  # noqa: PTH123
            yield file
            file.flush()
            os.fsync(file.fileno())  # else a crash could leave the name without the content
        new.replace(path)
    except OSError as fault:
        if fault.filename == str(new):
            fault.filename = str(path)
        raise
    finally:
        with contextlib.suppress(OSError):
            new.unlink(missing_ok=True)


@contextlib.contextmanager
def output(path: Path) -> Iterator[IO[bytes]]:
    """Yield a file that a person has named, to be written.

    It is written whole or not at all, unless it is a device or a pipe. A file that is there keeps
    its permissions, but nothing that would run it as another user.
    """
    real = Path(os.path.realpath(path))  # of links that form a loop, one of them
    in_place = os.path.lexists(real) and not real.is_file()
    with path.open("wb") if in_place else replacing(real) as written:
        if real.is_file():
            os.fchmod(written.fileno(), real.stat().st_mode & 0o777)
        yield written


def update(
    path: Path,
    read: Callable[[Path], tuple[FoundT, str]],
    write: Callable[[FoundT, Path], str],
    loss: str,
) -> str:
    """Read a small file and write it again, `locked` meanwhile; return what went wrong, or "".

    A file with a mistake is kept under another name. `read` and `write` get the file's path behind
    all links.

    Args:
        path: the file, or a link to it.
        read: returns what is in the file, and what is wrong with it, or ""; or raises LeftAlone.
        write: writes what follows from that, and returns why it couldn't, or "".
        loss: what to say if nothing is written, such as "Your results aren't kept".
    """
    try:
        path = _behind_links(path)
    except OSError as fault:
        return f"{loss}: {path} can't be written: {fault.strerror}."
    with locked(path):
        try:
            found, wrong = read(path)
        except LeftAlone as why:
            return f"{loss}: {why}"
        kept = ""
        if wrong:
            aside, refused = _set_aside(path)
            if refused:
                return f"{loss}: {refused}"
            kept = f"{wrong} It is kept as {aside}"
        refused = write(found, path)
    if refused:
        return f"{loss}: {refused}{f' {kept}.' if kept else ''}"
    return f"{kept}; a new one begins." if kept else ""


def _set_aside(path: Path) -> tuple[str, str]:
    """Rename a damaged file; return its new name, and why it couldn't be renamed, or ""."""
    names = (path.with_name(f"{path.name}.damaged-{at}") for at in count(1))
    aside = next(name for name in names if not os.path.lexists(name))
    try:
        path.rename(aside)
    except OSError as fault:
        return "", f"{path} can't be moved: {fault.strerror}."
    return aside.name, ""


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Keep a file for this session alone: others that want it locked wait, in any process.

    It is the file's folder that is locked, so nothing is left beside it. If the folder can't be
    made or locked, as on some network disks, nobody waits.
    """
    fd = -1
    with contextlib.suppress(OSError):
        make_private(path.parent)
        fd = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        fcntl.flock(fd, fcntl.LOCK_EX)  # until it is closed
    try:
        yield
    finally:
        if fd >= 0:
            os.close(fd)
