"""The rules of Box, each by its number, and the grid for play on paper."""

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from box_games import GAME, claimable, marked, play, refused, squares, start, unclaimed

from boxtui.commands.main import main
from boxtui.core import CHANCE, OVER, BadOption, BadPosition, OptionValue
from boxtui.games.box.board import SIZES
from boxtui.games.box.game import last_loser
from boxtui.games.box.notation import LOT
from boxtui.games.box.paper import printed_grid, svg_page
from boxtui.games.box.state import Box

FAR = "g7 g5 f6 e7"
"""Marks for white that make no box and don't block any."""
SMALL = ["a1", "b1", "a2", "b2"]
"""The squares of the box a1-c3."""


def by_hand(black: str, white: str, **options: OptionValue) -> Box:
    return marked(black, white, claiming="by hand", **options)


def test_box_1_two_players_on_a_square_grid_of_an_even_size() -> None:
    assert list(GAME.seats) == [2]
    for seats in (1, 3):
        with pytest.raises(BadOption, match="BOX-1"):
            GAME.start({}, seats)
    assert GAME.with_defaults({})["size"] == 10
    assert list(SIZES) == [6, 8, 10, 12, 14, 16]
    for size in (4, 5, 7, 18):
        with pytest.raises(BadOption, match="size"):
            start(size=size)


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
    state = marked("a1 c1 a3 c3", "g7 g5 f6")
    words = dict(word.split("=") for word in state.text().split())
    assert words["marks"] == "......W/.....W./......W/......./B.B..../......./B.B...."
    assert words["squares"] == "....../....../....../....../BB..../BB...."


def test_box_3_players_alternate_and_mark_one_empty_intersection() -> None:
    state = start()
    for seat, text in enumerate(["c4", "d4", "e4"]):
        assert state.current_player() == seat % 2
        play(state, text)
    assert refused(state, "d4") == "BOX-3"
    assert refused(state, "pass") == "BOX-3"
    assert state.current_player() == 1


def test_box_4_a_box_needs_all_four_corners_in_ones_own_color() -> None:
    assert squares(marked("a1 c1 a3 g1", "c3 g5 f6"), 0) == []
    state = by_hand("a1 c1 a3 g1", "c3 g5 f6 e7")
    play(state, "f1")
    assert refused(state, "a1-c3") == "BOX-4"
    assert refused(state, "a1-c1") == "BOX-4"


def test_box_4_an_opponents_mark_strictly_inside_blocks() -> None:
    assert squares(marked("a1 c1 a3 c3", "b2 g5 f6"), 0) == []
    state = play(by_hand("a1 c1 a3", "b2 g5 f6"), "c3")
    assert refused(state, "a1-c3") == "BOX-4"


def test_box_5_an_opponents_mark_on_the_edge_does_not_block() -> None:
    assert squares(marked("a1 c1 a3 c3", "b1 a2 c2"), 0) == SMALL


def test_box_6_a_single_square_is_a_box_and_so_is_the_whole_grid() -> None:
    assert squares(marked("a1 b1 a2 b2", FAR[:8]), 0) == ["a1"]
    state = marked("a1 g1 a7 g7", "a2 b1 g5")
    assert (len(squares(state, 0)), state.current_player()) == (36, OVER)


def test_box_7_every_square_of_a_box_is_marked_for_good() -> None:
    state = marked("a1 d1 a3 d3", "b2 g5 f7")
    assert squares(state, 0) == []
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
    assert len(squares(state, 0)) == 16
    assert refused(state, "a1-c3") == "BOX-11"
    assert refused(state, "done") == "BOX-11"


def test_box_11_by_hand_new_and_missed_boxes_in_any_order_until_done() -> None:
    state = by_hand("a1 c1 a3 c3", FAR)
    play(state, "e1")
    assert {"done", "a1-c3"} < {state.move_text(move) for move in state.legal_moves()}
    play(state, "done,d7,done,e3")
    assert claimable(state, 0) == ["a1-c3", "a1-e3", "c1-e3"]
    play(state, "c1-e3,c3-a1")
    assert (state.current_player(), claimable(state, 0)) == (0, [])
    assert refused(state, "a1-e3") == "BOX-11"
    assert refused(state, "g1") == "BOX-11"
    assert play(state, "done").current_player() == 1


def test_box_11_a_player_is_asked_from_the_fourth_mark_on_with_or_without_a_box() -> None:
    state = start(claiming="by hand")
    for text in ["a1", "g1", "b1", "g2", "c1", "g3"]:
        play(state, text)
        assert state.phase == "mark"
    for text in ["d1", "g4"]:
        play(state, text)
        assert [state.move_text(move) for move in state.legal_moves()] == ["done", "resign"]
        play(state, "done")
    assert refused(state, "done") == "BOX-3"


def test_box_18_the_game_ends_when_every_square_is_claimed_once_the_turn_is_done() -> None:
    assert marked("a1 g1 a7 g7", "a2 b1 g5").current_player() == OVER
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


