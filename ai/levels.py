"""Which agent with which budget is which level of which game, and how players are named.

What a level is said to be is what it is: its title tells how it thinks.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points

from ai.agent import HUMAN, Agent, AgentFactory, Budget
from ai.box import reasons as box_reasons
from ai.box.players import BeginnerAgent, BoxSearchAgent, GreedyBoxAgent
from ai.free_o import heuristic as free_o_thumb
from ai.free_o import reasons as free_o_reasons
from ai.free_o.evaluation import FreeOKnowledge
from ai.free_the_box import reasons as free_the_box_reasons
from ai.free_the_box.evaluation import FreeTheBoxKnowledge, front_token
from ai.kimbo import reasons as kimbo_reasons
from ai.kimbo.evaluation import KimboKnowledge
from ai.search.expectimax import ExpectimaxAgent
from ai.search.greedy import GreedyAgent, MixAgent
from ai.search.ismcts import IsmctsAgent
from ai.search.mcts import Knowledge, MctsAgent, Style
from ai.search.random import RandomAgent
from ai.shut_the_box import heuristic as shut_the_box
from ai.shut_the_box import reasons as shut_the_box_reasons
from ai.shut_the_box.players import ExactAgent
from boxtui.core import BadOption, State
from boxtui.system.errorlog import one_line

GROUP = "boxtui.agents"
"""The entry point group in which other packages offer an `AgentFactory` by name."""

BY_NAME = Budget(iterations=10_000, depth=2)
"""What an agent may spend that is asked for by its own name instead of a level."""

MOST_ITERATIONS = 1_000_000
MOST_DIGITS = len(str(MOST_ITERATIONS))
"""The largest number that may stand behind an agent's name, and how long it is."""


@dataclass(frozen=True)
class Level:
    """One level of one game: `agent` is a name in `AGENTS`, `title` says how it plays."""

    number: int
    title: str
    agent: str
    budget: Budget


LEVELS: dict[str, tuple[Level, ...]] = {
    "shut-the-box": (
        Level(1, "at random or the largest tile", "half-random", Budget()),
        Level(2, "always the largest tile", "largest-tile", Budget()),
        Level(3, "looks one move ahead", "expectimax", Budget(depth=1)),
        Level(4, "looks two moves ahead", "expectimax", Budget(depth=2)),
        Level(5, "perfect, for the chance to win", "exact", Budget()),
    ),
    "kimbo": (
        Level(1, "shortest way HOME, no fence", "mcts-no-fences", Budget(iterations=1)),
        Level(2, "fences half of the time", "mcts-half-fences", Budget(iterations=1)),
        Level(3, "what looks best, fences too", "mcts", Budget(iterations=1)),
        Level(4, "looks ahead 20 times a move", "mcts", Budget(iterations=20)),
        Level(5, "looks ahead 500 times a move", "mcts", Budget(iterations=500)),
    ),
    "box": (
        Level(1, "overlooks most of the grid", "beginner", Budget()),
        Level(2, "the most gain at first sight", "greedy", Budget()),
        Level(3, "looks at 50 positions", "search", Budget(iterations=50)),
        Level(4, "looks at 500 positions", "search", Budget(iterations=500)),
        Level(5, "looks at 4,000 positions", "search", Budget(iterations=4000)),
    ),
    "free-the-box": (
        Level(1, "any token that can move", "random", Budget()),
        Level(2, "what looks best, half the time", "half-bold", Budget(iterations=1)),
        Level(3, "what looks best, no dangers", "mcts-bold", Budget(iterations=1)),
        Level(4, "sees dangers half of the time", "mcts-half-wary", Budget(iterations=1)),
        Level(5, "sees dangers, 60 looks ahead", "mcts", Budget(iterations=60)),
    ),
    "free-o": (
        Level(1, "Wilds and captures at once", "special-first", Budget()),
        Level(2, "any card that may be played", "random", Budget()),
        Level(3, "pairs first, captures held", "pairs-first", Budget()),
        Level(4, "a rule of thumb, measured", "thumb", Budget()),
        Level(5, "compares moves in 100 deals", "ismcts", Budget(iterations=100)),
    ),
}
"""The levels of each game, from the weakest; each wins more than half of its games against the one
below: computed for Shut-the-Box (boxtui.arena.strength), else played (boxtui.arena.arena).

The arena's figures for Kimbo, each level's share against the one below, with its 95% interval,
and against three of the one below, where 0.25 is fair:

- level 2: 0.90 (0.55 to 1.00) of 20 games; 0.65 (0.40 to 0.90) of 40;
- level 3: 0.90 (0.55 to 1.00) of 20 games; 0.42 (0.26 to 0.58) of 112;
- level 4: 0.79 (0.51 to 1.00) of 28 games; 0.36 (0.25 to 0.48) of 220;
- level 5: 0.570 (0.522 to 0.618) of 400 games; 0.29 (0.24 to 0.34) of 400; and all of 18 games
  against `uct` with 5,000 iterations (0.81 to 1.00, by the binomial distribution).

For Box, against the one below:

- level 2: 0.975 (0.665 to 1.000) of 20 games;
- level 3: 0.864 (0.538 to 1.000) of 22 games;
- level 4: 0.925 (0.595 to 1.000) of 20 games;
- level 5: 1.000 (0.693 to 1.000) of 20 games.

For Free the Box, against the one below, against three and against five of the one below, where
0.25 and 0.167 are fair:

- level 2: 0.61 (0.500 to 0.71); 0.31 (0.26 to 0.37); 0.192 (0.167 to 0.218);
- level 3: 0.60 (0.501 to 0.69); 0.35 (0.251 to 0.44); 0.213 (0.168 to 0.257);
- level 4: 0.60 (0.53 to 0.67); 0.31 (0.26 to 0.36); 0.250 (0.167 to 0.333);
- level 5: 0.64 (0.505 to 0.78); 0.39 (0.252 to 0.54); 0.240 (0.167 to 0.314);
  and 0.65 (0.54 to 0.76) against `front-token`, 0.73 (0.51 to 0.95) against `random`.

And for FREE-O, in the same way:

- level 2: 0.615 (0.569 to 0.661) of 400 games; 0.420 (0.372 to 0.468) of 400;
- level 3: 0.640 (0.596 to 0.684) of 400 games; 0.305 (0.258 to 0.352) of 400;
- level 4: 0.524 (0.508 to 0.539) of 4,000 games; 0.376 (0.342 to 0.409) of 800;
- level 5: 0.589 (0.547 to 0.631) of 564 games; 0.295 (0.255 to 0.335) of 480, and against level 3
  0.58 (0.500 to 0.66) of 364 games and 0.43 (0.26 to 0.60) of 76, these three measured before
  equal moves were drawn by lot.
"""


