"""The process of `boxtui serve`: its loop, its signals, and how it starts and ends."""

import asyncio
import logging
import os
import resource
import signal
import socket
import sys
import threading
import time
from asyncio import selector_events
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from math import inf
from typing import Any, Final

import asyncssh

from boxtui.serve.app import rehearse
from boxtui.serve.connection import listening
from boxtui.serve.host import Host, Serving
from boxtui.serve.load import Load, TimedSelector
from boxtui.serve.status import status_served
from boxtui.system import locations, terminal

MOST_FILES: Final = 65_536
"""The most files and connections that the process may have open, if the system allows it."""

_HANGUP_SECONDS: Final = 2.0
"""How long after a terminal is lost a SIGHUP is taken to come from that."""

_THREADS: Final = 32
"""The most threads, which mostly wait for disks: none of them may hold up others' moves."""

TO_END: Final = 4.8
"""Seconds from a signal to the end of the process, whatever still hangs, such as a disk."""


def serve(serving: Serving, announce: Callable[[str], None]) -> int:
    """Serve until a signal ends it; return the exit code. Raises BadOption, BadFile and HostFailed.

    `announce` is called with the command that connects, once it works.
    """
    terminal.tame_textual()
    os.environ.pop("NO_COLOR", None)
    _allow_many_files()
    host = Host(serving, Load())
    selector = TimedSelector(host.load, host.collector.collect_new)
    with _all_logged(host), asyncio.Runner(loop_factory=lambda: _Loop(selector)) as runner:
        return runner.run(_serve(host, serving, announce))


def _allow_many_files() -> None:
    """Let the process open as many files as it may: each connection is one."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


@contextmanager
def _all_logged(host: Host) -> Iterator[None]:
    """Have the log take what Python would write to standard error: logging, warnings, lost errors.

    Written there on the loop, it would hold up everyone while the log isn't read.
    """

    def note(lost: "sys.UnraisableHookArgs | threading.ExceptHookArgs") -> None:
        _note_fault(host, {"message": "Nobody handled this", "exception": lost.exc_value})

    handler = _LogHandler(host)
    hooks = sys.unraisablehook, threading.excepthook
    logging.root.addHandler(handler)
    logging.captureWarnings(True)
    sys.unraisablehook = threading.excepthook = note
    try:
        yield
    finally:
        sys.unraisablehook, threading.excepthook = hooks
        logging.captureWarnings(False)
        logging.root.removeHandler(handler)


class _LogHandler(logging.Handler):
    """Notes the warnings of libraries in the log of a host."""

    def __init__(self, host: Host) -> None:
        super().__init__()
        self._host = host

    def emit(self, record: logging.LogRecord) -> None:
        message = record.getMessage().strip()
        if record.exc_info and record.exc_info[1]:
            _note_fault(self._host, {"message": message, "exception": record.exc_info[1]})
        else:
            self._host.note("warning", source=record.name, message=message)


class _Transport(selector_events._SelectorSocketTransport):  # type: ignore[misc, name-defined]
    """A connection that takes nothing once it is lost, and is freed without a full collection.

    Attributes:
        max_size: the most bytes that are read, and so handled, in one call.
    """

    max_size = 8192

    def write(self, data: Any) -> None:
        if not self._conn_lost:  # asyncio drops the data, too, but warns each time
            super().write(data)

    def _call_connection_lost(self, exc: Exception | None) -> None:
        super()._call_connection_lost(exc)
        self._read_ready_cb = self._write_ready = None  # its own methods, which refer to it


class _Loop(asyncio.SelectorEventLoop):
    """A loop that starts every task later: Textual wants eager tasks, which asyncssh can't take."""

    def set_task_factory(self, factory: object) -> None:
        """Ignore the factory, so that tasks start as usual."""

    def _make_socket_transport(self, *arguments: Any, **options: Any) -> _Transport:
        return _Transport(self, *arguments, **options)


async def _serve(host: Host, serving: Serving, announce: Callable[[str], None]) -> int:
    loop = asyncio.get_running_loop()
    ended: asyncio.Future[int] = loop.create_future()
    terminals = _Terminals()
    outlives_terminal = signal.getsignal(signal.SIGHUP) is signal.SIG_IGN  # started with nohup

    def end(number: int) -> None:
        if not ended.done():
            _end_process_later(128 + number)
            ended.set_result(128 + number)

    def hang_up() -> None:
        terminals.look()
        if terminals.are_closing and not outlives_terminal:
            end(signal.SIGHUP)
        else:
            host.reload_keys()

    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, end, number)
    loop.add_signal_handler(signal.SIGHUP, hang_up)
    loop.set_default_executor(ThreadPoolExecutor(_THREADS))
    loop.set_exception_handler(lambda _, context: _note_fault(host, context))
    async with status_served(host.playing):
        opening = loop.create_task(_open(host, serving, announce))
        either: set[asyncio.Future[Any]] = {opening, ended}
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        if not opening.done():
            opening.cancel()
            await asyncio.wait({opening})
        acceptor = None if opening.cancelled() else opening.result()
        while not ended.done():
            terminals.look()
            await asyncio.wait({ended}, timeout=_HANGUP_SECONDS / 2)
        code = ended.result()
        if acceptor is not None:
            acceptor.close()
        await host.stop()
    return code


async def _open(
    host: Host, serving: Serving, announce: Callable[[str], None]
) -> asyncssh.SSHAcceptor:
    """Start what the host needs, then listen. Raises BadOption and HostFailed."""
    await host.searches.start()
    await rehearse()
    host.collector.start()
    acceptor, fingerprint = await listening(serving, host)
    port = acceptor.get_addresses()[0][1]  # with --port 0, each address has its own
    host.note("serving", host=serving.address, port=port, key=fingerprint)
    announce(f"ssh -p {port} {_name_of(serving.address)}\n{host.keys.admitted_words}")
    return acceptor


class _Terminals:
    """Standard input and standard error, if they are terminals, and when one was last lost."""

    def __init__(self) -> None:
        self._there = self._now()
        self._lost = -inf

    def _now(self) -> set[int]:
        return {fd for fd in (0, 2) if os.isatty(fd)}

    def look(self) -> None:
        """Note whether one was lost since the last look; call it now and then, and at a SIGHUP."""
        there = self._there & self._now()
        if there != self._there:
            self._there, self._lost = there, time.monotonic()

    @property
    def are_closing(self) -> bool:
        """Whether one was lost a moment ago, which is then the reason for a SIGHUP.

        Later ones aren't sent by the system: a host may go on without its terminal, as after
        `disown`.
        """
        return time.monotonic() - self._lost < _HANGUP_SECONDS


def _end_process_later(code: int) -> None:
    """Have the process end in time even if a thread that it would wait for never ends."""
    ending = threading.Timer(TO_END, os._exit, (code,))
    ending.daemon = True
    ending.start()


def _name_of(address: str) -> str:
    """Return what players call the address that is listened on."""
    return socket.gethostname() if address in ("0.0.0.0", "::") else address


def _note_fault(host: Host, context: dict[str, object]) -> None:
    """Log an error in a task of nobody's session; the others go on."""
    if isinstance(error := context.get("exception"), BaseException):
        host.note_error(error, [locations.served_log()], about=f"{context.get('message')}: ")
