"""Practice: numbered positions with one clearly best move, and what is said of the others."""

from collections.abc import Callable
from functools import cache
from random import Random

import pytest
from free_o_play import at

from ai import worker
from ai.agent import Choice, Considered, never
from ai.levels import DRILLS, LEVELS, Drill, player
from ai.worker import Searcher, decide
from boxtui.core import CHANCE, BadOption, IllegalMove, State
from boxtui.games import GAMES
from boxtui.games.shut_the_box_state import UNPLAYED, ShutTheBox
from boxtui.games.tiles import tiles_of
from boxtui.match import HUMAN, Match, Seat, match_at
from boxtui.odds import odds
from boxtui.practice import (
    FEWEST_MOVES,
    NUMBERS,
    Asked,
    Problem,
    Verdict,
    asking,
    compared_words,
    number_after,
    number_in,
    problem,
)
from boxtui.record import position

GAME = GAMES["shut-the-box"]
SOME = range(1, 41)

make = cache(player)


async def asked(state: State, who: str, luck: str) -> Choice:
    agent, budget = make(GAME.key, who)
    return decide(who, agent, state, budget, Random(luck), never)


@pytest.fixture(scope="module")
def problems() -> list[Problem]:
    return []


@pytest.fixture
async def some(problems: list[Problem]) -> list[Problem]:
    """The first problems, drawn once for all tests."""
    if not problems:
        problems += [await problem(GAME, number, asked) for number in SOME]
    return problems


def told(one: Problem) -> tuple[str, str]:
    return one.state.text(), one.state.move_text(one.best)


@pytest.mark.parametrize("key", GAMES)
def test_every_game_has_a_drill_whose_players_there_are(key: str) -> None:
    drill = DRILLS[key]
    assert 0 < drill.margin < 1
    assert drill.seats in GAMES[key].seats
    assert {*drill.players, drill.hasty} <= {f"level{level.number}" for level in LEVELS[key]}
    for who in {drill.adviser, drill.scout} - {""}:
        assert player(key, who)


async def test_a_number_is_the_same_problem_for_ever(some: list[Problem]) -> None:
    """Also on other machines, in other builds and other Pythons: so it is written down here."""
    begins = "scoring=digits stake=0 round=1 first=1 scores="
    assert [told(one) for one in some[:3]] == [
        (f"{begins}36,- phase=lay seat=2 up=1,2,3,4,5,6,9 dice=4+3", "4+3"),
        (f"{begins}246,- phase=lay seat=2 up=2,3,4,6,7,8 dice=6+4", "6+4"),
        (f"{begins}2689,- phase=lay seat=2 up=1,2,3,4,5,6,7,8,9 dice=6+1", "7"),
    ]


async def test_the_search_process_is_asked_and_finds_the_same(some: list[Problem]) -> None:
    """In a process of its own, which has hashes of its own."""
    worker.prepare()
    searcher = Searcher(position)
    try:
        for one in some[:2]:
            again = await problem(GAME, one.number, asking(searcher, GAME))
            assert (told(again), again.values) == (told(one), one.values)
    finally:
        searcher.close()


async def test_other_numbers_are_other_problems(some: list[Problem]) -> None:
    assert len({told(one) for one in some}) > 0.9 * len(some)
    assert [one.number for one in some] == list(SOME)


async def test_the_last_number_is_a_problem_too() -> None:
    assert (await problem(GAME, NUMBERS[-1], asked)).number == NUMBERS[-1]


@pytest.mark.parametrize("number", [0, -1, NUMBERS[-1] + 1, 2**80])
async def test_a_number_there_is_not_is_refused_in_a_sentence(number: int) -> None:
    with pytest.raises(BadOption, match=f"no problem {number}: the numbers are 1 to 999,999,999"):
        await problem(GAME, number, asked)


def test_a_number_is_typed_with_commas_or_without_and_another_text_is_refused() -> None:
    assert [number_in(text) for text in ("1", " 123456 ", "999,999,999")] == [
        1,
        123456,
        NUMBERS[-1],
    ]
    for text in ("", "0", "-1", "1000000000", "x", "²"):
        with pytest.raises(BadOption, match="is no number from 1 to 999,999,999"):
            number_in(text)


def test_after_the_last_number_comes_the_first() -> None:
    assert [number_after(number) for number in (1, NUMBERS[-1])] == [2, 1]


