"""The loop that all players share isn't held up by any of them."""

import signal
from pathlib import Path
from typing import Final

import pytest
from served import Served, begun, lay_down, new_key, terminal

pytestmark = [pytest.mark.waits, pytest.mark.xdist_group("serve lag")]

TIMED: Final = Path(__file__).parents[1] / "bench" / "timed_host.py"

MOST: Final = 0.1
"""The most seconds of processor time of a call on the loop.

The promise is 20 ms on a compiled build, which `make bench-serve` measures. This is for the sources
on any machine, however busy.
"""

VISITED: Final = (
    ("o", "The computer moves"),
    ("q", "Quit"),
    ("p", "Practice: not begun"),
    ("q", "Quit"),
    ("?", "Rules of"),
    ("q", "Quit"),
    ("l", "Learn"),
    ("\x1b[B\x1b[B\r", "step 1 of"),
    ("\r\r\r", "step"),
    ("q", "Lesson"),
    ("q", "Quit"),
)
"""Keys in the app, from the menu on, and what is shown after each."""


async def test_no_call_on_the_loop_takes_long(tmp_path: Path) -> None:
    file = tmp_path / "longest"
    with Served(tmp_path / "home", "--anyone", program=(str(TIMED), str(file))) as served:
        served.signal(signal.SIGHUP)  # from now on, calls count
        await served.logged("keys read")
        async with served.connect(new_key()) as connection:
            channel, screen = await terminal(connection)
            for keys, shown in VISITED:
                channel.write(keys.encode())
                await screen.until(shown)
        async with served.connect(new_key()) as connection:
            channel, screen = await begun(connection)
            await lay_down(channel, screen)
            channel.write(b"h")
            await screen.until("Hint:")
            channel.write(b"uq")
            await screen.until("Quit")
        async with served.connect(new_key()) as connection:
            channel, screen = await terminal(connection, kind="dumb")
            await screen.until("What now?")
            channel.write(b"practice shut-the-box 3\r")
            await screen.until("Your move:")
        served.signal(signal.SIGTERM)
        served.process.wait()
    *_, computing = map(float, file.read_text().split())
    assert 0 < computing < MOST
