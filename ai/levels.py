"""Which agent with which budget is which level of which game, and how players are named.

What a level is said to be is what it is: its title tells how it thinks.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points

from ai.agent import Agent, AgentFactory, Budget
from ai.evals import box_reasons, shut_the_box, shut_the_box_reasons
from ai.evals.box import BeginnerAgent, BoxSearchAgent, GreedyBoxAgent
from ai.evals.shut_the_box_perfect import ExactAgent
from ai.expectimax import ExpectimaxAgent
from ai.greedy import GreedyAgent, MixAgent
from ai.mcts import Knowledge, MctsAgent, Style
from ai.random import RandomAgent
from boxtui.core import BadOption, State
from boxtui.errorlog import one_line

GROUP = "boxtui.agents"
"""The entry point group in which other packages offer an `AgentFactory` by name."""

BY_NAME = Budget(iterations=10_000, depth=2)
"""What an agent may spend that is asked for by its own name instead of a level."""


@dataclass(frozen=True)
class Level:
    """One level of one game: `agent` is a name in `AGENTS`, `title` says how it plays."""

    number: int
    title: str
    agent: str
    budget: Budget


LEVELS: dict[str, tuple[Level, ...]] = {
    "shut-the-box": (
        Level(1, "every other time the largest tile, else any set", "half-random", Budget()),
        Level(2, "always the largest tile", "largest-tile", Budget()),
        Level(3, "one move ahead, to leave little up", "expectimax", Budget(depth=1)),
        Level(4, "two moves ahead, to leave little up", "expectimax", Budget(depth=2)),
        Level(5, "perfect, for the chance to win", "exact", Budget()),
    ),
    "box": (
        Level(1, "greedy, but overlooks most of the grid", "beginner", Budget()),
        Level(2, "what wins most, less what it gives away", "greedy", Budget()),
        Level(3, "looks at 50 positions a mark", "search", Budget(iterations=50)),
        Level(4, "looks at 500 positions a mark", "search", Budget(iterations=500)),
        Level(5, "looks at 4,000 positions a mark", "search", Budget(iterations=4000)),
    ),
}
"""The levels of each game, from the weakest; each wins more than half of its games against the one
below: computed for Shut-the-Box (boxtui.strength), else played (boxtui.arena)."""


Reasons = Callable[[State, int, int], list[str]]
"""Says of a position, a move and the best move why the move is worse: short sentences, in which
percentages are exact; of the best move itself, what speaks for it."""


def _no_reasons(state: State, move: int, best: int) -> list[str]:
    return []


@dataclass(frozen=True)
class Drill:
    """How a game's positions to practise on are drawn from play, and how they are explained.

    Games of `seats` are played by agents drawn from `players`. In each the first decisions, as many
    as drawn from `skipped`, are passed over. A best move is clearly best if its value, in 0..1, is
    at least `margin` above every other's, as the `adviser` has them. `hasty` plays the move that
    comes to mind first.
    """

    margin: float
    seats: int = 2
    players: tuple[str, ...] = ("level2", "level3", "level4")
    skipped: range = range(8)
    hasty: str = "level2"
    adviser: str = "level5"
    reasons: Reasons = _no_reasons


DRILLS: dict[str, Drill] = {
    "shut-the-box": Drill(margin=0.02, reasons=shut_the_box_reasons.reasons),
    "box": Drill(
        margin=0.05,
        players=("level2", "level3"),
        skipped=range(8, 40),
        adviser="level4",
        reasons=box_reasons.reasons,
    ),
}
"""Each game's drill; a value of Shut-the-Box is the exact chance to win."""


def _only(key: str, make: Callable[[], Agent]) -> AgentFactory:
    """A factory for an agent that knows one game only."""

    def factory(game: str) -> Agent:
        if game != key:
            raise BadOption(f"This agent plays {key} only, not {game}.")
        return make()

    return factory


def _half_random() -> Agent:
    return MixAgent(((0.5, RandomAgent()), (0.5, GreedyAgent(shut_the_box.largest_tile))))


AGENTS: dict[str, AgentFactory] = {
    "random": lambda game: RandomAgent(),
    "uct": lambda game: MctsAgent(Knowledge(), Style()),
    "half-random": _only("shut-the-box", _half_random),
    "largest-tile": _only("shut-the-box", lambda: GreedyAgent(shut_the_box.largest_tile)),
    "fewest-tiles": _only("shut-the-box", lambda: GreedyAgent(shut_the_box.fewest_tiles)),
    "expectimax": _only(
        "shut-the-box", lambda: ExpectimaxAgent(shut_the_box.outlook, shut_the_box.alone)
    ),
    "exact": _only("shut-the-box", ExactAgent),
    "beginner": _only("box", BeginnerAgent),
    "greedy": _only("box", GreedyBoxAgent),
    "search": _only("box", BoxSearchAgent),
}
"""Every agent of ours by name; a factory raises `BadOption` for a game that it can't play."""


def _plays(factory: AgentFactory, game: str) -> bool:
    try:
        factory(game)
    except BadOption:
        return False
    return True


def plugins() -> dict[str, EntryPoint]:
    """Other people's agents by name, not loaded; a name of ours can't be taken."""
    return {point.name: point for point in entry_points(group=GROUP) if point.name not in AGENTS}


def agent_names(game: str) -> list[str]:
    """What `player` takes for a game: its levels, our agents that play it, then all plugins."""
    levels = [f"level{level.number}" for level in LEVELS.get(game, ())]
    ours = [name for name, factory in AGENTS.items() if _plays(factory, game)]
    return levels + ours + sorted(set(plugins()) - set(levels))


def title(game: str, spec: str) -> str:
    """How a player is shown; nothing of a plugin is loaded for it."""
    for level in LEVELS.get(game, ()):
        if spec == f"level{level.number}":
            return f"Level {level.number}: {level.title}"
    return spec


def player(game: str, spec: str) -> tuple[Agent, Budget]:
    """The agent and its budget for ``level1`` to ``level5`` or an agent's name.

    `BadOption` lists what there is where nothing has that name, and says so where the agent
    can't be made.
    """
    for level in LEVELS.get(game, ()):
        if spec == f"level{level.number}":
            return AGENTS[level.agent](game), level.budget
    if spec in AGENTS:
        return AGENTS[spec](game), BY_NAME
    offered = plugins()
    if spec not in offered:
        listed = ", ".join(agent_names(game))
        raise BadOption(f"There is no player {spec!r} at {game}; there are: {listed}.")
    return _load(offered[spec], game), BY_NAME


def _load(point: EntryPoint, game: str) -> Agent:
    """A plugin's agent; whatever goes wrong in it is `BadOption`, for it is other people's code."""
    try:
        factory: AgentFactory = point.load()
        return factory(game)
    except BadOption:
        raise
    except Exception as wrong:
        why = one_line(wrong) or type(wrong).__name__
        raise BadOption(f"The agent {point.name!r} ({point.value}) can't be made: {why}") from wrong
