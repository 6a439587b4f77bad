"""The table of the levels of Shut-the-Box; computed, not sampled."""

import pytest

from ai.levels import ROSTERS
from ai.shut_the_box.exact import least_scores
from ai.shut_the_box.tile_graph import graph_of
from boxtui.exact.strength import Strength, as_json, as_text, level_strengths

pytestmark = pytest.mark.xdist_group("strengths of levels")  # computed once


@pytest.fixture(scope="module")
def rows() -> list[Strength]:
    return level_strengths()


def test_each_level_beats_the_one_below_and_the_best_is_level_5(rows: list[Strength]) -> None:
    assert rows[0].beats_below is None
    assert all(row.beats_below is not None and row.beats_below > 0.5001 for row in rows[1:])
    assert rows[-1].beats_level5 == pytest.approx(0.5, abs=1e-12)
    assert [row.beats_level5 for row in rows] == sorted(row.beats_level5 for row in rows)
    assert rows[-1].beats_below == pytest.approx(1 - rows[-2].beats_level5)


def test_each_level_has_a_lower_expected_score_than_the_one_below(rows: list[Strength]) -> None:
    expected = [row.expected_score for row in rows]
    assert expected == sorted(expected, reverse=True)
    best = least_scores("digits")[graph_of("digits").ranks[511]]
    assert expected[-1] == pytest.approx(best, rel=1e-12)


def test_the_table_fits_a_terminal_and_names_every_level(rows: list[Strength]) -> None:
    lines = as_text(rows).splitlines()
    assert (len(lines), max(map(len, lines)) <= 80) == (12, True)
    assert [row["number"] for row in as_json(rows)] == [1, 2, 3, 4, 5]
    for level in ROSTERS["shut-the-box"].levels:
        assert f"Level {level.number}: {level.title}" in lines
