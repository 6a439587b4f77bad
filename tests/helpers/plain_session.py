"""Plain mode as a real process on pipes: lines go in, and lines come out."""

import os
import resource
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Self

from played import folders, settings
from pty_terminal import DEADLINE
from shown import last_match

from ai.agent import never
from ai.levels import agent_and_budget
from boxtui.play.match import Match

DUMB = {"TERM": "dumb", "LC_ALL": "C", "PATH": os.environ["PATH"]}


class PlainSession:
    """One command with `--plain`; used in a `with` block, it leaves nothing running.

    The test fails unless all output is printable ASCII and line ends.
    """

    def __init__(self, home: Path, *words: str) -> None:
        if not (home / "config").exists():
            settings(home)
        self._home = home
        self._rest = b""
        self.lines: list[str] = []
        # When a test limits file sizes, bytecode must not be what is cut off.
        env = {**DUMB, **folders(home), "PYTHONDONTWRITEBYTECODE": "1"}
        if "PYTHONPATH" in os.environ:
            env["PYTHONPATH"] = os.environ["PYTHONPATH"]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "boxtui", *words, "--plain"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=env,
            preexec_fn=_heed_interrupts,
        )
        assert self.process.stdout
        self._out = self.process.stdout.fileno()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()

    def type(self, *lines: str) -> None:
        """Type lines, each followed by Enter."""
        assert self.process.stdin
        self.process.stdin.write("".join(f"{line}\n" for line in lines).encode())
        self.process.stdin.flush()

    def until(self, *ends: str) -> list[str]:
        """Return the next lines up to the first one with such an end."""
        begun, deadline = len(self.lines), time.monotonic() + DEADLINE
        while True:
            while b"\n" in self._rest:
                line, _, self._rest = self._rest.partition(b"\n")
                self._take(line)
                if self.lines[-1].endswith(ends):
                    return self.lines[begun:]
            ready = select.select([self._out], [], [], max(deadline - time.monotonic(), 0))[0]
            chunk = os.read(self._out, 65536) if ready else b""
            assert chunk, f"no line ends with {ends}: {self.lines[-20:]}"
            self._rest += chunk

    def _take(self, line: bytes) -> None:
        assert all(32 <= byte < 127 for byte in line), line
        self.lines.append(line.decode())

    def answer(self, line: str, *ends: str) -> str:
        """Type a line; return the output up to the next line with such an end, as one text."""
        self.type(line)
        return " ".join(self.until(*ends))

    def end(self, *lines: str) -> int:
        """Type the last lines, close the input, read the remaining output; return the exit code."""
        self.type(*lines)
        out, err = self.process.communicate(timeout=DEADLINE)
        for line in (self._rest + out).splitlines():
            self._take(line)
        assert err == b""
        return self.process.returncode

    def allow(self, size: int = resource.RLIM_INFINITY) -> None:
        """Let it write no file larger than that."""
        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    def on_disk(self) -> Match:
        """Return the match in the newest save."""
        return last_match(self._home)


def _heed_interrupts() -> None:
    """React to Ctrl+C, which a shell makes background jobs ignore."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def begun(session: PlainSession, *answers: str) -> list[str]:
    """Answer the setup; return the output up to the first prompt of the game."""
    session.type(*answers)
    return session.until("your move:")


def chosen_by_level1(match: Match) -> str:
    """Return the move that level 1 chooses, in its notation."""
    agent, budget = agent_and_budget(match.game.key, "level1")
    choice = agent.choose(match.state, budget, Random(match.agent_seed()), never)
    return match.state.move_text(choice.move)
