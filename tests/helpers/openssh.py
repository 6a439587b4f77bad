"""OpenSSH's own clients, with keys made here, at a host that a test runs."""

import subprocess
from collections.abc import Mapping
from pathlib import Path

import asyncssh
from played import ran, settings
from pty_terminal import PLAIN, PtyTerminal
from served import KNOWN, Served, new_key


def client_options(key: Path, port: int, **more: str) -> list[str]:
    """Return the options of a client that connects to a port with this key and nothing else."""
    chosen = {
        "BatchMode": "yes",
        "IdentitiesOnly": "yes",
        "IdentityFile": str(key),
        "Port": str(port),
        **more,
    }
    return ["-F", "none", *(f"-o{name}={value}" for name, value in chosen.items())]


class OpenSsh:
    """One player's clients, with the player's key in `folder`.

    In the words of a command, HOST stands for the user and the address, and FOLDER for the folder.
    """

    def __init__(self, host: Served, folder: Path) -> None:
        folder.mkdir(exist_ok=True)
        self._host = host
        self.folder = folder
        self.key: asyncssh.SSHKey = new_key()
        file = folder / "key"
        file.touch(mode=0o600)
        file.write_bytes(self.key.export_private_key())
        settings(host.folder(self.key), KNOWN)

    def command(self, program: str, *words: str) -> list[str]:
        """Return the command that runs `ssh`, `scp` or `sftp` with these words."""
        unknown = {"StrictHostKeyChecking": "no", "UserKnownHostsFile": "/dev/null"}
        options = client_options(self.folder / "key", self._host.port, **unknown)
        named = {"HOST": "any@127.0.0.1", "FOLDER": str(self.folder)}
        for name, meant in named.items():
            words = tuple(word.replace(name, meant) for word in words)
        return [program, *options, *words]

    def run(
        self, program: str, *words: str, typed: str = "", env: Mapping[str, str] = PLAIN
    ) -> subprocess.CompletedProcess[str]:
        """Run a client without a terminal to its end; `typed` is all its input."""
        return ran(self.command(program, *words), env, typed)

    def terminal(self, *words: str, size: tuple[int, int] = (80, 24)) -> PtyTerminal:
        """Return a login on a terminal."""
        return PtyTerminal(self.command("ssh", "-tt", *words, "HOST"), size=size)
