"""The server of `boxtui serve`: connections, limits and signals."""

import asyncio
import errno
import os
import resource
import signal
import socket
import threading
import time
from asyncio import selector_events
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Any, Final

import asyncssh
from asyncssh.kex import get_kex_algs

from boxtui.core import BadOption, GameError
from boxtui.serve.app import rehearse
from boxtui.serve.collector import Collector
from boxtui.serve.limits import Counts, Limits
from boxtui.serve.load import Load, TimedSelector
from boxtui.serve.log import EventLog
from boxtui.serve.players import Keys, Player, player_of
from boxtui.serve.searches import SearchPool
from boxtui.serve.session import PlayerSession
from boxtui.serve.status import HostFailed, status_told
from boxtui.serve.turns import Turns
from boxtui.system import errorlog, locations, terminal, textfile
from boxtui.wording import counted

GOING_DOWN: Final = "The host is being stopped. What was played is saved: continue it later."

KEY_REMOVED: Final = "This host no longer admits your key. What was played is saved."

MOST_FILES: Final = 65_536
"""The most files and connections that the process may have open, if the system allows it."""

_HANGUP_SECONDS: Final = 2.0
"""How long after a terminal is lost a SIGHUP is taken to come from that."""

_TO_LEAVE: Final = 3.0
"""Seconds that sessions get to end when the host is stopped."""

_TO_BE_CUT: Final = 0.5
"""Seconds that the others get once they are cut off."""

_TO_CLOSE: Final = 5.0
"""Seconds that a connection gets to close once its session has ended."""

_CROWDED: Final = "The host has too many connections."

_THREADS: Final = 32
"""The most threads, which mostly wait for disks: none of them may hold up others' moves."""

_TO_WRITE: Final = 0.5
"""Seconds that the last lines of the log get to be written."""

_TO_END: Final = 4.8
"""Seconds from a signal to the end of the process, whatever still hangs, such as a disk."""

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


@dataclass(frozen=True)
class Serving:
    """How to serve.

    Attributes:
        host: the address to listen on.
        port: 0 for any that is free.
        keys: the file of the keys that are admitted; None admits every key.
        searchers: the number of search processes.
    """

    host: str
    port: int
    keys: Path | None
    searchers: int
    limits: Limits

    @property
    def admits(self) -> str:
        """Who may log in, as a sentence."""
        if self.keys is None:
            return "Every key is admitted, each as a separate player."
        return f"The keys in {self.keys} are admitted."


