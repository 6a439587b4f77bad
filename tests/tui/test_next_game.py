"""What comes after a game's end or an agent's failure, with any page open or a full disk."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from itertools import count
from unittest.mock import Mock

import pytest
from canvas_text import go, text_of, words_on
from game_screens import (
    FirstMoves,
    choose_row,
    on_screen,
    press,
    settled,
    showing,
    shown,
    type_ahead,
    until,
)
from loop_watch import held
from people import ANN, COMPUTER
from pty_terminal import DEADLINE
from random_games import played_first
from textual.pilot import Pilot

from boxtui.core import OVER
from boxtui.games import GAMES
from boxtui.play.match import Match, Seat
from boxtui.play.own_saves import open_library
from boxtui.play.record import Record
from boxtui.tui.screens.choose import ChooseScreen
from boxtui.tui.screens.game import RESULT_GONE, GameScreen
from boxtui.tui.screens.menu import MenuScreen
from boxtui.tui.screens.review import ReviewScreen
from boxtui.tui.screens.rules import RulesScreen
from boxtui.tui.widgets.choices import Choices
from saves.errors import SaveFull


def nearly_over(*seats: Seat) -> Match:
    """Return a game that the first of several legal moves ends; an only move may be automatic."""
    matches = (before_the_last_decision(seed, seats) for seed in count(3))
    return next(match for match in matches if len(match.state.legal_moves()) > 1)


def before_the_last_decision(seed: int, seats: Sequence[Seat]) -> Match:
    match = played_first(Match(GAMES["shut-the-box"], {}, list(seats), seed))
    match.take_back_to(max(at for at, line in enumerate(match.log) if not line.by_chance))
    return match


def stack(pilot: Pilot[int]) -> list[type]:
    """Return the classes of the screens on the stack, the lowest first."""
    return [type(screen) for screen in pilot.app.screen_stack]


async def asked(pilot: Pilot[int]) -> None:
    """Wait until the question is shown and takes answers."""

    def takes_answers() -> bool:
        page = pilot.app.screen
        return isinstance(page, ChooseScreen) and page.is_mounted and not page.is_deaf

    await until(pilot, takes_answers)


async def play_to_the_end(pilot: Pilot[int]) -> None:
    """Play the first legal moves until the game is over and asks what comes next."""
    table = on_screen(pilot)
    while table.match.state.current_player() != OVER:
        await until(pilot, lambda: table.may_decide() or table.match.state.current_player() == OVER)
        if table.may_decide():
            table.submit(table.match.state.legal_moves()[0])
            await pilot.pause(0.01)
    await asked(pilot)


@asynccontextmanager
async def after_a_game(
    searcher: FirstMoves | None = None,
) -> AsyncIterator[tuple[Pilot[int], GameScreen]]:
    """Play Ann's last move, with which her game is over and asks what comes next."""
    async with showing(nearly_over(ANN), searcher=searcher) as (pilot, table):
        await play_to_the_end(pilot)
        yield pilot, table


async def answer(pilot: Pilot[int], row: str, then: type = GameScreen) -> None:
    choose_row(pilot, row)
    await shown(pilot, then)


@pytest.mark.parametrize("fails", [False, True], ids=["the end", "a failure"])
async def test_back_to_the_menu_works_from_any_open_page(fails: bool) -> None:
    searcher = FirstMoves(holds=True)
    searcher.failure = "out of luck" if fails else ""
    async with showing(nearly_over(COMPUTER), searcher=searcher) as (pilot, table):
        await go(pilot, lambda: table.thinker, "question_mark", RulesScreen)
        searcher.goes_on.set()
        await asked(pilot)
        assert stack(pilot) == [MenuScreen, GameScreen, ChooseScreen]
        assert f"Esc {'leave' if fails else 'close'}" in words_on(pilot, "keys")
        await answer(pilot, "leave", MenuScreen)
        assert stack(pilot) == [MenuScreen]


async def test_the_next_game_takes_the_place_of_the_last_and_of_the_page_opened_over_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with after_a_game() as (pilot, last):
        _, goes_on = held(monkeypatch, Record, "begin")
        await answer(pilot, "again")
        await go(pilot, "question_mark", RulesScreen)
        goes_on.set()
        table = await shown(pilot, GameScreen)
        assert stack(pilot) == [MenuScreen, GameScreen]
        assert table is not last
        await until(pilot, table.may_decide)


async def test_at_the_end_only_enter_asks_again_what_comes_next() -> None:
    async with after_a_game() as (pilot, table):
        for key in ("escape", "h", "r"):
            await answer(pilot, "look")
            await press(pilot, key)
            await settled(pilot)
            assert stack(pilot) == [MenuScreen, GameScreen]
            if key == "h":
                assert table.message.text == "Not now: the game is over."
            await press(pilot, "enter")
            await asked(pilot)


