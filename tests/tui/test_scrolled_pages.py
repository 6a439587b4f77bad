"""A page of text stays at the words that were read when the window's size changes."""

import pytest
from game_screens import press, text_of, until
from textual.pilot import Pilot

from boxtui.system.settings import Settings
from boxtui.system.terminal import Look
from boxtui.tui.app import BoxTui
from boxtui.tui.screens.about import AboutScreen
from boxtui.tui.screens.rules import RulesScreen
from boxtui.tui.screens.scrolled import ScrolledPage
from tutorials.pages import rules_page

pytestmark = pytest.mark.tui

NUMBERED = [" ".join(f"word{100 * at + word}" for word in range(60)) for at in range(9)]
WIDTHS = (40, 120, 57, 80)


def app_with(page: ScrolledPage) -> BoxTui:
    """Return the app with that page open."""

    def first(app: BoxTui) -> None:
        app.push_screen(page)

    return BoxTui(Look(), Settings(name="Ann"), first=first)


def top_words(pilot: Pilot[int]) -> list[str]:
    """Return the words of the first line that is shown."""
    return text_of(pilot, "body").splitlines()[0].split()


async def resized(pilot: Pilot[int], width: int) -> None:
    """Change the window's width, and wait until the page is wrapped to it."""
    before = text_of(pilot, "body")
    await pilot.resize_terminal(width, 24)
    await until(pilot, lambda: text_of(pilot, "body") != before)
    await pilot.pause()


async def resized_at(pilot: Pilot[int], word: str) -> None:
    """Change the window's width several times; the word must stay in the first line."""
    for width in WIDTHS:
        await resized(pilot, width)
        assert word in top_words(pilot), width


async def test_the_words_at_the_top_of_a_page_stay_there_when_the_width_changes() -> None:
    async with app_with(AboutScreen("Numbers", NUMBERED)).run_test(size=(100, 24)) as pilot:
        await until(pilot, lambda: "word0" in text_of(pilot, "body"))
        await press(pilot, "pagedown", "down")
        word = top_words(pilot)[0]
        assert word != "word0"
        await resized_at(pilot, word)


async def test_rules_that_were_scrolled_to_stay_at_the_top_when_the_width_changes() -> None:
    async with app_with(RulesScreen("kimbo", "KIM-10", rules_page("kimbo"))).run_test(
        size=(100, 24)
    ) as pilot:
        await until(pilot, lambda: "KIM-10" in top_words(pilot))
        await resized_at(pilot, "KIM-10")
        await press(pilot, "pagedown", "pagedown")
        assert "KIM-10" not in top_words(pilot)
        await resized(pilot, 60)
        assert "KIM-10" not in top_words(pilot)
