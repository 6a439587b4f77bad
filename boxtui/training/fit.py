"""The fit of a network to positions and the results of their games, or to what moves are worth.

It needs numpy.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

EPOCHS: Final = 8
POLICY_EPOCHS: Final = 40
"""How often a fit goes through all positions, or through all decisions."""

BATCH_SIZE: Final = 512
LEARNING_RATE: Final = 2e-3
"""The learning rate of the first epoch; it falls by equal steps to `LEARNING_RATE / epochs`."""

WEIGHT_DECAY: Final = 1e-5
"""The part of each weight that is added to its gradient (L2 regularization)."""

BETA_1: Final = 0.9
BETA_2: Final = 0.999
EPSILON: Final = 1e-8
"""The settings of Adam, as named in D. P. Kingma and J. Ba, "Adam: a method for stochastic
optimization", ICLR (2015).
"""

NEWTON_STEPS: Final = 30
NEWTON_SMALLEST: Final = 1e-6
"""The most steps of Newton's method, and the largest change of a weight with which it ends."""

NEWTON_DECAY: Final = 1e-8
"""The L2 factor for Newton's method, just enough for a unique solution."""

TEMPERATURE: Final = 0.5
"""How much more a move is worth than another if a fitted policy plays it e times as often."""

Numbers = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]
Layers = dict[str, Numbers]


@dataclass(frozen=True)
class Examples:
    """Positions with one number of seats, or decisions with one number of moves.

    Attributes:
        features: by position, seat and feature; a seat that is out of the game has only zeros. By
            decision, move and feature for a policy.
        results: by position and seat, adding up to 1. For a policy, what each move is worth.
    """

    features: Numbers
    results: Numbers

    def part(self, chosen: npt.NDArray[Any]) -> "Examples":
        """Return the positions chosen by their numbers or by a mask."""
        return Examples(self.features[chosen], self.results[chosen])


@dataclass(frozen=True)
class Fit:
    """A fitted network.

    Attributes:
        layers: the weights, as `ai.learned.weights.weights_text` writes them.
        loss: the mean loss on positions that weren't used for the fit; 0 if there are none.
        uniform_loss: the same if all scores are equal.
    """

    layers: dict[str, list[float]]
    loss: float
    uniform_loss: float


@dataclass(frozen=True)
class _Loss:
    """What a fit makes small. Arguments: the scores, the `results` of `Examples`, and the mask.

    Attributes:
        of: returns the loss of each position.
        slope: returns the slope of that loss by each score.
        epochs: how often the fit goes through all positions.
    """

    of: Callable[[Numbers, Numbers, Mask], Numbers]
    slope: Callable[[Numbers, Numbers, Mask], Numbers]
    epochs: int


def fit(
    training_set: Mapping[int, Examples], held_out: Mapping[int, Examples], seed: int, hidden: int
) -> Fit:
    """Return the network that predicts the results best; the same for the same arguments.

    The loss, that of the positions `held_out` too, is the log loss of its shares.
    """
    return _fit(training_set, held_out, seed, hidden, _LOG_LOSS)


def fit_policy(
    training_set: Mapping[int, Examples], held_out: Mapping[int, Examples], seed: int, hidden: int
) -> Fit:
    """Return the network whose scores rate moves best, in the unit in which their worth is given.

    If moves are played as often as a softmax of the scores by `TEMPERATURE` says, the loss is what
    the moves played cost, less `TEMPERATURE` times the entropy, so that the scores come close to
    the worths. The worths' own errors cancel out in it, because it is linear in them. Entropy as
    a part of what is learned: R. J. Williams and J. Peng, "Function optimization using
    connectionist reinforcement learning algorithms", Connection Science 3 (1991).
    """
    return _fit(training_set, held_out, seed, hidden, _COST)


