"""The check that a lesson can be played through as it is written."""

from boxtui.core import GameError
from boxtui.play.match import Match
from boxtui.wording import counted
from tutorials.errors import LessonFault
from tutorials.goals import PlayedMove
from tutorials.lesson import LEARNER, Lesson, Question, Step, WrongAnswer
from tutorials.pages import rules_page
from tutorials.script import (
    match_at_step,
    play_notation,
    reaches,
    run_script,
    scripted_move,
)


def verify(lesson: Lesson) -> None:
    """Play a lesson through as it is written. Raises `LessonFault` if that isn't possible."""
    numbers = {rule.number for rule in rules_page(lesson.game).rules}
    for at, step in enumerate(lesson.steps):
        try:
            wrong = _fault_of(step, match_at_step(lesson, at, ""), numbers)
        except GameError as refusal:
            wrong = str(refusal)
        if wrong:
            raise LessonFault(f"{lesson.file}, step {step.name!r}: {wrong}")


def _fault_of(step: Step, match: Match, numbers: set[str]) -> str:
    """Play a step through; return what is wrong with it, or ""."""
    for rule in step.rules:
        if rule not in numbers:
            return f"there is no rule {rule!r} on the page."
    if len(match.seats) != match.state.seats or len(match.persons()) != 1:
        players = counted(match.state.seats, "player")
        return f"this position needs {players}, exactly one of them {LEARNER!r}."
    for play in step.plays:
        play_notation(match, play.move)
    return _fault_of_question(step.question, match) if step.question else ""


def _fault_of_question(question: Question, match: Match) -> str:
    script = list(question.script)
    run_script(match, script)
    for number, answer in enumerate(question.answer, 1):
        if not match.by_person():
            return f"the learner doesn't decide when answer {number} is due."
        before = match.state.clone()
        for wrong in question.wrongs:
            if wrong.at == number:
                _play_out(wrong, match)
        move = match.state.read_move(answer)
        match.play(move)
        at_once = match.state.clone()
        run_script(match, script)
        solved = reaches(question.goal, before, move, at_once, match.state)
        if solved != (number == len(question.answer)):
            return f"answer {number} {'reaches' if solved else 'misses'} the goal."
    return "the script has moves that are never reached." if script else ""


def _play_out(wrong: WrongAnswer, match: Match) -> None:
    """Play out the consequences of every move that `wrong` answers. Raises `GameError`."""
    before = match.state
    for move in before.legal_moves():
        ahead = before.after(move)
        if wrong.when.hold(PlayedMove(before, move, ahead)):
            for notation in wrong.then:
                ahead.play(scripted_move(ahead, notation))
