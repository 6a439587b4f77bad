"""What the opponents of Box know: exact greed, legal choices everywhere, reasons that are so."""

from random import Random

import pytest

from ai.agent import Budget, never
from ai.evals import box
from ai.evals.box_reasons import reasons
from ai.levels import LEVELS, player
from ai.worker import decide
from boxtui.core import CHANCE, OVER, OptionValue
from boxtui.games import GAMES
from boxtui.games.box_position import MARKING, OPENING
from boxtui.games.box_state import Box

OPTIONS: list[dict[str, OptionValue]] = [
    {"size": 6},
    {"size": 6, "balance": "bid"},
    {"size": 8, "balance": "points", "claiming": "by hand"},
    {"size": 6, "handicap": "moves", "handicap_moves": 2},
    {"size": 6, "first": "by lot", "balance": "none", "claiming": "by hand", "missed": "all"},
]


def game(options: dict[str, OptionValue]) -> Box:
    state = GAMES["box"].start(options, 2)
    assert isinstance(state, Box)
    return state


def slow_greedy(state: Box, move: int) -> int:
    """Squares gained by the move, less the most that any answer gains, all of them played."""
    after = state.clone()
    after.play(move)
    mover = state.seat
    gained = after.scores()[mover] - state.scores()[mover]
    lost = 0.0
    for answer in after.legal_moves():
        then = after.clone()
        then.play(answer)
        lost = max(lost, then.scores()[1 - mover] - after.scores()[1 - mover])
    return round(gained - lost)


def in_play(seed: int, size: int = 6) -> Box:
    """A position some marks into a random game."""
    rng = Random(seed)
    state = game({"size": size, "balance": "none"})
    for _ in range(rng.randint(4, 30)):
        if state.player() == OVER:
            break
        state.play(state.random_move(rng))
    return state if state.phase == MARKING else in_play(seed + 1_000, size)


@pytest.mark.parametrize("seed", range(6))
def test_greed_counts_what_a_mark_wins_less_the_most_that_it_gives_away(seed: int) -> None:
    state = in_play(seed)
    for move in state.legal_moves()[:-1]:
        rating = box.exact_greedy(state, move)
        assert abs(rating - slow_greedy(state, move)) < 0.9
        assert round(rating - 0.001) in (slow_greedy(state, move), slow_greedy(state, move) + 1)


@pytest.mark.parametrize("seed", range(4))
def test_greed_takes_the_mark_with_the_best_balance(seed: int) -> None:
    state = in_play(seed)
    agent, budget = player("box", "level2")
    chosen = agent.choose(state, budget, Random(1), never).move
    balances = [slow_greedy(state, move) for move in state.legal_moves()[:-1]]
    assert slow_greedy(state, chosen) >= max(balances) - 1


@pytest.mark.parametrize("level", [level.number for level in LEVELS["box"]])
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_every_level_plays_every_option_to_its_end_and_never_resigns(
    options: dict[str, OptionValue], level: int
) -> None:
    state, rng = game(options), Random(level)
    agent, budget = player("box", f"level{level}")
    small = Budget(min(budget.iterations, 6), budget.depth)
    while state.player() != OVER:
        if state.player() == CHANCE:
            state.play(state.random_move(rng))
            continue
        choice = decide(f"level{level}", agent, state.clone(), small, rng, never)
        assert state.move_text(choice.move) != "resign"
        state.play(choice.move)


def test_strong_levels_claim_all_that_there_is_by_hand() -> None:
    state = game({"size": 6, "balance": "none", "claiming": "by hand"})
    agent, _ = player("box", "level3")
    rng = Random(2)
    while state.player() != OVER:
        if state.phase == MARKING:
            state.play(state.random_move(rng))
        else:
            chosen = agent.choose(state, Budget(4), rng, never).move
            assert state.move_text(chosen) != "done" or not state.claimable(state.seat)
            state.play(chosen)


def test_the_first_mark_is_none_that_the_other_would_surely_take_over() -> None:
    state = game({"size": 10})
    agent, budget = player("box", "level5")
    assert state.phase == OPENING
    state.play(agent.choose(state, budget, Random(1), never).move)
    marked = "black" if state.colors[0] else "white"
    answer = agent.choose(state, budget, Random(1), never).move
    assert state.move_text(answer) != f"take {marked}"
    strong = game({"size": 10})
    strong.play(strong.read_move("black f6"))
    assert strong.move_text(agent.choose(strong, budget, Random(1), never).move) == "take black"


def test_a_search_is_repeated_by_the_same_luck_and_stopped_when_told() -> None:
    state = in_play(3, 10)
    agent, budget = player("box", "level3")
    one, other = (agent.choose(state, budget, Random(5), never) for _ in range(2))
    assert (one.move, one.considered) == (other.move, other.considered)
    stopped = agent.choose(state, Budget(1_000_000), Random(5), lambda: True)
    assert stopped.move in state.legal_moves()
    assert stopped.iterations < 10


def test_reasons_name_what_is_won_and_what_the_reply_wins() -> None:
    state = game({"size": 6, "balance": "none"})
    for text in ("b2", "a1", "b5", "g1", "e2", "a7", "d7", "g7"):
        state.play(state.read_move(text))
    e5, a4 = state.read_move("e5"), state.read_move("a4")
    best, other = reasons(state, e5, e5), reasons(state, a4, e5)
    assert best[0].startswith("e5 wins 9 squares")
    assert other[1] == best[0]
    assert other[0].startswith("a4 wins nothing yet")
    assert len(best) == 1
