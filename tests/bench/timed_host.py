"""`boxtui serve` that writes, as it ends, how long the longest calls on its event loop took.

`python timed_host.py FILE serve ...` writes into FILE the seconds of the longest call, those of the
longest collection of garbage, and the most processor time of a call. Until it gets SIGHUP, which
reads the keys again, nothing counts: before that the host starts.
"""

import gc
import sys
from asyncio import events
from collections.abc import Callable
from pathlib import Path
from time import perf_counter, thread_time

from boxtui.commands.main import main


class Longest:
    """The longest of some spans of time, in seconds of that clock."""

    def __init__(self, clock: Callable[[], float] = perf_counter) -> None:
        self.seconds = 0.0
        self._clock = clock
        self._begun = 0.0

    def begin(self) -> None:
        """Begin a span."""
        self._begun = self._clock()

    def end(self) -> None:
        """End the span that began last."""
        self.seconds = max(self.seconds, self._clock() - self._begun)


def timed(file: Path) -> int:
    """Serve as the other arguments say."""
    call, collection, computing = Longest(), Longest(), Longest(thread_time)
    run = events.Handle._run

    def run_timed(handle: events.Handle) -> None:
        call.begin()
        computing.begin()
        run(handle)
        computing.end()
        call.end()
        if getattr(handle._callback, "__name__", "") == "hang_up":  # type: ignore[attr-defined]
            call.seconds = collection.seconds = computing.seconds = 0.0

    def collected(phase: str, _: object) -> None:
        (collection.begin if phase == "start" else collection.end)()

    events.Handle._run = run_timed  # type: ignore[assignment, method-assign]
    gc.callbacks.append(collected)
    try:
        return main(sys.argv[1:])
    finally:
        file.write_text(f"{call.seconds} {collection.seconds} {computing.seconds}")


if __name__ == "__main__":  # search processes load this file, too
    sys.exit(timed(Path(sys.argv.pop(1))))
