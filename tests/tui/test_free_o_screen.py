"""The board of FREE-O: what it draws for whom, its keys, and two people at one terminal."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle
from random import Random

import pytest
from bare_board import BareTable, lines_of
from free_o_play import at
from random_games import any_move, play_through

from boxtui.games import GAMES
from boxtui.games.free_o.state import FreeO
from boxtui.lines import ASCII, UNICODE, Line, plain, width
from boxtui.play.match import HUMAN, Match, Seat, match_at
from boxtui.play.viewer import Viewer
from boxtui.tui.boards.free_o import FreeOBoard
from boxtui.tui.widgets.canvas import Canvas
from boxtui.tui.widgets.table import seat_lines
from boxtui.views.games import words_of

pytestmark = pytest.mark.tui

NAMES = ("Ann", "Ben", "Cid", "Dot", "Eve", "Fay")
LOW = 12
"""The rows in which a hand is a list."""

FULL = "house:2,car,tree:3,fence,mailbox,truck,captured,draw-a-card:2,wild:2"


def seats(*players: str) -> list[Seat]:
    return [Seat(name, player) for name, player in zip(NAMES, players, strict=False)]


@dataclass
class FirstSeat(BareTable):
    """The table as the person in seat 1 sees it."""

    def may_decide(self) -> bool:
        return self.match.state.current_player() == 0


def table(state: FreeO, player: str = "random") -> FirstSeat:
    """Return a table at which the person in seat 1 looks at a position."""
    others = [player] * (state.seats - 1)
    return FirstSeat(match_at(GAMES["free-o"], state.text(), seats(HUMAN, *others)))


def drawn(board: FreeOBoard, rows: int = 21) -> str:
    return "\n".join(plain(line) for line in board.board_lines(rows))


def said(board: FreeOBoard) -> str:
    return " ".join(board.status_words())


def targets(lines: Sequence[Line]) -> set[str]:
    return {piece.target for line in lines for piece in line}


# Drawing


def test_a_hand_is_drawn_as_cards_with_their_numbers_and_counts_dotted_if_not_playable() -> None:
    text = drawn(FreeOBoard(table(at("house:2,car,tree:3,wild:2", "car:2"))))
    assert (
        """
 Your hand, 8 cards (dotted: not now):
