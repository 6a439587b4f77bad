"""Box's moves and positions as text, and the descriptions of its moves."""

from random import Random

import pytest
from box_games import GAME, at, marked, play, start

from boxtui.core import OVER, BadNotation, BadPosition, IllegalMove
from boxtui.games.box.notation import BID, CLAIM, DONE, FIRST_BLACK, FIRST_WHITE, PASS, RESIGN, TAKE

EMPTY = "/".join(["......."] * 7)
NONE_OWNED = "/".join(["......"] * 6)
FIRST = (
    "size=6 claiming=automatic threats=off missed=off balance=none handicap=0,0 phase=mark"
    f" turn=1 first=1 black=1 bid=- marks={EMPTY} squares={NONE_OWNED}"
)
OPEN = FIRST.replace("balance=none", "balance=swap").replace("black=1", "black=-")
OPEN = OPEN.replace("phase=mark", "phase=open")
BOUGHT = OPEN.replace("swap", "bid").replace("phase=open", "phase=bid")
LOT = OPEN.replace("phase=open", "phase=draw").replace("first=1", "first=-")


def with_marks(rows: str, text: str = FIRST, **words: str) -> str:
    """Return a position with these rows at the bottom of the grid, and some words changed."""
    shown = rows.split("/") if rows else []
    text = text.replace(EMPTY, "/".join(["......."] * (7 - len(shown)) + shown))
    for key, value in words.items():
        old = next(word for word in text.split() if word.startswith(f"{key}="))
        text = text.replace(old, f"{key}={value}")
    return text


def owning(rows: str, text: str) -> str:
    shown = rows.split("/")
    return text.replace(NONE_OWNED, "/".join(["......"] * (6 - len(shown)) + shown))


def test_first_positions_have_the_expected_text() -> None:
    assert start().text() == FIRST
    assert start(balance="swap").text() == OPEN
    assert start(balance="bid").text() == BOUGHT
    assert start(balance="swap", first="by lot").text() == LOT
    text = start(balance="points", handicap="points", weaker="seat 2").text()
    assert "balance=points:2.5 handicap=0,10 " in text
    text = start(handicap="moves", handicap_moves=2, claiming="by hand", threats=True).text()
    assert "claiming=by-hand threats=called missed=off balance=moves:2 handicap=0,0 " in text


SOUND = [
    FIRST,
    OPEN,
    BOUGHT,
    LOT,
    with_marks("B......", turn="2"),
    with_marks("B......", OPEN, phase="pick", turn="2"),
    with_marks("W......", OPEN, phase="mark", black="2", turn="2"),
    with_marks("W......", OPEN, phase="mark", first="2", black="1", turn="1"),
    with_marks("", BOUGHT, bid="0", turn="2"),
    with_marks("", BOUGHT, bid="2.5"),
    with_marks("", BOUGHT, bid="36", phase="resigned"),
    with_marks("B......", balance="moves:2"),
    with_marks("B..B...", balance="moves:2", turn="2"),
    with_marks("", balance="points:2.5", handicap="0,36"),
    owning("B.....", with_marks("BB.W.W./BB...W.", turn="2")),
    with_marks("BB...../BB.W.WW", claiming="by-hand", phase="claim"),
    with_marks("BB.W.../BB.W.WW", claiming="by-hand", phase="claim", turn="2"),
    with_marks("BB...../BB.W.WW", claiming="by-hand", phase="resigned"),
]


@pytest.mark.parametrize("text", SOUND)
def test_a_sound_position_reads_back_as_it_was_written(text: str) -> None:
    assert at(text).text() == text


