"""Recording a match: the same events go to the journal on disk and to the match in memory."""

import asyncio
import contextlib
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from threading import RLock
from typing import Final, Literal

from boxtui import __version__
from boxtui.play.match import Match
from boxtui.play.replay import begins_midway, midway_mark, replayed
from saves.errors import SaveError, printable_name
from saves.events import End, Event, Hint, Move, Remark, as_events, ended
from saves.files import is_asked_for, withdraw
from saves.header import BY_HAND, ROLLED, Header
from saves.journal import Journal, read
from saves.library import Library
from saves.wire import MOST_COUNTED

GameEvent = Literal["begins", "continues", "leaves"]
"""What happens to a game: it begins, is gone on with, or is left."""

_Watcher = Callable[[GameEvent, "Record"], None]

_WATCHER: Final[ContextVar[_Watcher | None]] = ContextVar("watcher", default=None)

_MOST_HINTED: Final = 1000
_MOST_REMARKS: Final = 300
"""The most hints and remarks that stay where they were given in a new file.

It must not be full at once: they take up to 83 KB of its 256 KB.
"""


def watch_games(on_event: _Watcher) -> None:
    """Have `on_event` called at every event of a game.

    This applies in this context and those copied from it. It may be called from any thread.
    """
    _WATCHER.set(on_event)


def header_of(match: Match, data: str = "") -> Header:
    """Return the header of a match before its first move; `data` is its board's digest."""
    header = Header(
        game=match.game.key,
        options=match.options,
        seats=tuple((seat.name, seat.player) for seat in match.seats),
        seed=match.seed,
        rules=match.game.rules_version,
        app=__version__,
        data=data,
        when=datetime.now(UTC).isoformat(timespec="seconds"),
        dice=BY_HAND if match.by_hand else ROLLED,
    )
    return with_counts(header, match)


def with_counts(header: Header, match: Match) -> Header:
    """Return the header with how much help the match has used so far, as far as it can count."""
    return replace(
        header,
        hints=min(match.hints, MOST_COUNTED),
        takebacks=min(match.takebacks, MOST_COUNTED),
        tutor=match.tutor,
        warnings=min(match.warnings, MOST_COUNTED),
        ignored=min(match.ignored, MOST_COUNTED),
    )


