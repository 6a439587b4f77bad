"""Keys and clicks, also in bursts, that come before earlier ones are handled: taken once or never.

Nothing that is typed crashes the app or makes it hang.
"""

import asyncio
from functools import partial
from pathlib import Path
from signal import SIGINT
from typing import cast

import key_bursts
import pytest
from canvas_text import text_of, until_shown
from game_screens import ROUNDS, choose_row, playing, press, running, shown, type_ahead, until
from loop_watch import held, held_at
from people import ANN
from played import library_in
from pty_terminal import DEADLINE
from random_games import save_game
from textual.events import Key, Resize
from textual.geometry import Size

from boxtui.games import GAMES
from boxtui.play import latest
from boxtui.play.match import Match
from boxtui.play.own_saves import open_library
from boxtui.play.record import Record
from boxtui.tui import typed_ahead
from boxtui.tui.app import BoxTui
from boxtui.tui.screens.choose import ChooseScreen
from boxtui.tui.screens.game import GameScreen
from boxtui.tui.screens.learn import LearnScreen
from boxtui.tui.screens.lesson import LessonScreen
from boxtui.tui.screens.log import LogScreen
from boxtui.tui.screens.menu import MenuScreen
from boxtui.tui.screens.name import NameScreen
from boxtui.tui.screens.setup import SetupScreen
from boxtui.tui.typed_ahead import KEY_WAIT

SHUT = GAMES["shut-the-box"]


def test_bursts_of_any_keys_on_every_kind_of_screen_neither_crash_nor_hang_the_app() -> None:
    where = key_bursts.few_places()
    tally = key_bursts.run(where, 400, seed=1, at_once=8)
    assert tally.broken == []
    assert tally.bursts >= 400
    assert tally.sessions >= len(where)