Reasons = Callable[[State, int, int], list[str]]
"""Says of a position, a move and the best move why the move is worse: short sentences, in which
percentages are exact unless *about* stands before them; of the best move itself, what speaks for
it."""


def _no_reasons(state: State, move: int, best: int) -> list[str]:
    return []


def _itself(state: State, move: int) -> int:
    return move


@dataclass(frozen=True)
class Drill:
    """How a game's positions to practise on are drawn from play, and how they are explained.

    Games of `seats` are played by agents drawn from `players`. In each the first decisions, as many
    as drawn from `skipped`, are passed over. `hasty` plays the move that comes to mind first.

    The `adviser` says which move is best. Where its values aren't exact, `searches` confirm it:
    `Rater`s, the weaker ones first, each with luck of its own, the last one usually several times.
    Each must prefer the same move to every other legal one by `margin` of a win, which is more
    than what a much longer search changes in such a difference; the figures shown are the means of
    the last one's. `representative` names one of the moves that do the same.
    """

    margin: float
    seats: int = 2
    players: tuple[str, ...] = ("level2", "level3", "level4")
    skipped: range = range(8)
    hasty: str = "level2"
    adviser: str = "level5"
    searches: tuple[str, ...] = ()
    representative: Callable[[State, int], int] = _itself
    reasons: Reasons = _no_reasons


