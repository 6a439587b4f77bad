"""Runs the app so that signals, lost terminals, junk and bugs never break the player's terminal."""

import asyncio
import contextlib
import errno
import os
import select
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any, ClassVar, Final

from textual import events
from textual.app import App
from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message
from textual.worker import WorkerFailed

from boxtui.system import background, errorlog, limits
from boxtui.system.shown_screen import ShownScreen
from boxtui.system.terminal import Look, Terminal
from boxtui.tui.driver import TrackingDriver, ctrl_c_at_the_end
from boxtui.tui.keystrokes import Keystrokes

GRACE: Final = 2.0
"""Seconds that the app has to end by itself after a signal."""

_LEAVE = (
    signal.SIGHUP,
    signal.SIGINT,
    signal.SIGQUIT,
    signal.SIGUSR1,
    signal.SIGUSR2,
    signal.SIGTERM,
    signal.SIGALRM,
    signal.SIGXCPU,
)
_TEXTUALS = (signal.SIGTSTP, signal.SIGCONT, signal.SIGWINCH, signal.SIGTTIN, signal.SIGTTOU)
_DONE = b"\0"


def run(app: App[int], *, log: Path, look: Look, mouse: bool, idle: int = 0) -> int:
    """Run the app, restore the terminal, and return the exit code of the process.

    The exit code is the app's own result or return code, 128 + n after signal n (a lost terminal
    counts as SIGHUP), or 1 after an error, whose traceback is in `log`. SIGALRM comes after
    `idle` seconds without input (0: never). Two seconds after a signal the process ends, whatever
    is still running.
    """
    terminal = Terminal()
    attributes = {"terminal": terminal, "look": look, "idle": idle, "shown": ShownScreen()}
    app.driver_class = type("GuardedDriver", (GuardedDriver,), attributes)
    return _Guard(app, terminal, log).run(mouse)


