"""How many cells a text is held to take."""

import pytest
from rich.cells import cell_len

from boxtui.drawing import cells_of, fitted


@pytest.mark.parametrize("name", ["मुकुंद", "Zoe\u0308", "นิด", "А\u0488", "神 Ann"])
def test_a_name_with_signs_that_stand_on_letters_is_fitted_to_the_cells_it_is_drawn_in(
    name: str,
) -> None:
    assert cells_of(name) == cell_len(name)
    assert cell_len(fitted(name, 20)) == 20
