"""The list of saves, and the menu: what they offer, and what they do with saves."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from threading import Event as Signal

import pytest
import waits
from canvas_text import go, text_of, until_gone, until_shown, words_on
from game_screens import choose_row, playing, press, running, settled, shown, type_ahead, until
from loop_watch import held, held_at
from people import ANN, COMPUTER
from played import unlistable_in
from pty_terminal import DEADLINE
from random_games import WHOLE, of_bad_decisions, save_game
from textual.pilot import Pilot

from boxtui.games import GAMES
from boxtui.play.handover import asked_for, taken_over
from boxtui.play.match import Match
from boxtui.play.own_saves import open_library
from boxtui.play.record import Record
from boxtui.tui.app import BoxTui
from boxtui.tui.screens import saved as saved_screen
from boxtui.tui.screens.choose import ChooseScreen
from boxtui.tui.screens.game import GameScreen
from boxtui.tui.screens.log import LogScreen
from boxtui.tui.screens.menu import MenuScreen
from boxtui.tui.screens.page import ListPage
from boxtui.tui.screens.review import ReviewScreen
from boxtui.tui.screens.saved import SavesScreen
from saves.errors import SaveError
from saves.journal import Journal
from saves.library import Library


def _saved(file: str) -> Path:
    path = save_game(open_library(), ANN).path
    return path.rename(path.with_name(file))


def _first(app: BoxTui) -> None:
    app.push_screen(SavesScreen())


@asynccontextmanager
async def listed(
    *files: str, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[tuple[Pilot[int], SavesScreen, list[Path]]]:
    """Save a game in each of these files, and show the list of saves."""
    paths = [_saved(file) for file in files]
    async with running(_first, size=size) as (pilot, _):
        page = await shown(pilot, SavesScreen)
        await until_shown(pilot, "choices", "Shut-the-Box")
        yield pilot, page, paths


async def test_a_click_resumes_a_save_whatever_its_name_contains() -> None:
    async with listed("choose 1\n-1 a.box") as (pilot, _, _):
        await pilot.click("#choices", offset=(10, 0))
        await shown(pilot, GameScreen)


@pytest.mark.parametrize("key", ["down", "enter", "v", "n", "x"])
async def test_a_refusal_is_gone_with_the_next_key_that_does_something(key: str) -> None:
    _saved("worse.box").write_text("nonsense")
    async with listed("good.box") as (pilot, page, _):
        page.choices.fill(page.choices._rows, "worse")
        await go(pilot, "enter", lambda: page.message.text)
        refusal = page.message.text
        if key != "down":
            page.choices.fill(page.choices._rows, "good")
        await go(pilot, key, lambda: page.message.text != refusal)


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
async def test_an_empty_list_of_saves_offers_only_to_go_back_and_says_what_to_do(
    size: tuple[int, int],
) -> None:
    async with listed("a.box", size=size) as (pilot, page, _):
        keys = "Enter choose v review n name x remove q Esc back"  # one row: no other to move to
        await go(pilot, lambda: words_on(pilot, "keys") == keys, "x down")
        assert words_on(pilot, "keys") == "↑↓ move Enter choose Esc close"
        await go(pilot, "enter", ("choices", "Begin a game in the menu"))
        assert words_on(pilot, "keys") == "q Esc back"
        assert page.glyphs.more not in text_of(pilot, "choices")
        await press(pilot, "enter", "down", "v")
        assert text_of(pilot, "message").strip() == "There is nothing to review."


async def test_that_the_saves_are_still_being_read_is_said_and_not_that_there_are_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _saved("a.box")
    async with running() as (pilot, app):
        await shown(pilot, MenuScreen)
        page = SavesScreen()
        goes_on = await held_at(monkeypatch, lambda: app.push_screen(page), Library, "entries")
        try:
            for key in ("v", "n", "x"):
                page.say("")
                type_ahead(app, key)
                await waits.until(lambda: page.message.text == "The saves are being read.")
        finally:
            goes_on.set()


async def test_the_save_under_the_cursor_is_removed_and_no_other_of_nearly_its_name() -> None:
    async with listed("a.box", "a.box.box", "a..b.box") as (pilot, page, paths):
        page.choices.fill(page.choices._rows, "a.box")
        await go(pilot, "x down enter", ("message", "Removed 'a.box'."))
        assert [path.name for path in paths if path.exists()] == ["a.box", "a..b.box"]


async def test_a_finished_game_is_reviewed_from_the_list_which_says_who_won() -> None:
    of_bad_decisions(open_library())
    async with running(_first) as (pilot, _):
        await go(pilot, ("choices", "Ben won, "), ("message", "scores, low wins: Ann: "), "v")
        await go(pilot, ReviewScreen, "escape", SavesScreen)


async def test_players_that_have_no_room_in_their_row_are_named_below_the_list() -> None:
    names = ["Bertram", "Caroline", "Dorothea", "Emily", "Frances"]
    seats = [ANN, *(replace(COMPUTER, name=name) for name in names)]
    save_game(open_library(), *seats, game="free-the-box", moves=12)
    async with running(size=(60, 20)) as (pilot, _):
        menu = await shown(pilot, MenuScreen)
        await go(pilot, ("choices", "Continue"), lambda: menu.choices.current == "continue")
        await go(pilot, ("message", "Frances: 0"), "s", SavesScreen, ("message", "Frances: 0"))


@pytest.mark.usefixtures("prompt_handover")
async def test_of_a_finished_game_that_another_session_opens_only_the_save_is_let_go() -> None:
    path = save_game(open_library(), ANN, moves=WHOLE).path
    async with running(lambda app: app.resume(path)) as (pilot, _):
        screen = await shown(pilot, GameScreen)
        (await taken_over(path)).close()
        await until(pilot, lambda: "was left for another session" in screen.message.text)
        assert screen in pilot.app.screen_stack


@pytest.mark.parametrize("moves", [0, WHOLE])
async def test_before_a_finished_game_is_removed_it_is_said_to_count_no_longer(moves: int) -> None:
    name = save_game(open_library(), ANN, moves=moves).name
    async with running(_first) as (pilot, _):
        await go(pilot, ("choices", "Shut-the-Box"), "x", ("text", "Shut-the-Box: "))
        assert ("counts in Progress" in words_on(pilot, "text")) == bool(moves)
        assert name not in words_on(pilot, "text")
        await go(pilot, "down enter", ("message", "Removed the game of Shut-the-Box."))


async def test_once_the_save_under_the_cursor_is_gone_the_cursor_stays_at_its_place() -> None:
    async with listed("a.box", "b.box", "c.box") as (pilot, page, _):
        first, second, third = page._entries.values()
        await press(pilot, "down")
        second.path.unlink()
        await press(pilot, "enter")
        await until(pilot, lambda: f"There is no file {second.path.name}" in page.message.text)
        assert list(page._entries.values()) == [first, third]
        assert page.choices.current == third.name


@pytest.mark.usefixtures("prompt_handover")
@pytest.mark.parametrize("kind", [MenuScreen, SavesScreen])
async def test_a_game_that_is_open_elsewhere_stays_there_or_is_continued_here(
    monkeypatch: pytest.MonkeyPatch, kind: type[ListPage]
) -> None:
    monkeypatch.setattr("boxtui.tui.app.KEYS_IGNORED", DEADLINE)
    elsewhere = Record.resume(_saved("a.box"), open_library())
    async with running() as (pilot, _):
        await press(pilot, *["s"] * (kind is SavesScreen))
        await shown(pilot, kind)
        await until_shown(pilot, "choices", "in use")
        for answer in (["escape"], ["down", "enter"], ["enter"]):
            await press(pilot, "enter", "enter")  # the second one is too early to answer
            question = await shown(pilot, ChooseScreen)
            await until_shown(pilot, "text", "This game is open in another session")
            question._just_shown.seconds = 0.0
            leaving = asyncio.create_task(asked_for(elsewhere))
            await press(pilot, *answer)
            await shown(pilot, kind)
            if answer != ["enter"]:
                assert not elsewhere.is_asked_for()
                leaving.cancel()
        await leaving
        elsewhere.close()
        screen = await shown(pilot, GameScreen)
        assert screen.runner.record.path == elsewhere.path


@pytest.mark.usefixtures("prompt_handover")
async def test_a_game_that_another_session_asks_for_is_left_with_all_that_is_over_it() -> None:
    async with playing(Match(GAMES["shut-the-box"], {}, [ANN], 3)) as (pilot, screen):
        await go(pilot, "l", LogScreen)
        there = await taken_over(screen.runner.record.path)
        there.close()
        await shown(pilot, MenuScreen)
        left = "Your game of Shut-the-Box was left for another session."
        await until_shown(pilot, "message", left)
        await until_shown(pilot, "choices", "Continue Shut-the-Box")


async def test_a_save_that_is_open_elsewhere_is_not_removed_or_named_and_nothing_is_asked() -> None:
    async with listed("a.box") as (pilot, page, (path,)):
        with Journal.open(path):
            for key in ("x", "n"):
                await go(pilot, key, ("message", "open in another session"))
                assert not page.line_is_open
                assert pilot.app.screen is page
                page.say("")
                assert "in use" in text_of(pilot, "choices")


async def test_a_save_is_given_a_name_that_no_other_has() -> None:
    async with listed("a.box", "b.box") as (pilot, page, paths):
        page.choices.fill(page.choices._rows, "b")
        await go(pilot, "n backspace a enter", ("message", "already a file a.box"))
        assert page.line_is_open
        await press(pilot, *"a", "space", *"good one", "enter")
        await until_shown(pilot, "message", "Renamed 'b' to 'a good one'.")
        await until(pilot, lambda: page.choices.current == "a good one")
        assert "Shut-the-Box: a good one" in text_of(pilot, "choices")
        assert [path.exists() for path in paths] == [True, False]
        await press(pilot, "n", "escape")
        assert (text_of(pilot, "message").strip(), page.line_is_open) == ("", False)
        await press(pilot, "enter")
        assert (await shown(pilot, GameScreen)).runner.record.name == "a good one"


async def test_a_name_that_is_left_as_it_is_stays() -> None:
    names = ["k\udcff", "x" * 60, "kimbo", "back\\slash "]
    async with listed(*(f"{name}.box" for name in names)) as (pilot, page, paths):
        for name in names:
            page.choices.fill(page.choices._rows, name)
            await go(pilot, "n", lambda: page.line_is_open, "enter", lambda: not page.line_is_open)
            assert text_of(pilot, "message").strip() == ""
        assert all(path.exists() for path in paths)


async def test_the_menu_says_what_the_figures_of_the_game_to_continue_count() -> None:
    save_game(open_library(), ANN, COMPUTER, game="box")
    async with running() as (pilot, _):
        await go(pilot, ("choices", "Continue Box"), ("message", "squares: Ann: 0, Computer: 0"))
        await press(pilot, "down")
        await until_gone(pilot, "message", "squares: Ann")


async def test_a_damaged_save_is_listed_with_its_reason_and_kept() -> None:
    path = save_game(open_library(), ANN).path
    content = bytearray(path.read_bytes())
    content[40] ^= 1
    path.write_bytes(content)
    async with running() as (pilot, _):
        await shown(pilot, MenuScreen)
        await settled(pilot)
        assert "Continue" not in text_of(pilot, "choices")
        await go(pilot, "s", ("choices", "Damaged save"), "enter", ("message", "is damaged"))
    assert path.read_bytes() == content


async def test_an_unreadable_folder_of_saves_is_reported_in_menu_and_list(home: Path) -> None:
    unlistable_in(home)
    async with running() as (pilot, app):
        await go(pilot, ("message", "The folder of saves"), "s", ("choices", "Save not readable"))
        await until(pilot, lambda: words_on(pilot, "keys") == "q Esc back")
        await go(pilot, "x", ("message", "There is nothing to remove."), "q", MenuScreen)
        await go(pilot, ("message", "The folder of saves"), "q", lambda: not app.is_running)
        assert app.return_code == 0


async def test_back_in_the_menu_the_cursor_stays_unless_another_game_can_be_continued() -> None:
    _saved("a.box")
    async with running() as (pilot, _):
        menu = await shown(pilot, MenuScreen)
        await go(pilot, lambda: menu.choices.current == "continue", "down enter q", MenuScreen)
        await settled(pilot)
        assert menu.choices.current == "play shut-the-box"
        await press(pilot, "o")
        _saved("b.box")
        await go(pilot, "q", lambda: menu.choices.current == "continue")


async def test_the_question_mark_in_the_menu_is_about_the_row_under_the_cursor() -> None:
    _saved("a.box")
    async with running() as (pilot, _):
        menu = await shown(pilot, MenuScreen)
        await until(pilot, lambda: menu.choices.current == "continue")
        for row, key, title in (
            ("continue", "? rules", "Rules of Shut-the-Box"),
            ("play kimbo", "? rules", "Rules of Kimbo"),
            ("settings", "? help", "How to use boxtui"),
        ):
            while menu.choices.current != row:
                await press(pilot, "down")
            assert key in words_on(pilot, "keys")
            await go(pilot, "question_mark", ("title", title), "question_mark", MenuScreen)


async def test_a_removed_save_can_no_longer_be_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    remove, resume = Library.remove_file, SavesScreen.on_screen_resume
    answered, removed, read_again = Signal(), Signal(), Signal()

    def slowly(library: Library, path: Path) -> None:
        remove(library, path)
        removed.set()
        read_again.wait(DEADLINE)

    async def listing(page: SavesScreen) -> None:
        if answered.is_set():
            await asyncio.to_thread(removed.wait, DEADLINE)
        await resume(page)
        if not page._entries:
            read_again.set()

    monkeypatch.setattr(Library, "remove_file", slowly)
    monkeypatch.setattr(SavesScreen, "on_screen_resume", listing)
    async with listed("a.box") as (pilot, page, (path,)):
        await press(pilot, "x")
        answered.set()
        choose_row(pilot, "remove")
        await shown(pilot, SavesScreen)
        await until(pilot, lambda: page.message.text.startswith("Removed "))
        assert "no saved game" in text_of(pilot, "choices")
        choose_row(pilot, path.stem)
        await settled(pilot)
        assert pilot.app.screen is page


@asynccontextmanager
async def while_reading(page: SavesScreen, held: tuple[Signal, Signal]) -> AsyncIterator[None]:
    """Have the saves read again, up to what is `held`; then let that go on to its end."""
    begun, goes_on = held
    reading = asyncio.create_task(page.on_screen_resume())
    assert await asyncio.to_thread(begun.wait, DEADLINE)
    try:
        yield
    finally:
        goes_on.set()
        await reading


async def test_no_save_is_removed_while_saves_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    async with listed("a.box") as (pilot, page, _):
        async with while_reading(page, held(monkeypatch, Library, "entries")):
            await pilot.app.run_action("remove", page)
            assert pilot.app.screen is page


async def test_an_older_list_never_follows_a_newer_one(monkeypatch: pytest.MonkeyPatch) -> None:
    async with listed("a.box") as (pilot, page, (path,)):
        older = held(monkeypatch, saved_screen, "stories", when=lambda _, entries: entries)
        async with while_reading(page, older):
            open_library().remove_file(path)
            await page.on_screen_resume()
        assert "no saved game" in text_of(pilot, "choices")


async def test_an_older_failure_never_follows_a_list(monkeypatch: pytest.MonkeyPatch) -> None:
    async with listed("a.box") as (pilot, page, _):
        refusal, first = SaveError("The saves can't be read."), [True]
        older = held(
            monkeypatch, Library, "entries", when=lambda _: first and first.pop(), fails=refusal
        )
        async with while_reading(page, older):
            await page.on_screen_resume()
        assert "Shut-the-Box" in text_of(pilot, "choices")
        assert page.message.text == ""
