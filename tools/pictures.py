"""Draws the README's pictures: a screen of each game, as SVG; run it with `make pictures`.

Each shows a game between Ann and level 3, played by level 3 from a fixed seed up to a decision of
Ann's, at 80 × 24.
"""

import asyncio
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from game_screens import opened, settled

from ai.levels import player
from boxtui.core import CHANCE
from boxtui.games import GAMES
from boxtui.play.match import HUMAN, Match, Seat

FOLDER: Final = Path(__file__).parents[1] / "docs" / "pictures"
SIZE: Final = (80, 24)
OPPONENT: Final = "level3"
PICTURES: Final = {"shut-the-box": 3, "box": 24, "kimbo": 30, "free-the-box": 40, "free-o": 9}
"""After how many decisions each game is shown, at the earliest."""


def played(key: str) -> Match:
    """Return a match of that game at a decision of Ann's."""
    match = Match(GAMES[key], {}, [Seat("Ann", HUMAN), Seat("Level 3", OPPONENT)], 7)
    agent, budget = player(key, OPPONENT)
    while match.decisions() < PICTURES[key] or not match.by_person():
        state = match.state
        if state.current_player() == CHANCE:
            match.apply(match.dealt())
        else:
            seen = match.determinized_for(state.current_player())
            match.apply(agent.choose(seen, budget, Random(match.agent_seed()), bool).move)
    return match


async def drawn(match: Match) -> str:
    """Return the match's screen as SVG."""
    with TemporaryDirectory() as folder:
        app = opened(Path(folder), match)
        async with app.run_test(size=SIZE) as pilot:
            await settled(pilot)
            return app.export_screenshot(title=match.game.title)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for game in PICTURES:
        picture = asyncio.run(drawn(played(game)))
        (FOLDER / f"{game}.svg").write_text(picture, "utf-8")
