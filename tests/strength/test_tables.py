"""The command that measures strength: its contests, its tables, and what an interrupt leaves."""

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from kimbo_play import begun
from kimbo_play import play as played_on
from strength import open_hands, regret, tables, wide
from strength.__main__ import COMMANDS, arguments_parser, default_judge, main
from strength.agents import FIRST_LEVEL5, NAIVE, STRATEGIES, offered
from strength.tables import Setting

from ai.agent import Agent, Choice, Rater, never
from ai.levels import agent_and_budget, level_names, plugins
from boxtui.arena.arena import Outcome, Pace, PlayerResult
from boxtui.arena.sets import Contest
from boxtui.arena.workers import Workers
from boxtui.core import State
from boxtui.games.kimbo.moves import KEEP
from boxtui.play.match import Match

pytestmark = pytest.mark.waits

KEY = "shut-the-box"
QUICK = ("--option", "scoring=sum", "--workers", "1")
"""Level 5 takes ten times longer with scores by digits."""


def cells(printed: str) -> list[list[str]]:
    """Return the cells of the table's rows, without its header."""
    rows = [line.strip("| ").split(" | ") for line in printed.splitlines()]
    return rows[2:]


def test_the_agents_can_be_named_while_they_are_offered_and_not_afterwards() -> None:
    with offered():
        assert FIRST_LEVEL5 in plugins()
    assert FIRST_LEVEL5 not in plugins()


@pytest.mark.parametrize(
    ("words", "played"),
    [
        ("strategies kimbo", [(NAIVE + name, "level5") for name in STRATEGIES["kimbo"]]),
        ("old free-o", [("level5", FIRST_LEVEL5), ("level5", *[FIRST_LEVEL5] * 3)]),
        ("old box", [("level5", FIRST_LEVEL5)]),
        (
            "playouts kimbo --player mcts:7",
            [("mcts:7", f"playouts:{count}") for count in (300, 3000)],
        ),
        ("curve free-the-box --most 16", [("mcts:4", "mcts:1"), ("mcts:16", "mcts:4")]),
        ("levels shut-the-box", [(high, low) for low, high in pairwise(level_names(KEY))]),
    ],
)
def test_each_command_plays_what_it_says(words: str, played: list[tuple[str, ...]]) -> None:
    asked = arguments_parser().parse_args(words.split())
    contests = [tuple(players) for players in COMMANDS[asked.command][2](asked)]
    assert contests == played


def test_a_table_has_a_row_for_each_contest(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["strategies", KEY, "--only", "largest,hoarder", "--games", "6", "--seed", "3"]
    assert main([*words, *QUICK]) == 0
    rows = cells(capsys.readouterr().out)
    assert [row[0].split()[0] for row in rows] == ["naive-largest", "naive-hoarder"]
    for row in rows:
        low, high = map(float, row[2].split(" to "))
        assert low <= float(row[1]) <= high
        assert row[4:6] == ["6", "3"]


def test_a_curve_is_drawn_with_its_intervals_and_the_goal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def played(contest: Contest, pace: Pace, on_progress: object) -> Outcome:
        share = 0.55 if contest.players[0] == "mcts:4" else 0.62
        result = PlayerResult(
            contest.players[0], share, share - 0.04, share + 0.04, 0.5, 8, 0.1, 0.2
        )
        return Outcome(contest, 8, 4, 4, (result,), None)

    monkeypatch.setattr(tables, "play", played)
    words = ["--images", str(tmp_path), "curve", "free-the-box", "--most", "16"]
    assert main(words) == 0
    assert [row[1] for row in cells(capsys.readouterr().out)] == ["0.550", "0.620"]
    image = list(ET.parse(tmp_path / "strength-free-the-box.svg").iter())
    shown = [each.text for each in image if each.tag.endswith("text")]
    assert {"4", "16", "0.55", "0.62", "0.50"} <= set(shown)
    lines = [each.attrib for each in image if each.tag.endswith("}line")]
    heights = [abs(float(each["y1"]) - float(each["y2"])) for each in lines]
    assert [height > 0 for height in heights] == [False, False, True, True]
    assert heights[2] == pytest.approx(heights[3], abs=0.1)


def test_an_unknown_agent_is_an_error_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["strategies", KEY, "--only", "nobody", *QUICK]) == 1
    assert "naive-nobody" in capsys.readouterr().err