async def test_one_move_is_best_by_the_margin_by_another_way_to_reckon(
    some: list[Problem],
) -> None:
    """`odds` follows the game forwards, by the chance of each outcome; the adviser backwards."""
    for one in some:
        assert isinstance(one.state, ShutTheBox)
        reckoned = {move: chance_to_win(one.state, move) for move in one.state.legal_moves()}
        assert one.values == pytest.approx(reckoned, abs=1e-12)
        best, second = sorted(reckoned, key=lambda move: -reckoned[move])[:2]
        assert one.best == best
        assert reckoned[best] - reckoned[second] >= DRILLS[GAME.key].margin - 1e-12
        assert len(reckoned) >= FEWEST_MOVES


def chance_to_win(state: ShutTheBox, move: int) -> float:
    scores = [score for score in state.scores if score != UNPLAYED]
    left = state.up & ~move
    return wins(scores, tiles_of(left))[state.seat] if left else chance_once_shut(scores)


def chance_once_shut(scores: list[int]) -> float:
    """STB-9 to STB-11: the first waits for the other, the second wins or has tied."""
    if not scores:
        return wins([0])[0]
    return 1.0 if scores[0] else wins([])[1]


def wins(scores: list[int], up: list[int] | None = None) -> tuple[float, ...]:
    found = odds(2, "digits", False, up, scores).win_probability
    assert found is not None
    return found


async def test_the_move_that_comes_to_mind_first_is_wrong_in_about_half_of_them(
    some: list[Problem],
) -> None:
    hasty = [(await asked(one.state, DRILLS[GAME.key].hasty, "")).move for one in some]
    right = sum(move == one.best for move, one in zip(hasty, some, strict=True))
    assert 0.3 < right / len(some) < 0.7


async def test_a_problem_is_a_position_of_a_real_game(some: list[Problem]) -> None:
    """Its moves lead there from the first position, and its dice are its seed's."""
    for one in some[:10]:
        match, again = one.match, Match(GAME, {}, one.match.seats, one.match.seed)
        for move in match.moves:
            if again.state.player() == CHANCE:
                assert move == again.dealt()
            again.play(move)
        assert again.state.text() == one.state.text()


async def test_the_person_has_the_seat_that_decides_and_levels_the_others(
    some: list[Problem],
) -> None:
    for one in some:
        mine, other = one.state.player(), 1 - one.state.player()
        assert one.match.by_person()
        assert one.match.seats[mine] == Seat("You", HUMAN)
        assert one.match.seats[other].player in DRILLS[GAME.key].players
        assert one.match.seats[other].name == "Computer"
        one.name_person("Ann")
        assert one.match.seats[mine] == Seat("Ann", HUMAN)
        one.name_person("You")


async def test_problems_come_from_both_turns_and_from_all_of_them(some: list[Problem]) -> None:
    assert {one.state.player() for one in some} == {0, 1}
    assert len({one.state.up.bit_count() for one in some if isinstance(one.state, ShutTheBox)}) > 3


async def test_the_best_move_solves_it(some: list[Problem]) -> None:
    verdict = some[0].verdict(some[0].best)
    assert verdict.is_best
    assert verdict.worse == 0
    assert verdict.value == verdict.best_value == some[0].values[some[0].best]


async def test_any_other_move_is_worse_by_the_difference_of_the_values(
    some: list[Problem],
) -> None:
    for one in some:
        for move in set(one.state.legal_moves()) - {one.best}:
            verdict = one.verdict(move)
            assert not verdict.is_best
            assert verdict.worse is not None
            assert verdict.worse == one.values[one.best] - one.values[move] > 0
            assert verdict.best == one.best


async def test_the_verdict_says_why(some: list[Problem]) -> None:
    verdict = some[0].verdict(some[0].state.read_move("5+2"))
    assert verdict.why == (
        "After 5+2 nothing fits 2: 1 of 36 rolls ends the turn.",
        "After 4+3 nothing fits 4: 3 of 36 rolls end the turn.",
        "But the chance to score less than 36 is at best 42.2% after 5+2, 52.9% after 4+3.",
    )


async def test_a_verdict_changes_nothing_and_an_illegal_move_is_refused(
    some: list[Problem],
) -> None:
    before = some[0].state.text()
    some[0].verdict(some[0].best)
    with pytest.raises(IllegalMove, match="STB-3"):
        some[0].verdict(1 << 8)
    assert some[0].state.text() == before


