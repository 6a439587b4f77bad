"""A busy host shows fewer steps of the computers, lays out less, and draws what keys do at once."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import cast

import pytest
from canvas_text import text_of, until_gone, until_shown
from game_screens import FirstMoves, playing, press, running, settled, showing, shown, until
from people import ANN
from random_games import finished
from textual.pilot import Pilot
from textual.screen import Screen

from ai.worker import Searcher
from boxtui.games import GAMES
from boxtui.play.match import Match, Seat
from boxtui.serve.app import ServedApp
from boxtui.serve.load import Load
from boxtui.serve.turns import Turns
from boxtui.system.settings import Settings
from boxtui.system.terminal import Look
from boxtui.tui.app import BoxTui
from boxtui.tui.screens import pace
from boxtui.tui.screens.game import GameScreen
from boxtui.tui.screens.menu import MenuScreen
from boxtui.tui.screens.review import ReviewScreen

BO = Seat("Bo", "random")


class Always(Load):
    """The load of a loop that is always busy, or never."""

    def __init__(self, *, is_busy: bool) -> None:
        super().__init__()
        self.is_busy = is_busy


def _fail(error: Exception) -> None:
    """Let an error of the app fail the test."""
    raise error


@asynccontextmanager
async def served(*, is_busy: bool) -> AsyncIterator[tuple[Pilot[int], ServedApp]]:
    """Run the app of a player on a host, at its menu."""
    settings = Settings(name="Ann", pace="brisk" if is_busy else "at once")
    app = ServedApp(
        Look(),
        settings,
        "",
        None,
        searcher=cast("Searcher", FirstMoves()),
        load=Always(is_busy=is_busy),
        turns=Turns(),
        failed=_fail,
    )
    async with app.run_test() as pilot:
        await until(pilot, lambda: bool(text_of(pilot, "choices")))
        yield pilot, app


async def steps_drawn_in_a_turn(monkeypatch: pytest.MonkeyPatch, *, is_busy: bool) -> int:
    """Return how many steps are drawn that are neither a person's move nor lead to a decision."""
    drawn: list[str] = []
    steps: list[str] = []
    draw, changed = GameScreen.draw, GameScreen.changed

    def noted(screen: GameScreen) -> None:
        """Note what is drawn for a change of the position, not for one of the layout."""
        with monkeypatch.context() as during:
            during.setattr(GameScreen, "draw", counted)
            changed(screen)

    def counted(screen: GameScreen) -> None:
        drawn.append(screen.match.state.text())
        last = screen.match.log[-1]
        is_of_person = not last.by_chance and screen.match.is_human(last.seat)
        if not is_of_person and not screen.may_decide():
            steps.append(screen.match.state.text())
        draw(screen)

    async with served(is_busy=is_busy) as (pilot, app):
        app.set_up(GAMES["free-the-box"], 7)
        await until_shown(pilot, "choices", "Start the game")
        await press(pilot, "s")
        screen = await shown(pilot, GameScreen)
        await until(pilot, screen.may_decide)
        monkeypatch.setattr(GameScreen, "changed", noted)
        monkeypatch.setattr(pace, "MOST_SKIPPED", 1e9)  # however slow this machine is
        ply = len(screen.match.moves)
        screen.submit(screen.match.state.legal_moves()[0])
        await until(pilot, lambda: len(screen.match.moves) > ply + 1 and screen.may_decide())
        assert screen.match.state.text() in drawn
        monkeypatch.setattr(GameScreen, "changed", changed)
    return len(set(steps))


async def test_a_busy_host_draws_a_persons_move_and_what_the_computers_made_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert await steps_drawn_in_a_turn(monkeypatch, is_busy=True) == 0
    assert await steps_drawn_in_a_turn(monkeypatch, is_busy=False) > 0


