"""Kimbo's moves and positions as text: writing, reading, descriptions and refusals."""

import pytest
from kimbo_boards import PEN, drawn, written
from kimbo_play import play

from boxtui.core import AmbiguousMove, BadNotation, BadPosition, GameError, IllegalMove
from boxtui.games import GAMES
from boxtui.games.kimbo.state import Kimbo

GAME = GAMES["kimbo"]


def state_for_notation() -> Kimbo:
    return drawn("4  . . . R . Y . . . Y", "3+2", home="RR")


def text_of(state: Kimbo, typed: str) -> str:
    return state.move_text(state.read_move(typed))


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("-", "-"),
        (" - ", "-"),
        ("F a5/b5>h5/h6", "F a5/b5>h5/h6"),
        ("f B5/A5 > H6/H5", "F a5/b5>h5/h6"),
        ("a5/b5>h5/h6", "F a5/b5>h5/h6"),
    ],
)
def test_a_fences_move_is_read_in_either_order_of_squares(typed: str, written: str) -> None:
    state = drawn("5  .r.")
    assert text_of(state, typed) == written


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("3 d4-g4", "3 d4-g4"),
        ("3D4-G4", "3 d4-g4"),
        ("d4-g4", "3 d4-g4"),
        ("2+3 d4-i4", "3+2 d4-i4"),
        ("d4-i4", "3+2 d4-i4"),
    ],
)
def test_a_pieces_dice_may_be_left_out_if_only_one_move_fits(typed: str, written: str) -> None:
    assert text_of(state_for_notation(), typed) == written


def test_a_capture_without_its_corner_is_ambiguous_and_the_corners_are_listed() -> None:
    state = state_for_notation()
    with pytest.raises(AmbiguousMove) as listed:
        state.read_move("2 d4xf4")
    corners = [state.move_text(move) for move in state.legal_moves()]
    assert all(text in str(listed.value) for text in corners if text.startswith("2 d4xf4@"))
    with pytest.raises(AmbiguousMove, match=r"3\+2 d4xf4@"):
        state.read_move("d4xf4-i4")


def test_dice_left_out_are_ambiguous_if_two_counts_lead_there() -> None:
    state = drawn(PEN, "3+1", home="RR")
    with pytest.raises(AmbiguousMove, match="3 d4-e4, 1 d4-e4"):
        state.read_move("d4-e4")
    assert text_of(state, "1 d4-e4") == "1 d4-e4"
    assert text_of(state, "d4-e4 e") == "1 d4-e4"
    assert text_of(state, "d4-e4 n") == "3 d4-e4"


TWO_WAYS = """
6  . . . . . . .
         y
5  . . .   . . .
4  . . . R . .y.
3  . . . . . ."""


@pytest.mark.parametrize("typed", ["d4-f5", "2+1 d4-f5 n", "2+1 d4-f5 e", "2+1D4-F5N", "d4-f5e"])
def test_kim_13_two_ways_to_a_square_are_one_move_and_either_may_be_written(typed: str) -> None:
    assert text_of(drawn(TWO_WAYS, "2+1", home="RRR"), typed) == "2+1 d4-f5"


@pytest.mark.parametrize(("typed", "where"), [("2+1 d4-f5 s", "south"), ("d4-f5 w", "west")])
def test_kim_13_a_direction_that_leads_elsewhere_is_refused(typed: str, where: str) -> None:
    with pytest.raises(IllegalMove, match=f"to f5 doesn't set out to the {where}") as refusal:
        drawn(TWO_WAYS, "2+1", home="RRR").read_move(typed)
    assert refusal.value.rule == "KIM-13"


def test_kim_13_a_direction_may_follow_a_capture_and_a_jump() -> None:
    state = state_for_notation()
    corner = next(t for t in map(state.move_text, state.legal_moves()) if t.startswith("2 d4xf4@"))
    assert text_of(state, f"{corner} e") == text_of(state, f"{corner}e") == corner
    jump = drawn("4  . . . Ry. R", "2+2", home="RR")
    assert text_of(jump, "J d4-e4 e") == "J d4-e4"
    with pytest.raises(IllegalMove, match="doesn't set out to the north"):
        jump.read_move("J d4-e4 n")


