"""The games from which a network learns, and those that test one."""

from random import Random
from typing import Any

import numpy as np
import pytest
from small_training import GAME, GOOD, changed

from ai.agent import Agent, Budget, Choice, Stop
from ai.free_o.examples import examples
from ai.learned.weights import WEIGHTS_FILE
from ai.levels import ROSTERS
from ai.search.random import RandomAgent
from boxtui.core import State
from boxtui.games.shared.toml_file import packaged
from boxtui.training import selfplay
from boxtui.training.selfplay import Chunk, play_for_learning, play_for_test


def test_a_network_is_tested_from_both_seats_alike_with_the_same_dice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What one has is what the other lacks, and equal networks share each pair of games."""
    changed(monkeypatch, agent=lambda network: RandomAgent())
    assert play_for_test(Chunk(GAME, 1, 1, 0, 4, (b"", b""))) == [0.5] * 4
    changed(monkeypatch, agent=lambda network: GOOD if network else RandomAgent())
    weights = packaged("ai.free_the_box", WEIGHTS_FILE)
    better = play_for_test(Chunk(GAME, 1, 1, 0, 40, (weights, b"")))
    worse = play_for_test(Chunk(GAME, 1, 1, 0, 40, (b"", weights)))
    assert [one + other for one, other in zip(better, worse, strict=True)] == [1.0] * 40


def test_games_of_agents_that_repeat_begin_at_random(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the same opening for both games of a pair."""
    begin, begun = selfplay._begun, list[str]()

    def noted(*given: Any) -> State:
        state = begin(*given)
        begun.append(state.text())
        return state

    monkeypatch.setattr(selfplay, "_begun", noted)
    changed(monkeypatch, "box", agent=lambda network: RandomAgent())
    play_for_test(Chunk("box", 1, 1, 0, 3, (b"", b"")))
    assert begun[::2] == begun[1::2]
    assert len(set(begun)) == 3


def test_some_moves_of_the_games_to_learn_from_are_random(monkeypatch: pytest.MonkeyPatch) -> None:
    """About one in twenty; the agent is asked for all others."""
    asked = list[int]()

    class Asked(Agent):
        def choose(self, state: State, budget: Budget, rng: Random, stop: Stop) -> Choice:
            asked.append(1)
            return Choice(state.random_move(rng), (), 1)

    decisions = 0

    def is_seen(state: State) -> bool:
        nonlocal decisions
        decisions += state.current_player() >= 0 and len(state.legal_moves()) > 1
        return False

    changed(monkeypatch, "box", agent=lambda network: Asked(), is_seen=is_seen)
    play_for_learning(Chunk("box", 1, 1, 0, 40, (b"",)))
    assert decisions > 2000
    assert 0.03 < 1 - len(asked) / decisions < 0.07


def test_a_part_of_a_game_is_learned_from_its_own_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """In FREE-O, positions of a hand are learned from the totals after it, the last from FRO-3."""
    changed(monkeypatch, "free-o", seats=(3,), agent=lambda network: RandomAgent())
    found = play_for_learning(Chunk("free-o", 1, 1, 0, 1, (b"",)))
    results = np.frombuffer(found[3].results, np.float32).reshape(-1, 3)
    assert np.allclose(results.sum(axis=1), 1.0)
    ends = np.flatnonzero(np.any(results[1:] != results[:-1], axis=1))
    assert len(ends) > 1
    assert results[0].max() < 0.5
    assert set(results[-1]) == {0.0, 1.0}


def test_a_policy_learns_from_what_moves_are_worth() -> None:
    """In FREE-O, each decision gives the features of its moves, and what they are worth."""
    spec = ROSTERS["free-o"].policy
    assert spec is not None
    chunk = Chunk("free-o", 1, 1, 0, 1, (b"",), policy=True)
    found = play_for_learning(chunk)
    assert found == play_for_learning(chunk)
    assert len(found) > 1
    for moves, positions in found.items():
        worths = np.frombuffer(positions.results, np.float32).reshape(-1, moves)
        assert moves > 1
        assert np.allclose(worths.sum(axis=1), 0.0, atol=1e-3)
        assert 0.1 < np.abs(worths).mean() < 5.0
        features = np.frombuffer(positions.features, np.float32)
        assert len(features) == worths.size * spec.features.count


@pytest.mark.parametrize(("seats", "seed"), [(4, 0), (6, 3)])
def test_a_policy_learns_nothing_from_a_game_that_is_nearly_decided(seats: int, seed: int) -> None:
    """A point is worth so little there that the errors of the shares look like many points."""
    worths = [worth for _, found in examples(None, seats, Random(seed)) for worth in found]
    assert 1.0 < max(map(abs, worths)) < 5.0
