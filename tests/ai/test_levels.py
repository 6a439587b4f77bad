"""The levels and plugins: how they are named, and what holds for the choices of every level."""

import json
import re
import sys
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path
from random import Random
from types import ModuleType

import pytest
from random_games import some_decisions

import ai.plugins
from ai.agent import HUMAN, Budget, never
from ai.levels import (
    ROSTERS,
    agent_and_budget,
    agent_names,
    agents_of,
    level_names,
    level_words,
    player_title,
    plugins,
    short_level,
)
from ai.roster import ADVISER
from ai.search.simple import GreedyAgent, MixAgent, RandomAgent
from boxtui.core import BadOption, OptionValue, Refused, State
from boxtui.games import GAMES
from boxtui.games.shut_the_box.state import ShutTheBox
from boxtui.system import locations
from saves import header

pytestmark = pytest.mark.usefixtures("home")  # the error log says which agents are left out

KEY = "shut-the-box"


QUICK: dict[str, dict[str, OptionValue]] = {KEY: {"scoring": "sum"}}
"""Options with which level 5 needs less time: scores by digits take ten times longer to solve."""


def decisions(key: str, seats: int = 2, **options: OptionValue) -> list[State]:
    """Return the first decisions of random games."""
    return some_decisions(lambda: GAMES[key].start(options, seats), 40, luck=2)


PLAYERS = [(key, name) for key in GAMES for name in (*level_names(key), "random", "uct")]


@pytest.mark.parametrize(("key", "name"), [*PLAYERS, (KEY, "expectimax")])
def test_a_player_moves_legally_changes_nothing_and_answers_alike_whatever_it_was_asked_before(
    key: str, name: str
) -> None:
    used, budget = agent_and_budget(key, name)
    few = Budget(min(budget.iterations, 3), budget.depth)
    for state in decisions(key, 2, **QUICK.get(key, {}))[::20]:
        before, (fresh, _) = state.text(), agent_and_budget(key, name)
        one, *others = (each.choose(state, few, Random(1), never) for each in (used, used, fresh))
        assert one.move in state.legal_moves()
        for other in others:
            assert (one.move, one.considered) == (other.move, other.considered)
        assert state.text() == before


@pytest.mark.parametrize("key", GAMES)
def test_nobody_who_advises_plays_at_random(key: str) -> None:
    roster = ROSTERS[key]
    assert roster.review
    others = roster.puzzles.adviser, roster.review.adviser, roster.lesson_adviser
    for adviser in (ADVISER, *others):
        agent, _ = agent_and_budget(key, adviser)
        assert not isinstance(agent, MixAgent | RandomAgent)


@pytest.mark.parametrize("key", GAMES)
def test_how_many_searches_a_puzzle_usually_takes_is_rounded_to_one_digit(key: str) -> None:
    usual = ROSTERS[key].puzzles.usual  # 0 if that isn't known
    assert usual >= 0
    assert set(str(usual)[1:]) <= {"0"}


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_the_levels_below_5_look_only_at_their_own_tiles_and_dice(number: int) -> None:
    """Seat, scores, scoring rule and stakes don't affect their choices."""
    agent, budget = agent_and_budget(KEY, f"level{number}")
    for state in decisions(KEY, 3, pub_stakes=True):
        assert isinstance(state, ShutTheBox)
        alone = ShutTheBox(1, "sum", 0, 0)
        alone.phase, alone.up, alone.throw = state.phase, state.up, state.throw
        moves = [agent.choose(s, budget, Random(9), never).move for s in (state, alone)]
        assert moves[0] == moves[1]


def test_a_levels_name_comes_with_what_it_does() -> None:
    assert player_title(KEY, "level4") == f"Level 4: {ROSTERS[KEY].levels[3].title}"
    assert agent_and_budget(KEY, "level4")[1] == Budget(depth=1)


def test_names_list_the_levels_first_and_agents_only_for_their_game() -> None:
    ours = [*(f"level{number}" for number in range(1, 6)), *agents_of(KEY)]
    assert agent_names(KEY)[: len(ours)] == ours
    assert "exact" in agent_names(KEY)
    assert "exact" not in agent_names("box")


def test_iterations_may_follow_an_agents_name() -> None:
    agent, budget = agent_and_budget("kimbo", "uct:2000")
    assert type(agent) is type(agent_and_budget("kimbo", "uct")[0])
    assert budget.iterations == 2000
    assert agent_and_budget("kimbo", "uct:1000000")[1].iterations == 1_000_000
    assert player_title("kimbo", "uct:2000") == "uct:2000"


@pytest.mark.parametrize(
    ("player", "words"),
    [("level3", "level 3"), ("sublevels", "sublevels"), ("level03", "level03"), (HUMAN, "")],
)
def test_only_a_level_is_called_one(player: str, words: str) -> None:
    assert level_words(KEY, player) == words
    assert short_level(KEY, player) == words.replace("level ", "L")


NUMBERS = ("", "0", "-5", "1.5", "2e3", "1000001", "9" * 5000, "0" * 8 + "19", " 7", "²")


@pytest.mark.parametrize(
    ("game", "name", "says"),
    [
        (KEY, HUMAN, "no player 'human'"),
        ("kimbo", "exact", "shut-the-box only, not kimbo"),
        (KEY, "level6", r"no player 'level6' for shut-the-box.*level5.*exact"),
        ("kimbo", "level5:7", r"no player 'level5:7' for kimbo.*uct:2000"),
        *[
            ("kimbo", f"uct:{each}", "iterations are a number from 1 to 1,0{3},")
            for each in NUMBERS
        ],
    ],
)
def test_a_wrong_name_is_refused_with_the_right_ones(game: str, name: str, says: str) -> None:
    with pytest.raises(BadOption, match=says):
        agent_and_budget(game, name)


