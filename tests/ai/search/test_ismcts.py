"""Information-set tree search on hand-written games and on FREE-O."""

from random import Random

import pytest
from free_o_play import at, start
from librt.vecs import vec
from mypy_extensions import i64
from random_games import some_decisions
from toy_game import ToyState

from ai.agent import Budget, Choice, never
from ai.free_o.evaluation import FreeOEvaluator
from ai.search.ismcts import (
    ELIMINATION_INTERVAL,
    HiddenHandEvaluator,
    IsmctsAgent,
    IsmctsConfig,
    _Arm,
    _Node,
    _Search,
)
from ai.search.mcts import POLL, Candidates
from boxtui.core import CHANCE, OVER, State
from boxtui.games import GAMES
from boxtui.games.free_o.moves import CAPTURED, DRAW
from boxtui.games.free_o.state import FreeO

SAFE, HEADS, TAILS, GAMBLE, WAIT, STRIKE = range(6)


class Guess(ToyState):
    """Seat 1 holds a coin hidden from seat 0. Seat 0 plays safe for `safe`, or gambles and then
    guesses the coin; a right guess wins."""

    guesser = 0

    def __init__(self, coin: int, safe: float, heads: float = 0.5) -> None:
        self.seats = 2
        self.coin = coin
        self.safe = safe
        self.heads = heads
        self.moves: tuple[int, ...] = ()

    def current_player(self) -> int:
        return OVER if self.moves and self.moves[-1] != GAMBLE else self.guesser

    def legal_moves(self) -> list[int]:
        if self.current_player() == OVER:
            return []
        return [HEADS, TAILS] if self.moves else [SAFE, GAMBLE]

    def apply(self, move: int) -> None:
        assert move in self.legal_moves()
        self.moves += (move,)

    def share(self) -> float:
        """Return the guesser's share at the end."""
        return self.safe if self.moves == (SAFE,) else float(self.moves[-1] == self.coin)

    def returns(self) -> list[float]:
        return [self.share(), 1.0 - self.share()][:: 1 if self.guesser == 0 else -1]

    def determinize(self, seat: int, rng: Random) -> "Guess":
        twin = self.clone()
        if seat == self.guesser:
            twin.coin = HEADS if rng.random() < self.heads else TAILS
        return twin

    def text(self) -> str:
        return f"{self.coin} {self.moves}"


class Dealt(Guess):
    """`Guess` that notes the coins of all determinizations."""

    def __init__(self) -> None:
        super().__init__(HEADS, 0.5)
        self.coins: list[int] = []

    def determinize(self, seat: int, rng: Random) -> "Dealt":
        twin = super().determinize(seat, rng)
        assert isinstance(twin, Dealt)
        self.coins.append(twin.coin)
        return twin


class Mirrored(Guess):
    """`Guess` with the seats exchanged: seat 1 doesn't see seat 0's coin."""

    guesser = 1


class Ambush(Guess):
    """After a gamble seat 1 decides. With the sword (heads) it strikes and wins; otherwise it can
    only wait, and loses."""

    def current_player(self) -> int:
        return 1 if self.moves == (GAMBLE,) else super().current_player()

    def legal_moves(self) -> list[int]:
        if self.moves == (GAMBLE,):
            return [WAIT, STRIKE] if self.coin == HEADS else [WAIT]
        return super().legal_moves()

    def share(self) -> float:
        return self.safe if self.moves == (SAFE,) else float(self.moves[-1] == WAIT)


class Coin(Guess):
    """After seat 0's move a coin decides the game, whatever the move; safe adds a little."""

    def current_player(self) -> int:
        return (0, CHANCE, OVER)[len(self.moves)]

    def legal_moves(self) -> list[int]:
        return [[GAMBLE, SAFE], [HEADS, TAILS], []][len(self.moves)]

    def chance_probabilities(self) -> list[float]:
        return [0.5, 0.5] if self.current_player() == CHANCE else []

    def share(self) -> float:
        return 0.9 * float(self.moves[1] == HEADS) + (0.01 if self.moves[0] == SAFE else 0.0)


