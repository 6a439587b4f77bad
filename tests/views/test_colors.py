"""The styles of a board's colors."""

from boxtui.views.palette import INKS, color_styles


def test_a_color_is_drawn_in_the_color_of_its_name() -> None:
    for names in (
        ["red", "green", "yellow", "blue"],
        ["red", "orange", "yellow", "blue", "green", "purple"],
        ["red", "blue", "green", "yellow", "magenta", "cyan"],
        ["black", "white"],
    ):
        assert color_styles(names) == names


def test_unknown_colors_get_styles_that_no_color_of_the_board_has() -> None:
    six = ["pink", "blue", "mint", "red", "ocher", "yellow"]
    styles = color_styles(six)
    assert len(set(styles)) == len(six)
    assert [styles[at] for at in (1, 3, 5)] == color_styles(["blue", "red", "yellow"])
    assert set(styles) <= set(INKS)
