"""An Enter typed just as the only move was played doesn't commit to the decision after it."""

from pathlib import Path
from random import Random

import pytest
from game_screens import on_screen, opened, press, until
from random_games import any_move

from boxtui.core import OVER
from boxtui.games import GAMES
from boxtui.play.match import HUMAN, Match, Seat
from boxtui.tui.screens import game as game_screen

pytestmark = pytest.mark.tui


def before_an_only_move() -> Match:
    """Return a game in which Ann's only move comes next, and after it and dice a choice of hers."""
    for seed in range(1000):
        match, rng = Match(GAMES["free-the-box"], {}, [Seat("Ann", HUMAN)] * 2, seed), Random(seed)
        only = -1
        while match.state.current_player() != OVER and len(match.moves) < 200:
            if match.is_human(match.state.current_player()):
                if match.only_move() is None and only >= 0:
                    match.take_back_to(only)
                    return match
                only = -1 if match.only_move() is None else len(match.moves)
            match.apply(any_move(match, rng))
    raise AssertionError("no such game")


@pytest.mark.parametrize(
    ("late", "keys", "is_played"),
    [
        (1000.0, ["enter"], False),
        (1000.0, ["enter", "enter"], True),
        (1000.0, ["down", "enter"], True),
        (0.0, ["enter"], True),
    ],
)
async def test_an_enter_meant_for_an_only_move_gets_a_message_and_a_deliberate_one_plays(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    late: float,
    keys: list[str],
    *,
    is_played: bool,
) -> None:
    monkeypatch.setattr(game_screen, "ONLY_MOVE_GRACE", late)
    match = before_an_only_move()
    async with opened(tmp_path, match).run_test(size=(80, 24)) as pilot:
        screen = on_screen(pilot)
        await until(pilot, lambda: screen.may_decide() and match.only_move() is None)
        plies = len(match.moves)
        await press(pilot, *keys)
        if is_played:
            await until(pilot, lambda: len(match.moves) > plies)
        else:
            await until(pilot, lambda: "Press Enter again" in screen.message._text)
            assert len(match.moves) == plies
