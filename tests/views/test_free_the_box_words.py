"""Free the Box's text about moves before they are made, and about spaces."""

from typing import cast

import pytest
from free_the_box_play import GAME, written

from boxtui.core import Game
from boxtui.games.free_the_box.game import BOARD, on_board
from boxtui.lines import ASCII, plain
from boxtui.plain.words import help_lines
from boxtui.play.match import HUMAN, Seat, match_at
from boxtui.views.free_the_box import FreeTheBoxWords
from boxtui.views.games import words_of

HOME = "home,home,home"
RISKS = ("Safe", "In reach")


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
def test_a_word_that_moves_nobody_along_the_loop_tells_no_risk(
    move: str, phase: str, carrier: str
) -> None:
    told = said("4,captured,home;45,home,home", move, "1,0", phase=phase, carrier=carrier)
    assert not any(risk in told for risk in RISKS)


def test_ftb_19_a_jump_tells_no_risk_though_an_opponent_stands_on_that_space() -> None:
    told = said("58,home,home;60,home,home", "A", phase="move", die=2)
    assert "FREE THE BOX!" in told
    assert not any(risk in told for risk in RISKS)


def test_ftb_12_before_a_card_is_drawn_nothing_is_called_safe() -> None:
    assert said(f"1,home,home;{HOME}", "A", phase="move", die=3).endswith("draws a card.")


@pytest.mark.parametrize(
    ("phase", "carrier", "told"),
    [("draw", "A", "What was drawn, as in: free-the-box"), ("roll", "-", "What fell (a die")],
)
def test_help_where_a_card_is_entered_by_hand_speaks_of_no_die(
    phase: str, carrier: str, told: str
) -> None:
    asked = words(written(f"4,home,home;{HOME}", phase=phase, carrier=carrier))
    assert next(help_lines({}, asked)).startswith(told)


def test_ftb_10_entering_is_safe() -> None:
    assert said(f"{HOME};{HOME}", "enter", phase="move", die=2).endswith("Safe (FTB-10).")


def test_ftb_9_a_token_that_a_move_captures_is_no_risk_after_it() -> None:
    """On a board whose first two hiding spaces are houses, blue on 2 would reach the one on 3."""
    game = on_board(BOARD.replace(b'"house", "garage"', b'"house", "house"', 1))
    of = words(written("1,home,home;2,31,home", phase="move", die=2), game)
    assert of.move_words(0).endswith("captures blue A on 2 (FTB-9). In reach of blue B by 1.")


def test_where_no_roll_leads_that_is_said_of_rolls_alone() -> None:
    told = said("1,home,home;45,home,home", "A", phase="move", die=1)
    assert told.endswith("(house). In reach of no opponent's roll.")


def test_once_the_game_is_over_no_space_is_in_reach_of_a_roll() -> None:
    before = words(written("12,center,center;5,home,home"))
    over = words(written("center,center,center;5,home,home", phase="over"))
    assert before.space_words(11) == "12 tree, also on 42: red A. In reach of blue A by 7."
    assert over.space_words(11) == "12 tree, also on 42."


def test_the_middle_of_the_loop_shows_each_seats_own_tokens_and_cards() -> None:
    tokens = "home,4,captured;captured,center,home;9,11,center"
    drawn = words(written(tokens, "1,0,2", seat=2)).drawn(ASCII)
    rows = [plain(line).split() for line in drawn]
    shown = {row[at]: row[at + 1 : at + 5] for row in rows for at in range(len(row) - 4)}
    assert shown["red"] == ["A", "C", "-", "1"]
    assert shown["yellow"] == ["C", "A", "B", "-"]
    assert shown["green"] == ["-", "-", "C", "2"]
