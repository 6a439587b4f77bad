"""One player's session: the app or plain lines, on a terminal at the other end."""

import asyncio
import re
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import asyncssh

from boxtui.plain.channel import ChannelLines
from boxtui.plain.session import Session
from boxtui.play.own_saves import limit_saves
from boxtui.play.record import GameEvent, Record, watch_games
from boxtui.serve.app import ServedApp, colors_of
from boxtui.serve.modes import AppMode, LinesMode
from boxtui.serve.players import Player
from boxtui.serve.searches import PlayersSearcher
from boxtui.system import errorlog, locations, settings
from boxtui.system.settings import Settings
from boxtui.system.terminal import IDLE_WORDS, UNDRAWABLE, Look
from boxtui.tui.app import BoxTui
from boxtui.tui.channel import ChannelTerminal
from boxtui.tui.guard import cause_of
from saves.files import make_private
from saves.library import Room

if TYPE_CHECKING:
    from boxtui.serve.host import Host

_LONGEST_VALUE: Final = 64
_VALUE: Final = re.compile(rf"[A-Za-z0-9._@+-]{{1,{_LONGEST_VALUE}}}")
"""What TERM and LANG look like."""

DROPPED: Final = "You typed faster than this host can read, so some of it was dropped."

FILES_CLOSED: Final = "Your files can't be opened now. Tell the host."

_BURST: Final = 0.5
"""Seconds without input after which the player is told that some was dropped."""


class _Variables(dict[bytes, bytes]):
    """The variables that a client sets: LANG alone, because it may set as many as it likes."""

    def __setitem__(self, name: bytes, value: bytes) -> None:
        if name == b"LANG" and len(value) <= _LONGEST_VALUE:
            super().__setitem__(name, value)


class _Games:
    """The games of one session, which `note` logs.

    It doesn't refer to the session: the contexts of tasks and timers that know it last longer.
    """

    def __init__(self, note: Callable[..., None], player: Player) -> None:
        self._note = note
        self._player = player
        self._open: dict[Record, None] = {}

    def log_event(self, event: GameEvent, record: Record) -> None:
        """Log what happens to a game; called from any thread."""
        if event == "leaves":
            self._open.pop(record, None)
        else:
            self._open[record] = None
        self._note(event, player=self._player, game=record.match.game.key, save=record.name)

    @property
    def playing(self) -> str:
        """The key of the game that was opened last and is still open, or ""."""
        records = list(self._open)  # at once, because another thread may open or close one
        return records[-1].match.game.key if records else ""


