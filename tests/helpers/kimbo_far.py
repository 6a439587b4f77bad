"""Exact distances from HOME in a position of Kimbo."""

from ai.kimbo.distance_cache import EXACT
from ai.kimbo.distances import Distances
from boxtui.games.kimbo.state import Kimbo


def distances(state: Kimbo) -> Distances:
    return Distances(state.table.board, state.table.walls, state.table.closed, None, EXACT)
