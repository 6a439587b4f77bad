"""The strength of policies at Shut-the-Box, computed exactly instead of sampled.

A policy here is an agent that looks only at its own tiles and dice. So one of its turns has a
distribution of final scores, and the result of a two-player game follows from two distributions.
The exact agent is the exception: as second player it plays to the score to beat, so it has a
distribution for each such score.
"""

from collections.abc import Sequence
from random import Random
from typing import final

from librt.vecs import vec

from ai.agent import Agent, Budget, never
from ai.search.simple import MixAgent, RandomAgent
from ai.shut_the_box.exact import solution
from ai.shut_the_box.tile_graph import RANKS, TOP, graph_of, totals
from boxtui.core import State
from boxtui.games.shared.dice import pips
from boxtui.games.shut_the_box.state import LAYING, ShutTheBox
from boxtui.games.shut_the_box.tiles import fitting, throws


def move_probabilities(agent: Agent, budget: Budget, state: State) -> list[tuple[int, float]]:
    """Return the probability of each move: uniform, mixed, or 1 for the move that is chosen."""
    if isinstance(agent, RandomAgent):
        moves = state.legal_moves()
        return [(move, 1 / len(moves)) for move in moves]
    if isinstance(agent, MixAgent):
        return [
            (move, weight * probability)
            for weight, part in agent.parts
            for move, probability in move_probabilities(part, budget, state)
        ]
    return [(agent.choose(state, budget, Random(0), never).move, 1.0)]


def laying(up: int, total: int, scoring: str) -> ShutTheBox:
    """Return the one-player game with these tiles up and this total thrown."""
    state = ShutTheBox(1, scoring, 0, 0)
    state.phase = LAYING
    state.up = up
    state.throw = next(throw for throw in throws(up) if pips(throw) == total)
    return state


@final
class TurnPlay:
    """A policy's turn.

    Attributes:
        first: by place, the chance of each score.
        replies: the same by the place of the score to beat; empty if the policy ignores that score.
    """

    def __init__(self, first: list[float], replies: list[list[float]]) -> None:
        self.first = first
        self.replies = replies

    def reply(self, place: int) -> list[float]:
        """Return the chance of each score against the score at that place."""
        return self.replies[place] if self.replies else self.first


def fixed_play(agent: Agent, budget: Budget, scoring: str) -> TurnPlay:
    """Return the exact distribution of an agent's score in one turn, by place."""
    tiles = graph_of(scoring)
    reach = vec[float]([0.0] * RANKS)
    reach[TOP] = 1.0
    for rank in range(TOP, 0, -1):
        mask = tiles.masks[rank]
        for total, probability in totals(mask).items():
            if reach[rank] > 0.0 and fitting(mask, total):
                choices = move_probabilities(agent, budget, laying(mask, total, scoring))
                for move, chosen in choices:
                    reach[tiles.ranks[mask & ~move]] += reach[rank] * probability * chosen
    return TurnPlay(tiles.endings(reach), [])


def perfect_play(scoring: str) -> TurnPlay:
    """Return how the exact agent plays its turn in two-player games without stakes."""
    rounds = solution(2, scoring, False, never)
    tiles = rounds.tiles
    first = tiles.reach(rounds.turn(0, rounds.nothing, False).play, TOP, 0)
    replies: list[list[float]] = []
    for _, turn in rounds.turns_behind(1, range(rounds.nothing), False):
        replies.append(tiles.endings(tiles.reach(turn.play, TOP, 0)))
    return TurnPlay(tiles.endings(first), replies[::-1])


def expected_score(chances: Sequence[float], scoring: str) -> float:
    """Return the mean of a distribution by place."""
    return sum(chance * score for chance, score in zip(chances, graph_of(scoring).scores))


def first_wins(first: TurnPlay, second: TurnPlay) -> float:
    """Return the first player's chance to win a two-player game, ties replayed (STB-10, STB-11)."""
    won = 0.0
    tied = 0.0
    for place, chance in enumerate(first.first):
        if chance > 0.0:
            reply = second.reply(place)
            won += chance * sum(reply[place + 1 :])
            tied += chance * reply[place]
    return won / (1 - tied)


def win_chance(one: TurnPlay, other: TurnPlay) -> float:
    """Return the chance that `one` wins a two-player game if each begins half of the time."""
    return (first_wins(one, other) + 1 - first_wins(other, one)) / 2
