"""Seats, places and marks are drawn in the colors of their names, in all themes and terminals."""

from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from bare_board import board_of
from color_difference import contrast
from game_screens import playing
from palette_figures import grounds_of
from played import FAST, boxtui, library_in, settings
from random_games import dealt, moved, play_through
from rich.segment import Segment
from rich.style import Style

from ai.agent import HUMAN
from boxtui.games import GAMES
from boxtui.lines import ASCII, STYLES, UNICODE, Line
from boxtui.play.match import Match, Seat
from boxtui.play.record import header_of
from boxtui.play.viewer import Viewer
from boxtui.tui.widgets.canvas import Canvas
from boxtui.views.games import words_of
from boxtui.views.log import Log
from boxtui.views.palette import INKS, THEMES, ink
from boxtui.views.seats import seat_lines, seats_in_lines
from saves.events import batches

NAMED = {"kimbo": 4, "free-the-box": 6}
"""The games whose seats have colors, with their largest number of seats."""


def people(count: int) -> list[Seat]:
    return [Seat(name, HUMAN) for name in ("Ann", "Ben", "Cid", "Dot", "Eve", "Fay")[:count]]


def with_squares() -> Match:
    """Return a game of Box in which each color has won a square."""
    match = Match(GAMES["box"], {"balance": "none", "size": 6}, people(2), 1)
    return moved(match, "a1", "d1", "a2", "d2", "b1", "e1", "b2", "e2")


def styles_of(lines: Sequence[Line], name: str) -> set[str]:
    return {piece.style for line in lines for piece in line if name in piece.text}


@pytest.mark.parametrize("system", ["standard", "256", "truecolor"])
@pytest.mark.parametrize("theme", THEMES)
def test_the_two_colors_of_box_are_never_drawn_the_same(theme: str, system: str) -> None:
    assert ink(theme, system, "black-mark") != ink(theme, system, "white-mark")
    white = Style.parse(ink(theme, system, "white"))
    assert Style.parse(ink(theme, system, "black")) != white
    assert Style.parse(ink(theme, system, "black-square")) != white


def test_the_scores_of_box_have_the_mark_and_the_name_of_their_color_and_are_drawn_in_it() -> None:
    match = with_squares()
    lines = seat_lines(words_of(match), UNICODE, 30)
    assert [line[-1].style for line in lines] == ["black", "white"]
    assert [line[-1].text for line in lines] == ["● black 1", "○ white 1"]


@pytest.mark.parametrize("game", GAMES)
def test_names_figures_and_log_lines_are_drawn_in_the_color_of_their_seat(game: str) -> None:
    match = Match(GAMES[game], {}, people(GAMES[game].seats[-1]), 1)
    for _ in play_through(match, Random(1), 40):
        pass
    board = board_of(match)
    styles = board.words.seat_styles()
    shown = seat_lines(board.words, UNICODE, 40)
    below = seats_in_lines(board.words, UNICODE, 60)
    log = [line for _, line in Log(Viewer(match), styles).lines(30)]
    told = set()
    for seat, style in zip(match.seats, styles, strict=True):
        wanted = {style} if style != "plain" else {"plain", "strong"}
        assert styles_of(shown, seat.name)
        assert styles_of(below, seat.name) == {style}
        assert styles_of(shown, seat.name) <= wanted
        logged = {line[1].style for line in log if line[1].text.startswith(seat.name)}
        assert logged <= wanted
        told |= logged
    assert told


def test_before_colors_are_picked_no_seat_of_box_is_drawn_in_a_color() -> None:
    unpicked = Match(GAMES["box"], {"balance": "swap"}, people(2), 1)
    assert {piece.style for piece in words_of(unpicked).seat_pieces(UNICODE)} == {"plain"}


@pytest.mark.parametrize(("game", "seats"), NAMED.items())
def test_everything_about_a_seat_is_drawn_in_the_color_of_its_pieces(game: str, seats: int) -> None:
    match = Match(GAMES[game], {}, people(seats), 1)
    board = board_of(match)
    colors = [piece.style for piece in board.words.seat_pieces(UNICODE)]
    assert len(set(colors)) == seats
    assert set(colors) <= {piece.style for line in board.board_lines(40) for piece in line}


