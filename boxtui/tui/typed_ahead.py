"""Keys, clicks and pastes in order: each takes effect before the next one is handled."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any, Final, Protocol, runtime_checkable

from textual.actions import ActionParseResult
from textual.app import App, ScreenStackError
from textual.dom import DOMNode
from textual.events import Event, InputEvent, Key, MouseMove, Paste
from textual.message import Message
from textual.message_pump import MessagePump
from textual.screen import Screen
from textual.widgets import Input
from textual.worker import WorkType

KEY_WAIT: Final = 2.0
"""Seconds that a key waits, at most, for the effects of the key before it; the first key, for what
the first screen loads.
"""

_ROUNDS: Final = 5
"""The most times that a key's effects are followed from the focused widget up to the app."""


_ALIASES: Final = {"f1": "question_mark"}
"""Keys that do what another one does on every screen: F1 opens help everywhere else."""


@runtime_checkable
class TakesKeys(Protocol):
    """A screen that at times takes any key itself, whatever it is bound to."""

    def take_key(self, key: str) -> bool:
        """Return whether it takes the key that was just typed; if so, it has done so."""


class _Mark(Message, bubble=False, no_dispatch=None):
    """A message that notes when all messages before it have been handled.

    Textual asks it whether it has handlers when its turn comes, and then drops it: that costs less
    than a callback.
    """

    def __init__(self) -> None:
        super().__init__()
        self.reached = asyncio.Event()

    @property
    def no_dispatch(self) -> bool:  # type: ignore[override]
        self.reached.set()
        return True


async def _reached(pump: MessagePump) -> None:
    """Wait until a pump has handled its messages; a screen does so once it is mounted."""
    mark = _Mark()
    if pump.post_message(mark):
        await mark.reached.wait()


def _fail(error: Exception) -> None:
    """Raise an error where Textual expects one, in a message's handler."""
    raise error


