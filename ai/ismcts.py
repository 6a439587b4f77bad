"""Monte Carlo tree search where hands are hidden: any number of players, cards and dice.

Information set Monte Carlo tree search, single observer: P. I. Cowling, E. J. Powley and
D. Whitehouse, "Information Set Monte Carlo Tree Search", IEEE Transactions on Computational
Intelligence and AI in Games 4 (2012). Each iteration begins in a world that the searching seat
holds possible, and all worlds share one tree. A move that is legal in some of them alone is
weighed by how often it was available, not by how often its position was visited.

One observer is enough where everybody sees every decision, as is so in our games: the trees of
several would differ by cards drawn on the way alone. And chance has no nodes here: a tree's node is
what everybody decided up to there, so a card that somebody draws splits nothing, seen or not. What
may be done with it is told apart by what is available.
"""

from math import log, sqrt
from random import Random
from time import perf_counter
from typing import final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from ai.agent import Agent, Budget, Choice, Considered, Stop
from ai.mcts import POLL, UNKNOWN, UNLIMITED, Candidates, Knowledge
from boxtui.core import CHANCE, OVER, State


@mypyc_attr(allow_interpreted_subclasses=True)
class HandKnowledge(Knowledge):
    """What a search under hidden hands is told of its game; as it stands nothing.

    The states that it is asked about are worlds: of a seat that decides it may use what that seat
    sees, and no more.
    """

    def is_settled(self, state: State) -> bool:
        """Whether to look no further: here at the game's end, else perhaps at the end of a hand."""
        return state.player() == OVER


@final
class IsmctsAgent(Agent):
    """Plays the move that a search under hidden hands tried most.

    `exploration` is the weight of what was tried little; a promise counts as `trust` visits.
    `Budget.iterations` are worlds walked through; `Budget.depth` has no meaning. The answer depends
    on what the seat that decides sees, the budget and the luck alone.
    """

    def __init__(self, knowledge: HandKnowledge, exploration: float, trust: float) -> None:
        self.knowledge = knowledge
        self.exploration = exploration
        self.trust = trust

    def choose(self, state: State, budget: Budget, rng: Random, stop: Stop) -> Choice:
        """The best move and the others, best first: one never tried has the value promised."""
        begun = perf_counter()
        self.knowledge.begin(state)
        search = _Search(self.knowledge, self.exploration, self.trust, state)
        is_forced = len(self.knowledge.candidates(state).moves) == 1
        done = search.run(1 if is_forced else budget.iterations or UNLIMITED, rng, stop)
        considered = search.considered()
        return Choice(considered[0].move, considered, done, perf_counter() - begun)


@final
class _Node:
    """What was decided up to here, the last of it `move`, which a seat was promised so much of.

    `sums`: of shares, one a seat; `available`: how often the move could have been chosen;
    `children`: in the order in which they were first available.
    """

    def __init__(self, move: int, seats: int) -> None:
        self.move = move
        self.promise = UNKNOWN
        self.visits: i64 = 0
        self.available: i64 = 0
        self.sums = vec[float]([0.0] * seats)
        self.children: list[_Node] = []

    def child(self, move: int) -> "_Node":
        """What follows by a move, made where it is new."""
        for child in self.children:
            if child.move == move:
                return child
        self.children.append(_Node(move, len(self.sums)))
        return self.children[-1]


@final
class _Search:
    """A tree over what may be decided after `state`, as the seat that decides there sees it."""

    def __init__(
        self, knowledge: HandKnowledge, exploration: float, trust: float, state: State
    ) -> None:
        self.knowledge = knowledge
        self.exploration = exploration
        self.trust = trust
        self.state = state
        self.seat = state.player()
        self.root = _Node(-1, state.seats)

    def run(self, iterations: int, rng: Random, stop: Stop) -> int:
        """Iterate until told to stop or done; how many iterations it were, at least one."""
        done = 0
        while not done or done < iterations:
            if done and done % POLL == 0 and stop():
                break
            self._iterate(rng)
            done += 1
        return done

    def _iterate(self, rng: Random) -> None:
        """Walk a possible world down to decisions that are new, and count its worth upwards."""
        world = self.state.resample(self.seat, rng)
        node = self.root
        path = [node]
        while not self._is_at_end(world, rng) and (node.visits > 0 or node is self.root):
            node = self._best(node, self.knowledge.candidates(world), world.player())
            path.append(node)
            world.play(node.move)
        worth = self.knowledge.evaluate(world, rng)
        for node in path:
            node.visits += 1
            for seat in range(len(worth)):
                node.sums[seat] += worth[seat]

    def _is_at_end(self, world: State, rng: Random) -> bool:
        """Let chance decide what it has to; whether the world is settled then."""
        while not self.knowledge.is_settled(world):
            if world.player() != CHANCE:
                return False
            world.play(world.random_move(rng))
        return True

    def _best(self, node: _Node, found: Candidates, mover: i64) -> _Node:
        """The child to try now, of those available: the one that its mover may hope most of."""
        best, most = node, -1.0
        for at in range(len(found.moves)):
            child = node.child(found.moves[at])
            child.available += 1
            if found.promises:
                child.promise = found.promises[at]
            hope = self._hope(child, mover)
            if hope > most:
                most, best = hope, child
        return best

    def _hope(self, child: _Node, mover: i64) -> float:
        """The upper confidence bound of a child's share for `mover`; of an unknown one no bound."""
        weight = self._weight(child)
        if weight == 0.0:
            return float(UNLIMITED)
        spread = sqrt(log(float(child.available) + 1.0) / (weight + 1.0))
        return self._value(child, mover) + self.exploration * spread

    def _weight(self, child: _Node) -> float:
        """The visits that a child's value rests on, its promise counted."""
        return float(child.visits) + (self.trust if child.promise != UNKNOWN else 0.0)

    def _value(self, child: _Node, mover: i64) -> float:
        """A child's mean share for `mover`, its promise counted; of a known one."""
        promised = self.trust * child.promise if child.promise != UNKNOWN else 0.0
        return (child.sums[mover] + promised) / self._weight(child)

    def considered(self) -> tuple[Considered, ...]:
        """The root's children of which anything is known, the most tried first; never none."""
        known = [child for child in self.root.children if self._weight(child) > 0.0]
        known.sort(key=self._rank, reverse=True)
        return tuple(
            Considered(child.move, self._value(child, self.seat), child.visits) for child in known
        )

    def _rank(self, child: _Node) -> tuple[int, float]:
        return child.visits, self._value(child, self.seat)
