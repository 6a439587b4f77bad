"""The table of the levels of Shut-the-Box."""

import pytest

from boxtui.arena.strength import as_text, level_strengths


def test_each_level_beats_the_one_below_and_only_the_best_is_even_with_level_5() -> None:
    rows = level_strengths()
    assert [row.number for row in rows] == [1, 2, 3, 4, 5]
    assert rows[0].beats_below is None
    assert all(row.beats_below is not None and row.beats_below > 0.5001 for row in rows[1:])
    assert rows[-1].beats_level5 == pytest.approx(0.5)
    assert [row.beats_level5 for row in rows] == sorted(row.beats_level5 for row in rows)
    assert rows[-1].beats_below == pytest.approx(1 - rows[-2].beats_level5)
    assert len(as_text(rows).splitlines()) == 12
