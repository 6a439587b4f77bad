"""Disk access for saves: safe opening, locking, files that appear whole, and syncing."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import re
import stat
import time
from collections.abc import Callable
from pathlib import Path

from saves.errors import (
    NotASave,
    SaveError,
    SaveExists,
    SaveInUse,
    SaveNotFound,
    printable_name,
    refusing,
)

# Don't follow links, don't wait for pipes, and don't let children inherit the file.
_SAFELY = os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_NEW = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC

_NO_LINKS = {errno.EPERM, errno.EACCES, errno.ENOTSUP, errno.ENOSYS}
"""The errors of a disk without hard links, such as exFAT, and of a system that forbids them."""

_ASIDE = re.compile(r"\..+\.[0-9a-f]{8}\.tmp", re.DOTALL)
"""The name that a new file has in `write_new` until it is complete."""

_LEFT_SECONDS = 3600
"""A file that has had such a name for that long, and that no process holds, is a leftover."""

_ATTEMPTS = 3
_PAUSE = 0.01
"""Attempts to lock, and seconds between them: `is_locked` holds the lock for a moment."""

# macOS has no fdatasync.
sync_data: Callable[[int], None] = getattr(os, "fdatasync", os.fsync)


def open_regular(path: Path, writing: bool = False) -> int:
    """Return a descriptor of an existing regular file; the caller closes it. Raises SaveError."""
    with refusing(path, "opened"):
        fd = os.open(path, (os.O_RDWR if writing else os.O_RDONLY) | _SAFELY)
    if not stat.S_ISREG(os.fstat(fd).st_mode):
        os.close(fd)
        raise NotASave(f"{printable_name(path)} is not a save: it is not a regular file.")
    return fd


def lock(fd: int, path: Path) -> None:
    """Lock the open file until its descriptor closes. Raises SaveInUse if it is locked already."""
    with refusing(path, "locked"):
        for attempt in range(_ATTEMPTS):
            if attempt:
                time.sleep(_PAUSE)
            with contextlib.suppress(BlockingIOError):
                fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return
    raise SaveInUse(f"{printable_name(path)} is open in another session.")


def is_locked(path: Path) -> bool:
    """Whether another descriptor holds the file's lock now; False if that can't be found out.

    Nothing is written, and several may ask at once. Meanwhile the file is locked for a moment,
    which `lock` waits for.
    """
    try:
        fd = open_regular(path)
    except SaveError:
        return False
    try:
        fcntl.flock(fd, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    finally:
        os.close(fd)
    return False


def ask_for(path: Path) -> None:
    """Ask the session that has the file open to close it (`is_asked_for`). Raises SaveError."""
    with refusing(path, "opened"), contextlib.suppress(FileExistsError):
        os.close(os.open(_request(path), _NEW, 0o600))


def is_asked_for(path: Path) -> bool:
    """Whether another session asks for the file that is open here."""
    try:
        return stat.S_ISREG(os.lstat(_request(path)).st_mode)
    except OSError:
        return False


def withdraw(path: Path) -> None:
    """Remove the request that `ask_for` made, in any session; do nothing if there is none."""
    if is_asked_for(path):
        with contextlib.suppress(OSError):
            _request(path).unlink()


def _request(path: Path) -> Path:
    """Return the path of the empty file that asks for a save."""
    return path.with_name(f".{path.name}.asked")


def is_still(fd: int, path: Path) -> bool:
    """Whether the path still names the open file."""
    try:
        return os.path.samestat(os.fstat(fd), os.lstat(path))
    except FileNotFoundError:
        return False


def open_locked(path: Path, writing: bool = True) -> int:
    """Return a locked descriptor of the existing regular file. Raises SaveError."""
    fd = open_regular(path, writing)
    try:
        lock(fd, path)
        # Between opening and locking, another session may have removed the file.
        with refusing(path, "opened"):
            if not is_still(fd, path):
                raise SaveNotFound(
                    f"{printable_name(path)} was removed by another session just now."
                )
    except BaseException:
        os.close(fd)
        raise
    return fd


def read_all(fd: int, most: int) -> bytes:
    """Return the file's bytes from its start, at most `most` of them. Raises OSError."""
    content = b""
    while len(content) < most:
        more = os.pread(fd, most - len(content), len(content))
        if not more:
            break
        content += more
    return content


def read_regular(path: Path, most: int) -> bytes:
    """Return up to `most` bytes from the start of an existing regular file. Raises SaveError."""
    fd = open_regular(path)
    try:
        with refusing(path, "read"):
            return read_all(fd, most)
    finally:
        os.close(fd)


