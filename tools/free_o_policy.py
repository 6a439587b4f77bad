"""Fits the policy of FREE-O (ai/free_o/policy.toml) to what its moves are worth; needs numpy.

    python tools/free_o_policy.py --decisions 60000 --generations 2 --seed 1 policy.toml

In each generation the policy plays against itself. Some of its decisions are examined: every move
is played in the same deals, with the same random numbers, and valued as level 5 does. A new policy
is fitted to the values of all generations, in points of a hand. The first generation plays by the
rule of thumb, and plays hands out. This is approximate policy iteration: M. G. Lagoudakis and
R. Parr, "Reinforcement learning as classification", ICML (2003).
"""

import argparse
from collections.abc import Iterator
from datetime import UTC, datetime
from math import exp
from pathlib import Path
from random import Random
from typing import Final

import numpy as np

from ai.free_o.evaluation import FreeOEvaluator
from ai.free_o.features import FEATURES
from ai.free_o.heuristic import best_move
from ai.free_o.policy import POLICY_FEATURES, favorite, move_features
from ai.free_o.totals import weight_of_a_point, win_probabilities
from ai.learned.network import Network
from ai.learned.weights import read_network, weights_text
from boxtui.core import OVER
from boxtui.games import game_named
from boxtui.games.free_o.state import PLAYING, FreeO
from boxtui.training.fit import Examples, fit

HIDDEN: Final = 16
SEATS: Final = (2, 2, 2, 3, 4, 4, 5, 6)
EXAMINED: Final = 0.15
"""How many of the decisions between several moves are examined."""

ERRORS: Final = 0.1
"""How often a random move is played, so that positions are seen which good play avoids."""

DEALS: Final = 32, 10
"""The number of deals in which a move is played: in the first generation, and later."""

DECIDED: Final = 0.02
"""Positions in which the mover's share is nearer to 0 or 1 teach too little."""

Example = tuple[list[list[float]], list[float]]
"""The features of each move, and the shares that a policy should give them."""


def examples(evaluator: FreeOEvaluator, deals: int, count: int, rng: Random) -> Iterator[Example]:
    """Yield examined decisions from games of the evaluator's policy."""
    found = 0
    while found < count:
        state = game_named("free-o").start({}, SEATS[rng.randrange(len(SEATS))])
        assert isinstance(state, FreeO)
        while state.current_player() != OVER:
            moves = state.legal_moves()
            if state.phase == PLAYING and len(moves) > 1 and rng.random() < EXAMINED:
                totals = [int(total) for total in state.totals]
                share = win_probabilities(totals)[state.table.seat]
                if DECIDED < share < 1.0 - DECIDED:
                    point = share * (1.0 - share) * weight_of_a_point(totals)
                    yield _examined(state, moves, evaluator, deals, point, rng)
                    found += 1
            state.apply(_move(state, evaluator.policy, rng))


def _move(state: FreeO, policy: Network | None, rng: Random) -> int:
    if state.phase != PLAYING or rng.random() < ERRORS:
        return state.random_move(rng)
    return best_move(state.table, rng) if policy is None else favorite(state.table, policy, rng)


def _examined(
    state: FreeO,
    moves: list[int],
    evaluator: FreeOEvaluator,
    deals: int,
    point: float,
    rng: Random,
) -> Example:
    """Return an example; a point of difference makes a move `e` times as likely as another."""
    seat = state.table.seat
    worth = [0.0] * len(moves)
    for _ in range(deals):
        deal, seed = state.determinize(seat, rng), rng.getrandbits(32)
        for at, move in enumerate(moves):
            worth[at] += evaluator.evaluate(deal.after(move), Random(seed))[seat]
    most = max(worth)
    odds = [exp((each - most) / (deals * point)) for each in worth]
    return (
        [list(move_features(state.table, move)) for move in moves],
        [each / sum(odds) for each in odds],
    )


def _arrays(found: list[Example]) -> dict[int, Examples]:
    """Return examples by the number of moves, for `fit`, which takes moves for seats."""
    by_count: dict[int, list[Example]] = {}
    for example in found:
        by_count.setdefault(len(example[1]), []).append(example)
    return {
        count: Examples(
            np.array([features for features, _ in every], np.float32),
            np.array([shares for _, shares in every], np.float32),
        )
        for count, every in sorted(by_count.items())
    }


def main() -> None:
    """Write the policy's file."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--decisions", type=int, default=60_000, help="in each generation")
    parser.add_argument("--generations", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--values", type=Path, default=Path("ai/free_o/weights.toml"))
    parser.add_argument("file", type=Path)
    args = parser.parse_args()
    values = read_network(args.values.read_bytes(), FEATURES)
    command = (
        f"python tools/free_o_policy.py --decisions {args.decisions} "
        f"--generations {args.generations} --seed {args.seed}"
    )
    found: list[Example] = []
    evaluator = FreeOEvaluator()
    for generation in range(args.generations):
        rng = Random(f"{args.seed} {generation}")
        found += examples(evaluator, DEALS[min(generation, 1)], args.decisions, rng)
        fitted = fit(_arrays(found), args.seed, HIDDEN)
        loss = f"{fitted.loss:.4f}; of equal chances {fitted.even:.4f}"
        today = datetime.now(UTC).date().isoformat()
        provenance = {"command": command, "date": today, "log_loss": loss}
        text = weights_text(POLICY_FEATURES, provenance, fitted.layers)
        args.file.write_text(text, "utf-8")
        print(f"generation {generation + 1}: log loss {loss}", flush=True)
        evaluator = FreeOEvaluator(values, read_network(text.encode(), POLICY_FEATURES))


if __name__ == "__main__":
    main()
