"""What learned networks see: their weights fit only these features."""

import pytest
from seen_features import SETS, as_seen, head, paragraphs, seen

from ai.free_the_box import features as free_the_box
from ai.kimbo import features as kimbo
from ai.learned.weights import FeatureSet
from boxtui.core import State
from boxtui.games import GAMES

NEVER = {
    "kimbo": {11, 12},  # pieces under way that are nearer HOME than any can be
    "free-the-box": {11, 12, 15, 17, 18, 32},  # beaten players who are in, and tokens on their JUMP
}
"""The places of features that are always 0."""

HUNTS = {
    kimbo.FEATURES: ((kimbo.AT_RISKS, kimbo.CAPTURES), (kimbo.LOSSES, kimbo.GAINS)),
    free_the_box.FEATURES: ((free_the_box.RISKS, free_the_box.CAPTURES),),
}
"""The places of what is feared and hoped for: before the other seat's turn, then after it."""


def positions(features: FeatureSet) -> list[State]:
    """Return the positions with features of that kind."""
    lines = [paragraph.split("\n") for paragraph in paragraphs()]
    game = GAMES[features.game]
    return [game.parse(each[1]) for each in lines if each[0] == head(features)]


@pytest.mark.parametrize("features", SETS, ids=head)
def test_features_are_those_that_the_weights_were_learned_from(features: FeatureSet) -> None:
    written = [each for each in paragraphs() if each.startswith(f"{head(features)}\n")]
    assert [as_seen(features, each.text()) for each in positions(features)] == written


@pytest.mark.parametrize("features", SETS, ids=head)
def test_every_feature_differs_in_the_positions_of_the_file(features: FeatureSet) -> None:
    rows = [row for each in positions(features) for row in seen(features, each) if row]
    constant = {at for at, values in enumerate(zip(*rows, strict=True)) if len({*values}) == 1}
    assert constant == NEVER.get(features.game, set())


@pytest.mark.parametrize("features", HUNTS, ids=head)
def test_captures_are_feared_as_they_are_hoped_for_and_the_mover_captures_first(
    features: FeatureSet,
) -> None:
    for state in positions(features):
        found, turn = seen(features, state), state.turn_seat()
        for feared, hoped in HUNTS[features]:
            for when in range(2):
                fears = sum(own[feared + when] for own in found if own)
                assert fears == pytest.approx(sum(own[hoped + when] for own in found if own))
            if state.seats == 2:
                assert found[turn][hoped + 1] == found[turn][feared] == 0
                assert found[1 - turn][hoped] == found[1 - turn][feared + 1] == 0