class TypedAheadApp(App[int]):
    """An app that handles keys, clicks and pastes one at a time, however fast they come.

    Each waits until the one before has had its effect and the screen that it opened is mounted.

    Attributes:
        keys_taken: the number of keys, clicks and pastes handled so far.
        is_taking_keys: whether the last one is still being handled.
    """

    def __init__(self) -> None:
        super().__init__()
        self.keys_taken = 0
        self._loads = 0
        """How many things are being loaded for a screen; keys wait for them."""
        self._nothing_loads = asyncio.Event()
        self._nothing_loads.set()
        self._typed_ahead: deque[Event] = deque()
        # Not told by `_taking`: from Python 3.12 on, a task may end before it has a name.
        self.is_taking_keys = False
        self._takes_no_more = False
        self._taking: asyncio.Task[None] | None = None

    def begin_load(self, work: Callable[[], Awaitable[None]]) -> None:
        """Begin to load something for a screen; keys wait until `work` is done."""
        self._loads += 1
        self._nothing_loads.clear()

        async def counted() -> None:
            try:
                await work()
            finally:
                self._loads -= 1
                if not self._loads:
                    self._nothing_loads.set()

        # Not a coroutine yet: if q comes next, it would never be awaited.
        loading: WorkType[None] = counted
        self.run_worker(loading)

    async def loaded(self) -> None:
        """Wait until nothing is being loaded for a screen."""
        while self._loads:
            await self._nothing_loads.wait()

    def draw_now(self) -> None:
        """Draw what has changed at once, not only with Textual's next frame.

        If more was typed ahead, that is for the last key to do.
        """
        if self._typed_ahead:
            return
        with suppress(ScreenStackError):
            screen = self.screen
            if screen.is_mounted and screen._dirty_widgets:
                screen._on_timer_update()

    @property
    def message_queue_size(self) -> int:
        """The number of waiting messages, including what was typed ahead."""
        return super().message_queue_size + len(self._typed_ahead)

    async def on_event(self, event: Event) -> None:
        """Handle keys, clicks and pastes in turn; Ctrl+C and everything else at once.

        What is typed is handled in a task of its own, so nothing else waits for its actions, which
        may wait for a disk.
        """
        is_typed = isinstance(event, InputEvent | Paste) and not isinstance(event, MouseMove)
        is_urgent = isinstance(event, Key) and event.key == "ctrl+c"
        if is_urgent or not is_typed or event.is_forwarded:
            await super().on_event(event)
            return
        if not self._takes_no_more:
            self._typed_ahead.append(event)
            self._begin_taking()

    def _begin_taking(self) -> None:
        """Handle what was typed, unless it is being handled already."""
        if self._typed_ahead and not self.is_taking_keys:
            self.is_taking_keys = True
            self._taking = asyncio.create_task(self._take_typed())

    async def _take_typed(self) -> None:
        """Handle what was typed, each once the one before has had its effect."""
        try:
            while self._typed_ahead:
                await self._take(self._typed_ahead.popleft())
        except Exception as error:  # the edge of the task: it is reported as from a handler
            self.call_later(_fail, error)
        finally:
            self.is_taking_keys = False
            self._begin_taking()  # what is left if an action failed or was canceled

    async def _take(self, event: Event) -> None:
        if not self.keys_taken:  # typed before the first screen has loaded what it shows
            await self._wait_until_settled(is_done=True)
        self.keys_taken += 1
        is_done = isinstance(event, Key) and await self._run_at_once(event)
        if not is_done:
            await super().on_event(event)
        await self._wait_until_settled(is_done=is_done)

    async def _run_at_once(self, event: Key) -> bool:
        """Run what a key is bound to, if no widget handles keys itself; otherwise return False.

        Textual sends a key to the focused widget first, from where it comes up to the app step by
        step. With many players, each of these steps waits for what all others do.
        """
        screen = self.screen
        if isinstance(screen, TakesKeys) and screen.take_key(event.key):
            return True
        if isinstance(self.focused, Input) or not (self.app_focus and screen.is_mounted):
            return False
        key = _ALIASES.get(event.key, event.key)
        if await self._check_bindings(key, priority=True) or await self._check_bindings(key):
            self.forget_unused(screen)
        elif self.screen is screen:
            self.say_unused(event)
        return True

    def say_unused(self, key: Key) -> None:
        """Say that a key does nothing now; here, nobody is told."""

    def forget_unused(self, page: Screen[Any]) -> None:
        """Clear what `say_unused` said on that page, because a key typed there did something."""

    async def _wait_until_settled(self, *, is_done: bool) -> None:
        """Wait as `_settled` does, but for `KEY_WAIT` at most."""
        with suppress(TimeoutError):
            async with asyncio.timeout(KEY_WAIT):
                await self._settled(is_done)

    async def _settled(self, is_done: bool) -> None:
        """Wait until every widget that a key passes through has handled it.

        Unless it `is_done`, a key goes up from the focused widget to the app, which runs its
        action. The messages that the action sends take the same route, perhaps on another screen.
        """
        for _ in range(_ROUNDS):
            await self.loaded()
            if not self.screen.is_mounted:
                await _reached(self.screen)
            before = self.screen, self.focused
            for _ in range(1 if is_done else 2):
                for pump in [*(self.focused or self.screen).ancestors_with_self]:
                    await _reached(pump)
            if before == (self.screen, self.focused) and not self._loads:
                return

    async def run_action(
        self,
        action: "str | ActionParseResult",
        default_namespace: DOMNode | None = None,
        namespaces: Mapping[str, DOMNode] | None = None,
    ) -> bool:
        """Run an action, unless its screen isn't mounted yet or is being left."""
        if default_namespace is not None and not self._is_up(default_namespace):
            return False
        has_run = await super().run_action(action, default_namespace, namespaces)
        self.draw_now()
        return has_run

    def _is_up(self, node: DOMNode) -> bool:
        """Whether `node` is the app, or belongs to the top screen and that screen is mounted."""
        if node is self:
            return True
        return self.screen in node.ancestors_with_self and self.screen.is_mounted

    def on_exit_app(self) -> None:
        """Handle no more keys: the screens are about to be closed."""
        self.take_no_more()

    def take_no_more(self) -> None:
        """Handle no more keys."""
        self._takes_no_more = True
        self._typed_ahead.clear()
        if self._taking:
            self._taking.cancel()
