"""Hidden hands in the app: what screens draw while one person's hand, or none, may be seen."""

import re
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from itertools import islice
from random import Random
from typing import Any

import pytest
from canvas_text import go, text_of, until_gone, until_shown, words_on
from free_o_play import at
from game_screens import change_row, choose_row, press, pressed, running, showing, shown, until
from people import ANN, BEN
from random_games import play_through
from textual.pilot import Pilot

from ai.agent import HUMAN
from boxtui.core import CHANCE, NOBODY
from boxtui.games import GAMES
from boxtui.lines import Line, plain
from boxtui.play.match import Match, Seat, match_at
from boxtui.play.recent import only_move_words
from boxtui.tui.app import BoxTui
from boxtui.tui.screens.choose import ChooseScreen
from boxtui.tui.screens.game import GameScreen
from boxtui.tui.screens.setup import SetupScreen
from boxtui.tui.widgets.canvas import Canvas
from boxtui.tui.widgets.choices import Choices

BOTH = ("house:2,car:2", "truck:3,tree")
"""The hands of Ann and Ben."""


def match_of(*hands: str, **more: Any) -> Match:
    """Return a match of Ann and Ben at the position with these hands."""
    return match_at(GAMES["free-o"], at(*hands, **more).text(), [ANN, BEN])


class Seen:
    """All lines drawn by any canvas, each with the seat whose hand could be seen then."""

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
        return {
            word
            for to, line in self.lines
            if to == seat
            for word in re.findall(r"\w+", line.lower())
        }


async def slowly(pilot: Pilot[int], *keys: str) -> GameScreen:
    for key in keys:
        await pressed(pilot, key)
    return await shown(pilot, GameScreen)


async def test_two_people_never_see_each_others_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    match = match_of(*BOTH, top="mailbox", demand="any", pile="fence:9")
    seen = Seen(monkeypatch)
    async with showing(match) as (pilot, _):
        screen = await slowly(pilot, "h")
        assert "Pass the keyboard to Ann" in str(seen.lines)
        assert (screen.viewer.seat, match.hints, screen.rule_now()) == (NOBODY, 0, "")
        await slowly(pilot, "enter", "v", "enter", "enter")
        assert [played.text for played in match.log] == ["house"]
        await slowly(pilot, "right", "d")
        assert len(match.log) == 1
        screen = await slowly(pilot, "v", "t", "right", "d")
        assert [played.text for played in match.log] == ["house", "draw", "fence"]
        covers = "Ben draws Fence. Press Space to cover the hand; then it is Ann's turn."
        assert (screen.message.text, screen.viewer.seat) == (covers, 1)
        screen = await slowly(pilot, "enter", "d", "v", "h")
        assert (len(match.log), screen.message.text, screen.viewer.seat) == (3, covers, 1)
        screen = await slowly(pilot, "space")
        assert "Pass the keyboard to Ann" in text_of(pilot, "board")
        assert screen.viewer.awaited == 0
        screen = await slowly(pilot, "u", "r")
        assert (len(match.log), screen.viewer.seat) == (3, NOBODY)
        await slowly(pilot, "u", "d", "v", "right", "right")
        assert match.takebacks == 2
    assert {"house", "car"} <= seen.words(0)
    assert not {"truck", "tree", "fence"} & seen.words(0)
    assert {"truck", "tree", "fence"} <= seen.words(1)
    assert "car" not in seen.words(1)
    assert not {"car", "truck", "tree", "fence"} & seen.words(NOBODY)


@pytest.mark.parametrize("dealer", [1, 2])
async def test_the_end_of_a_hand_waits_for_a_key_and_the_next_for_the_curtain(dealer: int) -> None:
    match = match_of("house", "truck:3", dealer=dealer)
    async with showing(match) as (pilot, _):
        screen = await slowly(pilot, "v")
        assert screen.glyphs.marker in text_of(pilot, "side")
        await slowly(pilot, "enter")
        assert match.state.is_open()
        assert screen.glyphs.marker not in text_of(pilot, "side")
        assert "The game ends at 60 points" in words_on(pilot, "board")
        screen = await slowly(pilot, "right")
        assert screen.message.text == "Not now: the hand is over. Press Space to go on."
        screen = await slowly(pilot, "enter")
        assert match.state.is_open()
        screen = await slowly(pilot, "space")
        await until(pilot, lambda: match.state.current_player() != CHANCE)
        assert screen.viewer.awaited == match.state.current_player()


