"""Practice: numbered positions with one clearly best move, and the text about other moves."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from random import Random

import free_the_box_play
import pytest
from free_o_play import at

from ai.agent import Choice, Considered, Rater, never
from ai.levels import ROSTERS, player
from ai.roster import PuzzleSpec
from ai.worker import AgentFailed, Searcher, decide
from boxtui.arena.odds import odds
from boxtui.core import CHANCE, BadOption, State
from boxtui.games import GAMES
from boxtui.games.shut_the_box.state import UNPLAYED, ShutTheBox
from boxtui.games.shut_the_box.tiles import tiles_of
from boxtui.learn.finding import FEWEST_MOVES, _Drawing, find_puzzle
from boxtui.learn.puzzles import (
    NUMBERS,
    Asked,
    Judge,
    Puzzle,
    asking,
    compared_words,
    number_after,
    number_in,
)
from boxtui.play.match import HUMAN, Match, Seat, match_at

GAME = GAMES["shut-the-box"]
Puzzles = list[Puzzle]
SOME = range(1, 41)

TWO = [Seat("Ann", HUMAN), Seat("Ben", "level1")]
make = cache(player)


async def asked(state: State, player: str, seed: str, move: int | None = None) -> Choice:
    agent, budget = make(GAME.key, player)
    return decide(player, agent, state, budget, Random(seed), never, move)


@pytest.fixture(scope="module")
def some() -> Puzzles:
    """Return the first puzzles, found once for all tests."""

    async def found() -> Puzzles:
        return [await find_puzzle(GAME, number, asked) for number in SOME]

    return asyncio.run(found())


def told(one: Puzzle) -> tuple[str, str]:
    return one.state.text(), one.state.move_text(one.best)


@pytest.mark.parametrize("key", GAMES)
def test_every_games_puzzles_come_from_existing_players(key: str) -> None:
    spec = ROSTERS[key].puzzles
    assert 0 < spec.margin < 1
    assert {*spec.seats} <= {*GAMES[key].seats}
    assert {*spec.players, spec.naive_player} <= {
        f"level{level.number}" for level in ROSTERS[key].levels
    }
    assert player(key, spec.adviser)
    for search in spec.searches:
        assert isinstance(player(key, search)[0], Rater)


async def test_a_number_always_means_the_same_puzzle(some: Puzzles) -> None:
    """Also on other machines, builds and Python versions, so some puzzles are written down here."""
    begins = "scoring=digits stake=0 round=1 first=1 scores="
    assert [told(one) for one in some[:3]] == [
        (f"{begins}-,- phase=lay seat=1 up=1,2,4,5,6 dice=6+5", "5+4+2"),
        (f"{begins}259,-,- phase=lay seat=2 up=2,3,4,5,7,8 dice=6+6", "7+5"),
        (f"{begins}49,-,- phase=lay seat=2 up=2,3,4,5,6,8 dice=6+2", "8"),
    ]


async def test_the_search_process_is_asked_and_finds_the_same(some: Puzzles) -> None:
    """The search process is a separate one, with other hash values."""
    searcher = Searcher()
    try:
        for one in some[:2]:
            again = await find_puzzle(GAME, one.number, asking(searcher, GAME))
            assert (told(again), again.figures) == (told(one), one.figures)
    finally:
        searcher.close()


async def test_different_numbers_are_different_puzzles(some: Puzzles) -> None:
    assert len({told(one) for one in some}) > 0.9 * len(some)
    assert [one.number for one in some] == list(SOME)


@pytest.mark.parametrize("number", [0, -1, NUMBERS[-1] + 1, 2**80])
async def test_a_missing_number_is_refused_in_a_sentence(number: int) -> None:
    with pytest.raises(BadOption, match=f"no position {number}; .* from 1 to 999,999,999"):
        await find_puzzle(GAME, number, asked)


def test_a_number_is_typed_with_commas_or_without_and_another_text_is_refused() -> None:
    assert [number_in(text) for text in ("1", " 123456 ", "999,999,999")] == [
        1,
        123456,
        NUMBERS[-1],
    ]
    for text in ("", "0", "-1", "1000000000", "x", "²"):
        with pytest.raises(BadOption, match="is not a number from 1 to 999,999,999"):
            number_in(text)


def test_after_the_last_number_comes_the_first() -> None:
    assert [number_after(number) for number in (1, NUMBERS[-1])] == [2, 1]


async def test_one_move_is_best_by_the_margin_in_an_independent_calculation(some: Puzzles) -> None:
    """`odds` computes forwards, by the chance of each outcome; the adviser computes backwards."""
    for one in (each for each in some if each.state.seats == 2):
        assert isinstance(one.state, ShutTheBox)
        reckoned = {move: chance_to_win(one.state, move) for move in one.state.legal_moves()}
        values = {move: value for move, (value,) in one.figures.items()}
        assert values == pytest.approx(reckoned, abs=1e-12)
        best, second = sorted(reckoned, key=lambda move: -reckoned[move])[:2]
        assert one.best == best
        assert reckoned[best] - reckoned[second] >= ROSTERS[GAME.key].puzzles.margin - 1e-12
        assert len(reckoned) >= FEWEST_MOVES


def chance_to_win(state: ShutTheBox, move: int) -> float:
    scores = [score for score in state.scores if score != UNPLAYED]
    left = state.up & ~move
    return wins(scores, tiles_of(left))[state.seat] if left else chance_once_shut(scores)


def chance_once_shut(scores: list[int]) -> float:
    """STB-9 to STB-11: the first player waits for the other; the second wins or ties."""
    if not scores:
        return wins([0])[0]
    return 1.0 if scores[0] else wins([])[1]


def wins(scores: list[int], up: list[int] | None = None) -> tuple[float, ...]:
    found = odds(2, "digits", False, up, scores).win_probability
    assert found is not None
    return found


async def test_the_move_that_comes_to_mind_first_is_wrong_in_about_half(some: Puzzles) -> None:
    naive = [
        (await asked(one.state, ROSTERS[GAME.key].puzzles.naive_player, "")).move for one in some
    ]
    right = sum(move == one.best for move, one in zip(naive, some, strict=True))
    assert 0.3 < right / len(some) < 0.7


async def test_a_puzzle_is_a_position_of_a_real_game(some: Puzzles) -> None:
    """Its moves lead there from the first position, and its dice come from its seed."""
    for one in some[:10]:
        match, again = one.match, Match(GAME, {}, one.match.seats, one.match.seed)
        for move in match.moves:
            if again.state.current_player() == CHANCE:
                assert move == again.dealt()
            again.play(move)
        assert again.state.text() == one.state.text()


async def test_the_person_has_the_seat_that_decides_and_levels_the_others(some: Puzzles) -> None:
    for one in some:
        mine = one.state.current_player()
        assert one.match.by_person()
        assert one.match.seats[mine] == Seat("You", HUMAN)
        others = [seat for at, seat in enumerate(one.match.seats) if at != mine]
        assert {seat.player for seat in others} <= {*ROSTERS[GAME.key].puzzles.players}
        assert [seat.name for seat in others] == ["Computer", "Computer 2"][: len(others)]
        one.name_person("Ann")
        assert one.match.seats[mine] == Seat("Ann", HUMAN)
        one.name_person("You")


async def test_puzzles_come_from_every_seats_turns(some: Puzzles) -> None:
    assert {one.state.current_player() for one in some} == {0, 1, 2}
    assert len({one.state.up.bit_count() for one in some if isinstance(one.state, ShutTheBox)}) > 3


async def test_the_best_move_solves_it(some: Puzzles) -> None:
    verdict = await some[0].verdict(some[0].best)
    assert verdict.is_right
    assert verdict.worse == 0
    assert (verdict.value,) == (verdict.best_value,) == some[0].figures[some[0].best]


async def test_any_other_move_is_worse_by_the_difference_of_the_values(some: Puzzles) -> None:
    for one in some:
        for move in set(one.state.legal_moves()) - {one.best}:
            verdict = await one.verdict(move)
            assert not verdict.is_right
            assert verdict.worse == one.figures[one.best][0] - one.figures[move][0] > 0
            assert verdict.best == one.best


async def test_the_verdict_says_why(some: Puzzles) -> None:
    verdict = await some[1].verdict(some[1].state.read_move("8+4"))
    assert verdict.why == (
        "After 8+4 nothing fits 4, 6 or 11: 10 of 36 rolls end the turn.",
        "After 7+5 something fits every roll.",
        "The chance to score less than 259 is at best 71.1% after 8+4, 98.7% after 7+5.",
    )


# Agents with scripted answers


def answering(considered: Callable[[list[int]], list[Considered]]) -> Asked:
    """Return an agent that plays the first legal move; `considered` gives its values."""

    async def answer(state: State, player: str, seed: str, move: int | None = None) -> Choice:
        moves = state.legal_moves()
        return Choice(moves[0], tuple(considered(moves)), 1, 0.0)

    return answer


def equal(moves: list[int]) -> list[Considered]:
    return [Considered(move, 0.5, 1) for move in moves]


def clear(moves: list[int]) -> list[Considered]:
    return [Considered(move, 0.9 if move == moves[0] else 0.1, 1) for move in moves]


@pytest.mark.parametrize("considered", [equal, lambda moves: [], lambda moves: equal(moves)[1:]])
async def test_without_a_clearly_best_move_the_search_ends_in_a_sentence(
    considered: Callable[[list[int]], list[Considered]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("boxtui.learn.finding.MOST_GAMES", 3)
    with pytest.raises(BadOption, match="No position 5 was found in 3 games of Shut-the-Box"):
        await find_puzzle(GAME, 5, answering(considered))


@dataclass
class Scripted:
    """Always plays the first legal move; values are given by player and index of the move.

    When choosing, it considers only moves with a value; any other move is worth 0.1 when asked for.
    `noted` lists the questions about a given move: the player, the seed, and the move's index.
    """

    values: Mapping[str, Sequence[float]]
    noted: list[tuple[str, str, int]] = field(default_factory=list)

    async def __call__(
        self, state: State, player: str, seed: str, move: int | None = None
    ) -> Choice:
        moves, repeat = state.legal_moves(), f"{player}{seed[seed.rindex(':') :]}"
        values = self.values.get(repeat, self.values.get(player, ()))
        if move is None:
            seen = [Considered(each, value, 1) for each, value in zip(moves, values, strict=False)]
            return Choice(moves[0], tuple(seen), 1, 0.0)
        at = moves.index(move)
        self.noted.append((player, seed, at))
        return Choice(move, (Considered(move, [*values, *[0.1] * len(moves)][at], 1),), 1, 0.0)


SEARCHED = PuzzleSpec(
    margin=0.1,
    players=("level1",),
    naive_player="level2",
    adviser="level3",
    searches=("short", "long", "long"),
)
"""A puzzle spec whose adviser isn't exact."""


