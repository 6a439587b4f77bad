"""The rules of Box by number; `said.txt` has its answers to typed texts."""

from pathlib import Path
from random import Random
from xml.etree import ElementTree as ET

import pytest
from box_games import GAME, claimable, marked, play, refused, squares, start, unclaimed
from said import check_said

from boxtui.commands.main import main
from boxtui.core import CHANCE, NOBODY, OVER, BadOption, BadPosition, OptionValue
from boxtui.games.box.board import SIZES
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
from boxtui.games.box.paper import printed_grid, svg_page
from boxtui.games.box.state import Box

FAR = "g7 g5 f6 e7"
"""Marks for white that make no box and don't block any."""
SMALL = ["a1", "b1", "a2", "b2"]
"""The squares of the box a1-c3."""


def by_hand(black: str, white: str, **options: OptionValue) -> Box:
    return marked(black, white, claiming="by hand", **options)


def test_what_is_typed_and_what_is_at_fault_is_answered_as_written() -> None:
    check_said("box")


def test_no_number_means_two_things() -> None:
    codes = [0, FIRST_BLACK, FIRST_WHITE, TAKE, PASS, DONE, BID, CLAIM, RESIGN]
    ranges = [17**2, 17**2, 17**2, 2, 1, 1, 2 * 16**2 + 1, 17**4, 1]
    ends = [code + length for code, length in zip(codes, ranges, strict=True)]
    assert all(end <= code for end, code in zip(ends, codes[1:], strict=False))


@pytest.mark.parametrize("seats", [1, 3])
def test_box_1_two_players_on_a_square_grid_of_an_even_size(seats: int) -> None:
    with pytest.raises(BadOption, match="BOX-1"):
        GAME.start({}, seats)
    assert (list(GAME.seats), list(SIZES)) == ([2], [6, 8, 10, 12, 14, 16])
    assert GAME.with_defaults({})["size"] == 10
    with pytest.raises(BadOption, match="size"):
        start(size=7)


@pytest.mark.parametrize("size", SIZES)
def test_box_1_edges_and_corners_of_the_grid_are_intersections(size: int) -> None:
    state = start(size=size)
    texts = {state.move_text(move) for move in state.legal_moves()} - {"resign"}
    letters = "abcdefghijklmnopq"[: size + 1]
    assert texts == {f"{letter}{row}" for letter in letters for row in range(1, size + 2)}
    assert refused(state, f"a{size + 2}") == "BOX-1"
    assert refused(state, f"{'abcdefghijklmnopqr'[size + 1]}1") == "BOX-1"


def test_box_2_at_the_start_no_intersection_and_no_square_has_a_color() -> None:
    words = dict(word.split("=") for word in start().text().split())
    assert set(words["marks"] + words["squares"]) == {".", "/"}


def test_box_3_players_alternate_and_mark_one_empty_intersection() -> None:
    state = start()
    for seat, text in enumerate(["c4", "d4", "e4"]):
        assert state.current_player() == seat % 2
        play(state, text)
    assert refused(state, "d4") == "BOX-3"
    assert refused(state, "pass") == "BOX-3"
    assert state.current_player() == 1


@pytest.mark.parametrize(
    ("black", "white"),
    [("a1 c1 a3 g1", "c3 g5 f6"), ("a1 c1 a3 c3", "b2 g5 f6"), ("a1 d1 a3 d3", "b2 g5 f7")],
)
def test_box_4_a_box_needs_four_corners_and_no_other_mark_inside(black: str, white: str) -> None:
    assert squares(marked(black, white), 0) == []


def test_box_5_an_opponents_mark_on_the_edge_does_not_block() -> None:
    assert squares(marked("a1 c1 a3 c3", "b1 a2 c2"), 0) == SMALL


def test_box_6_a_single_square_is_a_box_and_so_is_the_whole_grid() -> None:
    assert squares(marked("a1 b1 a2 b2", FAR[:8]), 0) == ["a1"]
    state = marked("a1 g1 a7 g7", "a2 b1 g5")
    assert (len(squares(state, 0)), state.current_player()) == (36, OVER)


