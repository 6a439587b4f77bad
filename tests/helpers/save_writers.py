"""Processes that write saves, get killed or run out of disk; `python -m save_writers <name>`.

One process without threads forks all writers: their starts would take most of the time.
"""

import fcntl
import os
import resource
import select
import signal
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest
from saved_games import HEADER, every_kind, live_moves, saved, tear

from saves import files
from saves.errors import SaveExists, SaveFull, SaveInUse, SaveSuperseded
from saves.events import Event, Move
from saves.journal import Journal, read
from saves.library import Library

GOT_IT = 7


def forked(run: Callable[[], None]) -> int:
    """Return the id of a child that runs it; the child exits with 0, or 1 after an error."""
    child = os.fork()
    if child:
        return child
    code = 1
    try:
        run()
        code = 0
    finally:
        # Never return into the parent's code.
        os._exit(code)


def kill_at_each_step(folder: Path, deed: str) -> str:
    """Kill a task before its first system call, its second and so on; return how many there are."""
    prepare, do, check = DEEDS[deed]
    for step in count(1):
        here = folder / str(step)
        here.mkdir()
        prepare(here)
        killed = killed_at(step, do, here)
        check(here)
        if not killed:
            break
    return str(step - 1)


def killed_at(step: int, do: Callable[[Path], object], folder: Path) -> bool:
    def run_watched() -> None:
        die_at(step)
        do(folder)

    _, status = os.waitpid(forked(run_watched), 0)
    assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0, status
    return os.WIFSIGNALED(status)


def die_at(step: int) -> None:
    """Make this process kill itself before the `step`-th call that changes or locks a file."""
    left = iter(range(step - 1))

    def watched(call: Callable[..., object]) -> Callable[..., object]:
        def dying(*arguments: object, **named: object) -> object:
            if next(left, None) is None:
                os.kill(os.getpid(), signal.SIGKILL)
            return call(*arguments, **named)

        return dying

    for name in ("open", "pwrite", "fsync", "link", "unlink", "ftruncate", "close"):
        setattr(os, name, watched(getattr(os, name)))
    fcntl.flock = watched(fcntl.flock)  # type: ignore[assignment]
    files.sync_data = watched(files.sync_data)  # type: ignore[assignment]


def create(folder: Path) -> None:
    with Library(folder).begin(HEADER, every_kind()) as journal:
        journal.append(Move(1))


def check_created(folder: Path) -> None:
    for entry in Library(folder).entries():
        assert entry.refusal is None, entry.refusal
        assert read(entry.path).events[: len(every_kind())] == tuple(every_kind())
        Journal.open(entry.path).close()


def append(folder: Path) -> None:
    """Append moves, and acknowledge each."""
    with Journal.open(folder / "new.box") as journal:
        for move in range(3):
            journal.append(Move(move))
            (folder / str(move)).touch()


def check_appended(folder: Path) -> None:
    acknowledged = [move for move in range(3) if (folder / str(move)).exists()]
    with Journal.open(folder / "new.box") as journal:
        assert journal.events == [Move(move) for move in range(len(journal.events))]
        assert len(journal.events) >= len(acknowledged), "an acknowledged move is lost"


def go_on(folder: Path) -> None:
    with Journal.open(folder / "old.box") as journal:
        journal.go_on(HEADER, live_moves(journal.events)).close()


def check_went_on(folder: Path) -> None:
    library = Library(folder)
    (entry,) = library.entries()
    assert entry.refusal is None
    with Journal.open(entry.path) as journal:
        assert live_moves(journal.events) == live_moves(every_kind())
    old = folder / "old.box"
    if entry.path != old and old.exists():
        with pytest.raises(SaveSuperseded):
            Journal.open(old)
    library.remove_file(library.find(entry.name))
    assert library.entries() == []


def check_repaired(folder: Path) -> None:
    path = folder / "torn.box"
    contents = read(path)
    assert contents.events == tuple(every_kind()[:-1])
    whole = [copy.stat().st_size for copy in folder.glob("torn.box.torn-*")]
    assert contents.torn or whole, "cut before it was copied"
    Journal.open(path).close()
    assert read(path).torn == 0


DEEDS: dict[str, tuple[Callable[[Path], object], ...]] = {
    "create": (lambda _: None, create, check_created),
    "append": (lambda at: saved(at / "new.box", []), append, check_appended),
    "go_on": (lambda at: saved(at / "old.box"), go_on, check_went_on),
    "open_torn": (
        lambda at: tear(saved(at / "torn.box"), 3),
        lambda at: Journal.open(at / "torn.box").close(),
        check_repaired,
    ),
}
"""For each task: what is done before it, the task, and the check after it was killed."""


def fill(folder: Path) -> str:
    """Append until the file may not grow, then allow more; return how many moves fitted."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    path = saved(folder / "full.box", [])
    let_grow(path.stat().st_size + 501)
    with Journal.open(path) as journal:
        moves = append_until_full(journal)
        content = path.read_bytes()
        append_until_full(journal)
        assert path.read_bytes() == content, "a refused move left something behind"
        assert list(read(path).events) == moves
        refused_whole(folder)
        let_grow(resource.RLIM_INFINITY)
        journal.append(Move(1))
    assert list(read(path).events) == [*moves, Move(1)]
    return str(len(moves))


def let_grow(most: int) -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))


def append_until_full(journal: Journal) -> list[Event]:
    try:
        while True:
            journal.append(Move(2**40))
    except SaveFull:
        return list(journal.events)


def refused_whole(folder: Path) -> None:
    """Check that a new save that doesn't fit is refused and leaves nothing behind."""
    before = set(folder.iterdir())
    with pytest.raises(SaveFull):
        saved(folder / "new.box", [Move(2**40)] * 100)
    assert set(folder.iterdir()) == before


def race(folder: Path, deed: str) -> str:
    """Let eight processes open or create one save at once, 20 times; return how many succeeded."""
    return str(sum(race_once(folder / f"{number}.box", deed) for number in range(20)))


def race_once(path: Path, deed: str) -> int:
    if deed == "open":
        saved(path, [])
    (go, start), (stop, end) = os.pipe(), os.pipe()
    children = [forked(lambda: hold(path, deed, go, stop)) for _ in range(8)]
    os.write(start, b"!" * len(children))
    # The winner holds the save until all others have been refused, however late they came.
    codes = [os.wait()[1] for _ in children[1:]]
    os.write(end, b"!")
    codes.append(os.wait()[1])
    for fd in (go, start, stop, end):
        os.close(fd)
    assert list(read(path).events) == [Move(5)]
    assert set(codes) <= {0, GOT_IT << 8}, codes
    return len(codes) - codes.count(0)


def hold(path: Path, deed: str, go: int, stop: int) -> None:
    os.read(go, 1)
    try:
        journal = Journal.open(path) if deed == "open" else Journal.create(path, HEADER)
    except (SaveInUse, SaveExists):
        return
    journal.append(Move(5))
    select.select([stop], [], [], 10)
    journal.close()
    os._exit(GOT_IT)


TASKS: dict[str, Callable[..., str]] = {
    "kill_at_each_step": kill_at_each_step,
    "race": race,
    "fill": fill,
}


def main(task: str, folder: str, *arguments: str) -> None:
    """Run a task and print its result."""
    sys.stdout.write(TASKS[task](Path(folder), *arguments))


if __name__ == "__main__":
    main(*sys.argv[1:])
