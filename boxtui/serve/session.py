"""One player's session: the app or plain lines, on a terminal at the other end."""

import asyncio
import re
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import asyncssh

from boxtui.plain.channel import ChannelLines
from boxtui.plain.menu import PlainMenu
from boxtui.plain.session import Session
from boxtui.play.own_saves import limit_saves
from boxtui.play.record import GameEvent, Record, watch_games
from boxtui.serve.app import ServedApp, colors_of, own_output
from boxtui.serve.players import Player
from boxtui.serve.searches import PlayersSearcher
from boxtui.system import errorlog, locations, settings
from boxtui.system.settings import Settings
from boxtui.system.terminal import IDLE_WORDS, UNDRAWABLE, Look
from boxtui.tui.app import BoxTui
from boxtui.tui.channel import ChannelTerminal
from boxtui.tui.cycles import dismantle
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
    `ended` is called when it has ended: a client can leave the connection open.
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
        self._terminal: ChannelTerminal | None = None
        self._lines: ChannelLines | None = None
        self._full = 0
        """How many of channel and connection take nothing more to be sent."""
        self._early = b""
        """What was typed before anything could take it."""
        self._drop_timer: asyncio.TimerHandle | None = None
        self._app: ServedApp | None = None
        self._games = _Games(host.note, player)
        self._running: asyncio.Task[None] | None = None
        self._conversation: asyncio.Task[None] | None = None
        """What a player of lines of text does, which ends with the session."""
        self._idle: asyncio.TimerHandle | None = None
        self._farewell = ""
        self._current: Callable[[], Settings] | None = None
        """What returns the player's settings as they are now."""
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
        taker = self._terminal or self._lines
        if taker is not None:
            taker.typed(data)
        else:
            self._early += data
            self._pause_reading(True)  # so no more comes until there is a taker

    def _begin_taking(self, taker: ChannelTerminal | ChannelLines) -> None:
        """Give it what was typed before, and read on."""
        taker.typed(self._early)
        self._early = b""
        self._pause_reading(False)
        if self._full:
            taker.pause()

    def _dropped(self) -> None:
        """Log that input is dropped; the player is told once no more comes."""
        if self._drop_timer is None:
            self._host.note("input dropped", player=self.player)
        else:
            self._drop_timer.cancel()
        self._drop_timer = asyncio.get_running_loop().call_later(_BURST, self._tell_dropped)

    def _tell_dropped(self) -> None:
        self._drop_timer = None
        if self._app is not None:
            self._app.call_later(self._app.tell, DROPPED)
        elif self._lines is not None:
            self._lines.say("", DROPPED)  # on a line of its own, below the prompt

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        self._size = (width, height)
        if self._terminal is not None:
            self._terminal.resize(width, height)

    def pause_writing(self) -> None:
        """Stop sending. Each call needs a matching `resume_writing`.

        Channel and connection can both be full.
        """
        self._full += 1
        taker = self._terminal or self._lines
        if taker is not None:
            taker.pause()

    def resume_writing(self) -> None:
        """Send again, once neither channel nor connection is full."""
        self._full -= 1
        taker = self._terminal or self._lines
        if taker is not None and not self._full:
            taker.resume()

    def eof_received(self) -> bool:
        self._has_input = False
        if self._lines is not None:
            self._lines.end()
        elif self._app is not None:
            self.leave("")
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
        if self._app is not None:
            self._app.exit(return_code=code)
        if self._conversation is not None and not self._conversation.cancelling():
            self._conversation.cancel()

    @property
    def playing(self) -> str:
        """The key of the game that is played now, or ""."""
        return self._games.playing

    @property
    def name(self) -> str:
        """The name that the player has chosen, or "" until it is known."""
        if self._current is not None and (current := self._current()) is not self._unchosen:
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
                watch_games(self._games.log_event)
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
        if self._terminal is not None:
            self._terminal.give_back()
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
        given = Look.of(self._environ())
        self._unchosen = chosen if is_new else None
        if self._is_left:
            return 0
        searcher = PlayersSearcher(self._host.searches, self.player.fingerprint)
        if not self._kind or self._kind in UNDRAWABLE:
            return await self._play_in_lines(chosen, complaint, searcher, is_new=is_new)
        if not self._has_input:
            return 0
        first = BoxTui.ask_name if is_new else None
        app = self._app = ServedApp(
            given,
            chosen,
            complaint,
            first,
            searcher=searcher,
            load=self._host.load,
            turns=self._host.turns,
            failed=self._failed,
        )
        self._current = lambda: app.settings
        terminal = self._terminal = ChannelTerminal(
            self._send, chosen.look(given), self._size, self._host.limits.typed, self._dropped
        )
        terminal.drive(app, colors_of(self._kind))
        self._begin_taking(terminal)
        try:
            with own_output():
                await app.run_async(mouse=chosen.uses_mouse(given))
        finally:
            self._forget_settings()
            self._app = self._terminal = None
        code = app.return_code or 0
        await asyncio.sleep(0)  # what was canceled at the end still uses the app
        dismantle(app)
        return code

    async def _play_in_lines(
        self, chosen: Settings, complaint: str, searcher: PlayersSearcher, *, is_new: bool
    ) -> int:
        """Play in lines of text. A new player who types is asked for a name first."""
        look = chosen.look(Look.of(self._environ()))
        most = self._host.limits.typed
        self._lines = ChannelLines(
            self._send,
            self._pause_reading,
            look,
            most,
            self._dropped,
            is_typed=self._is_terminal,
            rows=lambda: self._size[1],
        )
        self._begin_taking(self._lines)
        if not self._has_input:
            self._lines.end()
        session = Session(self._lines, chosen, complaint, searcher)
        self._current = lambda: session.settings

        async def talk() -> None:
            if is_new and self._is_terminal:
                await session.ask_name()
            await PlainMenu(session).run()

        async def talk_until_left(_: Session) -> None:
            self._conversation = asyncio.create_task(talk())
            await asyncio.wait({self._conversation})
            if not self._conversation.cancelled():
                self._conversation.result()

        try:
            await session.run(talk_until_left)
        finally:
            self._forget_settings()
        return 1 if session.last_is_unsaved else 0

    def _forget_settings(self) -> None:
        """Remember the player's name alone."""
        self._name, self._current = self.name, None

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
            what = f"{type(error).__name__}: {errorlog.one_line(error)}"
            why = f"boxtui had an internal error ({what})."
        self.leave(f"{why} {errorlog.GAMES_ARE_SAVED} Tell the host.", 1)

    def _note_error(self, error: BaseException) -> None:
        """Log an error: its traceback in the player's log, or in the host's if that fails."""
        logs = locations.log(), locations.served_log()
        self._host.note_error(error, logs, player=self.player)