def test_box_7_every_square_of_a_box_is_marked_for_good() -> None:
    state = marked("a1 d1 a3 d3", "b7 g5 f7")
    owned = ["a1", "b1", "c1", "a2", "b2", "c2"]
    assert squares(state, 0) == owned
    play(state, "b1,e7,b4,a7,f1,c5,f4")
    assert (squares(state, 0), squares(state, 1)) == (owned, [])


def test_box_8_a_box_may_overlap_squares_owned_already() -> None:
    state = play(marked("a1 c1 a3 c3", FAR[:11]), "b2,d7,b4,d1,d2,e1,d4")
    assert squares(state, 0) == ["a1", "b1", "a2", "b2", "c2", "b3", "c3"]


def test_box_9_marking_inside_a_claimed_box_is_legal_for_both() -> None:
    state = marked("a1 d1 a4 d4", FAR[:8])
    play(state, "b2,c3")
    assert (state.scores(), len(squares(state, 0))) == ([9, 0], 9)


def test_box_10_a_missed_box_is_claimed_in_a_later_turn() -> None:
    state = by_hand("a1 c1 a3 c3 e1", FAR)
    assert (state.current_player(), squares(state, 0)) == (1, [])
    play(state, "d7,done,g1,a1-c3")
    assert squares(state, 0) == SMALL


def test_box_11_automatic_claims_every_box_at_once() -> None:
    state = marked("c1 a3 e3 c5 a1 a5 e1 e5 c3", "g7 g5 f6 d7 b7 f1 f3 g2")
    assert (len(squares(state, 0)), refused(state, "done")) == (16, "BOX-11")


def test_box_18_the_game_ends_when_every_square_is_claimed_once_the_turn_is_done() -> None:
    state = play(by_hand("a1 g1 a7", "a2 b1 g5"), "g7,a1-g7")
    assert (state.current_player(), len(squares(state, 0))) == (0, 36)
    assert play(state, "done").current_player() == OVER


def test_box_18_claims_follow_the_last_mark_and_a_box_missed_then_is_lost() -> None:
    state = start(claiming="by hand")
    while (state.colors[0] | state.colors[1]).bit_count() < 49:
        play(state, "done" if state.phase == "claim" else state.move_text(state.legal_moves()[0]))
    assert (state.phase, state.current_player()) == ("claim", 0)
    play(state, claimable(state, 0)[0] + ",done")
    assert (state.current_player(), state.returns()) == (OVER, [1, 0])
    assert claimable(state, 1)


def test_box_19_a_point_for_each_square_and_the_points_given_decide() -> None:
    state = marked("a1 g1 a7 g7", "a2 b1 g5")
    assert (state.scores(), state.returns()) == ([36, 0], [1, 0])
    assert unclaimed().returns() == [0.5, 0.5]
    given = unclaimed(handicap="points", handicap_points=0.5, weaker="seat 2")
    assert (given.scores(), given.returns()) == ([0, 0.5], [0, 1])
    with pytest.raises(BadPosition):
        start().returns()


@pytest.mark.parametrize("moves", ["", "bid 2", "bid 2,pass", "bid 2,pass,c4"])
def test_box_20_a_player_resigns_in_any_turn_and_has_lost(moves: str) -> None:
    state = start(balance="bid")
    if moves:
        play(state, moves)
    loser = state.current_player()
    play(state, "resign")
    assert (state.current_player(), state.returns()[loser], sum(state.returns())) == (OVER, 0, 1)
    assert refused(state, "a1") == "BOX-20"


def test_box_20_the_app_says_once_when_more_than_half_of_all_points_are_owned() -> None:
    state = play(marked("a1 g1 a4", "a2 b1 g5"), "g4,e7,a5,f6,b4,d7")
    assert (state.scores(), state.owner_of_most()) == ([18, 0], -1)
    assert "(BOX-20)" in state.describe(state.read_move("b5"))
    play(state, "b5,b7")
    assert (state.scores(), state.owner_of_most()) == ([19, 0], 0)
    assert "(BOX-20)" not in state.describe(state.read_move("b2"))


