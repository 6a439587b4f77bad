"""Each game's text about a position."""

import pytest
from free_o_play import at
from kimbo_boards import LETTERS, THE_BOARD, drawn

from ai.agent import Choice, Considered
from boxtui.games import GAMES
from boxtui.games.kimbo.squares import SQUARE_NAMES, line_text, square_text
from boxtui.lines import ASCII, plain
from boxtui.plain.words import page_of_moves
from boxtui.play.match import HUMAN, Match, Seat, match_at
from boxtui.views.games import words_of
from boxtui.views.kimbo_drawing import ON_THE_WAY, KimboDrawing, KimboSelection

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
    assert list(page_of_moves(state, "")) == ["There are no moves: the game is over."]


def ended(match: Match) -> list[str]:
    """Return how each seat ended, in words."""
    return [words for _, words in words_of(match).ends()]


def test_free_o_can_count_one_point() -> None:
    state = at("house,draw-a-card", "", phase="scored", demand="any", totals="1,0", out=2)
    assert ended(match_at(GAMES["free-o"], state.text(), [ANN, BOB])) == [
        "Ann: total 1, held 1 house, 1 draw-a-card (3 points)",
        "Bob: total 0, held no card (0 points)",
    ]
    state = at("draw-a-card", "", phase="scored", demand="any", totals="1,0", out=2)
    first, _ = ended(match_at(GAMES["free-o"], state.text(), [ANN, BOB]))
    assert first == "Ann: total 1, held 1 draw-a-card (1 point)"


def test_free_o_shows_what_each_of_three_players_held() -> None:
    state = at("car", "", "tree:2", phase="scored", demand="any", totals="2,0,4", out=2)
    people = [ANN, BOB, Seat("Cid", HUMAN)]
    assert ended(match_at(GAMES["free-o"], state.text(), people)) == [
        "Ann: total 2, held 1 car (2 points)",
        "Bob: total 0, held no card (0 points)",
        "Cid: total 4, held 2 tree (4 points)",
    ]


def test_box_shows_the_bid() -> None:
    match = Match(GAMES["box"], {"balance": "bid"}, [ANN, BOB], 7)
    assert words_of(match).now_words() == ["Bid what playing first is worth to you, as in bid 2.5."]
    match.play(match.state.read_move("bid 2.5"))
    told = "The bid for playing first is 2.5: bid more, or pass."
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


def test_stb_15_a_player_without_a_turn_is_not_promised_one() -> None:
    position = "scoring=digits stake=5 round=1 first=1 scores=0,- phase=over seat=1 up=- dice=-"
    words = words_of(match_at(GAMES["shut-the-box"], position, [ANN, BOB]))
    assert ended(words.match) == ["1st Ann: score 0, stakes +10", "2nd Bob: no turn, stakes -10"]
    assert words.position_words() == ["Round 1, stake 5. Ann: score 0; Bob: no turn."]


def test_kimbo_says_where_pieces_and_fences_stand_and_which_are_closed() -> None:
    match = Match(GAMES["kimbo"], {}, [ANN, BOB], 7)
    for thrown in ("6 5", "3 2", "-", "5 2"):
        match.play(match.state.read_move(thrown))
    ann, _, empty = words_of(match).position_words()
    assert ann.startswith("Ann, red: 0 home; pieces n1, b2, a14, o15; fences d3/d4, ")
    assert empty.startswith("Fences of empty sides: ")
    assert words_of(match).now_words() == ["To play: 5 and 2. Ann has pieces on n1, b2, a14, o15."]
    match.play(match.state.read_move("2 n1-n3"))
    assert words_of(match).now_words() == [
        "To play: 5. Ann has pieces on n3, b2, a14, o15.",
        "A piece other than the one on n3 must play it.",
    ]


def test_stb_14_and_stb_15_the_stakes_of_all_three_players_are_shown() -> None:
    position = "scoring=digits stake=5 round=1 first=1 scores={} phase=over seat={} up={} dice=-"
    people = [Seat(name, HUMAN) for name in ("Ann", "Bob", "Cid")]
    for parts, ends, worth in (
        (("149,47,34", 3, "3,4"), "+10 -5 -5", ["-5.0000", "-5.0000", "+10.0000"]),
        (("149,0,-", 2, "-"), "+20 -10 -10", ["-10.0000", "+20.0000", "-10.0000"]),
    ):
        match = match_at(GAMES["shut-the-box"], position.format(*parts), people)
        words = words_of(match)
        assert [line.rpartition("stakes ")[2] for line in ended(match)] == ends.split()
        told = [words.worth_words(share) for share in match.state.returns()]
        assert told == [f"{figure} stakes on average" for figure in worth]


@pytest.mark.parametrize("seats", [3, 4])
def test_kimbo_describes_every_seat_and_counts_rounds_of_turns(seats: int) -> None:
    people = [Seat(f"P{at}", HUMAN) for at in range(seats)]
    text = drawn("4  . . . R", seats=seats).text()
    for turns, number in ((0, 1), (seats - 1, 1), (seats, 2), (5 * seats - 1, 5)):
        match = match_at(GAMES["kimbo"], text.replace("turns=0", f"turns={turns}"), people)
        assert words_of(match).round_words() == f"turn {number}"
    told = words_of(match_at(GAMES["kimbo"], text, people)).position_words()
    assert [line.partition(",")[0] for line in told[:seats]] == [each.name for each in people]
    assert told[seats:] == (["Fences of empty sides: j8/j9, j8/k8, j7/j8."] if seats == 3 else [])


