"""The log of a match as a page: all of it, without cards that the viewer may not see."""

from pathlib import Path
from random import Random

import pytest
from free_o_play import at
from game_screens import on_screen, opened, press, text_of, until
from random_games import any_move

from boxtui.core import CHANCE
from boxtui.games import GAMES
from boxtui.play.match import HUMAN, Match, Seat, match_at
from boxtui.tui.screens.game import GameScreen

pytestmark = pytest.mark.tui

ANN, BEN = Seat("Ann", HUMAN), Seat("Ben", HUMAN)


def played(match: Match, moves: int) -> Match:
    """Play at least that many random moves, up to a person's decision."""
    rng = Random(4)
    while len(match.moves) < moves or match.state.current_player() == CHANCE:
        match.play(any_move(match, rng))
    return match


async def test_the_log_opens_at_its_end_and_is_read_back_to_its_start(tmp_path: Path) -> None:
    match = played(Match(GAMES["free-the-box"], {}, [ANN, BEN], 3), 80)
    async with opened(tmp_path, match).run_test(size=(60, 20)) as pilot:
        await until(pilot, lambda: "l log" in text_of(pilot, "keys"))
        told = on_screen(pilot).viewer.sentences(match.log)[0]
        await press(pilot, "l")
        last = match.log[-1].sentence
        await until(pilot, lambda: last in " ".join(text_of(pilot, "body").split()))
        assert "what was played" in text_of(pilot, "title")
        on_end = text_of(pilot, "body")
        assert told not in on_end
        await press(pilot, *["pageup"] * 12)
        assert text_of(pilot, "body").startswith(told)
        await press(pilot, "down", "up", *["pagedown"] * 12)
        assert text_of(pilot, "body") == on_end
        await press(pilot, "q")
        assert on_screen(pilot).match is match


async def test_the_log_shows_no_cards_behind_the_curtain_or_once_it_comes_down(
    tmp_path: Path,
) -> None:
    state = at("house:2,car", "truck:3", top="mailbox", demand="match", pile="mailbox:9")
    match = match_at(GAMES["free-o"], state.text(), [ANN, BEN])
    match.play(match.state.read_move("draw"))
    match.play(match.dealt())
    match.play(match.state.read_move("draw"))
    match.play(match.dealt())
    async with opened(tmp_path, match).run_test(size=(80, 24)) as pilot:
        await press(pilot, "l")
        await until(pilot, lambda: "Ann draws a card" in text_of(pilot, "body"))
        assert "draws mailbox" not in text_of(pilot, "body")
        await press(pilot, "q", "v", "l")
        await until(pilot, lambda: "Ann draws mailbox" in text_of(pilot, "body"))
        assert "Ben draws a card" in text_of(pilot, "body")
        match.play(match.state.read_move("mailbox"))
        app, page = pilot.app, pilot.app.screen
        table = app.screen_stack[-2]
        assert isinstance(table, GameScreen)
        table.changed()
        assert app.screen is page
        assert "Ann draws mailbox" not in text_of(pilot, "body")
