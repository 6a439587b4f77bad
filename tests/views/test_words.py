"""Each game's text about a position."""

import pytest
from free_o_play import at
from kimbo_boards import drawn

from boxtui.games import GAMES
from boxtui.lines import ASCII, plain
from boxtui.plain.words import page_of_moves
from boxtui.play.match import HUMAN, Match, Seat, match_at
from boxtui.views.games import words_of

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


def test_free_o_tells_what_each_of_three_players_held() -> None:
    state = at("car", "", "tree:2", phase="scored", demand="any", totals="2,0,4", out=2)
    people = [ANN, BOB, Seat("Cid", HUMAN)]
    assert words_of(match_at(GAMES["free-o"], state.text(), people)).end_words() == [
        "Ann holds 1 car: 2 points, total 2.",
        "Bob holds no card: 0 points, total 0.",
        "Cid holds 2 tree: 4 points, total 4.",
    ]


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


def test_stb_15_who_got_no_turn_before_the_box_was_shut_is_not_told_of_one_to_come() -> None:
    position = "scoring=digits stake=5 round=1 first=1 scores=0,- phase=over seat=1 up=- dice=-"
    words = words_of(match_at(GAMES["shut-the-box"], position, [ANN, BOB]))
    assert words.end_words() == ["Ann: score 0, stakes +10", "Bob: no turn, stakes -10"]
    assert words.position_words() == ["Round 1, stake 5. Ann: score 0; Bob: no turn."]


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
        "A piece other than the one on n3 must play it.",
    ]


def test_stb_14_and_stb_15_of_three_players_each_ones_stakes_are_told() -> None:
    position = "scoring=digits stake=5 round=1 first=1 scores={} phase=over seat={} up={} dice=-"
    people = [Seat(name, HUMAN) for name in ("Ann", "Bob", "Cid")]
    for parts, ends, worth in (
        (("149,47,34", 3, "3,4"), "-5 -5 +10", ["-5.0000", "-5.0000", "+10.0000"]),
        (("149,0,-", 2, "-"), "-10 +20 -10", ["-10.0000", "+20.0000", "-10.0000"]),
    ):
        match = match_at(GAMES["shut-the-box"], position.format(*parts), people)
        words = words_of(match)
        assert [line.rpartition("stakes ")[2] for line in words.end_words()] == ends.split()
        told = [words.worth_words(share) for share in match.state.returns()]
        assert told == [f"{figure} stakes on average" for figure in worth]


@pytest.mark.parametrize("seats", [3, 4])
def test_kimbo_tells_of_every_seat_and_counts_the_turns_of_all(seats: int) -> None:
    people = [Seat(f"P{at}", HUMAN) for at in range(seats)]
    text = drawn("4  . . . R", seats=seats).text()
    for turns, number in ((0, 1), (seats - 1, 1), (seats, 2), (5 * seats - 1, 5)):
        match = match_at(GAMES["kimbo"], text.replace("turns=0", f"turns={turns}"), people)
        assert words_of(match).round_words() == f"turn {number}"
    told = words_of(match_at(GAMES["kimbo"], text, people)).position_words()
    assert [line.partition(",")[0] for line in told[:seats]] == [each.name for each in people]
    assert told[seats:] == (["Of empty sides: fences j8/j9, j8/k8, j7/j8."] if seats == 3 else [])


def test_kim_31_a_drawn_game_of_kimbo_is_told_as_its_last_turn_and_not_as_one_to_come() -> None:
    last = drawn("4  . . . R").text().replace("turns=0", "turns=1999")
    drawn_game = last.replace("turns=1999 phase=fence", "turns=2000 phase=over")
    for text in (last, drawn_game):
        assert words_of(match_at(GAMES["kimbo"], text, [ANN, BOB])).round_words() == "turn 1000"
