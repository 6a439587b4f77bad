"""What is known of a terminal, and output for those that show only ASCII, or no color."""

import pytest
from rich.cells import cell_len

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
def test_a_background_is_light_if_black_contrasts_more(color: str, light: bool | None) -> None:
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
    [
        ("a神b", "a??b"),
        ("Zoe\u0308|", "Zoe|"),
        ("❤\ufe0f", "??"),
        ("1\ufe0f\u20e3", "1?"),
        ("नि", "?"),
        ("●─│…", "?-|."),
        ("█▄", "##"),
        ("plain", "plain"),
    ],
)
def test_in_ascii_every_sign_takes_as_many_cells_as_before(drawn: str, sent: str) -> None:
    assert Look(ascii=True).tone_down(f"\x1b[1m{drawn}\x1b[0m|") == f"\x1b[1m{sent}\x1b[0m|"
    assert Look().tone_down(drawn) == drawn
    assert cell_len(sent) == cell_len(drawn)


def test_effects_that_a_terminal_cannot_show_are_replaced() -> None:
    drawn = "\x1b[1;38;2;1;2;3;48;5;9m│é\x1b[0m\x1b[7;31m…\x1b[39;49m\x1b[38;5;1;4m \x1b[96;104;3m"
    assert Look().tone_down(drawn) == drawn
    plain = Look(ascii=True, color=False).tone_down(drawn)
    assert plain == "\x1b[1m|?\x1b[0m\x1b[7m.\x1b[4m \x1b[3m"
    assert Look(color=False).tone_down("\x1b[38;2;1;2;3mmore\x1b[0m") == "more\x1b[0m"