class Record:
    """A match and the journal that keeps it: `keep` an event first, then `replay.apply` it.

    `keep` waits for the disk and may run in its own thread. An event that it refuses never
    happened; only a tutor's remark is shown all the same.

    Attributes:
        notice: reports a torn tail, or older rules, when a save is resumed.
        stays: whether the save is kept even if nobody played.
    """

    def __init__(self, match: Match, journal: Journal, notice: str = "") -> None:
        self.match = match
        self.notice = notice
        self.stays = False
        self._journal = journal
        self._watcher = _WATCHER.get()
        self._begun_with: int | None = None
        """The moves of the match when it was begun here; None if it was resumed."""
        # If it were closed while a thread moves on to a new file, that file would stay open.
        self._turn = RLock()
        self._is_closed = False

    @classmethod
    def begin(cls, match: Match, library: Library) -> "Record":
        """Start keeping a match, with the moves already played and the remarks on them.

        Raises SaveError if that fails.
        """
        header = header_of(match, store_board(match, library))
        journal = library.begin(header, [*as_events(match.moves, remarks_of(match))])
        match.begun_midway = begins_midway(journal)
        record = cls(match, journal)
        record._begun_with = len(match.moves)
        record._notify("begins")
        return record

    @classmethod
    def resume(cls, path: Path, library: Library, notice: str = "") -> "Record":
        """Resume a save and lock it; its notice begins with that `notice`.

        Raises SaveError, and then the file is unchanged.
        """
        journal = Journal.open(path)
        withdraw(path)  # this session or an earlier one has asked for it
        try:
            match, older = replayed(journal, printable_name(path), library)
            torn = "The last move was lost because the session ended while it was being saved."
            notices = (notice, torn if journal.torn else "", older)
            record = cls(match, journal, " ".join(filter(None, notices)))
            record._notify("continues")
        except BaseException:
            journal.close()
            raise
        return record

    def _notify(self, event: GameEvent) -> None:
        """Tell the watcher, if there is one."""
        if self._watcher:
            self._watcher(event, self)

    @property
    def path(self) -> Path:
        """The path of the save."""
        return self._journal.path

    @property
    def name(self) -> str:
        """The save's name, as the list of saves shows it."""
        return self.path.stem

    def is_asked_for(self) -> bool:
        """Whether another session asks for the save."""
        return is_asked_for(self.path)

    @property
    def ended(self) -> bool:
        """Whether the save records that the match is over."""
        return ended(self._journal.events)

    def keep(self, event: Event) -> None:
        """Put an event on disk. Raises `IllegalMove` or SaveError, and then it never happened.

        Once the record is closed, that is a SaveError.
        """
        if isinstance(event, Move):
            self.match.check(event.move)
        with self._turn:
            if self._is_closed:
                raise SaveError(
                    f"{printable_name(self.path)} is closed.", "Continue it from the menu."
                )
            journal = self._journal
            if journal.is_nearly_full or not journal.can_hold(event) or not journal.is_untouched():
                self._go_on()
            try:
                self._journal.append(event)
            except ValueError as fault:
                raise SaveError(f"It doesn't fit the save: {fault}.") from fault

    def _go_on(self) -> None:
        """Continue in a new file, without the moves taken back; the old file isn't read.

        Hints stay where they were given, or are only counted if they were taken back or are old.
        Old remarks are forgotten.
        """
        end = [End()] if self.ended else []
        data = store_board(self.match, Library(self.path.parent))
        header, match = header_of(self.match, data), self.match
        hinted = sorted(match.hinted)[-_MOST_HINTED:]
        counted = header.hints - len(hinted)
        header = replace(header, when=self._journal.header.when, hints=counted)
        mark = [(0, midway_mark(header))] if match.begun_midway else []
        notes = [*mark, *((ply, Hint()) for ply in hinted), *remarks_of(match)]
        self._journal = self._journal.go_on(header, match.moves, end, notes)

    def restore(self) -> None:
        """Write the save again if it was removed or changed. Raises SaveError if that fails.

        Nothing is written once the record is closed.
        """
        with self._turn:
            if not self._is_closed and not self._journal.is_untouched():
                self._go_on()

    def close(self) -> None:
        """Close the save; one that was removed or changed in the meantime is written again.

        A second call does nothing.
        """
        with self._turn:
            if self._is_closed:
                return
            with contextlib.suppress(SaveError):
                self.restore()
            self._is_closed = True
            self._journal.close()
            self._notify("leaves")

    def drop(self) -> None:
        """Close the save of a match that isn't shown, and remove it if it was begun here."""
        self.close()
        with contextlib.suppress(SaveError):  # then it stays in the list of saves
            self.remove_unplayed()

    def remove_unplayed(self) -> bool:
        """Remove the save of a match begun here if it wasn't played; return whether it is gone.

        If people take part, computers' moves alone don't count (`Match.counts_as_played`). A match
        that is over, or whose players changed, is kept, and so is a resumed one: it may have been
        imported or copied. The record must be closed. Raises SaveError if the save can't be
        removed.
        """
        match = self.match
        if self._begun_with is None or match.takebacks or match.hints or match.warnings:
            return False
        if self.stays or match.is_over or self._has_changed_players():
            return False
        played = range(self._begun_with, len(match.moves))
        if (match.by_hand and played) or any(map(match.counts_as_played, played)):
            return False
        if read(self._journal.path).moves > len(match.moves):  # the last write wasn't completed
            return False
        Library(self.path.parent).remove_file(self.path)
        return True

    def _has_changed_players(self) -> bool:
        """Whether a seat has another player than at the start."""
        return [seat.player for seat in self.match.seats] != [
            player for _, player in self._journal.header.seats
        ]


def store_board(match: Match, library: Library) -> str:
    """Store the board or deck of a match if it has its own; return its digest, or ""."""
    return library.keep_data(match.game.board) if match.game.board else ""


def remarks_of(match: Match) -> list[tuple[int, Event]]:
    """Return the latest remarks on a match's moves, each with how many moves it comes after."""
    remarks: list[tuple[int, Event]] = [
        (ply, Remark(line.remark)) for ply, line in enumerate(match.log, 1) if line.remark
    ]
    return remarks[-_MOST_REMARKS:]


async def opened(load: Callable[[], Record]) -> Record:
    """Return the record that `load` opens, in a thread; close it if nobody waits for it any more.

    On a host its save would otherwise stay locked until the host is stopped.
    """
    opening = asyncio.create_task(asyncio.to_thread(load))
    try:
        return await asyncio.shield(opening)
    except asyncio.CancelledError:
        opening.add_done_callback(_close)
        raise


def _close(opening: asyncio.Task[Record]) -> None:
    if not opening.cancelled() and opening.exception() is None:
        opening.get_loop().run_in_executor(None, opening.result().close)
