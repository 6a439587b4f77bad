"""What players are told about a position, and how it is drawn."""

import re
from random import Random
from typing import Final

import pytest
from bare_board import BareTable, board_of
from board_scripts import run, scripts
from free_o_play import at
from free_the_box_play import CARDS, written
from kimbo_boards import drawn
from people import ANN, BEN
from random_games import any_move, at_random, first_move, moved, play_through

from ai.agent import Choice, Considered
from boxtui.core import CHANCE, Game
from boxtui.games import GAMES
from boxtui.games.free_o.moves import NAMING
from boxtui.games.free_the_box.game import BOARD, on_board
from boxtui.games.free_the_box.moves import ENTER
from boxtui.games.kimbo.squares import SQUARE_NAMES
from boxtui.lines import ASCII, UNICODE, plain, width
from boxtui.plain.words import help_lines, page_of_moves
from boxtui.play.match import YOU, Match, Seat, match_at
from boxtui.play.recent import Recent
from boxtui.play.viewer import Viewer
from boxtui.tui.boards.kimbo import KimboBoard
from boxtui.views.digest import digest_lines
from boxtui.views.free_o import FreeOWords
from boxtui.views.free_the_box import FreeTheBoxWords
from boxtui.views.games import words_of
from boxtui.views.kimbo_drawing import ON_THE_WAY, KimboDrawing, KimboSelection
from tutorials.pages import content_of

FREE_THE_BOX = GAMES["free-the-box"]

FENCING = (
    "turns=0 phase=fence seat=1 dice=- moved=- pieces=n1,b2,a14,o15;a1,o2,n14,b15"
    " fences=d3/d4,f3/f4,g3/g4,i3/i4,j3/j4,l3/l4;d12/d13,f12/f13,g12/g13,i12/i13,j12/j13,l12/l13"
)
"""Red's first decision in Kimbo."""


MOVING = "turns=0 phase=move seat=1 dice=5+2 moved=-"
REST = FENCING.partition(";")[2]
"""Red's decision in Kimbo on a roll, without and with what follows its pieces."""


CAPTURING_TWICE = (
    "turns=0 phase=move seat=1 dice=5+3 moved=- pieces=b2,c5,a14,o15;a1,o2,c10,c13"
    " fences=d3/d4,f3/f4,g3/g4,i3/i4,j3/j4,l3/l4;d12/d13,f12/f13,g12/g13,i12/i13,j12/j13,l12/l13"
)
"""Red may capture two pieces with one, in a turn (KIM-20)."""

CAPTURED_TWICE = "captures on c10, back in the corner a15, and on c13, back in the corner o15"


JUMP_OR_PASS = (
    "turns=0 phase=move seat=1 dice=3+3 moved=- pieces=d4,HOME,HOME,HOME;a1,o2,n14,b15 "
    "fences=f13/g13,g13/h13,h13/i13,i13/j13,j13/k13,k13/l13;"
    "d3/d4,c4/d4,d4/d5,d4/e4,d13/e13,e13/f13"
)
"""A position in which red may pass or jump (KIM-26)."""

WHICH_TOKEN = "Move the token that is farthest ahead, or another one?"
"""The first hint in Free the Box if several tokens can move and nothing else can be said."""

LAYING = "scoring=digits stake=0 round=1 first=1 scores=-,- phase=lay seat=1 up=1,2,3 dice=6"
"""A decision in Shut-the-Box with three tiles up."""


@pytest.mark.parametrize("name", scripts())
def test_a_board_shows_and_players_are_told_what_its_script_says(name: str) -> None:
    key, _, _ = name.partition(": ")
    assert run(key, scripts()[name]) == scripts()[name]


def test_once_a_game_is_over_there_is_no_page_of_moves() -> None:
    state = at("car", "", phase="over", demand="any", totals="60,0", out=2)
    assert list(page_of_moves(state, "")) == ["There are no moves: the game is over."]


