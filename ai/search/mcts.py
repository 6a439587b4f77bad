"""Monte Carlo tree search for any game of the contract: any number of players, dice and cards.

- Selection is by upper confidence bounds: L. Kocsis and C. Szepesvári, "Bandit based Monte-Carlo
  planning", ECML (2006). Each player maximizes their own share, as in N. R. Sturtevant, "An
  analysis of UCT in multi-player games", CG (2008).
- A prior for each move counts as a few visits: S. Gelly and D. Silver, "Combining online and
  offline knowledge in UCT", ICML (2007). Its effect fades as visits are added. Where there are many
  moves, the best priors are tried first and the others one by one (progressive widening):
  G. Chaslot and others, "Progressive strategies for Monte-Carlo tree search", New Mathematics and
  Natural Computation 4 (2008).
- Chance has nodes of its own. Their outcomes are not drawn but visited in proportion to their
  probabilities (stratified sampling), which makes the means vary less. An open-loop search, which
  has nodes for decisions only, won 49% of 200 games of Kimbo with as many iterations (95% interval
  42% to 57%) and took twice the time.
- Positions whose value is proven are never searched again: M. H. M. Winands, Y. Björnsson and
  J.-T. Saito, "Monte-Carlo tree search solver", CG (2008). With several players and chance, a
  proven value is one share per seat. If moves are equally good for the mover, it is the value of
  one of them; with more than two players, the others may divide the rest in another way.
"""

from dataclasses import dataclass
from math import ceil, log, sqrt
from random import Random
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from ai.agent import UNLIMITED, Agent, Budget, Choice, Considered, Stop
from boxtui.core import CHANCE, OVER, State, uniform
from boxtui.vec_moves import VecMoves

POLL: Final = 4
"""Iterations between two checks of the stop flag; uncompiled, one may take milliseconds."""

UNKNOWN: Final = -1.0
"""The prior of a move about which nothing is known."""

ALIKE: Final = 1e-9
"""Values that differ by less are treated as equal."""

CERTAIN_WIN: Final = 1.0 - ALIKE
"""A share at or above which no other move can be better."""


@final
class Candidates:
    """The moves to try in a position where a seat decides; at least one.

    Attributes:
        moves: the moves, those with the best priors first; equal priors in any order.
        priors: for each move the share, in 0..1, that the mover may expect. Empty if nothing is
            known: then every move is tried once before any is tried again.
        whole: whether these are all legal moves; otherwise no loss can be proven.
    """

    def __init__(self, moves: vec[i64], priors: list[float], whole: bool) -> None:
        self.moves = moves
        self.priors = priors
        self.whole = whole


def legal_moves_vec(state: State) -> vec[i64]:
    """Return the legal moves of any game's position as machine numbers."""
    return state.legal_moves_vec() if isinstance(state, VecMoves) else vec[i64](state.legal_moves())


@mypyc_attr(allow_interpreted_subclasses=True)
class Evaluator:
    """What a search knows about its game. This base class knows nothing: it plays plain UCT.

    Each game derives its own. What an evaluator keeps between searches must not change its answers.
    """

    def begin(self, state: State) -> None:
        """Prepare for a search from that position; called before anything else."""

    def candidates(self, state: State, rng: Random) -> Candidates:
        """Return the moves to try in a position where a seat decides.

        If it leaves out some of several equally good moves, `rng` says which.
        """
        return Candidates(legal_moves_vec(state), [], True)

    def evaluate(self, state: State, rng: Random) -> list[float]:
        """Return a share per seat for a position, ended or not; `state` may be played on."""
        state.play_out(rng)
        return state.returns()


@dataclass(frozen=True)
class MctsConfig:
    """How a search divides its iterations.

    Attributes:
        exploration: the exploration constant, in a bound that counts real visits only.
        prior_visits: the number of visits that a prior counts as.
        widening: a node with n visits tries its first ``widening * sqrt(n)`` moves; 0 means all.
    """

    exploration: float = 0.7
    prior_visits: float = 2.0
    widening: float = 0.0


@final
class MctsAgent(Agent):
    """Plays the move that a tree search visited most, or one that is proven to win.

    `Budget.iterations` counts walks from the root to a position that is evaluated; `Budget.depth`
    is ignored. The answer depends only on the position, the budget and `rng`: no tree is reused, so
    that a resumed game is answered in the same way.
    """

    def __init__(self, evaluator: Evaluator, config: MctsConfig) -> None:
        self.evaluator = evaluator
        self.config = config

    def choose(self, state: State, budget: Budget, rng: Random, stop: Stop) -> Choice:
        """Return the best move and the candidates visited, best first.

        Without a limit it searches until everything is proven.
        """
        search = _Search(self.evaluator, self.config, state.clone(), rng)
        is_forced = len(search.top.moves) == 1
        done = search.run(1 if is_forced else budget.iterations or UNLIMITED, rng, stop)
        considered = search.considered()
        return Choice(considered[0].move, considered, done)

    def evaluate(self, state: State, move: int, budget: Budget, rng: Random, stop: Stop) -> Choice:
        """Return `move` with all shares, by a search from the position it leads to."""
        mover, after = state.current_player(), state.after(move)
        if after.current_player() == OVER:
            shares, done = after.returns(), 1
        else:
            search = _Search(self.evaluator, self.config, after, rng)
            done = search.run(budget.iterations or UNLIMITED, rng, stop)
            shares = search.root.means()
        seen = Considered(move, shares[mover], done, tuple(shares))
        return Choice(move, (seen,), done)