@pytest.mark.parametrize(
    ("given", "scores", "owner"),
    [
        ({"handicap_points": 12.0}, [36, 0], 0),
        ({"weaker": "seat 2"}, [24, 10], 0),
        ({"weaker": "seat 2", "handicap_points": 12.0}, [24, 12], -1),
    ],
)
def test_box_20_given_points_count_among_all_available_points(
    given: dict[str, OptionValue], scores: list[float], owner: int
) -> None:
    state = marked("a1 g1 a5 g5", "a2 b1 g6", handicap="points", **given)
    assert (state.scores(), state.owner_of_most()) == (scores, owner)


@pytest.mark.parametrize(
    ("black", "white", "mark", "threats"),
    [
        ("a1 c1", "g7 g5", "a3", "; threatens a1-c3 by c3"),
        (
            "a1 c1 a3 d5",
            "g7 g5 f6 e7",
            "a5",
            "; threatens a1-d5 by d1, a3-d5 by d3, a1-c5 by c5",
        ),
        # Blocked boxes and boxes that win nothing aren't threats.
        ("a1 c1", "b2 g5", "a3", ""),
        ("a1 c1 a3 c3 b1 b3", "g7 g5 f6 e7 g1 d7", "g3", ""),
    ],
)
def test_box_21_called_threats_name_the_boxes_that_one_more_mark_completes(
    black: str, white: str, mark: str, threats: str
) -> None:
    for called in (False, True):
        state = marked(black, white, threats=called)
        told = f"marks {mark}{threats if called else ''}"
        assert state.describe(state.read_move(mark)) == told


@pytest.mark.parametrize(
    ("chosen", "at_once", "later"),
    [
        ("off", "", ""),
        ("the other's", "; missed a1-c3", ""),
        ("all", "; missed a1-c3", "; the other player missed a1-c3"),
    ],
)
def test_box_22_missed_boxes_are_named_the_other_players_or_also_ones_own_by_option(
    chosen: str, at_once: str, later: str
) -> None:
    state = play(by_hand("a1 c1 a3", FAR[:8], missed=chosen), "c3")
    assert state.pointed_out(0, 1) == []
    assert state.describe(state.read_move("done")) == f"ends the turn{at_once}"
    play(state, "done")
    assert [len(state.pointed_out(0, to)) for to in (1, 0)] == [chosen != "off", chosen == "all"]
    play(state, "e7")
    assert state.describe(state.read_move("done")) == f"ends the turn{later}"


