"""What is measured without a terminal, of the build that runs it: `python tests/bench/inside.py`.

Prints JSON: of each game the seconds that each level takes for a move, searches a second, and how
long a save takes.
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
from ai.levels import levels_of, player
from boxtui.core import CHANCE, OVER, State
from boxtui.games import GAMES
from boxtui.play.record import Record
from saves.events import Hint
from saves.library import Library

POSITIONS = 5
LONG = 500
"""Moves of the game that is taken up again, where a game has so many."""
UCT = "uct:100"
"""Plays games out to their end at random, in every game alike."""


def positions(game: str) -> list[State]:
    """Decisions of a game that level 1 plays against itself, from all over it."""
    agent, budget = player(game, "level1")
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
    """The seconds that each choice took, and the choices, by one agent in its process."""
    agent, budget = player(game, who)
    made: list[Choice] = []
    taken = [
        timed(lambda: made.append(agent.choose(state, budget, Random(7), never)))  # noqa: B023
        for state in states
    ]
    return taken, made


def searches(game: str, who: str, states: list[State]) -> float:
    """Searches a second; 0 for an agent that makes none."""
    taken, made = choices(game, who, states)
    return sum(choice.iterations for choice in made) / sum(taken)


def of_levels(game: str) -> dict[str, Any]:
    """Of each level the median and the longest; the searches of the highest level and of UCT."""
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
    """Seconds that an append takes and the resume of a long game, and how many moves it has."""
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
