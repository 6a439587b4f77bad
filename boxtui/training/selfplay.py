"""What workers do for training: games from which a network learns, and games that test one."""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from random import Random
from typing import Final

from ai.agent import Agent, Stop, never
from ai.learned.learning import Learning, PolicyLearning, ValueLearning
from ai.learned.network import Network
from ai.learned.weights import read_network
from ai.levels import ROSTERS
from boxtui.core import CHANCE, OVER, State, uniform
from boxtui.games import game_named
from boxtui.play.agents import seats_for
from boxtui.play.match import SEED_LIMIT, Match
from boxtui.play.openings import open_at_random

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
        weights: the files of the networks that play; empty content stands for none. One for
            self-play, two for a test.
        policy: whether they are policies, not evaluations.
    """

    game: str
    seed: int
    generation: int
    number: int
    games: int
    weights: tuple[bytes, ...]
    policy: bool = False

    def random(self, purpose: str) -> Random:
        """Return random numbers that depend on nothing but the chunk and a purpose."""
        return Random(f"{self.seed} {self.generation} {self.number} {purpose}")


@dataclass(frozen=True)
class PackedExamples:
    """What is learned from positions with one number of seats, or of moves.

    Attributes:
        features: those of every seat or move, position after position, as 4-byte floats.
        results: the share of each seat or move, as 4-byte floats.
    """

    features: bytes
    results: bytes


def learning(game: str, *, policy: bool) -> Learning | None:
    """Return how the policy or the evaluation of a game is learned; None if it isn't."""
    roster = ROSTERS[game]
    return roster.policy if policy else roster.values


def _learning(chunk: Chunk) -> Learning:
    spec = learning(chunk.game, policy=chunk.policy)
    assert spec is not None
    return spec


def _network(content: bytes, spec: Learning) -> Network | None:
    return read_network(content, spec.features) if content else None


def play_for_learning(chunk: Chunk, stop: Stop = never) -> dict[int, PackedExamples]:
    """Return what is learned from a chunk's games, by the number of seats, or of moves.

    Seats that are out of the game have features of 0 only, and no share.
    """
    spec = _learning(chunk)
    network = _network(chunk.weights[0], spec)
    rng = chunk.random("self-play")
    found: dict[int, tuple[array[float], array[float]]] = {}
    for _ in range(chunk.games):
        if stop():
            break
        seats = spec.seats[int(uniform(rng) * len(spec.seats))]
        for rows, shares in _one_game(chunk.game, spec, network, seats, rng):
            features, results = found.setdefault(len(shares), (array("f"), array("f")))
            features.extend(rows)
            results.extend(shares)
    return {
        count: PackedExamples(features.tobytes(), results.tobytes())
        for count, (features, results) in sorted(found.items())
    }


def _one_game(
    game: str, spec: Learning, network: Network | None, seats: int, rng: Random
) -> Iterator[tuple[Iterable[float], Sequence[float]]]:
    """Yield the features that are seen in a game, and the shares to learn from them."""
    if isinstance(spec, PolicyLearning):
        for every, shares in spec.examples(network, seats, rng):
            yield chain.from_iterable(every), shares
    else:
        assert isinstance(spec, ValueLearning)
        seen, found = _positions(game, spec, spec.agent(network), seats, rng)
        yield from zip(seen, found, strict=True)


def _positions(
    game: str, spec: ValueLearning, agent: Agent, seats: int, rng: Random
) -> "tuple[list[array[float]], list[list[float]]]":
    """Return the features of some positions of a game, and the shares to learn from each."""
    state = _begun(game, spec, seats, rng)
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


def _begun(game: str, spec: Learning, seats: int, rng: Random) -> State:
    """Return the start of a game, after a random opening if the agents need one."""
    if not spec.opens_at_random:
        return game_named(game).start({}, seats)
    seed = int(uniform(rng) * SEED_LIMIT)
    match = Match(game_named(game), {}, seats_for(["random"] * seats), seed)
    open_at_random(match)
    return match.state


def _move_of(agent: Agent, spec: Learning, state: State, rng: Random) -> int:
    """Return an agent's move, without asking it if there is only one."""
    moves = state.legal_moves()
    return moves[0] if len(moves) == 1 else agent.choose(state, spec.budget, rng, never).move


def play_for_test(chunk: Chunk, stop: Stop = never) -> list[float]:
    """Return the first network's shares against the second, for each pair of two-player games.

    In a pair, the dice are the same and the networks change seats.
    """
    spec = _learning(chunk)
    agents = [spec.agent(_network(content, spec)) for content in chunk.weights]
    shares: list[float] = []
    for pair in range(chunk.games):
        if stop():
            break
        share = [_tested_game(chunk, spec, agents, pair, seat) for seat in range(len(agents))]
        shares.append(sum(share) / len(share))
    return shares


def _tested_game(
    chunk: Chunk, spec: Learning, agents: Sequence[Agent], pair: int, first: int
) -> float:
    """Return the share of the first network, in that seat."""
    dice, thinking = chunk.random(f"dice {pair}"), chunk.random(f"thinking {pair}")
    state = _begun(chunk.game, spec, len(agents), dice)
    while (player := state.current_player()) != OVER:
        if player == CHANCE:
            state.apply(state.random_move(dice))
        else:
            agent = agents[(player - first) % len(agents)]
            state.apply(_move_of(agent, spec, state, thinking))
    return state.returns()[first]
