"""Measures of strength, printed as Markdown tables; see `--help`."""

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final

from ai.decision import AgentFailed
from ai.levels import level_names, levels_of
from boxtui.arena.arena import INTERRUPTED, Outcome
from boxtui.arena.workers import WorkersFailed
from boxtui.commands import arguments
from boxtui.core import GameError
from boxtui.games import game_named
from boxtui.play.setup import read_options
from boxtui.training.chart import Point, chart
from strength import open_hands, regret
from strength.agents import FIRST_LEVEL5, JUDGE, NAIVE, PLAYOUTS, STRATEGIES, agents_of, offered
from strength.tables import Setting, measure

FOUR: Final = 4
STEP: Final = 4
"""The factor by which the iterations grow from one point of the curve to the next."""

EVEN: Final = 0.5
GOAL: Final = 0.55
"""The share of a search that thinking doesn't help, and the one that it should have."""

LARGER: Final = 10
MUCH_LARGER: Final = 50
"""How many times as many iterations random playouts, and the judge of regret, have."""

Asked = argparse.Namespace
Contests = Iterator[Sequence[str]]


def _against(asked: Asked, first: str, other: str) -> Contests:
    """Yield two players' contest for each number of seats asked for."""
    most = game_named(asked.game).seats[-1]
    for seats in asked.seats:
        if seats <= most:
            yield first, *[other] * (seats - 1)


def _strategies(asked: Asked) -> Contests:
    names = asked.only.split(",") if asked.only else STRATEGIES[asked.game]
    for name in names:
        yield from _against(asked, NAIVE + name.removeprefix(NAIVE), asked.player)


def _old(asked: Asked) -> Contests:
    yield from _against(asked, asked.player, FIRST_LEVEL5)


def _playouts(asked: Asked) -> Contests:
    iterations = levels_of(asked.game)[-1].budget.iterations
    for times in (1, LARGER):
        yield from _against(asked, asked.player, f"{PLAYOUTS}:{times * iterations}")


def _curve(asked: Asked) -> Contests:
    level = levels_of(asked.game)[-1]
    iterations = 1
    while STEP * iterations <= (asked.most or level.budget.iterations):
        more, fewer = f"{level.agent}:{STEP * iterations}", f"{level.agent}:{iterations}"
        yield from _against(asked, more, fewer)
        iterations *= STEP


def _curve_image(asked: Asked, outcomes: Sequence[Outcome]) -> str:
    """Return an image (SVG) of the curve for the first number of players asked for."""
    points = []
    for each in outcomes:
        if len(each.contest.players) == asked.seats[0] and each.players:
            iterations = each.contest.players[0].rpartition(":")[2]
            first = each.players[0]
            points.append(Point(iterations, first.share, first.low, first.high))
    title = game_named(asked.game).title
    about = f"{title}: share against a quarter of the iterations, by iterations"
    return chart(about, points, (EVEN, GOAL))


def _levels(asked: Asked) -> Contests:
    names = level_names(asked.game)
    for lower, level in pairwise(names):
        yield from _against(asked, level, lower)


CURVE: Final = "curve"

COMMANDS: Final[dict[str, tuple[str, tuple[int, ...], Callable[[Asked], Contests]]]] = {
    "strategies": ("each naive strategy against level 5", (2,), _strategies),
    "old": ("level 5 against that of the first version", (2, FOUR), _old),
    "playouts": (
        "level 5 against random playouts, and against ten times the iterations",
        (2,),
        _playouts,
    ),
    CURVE: ("level 5's search against itself with a quarter of the iterations", (2,), _curve),
    "levels": ("each level against the one below", (2,), _levels),
}
"""What each command of contests measures, its number of seats, and its contests."""

REGRET: Final = "regret"
OPEN_HANDS: Final = "open-hands"

SEES_ALL: Final = "rollouts-open:400"
"""The player who sees all hands."""


