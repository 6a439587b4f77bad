"""The app on a real terminal, driven by keys and checked by what its screen shows."""

import re
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from played import begin, boxtui, command, saves, settings
from pty_terminal import DOWN, ENTER, ESC, PtyTerminal, click_at


@pytest.mark.parametrize(
    ("end", "code"),
    [
        (lambda terminal: terminal.reply("menu", "q"), 0),
        (lambda terminal: terminal.signal(signal.SIGHUP), 129),
        (lambda terminal: terminal.send("\x03"), 130),
        (lambda terminal: terminal.signal(signal.SIGKILL), -9),
    ],
    ids=["left", "hung up", "Ctrl+C", "killed"],
)
def test_a_game_that_was_left_or_cut_off_continues_after_its_last_move(
    tmp_path: Path, end: Callable[[PtyTerminal], None], code: int
) -> None:
    with boxtui(tmp_path) as terminal:
        begin(terminal)
        terminal.send(DOWN, "picked:", ENTER)
        terminal.wait(lambda: "picked:" not in terminal.text(), "the set laid down")
        terminal.wait_quiet()
        board = terminal.lines()[2:17]
        end(terminal)
        if code == 0:
            terminal.reply("Continue Shut-the-Box", "q")
        assert terminal.exit_code() == code
    with boxtui(tmp_path, *([] if code == 0 else ["resume"])) as terminal:
        if code == 0:
            terminal.reply("Continue Shut-the-Box", "c")
        terminal.wait(lambda: terminal.lines()[2:17] == board, "the same board")


def test_ctrl_c_ends_the_app_also_while_it_is_behind(tmp_path: Path) -> None:
    with boxtui(tmp_path) as terminal:
        begin(terminal)
        terminal.send(":" + 5_000 * "x" + ENTER)
        terminal.send("\x03")
        assert terminal.exit_code() == 130


def test_an_illegal_try_names_its_rule_and_question_mark_opens_the_rule_that_matters_now(
    tmp_path: Path,
) -> None:
    with boxtui(tmp_path) as terminal:
        begin(terminal)
        terminal.send("1" + ENTER, "(STB-3)", ":pass" + ENTER, "(STB-4)", ESC)
        terminal.wait(lambda: "(STB-4)" not in terminal.text(), "the line closed")
        terminal.send("?", "▶ STB-3 Laying down", "q", "What fits")


def test_a_move_is_typed_in_its_notation_and_a_bad_one_is_explained(tmp_path: Path) -> None:
    with boxtui(tmp_path, "play", "shut-the-box", "--seed", "7") as terminal:
        terminal.go("Start the game", "s", "What fits", ":zz" + ENTER)
        terminal.go("can't be read", "\x7f\x7f10" + ENTER, "no tile 10", ESC)
        terminal.wait(lambda: "no tile 10" not in terminal.text(), "the line closed")
        first = re.search(r"    (\d[+\d]*) *$", terminal.text(), re.MULTILINE)
        assert first
        terminal.send(f":{first[1]}{ENTER}")
        terminal.wait(lambda: re.search(laid_down(first[1]), terminal.text()), "the set laid down")


def laid_down(tiles: str = "") -> str:
    """Return how the digest, or once the turn is over the log, says that Ann laid tiles down."""
    return rf"Ann +laid down .*{re.escape(tiles)}|Ann lays down {re.escape(tiles)}"


def test_a_second_click_plays_and_undo_and_redo_go_back_and_forth_and_are_counted(
    tmp_path: Path,
) -> None:
    with boxtui(tmp_path) as terminal:
        begin(terminal)
        before = terminal.lines()[3:12]
        terminal.send("u", "You have no move to take back")
        row = next(at for at, line in enumerate(terminal.lines()) if "What fits" in line)
        click = click_at(5, row + 1)
        terminal.send(click, "picked:", click)
        terminal.wait(lambda: re.search(laid_down(), terminal.text()), "the set laid down")
        terminal.wait_quiet()
        after = terminal.lines()[3:12]
        terminal.send("u")
        terminal.wait(lambda: terminal.lines()[3:12] == before, "the position before")
        terminal.send("r")
        terminal.wait(lambda: terminal.lines()[3:12] == after, "the position after")
        terminal.send("q", "Saved games")
    show = command(tmp_path, "saves", "show", saves(tmp_path)[0].stem)
    assert "Taken back: 1." in show.stdout


def test_hints_and_odds_are_shown_and_counted(tmp_path: Path) -> None:
    # With this seed the first throw leaves a choice; an only move is shown without a value.
    with boxtui(tmp_path, "play", "shut-the-box", "--seed", "7") as terminal:
        terminal.go("Start the game", "s", "What fits", "h", "Hint: Look at ", "h", "to win.")
        assert re.search(r"Hint: [\d+]+, \d+\.\d% to win", terminal.text())
        assert "nothing fits" in " ".join(terminal.text().split())
        terminal.send("o", "and the chance to win")
        assert re.search(r"[\d+]+ +\d+\.\d+%", terminal.text())
        terminal.send("q", "Saved games")
    assert (
        "Decisions with hints: 1."
        in command(tmp_path, "saves", "show", saves(tmp_path)[0].stem).stdout
    )


def test_dice_entered_by_hand_are_typed_and_checked(tmp_path: Path) -> None:
    with boxtui(tmp_path, "play", "shut-the-box") as terminal:
        terminal.go("left to the computer", DOWN * 7 + "\x1b[C", "entered by hand", "s")
        terminal.go("Ann's dice", "7 1" + ENTER, "(STB-18)", "\x7f\x7f\x7f5" + ENTER)
        terminal.go(
            "(STB-6)", ESC, "Enter type the dice", ENTER, "or press Esc:", "5 3" + ENTER, "5+2+1"
        )


def test_one_save_is_never_open_in_two_sessions(tmp_path: Path) -> None:
    with boxtui(tmp_path) as first:
        begin(first)
        with boxtui(tmp_path) as second:
            second.go("Quit", "s", "in use", "\r", "Leave it there")
            second.send_until(DOWN, "▶  Leave it there")
            second.go("", "\r", "in use", "q", "Quit", DOWN)
            begin(second)  # what is left there keeps no other game from being opened
            assert len(saves(tmp_path)) == 2


def test_wrong_settings_are_named_with_their_file_and_nothing_is_lost(tmp_path: Path) -> None:
    settings(tmp_path, text := 'pace = "warp"\nname = "Zoe"\n')
    with boxtui(tmp_path) as terminal:
        terminal.go("pace can't be 'warp'", "\r", "Start the game")
        assert "Zoe" in terminal.text()
    file = tmp_path / "config" / "boxtui" / "settings.toml"
    assert file.read_text() == text


def test_after_idling_out_the_player_is_told_why(tmp_path: Path) -> None:
    with boxtui(tmp_path, env={"TMOUT": "1"}) as terminal:
        assert terminal.exit_code() == 142
        assert terminal.modes_left_on() == {}
        assert b"What was played is saved." in terminal.raw
        assert terminal.raw.count(b"boxtui: ended") == 1
