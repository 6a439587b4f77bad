"""What `boxtui serve` knows while it runs: its players, their sessions and limits, and its log."""

import asyncio
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from boxtui.core import GameError
from boxtui.serve.collector import Collector
from boxtui.serve.limits import Counts, Limits
from boxtui.serve.load import Load
from boxtui.serve.log import EventLog
from boxtui.serve.players import Keys, Player
from boxtui.serve.searches import SearchPool
from boxtui.serve.session import PlayerSession
from boxtui.serve.turns import Turns
from boxtui.system import errorlog

if TYPE_CHECKING:
    from boxtui.serve.connection import Connection

GOING_DOWN: Final = "The host is being stopped. What was played is saved: continue it later."

KEY_REMOVED: Final = "This host no longer admits your key. What was played is saved."

MOST_NAMES: Final = 10_000
"""The most names kept of players who have left: a host that admits every key meets many."""

TO_LEAVE: Final = 3.0
"""Seconds that sessions get to end when the host is stopped, or their keys are removed."""

TO_BE_CUT: Final = 0.5
"""Seconds that the others get once they are cut off."""

TO_WRITE: Final = 0.5
"""Seconds that the last lines of the log get to be written."""


@dataclass(frozen=True)
class Serving:
    """How to serve.

    Attributes:
        address: the address to listen on.
        port: 0 for any that is free.
        keys: the file of the keys that are admitted; None admits every key.
        searchers: the number of search processes.
        limits: how much each player, and all of them together, may take.
    """

    address: str
    port: int
    keys: Path | None
    searchers: int
    limits: Limits


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
        self.waiting: set[Connection] = set()
        self._log = EventLog()
        self._sessions: dict[PlayerSession, float] = {}
        self._names: dict[str, str] = {}
        """The last known names of players whose sessions have ended, by their fingerprints; the
        one who left last comes last."""
        self._reloading: asyncio.Task[None] | None = None
        self._reading_keys = asyncio.Lock()
        """Held while keys are read and those removed are put out: readings end in their order."""
        self._is_stopping = False

    def begin(self, session: PlayerSession) -> str:
        """Count a session; return why it is refused, or ""."""
        fingerprint = session.player.fingerprint
        if self._is_stopping:
            refusal = GOING_DOWN
        elif not self.keys.admits(fingerprint):  # removed since the player logged in
            refusal = KEY_REMOVED
        else:
            refusal = self.counts.begin(fingerprint)
        more = {"refused": refusal} if refusal else {}
        self.note("login", player=session.player, address=session.address, **more)
        if not refusal:
            self._sessions[session] = time.monotonic()
        return refusal

    def end(self, session: PlayerSession) -> None:
        """Count a session as ended."""
        self.counts.end(session.player.fingerprint)
        since = self._sessions[session]
        self.note("logout", player=session.player, seconds=round(time.monotonic() - since))
        if session.name:
            self._keep_name(session.player.fingerprint, session.name)
        del self._sessions[session]
        self.collector.session_ended()

    def _keep_name(self, fingerprint: str, name: str) -> None:
        """Keep the name of a player who has left, and forget the one who left longest ago."""
        self._names.pop(fingerprint, None)
        self._names[fingerprint] = name
        if len(self._names) > MOST_NAMES:
            del self._names[next(iter(self._names))]

    def note(self, event: str, *, player: Player | None = None, **more: object) -> None:
        """Log an event."""
        self._log.note(event, **(self._who(player) if player else {}), **more)

    def note_error(
        self,
        error: BaseException,
        logs: Sequence[Path],
        *,
        about: str = "",
        player: Player | None = None,
    ) -> None:
        """Log an error: its one line, after `about`, and its traceback in the first possible log.

        Which one that is, or "", is logged, too.
        """
        log = next((log for log in logs if errorlog.append(log, "", error)), "")
        name, message = type(error).__name__, f"{about}{errorlog.one_line(error)}"
        self.note("error", player=player, error=name, message=message, log=str(log))

    def _who(self, player: Player) -> dict[str, str]:
        """Return the fingerprint of a player's key, and its comment and the player's name if known.

        The name is that of the player's own session, another one, or the last. Called from any
        thread.
        """
        theirs = [each for each in list(self._sessions) if each.player == player]
        theirs.sort(key=lambda each: each.player is not player)
        names = [*(each.name for each in theirs), self._names.get(player.fingerprint, "")]
        name = next(filter(None, names), "")
        known = {"name": name, "comment": self.keys.comment(player.fingerprint)}
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
        async with self._reading_keys:
            try:
                await asyncio.to_thread(self.keys.reload)
            except GameError as refusal:
                self.note("keys not read", why=str(refusal))
                return
            self.note("keys read", keys=len(self.keys))
            admits = self.keys.admits
            removed = [each for each in self._sessions if not admits(each.player.fingerprint)]
            for session in removed:
                self.note("key removed", player=session.player, address=session.address)
                session.leave(KEY_REMOVED)
        await self._cut_off_late(removed)

    def playing(self) -> list[dict[str, object]]:
        """Return who is playing what, as data."""
        return [
            {
                **self._who(session.player),
                "address": session.address,
                "minutes": int((time.monotonic() - since) / 60),
                "game": session.games.playing,
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
        await self._cut_off_late(list(self._sessions))
        await self._wait_for(self._sessions, TO_BE_CUT)
        self.searches.close()
        self.note("stopped")
        self._log.close(TO_WRITE)

    async def _cut_off_late(self, sessions: Collection[PlayerSession]) -> None:
        """Wait until sessions that are told to leave have ended; cut off those that are late."""
        await self._wait_for(sessions, TO_LEAVE)
        for session in sessions:
            if session in self._sessions:
                session.cut_off()

    async def _wait_for(self, sessions: Collection[PlayerSession], seconds: float) -> None:
        """Wait until these sessions have ended, at most `seconds`."""
        end = time.monotonic() + seconds
        while any(each in self._sessions for each in sessions) and time.monotonic() < end:
            await asyncio.sleep(0.02)
