"""Coming HOME, throws, jumps and the end of Kimbo: KIM-22 to KIM-31, on drawn boards."""

import pytest
from kimbo_boards import LETTERS, THE_BOARD, at, drawn
from kimbo_play import ends, pieces, play, refused, texts

from boxtui.core import OVER, BadNotation, BadPosition, IllegalMove
from boxtui.games.kimbo.state import Kimbo

SHUT_IN = """
5  . . . . .
         y
4  . . .yRy.
         y
3  . . . . ."""


ENTRANCE_SHUT = """
7  . . . . . . # # #
6  . . . . . . .yRy.
                 y
5  . . . . . . . . ."""


def test_kim_22_home_is_entered_by_exact_count_straight_on_or_by_a_forced_turn() -> None:
    assert "2+1 h4-HOME" in texts(drawn("4  . . . . . . . R", "2+1", home="RRR"))
    too_far = drawn("4  . . . . . . . R", "2+2", home="RRR")
    assert refused(too_far, "2+2 h4-HOME") == "KIM-22"
    turned = drawn("6  . . . . . R . .y.", "2+1", home="RRR")
    assert "2+1 f6-HOME" in texts(turned)
    straight = drawn("6  . . . . . R . . .", "2+1", home="RRR")
    assert refused(straight, "2+1 f6-HOME") == "KIM-22"


def test_kim_22_with_more_than_1_left_of_the_whole_move_an_opening_is_a_border_line() -> None:
    state = drawn("4  . . . . . . . R", "3+1", home="RRR")
    # North to h6, then 2 more to either side, although the 3 alone reaches HOME exactly.
    assert ends(state, "3+1 h4") == {"f6", "j6", "l4", "d4", "g1", "i1"}
    assert "3 h4-HOME" in texts(state)


def test_kim_23_with_exactly_1_left_before_an_opening_it_enters_and_cannot_turn_aside() -> None:
    state = drawn("4  . . . . . . . R", "2+1", home="RRR")
    assert ends(state, "2+1 h4") == {"HOME", "k4", "e4", "h1"}


def test_kim_24_home_holds_any_number_and_nobody_leaves_it_or_is_captured_there() -> None:
    state = drawn("12 . . . R\n6  . . . . . . . R", "2+1", home="RRYYY")
    after = play(state, "1 h6-HOME")
    assert (pieces(after, 1), pieces(after, 2)) == ("d12,HOME,HOME,HOME", "a1,HOME,HOME,HOME")
    assert {text[:5] for text in texts(after)} == {"2 d12"}
    with pytest.raises(BadNotation):
        after.read_move("2 HOME-h5")
    guest = drawn("11 . . . . . . . Y", home="RRRYY", seat=2)
    play(guest, "-", "4 2", "2 h11-HOME")
    assert (pieces(guest, 1), pieces(guest, 2).count("HOME")) == ("b2,HOME,HOME,HOME", 3)


def test_kim_25_the_whole_throw_must_be_used_if_possible() -> None:
    # d4 is shut in: if g4 moved by a single die, no piece could use the other.
    picture = """
5  . . . .
         y
4  . . .yRy. . R
         y
3  . . . ."""
    state = drawn(picture, "6+1", home="RR")
    assert refused(state, "1 g4-h4") == "KIM-25"
    assert refused(state, "6 g4-m4") == "KIM-25"
    assert refused(state, "pass") == "KIM-25"
    assert all(text.startswith("6+1 g4") for text in texts(state))


def test_kim_25_if_both_cannot_be_played_the_player_chooses_one_die() -> None:
    picture = """
5  . . . . .
         y y
4  . . .yR Ry
         y y
3  . . . . ."""
    # Two pieces are closed in together: a 1 ends on the other piece, a 2 where it began.
    state = drawn(picture, "2+1", home="RR")
    assert texts(state) == {"2 d4-d4", "2 e4-e4"}
    after = play(state, "2 d4-d4")
    assert (after.turns, after.turn_seat()) == (1, 1)


def test_kim_25_if_nothing_can_be_played_the_turn_passes() -> None:
    state = drawn(SHUT_IN, home="RRR")
    play(state, "-")
    assert "the turn passes" in state.describe(53)
    play(state, "5 3")
    assert (state.turns, state.turn_seat(), state.current_player()) == (1, 1, 1)


