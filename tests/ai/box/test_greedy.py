"""The greedy mark of Box, compared with playing out every mark and every reply."""

from collections.abc import Iterator

import pytest
from box_games import marked
from box_positions import decisions, turn_ends

from ai.box.evaluation import evaluate
from ai.box.heuristic import greediest
from ai.box.pattern_weights import REGRESSION
from ai.box.players import board_at
from boxtui.core import OptionValue
from boxtui.games.box.position import MARKING
from boxtui.games.box.state import Box


def won(state: Box, point: int) -> float:
    return turn_ends(state, point).scores()[state.seat] - state.scores()[state.seat]


def marks(state: Box) -> list[int]:
    if state.phase != MARKING:
        return []
    return [move for move in state.legal_moves() if move < state.grid.points]


def worth(state: Box, point: int) -> float:
    """Return the squares won minus the most that any reply wins, by playing every reply."""
    after = turn_ends(state, point)
    return won(state, point) - max([won(after, reply) for reply in marks(after)], default=0.0)


def positions(options: dict[str, OptionValue]) -> Iterator[Box]:
    """Yield every eighth decision of two random games in which a mark can be made."""
    for seed in range(2):
        yield from (state for state in list(decisions(options, seed))[::8] if marks(state))


@pytest.mark.parametrize("claiming", ["automatic", "by hand"])
def test_no_mark_is_greedier(claiming: str) -> None:
    for state in positions({"size": 6, "claiming": claiming}):
        board, color = board_at(state), state.color_of(state.seat)
        chosen = greediest(board, color, list(board.empty()))
        worths = {point: worth(state, point) for point in marks(state)}
        assert worths[chosen] == max(worths.values())
        _, scores = evaluate(board, color, REGRESSION)
        equal = [point for point in board.empty() if worths[point] == max(worths.values())]
        assert scores[chosen] == max(scores[point] for point in equal)


def test_only_a_mark_that_the_player_notices_is_chosen() -> None:
    state = marked("d4 g4 d6 a7", "a1 c1 a2 f2", size=6)
    board = board_at(state)
    seen = [point for point in board.empty() if point % 3 == 0]
    assert greediest(board, 0, seen) in seen
    assert state.move_text(greediest(board, 0, list(board.empty()))) == "g6"


@pytest.mark.parametrize(
    ("white", "best"),
    [
        # Black threatens six squares, white two; white can block on the corner or inside.
        ("a1 c1 a2", ("g6", "e5", "f5")),
        # White's b2-e5 covers some squares of d4-g6, so black has no threat left.
        ("b2 e2 b5", ("g6", "e5")),
    ],
)
def test_stopping_more_than_one_win_is_greedier(white: str, best: tuple[str, ...]) -> None:
    state = marked("d4 g4 d6 a7", white)
    board = board_at(state)
    assert state.move_text(greediest(board, 1, list(board.empty()))) in best