@final
class _Node:
    """A position of the tree.

    Attributes:
        move: the move that leads here.
        prior: the share its mover may expect; for an outcome of chance, its probability.
        sums: for each seat, the sum of its shares over all visits.
        proven: whether the means are the position's true value.
        expansion: what follows; None until the node is visited again.
    """

    def __init__(self, move: int, prior: float, sums: vec[float]) -> None:
        self.move: Final = move
        self.prior: Final = prior
        self.sums: Final = sums
        self.visits: i64 = 0
        self.proven = False
        self.expansion: _Expansion | None = None

    def mean(self, seat: i64) -> float:
        """Return a seat's mean share; there must be a visit."""
        return self.sums[seat] / float(self.visits)

    def means(self) -> list[float]:
        """Return the mean share of each seat."""
        return [self.mean(seat) for seat in range(len(self.sums))]

    def prove(self, value: list[float]) -> None:
        """Make `value`, a share per seat, the mean from now on."""
        self.proven = True
        for seat in range(len(self.sums)):
            self.sums[seat] = value[seat] * float(self.visits)


@final
class _Expansion:
    """What follows a position: candidate moves, or the outcomes of chance.

    Attributes:
        state: the position, which walks continue from.
        decider: the seat that decides, or `CHANCE`.
        children: nodes for the first of `moves`, created when they are first tried.
    """

    def __init__(self, state: State, decider: i64, found: Candidates) -> None:
        self.state: Final = state
        self.decider: Final = decider
        self.moves: Final = found.moves
        self.priors: Final = found.priors
        self.whole: Final = found.whole
        self.children: Final[list[_Node]] = []
        self._unvisited = vec[float]([0.0] * state.seats)

    def expand(self, count: i64, rng: Random) -> None:
        """Create children until there are `count`, moves with equal priors in random order.

        In the order of their numbers, the first might always be aimed at the same seat.
        """
        for at in range(len(self.children), count):
            if self.decider != CHANCE:
                self._shuffle_equals(at, rng)
            prior = self.priors[at] if self.priors else UNKNOWN
            self.children.append(_Node(self.moves[at], prior, self._unvisited[:]))

    def _shuffle_equals(self, at: i64, rng: Random) -> None:
        """Swap the move at `at` with a random one of those that have the same prior."""
        end: i64 = len(self.moves)
        if self.priors:
            end = at + 1
            while end < len(self.moves) and self.priors[at] - self.priors[end] < ALIKE:
                end += 1
        drawn = at + i64(uniform(rng) * float(end - at))
        self.moves[at], self.moves[drawn] = self.moves[drawn], self.moves[at]
        if self.priors:
            prior = self.priors[at]
            self.priors[at], self.priors[drawn] = self.priors[drawn], prior

    def proof(self, below: _Node) -> list[float]:
        """Return the proven shares, now that the child `below` is proven; empty if still open."""
        if self.decider != CHANCE and below.mean(self.decider) >= CERTAIN_WIN:
            return below.means()
        if not self.whole or len(self.children) < len(self.moves):
            return []
        for child in self.children:
            if not child.proven:
                return []
        return self._average() if self.decider == CHANCE else self._best(below).means()

    def _average(self) -> list[float]:
        """Return the mean share of each seat over the outcomes of chance."""
        value = [0.0] * self.state.seats
        for child in self.children:
            for seat in range(self.state.seats):
                value[seat] += child.prior * child.mean(seat)
        return value

    def _best(self, below: _Node) -> _Node:
        """Return the child with the mover's largest share; `below` if none has a larger one."""
        best = below
        for child in self.children:
            if child.mean(self.decider) > best.mean(self.decider):
                best = child
        return best