UNSOUND = {
    "can't be read": [
        "",
        "nonsense",
        FIRST.replace("size=6", "size=7"),
        FIRST.replace("size=6", "size=99999999999"),
        FIRST.replace("size=6", "size=8"),
        FIRST.replace("automatic", "magic"),
        FIRST.replace("balance=none", "balance=points"),
        FIRST.replace("balance=none", "balance=moves:3"),
        FIRST.replace("handicap=0,0", "handicap=0,1.50"),
        FIRST.replace("handicap=0,0", "handicap=0,nan"),
        FIRST.replace("turn=1", "turn=3"),
        FIRST.replace("marks=.", "marks=X"),
        FIRST.replace("marks=.......", "marks=......"),
    ],
    "only this part": [FIRST + " more=1", FIRST.replace("balance=none", "balance=none:2")],
    "claimed by hand": [FIRST.replace("missed=off", "missed=all")],
    "balance needs points": [FIRST.replace("balance=none", "balance=points:0")],
    "gives more points": [
        FIRST.replace("balance=none", "balance=points:37"),
        FIRST.replace("handicap=0,0", "handicap=0,64.5"),
    ],
    "only one seat can have a handicap": [
        FIRST.replace("balance=none", "balance=moves:1").replace("handicap=0,0", "handicap=1,0"),
        FIRST.replace("handicap=0,0", "handicap=1,1"),
    ],
    "don't fit the phase": [
        FIRST.replace("phase=mark", "phase=claim"),
        FIRST.replace("phase=mark", "phase=open"),
        FIRST.replace("phase=mark", "phase=lunch"),
        FIRST.replace("turn=1", "turn=-"),
        FIRST.replace("first=1", "first=2"),
        FIRST.replace("black=1", "black=-"),
        FIRST.replace("bid=-", "bid=1"),
        FIRST.replace("balance=none", "balance=swap"),
        with_marks("", OPEN, turn="2"),
        with_marks("B......", OPEN),
        with_marks("BW.....", OPEN, phase="pick", turn="2"),
        with_marks("B......", OPEN, phase="pick"),
        with_marks("", BOUGHT, turn="2"),
        with_marks("", BOUGHT, bid="0"),
        with_marks("", BOUGHT, bid="36.5"),
        with_marks("", BOUGHT, bid="36.5", phase="mark", black="1"),
        with_marks("", BOUGHT, bid="2.5", first="-"),
        with_marks("", LOT, turn="2"),
        with_marks("", LOT, balance="moves:1"),
        with_marks("B......", LOT),
        with_marks("BB.W.W./BB...W.", phase="claim"),
    ],
    "don't fit whose turn": [
        FIRST.replace("phase=mark", "phase=over"),
        FIRST.replace("turn=1", "turn=2"),
        FIRST.replace("marks=.", "marks=B"),
        with_marks("BB.....", turn="2"),
        with_marks("B......", OPEN, phase="mark", black="2", turn="2"),
        with_marks("B......", balance="moves:2", turn="2"),
        with_marks("BB.W.../B....W.", claiming="by-hand", phase="claim", turn="1"),
        with_marks("BB.W.W./BB...W.", claiming="by-hand", phase="claim", turn="2"),
    ],
    "no box of its own": [
        FIRST.replace("squares=.", "squares=B"),
        owning("BB....", with_marks("BB.W.W./BB...W.", turn="2")),
        owning("W.....", with_marks("BB.W.W./BB...W.", turn="2")),
        owning("B....W", with_marks("BB.W.W./BB...W.", turn="2")),
    ],
    "isn't over": [owning("B.....", with_marks("BB.W.W./BB...W.", phase="over"))],
    "claimed automatically": [with_marks("BB.W.W./BB...W.", turn="2")],
}


@pytest.mark.parametrize("why", UNSOUND)
def test_a_text_that_is_not_a_valid_position_is_refused(why: str) -> None:
    for text in UNSOUND[why]:
        with pytest.raises(BadPosition, match=f"^Not a position of Box.*{why}"):
            GAME.parse(text)


def test_a_full_grid_is_over_and_allows_no_mark_or_resignation() -> None:
    text = marked("a1 g1 a7 g7", "a2 b1 g5").text()
    assert at(text).current_player() == OVER
    for phase in ("mark", "resigned"):
        with pytest.raises(BadPosition, match="nothing is left"):
            at(text.replace("phase=over turn=1", f"phase={phase} turn=2"))


