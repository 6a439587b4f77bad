"""Random first moves for games between agents.

Without them, deterministic agents would play the same game again and again.
"""

from collections.abc import Sequence
from random import Random
from typing import TypeVar

from ai.levels import ROSTERS
from boxtui.core import CHANCE
from boxtui.play.match import Match

ChoiceT = TypeVar("ChoiceT")


def drawn(choices: Sequence[ChoiceT], rng: Random) -> ChoiceT:
    """Draw one of several with `random` alone, which is the same in every Python."""
    return choices[int(rng.random() * len(choices))]


def open_at_random(match: Match) -> None:
    """Play the opening that belongs to the match's seed; it ends if the game does."""
    rng = Random(f"opening:{match.game.key}:{match.seed}")
    decisions = drawn(ROSTERS[match.game.key].opening, rng)
    while decisions and not match.is_over:
        if match.state.current_player() == CHANCE:
            match.deal()
        else:
            match.apply(match.state.random_move(rng))
            decisions -= 1
