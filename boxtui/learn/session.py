"""A lesson session: a lesson under way and the file that keeps its progress, for any screen."""

from collections.abc import Callable
from functools import partial

from boxtui.learn import progress
from boxtui.learn.progress import Progress
from boxtui.system import locations
from tutorials.lesson import lesson_of
from tutorials.pages import rules_page
from tutorials.runner import Runner


class LessonSession:
    """A `Runner` that starts at the step where the lesson was left; save it (`saving`) every step.

    `complaint` says what was wrong with the file, or is "". Without `drawn`, the learner sees no
    board. Begin it in a thread: it reads files, and finds out what its first question needs. Raises
    LessonFault if the lesson is faulty.
    """

    def __init__(self, game: str, learner: str, *, drawn: bool = True) -> None:
        self._file = locations.lesson(game)
        kept, self.complaint = progress.read(self._file)
        rules_page(game)  # which is kept, so that a refusal can quote it at once
        self.runner = Runner(lesson_of(game), learner, kept.step, kept.reached, drawn=drawn)
        self.runner.solving_moves()
        self._finished = kept.finished
        self._kept = self._progress()

    def titles(self) -> list[str]:
        """Return the steps' titles; those after the furthest one reached are marked as new."""
        reached = self.runner.reached + 1
        steps = enumerate(self.runner.lesson.steps, 1)
        return [f"{step.title}{' (new)' if at > reached else ''}" for at, step in steps]

    def saving(self) -> Callable[[], str] | None:
        """Return what saves the progress as it is now, in any thread; None if it hasn't changed.

        It returns why the progress couldn't be saved, or "".
        """
        self._finished |= self.runner.is_done
        now = self._progress()
        if now == self._kept:
            return None
        self._kept = now
        return partial(progress.update, self._file, partial(self._further, now))

    def _further(self, now: Progress, other: Progress) -> Progress:
        """Return the progress at the present step, as far as this session or another one got."""
        names = [step.name for step in self.runner.lesson.steps]
        both = (now.reached, other.reached)
        reached = max(both, key=lambda name: names.index(name) if name in names else -1)
        finished = now.finished or other.finished
        return Progress(now.step, reached, finished)

    def _progress(self) -> Progress:
        """Return the progress; a lesson that is done starts again the next time."""
        steps = self.runner.lesson.steps
        step = "" if self.runner.is_done else self.runner.step.name
        return Progress(step, steps[self.runner.reached].name, self._finished)
