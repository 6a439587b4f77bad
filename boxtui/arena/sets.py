"""A contest between agents, and its sets of games."""

from collections.abc import Mapping
from concurrent.futures import CancelledError
from dataclasses import dataclass
from random import Random

from ai.agent import Stop, never
from boxtui.core import CHANCE, BadOption, OptionValue
from boxtui.games import game_named
from boxtui.play.agents import check_agents, choosing_here, seats_for, steps
from boxtui.play.match import SEED_LIMIT, Match
from boxtui.play.openings import open_at_random


@dataclass(frozen=True)
class Contest:
    """What is played.

    Attributes:
        game: the game's key.
        players: the players by seat, as in ``level5``.
        options: the game's options.
        seed: the arena's seed.
    """

    game: str
    players: tuple[str, ...]
    options: Mapping[str, OptionValue]
    seed: int

    def check(self) -> None:
        """Raises BadOption if this can't be played or wouldn't compare anything."""
        game = game_named(self.game)
        check_agents(game, self.players)
        game.start(self.options, len(self.players))
        if len(set(self.players)) < 2:
            raise BadOption("Name at least two different players, as in level5,level4.")


@dataclass(frozen=True)
class PlayedSet:
    """The result of a set: one figure per player, in the contest's order.

    Attributes:
        shares: the mean share of a win.
        seconds: the time of each decision between two or more moves.
    """

    shares: tuple[float, ...]
    seconds: tuple[tuple[float, ...], ...]


def play_set(contest: Contest, number: int, stop: Stop = never) -> PlayedSet:
    """Play the set with that number, from 0; the result is the same in any process.

    Raises AgentFailed if an agent fails, and CancelledError once `stop` returns True.
    """
    seats = len(contest.players)
    seed, opening = _opening(contest, number)
    shares = [0.0] * seats
    seconds: list[list[float]] = [[] for _ in shares]
    for turned in range(seats):
        seated = [(seat + turned) % seats for seat in range(seats)]
        match = _match(contest, seed, seated)
        for move in opening:
            match.apply(move)
        for step in steps(match, choosing_here(match, stop)):
            if stop():
                raise CancelledError
            if step.player != CHANCE and step.choices > 1:
                seconds[seated[step.player]].append(step.seconds)
        for who, share in zip(seated, match.state.returns(), strict=True):
            shares[who] += share
    return PlayedSet(tuple(share / seats for share in shares), tuple(map(tuple, seconds)))


def _match(contest: Contest, seed: int, seated: list[int]) -> Match:
    """Return a match of the contest's players in these seats, each given by its list index."""
    players = [contest.players[who] for who in seated]
    return Match(game_named(contest.game), contest.options, seats_for(players), seed)


def _opening(contest: Contest, number: int) -> tuple[int, list[int]]:
    """Return a set's seed and its first moves.

    The seed is drawn with `random` alone, which is the same in every Python.
    """
    seed = int(Random(f"arena:{contest.game}:{contest.seed}:{number}").random() * SEED_LIMIT)
    match = _match(contest, seed, list(range(len(contest.players))))
    open_at_random(match)
    return seed, match.moves
