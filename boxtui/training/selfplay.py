"""What workers do for training: games from which a network learns, and games that test one."""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from ai.agent import Agent, Stop, never
from ai.learned.network import Network
from ai.learned.weights import read_network
from ai.levels import ROSTERS
from ai.roster import LearnedSpec
from boxtui.core import CHANCE, OVER, State, uniform
from boxtui.games import game_named

RANDOM_MOVES: Final = 0.05
"""The fraction of random moves, so that positions are seen which good play avoids."""

SAMPLED: Final = 0.5
"""The fraction of positions that are taken, because those of one game are much alike."""


@dataclass(frozen=True)
class Chunk:
    """Games that one worker plays.

    Attributes:
        game: the game's key.
        seed: the seed of the training.
        generation: the number of the generation, from 1.
        number: the number of the chunk in the generation, from 0.
        games: the number of games, or of pairs of games for a test.
        weights: the files of the networks that play; empty content stands for the evaluation that
            wasn't learned. One for self-play, two for a test.
    """

    game: str
    seed: int
    generation: int
    number: int
    games: int
    weights: tuple[bytes, ...]

    def random(self, purpose: str) -> Random:
        """Return random numbers that depend on nothing but the chunk and a purpose."""
        return Random(f"{self.seed} {self.generation} {self.number} {purpose}")


@dataclass(frozen=True)
class Positions:
    """Positions of games with one number of seats.

    Attributes:
        features: those of every seat, position after position, as 4-byte floats.
        results: each seat's share of a win in the end, as 4-byte floats.
    """

    features: bytes
    results: bytes


def _agents(chunk: Chunk, spec: LearnedSpec) -> list[Agent]:
    return [spec.agent(_network(content, spec)) for content in chunk.weights]


def _network(content: bytes, spec: LearnedSpec) -> Network | None:
    return read_network(content, spec.features) if content else None


def play_for_learning(chunk: Chunk, stop: Stop = never) -> dict[int, Positions]:
    """Return positions before the ends of a chunk's games, by the number of seats.

    Seats that are out of the game have features of 0 only, and no share.
    """
    spec = ROSTERS[chunk.game].learned
    assert spec is not None
    (agent,) = _agents(chunk, spec)
    rng = chunk.random("self-play")
    found: dict[int, tuple[array[float], array[float]]] = {}
    for _ in range(chunk.games):
        if stop():
            break
        seats = spec.seats[int(uniform(rng) * len(spec.seats))]
        features, results = found.setdefault(seats, (array("f"), array("f")))
        seen, shares = _one_game(chunk.game, spec, agent, seats, rng)
        for position, result in zip(seen, shares, strict=True):
            features.extend(position)
            results.extend(result)
    return {
        seats: Positions(features.tobytes(), results.tobytes())
        for seats, (features, results) in sorted(found.items())
    }


def _one_game(
    game: str, spec: LearnedSpec, agent: Agent, seats: int, rng: Random
) -> "tuple[list[array[float]], list[list[float]]]":
    """Return the features of some positions of a game, and the shares to learn from each."""
    state = game_named(game).start({}, seats)
    seen: list[array[float]] = []
    shares: list[list[float]] = []
    nothing = [0.0] * spec.features.count
    while (player := state.current_player()) != OVER:
        if spec.is_seen(state) and uniform(rng) < SAMPLED:
            row = array("f")
            for of_seat in spec.see(state):
                row.extend(of_seat or nothing)
            seen.append(row)
        if player == CHANCE or uniform(rng) < RANDOM_MOVES:
            state.apply(state.random_move(rng))
        else:
            state.apply(_move_of(agent, spec, state, rng))
        if settled := spec.settled(state):
            shares += [settled] * (len(seen) - len(shares))
    return seen, shares + [state.returns()] * (len(seen) - len(shares))


def _move_of(agent: Agent, spec: LearnedSpec, state: State, rng: Random) -> int:
    """Return an agent's move, without asking it if there is only one."""
    moves = state.legal_moves()
    return moves[0] if len(moves) == 1 else agent.choose(state, spec.budget, rng, never).move


def play_for_test(chunk: Chunk, stop: Stop = never) -> list[float]:
    """Return the first network's shares against the second, for each pair of games of two.

    In a pair, the dice are the same and the networks change seats.
    """
    spec = ROSTERS[chunk.game].learned
    assert spec is not None
    agents = _agents(chunk, spec)
    shares: list[float] = []
    for pair in range(chunk.games):
        if stop():
            break
        share = [_tested_game(chunk, spec, agents, pair, seat) for seat in range(len(agents))]
        shares.append(sum(share) / len(share))
    return shares


def _tested_game(
    chunk: Chunk, spec: LearnedSpec, agents: Sequence[Agent], pair: int, first: int
) -> float:
    """Return the share of the first network, in that seat."""
    dice, thinking = chunk.random(f"dice {pair}"), chunk.random(f"thinking {pair}")
    state = game_named(chunk.game).start({}, len(agents))
    while (player := state.current_player()) != OVER:
        if player == CHANCE:
            state.apply(state.random_move(dice))
        else:
            agent = agents[(player - first) % len(agents)]
            state.apply(_move_of(agent, spec, state, thinking))
    return state.returns()[first]