def test_no_number_means_two_things() -> None:
    codes = [0, FIRST_BLACK, FIRST_WHITE, TAKE, PASS, DONE, BID, CLAIM, RESIGN]
    ranges = [17**2, 17**2, 17**2, 2, 1, 1, 2 * 16**2 + 1, 17**4, 1]
    ends = [code + length for code, length in zip(codes, ranges, strict=True)]
    assert all(end <= code for end, code in zip(ends, codes[1:], strict=False))


@pytest.mark.parametrize("text", ["c2-f5", "f5-c2", "C5-F2", " f2 - c5 "])
def test_a_box_is_read_by_any_two_opposite_corners_in_any_order(text: str) -> None:
    state = play(marked("c2 f2 c5", "a1 a3 g7", claiming="by hand"), "f5")
    assert state.move_text(state.read_move(text)) == "c2-f5"


@pytest.mark.parametrize(
    ("before", "texts", "written"),
    [
        ("", ["bid 2.5", " BID  2.5"], "bid 2.5"),
        ("", ["bid 3", "bid 3.0"], "bid 3"),
        ("bid 1", ["pass", "Pass"], "pass"),
        ("bid 1,pass", ["c4", "C4", " c04"], "c4"),
        ("bid 1,pass", ["resign", "RESIGN"], "resign"),
    ],
)
def test_moves_are_read_in_any_case_and_written_in_one_form(
    before: str, texts: list[str], written: str
) -> None:
    state = start(balance="bid")
    if before:
        play(state, before)
    for text in texts:
        assert state.move_text(state.read_move(text)) == written


@pytest.mark.parametrize(
    "text", ["", "4c", "c", "c4-", "bid", "bid x", "bid -1", "blue c4", "c4 d5"]
)
def test_a_text_that_is_not_notation_is_refused(text: str) -> None:
    with pytest.raises(BadNotation, match="can't be read"):
        start().read_move(text)


WANTED = {
    "The lot picks seat 1 or seat 2.": start(first="by lot"),
    "Bid for playing first, as in bid 2.5.": start(balance="bid"),
    "Bid for playing first, as in bid 2.5, or pass.": play(start(balance="bid"), "bid 2"),
    "Make the first mark in either color, as in black c4.": start(balance="swap"),
    "Pick your color now: take black or take white.": play(start(balance="swap"), "black c4"),
    "Mark an empty intersection, as in c4.": start(),
    "Claim a box by two corners, as in c4-f7, or say done.": play(
        marked("a1 c1 a3", "b2 g5 f6", claiming="by hand"), "c3"
    ),
}
"""The input expected in each phase, with a position in that phase."""


@pytest.mark.parametrize("wanted", WANTED)
def test_unreadable_text_is_refused_with_what_this_phase_wants(wanted: str) -> None:
    for typed in ("nonsense", "4c", ""):
        with pytest.raises(BadNotation) as refusal:
            WANTED[wanted].read_move(typed)
        assert str(refusal.value) == f"{typed!r} can't be read. {wanted}"


@pytest.mark.parametrize(
    ("wanted", "typed"),
    [
        ("The lot picks seat 1 or seat 2.", "h9 a1-a3 bid_1.2"),
        ("Bid for playing first, as in bid 2.5.", "h9 black_h9 a1-a3 h9-i10"),
        ("Make the first mark in either color, as in black c4.", "a1-a3 bid_1.2"),
        ("Pick your color now: take black or take white.", "h9 black_h9 a1-a3 bid_1.2"),
        ("Mark an empty intersection, as in c4.", "a1-a3 bid_1.2"),
        ("Claim a box by two corners, as in c4-f7, or say done.", "bid_1.2"),
    ],
)
def test_a_move_of_another_phase_is_refused_with_what_this_phase_wants(
    wanted: str, typed: str
) -> None:
    for each in typed.split():
        with pytest.raises(IllegalMove) as refusal:
            WANTED[wanted].read_move(each.replace("_", " "))
        assert refusal.value.sentence == wanted


