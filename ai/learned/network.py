"""A small network that rates every seat by the features of a position.

A hidden layer of rectified linear units and a direct connection from each feature give a score per
seat; a softmax over the seats turns the scores into win shares, so one network serves every number
of seats. Learning such evaluations from self-play follows G. Tesauro, "Temporal difference learning
and TD-Gammon", Communications of the ACM 38 (1995).
"""

from math import exp, inf
from typing import final

from librt.vecs import vec
from mypy_extensions import i64


@final
class Network:
    """The weights of a network.

    Attributes:
        inputs: the number of features of a seat.
        hidden: the number of hidden units.
        first: the weights from each feature to all hidden units, one feature after the other.
        bias: a number added in each hidden unit.
        second: the weight from each hidden unit to the score.
        direct: the weight from each feature to the score.
    """

    def __init__(
        self, first: vec[float], bias: vec[float], second: vec[float], direct: vec[float]
    ) -> None:
        self.inputs: i64 = len(direct)
        self.hidden: i64 = len(bias)
        self.first = first
        self.bias = bias
        self.second = second
        self.direct = direct

    def score(self, features: vec[float]) -> float:
        """Return a seat's score; only differences between the seats of a position count."""
        # Locals, because compiled code changes a reference count whenever it reads an attribute.
        first, second, direct, hidden = self.first, self.second, self.direct, self.hidden
        units = self.bias[:]
        score = 0.0
        for at in range(self.inputs):
            feature = features[at]
            if feature != 0.0:
                score += direct[at] * feature
                row = at * hidden
                for unit in range(hidden):
                    units[unit] += first[row + unit] * feature
        for unit in range(hidden):
            if units[unit] > 0.0:
                score += second[unit] * units[unit]
        return score

    def shares(self, features: list[vec[float]]) -> list[float]:
        """Return a win share per seat; 0 for a seat without features, which is out of the game."""
        scores = [0.0] * len(features)
        odds = [0.0] * len(features)
        total = 0.0
        most = -inf
        for seat in range(len(features)):
            if len(features[seat]):
                scores[seat] = self.score(features[seat])
                most = max(most, scores[seat])
        for seat in range(len(features)):
            if len(features[seat]):
                odds[seat] = exp(scores[seat] - most)
                total += odds[seat]
        return [each / total for each in odds]
