"""The list of saves offers only keys that do something."""

from pathlib import Path

import pytest
from game_screens import press, running, shown, text_of, until
from people import ANN
from textual.pilot import Pilot

from ai.agent import HUMAN
from boxtui.games import GAMES
from boxtui.play.match import Match, Seat
from boxtui.play.record import Record, open_library
from boxtui.tui.app import BoxTui
from boxtui.tui.screens.game import GameScreen
from boxtui.tui.screens.saved import SavesScreen


def _saved(file: str) -> Path:
    match = Match(GAMES["shut-the-box"], {}, [Seat(file, HUMAN)], 3)
    record = Record.begin(match, open_library())
    record.close()
    return record.path.rename(record.path.with_name(file))


def _keys(pilot: Pilot[int]) -> str:
    return " ".join(text_of(pilot, "keys").split())


async def test_a_click_resumes_a_save_whatever_its_name_contains() -> None:
    record = Record.begin(Match(GAMES["shut-the-box"], {}, [ANN], 3), open_library())
    record.close()
    record.path.rename(record.path.with_name(f"choose 1\n-1 {record.path.name}"))
    async with running(_first) as (pilot, _):
        await until(pilot, lambda: "Shut-the-Box" in text_of(pilot, "choices"))
        await pilot.click("#choices", offset=(10, 0))
        await shown(pilot, GameScreen)


def _first(app: BoxTui) -> None:
    app.push_screen(SavesScreen())


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
async def test_an_empty_list_of_saves_offers_only_to_go_back_and_says_what_to_do(
    size: tuple[int, int],
) -> None:
    match = Match(GAMES["shut-the-box"], {}, [ANN], 3)
    Record.begin(match, open_library()).close()
    async with running(_first, size=size) as (pilot, app):
        await until(pilot, lambda: "Shut-the-Box" in text_of(pilot, "choices"))
        # One row: no other to move to.
        await until(pilot, lambda: _keys(pilot) == "Enter choose v review x remove q back")
        await press(pilot, "x", "down")
        assert _keys(pilot) == "↑↓ move Enter choose Esc close"
        await press(pilot, "enter")
        await until(pilot, lambda: "Begin a game in the menu" in text_of(pilot, "choices"))
        assert _keys(pilot) == "q back"
        assert app.glyphs.more not in text_of(pilot, "choices")
        await press(pilot, "enter", "down", "v")
        assert text_of(pilot, "message").strip() == "There is nothing to review."


async def test_the_save_under_the_cursor_is_removed_and_no_other_of_nearly_its_name() -> None:
    paths = {name: _saved(name) for name in ("a.box", "a.box.box", "a..b.box")}
    async with running(_first) as (pilot, _):
        await until(pilot, lambda: "a.box.box" in text_of(pilot, "choices"))
        screen = await shown(pilot, SavesScreen)
        while screen.choices.current != "a.box":
            await press(pilot, "down")
        await press(pilot, "x", "down", "enter")
        await until(pilot, lambda: "Removed a.box." in text_of(pilot, "message"))
        assert [name for name, path in paths.items() if path.exists()] == ["a.box", "a..b.box"]
