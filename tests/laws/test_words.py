"""What must hold for every game's text, at any position."""

from random import Random

import pytest
from bare_board import ROWS, board_of
from random_games import play_through

from ai.agent import HUMAN, Choice, Considered
from boxtui.core import OVER, OptionValue
from boxtui.games import GAMES
from boxtui.lines import ASCII, plain
from boxtui.play.match import Match, Seat
from boxtui.play.viewer import Viewer
from boxtui.views.games import words_of

MOVES = 60


def positions(key: str, seats: int, seed: int) -> list[Match]:
    """Return a random match after every fifth move."""
    match = Match(GAMES[key], {}, [Seat(f"Ann {at}", HUMAN) for at in range(seats)], seed)
    plies = enumerate(play_through(match, Random(seed), MOVES))
    return [match.until(ply) for ply, _ in plies if ply % 5 == 1]


@pytest.mark.parametrize("key", GAMES)
def test_every_position_is_described_in_sentences_and_drawn_in_ascii(key: str) -> None:
    seats = GAMES[key].seats
    for match in (each for count in {seats[0], seats[-1]} for each in positions(key, count, 7)):
        words = words_of(match)
        told = [*words.position_words(), *words.now_words()]
        assert told
        for sentence in told:
            assert sentence.endswith(".")
            assert sentence.isprintable()
        drawn = [plain(line) for line in words.drawn(ASCII)]
        assert drawn
        assert all(line.isascii() for line in drawn)
        assert "\n" not in words.round_words() + words.chance_kind() + words.worth_words(0.5)


@pytest.mark.parametrize("key", ["kimbo", "free-the-box"])
def test_while_rolling_for_the_first_turn_each_seat_has_its_color(key: str) -> None:
    match = Match(GAMES[key], {}, [Seat(f"Ann {at}", HUMAN) for at in range(2)], 7)
    colors = words_of(match).seat_words(ASCII)
    assert set(colors) < {"red", "yellow", "green", "blue", "orange", "purple"}
    match.play(match.state.legal_moves()[0])
    assert words_of(match).seat_words(ASCII)[0].startswith(f"{colors[0]}, rolled ")


@pytest.mark.parametrize("key", GAMES)
def test_drawing_a_board_again_adds_no_listeners_to_its_match(key: str) -> None:
    match = positions(key, GAMES[key].seats[-1], 7)[-1]
    board = board_of(match)
    before = list(match._listeners)
    for _ in range(2):
        board.board_lines(ROWS)
        board.words.seat_words(ASCII)
        board.status_words()
        board.words.round_words()
    assert match._listeners == before


@pytest.mark.parametrize("key", GAMES)
def test_the_player_to_decide_is_told_what_has_changed(key: str) -> None:
    """Two positions with different legal moves never have the same description."""
    told: dict[tuple[str, ...], list[str]] = {}
    for match in positions(key, GAMES[key].seats[-1], 11):
        if match.state.current_player() < 0:
            continue
        viewer = Viewer(match)
        viewer.lift()
        words = words_of(match, viewer)
        sentences = (*words.position_words(), *words.now_words())
        moves = [match.state.move_text(move) for move in match.state.legal_moves()]
        assert told.setdefault(sentences, moves) == moves


@pytest.mark.parametrize("key", GAMES)
def test_a_hint_says_what_its_figure_means_or_that_the_move_is_the_only_one(key: str) -> None:
    options: dict[str, OptionValue]
    options = {"claiming": "by hand", "size": 6, "balance": "none"} if key == "box" else {}
    match, rng = Match(GAMES[key], options, [Seat("Ann", HUMAN)] * 2, 3), Random(3)
    forced = 0
    while match.state.current_player() != OVER and not forced:
        if match.state.current_player() >= 0:
            forced += check_hint(match)
        match.play(match.state.random_move(rng))
    assert forced


def check_hint(match: Match) -> bool:
    """Check the hint with and without a figure; return whether there is only one move.

    Resigning, which Box always allows (BOX-20), isn't counted as a choice.
    """
    moves, words = match.state.legal_moves(), words_of(match)
    text = match.named(match.state.move_advice(moves[0]))
    rated = words.hint_words(Choice(moves[0], (Considered(moves[0], 0.478, 1),), 1))
    unrated = words.hint_words(Choice(moves[0], (), 1))
    is_forced = not moves[1:] or match.state.move_text(moves[1]) == "resign"
    if is_forced:
        assert rated == unrated == f"Hint: {text}, the only move."
    else:
        what = "to win the game" if match.game.key == "free-o" else "to win"
        about = "" if match.game.key == "shut-the-box" else "about "
        assert rated == f"Hint: {text}, {about}47.8% {what}."
        assert unrated == f"Hint: {text}."
    return is_forced