def test_box_20_resigning_loses_at_any_score() -> None:
    state = play(marked("a1 f1 a6 f6", "a2 b1 g5"), "g7,resign")
    assert (state.scores(), state.returns()) == ([25, 0], [0, 1])
    asked = play(by_hand("a1 c1 a3", FAR[:8]), "c3,resign")
    assert asked.returns() == [0, 1]
    assert play(start(balance="swap"), "black a1,resign").returns() == [1, 0]


def test_box_20_the_app_says_once_when_more_than_half_of_all_points_are_owned() -> None:
    state = marked("a1 g1 a4", "a2 b1 g5")
    half = state.read_move("g4")
    assert state.describe(half) == "marks g4 and claims a1-g4: 18 squares"
    play(state, "g4,e7,a5,f6,b4,d7")
    assert (state.scores(), state.owner_of_most()) == ([18, 0], -1)
    assert "(BOX-20)" in state.describe(state.read_move("b5"))
    play(state, "b5,b7")
    assert (state.scores(), state.owner_of_most()) == ([19, 0], 0)
    assert "(BOX-20)" not in state.describe(state.read_move("b2"))


def test_box_20_given_points_count_among_all_available_points() -> None:
    state = marked("a1 g1 a5 g5", "a2 b1 g6", handicap="points", handicap_points=12.0)
    assert (state.scores(), state.owner_of_most()) == ([36, 0], 0)
    state = marked("a1 g1 a5 g5", "a2 b1 g6", handicap="points", weaker="seat 2")
    assert (state.scores(), state.owner_of_most()) == ([24, 10], 0)
    state = marked(
        "a1 g1 a5 g5", "a2 b1 g6", handicap="points", handicap_points=12.0, weaker="seat 2"
    )
    assert (state.scores(), state.owner_of_most()) == ([24, 12], -1)


def test_box_21_called_threats_name_the_boxes_that_one_more_mark_completes() -> None:
    state = marked("a1 c1", "g7 g5", threats=True)
    assert state.describe(state.read_move("a3")) == "marks a3; threatens a1-c3 by c3"
    later = play(state, "a3,f6,d5,e7")
    assert later.describe(later.read_move("a5")) == (
        "marks a5; threatens a1-d5 by d1, a3-d5 by d3, a1-c5 by c5"
    )
    quiet = marked("a1 c1", "g7 g5")
    assert quiet.describe(quiet.read_move("a3")) == "marks a3"
    assert [quiet.move_text(mark) for mark, _ in play(quiet, "a3").threats(0)] == ["c3"]


def test_box_21_blocked_boxes_and_boxes_that_win_nothing_are_not_threats() -> None:
    blocked = marked("a1 c1", "b2 g5", threats=True)
    assert blocked.describe(blocked.read_move("a3")) == "marks a3"
    state = marked("a1 c1 a3 c3 b1 b3", "g7 g5 f6 e7 g1", threats=True)
    assert state.threats(0) == []


def test_box_22_the_opponents_missed_boxes_are_named_if_that_option_is_chosen() -> None:
    told = {}
    for chosen in ("off", "the other's", "all"):
        state = play(by_hand("a1 c1 a3", FAR[:8], missed=chosen), "c3")
        assert state.pointed_out(0, 1) == []
        told[chosen] = state.describe(state.read_move("done"))
        play(state, "done")
        assert len(state.pointed_out(0, 1)) == (chosen != "off")
        assert len(state.pointed_out(0, 0)) == (chosen == "all")
    assert told["off"] == "ends the turn"
    assert told["the other's"] == told["all"] == "ends the turn; missed a1-c3"


def test_box_22_ones_own_missed_boxes_are_named_only_if_that_option_is_chosen() -> None:
    told = []
    for chosen in ("the other's", "all"):
        state = play(by_hand("a1 c1 a3 c3", FAR[:8], missed=chosen), "e7")
        told.append(state.describe(state.read_move("done")))
    assert told == ["ends the turn", "ends the turn; the other player missed a1-c3"]


@pytest.mark.parametrize("size", SIZES)
def test_box_23_the_grid_is_printed_with_all_its_intersections_and_names(size: int) -> None:
    lines = printed_grid(size).splitlines()
    assert max(map(len, lines)) < 80
    assert sum(line.count("+") for line in lines) == (size + 1) ** 2
    assert lines[0].split() == list("abcdefghijklmnopq"[: size + 1])
    assert [line.split()[0] for line in lines[1:-1:2]] == [str(n) for n in range(size + 1, 0, -1)]
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
def test_box_12_picking_the_color_of_the_first_mark_takes_it_over(color: str) -> None:
    state = play(start(balance="swap"), f"{color} c4")
    assert state.current_player() == 1
    play(state, f"take {color}")
    assert (state.first, state.current_player(), state.color_of(1)) == (1, 0, color == "white")
    assert [state.colors[state.color_of(seat)].bit_count() for seat in (0, 1)] == [0, 1]


@pytest.mark.parametrize(("color", "other"), [("black", "white"), ("white", "black")])
def test_box_12_picking_the_other_color_makes_the_second_player(color: str, other: str) -> None:
    state = play(start(balance="swap"), f"{color} c4,take {other}")
    assert (state.first, state.current_player()) == (0, 1)
    assert [state.colors[state.color_of(seat)].bit_count() for seat in (0, 1)] == [1, 0]
    assert play(state, "d4").current_player() == 0


