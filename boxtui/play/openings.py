"""How games between agents begin: with a few decisions at random.

So agents that always play the same don't play the same game again.
"""

from collections.abc import Mapping
from random import Random
from typing import Final

from boxtui.core import CHANCE, OVER
from boxtui.play.match import Match

OPENING: Final = range(2, 7)
"""How many decisions are random: one of these numbers, drawn."""

OPENINGS: Final[Mapping[str, range]] = {
    "shut-the-box": range(1),
    "free-o": range(1),
}
"""The games where it is another number: dice or a deal are opening enough."""


def open_at_random(match: Match) -> None:
    """Play the opening that goes with the match's seed, which ends with the game at the latest.

    Drawn by `random` alone, which is the same in every Python.
    """
    rng = Random(f"opening:{match.game.key}:{match.seed}")
    lengths = OPENINGS.get(match.game.key, OPENING)
    decisions = lengths[int(rng.random() * len(lengths))]
    while decisions and match.state.player() != OVER:
        if match.state.player() == CHANCE:
            match.play(match.dealt())
        else:
            match.play(match.state.random_move(rng))
            decisions -= 1
