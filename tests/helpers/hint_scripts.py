"""Hints by scripts (`scripts`), which have the steps of `BoardScript` besides; one file a game.

The step `hints` has the values of the first moves, each with its visits after `*` unless they are
9, and with `!` if it is advised and not the first. It shows what five requests for a hint are
answered. The step `solve` does the same in a position to solve.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from board_scripts import BoardScript
from scripts import Scripts

from ai.agent import Choice, Considered
from ai.shared.reasons import unclear
from boxtui.learn.hints import Hints

REASONS: Final = ("It does this.", "It does that.", unclear())


class HintScript(BoardScript):
    """One script of a game, while it runs."""

    def _shown(self, step: str, words: str) -> Sequence[str]:
        if step not in ("hints", "solve"):
            return super()._shown(step, words)
        return [*self._hints(Hints(one_is_best=step == "solve"), words.split())]

    def _hints(self, hints: Hints, values: Sequence[str]) -> Iterator[str]:
        words, match = self._board.words, self._match
        moves, seen = words.choices(), list[Considered]()
        advised = moves[0]
        for move, text in zip(moves, values):
            value, _, visits = text.rstrip("!").partition("*")
            seen.append(Considered(move, float(value), int(visits or 9)))
            advised = move if text.endswith("!") else advised
        choice = Choice(advised, tuple(seen), sum(each.visits for each in seen))
        for number in range(1, 6):
            told = hints.words(words, choice, REASONS)
            typed = hints.typed_words(match, advised)
            yield f"{number}: {' | '.join([*told, *([typed] if typed else [])])}"


HINTS = Scripts(Path(__file__).parent.parent / "golden" / "hints", HintScript)
