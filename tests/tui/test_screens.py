"""The other screens, and what happens when things go wrong."""

import re
import sys
from pathlib import Path

from people import ANN, BEN
from played import FAST, boxtui, folders, library_in, saves, settings
from pty_terminal import DOWN, ENTER, ESC, LEFT, PLAIN, RIGHT, UP, PtyTerminal, click_at
from random_games import save_game

from boxtui.play.match import SEED_LIMIT, Seat

COLORED = re.compile(rb"\x1b\[(?:[0-9;]*;)?(?:3[0-8]|4[0-8]|9[0-7])[;m]")


def test_every_row_of_the_setup_changes_by_keys_and_the_game_follows(tmp_path: Path) -> None:
    with boxtui(tmp_path, "play", "shut-the-box", "--seed", "7") as terminal:
        terminal.go("Seed", DOWN + RIGHT, "Seat 3")
        terminal.reply("All computers", DOWN * 2 + ENTER)
        terminal.go("The name of seat 1", "\x7f" * 3 + "Dot" + ENTER, "Seat 1, Dot", DOWN + RIGHT)
        terminal.go("Level 4", DOWN * 2 + RIGHT, "sum", DOWN + RIGHT, "rolled for", DOWN + RIGHT)
        terminal.go("Stake", DOWN + ENTER, "Stake (1 to 1000):", "25" + ENTER)
        terminal.wait(lambda: re.search(r"Stake .* 25 ", terminal.text()), "the stake")
        terminal.send("s", "round 1, stake 25")
        terminal.wait_until("begins")
    assert len(saves(tmp_path)) == 1


def test_the_setup_has_rows_for_relevant_options_and_accepts_half_points(tmp_path: Path) -> None:
    with boxtui(tmp_path, "play", "box", "--seed", "7") as terminal:
        terminal.wait_until("Seed")
        assert "Handicap points" not in terminal.text()
        terminal.send(DOWN * 6 + RIGHT, "Handicap points")
        terminal.go("Weaker player", DOWN + ENTER, "Handicap points (0.5", "4.2" + ENTER)
        terminal.go("can't be '4.2'; choose from: 0.5, 1 and", "\x7f" * 3 + "4.50" + ENTER)
        terminal.wait(lambda: re.search(r"Handicap points +◂? ?4\.5", terminal.text()), "4.5")
        terminal.send(UP + RIGHT, "Moves in a row")
        terminal.wait(lambda: "Balance  " not in terminal.text(), "no balance")


def test_the_setup_keeps_names_and_refuses_wrong_ones_and_too_large_a_seed(tmp_path: Path) -> None:
    with boxtui(tmp_path, "play", "shut-the-box", "--seed", "7") as terminal:
        terminal.go("Seed", DOWN * 2 + ENTER, "The name of seat 1", "\x7f" * 3 + ENTER)
        terminal.go("at least one letter", "x" * 25 + ENTER, "name is too long", ESC)
        terminal.wait(lambda: "too long" not in terminal.text(), "the line closed")
        terminal.send(DOWN + ENTER)
        terminal.go("The name of seat 2", "\x7f" * 8 + "Zed" + ENTER, "Seat 2, Zed", RIGHT)
        terminal.wait(lambda: re.search(r"Seat 2, Zed +◂ Level 4", terminal.text()), "level 4")
        terminal.send(UP + RIGHT)
        terminal.wait(lambda: re.search(r"Seat 1 +◂ Level 1", terminal.text()), "level 1")
        terminal.send("\x1b[F" + ENTER)
        terminal.reply("a whole number", f"{SEED_LIMIT}{ENTER}")
        terminal.reply(f"{SEED_LIMIT - 1:,}", "\x7f" * 19 + f"{SEED_LIMIT - 1}{ENTER}")
        terminal.wait(lambda: re.search(f"Seed .* {SEED_LIMIT - 1} ", terminal.text()), "the seed")
        terminal.send(UP * 30 + DOWN + LEFT * 2, "Seat 12", DOWN * 13 + RIGHT * 4)
        last = r"Seat 12 +◂ Level 5: plays perfectly ▸"
        terminal.wait(lambda: re.search(last, terminal.text()), "level 5")


