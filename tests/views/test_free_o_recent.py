"""FREE-O's digest and the row of cards just played: right, short, and without hidden cards."""

from random import Random

import pytest
from bare_board import board_of
from free_o_play import at
from random_games import any_move

from boxtui.core import CHANCE, OVER
from boxtui.games import GAMES
from boxtui.games.free_o.state import FreeO
from boxtui.lines import ASCII, UNICODE, plain, width
from boxtui.play.match import HUMAN, Match, Seat, match_at
from boxtui.play.recent import Recent
from boxtui.play.viewer import Viewer
from boxtui.views.free_o_recent import kinds_played
from boxtui.views.games import words_of

NAMES = ("Ann", "Ben", "Cid")
KINDS = at("house", "car").table.deck.names


def played(state: FreeO, *moves: str) -> Recent:
    """Return what Ann, the only person, sees as recent after these moves."""
    seats = [Seat(name, HUMAN if name == "Ann" else "random") for name in NAMES[: state.seats]]
    match = match_at(GAMES["free-o"], state.text(), seats)
    for move in moves:
        match.play(match.state.read_move(move))
    return Recent(Viewer(match))


def digest(recent: Recent) -> dict[str, str]:
    told = words_of(recent.viewer.match, recent.viewer).digest(recent)
    return {NAMES[seat]: words for seat, words in told}


def drawn(recent: Recent) -> str:
    return "\n".join(plain(line) for line in board_of(recent.viewer.match).board_lines(21))


def test_a_digest_shows_plays_captures_names_and_numbers_of_cards_drawn() -> None:
    state = at("house:2,car", "house,captured:2", "draw-a-card,truck", top="house")
    recent = played(state, "house", "captured", "draw", "tree", "tree")
    assert digest(recent) == {"Ben": "captured Cid", "Cid": "drew 2"}


def test_you_are_named_and_captured_in_capital_letters() -> None:
    state = at("house:2,car", "house,captured:2", seat=2, demand="any")
    assert digest(played(state, "captured")) == {"Ben": "captured YOU"}
    state = at("house:2,car", "draw-a-card:2", seat=2, demand="any")
    recent = played(state, "draw-a-card 1", "tree")
    assert digest(recent) == {"Ben": "named YOU", "Ann": "drew 1"}


def test_cards_played_one_after_another_are_listed_after_one_word() -> None:
    recent = played(at("house:2,car", "wild:2,truck:2"), "house", "wild", "truck")
    assert digest(recent) == {"Ben": "played wild, truck"}


def test_fro_21_a_capture_of_everyone_is_reported_once() -> None:
    state = at("car:2", "captured:2", "car:3", seat=2, demand="any", everyone="yes")
    assert digest(played(state, "captured"))["Ben"] == "captured everyone"


def test_a_named_player_is_shown_until_the_card_is_drawn() -> None:
    state = at("house:2", "car:2", seat=2)
    assert digest(played(state, "draw")) == {"Ben": "nothing fits"}
    assert digest(played(state, "draw", "tree")) == {"Ben": "drew 1"}


def test_going_out_is_reported() -> None:
    recent = played(at("house:2", "house", seat=2), "house")
    assert digest(recent) == {"Ben": "played house, went out"}


def test_the_cards_played_since_the_last_turn_stand_in_order_beside_the_top_card() -> None:
    state = at("house:2,car:2", "house,wild,truck:2")
    before = played(state)
    assert "Just played" not in drawn(before)
    recent = played(state, "house", "wild", "truck")
    assert [KINDS[kind] for kind in kinds_played(recent)] == ["wild", "truck"]
    assert "Just played: wild, truck" in drawn(recent)


@pytest.mark.parametrize("seats", [2, 3])
def test_fro_22_nothing_recent_depends_on_hidden_cards_and_all_of_it_fits(seats: int) -> None:
    players = [Seat(name, HUMAN if name == "Ann" else "random") for name in NAMES[:seats]]
    match, rng = Match(GAMES["free-o"], {}, players, 5), Random(5)
    recent = Recent(Viewer(match))
    for _ in range(300):
        if match.state.current_player() == OVER:
            break
        public = [line.outside for line in recent.lines()]
        told = " ".join(words for _, words in words_of(match, recent.viewer).digest(recent))
        for kind in KINDS:
            assert kind not in told.split() or any(kind in line for line in public)
        for glyphs in (ASCII, UNICODE):
            board = board_of(match, glyphs)
            assert all(width(line) < 48 for line in board.board_lines(21))
        chance = match.state.current_player() == CHANCE
        match.play(match.dealt() if chance else any_move(match, rng))
