"""The conditions that a lesson can use for goals and wrong answers: a closed vocabulary.

A condition is about one move, as a lesson's file names it: `when = { plays = ["8"] }`. Several in
one table must all hold. `VOCABULARY` lists all of them. None depends on how a move is described.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Final

from boxtui.core import OVER, GameError, State
from boxtui.wording import quoted

Value = str | int | bool | list[str]


@dataclass(frozen=True)
class PlayedMove:
    """What conditions are about: a move that was played in `before`, and the position after it."""

    before: State
    move: int
    after: State

    @property
    def seat(self) -> int:
        """The seat that played it; a roll is played by the seat that has the turn."""
        return self.before.turn_seat()

    @property
    def notation(self) -> str:
        """The move's notation."""
        return self.before.move_text(self.move)


def parts(notation: str) -> list[str]:
    """Return the parts of a notation: 7 and 1 for `7+1`, c4 and f7 for `c4-f7`."""
    return re.findall(r"[a-z0-9.]+", notation.lower())


def legal_move(state: State, notation: str) -> int | None:
    """Return the move of a notation, or None if it can't be played here."""
    try:
        return state.read_move(notation)
    except GameError:
        return None


def _matches(notation: str, patterns: Value) -> bool:
    assert isinstance(patterns, list)
    return any(fnmatchcase(notation, pattern) for pattern in patterns)


def _plays(played: PlayedMove, moves: Value) -> bool:
    """The move is one of these, in notation; `*` stands for any text, as in `*-HOME`."""
    return _matches(played.notation, moves)


def _other_than(played: PlayedMove, moves: Value) -> bool:
    """The move is none of these; `*` stands for any text."""
    return not _matches(played.notation, moves)


def _parts(played: PlayedMove, count: Value) -> bool:
    """The move's notation has that many parts."""
    return len(parts(played.notation)) == count


def _lets(played: PlayedMove, answers: Value) -> bool:
    """The next player can play one of these moves."""
    assert isinstance(answers, list)
    return any(legal_move(played.after, notation) is not None for notation in answers)


def _denies(played: PlayedMove, answers: Value) -> bool:
    """The game continues, and the next player can play none of these moves."""
    return played.after.current_player() != OVER and not _lets(played, answers)


def _leaves(played: PlayedMove, words: Value) -> bool:
    """The text of the position after the move has all these words; `*` stands for any text."""
    there = played.after.text().split()
    return all(any(fnmatchcase(word, pattern) for word in there) for pattern in str(words).split())


def _wins(played: PlayedMove, whether: Value) -> bool:
    """The mover alone has won the game, or has not, as stated."""
    won = played.after.current_player() == OVER and played.after.returns()[played.seat] == 1
    return won == whether


@dataclass(frozen=True)
class Word:
    """A word of the vocabulary: the type of its value, and when it holds."""

    takes: type
    holds: Callable[[PlayedMove, Value], bool]


VOCABULARY: Final[Mapping[str, Word]] = {
    "plays": Word(list, _plays),
    "other_than": Word(list, _other_than),
    "parts": Word(int, _parts),
    "lets": Word(list, _lets),
    "denies": Word(list, _denies),
    "leaves": Word(str, _leaves),
    "wins": Word(bool, _wins),
}
"""Every condition, by its name in lessons."""

NAMED: Final[Mapping[type, str]] = {
    list: "a list of texts",
    str: "a text",
    int: "a whole number",
    bool: "true or false",
}
"""What the types of values are called."""


@dataclass(frozen=True)
class Conditions:
    """Conditions that hold if all of them hold."""

    words: Mapping[str, Value]

    def hold(self, played: PlayedMove) -> bool:
        """Whether they hold for that move."""
        return all(VOCABULARY[word].holds(played, value) for word, value in self.words.items())


def fault_in(words: Mapping[str, object]) -> str:
    """Return what is wrong with conditions read from a file, as a sentence; "" if nothing is."""
    offered = f"the conditions are: {', '.join(VOCABULARY)}."
    if not words:
        return f"there must be a condition; {offered}"
    for word, value in words.items():
        if word not in VOCABULARY:
            return f"there is no condition {quoted(word)}; {offered}"
        takes = VOCABULARY[word].takes
        texts = not isinstance(value, list) or all(isinstance(item, str) for item in value)
        if type(value) is not takes or not texts:
            return f"condition {word!r} takes {NAMED[takes]}."
    return ""
