"""Hints that tell more each time: where to look, what to play and why, and the best moves."""

from collections.abc import Sequence
from typing import Any, Final

from ai.agent import Choice
from ai.shared.reasons import is_unclear
from boxtui.play.match import Match
from boxtui.views.game import GameWords
from boxtui.wording import capitalized, listed

_NAMED: Final = 3
"""The most moves that are named as about as good; if there are more, the last is "others"."""

_LISTED: Final = 3
"""How many of the best moves a hint lists."""

_ALONE: Final = "The search found no other move worth a look."
"""What is said if the values of all others are too uncertain to be listed."""

_LAST: Final = 3
"""The number of the last hint, which lists the best moves."""


class Hints:
    """The hints for the decisions of a match; each request at the same decision tells more."""

    def __init__(self, *, one_is_best: bool = False) -> None:
        """With `one_is_best`, as in a position to solve, no other move is said to be as good."""
        self._one_is_best = one_is_best
        self._moves: list[int] | None = None
        """The moves before the decision that hints were last given on."""
        self._number = 0
        """Which of them was given last, from 1; 0 for none."""
        self.names_the_move = False
        """Whether the last hint said what to play."""
        self.lists_moves = False
        """Whether the last hint listed the best moves."""
        self._has_measured = False
        """Whether it was said what reasons are measured in."""

    def begin(self) -> None:
        """Start over in another match; what reasons are measured in isn't said again."""
        self._moves = None
        self.names_the_move = False

    def words(self, words: GameWords[Any], choice: Choice, reasons: Sequence[str]) -> list[str]:
        """Return the next hint on the decision to be made, in sentences.

        After the last hint, the one before it and the last alternate, so that both can be read
        again. The first one names the move if nothing else can be said.
        `choice` is the adviser's, and `reasons` say why it is best.
        """
        if self._moves != words.match.moves:
            self._moves, self._number = list(words.match.moves), 0
        self._number = self._number + 1 if self._number < _LAST else _LAST - 1
        is_only = len(words.choices()) == 1
        where = "" if is_only else words.where_words(choice.move)
        if not where:
            self._number = max(self._number, 2)
        self.names_the_move = is_only or self._number > 1
        self.lists_moves = (
            self._number == _LAST and not is_only and bool(words.roster.rated(choice, words.state))
        )
        if is_only:
            return [words.hint_words(choice)]
        if not self.names_the_move:
            return [f"Hint: {where} Ask again for the move."]
        as_good = [] if self._one_is_best else words.roster.as_good(choice, words.state)
        if self.lists_moves:
            return _best_words(words, choice, as_good)
        return self._move_words(words, choice, as_good, reasons)

    def _move_words(
        self, words: GameWords[Any], choice: Choice, as_good: Sequence[int], reasons: Sequence[str]
    ) -> list[str]:
        """Return the advised move, those that are about as good, and why it is best."""
        also = _as_good_words(words, as_good)
        told = [each for each in reasons if not (also and is_unclear(each))]  # none is best
        measure = [words.measure] if words.measure and told and not self._has_measured else []
        self._has_measured |= bool(measure)
        return [words.hint_words(choice), *also, *told, *measure]

    def typed_words(self, match: Match, move: int) -> str:
        """Return what to type to play the advised move, if the last hint named it, or ""."""
        if not self.names_the_move:
            return ""
        return match.typed_words(move, "the first" if self.lists_moves else "it")

    def skip_where_to_look(self, match: Match) -> None:
        """Have the next hint on this decision name the move."""
        if self._moves != match.moves:
            self._moves, self._number = list(match.moves), 1

    def skip_to_best(self, match: Match) -> None:
        """Have the next hint on this decision list the best moves."""
        self._moves, self._number = list(match.moves), 2


def _best_words(words: GameWords[Any], choice: Choice, as_good: Sequence[int]) -> list[str]:
    """Return the best moves with their figures, the advised one first, and others as good."""
    rated = sorted(words.roster.rated(choice, words.state), key=lambda each: each[0] != choice.move)
    listed_moves = {move for move, _ in rated[:_LISTED]}
    best = [rated[0], *sorted(rated[1:_LISTED], key=lambda each: -each[1])]
    alone = [_ALONE] if len(rated) == 1 and len(choice.considered) > 1 else []
    others = [move for move in as_good if move not in listed_moves]
    return [f"Best: {words.rated_words(best)}.", *alone, *_as_good_words(words, others)]


def _as_good_words(words: GameWords[Any], moves: Sequence[int]) -> list[str]:
    """Return a sentence on moves that are about as good as the advised one, if there are any.

    So nobody takes the reasons for it as reasons against them. Few are named: a search may find
    dozens, or have looked at only some of them.
    """
    if not moves:
        return []
    named = moves if len(moves) <= _NAMED else moves[: _NAMED - 1]
    names = [words.move_name(words.state, move) for move in named]
    if len(named) < len(moves):
        names.append("others")
    verb = "is" if len(moves) == 1 else "are"
    return [f"{capitalized(listed(names))} {verb} {words.about}as good."]