def _fit(
    training_set: Mapping[int, Examples],
    held_out: Mapping[int, Examples],
    seed: int,
    hidden: int,
    loss: _Loss,
) -> Fit:
    rng = np.random.default_rng(seed)
    layers, scale = _start(training_set, rng, hidden)
    if hidden or loss is _COST:  # Newton's method is for the log loss only
        optimizer = _Adam(layers)
        for epoch in range(loss.epochs):
            rate = LEARNING_RATE * (1 - epoch / loss.epochs)
            for batch in _batches(training_set, rng):
                optimizer.step(_gradient(layers, batch, scale, loss), rate)
    else:
        layers["direct"] = _linear(training_set, scale)
    mean = _mean_loss(held_out, loss, lambda part: _scores(layers, part, scale)[2])
    uniform = _mean_loss(held_out, loss, lambda part: np.zeros_like(part.results))
    layers["first"] *= scale[:, None]
    layers["direct"] *= scale
    return Fit({name: layer.ravel().tolist() for name, layer in layers.items()}, mean, uniform)


def _start(
    training_set: Mapping[int, Examples], rng: np.random.Generator, hidden: int
) -> tuple[Layers, Numbers]:
    """Return small random weights, and the factor by which each feature is scaled."""
    rows = np.concatenate([each.features[_mask(each)] for each in training_set.values()])
    scale = (1 / (rows.std(axis=0) + 0.05)).astype(np.float32)
    count = rows.shape[1]
    layers = {
        "first": rng.normal(0, 1 / np.sqrt(count), (count, hidden)),
        "bias": np.zeros(hidden),
        "second": rng.normal(0, 0.05, hidden),
        "direct": np.zeros(count),
    }
    return {name: layer.astype(np.float32) for name, layer in layers.items()}, scale


def _batches(training_set: Mapping[int, Examples], rng: np.random.Generator) -> Iterator[Examples]:
    """Yield all positions once, in random order, each batch with one number of seats."""
    parts: list[tuple[int, npt.NDArray[Any]]] = []
    for seats, positions in training_set.items():
        order = rng.permutation(len(positions.results))
        parts += [(seats, order[at : at + BATCH_SIZE]) for at in range(0, len(order), BATCH_SIZE)]
    for at in rng.permutation(len(parts)):
        seats, chosen = parts[at]
        yield training_set[seats].part(chosen)


def _linear(training_set: Mapping[int, Examples], scale: Numbers) -> Numbers:
    """Return the weights of scaled features that are best without hidden units.

    Newton's method, which needs a few steps where Adam would need thousands.
    """
    direct = np.zeros(len(scale))
    count = sum(len(part.results) for part in training_set.values())
    for _ in range(NEWTON_STEPS):
        slope, curve = NEWTON_DECAY * direct, NEWTON_DECAY * np.eye(len(scale))
        for part in training_set.values():
            features = (part.features * scale).astype(np.float64)
            shares = _softmax(features @ direct, _mask(part))
            mean = np.einsum("ps,psf->pf", shares, features)
            slope += np.einsum("ps,psf->f", shares - part.results, features) / count
            square = np.einsum("ps,psf,psg->fg", shares, features, features, optimize=True)
            curve += (square - mean.T @ mean) / count
        step = np.linalg.solve(curve, slope)
        direct -= step
        if np.abs(step).max() < NEWTON_SMALLEST:
            break
    return direct.astype(np.float32)


def _mask(part: Examples) -> Mask:
    """Return which seats are in the game."""
    return np.asarray(part.features.any(axis=2))


def _softmax(scores: npt.NDArray[Any], mask: Mask) -> npt.NDArray[Any]:
    """Return the shares, as precise as the scores are."""
    scores = np.where(mask, scores, scores.dtype.type(-1e9))
    odds = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(odds / odds.sum(axis=1, keepdims=True))


def _logarithms(shares: Numbers) -> Numbers:
    """Return the logarithms of shares, which may be 0."""
    return np.asarray(np.log(np.maximum(shares, np.float32(1e-9))), np.float32)


