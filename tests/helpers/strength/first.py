"""The first version's level 5 of each game, so that later ones can be measured against it.

Searches, evaluations and budgets are copied from that version's rosters, because levels change.
"""

from collections.abc import Callable
from typing import Final

from ai.agent import Agent, Budget
from ai.box.players import BoxSearchAgent
from ai.free_o.evaluation import FreeOEvaluator
from ai.free_the_box.evaluation import FreeTheBoxEvaluator
from ai.kimbo.evaluation import KimboEvaluator
from ai.search.ismcts import IsmctsAgent, IsmctsConfig
from ai.search.mcts import MctsAgent, MctsConfig
from ai.shut_the_box.players import ExactAgent


def _kimbo() -> Agent:
    config = MctsConfig(exploration=0.07, prior_visits=2.0, widening=3.0)
    return MctsAgent(KimboEvaluator(fences=True), config)


def _free_the_box() -> Agent:
    config = MctsConfig(exploration=0.15, prior_visits=2.0)
    return MctsAgent(FreeTheBoxEvaluator(wary=True), config)


def _free_o() -> Agent:
    return IsmctsAgent(FreeOEvaluator(), IsmctsConfig(exploration=0.05, prior_visits=50.0))


LEVEL5: Final[dict[str, tuple[Callable[[], Agent], Budget]]] = {
    "shut-the-box": (ExactAgent, Budget()),
    "box": (BoxSearchAgent, Budget(iterations=4000)),
    "kimbo": (_kimbo, Budget(iterations=500)),
    "free-the-box": (_free_the_box, Budget(iterations=60)),
    "free-o": (_free_o, Budget(iterations=100)),
}
"""The search of each game's level 5, and its budget."""
