"""What a lesson's file has played in a match: the moves of its steps, in notation."""

from ai.agent import HUMAN
from boxtui.core import State
from boxtui.games import GAMES
from boxtui.play.match import YOU, Match, Seat, match_at
from tutorials.goals import Conditions, PlayedMove
from tutorials.lesson import ANY_MOVE, LEARNER, Lesson, Step


def match_at_step(lesson: Lesson, at: int, learner: str) -> Match:
    """Return the match that a step begins with.

    It begins at the step's own position or, without one, where the step before ends after its
    answers.
    """
    first = at
    while first and not lesson.steps[first].position:
        first -= 1
    players = lesson.steps[first].players
    seats = [
        Seat(f"{learner}{YOU}", HUMAN) if name == LEARNER else Seat(name, "level1")
        for name in players
    ]
    match = match_at(GAMES[lesson.game], lesson.steps[first].position, seats)
    for step in lesson.steps[first:at]:
        _play_through(step, match)
    begun = match_at(match.game, match.state.text(), seats)
    question = lesson.steps[at].question
    begun.by_hand = question is not None and question.by_hand
    return begun


def _play_through(step: Step, match: Match) -> None:
    """Play the moves of a step, and then the answers to its question."""
    for play in step.plays:
        play_notation(match, play.move)
    if step.question:
        script = list(step.question.script)
        run_script(match, script)
        for answer in step.question.answer:
            play_notation(match, answer)
            run_script(match, script)


def play_notation(match: Match, notation: str) -> None:
    """Play the move of a notation. Raises GameError if it can't be played."""
    match.play(match.state.read_move(notation))


def scripted_move(state: State, notation: str) -> int:
    """Return the move of a notation, or the first legal one if any will do."""
    moves = state.legal_moves() if notation == ANY_MOVE else []
    return moves[0] if moves else state.read_move(notation)


def reaches(goal: Conditions, before: State, move: int, *after: State) -> bool:
    """Whether the goal is reached by a move itself or by what the script then plays.

    `after` has the position after the move, and the one after the script if that goes on.
    """
    return any(goal.hold(PlayedMove(before, move, each)) for each in after)


def run_script(match: Match, script: list[str]) -> None:
    """Play from the front of `script` what others and chance do, up to the learner's decision."""
    while script and not match.by_person():
        play_notation(match, script.pop(0))