def test_kim_31_a_drawn_game_shows_its_last_turn_and_not_the_next() -> None:
    last = drawn("4  . . . R").text().replace("turns=0", "turns=1999")
    drawn_game = last.replace("turns=1999 phase=fence", "turns=2000 phase=over")
    for text in (last, drawn_game):
        assert words_of(match_at(GAMES["kimbo"], text, [ANN, BOB])).round_words() == "turn 1000"


def test_kimbo_shows_how_many_pieces_each_seat_has_brought_home() -> None:
    first, second = (LETTERS[side] for side in THE_BOARD.sitting(2))
    text = drawn("4  . . . .", home=first + second * 3).text()
    words = words_of(match_at(GAMES["kimbo"], text, [ANN, BOB]))
    assert ended(words.match) == ["Ann: 1 of 4 home", "Bob: 3 of 4 home"]
    said = words.position_words()
    assert [line.partition(": ")[2].partition(";")[0] for line in said[:2]] == ["1 home", "3 home"]


def test_fro_22_the_hand_of_a_computer_to_move_is_not_described() -> None:
    words = words_of(match_at(GAMES["free-o"], at("truck:3,wild", "house").text(), [BOB, ANN]))
    assert not any("truck" in said for said in [*words.now_words(), *words.position_words()])
    assert any("Ann holds 1 house" in said for said in words.position_words())


def test_box_is_drawn_with_row_1_at_the_bottom() -> None:
    lines = words_of(match_at(GAMES["box"], BOX, [ANN, BOB])).drawn(ASCII)
    rows = [plain(line).rstrip() for line in lines]
    assert rows[0].split() == ["7", *"......."]
    assert rows[-2].split() == ["1", *"X..X.OO"]
    assert rows[-3] == "      x   x   x           o"
    assert rows[-1].split() == list("abcdefg")


@pytest.mark.parametrize("seats", [2, 3])
def test_kim_8_the_fences_that_close_entrances_are_drawn(seats: int) -> None:
    state = drawn("4  . . . R", seats=seats)
    lines = words_of(match_at(GAMES["kimbo"], state.text(), [ANN] * seats)).drawn(ASCII)
    shown = {piece.target for line in lines for piece in line if piece.text.strip()}
    assert {line_text(slot) for slot, _ in THE_BOARD.closing(seats)} <= shown


def test_black_and_white_marks_and_squares_of_box_are_drawn_in_styles_of_their_own() -> None:
    lines = words_of(match_at(GAMES["box"], BOX, [ANN, BOB])).drawn(ASCII)
    styles = {
        letter: {piece.style for line in lines[:-1] for piece in line if letter in piece.text}
        for letter in (*ASCII.marks, *ASCII.squares)
    }
    assert styles == {
        "X": {"black-mark"},
        "O": {"white-mark"},
        "x": {"black-square"},
        "o": {"white"},
    }


def test_fro_16_the_player_to_the_left_is_shown_as_captured() -> None:
    seats = [Seat(name, HUMAN) for name in ("Ann", "Ben", "Cid")]
    position = at("captured,car", "car", "car").text()
    match = match_at(GAMES["free-o"], position, seats)
    match.play(match.state.read_move("captured"))
    assert "Ann captured Ben." in words_of(match).position_words()


def test_a_piece_that_a_path_passes_over_above_a_fence_is_not_highlighted() -> None:
    state = drawn("4  . . . R\n         r")
    square = SQUARE_NAMES["d4"]
    name = square_text(square)
    for letter, style in ((ON_THE_WAY, "red"), ("5", "chosen")):
        on_the_way = letter == ON_THE_WAY
        picked = KimboSelection(
            path=[square] if on_the_way else [], ends={} if on_the_way else {square: letter}
        )
        lines = KimboDrawing(state, ASCII, picked).lines()
        assert {p.style for line in lines for p in line if p.target == name and "R" in p.text} == {
            style
        }


def test_a_hint_says_what_its_own_move_is_worth() -> None:
    match = match_at(GAMES["box"], BOX, [ANN, BOB])
    move, other = match.state.read_move("b1"), match.state.read_move("c1")
    considered = (Considered(other, 0.9, 5), Considered(move, 0.25, 5))
    hint = words_of(match).hint_words(Choice(move, considered, 10, 0.0))
    assert "b1" in hint
    assert "25.0%" in hint


def test_fro_22_a_computers_hand_is_neither_described_nor_drawn() -> None:
    match = match_at(GAMES["free-o"], at("house,car", "truck:3,wild").text(), [ANN, BOB])
    words = words_of(match)
    drawn_text = "".join(plain(line) for line in words.drawn(ASCII))
    told = " ".join([*words.now_words(), *words.position_words()])
    assert "car" in drawn_text
    assert "truck" not in drawn_text
    assert "1 car" in told
    assert "truck" not in told