class SafeFirst(HiddenHandEvaluator):
    """Gives the first move the highest prior, so that it becomes the incumbent."""

    def candidates(self, state: State, rng: Random) -> Candidates:
        moves = state.legal_moves()
        return Candidates(vec[i64](moves), [float(move == moves[0]) for move in moves], True)


class LastMove(HiddenHandEvaluator):
    """Plays on with the last legal move, and notes each position from which it does."""

    def __init__(self) -> None:
        self.asked: set[str] = set()

    def evaluate(self, state: State, rng: Random) -> list[float]:
        self.asked.add(state.text().partition(" ")[2])
        while state.current_player() != OVER:
            state.apply(state.legal_moves()[-1])
        return state.returns()


class Fixed(HiddenHandEvaluator):
    """Evaluates every position alike, and gives the moves these priors, if any."""

    def __init__(self, shares: list[float], *priors: float) -> None:
        self.shares = shares
        self.priors = priors

    def candidates(self, state: State, rng: Random) -> Candidates:
        return Candidates(vec[i64](state.legal_moves()), list(self.priors), True)

    def evaluate(self, state: State, rng: Random) -> list[float]:
        return self.shares


EVEN = Fixed([0.5, 0.5])


def plain(is_flat: bool = False) -> IsmctsAgent:
    """Return an agent that ignores priors."""
    return IsmctsAgent(SafeFirst(), IsmctsConfig(0.7, 0.0, is_flat=is_flat))


def choose(agent: IsmctsAgent, state: State, iterations: int, luck: int = 0) -> Choice:
    return agent.choose(state, Budget(iterations=iterations), Random(luck), never)


def values(found: Choice) -> dict[int, float]:
    return {each.move: each.value for each in found.considered}


@pytest.mark.parametrize("coin", [HEADS, TAILS])
@pytest.mark.parametrize(("safe", "best"), [(0.7, SAFE), (0.3, GAMBLE)])
def test_a_later_guess_is_worth_no_more_than_guessing(coin: int, safe: float, best: int) -> None:
    """The gamble wins in each determinization alone, so averaging over them always picks it."""
    found = choose(plain(), Guess(coin, safe), 1500)
    assert found.move == best
    assert values(found)[SAFE] == pytest.approx(safe)
    assert values(found)[GAMBLE] == pytest.approx(0.5, abs=0.15)


@pytest.mark.parametrize("coin", [HEADS, TAILS])
def test_with_open_hands_the_coin_is_seen(coin: int) -> None:
    agent = IsmctsAgent(SafeFirst(), IsmctsConfig(0.7, 0.0, is_open=True))
    found = choose(agent, Guess(coin, 0.7), 200)
    assert found.move == GAMBLE
    rated = agent.evaluate(Guess(coin, 0.7), GAMBLE, Budget(iterations=200), Random(0), never)
    for value in (found.considered[0].value, rated.considered[0].value):
        assert value == pytest.approx(1.0, abs=0.1)


@pytest.mark.parametrize(("armed", "best"), [(0.2, GAMBLE), (0.6, SAFE)])
def test_an_opponent_plays_each_card_as_often_as_it_may_hold_it(armed: float, best: int) -> None:
    found = choose(plain(), Ambush(TAILS, 0.6, armed), 2000)
    assert found.move == best
    assert values(found)[GAMBLE] == pytest.approx(1 - armed, abs=0.15)


@pytest.mark.parametrize(("safe", "best"), [(0.7, SAFE), (0.3, GAMBLE)])
def test_the_second_seat_gets_the_same_answers_as_the_first(safe: float, best: int) -> None:
    first, second = (choose(plain(), kind(HEADS, safe), 300) for kind in (Guess, Mirrored))
    assert second.move == best
    assert second.considered == first.considered


def hands(seats: int) -> list[FreeO]:
    """Return up to five decisions from random games, each with more than one move."""
    decisions = some_decisions(lambda: start(seats), 20, 0.3, seats)
    return [state for state in decisions if len(state.legal_moves()) > 1][:5]


