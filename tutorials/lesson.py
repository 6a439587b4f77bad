"""The strict reader of a lesson's file: steps that tell, show and ask.

The file is TOML: `title`, `learned`, and `[[step]]` tables in order. Every step has a `name`, a
`title`, a `kind`, the `rules` that it teaches, and what it says (`say`). Text in braces, as in
`{ * is the way.}`, is said only where the board is drawn. A step continues from where the step
before left the board, unless it has its own `position`, and then its own `players`.

- *say*: text alone.
- *show*: an example: its `plays` (`[[step.play]]`: `move`, `say`) are played from its `position`.
- *auto*: scripted moves, dice and cards that continue the step before.
- *game*: the learner plays on from there, with comments, until `moves` decisions with a choice are
  made and the learner's turn is over.
- *ask*: the learner must reach the `goal`, in any legal way. The `answer` has a move for each
  decision; the `script` has what dice, cards and other players do in between. What is asked (`ask`)
  is a text for the whole step, or a list with one for each decision. With `by_hand`, the
  learner says what is rolled or drawn, too, wherever the answer does. There is a `[[step.hint]]`
  (`say`, `look`) for each decision; it says where to look, and names these places if they are on
  the board.
  `[[step.wrong]]` answers legal moves that don't lead to the goal: `when` says which moves, `at` at
  which decision (from 1), and `say` why they are wrong. `then` plays out the consequence, in which
  `*` is any legal move, and `close` says what came of it.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, TypeVar

from boxtui.wording import quoted
from tutorials.errors import LessonFault
from tutorials.goals import NAMED, Conditions, fault_in
from tutorials.line_numbers import LineNumbers
from tutorials.pages import content_of, decoded, folder_of

_DRAWN: Final = re.compile(r"( ?)\{(.*?)\}")

LEARNER: Final = "You"
"""The name of the seat that the learner plays."""

ANY_MOVE: Final = "*"
"""Stands for the first legal move, where it doesn't matter which one is played."""

RULES_A_STEP: Final = 3
"""The most rules that a step teaches."""


KindT = TypeVar("KindT")


@dataclass(frozen=True)
class Play:
    """A scripted move in notation, the text after it, and the places that this text points at.

    The text "" means a description of the move.
    """

    move: str
    say: str
    pointed_at: tuple[str, ...] = ()


@dataclass(frozen=True)
class Hint:
    """Where to look: text, and places on the board."""

    say: str
    pointed_at: tuple[str, ...]


@dataclass(frozen=True)
class WrongAnswer:
    """The answer to legal moves that don't lead to the goal.

    Attributes:
        when: which moves it answers.
        say: why such a move is wrong.
        then: the moves that are played after it, before it is taken back, `ANY_MOVE` among them.
        close: the text after the last of these; "" stands for a description of the move.
        at: the number of the decision, from 1.
    """

    when: Conditions
    say: str
    then: tuple[str, ...]
    close: str
    at: int


@dataclass(frozen=True)
class Question:
    """What an *ask* wants.

    Attributes:
        requests: ask for it, one at each decision of the answer.
        right: says that it was reached.
        by_hand: whether the learner also says what is rolled or drawn.
    """

    requests: tuple[str, ...]
    goal: Conditions
    answer: tuple[str, ...]
    script: tuple[str, ...]
    right: str
    hints: tuple[Hint, ...]
    wrongs: tuple[WrongAnswer, ...]
    by_hand: bool


@dataclass(frozen=True)
class Step:
    """One step; if it continues the one before, `position` is "" and `players` is empty.

    `moves` is the number of the learner's decisions with a choice in a *game*.
    """

    name: str
    title: str
    kind: str
    rules: tuple[str, ...]
    say: str
    position: str
    players: tuple[str, ...]
    pointed_at: tuple[str, ...]
    plays: tuple[Play, ...]
    question: Question | None
    moves: int


@dataclass(frozen=True)
class Lesson:
    """A game's lesson; `learned` is the text at its end, and `lines` are those of its file."""

    game: str
    lines: LineNumbers
    title: str
    learned: str
    steps: tuple[Step, ...]

    def fault(self, at: int, key: str, sentence: str, *within: tuple[str, int]) -> LessonFault:
        """Return the error to raise for a key of step `at`, or of a table `within` that step."""
        return self.lines.fault((("step", at), *within), key, sentence)


def text_for(text: str, *, drawn: bool) -> str:
    """Return a lesson's text; what is in braces is left out unless the board is drawn."""
    return _DRAWN.sub(lambda found: found[1] + found[2] if drawn else "", text).strip()


@cache
def lesson_of(game: str) -> Lesson:
    """Return the lesson of the game with that key.

    Raises `LessonFault` if there is none, or if it is wrong.
    """
    file = f"tutorials/{folder_of(game)}/lesson.toml"
    return read_lesson(game, decoded(content_of(game, "lesson.toml"), file), file)


def read_lesson(game: str, text: str, file: str) -> Lesson:
    """Return the lesson in a file's text. Raises `LessonFault`, which names `file` and the line."""
    lines = LineNumbers(text, file)
    whole = _Table(lines, lines.document(), ())
    whole.only("title", "learned", "step")
    steps = tuple(_step(table) for table in whole.tables("step"))
    _check_names(lines, steps)
    return Lesson(game, lines, whole.text("title"), whole.text("learned"), steps)


def _check_names(lines: LineNumbers, steps: tuple[Step, ...]) -> None:
    if not steps or not steps[0].position:
        raise lines.fault((("step", 0),), "", "the first step has no 'position'.")
    names = [step.name for step in steps]
    for at, step in enumerate(steps):
        if step.name in names[:at]:
            place = (("step", at),)
            raise lines.fault(place, "name", f"there is already a step {quoted(step.name)}.")