def _log_losses(scores: Numbers, results: Numbers, mask: Mask) -> Numbers:
    losses = -results * _logarithms(_softmax(scores, mask))
    return np.asarray(losses.sum(axis=1), np.float32)


def _log_loss_slope(scores: Numbers, results: Numbers, mask: Mask) -> Numbers:
    return np.asarray(_softmax(scores, mask) - results, np.float32)


def _costs(scores: Numbers, worths: Numbers, mask: Mask) -> Numbers:
    shares, costs = _moves_played(scores, worths, mask)
    return np.asarray((shares * costs).sum(axis=1), np.float32)


def _cost_slope(scores: Numbers, worths: Numbers, mask: Mask) -> Numbers:
    shares, costs = _moves_played(scores, worths, mask)
    mean = (shares * costs).sum(axis=1, keepdims=True)
    return np.asarray(shares * (costs - mean) / TEMPERATURE, np.float32)


def _moves_played(scores: Numbers, worths: Numbers, mask: Mask) -> tuple[Numbers, Numbers]:
    """Return how often each move is played, and what that costs, less the entropy's part."""
    shares = _softmax(scores / np.float32(TEMPERATURE), mask)
    return shares, np.float32(TEMPERATURE) * _logarithms(shares) - worths


_LOG_LOSS: Final = _Loss(_log_losses, _log_loss_slope, EPOCHS)
_COST: Final = _Loss(_costs, _cost_slope, POLICY_EPOCHS)


def _scores(layers: Layers, part: Examples, scale: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    """Return the scaled features, the hidden units and the scores."""
    features = part.features * scale
    units = np.maximum(features @ layers["first"] + layers["bias"], 0)
    scores = np.asarray(units @ layers["second"] + features @ layers["direct"], np.float32)
    return features, units, scores


def _gradient(layers: Layers, part: Examples, scale: Numbers, loss: _Loss) -> Layers:
    """Return the gradient of the mean loss by the weights."""
    features, units, scores = _scores(layers, part, scale)
    count = features.shape[2]
    mask = _mask(part)
    errors = (loss.slope(scores, part.results, mask) * mask).reshape(-1, 1)
    errors /= np.float32(len(scores))
    rows, hidden = features.reshape(-1, count), units.reshape(-1, units.shape[2])
    at_units = errors * layers["second"] * (hidden > 0)
    return {
        "first": rows.T @ at_units,
        "bias": at_units.sum(axis=0),
        "second": (hidden.T @ errors)[:, 0],
        "direct": (rows.T @ errors)[:, 0],
    }


def _mean_loss(
    held_out: Mapping[int, Examples], loss: _Loss, score: Callable[[Examples], Numbers]
) -> float:
    """Return the mean loss of all positions by their scores; 0 if there are none."""
    parts = [part for part in held_out.values() if len(part.results)]
    total = sum(float(loss.of(score(part), part.results, _mask(part)).sum()) for part in parts)
    return total / max(1, sum(len(part.results) for part in parts))


class _Adam:
    """The optimizer Adam: steps against the gradient."""

    def __init__(self, layers: Layers) -> None:
        self._layers = layers
        self._means = {name: np.zeros_like(layer) for name, layer in layers.items()}
        self._squares = {name: np.zeros_like(layer) for name, layer in layers.items()}
        self._count = 0

    def step(self, gradient: Layers, rate: float) -> None:
        """Change the weights in place."""
        self._count += 1
        for name, layer in self._layers.items():
            slope = gradient[name] + WEIGHT_DECAY * layer
            mean, square = self._means[name], self._squares[name]
            mean += (1 - BETA_1) * (slope - mean)
            square += (1 - BETA_2) * (slope * slope - square)
            towards = mean / (1 - BETA_1**self._count)
            size = np.sqrt(square / (1 - BETA_2**self._count)) + EPSILON
            layer -= np.asarray(rate * towards / size, np.float32)
