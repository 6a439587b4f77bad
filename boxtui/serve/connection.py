"""The SSH connections of `boxtui serve`: whom they let in, and when they end."""

import asyncio
import errno
import os
import socket
import time
from contextlib import suppress
from typing import Final

import asyncssh
from asyncssh.kex import get_kex_algs

from boxtui.core import BadOption
from boxtui.serve.host import Host, Serving
from boxtui.serve.players import Player, player_of
from boxtui.serve.session import PlayerSession
from boxtui.serve.status import HostFailed
from boxtui.system import locations, textfile
from boxtui.wording import counted
from saves.files import make_private

_CROWDED: Final = "The host has too many connections."

_TO_CLOSE: Final = 5.0
"""Seconds that a connection gets to close once its session has ended."""

_ALGORITHMS: Final = {
    "kex_algs": [
        name
        for name in (
            "mlkem768x25519-sha256",  # if the system's OpenSSL has it
            "curve25519-sha256",
            "curve25519-sha256@libssh.org",
        )
        if name.encode() in get_kex_algs()
    ],
    "encryption_algs": (
        "chacha20-poly1305@openssh.com,aes256-gcm@openssh.com,aes128-gcm@openssh.com"
    ),
    "mac_algs": "hmac-sha2-256-etm@openssh.com,hmac-sha2-512-etm@openssh.com",
    "compression_algs": None,
}
"""What ssh-audit calls strong, and OpenSSH 6.5 and newer know."""


