"""Moves that are typed, also during others' turns: each is played once, as it was meant."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
from free_o_play import at
from game_screens import FirstMoves, playing, press, settled, showing, type_ahead, until
from people import ANN, BEN, COMPUTER
from textual.pilot import Pilot

from boxtui.games import GAMES
from boxtui.play.match import Match, match_at
from boxtui.play.presenter import Request
from boxtui.tui.screens.game import GameScreen

SHUT = GAMES["shut-the-box"]


@asynccontextmanager
async def in_box(
    searcher: FirstMoves, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[tuple[Pilot[int], GameScreen]]:
    """Run the app at a person's first mark in a game against a computer."""
    match = Match(GAMES["box"], {"balance": "none"}, [ANN, COMPUTER], 3)
    async with playing(match, searcher=searcher, size=size) as (pilot, screen):
        assert match.state.current_player() == 0
        yield pilot, screen


async def next_turn(pilot: Pilot[int], screen: GameScreen, plies: int) -> None:
    """Wait until a person decides again after that many moves."""
    await until(pilot, lambda: len(screen.match.moves) > plies and screen.may_decide())


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (30, 10)])
async def test_what_is_being_typed_stays_when_a_computer_moves_and_is_then_played(
    size: tuple[int, int],
) -> None:
    searcher = FirstMoves(holds=True)
    async with in_box(searcher, size) as (pilot, screen):
        await press(pilot, "colon", "e", "7", "enter")
        await until(pilot, lambda: searcher.thinking)
        await press(pilot, "colon", "b")
        plies = len(screen.match.moves)
        searcher.goes_on.set()
        await next_turn(pilot, screen, plies)
        assert (screen.line_is_open, screen.line.value) == (True, "b")
        assert "for example" in screen.message.prompt
        plies = len(screen.match.moves)
        await press(pilot, "2", "enter")
        await next_turn(pilot, screen, plies + 1)
        assert screen.match.log[plies].text == "b2"
        assert not screen.line_is_open


async def test_a_move_can_be_typed_before_the_one_before_it_is_on_the_disk() -> None:
    async with in_box(FirstMoves()) as (pilot, screen):
        plies = len(screen.match.moves)
        type_ahead(pilot.app, "colon", *"e7", "enter", "colon", *"b2")
        await until(pilot, lambda: screen.line.value == "b2")
        await next_turn(pilot, screen, plies)
        await press(pilot, "enter")
        await next_turn(pilot, screen, plies + 2)
        assert [screen.match.log[plies + at].text for at in (0, 2)] == ["e7", "b2"]


@pytest.mark.parametrize("pace", ["at once", "by key"])
async def test_a_move_entered_in_anothers_turn_stays_in_the_line(pace: str) -> None:
    searcher = FirstMoves(holds=True)
    async with in_box(searcher) as (pilot, screen):
        screen.boxtui.settings = replace(screen.boxtui.settings, pace=pace)
        await press(pilot, "colon", "e", "7", "enter")
        await until(pilot, lambda: searcher.thinking)
        await press(pilot, "colon", "b", "2", "enter")
        assert screen.message.text == (
            "Not now: it is Computer's turn. Press Enter again after it."
        )
        plies = len(screen.match.moves)
        searcher.goes_on.set()
        if pace == "by key":
            await until(pilot, lambda: screen.message.text == "Press Enter to go on.")
            await press(pilot, "enter")
        await next_turn(pilot, screen, plies)
        await press(pilot, "enter")
        await until(pilot, lambda: len(screen.match.moves) > plies + 1)
        assert screen.match.log[plies + 1].text == "b2"


async def test_a_line_in_a_computers_turn_asks_for_the_dice_too_if_people_enter_them() -> None:
    match = Match(SHUT, {}, [COMPUTER, ANN], 3, by_hand=True)
    match.apply(match.state.read_move("6+1"))
    searcher = FirstMoves(holds=True)
    async with showing(match, searcher=searcher) as (pilot, screen):
        await until(pilot, lambda: searcher.thinking)
        await press(pilot, "colon", "2")
        assert screen.message.prompt == "A move or the dice, or press Esc:"
        searcher.goes_on.set()
        await until(pilot, screen.takes_moves)
        assert "Computer's dice" in screen.message.prompt
        assert (screen.line_is_open, screen.line.value) == (True, "2")


async def test_what_one_person_types_is_gone_in_another_persons_turn() -> None:
    """Ann begins to type in the pause after her last move; Enter must not play that for Ben."""
    match = Match(SHUT, {}, [ANN, BEN], 3)

    def comes_to_a_decision() -> bool:
        screen.runner.ask(Request.GO_ON)
        return screen.may_decide()

    while match.state.turn_seat() == 0:
        match.apply(match.state.legal_moves()[0])
    async with showing(match, "by key", plays_only_moves=False) as (pilot, screen):
        screen._line_refused.seconds = 1e9
        await press(pilot, "colon", "1")
        assert screen.line.value == "1"
        await until(pilot, comes_to_a_decision)
        assert not screen.line_is_open
        plies = len(match.moves)
        await press(pilot, "enter")
        await settled(pilot)
        assert len(match.moves) == plies


async def test_a_mark_made_by_a_click_closes_the_line_for_another() -> None:
    async with in_box(FirstMoves()) as (pilot, screen):
        await press(pilot, "colon", "b")
        screen.board.pick(screen.match.state.legal_moves()[5])
        screen.board.play_picked()
        assert not screen.line_is_open


@pytest.mark.parametrize("typed", [":c3", ": c3"])
async def test_a_colon_typed_again_in_an_open_line_is_ignored(typed: str) -> None:
    names = {":": "colon", " ": "space"}
    async with in_box(FirstMoves()) as (pilot, screen):
        move = screen.match.state.read_move("c3")
        await press(pilot, "colon", *"z9", "enter")
        assert screen.line_is_open
        await press(pilot, *[names.get(each, each) for each in typed], "enter")
        await until(pilot, lambda: bool(screen.match.moves))
        assert screen.match.moves[0] == move


async def test_keys_typed_on_after_a_line_was_closed_or_refused_are_no_commands() -> None:
    """FRO-16: the hand ends while Ann types a move, and Space would go on to the next hand."""
    hands = at("car,fence", "tree,captured", demand="any", pile="car:9").text()
    match, searcher = match_at(GAMES["free-o"], hands, [ANN, COMPUTER]), FirstMoves(holds=True)
    async with playing(match, searcher=searcher) as (pilot, screen):
        screen._line_refused.seconds = 1e9
        await press(pilot, "enter")
        await until(pilot, lambda: searcher.thinking)
        await press(pilot, "colon", "d")
        searcher.goes_on.set()
        await until(pilot, lambda: match.state.is_open() and not screen.line_is_open)
        await press(pilot, "space", "q")
        await settled(pilot)
        assert match.state.is_open()
        assert isinstance(pilot.app.screen, GameScreen)
        screen._line_refused.seconds = 0.0
        await press(pilot, "colon")
        assert screen.message.text == "Not now: the hand is over. Press Space to go on."
        assert not screen.line_is_open
        screen._line_refused.seconds = 1e9
        await press(pilot, "space")
        await settled(pilot)
        assert match.state.is_open()
        await press(pilot, "escape")  # ends what is typed, and does nothing else
        assert match.state.is_open()
        await until(pilot, lambda: not match.state.is_open(), "space")
