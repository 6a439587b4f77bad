"""FREE-O's moves and positions as text: writing, reading, descriptions and refusals."""

import re

import pytest
from free_o_play import at, play, refused, rest_of, start, texts

from boxtui.core import BadNotation, BadPosition, IllegalMove
from boxtui.games import GAMES
from boxtui.games.free_o.moves import NAMING
from boxtui.games.free_o.state import FreeO

GAME = GAMES["free-o"]

OUT = "plays house and goes out (FRO-18)"
SCORES = "seat 1 scores 0, total 3; seat 2 scores 0, total 1; seat 3 scores 5"
LAST_SCORES = "seat 1 scores 0, total 3; seat 2 scores 2, total 3; seat 3 scores 5"
ENDED = "; 60 points end the game, the lowest total wins (FRO-3)"
AGAINST_A_LAST_CARD = "plays wild against the capture (FRO-19)"
SHUFFLED = "; the discards are shuffled into a new draw pile (FRO-8)"
NONE_LEFT = "; there is no card left to draw (FRO-8)"
REST = rest_of("captured", "car,house")
LAST = rest_of("captured", "car,house", "tree")


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("house", "house"),
        (" House ", "house"),
        ("WILD", "wild"),
        ("draw-a-card 3", "draw-a-card 3"),
        ("draw a card 3", "draw-a-card 3"),
        ("Draw-a-card  seat 3", "draw-a-card 3"),
    ],
)
def test_a_move_is_read_in_any_case_and_a_draw_a_card_with_or_without_its_hyphens(
    typed: str, written: str
) -> None:
    state = at("house,wild,draw-a-card,car", "car", "car", top="wild", demand="any")
    assert state.move_text(state.read_move(typed)) == written


@pytest.mark.parametrize(
    "typed", ["", "joker", "draw-a-card x", "draw-a-card", "house 2", "draw 2"]
)
def test_a_text_that_is_not_a_move_is_refused_with_an_example(typed: str) -> None:
    state = at("house,wild,draw-a-card,car", "car", "car", top="wild", demand="any")
    with pytest.raises(BadNotation) as refusal:
        state.read_move(typed)
    assert re.search("house, car|draw-a-card 2", str(refusal.value))


@pytest.mark.parametrize("typed", ["", "0", "4", "x", "22", "²"])
def test_fro_4_the_lot_falls_on_a_seat(typed: str) -> None:
    with pytest.raises(BadNotation, match="1 to 3"):
        start(3).read_move(typed)


def test_fro_5_after_a_hand_the_only_move_is_the_shuffle() -> None:
    state = play(at("house", "car"), "house")
    with pytest.raises(BadNotation, match="shuffle"):
        state.read_move("house")
    assert state.read_move(" Shuffle ") == state.legal_moves()[0]


@pytest.mark.parametrize(
    ("state", "typed", "rule", "said"),
    [
        (at("car", "car"), "house", "FRO-9", "There is no house in your hand"),
        (at("house,car", "car"), "car", "FRO-11", "The house must be matched: by another house"),
        (at("house,car", "car"), "draw", "FRO-10", "you can play house"),
        (at("wild,captured,car", "car"), "draw", "FRO-10", "you can play captured or wild"),
        (at("wild", "car"), "wild", "FRO-15", "can't be the last card"),
        (at("wild,car", "car", top="wild"), "wild", "FRO-15", "A second Wild"),
        (at("wild,car", "car", top="captured"), "car", "FRO-16", "only a Wild"),
        (at("wild,car", "car", top="captured"), "draw", "FRO-16", "must play it"),
        (at("draw-a-card", "car"), "draw-a-card 2", "FRO-17", "here the house"),
        (at("draw-a-card", "car", demand="any"), "draw-a-card 1", "FRO-17", "another player"),
        (at("draw-a-card", "car", demand="any"), "draw-a-card 3", "FRO-17", "1 to 2"),
        (at("draw-a-card", "car"), "draw-a-card rosa", "", "by seat number: draw-a-card 2."),
        (play(at("car", "car"), "draw"), "house 2", "", "is not a card"),
    ],
)
def test_a_refusal_names_the_rule_and_says_why(
    state: FreeO, typed: str, rule: str, said: str
) -> None:
    before = state.text()
    with pytest.raises((IllegalMove, BadNotation), match=re.escape(said)) as refusal:
        state.read_move(typed)
    assert getattr(refusal.value, "rule", "") == rule
    assert state.text() == before


