"""The styles of a board's colors."""

from boxtui.drawings.colors import color_styles


def test_colors_of_ones_own_have_styles_that_no_color_of_the_board_has_by_name() -> None:
    six = ["pink", "blue", "mint", "red", "ocher", "yellow"]
    styles = color_styles(six)
    assert len(set(styles)) == len(six)
    assert [styles[at] for at in (1, 3, 5)] == color_styles(["blue", "red", "yellow"])