def test_regret_is_what_choices_lose_for_the_judge(capsys: pytest.CaptureFixture[str]) -> None:
    """Level 5 of Shut-the-Box is exact, so it is its own judge."""
    for who, is_perfect in (("level1", False), ("level5", True)):
        assert main(["regret", KEY, "--games", "20", "--player", who, *QUICK]) == 0
        ((_, regret, _, _, worst, judged, *_),) = cells(capsys.readouterr().out)
        assert (float(regret) == 0, float(worst) == 0, judged) == (is_perfect, is_perfect, "20")


def test_the_positions_judged_are_the_same_whoever_is_measured() -> None:
    setting = Setting(KEY, 1, 1, 1, {"scoring": "sum"})
    with offered():
        one, other = (
            [
                len(regret.judged_in_a_game(regret.Task(setting, who, "level5"), number))
                for number in range(6)
            ]
            for who in ("level1", "level5")
        )
    assert one == other
    assert sum(one) > 0


def test_kimbos_judge_values_every_move_after_all_throws(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wide, "SLOTS", 2)
    monkeypatch.setattr(wide, "SLOTS_OF_EVERY_FENCE", 1)
    with offered():
        agent, budget = agent_and_budget("kimbo", default_judge("kimbo"))
    fencing = begun(2)
    for state in (fencing, played_on(fencing, "-", "6 1")):
        found = agent.choose(state, budget, Random(1), never)
        moves = [each.move for each in found.considered]
        assert found.move == moves[0]
        assert len(set(moves)) == len(moves)
        assert set(moves) <= set(state.legal_moves())
        assert len(moves) == len(state.legal_moves()) or (state is fencing and KEEP in moves)
        assert {each.visits for each in found.considered} == {21}
        values = [each.value for each in found.considered]
        assert values == sorted(values, reverse=True)
        assert isinstance(agent, Rater)
        again = agent.evaluate(state, moves[-1], budget, Random(1), never)
        assert again.considered[0].value == pytest.approx(values[-1], abs=0.01)


def test_after_an_interrupt_regret_has_the_positions_so_far(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    in_order = Workers.in_order

    def interrupted(
        playing: Workers, work: Callable[[int], object], tasks: Iterable[int]
    ) -> Iterator[object]:
        for number, found in enumerate(in_order(playing, work, tasks)):
            yield found
            if number == 5:
                raise KeyboardInterrupt

    monkeypatch.setattr(Workers, "in_order", interrupted)
    words = ["regret", KEY, "--games", "900", "--judge", "level5", "--player", "level1"]
    assert main([*words, *QUICK]) == 1
    ((*_, judged, _),) = cells(capsys.readouterr().out)
    assert 0 < int(judged) < 900


def test_the_true_hands_go_only_to_agents_that_see_all(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[tuple[str, str]] = []

    def first_move(who: str, agent: Agent, state: State, *_: object) -> Choice:
        given.append((who, state.text()))
        return Choice(state.legal_moves()[0], (), 0)

    matches: list[Match] = []

    def match(*terms: Any) -> Match:
        matches.append(Match(*terms))
        return matches[-1]

    monkeypatch.setattr("boxtui.play.agents.decide", first_move)
    monkeypatch.setattr(tables, "Match", match)
    with offered():
        task = open_hands.Task(Setting("free-o", 1, 1, 1, {}), "random", "level1")
        open_hands.share_of_a_pair(task, 0)
    true = {
        each.position_after(ply).text() for each in matches for ply in range(len(each.moves) + 1)
    }
    seen = {who: [text in true for name, text in given if name == who] for who, _ in given}
    assert all(seen["random"])
    assert not all(seen["level1"])
