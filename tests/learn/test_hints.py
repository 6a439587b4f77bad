"""Hints: each tells more, from where to look to the best moves."""

import re
from random import Random

import pytest
from hint_scripts import HINTS, REASONS
from people import ANN
from random_games import moved, play_through

from ai.agent import Choice
from boxtui.games import GAMES
from boxtui.learn.hints import Hints
from boxtui.play.match import Match
from boxtui.views.games import words_of


@pytest.mark.parametrize("name", HINTS.texts())
def test_hints_say_what_their_script_says(name: str) -> None:
    assert HINTS.now(name) == HINTS.texts()[name]


def told(hints: Hints, match: Match) -> str:
    choice = Choice(match.state.legal_moves()[0], (), 1)
    return " ".join(hints.words(words_of(match), choice, REASONS))


def test_another_decision_after_as_many_moves_starts_over() -> None:
    hints, begun = Hints(), Match(GAMES["box"], {"balance": "none"}, [ANN, ANN], 1)
    for mark in ("a1", "b2"):
        match = moved(begun.until(0), mark)
        assert "Ask again" in told(hints, match)
        assert "Ask again" not in told(hints, match)


def test_what_reasons_are_measured_in_is_said_once_also_if_another_match_follows() -> None:
    match, hints = moved(Match(GAMES["kimbo"], {}, [ANN, ANN], 1), "6 5", "2 1"), Hints()
    for is_first in (True, False):
        assert "Ask again" in told(hints, match)
        assert ("dice, not squares" in told(hints, match)) == is_first
        hints.begin()


@pytest.mark.parametrize("key", GAMES)
def test_where_to_look_doesnt_name_the_move(key: str) -> None:
    match = Match(GAMES[key], {}, [ANN, ANN], 7)
    for _ in play_through(match, Random(7), 60):
        state, words = match.state, words_of(match)
        for move in state.legal_moves()[:200] if state.current_player() >= 0 else ():
            text = re.escape(state.move_text(move))
            assert not re.search(rf"\b{text}\b", words.where_words(move))
