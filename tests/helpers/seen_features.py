"""What learned networks see as text: `make golden` rewrites it, on purpose.

Each paragraph of `FILE` has the game, what a network gives, the version of its features, and a
position. The lines below are the features that aren't 0, each after its place: a line for each seat
(`-` if it is out of the game) or, if the network rates moves, for each move.
"""

from pathlib import Path

from ai.free_o.policy import POLICY_FEATURES, move_features
from ai.learned.weights import VALUES, FeatureSet
from ai.levels import ROSTERS
from boxtui.core import State
from boxtui.games import GAMES
from boxtui.games.free_o.state import FreeO

FILE = Path(__file__).parents[1] / "ai" / "features.txt"

SETS = [each.values.features for each in ROSTERS.values() if each.values] + [POLICY_FEATURES]


def head(features: FeatureSet) -> str:
    return f"{features.game}, {features.kind}, version {features.version}"


def paragraphs() -> list[str]:
    return FILE.read_text("utf-8").strip().split("\n\n")


def seen(features: FeatureSet, state: State) -> list[list[float]]:
    """Return the features of a position, by seat or by move."""
    if features.kind == VALUES:
        learning = ROSTERS[features.game].values
        assert learning
        return learning.see(state)
    assert isinstance(state, FreeO)
    return [list(move_features(state.table, move)) for move in state.legal_moves()]


def as_seen(features: FeatureSet, position: str) -> str:
    """Return a position's paragraph as it is now."""
    rows = seen(features, GAMES[features.game].parse(position))
    told = [
        " ".join(f"{at}={feature:.4g}" for at, feature in enumerate(row) if feature) for row in rows
    ]
    return "\n".join([head(features), position, *(f"  {row or '-'}" for row in told)])


def rewritten() -> str:
    by_game = {(each.game, each.kind): each for each in SETS}
    now = []
    for paragraph in paragraphs():
        first, position = paragraph.split("\n")[:2]
        game, kind, _ = first.split(", ")
        now.append(as_seen(by_game[game, kind], position))
    return "\n\n".join(now) + "\n"


TEXTS = {FILE: rewritten}
