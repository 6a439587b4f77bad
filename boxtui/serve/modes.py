"""The two modes of a player's session on a host: the app, and lines of text."""

import asyncio

from boxtui.plain.channel import ChannelLines
from boxtui.plain.menu import PlainMenu
from boxtui.plain.session import Session
from boxtui.serve.app import ServedApp, own_output
from boxtui.system.settings import Settings
from boxtui.tui.channel import ChannelTerminal
from boxtui.tui.cycles import dismantle


class AppMode:
    """An app, drawn on a terminal at the other end, with its mouse if `takes_mouse`.

    Attributes:
        taker: what takes what is typed, and the terminal's sizes.
    """

    def __init__(self, app: ServedApp, taker: ChannelTerminal, *, takes_mouse: bool) -> None:
        self.taker = taker
        self._app = app
        self._takes_mouse = takes_mouse

    @property
    def settings(self) -> Settings:
        """The player's settings as they are now."""
        return self._app.settings

    async def run(self) -> int:
        """Play until the player leaves; return the exit code."""
        with own_output():
            await self._app.run_async(mouse=self._takes_mouse)
        return self._app.return_code or 0

    def tell(self, sentence: str) -> None:
        """Show a sentence."""
        self._app.call_later(self._app.tell, sentence)

    def end_input(self) -> None:
        """Leave: nothing more will be typed."""
        self.leave(0)

    def leave(self, code: int) -> None:
        """Have `run` end soon, with that exit code."""
        self._app.exit(return_code=code)

    def give_back(self) -> None:
        """Give the terminal back at once."""
        self.taker.give_back()

    async def free(self) -> None:
        """Free the app, which has ended, without a full collection."""
        await asyncio.sleep(0)  # what was canceled at the end still uses the app
        dismantle(self._app)


class LinesMode:
    """Lines of text, typed on a terminal at the other end, or sent by a program.

    With `asks_name` the player is asked for a name first.

    Attributes:
        taker: what takes what is typed, and the terminal's sizes.
    """

    def __init__(self, session: Session, taker: ChannelLines, *, asks_name: bool) -> None:
        self.taker = taker
        self._session = session
        self._asks_name = asks_name
        self._conversation: asyncio.Task[None] | None = None

    @property
    def settings(self) -> Settings:
        """The player's settings as they are now."""
        return self._session.settings

    async def run(self) -> int:
        """Play until the player leaves; return the exit code."""
        await self._session.run(self._talk_until_left)
        return 1 if self._session.last_is_unsaved else 0

    async def _talk_until_left(self, _: Session) -> None:
        """Talk in a task of its own, which `leave` cancels."""
        self._conversation = asyncio.create_task(self._talk())
        await asyncio.wait({self._conversation})
        if not self._conversation.cancelled():
            self._conversation.result()

    async def _talk(self) -> None:
        if self._asks_name:
            await self._session.ask_name()
        await PlainMenu(self._session).run()

    def tell(self, sentence: str) -> None:
        """Write a sentence on a line of its own, below the prompt."""
        self.taker.say("", sentence)

    def end_input(self) -> None:
        """Note that nothing more will be typed; what was typed is still answered."""
        self.taker.end()

    def leave(self, _: int) -> None:
        """Have `run` end soon."""
        if self._conversation is not None and not self._conversation.cancelling():
            self._conversation.cancel()

    def give_back(self) -> None:
        """Do nothing: the terminal is as it was."""

    async def free(self) -> None:
        """Do nothing: lines of text form no reference cycles."""
