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

At the root the moves aren't tried by turns: every one is walked through the same worlds with the
same luck, and it is by the differences to the favourite, the move promised most, that they are
judged, for they vary less than the shares themselves. So the favourite's rule is improved upon as
in G. Tesauro and G. R. Galperin, "On-line policy improvement using Monte-Carlo search", NIPS
(1996), with common random numbers: P. Glasserman and D. D. Yao, "Some guidelines and guarantees for
common random numbers", Management Science 38 (1992). A move that falls clearly behind is walked
through no more worlds: O. Maron and A. W. Moore, "Hoeffding races", NIPS (1993).
"""

from math import log, sqrt
from random import Random
from time import perf_counter
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from ai.agent import Agent, Budget, Choice, Considered, Stop
from ai.search.mcts import POLL, UNKNOWN, UNLIMITED, Candidates, Knowledge
from boxtui.core import CHANCE, OVER, State, uniform

HEAT: Final = 16
"""Worlds between two looks at who has fallen behind."""

BEHIND: Final = 2.0
"""The standard errors by which a mean difference is clearly one."""

LUCK_LIMIT: Final = 1 << 32


@mypyc_attr(allow_interpreted_subclasses=True)
class HandKnowledge(Knowledge):
    """What a search under hidden hands is told of its game; as it stands nothing.

    The states that it is asked about are worlds: of a seat that decides it may use what that seat
    sees, and no more. Its candidates may stand in any order.
    """

    def is_settled(self, state: State) -> bool:
        """Whether to look no further: here at the game's end, else perhaps at the end of a hand."""
        return state.current_player() == OVER


@final
class IsmctsAgent(Agent):
    """Plays the move that is worth most in worlds that the seat holds possible.

    `exploration` is the weight, below the root, of what was tried little; a promise counts as
    `trust` visits. `Budget.iterations` are worlds, each walked through once by every move that
    hasn't fallen behind; `Budget.depth` has no meaning. The answer depends on what the seat that
    decides sees, the budget and the luck alone.
    """

    def __init__(self, knowledge: HandKnowledge, exploration: float, trust: float) -> None:
        self.knowledge = knowledge
        self.exploration = exploration
        self.trust = trust

    def choose(self, state: State, budget: Budget, rng: Random, stop: Stop) -> Choice:
        """The best move and all others, best first, each walked through one world or more."""
        begun = perf_counter()
        self.knowledge.begin(state)
        search = _Search(self.knowledge, self.exploration, self.trust, state, rng)
        done = search.run(budget.iterations or UNLIMITED if search.rivals else 1, stop)
        considered = search.considered()
        return Choice(considered[0].move, considered, done, perf_counter() - begun)

    def evaluate(self, state: State, move: int, budget: Budget, rng: Random, stop: Stop) -> Choice:
        """A move with the mover's share, in the same worlds and by the same luck as any other."""
        begun = perf_counter()
        self.knowledge.begin(state)
        lots = Random(int(uniform(rng) * LUCK_LIMIT))  # another move takes more of them, or fewer
        search = _Search(self.knowledge, self.exploration, self.trust, state, lots)
        node = _Node(move, state.seats)
        done = search.follow(node, budget.iterations or UNLIMITED, rng, stop)
        value = node.sums[search.seat] / float(done)
        return Choice(move, (Considered(move, value, done),), done, perf_counter() - begun)


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
class _Rival:
    """A move of the root beside the favourite, as the seat that decides has it.

    `promised` is what it was promised beyond the favourite; `gain` and `square` are the sums of
    what it got beyond it in each world, and of that squared.
    """

    def __init__(self, node: _Node, promised: float) -> None:
        self.node = node
        self.promised = promised
        self.gain = 0.0
        self.square = 0.0
        self.is_racing = True

    def count(self, gain: float) -> None:
        """Add what it got beyond the favourite in one more world."""
        self.gain += gain
        self.square += gain * gain

    def is_behind(self) -> bool:
        """Whether it is clearly worse than the favourite."""
        worlds = float(self.node.visits)
        mean = self.gain / worlds
        variance = max(self.square / worlds - mean * mean, 0.0)
        return mean + BEHIND * sqrt(variance / worlds) < 0.0


