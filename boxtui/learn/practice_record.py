"""The results of a person's practice in a game: tallies, a rating, and mistakes to solve."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final

from boxtui.learn.mistakes import Mistake
from boxtui.learn.rating import Rating

PUZZLE_RATINGS: Final = {1: 1100.0, 2: 1300.0, 3: 1500.0, 4: 1700.0, 5: 1900.0}
"""The rating of a puzzle by its difficulty."""

PUZZLE_DEVIATION: Final = 100.0
"""The standard deviation of a puzzle's rating."""

RATED_AFTER: Final = 10
"""How many puzzles must have counted before a rating is shown. The first may change it by 450
points; nine in ten of those that come next change it by less than 100.
"""

UNSURE: Final = 110.0
"""A rating with a higher deviation is uncertain; lichess.org has the same limit."""

MOST_NUMBERS: Final = 2000
"""How many of the latest puzzles are kept by number, so that they don't count again."""

MOST_MISTAKES: Final = 500
"""The most mistakes of a game that wait to be solved."""


@dataclass(frozen=True)
class Tally:
    """How many puzzles were solved, and how many missed."""

    solved: int = 0
    missed: int = 0

    def plus(self, solved: bool) -> "Tally":
        """Return the tally after one more."""
        return Tally(self.solved + solved, self.missed + (not solved))


@dataclass(frozen=True)
class PracticeRecord:
    """The results of a person's practice in one game.

    Attributes:
        streak: the puzzles solved in a row, up to now.
        best_streak: the longest streak.
        themes: the tally of each theme.
        numbers: the puzzles counted, the last one last.
        mistakes: the person's own mistakes that aren't solved yet.
    """

    tally: Tally = Tally()
    streak: int = 0
    best_streak: int = 0
    rating: Rating = field(default_factory=Rating)
    themes: Mapping[str, Tally] = field(default_factory=dict)
    numbers: tuple[int, ...] = ()
    mistakes: tuple[Mistake, ...] = ()

    def after(self, number: int, theme: str, difficulty: int, *, solved: bool) -> "PracticeRecord":
        """Return the record after a puzzle; unchanged if its number has counted before."""
        if number in self.numbers:
            return self
        opponent = Rating(PUZZLE_RATINGS[difficulty], PUZZLE_DEVIATION)
        streak = self.streak + 1 if solved else 0
        tally = self.themes.get(theme, Tally()).plus(solved)
        return replace(
            self,
            tally=self.tally.plus(solved),
            streak=streak,
            best_streak=max(streak, self.best_streak),
            rating=self.rating.after([(opponent, float(solved))]),
            themes={**self.themes, theme: tally} if theme else self.themes,
            numbers=(*self.numbers, number)[-MOST_NUMBERS:],
        )

    def due(self, now: datetime) -> list[Mistake]:
        """Return the mistakes to be asked again, the longest overdue first."""
        due = [each for each in self.mistakes if each.schedule.is_due(now)]
        return sorted(due, key=lambda each: each.schedule.due)

    def with_mistakes(self, new: Sequence[Mistake]) -> "PracticeRecord":
        """Return the record with mistakes added, except those that it has, or has no room for."""
        known = [each.position for each in self.mistakes]
        added = [each for each in new if each.position not in known]
        return replace(self, mistakes=(*self.mistakes, *added)[:MOST_MISTAKES])

    def after_mistake(self, mistake: Mistake, now: datetime, *, solved: bool) -> "PracticeRecord":
        """Return the record after an answer to a mistake, which is gone once solved for good."""
        found = {each.position: each for each in self.mistakes}
        if before := found.pop(mistake.position, None):
            if schedule := before.schedule.answered(solved, now):
                found[mistake.position] = replace(before, schedule=schedule)
        return replace(self, mistakes=tuple(found.values()))