@pytest.mark.parametrize(
    "typed",
    ["", "d4", "d4-", "d4g4", "3 d4-z9", "3 d4-a16", "3 d4-g4@a1", "2 d4xf4@b2", "d4-f4-g4",
     "J", "x", "3 HOME-d4", "d3/d4>d5/d6", "3 d4-g4 ne", "3 d4-g4 u", "3 n d4-g4", "a0-a1"],
)  # fmt: skip
def test_a_text_that_is_not_a_pieces_move_is_refused_with_an_example(typed: str) -> None:
    with pytest.raises(BadNotation) as refusal:
        state_for_notation().read_move(typed)
    assert len(str(refusal.value)) > 25


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("x", "'x' can't be read: write a move as 5 c3-c8 or 5 c3xc8@a15."),
        ("a14-d4-e4", "'a14-d4-e4' can't be read: write a move as 5 c3-c8 or 5 c3xc8@a15."),
        ("8 a14-h14", "A die shows 1 to 6. (KIM-12)"),
    ],
)
def test_for_the_second_piece_no_refusal_speaks_of_both_dice_or_of_a_jump(
    typed: str, said: str
) -> None:
    state = play(state_for_notation(), "3 d4-g4")
    with pytest.raises(GameError) as refusal:
        state.read_move(typed)
    assert str(refusal.value) == said


@pytest.mark.parametrize(
    "typed", ["", "F", "d4-g4", "d3/d4", "d3/d5>d5/d6", "o15/p15>a3/a4", "5 3"]
)
def test_a_text_that_is_not_a_fence_move_is_refused_with_an_example(typed: str) -> None:
    with pytest.raises(BadNotation) as refusal:
        drawn("5  .").read_move(typed)
    assert "d3/d4" in str(refusal.value)


@pytest.mark.parametrize("typed", ["5 3", "53", "3+5", "3,5", "35"])
def test_dice_are_read_in_any_order(typed: str) -> None:
    state = drawn("5  .")
    state.play(0)
    assert state.read_move(typed) == 53
    with pytest.raises(BadNotation, match="5 3"):
        state.read_move("dice")


@pytest.mark.parametrize(
    ("typed", "rule"),
    [
        ("7 d4-d11", "KIM-12"),
        ("3+3 d4-j4", "KIM-12"),
        ("2 d4-f4", "KIM-19"),
        ("3 d4xg4@a1", "KIM-19"),
        ("3 d4-e6", "KIM-14"),
        ("3+2 d4xf4@a1-HOME", "KIM-22"),
        ("3+2 d4xf4@a1-a6", "KIM-20"),
        ("pass", "KIM-25"),
        ("-", "KIM-25"),
    ],
)
def test_a_wrong_move_is_refused_with_the_rule_that_it_breaks(typed: str, rule: str) -> None:
    with pytest.raises(IllegalMove) as refusal:
        state_for_notation().read_move(typed)
    assert refusal.value.rule == rule


def test_a_fence_in_the_way_is_named() -> None:
    # Boxed in on all sides but the west: the squares behind the fence can't be reached.
    picture = """
5  . . . .
         y
4  . . .yRy.
3  . . . ."""
    state = drawn(picture, "2+1", home="RRR")
    with pytest.raises(IllegalMove, match="Fences are in the way") as refusal:
        state.read_move("2+1 d4-g4")
    assert refusal.value.rule == "KIM-14"


@pytest.mark.parametrize("move", [-1, 1 << 18, 1 << 34, 1 << 62, 1 << 70, 450 << 9, 511])
def test_numbers_that_are_not_moves_are_refused_before_and_after_the_roll(move: int) -> None:
    fences, pieces = drawn("5  ."), state_for_notation()
    for state in (fences, pieces):
        before = state.text()
        with pytest.raises(IllegalMove):
            state.play(move)
        assert state.text() == before


