"""What is measured without a terminal: `python tests/bench/inside.py` measures the build running
it.

Prints JSON with each game's seconds per move for every level, searches per second, and seconds to
save and resume.
"""

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "helpers"))

from random_games import among_all, play_on

from ai.agent import Choice, never
from ai.levels import agent_and_budget, levels_of
from boxtui.core import CHANCE, OVER, State
from boxtui.games import GAMES
from boxtui.play.record import Record
from saves.events import Hint
from saves.library import Library

POSITIONS = 5
LONG = 500
"""Moves of the resumed game, for games that last that long."""
UCT = "uct:100"
"""An agent that plays random games to the end, the same way in every game."""


def positions(game: str) -> list[State]:
    """Return decisions spread over a whole game of level 1 against itself."""
    agent, budget = agent_and_budget(game, "level1")
    seats = GAMES[game].seats
    state, rng = GAMES[game].start({}, 2 if 2 in seats else seats[0]), Random(7)
    seen = []
    while state.current_player() != OVER:
        if state.current_player() == CHANCE:
            state.apply(state.random_move(rng))
        else:
            seen.append(state.clone())
            state.apply(agent.choose(state, budget, rng, never).move)
    return [seen[len(seen) * at // POSITIONS] for at in range(POSITIONS)]


def timed(do: Callable[[], object]) -> float:
    start = time.perf_counter()
    do()
    return time.perf_counter() - start


def choices(game: str, who: str, states: list[State]) -> tuple[list[float], list[Choice]]:
    """Return the seconds each choice took, and the choices, for one agent in this process."""
    agent, budget = agent_and_budget(game, who)
    made: list[Choice] = []
    taken = [
        timed(lambda: made.append(agent.choose(state, budget, Random(7), never)))  # noqa: B023
        for state in states
    ]
    return taken, made


def searches(game: str, who: str, states: list[State]) -> float:
    """Return the searches per second; 0 for an agent that doesn't search."""
    taken, made = choices(game, who, states)
    return sum(choice.iterations for choice in made) / sum(taken)


def of_levels(game: str) -> dict[str, Any]:
    """Return each level's median and longest move, and the top level's and UCT's searches."""
    states = positions(game)
    highest = levels_of(game)[-1]
    who = f"level{highest.number}"
    return {
        "moves": {
            level.number: (median(taken), max(taken))
            for level in levels_of(game)
            for taken in [choices(game, f"level{level.number}", states)[0]]
        },
        "searches": searches(game, who, states) if highest.budget.iterations > 1 else 0,
        "played out": searches(game, UCT, states),
    }


def of_saves(game: str, library: Library) -> dict[str, Any]:
    """Return the seconds for an append and for resuming a long game, and that game's moves."""
    record = among_all(game, library)
    play_on(record, lambda match: len(match.moves) == LONG)
    appends = [timed(lambda: record.keep(Hint())) for _ in range(100)]
    record.close()
    path = library.find(record.name)
    resumes = [timed(lambda: Record.resume(path, library).close()) for _ in range(5)]
    moves = len(record.match.moves)
    return {"append": median(appends), "resume": median(resumes), "resumed": moves}


def main() -> None:
    with TemporaryDirectory() as folder:
        library = Library(Path(folder))
        json.dump({game: of_levels(game) | of_saves(game, library) for game in GAMES}, sys.stdout)


if __name__ == "__main__":
    main()