class PlayerSession(asyncssh.SSHServerSession[bytes]):
    """A session of a player who has logged in from `address`, with `login` as the user's name.

    `started` is called once it begins: a client can open a session and never ask for a shell.
    `ended` is called when it has ended: a client can leave the connection open. `games` are those
    that the player has open.
    """

    def __init__(
        self,
        host: "Host",
        player: Player,
        address: str,
        login: str,
        started: Callable[[], None],
        ended: Callable[[], None],
    ) -> None:
        self.player = player
        self.address = address
        self._login = login
        self._host = host
        self._started = started
        self._ended = ended
        self._channel: asyncssh.SSHServerChannel[bytes] | None = None
        self._connection: asyncssh.connection.SSHConnection | None = None
        self._is_left = False
        self._has_input = True
        self._kind = ""
        self._is_terminal = False
        """Whether the other end is a terminal, which doesn't echo what is typed there."""
        self._size = (0, 0)
        self._mode: AppMode | LinesMode | None = None
        """What the player plays in; None before it is known and once it has ended."""
        self._full = 0
        """How many of channel and connection take nothing more to be sent."""
        self._early = b""
        """What was typed while there was no mode."""
        self._drop_timer: asyncio.TimerHandle | None = None
        self.games = _Games(host.note, player)
        self._running: asyncio.Task[None] | None = None
        self._idle: asyncio.TimerHandle | None = None
        self._farewell = ""
        self._unchosen: Settings | None = None
        """The settings of a new player, who hasn't chosen a name."""
        self._name = ""

    # Called by asyncssh

    def connection_made(self, chan: "asyncssh.SSHServerChannel[bytes]") -> None:
        self._channel = chan
        self._connection = chan.get_connection()
        vars(chan)["_env"] = _Variables()

    def pty_requested(
        self, term_type: str, term_size: tuple[int, int, int, int], term_modes: object
    ) -> bool:
        self._kind = term_type if _VALUE.fullmatch(term_type or "") else ""
        self._is_terminal = True
        self._size = term_size[:2]
        return True

    def shell_requested(self) -> bool:
        return True

    def session_started(self) -> None:
        self._started()
        self._running = asyncio.get_running_loop().create_task(self._run())

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:
        if self._idle is not None:
            self._wait_for_keys()
        if self._mode is not None:
            self._mode.taker.typed(data)
        else:
            self._early += data
            self._pause_reading(True)  # so no more comes until there is a mode

    def _begin(self, mode: AppMode | LinesMode) -> None:
        """Start the mode with what was typed before it, and go on reading input."""
        self._mode = mode
        mode.taker.typed(self._early)
        self._early = b""
        self._pause_reading(False)
        if self._full:
            mode.taker.pause()
        if not self._has_input:
            mode.end_input()

    def _dropped(self) -> None:
        """Log that input is dropped; the player is told once no more comes."""
        if self._drop_timer is None:
            self._host.note("input dropped", player=self.player)
        else:
            self._drop_timer.cancel()
        self._drop_timer = asyncio.get_running_loop().call_later(_BURST, self._tell_dropped)

    def _tell_dropped(self) -> None:
        self._drop_timer = None
        if self._mode is not None:
            self._mode.tell(DROPPED)

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        self._size = (width, height)
        if self._mode is not None:
            self._mode.taker.resize(width, height)

    def pause_writing(self) -> None:
        """Stop sending. Each call needs a matching `resume_writing`.

        Channel and connection can both be full.
        """
        self._full += 1
        if self._mode is not None:
            self._mode.taker.pause()

    def resume_writing(self) -> None:
        """Send again, once neither channel nor connection is full."""
        self._full -= 1
        if self._mode is not None and not self._full:
            self._mode.taker.resume()

    def eof_received(self) -> bool:
        self._has_input = False
        if self._mode is not None:
            self._mode.end_input()
        return True  # the answers to what was typed can still be sent

    def connection_lost(self, exc: Exception | None) -> None:
        self.leave("")
        if self._connection is not None:
            self._connection.close()  # nothing else is offered on it
            self._connection = None

    # What it does

    def leave(self, farewell: str, code: int = 0) -> None:
        """End the session with these words and exit code; every move is saved already."""
        self._is_left = True
        self._farewell = self._farewell or farewell
        if self._mode is not None:
            self._mode.leave(code)

    @property
    def name(self) -> str:
        """The name that the player has chosen, or "" until it is known."""
        if self._mode is not None and (current := self._mode.settings) is not self._unchosen:
            self._name = current.name
        return self._name

    async def _run(self) -> None:
        code, limits = 1, self._host.limits
        refusal = self._host.begin(self)
        if refusal:
            self._send_line(refusal)
        else:
            try:
                locations.use_folder_of_player(self.player.folder)
                limit_saves(Room(limits.saves, limits.mebibytes << 20, self.player.folder))
                watch_games(self.games.log_event)
                self._wait_for_keys()
                code = await self._play()
            except Exception as error:  # the edge of one session: the others go on
                self._failed(error)
            finally:
                for timer in (self._idle, self._drop_timer):
                    if timer is not None:
                        timer.cancel()
                self._idle = self._drop_timer = None
                self._host.end(self)
        self._close(code)

    def cut_off(self) -> None:
        """End the session at once: what it waits for may be slow, or never come."""
        if self._mode is not None:
            self._mode.give_back()
        self._close(1)
        if self._running is not None:
            self._running.cancel()

    def _close(self, code: int) -> None:
        """Say goodbye, and close the channel with this exit code."""
        if self._farewell:
            self._send_line(self._farewell)
        if self._channel is not None:
            with suppress(OSError, asyncssh.Error):
                self._channel.exit(code)
        self._ended()

    def _wait_for_keys(self) -> None:
        """End the session after the idle limit, counted from now on."""
        if self._idle is not None:
            self._idle.cancel()
        if minutes := self._host.limits.idle:
            loop = asyncio.get_running_loop()
            self._idle = loop.call_later(60 * minutes, self.leave, f"boxtui {IDLE_WORDS}")

    def _send_line(self, sentence: str) -> None:
        self._send(f"{sentence}\r\n".encode())

    def _send(self, data: bytes) -> None:
        if self._channel is not None:
            with suppress(OSError, asyncssh.Error):  # the other end is gone
                self._channel.write(data)

    def _pause_reading(self, is_paused: bool) -> None:
        """Stop reading from the other end, or read on."""
        if self._channel is not None:
            (self._channel.pause_reading if is_paused else self._channel.resume_reading)()

    async def _play(self) -> int:
        try:
            chosen, complaint, is_new = await asyncio.to_thread(self._settings)
        except OSError as fault:
            self._note_error(fault)
            self.leave(FILES_CLOSED)
            return 1
        self._unchosen = chosen if is_new else None
        is_drawn = self._kind and self._kind not in UNDRAWABLE
        if self._is_left or (is_drawn and not self._has_input):
            return 0
        mode = (self._in_app if is_drawn else self._in_lines)(chosen, complaint, is_new=is_new)
        self._begin(mode)
        try:
            code = await mode.run()
        finally:
            self._name, self._mode = self.name, None
        await mode.free()
        return code

    def _in_app(self, chosen: Settings, complaint: str, *, is_new: bool) -> AppMode:
        given = Look.of(self._environ())
        app = ServedApp(
            given,
            chosen,
            complaint,
            BoxTui.ask_name if is_new else None,
            searcher=self._searcher(),
            load=self._host.load,
            turns=self._host.turns,
            failed=self._failed,
        )
        there = ChannelTerminal(
            self._send, chosen.look(given), self._size, self._host.limits.typed, self._dropped
        )
        there.drive(app, colors_of(self._kind))
        return AppMode(app, there, takes_mouse=chosen.uses_mouse(given))

    def _in_lines(self, chosen: Settings, complaint: str, *, is_new: bool) -> LinesMode:
        """Return the mode; a new player who types is asked for a name."""
        there = ChannelLines(
            self._send,
            self._pause_reading,
            chosen.look(Look.of(self._environ())),
            self._size,
            self._host.limits.typed,
            self._dropped,
            is_typed=self._is_terminal,
        )
        session = Session(there, chosen, complaint, self._searcher())
        return LinesMode(session, there, asks_name=is_new and self._is_terminal)

    def _searcher(self) -> PlayersSearcher:
        return PlayersSearcher(self._host.searches, self.player.fingerprint)

    def _settings(self) -> tuple[Settings, str, bool]:
        """Return the player's settings, what is wrong with them, and whether there are none yet."""
        make_private(self.player.folder)
        path = locations.settings()
        return *settings.read(path, settings.name_of_login(self._login)), not path.exists()

    def _environ(self) -> dict[str, str]:
        """Return what the client says about its terminal, as environment variables."""
        lang = self._channel.get_environment().get("LANG", "") if self._channel else ""
        said = {"TERM": self._kind, "LANG": lang if _VALUE.fullmatch(lang) else ""}
        return {**said, "SSH_CONNECTION": self.address}

    def _failed(self, failure: Exception) -> None:
        """Log an error of this session, and end only this one.

        An OSError is the host's, such as too many open files.
        """
        error = cause_of(failure)
        self._note_error(error)
        if isinstance(error, OSError) and error.strerror:
            why = f"boxtui can't go on: {error.strerror}."
        else:
            why = errorlog.internal_error(error)
        self.leave(f"{why} {errorlog.GAMES_ARE_SAVED} Tell the host.", 1)

    def _note_error(self, error: BaseException) -> None:
        """Log an error: its traceback in the player's log, or in the host's if that fails."""
        logs = locations.log(), locations.served_log()
        self._host.note_error(error, logs, player=self.player)
