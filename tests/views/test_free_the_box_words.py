"""Free the Box's text about moves before they are made, and about spaces."""

import re
from typing import cast

import pytest
from free_the_box_play import GAME, written

from boxtui.core import Game
from boxtui.games.free_the_box.game import BOARD, on_board
from boxtui.lines import ASCII, plain
from boxtui.plain.words import help_lines
from boxtui.play.match import HUMAN, Seat, match_at
from boxtui.play.recent import Recent
from boxtui.play.viewer import Viewer
from boxtui.views.free_the_box import FreeTheBoxWords
from boxtui.views.games import words_of

HOME = "home,home,home"
RISKS = ("Safe", "reach of")


def words(text: str, game: Game = GAME) -> FreeTheBoxWords:
    seats = [Seat(f"P{at}", HUMAN) for at in range(text.split("tokens=")[1].count(";") + 1)]
    return cast("FreeTheBoxWords", words_of(match_at(game, text, seats)))


def said(tokens: str, move: str, kept: str = "", **more: object) -> str:
    """Return the text about a move in a position built from these parts."""
    of = words(written(tokens, kept, "-", **more))
    return of.move_words(of.state.read_move(move))


@pytest.mark.parametrize(
    ("move", "phase", "carrier"),
    [("free", "free", "-"), ("roll", "free", "-"), ("use", "use", "A"), ("keep", "use", "A")],
)
def test_a_word_that_moves_no_token_shows_no_risk(move: str, phase: str, carrier: str) -> None:
    told = said("4,captured,home;45,home,home", move, "1,0", phase=phase, carrier=carrier)
    assert not any(risk in told for risk in RISKS)


def test_ftb_19_a_jump_shows_no_risk_even_with_an_opponent_on_that_space() -> None:
    told = said("58,home,home;60,home,home", "A", phase="move", die=2)
    assert "FREE THE BOX!" in told
    assert not any(risk in told for risk in RISKS)


def test_ftb_12_before_a_card_is_drawn_nothing_is_called_safe() -> None:
    assert said(f"1,home,home;{HOME}", "A", phase="move", die=3).endswith("draws a card.")


@pytest.mark.parametrize(
    ("phase", "carrier", "told"),
    [
        ("draw", "A", "What was drawn, as in: free-the-box"),
        ("roll", "-", "What was rolled (reroll a die"),
    ],
)
def test_help_for_a_card_entered_by_hand_does_not_mention_a_die(
    phase: str, carrier: str, told: str
) -> None:
    asked = words(written(f"4,home,home;{HOME}", phase=phase, carrier=carrier))
    assert next(help_lines({}, asked)).startswith(told)


def digest(tokens: str, *moves: str, persons: int = 1, **more: object) -> list[tuple[int, str]]:
    """Return the digest of moves of seat 1, and of all after them, for the person in seat 2."""
    text = written(tokens, "", "-", **({"phase": "move"} | more))
    seats = text.split("tokens=")[1].split()[0].count(";") + 1
    players = ["random", *[HUMAN] * persons, *["random"] * seats]
    match = match_at(GAME, text, [Seat(f"P{at}", players[at]) for at in range(seats)])
    recent = Recent(Viewer(match))
    for move in moves:
        match.play(match.state.read_move(move))
    return words_of(match, recent.viewer).digest(recent)


@pytest.mark.parametrize(
    ("tokens", "moves", "die", "told"),
    [
        ("1,home,home;45,home,home", ["A"], 1, "A 1 to 2"),
        (f"{HOME};45,home,home", ["enter"], 2, "A enters on 1"),
        ("29,home,home;2,45,home", ["A"], 3, "A 29 to 32, captured YOUR A on house"),
        ("1,home,home;45,home,home", ["A", "forward-3"], 3, "A 1 to 4, drew 3 forward, to 7"),
        ("1,home,home;45,home,home", ["A", "free-the-box"], 3, "A 1 to 4, drew FREE THE BOX"),
        (
            "1,home,home;45,home,home",
            ["A", "roll-again", "2"],
            3,
            "A 1 to 4, drew roll again, A 4 to 6",
        ),
        (
            "1,captured,home;45,home,home",
            ["A", "free-the-box", "use"],
            3,
            "A 1 to 4, drew FREE THE BOX, freed B",
        ),
        (
            "1,home,home;45,home,home",
            ["A", "captured"],
            3,
            "A 1 to 4, drew you are captured: A in the box",
        ),
        (
            "58,captured,home;45,home,home",
            ["A"],
            2,
            "A 58 to 60, A in the center: FREE THE BOX!, freed B",
        ),
    ],
)
def test_the_digest_says_what_a_turn_did(
    tokens: str, moves: list[str], die: int, told: str
) -> None:
    assert digest(tokens, *moves, die=die) == [(0, told)]