def test_box_12_the_first_mark_names_its_color_and_then_a_color_is_picked() -> None:
    state = start(balance="swap")
    assert refused(state, "c4") == "BOX-12"
    assert refused(state, "take black") == "BOX-12"
    play(state, "black c4")
    assert refused(state, "d4") == "BOX-12"
    assert refused(play(state, "take white"), "white d4") == "BOX-12"


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


def test_box_14_the_loser_of_the_last_game_plays_first() -> None:
    for loser in (1, 2):
        state = start(first="loser of the last game", last_loser=loser)
        assert (state.current_player(), state.black) == (loser - 1, loser - 1)
    ended = play(start(), "resign")
    assert last_loser(ended) == 0
    assert last_loser(play(start(), "a1,resign")) == 1


def test_box_14_in_a_first_game_and_after_a_draw_lots_are_drawn() -> None:
    assert start(first="loser of the last game").current_player() == CHANCE
    assert last_loser(unclaimed()) == -1


@pytest.mark.parametrize("balance", ["none", "points", "bid"])
@pytest.mark.parametrize("weaker", [0, 1])
def test_box_15_handicap_points_go_with_any_balance(balance: str, weaker: int) -> None:
    state = start(
        balance=balance,
        points=2.0,
        handicap="points",
        handicap_points=4.5,
        weaker=f"seat {weaker + 1}",
    )
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
    seats, rules = [], []
    for text in ["a1", "b2", "c3", "d4", "e5"]:
        seats.append(state.current_player() == weaker)
        rules.append(state.rule())
        play(state, text)
    assert seats == [True] * lead + [False, True, False, True][: 5 - lead]
    assert rules == ["BOX-16"] * lead + ["BOX-3"] * (5 - lead)
    assert state.black == weaker


def test_box_16_it_takes_the_place_of_balance_and_of_who_begins() -> None:
    state = start(balance="bid", handicap="moves", first="by lot", weaker="seat 2")
    assert (state.current_player(), state.phase) == (1, "mark")
    assert start(balance="points", points=5.0, handicap="moves").scores() == [0, 0]


def test_box_17_the_highest_bidder_plays_first_and_the_other_starts_with_the_bid() -> None:
    state = play(start(balance="bid"), "bid 0,bid 1.5,bid 2,pass")
    assert (state.current_player(), state.first, state.black) == (0, 0, 0)
    assert state.scores() == [0, 2]
    state = play(start(balance="bid", first="seat 2"), "bid 0,bid 2.5,pass")
    assert (state.current_player(), state.scores()) == (0, [0, 2.5])


def test_box_17_bids_rise_by_at_least_half_a_point_up_to_one_per_square() -> None:
    state = start(balance="bid")
    assert refused(state, "pass") == "BOX-17"
    for text in ("bid 36.5", "bid 2.2", "c4"):
        assert refused(state, text) == "BOX-17"
    play(state, "bid 2.5")
    for text in ("bid 2", "bid 2.5"):
        assert refused(state, text) == "BOX-17"
    play(state, "bid 3,bid 36")
    assert [state.move_text(move) for move in state.legal_moves()] == ["pass", "resign"]


def test_box_24_the_first_player_is_named_or_drawn_by_lot() -> None:
    assert [start(first=f"seat {seat}").current_player() for seat in (1, 2)] == [0, 1]
    state = start(first="by lot")
    assert (state.current_player(), state.legal_moves(), state.chance_probabilities()) == (
        CHANCE,
        [LOT, LOT + 1],
        [0.5, 0.5],
    )
    assert refused(state, "c4") == "BOX-24"
    assert play(state, "seat 2").current_player() == 1
    assert play(start(first="by lot", balance="bid"), "seat 2,bid 1").current_player() == 0


def test_box_24_without_swap_the_first_to_mark_is_black() -> None:
    state = play(start(first="seat 2"), "c4")
    assert state.black == 1
    assert state.colors[0].bit_count() == 1
    assert play(start(balance="bid"), "bid 1,pass").black == 0


def test_box_23_the_grid_is_printed_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["grid"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == list("abcdefghijk")
    assert lines[1] == "11 " + "---".join("+" * 11) + " 11"
    assert len(lines) == 11 + 10 + 2


def test_box_23_the_grid_is_written_as_a_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "grid.svg"
    assert main(["grid", "--size", "6", "--svg", str(page)]) == 0
    root = ET.fromstring(page.read_text("utf-8"))
    assert root.tag.endswith("svg")
    assert str(page) in capsys.readouterr().out


def test_a_missing_size_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["grid", "--size", "7"]) == 2
    assert "6, 8, 10, 12, 14, 16" in capsys.readouterr().err


def test_a_file_that_cant_be_written_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "nowhere" / "grid.svg"
    assert main(["grid", "--svg", str(page)]) == 1
    assert str(page) in capsys.readouterr().err
