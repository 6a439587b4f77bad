"""What each game says of a position, beside the position itself."""

from free_o_play import at

from boxtui.drawing import ASCII, plain
from boxtui.games import GAMES
from boxtui.match import HUMAN, Match, Seat, match_at
from boxtui.plain.words import page_of_moves
from boxtui.words import words_of

ANN, BOB = Seat("Ann", HUMAN), Seat("Bob", "level1")
BOX = (
    "size=6 claiming=automatic threats=off missed=off balance=none handicap=0,0 phase=mark turn=1"
    " first=1 black=1 bid=- marks=......./......./......./B..B.../......./.....WW/B..B.WW"
    " squares=....../....../....../BBB.../BBB.../BBB..W"
)


def test_box_names_marks_and_runs_of_squares_by_their_corners() -> None:
    words = words_of(match_at(GAMES["box"], BOX, [ANN, BOB]))
    _, black, white = words.position_words()
    assert black == ("Black, Ann: marks a1, d1, a4, d4. Squares: a1-d2; a2-d3; a3-d4.")
    assert white == "White, Bob: marks f1, g1, f2, g2. Squares: f1-g2."
    assert words.now_words() == ["Ann is black. Scores: black 9, white 1; 26 squares left."]


def test_once_a_game_is_over_there_is_no_page_of_moves() -> None:
    state = at("car", "", phase="over", demand="any", totals="60,0", out=2)
    assert list(page_of_moves(state, "")) == ["There is no move: the game is over."]


def test_free_o_counts_points_in_the_singular_too() -> None:
    state = at("house,draw-a-card", "", phase="scored", demand="any", totals="1,0", out=2)
    first, second = words_of(match_at(GAMES["free-o"], state.text(), [ANN, BOB])).end_words()
    assert first == "Ann holds 1 house, 1 draw-a-card: 3 points, total 1."
    assert second == "Bob holds no card: 0 points, total 0."
    state = at("draw-a-card", "", phase="scored", demand="any", totals="1,0", out=2)
    first, _ = words_of(match_at(GAMES["free-o"], state.text(), [ANN, BOB])).end_words()
    assert first == "Ann holds 1 draw-a-card: 1 point, total 1."


def test_box_says_what_is_bid() -> None:
    match = Match(GAMES["box"], {"balance": "bid"}, [ANN, BOB], 7)
    assert words_of(match).now_words() == ["Bid what playing first is worth to you, as in bid 2.5."]
    match.play(match.state.read_move("bid 2.5"))
    told = "2.5 is bid for playing first: bid more, or pass."
    assert words_of(match).now_words() == [told]


def test_shut_the_box_says_tiles_dice_and_scores() -> None:
    position = (
        "scoring=digits stake=0 round=1 first=1 scores=1489,- phase=lay seat=2 up=1,7,9 dice=6+2"
    )
    match = match_at(GAMES["shut-the-box"], position, [BOB, ANN])
    words = words_of(match)
    assert words.position_words() == ["Round 1. Bob: score 1,489; Ann: no turn yet."]
    assert words.now_words() == ["Tiles up: 1, 7, 9. Dice: 6 and 2, so 8 to lay down."]
    assert "7 |" in "".join(plain(line) for line in words.drawn(ASCII))


def test_kimbo_says_where_pieces_and_fences_stand_and_which_are_closed() -> None:
    match = Match(GAMES["kimbo"], {}, [ANN, BOB], 7)
    for thrown in ("6 5", "3 2", "-", "5 2"):
        match.play(match.state.read_move(thrown))
    ann, _, empty = words_of(match).position_words()
    assert ann.startswith("Ann, red: 0 home; pieces n1, b2, a14, o15; fences d3/d4, ")
    assert empty.startswith("Of empty sides: fences ")
    assert words_of(match).now_words() == ["To play: 5 and 2. Ann has pieces on n1, b2, a14, o15."]
    match.play(match.state.read_move("2 n1-n3"))
    assert words_of(match).now_words() == [
        "To play: 5. Ann has pieces on n3, b2, a14, o15.",
        "Another piece than the one on n3 plays it.",
    ]