@pytest.mark.parametrize(
    ("hand", "demand", "best", "where"),
    [
        ("house,wild,car", "match", "wild", "Match the House with another House, or with a Wild?"),
        ("house,wild", "match", "wild", "Can you get rid of both cards in this turn?"),
        ("car,wild", "any", "wild", "Can you get rid of both cards in this turn?"),
        ("car,wild", "any", "car", "Look at the cards that open a set."),
        ("house,captured", "match", "house", "Match the House, or cancel it?"),
        ("house,wild,captured", "match", "captured", "Match the House, or cancel it?"),
        ("car:2,tree,wild", "any", "car", "Look at the Seek cards that you hold more than once."),
        ("car:2,tree,fence", "any", "tree", "Look at the Seek cards that you hold only once."),
        ("car,tree,wild", "any", "tree", "Look at the cards that open a set."),
        ("car,tree,captured,wild", "any", "wild", "Look at the cards that open no set."),
        ("captured,wild:3", "any", "captured", ""),
        ("car,tree", "any", "tree", "Each card that you can play opens a set: which is"),
        ("car,tree,wild", "extra", "tree", "Each card that you can play opens a set:"),
    ],
)
def test_the_first_hint_in_free_o_leaves_fewer_cards(
    hand: str, demand: str, best: str, where: str
) -> None:
    state = at(hand, "fence:3", top="wild" if demand == "extra" else "house", demand=demand)
    words = words_of(match_at(GAMES["free-o"], state.text(), [ANN, BEN]))
    told = words.where_words(words.state.read_move(best))
    assert where in told
    assert bool(told) is bool(where)


@pytest.mark.parametrize(
    ("hand", "answers"),
    [
        ("car,wild", "another House, a Wild or a You Are Captured"),
        ("wild", "another House or a You Are Captured"),
        ("captured", "another House or a You Are Captured"),
    ],
)
def test_fro_11_what_answers_a_set_is_told_without_a_wild_that_cant_be_the_last_card(
    hand: str, answers: str
) -> None:
    """FRO-15; FRO-16: a You Are Captured cancels the set, which isn't a match."""
    state = at(hand, "fence:3", top="house")
    words = words_of(match_at(GAMES["free-o"], state.text(), [ANN, BEN]))
    assert isinstance(words, FreeOWords)
    assert words.demand_words() == f"The House must be answered by {answers} (FRO-11)."


def test_fro_16_no_text_says_that_a_set_needs_a_match() -> None:
    """Neither the lesson and the rules nor the log, the board, first hints and refusals."""
    texts = [content_of("free-o", name).decode() for name in ("lesson.toml", "rules.md")]
    state, rng = GAMES["free-o"].start({}, 3), Random(1)
    names = [ANN, BEN, Seat("Cid", "level1")]
    for each in at_random(state, rng, 400):
        moves = each.legal_moves()
        texts += map(each.describe, moves)
        texts += [str(refusal) for move in range(NAMING + 3) if (refusal := each.why_not(move))]
        words = words_of(match_at(GAMES["free-o"], each.text(), names))
        assert isinstance(words, FreeOWords)
        if each.current_player() >= 0:
            texts += [words.demand_words(), *words.now_words(), *map(words.where_words, moves)]
    for text in texts:
        assert not re.search(r"(must|has to|have to) (be )?match", " ".join(text.split()))


@pytest.mark.parametrize(
    ("game", "text", "where"),
    [
        ("kimbo", f"{MOVING} pieces=h1,HOME,HOME,HOME;{REST}", ""),
        ("kimbo", f"{MOVING} pieces=h1,d5,HOME,HOME;{REST}", "Look at your piece on "),
        ("kimbo", JUMP_OR_PASS, ""),
        ("shut-the-box", LAYING.replace("1,2,3 dice=6", "1,2,3,4 dice=4+1"), ""),
        ("shut-the-box", LAYING.replace("1,2,3 dice=6", "1,2,3 dice=3"), "Look at "),
    ],
)
def test_a_first_hint_points_at_a_piece_or_tiles_only_if_another_choice_has_others(
    game: str, text: str, where: str
) -> None:
    words = words_of(match_at(GAMES[game], text, [ANN, BEN]))
    for move in words.choices():
        told = words.where_words(move)
        assert told.startswith(where)
        assert bool(told) == bool(where)


