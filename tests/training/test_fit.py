"""Fits of networks to made-up positions: how close they come to what decides there."""

from itertools import pairwise

import numpy as np
import pytest

from boxtui.training.fit import LEARNING_RATE, Examples, _Adam, fit, fit_policy


def divided(examples: dict[int, Examples]) -> tuple[dict[int, Examples], dict[int, Examples]]:
    """Return nine tenths of the positions, to learn from, and the others, to test the fit."""
    held_out = {rows: np.arange(len(each.results)) % 10 == 0 for rows, each in examples.items()}
    return (
        {rows: each.part(~held_out[rows]) for rows, each in examples.items()},
        {rows: each.part(held_out[rows]) for rows, each in examples.items()},
    )


def test_the_learning_rate_falls_by_equal_steps_to_the_last_epoch(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rates = list[float]()
    monkeypatch.setattr(_Adam, "step", lambda self, gradient, rate: rates.append(rate))
    features = np.ones((40, 2, 3), np.float32)
    results = np.full((40, 2), 0.5, np.float32)
    fit({2: Examples(features, results)}, {}, 1, hidden=2)
    epochs = list(dict.fromkeys(rates))
    falls = [high - low for high, low in pairwise(epochs)]
    assert len(epochs) > 1
    assert epochs[0] == LEARNING_RATE
    assert epochs[-1] == pytest.approx(LEARNING_RATE / len(epochs))
    assert falls == pytest.approx([LEARNING_RATE / len(epochs)] * len(falls))


def test_a_fit_finds_what_decides() -> None:
    rng = np.random.default_rng(1)
    features = rng.normal(0, 1, (12_000, 3, 5)).astype(np.float32)
    odds = np.exp(2 * features[..., 0] + 1.5 * np.abs(features[..., 1]))
    shares = odds / odds.sum(axis=1, keepdims=True)
    winners = np.array([rng.choice(3, p=each) for each in shares])
    results = np.eye(3, dtype=np.float32)[winners]
    found = fit(*divided({3: Examples(features, results)}), 1, hidden=24)
    best = float(-np.log(shares[np.arange(len(winners)), winners]).mean())
    assert found.loss - best < 0.25 * (found.uniform_loss - best)


def test_a_fit_without_hidden_units_finds_the_weights() -> None:
    """Also of features that are much larger than others."""
    rng = np.random.default_rng(1)
    weights = np.array([2.0, -0.5, 0.01, 0.0], np.float32)
    features = rng.normal(0, 1, (20_000, 2, 4)).astype(np.float32) * [1, 1, 100, 1]
    odds = np.exp(features @ weights)
    winners = rng.random(len(odds)) < (odds / odds.sum(axis=1, keepdims=True))[:, 0]
    results = np.stack([winners, ~winners], axis=1).astype(np.float32)
    found = fit(*divided({2: Examples(features.astype(np.float32), results)}), 1, hidden=0)
    assert found.layers["first"] == found.layers["bias"] == found.layers["second"] == []
    assert found.layers["direct"] == pytest.approx(weights, rel=0.1, abs=0.05)
    assert found.loss < found.uniform_loss


def test_a_policy_is_fitted_to_worths_whose_errors_are_much_larger() -> None:
    """Its scores come close to the worths, whatever the number of moves."""
    rng = np.random.default_rng(1)
    examples, worths = {}, {}
    for moves in (2, 5):
        features = rng.normal(0, 1, (6000, moves, 4)).astype(np.float32)
        worths[moves] = np.asarray(0.3 * features[..., 0] - 0.3 * np.abs(features[..., 1]))
        errors = rng.normal(0, 1.5, worths[moves].shape)
        examples[moves] = Examples(features, (worths[moves] + errors).astype(np.float32))
    found = fit_policy(*divided(examples), 1, hidden=8)
    layers = {name: np.array(layer) for name, layer in found.layers.items()}
    for moves, positions in examples.items():
        units = np.maximum(positions.features @ layers["first"].reshape(4, 8) + layers["bias"], 0)
        scores = units @ layers["second"] + positions.features @ layers["direct"]
        relative = scores - scores.mean(axis=1, keepdims=True)
        assert (relative * worths[moves]).sum() == pytest.approx((relative**2).sum(), rel=0.2)
        played = worths[moves][np.arange(len(scores)), scores.argmax(axis=1)].mean()
        best, mean = worths[moves].max(axis=1).mean(), worths[moves].mean()
        assert best - played < 0.1 * (best - mean)
    assert found.loss < found.uniform_loss
