"""The check that a lesson can be played through as it is written."""

from collections.abc import Iterator

from boxtui.play.match import Match
from boxtui.wording import quoted
from tutorials.decision import Decision
from tutorials.goals import PlayedMove
from tutorials.lesson import Lesson
from tutorials.pages import rules_page
from tutorials.script import (
    blaming,
    match_at_step,
    play_moves,
    play_out,
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
                raise lesson.fault(at, "rules", f"there is no rule {quoted(rule)} on the page.")
        match = match_at_step(lesson, at, "")
        play_moves(lesson, at, match)
        if step.question:
            _answer_question(lesson, at, match)


def _answer_question(lesson: Lesson, at: int, match: Match) -> None:
    """Give the answers, and play out the consequences of wrong ones. Raises `LessonFault`."""
    step = lesson.steps[at]
    question = step.question
    assert question is not None
    script = list(question.script)
    with blaming(lesson, at, "script"):
        run_script(match, script)
    first = Decision(question, match.persons()[0], match.state.clone(), tuple(script), 1)
    for number, answer in enumerate(question.answer, 1):
        if not match.by_person():
            early = f"the learner doesn't decide when answer {number} is due"
            early += "." if step.position or number > 1 else "; give the step a 'position'."
            raise lesson.fault(at, "answer", early)
        before = match.state.clone()
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
    play_out(match, script)
    if script:
        raise lesson.fault(at, "script", "the script has moves that are never reached.")
    _answer_wrong(lesson, at, first)


def _answer_wrong(lesson: Lesson, at: int, first: Decision) -> None:
    """Answer wrong in every way, here and wherever right answers lead. Raises `LessonFault`."""
    for decision in decisions_from(first):
        for which, wrong in enumerate(decision.question.wrongs):
            if wrong.at == decision.due + 1:
                _play_out(lesson, at, which, decision)


def decisions_from(first: Decision) -> Iterator[Decision]:
    """Yield a decision and those to which any right answers lead, each once."""
    waiting, seen = [first], set[str]()
    while waiting:
        decision = waiting.pop()
        if decision.state.text() not in seen:
            seen.add(decision.state.text())
            yield decision
            waiting += decision.following()


def _play_out(lesson: Lesson, at: int, which: int, decision: Decision) -> None:
    """Play out the consequences of every wrong move that a wrong answer's conditions hold for."""
    before, wrong = decision.state, decision.question.wrongs[which]
    for move in before.legal_moves():
        ahead = before.after(move)
        if wrong.when.hold(PlayedMove(before, move, ahead)) and not decision.leads(move):
            with blaming(lesson, at, "then", ("wrong", which)):
                for notation in wrong.then:
                    ahead.play(scripted_move(ahead, notation))