@pytest.fixture(autouse=True)
def never_reviewed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no review come to its end."""

    async def waits(*_: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr("boxtui.tui.screens.review.reviewed", waits)


def ending(monkeypatch: pytest.MonkeyPatch, **seconds: float) -> None:
    """Set the pauses at the end of a game."""
    for pause, length in seconds.items():
        monkeypatch.setattr(f"boxtui.tui.screens.ending.{pause}", length)


async def test_a_review_leads_back_to_the_question_and_keys_typed_ahead_leave_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with after_a_game() as (pilot, _):
        await answer(pilot, "review", ReviewScreen)
        assert stack(pilot) == [MenuScreen, GameScreen, ReviewScreen]
        ending(monkeypatch, KEYS_IGNORED=DEADLINE)
        type_ahead(pilot.app, "q", "q", "escape", "q", "down", "enter")
        await settled(pilot)
        assert stack(pilot) == [MenuScreen, GameScreen, ChooseScreen]
        (await shown(pilot, ChooseScreen))._just_shown.seconds = 0.0
        await answer(pilot, "look")
        await press(pilot, "question_mark")
        await press(pilot, "q")
        assert stack(pilot) == [MenuScreen, GameScreen]


async def test_a_game_whose_save_was_removed_is_saved_again_and_reviewed() -> None:
    async with after_a_game() as (pilot, table):
        table.runner.record.path.unlink()
        await answer(pilot, "review", ReviewScreen)
        assert table.runner.record.path.exists()


async def test_what_is_played_on_from_a_review_leads_back_and_the_next_game_to_the_menu() -> None:
    async with after_a_game() as (pilot, last):
        await answer(pilot, "review", ReviewScreen)
        await go(pilot, "home enter", GameScreen)
        await settled(pilot)
        reviewed = [MenuScreen, GameScreen, ReviewScreen]
        assert stack(pilot) == [*reviewed, GameScreen]
        assert len(open_library().entries()) == 2
        await go(pilot, "q", lambda: stack(pilot) == reviewed, "enter")
        await until(pilot, lambda: stack(pilot) == [*reviewed, GameScreen])
        await play_to_the_end(pilot)
        await answer(pilot, "again")
        await until(pilot, lambda: stack(pilot) == [MenuScreen, GameScreen])
        assert pilot.app.screen is not last


async def test_if_no_next_game_can_begin_the_last_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    async with after_a_game() as (pilot, _):
        monkeypatch.setattr(Record, "begin", Mock(side_effect=SaveFull("The disk is full.")))
        await answer(pilot, "again")
        assert stack(pilot) == [MenuScreen, GameScreen]
        await go(pilot, lambda: "full" in on_screen(pilot).message.text, "enter")
        await asked(pilot)
        await answer(pilot, "undo")
        await until(pilot, lambda: on_screen(pilot).may_decide())
        assert on_screen(pilot).message.text.startswith(RESULT_GONE)
        await go(pilot, "u", lambda: not on_screen(pilot).message.text.startswith(RESULT_GONE))


async def test_the_next_game_opens_even_if_the_computer_thinks_again_in_the_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with after_a_game(FirstMoves(holds=True)) as (pilot, last):
        _, goes_on = held(monkeypatch, Record, "begin")
        await answer(pilot, "again")
        await go(pilot, "u", last.may_decide, "h", lambda: last.thinker)
        goes_on.set()
        await until(pilot, lambda: pilot.app.screen is not last)
        assert stack(pilot) == [MenuScreen, GameScreen]
        await until(pilot, lambda: on_screen(pilot).may_decide())


async def test_the_end_is_seen_before_anything_is_asked_and_keys_typed_ahead_choose_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ending(monkeypatch, END_SHOWN=DEADLINE, KEYS_IGNORED=DEADLINE)
    async with showing(nearly_over(ANN, COMPUTER)) as (pilot, table):
        await until(pilot, lambda: table.match.state.current_player() == OVER, "enter")
        await go(pilot, lambda: table._ending._pause, "down enter q escape")
        assert stack(pilot) == [MenuScreen, GameScreen]
        assert "win" in text_of(pilot, "side") or "win" in text_of(pilot, "board")
        table._ending.offer()
        await go(pilot, ChooseScreen, "down enter q escape")
        assert stack(pilot) == [MenuScreen, GameScreen, ChooseScreen]
        assert pilot.app.screen.query_one(Choices).current == "look"


async def test_a_key_meant_to_open_the_question_that_opened_by_itself_chooses_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ending(monkeypatch, END_SHOWN=0.01, KEYS_IGNORED=0.0, UNREAD=DEADLINE)
    async with showing(nearly_over(ANN, COMPUTER)) as (pilot, _):
        await go(pilot, ChooseScreen, "enter q")
        assert stack(pilot) == [MenuScreen, GameScreen, ChooseScreen]


async def test_q_leaves_at_the_end_as_the_keys_say(monkeypatch: pytest.MonkeyPatch) -> None:
    ending(monkeypatch, END_SHOWN=DEADLINE, KEYS_IGNORED=0.0)
    async with showing(nearly_over(ANN)) as (pilot, table):
        await until(pilot, table.may_decide)
        table.submit(table.match.state.legal_moves()[0])
        await until(pilot, lambda: table._ending._pause)
        assert "q menu" in text_of(pilot, "keys")
        await go(pilot, "q", lambda: stack(pilot) == [MenuScreen])


@pytest.mark.parametrize("key", ["enter", "down"])
async def test_a_key_at_the_end_asks_what_comes_next_and_those_after_enter_count_at_once(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ending(monkeypatch, END_SHOWN=DEADLINE, KEYS_IGNORED=DEADLINE)
    async with showing(nearly_over(ANN)) as (pilot, table):
        await until(pilot, table.may_decide)
        table.submit(table.match.state.legal_moves()[0])
        await until(pilot, lambda: table._ending._pause)
        table._ending._just_shown.seconds = 0.0
        await press(pilot, key, "down")
        current = pilot.app.screen.query_one(Choices).current
        assert current == ("review" if key == "enter" else "look")