Find = Callable[[Scripted], Awaitable[Puzzle | None]]


@pytest.fixture
def find(monkeypatch: pytest.MonkeyPatch) -> Find:
    """Find the first puzzle among a few numbers, searching two games for each."""
    monkeypatch.setattr("boxtui.learn.finding.MOST_GAMES", 2)
    monkeypatch.setitem(ROSTERS, GAME.key, replace(ROSTERS[GAME.key], puzzles=SEARCHED))

    async def first_found(asked: Scripted) -> Puzzle | None:
        for number in range(1, 6):
            with suppress(BadOption):
                return await find_puzzle(GAME, number, asked)
        return None

    return first_found


CLEAR = (0.9, 0.1, 0.1)
UNSURE = (0.9, 0.85, 0.1)
OTHER = (0.1, 0.9, 0.1)


@pytest.mark.parametrize(
    ("adviser", "short", "long", "is_problem"),
    [
        (CLEAR, CLEAR, CLEAR, True),
        (UNSURE, CLEAR, CLEAR, True),
        ((0.9, 0.86, 0.1), CLEAR, CLEAR, False),
        (CLEAR, UNSURE, CLEAR, False),
        (CLEAR, OTHER, CLEAR, False),
        (CLEAR, CLEAR, UNSURE, False),
        (CLEAR, CLEAR, OTHER, False),
    ],
)
async def test_a_position_is_a_puzzle_only_if_every_search_prefers_the_same_move_by_the_margin(
    adviser: Sequence[float],
    short: Sequence[float],
    long: Sequence[float],
    is_problem: bool,
    find: Find,
) -> None:
    """The adviser must see at least half of the margin."""
    scripted = Scripted({"level3": adviser, "short": short, "long": long})
    assert bool(await find(scripted)) == is_problem
    if adviser == (0.9, 0.86, 0.1):
        assert not scripted.noted


