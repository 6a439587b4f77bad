"""The five levels of Box in every phase of every option."""

from functools import partial
from itertools import chain, repeat
from random import Random

import pytest
from box_games import marked, play, start
from box_positions import KINDS, decisions
from slow_box import Rectangle, SlowBox, box_name, rectangles

from ai.agent import Budget, Choice, Rater, Stop, never
from ai.box.opening import FIRST_WORTH
from ai.box.search import POLL
from ai.levels import agent_and_budget, level_names
from boxtui.core import OVER, OptionValue
from boxtui.games import GAMES
from boxtui.games.box.board import SIZES
from boxtui.games.box.moves import (
    BID,
    BLACK,
    COLORS,
    DONE,
    FIRST_BLACK,
    FIRST_WHITE,
    PASS,
    RESIGN,
    WHITE,
)
from boxtui.games.box.position import BIDDING, CLAIMING, OPENING, PICKING
from boxtui.games.box.state import Box

NAMES = level_names("box")


def choose(name: str, state: Box, seed: int = 0, impatient: bool = False) -> Choice:
    """Return a level's choice; an impatient player asks for an immediate answer."""
    agent, budget = agent_and_budget("box", name)
    return agent.choose(state, budget, Random(seed), lambda: impatient)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "options",
    [{"size": 6} | kind for kind in KINDS] + [{"size": 16} | kind for kind in KINDS[:2]],
    ids=lambda options: " ".join(map(str, options.values())),
)
def test_every_choice_is_legal_comes_first_of_those_considered_and_changes_nothing(
    name: str, options: dict[str, OptionValue]
) -> None:
    """The highest levels are stopped at once, and must still choose a legal move."""
    looked_at = {*range(6), *range(7, 400, 7)} if options["size"] == 6 else {0, 25}
    for number, state in enumerate(decisions(options, 3, max(looked_at) + 1)):
        if number in looked_at:
            before = state.text()
            choice = choose(name, state, impatient=True)
            assert state.text() == before
            assert choice.move != RESIGN
            moves = [looked_at.move for looked_at in choice.considered]
            assert len(set(moves)) == len(moves)
            assert {choice.move, *moves} <= set(state.legal_moves())
            assert all(0 <= looked_at.value <= 1 for looked_at in choice.considered)
            assert moves[:1] in ([], [choice.move])


def unclaimed() -> Box:
    """Return a position in which black may claim a1-d4."""
    state = play(marked("a1 d1 a4 b1", "g1 g2 f5 e7", size=6, claiming="by hand"), "d4")
    assert state.phase == CLAIMING
    return state


def test_by_hand_a_mark_is_valued_with_its_claims() -> None:
    """As large a search finds the same share if the boxes are claimed automatically."""
    shares = []
    for claiming in ("by hand", "automatic"):
        state = marked("a1 d1 a4 b1", "g1 g2 f5 e7", size=6, claiming=claiming)
        agent, budget = agent_and_budget("box", "level3")
        assert isinstance(agent, Rater)
        move = state.read_move("d4")
        shares.append(agent.evaluate(state, move, budget, Random(1), never).considered[0].value)
    assert shares[0] == shares[1]


@pytest.mark.parametrize("name", NAMES[1:])
def test_all_that_can_be_claimed_by_hand_is_claimed_before_the_turn_ends(name: str) -> None:
    state = unclaimed()
    for claim in ("a1-d4", "done"):
        assert state.move_text(choose(name, state).move) == claim
        play(state, claim)
    assert state.phase != CLAIMING


def test_of_boxes_that_win_as_much_the_largest_is_claimed_as_sentences_name_it() -> None:
    state = GAMES["box"].parse(
        "size=6 claiming=by-hand threats=off missed=off balance=none handicap=0,0 phase=claim"
        " turn=1 first=1 black=1 bid=-"
        " marks=WWW.W../......./B.B..../......./B.B..../......./B.B..W."
        " squares=....../....../BB..../BB..../....../......"
    )
    assert isinstance(state, Box)
    assert state.move_text(choose("level3", state).move) == "a1-c5"


def test_a_beginner_misses_boxes_now_and_then() -> None:
    assert {choose("level1", unclaimed(), seed).move == DONE for seed in range(30)} == {True, False}


def test_the_first_mark_under_swap_is_about_even_and_comes_in_both_colors() -> None:
    """BOX-12: the opponent would take over a mark in the middle."""
    state = start(size=10, balance="swap")
    openings = [choose("level4", state, seed) for seed in range(6)]
    assert all(abs(choice.considered[0].value - 0.5) < 0.1 for choice in openings)
    assert {choice.move >= FIRST_WHITE for choice in openings} == {True, False}
    points = {(choice.move - FIRST_BLACK) % 512 for choice in openings}
    assert all(0 in point or 10 in point for point in (divmod(at, 11) for at in points))
    assert len(points) > 1