def offered(monkeypatch: pytest.MonkeyPatch, **values: str) -> None:
    points = [EntryPoint(name, value, ai.plugins.GROUP) for name, value in values.items()]
    monkeypatch.setattr(ai.plugins, "_offered_on", lambda path: points)


def test_a_plugin_is_listed_without_being_loaded_if_its_name_differs_in_more_than_capitals(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    names = ("UCT", "Human", "Level1", "EXACT", "exact", "MyBot", "mybot")
    offered(monkeypatch, **dict.fromkeys(names, "no_such_module_here:make"))
    assert set(plugins()) == {"MyBot"}
    assert agent_names(KEY)[-1] == "MyBot"
    assert agent_names(KEY).count("exact") == 1


LONGEST = "e" * header.PLAYER_BYTES


@pytest.mark.parametrize(
    "name",
    ["level1", "LEVEL1", "human", "", f"{LONGEST}e", "x,y", "my:agent", "\t", "\x1b[2J", "\u202ex"],
)
def test_a_plugin_that_is_left_out_is_logged_once_and_named_to_whoever_asks_for_it(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    offered(monkeypatch, **dict.fromkeys((name, LONGEST, "eve"), "a:b"))
    assert set(plugins()) == {"eve", LONGEST}
    ai.plugins._log_left_out.cache_clear()
    plugins()
    assert locations.log().read_text().count(f"There is no agent {name!r} (a:b), because ") == 1
    with pytest.raises(BadOption) as refusal:
        agent_and_budget(KEY, "nobody")
    assert "left out" not in str(refusal.value)
    if name in level_names(KEY):
        return  # the level plays
    with pytest.raises(BadOption, match=re.escape(f"eve; left out: {name!r} (a:b), because ")):
        agent_and_budget(KEY, name)


def test_of_two_packages_whose_agents_have_the_same_name_one_is_left_out_and_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder, package in (("a", "one"), ("b", "other"), ("c", "one")):
        about = tmp_path / folder / f"{package}-1.0.dist-info"
        about.mkdir(parents=True)
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        (about / "entry_points.txt").write_text(f"[{ai.plugins.GROUP}]\neve = {package}:make\n")
    first, second, again = (str(tmp_path / folder) for folder in "abc")
    monkeypatch.setattr(sys, "path", [first, second, again, *sys.path])
    ai.plugins._log_left_out.cache_clear()
    assert plugins()["eve"].value == "one:make"
    logged = locations.log().read_text()
    assert logged.count("There is no agent 'eve' (other:make), because that name") == 1
    assert logged.count("There is no agent 'eve'") == 1


def test_a_plugin_named_like_an_agent_of_another_game_is_said_to_be_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    offered(monkeypatch, thumb="a:b")
    with pytest.raises(BadOption, match=r"thumb plays free-o only, .* left out: 'thumb' \(a:b\),"):
        agent_and_budget(KEY, "thumb")


PLUGIN = "the_plugin:make"


def offer_eve(monkeypatch: pytest.MonkeyPatch, make: Callable[[str], object], value: str) -> None:
    """Offer an agent that `make` makes, if `value` names it."""
    module = ModuleType("the_plugin")
    vars(module)["make"] = make
    monkeypatch.setitem(sys.modules, "the_plugin", module)
    offered(monkeypatch, eve=value)


def plays_shut_the_box(game: str) -> GreedyAgent:
    if game != KEY:
        raise BadOption(f"I can't play {game}.")
    return GreedyAgent(lambda state, move: -move)


def plays_only_chess(game: str) -> GreedyAgent:
    raise ValueError("I play only chess")


def quits(game: str) -> None:
    raise SystemExit("out of here")


class Shy:
    @property
    def choose(self) -> object:
        raise RuntimeError("not now")


@pytest.mark.parametrize(
    ("value", "make", "fault"),
    [
        ("no_such_module_here:make", plays_shut_the_box, "can't be loaded: ModuleNotFoundError"),
        ("the_plugin:", plays_shut_the_box, "can't be loaded: its entry point isn't written as"),
        (PLUGIN, plays_only_chess, f"can't play {KEY}: I play only chess"),
        (PLUGIN, lambda game: json.loads("{"), f"can't play {KEY}: Expecting property name"),
        (PLUGIN, quits, "can't be loaded: SystemExit: out of here"),
        (PLUGIN, lambda game: Shy(), "can't be loaded: RuntimeError: not now"),
        (PLUGIN, lambda game: None, "can't play: NoneType has no method choose."),
    ],
)
def test_a_plugin_that_gives_no_agent_is_refused_with_the_reason(
    value: str, make: Callable[[str], object], fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    offer_eve(monkeypatch, make, value)
    with pytest.raises(Refused, match=re.escape(f"The agent 'eve' ({value}) {fault}")):
        agent_and_budget(KEY, "eve")


def test_a_plugin_plays_when_asked_for_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    offer_eve(monkeypatch, plays_shut_the_box, PLUGIN)
    agent, budget = agent_and_budget(KEY, "eve")
    assert (type(agent), player_title(KEY, "eve")) == (GreedyAgent, "eve")
    assert budget.iterations > 0
    with pytest.raises(BadOption, match="I can't play kimbo"):
        agent_and_budget("kimbo", "eve")
