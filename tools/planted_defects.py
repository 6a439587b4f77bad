"""Plants one defect after another in a copy of the checkout, and runs the tests of its package.

    python tools/planted_defects.py [PREFIX]...

The defects are in `planted_defects.toml`, and prefixes select some of them by name. A defect that
no test fails on is printed as MISSED. The exit code is 0 if at least 95% are caught, 1 if fewer
are, and 2 if a defect can't be planted or the tests fail without any. Ctrl+C and SIGTERM end it,
and its tests, with 130.
"""

import ast
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
import time
import tomllib
import venv
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from queue import Queue
from typing import Final

CHECKOUT: Final = Path(__file__).parents[1]
LIST: Final = Path(__file__).with_suffix(".toml")

GOAL: Final = 95
"""The percentage of the defects that must be caught."""

WORKERS: Final = 2
"""How many copies are tested side by side."""

LIMIT: Final = 300
"""Seconds after which tests count as hanging, which a defect may cause; most end within 30."""

WHOLE: Final = 6
"""The multiple of `LIMIT` allowed to whole test folders without a defect."""

PATIENCE: Final = 40
"""Seconds that a test waits for something that a defect may prevent; without a defect they are
120.
"""

LINES: Final = 60
"""How many lines of a failure are shown."""

PASSED: Final = 0
UNUSABLE: Final = (4, 5)
"""Exit codes of pytest: all tests passed; there are no such tests, or none were collected."""

LEFT_OUT: Final = shutil.ignore_patterns(
    ".*", "__pycache__", "*.so", "build", "dist", "*.egg-info", "node_modules"
)
"""Files that no test needs in the copy."""


@dataclass(frozen=True)
class Defect:
    """One mistake to plant.

    Attributes:
        file: the file with the mistake, from the checkout.
        old: the text that it replaces, which occurs exactly once in the file.
        new: the text in its place.
        tests: the files and folders of the tests that should fail.
        effect: what goes wrong for the player, in a sentence.
    """

    name: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]
    effect: str


class Unplantable(Exception):
    """Raised if a defect can't be planted; the message names it and says why."""


def read_list(path: Path) -> list[Defect]:
    """Return the defects in a list. Raises `Unplantable` if two have the same name."""
    tables = tomllib.loads(path.read_text("utf-8"))["defect"]
    defects = [Defect(**{**table, "tests": tuple(table["tests"])}) for table in tables]
    names = [defect.name for defect in defects]
    for name in names:
        if names.count(name) > 1:
            raise Unplantable(f"{name}: there are two defects with this name.")
    return defects


def planted(defect: Defect, root: Path) -> str:
    """Return the content of the defect's file with the defect in it.

    Raises `Unplantable` if its text isn't there exactly once, or if the result isn't Python.
    """
    file = root / defect.file
    if not file.is_file():
        raise Unplantable(f"{defect.name}: there is no file {defect.file}.")
    content = file.read_text("utf-8")
    times = content.count(defect.old)
    if times != 1:
        raise Unplantable(f"{defect.name}: its `old` text is in {defect.file} {times} times.")
    if defect.new == defect.old:
        raise Unplantable(f"{defect.name}: its `new` text changes nothing.")
    changed = content.replace(defect.old, defect.new)
    try:
        ast.parse(changed)
    except SyntaxError as fault:
        raise Unplantable(f"{defect.name}: {defect.file} is no longer Python: {fault}.") from fault
    return changed


@contextmanager
def planting(defect: Defect, root: Path) -> Iterator[None]:
    """Plant the defect in the copy at `root` for as long as the context lasts."""
    file = root / defect.file
    before, changed = file.read_text("utf-8"), planted(defect, root)
    _write(file, changed)
    try:
        yield
    finally:
        _write(file, before)


_TIMES: Final = count(1_000_000_000)


def _write(file: Path, content: str) -> None:
    """Write a file with a time that no earlier version has had.

    Python takes bytecode as fresh if the file's size and its time in seconds are as they were, so
    a change of a single character within a second might do nothing.
    """
    file.write_text(content, "utf-8")
    changed = next(_TIMES)
    os.utime(file, (changed, changed))


