"""Dice that roll for a moment: what is drawn during that time, and that nothing waits for them."""

import pytest
from game_screens import FirstMoves, on_screen, play_first, playing, press, showing, until
from people import ANN
from textual.pilot import Pilot

from boxtui.games import GAMES
from boxtui.lines import plain
from boxtui.play.match import Match
from boxtui.system.settings import Settings
from boxtui.system.terminal import Look
from boxtui.tui.boards.shut_the_box import _FRAMES, ShutTheBoxBoard


def nearly_rolled() -> Match:
    """Return a one-player game in which the dice come next."""
    return Match(GAMES["shut-the-box"], {}, [ANN], 7)


def board_on(pilot: Pilot[int]) -> ShutTheBoxBoard:
    board = on_screen(pilot).board
    assert isinstance(board, ShutTheBoxBoard)
    return board


def told(board: ShutTheBoxBoard) -> str:
    return "\n".join(plain(line) for line in board._lines)


async def test_dice_show_other_faces_in_some_frames_and_then_lie_still_without_a_timer() -> None:
    async with showing(nearly_rolled(), pace="brisk") as (pilot, _):
        board, faces = board_on(pilot), list[list[int]]()

        def lies_still() -> bool:
            if board._frames and (not faces or faces[-1] != board._faces()):
                faces.append(board._faces())
                assert "What fits" not in told(board)
            return bool(faces) and not board._frames

        await until(pilot, lies_still)
        assert all(face != board._dice() for face in faces)
        assert 1 <= len(faces) <= _FRAMES
        await until(pilot, lambda: "What fits" in told(board))
        assert board._faces() == board._dice()
        await until(pilot, lambda: not board._timers)


@pytest.mark.parametrize("key", ["down", "enter", "o", "x", "h"])
async def test_a_key_typed_while_dice_roll_works_and_never_leaves_other_faces_on_the_table(
    key: str,
) -> None:
    """Enter ended the roll without drawing the dice: a false roll stayed until a tile was picked.

    The adviser thinks on, so that nothing else draws the board.
    """
    async with showing(nearly_rolled(), "brisk", FirstMoves(holds=True)) as (pilot, _):
        board = board_on(pilot)
        await until(pilot, lambda: board._frames)
        await press(pilot, key)
        assert key != "down" or (board.picked and not board._frames)  # it works at once
        await until(pilot, lambda: not board._frames)
        assert "What fits" in told(board)
        drawn = list(board._lines)
        board.host.draw()
        assert board._lines == drawn


@pytest.mark.parametrize(
    ("setting", "pace", "ssh", "rolls"),
    [
        ("auto", "brisk", False, True),
        ("auto", "brisk", True, False),
        ("rolling", "slow", True, True),
        ("still", "brisk", False, False),
        ("rolling", "at once", False, False),
    ],
)
def test_the_setting_the_pace_and_the_connection_decide_whether_dice_roll(
    setting: str, pace: str, *, ssh: bool, rolls: bool
) -> None:
    assert Settings(dice=setting, pace=pace).rolls_dice(Look(ssh=ssh)) == rolls


async def test_dice_do_not_roll_when_a_game_is_opened_or_a_move_taken_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begin, rolls, match = ShutTheBoxBoard._begin_roll, list[bool](), nearly_rolled()

    def noted(board: ShutTheBoxBoard) -> None:
        begin(board)
        rolls.append(board._frames > 0)

    monkeypatch.setattr(ShutTheBoxBoard, "_begin_roll", noted)
    match.deal()
    async with playing(match, "brisk", plays_only_moves=False) as (pilot, screen):
        assert set(rolls) == {False}
        await play_first(pilot, screen)
        assert True in rolls
        rolls.clear()
        await press(pilot, "u")
        await until(pilot, lambda: len(match.moves) == 1)
        await until(pilot, lambda: rolls)
        assert set(rolls) == {False}
