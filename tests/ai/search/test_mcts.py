"""Monte Carlo tree search on hand-written games and games small enough to solve."""

from collections import Counter
from random import Random

import pytest
from librt.vecs import vec
from mypy_extensions import i64
from toy_game import ToyState

from ai.agent import Budget, Choice, never
from ai.search.mcts import POLL, Candidates, Evaluator, MctsAgent, MctsConfig, _Search
from boxtui.core import CHANCE, OVER, State


class Heap(ToyState):
    """Seats take turns removing 1 to 3 beans from a heap; the player who takes the last one wins.

    With `dice`, a coin decides after each turn but the last whether another bean falls off. If that
    is the last bean, the player who just moved wins.
    """

    def __init__(self, beans: int, seats: int = 2, dice: bool = False) -> None:
        self.beans = beans
        self.seats = seats
        self.dice = dice
        self.seat = 0
        self.falling = False
        self.first = 0
        self.played: list[int] = []
        """All moves played on it and on its clones."""

    def current_player(self) -> int:
        return CHANCE if self.falling else self.turn_seat()

    def turn_seat(self) -> int:
        return self.seat if self.beans else OVER

    def legal_moves(self) -> list[int]:
        return [0, 1] if self.falling else list(range(1, min(3, self.beans) + 1))

    def chance_probabilities(self) -> list[float]:
        return [0.75, 0.25] if self.falling else []

    def apply(self, move: int) -> None:
        self.played.append(move)
        self.first = self.first or move
        self.beans -= move
        if self.falling or not self.dice or not self.beans:
            self.falling = False
            self.seat = (self.seat + 1) % self.seats if self.beans else self.seat
        else:
            self.falling = True

    def returns(self) -> list[float]:
        return [1.0 if seat == self.seat else 0.0 for seat in range(self.seats)]

    def text(self) -> str:
        return f"{self.beans} {self.seat} {self.falling}"


class Wheel(Heap):
    """Taking the only bean spins a wheel, whose spokes are equally likely."""

    SPOKES = 8

    def __init__(self) -> None:
        super().__init__(2, dice=True)

    def legal_moves(self) -> list[int]:
        return list(range(self.SPOKES)) if self.falling else [1]

    def chance_probabilities(self) -> list[float]:
        return [1 / self.SPOKES] * self.SPOKES if self.falling else []

    def apply(self, move: int) -> None:
        super().apply(1)


class Misere(Heap):
    """The player who takes the last bean loses."""

    def returns(self) -> list[float]:
        return super().returns()[::-1]


class Hunch(Evaluator):
    """Gives larger takes higher priors, evaluates positions as even, and counts evaluations."""

    def __init__(self, fewest: int = 1) -> None:
        self.fewest = fewest
        self.evaluated = 0

    def candidates(self, state: State, rng: Random) -> Candidates:
        legal = state.legal_moves()[::-1]
        moves = [move for move in legal if move >= self.fewest] or legal
        return Candidates(vec[i64](moves), [0.2 * move for move in moves], moves == legal)

    def evaluate(self, state: State, rng: Random) -> list[float]:
        self.evaluated += 1
        return state.returns() if state.current_player() == OVER else [0.5, 0.5]


class AllAlike(Hunch):
    """Gives all moves nearly the same prior."""

    def candidates(self, state: State, rng: Random) -> Candidates:
        moves = state.legal_moves()
        return Candidates(vec[i64](moves), [0.4 + 1e-12 * move for move in moves][::-1], True)


class LargestFirst(Evaluator):
    """Orders the moves from the largest and gives no priors."""

    def candidates(self, state: State, rng: Random) -> Candidates:
        return Candidates(vec[i64](state.legal_moves()[::-1]), [], True)


class Fond(Evaluator):
    """Evaluates having taken 3 beans first as good for one seat only."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def evaluate(self, state: State, rng: Random) -> list[float]:
        assert isinstance(state, Heap)
        good = state.first == 3
        return [0.8 if good == (seat == self.seat) else 0.1 for seat in range(state.seats)]


def searching(evaluator: Evaluator | None = None, widening: float = 0.0) -> MctsAgent:
    return MctsAgent(evaluator or Evaluator(), MctsConfig(widening=widening))


def choose(agent: MctsAgent, state: State, iterations: int = 0, luck: int = 0) -> Choice:
    return agent.choose(state, Budget(iterations=iterations), Random(luck), never)


@pytest.mark.parametrize("evaluator", [Evaluator(), AllAlike()])
@pytest.mark.parametrize("widening", [0.0, 2.0])
def test_equal_priors_are_tried_first_equally_often(evaluator: Evaluator, widening: float) -> None:
    agent = searching(evaluator, widening)
    chosen = [choose(agent, Heap(9), 1, luck).move for luck in range(300)]
    assert set(chosen) == {1, 2, 3}
    assert max(abs(chosen.count(move) - 100) for move in (1, 2, 3)) < 35


@pytest.mark.parametrize("beans", range(1, 14))
def test_a_small_game_is_solved_and_the_search_ends(beans: int) -> None:
    """A player who leaves a multiple of 4 wins."""
    found = choose(searching(), Heap(beans))
    assert found.considered[0].value == (1.0 if beans % 4 else 0.0)
    assert beans % 4 in (0, found.move)


@pytest.mark.parametrize("beans", range(2, 12))
def test_a_loss_is_sure_only_once_every_move_was_tried(beans: int) -> None:
    """A player who leaves one bean more than a multiple of 4 wins."""
    found = choose(searching(LargestFirst()), Misere(beans))
    assert found.considered[0].value == (0.0 if beans % 4 == 1 else 1.0)
    assert beans % 4 == 1 or (beans - found.move) % 4 == 1


def chances(beans: int) -> list[float]:
    """Return the mover's win probability after each move, with falling beans and perfect play."""

    def after(left: int) -> float:
        if left == 0:
            return 1.0
        fallen = 1.0 if left == 1 else 1 - max(chances(left - 1))
        return 0.75 * (1 - max(chances(left))) + 0.25 * fallen

    return [after(beans - move) for move in range(1, min(3, beans) + 1)]


