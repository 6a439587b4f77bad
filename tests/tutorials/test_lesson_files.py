"""A lesson's file is read strictly: whatever is wrong names the file and the line."""

import re

import pytest

from tutorials.lesson import read_lesson
from tutorials.lines import LessonFault
from tutorials.runner import Phase, Runner
from tutorials.verify import verify

FILE = "lessons/test.toml"

GOOD = '''title = "Shut-the-Box"
learned = "That is all."

[[step]]
name = "first"
title = "Laying down"
kind = "ask"
rules = ["STB-3"]
position = "scoring=digits stake=0 round=1 first=1 scores=- phase=lay seat=1 up=1,4,5,9 dice=3+2"
players = ["You"]
say = """
Two lines
kind = "nothing", being text.
"""
ask = "Lay down 5 with two tiles."
goal = { parts = 2 }
answer = ["4+1"]
script = []
right = "Right."

[[step.hint]]
say = "Look."
look = ["tile 4"]

[[step.wrong]]
when = { plays = ["5"] }
say = "One tile."
then = ["6 2"]

[[step]]
name = "second"
title = "And on"
kind = "say"
rules = ["STB-5"]
say = "Roll again."
'''


def test_a_good_file_is_read_whole() -> None:
    lesson = read_lesson("shut-the-box", GOOD, FILE)
    first, second = lesson.steps
    assert (first.name, first.say) == ("first", 'Two lines kind = "nothing", being text.')
    assert first.question is not None
    assert first.question.wrongs[0].then == ("6 2",)
    assert second.position == ""
    assert lesson.learned == "That is all."


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (
            "learned =",
            "learnt =",
            "'learnt' is not allowed here; allowed are: title, learned, step",
        ),
        ('title = "And on"', "titel = 1", "'titel' is not allowed here"),
        ("look =", "look_at =", "'look_at' is not allowed here; allowed are: say, look"),
        ("then =", "than =", "'than' is not allowed here"),
        ('kind = "say"', 'kind = "tell"', "no kind 'tell'; it is one of: say, show, auto, ask"),
        ('kind = "say"', "kind = 3", "'kind' must be a text"),
        ('say = "Roll again."', 'say = ""', "'say' is empty"),
        ('name = "second"', 'name = "first"', "already a step 'first'"),
        (
            'ask = "Lay down 5 with two tiles."',
            'ask = ["a", "b"]',
            "a list must have a text for each",
        ),
        ('rules = ["STB-5"]', "rules = []", "teaches 1 to 3 rules"),
        ('rules = ["STB-5"]', 'rules = ["1", "2", "3", "4"]', "teaches 1 to 3 rules"),
        ('rules = ["STB-5"]', "rules = [5]", "'rules' must be a list of texts"),
        ("goal = { parts = 2 }", "goal = { part = 2 }", "no condition 'part'; the conditions are"),
        ("goal = { parts = 2 }", "goal = { parts = true }", "'parts' takes a whole number"),
        ("goal = { parts = 2 }", "goal = {}", "must be a condition"),
        ('when = { plays = ["5"] }', 'when = { plays = "5" }', "'plays' takes a list of texts"),
        ('answer = ["4+1"]', "answer = []", "there must be a move in it"),
        ('when = { plays = ["5"] }', "when = 3", "must be a table of conditions"),
        ('say = "One tile."', "at = 2", "decisions 1 to 1"),
        ('say = "One tile."', "at = 0", "decisions 1 to 1"),
        ("[[step.hint]]", "[step.hint]", "each headed by [[hint]]"),
        ("[[step.hint]]", "[[step.hint]]\n[[step.hint]]", "'say' is missing"),
    ],
)
def test_what_is_wrong_is_named_with_file_and_line(old: str, new: str, sentence: str) -> None:
    assert GOOD.count(old) == 1
    line = GOOD[: GOOD.index(old)].count("\n") + 1
    with pytest.raises(LessonFault) as fault:
        read_lesson("shut-the-box", GOOD.replace(old, new), FILE)
    assert str(fault.value).startswith(f"{FILE}, line {line}: ")
    assert sentence in str(fault.value)


@pytest.mark.parametrize(
    ("old", "new", "line", "sentence"),
    [
        ('players = ["You"]\n', "", 4, "'players' is missing"),
        ('kind = "say"', 'kind = "show"', 30, "'position' is missing"),
        ('answer = ["4+1"]', 'answer = ["4+1", "9"]', 21, "a [[step.hint]] for each move"),
        ('kind = "say"', 'kind = "auto"\nposition = "x"\nplayers = ["You"]', 34, "make it a show"),
    ],
)
def test_what_is_missing_has_its_tables_line(old: str, new: str, line: int, sentence: str) -> None:
    with pytest.raises(LessonFault, match=re.escape(sentence)) as fault:
        read_lesson("shut-the-box", GOOD.replace(old, new), FILE)
    assert str(fault.value).startswith(f"{FILE}, line {line}: ")


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
        read_lesson("shut-the-box", text, FILE)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("dice=3+2", "dice=9+2", "dice can't be rolled"),
        ('answer = ["4+1"]', 'answer = ["4+2"]', "Tile 2 is already down"),
        ('answer = ["4+1"]', 'answer = ["5"]', "answer 1 misses the goal"),
        ("script = []", 'script = ["6 3", "3 3"]', "the script has moves that are never reached"),
        ('then = ["6 2"]', 'then = ["9 2"]', "A die shows 1 to 6"),
        ('then = ["6 2"]', 'then = ["6 2", "6 2"]', "The game is over"),
        (
            'players = ["You"]',
            'players = ["You", "Rosa"]',
            "this position needs 1 player,",
        ),
        ('players = ["You"]', 'players = ["Rosa"]', "exactly one of them 'You'"),
        ("phase=lay seat=1 up=1,4,5,9 dice=3+2", "phase=roll seat=1 up=1,4,5,9 dice=-", "decide"),
        ('rules = ["STB-5"]', 'rules = ["STB-50"]', "there is no rule 'STB-50' on the page"),
    ],
)
def test_a_lesson_that_cant_be_played_is_refused(old: str, new: str, sentence: str) -> None:
    assert GOOD.count(old) == 1
    lesson = read_lesson("shut-the-box", GOOD.replace(old, new), FILE)
    with pytest.raises(LessonFault, match=rf"lessons/test.toml, step '\w+': .*({sentence})"):
        verify(lesson)


def test_an_answer_may_be_written_in_another_order() -> None:
    lesson = read_lesson("shut-the-box", GOOD.replace('["4+1"]', '["1 4"]'), FILE)
    runner = Runner(lesson, "Ann")
    runner.attempt(runner.state.read_move("4+1"))
    assert runner.phase is Phase.SOLVED
