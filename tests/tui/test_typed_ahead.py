"""Keys and clicks that arrive before earlier ones are handled are taken once or not at all."""

import asyncio
import gc
import warnings
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from threading import Event as Signal
from typing import cast

import pytest
from game_screens import ROUNDS, FirstMoves, press, settled, text_of, until
from played import library_in
from pty_terminal import DEADLINE
from textual.events import Hide
from textual.pilot import Pilot

from ai.worker import Searcher
from boxtui.games import GAMES
from boxtui.play.match import HUMAN, Match, Seat
from boxtui.play.record import Record
from boxtui.system.settings import Settings
from boxtui.system.terminal import Look
from boxtui.tui.app import BoxTui
from boxtui.tui.screens.common import Page
from boxtui.tui.screens.learn import LearnScreen
from boxtui.tui.screens.saved import SavesScreen
from boxtui.tui.screens.setup import SetupScreen, last_setup
from boxtui.tui.widgets.choices import Choices
from saves.library import Library

pytestmark = [pytest.mark.tui, pytest.mark.usefixtures("home")]


def at_the_menu() -> BoxTui:
    app = BoxTui(Look(), Settings(name="Ann"))
    app.searcher = cast("Searcher", FirstMoves())
    return app


def page_of(pilot: Pilot[int]) -> Page:
    screen = pilot.app.screen
    assert isinstance(screen, Page)
    return screen


@pytest.mark.parametrize(
    ("page", "row"),
    [
        ("menu", "play kimbo"),
        ("menu", "learn"),
        ("learn", "lesson kimbo"),
        ("learn", "practice shut-the-box"),
    ],
)
async def test_enter_twice_opens_one_screen(page: str, row: str) -> None:
    async with at_the_menu().run_test(size=(80, 24)) as pilot:
        if page == "learn":
            await press(pilot, "l")
            await until(pilot, lambda: isinstance(pilot.app.screen, LearnScreen))
        under = list(pilot.app.screen_stack)
        choices = pilot.app.screen.query_one(Choices)
        for _ in range(2):
            choices.post_message(Choices.Chosen(row))
        app = pilot.app
        assert isinstance(app, BoxTui)
        await until(pilot, lambda: app.screen not in under and not app._loads)
        for _ in range(ROUNDS):  # not until it has settled: practice goes on looking for positions
            await pilot.pause(0.01)
        assert app.screen_stack[:-1] == under


async def test_a_removed_save_can_no_longer_be_chosen(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = [Seat("Ann", HUMAN), Seat("Computer", "level1")]
    record = Record.begin(Match(GAMES["shut-the-box"], {}, seats, 7), library_in(home))
    record.close()
    remove, resume = Library.remove, SavesScreen.on_screen_resume
    answered, removed, listed = Signal(), Signal(), Signal()

    def slowly(library: Library, name: str) -> None:
        remove(library, name)
        removed.set()
        listed.wait(DEADLINE)

    async def listing(page: SavesScreen) -> None:
        if answered.is_set():
            await asyncio.to_thread(removed.wait, DEADLINE)
        await resume(page)
        if not page._entries:
            listed.set()

    monkeypatch.setattr(Library, "remove", slowly)
    monkeypatch.setattr(SavesScreen, "on_screen_resume", listing)
    async with at_the_menu().run_test(size=(80, 24)) as pilot:
        await press(pilot, "s")
        await until(pilot, lambda: "Shut-the-Box" in text_of(pilot, "choices"))
        await press(pilot, "x")
        answered.set()
        pilot.app.screen.query_one(Choices).post_message(Choices.Chosen("remove"))
        await until(pilot, lambda: isinstance(pilot.app.screen, SavesScreen))
        await until(pilot, lambda: page_of(pilot).message._text.startswith("Removed "))
        assert "no saved game" in text_of(pilot, "choices")
        pilot.app.screen.query_one(Choices).post_message(Choices.Chosen(record.name))
        await settled(pilot)
        assert isinstance(pilot.app.screen, SavesScreen)


async def test_leaving_before_a_save_is_opened_leaves_nothing_behind(home: Path) -> None:
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        async with at_the_menu().run_test(size=(80, 24)) as pilot:
            app = cast("BoxTui", pilot.app)
            app.resume(home / "gone.box")
            app.workers.cancel_all()
            app.exit(0)
        gc.collect()
    assert [str(warning.message) for warning in warned] == []


@asynccontextmanager
async def naming(seat: int) -> AsyncIterator[tuple[Pilot[int], SetupScreen]]:
    """Open the setup of a game with seed 5, with that seat's name being typed."""
    async with at_the_menu().run_test(size=(80, 24)) as pilot:
        page = SetupScreen(GAMES["shut-the-box"], last_setup(GAMES["shut-the-box"]), 5)
        await pilot.app.push_screen(page)
        page.query_one(Choices).post_message(Choices.Chosen(f"seat {seat}"))
        await until(pilot, lambda: page.line_is_open)
        yield pilot, page


async def test_typed_text_goes_to_the_row_that_asked_even_if_the_wheel_moves_the_cursor() -> None:
    async with naming(0) as (pilot, page):
        page.query_one(Choices).action_move(30)
        page.line.value = "17"
        await press(pilot, "enter")
        await until(pilot, lambda: not page.line_is_open)
        assert (page._seats[0].name, page._seed) == ("17", 5)


async def test_a_row_that_changes_closes_the_line_that_may_ask_for_what_is_gone() -> None:
    async with naming(1) as (pilot, page):
        page.query_one(Choices).post_message(Choices.Changed("players", -1))
        await until(pilot, lambda: not page.line_is_open)
        assert len(page._seats) == 1


async def test_a_line_that_is_opened_again_at_once_keeps_the_keys() -> None:
    async with naming(0) as (pilot, page):
        page.action_close_line()
        page.open_line("Another name:")
        await settled(pilot)
        assert page.focused is page.line


async def test_an_input_line_keeps_the_keys_if_a_late_event_says_it_was_hidden() -> None:
    async with naming(0) as (pilot, page):
        page.line.post_message(Hide())
        await settled(pilot)
        assert page.focused is page.line
