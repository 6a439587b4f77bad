"""What a lesson can ask for and answer to: conditions from a closed vocabulary.

A condition is about one move, as a lesson's file names it: `when = { plays = ["8"] }`. Several in
one table must all hold. `VOCABULARY` is all there is.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from boxtui.core import OVER, GameError, State

Value = str | int | bool | list[str]


@dataclass(frozen=True)
class PlayedMove:
    """What conditions are asked about: a move of `seat` made in `before`, and what it led to.

    `move` is None before anything was played; `before` and `after` are then the same.
    """

    seat: int
    before: State
    move: int | None
    after: State

    @property
    def notation(self) -> str:
        """The move's notation; "" where nothing was played."""
        return "" if self.move is None else self.before.move_text(self.move)


def parts(notation: str) -> list[str]:
    """What a notation is made of: `7+1` of 7 and 1, `c4-f7` of c4 and f7."""
    return re.findall(r"[a-z0-9.]+", notation.lower())


def _plays(played: PlayedMove, moves: Value) -> bool:
    """The move is one of these, in their notation."""
    return isinstance(moves, list) and played.notation in moves


def _parts(played: PlayedMove, count: Value) -> bool:
    """The move's notation has so many parts."""
    return bool(played.notation) and len(parts(played.notation)) == count


def _tells(played: PlayedMove, words: Value) -> bool:
    """The sentence that tells what the move does has these words."""
    return played.move is not None and str(words) in played.before.describe(played.move)


def _not_described(played: PlayedMove, words: Value) -> bool:
    """The sentence that tells what the move does hasn't these words."""
    return played.move is not None and not _tells(played, words)


def _lets(played: PlayedMove, answers: Value) -> bool:
    """What one of the answers of the next player does, the second and on, is told in the first."""
    assert isinstance(answers, list)
    return any(_would_tell(played.after, notation, answers[0]) for notation in answers[1:])


def _would_tell(state: State, notation: str, words: str) -> bool:
    try:
        return words in state.describe(state.read_move(notation))
    except GameError:
        return False


def _denies(played: PlayedMove, answers: Value) -> bool:
    """The game goes on, and the next player has none of these answers, or they do otherwise."""
    goes_on = played.move is not None and played.after.current_player() != OVER
    return goes_on and not _lets(played, answers)


def _leaves(played: PlayedMove, words: Value) -> bool:
    """The text of the position it leads to has these words."""
    return set(str(words).split()) <= set(played.after.text().split())


def _wins(played: PlayedMove, whether: Value) -> bool:
    """The game is over, and the mover alone has won it; or that isn't so."""
    won = played.after.current_player() == OVER and played.after.returns()[played.seat] == 1
    return won == whether


@dataclass(frozen=True)
class Word:
    """A word of the vocabulary: the kind of value that it takes, and when it holds."""

    takes: type
    holds: Callable[[PlayedMove, Value], bool]


VOCABULARY: Final[Mapping[str, Word]] = {
    "plays": Word(list, _plays),
    "parts": Word(int, _parts),
    "tells": Word(str, _tells),
    "not_described": Word(str, _not_described),
    "lets": Word(list, _lets),
    "denies": Word(list, _denies),
    "leaves": Word(str, _leaves),
    "wins": Word(bool, _wins),
}
"""Every condition there is, by the name that lessons call it."""


@dataclass(frozen=True)
class Conditions:
    """Conditions that hold when each of them does."""

    words: Mapping[str, Value]

    def hold(self, played: PlayedMove) -> bool:
        """Whether they hold of that move."""
        return all(VOCABULARY[word].holds(played, value) for word, value in self.words.items())


def fault_in(words: Mapping[str, object]) -> str:
    """What is wrong with conditions as a file has them, as a sentence; "" for nothing."""
    if not words:
        return f"there must be a condition; the conditions are: {', '.join(VOCABULARY)}."
    for word, value in words.items():
        if word not in VOCABULARY:
            return f"there is no condition {word!r}; the conditions are: {', '.join(VOCABULARY)}."
        takes = VOCABULARY[word].takes
        texts = not isinstance(value, list) or all(isinstance(item, str) for item in value)
        if type(value) is not takes or not texts:
            named = {
                list: "a list of texts",
                str: "a text",
                int: "a whole number",
                bool: "true or false",
            }
            return f"condition {word!r} takes {named[takes]}."
    return ""
