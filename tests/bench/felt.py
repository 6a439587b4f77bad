"""What a player feels, measured on a real pseudo-terminal: `python tests/bench/felt.py`.

Start to first frame beside a bare Textual app, bytes of frames and keys, key to paint while the
computer thinks. Medians of several runs; run it from the environment that is to be measured.
"""

import os
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parent.parent / "helpers"))

from played import boxtui, settings
from pty_terminal import PLAIN, PtyTerminal

RUNS = 9
OVER_SSH = {"SSH_CONNECTION": "::1 1 ::1 22"}
BARE = """
from textual.app import App
from textual.widgets import Static
class Bare(App):
    def compose(self):
        yield Static("Settings")
Bare().run()
"""


def until_shown(begin: Callable[[], PtyTerminal], text: str) -> tuple[float, int, int]:
    """Seconds until `text` is shown, bytes until all is quiet, memory in KiB then."""
    start = time.perf_counter()
    with begin() as terminal:
        terminal.wait_until(text)
        seconds = time.perf_counter() - start
        terminal.wait_quiet(0.3)
        status = Path(f"/proc/{terminal.process.pid}/status").read_text()
        memory = int(status.split("VmRSS:")[1].split()[0])
        return seconds, len(terminal.raw), memory


def told(name: str, begin: Callable[[], PtyTerminal]) -> None:
    runs = [until_shown(begin, "Settings") for _ in range(RUNS)]
    seconds, sent, memory = (median(run[at] for run in runs) for at in range(3))
    print(f"{name:<34} {seconds:7.3f} s {sent:8.0f} bytes {memory / 1024:6.1f} MiB")


def bytes_of_keys(home: Path, env: Mapping[str, str]) -> list[int]:
    with boxtui(home, "play", "shut-the-box", "--seed", "7", env=env) as terminal:
        terminal.wait_until("Seed")
        counts = []
        for key, shown in (
            ("s", "What fits"),
            ("9", "picked: 9"),
            ("\x1b[B", "▶ "),
            ("\r", "down"),
        ):
            terminal.wait_quiet(0.3)
            before = len(terminal.raw)
            terminal.send(key)
            terminal.wait_until(shown)
            terminal.wait_quiet(0.3)
            counts.append(len(terminal.raw) - before)
        return counts


def key_to_paint(home: Path) -> list[float]:
    """Seconds from a key to its paint while the adviser solves a game of five."""
    settings(home, 'name = "Ann"\npace = "at once"\n')
    with boxtui(home, "play", "shut-the-box", "--seed", "7") as terminal:
        terminal.wait_until("Seed")
        terminal.send("\x1b[B\x1b[C\x1b[C\x1b[C")
        terminal.wait_until("Seat 5")
        terminal.send("s")
        terminal.wait_until("What fits")
        terminal.send("h")
        terminal.wait_until("thinking")
        times = []
        for at in range(60):
            key, shown = ("9", ">9<") if at % 2 == 0 else ("9", " 9 ")
            start = time.perf_counter()
            terminal.send(key)
            while shown not in terminal.text():
                terminal.read(0.001)
            times.append(time.perf_counter() - start)
        assert "thinking" in terminal.text(), "it had an answer before the keys were measured"
        return sorted(times)


def main() -> None:
    with TemporaryDirectory() as folder:
        home = Path(folder)
        bare = [sys.executable, "-c", BARE]
        told("a bare Textual app", lambda: PtyTerminal(bare, env={**PLAIN, "HOME": folder}))
        told("boxtui, the menu", lambda: boxtui(home))
        told("boxtui, the menu over SSH", lambda: boxtui(home, env=OVER_SSH))
        for name, env in (("", {}), (" over SSH", OVER_SSH)):
            first, pick, choose, lay = bytes_of_keys(home, env)
            print(f"bytes{name}: game screen {first}, a tile {pick}, a set {choose}, a move {lay}")
        times = key_to_paint(home)
        p50, p95 = times[len(times) // 2], times[int(len(times) * 0.95)]
        print(f"key to paint while it thinks: p50 {p50 * 1000:.1f} ms, p95 {p95 * 1000:.1f} ms")


if __name__ == "__main__":
    os.environ.setdefault("LANG", "C.UTF-8")
    main()
