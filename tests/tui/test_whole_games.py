"""Every game played to its end on a real terminal, once only by keys and once only by clicks."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from per_game import line_for
from played import boxtui, library_in
from pty_terminal import DOWN, END, ENTER, LEFT, RIGHT, UP, PtyTerminal, click_at
from random_games import against, do, finished
from shown import keys_shown, last_match, typed

from boxtui.games import GAMES
from boxtui.play.results import result_of
from saves.events import Move

LAST_MOVES = 12
"""Ann takes over a random game this many moves before its end."""

BOARD_CELLS = 51
"""Text is shown to the right of this many cells."""

EMPTY = r"(?<=[ ░▓\[])·"
"""An unmarked intersection of Box."""

Step = Callable[[PtyTerminal], str]
"""What a person who sees that screen sends: one step of a decision, or all of it."""


# Games near their end


def begun_near_the_end(home: Path, game: str) -> None:
    """Save a match of Ann against the first level, a few decisions before its end."""
    record = against("level1", game, library_in(home))
    for move in finished(record.match.restarted()).moves[:-LAST_MOVES]:
        do(record, Move(move))
    record.close()


# What a person sees


def is_over(terminal: PtyTerminal) -> bool:
    return "Look at the final position" in terminal.text()


def is_asked(terminal: PtyTerminal) -> bool:
    """Whether the screen asks Ann for a decision and shows its keys; Enter may do nothing."""
    keys = keys_shown(terminal)
    return terminal.lines()[0].endswith("Ann's turn") and {"h", "q"} <= keys.keys()


def places(terminal: PtyTerminal, text: str) -> list[tuple[int, int]]:
    """Return the column and row, from 0, of each match of this pattern below the title."""
    rows = enumerate(terminal.lines()[1:], 1)
    return [(found.start(), row) for row, line in rows for found in re.finditer(text, line)]


def place_of(terminal: PtyTerminal, text: str) -> tuple[int, int]:
    found = places(terminal, text)
    assert found, f"no {text!r} to be seen:\n{terminal.text()}"
    return found[0]


def click_on(terminal: PtyTerminal, text: str) -> str:
    """Return what a click on the first match of this pattern sends."""
    return click_at(*place_of(terminal, text))


def click_on_key(terminal: PtyTerminal, key: str) -> str:
    words = keys_shown(terminal)[key]
    return click_on(terminal, re.escape(f"{key} {words}"))


# By keys


def mark_an_empty_intersection(terminal: PtyTerminal) -> str:
    """Go to an empty intersection and press Enter."""
    column, row = place_of(terminal, r"\[.\]")
    to_column, to_row = place_of(terminal, EMPTY)
    across, down = (to_column - column - 1) // 4, (to_row - row) // 2
    aside, along = RIGHT if across > 0 else LEFT, DOWN if down > 0 else UP
    return aside * abs(across) + along * abs(down) + ENTER


BY_KEYS: dict[str, Step] = {
    "shut-the-box": lambda terminal: ENTER if "picked:" in terminal.text() else DOWN,
    "box": mark_an_empty_intersection,
    "kimbo": lambda terminal: "f" if "f" in keys_shown(terminal) else ENTER,
    "free-the-box": lambda terminal: ENTER,
    "free-o": lambda terminal: ENTER,
}


# By mouse


def click_a_set_twice(terminal: PtyTerminal) -> str:
    column, row = place_of(terminal, "What fits:")
    return 2 * click_at(column + 3, row + 1)


def click_no_fence_or_where_the_piece_can_go(terminal: PtyTerminal) -> str:
    """Click the first square with a reversed label for how the piece gets there."""
    if "f" in keys_shown(terminal):
        return click_on_key(terminal, "f")
    for row in range(1, 16):
        cells = terminal.screen.buffer[row]
        for column in range(3, BOARD_CELLS):
            if cells[column].reverse and cells[column].data in "123456+J":
                return click_at(column, row)
    raise AssertionError(f"no square to go to:\n{terminal.text()}")


def click_the_picked_token(terminal: PtyTerminal) -> str:
    """Click the marked token, its color's row if it is on HOME SPACE, or the Enter key."""
    if keys_shown(terminal)["Enter"] != "move":
        return click_on_key(terminal, "Enter")
    marked = [place for place in places(terminal, "[A-Ca-c].?<") if place[0] < BOARD_CELLS]
    color = terminal.lines()[0].split()[3]
    return click_at(*(marked or places(terminal, f"{color}  "))[0])


def click_a_card_that_can_be_played_twice(terminal: PtyTerminal) -> str:
    if "d" in keys_shown(terminal):
        return click_on(terminal, "Draw pile")
    return 2 * click_on(terminal, r"(?<=[▶ ])\d(?=─)|(?<=┌)\d(?=─)")


BY_MOUSE: dict[str, Step] = {
    "shut-the-box": click_a_set_twice,
    "box": lambda terminal: 2 * click_on(terminal, EMPTY),
    "kimbo": click_no_fence_or_where_the_piece_can_go,
    "free-the-box": click_the_picked_token,
    "free-o": click_a_card_that_can_be_played_twice,
}


# To the end


def going_on(terminal: PtyTerminal) -> str:
    """Return the key that goes on at once; "" for none."""
    keys = keys_shown(terminal)
    if keys.get("Space") == "go on":
        return "Space"
    return "Enter" if keys.get("Enter") == "what next" else ""


def play_on(terminal: PtyTerminal, step: Step, go_on: Callable[[PtyTerminal, str], str]) -> int:
    """Do what each screen asks for until the game is over; return the number of steps.

    A step too many does no harm.
    """
    steps, ways = 0, (is_over, is_asked, going_on)
    while steps < 400:
        terminal.wait(lambda: any(way(terminal) for way in ways), "something to do")
        terminal.wait_quiet(0.1)
        if is_over(terminal):
            return steps
        if is_asked(terminal):
            terminal.send(step(terminal))
            steps += 1
        elif key := going_on(terminal):
            terminal.send(go_on(terminal, key))
    raise AssertionError(f"The game doesn't end:\n{terminal.text()}")


@pytest.mark.parametrize("device", ["keys", "mouse"])
@pytest.mark.parametrize("game", GAMES)
def test_a_game_can_be_played_to_its_end_with_one_device_only(
    tmp_path: Path, game: str, device: str
) -> None:
    steps, go_on = (BY_MOUSE, click_on_key)
    if device == "keys":
        steps, go_on = BY_KEYS, lambda terminal, key: typed(key)
    step = line_for(game, steps, "BY_KEYS and BY_MOUSE of tests/tui/test_whole_games.py")
    begun_near_the_end(tmp_path, game)
    with boxtui(tmp_path, "resume") as terminal:
        assert play_on(terminal, step, go_on)
        match = last_match(tmp_path)
        assert result_of(match)
        terminal.wait_until(result_of(match))
        terminal.wait_until("Look at the final position")
        assert [entry.ended for entry in library_in(tmp_path).entries()] == [True]
        terminal.wait_quiet(0.6)  # what is typed ahead of the question doesn't answer it
        terminal.send(END + ENTER if device == "keys" else click_on(terminal, "Another game"))
        terminal.wait_until("Saved games")
        assert "Continue" not in terminal.text()
        terminal.send("q")
        assert terminal.exit_code() == 0
        assert terminal.modes_left_on() == {}
