"""Output for terminals that show only ASCII, or no color."""

import pytest

from boxtui.system.terminal import Look


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
