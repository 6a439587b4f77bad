"""A real sshd on loopback that accepts keys made here, set up by the recipe in examples/."""

import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final, Self

from openssh import client_options
from played import ran
from pty_terminal import DEADLINE, PLAIN, PtyTerminal, family

EXAMPLES: Final = Path(__file__).parents[2] / "examples"
USER: Final = pwd.getpwuid(os.getuid()).pw_name
ADDRESS: Final = "127.0.0.1"

LAX: Final = """\
ListenAddress {address}
Port {port}
HostKey {folder}/host_key
PidFile none
LogLevel DEBUG1
StrictModes no
# What a host may allow everybody else, so that the recipe has to forbid it.
AcceptEnv *
AllowAgentForwarding yes
AllowStreamLocalForwarding yes
AllowTcpForwarding yes
GatewayPorts yes
MaxSessions 10
PasswordAuthentication yes
PermitRootLogin yes
PermitTunnel yes
Subsystem sftp internal-sftp
X11Forwarding yes
# The tester's own shell reads no file of the tester's.
SetEnv HOME=/nonexistent
Match User {user}
    # A lost client is dropped within four seconds; what is said first counts.
    ClientAliveInterval 1
    ClientAliveCountMax 3
Match all
Include {folder}/recipe
"""


class SshHost:
    """An sshd with boxtui as the only login; used in a `with` block, it leaves nothing running.

    It runs as the user who runs the tests, and that user logs in. Each key that `key` makes may log
    in; `players` holds their folders.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.players = folder / "players"
        self.log = folder / "sshd.log"
        self._daemon: subprocess.Popen[bytes] | None = None
        self.port = 0

    def __enter__(self) -> Self:
        self.players.mkdir()
        (self.folder / "keys").touch()
        _make_key(self.folder / "host_key")
        self._install_recipe()
        self._start()
        return self

    def __exit__(self, *_: object) -> None:
        assert self._daemon is not None
        self._daemon.terminate()
        self._daemon.wait(DEADLINE)
        for pid in self.apps():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def _install_recipe(self) -> None:
        script = install_login(self.folder, self.players)
        recipe = _changed(
            (EXAMPLES / "sshd_config").read_text(),
            {
                "User boxtui\n": f"User {USER}\n",
                "/usr/local/bin/boxtui-login": str(script),
                "/etc/ssh/boxtui_keys": str(self.folder / "keys"),
            },
        )
        (self.folder / "recipe").write_text(recipe)

    def _start(self) -> None:
        if os.getuid() == 0:  # a root sshd keeps clients that haven't logged in yet there
            Path("/run/sshd").mkdir(mode=0o755, exist_ok=True)
        config = self.folder / "sshd_config"
        with socket.create_server((ADDRESS, 0)) as free:
            self.port = free.getsockname()[1]
        named = {"address": ADDRESS, "port": self.port, "folder": self.folder, "user": USER}
        config.write_text(LAX.format_map(named))
        self._daemon = subprocess.Popen([sshd(), "-D", "-f", config, "-E", self.log])
        self.wait(lambda: "Server listening" in self.said(), self._daemon)
        public = (self.folder / "host_key.pub").read_text()
        (self.folder / "known_hosts").write_text(f"[{ADDRESS}]:{self.port} {public}")

    @property
    def pid(self) -> int:
        """The daemon's process."""
        assert self._daemon is not None
        return self._daemon.pid

    def key(self, name: str, *, listed: bool = True) -> Path:
        """Return the key of that name, made on first use; only `listed` keys may log in."""
        file = self.folder / name
        if not file.exists():
            _make_key(file)
            if listed:
                with (self.folder / "keys").open("a") as keys:
                    keys.write(file.with_suffix(".pub").read_text())
        return file

    def player(self, key: str) -> Path:
        """Return the folder of a key's saves, named by its fingerprint (`ssh-keygen -l`)."""
        told = subprocess.run(
            ["ssh-keygen", "-lf", self.key(key)], capture_output=True, text=True, check=True
        )
        return self.players / told.stdout.split()[1].removeprefix("SHA256:").replace("/", "_")

    def options(self, key: str = "ann") -> list[str]:
        """Return the client options to connect here with this key and nothing else."""
        return client_options(
            self.key(key),
            self.port,
            ConnectTimeout="10",
            GlobalKnownHostsFile="/dev/null",
            KexAlgorithms="curve25519-sha256",  # a fast one
            StrictHostKeyChecking="yes",
            User=USER,
            UserKnownHostsFile=str(self.folder / "known_hosts"),
        )

    def run(
        self, *words: str, program: str = "ssh", key: str = "ann", typed: str = "", **env: str
    ) -> subprocess.CompletedProcess[str]:
        """Run one client command without a terminal to its end; `typed` is all its input."""
        return ran([program, *self.options(key), *words], PLAIN | env, typed)

    def start(self, *words: str, **env: str) -> subprocess.Popen[str]:
        """Start a client without a terminal and leave it running."""
        return subprocess.Popen(
            ["ssh", *self.options(), *words],
            env=PLAIN | env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def login(self, *words: str, key: str = "ann", env: Mapping[str, str] = PLAIN) -> PtyTerminal:
        """Log in on a terminal; client options and a command may be given."""
        client = ["ssh", *self.options(key), "-tt", "-oSendEnv=LANG"]
        beyond = partial(family, self.pid)
        return PtyTerminal([*client, *(words or [ADDRESS])], env=env, beyond=beyond)

    def said(self) -> str:
        """Return sshd's log so far."""
        return self.log.read_text() if self.log.exists() else ""

    def wait(self, holds: Callable[[], bool], running: subprocess.Popen[Any]) -> None:
        """Wait until this holds; fail if the process ends first or time runs out."""
        end = time.monotonic() + DEADLINE
        while not holds():
            if running.poll() is not None or time.monotonic() > end:
                raise AssertionError(f"{running.args!r} came to nothing; sshd said:\n{self.said()}")
            time.sleep(0.01)

    def settings(self) -> list[str]:
        """Return sshd's effective settings for a login, each name in lower case."""
        who = f"user={USER},host={ADDRESS},addr={ADDRESS}"
        command = [sshd(), "-T", "-f", str(self.folder / "sshd_config"), "-C", who]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        # Before OpenSSH 10 the names are in lower case; since then they are as in the manual.
        named = (line.partition(" ") for line in done.stdout.splitlines())
        return [f"{name.lower()} {value}" for name, _, value in named]

    def apps(self) -> list[int]:
        """Return the boxtui processes that logins here started and that still run."""
        words = f"{self.folder}/boxtui/bin/python\0-I\0-m\0boxtui\0".encode()
        commands = list(Path("/proc").glob("[0-9]*/cmdline"))
        return [int(file.parent.name) for file in commands if _read(file).startswith(words)]


def install_login(folder: Path, players: Path) -> Path:
    """Install `examples/boxtui-login` there, with the boxtui under test; return its path.

    It keeps the players' folders in `players`.
    """
    place = folder / "boxtui"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", place], check=True)
    (packages,) = place.glob("lib/python*/site-packages")
    seen = [path or os.getcwd() for path in sys.path]  # noqa: PTH109
    (packages / "seen.pth").write_text("\n".join(seen) + "\n")
    script = folder / "boxtui-login"
    script.write_text(
        _changed(
            (EXAMPLES / "boxtui-login").read_text(),
            {"/opt/boxtui/": f"{folder}/boxtui/", "/var/lib/boxtui": str(players)},
        )
    )
    script.chmod(0o755)
    return script


def sshd() -> str:
    """Return the path of sshd, which is often not on PATH."""
    found = shutil.which("sshd", path=f"{os.environ['PATH']}:/usr/sbin:/usr/local/sbin")
    assert found, "These tests need an SSH server: install openssh-server."
    return found


def environment_of(pid: int) -> dict[str, str]:
    """Return the environment that a process was started with."""
    entries = _read(Path("/proc", str(pid), "environ")).decode().split("\0")
    return dict(entry.split("=", 1) for entry in entries if entry)


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return b""


def _changed(text: str, changes: Mapping[str, str]) -> str:
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    return text


def _make_key(file: Path) -> None:
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", file], check=True)
