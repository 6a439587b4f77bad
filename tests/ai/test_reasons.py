"""Why a move is worse than the best one: sentences that were reviewed, and what holds for all."""

from random import Random

import pytest
from reviewed_reasons import as_said, reviewed

from ai.levels import ROSTERS
from boxtui.core import CHANCE, OVER
from boxtui.games import GAMES

PARAGRAPHS = reviewed()


@pytest.mark.parametrize("claim", PARAGRAPHS)
def test_the_reasons_are_those_that_were_reviewed(claim: str) -> None:
    assert as_said(PARAGRAPHS[claim]) == PARAGRAPHS[claim]


@pytest.mark.parametrize("key", GAMES)
def test_every_decision_has_reasons_that_are_sentences_and_fit(key: str) -> None:
    state, rng, why = GAMES[key].start({}, 2), Random(3), ROSTERS[key].puzzles.reasons
    decisions = 0
    while state.current_player() != OVER and decisions < 15:
        if state.current_player() != CHANCE:
            decisions += 1
            moves = state.legal_moves()
            told = why(state, moves[0], moves[-1]) + why(state, moves[0], moves[0])
            assert all(words.endswith(".") and len(words) < 160 for words in told)
        state.play(state.random_move(rng))