def arguments_parser() -> argparse.ArgumentParser:
    """Return the parser of the commands."""
    parser = argparse.ArgumentParser(prog="python -m strength", description=__doc__)
    says = "the folder for images of curves, strength-GAME.svg (default: docs)"
    parser.add_argument("--images", type=Path, default=Path("docs"), metavar="FOLDER", help=says)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, (about, seats, _) in COMMANDS.items():
        command = _command(commands, name, about, "games", 200)
        says = f"numbers of players (default: {','.join(map(str, seats))})"
        command.add_argument("--seats", type=arguments.numbers, default=seats, help=says)
        if name == "strategies":
            command.add_argument("--only", metavar="NAMES", help="only these, as in racer,miser")
        if name == CURVE:
            says = "the most iterations (default: level 5's)"
            command.add_argument("--most", type=arguments.count, metavar="NUMBER", help=says)
    about = "what level 5's choices lose, judged by a search 50 times as large"
    command = _command(commands, REGRET, about, "positions", 500)
    says = "who judges (default: level 5's search with 50 times its iterations)"
    command.add_argument("--judge", metavar="AGENT", help=says)
    about = "a player who sees all hands against one who doesn't"
    hidden = [key for key in STRATEGIES if game_named(key).hidden]
    command = _command(commands, OPEN_HANDS, about, "pairs of games", 300, hidden, SEES_ALL)
    says = f"the other player (default: {FIRST_LEVEL5})"
    command.add_argument("--against", default=FIRST_LEVEL5, metavar="AGENT", help=says)
    return parser


def _command(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]",
    name: str,
    about: str,
    unit: str,
    count: int,
    games: Sequence[str] = tuple(STRATEGIES),
    measured: str = "level5",
) -> argparse.ArgumentParser:
    """Add a command with the arguments that all of them have."""
    command = commands.add_parser(name, help=about, description=f"Measure {about}.")
    command.add_argument("game", choices=games, metavar="GAME")
    says = f"number of {unit} (default: {count})"
    command.add_argument(
        "--games", type=arguments.count, default=count, metavar="NUMBER", help=says
    )
    command.add_argument("--seed", type=arguments.seed, default=1, metavar="NUMBER")
    cores = os.cpu_count() or 1
    command.add_argument("--workers", type=arguments.count, default=cores, metavar="NUMBER")
    command.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    says = f"who is measured instead of {measured}, as in mcts:100"
    command.add_argument("--player", default=measured, metavar="AGENT", help=says)
    return command


def _run(asked: Asked) -> bool:
    """Print the table; return whether it is complete."""
    options = read_options(game_named(asked.game), asked.option)
    setting = Setting(asked.game, asked.games, asked.seed, asked.workers, options)
    if asked.command == REGRET:
        return regret.measure(setting, asked.player, asked.judge or default_judge(asked.game))
    if asked.command == OPEN_HANDS:
        return open_hands.measure(setting, asked.player, asked.against)
    outcomes = measure(setting, COMMANDS[asked.command][2](asked))
    if asked.command == CURVE:
        image = asked.images / f"strength-{asked.game}.svg"
        image.write_text(_curve_image(asked, outcomes))
    return all(each.stopped != INTERRUPTED for each in outcomes)


def default_judge(game: str) -> str:
    """Return a game's own judge, or its level 5 with many times its iterations, or as it is."""
    if JUDGE in agents_of(game):
        return JUDGE
    level = levels_of(game)[-1]
    more = MUCH_LARGER * level.budget.iterations
    return f"{level.agent}:{more}" if more else f"level{level.number}"


def main(words: Sequence[str] | None = None) -> int:
    """Run a command; return the exit code, 1 if it failed or was interrupted."""
    asked = arguments_parser().parse_args(words)
    try:
        with offered():
            return 0 if _run(asked) else 1
    except (GameError, AgentFailed, WorkersFailed) as failure:
        print(failure, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
