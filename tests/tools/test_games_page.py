"""docs/games.md shows every game, and docs/palette.md the palette, as they are now."""

import palette_figures
from games_page import FILE, ROWS, written

from boxtui.games import GAMES

PAGE = FILE.read_text("utf-8")


def test_the_games_are_shown_as_they_are_now() -> None:
    assert written(PAGE) == PAGE, "make written"


def test_every_game_has_a_picture_of_at_most_20_rows() -> None:
    for game in GAMES.values():
        part = PAGE.partition(f"### {game.title}\n")[2]
        picture = part.split("```\n")[1]
        assert 3 < len(picture.splitlines()) <= ROWS


def test_the_colors_are_shown_as_they_are_now() -> None:
    shown = palette_figures.FILE.read_text("utf-8").splitlines()
    assert shown == list(palette_figures.page()), "make palette"
