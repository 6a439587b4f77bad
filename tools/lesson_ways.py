"""The number of ways to play the exercise of a lesson."""

from boxtui.core import CHANCE, State
from boxtui.play.match import Match
from boxtui.views.games import words_of
from tutorials.lesson import Step


def decisions_of(step: Step) -> int:
    """Return how many decisions the answer of an exercise has."""
    return len(step.question.answer) if step.question else 0


def ways(match: Match, decisions: int) -> int:
    """Return the number of ways for the learner to play up to `decisions` moves of this turn."""
    return _ways(match, match.state, decisions)


def _ways(match: Match, state: State, decisions: int) -> int:
    player = state.current_player()
    decides = match.is_human(player) or (player == CHANCE and match.by_hand)
    if not decisions or not decides:
        return 1
    moves = state.legal_moves() if state is not match.state else words_of(match).choices()
    if decisions == 1:
        return len(moves)
    return sum(_ways(match, state.after(move), decisions - 1) for move in moves)
