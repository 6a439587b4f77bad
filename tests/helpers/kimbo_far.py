"""How far everything is from HOME in a position of Kimbo, worked out to the end."""

from ai.evals.kimbo_distances import Distances
from ai.evals.kimbo_outlook import EXACT
from boxtui.games.kimbo.state import Kimbo


def distances(state: Kimbo) -> Distances:
    return Distances(state.table.board, state.table.walls, state.table.closed, None, EXACT)