+>1---------x2+ .2............. .3..........x3.
|    house    | .     car     . .    tree     .
+-------------+ ............... ...............
+4----------x2+
|    wild     |
+-------------+"""
        in text
    )


def test_no_card_is_dotted_without_a_choice_or_if_all_can_be_played() -> None:
    free = at("house:2,car", "car:2", demand="any")
    waiting = at("house:2,car", "car:2", seat=2)
    for state in (free, waiting):
        text = drawn(FreeOBoard(table(state)))
        assert "2------" in text
        assert ".." not in text


def test_playable_cards_are_in_color_the_rest_faint_and_the_picked_name_reversed() -> None:
    lines = FreeOBoard(table(at("house,tree,captured", "car"))).board_lines(21)
    rows = [[(piece.target, piece.style) for piece in line if piece.target] for line in lines[7:]]
    upper, names, lower = filter(None, rows)
    assert upper == lower == [("house", "red"), ("tree", "faint"), ("captured", "strong")]
    assert names == [("house", "cursor"), ("tree", "faint"), ("captured", "strong")]


def test_the_others_show_the_backs_and_the_numbers_of_their_cards() -> None:
    text = drawn(FreeOBoard(table(at("house", "car:11", "tree", "fence:2"))))
    assert re.match(r" Ben +######## 11 +Cid +# 1\n Dot +## 2\n", text), text
    assert "#" not in drawn(FreeOBoard(table(at("house", "car:11"))), LOW)


def test_cards_grow_with_the_rows_and_become_a_list_if_there_are_few() -> None:
    board = FreeOBoard(table(at(FULL, "car:2", "tree", "fence", "truck", "wild")))
    low, middle, high = (board.board_lines(n) for n in (LOW, 21, 27))
    for lines, height in ((low, 1), (middle, 3), (high, 5)):
        assert sum(piece.target == "wild" for line in lines for piece in line) == height


def test_the_hand_is_sorted_and_what_can_be_played_stands_in_brackets() -> None:
    text = drawn(FreeOBoard(table(at(FULL, "car:2"))), LOW)
    assert re.findall(r"\[(.*?)\]", text) == ["H house x2", "! captured", "* wild x2"]
    assert re.findall(r"\d [\[ ](\S) ", text) == list("HCTFMR!+*")


@pytest.mark.parametrize(
    ("state", "demands"),
    [
        (at("car,tree", "car"), "The house must be matched"),
        (at("car,tree", "car", demand="any"), "Ann may play any card (FRO-13)"),
        (at("car,tree", "car", top="captured"), "play a Wild or draw two cards (FRO-16)"),
        (at("car,tree", "car", top="wild"), "any card except a Wild (FRO-14)"),
        (at("car,tree", "-", top="captured", out=2), "Ben is out, but Ann is captured"),
    ],
)
def test_the_demand_of_the_top_card_stands_beside_it(state: FreeO, demands: str) -> None:
    board = FreeOBoard(table(state))
    assert demands in board.words.demand_words()
    shown = " ".join(drawn(board).split())
    assert ("(FRO-" in shown) == ("Nothing fits" in shown)


@pytest.mark.parametrize(
    ("hand", "top", "why"),
    [
        ("car,tree", "truck", "Nothing fits: the top is truck; draw a card (FRO-9)."),
        ("car,tree", "captured", "Nothing fits: there is no Wild; draw two cards (FRO-16)."),
        ("wild", "captured", "Nothing fits: a Wild can't be the last card; draw two cards (FRO"),
        ("wild", "truck", "Nothing fits: a Wild can't be the last card; draw a card (FRO-15)."),
        ("wild:2", "wild", "Nothing fits: no second Wild in the same turn; draw a card (FRO-15)."),
    ],
)
def test_one_sentence_says_once_why_no_card_can_be_played(hand: str, top: str, why: str) -> None:
    board = FreeOBoard(table(at(hand, "car", top=top)))
    assert said(board) == ""
    for rows in (LOW, 21):
        beside = [plain(line)[18:] for line in board.board_lines(rows)[1:8]]
        text = " ".join(" ".join(beside).split())
        assert why.split()[-1] in text
        assert why in " ".join(board.words.now_words())
        assert "must be matched" not in " ".join([drawn(board, rows), *board.words.now_words()])
    assert not any(piece.style == "cursor" for line in board.board_lines(21) for piece in line)


def test_clicking_a_card_when_nothing_fits_says_why_and_plays_nothing() -> None:
    shown = table(at("car,tree", "car"))
    board = FreeOBoard(shown)
    board.on_canvas_pressed(Canvas.Pressed("car"))
    assert shown.played == []
    assert "FRO-11" in said(board)


@pytest.mark.parametrize(
    ("hand", "top", "kind", "rule"),
    [
        ("car,tree", "house", "car", "FRO-11"),
        ("draw-a-card,tree", "house", "draw-a-card", "FRO-17"),
        ("car,tree", "captured", "car", "FRO-16"),
        ("wild:2,tree", "wild", "wild", "FRO-15"),
        ("wild", "house", "wild", "FRO-15"),
    ],
)
def test_the_rule_that_forbids_the_picked_card_is_named(
    hand: str, top: str, kind: str, rule: str
) -> None:
    board = FreeOBoard(table(at(hand, "car", top=top)))
    board.on_canvas_pressed(Canvas.Pressed(kind))
    assert rule in said(board)


def test_the_picked_cards_effect_is_described_without_revealing_other_hands() -> None:
    board = FreeOBoard(table(at("house", "car:2,captured")))
    plays = "Enter plays house and goes out"
    assert said(board) == plays


def test_places_differ_without_color_and_have_six_colors() -> None:
    board = FreeOBoard(table(at(FULL, "car:2", demand="any")))
    board.action_pick_number(9)
    pieces = [piece for line in board.board_lines(LOW) for piece in line if "[" in piece.text]
    assert len({piece.text[1] for piece in pieces}) == 9
    colors = {"red", "blue", "green", "yellow", "magenta", "cyan"}
    assert colors <= {piece.style for piece in pieces}


@pytest.mark.parametrize("count", [2, 6])
def test_after_a_hand_a_table_shows_the_cards_held_the_points_by_kind_and_the_totals(
    count: int,
) -> None:
    hands = ["house", FULL, *["car,wild"] * (count - 2)]
    shown = table(at(*hands))
    shown.match.play(shown.match.state.read_move("house"))
    board = FreeOBoard(shown)
    text = drawn(board)
    assert "Hand 1 is over: Ann is out." in " ".join(text.split())
    assert re.search(r"cards +Seek +Capt +Draw +Wild +pts +total\n", text)
    assert re.search(r"Ben +14 +18 +5 +2 +-2 +23 +23\n", text)
    assert re.search(r"Ann +0 +0 +0 +0 +0 +0 +0\n", text)
    assert "Ben: house x2, car, tree x3" in text


@pytest.mark.parametrize("count", [2, 4, 6])
def test_the_board_fits_in_every_phase_of_a_game(count: int) -> None:
    match, rng = Match(GAMES["free-o"], {}, seats(HUMAN, *["random"] * (count - 1)), 4), Random(4)
    for glyphs, _ in zip(cycle([ASCII, UNICODE]), play_through(match, rng)):
        board = FreeOBoard(FirstSeat(match, glyphs=glyphs))
        lines = board.board_lines(21)
        assert max(width(line) for line in lines) < 48
        assert glyphs is UNICODE or all(plain(line).isascii() for line in lines)
        whole, low = board.board_lines(99), board.board_lines(12)
        assert len(whole) <= 27
        assert max(width(line) for line in whole) < 48
        assert match.state.is_open() or targets(low) == targets(lines) == targets(whole)
        assert board.seat_words()


def shown_to(viewer: Viewer, match: Match) -> tuple[Sequence[Line], list[str]]:
    """Return everything drawn and said about a match's position for a viewer."""
    board = FreeOBoard(FirstSeat(match))
    words = words_of(match, viewer)
    told = [*words.position_words(), *words.now_words(), *viewer.sentences(match.log)]
    return board.board_lines(30), [*told, *board.status_words(), *board.seat_words()]