class _Table:
    """One table of the file and its place; every value read from it is checked for its type."""

    def __init__(
        self, lines: LineNumbers, values: Mapping[str, Any], place: tuple[Any, ...]
    ) -> None:
        self._lines = lines
        self._values = values
        self._place = place

    def fault(self, key: str, sentence: str) -> LessonFault:
        return self._lines.fault(self._place, key, sentence)

    def only(self, *known: str) -> None:
        """Raises `LessonFault` if the table has any other key."""
        for key in self._values:
            if key not in known:
                offered = ", ".join(known)
                wrong = f"{quoted(key)} is not allowed here; allowed are: {offered}."
                raise self.fault(key, wrong)

    def get(
        self, key: str, kind: type[KindT], default: KindT | None = None, named: str = ""
    ) -> KindT:
        """Return a value of that type; a missing key has the default, if there is one."""
        value: KindT | None = self._values.get(key, default)
        if value is None:
            raise self.fault(key, f"{key!r} is missing.")
        if type(value) is not kind:
            raise self.fault(key, f"{key!r} must be {named or NAMED[kind]}.")
        return value

    def text(self, key: str, default: str | None = None) -> str:
        text = " ".join(self.get(key, str, default).split())
        if not text and default is None:
            raise self.fault(key, f"{key!r} is empty.")
        return text

    def texts(self, key: str, default: list[str] | None = None) -> tuple[str, ...]:
        values = self.get(key, list, default)
        if not all(isinstance(value, str) for value in values):
            raise self.fault(key, f"{key!r} must be {NAMED[list]}.")
        return tuple(values)

    def has_list(self, key: str) -> bool:
        return isinstance(self._values.get(key), list)

    def tables(self, key: str) -> list["_Table"]:
        named = f"tables, each headed by [[{key}]]"
        values = self.get(key, list, [], named)
        if not all(isinstance(value, dict) for value in values):
            raise self.fault(key, f"{key!r} must be {named}.")
        return [
            _Table(self._lines, value, (*self._place, (key, at))) for at, value in enumerate(values)
        ]

    def conditions(self, key: str) -> Conditions:
        words = self.get(key, dict, None, "a table of conditions, as in { plays = [...] }")
        wrong = fault_in(words)
        if wrong:
            raise self.fault(key, wrong)
        return Conditions(words)


_EVERY: Final = ("name", "title", "kind", "rules", "say", "position", "players", "look")
_KEYS: Final = {
    "say": _EVERY,
    "show": (*_EVERY, "play"),
    "auto": (*_EVERY, "play"),
    "ask": (*_EVERY, "ask", "goal", "answer", "script", "right", "hint", "wrong", "by_hand"),
    "game": (*_EVERY, "moves"),
}


def _step(table: _Table) -> Step:
    kind = table.text("kind")
    if kind not in _KEYS:
        wrong = f"there is no kind {quoted(kind)}; it is one of: {', '.join(_KEYS)}."
        raise table.fault("kind", wrong)
    table.only(*_KEYS[kind])
    rules = table.texts("rules")
    if not 0 < len(rules) <= RULES_A_STEP:
        raise table.fault("rules", f"a step teaches 1 to {RULES_A_STEP} rules.")
    position = table.text("position", None if kind in ("show", "game") else "")
    if kind == "auto" and position:
        raise table.fault("position", "an auto step has no position of its own: make it a show.")
    if kind in ("show", "auto") and not table.tables("play"):
        raise table.fault("play", f"{kind!r} plays something: add a [[step.play]].")
    return Step(
        name=table.text("name"),
        title=table.text("title"),
        kind=kind,
        rules=rules,
        say=table.text("say"),
        position=position,
        players=table.texts("players", None if position else []),
        pointed_at=table.texts("look", []),
        plays=tuple(map(_play, table.tables("play"))),
        question=_question(table) if kind == "ask" else None,
        moves=table.get("moves", int, None if kind == "game" else 0),
    )


def _play(table: _Table) -> Play:
    table.only("move", "say", "look")
    return Play(table.text("move"), table.text("say", ""), table.texts("look", []))


def _question(table: _Table) -> Question:
    answer = table.texts("answer")
    if not answer:
        raise table.fault("answer", "there must be a move in it.")
    hints = tuple(map(_hint, table.tables("hint")))
    if len(hints) != len(answer):
        raise table.fault("hint", "there must be a [[step.hint]] for each move of the answer.")
    return Question(
        requests=_requests(table, len(answer)),
        goal=table.conditions("goal"),
        answer=answer,
        script=table.texts("script", []),
        right=table.text("right"),
        hints=hints,
        wrongs=tuple(_wrong(wrong, len(answer)) for wrong in table.tables("wrong")),
        by_hand=table.get("by_hand", bool, False),
    )


def _requests(table: _Table, decisions: int) -> tuple[str, ...]:
    if not table.has_list("ask"):
        return (table.text("ask"),) * decisions
    requests = table.texts("ask")
    if len(requests) != decisions:
        raise table.fault("ask", "a list must have a text for each move of the answer.")
    return requests


def _hint(table: _Table) -> Hint:
    table.only("say", "look")
    return Hint(table.text("say"), table.texts("look"))


def _wrong(table: _Table, decisions: int) -> WrongAnswer:
    table.only("when", "say", "then", "close", "at")
    at = table.get("at", int, 1)
    if not 1 <= at <= decisions:
        raise table.fault("at", f"the answer has decisions 1 to {decisions}.")
    then, close = table.texts("then", []), table.text("close", "")
    return WrongAnswer(table.conditions("when"), table.text("say"), then, close, at)
