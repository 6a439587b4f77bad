"""`boxtui odds`: the exact figures as data and as text."""

import sys
from collections.abc import Iterator, Mapping
from io import StringIO

import pytest

from ai.shut_the_box import exact as shut_the_box_exact
from boxtui.commands.main import main
from boxtui.core import BadOption
from boxtui.exact.odds import as_json, as_text, odds

Position = tuple[int, str, bool, list[int] | None, list[int]]


@pytest.fixture
def nothing_solved() -> Iterator[None]:
    """Rounds that other tests have solved are kept aside."""
    solved = shut_the_box_exact._SOLVED
    others = dict(solved)
    solved.clear()
    yield
    solved.update(others)


def figures(*position: int | str | bool | list[int] | None) -> dict[str, object]:
    return as_json(odds(*position))  # type: ignore[arg-type]


def near(value: float) -> object:
    return pytest.approx(value, rel=1e-11, abs=1e-12)


@pytest.mark.parametrize(
    ("position", "known"),
    [
        (
            (1, "digits", False),
            {"expected_score": near(14761.790728091), "shut_probability": near(0.0976137161704)},
        ),
        (
            (1, "sum", False),
            {"expected_score": near(11.021120546222), "shut_probability": near(0.0976137161704)},
        ),
        # STB-6: with 2 and 3 up one die is rolled; a 2 leaves 3, which one roll in six lays down.
        (
            (1, "digits", False, [2, 3]),
            {
                "expected_score": near((69 + 2.5 + 10 / 6) / 6),
                "shut_probability": near((1 / 6 + 1 / 6 + 1) / 6),
                "rolls": {
                    "1": {"set": None, "value": 23.0},
                    "2": {"set": [2], "value": near(2.5)},
                    "3": {"set": [3], "value": near(10 / 6)},
                    "4": {"set": None, "value": 23.0},
                    "5": {"set": [2, 3], "value": 0.0},
                    "6": {"set": None, "value": 23.0},
                },
            },
        ),
        # STB-10: with 2 up and 3 to beat, every roll wins; with 1 to beat, only a 2 wins.
        ((2, "sum", False, [2], [3]), {"win_probability": [near(0), near(1)]}),
        ((2, "sum", False, [2], [1]), {"win_probability": [near(5 / 6), near(1 / 6)]}),
        # STB-15: one roll in six shuts the box and wins the double; otherwise the other wins.
        (
            (2, "sum", True, [2], [1]),
            {
                "expected_stakes": [near(5 / 6 - 2 / 6), near(2 / 6 - 5 / 6)],
                "rolls": {str(roll): {"set": None, "value": near(-1)} for roll in (1, 3, 4, 5, 6)}
                | {"2": {"set": [2], "value": near(2)}},
            },
        ),
    ],
)
def test_stb_6_10_15_the_figures_of_small_positions_are_right_by_hand(
    position: Position, known: Mapping[str, object]
) -> None:
    found = figures(*position)
    assert {name: found[name] for name in known} == known


@pytest.mark.usefixtures("nothing_solved")
def test_it_is_told_how_far_the_figures_of_several_players_are() -> None:
    told = list[tuple[int, int, str]]()
    odds(4, "sum", False, progress=lambda *far: told.append(far))
    first, *rest = dict.fromkeys(told)
    assert first == (1, 4, "seats, pass 1")
    assert rest[:3] == [(2, 4, "seats, pass 1"), (3, 4, "seats, pass 1"), (1, 4, "seats, pass 2")]


@pytest.mark.usefixtures("nothing_solved")
def test_a_terminal_shows_how_far_the_figures_are_until_they_are_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stream = StringIO()
    monkeypatch.setattr(stream, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stderr", stream)
    assert main(["odds", "--players", "3", "--scoring", "sum"]) == 0
    assert " 1/3 seats, pass 1" in stream.getvalue()
    assert stream.getvalue().endswith(" \r")
    assert "seats, pass" not in capsys.readouterr().out


def test_stb_12_a_single_player_has_no_chance_to_win() -> None:
    assert set(figures(1, "sum", False)) == {"expected_score", "shut_probability", "rolls"}


def test_stb_11_a_tie_is_worth_a_new_round() -> None:
    """With 2 up against a score of 2, one roll in six shuts the box; the others tie."""
    start = figures(2, "sum", False)["win_probability"]
    assert isinstance(start, list)
    found = figures(2, "sum", False, [2], [2])
    assert found["tie_probability"] == pytest.approx(5 / 6)
    assert found["win_probability"] == pytest.approx([start[0] * 5 / 6, 1 / 6 + start[1] * 5 / 6])


@pytest.mark.parametrize("up", [None, [1, 2, 5, 9], [3]])
@pytest.mark.parametrize("scores", [[], [17], [17, 17], [9, 17]])
def test_chances_sum_to_one_and_stakes_to_zero(up: list[int] | None, scores: list[int]) -> None:
    for stakes in (False, True):
        found = odds(3, "sum", stakes, up, scores)
        assert found.win_probability is not None
        assert sum(found.win_probability) == pytest.approx(1, abs=1e-12)
        assert (found.expected_stakes is not None) == stakes
        assert sum(found.expected_stakes or ()) == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("stakes", [False, True])
def test_the_average_over_the_rolls_is_the_movers_figure(players: int, stakes: bool) -> None:
    """With all nine tiles up, unless others are given."""
    found = odds(players, "sum", stakes, scores=[12])
    figure = found.expected_stakes if stakes else found.win_probability
    assert figure is not None
    averaged = sum((6 - abs(roll.total - 7)) / 36 * roll.value for roll in found.rolls)
    assert averaged == pytest.approx(figure[1], abs=1e-12)


@pytest.mark.parametrize("stakes", [False, True])
def test_the_text_fits_80_columns_and_shows_12_digits(stakes: bool) -> None:
    found = odds(3, "sum", stakes, range(1, 10), [45])
    text = as_text(found)
    assert max(map(len, text.splitlines())) <= 80
    assert found.win_probability is not None
    assert all(f"{chance:.12f}" in text for chance in found.win_probability)
    assert "Seat 2 is about to roll; up: 1 2 3 4 5 6 7 8 9" in text
    assert ("net stakes" in text) == stakes


def test_the_text_of_one_player_is_short() -> None:
    lines = as_text(odds(1, "sum", False, [1, 4, 7])).splitlines()
    assert lines[0] == "Shut-the-Box, 1 player, sum scoring"
    assert lines[2] == "A score is the sum of the tiles left up."
    assert lines[-1].split() == ["12", "7+4+1", "0.000000000000"]


@pytest.mark.parametrize(
    ("position", "sentence"),
    [((2, "roman", False), "digits, sum"), ((2, "digits", False, []), "At least one tile")],
)
def test_an_impossible_position_that_no_command_can_name_is_refused(
    position: Position, sentence: str
) -> None:
    with pytest.raises(BadOption, match=sentence):
        figures(*position)
