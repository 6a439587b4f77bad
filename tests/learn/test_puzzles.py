"""Puzzles: what a chosen move is worth next to the best one, and the text about it."""

from dataclasses import replace

import free_the_box_play
import pytest
from free_o_play import at
from people import ANN
from some_puzzles import GAME, Find, Puzzles, Scripted, asked

from ai.levels import ROSTERS
from ai.roster import ADVISER, PuzzleSpec
from boxtui.core import BadOption, State, number_within
from boxtui.games import GAMES
from boxtui.learn.finding import find_puzzle
from boxtui.learn.puzzles import (
    NUMBERS,
    Figures,
    MoveComparer,
    Puzzle,
    compared_words,
    number_after,
)
from boxtui.play.match import Seat, match_at

pytestmark = pytest.mark.xdist_group("puzzles")  # as in test_finding.py


def test_a_number_is_typed_with_commas_or_without_and_another_text_is_refused() -> None:
    told = [number_within(text, NUMBERS) for text in ("1", " 123456 ", "999,999,999")]
    assert told == [1, 123456, NUMBERS[-1]]
    for text in ("", "0", "-1", "1000000000", "x", "²"):
        with pytest.raises(BadOption, match="is not a number from 1 to 999,999,999"):
            number_within(text, NUMBERS)


def test_after_the_last_number_comes_the_first() -> None:
    assert [number_after(number) for number in (1, NUMBERS[-1])] == [2, 1]


async def test_any_move_but_the_best_is_worse_by_what_the_values_differ(some: Puzzles) -> None:
    for one in some:
        for move in one.state.legal_moves():
            verdict = await one.verdict(move)
            assert verdict.is_right == (move == one.best)
            assert ((verdict.value,), (verdict.best_value,)) == (
                one.figures[move],
                one.figures[one.best],
            )
            shown = (float(f"{100 * share:.1f}") for share in (verdict.best_value, verdict.value))
            assert verdict.points == round(next(shown) - next(shown), 1)
            assert verdict.is_right or verdict.points > 0
            assert verdict.best == one.best


async def test_the_verdict_says_why_and_has_the_exact_difference(some: Puzzles) -> None:
    verdict = await some[1].verdict(some[1].state.read_move("8+1"))
    assert verdict.why == (
        "After 8+1, nothing fits 3 or 5: 6 of 36 rolls end the turn.",
        "After 7+2, nothing fits 2 or 3: 3 of 36 rolls end the turn.",
        "The chance to score less than 236 is at best 70.2% after 8+1, 91.7% after 7+2.",
    )
    assert compared_words(some[1], verdict) == [
        "8+1: 43.1% to win.",
        "7+2: 52.5% to win, 9.4 percentage points better.",
    ]


@pytest.mark.parametrize(
    ("searches", "advised", "value", "is_right"),
    [
        ((0.75, 0.88), 0.1, 0.815, True),
        ((0.1, 0.85), 0.4, 0.4, False),
        ((0.1, 0.85), 0.85, 0.85, True),
    ],
)
async def test_a_move_is_right_if_a_search_and_the_mean_or_the_adviser_find_it_as_good(
    find: Find, searches: tuple[float, float], advised: float, value: float, is_right: bool
) -> None:
    """The adviser is asked only if one search finds a bad move as good."""
    scripted = Scripted.alike()
    one = await find(scripted)
    moves = one.state.legal_moves()
    worse = (0.1,) * (len(moves) - 1)
    long, again = ((*worse, each) for each in searches)
    scripted.values = {"long": long, "long:2": again, ADVISER: (0.9, *worse[1:], advised)}
    one = replace(one, figures={one.best: (0.9, 0.9)})
    verdict = await one.verdict(moves[-1])
    assert verdict.value == pytest.approx(value)
    assert (verdict.best_value, verdict.is_right) == (0.9, is_right)


async def test_every_search_has_its_own_seed_and_uses_it_for_all_moves(find: Find) -> None:
    scripted = Scripted.alike()
    one = await find(scripted)
    lucks: dict[str, set[str]] = {}
    for who, seed, _ in scripted.noted:
        lucks.setdefault(seed, set()).add(who)
    assert [sorted(players) for players in lucks.values()] == [["short"], ["long"], ["long"]]
    scripted.noted.clear()
    await one.verdict(one.state.legal_moves()[-1])
    assert {seed for _, seed, _ in scripted.noted} <= {*lucks}


