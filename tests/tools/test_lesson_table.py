"""The table of the lessons: a row for each game, or for each exercise of one."""

import pytest
from lesson_table import figures, main

from boxtui.games import GAMES
from tutorials.lesson import lesson_of


def test_the_table_has_a_row_a_lesson_or_exercise(capsys: pytest.CaptureFixture[str]) -> None:
    main([])
    _, *rows = capsys.readouterr().out.splitlines()
    for row, (key, game) in zip(rows, GAMES.items(), strict=True):
        now = figures(lesson_of(key))
        assert row.startswith(game.title)
        assert f" {now.steps} " in row
        assert f" {now.minutes}" in row
    main(["kimbo"])
    rows = capsys.readouterr().out.splitlines()
    asks = [step.name for step in lesson_of("kimbo").steps if step.question]
    assert [row.split()[0] for row in rows] == asks
    now, at = figures(lesson_of("kimbo")), asks.index("two-pieces")
    assert now.ways[at] > now.choices[at] > 4  # two dice can be played in several orders