DRILLS: dict[str, Drill] = {
    "shut-the-box": Drill(margin=0.02, reasons=shut_the_box_reasons.reasons),
    "kimbo": Drill(
        margin=0.01,
        players=("level2", "level3"),
        skipped=range(60),
        hasty="level3",
        adviser="level4",
        searches=("mcts:50", "mcts:150", "mcts:450", "mcts:450"),
        reasons=kimbo_reasons.reasons,
    ),
    "box": Drill(
        margin=0.03,
        players=("level2", "level3"),
        skipped=range(8, 40),
        adviser="search:200",
        searches=("search:100", "search:400", "search:800", "search:800", "search:800"),
        reasons=box_reasons.reasons,
    ),
    "free-the-box": Drill(
        margin=0.02,
        players=("level3", "level4"),
        skipped=range(10, 60),
        hasty="level3",
        searches=("mcts:100", "mcts:200", "mcts:400", "mcts:400"),
        representative=free_the_box_reasons.representative,
        reasons=free_the_box_reasons.reasons,
    ),
    "free-o": Drill(
        margin=0.01,
        players=("level3", "level4"),
        hasty="level3",
        adviser="ismcts:25",
        searches=("ismcts:100", "ismcts:400", "ismcts:400", "ismcts:400", "ismcts:400"),
        reasons=free_o_reasons.reasons,
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


KIMBO_STYLE = Style(exploration=0.07, trust=2.0, breadth=3.0)
"""How its levels search Kimbo: what a die is worth there is about 0.014 of a share."""

FREE_THE_BOX_STYLE = Style(exploration=0.15, trust=2.0)


def _half_fences() -> Agent:
    """Thinks of no fence every other time."""
    parts = (KimboKnowledge(fences=False), KimboKnowledge())
    one, other = [MctsAgent(knowledge, KIMBO_STYLE) for knowledge in parts]
    return MixAgent(((0.5, one), (0.5, other)))


def _free_the_box(wary: bool, keeps: bool = False) -> Agent:
    return MctsAgent(FreeTheBoxKnowledge(wary), FREE_THE_BOX_STYLE, keeps)


def _half_bold() -> Agent:
    return MixAgent(((0.5, RandomAgent()), (0.5, _free_the_box(False))))


def _half_wary() -> Agent:
    """Overlooks dangers every other time."""
    return MixAgent(((0.5, _free_the_box(False)), (0.5, _free_the_box(True))))


def _mcts(game: str, keeps: bool = False) -> Agent:
    """The tree search with all that is known of a game; `BadOption` where that is nothing."""
    if game == "kimbo":
        return MctsAgent(KimboKnowledge(), KIMBO_STYLE, keeps)
    if game == "free-the-box":
        return _free_the_box(True, keeps)
    raise BadOption(f"This agent plays kimbo and free-the-box only, not {game}.")


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
    "mcts": _mcts,
    "mcts-keeps": lambda game: _mcts(game, keeps=True),
    "mcts-half-fences": _only("kimbo", _half_fences),
    "special-first": _only("free-o", lambda: GreedyAgent(free_o_thumb.special_first)),
    "pairs-first": _only("free-o", lambda: GreedyAgent(free_o_thumb.pairs_first)),
    "thumb": _only("free-o", lambda: GreedyAgent(free_o_thumb.at_a_glance)),
    "ismcts": _only("free-o", lambda: IsmctsAgent(FreeOKnowledge(), 0.05, 50.0)),
    "mcts-no-fences": _only("kimbo", lambda: MctsAgent(KimboKnowledge(fences=False), KIMBO_STYLE)),
    "front-token": _only("free-the-box", lambda: GreedyAgent(front_token)),
    "half-bold": _only("free-the-box", _half_bold),
    "mcts-bold": _only("free-the-box", lambda: _free_the_box(False)),
    "mcts-half-wary": _only("free-the-box", _half_wary),
}
"""Every agent of ours by name; a factory raises `BadOption` for a game that it can't play."""


def _plays(factory: AgentFactory, game: str) -> bool:
    try:
        factory(game)
    except BadOption:
        return False
    return True


def plugins() -> dict[str, EntryPoint]:
    """Other people's agents by name, not loaded; a name of ours or with a colon can't be taken."""
    taken = {*AGENTS, HUMAN}
    found = entry_points(group=GROUP)
    return {each.name: each for each in found if each.name not in taken and ":" not in each.name}


def agent_names(game: str) -> list[str]:
    """What `player` takes for a game: its levels, our agents that play it, then all plugins."""
    levels = [f"level{level.number}" for level in LEVELS.get(game, ())]
    ours = [name for name, factory in AGENTS.items() if _plays(factory, game)]
    return levels + ours + sorted(set(plugins()) - set(levels))


def _level(game: str, spec: str) -> Level | None:
    """The level of a game that a player's name says, if it says one."""
    levels = {f"level{level.number}": level for level in LEVELS.get(game, ())}
    return levels.get(spec)


def title(game: str, spec: str) -> str:
    """How a player is shown; nothing of a plugin is loaded for it."""
    level = _level(game, spec)
    return f"Level {level.number}: {level.title}" if level else spec


def player(game: str, spec: str) -> tuple[Agent, Budget]:
    """The agent and its budget for ``level1`` to ``level5`` or an agent's name.

    Behind the name its iterations may stand, as in ``uct:2000``. `BadOption` lists what there is
    where nothing has that name, and says so where the number is wrong or the agent can't be made.
    """
    if level := _level(game, spec):
        return AGENTS[level.agent](game), level.budget
    name, colon, iterations = spec.partition(":")
    if name in AGENTS:
        return AGENTS[name](game), _budget(iterations) if colon else BY_NAME
    offered = plugins()
    if name not in offered:
        listed = ", ".join(agent_names(game))
        budgets = "an agent's iterations may follow its name, as in uct:2000"
        raise BadOption(f"There is no player {spec!r} at {game}; there are: {listed}; {budgets}.")
    return _load(offered[name], game), _budget(iterations) if colon else BY_NAME


def _budget(iterations: str) -> Budget:
    """What the number behind an agent's name allows it to spend."""
    is_number = iterations.isascii() and iterations.isdigit() and len(iterations) <= MOST_DIGITS
    if not is_number or not 1 <= int(iterations) <= MOST_ITERATIONS:
        raise BadOption(
            f"An agent's iterations are a number from 1 to {MOST_ITERATIONS:,}, as in uct:2000, "
            f"not {iterations[:20]!r}."
        )
    return Budget(iterations=int(iterations), depth=BY_NAME.depth)


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
