"""docs/palette.md shows the palette as it is now."""

from palette_figures import FILE, page


def test_the_colors_are_shown_as_they_are_now() -> None:
    assert FILE.read_text("utf-8").splitlines() == list(page()), "make palette"