@final
class _Search:
    """A search tree from `state`; `top` is its root's expansion."""

    def __init__(self, evaluator: Evaluator, config: MctsConfig, state: State, rng: Random) -> None:
        self.evaluator: Final = evaluator
        self.exploration = config.exploration
        self.prior_visits = config.prior_visits
        self.widening = config.widening
        evaluator.begin(state)
        self.root = _Node(-1, UNKNOWN, vec[float](evaluator.evaluate(state.clone(), rng)))
        self.root.visits = 1
        self.top = self.root.expansion = self._expansion_of(state, rng)

    def run(self, iterations: int, rng: Random, stop: Stop) -> int:
        """Iterate until stopped, done or proven.

        Returns the number of iterations done (at least 1).
        """
        done = 0
        while not done or (done < iterations and not self.root.proven):
            if done and done % POLL == 0 and stop():
                break
            self._iterate(rng)
            done += 1
        return done

    def _iterate(self, rng: Random) -> None:
        """Walk down to a position that is new, over or proven, and backpropagate its value."""
        node, expansion, state = self.root, self.root.expansion, self.top.state
        path = [node]
        while expansion is not None and not node.proven:
            node = self._select_child(node, expansion, rng)
            path.append(node)
            if node.expansion is None and not node.proven:
                state = expansion.state.after(node.move)
                if node.visits > 0:
                    node.expansion = self._expansion_of(state, rng)
            expansion = node.expansion
        self._backpropagate(path, self._evaluate(node, state, rng))

    def _evaluate(self, node: _Node, state: State, rng: Random) -> list[float]:
        """Return the shares at the end of a walk."""
        if node.proven:
            return node.means()
        if state.current_player() == OVER:
            node.proven = True
            return state.returns()
        return self.evaluator.evaluate(state, rng)

    def _expansion_of(self, state: State, rng: Random) -> _Expansion:
        """Return what follows a position in which the game isn't over."""
        decider = state.current_player()
        if decider != CHANCE:
            return _Expansion(state, decider, self.evaluator.candidates(state, rng))
        outcomes = Candidates(legal_moves_vec(state), state.chance_probabilities(), True)
        expansion = _Expansion(state, decider, outcomes)
        expansion.expand(len(expansion.moves), rng)
        return expansion

    def _select_child(self, node: _Node, expansion: _Expansion, rng: Random) -> _Node:
        """Return the child to walk to."""
        if expansion.decider == CHANCE:
            return self._select_outcome(node, expansion, rng)
        return self._select(node, expansion, rng)

    def _select_outcome(self, node: _Node, expansion: _Expansion, rng: Random) -> _Node:
        """Return the most under-sampled outcome; ties are broken at random."""
        trials = float(node.visits)
        outcome = expansion.children[0]
        most = outcome.prior * trials - float(outcome.visits)
        tied: i64 = 0
        for child in expansion.children:
            missing = child.prior * trials - float(child.visits)
            if missing > most + ALIKE:
                most, outcome, tied = missing, child, 1
            elif missing > most - ALIKE:
                tied += 1
                if uniform(rng) * float(tied) < 1.0:
                    outcome = child
        return outcome

    def _select(self, node: _Node, expansion: _Expansion, rng: Random) -> _Node:
        """Return the child with the highest upper confidence bound, creating those due.

        The first of several equal ones; their order is random.
        """
        tried = len(expansion.moves)
        if self.widening > 0.0:
            tried = min(tried, ceil(self.widening * sqrt(float(node.visits))))
        if len(expansion.children) < tried and not expansion.priors:
            expansion.expand(len(expansion.children) + 1, rng)
            return expansion.children[-1]
        expansion.expand(tried, rng)
        best, most = expansion.children[0], -1.0
        spread = self.exploration * sqrt(log(float(node.visits) + 1.0))
        for child in expansion.children:
            bound = self._ucb(child, expansion.decider, spread)
            if bound > most + ALIKE:
                most, best = bound, child
        return best

    def _ucb(self, child: _Node, mover: i64, spread: float) -> float:
        """Return the upper confidence bound of a child's share for `mover`."""
        if child.proven:
            return child.mean(mover)
        visits, total = float(child.visits), child.sums[mover]
        weight = visits
        if child.prior != UNKNOWN:
            total, weight = total + self.prior_visits * child.prior, weight + self.prior_visits
        return total / weight + spread / sqrt(visits + 1.0)

    def _backpropagate(self, path: list[_Node], value: list[float]) -> None:
        """Add a walk's value to all its nodes; above a proven end, prove what follows from it."""
        below = path[-1]
        for at in range(len(path) - 1, -1, -1):
            node = path[at]
            node.visits += 1
            for seat in range(len(node.sums)):
                node.sums[seat] += value[seat]
            if below.proven and not node.proven and node.expansion is not None:
                proof = node.expansion.proof(below)
                if proof:
                    node.prove(proof)
                    value = proof
            below = node

    def considered(self) -> tuple[Considered, ...]:
        """Return the root's visited children, best first; there is at least one."""
        visited = [child for child in self.top.children if child.visits]
        visited.sort(key=self._rank, reverse=True)
        mover = self.top.decider
        return tuple(Considered(each.move, each.mean(mover), each.visits) for each in visited)

    def _rank(self, child: _Node) -> tuple[float, float, float]:
        """Rank by visits, with proven losses last; once all is proven, by value."""
        mean, visits = child.mean(self.top.decider), float(child.visits)
        if self.root.proven:
            return mean, float(child.proven), visits
        lost = child.proven and mean < ALIKE
        return 0.0 if lost else visits, mean, 0.0