class Copy:
    """A copy of the checkout in a temporary folder, whose tests test the copy.

    It has an environment of its own, so that programs that tests start elsewhere find the copy,
    too. All other packages come from the environment that runs this.
    """

    def __init__(self, checkout: Path, folder: Path) -> None:
        self.root = folder / "checkout"
        shutil.copytree(checkout, self.root, ignore=LEFT_OUT, symlinks=True)
        venv.create(folder / "venv", symlinks=True)
        self.python = str(folder / "venv" / "bin" / "python")
        own = sysconfig.get_path("purelib", vars={"base": str(folder / "venv")})
        paths = dict.fromkeys([str(self.root), *map(sysconfig.get_path, ("purelib", "platlib"))])
        Path(own, "planted.pth").write_text("\n".join(paths) + "\n")
        unset = ("PYTHONPATH", "PYTHONHOME", "PYTHONDONTWRITEBYTECODE", "BOXTUI_EXPECT_BUILD")
        self.environ = {name: value for name, value in os.environ.items() if name not in unset}
        self.environ["PYTHONPYCACHEPREFIX"] = str(folder / "bytecode")
        self.environ["BOXTUI_TEST_DEADLINE"] = str(PATIENCE)
        self.output = folder / "output"
        self._testing: subprocess.Popen[bytes] | None = None
        self._is_stopped = False

    def check(self, package: str) -> None:
        """Raises `Unplantable` unless a package is imported from the copy."""
        code = f"import {package}; print({package}.__file__)"
        command = [self.python, "-c", code]
        with tempfile.TemporaryDirectory() as elsewhere:
            found = subprocess.run(
                command, cwd=elsewhere, env=self.environ, capture_output=True, text=True
            ).stdout.strip()
        if not Path(found).is_relative_to(self.root):
            raise Unplantable(f"The tests of a copy would import {package} from {found or 'none'}.")

    def tested(self, tests: Sequence[str], limit: float) -> int | None:
        """Return pytest's exit code; None if it hangs, for `limit` seconds.

        What it prints is in the file `output`. Raises `Unplantable` if there are no such tests.
        """
        command = [self.python, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
        with (
            self.output.open("wb") as output,
            subprocess.Popen(
                command,
                cwd=self.root,
                env=self.environ,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            ) as running,
        ):
            self._testing = running
            try:
                code: int | None = None if self._is_stopped else running.wait(limit)
            except subprocess.TimeoutExpired:
                code = None
            finally:
                self._end_tests()
                self._testing = None
        if code in UNUSABLE:
            raise Unplantable(f"pytest finds no tests in: {' '.join(tests)}.")
        return code

    def stop(self) -> None:
        """End the tests that run here, and those that begin here later."""
        self._is_stopped = True
        self._end_tests()

    def _end_tests(self) -> None:
        if self._testing:
            with suppress(ProcessLookupError):
                os.killpg(self._testing.pid, signal.SIGKILL)  # such as a program of a test, too


@dataclass(frozen=True)
class Result:
    """What happened to a defect: whether a test failed or hung, and the seconds until then."""

    defect: Defect
    is_caught: bool
    seconds: float

    def line(self) -> str:
        """Return the result as one line."""
        verdict = "caught" if self.is_caught else "MISSED"
        effect = "" if self.is_caught else f"  {self.defect.effect}"
        return f"{verdict}  {self.seconds:6.1f} s  {self.defect.name}{effect}"


def tried(defect: Defect, copies: "Queue[Copy]", limit: float) -> Result:
    """Plant a defect in a copy that is free, and run its tests there."""
    copy = copies.get()
    begun = time.monotonic()
    try:
        with planting(defect, copy.root):
            code = copy.tested(defect.tests, limit)
    finally:
        copies.put(copy)
    return Result(defect, code != PASSED, time.monotonic() - begun)


def failure(tests: str, copies: "Queue[Copy]", limit: float) -> str:
    """Return what pytest prints last if tests fail or hang without any defect, or nothing.

    Such tests would seem to catch everything.
    """
    copy = copies.get()
    try:
        code = copy.tested([tests], WHOLE * limit)
        if code == PASSED:
            return ""
        printed = copy.output.read_text("utf-8", "replace")
        verb = "hangs" if code is None else "fails"
        return "\n".join([f"{tests} {verb} without any defect:", *printed.splitlines()[-LINES:]])
    finally:
        copies.put(copy)


def outermost(defects: Sequence[Defect]) -> list[str]:
    """Return the files and folders of all tests named, without those that are within another."""
    named = sorted({tests for defect in defects for tests in defect.tests})
    return [tests for tests in named if not any(tests.startswith(f"{each}/") for each in named)]


def run(defects: Sequence[Defect], checkout: Path, package: str, limit: float) -> list[Result]:
    """Try all the defects, and print a line for each as soon as its tests have ended.

    Raises `Unplantable` if one can't be planted, or if tests fail without any. Whatever it raises,
    such as KeyboardInterrupt, no test goes on.
    """
    for defect in defects:
        planted(defect, checkout)
    results: list[Result] = []
    with tempfile.TemporaryDirectory(prefix="planted-") as folder:
        copies: Queue[Copy] = Queue()
        for number in range(WORKERS):
            copy = Copy(checkout, Path(folder, str(number)))
            copy.check(package)
            copies.put(copy)
        with _stoppable(ThreadPoolExecutor(WORKERS), list(copies.queue)) as pool:
            every = outermost(defects)
            failures = [
                told for told in pool.map(lambda each: failure(each, copies, limit), every) if told
            ]
            if failures:
                raise Unplantable("\n".join(failures))
            trying = [pool.submit(tried, defect, copies, limit) for defect in defects]
            for ended in as_completed(trying):
                results.append(ended.result())
                print(results[-1].line(), flush=True)
    return results


@contextmanager
def _stoppable(pool: ThreadPoolExecutor, copies: Sequence[Copy]) -> Iterator[ThreadPoolExecutor]:
    """Yield the pool, and wait for what it does; if anything is raised, end that at once."""
    with pool:
        try:
            yield pool
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for copy in copies:
                copy.stop()
            raise


def summary(results: Sequence[Result]) -> str:
    """Return how many of the defects were caught."""
    caught = sum(result.is_caught for result in results)
    return f"{caught} of {len(results)} caught ({100 * caught / len(results):.1f}%)"


def is_enough(results: Sequence[Result]) -> bool:
    """Whether at least `GOAL` percent were caught."""
    return 100 * sum(result.is_caught for result in results) >= GOAL * len(results)


def main(
    prefixes: Sequence[str],
    listed: Path = LIST,
    checkout: Path = CHECKOUT,
    package: str = "boxtui",
    limit: float = LIMIT,
) -> int:
    """Try the defects whose names begin with one of the prefixes, or all; return the exit code."""
    begun = time.monotonic()
    try:
        chosen = [
            defect
            for defect in read_list(listed)
            if not prefixes or defect.name.startswith(tuple(prefixes))
        ]
        if not chosen:
            raise Unplantable(f"No defect's name begins with {' or '.join(prefixes)}.")
        results = run(chosen, checkout, package, limit)
    except Unplantable as fault:
        print(fault, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    print(f"{summary(results)} in {time.monotonic() - begun:.0f} s")
    return 0 if is_enough(results) else 1


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    sys.exit(main(sys.argv[1:]))