@pytest.mark.parametrize("is_flat", [False, True])
@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("iterations", [1, 2, 5, 30])
def test_fro_22_hidden_cards_change_no_answer(seats: int, iterations: int, is_flat: bool) -> None:
    agent = IsmctsAgent(FreeOEvaluator(), IsmctsConfig(0.05, 50.0, is_flat=is_flat))
    for state in hands(seats):
        seat = state.current_player()
        swapped = state.determinize(seat, Random(11))
        assert swapped.view(seat) == state.view(seat)
        assert swapped.text() != state.text()
        one, other = (choose(agent, each, iterations).considered for each in (state, swapped))
        assert one == other


def test_fro_22_a_search_does_not_split_by_the_cards_that_another_draws() -> None:
    """Seat 2 draws two unseen cards; seat 1's answers share two nodes, whatever the cards are."""
    state = at("car,tree,captured", "fence:3", top="house")
    search = _Search(FreeOEvaluator(), IsmctsConfig(0.05, 50.0), state, Random(1))
    search.run(200, never)
    assert search.incumbent.move == CAPTURED
    drawn = search.incumbent.child(DRAW)
    assert drawn.visits > 100
    assert sorted(child.move for child in drawn.children) == [1, 2]
    assert sum(child.visits for child in drawn.children) == drawn.visits - 1


@pytest.mark.parametrize(
    ("gains", "behind"),
    [
        ([0.9, -1.0] * 20, False),
        ([-0.1] * 40, True),
        ([0.4, -1.0] * 40, True),
        ([0.1] * 40, False),
        ([1.0] * 40, False),
    ],
)
def test_a_move_behind_by_more_than_the_error_is_dropped(gains: list[float], behind: bool) -> None:
    arm = _Arm(_Node(GAMBLE, 2), 0.0)
    for gain in gains:
        arm.node.visits += 1
        arm.count(gain)
    assert arm.is_behind() == behind


def test_a_rarely_available_move_is_tried_more_often_when_it_is_available() -> None:
    search = _Search(HiddenHandEvaluator(), IsmctsConfig(0.7, 0.0), Guess(HEADS, 0.5), Random(1))
    hopes = []
    for available in (2, 20, 200):
        node = _Node(WAIT, 2)
        node.visits, node.available = 2, available
        hopes.append(search._ucb(node, 0))
    assert hopes[0] < hopes[1] < hopes[2]


def test_moves_are_evaluated_in_the_same_determinizations() -> None:
    """However many random numbers are used up by the decisions that follow a move."""
    coins = []
    for move in (SAFE, GAMBLE):
        state = Dealt()
        agent = IsmctsAgent(HiddenHandEvaluator(), IsmctsConfig(0.7, 0.0))
        agent.evaluate(state, move, Budget(iterations=60), Random(3), never)
        coins.append(state.coins)
    assert coins[0] == coins[1]
    assert set(coins[0]) == {HEADS, TAILS}


@pytest.mark.parametrize("determinizations", [1, 2 * ELIMINATION_INTERVAL])
def test_moves_that_are_worth_the_same_are_chosen_equally_often(determinizations: int) -> None:
    state = at("house,car,tree,fence", "mailbox:3", demand="any", top="mailbox")
    agent = IsmctsAgent(EVEN, IsmctsConfig(0.7, 0.0))
    chosen = [choose(agent, state, determinizations, luck).move for luck in range(120)]
    assert len(set(chosen)) == 4
    assert max(abs(chosen.count(move) - 30) for move in set(chosen)) < 22


def test_equal_moves_below_the_root_are_also_tried_first_equally_often() -> None:
    first = list[int]()
    for luck in range(400):
        search = _Search(
            HiddenHandEvaluator(), IsmctsConfig(0.7, 0.0), Guess(HEADS, 0.5), Random(luck)
        )
        search.run(2, never)
        for node in (search.incumbent, search.arms[0].node):
            first += [child.move for child in node.children if child.visits]
    assert len(first) == 400
    assert first.count(HEADS) == pytest.approx(200, abs=40)