async def test_a_resize_and_ctrl_c_take_effect_at_once_while_leaving_a_game_waits_for_the_disk(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    closed = list[Record]()

    def closes(record: Record) -> None:
        closed.append(record)

    monkeypatch.setattr(Record, "close", closes)
    async with playing(Match(SHUT, {}, [ANN], 3)) as (pilot, screen):
        app = cast("BoxTui", pilot.app)
        goes_on = await held_at(monkeypatch, partial(type_ahead, app, "q", "l"), Record, "close")
        try:
            app.post_message(Resize(Size(100, 30), Size(100, 30)))
            await until(pilot, lambda: screen.size.width == 100)
            assert app.screen is screen
            assert app.keys_taken == 1
            app.post_message(Key("ctrl+c", None))
            await until(pilot, lambda: not app.is_running)
            assert app.return_code == 128 + SIGINT
            assert closed == []
        finally:
            goes_on.set()
    assert closed == [screen.runner.record]


async def test_a_key_whose_action_fails_ends_the_app_with_its_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails(page: MenuScreen, key: str) -> None:
        raise ZeroDivisionError(key)

    monkeypatch.setattr(MenuScreen, "action_take", fails)
    with pytest.raises(ZeroDivisionError):
        async with running() as (pilot, _):
            await press(pilot, "o")


async def test_more_keys_are_taken_after_a_key_that_leaves_nothing_to_wait_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """From Python 3.12 on, a Textual task that never waits ends before it has a name."""

    async def at_once(app: BoxTui, is_done: bool) -> None:
        pass

    monkeypatch.setattr(BoxTui, "_settled", at_once)
    async with running() as (pilot, app):
        for key in ("down", "down", "up"):
            await press(pilot, key)
        assert not app.is_taking_keys


async def test_a_log_that_is_not_mounted_yet_takes_a_new_position() -> None:
    async with playing(Match(SHUT, {}, [ANN], 3)) as (pilot, screen):
        screen.action_log()
        assert isinstance(pilot.app.screen, LogScreen)
        assert not pilot.app.screen.is_mounted
        screen.changed()
        await until_shown(pilot, "body", "rolls")


async def test_a_game_takes_any_request_before_it_is_mounted_and_after_it_was_left() -> None:
    record = Record.begin(Match(GAMES["kimbo"], {}, [ANN, ANN], 3), open_library())
    async with running() as (pilot, app):
        screen = GameScreen(record, app.searcher)

        def all_at_once() -> None:
            screen.changed()
            screen.informed("told")
            screen.thinking("Ann")
            screen.thinking("")
            screen.action_go_on()
            screen.action_ask("UNDO")
            screen.action_switch_tutor()
            screen.action_withdraw()
            screen.action_play_unjudged()
            screen.warned(0, "It is bad.")
            screen.tutor_switched()
            screen.draw()
            screen.read_on()

        app.push_screen(screen)
        all_at_once()
        await until(pilot, lambda: screen.is_mounted)
        await press(pilot, "q")
        assert isinstance(app.screen, MenuScreen)
        await until(pilot, lambda: not screen.is_attached)
        all_at_once()


async def test_an_answer_given_twice_closes_one_dialog() -> None:
    async with running(lambda app: app.teach("box")) as (pilot, app):
        await shown(pilot, LessonScreen)
        await press(pilot, "l")
        dialog = await shown(pilot, ChooseScreen)
        for _ in range(3):
            dialog.action_answer("")
        await shown(pilot, LessonScreen)
        for _ in range(3):
            await app.screen_stack[-1].run_action("leave")
        await shown(pilot, MenuScreen)
        assert len(app.screen_stack) == 1


@pytest.mark.parametrize(("wait", "chosen"), [(KEY_WAIT, "Shut-the-Box"), (0.0, "Box")])
async def test_the_first_key_waits_until_the_menu_has_found_the_game_to_continue(
    home: Path, monkeypatch: pytest.MonkeyPatch, wait: float, chosen: str
) -> None:
    """If that takes too long, the game is put above the row where the cursor then is."""
    save_game(library_in(home), ANN, ANN, game="box")
    monkeypatch.setattr(typed_ahead, "KEY_WAIT", wait)
    begun, goes_on = held(monkeypatch, latest, "to_continue")

    async def type_before_it_is_found(app: BoxTui) -> None:
        await asyncio.to_thread(begun.wait, DEADLINE)
        type_ahead(app, "down")
        while not (app.is_taking_keys if wait else app.keys_taken):
            await asyncio.sleep(0)
        goes_on.set()

    tasks = list[asyncio.Task[None]]()
    async with running(
        lambda app: tasks.append(asyncio.create_task(type_before_it_is_found(app)))
    ) as (pilot, app):
        await until(pilot, lambda: "Continue" in text_of(pilot, "choices"))
        await until(pilot, lambda: app.keys_taken and not app.is_taking_keys)
        await press(pilot, "enter")
        await shown(pilot, SetupScreen)
        assert text_of(pilot, "title").strip() == f"{chosen}: a new game"


async def test_a_name_is_asked_for_once_however_fast_one_types() -> None:
    async with running() as (pilot, app):
        for keys, name in (
            (["escape"] * 2, "Ann"),
            (["Z", "enter", "enter"], "Z"),
            (["enter", "q"], "Z"),  # q leaves the menu
        ):
            app.ask_name()
            await shown(pilot, NameScreen)
            await press(pilot, *keys)
            await until(
                pilot, lambda: not any(isinstance(one, NameScreen) for one in app.screen_stack)
            )
            assert app.settings.name == name


async def test_enter_twice_opens_one_screen() -> None:
    async with running() as (pilot, app):
        menu = await shown(pilot, MenuScreen)
        for page, row in (
            (MenuScreen, "play kimbo"),
            (MenuScreen, "learn"),
            (LearnScreen, "lesson kimbo"),
            (LearnScreen, "practice shut-the-box"),
        ):
            if page is LearnScreen:
                app.open_lessons()
            await shown(pilot, page)
            under = list(app.screen_stack)
            for _ in range(2):
                choose_row(pilot, row)
            await until(pilot, lambda: app.screen not in under)  # noqa: B023
            await app.loaded()
            for _ in range(ROUNDS):  # not until it has settled: practice goes on looking
                await pilot.pause(0.01)
            assert app.screen_stack[:-1] == under
            while app.screen is not menu:
                await app.pop_screen()