def test_a_text_that_is_not_a_card_is_refused_and_draw_is_offered_only_if_legal() -> None:
    state = at("car", "car")
    with pytest.raises(BadNotation, match=r"'joker' is not a card; .*, wild, or draw\."):
        state.read_move("joker")
    for typed in ("joker", "draw"):
        with pytest.raises(BadNotation, match=rf"'{typed}' is not a card; .*, draw-a-card, wild\."):
            play(at("car", "car"), "draw").read_move(typed)


def test_fro_2_a_card_that_is_not_in_the_draw_pile_cannot_be_drawn() -> None:
    state = play(at("car", "car", pile="tree"), "draw")
    assert refused(state, "house") == "FRO-2"
    assert texts(state) == ["tree"]


def test_a_game_that_is_over_accepts_no_move() -> None:
    state = play(at("house", "captured:6,car:9", hand=2, totals="0,30"), "house")
    assert refused(state, "house") == "FRO-3"


@pytest.mark.parametrize(
    ("state", "move", "told"),
    [
        (start(3), "2", "draws lots: seat 2 deals first (FRO-4)"),
        (play(start(3), "2"), "house", "is dealt house"),
        (at("house,car", "car"), "house", "plays house, a match: any card may follow (FRO-12)"),
        (at("house,car", "car", demand="any"), "car", "plays car, which must be matched (FRO-11)"),
        (
            at("wild,car", "car"),
            "wild",
            "plays wild as a match for the house and has another turn (FRO-14)",
        ),
        (at("wild,car", "car", demand="any"), "wild", "plays wild and has another turn (FRO-13)"),
        (
            at("wild,car", "car", top="captured"),
            "wild",
            "plays wild against the capture: any card may follow (FRO-16)",
        ),
        (
            at("wild,car", "car", top="captured", everyone="yes", captor=2),
            "wild",
            "plays wild against the capture: any card may follow (FRO-21)",
        ),
        (
            at("wild,house,car", "", "tree", top="captured", out=2, everyone="yes", captor=2),
            "wild",
            (
                f"{AGAINST_A_LAST_CARD}; seat 1 scores 4, total 4; seat 2 scores 0, total 0; "
                "seat 3 scores 2, total 2 (FRO-20)"
            ),
        ),
        (
            at("wild,house", "", top="captured", out=2, totals="59,1", hand=4),
            "wild",
            (
                f"{AGAINST_A_LAST_CARD}; seat 1 scores 2, total 61; seat 2 scores 0, total 1 "
                f"(FRO-20){ENDED.replace('60', '61')}"
            ),
        ),
        (
            at("captured,car", "car", "car"),
            "captured",
            "plays captured, which cancels the house: seat 2 is captured (FRO-16)",
        ),
        (
            at("captured,car", "car", "car", top="wild"),
            "captured",
            "plays captured: seat 2 is captured (FRO-16)",
        ),
        (
            at("captured,car", "car", "car", top="wild", everyone="yes"),
            "captured",
            "plays captured: everyone else is captured in turn (FRO-21)",
        ),
        (
            at("draw-a-card,car", "car", "car", top="wild"),
            "draw-a-card 3",
            "plays draw-a-card: seat 3 has to draw a card (FRO-17)",
        ),
        (at("car", "car"), "draw", "can play nothing (FRO-9)"),
        (at("wild", "car", top="wild"), "draw", "can play nothing in the extra turn (FRO-14)"),
        (at("car", "car", top="captured"), "draw", "is captured and has no Wild to play (FRO-16)"),
        (
            at("car", "car", top="captured", everyone="yes", captor=2),
            "draw",
            "is captured and has no Wild to play (FRO-21)",
        ),
        (at("car", "car", pile=""), "draw", f"can play nothing (FRO-9){SHUFFLED}"),
        (
            at("car,house", REST, top="captured", pile=""),
            "draw",
            f"is captured and has no Wild to play (FRO-16){NONE_LEFT}",
        ),
        (play(at("car", "car"), "draw"), "house", "draws house"),
        (
            play(at("car", "car", top="captured", pile="house"), "draw"),
            "house",
            f"draws house{SHUFFLED}",
        ),
        (
            play(at("car,house", LAST, top="captured", pile="tree"), "draw"),
            "tree",
            f"draws tree{NONE_LEFT}",
        ),
        (
            at("house", "car,wild:2", "captured", hand=3, totals="3,1,4"),
            "house",
            f"{OUT}; {SCORES}, total 9 (FRO-20)",
        ),
        (
            at("house", "car", "captured", hand=3, totals="3,1,55"),
            "house",
            f"{OUT}; {LAST_SCORES}, total 60 (FRO-20){ENDED}",
        ),
        (play(at("house", "car"), "house"), "shuffle", "shuffles all 90 cards and deals (FRO-5)"),
    ],
)
def test_a_move_is_described_with_its_rule(state: FreeO, move: str, told: str) -> None:
    assert state.describe(state.read_move(move)) == told