class Connection(asyncssh.SSHServer):
    """One connection: only public keys, only one session, and nothing else of SSH."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._address = ""
        self._refusal = ""
        self._player: Player | None = None
        self._login = ""
        self._connection: asyncssh.SSHServerConnection | None = None
        self._session: PlayerSession | None = None
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self._connection = conn
        # asyncssh ignores what its transport says.
        vars(conn).update(pause_writing=self._pause, resume_writing=self._resume)
        _notice_if_gone(conn.get_extra_info("socket"))
        self._address = str((conn.get_extra_info("peername") or ("?",))[0])
        self._refusal = self._host.counts.connect(self._address, time.monotonic())
        self._host.waiting.add(self)
        loop, seconds = asyncio.get_running_loop(), self._host.limits.seconds
        late = f"You have not logged in within {counted(seconds, 'second')}."
        self._deadline = loop.call_later(seconds, self.refuse, late)
        if self._host.counts.is_flooded_by(self._address):
            self._cut_off(self._refusal or _CROWDED)

    @property
    def _raw_transport(self) -> asyncio.Transport | None:
        """What carries the connection; None before it is made and once it is lost."""
        return self._connection._transport if self._connection is not None else None

    def _cut_off(self, why: str) -> None:
        """End the connection before keys are exchanged.

        OpenSSH shows what a server says before its version (RFC 4253, 4.2) with `ssh -v`.
        """
        self._host.note("cut off", address=self._address, why=why)
        if self._connection is not None and self._raw_transport is not None:
            self._raw_transport.write(f"{why}\r\n".encode())
            asyncio.get_running_loop().call_soon(self._connection.abort)

    def refuse(self, why: str) -> None:
        """End the connection, and tell the client why."""
        self._host.note("refused", address=self._address, why=why)
        if self._connection is not None:
            self._connection.disconnect(asyncssh.DISC_BY_APPLICATION, why)

    def _session_begins(self) -> None:
        self._host.waiting.discard(self)
        if self._deadline is not None:
            self._deadline.cancel()

    def _pause(self) -> None:
        """Neither draw nor read while the client takes nothing, however large a window it gave."""
        if self._raw_transport is not None:
            self._raw_transport.pause_reading()
        if self._session is not None:
            self._session.pause_writing()

    def _resume(self) -> None:
        """Draw and read on."""
        if self._raw_transport is not None:
            self._raw_transport.resume_reading()
        if self._session is not None:
            self._session.resume_writing()

    def _end_soon(self) -> None:
        """End the connection, even if the client doesn't close its side."""
        if self._connection is not None:
            loop = asyncio.get_running_loop()
            self._deadline = loop.call_later(_TO_CLOSE, self._connection.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        self._host.counts.disconnect(self._address)
        self._host.waiting.discard(self)
        if isinstance(exc, asyncssh.Error):
            player = self._player if self._session is None else self._session.player
            self._host.note("connection failed", player=player, address=self._address, why=str(exc))
        if self._deadline is not None:
            self._deadline.cancel()
        if self._connection is not None:
            # It refers to itself, and only a full collection would find it.
            self._connection._recv_handler = bool
            for name in ("pause_writing", "resume_writing"):
                vars(self._connection).pop(name, None)
            self._connection = self._session = None

    def begin_auth(self, username: str) -> bool:
        if self._refusal and self._connection is not None:
            self._connection.send_auth_banner(f"{self._refusal}\r\n")
            self.refuse(self._refusal)
        return True

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        if self._refusal:
            return False
        if not self._host.keys.admits(key.get_fingerprint("sha256")):
            self._host.note("not admitted", address=self._address, key=key.get_fingerprint())
            return False
        self._player = player_of(key, locations.served_players())
        self._login = username
        return True

    def session_requested(self) -> PlayerSession | bool:
        player, self._player = self._player, None  # a second session would have none
        if player is None:
            return False
        self._session = PlayerSession(
            self._host, player, self._address, self._login, self._session_begins, self._end_soon
        )
        return self._session


def _notice_if_gone(connected: socket.socket) -> None:
    """Have the system ask whether the other end is still there, which wakes nobody here."""
    for option, value in (("TCP_KEEPIDLE", 30), ("TCP_KEEPINTVL", 10), ("TCP_KEEPCNT", 3)):
        if hasattr(socket, option):
            connected.setsockopt(socket.IPPROTO_TCP, getattr(socket, option), value)


def host_key() -> asyncssh.SSHKey:
    """Return the private key of this host, made on first use for its owner alone.

    Raises HostFailed if the file can't be made or read, isn't such a key, has a passphrase, or if
    others can read it.
    """
    file = locations.host_key()
    try:
        make_private(file.parent)
        with suppress(FileExistsError):
            opened = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(opened, "wb") as out:
                out.write(asyncssh.generate_private_key("ssh-ed25519").export_private_key())
        if file.stat().st_mode & 0o077:
            raise HostFailed(f"{file} is open to others: only its owner may read it (chmod 600).")
        return asyncssh.import_private_key(textfile.content(file))
    except OSError as fault:
        raise HostFailed(
            f"{fault.filename or file} can't be read or made: {fault.strerror}. Correct that, or "
            "let XDG_CONFIG_HOME name another folder."
        ) from fault
    except (ValueError, OverflowError) as fault:  # a damaged key raises more than KeyImportError
        if "passphrase" in str(fault).lower():  # asyncssh has no type of its own for that
            raise HostFailed(
                f"{file} has a passphrase: remove it with `ssh-keygen -p -f {file}`."
            ) from fault
        raise HostFailed(
            f"{file} isn't a private key, or is damaged. Remove it, and a new one is made; "
            "players' ssh then warns of a changed host."
        ) from fault


async def listening(serving: Serving, host: Host) -> tuple[asyncssh.SSHAcceptor, str]:
    """Listen for connections to `host`; return also the fingerprint of its key.

    Raises BadOption and HostFailed.
    """
    key = host_key()
    try:
        acceptor = await asyncssh.create_server(
            lambda: Connection(host),
            serving.address,
            serving.port,
            server_host_keys=[key],
            login_timeout=0,  # `Connection` says why it ends one
            encoding=None,
            window=1 << 16,  # what waits while a session isn't read from
            line_editor=False,
            agent_forwarding=False,
            allow_scp=False,
            x11_forwarding=False,
            **_ALGORITHMS,
        )
        return acceptor, key.get_fingerprint()
    except UnicodeError as fault:
        raise BadOption(
            f"Nothing can have the address {serving.address}: choose another with --host."
        ) from fault
    except OSError as fault:
        raise HostFailed(
            f"Listening on port {serving.port} of {serving.address} failed ({reason(fault)}): "
            "choose another with --host or --port."
        ) from fault


def reason(fault: OSError) -> str:
    """Return why the system can't listen on an address.

    asyncio puts it into a longer text, or leaves it out if none of the addresses belongs to this
    machine.
    """
    if isinstance(fault, socket.gaierror):
        return fault.strerror or str(fault)
    return os.strerror(fault.errno or errno.EADDRNOTAVAIL)
