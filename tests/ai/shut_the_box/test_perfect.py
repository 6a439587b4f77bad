"""The agent that plays Shut-the-Box by the exact solution."""

from itertools import count
from random import Random

import pytest

from ai.agent import Budget, Choice, Stop, never
from ai.shut_the_box import exact as shut_the_box_exact
from ai.shut_the_box.players import ExactAgent
from boxtui.games.shared.dice import pips
from boxtui.games.shut_the_box.state import LAYING, ShutTheBox
from boxtui.games.shut_the_box.tiles import ALL_UP, fitting, mask_of, throws


def laying(
    mask: int, total: int, scores: list[int], scoring: str = "sum", stake: int = 0, first: int = 0
) -> ShutTheBox:
    """Return a position in which seat `first` began; `scores` are in turn order."""
    state = ShutTheBox(len(scores), scoring, stake, first)
    state.scores = scores[len(scores) - first :] + scores[: len(scores) - first]
    state.seat = (first + scores.index(-1)) % len(scores)
    state.phase, state.up = LAYING, mask
    state.throw = next(throw for throw in throws(mask) if pips(throw) == total)
    return state


def choose(state: ShutTheBox, stop: Stop = never) -> Choice:
    return ExactAgent().choose(state, Budget(), Random(0), stop)


def test_the_first_set_considered_is_played_and_the_rest_follow_by_value() -> None:
    for total in range(2, 13):
        found = choose(laying(ALL_UP, total, [14, -1, -1]))
        values = [looked_at.value for looked_at in found.considered]
        assert found.move == found.considered[0].move
        assert values == sorted(values, reverse=True)
        assert sorted(c.move for c in found.considered) == fitting(ALL_UP, total)
        assert all(0 <= value <= 1 for value in values)


def test_the_lowest_of_equally_good_sets_is_laid_down() -> None:
    """Against a shut box 9 and 4+5 are equally good: only shutting the box can tie."""
    state = laying(mask_of([7, 8, 9]), 7, [0, -1])
    assert choose(state).move == fitting(state.up, 7)[0]
    beaten = laying(mask_of([1, 2, 3]), 3, [45, -1])
    found = choose(beaten)
    assert [c.value for c in found.considered] == pytest.approx([1.0, 1.0])
    assert found.move == mask_of([1, 2])


def test_stb_13_the_values_do_not_depend_on_which_seat_plays_first() -> None:
    one, *others = (choose(laying(ALL_UP, 9, [20, -1, -1], stake=1, first=at)) for at in range(3))
    assert all(each.considered == one.considered for each in others)


def test_stopped_while_solving_it_plays_for_a_low_score(monkeypatch: pytest.MonkeyPatch) -> None:
    """Values for a low score could be mistaken for win probabilities."""
    monkeypatch.setattr(shut_the_box_exact, "_SOLVED", {})
    asked = count()
    state = laying(ALL_UP, 8, [-1] * 40, "digits")
    found = choose(state, lambda: next(asked) > 20)
    alone = choose(laying(ALL_UP, 8, [-1], "digits"))
    assert (found.move, found.considered) == (alone.move, ())
    assert next(asked) < 30