def test_the_digest_reports_a_turn_without_a_move_and_a_kept_card() -> None:
    assert digest(f"{HOME};45,home,home", "3", phase="roll", die="-") == [(0, "3: no move")]
    told = digest("4,captured,home;45,home,home", "free-the-box", "keep", phase="draw", carrier="A")
    assert told == [(0, "drew FREE THE BOX, kept it")]


def test_the_digest_names_the_color_of_another_players_captured_token() -> None:
    told = digest(f"29,home,home;{HOME};2,45,home", "A", die=3)
    assert told == [(0, "A 29 to 32, captured green A on house")]


def test_with_several_people_your_refers_to_the_one_who_moves_next() -> None:
    tokens = f"29,home,home;{HOME};2,45,home"
    assert digest(tokens, "A", persons=2, die=3) == [(0, "A 29 to 32, captured green A on house")]
    captured = digest("29,home,home;2,45,home;12,home,home", "A", persons=2, die=3)
    assert captured == [(0, "A 29 to 32, captured YOUR A on house")]


def test_the_digest_says_who_went_out() -> None:
    told = digest("29,home,home;12,home,home;2,captured,captured", "A", die=3)
    assert told == [(0, "A 29 to 32, captured green A on house"), (2, "OUT of the game")]


def test_ftb_10_entering_is_safe() -> None:
    assert said(f"{HOME};{HOME}", "enter", phase="move", die=2).endswith("Safe (FTB-10).")


def test_ftb_9_a_token_that_a_move_captures_is_not_a_risk_afterwards() -> None:
    """On a board whose first two hiding spaces are houses, blue on 2 would reach the one on 3."""
    game = on_board(BOARD.replace(b'"house", "garage"', b'"house", "house"', 1))
    of = words(written("1,home,home;2,31,home", phase="move", die=2), game)
    assert of.move_words(0).endswith("captures blue A on 2 (FTB-9). In reach of blue B by 1.")


def test_the_words_out_of_reach_are_used_only_for_rolls() -> None:
    told = said("1,home,home;45,home,home", "A", phase="move", die=1)
    assert told.endswith("(house). Out of reach of every opponent's roll.")
    of_two = said("1,1,home;45,home,home", "A", phase="move", die=1)
    assert of_two.endswith("(house). Out of reach of every opponent's roll.")


def test_once_the_game_is_over_no_space_is_in_danger() -> None:
    before = words(written("12,center,center;5,home,home"))
    over = words(written("center,center,center;5,home,home", phase="over"))
    assert before.space_words(11) == "12 tree, also on 42: red A."
    assert before.danger_words(11) == "On 12: In danger from: blue A by 7"
    assert (over.space_words(11), over.danger_words(11)) == ("12 tree, also on 42.", "")


def test_the_middle_of_the_loop_shows_each_seats_own_tokens_and_cards() -> None:
    tokens = "home,4,captured;captured,center,home;9,11,center"
    drawn = words(written(tokens, "1,0,2", seat=2)).drawn(ASCII)
    rows = [re.split(" {2,}", plain(line).strip(" |")) for line in drawn]
    shown = {row[at]: row[at + 1 : at + 5] for row in rows for at in range(len(row) - 4)}
    assert shown["red"] == ["not in", "56", "box", "1"]
    assert shown["yellow"] == ["box", "center", "not in", "-"]
    assert shown["green"] == ["31", "29", "center", "2"]


def test_a_token_on_a_later_lap_is_drawn_with_two_capital_letters() -> None:
    lines = words(written("12+,20,home;5,home,home")).drawn(ASCII)
    drawn = "\n".join(plain(line) for line in lines)
    assert "RA" in drawn
    assert "Ra" not in drawn
    assert "Rb" in drawn


def test_at_the_end_every_seat_shows_its_own_tokens_in_the_center() -> None:
    over = words(written("center,center,center;center,home,5;out", seat=1, phase="over"))
    assert [words for _, words in over.ends()] == [
        "1st P0: 3 of 3 in the center",
        "2nd P1: 1 of 3 in the center",
        "3rd P2: out",
    ]


def test_the_description_of_a_position_numbers_spaces_as_the_board_does() -> None:
    red, blue, _ = words(written("12,20+,home;5,captured,center")).position_words()
    assert red.startswith("P0, red: A on 12 (tree); B on 20 (")
    assert ", on a later lap; C at home" in red
    assert "A on 5 (" in blue
    assert "; B captured; C in the center" in blue
