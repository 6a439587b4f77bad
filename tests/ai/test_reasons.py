"""Why a move is worse than the best one: sentences that were reviewed, and what holds for all."""

import re
from dataclasses import replace

import pytest
from free_the_box_play import written
from random_games import some_decisions
from reviewed_reasons import as_said, reviewed

from ai.agent import Choice, Considered
from ai.levels import ROSTERS
from ai.roster import no_reasons
from ai.shared.reasons import LATER, OUTWEIGHED, unclear, with_conclusion
from boxtui.games import GAMES

PARAGRAPHS = reviewed()

WITH_REASONS = [key for key in GAMES if ROSTERS[key].reasons is not no_reasons]

FEW = {"kimbo": (8, 0.1, 56)}
"""Which decisions are explained, if that is slow: how many, how often, and from which games.

In two of these, other fences change nothing else.
"""

IN_OTHER_WORDS = re.compile(r"^[a-o]\d+-\S+(?=[ ,])")
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


@pytest.mark.parametrize("key", WITH_REASONS)
def test_a_drawback_of_a_move_fits_and_doesnt_tell_the_best_one(key: str) -> None:
    drawback, told = ROSTERS[key].drawback, 0
    for state in some_decisions(lambda: GAMES[key].start({}, 2), *FEW.get(key, (60, 0.3))):
        *others, best = [each for each in state.legal_moves() if each != GAMES[key].resignation]
        assert drawback(state, best, best) == ""
        name = state.move_text(best)  # that of a single tile is also a number of rolls
        for move in others[:3]:
            if words := drawback(state, move, best):
                told += 1
                assert words.endswith(".")
                assert len(words) < 160
                assert name.isdigit() or not re.search(rf"\b{re.escape(name)}\b", words)
    assert told > 5


@pytest.mark.parametrize(
    ("claim", "best", "as_good", "ends"),
    [
        (
            "# A danger that is the same after all moves is no reason for any",
            "A:57-59",
            ["B:31-33"],
            (
                "Your tokens are in hardly any danger after every move. Any move will do.",
                "after every move. Why A:57-59 is best becomes clear only later.",
            ),
        ),
        (
            "# All other moves leave tokens in danger: that outweighs the lap",
            "A:59-7",
            ["B:27-35", "C:18-26"],
            (
                "after A:59-7, 13%.",  # B:27-35 loses no lap, which has been said
                "you may lose A (about 12%).",
            ),
        ),
        (
            "# A capture, and what stays in danger",
            "B:1-2",
            ["A:3-4"],
            ("A:3-4 makes up for the difference with the card or later.", "draws (FREE THE BOX)."),
        ),
        (
            "# A move whose worth shows by the next throw, and one that gains more",
            "5 i15-m14",
            ["5 c2-h2"],
            ("about 56% of rolls can capture you on c11.", "7.7 dice after c2-h2."),
        ),
    ],
)
def test_a_hint_doesnt_speak_against_moves_that_are_about_as_good(
    claim: str, best: str, as_good: list[str], ends: tuple[str, str]
) -> None:
    key, text = PARAGRAPHS[claim].split("\n")[0].split(" ", 1)
    state, why = GAMES[key].parse(text), ROSTERS[key].reasons
    move, *others = map(state.read_move, (best, *as_good))
    told = [why(state, move, move, alike) for alike in (others, [])]
    for sentences, end in zip(told, ends, strict=True):
        assert " ".join(sentences).endswith(end)
    choice = Choice(move, tuple(Considered(each, 0.5, 9) for each in (move, *others)), 9)
    assert ROSTERS[key].advised(choice, state) == (move, told[0])


@pytest.mark.parametrize(("white", "told"), [(0.5, False), (0.4, True)])
def test_a_hint_says_that_a_color_is_worth_more_if_it_clearly_is(white: float, told: bool) -> None:
    state = GAMES["box"].start({"first": "seat 1"}, 2)
    state.play(state.read_move("black f6"))
    black = state.read_move("take black")
    seen = (Considered(black, 0.5, 9), Considered(state.read_move("take white"), white, 9))
    why = ["Here the first mark is worth more than marking next (BOX-12)."]
    assert ROSTERS["box"].advised(Choice(black, seen, 18), state) == (black, why * told)


@pytest.mark.parametrize(("visits", "is_advised"), [(10, True), (9, False)])
def test_a_move_is_advised_instead_only_if_it_was_visited_a_quarter_as_often(
    visits: int, is_advised: bool
) -> None:
    state = GAMES["box"].start({}, 2)
    best, other = state.legal_moves()[:2]
    roster = replace(
        ROSTERS["box"],
        reasons=lambda state, move, *_: [unclear() if move == best else "It wins."],
        seldom=100.0,
    )
    choice = Choice(best, (Considered(best, 0.5, 40), Considered(other, 0.5, visits)), 50)
    assert (roster.advised(choice, state)[0] == other) == is_advised


def test_what_makes_up_for_the_drawbacks_of_two_moves_is_said_once() -> None:
    text = written("30,38,34;3,home,home", phase="move", die=3)
    state = GAMES["free-the-box"].parse(text)
    best, *others = [state.read_move(each) for each in ("B:38-41", "A:30-33", "C:34-37")]
    told = ROSTERS["free-the-box"].reasons(state, best, best, others)
    assert told[-1] == "A:30-33 and C:34-37 make up for the difference later."
    assert not any("makes up" in each for each in told)


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