def test_every_refusal_is_a_sentence_about_what_was_asked() -> None:
    hand = play(marked("a1 c1 a3", "b2 g5 f6", claiming="by hand"), "c3")
    sentences = {
        "c4 is already marked": (play(start(), "c4"), "c4"),
        "just mark": (start(), "c4-d5"),
        "first, as in c4": (start(claiming="by hand"), "done"),
        "holds a mark or a square": (hand, "a1-c3"),
        "not your box": (hand, "b2-c3"),
        "say done": (hand, "c4"),
        "two opposite corners": (hand, "a1-a3"),
        "black c4": (start(balance="swap"), "c4"),
        "take black": (play(start(balance="swap"), "black c4"), "c4"),
        "write c4 alone": (start(), "black c4"),
        "Nobody has bid": (start(balance="bid"), "pass"),
        "more than 2.5": (play(start(balance="bid"), "bid 2.5"), "bid 2"),
        "at most 36 points": (start(balance="bid"), "bid 40"),
        "whole or half": (start(balance="bid"), "bid 2.2"),
        "or pass": (play(start(balance="bid"), "bid 2.5"), "c4"),
        "columns are a to g, rows 1 to 7": (start(), "h1"),
        "lot picks": (start(first="by lot"), "c4"),
        "has resigned": (play(start(), "resign"), "c4"),
    }
    for words, (state, text) in sentences.items():
        with pytest.raises(IllegalMove, match=words):
            state.read_move(text)


def test_a_claim_is_described_by_its_outermost_boxes_and_its_squares() -> None:
    state = marked("a1 c1 e1 a3 c3", "g7 g5 f6 d7 b7")
    assert state.describe(state.read_move("e3")) == "marks e3 and claims a1-e3: 4 squares"
    single = marked("a1 b1 a2", "g7 g5 f6")
    assert single.describe(single.read_move("b2")) == "marks b2 and claims a1-b2: 1 square"
    again = marked("a1 c1 a3 c3 b1", "g7 g5 f6 d7 b7")
    assert again.describe(again.read_move("b3")) == "marks b3"


def test_claims_by_hand_and_the_end_are_described() -> None:
    state = play(marked("a1 g1 a7", "a2 b1 g5", claiming="by hand"), "g7")
    told = state.describe(state.read_move("a1-g7"))
    assert told.startswith("claims a1-g7: 36 squares; owns more than half")
    play(state, "a1-g7")
    assert state.describe(state.read_move("done")) == (
        "ends the turn; the game is over, black 36, white 0"
    )


def test_box_20_a_player_whose_move_ends_the_game_is_not_told_to_resign() -> None:
    state = marked("a1 g1 a7", "a2 b1 g5")
    assert state.describe(state.read_move("g7")) == (
        "marks g7 and claims a1-g7: 36 squares; the game is over, black 36, white 0"
    )


def test_the_opening_is_described() -> None:
    told = []
    for state, text in (
        (start(first="by lot"), "seat 2"),
        (start(balance="swap"), "white c4"),
        (play(start(balance="swap"), "white c4"), "take white"),
        (play(start(balance="swap"), "white c4"), "take black"),
        (start(balance="bid"), "bid 1"),
        (play(start(balance="bid"), "bid 2.5"), "pass"),
        (start(), "resign"),
    ):
        told.append(state.describe(state.read_move(text)))
    assert told == [
        "draws lots: seat 2 begins (BOX-24)",
        "marks c4 in white; the other player picks a color",
        "takes white and the first mark with it",
        "takes black and marks next",
        "bids 1 point for playing first",
        "passes and starts with 2.5 points; the other player plays first",
        "resigns",
    ]


def test_the_rule_that_matters_now_follows_the_position() -> None:
    swap = play(start(balance="swap"), "black c4")
    hand = play(marked("a1 c1 a3", "b2 g5 f6", claiming="by hand"), "c3")
    states = [
        start(first="by lot"),
        start(balance="bid"),
        start(balance="swap"),
        swap,
        start(),
        hand,
        marked("a1 g1 a7 g7", "a2 b1 g5"),
        play(start(), "resign"),
    ]
    numbers = (24, 17, 12, 12, 3, 11, 19, 20)
    assert [state.rule() for state in states] == [f"BOX-{number}" for number in numbers]


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
