"""What is known of a terminal, and output for those that show only ASCII, or no color."""

import pytest

from boxtui.system.background import is_light
from boxtui.system.terminal import Look


@pytest.mark.parametrize(
    ("color", "light"),
    [
        ("rgb:ffff/ffff/ffff", True),
        ("rgb:fdfd/f6f6/e3e3", True),  # Solarized light
        ("rgb:0000/2b2b/3636", False),  # Solarized dark
        ("rgb:0/0/0", False),
        ("rgba:ff/ff/ff/80", True),
        ("#1e1e1e", False),
        ("#eeeeee", True),
        ("rgb:ffff/ffff", None),
        ("", None),
    ],
)
def test_a_background_is_light_if_black_is_more_readable_on_it(
    color: str, light: bool | None
) -> None:
    assert is_light(color) is light


@pytest.mark.parametrize(
    ("variable", "light"),
    [("0;15", True), ("0;default;7", True), ("15;0", False), ("7;8", False), ("15;default", False)],
)
def test_the_variable_colorfgbg_names_the_background(variable: str, light: bool) -> None:
    assert Look.of({"COLORFGBG": variable}).light is light
    assert not Look.of({}).light


def test_a_console_is_not_asked_for_its_background() -> None:
    assert not Look.of({"TERM": "linux"}).answers
    assert all(Look.of({"TERM": kind}).answers for kind in ("xterm", "tmux-256color", "screen"))


@pytest.mark.parametrize(
    ("drawn", "sent"),
    [("a神b", "a??b"), ("Zoe\u0308|", "Zoe|"), ("●─│…", "?-|."), ("█▄", "##"), ("plain", "plain")],
)
def test_in_ascii_every_sign_takes_as_many_cells_as_before(drawn: str, sent: str) -> None:
    assert Look(ascii=True).tone_down(drawn) == sent
    assert Look().tone_down(drawn) == drawn


def test_without_color_everything_but_the_colors_of_a_style_is_sent() -> None:
    drawn = "\x1b[1;38;5;203;7mRed\x1b[0m \x1b[38;2;1;2;3mmore\x1b[0m"
    assert Look(color=False).tone_down(drawn) == "\x1b[1;7mRed\x1b[0m more\x1b[0m"
    assert Look().tone_down(drawn) == drawn
