"""The table of what a player notices: `make figures` writes this output to docs/figures.md.

`python tests/bench/figures.py CHECKOUT` measures the build that runs it and, for comparison, the
checkout's sources, run by the Python in its .venv/test.
"""

import json
import os
import platform
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import fill
from typing import Any

import textual

sys.path.insert(0, str(Path(__file__).parent.parent / "helpers"))

import felt
from played import boxtui

from ai.levels import ROSTERS
from boxtui.games import GAMES
from boxtui.system.release import built

INSIDE = Path(__file__).with_name("inside.py")
HEAD = """\
# What a player feels, in figures

Made by `make figures` on {date}: {cores} cores of {processor}, with a load of {load:.1f} at the
start; Python {python} and Textual {textual} on {system}. Where two figures stand, the first is of
the {build} build and the second of the pure one; all others are of the {build} one.

How to read it: smaller is better, except for searches. Times are medians unless a row says
otherwise, measured on this machine with its other load; bytes are the same everywhere. The terminal
has 80 by 24 cells and 256 colors, or is the same over SSH, where boxtui keeps the terminal's own
colors. Moves are made in positions from all parts of a game that level 1 plays against itself.
"""


def row(*cells: object) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def table(columns: Sequence[str], rows: Iterator[str]) -> list[str]:
    """Return a table with labels in the first column and numbers in the others."""
    return [row("", *columns), row("---", *["---:"] * len(columns)), *rows, ""]


def taken(seconds: float) -> str:
    """Return a time in a suitable unit."""
    for factor, unit in ((1e6, "µs"), (1e3, "ms")):
        if seconds * factor < 1000:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds:.3g} s"


def percentiles(times: Sequence[float]) -> str:
    """Return the median and the 95th percentile of sorted times."""
    return f"{taken(times[len(times) // 2])}, {taken(times[int(len(times) * 0.95)])}"


def start_rows(home: Path) -> Iterator[str]:
    apps = (
        lambda: felt.bare(home),
        lambda: boxtui(home, fresh=True),
        lambda: boxtui(home, env=felt.OVER_SSH, fresh=True),
    )
    starts = felt.started(apps)
    yield row("start to first frame", *(taken(start.seconds) for start in starts))
    yield row("processor time until then", *(taken(start.processor) for start in starts))
    yield row("bytes of first frame", *(f"{start.sent:,.0f}" for start in starts))
    yield row("memory", *(f"{start.memory:.1f} MiB" for start in starts))


def felt_rows(home: Path) -> Iterator[str]:
    """Yield the rows on how much each game sends and how soon it paints."""
    for name, env in (("", felt.LOCAL), (", over SSH", felt.OVER_SSH)):
        boards = [felt.at_a_decision(home / f"{game}{name}", game, env) for game in GAMES]
        moves = [
            felt.bytes_of_computers_move(home / f"{game}{name} its", game, env) for game in GAMES
        ]
        yield row(f"bytes of the game's screen{name}", *(f"{board.first:,}" for board in boards))
        yield row(f"bytes of a cursor move{name}", *(f"{board.cursor:,.0f}" for board in boards))
        yield row(f"bytes of a computer's move{name}", *(f"{sent:,}" for sent in moves))
        if env is felt.LOCAL:
            paints = [percentiles(board.paints) for board in boards]
            yield row("cursor key to paint: p50, p95", *paints)
    thinking = [felt.paints_while_it_thinks(home / f"{game} thinks", game) for game in GAMES]
    label = "key to paint on the page of rules while the computer thinks: p50, p95"
    yield row(label, *map(percentiles, thinking))


def inside_rows(ours: dict[str, Any], pure: dict[str, Any]) -> Iterator[str]:
    """Yield the rows measured without a terminal, for both builds."""

    def of_both(of: Callable[[dict[str, Any]], str]) -> list[str]:
        return [f"{of(ours[game])}; {of(pure[game])}" for game in GAMES]

    for number in sorted({level.number for roster in ROSTERS.values() for level in roster.levels}):
        for at, which in enumerate(("", ", the longest")):
            label = f"a move of level {number}{which}"
            yield row(label, *of_both(lambda one: taken(one["moves"][str(number)][at])))  # noqa: B023
    for kind, label in (("searches", "highest level"), ("played out", "`uct:100`")):
        yield row(
            f"searches per second, {label}",
            *of_both(lambda one: f"{one[kind]:,.0f}" if one[kind] else "none"),  # noqa: B023
        )
    yield row("an append to a save", *of_both(lambda one: taken(one["append"])))
    yield row("resuming a long game", *of_both(lambda one: taken(one["resume"])))
    yield row("its moves", *(ours[game]["resumed"] for game in GAMES))


def inside(python: Path, **environ: str) -> dict[str, Any]:
    """Return what a build measures without a terminal, in a separate process."""
    told = subprocess.check_output([python, INSIDE], env={**os.environ, **environ})
    measured: dict[str, Any] = json.loads(told)
    return measured


def processor() -> str:
    """Return the processor's name, if the system gives one."""
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    names = [line.partition(": ")[2] for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def heading(text: str) -> Iterator[str]:
    """Yield paragraphs in which the machine, its load and the versions are filled in."""
    made = {
        "date": datetime.now(UTC).date(),
        "cores": os.cpu_count(),
        "processor": processor(),
        "load": os.getloadavg()[0],
        "python": platform.python_version(),
        "textual": textual.__version__,
        "system": platform.system(),
        "build": built(),
    }
    for paragraph in text.format(**made).split("\n\n"):
        yield fill(paragraph, 100) + "\n"


def figures(checkout: Path) -> Iterator[str]:
    """Yield the page line by line."""
    yield from heading(HEAD)
    ours = inside(Path(sys.executable))
    pure = inside(checkout / ".venv/test/bin/python", PYTHONPATH=str(checkout))
    with TemporaryDirectory() as folder:
        home = Path(folder)
        yield from table(["a bare Textual app", "boxtui", "boxtui over SSH"], start_rows(home))
        titles = [game.title for game in GAMES.values()]
        yield from table(titles, chain(felt_rows(home), inside_rows(ours, pure)))


if __name__ == "__main__":
    os.environ.setdefault("LANG", "C.UTF-8")
    for line in figures(Path(sys.argv[1]).resolve()):
        print(line, flush=True)
