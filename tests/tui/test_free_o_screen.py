"""The board of FREE-O: what it never shows, and names that are cut."""

import re
from collections.abc import Sequence
from random import Random

import pytest
from bare_board import BareTable
from free_o_play import at
from people import ANN
from random_games import any_move

from ai.agent import HUMAN
from boxtui.games import GAMES
from boxtui.games.free_o.moves import NAMING, named_in
from boxtui.games.free_o.state import FreeO
from boxtui.lines import UNICODE, Line, plain, width
from boxtui.play.match import Match, Seat, match_at
from boxtui.play.viewer import Viewer
from boxtui.tui.boards.free_o import FreeOBoard
from boxtui.views.games import words_of
from boxtui.views.seats import seat_lines, seats_in_lines


def shown_to(viewer: Viewer, match: Match) -> tuple[Sequence[Line], list[str]]:
    """Return everything drawn and said about a match's position for a viewer."""
    board = FreeOBoard(BareTable(match))
    words = words_of(match, viewer)
    told = [*words.position_words(), *words.now_words(), *viewer.sentences(match.log)]
    told += [*board.status_words(), *words.seat_words(board.glyphs)]
    return board.board_lines(30), told


def board_at(state: FreeO, *seats: Seat) -> tuple[FreeOBoard, BareTable]:
    """Return the board of a match at this position, and its table."""
    table = BareTable(match_at(GAMES["free-o"], state.text(), list(seats)), glyphs=UNICODE)
    return FreeOBoard(table), table


@pytest.mark.parametrize("count", [2, 4])
def test_fro_22_nothing_drawn_or_said_depends_on_what_the_viewer_cannot_see(count: int) -> None:
    sitting = [ANN, *[Seat("Ben", "random")] * (count - 1)]
    match, rng, differed = Match(GAMES["free-o"], {}, sitting, 9), Random(9), 0
    for _ in range(250):
        viewer = Viewer(match)
        true, shown = match.state, shown_to(viewer, match)
        match.state = true.determinize(0, rng)
        assert shown_to(viewer, match) == shown
        differed += match.state.text() != true.text()
        match.state = true
        match.play(any_move(match, rng))
    assert differed > 125


def test_a_name_that_is_cut_ends_in_an_ellipsis() -> None:
    long = "Bartholomew Long-Named"
    state = at("", "car:6", phase="over", demand="any", totals="3,60", out=1)
    board, _ = board_at(state, Seat(long, HUMAN), Seat("Ben", "random"))
    assert any("Bartholom…" in plain(line) for line in board.board_lines(22))
    (first, _) = seat_lines(board.words, UNICODE, 30)
    assert re.match("  Bartholom[^ ]*… ", plain(first)), plain(first)
    assert width(first) <= 30


def test_after_a_hand_all_hands_are_shown_before_what_ends_the_game() -> None:
    hands = ["", *["house:2,car,tree:2,fence,draw-a-card"] * 2, *["truck"] * 3]
    state = at(*hands, phase="over", demand="any", totals="3,60,0,0,0,0", out=1)
    seats = [ANN, *[Seat(f"Number {at}", "random") for at in range(2, 7)]]
    board, _ = board_at(state, *seats)
    hands_shown = board.board_lines(99)[-7:]
    assert plain(hands_shown[0]).startswith(" Number 2: ")
    for rows in (15, 16, 18, 22):
        lines = board.board_lines(rows)
        assert lines[-7:] == hands_shown, rows
        text = " ".join(" ".join(map(plain, lines)).split())
        assert ("the lowest total wins." in text) == (rows > 15), rows


def test_in_a_narrow_window_a_colon_separates_a_seats_name_from_its_cards() -> None:
    board, _ = board_at(at("house:6", "car:7", demand="any"), ANN, Seat("Seat 2", "level5"))
    (line,) = seats_in_lines(board.words, UNICODE, 60)
    assert plain(line).endswith("; Seat 2, level 5: 7 cards, total 0")


def test_a_number_without_a_card_or_a_player_is_answered_and_picks_nothing() -> None:
    state = at("house,draw-a-card", "car", "car", demand="any")
    board, table = board_at(state, ANN, *[Seat("Ben", "random")] * 2)
    board.action_pick_number(3)
    assert table.said == ["You have no card 3: the last is 2."]
    board.action_pick_number(2)
    board.play_picked()
    board.action_pick_number(1)
    assert table.said[1:] == ["You can't name player 1, only 2 and 3."]


def test_up_and_down_go_through_the_players_that_can_be_named_who_are_in_a_column() -> None:
    hands = ["house,draw-a-card", *["car"] * 3]
    board, _ = board_at(at(*hands, demand="any"), *[ANN] * 4)
    board.action_pick_number(2)
    assert not board.offers("name")
    board.play_picked()
    assert board.offers("name")
    named = []
    for step in (1, 1, -1):
        board.action_name(step)
        assert board.picked_move is not None
        named.append(named_in(board.picked_move))
    assert named == [2, 3, 2]


@pytest.mark.parametrize("count", [2, 3])
def test_only_with_several_others_does_a_hint_ask_who_is_named(count: int) -> None:
    hands = ["draw-a-card,car", *["truck"] * (count - 1)]
    state = at(*hands, demand="any")
    board, _ = board_at(state, *[ANN] * count)
    move = max(state.legal_moves())
    assert move >= NAMING
    board.pick(move)
    assert board.picked_move == move
    drawn = " ".join(map(plain, board.board_lines(22)))
    assert ("Who is to draw a card?" in drawn) == (count > 2)
