"""Training with players that don't think, and other changes of what a game is learned with."""

from dataclasses import replace
from typing import Any

import pytest

from ai.free_the_box.heuristic import front_token
from ai.levels import ROSTERS
from ai.search.greedy import GreedyAgent

GAME = "free-the-box"
GOOD = GreedyAgent(front_token)
"""Beats players at random."""
BAD = GreedyAgent(lambda state, move: -front_token(state, move))
"""Loses to them."""


def changed(
    monkeypatch: pytest.MonkeyPatch, game: str = GAME, what: str = "values", **words: Any
) -> None:
    """Change what a game's values or policy are learned with, during a test."""
    spec = replace(getattr(ROSTERS[game], what), **words)
    monkeypatch.setitem(ROSTERS, game, replace(ROSTERS[game], **{what: spec}))