@pytest.mark.parametrize("game", GAMES)
def test_a_board_has_no_style_that_is_not_drawn(game: str) -> None:
    match = Match(GAMES[game], {}, people(GAMES[game].seats[-1]), 1)
    for _ in play_through(match, Random(1), 60):
        pieces = [piece for line in board_of(match).board_lines(40) for piece in line]
        assert {piece.style for piece in pieces} <= {*STYLES, *INKS}


@pytest.mark.parametrize(("game", "seats"), NAMED.items())
def test_without_color_seats_are_told_apart_by_letters(game: str, seats: int) -> None:
    match = dealt(Match(GAMES[game], {}, people(seats), 1))
    words = [piece.text.split()[0] for piece in words_of(match).seat_pieces(ASCII)]
    assert all(one != other for one, other in combinations(words, 2))


def drawn(board: Canvas) -> list[Segment]:
    """Return what is drawn of a board on its screen."""
    return [part for y in range(board.size.height) for part in board.render_line(y)]


async def test_a_change_of_the_theme_is_seen_at_once() -> None:
    async with playing(with_squares()) as (pilot, screen):
        app, board = pilot.app, screen.board
        for theme in THEMES:
            app.theme = theme
            await pilot.pause()
            looks = {part.style for part in drawn(board) if part.text == "○"}
            white = Style.parse(ink(theme, app.console.color_system, "white-mark"))
            assert looks == {board.rich_style + white}


TRUE, OVER_SSH, SIXTEEN = {"COLORTERM": "truecolor"}, {"SSH_TTY": "/dev/pts/9"}, {"TERM": "xterm"}
ON_BLACK = "default 1c1c1c 9e9e9e"


@pytest.mark.parametrize(
    ("theme", "env", "black", "white", "grounds"),
    [
        ("auto", TRUE, "808080 000000", "ffffff", "121212 1b1e22 9e9e9e"),
        ("auto", {}, "808080 000000", "ffffff", "121212 1c1c1c 949494"),
        ("auto", OVER_SSH, "808080 000000", "ffffff", ON_BLACK),
        ("auto", SIXTEEN, "", "brightwhite", "black white"),
        ("auto", OVER_SSH | SIXTEEN, "", "brightwhite", "default white"),
        ("textual-light", TRUE, "000000", "636363 ffffff", "ffffff fff8e4 6c6c6c"),
        ("textual-light", {}, "000000", "626262 ffffff", "ffffff ffffd7 6c6c6c"),
        ("ansi-dark", TRUE, "808080 000000", "ffffff", ON_BLACK),
        ("ansi-light", TRUE, "000000", "626262 ffffff", "default ffffd7 6c6c6c"),
        ("ansi-light", SIXTEEN, "black", "default brightwhite", "default brightblack"),
        ("no color", TRUE, "default", "default", "default"),
        ("auto", {"NO_COLOR": "1"}, "default", "default", "default"),
    ],
)
def test_a_terminal_is_sent_the_colors_of_scores_of_marks_and_of_the_boards_ground(
    tmp_path: Path, theme: str, env: dict[str, str], black: str, white: str, grounds: str
) -> None:
    settings(tmp_path, f'{FAST}theme = "{theme}"\n')
    match = with_squares()
    library_in(tmp_path).begin(header_of(match), list(batches(match.moves))).close()
    with boxtui(tmp_path, "resume", env=env) as terminal:
        black_mark, white_mark = "XO" if black == "default" else "●○"
        terminal.wait_until(f"{white_mark} white 1")
        cells = [cell for row in terminal.screen.buffer.values() for cell in row.values()]
        looks = {mark: {cell.fg for cell in cells if cell.data == mark} for mark in "●○XO"}
    assert looks[white_mark] == set(white.split())
    assert not black or looks[black_mark] == set(black.split())
    assert looks["●"].isdisjoint(looks["○"])
    assert {cell.bg for cell in cells} == set(grounds.split())


async def test_faint_words_are_readable_on_every_ground() -> None:
    async with playing(with_squares()) as (pilot, screen):
        for theme in ("textual-dark", "textual-light"):
            pilot.app.theme = theme
            await pilot.pause()
            board = drawn(screen.board)
            (faint,) = {part.style.color for part in board if "·" in part.text and part.style}
            assert faint
            red, green, blue = faint.get_truecolor()
            for below in grounds_of(theme, "truecolor").values():
                assert contrast((red, green, blue), below) >= 4.5