@pytest.mark.parametrize(
    ("card", "told"),
    [
        ("house", "turns up house, which must be matched (FRO-7)"),
        ("wild", "turns up wild, and another card on it (FRO-6)"),
        ("captured", "turns up captured: seat 1 is captured (FRO-16)"),
    ],
)
def test_the_card_turned_up_is_described(card: str, told: str) -> None:
    state = start(2)
    play(state, "2", *["car", "tree"] * 6)
    assert state.describe(state.read_move(card)) == told


@pytest.mark.parametrize(
    ("state", "rule"),
    [
        (start(2), "FRO-4"),
        (play(start(2), "1"), "FRO-5"),
        (play(start(2), "1", *["car", "tree"] * 6), "FRO-6"),
        (at("house", "car"), "FRO-11"),
        (at("car", "car"), "FRO-9"),
        (at("house", "car", demand="any"), "FRO-13"),
        (at("house", "car", top="wild"), "FRO-14"),
        (at("house", "car", top="captured"), "FRO-16"),
        (at("house", "car", top="captured", everyone="yes", captor=2), "FRO-21"),
        (play(at("captured", "car"), "captured"), "FRO-19"),
        (play(at("car", "car"), "draw"), "FRO-8"),
        (play(at("house", "car"), "house"), "FRO-20"),
        (play(at("house", "captured:6,car:9", hand=2, totals="0,30"), "house"), "FRO-3"),
    ],
)
def test_the_rule_that_matters_is_named(state: FreeO, rule: str) -> None:
    assert state.rule() == rule


POSITION = at("house,car", "tree", "wild:2", without="-;-;house:1,car:1").text()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("phase=play", "phase=sleep", "can't be read"),
        ("phase=play", "phase=scored", "after a hand is scored"),
        ("phase=play", "phase=dealer", "nothing can have happened before there is a dealer"),
        ("phase=play", "phase=deal", "nobody can have played while cards are dealt"),
        ("phase=play", "phase=draw", "the number of cards owed can't be 0"),
        ("phase=play", "phase=over", "the game must be over exactly when a total is 60"),
        ("hand=1", "hand=0", "there is no hand 0"),
        ("hand=1", "hand=9223372036854775807", "there is no hand 9223372036854775807"),
        ("totals=0,0,0", "totals=0,1,0", "nobody can have points in the first hand"),
        ("totals=0,0,0", "totals=0,60,0", "the game must be over exactly when a total is 60"),
        ("totals=0,0,0", "totals=0,0", "hands and totals must be given"),
        ("everyone=no", "everyone=maybe", "only this part"),
        ("dealer=3", "dealer=-", "the dealer or the player to move is missing"),
        ("dealer=3", "dealer=4", "there is no seat 4"),
        ("seat=1", "seat=-", "player to move is missing"),
        ("demand=match", "demand=capture", "a house card can't demand capture"),
        ("demand=match", "demand=extra", "a house card can't demand extra"),
        ("owed=0", "owed=1", "no card can be owed during a turn"),
        ("next=-", "next=2", "no card can be owed during a turn"),
        ("captor=-", "captor=2", "a capture of everyone goes around"),
        ("out=-", "out=2", "the player without cards"),
        ("idle=0", "idle=1", "nobody passes while cards can be drawn"),
        ("top=house", "top=-", "there are 11 house cards, not 10"),
        ("top=house", "top=car", "there are 11 house cards, not 10"),
        ("below=-", "below=house:1", "there are 11 house cards, not 12"),
        ("house:1,car:1;", "house:2,car:1;", "there are 11 house cards, not 12"),
        ("house:1,car:1;", "house:-1,car:1;", "house:-1 is not a possible number"),
        ("house:1,car:1;", "car:1,house:1;", "only this part"),
        ("house:1,car:1;", "barn:1,car:1;", "can't be read"),
        ("without=-;-;house:1,car:1", "without=-;-;wild:1", "seat 3 can't hold these cards"),
        ("without=-;-;house:1,car:1", "without=-;-;car:3", "seat 3 can't hold these cards"),
        ("without=-;-;house:1,car:1", "without=-;-", "hands and totals must be given"),
    ],
)  # fmt: skip
def test_an_impossible_position_is_refused_with_the_reason(old: str, new: str, said: str) -> None:
    assert old in POSITION
    with pytest.raises(BadPosition, match=re.escape(said)):
        GAME.parse(POSITION.replace(old, new, 1))


