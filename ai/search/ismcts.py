"""Monte Carlo tree search where hands are hidden: any number of players, cards and dice.

This is information set Monte Carlo tree search with a single observer: P. I. Cowling,
E. J. Powley and D. Whitehouse, "Information Set Monte Carlo Tree Search", IEEE Transactions on
Computational Intelligence and AI in Games 4 (2012). Each iteration starts in a determinization, a
state consistent with what the searching seat knows, and all of them share one tree. A move that is
legal in only some determinizations is weighted by how often it was available, not by how often its
parent was visited.

One observer is enough because in our games everybody sees every decision: the trees of several
observers would differ only by the cards drawn on the way. Chance has no nodes here. A node is the
sequence of decisions that leads to it, so a drawn card, seen or not, splits no node; only the
available moves differ.

At the root, moves don't take turns. Every move is walked through the same determinizations with the
same random numbers and is judged by its differences from the incumbent, the move with the best
prior, because differences vary less than the shares themselves. So the search improves on the
incumbent as in G. Tesauro and G. R. Galperin, "On-line policy improvement using Monte-Carlo
search", NIPS (1996), with common random numbers: P. Glasserman and D. D. Yao, "Some guidelines and
guarantees for common random numbers", Management Science 38 (1992). A move that seems worse is
dropped, an idea of O. Maron and A. W. Moore, "Hoeffding races", NIPS (1993), but by a plain test
(`ELIMINATION_ERRORS`) instead of their bound.

A flat search has no tree: the evaluator plays on from every move of the root. It ends once all
moves but the incumbent have been dropped.
"""

from dataclasses import dataclass
from math import inf, log, sqrt
from random import Random
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from ai.agent import UNLIMITED, Agent, Budget, Choice, Considered, Stop
from ai.search.mcts import POLL, UNKNOWN, Candidates, Evaluator
from boxtui.core import CHANCE, OVER, State, drawn_seed, uniform

ELIMINATION_INTERVAL: Final = 16
"""Determinizations between two checks of which arms are clearly worse."""

ELIMINATION_ERRORS: Final = 2.0
"""An arm is dropped when its mean difference is this many standard errors below 0.

Because that is tested again and again, a move that is as good as the incumbent is dropped in about
14 of 100 searches with 400 determinizations.
"""


@mypyc_attr(allow_interpreted_subclasses=True)
class HiddenHandEvaluator(Evaluator):
    """What a search with hidden hands knows about its game. This base class knows nothing.

    The states it is given are determinizations: for a seat that decides, it may use what that seat
    sees and no more. Its candidates may be in any order.
    """

    def is_settled(self, state: State) -> bool:
        """Whether a walk ends here: at the end of the game; some games end it with the hand."""
        return state.current_player() == OVER


@dataclass(frozen=True)
class IsmctsConfig:
    """How a search with hidden hands looks at its game.

    Attributes:
        exploration: the exploration constant below the root, in a bound that counts the prior's
            visits too.
        prior_visits: the number of visits that a prior counts as.
        is_open: whether it takes the hands of the given position for the true ones, and all seats
            to see them: each determinization is the position itself.
        is_flat: whether there is no tree below the root.
    """

    exploration: float
    prior_visits: float
    is_open: bool = False
    is_flat: bool = False


@final
class IsmctsAgent(Agent):
    """Plays the move with the highest mean share over determinizations.

    `Budget.iterations` counts determinizations, each walked through once by every move that hasn't
    been dropped; `Budget.depth` is ignored. The answer depends only on what the deciding seat sees,
    the budget and `rng`, unless hands are open.
    """

    def __init__(self, evaluator: HiddenHandEvaluator, config: IsmctsConfig) -> None:
        self.evaluator = evaluator
        self.config = config

    def choose(self, state: State, budget: Budget, rng: Random, stop: Stop) -> Choice:
        """Return the best move and all others, best first, each walked at least once."""
        search = _Search(self.evaluator, self.config, state, rng)
        done = search.run(budget.iterations or UNLIMITED if search.arms else 1, stop)
        considered = search.considered()
        return Choice(considered[0].move, considered, done)

    def evaluate(self, state: State, move: int, budget: Budget, rng: Random, stop: Stop) -> Choice:
        """Return `move` with all shares.

        The determinizations and random numbers are the same for every move.
        """
        own = Random(drawn_seed(rng))  # how much of it is used differs by move
        search = _Search(self.evaluator, self.config, state, own)
        node = _Node(move, state.seats)
        done = search.follow(node, budget.iterations or UNLIMITED, rng, stop)
        shares = tuple([total / float(done) for total in node.sums])
        seen = Considered(move, shares[search.seat], done, shares)
        return Choice(move, (seen,), done)


