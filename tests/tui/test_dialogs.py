"""Dialogs in windows of any size: the choices and the keys come before the text."""

import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial

import pytest
from canvas_text import drawn, text_of
from game_screens import page_open, press, pressed, settled, showing, shown, until
from pty_terminal import DEADLINE
from random_games import finished
from textual.pilot import Pilot

from ai.agent import HUMAN
from boxtui.core import OVER
from boxtui.games import GAMES
from boxtui.lines import UNICODE
from boxtui.play.match import Match, Seat
from boxtui.tui.screens.choose import ChooseScreen
from boxtui.tui.screens.menu import MenuScreen
from boxtui.tui.widgets.choices import Choices, Row

SENTENCE = "Green can't go on: the agent level3 gave no move within 60 seconds."
ROWS = [Row("again", "Let it try again"), Row("leave", "Leave the game")]
MANY = [Row(f"row{at}", f"Row {at}") for at in range(30)]


async def until_drawn(pilot: Pilot[int], *texts: str) -> None:
    """Wait until the window shows all these texts."""
    await until(pilot, lambda: all(text in drawn(pilot) for text in texts))


@asynccontextmanager
async def asking(
    text: Sequence[str], rows: Sequence[Row], size: tuple[int, int]
) -> AsyncIterator[Pilot[int]]:
    """Run the app in a window of that size, with that question."""
    async with page_open(partial(ChooseScreen, text, rows, UNICODE), size=size) as (pilot, _):
        await until_drawn(pilot, "Esc close")
        yield pilot


def ended(game: str) -> Match:
    """Return an ended match of a person and computers, in all seats of a game."""
    seats = [Seat(f"Player {at}", "level1") for at in range(GAMES[game].seats[-1])]
    match = finished(Match(GAMES[game], {}, [Seat("Player 0", HUMAN), *seats[1:]], 3))
    assert match.state.current_player() == OVER
    return match


@pytest.mark.parametrize("game", GAMES)
async def test_the_end_of_a_game_shows_all_choices_and_the_keys_in_one_row(game: str) -> None:
    async with showing(ended(game), size=(60, 20)) as (pilot, _):
        dialog = await shown(pilot, ChooseScreen)
        for size in ((60, 20), (80, 24)):
            await pilot.resize_terminal(*size)
            labels = [row.label for row in dialog._rows]
            await until_drawn(pilot, *labels, "Enter choose", "Esc close", "wins.")
            await until(pilot, lambda: dialog._keys.region.height == 1)


async def test_a_text_that_is_cut_says_where_the_rest_is() -> None:
    text = [f"Line {at}." for at in range(30)]
    async with asking(text, ROWS, (60, 20)) as pilot:
        assert text_of(pilot, "text").split("\n")[-3:] == [
            "Line 11.",
            f"{UNICODE.more} More in a larger window.",
            "",
        ]
        await pilot.resize_terminal(60, 50)
        await until_drawn(pilot, "Line 29.")
        assert "larger window" not in drawn(pilot)


async def test_a_key_that_does_nothing_says_so_until_one_that_does_something() -> None:
    async with asking(["Question?"], ROWS, (80, 24)) as pilot:
        await press(pilot, "t")
        assert text_of(pilot, "text") == "Question?\nt does nothing here."
        await until_drawn(pilot, "t does nothing here.")
        await press(pilot, "down")
        assert text_of(pilot, "text") == "Question?\n"


async def test_a_dialog_without_room_for_a_text_says_nothing_of_unused_keys() -> None:
    make = partial(ChooseScreen, ["Question?"], MANY, UNICODE)
    async with page_open(make, size=(40, 4)) as (pilot, screen):
        screen.note("t does nothing here.")
        assert text_of(pilot, "text") == ""


async def test_many_choices_are_scrolled_rather_than_a_few_sentences_cut() -> None:
    async with asking([SENTENCE, "The game is saved."], MANY, (60, 20)) as pilot:
        await until_drawn(pilot, "Green can't go on", "60 seconds", "The game is saved.", "Row 9")


@pytest.mark.parametrize("rows", [7, 8, 9, 16, 24])
async def test_the_row_of_the_cursor_and_the_keys_are_in_view_in_a_low_window(rows: int) -> None:
    async with asking([SENTENCE], MANY, (60, rows)) as pilot:
        for key, row in (("end", "Row 29"), ("home", "Row 0")):
            await press(pilot, key)
            await until_drawn(pilot, f"{UNICODE.marker}  {row}")
            assert "Enter choose" in drawn(pilot)
            assert ("Green can't go on" in drawn(pilot)) == (rows > 7)


async def test_the_chosen_row_has_the_pointer_wherever_a_long_list_is_scrolled() -> None:
    async with asking([SENTENCE], MANY, (60, 16)) as pilot:
        arrows = set()
        down, up = (("down", at) for at in range(1, 30)), (("up", at) for at in range(28, -1, -1))
        for key, chosen in (*down, *up):
            await press(pilot, key)
            pointer = re.compile(rf"{UNICODE.marker}(.) Row {chosen} ")
            await until(pilot, lambda: pointer.search(drawn(pilot)))  # noqa: B023
            arrows.update(pointer.findall(drawn(pilot)))
        assert arrows == {" ", "↑", "↓"}


async def test_a_dialog_and_its_keys_are_wrapped_to_a_narrower_window() -> None:
    async with asking([SENTENCE], ROWS, (80, 24)) as pilot:
        for width in (36, 50, 38, 30):
            await pilot.resize_terminal(width, 24)
            await until_drawn(pilot, *SENTENCE.split(), "Esc close")


async def test_neither_a_key_nor_a_click_answers_a_question_before_it_could_be_read() -> None:
    make = partial(ChooseScreen, ["Really?"], ROWS, UNICODE, deaf=DEADLINE)
    async with page_open(make) as (pilot, dialog):
        await press(pilot, "enter", "t")
        await pilot.click(Choices)
        await settled(pilot)
        assert pilot.app.screen is dialog
        assert text_of(pilot, "text") == "Really?\n"  # nothing is said of the keys, either
        dialog._just_shown.seconds = 0.0
        await pressed(pilot, "z")
        below = pilot.app.screen_stack[0]
        assert isinstance(below, MenuScreen)
        assert not below.message.text  # the question's own lines name its keys
        await pilot.click(Choices)
        await shown(pilot, MenuScreen)
