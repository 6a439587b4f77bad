"""Statistics of finished games: wins by level, streaks, and when to try the next level."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from played import command, library_in
from random_games import play_first_moves

from ai.agent import HUMAN
from boxtui.games import GAMES
from boxtui.learn.stats import (
    FEWEST_DRAWN,
    MOST_DRAWN,
    Finished,
    finished_games,
    next_level,
    streaks,
    text_lines,
)
from boxtui.lines import LINE_CELLS, UNICODE
from boxtui.play.match import Match, Seat
from boxtui.play.record import Record
from boxtui.views.chart import LABEL

LOSSES = st.floats(0, 0.5)


def won(*results: int, rivals: tuple[str, ...] = ("level3",)) -> list[Finished]:
    """Return games of Kimbo with these results, 1 for a win, oldest first."""
    return [Finished("kimbo", "2026", float(each), rivals, None, None) for each in results]


def saved(home: Path, *players: str, seed: int, ended: bool = True) -> Match:
    """Save a game in which everybody lays down the first set that fits."""
    seats = [Seat(f"P{at}", player) for at, player in enumerate(players)]
    record = Record.begin(Match(GAMES["shut-the-box"], {}, seats, seed), library_in(home))
    play_first_moves(record, 10_000 if ended else 3)
    record.close()
    return record.match


@pytest.mark.parametrize(
    ("results", "now", "longest"),
    [((), 0, 0), ((1, 1, 0), 0, 2), ((0, 1, 1, 1), 3, 3), ((1, 0, 1), 1, 1)],
)
def test_the_current_and_the_longest_streak_are_counted(
    results: tuple[int, ...], now: int, longest: int
) -> None:
    assert streaks(map(bool, results)) == (now, longest)


@pytest.mark.parametrize(
    ("games", "advice"),
    [
        (won(*[1] * 7, *[0] * 3), "You won 7 of the last 10 against level 3: try level 4."),
        (won(*[1] * 6, *[0] * 4), ""),
        (won(*[1] * 9), ""),
        (won(*[0] * 5, *[1] * 10), "You won 10 of the last 10 against level 3: try level 4."),
        (won(*[1] * 10, rivals=("level5",)), ""),
        (won(*[1] * 10, rivals=("uct",)), ""),
        (won(*[1] * 10, rivals=("level1", "level2")), ""),
        (won(*[1] * 10, rivals=("level2", "level2")), "level 2: try level 3."),
    ],
)
def test_the_next_level_is_suggested_once_most_games_are_won(
    games: list[Finished], advice: str
) -> None:
    assert next_level(games).endswith(advice)
    assert bool(next_level(games)) == bool(advice)


def test_wins_are_counted_by_level_and_games_that_arent_reviewed_too() -> None:
    told = "\n".join(text_lines([*won(1, 0, 1), *won(0, rivals=("level4",))], UNICODE))
    for words in ("Kimbo: 4 games, 2 won", "level 3: 2 of 3 won", "level 4: 0 of 1 won"):
        assert words in told
    assert "wins in a row: 0 now, 1 at most" in told
    reviewed = Finished("kimbo", "2026", 1.0, ("level3",), None, 0.01)
    assert "2 games are not reviewed" in list(text_lines([*won(1, 0), reviewed], UNICODE))[-1]
    assert "not reviewed" not in "".join(text_lines([reviewed], UNICODE))


@given(st.lists(LOSSES, max_size=9) | st.lists(LOSSES, min_size=MOST_DRAWN + 9, max_size=60))
def test_losses_are_drawn_as_a_line_from_three_reviewed_games_on(losses: list[float]) -> None:
    games = [Finished("kimbo", "2026", 1.0, ("level3",), None, loss) for loss in losses]
    told = list(text_lines(games, UNICODE))
    drawn = [line[LABEL + 2 :] for line in told if UNICODE.pip in line][::-1]
    assert bool(drawn) == (len(losses) >= FEWEST_DRAWN)
    assert max(map(len, told)) <= LINE_CELLS
    shown = losses[-MOST_DRAWN:] if drawn else []
    height = {
        at: row
        for row, line in enumerate(drawn)
        for at, mark in enumerate(line)
        if mark == UNICODE.pip
    }
    heights = [height[2 * at] for _, at in sorted(zip(shown, range(len(shown)), strict=True))]
    assert heights == sorted(heights)


def test_the_command_prints_the_finished_games_of_one_person_as_text_and_json(
    tmp_path: Path,
) -> None:
    def run(*words: str) -> str:
        return command(tmp_path, "stats", *words).stdout

    assert "no finished games yet" in run()
    match = saved(tmp_path, HUMAN, "level1", seed=1)
    saved(tmp_path, HUMAN, seed=2)
    saved(tmp_path, HUMAN, HUMAN, seed=3)
    saved(tmp_path, HUMAN, "level1", seed=4, ended=False)
    (library_in(tmp_path).folder / "broken.box").write_bytes(b"x")
    games = {each.rivals: each.share for each in finished_games(library_in(tmp_path))}
    assert set(games) == {(), ("level1",)}
    assert games["level1",] == match.state.returns()[0]
    assert "alone: 1 game, best " in run("shut-the-box")
    assert "no finished games of Kimbo yet" in run("kimbo")
    assert [each["game"] for each in json.loads(run("--json"))] == ["shut-the-box"] * 2
