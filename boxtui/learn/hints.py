"""Hints that tell more each time: where to look, what to play and why, and the best moves."""

from collections.abc import Sequence
from typing import Any

from ai.agent import Choice
from ai.levels import ROSTERS
from boxtui.play.match import Match
from boxtui.views.game import LISTED, GameWords
from boxtui.wording import capitalized, listed


class Hints:
    """The hints for the decisions of a match; each request at the same decision tells more."""

    def __init__(self, *, one_is_best: bool = False) -> None:
        """With `one_is_best`, as in a position to solve, no other move is called as good."""
        self._one_is_best = one_is_best
        self._moves: list[int] | None = None
        """The moves before the decision that hints were last given on."""
        self._number = 0
        """Which of them was given last, from 1; 0 for none."""
        self.names_the_move = False
        """Whether the last hint said what to play."""
        self._has_measured = False
        """Whether it was said what reasons are measured in."""

    def begin(self) -> None:
        """Start over in another match; what reasons are measured in isn't said again."""
        self._moves = None
        self.names_the_move = False

    def words(
        self, match: Match, words: GameWords[Any], choice: Choice, reasons: Sequence[str]
    ) -> list[str]:
        """Return the next hint on the decision to be made, in sentences.

        The last hint is given again. The first one names the move if nothing else can be said.
        `choice` is the adviser's, and `reasons` say why it is best.
        """
        if self._moves != match.moves:
            self._moves, self._number = list(match.moves), 0
        self._number += 1
        is_only = len(words.choices()) == 1
        where = "" if is_only else words.where_words(choice.move)
        if not where:
            self._number = max(self._number, 2)
        self.names_the_move = is_only or self._number > 1
        if is_only:
            return [words.hint_words(choice)]
        if self._number == 1:
            return [f"Hint: {where} Ask again for the move."]
        if self._number > 2 and (best := _best(match, words, choice)):
            return best
        is_new = bool(words.measure and reasons) and not self._has_measured
        self._has_measured = self._has_measured or is_new
        also = [] if self._one_is_best else _as_good(match, words, choice)
        return [words.hint_words(choice), *also, *reasons, *[words.measure] * is_new]

    def skip_where_to_look(self, match: Match) -> None:
        """Have the next hint on this decision name the move."""
        if self._moves != match.moves:
            self._moves, self._number = list(match.moves), 1

    def skip_to_best(self, match: Match) -> None:
        """Have the next hint on this decision list the best moves."""
        self._moves, self._number = list(match.moves), 2


def _as_good(match: Match, words: GameWords[Any], choice: Choice) -> list[str]:
    """Return a sentence on the moves that are about as good as the advised one, if there are any.

    So nobody takes the reasons for it as reasons against them.
    """
    rated = dict(_rated(match, choice))
    worth = rated.get(choice.move)
    if worth is None:
        return []
    alike = [move for move, other in rated.items() if words.are_alike(worth, other)]
    names = [words.move_name(words.state, move) for move in alike if move != choice.move]
    return [f"{capitalized(listed(names, 'or'))} would be {words.alike_words}."] if names else []


def _best(match: Match, words: GameWords[Any], choice: Choice) -> list[str]:
    """Return the best moves with their values, if these are known."""
    rated = _rated(match, choice)
    return [f"Best: {words.rated_words(rated)}."] if rated else []


def _rated(match: Match, choice: Choice) -> list[tuple[int, float]]:
    """Return the best moves with their values, as far as these are known.

    Of the differences between them, only the part that lasts counts, as in reviews.
    """
    seen, share = choice.considered[:LISTED], ROSTERS[match.game.key].lasting_share
    return [(each.move, share(each.value, seen[0].value)) for each in seen]
