"""What seeing all hands is worth: a player who does, against one who doesn't.

That is the most that conclusions about the others' hands can be worth to a player who otherwise
searches alike.
"""

from dataclasses import dataclass
from functools import partial
from random import Random
from statistics import fmean
from typing import Final

from ai.agent import Choice
from boxtui.arena.intervals import Sample
from boxtui.core import State
from boxtui.play.agents import choosing_here, steps
from strength.tables import Setting, begun, gather, head, row

SEATS: Final = 2


@dataclass(frozen=True)
class Task:
    """The player who sees all hands, and the other one."""

    setting: Setting
    player: str
    other: str


def share_of_a_pair(task: Task, number: int) -> list[float]:
    """Return the mean share of two games with the same dice and cards, one in each seat."""
    return [fmean(_share(task, number, own) for own in range(SEATS))]


def _share(task: Task, number: int, own: int) -> float:
    players = [task.other] * SEATS
    players[own] = task.player
    rng = Random(f"open hands:{task.setting.game}:{task.setting.seed}:{number}")
    match = begun(task.setting, players, rng)
    choose = choosing_here(match)

    def choose_by_all(seat: int, seen: State) -> Choice:
        return choose(seat, match.state.clone() if seat == own else seen)

    for _ in steps(match, choose_by_all):
        pass
    return match.state.returns()[own]


def measure(setting: Setting, who: str, other: str) -> bool:
    """Play as many pairs of games as the setting has games, and print the table.

    Returns whether all were played; after Ctrl+C the table has those played so far.
    """
    pairs, done = gather(
        setting, partial(share_of_a_pair, Task(setting, who, other)), "pairs of games"
    )
    shares = Sample()
    for share in pairs:
        shares.add(share)
    low, high = shares.fixed()
    mean = f"{shares.mean:.3f}" if pairs else "-"
    print(head("who sees all hands, against", "share", "95% interval", "pairs of games", "seed"))
    cells = mean, f"{low:.3f} to {high:.3f}", str(len(pairs)), str(setting.seed)
    print(row(f"{who}, {other}", *cells), flush=True)
    return done