def test_a_share_is_never_below_0_nor_above_1() -> None:
    found = choose(
        IsmctsAgent(Fixed([0.0, 1.0], 1.0, 0.0), IsmctsConfig(0.7, 1e6)), Guess(HEADS, 0.5), 5
    )
    assert [each.value for each in found.considered] == [0.0, 0.0]


@pytest.mark.parametrize("key", GAMES)
def test_it_plays_a_game_that_it_does_not_know(key: str) -> None:
    """From a decision with fewer moves than a fence of Kimbo has: every one is tried."""
    state, luck = GAMES[key].start({}, 2), Random(1)
    while state.current_player() == CHANCE or len(state.legal_moves()) > 120:
        state.apply(state.random_move(luck))
    before = state.text()
    found = choose(IsmctsAgent(EVEN, IsmctsConfig(0.7, 0.0)), state, 2)
    assert {each.move for each in found.considered} == set(state.legal_moves())
    assert state.text() == before


@pytest.mark.parametrize(
    ("is_flat", "safe", "budget"),
    [
        (False, 0.5, ELIMINATION_INTERVAL),
        (True, 0.5, 3 * ELIMINATION_INTERVAL + 1),
        (False, 1.0, 10 * ELIMINATION_INTERVAL),
        (True, 1.0, 10 * ELIMINATION_INTERVAL),
    ],
)
def test_the_budget_is_spent_on_moves_that_are_close_and_the_one_worth_most_is_played(
    is_flat: bool, safe: float, budget: int
) -> None:
    """A move clearly behind is dropped; a flat search ends once all others are."""
    found = choose(plain(is_flat), Guess(HEADS, safe), budget)
    best, other = found.considered
    assert found.move == best.move
    assert best.value >= other.value
    assert found.iterations == best.visits
    if safe == 0.5:
        assert best.visits == other.visits == budget
    else:
        assert found.move == SAFE
        assert other.visits in range(ELIMINATION_INTERVAL, budget, ELIMINATION_INTERVAL)
        assert best.visits == (other.visits if is_flat else budget)


def test_a_flat_search_has_the_evaluator_play_on_from_every_move() -> None:
    evaluator = LastMove()
    search = _Search(evaluator, IsmctsConfig(0.7, 0.0, is_flat=True), Guess(HEADS, 0.5), Random(1))
    search.run(50, never)
    assert evaluator.asked == {f"({SAFE},)", f"({GAMBLE},)"}
    assert not search.incumbent.children
    assert not any(arm.node.children for arm in search.arms)


@pytest.mark.parametrize("luck", range(5))
def test_all_moves_of_a_determinization_use_the_same_random_numbers(luck: int) -> None:
    """With separate random numbers, so few determinizations couldn't show so small a difference."""
    found = choose(plain(), Coin(HEADS, 0.0), 3, luck)
    assert found.move == SAFE
    assert values(found)[SAFE] - values(found)[GAMBLE] == pytest.approx(0.01)


def test_a_prior_weighs_more_than_a_few_determinizations() -> None:
    state = at("captured,car,draw-a-card,wild", "fence:2", top="house", demand="any")
    promised = FreeOEvaluator().candidates(state, Random(1))
    found = choose(IsmctsAgent(FreeOEvaluator(), IsmctsConfig(0.0, 1e6)), state, 3)
    lead = max(promised.priors) - found.considered[0].value
    assert values(found) == pytest.approx(
        {m: prior - lead for m, prior in zip(promised.moves, promised.priors)}, abs=1e-4
    )


def test_a_forced_move_is_not_searched_and_a_stopped_search_answers_soon() -> None:
    state = at("car,tree", "fence:3", top="house")
    found = choose(IsmctsAgent(FreeOEvaluator(), IsmctsConfig(0.05, 50.0)), state, 500)
    assert (state.move_text(found.move), found.iterations) == ("draw", 1)
    found = plain().choose(Guess(HEADS, 0.5), Budget(), Random(0), lambda: True)
    assert found.iterations <= POLL
    assert found.move in (SAFE, GAMBLE)
