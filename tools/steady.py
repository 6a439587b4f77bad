"""Runs tests several times in a row beside processes that keep the processors busy.

    python tools/steady.py TIMES BUSY [ARGUMENT OF PYTEST]...

A test that waits for time to pass instead of for what it needs fails here sooner or later, and a
different one each time. `make steady` runs it; the exit code is 1 if a run failed.
"""

import subprocess
import sys
import time
from contextlib import ExitStack

LIMIT = 4 * 3600
"""Seconds after which a busy process ends by itself, whatever has happened to this one."""

BUSY = f"import time\nend = time.monotonic() + {LIMIT}\nwhile time.monotonic() < end: pass"


def busy_process(stack: ExitStack) -> None:
    """Keep a processor busy until the stack is left."""
    process = subprocess.Popen([sys.executable, "-c", BUSY])
    stack.callback(process.wait)
    stack.callback(process.kill)


def main(times: int, busy: int, arguments: list[str]) -> int:
    """Run the tests `times` times beside `busy` busy processes; return how many runs failed."""
    failed = 0
    with ExitStack() as stack:
        for _ in range(busy):
            busy_process(stack)
        for number in range(1, times + 1):
            begun = time.monotonic()
            command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments]
            code = subprocess.run(command).returncode
            failed += code != 0
            how = "failed" if code else "passed"
            print(
                f"Run {number} of {times} beside {busy} busy processes {how} after"
                f" {time.monotonic() - begun:.0f} s; {failed} failed so far.",
                flush=True,
            )
    return failed


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]) > 0)
