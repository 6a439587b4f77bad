"""What players are told about a position, and how it is drawn."""

import re
from random import Random

import pytest
from bare_board import board_of
from board_scripts import BOARDS
from free_o_play import at
from free_the_box_play import written
from kimbo_boards import drawn
from people import ANN, BEN
from random_games import at_random, moved, play_through

from ai.agent import Choice, Considered
from boxtui.core import Game
from boxtui.games import GAMES
from boxtui.games.free_o.moves import NAMING
from boxtui.games.free_the_box.game import BOARD, on_board
from boxtui.games.kimbo.squares import SQUARE_NAMES
from boxtui.lines import ASCII, NO_BREAK, UNICODE, plain, width
from boxtui.plain.words import page_of_moves
from boxtui.play.match import Match, Seat, match_at
from boxtui.play.recent import Recent
from boxtui.play.viewer import Viewer
from boxtui.views.digest import digest_lines
from boxtui.views.free_o import FreeOWords
from boxtui.views.free_the_box import FreeTheBoxWords
from boxtui.views.games import words_of
from boxtui.views.kimbo_drawing import KimboDrawing, KimboSelection
from tutorials.pages import content_of


@pytest.mark.parametrize("name", BOARDS.texts())
def test_a_board_shows_and_players_are_told_what_its_script_says(name: str) -> None:
    assert BOARDS.now(name) == BOARDS.texts()[name]


def test_once_a_game_is_over_there_is_no_page_of_moves() -> None:
    state = at("car", "", phase="over", demand="any", totals="60,0", out=2)
    assert list(page_of_moves(state, "")) == ["There are no moves: the game is over."]


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


def test_the_digest_aligns_only_the_names_that_it_has() -> None:
    words = words_of(Match(GAMES["kimbo"], {}, [ANN, Seat("Guinevere", "human")], 1))
    alone = digest_lines(words, [(0, "begins")], ">", 60, 9)
    assert plain(alone[0]) == " Ann begins"
    both = digest_lines(words, [(0, "begins"), (1, "rolled 2")], ">", 60, 9)
    assert list(map(plain, both)) == [" Ann       begins", " Guinevere rolled 2", ""]


def test_a_hint_says_what_its_own_move_is_worth() -> None:
    match = Match(GAMES["box"], {"balance": "none"}, [ANN, BEN], 7)
    move, other = (match.state.read_move(text) for text in ("b1", "c1"))
    considered = (Considered(other, 0.9, 5), Considered(move, 0.25, 5))
    hint = words_of(match).hint_words(Choice(move, considered, 10))
    assert hint == "Hint: b1, about 25.0% to win."


@pytest.mark.parametrize("seats", [2, 3])
def test_fro_22_nothing_recent_depends_on_hidden_cards_and_all_of_it_fits(seats: int) -> None:
    players = [ANN, Seat("Ben", "random"), Seat("Cid", "random")][:seats]
    match, rng = Match(GAMES["free-o"], {}, players, 5), Random(5)
    titles = at("house", "car").table.deck.titles
    recent, seen = Recent(Viewer(match)), set[str]()
    for _ in play_through(match, rng, 300):
        public = [entry.outside for entry in recent.entries()]
        told = " ".join(words for _, words in words_of(match, recent.viewer).digest(recent))
        shown = [title for title in titles if re.search(rf"\b{title}\b", told)]
        assert all(any(title in line for line in public) for title in shown)
        seen.update(shown)
        for glyphs in (ASCII, UNICODE):
            assert all(width(line) < 48 for line in board_of(match, glyphs).board_lines(21))
    assert len(seen) > 5


def words(text: str, game: Game = GAMES["free-the-box"]) -> FreeTheBoxWords:
    found = words_of(match_at(game, text, [ANN, BEN]))
    assert isinstance(found, FreeTheBoxWords)
    return found


def test_ftb_9_a_token_that_a_move_captures_is_not_a_risk_afterwards() -> None:
    """On a board whose first two hiding spaces are houses, blue on 2 would reach the one on 3."""
    game = on_board(BOARD.replace(b'"house", "garage"', b'"house", "house"', 1))
    of = words(written("1,home,home;2,31,home", phase="move", die=2), game)
    assert of.move_words(0).endswith("captures blue A on 2 (FTB-9). In reach of blue B by 1.")


def test_once_the_game_is_over_no_space_is_in_danger() -> None:
    before = words(written("12,center,center;5,home,home"))
    over = words(written("center,center,center;5,home,home", phase="over"))
    assert before.space_words(11) == "12 tree, also on 42: red A."
    told = before.danger_words(11).replace(NO_BREAK, " ")
    assert told == "Would put you out on 12: blue A by 7"
    assert (over.space_words(11), over.danger_words(11)) == ("12 tree, also on 42.", "")


D4 = SQUARE_NAMES["d4"]


@pytest.mark.parametrize(
    ("picked", "style"),
    [(KimboSelection(path=[D4]), "red"), (KimboSelection(ends={D4: "5"}), "chosen")],
    ids=["passed over", "an end"],
)
def test_a_piece_that_a_path_passes_over_above_a_fence_is_not_highlighted(
    picked: KimboSelection, style: str
) -> None:
    lines = KimboDrawing(drawn("4  . . . R\n         r"), ASCII, picked).lines()
    styles = {p.style for line in lines for p in line if p.target == "d4" and "R" in p.text}
    assert styles == {style}


def test_the_example_of_a_move_moves_a_fence_unless_the_player_is_to_find_it() -> None:
    words = words_of(moved(Match(GAMES["kimbo"], {}, [ANN, BEN], 1), "6 5", "2 1"))
    state = words.state
    keep, *others = state.legal_moves()
    assert state.move_text(keep) == "-"
    assert words.example() == state.move_text(others[0])
    assert words.example({others[0]}) == state.move_text(others[1])
    assert words.example(others) == "-"
    assert words.example([keep, *others]) == ""


@pytest.mark.parametrize(
    ("ended", "told"),
    [
        ("1 149,0,- 2 -", "pays double, and those still to come get no turn. (STB-15)"),
        ("1 149,49,0 3 -", "pays double. (STB-15)"),
        ("1 149,47,3 3 3", ""),
        ("0 149,3,0 3 -", ""),
    ],
)
def test_stb_15_after_a_shut_box_the_end_says_why_stakes_are_double_and_who_got_no_turn(
    ended: str, told: str
) -> None:
    stake, scores, seat, up = ended.split()
    played = f"scoring=digits stake={stake} round=1 first=1 scores={scores}"
    text = f"{played} phase=over seat={seat} up={up} dice=-"
    match = match_at(GAMES["shut-the-box"], text, [ANN, BEN, ANN])
    said = words_of(match).result_sentences()[1:]
    assert said == [f"The box is shut: everyone else {told}"] * bool(told)
