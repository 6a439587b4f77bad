"""The levels of each game (an agent and its budget), and the names of players.

A level's title says how it thinks.
"""

from collections.abc import Callable
from importlib.metadata import EntryPoint

from ai.agent import HUMAN, Agent, Budget
from ai.box.roster import ROSTER as BOX
from ai.free_o.roster import ROSTER as FREE_O
from ai.free_the_box.roster import ROSTER as FREE_THE_BOX
from ai.kimbo.roster import ROSTER as KIMBO
from ai.plugins import left_out, load, offered
from ai.roster import Level, Roster
from ai.search.mcts import Evaluator, MctsAgent, MctsConfig
from ai.search.simple import RandomAgent
from ai.shut_the_box.roster import ROSTER as SHUT_THE_BOX
from boxtui.core import BadOption, is_number
from boxtui.wording import quoted

DEFAULT_BUDGET = Budget(iterations=10_000, depth=2)
"""The budget of an agent that is named without one, not by a level."""

MOST_ITERATIONS = 1_000_000
MOST_DIGITS = len(str(MOST_ITERATIONS))
"""The largest number that may follow an agent's name, and how many digits it has."""

ROSTERS: dict[str, Roster] = {
    "shut-the-box": SHUT_THE_BOX,
    "box": BOX,
    "kimbo": KIMBO,
    "free-the-box": FREE_THE_BOX,
    "free-o": FREE_O,
}
"""The roster of each game, by the game's key."""

GENERAL_AGENTS: dict[str, Callable[[], Agent]] = {
    "random": RandomAgent,
    "uct": lambda: MctsAgent(Evaluator(), MctsConfig()),
}
"""The agents that play every game, by name."""


def levels_of(game: str) -> tuple[Level, ...]:
    """Return the levels of a game, weakest first."""
    return ROSTERS[game].levels


def agents_of(game: str) -> dict[str, Callable[[], Agent]]:
    """Return our agents that play a game, by name."""
    return {**GENERAL_AGENTS, **ROSTERS[game].agents}


def plugins() -> dict[str, EntryPoint]:
    """Return other packages' agents by name, without loading them.

    Those that can't have their names are left out, and the error log says so.
    """
    return offered(_our_names())


def _our_names() -> list[str]:
    """Return the names of all games' levels and agents."""
    return [name for game in ROSTERS for name in (*level_names(game), *agents_of(game))]


def level_names(game: str) -> list[str]:
    """Return the names of a game's levels, weakest first, as `agent_and_budget` accepts them."""
    return [level.name for level in levels_of(game)]


def other_agents(game: str) -> list[str]:
    """Return the names of the agents that aren't levels: ours, then plugins."""
    return [*agents_of(game), *plugins()]


def agent_names(game: str) -> list[str]:
    """Return the names that `agent_and_budget` accepts: levels, our agents, then plugins."""
    return level_names(game) + other_agents(game)


def level_of(game: str, spec: str) -> Level | None:
    """Return the level of a game that a player's name stands for, or None."""
    return next((level for level in levels_of(game) if level.name == spec), None)


def player_title(game: str, spec: str) -> str:
    """Return how a player is shown: a level by its title, another by its name. Loads no plugin."""
    return ": ".join(title_parts(game, spec))


def title_parts(game: str, spec: str) -> tuple[str, ...]:
    """Return a level's number and title, as in `Level 4` and `sees all dangers`, or a name."""
    level = level_of(game, spec)
    return (f"Level {level.number}", level.title) if level else (spec,)


def level_words(game: str, spec: str) -> str:
    """Return a level as in `level 3`, another agent's name, or "" for a person."""
    if spec == HUMAN:
        return ""
    level = level_of(game, spec)
    return f"level {level.number}" if level else spec


def short_level(game: str, spec: str) -> str:
    """Return a level as in `L3`, and anyone else as `level_words` does."""
    level = level_of(game, spec)
    return f"L{level.number}" if level else level_words(game, spec)


def agent_and_budget(game: str, spec: str) -> tuple[Agent, Budget]:
    """Return the agent and budget for ``level1`` to ``level5`` or an agent's name.

    The number of iterations may follow the name, as in ``uct:2000``. Raises BadOption if there is
    no such player (the message lists those that exist), if the number is wrong, or if the agent
    can't be made.
    """
    if level := level_of(game, spec):
        return agents_of(game)[level.agent](), level.budget
    name, colon, iterations = spec.partition(":")
    if name in (ours := agents_of(game)):
        return ours[name](), _budget(iterations) if colon else DEFAULT_BUDGET
    others = plugins()
    if name not in others:
        refused = "; left out: ".join(["", *left_out(_our_names(), {name, spec})])
        if games := [other for other, roster in ROSTERS.items() if name in roster.agents]:
            only = " and ".join(games)
            raise BadOption(f"The agent {name} plays {only} only, not {game}{refused}.")
        listed = ", ".join(agent_names(game))
        budgets = "an agent's iterations may follow its name, as in uct:2000"
        raise BadOption(
            f"There is no player {quoted(spec)} for {game}; the players are: {listed}"
            f"{refused}; {budgets}."
        )
    return load(others[name], game), _budget(iterations) if colon else DEFAULT_BUDGET


def _budget(iterations: str) -> Budget:
    """Return the budget that the number after an agent's name allows."""
    if not is_number(iterations, MOST_DIGITS) or not 1 <= int(iterations) <= MOST_ITERATIONS:
        raise BadOption(
            f"An agent's iterations are a number from 1 to {MOST_ITERATIONS:,}, as in uct:2000, "
            f"not {quoted(iterations)}."
        )
    return Budget(iterations=int(iterations), depth=DEFAULT_BUDGET.depth)