DEALING = play(start(3), "2", "house").text()
DEALT = play(start(3), "2", *["car", "tree", "fence"] * 6).text()
SEVEN_EACH = DEALT.replace("car:5,tree:5,fence:5", "car:4,tree:4,fence:4").replace(
    "hands=tree:6;fence:6;car:6", "hands=tree:7;fence:7;car:7"
)
TURNING = play(start(2), "1", *["car", "tree"] * 6, "wild").text()
DRAWING = play(at("car", "car", "tree"), "draw").text()
NAMED = play(at("draw-a-card,car", "car", "tree", top="wild"), "draw-a-card 3").text()
GONE_OUT = play(at("captured", "car", "tree"), "captured").text()
ROUND = at("car", "car", "tree", top="captured", everyone="yes", captor=3).text()
SCORED = play(at("house", "car"), "house").text()


@pytest.mark.parametrize(
    ("text", "old", "new", "said"),
    [
        (DEALING, "seat=1", "seat=3", "it isn't that seat's turn to be dealt to"),
        (DEALING, "hands=-;-;house:1", "hands=house:1;-;-", "from the dealer's left (FRO-5)"),
        (DEALING, "phase=deal", "phase=turn", "6 cards are dealt to each player"),
        (DEALING, "top=-", "top=car", "11 car cards, not 12"),
        (TURNING, "phase=turn", "phase=deal", "6 cards are dealt to each player"),
        (SEVEN_EACH, "phase=turn", "phase=turn", "6 cards are dealt to each player"),
        (TURNING, "seat=1", "seat=2", "it isn't that seat's turn to be dealt to, or to turn up"),
        (TURNING, "top=wild", "top=house", "there are 11 house cards, not 12"),
        (DRAWING, "owed=1", "owed=2", "the number of cards owed can't be 2"),
        (DRAWING, "owed=1", "owed=0", "the number of cards owed can't be 0"),
        (DRAWING, "next=2", "next=3", "the next turn must be to the left"),
        (DRAWING, "next=2", "next=-", "the next turn must be to the left"),
        (DRAWING, "idle=0", "idle=1", "the draw pile has no card to draw"),
        (DRAWING, "out=-", "out=2", "the player without cards"),
        (NAMED, "demand=any", "demand=match", "a draw-a-card card can't demand match"),
        (GONE_OUT, "seat=2", "seat=3", "only a capture continues"),
        (GONE_OUT, "demand=capture", "demand=any", "only a capture continues"),
        (ROUND, "captor=3", "captor=-", "a capture of everyone goes around"),
        (ROUND, "captor=3", "captor=1", "a capture of everyone goes around"),
        (ROUND, "everyone=yes", "everyone=no", "a capture of everyone goes around"),
        (SCORED, "seat=1", "seat=2", "the player to the dealer's left shuffles"),
        (SCORED, "out=1", "out=-", "without a winner a hand ends only when nobody can draw"),
        (SCORED, "out=1", "out=2", "the player without cards"),
    ],
)  # fmt: skip
def test_each_phase_reports_its_own_faults(text: str, old: str, new: str, said: str) -> None:
    assert old in text
    with pytest.raises(BadPosition, match=re.escape(said)):
        GAME.parse(text.replace(old, new, 1))


def test_the_positions_that_the_faulty_ones_were_made_from_are_sound() -> None:
    for text in (POSITION, DEALING, DEALT, TURNING, DRAWING, NAMED, GONE_OUT, ROUND, SCORED):
        assert GAME.parse(text).text() == text


def test_fro_4_and_fro_17_a_missing_seat_is_refused_also_as_a_move() -> None:
    for seats in range(2, 7):
        with pytest.raises(IllegalMove, match="FRO-4"):
            start(seats).play(seats)
        state = at("draw-a-card,car", *["house"] * (seats - 1), demand="any")
        state.clone().play(NAMING + seats - 1)
        with pytest.raises(IllegalMove, match=rf"The seats are 1 to {seats}\. \(FRO-17\)"):
            state.play(NAMING + seats)


@pytest.mark.parametrize("typed", ["draw-a-card 0", "draw-a-card 12", "draw-a-card 9"])
def test_fro_17_a_missing_seat_never_means_another_one(typed: str) -> None:
    state = at("draw-a-card,car", "house:2", "tree", demand="any")
    with pytest.raises(IllegalMove, match=r"The seats are 1 to 3\. \(FRO-17\)"):
        state.read_move(typed)


def test_fro_17_a_draw_a_card_that_cant_be_played_is_refused_and_not_asked_for_a_name() -> None:
    state = at("draw-a-card,car", "house:2", "tree", demand="match")
    with pytest.raises(IllegalMove, match="FRO-17"):
        state.read_move("draw-a-card")
