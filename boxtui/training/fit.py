"""The fit of a network to positions and the results of their games; needs numpy."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

HIDDEN: Final = 24
"""The number of hidden units, unless another is asked for."""

EPOCHS: Final = 8
BATCH: Final = 512
RATE: Final = 2e-3
"""The size of a step at the start, which falls to 0."""

SHRINK: Final = 1e-5
MOMENTUM: Final = 0.9
SCALING: Final = 0.999
"""The settings of Adam: D. P. Kingma and J. Ba, "Adam: a method for stochastic optimization", ICLR
(2015)."""

HELD_OUT: Final = 10
"""One position in so many is kept for the test of the fit."""

Numbers = npt.NDArray[np.float32]
Layers = dict[str, Numbers]


@dataclass(frozen=True)
class Examples:
    """Positions with one number of seats.

    Attributes:
        features: by position, seat and feature; a seat that is out of the game has only zeros.
        results: by position and seat, adding up to 1.
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
        loss: the mean log loss on positions that weren't used for the fit.
        even: the same for equal shares of all seats that are in the game.
    """

    layers: dict[str, list[float]]
    loss: float
    even: float


def fit(examples: Mapping[int, Examples], seed: int, hidden: int = HIDDEN) -> Fit:
    """Return the network that predicts the results best; the same for the same arguments."""
    rng = np.random.default_rng(seed)
    learned: dict[int, Examples] = {}
    tested: dict[int, Examples] = {}
    for seats, every in examples.items():
        is_tested = np.arange(len(every.results)) % HELD_OUT == HELD_OUT - 1
        learned[seats], tested[seats] = every.part(~is_tested), every.part(is_tested)
    layers, scale = _start(learned, rng, hidden)
    steps = _Adam(layers)
    for epoch in range(EPOCHS):
        for batch in _batches(learned, rng):
            steps.step(_slopes(layers, batch, scale), RATE * (1 - epoch / EPOCHS))
    loss = _mean(tested, lambda part: _loss(part, _shares(layers, part, scale)[2]))
    even = _mean(
        tested, lambda part: _loss(part, _softmax(np.zeros_like(part.results), _mask(part)))
    )
    layers["first"] *= scale[:, None]
    layers["direct"] *= scale
    return Fit({name: layer.ravel().tolist() for name, layer in layers.items()}, loss, even)


def _start(
    learned: Mapping[int, Examples], rng: np.random.Generator, hidden: int
) -> tuple[Layers, Numbers]:
    """Return small random weights, and the factor by which each feature is scaled."""
    rows = np.concatenate([each.features[_mask(each)] for each in learned.values()])
    scale = (1 / (rows.std(axis=0) + 0.05)).astype(np.float32)
    count = rows.shape[1]
    layers = {
        "first": rng.normal(0, 1 / np.sqrt(count), (count, hidden)),
        "bias": np.zeros(hidden),
        "second": rng.normal(0, 0.05, hidden),
        "direct": np.zeros(count),
    }
    return {name: layer.astype(np.float32) for name, layer in layers.items()}, scale


def _batches(learned: Mapping[int, Examples], rng: np.random.Generator) -> Iterator[Examples]:
    """Yield all positions once, in random order, each batch with one number of seats."""
    parts: list[tuple[int, npt.NDArray[Any]]] = []
    for seats, every in learned.items():
        order = rng.permutation(len(every.results))
        parts += [(seats, order[at : at + BATCH]) for at in range(0, len(order), BATCH)]
    for at in rng.permutation(len(parts)):
        seats, chosen = parts[at]
        yield learned[seats].part(chosen)


def _mask(part: Examples) -> npt.NDArray[np.bool_]:
    """Return which seats are in the game."""
    return np.asarray(part.features.any(axis=2))


def _softmax(scores: Numbers, mask: npt.NDArray[np.bool_]) -> Numbers:
    scores = np.where(mask, scores, np.float32(-1e9))
    odds = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(odds / odds.sum(axis=1, keepdims=True), np.float32)


def _even(part: Examples) -> Numbers:
    """Return equal shares of all seats that are in the game."""
    mask = _mask(part).astype(np.float32)
    return np.asarray(mask / mask.sum(axis=1, keepdims=True), np.float32)


def _shares(layers: Layers, part: Examples, scale: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    """Return the scaled features, the hidden units and the shares."""
    features = part.features * scale
    units = np.maximum(features @ layers["first"] + layers["bias"], 0)
    scores = np.asarray(units @ layers["second"] + features @ layers["direct"], np.float32)
    return features, units, _softmax(scores, _mask(part))


def _slopes(layers: Layers, part: Examples, scale: Numbers) -> Layers:
    """Return the gradient of the mean log loss by the weights."""
    features, units, shares = _shares(layers, part, scale)
    count = features.shape[2]
    off = ((shares - part.results) * _mask(part)).reshape(-1, 1) / np.float32(len(shares))
    rows, hidden = features.reshape(-1, count), units.reshape(-1, units.shape[2])
    back = off * layers["second"] * (hidden > 0)
    return {
        "first": rows.T @ back,
        "bias": back.sum(axis=0),
        "second": (hidden.T @ off)[:, 0],
        "direct": (rows.T @ off)[:, 0],
    }


def _loss(part: Examples, shares: Numbers) -> tuple[float, int]:
    """Return the sum of the log losses, and the number of positions."""
    losses = -part.results * np.log(np.maximum(shares, np.float32(1e-9)))
    return float(losses.sum()), len(shares)


def _mean(tested: Mapping[int, Examples], loss: Callable[[Examples], tuple[float, int]]) -> float:
    sums = [loss(part) for part in tested.values() if len(part.results)]
    return float(sum(each for each, _ in sums) / max(1, sum(count for _, count in sums)))


class _Adam:
    """The optimizer Adam: steps against the gradient."""

    def __init__(self, layers: Layers) -> None:
        self._layers = layers
        self._means = {name: np.zeros_like(layer) for name, layer in layers.items()}
        self._squares = {name: np.zeros_like(layer) for name, layer in layers.items()}
        self._count = 0

    def step(self, slopes: Layers, rate: float) -> None:
        """Change the weights in place."""
        self._count += 1
        for name, layer in self._layers.items():
            slope = slopes[name] + SHRINK * layer
            mean, square = self._means[name], self._squares[name]
            mean += (1 - MOMENTUM) * (slope - mean)
            square += (1 - SCALING) * (slope * slope - square)
            towards = mean / (1 - MOMENTUM**self._count)
            size = np.sqrt(square / (1 - SCALING**self._count)) + 1e-8
            layer -= np.asarray(rate * towards / size, np.float32)
