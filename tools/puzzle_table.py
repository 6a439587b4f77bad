"""Finds a game's first puzzles, and says how varied they are and how long they took to find.

PYTHONPATH=tools python tools/puzzle_table.py [GAME [COUNT]]
"""

import asyncio
import sys
from collections import Counter
from functools import cache
from random import Random
from time import process_time
from typing import Final

from ai.agent import Choice, never
from ai.decision import decide
from ai.levels import agent_and_budget
from boxtui.core import State
from boxtui.games import GAMES, game_named
from boxtui.learn.asking import AskAgent
from boxtui.learn.finding import find_puzzle, wanted_themes
from boxtui.learn.puzzles import Puzzle

COUNT: Final = 100
"""The number of puzzles found if the command doesn't say."""

_made = cache(agent_and_budget)


def asked_here(key: str, asked: list[str]) -> AskAgent:
    """Return an `AskAgent` that searches in this process; `asked` gets the name of each player.

    It reads positions as the app's does: then the same pieces may be in another order, which a
    search can notice.
    """

    async def ask(state: State, player: str, seed: str, move: int | None = None) -> Choice:
        asked.append(player)
        agent, budget = _made(key, player)
        position = GAMES[key].parse(state.text())
        return decide(player, agent, position, budget, Random(seed), never, move)

    return ask


def main(key: str, count: int) -> None:
    """Print the table of one game."""
    game = GAMES[key]
    found: list[Puzzle] = []
    seconds: list[float] = []
    searches: list[int] = []
    for number in range(1, count + 1):
        begun, asked = process_time(), list[str]()
        found.append(asyncio.run(find_puzzle(game, number, asked_here(key, asked))))
        seconds.append(process_time() - begun)
        searches.append(len(asked))
    seconds.sort()
    searches.sort()
    positions = {each.state.text() for each in found}
    as_wanted = sum(each.theme == wanted_themes(game, each.number)[0] for each in found)
    print(f"{game.title}: {count} puzzles, {len(positions)} positions, {as_wanted} as wanted")
    median, most = seconds[count // 2], seconds[-1]
    print(
        f"  seconds: {median:.2f} (median), {seconds[count * 9 // 10]:.2f} (90%), {most:.2f} (max)"
    )
    print(
        f"  searches: {searches[count // 2]:,} (median), {searches[count * 9 // 10]:,} (90%),"
        f" {searches[-1]:,} (max)"
    )
    counts: dict[str, Counter[str] | Counter[int]] = {
        "themes": Counter(each.theme for each in found),
        "difficulty": Counter(each.difficulty for each in found),
        "players": Counter(len(each.match.seats) for each in found),
        "answers": Counter(each.state.move_text(each.best) for each in found),
    }
    for name, counted in counts.items():
        themes = ", ".join(f"{what} {times}" for what, times in counted.most_common(6))
        print(f"  {name}: {themes}", flush=True)


if __name__ == "__main__":
    named = [game_named(sys.argv[1]).key] if len(sys.argv) > 1 else list(GAMES)
    for each in named:
        main(each, int(sys.argv[2]) if len(sys.argv) > 2 else COUNT)
