"""Options: which of them depend on which others, and the values they take as text."""

import pytest

from boxtui.core import BadOption, Game, Option, OptionValue, is_number, sample_outcome
from boxtui.games import GAMES


@pytest.mark.parametrize(
    ("key", "seats", "options", "asked"),
    [
        ("shut-the-box", 2, {}, "scoring first pub_stakes"),
        ("shut-the-box", 2, {"pub_stakes": True}, "scoring first pub_stakes stake"),
        ("shut-the-box", 1, {"pub_stakes": True}, "scoring"),  # the others are for several players
        ("box", 2, {}, "handicap balance first"),
        ("box", 2, {"handicap": "points"}, "handicap handicap_points weaker balance first"),
        ("box", 2, {"balance": "points"}, "handicap balance points first"),
        ("box", 2, {"handicap": "moves"}, "handicap handicap_moves weaker"),
        ("box", 2, {"handicap": "moves", "balance": "points"}, "handicap handicap_moves weaker"),
    ],
)
def test_an_option_is_relevant_if_the_option_it_depends_on_is_relevant_and_has_that_value(
    key: str, seats: int, options: dict[str, OptionValue], asked: str
) -> None:
    relevant = GAMES[key].relevant_options(GAMES[key].with_defaults(options), seats)
    always = ["size", "claiming", "threats"] if key == "box" else []
    assert [each.key for each in relevant] == [*always, *asked.split()]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_an_option_depends_on_an_option_of_the_game_and_its_values(game: Game) -> None:
    options = {option.key: option for option in game.options}
    for option in game.options:
        if option.depends_on is not None:
            key, values = option.depends_on
            assert set(values) < set(options[key].choices)


def test_numbers_are_written_without_needless_zeros_and_long_lists_by_their_ends() -> None:
    halves = Option("points", "Points", tuple(n / 2 for n in range(1, 129)), 2.5, "TOY-2")
    assert [halves.words(value) for value in (0.5, 3.0, 64.0)] == ["0.5", "3", "64"]
    with pytest.raises(BadOption, match=r"can't be 65.0; choose from: 0.5, 1 and so on to 64\."):
        halves.check(65.0)
    with pytest.raises(BadOption):
        halves.check(3)


@pytest.mark.parametrize(
    ("probabilities", "sampled"),
    [
        ([0.2, 0.3, 0.5], "4466999"),
        # An outcome that never happens; and if they are rounded down, the last one gets the rest.
        ([0.0, 0.5, 0.5], "6666999"),
        ([0.333, 0.333, 0.333], "4446699"),
    ],
)
def test_outcomes_are_sampled_by_their_probabilities_laid_end_to_end(
    probabilities: list[float], sampled: str
) -> None:
    points = (0.0, 0.19, 0.21, 0.49, 0.51, 0.999, 1.0)
    outcomes = [sample_outcome([4, 6, 9], probabilities, point) for point in points]
    assert "".join(map(str, outcomes)) == sampled


@pytest.mark.parametrize(
    ("text", "is_so"),
    [("0", True), ("99999", True), ("100000", False), ("", False), ("-1", False)]
    + [(odd, False) for odd in ("\u00b2", "\u0663", "1.0", " 1", "9" * 5000)],
)
def test_a_number_has_at_most_so_many_digits(text: str, is_so: bool) -> None:
    assert is_number(text, 5) == is_so