@final
class _Node:
    """A sequence of decisions.

    Attributes:
        move: the last decision.
        prior: the share its mover may expect.
        available: how often the move could have been chosen.
        sums: for each seat, the sum of its shares over all visits.
        children: in the order in which they were first available.
    """

    def __init__(self, move: int, seats: int) -> None:
        self.move = move
        self.prior = UNKNOWN
        self.visits: i64 = 0
        self.available: i64 = 0
        self.sums = vec[float]([0.0] * seats)
        self.children: list[_Node] = []

    def child(self, move: int) -> "_Node":
        """Return the child for `move`, created if it is new."""
        for child in self.children:
            if child.move == move:
                return child
        self.children.append(_Node(move, len(self.sums)))
        return self.children[-1]


@final
class _Arm:
    """A move of the root other than the incumbent, compared with it.

    Attributes:
        prior: its prior minus the incumbent's.
        gain: the sum over determinizations of its share minus the incumbent's.
        square: the sum of the squares of these differences.
        is_racing: False once it is dropped.
    """

    def __init__(self, node: _Node, prior: float) -> None:
        self.node = node
        self.prior = prior
        self.gain = 0.0
        self.square = 0.0
        self.is_racing = True

    def count(self, gain: float) -> None:
        """Add the difference found in one more determinization."""
        self.gain += gain
        self.square += gain * gain

    def is_behind(self) -> bool:
        """Whether it is clearly worse than the incumbent."""
        count = float(self.node.visits)
        mean = self.gain / count
        variance = max(self.square / count - mean * mean, 0.0)
        return mean + ELIMINATION_ERRORS * sqrt(variance / count) < 0.0