def test_moves_are_described_with_what_they_do() -> None:
    state = state_for_notation()
    assert state.describe(state.read_move("3 d4-g4")) == "plays 3 from d4 to g4"
    capture = next(m for m in state.legal_moves() if state.move_text(m).startswith("2 d4xf4@"))
    corner = state.move_text(capture).partition("@")[2]
    assert state.describe(capture) == (
        "plays 2 from d4 to f4, captures the yellow piece on f4 and puts it back in the corner "
        f"{corner} (KIM-19)"
    )
    fence = drawn("5  .r.")
    assert fence.describe(fence.read_move("a5/b5>h5/h6")) == "moves a fence from a5/b5 to h5/h6"
    assert fence.describe(0) == "leaves the fences as they are"
    jump = drawn("4  . . . Ry. R", "2+2", home="RR")
    assert jump.describe(jump.read_move("J d4-e4")) == "jumps over a fence from d4 to e4 (KIM-26)"
    home = drawn("6  . . . . . . . R\n4  . . . R", "2+1", home="RR")
    told = home.describe(home.read_move("1 h6-HOME"))
    assert told == "plays 1 from h6 to HOME, 3 of 4 pieces are there"


def test_a_die_that_cannot_be_played_is_described_with_its_rule() -> None:
    picture = """
5  . . . . .
         y y
4  . . .yR Ry
         y y
3  . . . . ."""
    state = drawn(picture, "2+1", home="RR")
    assert state.describe(state.legal_moves()[0]).endswith("and the 1 can't be played (KIM-25)")


def test_throws_for_the_first_turn_are_described() -> None:
    state = GAME.start({}, 2)
    assert state.describe(53) == "rolls 5 and 3 for the first turn"
    state.play(53)
    assert state.describe(62).endswith("tied, those tied roll again (KIM-9)")
    assert state.describe(66).endswith("seat 2 begins (KIM-9)")


def test_the_rule_that_matters_now_follows_the_position() -> None:
    state = GAME.start({}, 2)
    assert state.rule() == "KIM-9"
    state.play(53)
    state.play(31)
    assert state.rule() == "KIM-10"
    state.play(0)
    assert state.rule() == "KIM-12"
    state.play(53)
    assert state.rule() == "KIM-12"
    assert drawn("4  . . . R", "3+2", home="RRR").rule() == "KIM-27"


