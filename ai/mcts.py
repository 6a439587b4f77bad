"""Monte Carlo tree search for any game of the contract: any number of players, dice and cards.

- The tree is grown by upper confidence bounds: L. Kocsis and C. Szepesvári, "Bandit based
  Monte-Carlo planning", ECML (2006); everyone maximises their own share, as in N. R. Sturtevant,
  "An analysis of UCT in multi-player games", CG (2008).
- What is known of a move before it is tried counts as a few visits: S. Gelly and D. Silver,
  "Combining online and offline knowledge in UCT", ICML (2007); that it fades as visits come, and
  that of many moves the most promising are tried first and the others one by one, is progressive
  bias and progressive unpruning: G. Chaslot and others, "Progressive strategies for Monte-Carlo
  tree search", New Mathematics and Natural Computation 4 (2008).
- Chance has nodes of its own, whose outcomes are tried as often as their odds have it and not
  drawn: the means vary less, as in J. Veness, M. Lanctot and M. Bowling, "Variance reduction in
  Monte-Carlo tree search", NIPS (2011).
- Positions whose worth is known for sure are never searched again: M. H. M. Winands, Y. Björnsson
  and J.-T. Saito, "Monte-Carlo tree search solver", CG (2008); with several players and chance
  what is proven is one share a seat.
"""

from dataclasses import dataclass
from math import ceil, log, sqrt
from random import Random
from time import perf_counter
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from ai.agent import Agent, Budget, Choice, Considered, Stop
from boxtui.core import CHANCE, OVER, State

POLL: Final = 4
"""Iterations between two looks at the stop flag: uncompiled, each may take milliseconds."""

UNLIMITED: Final = 1 << 60
FOLLOWED: Final = 500
"""Positions looked through for the one in which a match went on."""

LEAF: Final = -1
"""The first child of a node that has none yet."""

UNKNOWN: Final = -1.0
"""The promise of a move of which nothing is known."""

ALIKE: Final = 1e-9
"""Figures that differ by less are the same."""

SURE: Final = 1.0 - ALIKE
"""A share that no other move can exceed."""


@final
class Candidates:
    """The moves to try in a position where a seat decides; at least one.

    `promises`: beside each move the share, in 0..1, that the mover may hope for, the highest first;
    empty where nothing is known: then every move is tried before one is tried again. `whole`: no
    legal move is left out; where one is, nothing can be lost for sure.
    """

    def __init__(self, moves: list[int], promises: list[float], whole: bool) -> None:
        self.moves = moves
        self.promises = promises
        self.whole = whole


@mypyc_attr(allow_interpreted_subclasses=True)
class Knowledge:
    """What a search is told of its game; as it stands nothing, so that it plays plain UCT.

    A game's own knowledge is a class below this one. What it keeps between searches must make no
    difference to its answers.
    """

    def begin(self, state: State) -> None:
        """Get ready for a search from that position; asked before anything else."""

    def candidates(self, state: State) -> Candidates:
        """What to try in a position in which a seat decides."""
        return Candidates(state.legal_moves(), [], True)

    def evaluate(self, state: State, rng: Random) -> list[float]:
        """A share a seat for a position, ended or not; `state` may be played on for it."""
        while state.player() != OVER:
            state.play(state.random_move(rng))
        return state.returns()


@dataclass(frozen=True)
class Style:
    """How a search divides its iterations.

    `exploration` is the weight of what was tried little; a promise counts as `trust` visits; of a
    node's moves the first `breadth` times the root of its visits are tried, 0 for all at once.
    """

    exploration: float = 0.7
    trust: float = 2.0
    breadth: float = 0.0


@final
class MctsAgent(Agent):
    """Plays the move that a tree search tried most, or one that wins for sure.

    `Budget.iterations` are walks from the root to a position that is evaluated; `Budget.depth` has
    no meaning. The answer depends on the position, the budget and the luck alone: with `keeps` a
    tree is searched on where a match goes on into it, and what was asked before then matters too.
    """

    def __init__(self, knowledge: Knowledge, style: Style, keeps: bool = False) -> None:
        self.knowledge = knowledge
        self.style = style
        self.keeps = keeps
        self._kept: _Search | None = None
        self._chosen = -1

    def choose(self, state: State, budget: Budget, rng: Random, stop: Stop) -> Choice:
        """The best move and the candidates tried, best first; unlimited, until all is proven."""
        begun = perf_counter()
        kept = self._kept.followed(state, self._chosen) if self._kept is not None else None
        search = kept or _Search(self.knowledge, self.style, state.clone(), rng)
        limit = budget.iterations or UNLIMITED
        done = search.run(1 if search.is_forced() else limit, rng, stop)
        considered = search.considered()
        if self.keeps:
            self._kept, self._chosen = search, considered[0].move
        return Choice(considered[0].move, considered, done, perf_counter() - begun)


