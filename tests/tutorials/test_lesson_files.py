"""A lesson's file is read strictly: whatever is wrong names the file and the line."""

import re

import pytest
from answers import SOUND, cases, refused_lesson

from boxtui.commands import main as cli
from tutorials import lesson
from tutorials.errors import LessonFault
from tutorials.lesson import read_lesson
from tutorials.pages import decoded
from tutorials.runner import Phase, Runner


def test_a_good_file_is_read_whole() -> None:
    sound = read_lesson("shut-the-box", SOUND, "lessons/test.toml")
    first, second = sound.steps
    assert (first.name, first.say) == ("first", 'Two lines kind = "nothing", being text.')
    assert first.question is not None
    assert first.question.wrongs[0].then == ("6 2",)
    assert second.position == ""
    assert sound.learned == "That is all."


def test_mistakes_are_refused_as_written() -> None:
    """With the file and the line or the step."""
    for given, said in cases("tutorials/faulty/answers.txt"):
        assert refused_lesson(given) == said != "accepted"


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


@pytest.mark.parametrize(
    ("old", "new", "line"), [("scoring=digits", "zzz", 9), ('["You"]', '["You", "Rosa"]', 10)]
)
def test_a_lesson_that_cannot_begin_is_refused_and_not_as_wrong_usage(
    old: str,
    new: str,
    line: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = SOUND.replace(old, new)
    assert text != SOUND
    monkeypatch.setattr(lesson, "content_of", lambda *_: text.encode())
    lesson.lesson_of.cache_clear()
    try:
        assert cli.main(["learn", "shut-the-box", "--plain"]) == 1
    finally:
        lesson.lesson_of.cache_clear()
    told = capsys.readouterr()
    assert "your move" not in told.out
    assert re.fullmatch(rf"boxtui: tutorials/\w+/lesson.toml, line {line}: .+\n", told.err)


def test_a_file_that_is_not_text_is_refused_with_its_line() -> None:
    with pytest.raises(LessonFault, match=r"^x/lesson.toml, line 2: the file isn't text in UTF-8"):
        decoded(b"title = 'x'\n\xff", "x/lesson.toml")


def test_an_answer_may_be_written_in_another_order() -> None:
    other = read_lesson("shut-the-box", SOUND.replace('["4+1"]', '["1 4"]'), "lessons/test.toml")
    runner = Runner(other, "Ann")
    runner.attempt(runner.state.read_move("4+1"))
    assert runner.phase is Phase.SOLVED
