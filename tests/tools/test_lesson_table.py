"""The table of the lessons: a row for each game, or for each exercise of one."""

import pytest
from lesson_table import figures, main

from boxtui.games import GAMES
from tutorials.lesson import lesson_of


def test_the_table_has_a_row_for_each_lesson(capsys: pytest.CaptureFixture[str]) -> None:
    main([])
    _, *rows = capsys.readouterr().out.splitlines()
    for row, (key, game) in zip(rows, GAMES.items(), strict=True):
        now = figures(lesson_of(key))
        assert row.startswith(game.title)
        assert f" {now.steps} " in row
        assert f" {now.minutes}" in row


def test_with_a_game_there_is_a_row_for_each_exercise(capsys: pytest.CaptureFixture[str]) -> None:
    main(["kimbo"])
    rows = capsys.readouterr().out.splitlines()
    names = [step.name for step in lesson_of("kimbo").steps if step.question]
    assert [row.split()[0] for row in rows] == names


def test_two_dice_can_be_played_in_more_ways_than_there_are_moves() -> None:
    now = figures(lesson_of("kimbo"))
    asks = [step.name for step in lesson_of("kimbo").steps if step.question]
    at = asks.index("two-pieces")
    assert now.ways[at] > now.choices[at] > 4
