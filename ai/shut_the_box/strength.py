"""How strong policies are at Shut-the-Box, computed and not sampled.

A policy here is an agent that looks at its own tiles and dice alone, so one turn of it has a
distribution of final scores, and a game of two follows from two distributions. The exact agent is
the exception: as second player it plays to the score to beat, and has a distribution for each.
"""

from collections.abc import Sequence
from random import Random
from typing import final

from ai.agent import Agent, Budget, never
from ai.search.greedy import MixAgent
from ai.search.random import RandomAgent
from ai.shut_the_box.exact import solution
from ai.shut_the_box.tile_graph import RANKS, TOP, board, totals
from boxtui.core import State
from boxtui.games.shared.dice import pips
from boxtui.games.shut_the_box.state import LAYING, ShutTheBox
from boxtui.games.shut_the_box.tiles import fitting, throws


def move_odds(agent: Agent, budget: Budget, state: State) -> list[tuple[int, float]]:
    """How likely an agent plays which moves: uniform, mixed, else the one that it chooses."""
    if isinstance(agent, RandomAgent):
        moves = state.legal_moves()
        return [(move, 1 / len(moves)) for move in moves]
    if isinstance(agent, MixAgent):
        return [
            (move, weight * odds)
            for weight, part in agent.parts
            for move, odds in move_odds(part, budget, state)
        ]
    return [(agent.choose(state, budget, Random(0), never).move, 1.0)]


def laying(up: int, total: int, scoring: str) -> ShutTheBox:
    """The game of one player with these tiles up and this total thrown."""
    state = ShutTheBox(1, scoring, 0, 0)
    state.phase = LAYING
    state.up = up
    state.throw = next(throw for throw in throws(up) if pips(throw) == total)
    return state


def final_sets(agent: Agent, budget: Budget, scoring: str) -> list[float]:
    """By rank, the chance that a turn of this policy ends with those tiles up."""
    tiles = board(scoring)
    reach = [0.0] * RANKS
    reach[TOP] = 1.0
    for rank in range(TOP, 0, -1):
        mask = tiles.masks[rank]
        for total, odds in totals(mask).items():
            if reach[rank] > 0.0 and fitting(mask, total):
                for move, share in move_odds(agent, budget, laying(mask, total, scoring)):
                    reach[tiles.ranks[mask & ~move]] += reach[rank] * odds * share
    return [chance * stuck for chance, stuck in zip(reach, tiles.stuck)]


@final
class TurnPlay:
    """A policy's turn: `first` by place the chance of each score, `replies` the same by the place
    of the score to beat; empty where the policy doesn't look at it."""

    def __init__(self, first: list[float], replies: list[list[float]]) -> None:
        self.first = first
        self.replies = replies

    def reply(self, place: int) -> list[float]:
        """The chance of each score against the score at that place."""
        return self.replies[place] if self.replies else self.first


def score_distribution(agent: Agent, budget: Budget, scoring: str) -> TurnPlay:
    """The exact distribution of an agent's score in one turn, by place."""
    tiles = board(scoring)
    chances = [0.0] * len(tiles.scores)
    for rank, chance in enumerate(final_sets(agent, budget, scoring)):
        chances[tiles.places[rank]] += chance
    return TurnPlay(chances, [])


def perfect_play(scoring: str) -> TurnPlay:
    """The exact agent in games of two, without stakes."""
    rounds = solution(2, scoring, False, never)
    tiles = rounds.tiles
    first = tiles.reach(rounds.turn(0, rounds.nothing, False).values, TOP, 0)
    replies: list[list[float]] = []
    for place in range(rounds.nothing):
        reach = tiles.reach(rounds.turn(1, place, False).values, TOP, 0)
        replies.append(tiles.endings(reach))
    return TurnPlay(tiles.endings(first), replies)


def expected_score(chances: Sequence[float], scoring: str) -> float:
    """The mean of a distribution by place."""
    return sum(chance * score for chance, score in zip(chances, board(scoring).scores))


def first_wins(first: TurnPlay, second: TurnPlay) -> float:
    """The first player's chance to win a game of two, ties replayed (STB-10, STB-11)."""
    won = 0.0
    tied = 0.0
    for place, chance in enumerate(first.first):
        if chance > 0.0:
            reply = second.reply(place)
            won += chance * sum(reply[place + 1 :])
            tied += chance * reply[place]
    return won / (1 - tied)


def win_chance(one: TurnPlay, other: TurnPlay) -> float:
    """The chance of `one` to win a game of two when either begins half of the time."""
    return (first_wins(one, other) + 1 - first_wins(other, one)) / 2