@pytest.mark.parametrize("color", COLORS)
def test_a_good_first_mark_is_taken_over_and_a_bad_one_is_left(color: str) -> None:
    other = COLORS[1 - COLORS.index(color)]
    for mark, wanted in (("f6", color), ("a1", other)):
        state = play(start(size=10, balance="swap"), f"{color} {mark}")
        assert state.phase == PICKING
        assert state.move_text(choose("search:4000", state).move) == f"take {wanted}"


def test_points_given_weigh_in_the_choice_of_colors() -> None:
    """BOX-15: handicap points belong to the person, not the color, so seat 1 can hardly win."""
    state = start(balance="swap", handicap="points", handicap_points=30.0, weaker="seat 2")
    assert state.phase == OPENING
    assert choose("level4", state).considered[0].value < 0.1


@pytest.mark.parametrize("impatient", [False, True])
def test_with_a_handicap_twice_as_much_is_searched_before_the_play(impatient: bool) -> None:
    """The other color isn't the other side of the same game then."""
    without, with_one = list[int](), list[int]()
    for reported, handicap in ((without, "none"), (with_one, "points")):
        state = start(balance="swap", handicap=handicap, handicap_points=2.5)
        for phase in (OPENING, PICKING):
            assert state.phase == phase
            choice = choose("level4", state, impatient=impatient)
            assert choice.iterations == sum(each.visits for each in choice.considered) > 0
            reported.append(choice.iterations)
            state.play(choice.move)
    assert with_one == [2 * each for each in without]


@pytest.mark.parametrize("name", NAMES)
def test_bids_rise_to_what_playing_first_is_worth(name: str) -> None:
    for size in SIZES:
        state, bids = start(size=size, balance="bid"), list[int]()
        while state.phase == BIDDING:
            bids.append(choose(name, state).move)
            state.play(bids[-1])
        assert bids[-1] == PASS
        assert bids[-2] == BID + FIRST_WORTH[size]


def after_five_polls() -> Stop:
    return partial(next, chain([False] * 5, repeat(True)))


def test_without_a_limit_marks_are_searched_until_it_is_stopped() -> None:
    state, (agent, _) = start(size=6), agent_and_budget("box", "search")
    assert isinstance(agent, Rater)
    choice = agent.choose(state, Budget(), Random(1), after_five_polls())
    found = agent.evaluate(state, choice.move, Budget(), Random(1), after_five_polls())
    for considered in (choice.considered, found.considered):
        assert sum(each.visits for each in considered) >= 5 * POLL


@pytest.mark.parametrize("handicap", ["none", "points"])
def test_without_a_limit_all_choices_before_the_play_are_searched_alike(handicap: str) -> None:
    state = start(size=10, balance="swap", handicap=handicap, handicap_points=2.5)
    agent, _ = agent_and_budget("box", "search")
    for phase, moves in ((OPENING, 21), (PICKING, 2)):
        assert state.phase == phase
        choice = agent.choose(state, Budget(), Random(1), after_five_polls())
        visits = [each.visits for each in choice.considered]
        assert len(visits) == moves
        assert min(visits) == max(visits)
        assert sum(visits) >= 5 * POLL
        state.play(choice.move)


def squares_after(state: Box, claimed: Rectangle) -> dict[tuple[int, int], int]:
    """Return all squares once that box and then all others are claimed, by the slow reference."""
    slow, color, grid = SlowBox(state.terms.size), state.color_of(state.seat), state.grid
    for each in (BLACK, WHITE):
        places = [(at % grid.width, at // grid.width) for at in range(grid.points)]
        for at, place in enumerate(places):
            if state.colors[each] >> at & 1:
                slow.marks[place] = each
            if state.colors[each] >> grid.points >> at & 1:
                slow.squares[place] = each
    slow.claim(color, claimed)
    slow.claim_all(color)
    return slow.squares


def test_box_10_claims_in_any_order_come_to_the_same_and_only_a_box_left_is_a_loss() -> None:
    agent, _ = agent_and_budget("box", "level3")
    assert isinstance(agent, Rater)
    compared = 0
    for state in chain.from_iterable(decisions({"claiming": "by hand"}, seed) for seed in range(9)):
        done, *claims = state.legal_moves()[:-1]
        if state.phase != CLAIMING or len(claims) < 2:
            continue
        boxes = {box_name(box): box for box, _ in rectangles(state.terms.size)}
        won = [squares_after(state, boxes[state.move_text(move)]) for move in claims]
        assert all(squares == won[0] for squares in won)
        left, *values = [worth(agent, state, move) for move in (done, *claims)]
        assert len(set(values)) == 1
        if state.after(done).current_player() != OVER:
            compared += 1
            assert left < worth(agent, state.after(claims[0]), done) <= values[0]
    assert compared > 20


def worth(agent: Rater, state: Box, move: int) -> float:
    """Return what a move is worth to the mover by a small search."""
    return agent.evaluate(state, move, Budget(iterations=20), Random(1), never).considered[0].value
