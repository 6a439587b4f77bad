"""The rules of Box by number; `said.txt` has its answers to typed texts."""

import re
from pathlib import Path
from random import Random
from xml.etree import ElementTree as ET

import pytest
from box_games import marked, play, start
from hypothesis import given
from hypothesis import strategies as st
from random_games import at_random
from said import check_said

from boxtui.commands.main import main
from boxtui.core import NOBODY, OVER, BadNotation, BadOption, IllegalMove, OptionValue
from boxtui.games.box.board import SIZES, grid_of
from boxtui.games.box.game import last_loser
from boxtui.games.box.moves import (
    BID,
    CLAIM,
    DONE,
    FIRST_BLACK,
    FIRST_WHITE,
    LOT,
    PASS,
    RESIGN,
    TAKE,
)
from boxtui.games.box.notation import move_in, move_text
from boxtui.games.box.paper import printed_grid, svg_page


def test_what_is_typed_and_what_is_at_fault_is_answered_as_written() -> None:
    check_said("box")


def test_sentences_call_a_color_picked_and_a_pass_what_one_does() -> None:
    picking = play(start(balance="swap", first="seat 1"), "black c4")
    bidding = play(start(balance="bid", first="seat 1"), "2.5")
    for state, typed, name in (
        (picking, "take black", "taking black"),
        (picking, "take white", "taking white"),
        (bidding, "pass", "passing"),
        (bidding, "bid 3", "bid 3"),
    ):
        assert state.move_name(state.read_move(typed)) == name


def spellings(text: str) -> set[str]:
    """Return all that may be typed for a move with that notation, except claims."""
    without_verb = text.removeprefix("take ").removeprefix("bid ")
    found = {text, without_verb} if without_verb in ("black", "white") or "bid" in text else {text}
    return found | {
        re.sub(rf"\b{color}\b", color[0], each) for each in found for color in ("black", "white")
    }


def test_all_spellings_of_a_move_are_read_as_that_move_and_no_two_moves_share_one() -> None:
    """Nor does any number, of a claim either, mean two moves."""
    grid, read = grid_of(16), dict[str, int]()
    moves = [*range(grid.points), *(BID + halves for halves in range(2 * 16**2 + 1))]
    moves += [first + at for first in (FIRST_BLACK, FIRST_WHITE) for at in range(grid.points)]
    moves += [TAKE, TAKE + 1, LOT, LOT + 1, PASS, DONE, RESIGN]
    numbers = [*moves, *range(CLAIM, CLAIM + grid.points**2)]
    assert len({*numbers}) == len(numbers)
    for move in moves:
        for spelling in spellings(move_text(move, grid)):
            assert move_in(spelling, grid) == move
            assert read.setdefault(spelling, move) == move


WORDS = ("b", "w", "black", "white", "take", "bid", "done", "pass", "seat", "resign", "b3", "w3")


@given(st.lists(st.sampled_from([*WORDS, "c4", "q17", "r1", "2", "2.5", "1"]), max_size=4))
def test_no_text_but_a_spelling_of_a_move_is_read_as_that_move(words: list[str]) -> None:
    grid, typed = grid_of(16), " ".join(words)
    try:
        move = move_in(typed, grid)
    except (BadNotation, IllegalMove):
        return
    assert typed in spellings(move_text(move, grid))


@pytest.mark.parametrize("claiming", ["automatic", "by hand"])
def test_box_18_once_a_move_counts_as_the_only_one_no_other_changes_the_score(
    claiming: str,
) -> None:
    decided = 0
    for seed in range(30):
        rng, state = Random(seed), start(claiming=claiming)
        while state.current_player() != OVER:
            others = [move for move in state.legal_moves() if move != RESIGN]
            only = state.only_move()
            if only is not None and len(others) > 1:
                decided += 1
                assert only in others
                for _ in range(3):
                    rest = state.clone()
                    for _ in at_random(rest, rng):
                        pass
                    assert rest.scores() == state.scores()
            state.apply(rng.choice(others))
    assert decided > 5


@pytest.mark.parametrize("chosen", ["off", "the other's", "all"])
def test_box_22_missed_boxes_are_named_the_other_players_or_also_ones_own_by_option(
    chosen: str,
) -> None:
    state = play(marked("a1 c1 a3", "g7 g5 f6", claiming="by hand", missed=chosen), "c3")
    assert state.pointed_out(0, 1) == []
    play(state, "done")
    assert [len(state.pointed_out(0, to)) for to in (1, 0)] == [chosen != "off", chosen == "all"]