@pytest.mark.parametrize("size", SIZES)
def test_box_23_the_grid_is_printed_by_name(size: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["grid", "--size", str(size)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) < 80
    assert lines[0].split() == list("abcdefghijklmnopq"[: size + 1])
    rows = [f"{row:2} {'---'.join('+' * (size + 1))} {row}" for row in range(size + 1, 0, -1)]
    assert lines[1:-1:2] == rows
    with pytest.raises(BadOption, match="BOX-24"):
        printed_grid(size + 1)


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
    with pytest.raises(BadOption, match="BOX-24"):
        svg_page(size - 1)


@pytest.mark.parametrize("color", ["black", "white"])
@pytest.mark.parametrize("picked", ["black", "white"])
def test_box_12_picking_a_color_takes_over_the_mark_or_answers_it(color: str, picked: str) -> None:
    state = play(start(balance="swap"), f"{color} c4")
    assert state.current_player() == 1
    play(state, f"take {picked}")
    taken = int(picked == color)
    assert (state.first, state.current_player()) == (taken, 1 - taken)
    assert state.color_of(1) == (picked == "white")
    marks = [state.colors[state.color_of(seat)].bit_count() for seat in (0, 1)]
    assert marks == [1 - taken, taken]


def test_box_13_balance_is_swap_none_points_or_a_bid() -> None:
    option = next(option for option in GAME.options if option.key == "balance")
    assert (tuple(option.choices), option.default) == (("swap", "none", "points", "bid"), "swap")
    phases = [start(balance=str(balance)).phase for balance in option.choices]
    assert phases == ["open", "mark", "mark", "bid"]


@pytest.mark.parametrize("first", [0, 1])
def test_box_13_with_points_the_second_player_starts_with_them(first: int) -> None:
    state = start(balance="points", points=3.5, first=f"seat {first + 1}")
    assert state.scores()[first] == 0
    assert state.scores()[1 - first] == 3.5
    with pytest.raises(BadOption, match="BOX-13"):
        start(balance="points", points=36.5)


@pytest.mark.parametrize("loser", [0, 1])
def test_box_14_the_loser_of_the_last_game_plays_first(loser: int) -> None:
    state = start(first="loser of the last game", last_loser=loser + 1)
    assert (state.current_player(), state.black) == (loser, loser)
    assert last_loser(play(start(), ["resign", "a1,resign"][loser])) == loser


def test_box_14_in_a_first_game_and_after_a_draw_lots_are_drawn() -> None:
    assert start(first="loser of the last game").current_player() == CHANCE
    assert last_loser(unclaimed()) == NOBODY


@pytest.mark.parametrize("balance", ["none", "points", "bid"])
@pytest.mark.parametrize("weaker", [0, 1])
def test_box_15_handicap_points_go_with_any_balance(balance: str, weaker: int) -> None:
    given: dict[str, OptionValue] = {"points": 2.0, "handicap": "points", "handicap_points": 4.5}
    state = start(balance=balance, weaker=f"seat {weaker + 1}", **given)
    if balance == "bid":
        play(state, "bid 2,pass")
    expected = [0.0, 0.0 if balance == "none" else 2.0]
    expected[weaker] += 4.5
    assert state.scores() == expected


@pytest.mark.parametrize("picked", ["black", "white"])
def test_box_15_handicap_points_stay_with_the_person_through_a_swap(picked: str) -> None:
    state = start(balance="swap", handicap="points", handicap_points=4.0, weaker="seat 2")
    assert play(state, f"black c4,take {picked}").scores() == [0, 4]
    with pytest.raises(BadOption, match="BOX-15"):
        start(handicap="points", handicap_points=36.5)


@pytest.mark.parametrize("weaker", [0, 1])
@pytest.mark.parametrize("lead", [1, 2])
def test_box_16_the_weaker_player_makes_the_first_marks(weaker: int, lead: int) -> None:
    state = start(
        balance="swap", handicap="moves", handicap_moves=lead, weaker=f"seat {weaker + 1}"
    )
    for at, text in enumerate(["a1", "b2", "c3", "d4", "e5"]):
        assert (state.current_player() == weaker) == (at < lead or (at - lead) % 2 == 1)
        assert state.rule() == ("BOX-16" if at < lead else "BOX-3")
        play(state, text)
    assert state.black == weaker


def test_box_16_it_takes_the_place_of_balance_and_of_who_begins() -> None:
    state = start(balance="bid", handicap="moves", first="by lot", weaker="seat 2")
    assert (state.current_player(), state.phase) == (1, "mark")
    assert start(balance="points", points=5.0, handicap="moves").scores() == [0, 0]


def test_box_17_the_highest_bidder_plays_first_and_the_other_starts_with_the_bid() -> None:
    state = play(start(balance="bid"), "bid 0,1.5, 2 ,pass")
    assert (state.current_player(), state.first, state.black) == (0, 0, 0)
    assert state.scores() == [0, 2]


def test_box_24_the_first_player_is_named_or_drawn_by_lot() -> None:
    assert [start(first=f"seat {seat}").current_player() for seat in (1, 2)] == [0, 1]
    state = start(first="by lot")
    assert (state.legal_moves(), state.chance_probabilities()) == ([LOT, LOT + 1], [0.5, 0.5])
    assert state.current_player() == CHANCE
    assert refused(state, "c4") == "BOX-24"
    assert play(state, "seat 2").current_player() == 1
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


def test_random_auctions_are_short_and_their_bids_mostly_low() -> None:
    rng, lengths, bids = Random(1), [], []
    for _ in range(300):
        state, length = start(balance="bid", size=10), 0
        while state.phase == "bid":
            state.play(state.random_move(rng))
            length += 1
        lengths.append(length)
        bids.append(state.head_start(1 - state.first) / 2)
    assert max(lengths) < 20
    assert sum(bid < 50 for bid in bids) > 100