async def test_the_end_of_a_game_ranks_the_seats_above_a_table_of_points_on_the_board() -> None:
    match = match_of("house", "truck:3", totals="3,58", hand=2)
    async with showing(match) as (pilot, _):
        await slowly(pilot, "v")
        await go(pilot, "enter", ChooseScreen, ("text", "Ann wins."))
        ranks = text_of(pilot, "text")
        assert "1st Ann: total 3, " in ranks
        assert "2nd Ben: total 64, " in ranks
        assert "The seed was 0." in ranks
        await shown(pilot, GameScreen, "escape")
        assert re.search(r"Ben +6 +0 +0 +0 +6 +64", text_of(pilot, "board"))


def set_up(seed: int | None) -> AbstractAsyncContextManager[tuple[Pilot[int], BoxTui]]:
    """Run the app at the setup of FREE-O."""
    return running(lambda app: app.set_up(GAMES["free-o"], seed))


async def seat_a_person(pilot: Pilot[int], *, at: int) -> SetupScreen:
    """Give the seat, from 0, to a person."""
    page = await shown(pilot, SetupScreen)
    while page._seats[at].player != HUMAN:
        await change_row(pilot, f"seat {at}", 1)
    return page


async def test_a_person_never_sees_the_seed_that_is_played() -> None:
    async with set_up(None) as (pilot, _):
        await until_shown(pilot, "choices", "shown at the end of the game")
        await change_row(pilot, "seat 0", 1)
        await until(pilot, lambda: re.search(r"Seed +\d", text_of(pilot, "choices")) is not None)
        (seed,) = re.findall(r"Seed +(\d+)", text_of(pilot, "choices"))
        page = await seat_a_person(pilot, at=0)
        assert seed == str(page._seed)
        assert re.search(r"Seed +shown at the end of the game", text_of(pilot, "choices"))
        row = next(row for row in page.query_one(Choices)._rows if row.key == "seed")
        assert not row.adjustable
        await press(pilot, "s")
        assert str((await shown(pilot, GameScreen)).match.seed) != seed


@pytest.mark.parametrize("then", ["played", "typed again", "drawn"])
async def test_a_typed_seed_is_played_unless_another_is_drawn_and_never_shown(then: str) -> None:
    async with set_up(86421) as (pilot, _):
        await until_shown(pilot, "choices", "Seed")
        page = await seat_a_person(pilot, at=1)
        assert re.search(r"Seed +as typed; shown at the end", text_of(pilot, "choices"))
        row = next(row for row in page.query_one(Choices)._rows if row.key == "seed")
        assert row.adjustable
        if then == "typed again":
            choose_row(pilot, "seed")
            await until(pilot, lambda: page.line_is_open)
            page.line.value = "97531"
            await go(pilot, "enter", lambda: not page.line_is_open)
        elif then == "drawn":
            await change_row(pilot, "seed", 1)
            await until_gone(pilot, "choices", "as typed")
        text = text_of(pilot, "choices")
        assert not any(seed in text for seed in ("86421", "97531"))
        await press(pilot, "s")
        played = (await shown(pilot, GameScreen)).match.seed
        known = {"played": 86421, "typed again": 97531}
        assert played == known.get(then, played)
        assert then != "drawn" or played != 86421


async def test_the_end_of_a_hand_says_which_only_moves_were_played_for_the_person() -> None:
    """FRO-16: Ben captures Ann, who has no choice but to draw, and goes out."""
    hands = at("car,fence", "tree,captured", demand="any", pile="car:9").text()
    match = match_at(GAMES["free-o"], hands, [ANN, Seat("Ben", "level1")])
    async with showing(match) as (pilot, screen):
        await go(pilot, screen.may_decide, "enter", lambda: match.state.is_open())
        told = "Played the only move: drawing two cards. Press Space to go on."
        await until(pilot, lambda: screen.message.text == told)


async def test_only_moves_of_an_earlier_hand_arent_told_at_the_end_of_one() -> None:
    match, rng = Match(GAMES["free-o"], {}, [ANN, BEN], 7), Random(7)
    ends = (len(match.moves) for _ in play_through(match, rng) if match.state.is_open())
    first, second = islice(ends, 2)
    played = {ply for ply in range(second) if match.was_persons(ply)}
    async with showing(match) as (_, screen):
        screen.runner.automatic = played
        of_this_hand = only_move_words(screen.viewer, {ply for ply in played if ply > first})
        assert screen._news.only_moves() == f"{'. '.join(of_this_hand)}."
        assert of_this_hand != only_move_words(screen.viewer, played)
