"""The number of ways to play the exercise of a lesson."""

from boxtui.core import CHANCE, State
from boxtui.play.match import Match
from tutorials.lesson import Step


def decisions_of(step: Step) -> int:
    """Return how many decisions the answer of an exercise has."""
    return len(step.question.answer) if step.question else 0


def ways(match: Match, decisions: int) -> int:
    """Return the number of ways to play up to `decisions` moves of this turn without resigning."""
    return _ways(match, match.state, decisions)


def _ways(match: Match, state: State, decisions: int) -> int:
    player = state.current_player()
    decides = match.is_human(player) or (player == CHANCE and match.by_hand)
    if not decisions or not decides:
        return 1
    moves = match.game.choices(state)
    if decisions == 1:
        return len(moves)
    return sum(_ways(match, state.after(move), decisions - 1) for move in moves)
