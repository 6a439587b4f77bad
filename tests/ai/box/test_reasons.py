"""The reasons given for a mark that is worse than the best one."""

from random import Random

from box_games import marked, start

from ai.box.reasons import reasons
from boxtui.games.box.state import Box


def said(state: Box, move: str, best: str) -> list[str]:
    return reasons(state, state.read_move(move), state.read_move(best))


def test_a_box_not_claimed_and_a_box_given_away_are_named() -> None:
    """White is to move; black has three corners of d4-g6."""
    state = marked("d4 g4 d6", "a2 b2", size=6)
    assert said(state, "a7", "g6") == [
        "After a7 the other player completes d4-g6: 6 squares.",
        "g6 stops d4-g6: 6 squares.",
    ]


def test_a_claim_is_described_with_its_boxes() -> None:
    state = marked("d4 g4 d6", "a1 a2 b1", size=6)
    assert said(state, "f1", "g6") == [
        "After f1 the other player completes a1-b2: 1 square.",
        "g6 claims d4-g6: 6 squares.",
    ]
    assert said(state, "g6", "g6") == ["g6 claims d4-g6: 6 squares."]


def test_two_threats_at_once_are_described() -> None:
    state = marked("a1 c1 d4", "g7 g6 f1", size=6)
    assert said(state, "g2", "a4")[-1] == "a4 threatens a1-d4: 9 squares, and more elsewhere."


def test_where_nothing_is_near_the_open_boxes_are_counted() -> None:
    state = marked("d4", "a1", size=6)
    assert said(state, "a2", "d5") == [
        "After a2 1 open box would have two corners or three.",
        "After d5 6 open boxes would have two corners or three.",
    ]


def test_the_best_mark_is_described_by_its_advantages() -> None:
    state = marked("d4", "a1", size=6)
    assert said(state, "d5", "d5") == ["After d5 6 open boxes would have two corners or three."]


def test_reasons_that_speak_for_the_worse_mark_say_that_what_follows_outweighs_them() -> None:
    state = marked("d4 g4 d6", "a1 a2 b1", size=6)
    assert said(state, "g6", "f1") == [
        "g6 claims d4-g6: 6 squares.",
        "After g6 the other player completes a1-b2: 1 square.",
        "What follows outweighs that.",
    ]


def test_box_20_resigning_is_described_as_losing() -> None:
    state = marked("d4", "a1", size=6)
    assert said(state, "resign", "d5") == ["Resigning loses the game (BOX-20)."]


def test_every_position_of_a_game_has_sentences_that_fit() -> None:
    rng = Random(3)
    for options in ({"size": 8}, {"size": 6, "claiming": "by hand"}):
        state = start(**options)
        while state.current_player() >= 0:
            moves = [move for move in state.legal_moves() if move < state.grid.points]
            if moves:
                told = reasons(state, moves[0], moves[-1]) + reasons(state, moves[0], moves[0])
                assert all(words.endswith(".") and len(words) < 110 for words in told)
            else:
                assert reasons(state, state.legal_moves()[0], state.legal_moves()[0]) == []
            state.play(state.random_move(rng))
