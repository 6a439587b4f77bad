"""Random first moves for games between agents.

Without them, deterministic agents would play the same game again and again.
"""

from random import Random

from ai.levels import ROSTERS
from boxtui.core import CHANCE
from boxtui.play.match import Match


def open_at_random(match: Match) -> None:
    """Play the opening that belongs to the match's seed; it ends if the game does.

    It uses only `random`, which gives the same numbers in every Python.
    """
    rng = Random(f"opening:{match.game.key}:{match.seed}")
    lengths = ROSTERS[match.game.key].opening
    decisions = lengths[int(rng.random() * len(lengths))]
    while decisions and not match.is_over:
        if match.state.current_player() == CHANCE:
            match.deal()
        else:
            match.apply(match.state.random_move(rng))
            decisions -= 1
