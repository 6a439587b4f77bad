"""How much a player's choices lose, as judged by a search many times as large.

The positions come from games between two players that never change (`agents.FIRST_LEVEL5`), so that
different versions of a player are asked about the same ones.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from math import ceil
from random import Random
from statistics import fmean, stdev
from typing import Final

from ai.agent import never
from ai.decision import decide
from ai.levels import agent_and_budget
from boxtui.core import CHANCE, OVER, OptionValue, State
from boxtui.games import game_named
from boxtui.play.agents import seats_for
from boxtui.play.match import SEED_LIMIT, Match
from boxtui.play.openings import open_at_random
from strength.agents import FIRST_LEVEL5
from strength.tables import Setting, gather, head, row

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
    found = []
    for match in _decisions(task.setting.game, dict(task.setting.options), rng):
        if rng.random() * EVERY < 1:
            seat = match.state.current_player()
            found.append(_judge(task, match.determinized_for(seat), match.agent_seed()))
    return found


def _decisions(game: str, options: dict[str, OptionValue], rng: Random) -> Iterator[Match]:
    """Yield a match as it stands before each decision between several moves."""
    seats = seats_for([FIRST_LEVEL5, FIRST_LEVEL5])
    match = Match(game_named(game), options, seats, int(rng.random() * SEED_LIMIT))
    open_at_random(match)
    agent, budget = agent_and_budget(game, FIRST_LEVEL5)
    while match.state.current_player() != OVER:
        seat = match.state.current_player()
        if seat == CHANCE:
            match.deal()
            continue
        if len(match.state.legal_moves()) > 1:
            yield match
        seen, lots = match.determinized_for(seat), Random(match.agent_seed())
        match.apply(decide(FIRST_LEVEL5, agent, seen, budget, lots, never).move)


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