@pytest.mark.parametrize("is_skipped", [True, False])
async def test_what_is_not_shown_waits_for_no_turn_and_what_is_shown_is_drawn_in_its_turn(
    monkeypatch: pytest.MonkeyPatch, is_skipped: bool
) -> None:
    turns: list[bool] = []

    async def turn(_: BoxTui, *, by_person: bool) -> None:
        turns.append(by_person)

    match = Match(GAMES["free-the-box"], {}, [BO, ANN], 3)
    async with playing(match) as (_, screen):
        monkeypatch.setattr(BoxTui, "turn", turn)
        monkeypatch.setattr(GameScreen, "_may_be_skipped", lambda _: is_skipped)
        for by_person in (False, True):
            await screen.turn(by_person=by_person)
        assert turns == ([] if is_skipped else [False, True])
        screen.headline.show(())
        screen.changed()
        assert not screen._dirty_widgets


@pytest.mark.parametrize("is_busy", [True, False])
async def test_a_longer_message_is_laid_out_once_and_a_shorter_one_only_if_there_is_time(
    monkeypatch: pytest.MonkeyPatch, is_busy: bool
) -> None:
    layouts: list[Screen[object]] = []
    lay_out = Screen._refresh_layout

    def counted(screen: Screen[object], *size: object, **options: object) -> None:
        layouts.append(screen)
        lay_out(screen, *size, **options)  # type: ignore[arg-type]

    async with served(is_busy=is_busy) as (pilot, _):
        screen = await shown(pilot, MenuScreen)
        await settled(pilot)
        monkeypatch.setattr(Screen, "_refresh_layout", counted)
        screen.say("a word " * 40)
        await until(pilot, lambda: screen.message.size.height == 4)
        await settled(pilot)
        assert len(layouts) == 1
        screen.say("")
        await settled(pilot)
        assert (screen.message.size.height, len(layouts)) == ((4, 1) if is_busy else (2, 2))


async def test_what_an_action_changes_is_drawn_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    left: list[int] = []
    draw_now = BoxTui.draw_now

    def noted(app: BoxTui) -> None:
        draw_now(app)
        left.append(len(app.screen._dirty_widgets))

    async with served(is_busy=False) as (pilot, _):
        monkeypatch.setattr(BoxTui, "draw_now", noted)
        await press(pilot, "down")
        assert left
        assert not any(left)


@pytest.mark.parametrize("is_busy", [True, False])
async def test_a_player_whose_search_waits_for_others_sees_the_place_in_line(
    monkeypatch: pytest.MonkeyPatch, is_busy: bool
) -> None:
    match, searcher = Match(GAMES["shut-the-box"], {}, [BO, ANN], 3), FirstMoves(2, holds=True)
    monkeypatch.setattr(BoxTui, "is_hurried", is_busy)
    async with showing(match, "brisk", searcher) as (pilot, _):
        await until_shown(pilot, "title", "Bo waits, number 2 in line")
        searcher.queue_position = 0
        await until_shown(pilot, "title", "Bo is thinking")


def review(app: BoxTui) -> None:
    """Review a game that is over."""
    match = Match(GAMES["shut-the-box"], {}, [ANN, Seat("Bo", "level1")], 3)
    app.push_screen(ReviewScreen(finished(match)))


@pytest.mark.parametrize("first", [lambda app: app.practice("kimbo", 17), review])
async def test_practice_and_reviews_that_wait_for_others_show_the_place_in_line(
    first: Callable[[BoxTui], None],
) -> None:
    searcher = FirstMoves(2, holds=True)
    async with running(first, searcher) as (pilot, _):
        await until_shown(pilot, "title", "number 2 in line")
        searcher.queue_position = 0
        await until_gone(pilot, "title", "in line")


@pytest.mark.parametrize("is_busy", [True, False])
async def test_a_busy_host_shows_who_is_thinking_only_if_it_takes_long(
    monkeypatch: pytest.MonkeyPatch, is_busy: bool
) -> None:
    match = Match(GAMES["shut-the-box"], {}, [BO, ANN], 3)
    async with playing(match, "brisk") as (pilot, screen):
        monkeypatch.setattr(BoxTui, "is_hurried", is_busy)
        before = text_of(pilot, "title"), text_of(pilot, "keys")
        screen.thinking("Bo")
        assert ((text_of(pilot, "title"), text_of(pilot, "keys")) == before) == is_busy
        await screen._tick()
        assert "Bo is thinking" in text_of(pilot, "title")
        assert "Esc stop" in text_of(pilot, "keys")
