"""Hidden hands in the app: what any screen drew while a person, or nobody, was to see theirs."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from free_o_play import at
from game_screens import opened, text_of, until
from textual.pilot import Pilot

from boxtui.core import CHANCE
from boxtui.drawing import Line, plain
from boxtui.games import GAMES
from boxtui.match import HUMAN, Seat, match_at
from boxtui.screens.choose import ChooseScreen
from boxtui.screens.game import GameScreen
from boxtui.viewer import NOBODY
from boxtui.widgets.canvas import Canvas

pytestmark = pytest.mark.tui

TWO = [Seat("Ann", HUMAN), Seat("Ben", HUMAN)]


class Seen:
    """All lines that any canvas drew, each with whose hand was to be seen then."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.lines: list[tuple[int, str]] = []
        show = Canvas.show

        def noted(canvas: Canvas, lines: Sequence[Line]) -> None:
            screen = canvas.app.screen
            if isinstance(screen, GameScreen):
                self.lines += [(screen.viewer.seat, plain(line)) for line in lines]
            show(canvas, lines)

        monkeypatch.setattr(Canvas, "show", noted)

    def words(self, seat: int) -> set[str]:
        return {word for to, line in self.lines if to == seat for word in re.findall(r"\w+", line)}


async def press(pilot: Pilot[int], *keys: str) -> GameScreen:
    for key in keys:
        await pilot.press(key)
        await pilot.pause(0.2)
    assert isinstance(pilot.app.screen, GameScreen)
    return pilot.app.screen


async def test_two_persons_never_see_each_others_cards_on_any_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = at("house:2,car:2", "truck:3,tree", top="mailbox", demand="any", pile="fence:9")
    match = match_at(GAMES["free-o"], state.text(), TWO)
    seen = Seen(monkeypatch)
    async with opened(tmp_path, match).run_test(size=(80, 24)) as pilot:
        screen = await press(pilot, "h")
        assert "Pass the keyboard to Ann" in str(seen.lines)
        assert (screen.viewer.seat, match.hints, screen.rule_now()) == (NOBODY, 0, "")
        await press(pilot, "enter", "v", "enter", "enter")
        assert [played.text for played in match.log] == ["house"]
        await press(pilot, "right", "d")
        assert len(match.log) == 1
        screen = await press(pilot, "v", "t", "right", "d")
        assert [played.text for played in match.log] == ["house", "draw", "fence"]
        covers = "Ben draws fence. Space covers the hand; then it is Ann's turn."
        assert (screen.message._text, screen.viewer.seat) == (covers, 1)
        screen = await press(pilot, "enter", "d", "v", "h")
        assert (len(match.log), screen.message._text, screen.viewer.seat) == (3, covers, 1)
        screen = await press(pilot, "space")
        assert "Pass the keyboard to Ann" in text_of(pilot, "board")
        assert screen.viewer.awaited == 0
        await press(pilot, "u", "d", "v", "right", "right")
        assert match.takebacks == 1
    assert {"house", "car"} <= seen.words(0)
    assert not {"truck", "tree", "fence"} & seen.words(0)
    assert {"truck", "tree", "fence"} <= seen.words(1)
    assert "car" not in seen.words(1)
    assert not {"car", "truck", "tree", "fence"} & seen.words(NOBODY)


async def test_undo_at_the_curtain_shows_nobodys_hand_and_redo_neither(tmp_path: Path) -> None:
    state = at("house:2,car:2", "truck:3,tree", top="mailbox", demand="any", pile="fence:9")
    match = match_at(GAMES["free-o"], state.text(), TWO)
    async with opened(tmp_path, match).run_test(size=(80, 24)) as pilot:
        screen = await press(pilot, "v", "enter")
        assert screen.viewer.awaited == 1
        screen = await press(pilot, "u")
        assert (screen.viewer.awaited, screen.viewer.seat) == (0, NOBODY)
        screen = await press(pilot, "r")
        assert (screen.viewer.awaited, screen.viewer.seat) == (1, NOBODY)


@pytest.mark.parametrize("dealer", [1, 2])
async def test_the_end_of_a_hand_stays_until_a_key_and_the_next_hands_wait_behind_a_curtain(
    tmp_path: Path, dealer: int
) -> None:
    state = at("house", "truck:3", dealer=dealer)
    match = match_at(GAMES["free-o"], state.text(), TWO)
    async with opened(tmp_path, match).run_test(size=(80, 24)) as pilot:
        await press(pilot, "v", "enter")
        await pilot.pause(0.5)
        assert match.state.is_open()
        screen = await press(pilot, "right")
        assert screen.message._text == "Not now: the hand is over. Space goes on."
        screen = await press(pilot, "enter")
        assert match.state.is_open()
        screen = await press(pilot, "space")
        await until(pilot, lambda: match.state.player() != CHANCE)
        assert screen.viewer.awaited == match.state.player()


async def test_the_end_of_a_game_is_told_as_a_table(tmp_path: Path) -> None:
    state = at("house", "truck:3", totals="3,58", hand=2)
    match = match_at(GAMES["free-o"], state.text(), TWO)
    async with opened(tmp_path, match).run_test(size=(80, 24)) as pilot:
        await pilot.pause(0.3)
        await pilot.press("v")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, ChooseScreen))
        await until(pilot, lambda: "Ann wins." in text_of(pilot, "told"))
        told = text_of(pilot, "told")
        assert re.search(r"Ben +3 +6 +0 +0 +0 +6 +64", told)