@pytest.mark.parametrize("count", [2, 4])
def test_fro_22_nothing_drawn_or_said_depends_on_what_the_viewer_cannot_see(count: int) -> None:
    match, rng = Match(GAMES["free-o"], {}, seats(HUMAN, *["random"] * (count - 1)), 9), Random(9)
    differed = 0
    for _ in range(250):
        viewer = Viewer(match)
        true, shown = match.state, shown_to(viewer, match)
        match.state = true.determinize(0, rng)
        assert shown_to(viewer, match) == shown
        differed += match.state.text() != true.text()
        match.state = true
        match.play(any_move(match, rng))
    assert differed > 125


def test_the_longest_names_leave_the_whole_hand_in_view() -> None:
    state = at(FULL, "-", top="captured", out=2)
    names = [Seat("W" * 24, HUMAN), Seat("M" * 24, "random")]
    board = FreeOBoard(FirstSeat(match_at(GAMES["free-o"], state.text(), names)))
    lines = board.board_lines(12)
    assert len(lines) == 12
    assert "9 [* wild x2]" in plain(lines[-1])
    assert all(width(line) < 48 for line in lines)


def test_a_name_that_is_cut_ends_in_an_ellipsis() -> None:
    long = "Bartholomew Long-Named"
    state = at("", "car:6", phase="over", demand="any", totals="3,60", out=1)
    match = match_at(GAMES["free-o"], state.text(), [Seat(long, HUMAN), Seat("Ben", "random")])
    board = FreeOBoard(BareTable(match, glyphs=UNICODE))
    assert any("Bartholom…" in plain(line) for line in board.board_lines(22))
    (first, _) = seat_lines(match, board.seat_pieces(), UNICODE, 30)
    assert re.match("  Bartholomew…? ?[^ ]*… ", plain(first)), plain(first)
    assert width(first) <= 30