def test_ftb_10_a_first_hint_looks_for_a_safe_space_only_if_that_distinguishes_a_move() -> None:
    where = "Look for a safe space."
    some_safe = words(written("1,2,home;50,home,home", phase="move", die=3))
    assert some_safe.where_words(0) == where
    assert some_safe.where_words(1) != where
    all_safe = words(written("1,7,home;50,home,home", phase="move", die=3))
    assert {all_safe.where_words(move) for move in (0, 1)} == {WHICH_TOKEN}


def test_a_first_hint_looks_at_opponents_only_if_a_roll_of_theirs_reaches_a_token() -> None:
    where = "Look at what your opponents can reach."
    near, far = (words(written(f"2,3,home;{at},home,home", phase="move", die=3)) for at in (1, 20))
    assert {near.where_words(move) for move in (0, 1)} == {where}
    assert {far.where_words(move) for move in (0, 1)} == {WHICH_TOKEN}


def test_a_first_hint_asks_for_the_foremost_token_if_nothing_else_can_be_said() -> None:
    at_home = words(written("9,home,home;20,home,home", phase="move", die=2))
    asked = "Bring a token out, or go on with one that is out?"
    assert {at_home.where_words(move) for move in (0, ENTER)} == {asked}
    single = words(written("9,captured,captured;20,home,home", phase="move", die=3))
    together = words(written("9,9,captured;20,home,home", phase="move", die=3))
    for alike in (single, together):
        assert {alike.where_words(move) for move in alike.state.legal_moves()} == {""}


@pytest.mark.parametrize(
    ("game", "position", "move", "name"),
    [
        (
            "free-the-box",
            written("1,home,home;50,home,home", phase="move", die=2),
            "enter",
            "bringing B out",
        ),
        ("free-the-box", written("1,home,home;50,home,home", phase="move", die=2), "A", "A:1-3"),
        (
            "free-the-box",
            written("1,captured,home;5,home,home", "1,0", phase="free"),
            "roll",
            "rolling at once",
        ),
        ("kimbo", FENCING, "-", "moving no fence"),
        ("kimbo", FENCING, "F d3/d4>d5/d6", "moving the fence d3/d4 to d5/d6"),
        (
            "kimbo",
            CAPTURING_TWICE,
            "5+3 c5xc10@a15xc13@o15",
            f"c5 to c13 by 5+3 ({CAPTURED_TWICE})",
        ),
        ("free-o", at("house,wild", "fence:3").text(), "house", "House"),
        ("free-o", at("car", "fence:3").text(), "draw", "drawing"),
    ],
)
def test_sentences_call_a_move_what_it_does(game: str, position: str, move: str, name: str) -> None:
    state = GAMES[game].parse(position)
    assert state.move_name(state.read_move(move)) == name
    if move == "enter":
        assert state.read_move(name) == state.read_move(move)


def test_box_17_the_first_hint_on_a_bid_is_true_of_a_pass_as_well() -> None:
    match = Match(GAMES["box"], {"balance": "bid"}, [ANN, BEN], 7)
    match.play(match.state.read_move("bid 1"))
    words = words_of(match)
    told = {words.where_words(match.state.read_move(each)) for each in ("bid 2", "pass")}
    assert [each.partition("? ")[2] for each in told] == ["The second to mark starts with them."]


def test_sentences_have_the_names_of_cards_as_the_sheet_and_name_who_draws() -> None:
    match = match_at(
        GAMES["free-o"],
        at("captured,draw-a-card", "fence:3", "car", demand="any").text(),
        [ANN, BEN, ANN],
    )
    words, state = words_of(match), match.state
    named = [words.move_name(state, move) for move in state.legal_moves()]
    assert named == ["You Are Captured", "Draw A Card for Ben", "Draw A Card for Ann"]
    assert state.read_move("you are captured") == state.read_move("captured")


def test_the_digest_aligns_only_the_names_that_it_has() -> None:
    words = words_of(Match(GAMES["kimbo"], {}, [ANN, Seat("Guinevere", "human")], 1))
    alone = digest_lines(words, [(0, "begins")], ">", 60, 9)
    assert plain(alone[0]) == " Ann begins"
    both = digest_lines(words, [(0, "begins"), (1, "rolled 2")], ">", 60, 9)
    assert list(map(plain, both)) == [" Ann       begins", " Guinevere rolled 2", ""]


