"""Why a move is worse than the best one: sentences that were reviewed, and what holds for all."""

import re

import pytest
from random_games import some_decisions
from reviewed_reasons import as_said, reviewed

from ai.levels import ROSTERS
from ai.roster import no_reasons
from ai.shared.reasons import LATER, OUTWEIGHED, with_conclusion
from boxtui.games import GAMES

PARAGRAPHS = reviewed()

WITH_REASONS = [key for key in GAMES if ROSTERS[key].reasons is not no_reasons]

FEW = {"kimbo": (8, 0.1, 56)}
"""Which decisions are explained, if that is slow: how many, how often, and from which games.

In two of these, other fences change nothing else.
"""

IN_OTHER_WORDS = re.compile(
    r"^(?:With the fences left as they are|After \S+ to \S+|[a-o]\d+-\S+)(?=[ ,])"
)
"""The beginning of a sentence on a move of Kimbo, which isn't named by its notation."""


@pytest.mark.parametrize("claim", PARAGRAPHS)
def test_the_reasons_are_those_that_were_reviewed(claim: str) -> None:
    assert as_said(PARAGRAPHS[claim]) == PARAGRAPHS[claim]


@pytest.mark.parametrize("key", WITH_REASONS)
def test_every_decision_has_reasons_that_are_sentences_and_fit(key: str) -> None:
    why = ROSTERS[key].reasons
    for state in some_decisions(lambda: GAMES[key].start({}, 2), 15):
        moves = state.legal_moves()
        told = why(state, moves[0], moves[-1])
        assert told
        told += why(state, moves[0], moves[0])
        assert all(words.endswith(".") and len(words) < 160 for words in told)


@pytest.mark.parametrize("key", WITH_REASONS)
def test_what_is_the_same_of_both_moves_is_no_reason(key: str) -> None:
    why, compared = ROSTERS[key].reasons, 0
    for state in some_decisions(lambda: GAMES[key].start({}, 2), *FEW.get(key, (60, 0.3))):
        *others, best = [each for each in state.legal_moves() if each != GAMES[key].resignation]
        for move in others[:3]:
            told, names = why(state, move, best), [state.move_text(each) for each in (move, best)]
            rests = []
            for sentence in told:
                for name in names:
                    sentence = sentence.replace(f"{name} ", "").replace(f"{name},", "")
                rests.append(IN_OTHER_WORDS.sub("", sentence))
            assert len(set(rests)) == len(rests)
            compared += len(told) > 1
    assert compared > 10


def test_figures_that_favor_the_worse_move_or_neither_arent_taken_for_a_reason() -> None:
    one, two, same = (
        ("a", " takes 1.", (1.0,)),
        ("b", " takes 2.", (2.0,)),
        ("c", " takes 1.", (1.0,)),
    )
    assert with_conclusion([one, two]) == ["a takes 1.", "b takes 2."]
    assert with_conclusion([two, one]) == ["b takes 2.", "a takes 1.", OUTWEIGHED]
    assert with_conclusion([one, same]) == [LATER]
    assert with_conclusion([one]) == ["a takes 1."]
    assert with_conclusion([one, two], unnoticed=(0.9,))[2:] == []
    assert with_conclusion([one, two], unnoticed=(1.0,))[2:] == [LATER]
    assert with_conclusion([two, one], unnoticed=(1.0,))[2:] == [LATER]
