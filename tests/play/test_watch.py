"""Agents that are watched: games one after another, and a tally at the end."""

import pytest

from boxtui.games import GAMES
from boxtui.play.watch import watch


@pytest.mark.parametrize("games", [2, 5])
def test_the_tally_has_averages_and_every_game_has_its_own_seed(games: int) -> None:
    told = list(watch(GAMES["shut-the-box"], ["level2", "level1"], {}, games, 7))
    assert sum(float(line.split()[-1]) for line in told[-2:]) == pytest.approx(1)
    begun = [at for at, line in enumerate(told) if line.startswith("Game ")]
    assert [told[at].split()[-1] for at in begun] == [str(7 + number) for number in range(games)]
    assert len({tuple(told[at + 1 : told.index("", at)]) for at in begun}) == games


def test_a_single_game_has_no_tally() -> None:
    told = list(watch(GAMES["shut-the-box"], ["level2", "level1"], {}, 1, 7))
    assert not told[-1]
    assert told[-2].endswith("wins.")
