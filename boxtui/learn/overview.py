"""A person's progress in lessons and in practice, and their finished games, from files alone."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from boxtui.games import GAMES
from boxtui.learn import practice_file, progress
from boxtui.learn.mistakes import Mistake
from boxtui.learn.practice_record import RATED_AFTER, PracticeRecord
from boxtui.learn.practice_words import rating_words
from boxtui.learn.stats import UNCOUNTED_GAMES, Finished, finished_games, lines_about
from boxtui.play.own_saves import open_library
from boxtui.system import locations
from boxtui.wording import counted
from saves.errors import SaveError
from tutorials.errors import LessonFault
from tutorials.lesson import lesson_of


def lesson_words(game: str) -> str:
    """Return how far the player is in a game's lesson, or what is wrong with it."""
    try:
        lesson = lesson_of(game)
    except LessonFault as fault:
        return str(fault)
    kept, complaint = progress.read(locations.lesson(game))
    names = [step.name for step in lesson.steps]
    if complaint:
        return complaint
    if kept.step not in names:
        return f"{len(names)} steps, {'done' if kept.finished else 'not begun'}"
    at = f"at step {names.index(kept.step) + 1} of {len(names)}"
    return f"done, again {at}" if kept.finished else at


def practice_summary(game: str, now: datetime) -> str:
    """Return the player's rating in a game's practice and the mistakes due; "" before the first."""
    record, complaint = practice_file.read(locations.practice(game))
    if complaint:
        return complaint
    rating = rating_words(record) if record.numbers else ""
    due = len(record.due(now))
    what = f"{due}" if rating else counted(due, "position")  # an 80-column window shows it whole
    mistakes = f"{what} from your games to solve" if due else ""
    answered = record.tally.solved + record.tally.missed
    if rating and not mistakes and answered < RATED_AFTER:
        return f"{answered} answered, {rating}"
    return ", ".join(each for each in (rating, mistakes) if each)


def overview(now: datetime) -> list[tuple[str, list[str]]]:
    """Return the title of each game and a line for each of the player's results in it.

    The last row says which finished games count or, if the saves can't be read, why.
    """
    about_games = (
        f"Games with several people don't count, nor do games that were {UNCOUNTED_GAMES}."
    )
    finished: list[Finished] = []
    try:
        finished = finished_games(open_library())
    except SaveError as refusal:
        about_games = str(refusal)
    else:
        about_games = about_games if finished else f"None that counts yet. {about_games}"
    rows: list[tuple[str, list[str]]] = []
    for key, game in GAMES.items():
        played = [each for each in finished if each.game == key]
        games = [f"Finished: {'; '.join(lines_about(played))}"] if played else []
        record, complaint = practice_file.read(locations.practice(key))
        practice = [complaint] if complaint else _practice(record, now)
        rows.append((game.title, [f"Lesson: {lesson_words(key)}", *practice, *games]))
    return [*rows, ("Finished games", [about_games])]


def _practice(record: PracticeRecord, now: datetime) -> Iterator[str]:
    if not record.numbers:
        is_begun = any(mistake.schedule.last for mistake in record.mistakes)
        yield f"Practice: {'so far only positions from your games' if is_begun else 'not begun'}"
    else:
        tally = record.tally
        parts = [rating_words(record), f"{tally.solved} solved", f"{tally.missed} missed"]
        streak = f"; {record.streak} in a row (best: {record.best_streak})"
        yield f"Practice: {', '.join(parts)}{streak if record.best_streak else ''}"
        by_theme = [
            f"{theme} {each.solved} of {each.solved + each.missed}"
            for theme, each in sorted(record.themes.items())
        ]
        yield f"Solved by theme: {', '.join(by_theme)}"
    if record.mistakes:
        due = record.due(now)
        waiting = [each for each in record.mistakes if each not in due]
        solved = [each for each in waiting if each.schedule.is_solved]
        missed = [each for each in waiting if each not in solved]
        parts = [
            f"{len(due)} to solve now" if due else "",
            f"{len(missed)} to solve {_from_when(missed, now)}" if missed else "",
            f"{len(solved)} solved, asked again {_from_when(solved, now)}" if solved else "",
        ]
        yield f"From your games: {'; '.join(filter(None, parts))}"


def _from_when(mistakes: Sequence[Mistake], now: datetime) -> str:
    """Return from when on the first of some mistakes is asked: a time today, or else a day."""
    due = min(datetime.fromisoformat(each.schedule.due) for each in mistakes).astimezone()
    is_today = due.date() == now.astimezone().date()
    return f"from {due:%H:%M} today" if is_today else f"from {due:%Y-%m-%d}"
