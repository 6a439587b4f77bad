"""The save of a match that is on the screen: closed however that is left, or left to another."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from contextvars import Context
from typing import Any

from textual.worker import Worker, WorkerError

from boxtui.play.handover import asked_for, left_words
from boxtui.play.match import Match
from boxtui.play.record import Record
from boxtui.tui.screens.typed_moves import TypingScreen
from saves.errors import SaveError


async def _closed(workers: Sequence[Worker[Any]], record: Record) -> None:
    """Close a save once its screen's canceled workers have ended: a write needs it open."""
    for worker in workers:
        with suppress(WorkerError):
            await worker.wait()
    await asyncio.to_thread(record.close)


class OpenSaveScreen(TypingScreen):
    """A match's board that holds the match's save open for as long as it is shown."""

    def __init__(self, match: Match, notice: str) -> None:
        super().__init__(match, notice)
        self._save_closing: asyncio.Task[None] | None = None

    async def on_unmount(self) -> None:
        """Close the save, however the screen is left."""
        await self._close()

    async def _close(self) -> None:
        """Close the save once, even if the app ends while the screen is being left."""
        if self._save_closing is None:
            closing = _closed(self.workers.cancel_node(self), self.runner.record)
            # In a context of its own: a handler's refers to this screen, which refers to the task.
            self._save_closing = asyncio.create_task(closing, context=Context())
        await asyncio.shield(self._save_closing)

    async def action_leave(self) -> None:
        """Go back; every move is saved already, and a game that wasn't played is removed."""
        await self._close()
        with suppress(SaveError):  # then it stays in the list of saves
            await asyncio.to_thread(self.runner.record.remove_unplayed)
        self.come_up()
        await super().action_leave()

    def come_up(self) -> None:
        """Close the screens over this one, such as the rules, before leaving it or asking."""
        while self in self.app.screen_stack and not self.is_active:
            self.app.pop_screen()

    async def let_go(self) -> None:
        """Leave the game once another session asks for it."""
        await asked_for(self.runner.record)
        self.call_later(self._leave_to_another)  # leaving ends this task

    async def _leave_to_another(self) -> None:
        """Leave the game; one that is over, or has another game above it, only lets its save go."""
        stack = self.app.screen_stack
        above = stack[stack.index(self) + 1 :] if self in stack else []
        if self.match.is_over or any(isinstance(screen, OpenSaveScreen) for screen in above):
            await self._close()
        else:
            await self.action_leave()
        if below := self.boxtui.page_for_messages:
            below.say(left_words(self.runner.record), "warning")