TURN = drawn("4  . . . R", home="RR").text()
MOVE = drawn("4  . . . R", "3+2", home="RR").text()
FIRST = GAME.start({}, 2).text()
FIRST_OF_THREE = GAME.start({}, 3).text()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        TURN.replace("turns=0", "turns=-1"),
        TURN.replace("turns=0", "turns=2000"),
        TURN.replace("turns=0", "turns=x"),
        TURN.replace("turns=0", "turns=00"),
        TURN.replace("seat=1", "seat=3"),
        TURN.replace("seat=1", "seat=0"),
        TURN.replace("phase=fence", "phase=sleep"),
        TURN.replace("phase=fence", "phase=over"),
        TURN.replace("phase=fence", "phase=move"),
        TURN.replace("phase=fence", "phase=second"),
        TURN.replace("phase=fence", "phase=first"),
        TURN.replace("dice=-", "dice=3+2"),
        TURN.replace("moved=-", "moved=d4"),
        TURN.replace("d4,", "c3,d4,"),
        TURN.replace("d4,", "z4,"),
        TURN.replace("d4,", "h8,"),
        TURN.replace("d4,", "a1,"),
        TURN.replace("d4,", "b1,"),
        TURN.replace("d4,", "f8,"),
        TURN.replace("b2,d4", "HOME,HOME"),
        TURN.replace("fences=", "fences=a3/a4,"),
        TURN.replace("fences=", "fence="),
        TURN.replace(";", ";a3,a4,a5,a6;", 1),
        TURN.replace("i13/j13", "f7/f8"),
        TURN.replace("i13/j13", "b1/c1"),
        TURN.replace("i13/j13", "f13/g13"),
        TURN + " for_first=-,-",
        TURN + " more=1",
        MOVE.replace("dice=3+2", "dice=2+3"),
        MOVE.replace("dice=3+2", "dice=7+2"),
        MOVE.replace("dice=3+2", "dice=3"),
        MOVE.replace("dice=3+2", "dice=-"),
        MOVE.replace("dice=3+2", "dice=3+2+1"),
        MOVE.replace("moved=-", "moved=d4"),
        MOVE.replace("phase=move seat=1 dice=3+2 moved=-", "phase=second seat=1 dice=3 moved=e5"),
        MOVE.replace("phase=move seat=1 dice=3+2 moved=-", "phase=second seat=1 dice=3 moved=-"),
        MOVE.replace("phase=move seat=1 dice=3+2 moved=-", "phase=second seat=1 dice=3 moved=b2"),
        MOVE.replace("phase=move seat=1 dice=3+2 moved=-", "phase=second seat=1 dice=9 moved=d4"),
        FIRST.replace("for_first=-,-", "for_first=-"),
        FIRST.replace("for_first=-,-", "for_first=5,-"),
        FIRST.replace("for_first=-,-", "for_first=x,x"),
        FIRST.replace("for_first=-,-", "for_first=x,-"),
        FIRST.replace("for_first=-,-", ""),
        FIRST.replace("seat=1", "seat=2").replace("for_first=-,-", "for_first=13,-"),
        FIRST.replace("turns=0", "turns=1"),
        FIRST_OF_THREE.replace("for_first=-,-,-", "for_first=-,-"),
        FIRST_OF_THREE.replace("for_first=-,-,-", "for_first=-,-,-,-"),
        FIRST.replace("d3/d4", "d4/d5"),
    ],
)
def test_a_position_whose_parts_do_not_fit_together_is_refused(text: str) -> None:
    assert text not in (TURN, MOVE, FIRST, FIRST_OF_THREE)
    with pytest.raises(BadPosition) as refusal:
        GAME.parse(text)
    assert len(str(refusal.value)) > 20


FENCES = ["d3/d4,f3/f4,g3/g4,i3/i4,j3/j4,l3/l4", "d6/d7,e6/e7,f6/f7,d8/d9,e8/e9,g5/g6"]
STARTS = "a1,o2,n14,b15"


@pytest.mark.parametrize(
    ("pieces", "fences", "said"),
    [
        (["d4,d5,d6", STARTS], FENCES, "each seat needs 4 pieces and 6 fences"),
        (["d4,d5,d6,d7", STARTS], [FENCES[0][:-6], FENCES[1]], "each seat needs 4 pieces"),
        (["d4,d5,d6,d7"], FENCES[:1], "2 to 4 seats"),
        (["d4,d5,d6,d7", STARTS], FENCES[:1], "2 to 4 seats"),
        (["d4,d5,d6,a1", STARTS], FENCES, "a1 is taken twice"),
        (["d4,d5,d6,f8", STARTS], FENCES, "or is a closed entrance"),
        (["d4,d5,d6,g7", STARTS], FENCES, "HOME is one field"),
        (["d4,d5,d6,b1", STARTS], FENCES, "a red piece can stand only on its start square"),
        (["d4,d5,d6,d7", STARTS], [FENCES[0], FENCES[0]], "every fence needs a slot of its own"),
        (
            ["d4,d5,d6,d7", STARTS],
            [FENCES[0][:-5] + "e8/f8", FENCES[1]],
            "every fence needs a slot",
        ),
        (
            ["d4,d5,d6,d7", STARTS],
            [FENCES[0][:-5] + "a1/a2", FENCES[1]],
            "every fence needs a slot",
        ),
        (
            ["HOME,HOME,HOME,HOME", STARTS],
            FENCES,
            "the winner must be the only player with all pieces HOME",
        ),
    ],
)
def test_pieces_and_fences_in_impossible_places_are_named(
    pieces: list[str], fences: list[str], said: str
) -> None:
    with pytest.raises(BadPosition, match=said):
        written(pieces, fences)


def test_the_positions_that_the_faulty_ones_were_made_from_are_sound() -> None:
    for text in (TURN, MOVE, FIRST, FIRST_OF_THREE):
        assert GAME.parse(text).text() == text