def test_an_example_of_what_is_rolled_is_called_one() -> None:
    words = words_of(Match(GAMES["kimbo"], {}, [ANN, BEN], 1))
    assert words.chance_prompt().endswith(", for example 6 6")


def test_fro_4_and_fro_5_what_is_drawn_is_asked_for_by_what_it_is() -> None:
    match, rng, asked = Match(GAMES["free-o"], {}, [ANN, BEN], 1), Random(1), set[str]()
    while len(match.moves) < 60 and not match.is_over:
        if match.state.current_player() == CHANCE:
            asked.add(words_of(match).chance_prompt().partition(", for example")[0])
        match.play(any_move(match, rng))
    drawn = {"The card that Ann draws", "The card that Ben draws"}
    assert asked == {"The first dealer's seat", "The next card", *drawn}
    learner = Seat(f"Ann{YOU}", "human")
    state = at("house", "car", phase="draw", owed=1, next=2)
    prompt = words_of(match_at(GAMES["free-o"], state.text(), [learner, BEN])).chance_prompt()
    assert prompt.startswith("The card that you draw, for example ")


@pytest.mark.parametrize(
    ("up", "prompt"), [("3,4", "Ann's dice, for example 6 6"), ("2,4", "Ann's die, for example 6")]
)
def test_stb_6_one_die_is_asked_for_where_one_is_rolled(up: str, prompt: str) -> None:
    position = f"scoring=sum stake=0 round=1 first=1 scores=- phase=roll seat=1 up={up} dice=-"
    match = match_at(GAMES["shut-the-box"], position, [ANN])
    assert words_of(match).chance_prompt() == prompt


@pytest.mark.parametrize(
    ("game", "position", "move", "advice"),
    [
        ("kimbo", FENCING, "-", "move no fence"),
        ("kimbo", FENCING, "F d3/d4>d5/d6", "move the fence d3/d4 to d5/d6"),
        ("kimbo", JUMP_OR_PASS, "pass", "pass"),
        ("kimbo", CAPTURING_TWICE, "3 c5-c8", "c5 to c8 by 3"),
    ],
)
def test_a_hint_says_what_to_do(game: str, position: str, move: str, advice: str) -> None:
    match = match_at(GAMES[game], position, [ANN, BEN])
    choice = Choice(match.state.read_move(move), (), 1)
    assert words_of(match).hint_words(choice) == f"Hint: {advice}."


@pytest.mark.parametrize(
    ("move", "question"),
    [
        ("-", "Roll without moving a fence?"),
        ("F d3/d4>d5/d6", "Moving the fence d3/d4 to d5/d6: play it anyway?"),
    ],
)
def test_after_a_warning_the_question_is_what_enter_does(move: str, question: str) -> None:
    match = match_at(GAMES["kimbo"], FENCING, [ANN, BEN])
    assert words_of(match).anyway_words(match.state.read_move(move)) == question


def test_a_hint_says_what_its_own_move_is_worth() -> None:
    match = Match(GAMES["box"], {"balance": "none"}, [ANN, BEN], 7)
    move, other = (match.state.read_move(text) for text in ("b1", "c1"))
    considered = (Considered(other, 0.9, 5), Considered(move, 0.25, 5))
    hint = words_of(match).hint_words(Choice(move, considered, 10))
    assert hint == "Hint: b1, about 25.0% to win."


def listed(game: str, seats: int, *values: float) -> list[str]:
    """Return what is listed of the first legal moves with these values, without their names."""
    match = Match(GAMES[game], {}, [ANN, BEN, ANN][:seats], 7)
    while match.state.current_player() < 0 or len(match.state.legal_moves()) < len(values):
        match.apply(match.next_outcome() if match.state.current_player() < 0 else first_move(match))
    words, moves = words_of(match), match.state.legal_moves()
    rated = list(zip(moves, values, strict=False))
    told = words.rated_words(rated)
    for letter, (move, _) in zip("ABC", rated, strict=False):
        told = told.replace(words.move_name(match.state, move), letter, 1)
    seen = tuple(Considered(move, value, 1) for move, value in rated)
    hint = words.hint_words(Choice(moves[0], seen, 1))
    worth = hint.rpartition(", ")[2].strip(".")
    assert told.partition(": ")[2].removeprefix("each ").startswith(worth)
    return told.split("; ")