@final
class _Search:
    """A tree over the positions that follow `state`: a node is a place in flat arrays.

    `moves`: the move that leads there; `visits`; `sums`: of shares, `seats` a node; `promises`:
    what was hoped for its mover, at chance the odds; `first` and `counts`: its children, which
    lie side by side; `deciders`: who decides there; `whole`: 1 if all legal moves are children;
    `proven`: 1 once its mean is its worth for sure.
    """

    def __init__(self, knowledge: Knowledge, style: Style, state: State, rng: Random) -> None:
        self.knowledge = knowledge
        self.exploration = style.exploration
        self.trust = style.trust
        self.breadth = style.breadth
        self.state = state
        self.root: i64 = 0
        knowledge.begin(state)
        worth = knowledge.evaluate(state.clone(), rng)
        self.seats: i64 = len(worth)
        self.moves = vec[i64]([-1])
        self.visits = vec[i64]([1])
        self.sums = vec[float](worth)
        self.promises = vec[float]([UNKNOWN])
        self.first = vec[i64]([LEAF])
        self.counts = vec[i64]([0])
        self.deciders = vec[i64]([OVER])
        self.whole = vec[i64]([0])
        self.proven = vec[i64]([0])
        self._expand(0, state)

    def run(self, iterations: int, rng: Random, stop: Stop) -> int:
        """Iterate until told to stop, done or sure; how many iterations it were, at least one."""
        done = 0
        while not done or (done < iterations and not self.proven[self.root]):
            if done and done % POLL == 0 and stop():
                break
            self._iterate(rng)
            done += 1
        return done

    def is_forced(self) -> bool:
        """Whether there is but one move to try."""
        return self.counts[self.root] == 1

    def _iterate(self, rng: Random) -> None:
        """Walk down to a position that is new, ended or proven, and count its worth upwards."""
        state = self.state.clone()
        node = self.root
        path = vec[i64]([node])
        while self.first[node] != LEAF and not self.proven[node]:
            node = self._due(node, rng) if self.deciders[node] == CHANCE else self._best(node)
            state.play(self.moves[node])
            path = append(path, node)
            if self.visits[node] > 0 and self.first[node] == LEAF and not self.proven[node]:
                self._expand(node, state)
        self._back_up(path, self._worth(node, state, rng))

    def _worth(self, node: i64, state: State, rng: Random) -> list[float]:
        """The shares at the end of a walk: proven, of an ended game, or evaluated."""
        if self.proven[node]:
            return [self._mean(node, seat) for seat in range(self.seats)]
        if state.player() == OVER:
            self.proven[node] = 1
            return state.returns()
        return self.knowledge.evaluate(state, rng)

    def _expand(self, node: i64, state: State) -> None:
        """Give a node its children."""
        decider = state.player()
        if decider == CHANCE:
            found = Candidates(state.legal_moves(), state.chance_odds(), True)
        else:
            found = self.knowledge.candidates(state)
        self.deciders[node] = decider
        self.whole[node] = int(found.whole)
        self.first[node] = len(self.moves)
        self.counts[node] = len(found.moves)
        for at in range(len(found.moves)):
            self._add(found.moves[at], found.promises[at] if found.promises else UNKNOWN)

    def _add(self, move: i64, promise: float) -> None:
        self.moves = append(self.moves, move)
        self.visits = append(self.visits, 0)
        for _ in range(self.seats):
            self.sums = append(self.sums, 0.0)
        self.promises = append(self.promises, promise)
        self.first = append(self.first, LEAF)
        self.counts = append(self.counts, 0)
        self.deciders = append(self.deciders, OVER)
        self.whole = append(self.whole, 0)
        self.proven = append(self.proven, 0)

    def _due(self, node: i64, rng: Random) -> i64:
        """The outcome of chance that lags furthest behind its odds; luck says which of several."""
        first, count, trials = self.first[node], self.counts[node], float(self.visits[node])
        due = first + i64(rng.random() * float(count))
        most = self.promises[due] * trials - float(self.visits[due])
        for child in range(first, first + count):
            lag = self.promises[child] * trials - float(self.visits[child])
            if lag > most + ALIKE:
                most, due = lag, child
        return due

    def _best(self, node: i64) -> i64:
        """The child to try now: the one that its mover may hope most of."""
        mover, most = self.deciders[node], -1.0
        best: i64 = LEAF
        spread = self.exploration * sqrt(log(float(self.visits[node]) + 1.0))
        for child in range(self.first[node], self.first[node] + self._tried(node)):
            if self.visits[child] == 0 and self.promises[child] == UNKNOWN:
                return child
            hope = self._hope(child, mover, spread)
            if hope > most:
                most, best = hope, child
        return best

    def _tried(self, node: i64) -> i64:
        """How many of a node's children are open to be tried."""
        if self.breadth == 0.0:
            return self.counts[node]
        return min(self.counts[node], ceil(self.breadth * sqrt(float(self.visits[node]))))

    def _hope(self, child: i64, mover: i64, spread: float) -> float:
        """The upper confidence bound of a child's share for `mover`."""
        if self.proven[child]:
            return self._mean(child, mover)
        visits, promise = float(self.visits[child]), self.promises[child]
        total, weight = self.sums[child * self.seats + mover], visits
        if promise != UNKNOWN:
            total, weight = total + self.trust * promise, weight + self.trust
        return total / weight + spread / sqrt(visits + 1.0)

    def _mean(self, node: i64, seat: i64) -> float:
        return self.sums[node * self.seats + seat] / float(self.visits[node])

    def _back_up(self, path: vec[i64], worth: list[float]) -> None:
        """Count a walk in all its nodes; where its end is proven, what that proves above it."""
        at: i64 = len(path) - 1
        below: i64 = LEAF
        while at >= 0:
            node = path[at]
            self.visits[node] += 1
            for seat in range(self.seats):
                self.sums[node * self.seats + seat] += worth[seat]
            if below != LEAF and self.proven[below] and not self.proven[node]:
                proof = self._proof(node, below)
                if proof:
                    self._prove(node, proof)
                    worth = proof
            below = node
            at -= 1

    def _prove(self, node: i64, worth: list[float]) -> None:
        """From now on the node's mean is its worth."""
        self.proven[node] = 1
        for seat in range(self.seats):
            self.sums[node * self.seats + seat] = worth[seat] * float(self.visits[node])

    def _proof(self, node: i64, below: i64) -> list[float]:
        """The shares that a node is worth for sure now that its child `below` is; empty if open."""
        decider = self.deciders[node]
        if decider != CHANCE and self._mean(below, decider) >= SURE:
            return [self._mean(below, seat) for seat in range(self.seats)]
        if not self.whole[node]:
            return []
        best = below
        average = [0.0] * int(self.seats)
        for child in range(self.first[node], self.first[node] + self.counts[node]):
            if not self.proven[child]:
                return []
            for seat in range(self.seats):
                average[seat] += self.promises[child] * self._mean(child, seat)
            if decider != CHANCE and self._mean(child, decider) > self._mean(best, decider):
                best = child
        if decider == CHANCE:
            return average
        return [self._mean(best, seat) for seat in range(self.seats)]

    def considered(self) -> tuple[Considered, ...]:
        """The root's children that were tried, the best first; never none."""
        first = self.first[self.root]
        children = range(first, first + self.counts[self.root])
        tried = [child for child in children if self.visits[child]]
        mover = self.deciders[self.root]
        return tuple(
            Considered(self.moves[child], self._mean(child, mover), self.visits[child])
            for child in sorted(tried, key=self._rank, reverse=True)
        )

    def _rank(self, child: int) -> tuple[float, float, float]:
        """By visits, what is lost for sure last; once all is proven, by what is worth most."""
        mean, visits = self._mean(child, self.deciders[self.root]), float(self.visits[child])
        if self.proven[self.root]:
            return mean, float(self.proven[child]), visits
        lost = self.proven[child] and mean < ALIKE
        return 0.0 if lost else visits, mean, 0.0

    def followed(self, state: State, chosen: int) -> "_Search | None":
        """This search with its root where a match went on after `chosen`; None where it didn't.

        Looks through the nodes visited, those next to the root first.
        """
        wanted = state.text()
        waiting = [(self.root, self.state)]
        looked_through = 0
        while waiting and looked_through < FOLLOWED:
            node, position = waiting.pop(0)
            for child in range(self.first[node], self.first[node] + self.counts[node]):
                passed_by = node == self.root and self.moves[child] != chosen
                if self.first[child] == LEAF or passed_by:
                    continue
                twin = position.clone()
                twin.play(self.moves[child])
                looked_through += 1
                if twin.text() == wanted:
                    self.root, self.state = child, twin
                    self.knowledge.begin(twin)
                    return self
                waiting.append((child, twin))
        return None
