"""Why a move is worse than the best one: sentences that were reviewed, and what holds for all."""

import pytest
from random_games import some_decisions
from reviewed_reasons import as_said, reviewed

from ai.levels import ROSTERS
from boxtui.games import GAMES

PARAGRAPHS = reviewed()


@pytest.mark.parametrize("claim", PARAGRAPHS)
def test_the_reasons_are_those_that_were_reviewed(claim: str) -> None:
    assert as_said(PARAGRAPHS[claim]) == PARAGRAPHS[claim]


@pytest.mark.parametrize("key", GAMES)
def test_every_decision_has_reasons_that_are_sentences_and_fit(key: str) -> None:
    why = ROSTERS[key].puzzles.reasons
    for state in some_decisions(lambda: GAMES[key].start({}, 2), 15):
        moves = state.legal_moves()
        told = why(state, moves[0], moves[-1]) + why(state, moves[0], moves[0])
        assert all(words.endswith(".") and len(words) < 160 for words in told)