def test_a_save_is_removed_only_after_a_confirmation(tmp_path: Path) -> None:
    path = save_game(library_in(tmp_path), ANN, Seat("Computer", "level5")).path
    path.rename(path.with_name("keep.box"))  # the name is like an answer to the question
    with boxtui(tmp_path) as terminal:
        terminal.go("Continue", "s", "x remove")
        terminal.wait(lambda: re.search("just now .* Ann, ", terminal.text()), "who plays in it")
        for keeping in (ENTER, ESC):
            terminal.send("x", "Remove it for good?")
            assert "just now; Ann, " in terminal.text()
            terminal.send(keeping)
            terminal.wait(lambda: "for good?" not in terminal.text(), "the question gone")
            terminal.wait_quiet()
            assert [save.name for save in saves(tmp_path)] == ["keep.box"]
        terminal.send("x", "Remove it for good?", DOWN + ENTER, "no saved games yet")
        assert saves(tmp_path) == []
        terminal.send("q", "Learn a game")
        terminal.wait(lambda: "Continue" not in terminal.text(), "nothing to continue")


def test_drawing_and_colors_follow_the_settings_at_once(tmp_path: Path) -> None:
    settings(tmp_path, FAST + 'drawing = "ascii"\n')
    with boxtui(tmp_path, "play", "box") as terminal:
        terminal.go("Start the game", "q", "Saved games")
        assert terminal.raw.isascii()
        terminal.send("o" + DOWN * 2 + LEFT)
        terminal.go("▶  Drawing                   ◂ unicode ▸", UP + LEFT, "no color")
        before = len(terminal.raw)
        terminal.send("q" + UP * 9 + DOWN + ENTER)
        terminal.go("Start the game", "s", "black or white?", "w", "[O]")
        assert not COLORED.search(terminal.raw[before:])


def test_a_full_disk_refuses_the_move_says_so_and_loses_nothing(tmp_path: Path) -> None:
    path = save_game(library_in(tmp_path), ANN, Seat("Computer", "level5")).path
    settings(tmp_path)
    blocks = len(path.read_bytes()) // 1024 + 1
    limited = f'ulimit -f {blocks}; exec "$0" -m boxtui resume'
    # Python's own bytecode, which all tests share, must not be what is cut off.
    env = {**PLAIN, **folders(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
    with PtyTerminal(["bash", "-c", limited, sys.executable], env=env) as terminal:
        terminal.wait_until("What fits")
        for _ in range(200):
            terminal.send("u" + DOWN + ENTER)
            terminal.wait_quiet(0.02)
            if "Not saved" in terminal.text():
                break
        terminal.go("Not saved", "q", "Continue")
    with boxtui(tmp_path, "resume") as terminal:
        terminal.wait_until("Ann")
        assert "lost" not in terminal.text()


def click(terminal: PtyTerminal, text: str, *, times: int = 1) -> None:
    """Click the first occurrence of that text on the screen, once there is one."""
    terminal.wait_until(text)
    row = next(at for at, line in enumerate(terminal.lines()) if text in line)
    terminal.send(times * click_at(terminal.lines()[row].index(text) + 1, row))


def test_lists_can_be_clicked(tmp_path: Path) -> None:
    with boxtui(tmp_path) as terminal:
        for text in ("Shut-the-Box", "digits", "sum", "Seat 1"):
            click(terminal, text)
        terminal.reply("The name of seat 1", ESC)
        terminal.wait(lambda: "The name of" not in terminal.text(), "the line closed")
        click(terminal, "Start the game")
        terminal.wait_until("What fits")


def test_clicking_a_key_label_runs_it_on_the_board_and_in_the_input_line(tmp_path: Path) -> None:
    with boxtui(tmp_path, "play", "kimbo", "--seed", "7") as terminal:
        terminal.reply("Start the game", "s")
        click(terminal, "type")
        terminal.reply("A move, for example", "a1")
        click(terminal, "take  Esc")
        terminal.wait_until("'a1'")
        click(terminal, "back")
        click(terminal, "f roll")
        terminal.wait_until("Dice: [")


def test_a_second_click_on_a_key_label_that_is_gone_does_nothing(tmp_path: Path) -> None:
    save_game(library_in(tmp_path), ANN, BEN, game="free-o")
    with boxtui(tmp_path, "resume") as terminal:
        click(terminal, "show the hand", times=2)
        terminal.go("Your hand", "q", "Learn a game")