@final
class _Search:
    """A tree for each move of `state`.

    Ties are broken at random wherever moves are equal, because otherwise they might always be
    aimed at the same player. These draws come from `rng`, and not from the random numbers within a
    determinization, which must be the same for every move.

    Attributes:
        incumbent: a move with the best prior.
        arms: the other moves.
    """

    def __init__(
        self, evaluator: HiddenHandEvaluator, config: IsmctsConfig, state: State, rng: Random
    ) -> None:
        self.evaluator = evaluator
        self.exploration = config.exploration
        self.prior_visits = config.prior_visits
        self.is_open = config.is_open
        self.is_flat = config.is_flat
        self.state = state
        self.rng = rng
        self.seat = state.current_player()
        evaluator.begin(state)
        found = evaluator.candidates(state, rng)
        priors = found.priors or [0.0] * len(found.moves)
        self.root_prior_visits = config.prior_visits if found.priors else 0.0
        order = _shuffled(len(found.moves), rng)
        best = order[0]
        for at in order:
            if priors[at] > priors[best]:
                best = at
        self.incumbent = _Node(found.moves[best], state.seats)
        self.arms = [
            _Arm(_Node(found.moves[at], state.seats), priors[at] - priors[best])
            for at in order
            if at != best
        ]

    def run(self, count: int, stop: Stop) -> int:
        """Compare all moves until stopped or done.

        Returns the number of determinizations used (at least 1).
        """
        done = 0
        while not done or (done < count and self._is_undecided()):
            if done and done % POLL == 0 and stop():
                break
            self._compare()
            done += 1
            if done % ELIMINATION_INTERVAL == 0:
                for arm in self.arms:
                    arm.is_racing = arm.is_racing and not arm.is_behind()
        return done

    def _is_undecided(self) -> bool:
        """Whether more determinizations may change the answer, or improve a tree."""
        return not self.is_flat or any(arm.is_racing for arm in self.arms)

    def follow(self, node: _Node, count: int, rng: Random, stop: Stop) -> int:
        """Walk one move only, until stopped or done.

        Returns the number of determinizations used (at least 1).
        """
        done = 0
        while not done or done < count:
            if done and done % POLL == 0 and stop():
                break
            determinization = self._determinization(rng)
            self._walk(determinization, node, Random(drawn_seed(rng)))
            done += 1
        return done

    def _determinization(self, rng: Random) -> State:
        """Return a state to start a walk from, which the walk doesn't change."""
        return self.state if self.is_open else self.state.determinize(self.seat, rng)

    def _compare(self) -> None:
        """Walk every move through one determinization with the same random numbers."""
        determinization = self._determinization(self.rng)
        seed = drawn_seed(self.rng)
        base = self._walk(determinization, self.incumbent, Random(seed))
        for arm in self.arms:
            if arm.is_racing:
                arm.count(self._walk(determinization, arm.node, Random(seed)) - base)

    def _walk(self, start: State, node: _Node, rng: Random) -> float:
        """Walk down from a root move to a new node and add the value found to all nodes passed.

        Returns the searching seat's share.
        """
        state = start.after(node.move)
        path = [node]
        while not self.is_flat and self._reach_decision(state, rng) and node.visits > 0:
            found = self.evaluator.candidates(state, self.rng)
            node = self._select(node, found, state.current_player())
            path.append(node)
            state.apply(node.move)
        value = self.evaluator.evaluate(state, rng)
        for node in path:
            node.visits += 1
            for seat in range(len(value)):
                node.sums[seat] += value[seat]
        return value[self.seat]

    def _reach_decision(self, state: State, rng: Random) -> bool:
        """Play out chance up to the next decision; return whether there is one."""
        while not self.evaluator.is_settled(state):
            if state.current_player() != CHANCE:
                return True
            state.apply(state.random_move(rng))
        return False

    def _select(self, node: _Node, found: Candidates, mover: i64) -> _Node:
        """Return the available child with the highest upper confidence bound."""
        best, most = node, -1.0
        tied: i64 = 1
        for at in range(len(found.moves)):
            child = node.child(found.moves[at])
            child.available += 1
            if found.priors:
                child.prior = found.priors[at]
            bound = self._ucb(child, mover)
            if bound > most:
                most, best, tied = bound, child, 1
            elif bound == most:
                tied += 1
                if uniform(self.rng) * float(tied) < 1.0:
                    best = child
        return best

    def _ucb(self, child: _Node, mover: i64) -> float:
        """Return the upper confidence bound of a child's share; unlimited if nothing is known."""
        weight = self._weight(child)
        if weight == 0.0:
            return inf
        spread = sqrt(log(float(child.available) + 1.0) / (weight + 1.0))
        return self._value(child, mover) + self.exploration * spread

    def _weight(self, child: _Node) -> float:
        """Return how many visits a child's value rests on, including its prior's."""
        return float(child.visits) + (self.prior_visits if child.prior != UNKNOWN else 0.0)

    def _value(self, child: _Node, mover: i64) -> float:
        """Return a child's mean share, including its prior; something must be known."""
        prior = self.prior_visits * child.prior if child.prior != UNKNOWN else 0.0
        return (child.sums[mover] + prior) / self._weight(child)

    def considered(self) -> tuple[Considered, ...]:
        """Return the moves with the mover's shares, best first; the incumbent before its equals."""
        base, prior_visits = self._value(self.incumbent, self.seat), self.root_prior_visits
        found = [Considered(self.incumbent.move, base, self.incumbent.visits)]
        for arm in self.arms:
            gain = (arm.gain + prior_visits * arm.prior) / (float(arm.node.visits) + prior_visits)
            value = min(max(base + gain, 0.0), 1.0)
            found.append(Considered(arm.node.move, value, arm.node.visits))
        return tuple(sorted(found, key=lambda each: -each.value))


def _shuffled(count: int, rng: Random) -> list[int]:
    """Return the numbers below `count` in random order."""
    keys = sorted([(uniform(rng), at) for at in range(count)])
    return [at for _, at in keys]
