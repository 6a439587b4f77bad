"""A tiny app that breaks: many of its keys cause failures, unless it is started with --calm."""

import asyncio
import signal
import sys
import threading
import time
from collections.abc import Callable
from itertools import cycle
from pathlib import Path

from boxtui.system import terminal

environ = terminal.as_given()
terminal.tame_textual()

from textual import events  # noqa: E402
from textual.app import App, ComposeResult  # noqa: E402
from textual.widgets import Footer, Static  # noqa: E402

from boxtui.tui import guard  # noqa: E402


class Guarded(App[int]):
    """Shows the last key."""

    CSS = "Static { background: $primary; color: $warning; border: round $accent; }"

    keys = 0
    seconds_a_key = 0.0

    def compose(self) -> ComposeResult:
        yield Static("ready │ é", id="board")
        yield Footer()

    def on_paste(self, event: events.Paste) -> None:
        self.query_one(Static).update(f"pasted {len(event.text)}")

    def on_key(self, event: events.Key) -> None:
        self.keys += 1
        end = time.thread_time() + self.seconds_a_key
        while time.thread_time() < end:
            pass
        if event.key == "q":
            self.exit(0)
        elif event.key in HARMS and "--calm" not in sys.argv:
            HARMS[event.key](self)
        self.query_one(Static).update(f"last {event.key} ready")


def draw_a_lot(app: Guarded) -> None:
    letters = cycle("ab")  # what is shown already would not be sent
    app.set_interval(0.01, lambda: app.query_one(Static).update(next(letters) * 1000))


def draw_once(app: Guarded) -> None:
    """Draw more at once than a terminal takes that nobody reads."""
    assert app._driver
    app._driver.write("x" * 100_000)


def fail(where: str) -> None:
    secret_local = "never shown"
    raise ValueError(f"{where} failed, {len(secret_local)}")


async def fail_later() -> None:
    # Wait first: an eager failure keeps the frame that made the task, and so the task, in a cycle.
    await asyncio.sleep(0)
    fail("a task")


class Dying:
    def __del__(self) -> None:
        fail("a finalizer")


def linger(app: Guarded) -> None:
    threading.Thread(target=lambda: time.sleep(60)).start()
    app.query_one(Static).update("lingers")


def start_a_thread_too_many(app: Guarded) -> None:
    threading.stack_size(1 << 60)
    threading.Thread(target=print).start()


def slow_down(app: Guarded) -> None:
    """Take so long for a key that keys come faster even from a test that is held up."""
    app.seconds_a_key = 0.003


def continue_elsewhere(app: Guarded) -> None:
    """When the test asks for it, send SIGCONT to another thread, as the system may do."""
    go = Path(sys.argv[1]).with_suffix(".go")
    (watch,) = [thread for thread in threading.enumerate() if thread.name == "guard"]

    def wait_and_signal() -> None:
        while not go.exists():
            time.sleep(0.01)
        signal.pthread_kill(watch.ident or 0, signal.SIGCONT)

    threading.Thread(target=wait_and_signal, daemon=True).start()


HARMS: dict[str, Callable[[Guarded], object]] = {
    "w": draw_a_lot,
    "o": draw_once,
    "z": lambda app: time.sleep(60),
    "e": lambda app: fail("a key"),
    "t": lambda app: asyncio.get_running_loop().create_task(fail_later()),
    "W": lambda app: app.run_worker(fail_later()),
    "T": lambda app: threading.Thread(target=fail, args=("a thread",)).start(),
    "p": start_a_thread_too_many,
    "u": lambda app: Dying(),
    "l": linger,
    "c": continue_elsewhere,
    "d": slow_down,
    "s": lambda app: sys.exit(7),
    "r": lambda app: app.exit(5),
    "n": lambda app: signal.alarm(9000),
    "i": lambda app: app.exit(signal.alarm(0)),
    "k": lambda app: app.exit(app.keys // 100),
}

if __name__ == "__main__":
    app = Guarded()
    if "--ansi" in sys.argv:
        app.theme = "ansi-dark"
    look, idle = terminal.Look.of(environ), terminal.idle_limit(environ)
    sys.exit(guard.run(app, log=Path(sys.argv[1]), look=look, mouse=not look.ssh, idle=idle))
