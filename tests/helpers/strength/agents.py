"""The agents of the strength tools by name, and how the arena finds them.

They are offered as a plugin's agents are: by entry points, in a folder that exists while a tool
runs. Processes that the arena starts see it too, because they inherit the path.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from per_game import line_for

from ai.agent import Agent, Budget, Choice, Stop
from ai.plugins import GROUP
from ai.search.ismcts import HiddenHandEvaluator, IsmctsAgent, IsmctsConfig
from ai.search.mcts import Evaluator, MctsAgent, MctsConfig
from boxtui.core import BadOption, State
from boxtui.games import game_named
from strength import box, first, free_o, free_the_box, kimbo, shut_the_box, wide
from strength.strategy import Strategy, StrategyAgent

NAIVE: Final = "naive-"
"""What the names of agents that play a naive strategy begin with."""

FIRST: Final = "first"
FIRST_LEVEL5: Final = "first-level5"
"""The search of the first version's level 5, and the same with its number of iterations."""

PLAYOUTS: Final = "playouts"

JUDGE: Final = "judge"
"""The judge of regret in a game where level 5's search can't be made larger by iterations."""

EXPLORATION: Final = 0.7
"""The UCT constant of `PLAYOUTS`, the same as that of the agent uct."""

STRATEGIES: Final[dict[str, dict[str, Strategy]]] = {
    "shut-the-box": shut_the_box.STRATEGIES,
    "box": box.STRATEGIES,
    "kimbo": kimbo.STRATEGIES,
    "free-the-box": free_the_box.STRATEGIES,
    "free-o": free_o.STRATEGIES,
}
"""The naive strategies of each game."""


class FixedBudgetAgent(Agent):
    """Chooses as another agent does with a fixed budget; it ignores the budget that it is given."""

    def __init__(self, agent: Agent, budget: Budget) -> None:
        self.agent = agent
        self.budget = budget

    def choose(self, state: State, budget: Budget, rng: Random, stop: Stop) -> Choice:
        return self.agent.choose(state, self.budget, rng, stop)


def playouts(game: str) -> Agent:
    """Return a tree search that knows the rules only and plays games out at random."""
    if game_named(game).hidden:
        return IsmctsAgent(HiddenHandEvaluator(), IsmctsConfig(EXPLORATION, 0.0))
    return MctsAgent(Evaluator(), MctsConfig(EXPLORATION))


def agents_of(game: str) -> dict[str, Callable[[], Agent]]:
    """Return the agents that the tools add to a game, by name."""
    search, budget = line_for(game, first.LEVEL5, "LEVEL5 (tests/helpers/strength/first.py)")
    named: dict[str, Callable[[], Agent]] = {
        FIRST: search,
        FIRST_LEVEL5: lambda: FixedBudgetAgent(search(), budget),
        PLAYOUTS: lambda: playouts(game),
    }
    if game == "kimbo":
        named[JUDGE] = wide.WideAgent
    strategies = line_for(game, STRATEGIES, "STRATEGIES (tests/helpers/strength/agents.py)")
    for name, strategy in strategies.items():
        named[NAIVE + name] = lambda strategy=strategy: StrategyAgent(strategy)  # type: ignore[misc]
    return named


class _Factories:
    """Has an `AgentFactory` as the attribute ``make_NAME`` for each agent's name."""

    def __getattr__(self, attribute: str) -> Callable[[str], Agent]:
        name = attribute.removeprefix("make_").replace("_", "-")

        def make(game: str) -> Agent:
            named = agents_of(game)
            if name not in named:
                raise BadOption(f"There is no agent {name} for {game}; these are: {list(named)}.")
            return named[name]()

        return make


FACTORIES: Final = _Factories()


@contextmanager
def offered() -> Iterator[None]:
    """Let the arena find the agents by name, here and in the processes that are started."""
    names = {name for game in STRATEGIES for name in agents_of(game)}
    lines = [f"{name} = {__name__}:FACTORIES.make_{name.replace('-', '_')}" for name in names]
    with TemporaryDirectory() as folder:
        about = Path(folder) / "strength-0.dist-info"
        about.mkdir()
        (about / "METADATA").write_text("Metadata-Version: 2.1\nName: strength\nVersion: 0\n")
        (about / "entry_points.txt").write_text("\n".join([f"[{GROUP}]", *sorted(lines), ""]))
        sys.path.append(folder)
        try:
            yield
        finally:
            sys.path.remove(folder)
