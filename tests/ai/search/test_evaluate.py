"""Agents' evaluations of a given move."""

from contextlib import closing
from functools import cache
from random import Random

import pytest
from box_games import marked
from free_o_play import at
from free_the_box_play import ALL_SEEN, position
from kimbo_boards import drawn

from ai.agent import Choice, Considered, never
from ai.decision import decide
from ai.levels import agent_and_budget
from ai.worker import Question, SearchProcess
from boxtui.core import State
from boxtui.games import GAMES

POSITIONS: dict[str, tuple[str, State]] = {
    "kimbo": ("mcts:40", drawn("9  . . . Y\n4  . . . R", "4+3", seat=1)),
    "free-the-box": ("mcts:60", position("3,1,home;32,33,home", die=1)),
    "free-o": ("ismcts:60", at("house,car,tree", "car:3", top="house", demand="any")),
    "box": ("search:60", marked("d4 g4 d6", "a2 b2", size=6)),
}

make = cache(agent_and_budget)


def evaluated(key: str, state: State, move: int, luck: str = "1", player: str = "") -> Considered:
    player = player or POSITIONS[key][0]
    agent, budget = make(key, player)
    choice = decide(player, agent, state, budget, Random(luck), never, move)
    assert choice.move == move
    (seen,) = choice.considered
    assert seen.move == move
    return seen


@pytest.mark.parametrize("key", POSITIONS)
def test_a_move_is_valued_with_the_whole_budget_alike_with_the_same_seed_and_changes_nothing(
    key: str,
) -> None:
    """In Kimbo the seed only sets the order of throws, and 40 iterations try all of them."""
    player, state = POSITIONS[key]
    before, (move, other, *_) = state.text(), state.legal_moves()
    found = [evaluated(key, state, move, luck) for luck in ("1", "2", "1")]
    for seen in (*found, evaluated(key, state, other)):
        assert 0 <= seen.value <= 1
        assert seen.visits == int(player.partition(":")[2])
    assert state.text() == before
    values = [seen.value for seen in found]
    assert values[0] == values[2]
    assert key == "kimbo" or values[0] != values[1]
    assert values[0] == pytest.approx(values[1], abs=0.15)


def test_a_move_that_ends_the_game_is_valued_by_its_result() -> None:
    wins = drawn("6  . . . . . . . R", "4+1", home="RRR")
    assert evaluated("kimbo", wins, wins.read_move("1 h6-HOME")).value == 1.0
    jumps = position("57,center,center;32,home,home", die=3, bottom=",".join(ALL_SEEN))
    assert evaluated("free-the-box", jumps, jumps.read_move("A")).value == 1.0
    state = POSITIONS["box"][1]
    assert evaluated("box", state, state.read_move("resign")).value == 0.0


def test_a_mark_that_completes_a_large_box_is_worth_more_than_one_that_gives_it_away() -> None:
    state = marked("d4 g4 d6", "a1 a2 b1", size=6)
    values = [evaluated("box", state, state.read_move(each)).value for each in ("g6", "f1")]
    assert values[0] > values[1] + 0.05


def test_fro_22_a_value_depends_only_on_what_the_seat_sees() -> None:
    _, state = POSITIONS["free-o"]
    move = state.legal_moves()[0]
    alike = [state.determinize(state.current_player(), Random(seed)) for seed in range(5)]
    assert len({each.text() for each in alike}) > 1
    assert len({evaluated("free-o", each, move).value for each in alike}) == 1
    opened = {evaluated("free-o", each, move, player="ismcts-open:60").value for each in alike}
    assert len(opened) > 1


def test_with_open_hands_no_set_is_opened_if_the_next_player_could_end_the_hand_with_it() -> None:
    state = at("house:2,car:2", "house", demand="any", top="mailbox")
    moves = [state.read_move(each) for each in ("house", "car")]
    values = [evaluated("free-o", state, move, player="ismcts-open:60").value for move in moves]
    assert values[1] > values[0]


async def test_the_search_process_values_a_given_move() -> None:
    key = "free-the-box"
    player, state = POSITIONS[key]
    move = state.legal_moves()[-1]
    with closing(SearchProcess()) as searcher:
        question = Question(key, player, state.text(), "1", GAMES[key].board, move)
        choice: Choice = await searcher.choose(question)
        assert choice.considered == (evaluated(key, state, move),)
