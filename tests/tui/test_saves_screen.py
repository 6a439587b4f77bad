"""The list of saves, and the menu: what they offer, and what they do with saves."""

import asyncio
from pathlib import Path

import pytest
import waits
from game_screens import press, running, shown, text_of, until
from loop_watch import held
from people import ANN
from pty_terminal import DEADLINE
from random_games import save_game
from textual.events import Key
from textual.pilot import Pilot

from ai.agent import HUMAN
from boxtui.play.match import Seat
from boxtui.play.own_saves import open_library
from boxtui.play.record import Record
from boxtui.tui.app import BoxTui
from boxtui.tui.screens.game import GameScreen
from boxtui.tui.screens.menu import MenuScreen
from boxtui.tui.screens.saved import SavesScreen
from saves.journal import Journal
from saves.library import Library


def _saved(file: str) -> Path:
    path = save_game(open_library(), Seat(file, HUMAN)).path
    return path.rename(path.with_name(file))


def _keys(pilot: Pilot[int]) -> str:
    return " ".join(text_of(pilot, "keys").split())


async def test_a_click_resumes_a_save_whatever_its_name_contains() -> None:
    path = save_game(open_library(), ANN).path
    path.rename(path.with_name(f"choose 1\n-1 {path.name}"))
    async with running(_first) as (pilot, _):
        await until(pilot, lambda: "Shut-the-Box" in text_of(pilot, "choices"))
        await pilot.click("#choices", offset=(10, 0))
        await shown(pilot, GameScreen)


def _first(app: BoxTui) -> None:
    app.push_screen(SavesScreen())


@pytest.mark.parametrize("key", ["down", "enter", "v", "n", "x"])
async def test_a_refusal_is_gone_with_the_next_key_that_does_something(key: str) -> None:
    good, worse = _saved("good.box"), _saved("worse.box")
    worse.write_text("nonsense")
    async with running(_first) as (pilot, _):
        page = await shown(pilot, SavesScreen)
        await until(pilot, lambda: len(page._entries) == 2)
        page.choices.fill(page.choices._rows, worse.stem)
        await press(pilot, "enter")
        await until(pilot, lambda: page.message.text)
        refusal = page.message.text
        if key != "down":
            page.choices.fill(page.choices._rows, good.stem)
        await press(pilot, key)
        await until(pilot, lambda: page.message.text != refusal)


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
async def test_an_empty_list_of_saves_offers_only_to_go_back_and_says_what_to_do(
    size: tuple[int, int],
) -> None:
    save_game(open_library(), ANN)
    async with running(_first, size=size) as (pilot, app):
        await until(pilot, lambda: "Shut-the-Box" in text_of(pilot, "choices"))
        # One row: no other to move to.
        await until(pilot, lambda: _keys(pilot) == "Enter choose v review n name x remove q back")
        await press(pilot, "x", "down")
        assert _keys(pilot) == "↑↓ move Enter choose Esc close"
        await press(pilot, "enter")
        await until(pilot, lambda: "Begin a game in the menu" in text_of(pilot, "choices"))
        assert _keys(pilot) == "q back"
        assert app.glyphs.more not in text_of(pilot, "choices")
        await press(pilot, "enter", "down", "v")
        assert text_of(pilot, "message").strip() == "There is nothing to review."