def test_estimates_less_than_a_point_apart_share_a_figure() -> None:
    apart = ["A: about 62.3% to win", "B: about 61.3% to win", "C: about 40.0% to win"]
    assert listed("box", 2, 0.623, 0.6129, 0.4) == apart
    alike = ["A or B: each about 62.3% to win", "C: about 40.0% to win"]
    assert listed("box", 2, 0.623, 0.6131, 0.4) == alike
    assert listed("kimbo", 2, 0.62, 0.625, 0.624) == ["A, B or C: each about 62.0% to win"]
    in_any_order = ["A or C: each about 60.0% to win", "B: about 62.0% to win"]
    assert listed("kimbo", 2, 0.6, 0.62, 0.605) == in_any_order


def test_a_figure_in_free_o_is_about_the_game_and_not_the_hand() -> None:
    assert listed("free-o", 3, 0.7, 0.5) == [
        "A: about 70.0% to win the game",
        "B: about 50.0% to win the game",
    ]


def test_exact_figures_have_the_digits_that_tell_moves_apart_and_equal_ones_share_one() -> None:
    game = "shut-the-box"
    assert listed(game, 2, 0.12091, 0.1, 0.09) == [
        "A: 12.1% to win",
        "B: 10.0% to win",
        "C: 9.0% to win",
    ]
    assert listed(game, 2, 0.50004, 0.50001) == ["A: 50.004% to win", "B: 50.001% to win"]
    assert listed(game, 2, 0.5, 0.5 + 1e-15, 0.25) == [
        "A or B: each 50.0% to win",
        "C: 25.0% to win",
    ]
    assert listed(game, 2, 0.50000004, 0.5) == ["A: 50.000004% to win", "B: 50.000000% to win"]


@pytest.mark.parametrize("seats", [2, 3])
def test_fro_22_nothing_recent_depends_on_hidden_cards_and_all_of_it_fits(seats: int) -> None:
    players = [ANN, Seat("Ben", "random"), Seat("Cid", "random")][:seats]
    match, rng = Match(GAMES["free-o"], {}, players, 5), Random(5)
    kinds = at("house", "car").table.deck.names
    recent = Recent(Viewer(match))
    for _ in play_through(match, rng, 300):
        public = [entry.outside for entry in recent.entries()]
        told = " ".join(words for _, words in words_of(match, recent.viewer).digest(recent))
        for kind in kinds:
            assert kind not in told.split() or any(kind in line for line in public)
        for glyphs in (ASCII, UNICODE):
            assert all(width(line) < 48 for line in board_of(match, glyphs).board_lines(21))


WHOLE_DECK: Final = ",".join(name for name, count in CARDS.items() for _ in range(count))


def words(text: str, game: Game = FREE_THE_BOX) -> FreeTheBoxWords:
    found = words_of(match_at(game, text, [ANN, BEN]))
    assert isinstance(found, FreeTheBoxWords)
    return found


@pytest.mark.parametrize(
    ("phase", "carrier", "told"),
    [
        ("draw", "A", "What was drawn, as in: free-the-box"),
        ("roll", "-", "What was rolled (reroll a die"),
    ],
)
def test_help_for_a_card_by_hand_mentions_no_die(phase: str, carrier: str, told: str) -> None:
    text = written("4,home,home;home,home,home", phase=phase, carrier=carrier)
    assert next(help_lines({}, words(text))).startswith(told)


@pytest.mark.parametrize(
    ("state", "told"),
    [(FENCING, ["F is a fence"]), ("to move", ["5 c3-c8 moves", "x captures, and @"])],
)
def test_help_explains_the_signs_in_kimbos_moves(state: str, told: list[str]) -> None:
    match = match_at(GAMES["kimbo"], FENCING, [ANN, BEN])
    if state != FENCING:
        match.play(match.state.read_move("-"))
        match.deal()
    first, *others = help_lines({}, words_of(match))
    assert first.startswith("A move, as in: ")
    for line, start in zip(others, told, strict=True):
        assert line.startswith(start)


