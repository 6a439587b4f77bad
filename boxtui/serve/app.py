"""The app on a host: each player's, and those that are started once, before anybody comes."""

import asyncio
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import StringIO

from rich.console import Console
from textual.screen import Screen

from ai.levels import plugins
from ai.worker import Searcher
from boxtui.serve.load import Load
from boxtui.serve.turns import Turns
from boxtui.system import settings
from boxtui.system.settings import Settings
from boxtui.system.terminal import Look
from boxtui.tui.app import BoxTui
from boxtui.tui.channel import ChannelTerminal


class ServedApp(BoxTui):
    """The app of one of many players.

    `load` says how busy the loop is that they share, and `turns` are their turns on it. `failed` is
    called with an error that ends the app.
    """

    def __init__(
        self,
        look: Look,
        chosen: Settings,
        complaint: str,
        first: Callable[[BoxTui], None] | None,
        *,
        searcher: Searcher,
        load: Load,
        turns: Turns,
        failed: Callable[[Exception], None],
    ) -> None:
        super().__init__(look, chosen, complaint, first)
        self.searcher = searcher
        self._load = load
        self._turns = turns
        vars(self)["_handle_exception"] = failed  # Textual's own prints the traceback here

    async def turn(self, *, by_person: bool) -> None:
        await self._turns.turn(by_person=by_person)

    @property
    def is_hurried(self) -> bool:
        return self._load.is_busy

    def tell(self, sentence: str) -> None:
        """Show a sentence on the page that is open, or below a question."""
        if page := self.page_for_messages:
            page.say(sentence, "warning")


class _UnseenApp(BoxTui):
    """An app that ends as soon as it has started, on an empty screen."""

    def get_default_screen(self) -> Screen[None]:
        return Screen()

    def on_ready(self) -> None:
        self.exit()


async def rehearse() -> None:
    """Start an app in each theme, seen by nobody, and find other packages' agents.

    What a process does only once, such as parsing a theme's styles, would take too long at the
    first player's login.
    """
    plugins()
    for theme in settings.CHOICES["theme"]:
        look = Look(ssh=True, answers=False)
        app = _UnseenApp(look, Settings(theme=theme))
        terminal = ChannelTerminal(lambda _: None, look, (0, 0), 0, lambda: None)
        terminal.drive(app, "256")
        with own_output():
            await app.run_async()
        if (rehearsing := asyncio.current_task()) and rehearsing.cancelling():
            raise asyncio.CancelledError  # the app took it for its own


def colors_of(kind: str) -> str:
    """Return the color system that Rich uses locally on that kind of terminal."""
    console = Console(file=StringIO(), force_terminal=True, _environ={"TERM": kind})
    return console.color_system or "standard"


@contextmanager
def own_output() -> Iterator[None]:
    """Give the process its output back at the end: Textual redirects it as if it were alone."""
    try:
        yield
    finally:
        sys.stdout, sys.stderr = sys.__stdout__, sys.__stderr__