class Host:
    """All players, their connections and searches, and the log.

    Attributes:
        load: how busy the loop is.
        waiting: the connections that haven't become a session.
    """

    def __init__(self, serving: Serving, load: Load) -> None:
        self.load = load
        self.turns = Turns()
        self.keys = Keys(serving.keys)
        self.counts = Counts(serving.limits)
        self.searches = SearchPool(serving.searchers)
        self.collector = Collector(lambda: not self._sessions)
        self.limits = serving.limits
        self.waiting: set[_Connection] = set()
        self._log = EventLog()
        self._sessions: dict[PlayerSession, float] = {}
        self._reloading: asyncio.Task[None] | None = None
        self._is_stopping = False

    def begin(self, session: PlayerSession) -> str:
        """Count a session; return why it is refused, or ""."""
        refusal = self._refusal(session.player.fingerprint)
        event = {"refused": refusal} if refusal else {}
        self.note("login", player=session.player, address=session.address, **event)
        if not refusal:
            self._sessions[session] = time.time()
        return refusal

    def _refusal(self, fingerprint: str) -> str:
        """Return why a session of that key is refused, or "" once it is counted."""
        if self._is_stopping:
            return GOING_DOWN
        if not self.keys.admit(fingerprint):  # removed since the player logged in
            return KEY_REMOVED
        return self.counts.begin(fingerprint)

    def end(self, session: PlayerSession) -> None:
        """Count a session as ended."""
        self.counts.end(session.player.fingerprint)
        since = self._sessions[session]
        self.note("logout", player=session.player, seconds=round(time.time() - since))
        del self._sessions[session]
        self.collector.left()

    def note(self, event: str, *, player: Player | None = None, **more: object) -> None:
        """Log an event."""
        self._log.note(event, **(self._who(player) if player else {}), **more)

    def _who(self, player: Player) -> dict[str, str]:
        """Return the fingerprint of a player's key, and its comment and the player's name if known.

        Called from any thread.
        """
        names = [each.name for each in list(self._sessions) if each.player is player]
        known = {"name": "".join(names), "comment": self.keys.comment(player.fingerprint)}
        return {"player": player.fingerprint} | {key: text for key, text in known.items() if text}

    def reload_keys(self) -> None:
        """Have the file of keys read again, in a thread."""
        self._reloading = asyncio.get_running_loop().create_task(self._reload_keys())

    async def _reload_keys(self) -> None:
        """Read the file of keys again, and end the sessions of those that it no longer has.

        If the file is faulty, the keys stay as they were.
        """
        if not self.keys.are_listed:
            self.note("keys not read", why="With --anyone every key is admitted; there is no file.")
            return
        try:
            await asyncio.to_thread(self.keys.reload)
        except GameError as refusal:
            self.note("keys not read", why=str(refusal))
            return
        self.note("keys read", keys=len(self.keys))
        removed = [each for each in self._sessions if not self.keys.admit(each.player.fingerprint)]
        for session in removed:
            self.note("key removed", player=session.player, address=session.address)
            session.leave(KEY_REMOVED)
        await self._end(removed, _TO_LEAVE)

    def playing(self) -> list[dict[str, object]]:
        """Return who is playing what, as data."""
        return [
            {
                **self._who(session.player),
                "address": session.address,
                "minutes": int((time.time() - since) / 60),
                "game": session.playing,
            }
            for session, since in self._sessions.items()
        ]

    async def stop(self) -> None:
        """End all sessions and connections; every move is saved already."""
        self._is_stopping = True
        for connection in list(self.waiting):
            connection.refuse(GOING_DOWN)
        for session in list(self._sessions):
            session.leave(GOING_DOWN)
        await self._end(list(self._sessions), _TO_LEAVE)
        await self._ended(self._sessions, _TO_BE_CUT)
        self.searches.close()
        self.note("stopped")
        self._log.close(_TO_WRITE)

    async def _end(self, sessions: Collection[PlayerSession], seconds: float) -> None:
        """Wait until sessions that are told to leave have ended; cut off the others."""
        await self._ended(sessions, seconds)
        for session in sessions:
            if session in self._sessions:
                session.cut_off()

    async def _ended(self, sessions: Collection[PlayerSession], seconds: float) -> None:
        """Wait until these sessions have ended, at most `seconds`."""
        end = time.monotonic() + seconds
        while any(each in self._sessions for each in sessions) and time.monotonic() < end:
            await asyncio.sleep(0.02)


class _Connection(asyncssh.SSHServer):
    """One connection: only public keys, only one session, and nothing else of SSH."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._address = ""
        self._refusal = ""
        self._player: Player | None = None
        self._login = ""
        self._connection: asyncssh.SSHServerConnection | None = None
        self._session: PlayerSession | None = None
        self._too_late: asyncio.TimerHandle | None = None

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
        self._too_late = loop.call_later(seconds, self.refuse, late)
        if self._host.counts.are_flooded(self._address):
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
        if self._too_late is not None:
            self._too_late.cancel()

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
            self._too_late = loop.call_later(_TO_CLOSE, self._connection.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        self._host.counts.disconnect(self._address)
        self._host.waiting.discard(self)
        if isinstance(exc, asyncssh.Error):
            self._host.note("connection failed", address=self._address, why=str(exc))
        if self._too_late is not None:
            self._too_late.cancel()
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
        if not self._host.keys.admit(key.get_fingerprint("sha256")):
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

    Raises HostFailed if the file isn't such a key, or if others can read it.
    """
    file = locations.host_key()
    with suppress(FileExistsError):
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        opened = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(opened, "wb") as out:
            out.write(asyncssh.generate_private_key("ssh-ed25519").export_private_key())
    if file.stat().st_mode & 0o077:
        raise HostFailed(f"{file} is open to others: only its owner may read it (chmod 600).")
    try:
        return asyncssh.import_private_key(textfile.content(file))
    except OSError as fault:
        raise HostFailed(f"{file} can't be read: {fault.strerror}.") from fault
    except asyncssh.KeyImportError as fault:
        raise HostFailed(
            f"{file} isn't a private key. Remove it, and a new one is made."
        ) from fault


