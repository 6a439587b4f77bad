"""The levels, agents and puzzles of FREE-O."""

from ai.agent import Agent, Budget
from ai.free_o.evaluation import FreeOEvaluator
from ai.free_o.examples import examples
from ai.free_o.features import FEATURES, after_hand, is_seen, see
from ai.free_o.heuristic import at_a_glance, pairs_first, special_first
from ai.free_o.policy import POLICY_FEATURES, rating
from ai.free_o.reasons import drawback, missed, reasons
from ai.free_o.themes import THEMES, theme
from ai.learned.learning import PolicyLearning, ValueLearning
from ai.learned.network import Network
from ai.learned.weights import packaged_network
from ai.roster import NO_BUDGET, Level, PuzzleSpec, ReviewSpec, Roster, Share
from ai.search.ismcts import IsmctsAgent, IsmctsConfig
from ai.search.simple import GreedyAgent, or_random


def _values() -> Network:
    return packaged_network(FEATURES)


def _policy() -> Network:
    return packaged_network(POLICY_FEATURES)


def _search(evaluator: FreeOEvaluator, is_open: bool = False, is_flat: bool = False) -> Agent:
    config = IsmctsConfig(exploration=0.05, prior_visits=50.0, is_open=is_open, is_flat=is_flat)
    return IsmctsAgent(evaluator, config)


def _learned(network: Network | None) -> Agent:
    """Return an agent with that network and the policy; without a network, by the rule of thumb."""
    return _search(FreeOEvaluator(network, _policy()) if network else FreeOEvaluator())


def _greedy(policy: Network | None) -> Agent:
    """Return an agent that plays the move that a policy, or the rule of thumb, rates highest."""
    if policy is None:
        return GreedyAgent(at_a_glance)
    return GreedyAgent(lambda state, move: rating(state, move, policy))


ROSTER = Roster(
    levels=(
        Level(1, "wastes its best cards", "special-first"),
        Level(
            2,
            "mostly at random",
            "any-or-special",
            share=Share(0.622, 0.607, 0.637, 4000),
            share_of_four=Share(0.387, 0.365, 0.409, 1600),
        ),
        Level(
            3,
            "often at random",
            "any-or-pairs",
            share=Share(0.602, 0.587, 0.617, 4000),
            share_of_four=Share(0.331, 0.308, 0.354, 1600),
        ),
        Level(
            4,
            "good play, some slips",
            "any-or-thumb",
            share=Share(0.611, 0.596, 0.625, 4000),
            share_of_four=Share(0.397, 0.373, 0.420, 1600),
        ),
        Level(
            5,
            "weighs unseen cards",
            "ismcts",
            Budget(iterations=400),
            Share(0.627, 0.589, 0.664, 600),
            Share(0.377, 0.335, 0.420, 400),
        ),
    ),
    puzzles=PuzzleSpec(
        margin=0.01,
        seats=(2, 3),
        players=("pairs-first", "thumb"),
        naive_player="pairs-first",
        adviser="ismcts:25",
        searches=("ismcts:100", "ismcts:400", "ismcts:400", "ismcts:400", "ismcts:400"),
        themes=THEMES,
        theme=theme,
        usual=3_000,
        first=(106, 38, 120),
    ),
    review=ReviewSpec(
        judges=("ismcts:100",) * 4,
        open_judges=("ismcts-open:100",) * 4,
        adviser="ismcts:100",
    ),
    reasons=reasons,
    drawback=drawback,
    lesson_adviser="ismcts:25",
    missed=missed,
    values=ValueLearning(
        features=FEATURES,
        agent=_learned,
        budget=Budget(iterations=10),
        seats=(2, 2, 2, 2, 3, 3, 4, 4, 5, 6),
        chunk=10,
        see=see,
        is_seen=is_seen,
        settled=after_hand,
    ),
    policy=PolicyLearning(
        features=POLICY_FEATURES,
        agent=_greedy,
        budget=NO_BUDGET,
        seats=(2, 2, 2, 3, 4, 4, 5, 6),
        chunk=4,
        examples=examples,
        test_pairs=10_000,
    ),
    agents={
        "special-first": lambda: GreedyAgent(special_first),
        "pairs-first": lambda: GreedyAgent(pairs_first),
        "any-or-special": lambda: or_random(1 / 5, GreedyAgent(special_first)),
        "any-or-pairs": lambda: or_random(3 / 8, GreedyAgent(pairs_first)),
        "any-or-thumb": lambda: or_random(6 / 7, GreedyAgent(at_a_glance)),
        "thumb": lambda: _greedy(None),
        "policy": lambda: _greedy(_policy()),
        # These two play hands out by the policy after every move.
        "rollouts": lambda: _search(FreeOEvaluator(policy=_policy()), is_flat=True),
        "rollouts-open": lambda: _search(
            FreeOEvaluator(policy=_policy()), is_open=True, is_flat=True
        ),
        "ismcts": lambda: _learned(_values()),
        "ismcts-open": lambda: _search(FreeOEvaluator(_values(), _policy()), is_open=True),
        "ismcts-thumb": lambda: _learned(None),
    },
    opening=range(1),
)
