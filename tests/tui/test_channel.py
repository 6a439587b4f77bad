"""A terminal at the other end of a channel: all input that is dropped is told."""

import asyncio

import pytest
from textual.app import App
from textual.events import Key
from textual.message import Message

from boxtui.system.terminal import Look
from boxtui.tui.channel import ChannelDriver, ChannelTerminal
from boxtui.tui.driver import TYPED_AHEAD, TrackingDriver
from boxtui.tui.guard import GuardedDriver
from boxtui.tui.keystrokes import LONGEST_PASTE

MOST = 2 * LONGEST_PASTE


async def typed_into_an_app(*reads: bytes, is_behind: bool) -> tuple[int, list[str]]:
    """Return how often dropped input is reported when this is typed, and the keys that arrive."""
    told, keys = list[None](), list[str]()
    app = App[int]()

    def take(_: ChannelDriver, message: Message) -> None:
        if isinstance(message, Key):
            keys.append(message.key)

    terminal = ChannelTerminal(lambda _: None, Look(), (80, 24), MOST, lambda: told.append(None))
    terminal.drive(app, "256")

    async def type_it() -> None:
        for typed in reads:
            terminal.typed(typed)
            while terminal._typed:
                await asyncio.sleep(0)
        app.exit()

    app.call_after_refresh(type_it)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ChannelDriver, "is_behind", lambda _: is_behind)
        patch.setattr(ChannelDriver, "process_message", take)
        await app.run_async()
    return len(told), keys


async def test_what_an_app_needs_is_switched_on_even_where_nothing_is_read_yet() -> None:
    sent = list[bytes]()
    app = App[int]()
    terminal = ChannelTerminal(sent.append, Look(), (80, 24), MOST, lambda: None)
    terminal.drive(app, "256")
    terminal.pause()
    app.call_after_refresh(app.exit)
    await app.run_async()
    modes = b"".join(sent)
    for on, off in ((b"\x1b[?1049h", b"\x1b[?1049l"), (b"\x1b[?2004h", b"\x1b[?2004l")):
        assert modes.index(on) < modes.index(off)


@pytest.mark.parametrize("kind", [ChannelDriver, GuardedDriver])
def test_once_the_app_is_behind_input_is_dropped_until_it_has_caught_up(
    kind: type[TrackingDriver], monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting = [TYPED_AHEAD, TYPED_AHEAD + 1, TYPED_AHEAD, 1, 0, 1, TYPED_AHEAD]
    monkeypatch.setattr("boxtui.tui.driver.waiting_for", lambda _: waiting.pop(0))
    driver = kind.__new__(kind)
    driver._app = App[int]()
    assert [driver.is_behind() for _ in list(waiting)] == [False, *[True] * 3, *[False] * 3]


def pasted(characters: int) -> bytes:
    """Return a paste of so many characters, as a terminal marks it."""
    return b"\x1b[200~" + b"x" * characters + b"\x1b[201~"


@pytest.mark.parametrize(
    ("typed", "is_behind", "told"),
    [
        (b"abc", False, 0),
        (b"abc", True, 1),
        (b"x" * MOST, False, 0),
        (b"x" * (MOST + 1), False, 1),
        (pasted(LONGEST_PASTE), False, 0),
        (pasted(LONGEST_PASTE + 1), False, 1),
    ],
)
async def test_input_that_is_dropped_is_told(typed: bytes, is_behind: bool, told: int) -> None:
    assert (await typed_into_an_app(typed, is_behind=is_behind))[0] == told


def test_no_more_waits_to_be_read_than_there_is_room_for() -> None:
    terminal = ChannelTerminal(lambda _: None, Look(), (80, 24), MOST, lambda: None)
    for typed in (b"x" * MOST + b"y\x03", b"z" * 5_000, b"\x03" * 2, b"z" * 50_000):
        terminal.typed(typed)
        assert len(terminal._typed) <= MOST


@pytest.mark.parametrize(
    ("reads", "is_behind", "read"),
    [
        ([b"abc\x03"], True, ["ctrl+c"]),
        ([b"abc\x1b[99;5u"], True, ["ctrl+c"]),
        ([b"abc\x1b[99;133u"], True, ["ctrl+c"]),
        ([b"abc\x1b[27;5;99~"], True, ["ctrl+c"]),
        ([b"a\x03bc"], True, []),
        ([b"x" * MOST + b"y\x03"], False, ["ctrl+c"]),
        ([b"\x1b[A" * MOST + b"\x03"], False, ["ctrl+c"]),
        ([pasted(MOST) + b"\x03"], False, ["ctrl+c"]),
        ([b"\x1b[200~abc", b"x" * (MOST + 1) + b"\x03"], False, ["ctrl+c"]),  # in an open paste
    ],
)
async def test_dropped_input_that_ends_with_ctrl_c_still_ends_the_app(
    reads: list[bytes], is_behind: bool, read: list[str]
) -> None:
    assert (await typed_into_an_app(*reads, is_behind=is_behind))[1] == read