def test_kim_26_doubles_may_jump_over_a_fence_instead_of_moving() -> None:
    state = drawn("4  . . . Ry. R", "2+2", home="RR")
    assert {"J d4-e4", "2+2 d4-d8", "2 d4-d6"} <= texts(state)
    after = play(state.clone(), "J d4-e4")
    assert (after.turn_seat(), pieces(after, 1)) == (1, "e4,f4,HOME,HOME")
    assert refused(state, "J d4-d5") == "KIM-26"
    assert refused(state, "J d4-e5") == "KIM-26"
    assert refused(drawn("4  . . . Ry. R", "2+1", home="RR"), "J d4-e4") == "KIM-26"
    # A jump needs the whole throw: after a piece has moved, it isn't allowed.
    assert not any(text.startswith("J") for text in texts(play(state, "2 f4-f6")))


def test_kim_26_a_player_who_can_only_jump_may_pass() -> None:
    state = drawn(SHUT_IN, "3+3", home="RRR")
    assert texts(state) == {"pass", "J d4-d5", "J d4-e4", "J d4-d3", "J d4-c4"}
    assert state.rule() == "KIM-26"
    after = play(state, "pass")
    assert (after.turn_seat(), pieces(after, 1)) == (1, "d4,HOME,HOME,HOME")


def test_kim_27_the_last_piece_plays_both_dice_unless_either_brings_it_home() -> None:
    state = drawn("4  . . . . . . . R", "5+3", home="RRR")
    assert "3 h4-HOME" in texts(state)
    assert all(text.startswith("5+3") or text == "3 h4-HOME" for text in texts(state))
    assert refused(state, "5 h4-m4") == "KIM-25"
    after = play(state, "3 h4-HOME")
    assert (after.current_player(), after.returns()) == (OVER, [1.0, 0.0])


def test_kim_25_even_if_a_piece_must_pass_up_home() -> None:
    # The piece on a8 can't move: if one went HOME with the 1, no piece could use the 2.
    picture = """
9  . . .
   y
8  Ry. .
   y
7  . . .
6  . . . . . . . R"""
    state = drawn(picture, "2+1", home="RR")
    assert refused(state, "1 h6-HOME") == "KIM-25"
    assert {text[:6] for text in texts(state)} == {"2+1 h6"}
    free = drawn("8  R\n6  . . . . . . . R", "2+1", home="RR")
    assert "1 h6-HOME" in texts(free)


def test_kim_27_with_two_left_the_other_die_is_not_ignored() -> None:
    state = play(drawn("4  . . . R . . . R", "5+3", home="RR"), "3 h4-HOME")
    assert (state.current_player(), {text[:4] for text in texts(state)}) == (0, {"5 d4"})


def test_kim_28_a_last_piece_shut_in_stays_until_doubles() -> None:
    state = play(drawn(SHUT_IN, home="RRR"), "-")
    assert "(KIM-28)" in state.describe(53)
    assert "(KIM-28)" not in state.describe(33)
    play(state, "3 3")
    assert "J d4-d5" in texts(state)


def test_kim_28_on_an_entrance_with_three_fences_it_stays_until_a_1() -> None:
    stays = play(drawn(ENTRANCE_SHUT, home="RRR"), "-", "5 3")
    assert stays.turns == 1
    state = play(drawn(ENTRANCE_SHUT, home="RRR"), "-", "5 1")
    assert texts(state) == {"1 h6-HOME"}


def test_kim_28_with_one_of_the_three_gone_it_must_move_on_unless_a_die_shows_1() -> None:
    gone = ENTRANCE_SHUT.replace("Ry", "R ")
    state = play(drawn(gone, home="RRR"), "-", "5 3")
    assert texts(state) != set()
    assert all(text.startswith("5+3 h6") for text in texts(state))
    state = play(drawn(gone, home="RRR"), "-", "5 1")
    assert "1 h6-HOME" in texts(state)


def test_kim_29_the_first_with_all_four_home_wins_at_once() -> None:
    state = drawn("6  . . . . . . . R", "1+1", home="RRR")
    assert "wins (KIM-29)" in state.describe(state.read_move("1 h6-HOME"))
    play(state, "1 h6-HOME")
    assert (state.current_player(), state.turn_seat(), state.legal_moves()) == (OVER, OVER, [])
    assert (state.returns(), state.rule()) == ([1.0, 0.0], "KIM-29")
    with pytest.raises(IllegalMove, match="KIM-29"):
        state.play(0)
    with pytest.raises(IllegalMove, match="KIM-29"):
        state.read_move("-")
    assert at(state.text()).returns() == [1.0, 0.0]


