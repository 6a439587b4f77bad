"""Hints tell more each time: where to look, then the move and why, then the best moves."""

import re

import pytest

from ai.agent import Choice, Considered
from boxtui.core import CHANCE
from boxtui.games import GAMES
from boxtui.learn.hints import Hints
from boxtui.play.match import HUMAN, Match, Seat
from boxtui.views.games import words_of

REASONS = ["It does this.", "It does that."]


def at_a_choice(game: str) -> Match:
    """Return a match in which Ann has several moves to choose from."""
    match = Match(GAMES[game], {}, [Seat("Ann", HUMAN), Seat("Ben", "level1")], 11)
    state = match.state
    while state.current_player() != 0 or len(state.legal_moves()) < 2:
        chance = state.current_player() == CHANCE
        match.apply(match.dealt() if chance else state.legal_moves()[0])
    return match


def choice_at(match: Match) -> Choice:
    """Return an adviser's choice that finds the first four moves best, in this order."""
    moves = match.state.legal_moves()[:4]
    seen = tuple(Considered(move, 0.5 - 0.1 * at, 9) for at, move in enumerate(moves))
    return Choice(moves[0], seen, 9, 0.0)


def told(hints: Hints, match: Match) -> list[str]:
    return hints.words(match, words_of(match), choice_at(match), REASONS)


@pytest.mark.parametrize("game", GAMES)
def test_each_request_tells_more_and_the_next_decision_starts_over(game: str) -> None:
    match, hints = at_a_choice(game), Hints()
    words, state = words_of(match), match.state
    choice = choice_at(match)
    first = " ".join(told(hints, match))
    assert words.where_words(choice.move) in first
    assert "to win" not in first
    assert not hints.names_the_move
    move, *why = told(hints, match)
    assert move == words.hint_words(choice)
    assert why == REASONS
    assert hints.names_the_move
    for _ in range(2):
        (three,) = told(hints, match)
        assert three.startswith(f"Best: {state.move_text(choice.move)}: {words.worth_words(0.5)}; ")
        assert three.count(";") == min(len(state.legal_moves()), 3) - 1
    match.apply(choice.move)
    if len(words.choices()) > 1:
        assert "Ask again" in told(hints, match)[0]


@pytest.mark.parametrize("game", GAMES)
def test_where_to_look_doesnt_name_the_move(game: str) -> None:
    match = at_a_choice(game)
    words, state = words_of(match), match.state
    for move in state.legal_moves()[:200]:
        assert not re.search(rf"\b{re.escape(state.move_text(move))}\b", words.where_words(move))


def test_a_person_who_asked_for_the_values_of_all_moves_is_told_the_move() -> None:
    match, hints = at_a_choice("shut-the-box"), Hints()
    hints.skip_where_to_look(match)
    assert told(hints, match)[0] == words_of(match).hint_words(choice_at(match))
