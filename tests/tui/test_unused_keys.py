"""What is said of a key that does nothing, and for how long."""

from collections.abc import Callable
from functools import partial
from typing import cast

from canvas_text import go, text_of, until_shown
from game_screens import playing, press, pressed, running, shown, until
from people import ANN
from textual.events import Key
from textual.pilot import Pilot

from boxtui.games import GAMES
from boxtui.play.match import Match
from boxtui.tui.app import BoxTui
from boxtui.tui.screens.about import AboutScreen
from boxtui.tui.screens.game import GameScreen
from boxtui.tui.screens.learn import LearnScreen
from boxtui.tui.screens.lesson import LessonScreen
from boxtui.tui.screens.menu import MenuScreen
from boxtui.tui.screens.page import Page
from boxtui.tui.screens.rules import RulesScreen
from boxtui.tui.screens.saved import SavesScreen
from boxtui.tui.screens.settings import SettingsScreen
from boxtui.tui.screens.setup import SetupScreen
from boxtui.tui.widgets.message_bar import MessageKind

SHUT = GAMES["shut-the-box"]

PAGES: list[tuple[Callable[[BoxTui], object], type[Page]]] = [
    (lambda app: None, MenuScreen),
    (lambda app: app.set_up(SHUT, 7), SetupScreen),
    (lambda app: app.begin(Match(SHUT, {}, [ANN], 3)), GameScreen),
    (lambda app: app.teach("box"), LessonScreen),
    (BoxTui.open_lessons, LearnScreen),
    (lambda app: app.push_screen(SettingsScreen()), SettingsScreen),
    (lambda app: app.push_screen(SavesScreen()), SavesScreen),
]
"""Pages, and what opens each from the menu."""


async def test_a_key_that_does_nothing_says_so_on_every_page() -> None:
    async with running() as (pilot, app):
        menu = await shown(pilot, MenuScreen)
        for opening, kind in PAGES:
            opening(app)
            await check_unused_keys(pilot, await shown(pilot, kind))
            while app.screen is not menu:
                await app.pop_screen()


async def test_f1_opens_and_closes_what_the_question_mark_does() -> None:
    async with running() as (pilot, app):
        menu = await shown(pilot, MenuScreen)
        await go(pilot, "end f1", AboutScreen, "f1", MenuScreen)
        for opening, kind in PAGES[1:5]:
            opening(app)
            await go(pilot, kind, "f1", RulesScreen, "f1", kind)
            while app.screen is not menu:
                await app.pop_screen()


async def test_what_a_key_was_told_that_did_nothing_else_goes_with_the_next_key() -> None:
    async with playing(Match(GAMES["kimbo"], {}, [ANN, ANN], 1)) as (pilot, screen):
        await until(pilot, screen.may_decide)
        for _ in range(2):
            await press(pilot, "e")
            assert screen.message.kind is MessageKind.YOUR_TURN
        await press(pilot, "right")
        assert not screen.message.text


async def check_unused_keys(pilot: Pilot[int], page: Page) -> None:
    """Check what the page says of keys that do nothing."""
    app = cast("BoxTui", pilot.app)

    def says(sentence: str) -> bool:
        return page.message.text.startswith(sentence)

    for key, name in (("z", "z"), ("f5", "F5"), ("Z", "Z"), ("ctrl+x", "Ctrl+x")):
        await until(pilot, partial(says, f"{name} does nothing here."), key)
    for key in ("ctrl+q", "ctrl+p", "tab", "shift+tab", "super+c"):  # Textual's own
        page.say("")
        await press(pilot, key)
        assert says(f"{key.capitalize()} does nothing here.")
        assert app.is_running
        assert app.screen is page
    for letter, key, name in (
        ("u", "alt+u", "Alt+u"),
        ("\x19", "\x19", "That key"),
        ("\x1d", "ctrl+right_square_bracket", "That key"),
        ("_", "underscore", "_"),
    ):
        app.say_unused(Key(key, letter))
        assert says(f"{name} does nothing here.")
    page.say("Something that matters.")
    await pressed(pilot, "z")
    assert page.message.text == "Something that matters."
    both = "Something that matters.\n z does nothing here."
    await until_shown(pilot, "message", both)
    page.say("Something else.")
    await until(pilot, lambda: text_of(pilot, "message") == " Something else.")


async def test_who_types_a_move_without_a_colon_is_told_which_key_comes_first() -> None:
    async with playing(Match(GAMES["kimbo"], {}, [ANN, ANN], 1)) as (pilot, screen):
        await press(pilot, "w")
        assert screen.message.text == "w does nothing here. To type a move, press : first."
    async with running(lambda app: app.teach("kimbo")) as (pilot, _):
        page = await shown(pilot, LessonScreen)
        await press(pilot, "w")  # the lesson doesn't ask yet
        assert page.message.text == "w does nothing here. The last lines name the keys."


async def test_a_key_that_does_something_clears_that_another_did_nothing_and_nothing_else() -> None:
    async with running() as (pilot, _):
        page = await shown(pilot, MenuScreen)
        for keys in (["down"], ["enter", "escape"]):  # to a setup and back
            await press(pilot, "z")
            assert page.message.text.startswith("z does nothing here.")
            await press(pilot, *keys)
            await shown(pilot, MenuScreen)
            assert page.message.text == ""
        page.say("Something that matters.")
        await go(pilot, "z", ("message", "z does nothing"), "down")
        await until(pilot, lambda: text_of(pilot, "message") == " Something that matters.")
        page.message.add("What another key has said.")
        await pressed(pilot, "down")
        assert page.message.aside == "What another key has said."