@pytest.mark.parametrize("beans", range(1, 8))
def test_proven_chance_nodes_are_averaged_by_probability(beans: int) -> None:
    found = choose(searching(), Heap(beans, dice=True))
    values = {looked_at.move: looked_at.value for looked_at in found.considered}
    expected = chances(beans)
    assert values[found.move] == pytest.approx(max(expected))
    assert expected[found.move - 1] == pytest.approx(max(expected))


def test_every_seat_of_three_plays_for_itself() -> None:
    """With 4 beans seat 0 can't win: the next seat can take everything that is left."""
    assert choose(searching(), Heap(4, seats=3)).considered[0].value == 0.0
    won = choose(searching(), Heap(3, seats=3))
    assert (won.move, won.considered[0].value) == (3, 1.0)


@pytest.mark.parametrize("seat", range(3))
def test_a_seat_tries_most_what_is_best_for_itself(seat: int) -> None:
    heap = Heap(400, seats=3)
    heap.seat = seat
    found = choose(searching(Fond(seat)), heap, 100)
    assert found.move == 3
    assert found.considered[0].visits > 60


def test_equal_questions_get_equal_answers_no_matter_what_was_asked_before() -> None:
    agent = searching()
    first = choose(agent, Heap(30, dice=True), 300)
    choose(agent, Heap(17, dice=True), 50, luck=5)
    again = choose(agent, Heap(30, dice=True), 300)
    assert again.considered == first.considered
    assert again.considered == choose(searching(), Heap(30, dice=True), 300).considered


def test_budgets_and_stops_are_kept_and_the_move_tried_most_comes_first() -> None:
    found = choose(searching(), Heap(40), 200)
    visits = [looked_at.visits for looked_at in found.considered]
    assert found.iterations == sum(visits) == 200
    assert visits == sorted(visits, reverse=True)
    assert found.considered[0].move == found.move
    assert all(0.0 <= looked_at.value <= 1.0 for looked_at in found.considered)
    stopped = searching().choose(Heap(40), Budget(), Random(0), lambda: True)
    assert stopped.iterations <= POLL
    assert stopped.move in (1, 2, 3)
    assert choose(searching(), Heap(1), 100).iterations == 1  # there is only one move


def test_the_best_prior_is_tried_first_but_visits_outweigh_it() -> None:
    """Taking 3 of 6 has the highest prior but loses; taking 2 wins."""
    assert [choose(searching(Hunch()), Heap(6), tries).move for tries in (1, 500)] == [3, 2]


def test_a_prior_fades_as_visits_are_added() -> None:
    """Every position is evaluated as even, so all moves end up with about the same visits."""
    found = choose(searching(Hunch()), Heap(400), 2000)
    visits = [each.visits for each in found.considered]
    assert len(visits) == 3
    assert max(visits) < 1.1 * min(visits)


def test_outcomes_are_tried_by_their_probabilities() -> None:
    search = _Search(Evaluator(), MctsConfig(), Heap(400, dice=True), Random(1))
    search.run(600, Random(1), never)
    for child in search.top.children:
        assert child.expansion is not None
        tried = [int(outcome.visits) for outcome in child.expansion.children]
        assert tried[0] == pytest.approx(0.75 * sum(tried), abs=1)


def test_of_equally_likely_outcomes_any_may_be_tried_first() -> None:
    tried = Counter[int]()
    for seed in range(400):
        search = _Search(Evaluator(), MctsConfig(), Wheel(), Random(seed))
        search.run(4, Random(seed), never)
        expansion = search.top.children[0].expansion
        assert expansion is not None
        tried.update(int(outcome.move) for outcome in expansion.children if outcome.visits)
    assert len(tried) == Wheel.SPOKES
    assert max(tried.values()) < 1.5 * min(tried.values())


def test_a_move_that_is_proven_to_lose_comes_last_even_if_it_was_tried_often() -> None:
    search = _Search(Hunch(), MctsConfig(), Heap(40), Random(0))
    search.run(50, Random(0), never)
    most = max(search.top.children, key=lambda child: child.visits)
    most.prove([0.0, 1.0])
    assert search.considered()[-1].move == most.move


def test_widening_opens_moves_one_by_one() -> None:
    narrow = searching(Hunch(), 0.5)
    opened = [len(choose(narrow, Heap(40), tries).considered) for tries in (3, 12, 200)]
    assert opened == [1, 2, 3]


def test_left_out_moves_keep_a_loss_from_being_proven() -> None:
    """With 8 beans every move loses, but `fewest=2` leaves out taking 1: there is no proof."""
    knowing_all = choose(searching(Hunch()), Heap(8))
    assert (knowing_all.considered[0].value, knowing_all.iterations < 2_000) == (0.0, True)
    assert choose(searching(Hunch(fewest=2)), Heap(8), 2_000).iterations == 2_000


def test_an_iteration_evaluates_once_and_plays_at_most_two_moves_at_any_depth() -> None:
    """The last move, and the one before it on the second visit to that position."""
    hunch, heap = Hunch(), Heap(100)
    assert choose(searching(hunch), heap, 500).iterations == 500
    assert hunch.evaluated == 500 + 1  # with the root
    assert 500 <= len(heap.played) <= 1_000