async def test_one_of_several_equal_searches_can_rule_out_a_puzzle(find: Find) -> None:
    values = dict.fromkeys(("level3", "short", "long"), CLEAR)
    for unsure in ("long:1", "long:2"):
        assert not await find(Scripted({**values, unsure: UNSURE}))


async def test_a_move_is_right_if_one_of_several_searches_finds_it_as_good(find: Find) -> None:
    scripted = Scripted(dict.fromkeys(("level3", "short", "long"), (0.9, 0.1, 0.1)))
    one = await find(scripted)
    assert one
    last = len(one.state.legal_moves()) - 1
    scripted.values = {"long": (0.1,) * (last + 1), "long:2": (*[0.1] * last, 0.85)}
    one = replace(one, figures={one.best: (0.9, 0.9)})
    assert (await one.verdict(one.state.legal_moves()[-1])).is_right


async def test_moves_that_the_adviser_never_considered_are_also_compared(find: Find) -> None:
    scripted = Scripted({"level3": CLEAR[:2], "short": CLEAR, "long": CLEAR})
    assert await find(scripted)
    scripted.values = {"level3": CLEAR[:2], "short": (0.9, 0.1, 0.85), "long": CLEAR}
    assert not await find(scripted)


async def test_of_too_many_moves_those_considered_and_a_sample_are_compared(
    find: Find, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("boxtui.learn.finding.MOST_MOVES", 2)
    monkeypatch.setattr("boxtui.learn.finding.SAMPLE", 0)
    scripted = Scripted({"level3": CLEAR[:2], "short": CLEAR, "long": CLEAR})
    one = await find(scripted)
    assert one
    assert {at for _, _, at in scripted.noted} == {0, 1}
    assert {*one.figures} == {*one.state.legal_moves()[:2]}


async def test_every_search_has_its_own_seed_and_uses_it_for_all_moves(find: Find) -> None:
    scripted = Scripted(dict.fromkeys(("level3", "short", "long"), CLEAR))
    one = await find(scripted)
    assert one
    lucks: dict[str, set[str]] = {}
    for who, seed, _ in scripted.noted:
        lucks.setdefault(seed, set()).add(who)
    assert [sorted(players) for players in lucks.values()] == [["short"], ["long"], ["long"]]
    scripted.noted.clear()
    await one.verdict(one.state.legal_moves()[-1])
    assert {seed for _, seed, _ in scripted.noted} <= {*lucks}


async def test_a_move_far_behind_is_not_searched_longer_until_it_is_chosen(find: Find) -> None:
    values = (0.9, 0.7, 0.2)
    scripted = Scripted(dict.fromkeys(("level3", "short", "long"), values))
    one = await find(scripted)
    assert one
    assert {at for who, _, at in scripted.noted if who == "long"} == {0, 1}
    moves = one.state.legal_moves()
    assert {*one.figures} == {*moves[:2]}
    verdict = await one.verdict(moves[2])
    assert (verdict.value, verdict.best_value, verdict.is_right) == (0.2, 0.9, False)


async def test_the_chosen_move_is_right_unless_it_is_worse_by_the_margin(find: Find) -> None:
    """This includes a move that turns out better because no search had looked at it."""
    scripted = Scripted(dict.fromkeys(("level3", "short", "long"), CLEAR))
    one = await find(scripted)
    assert one
    move = one.state.legal_moves()[-1]
    one = replace(one, figures={one.best: one.figures[one.best]})
    for value, is_right in ((0.79, False), (0.81, True), (0.95, True)):
        at = len(one.state.legal_moves()) - 1
        scripted.values = {"long": (*[0.9] * at, value)}
        verdict = await one.verdict(move)
        assert verdict.is_right == is_right
        assert verdict.value == pytest.approx(value)
        first = compared_words(one, verdict)[0]
        assert first.startswith("Right, one of the best. ") == is_right
        assert is_right or verdict.value < verdict.best_value


async def test_fro_22_the_players_of_the_games_see_only_their_own_hands() -> None:
    seen: list[State] = []

    async def hears(state: State, player: str, seed: str, move: int | None = None) -> Choice:
        seen.append(state)
        raise AgentFailed("enough")

    game = GAMES["free-o"]
    match = Match(game, {}, [Seat("Ann", "level1"), Seat("Ben", "level2")], 5)
    spec = replace(ROSTERS[game.key].puzzles, skipped=range(1))
    drawing = _Drawing(1, spec, hears, True)
    with pytest.raises(AgentFailed):
        await drawing.from_game(match, 1)
    seat = match.state.current_player()
    (asked_with,) = seen
    assert asked_with.view(seat) == match.state.view(seat)
    assert asked_with.text() != match.state.text()


async def test_two_tokens_on_one_space_are_one_move_with_one_figure() -> None:
    state = free_the_box_play.position("12,12,30;45,home,home", die=5)
    first, second, third = state.legal_moves()
    spec, played = (
        ROSTERS["free-the-box"].puzzles,
        match_at(GAMES["free-the-box"], state.text(), TWO),
    )
    judge = Judge(spec, state, "", asked)
    for best, chosen in ((first, second), (first, first)):
        one = Puzzle(1, played, best, {best: (0.85, 0.86), third: (0.7, 0.7)}, judge)
        verdict = await one.verdict(chosen)
        assert verdict.is_right
        assert verdict.value == verdict.best_value == pytest.approx(0.855)
        text = state.move_text(chosen)
        assert compared_words(one, verdict) == [f"Right. {text}: about 85.5% to win."]
        assert one.solutions() == [first, second]
    one = Puzzle(1, played, third, {third: (0.85, 0.86), first: (0.7, 0.7)}, judge)
    assert (await one.verdict(second)).value == (await one.verdict(first)).value


async def test_a_verdict_names_the_players_and_counts_percentage_points(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    says = ["It hits seat 1.", "And seat 2."]
    spec = PuzzleSpec(margin=0.02, reasons=lambda state, move, best: says)
    monkeypatch.setitem(ROSTERS, GAME.key, replace(ROSTERS[GAME.key], puzzles=spec))
    one = await find_puzzle(GAME, 1, asked)
    one.name_person("Ann")
    other = next(move for move in one.state.legal_moves() if move != one.best)
    verdict = await one.verdict(other)
    assert set(" ".join(verdict.why).replace(".", "").split()) >= {"Ann", "Computer"}
    assert compared_words(one, verdict)[1].endswith(" percentage points better.")


async def test_a_difference_is_computed_from_the_exact_figures(some: Puzzles) -> None:
    moves = some[1].state.legal_moves()
    told = [compared_words(some[1], await some[1].verdict(move)) for move in moves]
    assert ["8+4: 44.375% to win.", "7+5: 60.303% to win, 15.9 percentage points better."] in told


async def test_a_difference_of_estimates_has_fewer_digits_than_the_estimates() -> None:
    """66.4 and 71.6 look 5.2 apart but are 5.1 apart; "5" is right for both."""
    state = at("house,car,tree", "car:3", top="house", demand="any")
    match = match_at(GAMES["free-o"], state.text(), [Seat("Ann", HUMAN), Seat("Ben", "level1")])
    worse, best = state.read_move("house"), state.read_move("car")
    judge = Judge(ROSTERS["free-o"].puzzles, state, "", asked)
    one = Puzzle(1, match, best, {worse: (0.66449,), best: (0.71551,)}, judge)
    assert compared_words(one, await one.verdict(worse)) == [
        "house: about 66.4% to win.",
        "car: about 71.6% to win, 5 percentage points better.",
    ]


async def test_if_the_naive_move_must_be_wrong_a_right_one_is_not_a_puzzle(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("boxtui.learn.finding.MOST_GAMES", 3)
    found = 0
    for number in range(1, 21):
        with suppress(BadOption):
            await find_puzzle(GAME, number, answering(clear))
            found += 1
    assert 0 < found < 20


async def test_the_same_things_are_asked_every_time() -> None:
    """Agents get only random numbers that depend on the puzzle's number."""
    runs = [await questions(7), await questions(7)]
    assert runs[0] == runs[1]
    assert len({seed for _, _, seed in runs[0]}) > 1
    assert runs[0] != await questions(8)


async def questions(number: int) -> list[tuple[str, str, str]]:
    noted: list[tuple[str, str, str]] = []

    async def noting(state: State, player: str, seed: str, move: int | None = None) -> Choice:
        noted.append((state.text(), player, seed))
        return await asked(state, player, seed, move)

    await find_puzzle(GAME, number, noting)
    return noted


async def test_a_game_without_puzzles_has_no_practice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boxtui.learn.finding.ROSTERS", {})
    with pytest.raises(BadOption, match="no practice for Shut-the-Box"):
        await find_puzzle(GAME, 1, asked)


async def test_a_game_without_reasons_has_only_values(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(
        ROSTERS, GAME.key, replace(ROSTERS[GAME.key], puzzles=PuzzleSpec(margin=0.02))
    )
    one = await find_puzzle(GAME, 1, asked)
    assert (await one.verdict(one.best)).why == ()


async def test_a_searched_puzzle_holds_under_longer_searches_with_other_seeds() -> None:
    """Every build finds the same puzzle, and its wrong moves never have the better figure."""
    key = "free-the-box"

    async def searched(state: State, player: str, seed: str, move: int | None = None) -> Choice:
        agent, budget = make(key, player)
        return decide(player, agent, state, budget, Random(seed), never, move)

    one = await find_puzzle(GAMES[key], 1, searched)
    assert one.state.move_text(one.best) == "A:5-11"
    for move in one.state.legal_moves():
        verdict = await one.verdict(move)
        assert verdict.is_right == (move == one.best)
        assert verdict.worse >= (0 if verdict.is_right else ROSTERS[key].puzzles.margin)
    again = [
        await searched(one.state, "mcts:800", "other", move) for move in one.state.legal_moves()
    ]
    assert max(again, key=lambda choice: choice.considered[0].value).move == one.best
