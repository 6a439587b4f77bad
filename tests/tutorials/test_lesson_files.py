"""A lesson's file is read strictly: whatever is wrong names the file and the line."""

import pytest
from faulty_lessons import ANSWERS, SOUND, answers

from tutorials.errors import LessonFault
from tutorials.lesson import read_lesson
from tutorials.runner import Phase, Runner


def test_a_good_file_is_read_whole() -> None:
    lesson = read_lesson("shut-the-box", SOUND, "lessons/test.toml")
    first, second = lesson.steps
    assert (first.name, first.say) == ("first", 'Two lines kind = "nothing", being text.')
    assert first.question is not None
    assert first.question.wrongs[0].then == ("6 2",)
    assert second.position == ""
    assert lesson.learned == "That is all."


def test_mistakes_are_refused_as_written() -> None:
    """With the file and the line or the step."""
    assert answers() == ANSWERS.read_text("utf-8")
    assert "-> accepted" not in answers()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("title = 'x'\nlearned = \n", r"lessons/test.toml can't be read: .*line 2"),
        ("a = " + "[" * 20_000, "can't be read"),
        ("title = 'x'\nlearned = 'y'\n", "first step has no 'position'"),
        ('# a comment with """ in it\ntitel = 1\n', "line 2: "),
        ("[[ step ]]\nx = '''\n[[step]]\n'''\ntitel = 1\n", "line 5: |line 1: "),
    ],
    ids=["no TOML", "nested", "no position", "after a comment", "after a text"],
)
def test_a_file_that_is_no_lesson_is_refused_with_its_line(text: str, says: str) -> None:
    with pytest.raises(LessonFault, match=says):
        read_lesson("shut-the-box", text, "lessons/test.toml")


def test_an_answer_may_be_written_in_another_order() -> None:
    lesson = read_lesson("shut-the-box", SOUND.replace('["4+1"]', '["1 4"]'), "lessons/test.toml")
    runner = Runner(lesson, "Ann")
    runner.attempt(runner.state.read_move("4+1"))
    assert runner.phase is Phase.SOLVED
