"""Python on a terminal, forked from a process that has imported boxtui already.

Imports are three quarters of the processor time of a start. The tests start the app hundreds of
times, so each test process keeps one such process, the nursery: it forks a keeper for each start,
and the keeper forks the app and waits for it.
"""

import atexit
import contextlib
import json
import os
import runpy
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from functools import cache
from random import Random, SystemRandom
from typing import Final

LONGEST_REQUEST: Final = 16_384


class Forked:
    """A running Python with these words after its name: `-m boxtui` or a script, and arguments.

    It has what `PtyTerminal` uses of `subprocess.Popen`.
    """

    def __init__(self, words: Sequence[str], env: Mapping[str, str], terminal: int) -> None:
        self.returncode: int | None = None
        self._told, telling = os.pipe()
        request = json.dumps([list(words), dict(env)]).encode()
        socket.send_fds(_nursery(), [request], [terminal, telling])
        os.close(telling)
        self.pid = int(self._line())

    def _line(self) -> str:
        """Return the next line from the keeper."""
        line = b""
        while not line.endswith(b"\n"):
            got = os.read(self._told, 1)
            assert got, "it couldn't be forked"
            line += got
        return line.decode()

    def poll(self) -> int | None:
        """Return the exit code if it has ended; negative for the signal that killed it."""
        if self.returncode is None and select.select([self._told], [], [], 0)[0]:
            self.returncode = os.waitstatus_to_exitcode(int(self._line()))
            os.close(self._told)
        return self.returncode

    def wait(self, timeout: float) -> int:
        """Return the exit code once it has ended."""
        end = time.monotonic() + timeout
        while (code := self.poll()) is None:
            assert time.monotonic() < end, "it doesn't end"
            select.select([self._told], [], [], 0.1)
        return code

    def send_signal(self, number: signal.Signals) -> None:
        """Send it a signal unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)


@cache
def _nursery() -> socket.socket:
    """Start the nursery, once, and return the socket that takes requests."""
    requests, taken = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    command = [sys.executable, __file__, str(taken.fileno())]
    # What Python reads when it starts; each request brings the rest.
    env = {"LANG": "C.UTF-8", "PATH": os.environ["PATH"]}
    env |= {name: value for name, value in os.environ.items() if name == "PYTHONPATH"}
    process = subprocess.Popen(
        command,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        pass_fds=[taken.fileno()],
        start_new_session=True,
    )
    taken.close()

    def end() -> None:
        requests.close()
        process.wait()

    atexit.register(end)
    return requests


def _serve(requests: socket.socket) -> list[str]:
    """Return the words of an app, in the process forked for it; ends with the test process."""
    from boxtui.system import terminal

    terminal.tame_textual()
    import boxtui.commands.main
    import boxtui.commands.parser
    import boxtui.tui.app
    import boxtui.tui.guard  # noqa: F401

    # Every app that is forked draws the same seeds for games that are begun without one.
    SystemRandom.randrange = Random(13).randrange  # type: ignore[assignment, method-assign]
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # keepers leave no zombies
    while True:
        request, fds, _, _ = socket.recv_fds(requests, LONGEST_REQUEST, 2)
        if not request:
            os._exit(0)
        if os.fork() == 0:
            requests.close()
            words, env = json.loads(request)
            _keep(*fds)
            os.environ.clear()
            os.environ.update(env)
            return [str(word) for word in words]
        for fd in fds:
            os.close(fd)


def _keep(slave: int, telling: int) -> None:
    """Fork the app, on that terminal, and return in its process; wait for it in the keeper."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    if pid := os.fork():
        os.close(slave)
        with contextlib.suppress(BrokenPipeError):  # the test process may be gone
            os.write(telling, b"%d\n" % pid)
            os.write(telling, b"%d\n" % os.waitpid(pid, 0)[1])
        os._exit(0)
    os.close(telling)
    os.login_tty(slave)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.stdin = sys.__stdin__ = open(0, closefd=False)  # type: ignore[misc]  # noqa: SIM115
    sys.stdout = sys.__stdout__ = open(1, "w", closefd=False)  # type: ignore[misc]  # noqa: SIM115
    sys.stderr = sys.__stderr__ = open(2, "w", closefd=False)  # type: ignore[misc]  # noqa: SIM115


if __name__ == "__main__":
    sys.path[0] = os.getcwd()  # noqa: PTH109, as with `python -m`
    words = _serve(socket.socket(fileno=int(sys.argv[1])))
    if words[0] == "-m":
        sys.argv = words[1:]
        runpy.run_module(words[1], run_name="__main__", alter_sys=True)
    else:
        sys.argv = words
        runpy.run_path(words[0], run_name="__main__")