def test_cards_and_piles_that_a_lesson_points_at_are_marked() -> None:
    board = FreeOBoard(table(at("house,car,tree", "car")))
    board.look = ("tree", "pile", "top")
    text = drawn(board, LOW)
    assert "vDraw pile" in text
    assert "vDiscards" in text
    assert "v3  T tree" in text
    assert ".v3....." in drawn(board)


# Keys and mouse


def test_arrows_and_numbers_pick_every_card_and_enter_plays_it() -> None:
    shown = table(at("house,car:2,wild", "car", demand="any"))
    board = FreeOBoard(shown)
    for _ in range(3):
        board.play_picked()
        board.action_turn(1)
    board.action_pick_number(2)
    board.play_picked()
    board.action_pick_number(9)
    board.play_picked()
    assert shown.played == ["house", "car", "wild", "car", "car"]


def test_fro_17_a_draw_a_card_asks_for_whom_and_enter_names_them() -> None:
    shown = table(at("house,draw-a-card", "car", "car", "car", demand="any"))
    board = FreeOBoard(shown)
    board.action_turn(1)
    board.play_picked()
    assert "Who is to draw a card?" in drawn(board)
    assert board.enter_words == "name"
    board.action_put_back()
    assert "Who is to draw" not in drawn(board)
    board.play_picked()
    board.action_turn(1)
    board.play_picked()
    board.action_pick_number(1)
    board.action_pick_number(4)
    board.play_picked()
    assert shown.played == ["draw-a-card 3", "draw-a-card 4"]


def test_with_two_players_the_other_is_named_at_once() -> None:
    shown = table(at("draw-a-card,car", "car", demand="any"))
    board = FreeOBoard(shown)
    board.action_turn(1)
    board.play_picked()
    assert shown.played == ["draw-a-card 2"]


def test_fro_9_enter_and_d_draw_if_nothing_can_be_played_and_d_is_offered_only_then() -> None:
    shown = table(at("car,tree", "car"))
    board = FreeOBoard(shown)
    keys = {binding.key: binding for binding in board.BINDINGS}  # type: ignore[union-attr]
    assert board.enter_words == board.described(keys["d"]) == "draw"  # type: ignore[arg-type]
    board.play_picked()
    board.action_draw()
    assert shown.played == ["draw", "draw"]
    able = FreeOBoard(table(at("house,tree", "car")))
    assert able.described(keys["d"]) == ""  # type: ignore[arg-type]


def test_a_click_picks_a_card_or_a_player_and_the_second_one_plays() -> None:
    shown = table(at("house,draw-a-card", "car", "car", demand="any"))
    board = FreeOBoard(shown)
    for target in ("draw-a-card", "draw-a-card", "seat 3", "seat 3", "top", "pile"):
        board.on_canvas_pressed(Canvas.Pressed(target))
    assert shown.played == ["draw-a-card 3", "draw"]


def test_an_advised_move_is_picked_as_enter_plays_it() -> None:
    for hands in (("house,car,wild", "car"), ("house,draw-a-card:2", "car", "tree")):
        shown = table(at(*hands, demand="any"))
        for move in shown.match.state.legal_moves():
            board = FreeOBoard(shown)
            board.pick(move)
            board.play_picked()
            assert shown.played[-1] == shown.match.state.move_text(move)


def test_fro_20_the_table_at_a_hands_end_tells_computers_apart_by_their_usual_names() -> None:
    names = ["Root", "Seat 2", "Seat 3", "Seat 4"]
    state = at("house", "truck:3", "car", "tree")
    state.play(state.read_move("house"))
    match = match_at(GAMES["free-o"], state.text(), [Seat(name, "level1") for name in names])
    text = "\n".join(plain(line) for line in lines_of(match))
    assert [name for name in names if f" {name} " in text] == names