def serve(serving: Serving, announce: Callable[[str], None]) -> int:
    """Serve until a signal ends it; return the exit code. Raises BadOption and HostFailed.

    `announce` is called with the command that connects, once it works.
    """
    terminal.tame_textual()
    os.environ.pop("NO_COLOR", None)
    _allow_many_files()
    host = Host(serving, Load())
    selector = TimedSelector(host.load, host.collector.collect_new)
    with asyncio.Runner(loop_factory=lambda: _Loop(selector)) as runner:
        return runner.run(_serve(host, serving, announce))


def _allow_many_files() -> None:
    """Let the process open as many files as it may: each connection is one."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


class _Transport(selector_events._SelectorSocketTransport):  # type: ignore[misc, name-defined]
    """A connection that is freed once it is lost, without a full collection.

    Attributes:
        max_size: the most bytes that are read, and so handled, in one call.
    """

    max_size = 8192

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
        if terminals.are_closing() and not outlives_terminal:
            end(signal.SIGHUP)
        else:
            host.reload_keys()

    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, end, number)
    loop.add_signal_handler(signal.SIGHUP, hang_up)
    loop.set_default_executor(ThreadPoolExecutor(_THREADS))
    loop.set_exception_handler(lambda _, context: _note_fault(host, context))
    async with status_told(host.playing):
        host.searches.start()
        await rehearse()
        host.collector.start()
        acceptor = await _listening(serving, host)
        port = acceptor.get_addresses()[0][1]  # with --port 0, each address has its own
        fingerprint = host_key().get_fingerprint()
        host.note("serving", host=serving.host, port=port, key=fingerprint)
        announce(f"ssh -p {port} {_name_of(serving.host)}\n{serving.admits}")
        while not ended.done():
            terminals.are_closing()
            await asyncio.wait({ended}, timeout=_HANGUP_SECONDS / 2)
        code = ended.result()
        acceptor.close()
        await host.stop()
    return code


class _Terminals:
    """Standard input and standard error, if they are terminals, and when one was last lost."""

    def __init__(self) -> None:
        self._there = self._now()
        self._lost = -inf

    def _now(self) -> set[int]:
        return {fd for fd in (0, 2) if os.isatty(fd)}

    def are_closing(self) -> bool:
        """Whether one was lost a moment ago, which is then the reason for a SIGHUP.

        Later ones aren't sent by the system: a host may go on without its terminal, as after
        `disown`. So this must be called now and then.
        """
        there = self._there & self._now()
        if there != self._there:
            self._there, self._lost = there, time.monotonic()
        return time.monotonic() - self._lost < _HANGUP_SECONDS


def _end_process_later(code: int) -> None:
    """Have the process end in time even if a thread that it would wait for never ends."""
    ending = threading.Timer(_TO_END, os._exit, (code,))
    ending.daemon = True
    ending.start()


def _name_of(host: str) -> str:
    """Return what players call the address that is listened on."""
    return socket.gethostname() if host in ("", "0.0.0.0", "::") else host


async def _listening(serving: Serving, host: Host) -> asyncssh.SSHAcceptor:
    try:
        return await asyncssh.create_server(
            lambda: _Connection(host),
            serving.host,
            serving.port,
            server_host_keys=[host_key()],
            login_timeout=0,  # `_Connection` says why it ends one
            encoding=None,
            window=1 << 16,  # what waits while a session isn't read from
            line_editor=False,
            agent_forwarding=False,
            allow_scp=False,
            x11_forwarding=False,
            **_ALGORITHMS,
        )
    except UnicodeError as fault:
        raise BadOption(
            f"Nothing can have the address {serving.host}: choose another with --host."
        ) from fault
    except OSError as fault:
        raise HostFailed(
            f"Listening on port {serving.port} of {serving.host} failed ({_reason(fault)}): "
            "choose another with --host or --port."
        ) from fault


def _reason(fault: OSError) -> str:
    """Return the system's reason for which an address can't be listened on.

    asyncio puts it into a longer text, or leaves it out if no address is this machine's.
    """
    if isinstance(fault, socket.gaierror):
        return fault.strerror or str(fault)
    return os.strerror(fault.errno or errno.EADDRNOTAVAIL)


def _note_fault(host: Host, context: dict[str, object]) -> None:
    """Log an error in a task of nobody's session; the others go on."""
    if isinstance(error := context.get("exception"), BaseException):
        errorlog.append(locations.log(), "", error)
        host.note("error", error=type(error).__name__, message=str(context.get("message")))