@pytest.mark.parametrize("key", ["v", "n", "x"])
async def test_that_the_saves_are_still_being_read_is_said_and_not_that_there_are_none(
    monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    _saved("a.box")
    async with running() as (pilot, app):
        await shown(pilot, MenuScreen)
        begun, goes_on = held(monkeypatch, Library, "entries")
        try:
            page = SavesScreen()
            app.push_screen(page)
            await asyncio.to_thread(begun.wait, DEADLINE)
            app.post_message(Key(key, key))
            await waits.until(lambda: page.message.text == "The saves are being read.")
        finally:
            goes_on.set()


async def test_the_save_under_the_cursor_is_removed_and_no_other_of_nearly_its_name() -> None:
    paths = {name: _saved(name) for name in ("a.box", "a.box.box", "a..b.box")}
    async with running(_first) as (pilot, _):
        await until(pilot, lambda: "a.box.box" in text_of(pilot, "choices"))
        screen = await shown(pilot, SavesScreen)
        while screen.choices.current != "a.box":
            await press(pilot, "down")
        await press(pilot, "x", "down", "enter")
        await until(pilot, lambda: "Removed 'a.box'." in text_of(pilot, "message"))
        assert [name for name, path in paths.items() if path.exists()] == ["a.box", "a..b.box"]


async def test_once_the_save_under_the_cursor_is_gone_the_cursor_stays_at_its_place() -> None:
    for name in ("a.box", "b.box", "c.box"):
        _saved(name)
    async with running(_first) as (pilot, _):
        screen = await shown(pilot, SavesScreen)
        await until(pilot, lambda: len(screen._entries) == 3)
        first, second, third = screen._entries.values()
        await press(pilot, "down")
        second.path.unlink()
        await press(pilot, "enter")
        await until(pilot, lambda: f"There is no file {second.path.name}" in screen.message.text)
        assert list(screen._entries.values()) == [first, third]
        assert screen.choices.current == third.name


@pytest.mark.parametrize("is_menu", [True, False])
async def test_a_list_that_offered_what_is_open_elsewhere_by_now_says_so_and_looks_again(
    *, is_menu: bool
) -> None:
    path = _saved("a.box")
    async with running(None if is_menu else _first) as (pilot, _):
        offered = "Continue Shut-the-Box" if is_menu else "unfinished"
        await until(pilot, lambda: offered in text_of(pilot, "choices"))
        elsewhere = Record.resume(path, open_library())
        await press(pilot, "enter")
        await until(pilot, lambda: "a.box is open in another session" in text_of(pilot, "message"))
        assert offered not in text_of(pilot, "choices")
        elsewhere.close()
        await press(pilot, "s" if is_menu else "enter")
        await shown(pilot, SavesScreen if is_menu else GameScreen)


async def test_a_save_that_is_open_elsewhere_is_not_removed_or_named_and_no_question_is_asked() -> (
    None
):
    path = _saved("a.box")
    async with running(_first) as (pilot, _):
        screen = await shown(pilot, SavesScreen)
        await until(pilot, lambda: "Shut-the-Box" in text_of(pilot, "choices"))
        with Journal.open(path):
            for key in ("x", "n"):
                await press(pilot, key)
                await until(pilot, lambda: "open in another session" in text_of(pilot, "message"))
                assert not screen.line_is_open
                await shown(pilot, SavesScreen)
                screen.say("")
                assert "open elsewhere" in text_of(pilot, "choices")


async def test_a_save_is_given_a_name_that_no_other_has() -> None:
    paths = [_saved("a.box"), _saved("b.box")]
    async with running(_first) as (pilot, _):
        screen = await shown(pilot, SavesScreen)
        await until(pilot, lambda: "Shut-the-Box" in text_of(pilot, "choices"))
        while screen.choices.current != "b":
            await press(pilot, "down")
        await press(pilot, "n", "backspace", "a", "enter")
        await until(pilot, lambda: "already a file a.box" in text_of(pilot, "message"))
        assert screen.line_is_open
        await press(pilot, *"a", "space", *"good one", "enter")
        await until(pilot, lambda: "Renamed 'b' to 'a good one'." in text_of(pilot, "message"))
        await until(pilot, lambda: screen.choices.current == "a good one")
        assert "Shut-the-Box: a good one" in text_of(pilot, "choices")
        assert [path.exists() for path in paths] == [True, False]
        await press(pilot, "n", "escape")
        assert (text_of(pilot, "message").strip(), screen.line_is_open) == ("", False)
        await press(pilot, "enter")
        assert (await shown(pilot, GameScreen)).runner.record.name == "a good one"


@pytest.mark.parametrize("name", ["k\udcff", "x" * 60, "kimbo", "back\\slash "])
async def test_a_name_that_is_left_as_it_is_stays(name: str) -> None:
    path = _saved("a.box")
    path = path.rename(path.with_name(f"{name}.box"))
    async with running(_first) as (pilot, _):
        screen = await shown(pilot, SavesScreen)
        await until(pilot, lambda: "Shut-the-Box" in text_of(pilot, "choices"))
        await press(pilot, "n")
        await until(pilot, lambda: screen.line_is_open)
        await press(pilot, "enter")
        await until(pilot, lambda: not screen.line_is_open)
        assert (text_of(pilot, "message").strip(), path.exists()) == ("", True)


@pytest.mark.parametrize("row", ["continue", "play kimbo", "settings"])
async def test_the_question_mark_in_the_menu_is_about_the_row_under_the_cursor(row: str) -> None:
    _saved("a.box")
    async with running() as (pilot, _):
        menu = await shown(pilot, MenuScreen)
        await until(pilot, lambda: menu.choices.current == "continue")
        while menu.choices.current != row:
            await press(pilot, "down")
        assert f"? {'help' if row == 'settings' else 'rules'}" in _keys(pilot)
        await press(pilot, "question_mark")
        titles = {
            "continue": "Rules of Shut-the-Box",
            "play kimbo": "Rules of Kimbo",
            "settings": "How to use boxtui",
        }
        await until(pilot, lambda: titles[row] in text_of(pilot, "title"))
        await press(pilot, "question_mark")
        await shown(pilot, MenuScreen)