async def test_a_move_far_behind_is_not_searched_longer_until_it_is_chosen(find: Find) -> None:
    scripted = Scripted.alike((0.9, 0.7, 0.2))
    one = await find(scripted)
    assert {at for who, _, at in scripted.noted if who == "long"} == {0, 1}
    moves = one.state.legal_moves()
    assert {*one.figures} == {*moves[:2]}
    verdict = await one.verdict(moves[2])
    assert (verdict.value, verdict.best_value, verdict.is_right) == (0.2, 0.9, False)


async def test_the_chosen_move_is_right_unless_it_is_worse_by_the_margin(find: Find) -> None:
    """This includes a move that turns out better because no search had looked at it."""
    scripted = Scripted.alike()
    one = await find(scripted)
    moves = one.state.legal_moves()
    one = replace(one, figures={one.best: one.figures[one.best]})
    for value, is_right in ((0.79, False), (0.81, True), (0.95, True)):
        scripted.values = {"long": (*[0.9] * (len(moves) - 1), value)}
        verdict = await one.verdict(moves[-1])
        assert verdict.is_right == is_right
        assert verdict.value == pytest.approx(value)
        first = compared_words(one, verdict)[0]
        assert first.startswith("Right, one of the best. ") == is_right
        assert is_right or verdict.value < verdict.best_value


async def test_only_the_part_of_a_difference_that_lasts_is_told(
    find: Find, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(ROSTERS, GAME.key, replace(ROSTERS[GAME.key], lasting=lambda state: 0.5))
    one = await find(Scripted.alike((0.9, 0.7, 0.2)))
    verdict = await one.verdict(one.state.legal_moves()[1])
    assert verdict.value == pytest.approx(0.8)
    assert (verdict.best_value, verdict.is_right) == (0.9, False)


def valued(key: str, state: State, best: int, figures: dict[int, Figures]) -> Puzzle:
    """Return a position as a puzzle whose moves have these figures."""
    seats = [ANN, Seat("Ben", "level1")]
    match = match_at(GAMES[key], state.text(), seats)
    comparer = replace(MoveComparer.at(match, asked), determinization=state)
    return Puzzle(1, match, best, figures, comparer)


async def test_two_tokens_on_one_space_are_one_move_with_one_figure() -> None:
    state = free_the_box_play.position("12,12,30;45,home,home", die=5)
    first, second, third = state.legal_moves()
    for best, chosen in ((first, second), (first, first)):
        one = valued("free-the-box", state, best, {best: (0.85, 0.86), third: (0.7, 0.7)})
        verdict = await one.verdict(chosen)
        assert verdict.is_right
        assert verdict.value == verdict.best_value == pytest.approx(0.855)
        text = state.move_text(chosen)
        assert compared_words(one, verdict) == [f"Right. {text}: about 85.5% to win."]
        assert one.solutions() == [first, second]
    one = valued("free-the-box", state, third, {third: (0.85, 0.86), first: (0.7, 0.7)})
    assert (await one.verdict(second)).value == (await one.verdict(first)).value


async def test_a_verdict_names_players_and_counts_points(monkeypatch: pytest.MonkeyPatch) -> None:
    says = ["It hits seat 1.", "And seat 2."]
    easy = replace(ROSTERS[GAME.key], puzzles=PuzzleSpec(margin=0.02))
    explained, silent = (replace(easy, reasons=why) for why in (lambda *_: says, lambda *_: []))
    for roster, words in ((explained, {"Ann", "Seat"}), (silent, set[str]())):
        monkeypatch.setitem(ROSTERS, GAME.key, roster)
        one = await find_puzzle(GAME, 1, asked)
        one.name_person("Ann")
        other = next(move for move in one.state.legal_moves() if move != one.best)
        verdict = await one.verdict(other)
        assert len(verdict.why) == len(words)
        assert set(" ".join(verdict.why).replace(".", "").split()) >= words
        assert compared_words(one, verdict)[1].endswith(" percentage points better.")


async def test_a_difference_is_that_of_the_two_figures_shown() -> None:
    """The values are 5.1 apart, but the figures 5.2."""
    state = at("house,car,tree", "car:3", top="house", demand="any")
    worse, best = state.read_move("house"), state.read_move("car")
    one = valued("free-o", state, best, {worse: (0.66449,), best: (0.71551,)})
    assert compared_words(one, await one.verdict(worse)) == [
        "House: about 66.4% to win the game.",
        "Car: about 71.6% to win the game, 5.2 percentage points better.",
    ]
