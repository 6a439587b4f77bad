"""The check that a lesson can be played through as it is written."""

from boxtui.play.match import Match
from tutorials.goals import PlayedMove
from tutorials.lesson import Lesson
from tutorials.pages import rules_page
from tutorials.script import (
    blaming,
    match_at_step,
    play_moves,
    reaches,
    run_script,
    scripted_move,
)


def verify(lesson: Lesson) -> None:
    """Play a lesson through as it is written. Raises `LessonFault` if that isn't possible."""
    numbers = {rule.number for rule in rules_page(lesson.game).rules}
    for at, step in enumerate(lesson.steps):
        for rule in step.rules:
            if rule not in numbers:
                raise lesson.fault(at, "rules", f"there is no rule {rule!r} on the page.")
        match = match_at_step(lesson, at, "")
        play_moves(lesson, at, match)
        if step.question:
            _answer_question(lesson, at, match)


def _answer_question(lesson: Lesson, at: int, match: Match) -> None:
    """Give the answers, and play out the consequences of wrong ones. Raises `LessonFault`."""
    question = lesson.steps[at].question
    assert question is not None
    script = list(question.script)
    with blaming(lesson, at, "script"):
        run_script(match, script)
    for number, answer in enumerate(question.answer, 1):
        if not match.by_person():
            early = f"the learner doesn't decide when answer {number} is due."
            raise lesson.fault(at, "answer", early)
        before = match.state.clone()
        for which in range(len(question.wrongs)):
            if question.wrongs[which].at == number:
                _play_out(lesson, at, which, match)
        with blaming(lesson, at, "answer"):
            move = match.state.read_move(answer)
            match.play(move)
        at_once = match.state.clone()
        with blaming(lesson, at, "script"):
            run_script(match, script)
        solved = reaches(question.goal, before, move, at_once, match.state)
        if solved != (number == len(question.answer)):
            outcome = f"answer {number} {'reaches' if solved else 'misses'} the goal."
            raise lesson.fault(at, "answer", outcome)
    if script:
        raise lesson.fault(at, "script", "the script has moves that are never reached.")


def _play_out(lesson: Lesson, at: int, which: int, match: Match) -> None:
    """Play out the consequences of every move that a wrong answer's conditions hold for."""
    question, before = lesson.steps[at].question, match.state
    assert question is not None
    wrong = question.wrongs[which]
    for move in before.legal_moves():
        ahead = before.after(move)
        if wrong.when.hold(PlayedMove(before, move, ahead)):
            with blaming(lesson, at, "then", ("wrong", which)):
                for notation in wrong.then:
                    ahead.play(scripted_move(ahead, notation))
