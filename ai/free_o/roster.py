"""The levels, agents and puzzles of FREE-O."""

from functools import cache

from ai.agent import Agent, Budget
from ai.free_o.evaluation import FreeOEvaluator
from ai.free_o.examples import examples
from ai.free_o.features import FEATURES, after_hand, is_decision, see
from ai.free_o.heuristic import at_a_glance, pairs_first, special_first
from ai.free_o.policy import POLICY_FEATURES, POLICY_FILE, rating
from ai.free_o.reasons import reasons
from ai.free_o.themes import THEMES, theme
from ai.learned.network import Network
from ai.learned.weights import WEIGHTS_FILE, read_network
from ai.roster import (
    NO_BUDGET,
    THREE_BELOW,
    Level,
    PolicyLearning,
    PuzzleSpec,
    ReviewSpec,
    Roster,
    Share,
    ValueLearning,
)
from ai.search.greedy import GreedyAgent, MixAgent
from ai.search.ismcts import IsmctsAgent
from ai.search.random import RandomAgent
from boxtui.games.shared.toml_file import packaged


@cache
def _network() -> Network:
    """Return the network of values that comes with boxtui."""
    return read_network(packaged("ai.free_o", WEIGHTS_FILE), FEATURES)


@cache
def _policy() -> Network:
    """Return the network of moves that comes with boxtui."""
    return read_network(packaged("ai.free_o", POLICY_FILE), POLICY_FEATURES)


def _search(evaluator: FreeOEvaluator, is_open: bool = False, is_flat: bool = False) -> Agent:
    return IsmctsAgent(evaluator, 0.05, 50.0, is_open, is_flat)


def _learned(network: Network | None) -> Agent:
    return _search(FreeOEvaluator(network, _policy()) if network else FreeOEvaluator())


def _greedy(policy: Network | None) -> Agent:
    """Return an agent that plays the move that a policy, or the rule of thumb, rates highest."""
    if policy is None:
        return GreedyAgent(at_a_glance)
    return GreedyAgent(lambda state, move: rating(state, move, policy))


def _any_or_pairs() -> Agent:
    """Return an agent that plays any card in 3 of 10 moves."""
    return MixAgent(((0.3, RandomAgent()), (0.7, GreedyAgent(pairs_first))))


def _thumb_or_policy() -> Agent:
    """Return an agent that plays by the policy in 4 of 10 moves."""
    return MixAgent(((0.6, GreedyAgent(at_a_glance)), (0.4, _greedy(_policy()))))


def _rollouts() -> Agent:
    """Return an agent that plays hands out by the policy after every move."""
    return _search(FreeOEvaluator(policy=_policy()), is_flat=True)


def _rollouts_open() -> Agent:
    return _search(FreeOEvaluator(policy=_policy()), is_open=True, is_flat=True)


def _learned_open() -> Agent:
    return _search(FreeOEvaluator(_network(), _policy()), is_open=True)


ROSTER = Roster(
    levels=(
        Level(1, "Wilds and captures at once", "special-first"),
        Level(
            2,
            "any card that may be played",
            "random",
            shares=(Share(0.653, 0.633, 0.674, 2000), Share(0.428, 0.394, 0.462, 800, THREE_BELOW)),
        ),
        Level(
            3,
            "pairs first, 7 times of 10",
            "any-or-pairs",
            shares=(Share(0.625, 0.604, 0.645, 2000), Share(0.311, 0.279, 0.344, 800, THREE_BELOW)),
        ),
        Level(
            4,
            "rules of thumb, and learned",
            "thumb-or-policy",
            shares=(Share(0.628, 0.607, 0.649, 2000), Share(0.396, 0.364, 0.429, 800, THREE_BELOW)),
        ),
        Level(
            5,
            "compares moves in 400 deals",
            "ismcts",
            Budget(iterations=400),
            (Share(0.537, 0.490, 0.585, 400),),
        ),
    ),
    puzzles=PuzzleSpec(
        margin=0.01,
        seats=(2, 3),
        players=("pairs-first", "thumb"),
        naive_player="pairs-first",
        adviser="ismcts:25",
        searches=("ismcts:100", "ismcts:400", "ismcts:400", "ismcts:400", "ismcts:400"),
        reasons=reasons,
        themes=THEMES,
        theme=theme,
    ),
    review=ReviewSpec(
        judges=("ismcts:100",) * 4,
        open_judges=("ismcts-open:100",) * 4,
        adviser="ismcts:100",
    ),
    values=ValueLearning(
        features=FEATURES,
        agent=_learned,
        budget=Budget(iterations=10),
        seats=(2, 2, 2, 2, 3, 3, 4, 4, 5, 6),
        chunk=10,
        hidden=24,
        see=see,
        is_seen=is_decision,
        settled=after_hand,
    ),
    policy=PolicyLearning(
        features=POLICY_FEATURES,
        agent=_greedy,
        budget=NO_BUDGET,
        seats=(2, 2, 2, 3, 4, 4, 5, 6),
        chunk=4,
        hidden=16,
        examples=examples,
    ),
    agents={
        "special-first": lambda: GreedyAgent(special_first),
        "pairs-first": lambda: GreedyAgent(pairs_first),
        "any-or-pairs": _any_or_pairs,
        "thumb": lambda: _greedy(None),
        "policy": lambda: _greedy(_policy()),
        "thumb-or-policy": _thumb_or_policy,
        "rollouts": _rollouts,
        "rollouts-open": _rollouts_open,
        "ismcts": lambda: _learned(_network()),
        "ismcts-open": _learned_open,
        "ismcts-thumb": lambda: _learned(None),
    },
    opening=range(1),
)