class _Guard:
    """One run of one app."""

    def __init__(self, app: App[int], terminal: Terminal, log: Path) -> None:
        self._app = app
        self._terminal = terminal
        self._log = log
        self._complaint = ""
        self._signal = 0
        self._loop: asyncio.AbstractEventLoop | None = None

    def run(self, mouse: bool) -> int:
        code = 1
        with self._watching_signals(), self._watching_errors():
            try:
                code = asyncio.run(self._drive(mouse))
            except SystemExit as leaving:
                code = leaving.code if isinstance(leaving.code, int) else int(bool(leaving.code))
            except BaseException as error:  # the edge: nothing above could restore the terminal
                self._failed("", error)
            finally:
                signal.alarm(0)
                self._terminal.restore()
        if self._signal:
            return 128 + self._signal
        self._terminal.close()
        if self._complaint:
            print(self._complaint, file=sys.__stderr__, flush=True)
            return 1
        return code

    async def _drive(self, mouse: bool) -> int:
        self._loop = asyncio.get_running_loop()
        self._loop.set_exception_handler(self._failed_in_loop)
        if self._signal:  # the signal came before there was a loop
            return 0
        # Textual would draw the traceback with all local variables on the player's screen.
        vars(self._app)["_handle_exception"] = lambda error: self._failed("", cause_of(error))
        result = await self._app.run_async(mouse=mouse)
        return result if isinstance(result, int) else self._app.return_code or 0

    @contextlib.contextmanager
    def _watching_signals(self) -> Iterator[None]:
        """Have each signal's number written to a pipe that a separate thread reads.

        The interpreter's C handler writes it, so a blocked loop or main thread can't delay it, and
        no Python handler interrupts other code to do this work.
        """
        before = {number: signal.getsignal(number) for number in (*_LEAVE, *_TEXTUALS)}
        reader, writer = os.pipe()
        os.set_blocking(writer, False)
        waker = signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
        watch = threading.Thread(target=self._watch, args=(reader,), name="guard", daemon=True)
        watch.start()
        for number in _LEAVE:
            signal.signal(number, self._note_signal)
        try:
            yield
        finally:
            for number, handler in before.items():
                if number not in _LEAVE or not self._terminal.leaving:
                    signal.signal(number, handler)
            signal.set_wakeup_fd(waker)
            os.write(writer, _DONE)
            if not self._terminal.leaving:
                watch.join()
                os.close(reader)
                os.close(writer)

    def _note_signal(self, number: int, frame: FrameType | None = None) -> None:
        """Record the signal; the watching thread does the rest."""
        self._terminal.leaving = True
        self._signal = self._signal or number

    def _watch(self, reader: int) -> None:
        """Wait for a signal that ends the app, ask the app to exit, and make sure that it does."""
        number = 0
        while number not in _LEAVE:
            number = os.read(reader, 1)[0]
            if number == 0:
                return
            self._call_in_loop(lambda: None)  # the main thread handles what another one received
        self._note_signal(number)
        deadline = time.monotonic() + GRACE
        if number == signal.SIGHUP:
            self._terminal.let_go()
        self._ask_to_exit(128 + number)
        self._await_end(reader, deadline)
        self._terminal.let_go()
        _free_writers(number)
        self._terminal.restore()
        os._exit(128 + number)

    def _await_end(self, reader: int, deadline: float) -> None:
        """Wait until the deadline; if the app exits cleanly, the process ends before it."""
        while (rest := deadline - time.monotonic()) > 0:
            if not select.select([reader], [], [], rest)[0]:
                return
            if os.read(reader, 1)[0] == signal.SIGHUP:
                self._terminal.let_go()

    def _ask_to_exit(self, code: int) -> None:
        """Have the loop end the app with that exit code."""
        self._call_in_loop(partial(self._app.exit, None, code))

    def _call_in_loop(self, do: Callable[[], None]) -> None:
        """Have the loop call `do`; may be called from any thread."""
        with contextlib.suppress(RuntimeError):  # the loop is closed: the app has ended
            if self._loop is not None:
                self._loop.call_soon_threadsafe(do)

    @contextlib.contextmanager
    def _watching_errors(self) -> Iterator[None]:
        before = threading.excepthook, sys.unraisablehook
        threading.excepthook = self._failed_in_thread
        sys.unraisablehook = self._failed_unraisably
        try:
            yield
        finally:
            threading.excepthook, sys.unraisablehook = before

    def _failed_in_loop(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        # Without an exception it is a warning, such as about a task destroyed while pending.
        self._failed("in a task", context.get("exception"))

    def _failed_in_thread(self, args: threading.ExceptHookArgs) -> None:
        name = args.thread.name if args.thread else "?"
        if name == "textual-output" and isinstance(args.exc_value, OSError):
            _hang_up()
        else:
            self._failed(f"in the thread {name}", args.exc_value)

    def _failed_unraisably(self, args: Any) -> None:
        # Nothing waited for what failed, so the game goes on; the error is reported at the end.
        self._failed("during cleanup", args.exc_value, ends=False)

    def _failed(self, where: str, error: BaseException | None, *, ends: bool = True) -> None:
        """Log an error, keep a line about the first one for the end, and end the app if `ends`."""
        if error is None or self._signal:
            return  # errors while leaving after a signal, such as a lost terminal, don't count
        logged = errorlog.append(self._log, where, error)
        details = f"The details are in {self._log}" if logged else "The log couldn't be written"
        why = errorlog.internal_error(error, where)
        if limits.is_reached(error):
            why = f"boxtui: {limits.NO_PROCESS}"
        self._complaint = self._complaint or (f"{why} {errorlog.GAMES_ARE_SAVED} {details}.")
        if ends:
            self._ask_to_exit(1)


def cause_of(error: Exception) -> BaseException:
    """Return the error that ended one of Textual's workers, with its traceback; others as is."""
    return error.error if isinstance(error, WorkerFailed) else error


def _free_writers(number: int) -> None:
    """Interrupt writes that a stalled terminal blocks, because they would block all others.

    Python then writes the rest, which goes to /dev/null by now. A thread may end meanwhile.
    """
    for thread in threading.enumerate():
        if thread.ident is not None and thread is not threading.current_thread():
            with contextlib.suppress(ProcessLookupError):
                signal.pthread_kill(thread.ident, number)


def _hang_up() -> None:
    """Leave as after a SIGHUP, because the terminal went away without sending one."""
    # Sent to the process, not the thread, to end the main thread's sleep.
    os.kill(os.getpid(), signal.SIGHUP)


class GuardedDriver(LinuxDriver, TrackingDriver):
    """Textual's driver, for terminals that send junk, go away, or show no color or no Unicode.

    Textual instantiates the driver itself, so what this one needs is set on its class.
    """

    terminal: ClassVar[Terminal]
    idle: ClassVar[int]

    _has_stopped = False
    """Whether all has been queued that gives the terminal back; then nothing more is drawn."""

    _is_to_stop = False
    """Whether a SIGTSTP has come, and no SIGCONT since."""

    def start_application_mode(self) -> None:
        self._has_stopped = False
        self.terminal.set_taken(True)
        super().start_application_mode()  # type: ignore[no-untyped-call]
        resized = signal.getsignal(signal.SIGWINCH)
        if callable(resized):
            signal.signal(signal.SIGWINCH, partial(self._resized, resized))
        # In the background Textual gives up, and tries again in the foreground.
        writer = self._writer_thread
        self.terminal.set_taken(writer is not None and writer.is_alive())
        if self.asks:
            self.write(background.QUERY)

    def _resized(self, then: Callable[[int, FrameType | None], object], *args: Any) -> None:
        """Assume nothing about what a resized window still shows."""
        self.shown.forget()
        then(*args)

    def stop_application_mode(self) -> None:
        if self.terminal.taken and not self._has_stopped:
            super().stop_application_mode()
            self._has_stopped = True

    def close(self) -> None:
        """Wait until the terminal has received everything; only then has it been given back."""
        super().close()
        if self._has_stopped:
            self.terminal.set_taken(False)

    # A signal may interrupt the app while it holds a lock that the terminal's writer needs, so
    # these two run later, from the loop.

    def _sigtstp_application(self, *_: object) -> None:
        self._is_to_stop = True
        self._loop.call_soon_threadsafe(self._stop)

    def _stop(self) -> None:
        """Give the terminal back, then stop, unless the app is to go on or end by now."""
        self.suspend_application_mode()
        self._must_signal_resume = True  # else Textual doesn't tell that the app was resumed
        if self._is_to_stop and not self.terminal.leaving:
            os.kill(os.getpid(), signal.SIGSTOP)

    def _sigcont_application(self, *_: object) -> None:
        self._is_to_stop = False
        self._loop.call_soon_threadsafe(super()._sigcont_application)

    def resume_application_mode(self) -> None:
        """Take the terminal again after a SIGCONT, which may come at any time."""
        if self.terminal.leaving:
            return
        if self.terminal.taken:  # a SIGSTOP came before, and the shell may have changed modes
            self.suspend_application_mode()
        super().resume_application_mode()
        self._loop.call_soon_threadsafe(lambda: self._app.refresh(layout=True))

    def write(self, data: str) -> None:
        if self.terminal.taken and not self._has_stopped:
            if sent := self.to_send(data):
                super().write(sent)

    def run_input_thread(self) -> None:
        """Read keys until told to stop; the end of the terminal's input counts as a hangup."""
        signal.alarm(self.idle)
        keys = Keystrokes(self.process_message, self._tell)
        while not self.exit_event.is_set():
            if select.select([self.fileno], [], [], keys.poll_seconds())[0]:
                data = self._read()
                if not data:
                    if not self.terminal.leaving:
                        _hang_up()
                    return
                signal.alarm(self.idle)
                if self.is_behind():
                    keys = Keystrokes(self.process_message, self._tell)  # drops half-read keys
                    data = ctrl_c_at_the_end(data)
                keys.feed(data)
                if len(data) > 64:
                    self._let_loop_catch_up()
            keys.tick()

    def _tell(self, light: bool | None) -> None:
        """Pass on what the terminal answered; called by the thread that reads keys."""
        with contextlib.suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self.on_background, light)

    def _read(self) -> bytes:
        try:
            return os.read(self.fileno, 512)
        except OSError as error:
            if error.errno == errno.EIO:  # the other end is closed
                return b""
            raise

    def _let_loop_catch_up(self) -> None:
        """Wait until the loop has queued what was sent, so that `waiting_for` counts it.

        Needed after more input than a person types at once.
        """
        caught_up = threading.Event()
        with contextlib.suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(caught_up.set)
            caught_up.wait(0.5)

    def process_message(self, message: Message) -> None:
        if isinstance(message, events.Resize):
            return  # we never ask for these reports: the kernel gives the size
        super().process_message(message)
