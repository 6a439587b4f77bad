"""A network's shares, and the files that hold its weights."""

from dataclasses import replace
from math import exp
from random import Random

import pytest
from librt.vecs import vec

from ai.free_o.policy import POLICY_FEATURES
from ai.learned.network import Network
from ai.learned.weights import LARGEST, FeatureSet, packaged_network, read_network, weights_text
from ai.levels import ROSTERS
from boxtui.core import BadFile

FEATURES = FeatureSet("free-the-box", 3, 4)
LAYERS = {
    "first": [0.5, -1.0, 0.25, 2.0, -0.75, 0.0, 1.5, -0.125],
    "bias": [0.25, -0.5],
    "second": [1.5, -2.0],
    "direct": [0.1, -0.2, 0.3, 0.0],
}


def product(ones: list[float], others: list[float]) -> float:
    return sum(one * other for one, other in zip(ones, others, strict=True))


def by_definition(features: list[float]) -> float:
    """Return a score by the definition, unit by unit."""
    score = product(LAYERS["direct"], features)
    for unit, (bias, weight) in enumerate(zip(LAYERS["bias"], LAYERS["second"], strict=True)):
        score += weight * max(bias + product(LAYERS["first"][unit::2], features), 0.0)
    return score


def written(**changed: list[float]) -> str:
    return weights_text(FEATURES, {"command": "boxtui train"}, {**LAYERS, **changed})


def test_shares_are_a_softmax_of_the_scores_and_nobody_out_of_the_game_has_one() -> None:
    network = read_network(written().encode(), FEATURES)
    rng = Random(5)
    for seats in range(2, 7):
        rows = [[rng.uniform(-2, 2) for _ in range(FEATURES.count)] for _ in range(seats)]
        odds = [exp(by_definition(row)) for row in rows]
        found = network.shares([vec[float](row) for row in rows] + [vec[float]()])
        assert found == pytest.approx([each / sum(odds) for each in odds] + [0.0], abs=1e-12)


def test_a_linear_network_has_no_hidden_units() -> None:
    linear = replace(FEATURES, hidden=0)
    none: dict[str, list[float]] = {"first": [], "bias": [], "second": []}
    network = read_network(written(**none).encode(), linear)
    row = [1.0, 2.0, 3.0, 4.0]
    assert network.score(vec[float](row)) == pytest.approx(product(LAYERS["direct"], row))
    with pytest.raises(BadFile, match="no hidden units"):
        read_network(written().encode(), linear)


@pytest.mark.parametrize("key", ROSTERS)
def test_outdated_weights_are_refused_with_the_command_that_trains_new_ones(key: str) -> None:
    commands = {
        f"boxtui train {key}": ROSTERS[key].values,
        f"boxtui train {key} --policy": ROSTERS[key].policy,
    }
    for command, learning in commands.items():
        if learning:
            outdated = weights_text(replace(learning.features, version=0), {}, LAYERS).encode()
            with pytest.raises(BadFile, match=f"with `{command}`"):
                read_network(outdated, learning.features)


def test_a_seat_far_behind_or_ahead_overflows_nothing() -> None:
    nothing = vec[float]([0.0] * 4)
    network = Network(nothing, vec[float]([0.0]), vec[float]([0.0]), vec[float]([1.0] + [0.0] * 3))
    rows = [vec[float]([score, 0.0, 0.0, 0.0]) for score in (-5000.0, 0.0, 5000.0)]
    assert network.shares(rows) == [0.0, 0.0, 1.0]


@pytest.mark.parametrize(
    ("content", "named"),
    [
        ("[features", "TOML"),
        (written() + "[more]\n", "more"),
        (written(first=[1.0]), "first"),
        (written(bias=[]), "bias"),
        (written(second=[1.0, 2.0, 3.0]), "second"),
        (written(direct=[1.0]), "direct"),
        (written() + "#" * LARGEST, "KB"),
        (written()[: written().index("[weights]")], "weights"),
        *[
            (written().replace(old, new), named)
            for old, new, named in (
                ('"free-the-box"', '"kimbo"', "game"),
                ("version = 3", "version = 2", "version"),
                ("count = 4", "count = 5", "count"),
                ("count = 4", "size = 4", "size"),
                ("bias = [", "bias = [ true,", "bias"),
                ("bias = [", "bias = [ nan,", "bias"),
                ("bias = [", 'bias = [ "1",', "bias"),
                ("[weights]\n", "[weights]\nthird = [1.0]\n", "third"),
            )
        ],
    ],
)
def test_wrong_weights_are_refused_in_a_sentence_with_the_file(content: str, named: str) -> None:
    with pytest.raises(BadFile, match=r"\A.*weights\.toml of free-the-box.*\.\Z") as refused:
        read_network(content.encode(), FEATURES)
    assert named in str(refused.value)


def test_wrong_weights_of_moves_are_refused_by_the_name_of_their_own_file() -> None:
    others = replace(POLICY_FEATURES, version=POLICY_FEATURES.version + 1)
    with pytest.raises(BadFile, match=r"\Apolicy\.toml of free-o, table \[features\]"):
        packaged_network(others)
