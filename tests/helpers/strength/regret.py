"""How much a player's choices lose, as judged by a search many times as large.

The positions come from games between two players that never change (`agents.FIRST_LEVEL5`), so that
different versions of a player are asked about the same ones.
"""

from dataclasses import dataclass
from functools import partial
from math import ceil
from random import Random
from statistics import fmean, stdev
from typing import Final

from ai.agent import Choice, never
from ai.decision import decide
from ai.levels import agent_and_budget
from boxtui.core import State
from boxtui.play.agents import choosing_here, steps
from strength.agents import FIRST_LEVEL5
from strength.tables import Setting, begun, gather, head, row

EVERY: Final = 10
"""One of so many decisions of a game is judged, on average."""


@dataclass(frozen=True)
class Judged:
    """A player's choice in one position.

    Attributes:
        differs: whether the judge would have chosen another move.
        loss: the share that the judge gives its own choice, less that of the player's.
    """

    differs: bool
    loss: float


@dataclass(frozen=True)
class Task:
    """Whose decisions are judged, and by whom."""

    setting: Setting
    player: str
    judge: str


def judged_in_a_game(task: Task, number: int) -> list[Judged]:
    """Return the judged decisions of the game with that number; the same in any process."""
    rng = Random(f"regret:{task.setting.game}:{task.setting.seed}:{number}")
    match = begun(task.setting, [FIRST_LEVEL5, FIRST_LEVEL5], rng)
    chosen, found = choosing_here(match), list[Judged]()

    def choose(seat: int, seen: State) -> Choice:
        if len(seen.legal_moves()) > 1 and rng.random() * EVERY < 1:
            found.append(_judge(task, seen, match.agent_seed()))
        return chosen(seat, seen)

    for _ in steps(match, choose):
        pass
    return found


def _judge(task: Task, seen: State, seed: str) -> Judged:
    """Compare both choices by a third search, of both moves, with the same random numbers."""
    judge, budget = agent_and_budget(task.setting.game, task.judge)
    asked, own_budget = agent_and_budget(task.setting.game, task.player)
    chosen = decide(task.player, asked, seen, own_budget, Random(seed), never).move
    best = decide(task.judge, judge, seen, budget, Random(f"{seed} judge"), never).move
    if chosen == best:
        return Judged(False, 0.0)
    worth = []
    for move in (best, chosen):
        rng = Random(f"{seed} worth")
        seen_worth = decide(task.judge, judge, seen, budget, rng, never, move)
        worth.append(seen_worth.considered[0].value)
    return Judged(True, worth[0] - worth[1])


def measure(setting: Setting, who: str, judge: str) -> bool:
    """Judge as many positions as there are games in the setting, and print the table.

    Returns whether all were judged; after Ctrl+C the table has those judged so far.
    """
    judged = partial(judged_in_a_game, Task(setting, who, judge))
    found, done = gather(setting, judged, "positions")
    columns = "mean loss", "95% interval", "95% quantile", "differs", "positions", "seed"
    print(head("player, judge", *columns))
    print(_row(setting, f"{who}, {judge}", found), flush=True)
    return done


def _row(setting: Setting, who: str, found: list[Judged]) -> str:
    if len(found) < 2:
        return row(who, "-", "-", "-", "-", str(len(found)), str(setting.seed))
    losses = sorted(each.loss for each in found)
    half = 1.96 * stdev(losses) / len(losses) ** 0.5
    return row(
        who,
        f"{fmean(losses):.4f}",
        f"{fmean(losses) - half:.4f} to {fmean(losses) + half:.4f}",
        f"{losses[ceil(len(losses) * 0.95) - 1]:.4f}",
        f"{fmean(each.differs for each in found):.2f}",
        str(len(losses)),
        str(setting.seed),
    )