@final
class _Search:
    """Trees over what may be decided after each move of `state`, by the seat that decides there.

    `favourite` is one of the moves promised most, `rivals` are the others. Lots are drawn wherever
    moves are equal, for they may be the same against different players: by `rng`, from which the
    worlds come, and not by the luck in them, which has to be the same for every move.
    """

    def __init__(
        self,
        knowledge: HandKnowledge,
        exploration: float,
        trust: float,
        state: State,
        rng: Random,
    ) -> None:
        self.knowledge = knowledge
        self.exploration = exploration
        self.trust = trust
        self.state = state
        self.rng = rng
        self.seat = state.current_player()
        found = knowledge.candidates(state, rng)
        promises = found.promises or [0.0] * len(found.moves)
        self.trust_at_root = trust if found.promises else 0.0
        order = _shuffled(len(found.moves), rng)
        best = order[0]
        for at in order:
            if promises[at] > promises[best]:
                best = at
        self.favourite = _Node(found.moves[best], state.seats)
        self.rivals = [
            _Rival(_Node(found.moves[at], state.seats), promises[at] - promises[best])
            for at in order
            if at != best
        ]

    def run(self, worlds: int, stop: Stop) -> int:
        """Compare until told to stop or done; how many worlds it were, at least one."""
        done = 0
        while not done or done < worlds:
            if done and done % POLL == 0 and stop():
                break
            self._compare()
            done += 1
            if done % HEAT == 0:
                for rival in self.rivals:
                    rival.is_racing = rival.is_racing and not rival.is_behind()
        return done

    def follow(self, node: _Node, worlds: int, rng: Random, stop: Stop) -> int:
        """Walk by one move alone until told to stop or done; how many worlds, at least one."""
        done = 0
        while not done or done < worlds:
            if done and done % POLL == 0 and stop():
                break
            world = self.state.determinize(self.seat, rng)
            self._walk(world, node, Random(int(uniform(rng) * LUCK_LIMIT)))
            done += 1
        return done

    def _compare(self) -> None:
        """Walk through one possible world by each move, with the same luck."""
        world = self.state.determinize(self.seat, self.rng)
        luck = int(uniform(self.rng) * LUCK_LIMIT)
        base = self._walk(world, self.favourite, Random(luck))
        for rival in self.rivals:
            if rival.is_racing:
                rival.count(self._walk(world, rival.node, Random(luck)) - base)

    def _walk(self, start: State, node: _Node, rng: Random) -> float:
        """From a node's move down to decisions that are new; the seat's share, counted upwards."""
        world = start.after(node.move)
        path = [node]
        while not self._is_at_end(world, rng) and node.visits > 0:
            found = self.knowledge.candidates(world, self.rng)
            node = self._best(node, found, world.current_player())
            path.append(node)
            world.apply(node.move)
        worth = self.knowledge.evaluate(world, rng)
        for node in path:
            node.visits += 1
            for seat in range(len(worth)):
                node.sums[seat] += worth[seat]
        return worth[self.seat]

    def _is_at_end(self, world: State, rng: Random) -> bool:
        """Let chance decide what it has to; whether the world is settled then."""
        while not self.knowledge.is_settled(world):
            if world.current_player() != CHANCE:
                return False
            world.apply(world.random_move(rng))
        return True

    def _best(self, node: _Node, found: Candidates, mover: i64) -> _Node:
        """The child to try now, of those available: one that its mover may hope most of."""
        best, most = node, -1.0
        tied: i64 = 1
        for at in range(len(found.moves)):
            child = node.child(found.moves[at])
            child.available += 1
            if found.promises:
                child.promise = found.promises[at]
            hope = self._hope(child, mover)
            if hope > most:
                most, best, tied = hope, child, 1
            elif hope == most:
                tied += 1
                if uniform(self.rng) * float(tied) < 1.0:
                    best = child
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
        """The moves with their shares, the best first, the favourite before its equals."""
        base = self._value(self.favourite, self.seat)
        found = [Considered(self.favourite.move, base, self.favourite.visits)]
        for rival in self.rivals:
            value = min(max(base + self._gain(rival), 0.0), 1.0)
            found.append(Considered(rival.node.move, value, rival.node.visits))
        found.sort(key=_value_of, reverse=True)
        return tuple(found)

    def _gain(self, rival: _Rival) -> float:
        """By how much a rival's share is above the favourite's, what was promised counted."""
        worlds = float(rival.node.visits)
        promised = self.trust_at_root * rival.promised
        return (rival.gain + promised) / (worlds + self.trust_at_root)


def _shuffled(count: int, rng: Random) -> list[int]:
    """The numbers below `count` in the order of lots."""
    lots = sorted([(uniform(rng), at) for at in range(count)])
    return [at for _, at in lots]


def _value_of(found: Considered) -> float:
    return found.value