def test_a_move_that_nobody_looked_at_is_worse_by_nobody_knows_what() -> None:
    assert Verdict(1, 2, None, 0.5, ()).worse is None


# Agents that answer as told


def answering(considered: Callable[[list[int]], list[Considered]]) -> Asked:
    """Everybody plays the first legal move, and says that of all."""

    async def answer(state: State, who: str, luck: str) -> Choice:
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
    monkeypatch.setattr("boxtui.practice.MOST_GAMES", 3)
    with pytest.raises(BadOption, match="In 3 games of Shut-the-Box no position makes problem 5"):
        await problem(GAME, 5, answering(considered))


@pytest.mark.parametrize(("gap", "asks"), [(0.04, False), (0.06, True)])
async def test_where_a_scout_sees_less_than_half_of_the_margin_the_adviser_is_not_asked(
    gap: float, asks: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("boxtui.practice.MOST_GAMES", 2)
    drill = Drill(margin=0.1, players=("level1",), scout="level3", adviser="level4")
    monkeypatch.setitem(DRILLS, GAME.key, drill)
    noted: list[str] = []

    async def noting(state: State, who: str, luck: str) -> Choice:
        noted.append(who)
        moves = state.legal_moves()
        above = [Considered(move, gap if move == moves[0] else 0.0, 1) for move in moves]
        return Choice(moves[0], tuple(above), 1, 0.0)

    with pytest.raises(BadOption, match="In 2 games"):
        await problem(GAME, 5, noting)
    assert noted.count("level3") > 0
    assert noted.count("level4") == (noted.count("level3") if asks else 0)


async def test_a_verdict_names_who_sits_there_and_counts_percentage_points(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    says = ["It hits seat 1.", "And seat 2."]
    drill = Drill(margin=0.02, reasons=lambda state, move, best: says)
    monkeypatch.setitem(DRILLS, GAME.key, drill)
    one = await problem(GAME, 1, asked)
    one.name_person("Ann")
    other = next(move for move in one.state.legal_moves() if move != one.best)
    verdict = one.verdict(other)
    assert set(" ".join(verdict.why).replace(".", "").split()) >= {"Ann", "Computer"}
    assert compared_words(one, verdict)[1].endswith(" percentage points better.")


def test_the_gap_that_is_told_is_that_of_the_figures_that_are_told() -> None:
    state = at("house,car,tree", "car:3", top="house", demand="any")
    match = match_at(GAMES["free-o"], state.text(), [Seat("Ann", HUMAN), Seat("Ben", "level1")])
    worse, best = state.read_move("house"), state.read_move("car")
    one = Problem(1, match, best, {worse: 0.66449, best: 0.71551})
    assert compared_words(one, one.verdict(worse)) == [
        "house: 66.4% to win.",
        "car: 71.6% to win, 5.2 percentage points better.",
    ]


async def test_where_the_hasty_move_must_be_wrong_one_that_is_right_is_no_problem(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("boxtui.practice.MOST_GAMES", 3)
    found = 0
    for number in range(1, 21):
        try:
            await problem(GAME, number, answering(clear))
            found += 1
        except BadOption:
            pass
    assert 0 < found < 20


async def test_the_same_things_are_asked_every_time() -> None:
    """Whoever draws luck draws it from the number: nothing else is handed to an agent."""
    runs = [await questions(7), await questions(7)]
    assert runs[0] == runs[1]
    assert len({luck for _, _, luck in runs[0]}) > 1
    assert runs[0] != await questions(8)


async def questions(number: int) -> list[tuple[str, str, str]]:
    noted: list[tuple[str, str, str]] = []

    async def noting(state: State, who: str, luck: str) -> Choice:
        noted.append((state.text(), who, luck))
        return await asked(state, who, luck)

    await problem(GAME, number, noting)
    return noted


async def test_a_game_without_a_drill_has_no_practice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boxtui.practice.DRILLS", {})
    with pytest.raises(BadOption, match="no practice for Shut-the-Box"):
        await problem(GAME, 1, asked)


async def test_a_game_without_reasons_has_values_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(DRILLS, GAME.key, Drill(margin=0.02))
    one = await problem(GAME, 1, asked)
    assert one.verdict(one.best).why == ()
    assert one.verdict(one.best).value is not None
