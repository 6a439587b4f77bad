"""Games that are being opened: keys typed meanwhile are for them; those not shown are closed."""

import asyncio
import gc
import warnings
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from threading import Event as Signal
from typing import cast

import pytest
from canvas_text import go, until_shown
from game_screens import choose_row, press, running, shown, type_ahead, until
from loop_watch import held_at
from people import ANN
from played import library_in
from pty_terminal import DEADLINE
from random_games import save_game
from textual.pilot import Pilot
from textual.worker import WorkerFailed

from boxtui.core import BadOption
from boxtui.games import GAMES
from boxtui.play.match import Match
from boxtui.play.own_saves import open_library
from boxtui.play.record import Record
from boxtui.tui.app import BoxTui
from boxtui.tui.screens.choose import ChooseScreen
from boxtui.tui.screens.game import GameScreen
from boxtui.tui.screens.lesson import LessonScreen
from boxtui.tui.screens.log import LogScreen
from boxtui.tui.screens.menu import MenuScreen
from boxtui.tui.screens.name import NameScreen
from boxtui.tui.screens.saved import SavesScreen

SHUT = GAMES["shut-the-box"]


@asynccontextmanager
async def at_the_saves() -> AsyncIterator[tuple[Pilot[int], SavesScreen, Record]]:
    """Run the app at its list of saves, which has the one of that record."""
    record = save_game(open_library(), ANN)
    async with running() as (pilot, _):
        await go(pilot, "s", ("choices", SHUT.title))
        yield pilot, await shown(pilot, SavesScreen), record


@pytest.mark.parametrize("keys", ["s s l", "enter enter l", "enter enter enter s l", "s enter l"])
async def test_keys_typed_while_a_game_opens_are_for_that_game_and_begin_no_other(
    home: Path, monkeypatch: pytest.MonkeyPatch, keys: str
) -> None:
    async with running(lambda app: app.set_up(SHUT, 7)) as (pilot, app):
        await until_shown(pilot, "choices", "Start the game")
        (await held_at(monkeypatch, partial(type_ahead, app, *keys.split()), Record, "begin")).set()
        await shown(pilot, LogScreen)
        assert [type(screen) for screen in app.screen_stack] == [MenuScreen, GameScreen, LogScreen]
    assert len(library_in(home).entries()) == 1


async def leave(pilot: Pilot[int], goes_on: Signal) -> None:
    """Leave the page over the menu, and then let a game that it began to open go on."""
    app = cast("BoxTui", pilot.app)
    page = app.screen
    app.pop_screen()
    await until(pilot, lambda: page not in app.screen_stack)
    goes_on.set()
    await app.loaded()
    await app.disk.finish()
    assert isinstance(app.screen, MenuScreen)


async def test_a_game_whose_setup_was_left_before_it_was_saved_is_neither_shown_nor_kept(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(lambda app: app.set_up(SHUT, 7)) as (pilot, app):
        await until_shown(pilot, "choices", "Start the game")
        await leave(
            pilot, await held_at(monkeypatch, partial(type_ahead, app, "s"), Record, "begin")
        )
        assert library_in(home).entries() == []


async def test_a_save_chosen_from_a_list_that_was_left_is_closed_and_not_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with at_the_saves() as (pilot, _, record):
        choosing = partial(choose_row, pilot, record.name)
        await leave(pilot, await held_at(monkeypatch, choosing, Record, "resume"))
        Record.resume(record.path, open_library()).close()


async def test_while_a_game_is_opened_that_is_said_if_another_is_chosen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with at_the_saves() as (pilot, page, record):
        choosing = partial(choose_row, pilot, record.name)
        goes_on = await held_at(monkeypatch, choosing, Record, "resume")
        choosing()
        await until(pilot, lambda: page.message.text == "A game is being opened.")
        goes_on.set()
        await shown(pilot, GameScreen)
        assert page.message.text == ""


@pytest.mark.parametrize("step", ["pop_screen", "_open_in_place"])
async def test_the_save_of_a_game_that_cannot_be_shown_is_closed(
    home: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    record, dropped = save_game(library_in(home), ANN), list[Path]()
    drop = Record.drop

    def noted(record: Record) -> None:
        drop(record)
        dropped.append(record.path)

    def fail(app: BoxTui, screen: object = None) -> None:
        raise LookupError(screen)

    async def open_in_vain() -> None:
        async with running() as (pilot, app):
            resume = partial(app.resume, record.path)
            goes_on = await held_at(monkeypatch, resume, Record, "resume")
            app.ask_name()
            await shown(pilot, NameScreen)
            monkeypatch.setattr(BoxTui, step, fail)
            goes_on.set()
            await until(pilot, lambda: dropped)

    monkeypatch.setattr(Record, "drop", noted)
    with pytest.raises(WorkerFailed):
        await open_in_vain()
    assert dropped == [record.path]
    Record.resume(record.path, library_in(home)).close()


async def test_what_cannot_be_opened_is_said_below_a_question_asked_meanwhile() -> None:
    def refused() -> Match:
        raise BadOption("No such game.")

    async with running(lambda app: app.teach("box")) as (pilot, app):
        page = await shown(pilot, LessonScreen)
        await press(pilot, "l")
        assert isinstance(app.screen, ChooseScreen)
        app.start(refused)
        await until(pilot, lambda: "No such game." in page.message.text)


async def test_leaving_before_a_save_is_opened_leaves_nothing_behind(home: Path) -> None:
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        async with running() as (_, app):
            app.resume(home / "gone.box")
            app.workers.cancel_all()
            app.exit(0)
        gc.collect()
    assert [str(warning.message) for warning in warned] == []


async def test_a_save_that_is_being_opened_when_the_app_ends_is_closed(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = save_game(library_in(home), ANN)
    async with running() as (_, app):
        goes_on = await held_at(monkeypatch, partial(app.resume, record.path), Record, "resume")
        app.exit(0)
    closed = Signal()
    monkeypatch.setattr(Record, "close", lambda _: closed.set())
    goes_on.set()
    assert await asyncio.to_thread(closed.wait, DEADLINE)
