"""What the settings say about themselves."""

from dataclasses import replace
from math import inf

import pytest
from canvas_text import go, text_of
from game_screens import page_open, playing, press, pressed, settled, shown, until
from people import ANN

from boxtui.games import GAMES
from boxtui.play.match import Match
from boxtui.system import locations
from boxtui.system.settings import CHOICES, NO_COLOR, TITLES, Settings, read
from boxtui.system.terminal import Look
from boxtui.tui.screens.pace import PAUSES
from boxtui.tui.screens.settings import SettingsScreen
from boxtui.tui.widgets.choices import Choices


async def test_each_setting_is_explained_whole_and_enter_says_if_it_is_typed() -> None:
    async with page_open(SettingsScreen, size=(60, 20)) as (pilot, _):
        explained = set[str]()
        for key in TITLES:
            await settled(pilot)
            explained.add(text_of(pilot, "message").strip())
            typed = {"name": "type a name", "tutor_points": "type a number"}.get(key, "choose")
            assert f"Enter {typed}" in text_of(pilot, "keys")
            await press(pilot, "down")
        assert len(explained) == len(TITLES)
        assert all(words.endswith(".") for words in explained)


async def test_no_value_of_a_setting_is_cut_in_a_small_window() -> None:
    async with page_open(SettingsScreen, size=(60, 20)) as (pilot, page):
        for key in TITLES:
            for _ in CHOICES.get(key, ["other points"]):
                await pressed(pilot, *["right"] * (key != "name"))
                assert str(getattr(page.boxtui.settings, key)) in text_of(pilot, "choices")
                assert page.glyphs.more not in text_of(pilot, "choices")
            await press(pilot, "down")


async def test_d_puts_a_setting_other_than_the_name_back_to_its_default() -> None:
    async with page_open(SettingsScreen) as (pilot, page):
        before = page.boxtui.settings
        for key in TITLES:
            await settled(pilot)
            assert ("d default" in text_of(pilot, "keys")) is (key != "name")
            await press(pilot, *["right"] * (key != "name"))
            assert (page.boxtui.settings == before) is (key == "name")
            await press(pilot, "d")
            assert page.boxtui.settings == before
            await press(pilot, "down")


@pytest.mark.parametrize("color", [True, False])
async def test_where_no_color_is_set_the_colors_say_that_no_choice_shows_any(color: bool) -> None:
    async with page_open(SettingsScreen, look=Look(color=color)) as (pilot, _):
        await pressed(pilot, "down")
        assert (NO_COLOR in text_of(pilot, "message")) is not color


@pytest.mark.parametrize("is_before_the_value", [False, True])
async def test_a_click_on_another_setting_chooses_and_closes_the_line_that_asks_for_a_name(
    is_before_the_value: bool,
) -> None:
    async with page_open(SettingsScreen) as (pilot, page):
        await pilot.press("enter")
        await until(pilot, lambda: page.line_is_open)
        column = page.choices.label_cells + 5 if is_before_the_value else 6
        await pilot.click(Choices, offset=(column, list(TITLES).index("pace")))
        await until(pilot, lambda: page.boxtui.settings.pace == "slow")
        assert not page.line_is_open


async def test_a_board_is_drawn_anew_once_other_characters_were_chosen() -> None:
    async with playing(Match(GAMES["kimbo"], {}, [ANN, ANN], 1)) as (pilot, screen):
        await press(pilot, "comma")
        page = await shown(pilot, SettingsScreen)
        page.boxtui.keep_setting(replace(page.boxtui.settings, drawing="ascii"), "drawing", page)
        await go(pilot, "q", lambda: screen.is_active, lambda: text_of(pilot, "board").isascii())
        assert text_of(pilot, "side").isascii()


async def test_the_threshold_is_typed_or_changed_in_the_settings_and_no_text_keeps_it() -> None:
    async with page_open(SettingsScreen) as (pilot, page):
        app, row = page.boxtui, list(TITLES).index("tutor_points")
        await press(pilot, *["down"] * row, "left")
        await until(pilot, lambda: app.settings.tutor_points == 4)
        assert "4 percentage points" in text_of(pilot, "choices")
        await press(pilot, "enter", "enter")
        assert (page.line_is_open, app.settings.tutor_points) == (False, 4)
        await go(pilot, "enter 5 1 enter", lambda: "51 is not a whole number" in page.message.text)
        await go(pilot, "5 0 enter", lambda: not page.line_is_open, "right")
        await until(pilot, lambda: read(locations.settings())[0].tutor_points == 1)
        assert app.settings.tutor_points == 1


def test_paces_are_ordered_by_speed_and_the_default_is_brisk() -> None:
    pauses = [PAUSES[pace] for pace in CHOICES["pace"]]
    seconds = [inf if pause is None else pause for pause in pauses]
    assert seconds == sorted(seconds)
    assert set(CHOICES["pace"]) == set(PAUSES)
    assert Settings().pace == "brisk"
