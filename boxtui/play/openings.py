"""How games between agents begin: with a few decisions at random.

So agents that always play the same don't play the same game again.
"""

from random import Random

from ai.levels import ROSTERS
from ai.roster import OPENING
from boxtui.core import CHANCE, OVER
from boxtui.play.match import Match


def open_at_random(match: Match) -> None:
    """Play the opening that goes with the match's seed, which ends with the game at the latest.

    Drawn by `random` alone, which is the same in every Python.
    """
    rng = Random(f"opening:{match.game.key}:{match.seed}")
    lengths = ROSTERS[match.game.key].opening if match.game.key in ROSTERS else OPENING
    decisions = lengths[int(rng.random() * len(lengths))]
    while decisions and match.state.current_player() != OVER:
        if match.state.current_player() == CHANCE:
            match.apply(match.dealt())
        else:
            match.apply(match.state.random_move(rng))
            decisions -= 1