def write_all(fd: int, content: bytes, offset: int) -> None:
    """Write all bytes from that offset on. Raises OSError, with some of them possibly written."""
    while content:
        written = os.pwrite(fd, content, offset)
        content, offset = content[written:], offset + written


def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable, if the disk can do that. Raises OSError."""
    fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(fd)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):
            raise
    finally:
        os.close(fd)


def write_new(path: Path, content: bytes) -> int:
    """Make a new durable file appear whole at a path, locked before anyone can see it.

    Returns its descriptor, which the caller closes. Raises SaveExists instead of overwriting, and
    SaveError.
    """
    aside = path.with_name(f".{path.name}.{os.urandom(4).hex()}.tmp")
    with refusing(path, "written"):
        fd = os.open(aside, _NEW, 0o600)
        try:
            lock(fd, path)
            write_all(fd, content, 0)
            os.fsync(fd)
            _name(aside, path)
            _sync_new(path)
        except BaseException:
            os.close(fd)
            raise
        finally:
            # By now the file has its name or never will; `remove_leftovers` removes what is left.
            with contextlib.suppress(OSError):
                aside.unlink()
    return fd


def _name(path: Path, new: Path) -> None:
    """Give a file a new name, and where there are links, it keeps its own. Raises SaveExists."""
    try:
        try:
            os.link(path, new)
        except OSError as error:
            if error.errno not in _NO_LINKS:
                raise
            _move(path, new)
    except FileExistsError as error:
        raise SaveExists(f"There is already a file {printable_name(new)}.") from error


def _move(path: Path, new: Path) -> None:
    """Give a file a new name where there are no links; a kill meanwhile may leave an empty file."""
    os.close(os.open(new, _NEW, 0o600))  # so that no existing file is overwritten
    try:
        path.rename(new)
    except OSError:
        new.unlink()
        raise


def _sync_new(path: Path) -> None:
    """Make a new file durable, or remove it: it would supersede a game continued elsewhere."""
    try:
        sync_folder(path.parent)
    except OSError:
        path.unlink()
        raise


def rename(path: Path, new: Path) -> None:
    """Give a file another name in its folder; no file is replaced.

    After a kill, or if the disk fails, it may have both names, and after a power cut its old one
    again. Renaming it once more removes the old one. Raises SaveExists, or SaveError.
    """
    with refusing(path, "renamed"):
        if not _has_both(path, new):
            _name(path, new)
        path.unlink(missing_ok=True)
    with contextlib.suppress(OSError):
        sync_folder(new.parent)


def _has_both(path: Path, new: Path) -> bool:
    """Whether one file has both names in their folder; never if the disk takes them for one."""
    found = {each.name for each in path.parent.iterdir()}
    return {path.name, new.name} <= found and os.path.samestat(path.lstat(), new.lstat())


def remove_leftovers(folder: Path) -> None:
    """Remove what `write_new` left in a folder an hour ago or earlier because it was killed."""
    before = time.time() - _LEFT_SECONDS
    with contextlib.suppress(OSError):
        for path in folder.iterdir():
            with contextlib.suppress(OSError):
                is_old = _ASIDE.fullmatch(path.name) and path.lstat().st_mtime < before
                if is_old and not is_locked(path):
                    path.unlink()


def bytes_in(folder: Path) -> int:
    """Return the bytes of all files in a folder and its subfolders; a file that is gone has 0."""
    total = 0
    for where, _, names in os.walk(folder):
        for name in names:
            with contextlib.suppress(OSError):
                total += os.lstat(os.path.join(where, name)).st_size  # noqa: PTH118
    return total


def make_private(folder: Path) -> None:
    """Make a folder and those above it that are missing, each for its owner alone. Raises OSError.

    `Path.mkdir` gives its mode only to the last one.
    """
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
    except FileNotFoundError:
        if folder.parent == folder:
            raise
        make_private(folder.parent)
        folder.mkdir(mode=0o700, exist_ok=True)


def make_folder(folder: Path) -> None:
    """Make the folder as `make_private` does, and durable if new. Raises SaveError."""
    try:
        if folder.is_dir():
            return
        new = [each for each in (folder, *folder.parents) if not each.is_dir()]
        make_private(folder)
        for each in new:
            sync_folder(each.parent)
    except OSError as error:
        why = error.strerror or error
        raise SaveError(f"The folder of saves, {folder}, can't be made: {why}.") from error
