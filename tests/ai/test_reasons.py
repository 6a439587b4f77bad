"""Why a move is worse than the best one: the sentences in `reasons.txt`, which were reviewed.

Each paragraph there is a claim, a position and, for each pair of a move and the best one, what is
said.
"""

from pathlib import Path
from random import Random

import pytest

from ai.levels import ROSTERS
from boxtui.core import CHANCE, OVER
from boxtui.games import GAMES

REVIEWED = Path(__file__).with_suffix("").with_name("reasons.txt").read_text("utf-8")
PARAGRAPHS = dict(each.split("\n", 1) for each in REVIEWED.strip().split("\n\n"))


@pytest.mark.parametrize("claim", PARAGRAPHS)
def test_the_reasons_are_those_that_were_reviewed(claim: str) -> None:
    position, *lines = PARAGRAPHS[claim].split("\n")
    key, text = position.split(" ", 1)
    state, told = GAMES[key].parse(text), list[str]()
    for pair in [line for line in lines if not line.startswith("  ")]:
        move, best = map(state.read_move, pair.split(" -> "))
        told += [pair, *(f"  {each}" for each in ROSTERS[key].puzzles.reasons(state, move, best))]
    assert told == lines


@pytest.mark.parametrize("key", GAMES)
def test_every_decision_has_reasons_that_are_sentences_and_fit(key: str) -> None:
    state, rng, why = GAMES[key].start({}, 2), Random(3), ROSTERS[key].puzzles.reasons
    for _ in range(50):
        if state.current_player() == OVER:
            break
        if state.current_player() != CHANCE:
            moves = state.legal_moves()
            told = why(state, moves[0], moves[-1]) + why(state, moves[0], moves[0])
            assert all(words.endswith(".") and len(words) < 160 for words in told)
        state.play(state.random_move(rng))