@pytest.mark.parametrize("size", SIZES)
def test_box_23_the_grid_is_printed_with_all_its_intersections_and_names(
    size: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["grid", "--size", str(size)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) < 80
    assert lines[0].split() == list("abcdefghijklmnopq"[: size + 1])
    rows = [f"{row:2} {'---'.join('+' * (size + 1))} {row}" for row in range(size + 1, 0, -1)]
    assert lines[1:-1:2] == rows


@pytest.mark.parametrize("size", SIZES)
def test_box_23_the_page_to_print_has_square_squares_inside_its_edges(size: int) -> None:
    page = ET.fromstring(svg_page(size))
    lines = [line.attrib for line in page.iter("{http://www.w3.org/2000/svg}line")]
    places = [{key: float(value) for key, value in line.items()} for line in lines]
    across = sorted({line["y1"] for line in places if line["y1"] == line["y2"]})
    along = sorted({line["x1"] for line in places if line["x1"] == line["x2"]})
    assert len(across) == len(along) == size + 1
    assert across[-1] - across[0] == pytest.approx(along[-1] - along[0])
    assert along[0] >= 10
    assert along[-1] <= 200
    assert across[-1] <= 287


def test_box_14_who_resigned_has_lost_the_last_game_and_nobody_a_draw() -> None:
    assert [last_loser(play(start(), moves)) for moves in ("resign", "a1,resign")] == [0, 1]
    unclaimed = start(claiming="by hand")
    while unclaimed.current_player() != OVER:
        unclaimed.play(unclaimed.legal_moves()[0])  # a mark, or `done`
    assert last_loser(unclaimed) == NOBODY


@pytest.mark.parametrize("balance", ["none", "points", "bid"])
@pytest.mark.parametrize("weaker", [0, 1])
@pytest.mark.parametrize("first", [0, 1])
def test_box_13_15_the_second_player_starts_with_points_and_a_weaker_one_with_a_handicap(
    first: int, weaker: int, balance: str
) -> None:
    given: dict[str, OptionValue] = {"points": 2.0, "handicap": "points", "handicap_points": 4.5}
    seats: dict[str, OptionValue] = {"first": f"seat {first + 1}", "weaker": f"seat {weaker + 1}"}
    state = start(balance=balance, **seats, **given)
    if balance == "bid":
        play(state, "bid 2,pass")
    expected = [0.0, 0.0]
    expected[1 - first] += 0.0 if balance == "none" else 2.0
    expected[weaker] += 4.5
    assert state.scores() == expected


def test_box_24_both_seats_are_equally_likely_and_the_lot_decides_also_who_bids_first() -> None:
    state = start(first="by lot")
    assert (state.legal_moves(), state.chance_probabilities()) == ([LOT, LOT + 1], [0.5, 0.5])
    assert play(start(first="by lot", balance="bid"), "seat 2,bid 1").current_player() == 0


def test_box_23_the_grid_is_written_as_a_page_or_what_prevents_it_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page, nowhere = tmp_path / "grid.svg", tmp_path / "nowhere" / "grid.svg"
    assert main(["grid", "--size", "6", "--svg", str(page)]) == 0
    assert page.read_text("utf-8") == svg_page(6)
    assert str(page) in capsys.readouterr().out
    assert main(["grid", "--svg", str(nowhere)]) == 1
    assert str(nowhere) in capsys.readouterr().err
    assert main(["grid", "--size", "7"]) == 2
    assert "6, 8, 10, 12, 14, 16" in capsys.readouterr().err
    for drawn in (printed_grid, svg_page):
        for size in (5, 7, 9, 15, 17):
            with pytest.raises(BadOption, match="BOX-1"):
                drawn(size)


def test_random_auctions_are_short_and_their_bids_mostly_low() -> None:
    rng, bids = Random(1), []
    for _ in range(300):
        state = start(balance="bid", size=10)
        for _ in range(19):
            if state.phase == "bid":
                state.play(state.random_move(rng))
        assert state.phase == "mark"
        bids.append(state.head_start(1 - state.first) / 2)
    assert sum(bid < 50 for bid in bids) > 100