@pytest.mark.parametrize(
    ("bottom", "told"),
    [
        ("-", ""),
        ("back-3", "Known, under the others: 3 back."),
        ("back-3,captured", "Known, under the others: 3 back, then YOU ARE CAPTURED."),
        (WHOLE_DECK, "Known, from the top: FREE THE BOX, then FREE THE BOX, then"),
    ],
)
def test_ftb_28_known_cards_are_told_in_the_order_they_are_drawn(bottom: str, told: str) -> None:
    _, _, deck, *known = words(written("4,home,home;home,home,home", "", bottom)).position_words()
    assert deck.startswith("Deck: 32 cards")
    assert "".join(known).startswith(told)
    assert bool(known) == bool(told)


def test_ftb_9_a_token_that_a_move_captures_is_not_a_risk_afterwards() -> None:
    """On a board whose first two hiding spaces are houses, blue on 2 would reach the one on 3."""
    game = on_board(BOARD.replace(b'"house", "garage"', b'"house", "house"', 1))
    of = words(written("1,home,home;2,31,home", phase="move", die=2), game)
    assert of.move_words(0).endswith("captures blue A on 2 (FTB-9). In reach of blue B by 1.")


def test_once_the_game_is_over_no_space_is_in_danger() -> None:
    before = words(written("12,center,center;5,home,home"))
    over = words(written("center,center,center;5,home,home", phase="over"))
    assert before.space_words(11) == "12 tree, also on 42: red A."
    assert before.danger_words(11) == "Would put you out on 12: blue A by 7"
    assert (over.space_words(11), over.danger_words(11)) == ("12 tree, also on 42.", "")


def test_what_was_played_is_no_longer_marked_once_it_is_taken_back() -> None:
    match = Match(GAMES["kimbo"], {}, [Seat("Ben", "random"), ANN], 1)
    board = KimboBoard(BareTable(match))
    moved(match, "6 5", "2 1", "F d3/d4>d5/d6")
    match.take_back_to(2)
    match.play(match.state.read_move("F d3/d4>d5/e5"))
    board.look_back()
    assert ".(|)" in plain(board.board_lines(21)[10])
    match.take_back_to(2)
    board.look_back()
    assert not any("(" in plain(line) for line in board.board_lines(21)[:15])


@pytest.mark.parametrize("letter", [ON_THE_WAY, "5"])
def test_a_piece_that_a_path_passes_over_above_a_fence_is_not_highlighted(letter: str) -> None:
    square = SQUARE_NAMES["d4"]
    picked = KimboSelection(path=[square]) if letter == ON_THE_WAY else None
    state = drawn("4  . . . R\n         r")
    lines = KimboDrawing(state, ASCII, picked or KimboSelection(ends={square: letter})).lines()
    styles = {p.style for line in lines for p in line if p.target == "d4" and "R" in p.text}
    assert styles == {"red" if picked else "chosen"}


def test_the_example_of_a_move_moves_a_fence_unless_the_player_is_to_find_it() -> None:
    words = words_of(match_at(GAMES["kimbo"], FENCING, [ANN, BEN]))
    state = words.state
    keep, *others = state.legal_moves()
    assert state.move_text(keep) == "-"
    assert words.example() == state.move_text(others[0])
    assert words.example({others[0]}) == state.move_text(others[1])
    assert words.example(others) == "-"
    assert words.example([keep, *others]) == ""


def test_a_lesson_points_at_cards_by_their_titles() -> None:
    match = match_at(GAMES["free-o"], at("house", "fence:3").text(), [ANN, BEN])
    looked = words_of(match).look_words(["fence", "captured", "draw-a-card", "pile"])
    assert looked == "Look at Fence, You Are Captured, Draw A Card and the draw pile."


def test_a_lesson_points_at_no_tile_that_is_down() -> None:
    match = match_at(GAMES["shut-the-box"], LAYING, [ANN, BEN])
    places = ["tile 1", "tile 5"]
    assert words_of(match).look_words(places) == "Look at tile 1."
    board = board_of(match, UNICODE)
    board.pointed_at = places
    shown = "\n".join(plain(line) for line in board.board_lines(24))
    assert shown.count(UNICODE.pointer) == 1
