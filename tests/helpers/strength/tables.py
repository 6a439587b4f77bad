"""Contests played by the arena, as rows of a Markdown table."""

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import TypeVar

from boxtui.arena.arena import INTERRUPTED, Outcome, Pace, play
from boxtui.arena.report import progress
from boxtui.arena.sets import Contest
from boxtui.arena.workers import workers
from boxtui.commands.progress_line import ProgressLine
from boxtui.core import OptionValue
from boxtui.games import game_named
from boxtui.play.agents import seats_for
from boxtui.play.match import SEED_LIMIT, Match
from boxtui.play.openings import open_at_random

Result = TypeVar("Result")


@dataclass(frozen=True)
class Setting:
    """What all contests of a command have in common, and how they are played."""

    game: str
    games: int
    seed: int
    workers: int
    options: Mapping[str, OptionValue]


def begun(setting: Setting, players: Sequence[str], rng: Random) -> Match:
    """Return a match of these players after its opening, with a seed that is drawn."""
    seed = int(rng.random() * SEED_LIMIT)
    match = Match(game_named(setting.game), setting.options, seats_for(players), seed)
    open_at_random(match)
    return match


def row(*cells: str) -> str:
    """Return a row of a Markdown table."""
    return f"| {' | '.join(cells)} |"


def head(*columns: str) -> str:
    """Return the first two rows of a table whose first column is text and the others numbers."""
    return "\n".join([row(*columns), row("---", *["---:"] * (len(columns) - 1))])


def gather(
    setting: Setting, of: Callable[[int], Sequence[Result]], unit: str
) -> tuple[list[Result], bool]:
    """Collect what a function returns for 0, 1, 2 and so on, called in processes.

    Returns as many as `Setting.games`, and True; after Ctrl+C those so far, and False.
    """
    found: list[Result] = []
    is_a_terminal = sys.stderr.isatty()
    try:
        with workers(setting.workers, None) as playing:
            for results in playing.in_order(of, count()):
                found += results
                if is_a_terminal:
                    print(f"\r{len(found)}/{setting.games} {unit}", end="", file=sys.stderr)
                if len(found) >= setting.games:
                    break
    except KeyboardInterrupt:
        return found, False
    finally:
        print("\r" if is_a_terminal else "", end="", file=sys.stderr)
    return found[: setting.games], True


def measure(setting: Setting, contests: Iterable[Sequence[str]]) -> list[Outcome]:
    """Play contests, each a first player against others, and print a row for each once it is done.

    After Ctrl+C the last row and outcome have the games so far.
    """
    outcomes: list[Outcome] = []
    columns = "share", "95% interval", "fair", "games", "seed", "seconds per decision"
    print(head("first player against the others", *columns), flush=True)
    pace = Pace(setting.games, setting.workers, early=False)
    for players in contests:
        contest = Contest(setting.game, tuple(players), setting.options, setting.seed)
        with ProgressLine(sys.stderr) as line:
            outcomes.append(play(contest, pace, lambda tally: line.show(*progress(tally))))
        print(_row(outcomes[-1]), flush=True)
        if outcomes[-1].stopped == INTERRUPTED:
            break
    return outcomes


def _row(outcome: Outcome) -> str:
    first, *others = outcome.contest.players
    counted = {name: others.count(name) for name in others}
    against = ", ".join(
        f"{count} × {name}" if count > 1 else name for name, count in counted.items()
    )
    seed = str(outcome.contest.seed)
    if not outcome.players:
        return row(f"{first} against {against}", "-", "-", "-", "0", seed, "-")
    result = outcome.players[0]
    taken = [each.median_seconds for each in outcome.players]
    return row(
        f"{first} against {against}",
        f"{result.share:.3f}",
        f"{result.low:.3f} to {result.high:.3f}",
        f"{result.fair:.3f}",
        str(outcome.sets * len(outcome.contest.players)),
        seed,
        ", ".join("-" if each is None else f"{each:.6f}" for each in taken),
    )
