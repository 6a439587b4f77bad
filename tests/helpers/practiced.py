"""Practice of a game whose positions are found soon."""

from datetime import UTC, datetime

from some_puzzles import QUICK, on_any_board, quick_players

from boxtui.games import GAMES
from boxtui.learn import practice_file
from boxtui.learn.asking import AskAgent
from boxtui.learn.mistakes import Mistake, Schedule
from boxtui.learn.practice import Attempt, PracticeSession
from boxtui.learn.practice_record import PracticeRecord
from boxtui.system import locations
from boxtui.system.disk import Disk

GAME = GAMES[QUICK]
NOW = datetime(2026, 11, 23, 12, 0, tzinfo=UTC)


def begun(
    number: int | None = 3, now: datetime = NOW, ask: AskAgent = quick_players
) -> PracticeSession:
    return PracticeSession(GAME, "Ann", on_any_board(ask), number, lambda: now, disk=Disk())


def mistake_due(at: datetime = NOW, seed: int = 0) -> Mistake:
    """Return a mistake of Shut-the-Box, told apart from others by its seed."""
    schedule = Schedule(at.isoformat())
    return Mistake(NOW.isoformat(), 1, seed, 1, ("Ann",), ("human",), (1, 2), schedule)


def record() -> PracticeRecord:
    found, complaint = practice_file.read(locations.practice(GAME.key))
    assert complaint == ""
    return found


async def first_asked() -> tuple[PracticeSession, Attempt, int, int]:
    """Return a new session, its attempt at position 3, a wrong move there, and the best one."""
    session = begun()
    attempt = await session.next()
    return session, attempt, *await wrong_and_best(session)


async def wrong_and_best(session: PracticeSession) -> tuple[int, int]:
    """Return a wrong move in the session's position, and the best one."""
    assert session.attempt
    puzzle = session.attempt.puzzle
    verdicts = [await puzzle.verdict(move) for move in puzzle.state.legal_moves()]
    return next(each.move for each in verdicts if not each.is_right), puzzle.best