@pytest.mark.parametrize(
    ("picture", "dice", "moves", "standing"),
    [
        ("3  . . . . R", "5+3", "5+3 e3-m3", "m3"),
        ("3  . . . . R . R", "5+3", "5 e3-j3,3 g3-g6", "j3 g6"),
        ("3  . . . R . . . . Y", "5+3", "5+3 d3xi3-l3", "l3"),
        ("5  . . . . R . . .y.", "4+1", "4+1 e5-HOME", "HOME"),
        ("5  . . . . . R . .y.", "4+1", "4 f5-HOME,1 b2-b3", "HOME b3"),
    ],
)
def test_kim_30_diagrams_4_to_7_are_played_as_the_sheet_says(
    picture: str, dice: str, moves: str, standing: str
) -> None:
    """In diagram 7 a fence turns the piece at h5, and HOME is 4 away from f5."""
    after = play(drawn(picture, dice), *moves.split(","))
    assert set(standing.split()) <= set(pieces(after, 1).split(","))
    assert after.turn_seat() == 1


def test_kim_30_diagram_8_the_last_piece_home_with_the_6_the_2_ignored() -> None:
    state = drawn("1  . . . . . . . R", "6+2", home="RRR")
    assert state.describe(state.read_move("6 h1-HOME")) == (
        "plays 6 from h1 to HOME, its last piece, and wins (KIM-29); the 2 is ignored (KIM-27)"
    )
    assert play(state, "6 h1-HOME").returns() == [1.0, 0.0]


def test_kim_27_the_other_die_is_ignored_even_if_it_could_not_be_played_anyway() -> None:
    state = drawn(ENTRANCE_SHUT, "4+1", home="RRR")
    assert texts(state) == {"1 h6-HOME"}
    assert state.describe(state.read_move("1 h6-HOME")) == (
        "plays 1 from h6 to HOME, its last piece, and wins (KIM-29); the 4 is ignored (KIM-27)"
    )
    both = drawn("6  . . . . . . . R\n5  .\n4  . . . . . . . R", "3+1", home="RR")
    told = play(both, "1 h6-HOME").describe(both.read_move("3 h4-HOME"))
    assert told == "plays 3 from h4 to HOME, its last piece, and wins (KIM-29)"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_kim_31_after_a_thousand_turns_of_every_seat_it_is_a_draw(seats: int) -> None:
    shut_in = drawn(SHUT_IN, home="RRR", seats=seats).text()

    def at_turn(turns: int) -> Kimbo:
        return play(at(shut_in.replace("turns=0", f"turns={turns}")), "-")

    for turns in (1998, 1000 * seats - 2):
        assert play(at_turn(turns), "5 3").current_player() == 1
    last = at_turn(1000 * seats - 1)
    assert last.describe(53) == (
        "rolls 5 and 3: no piece can move (KIM-28); "
        "after 1,000 turns each the game is a draw (KIM-31)"
    )
    play(last, "5 3")
    drawn_game = (OVER, [1 / seats] * seats, "KIM-31")
    assert (last.current_player(), last.returns(), last.rule()) == drawn_game
    assert at(last.text()).returns() == [1 / seats] * seats
    for turns in (1999, 1000 * seats - 1):
        with pytest.raises(BadPosition, match="turns are left"):
            at(last.text().replace(f"turns={1000 * seats}", f"turns={turns}"))
    with pytest.raises(BadPosition, match="is not possible"):
        at_turn(1000 * seats)


@pytest.mark.parametrize("seats", [3, 4])
def test_kim_29_the_last_of_three_or_four_players_wins_too(seats: int) -> None:
    letter = LETTERS[THE_BOARD.sitting(seats)[-1]].upper()
    state = drawn(f"6  . . . . . . . {letter}", "2+1", home=3 * letter, seats=seats, seat=seats)
    play(state, "1 h6-HOME")
    assert (state.current_player(), state.returns()) == (OVER, [0.0] * (seats - 1) + [1.0])
    assert at(state.text()).returns() == state.returns()
    with pytest.raises(
        BadPosition, match="the winner must be the only player with all pieces HOME"
    ):
        at(state.text().replace("phase=over", "phase=fence"))
