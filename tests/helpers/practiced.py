"""Practice of a game whose positions are found soon."""

from datetime import UTC, datetime

from some_puzzles import QUICK, on_any_board, quick_players

from boxtui.games import GAMES
from boxtui.learn import practice_file
from boxtui.learn.practice import PracticeSession
from boxtui.learn.practice_record import PracticeRecord
from boxtui.system import locations
from boxtui.system.disk import Disk

GAME = GAMES[QUICK]
NOW = datetime(2026, 11, 23, 12, 0, tzinfo=UTC)


def begun(number: int | None = 3, now: datetime = NOW) -> PracticeSession:
    return PracticeSession(
        GAME, "Ann", on_any_board(quick_players), number, lambda: now, disk=Disk()
    )


def record() -> PracticeRecord:
    found, complaint = practice_file.read(locations.practice(GAME.key))
    assert complaint == ""
    return found


async def wrong_and_best(session: PracticeSession) -> tuple[int, int]:
    """Return a wrong move in the session's position, and the best one."""
    assert session.attempt
    puzzle = session.attempt.puzzle
    verdicts = [await puzzle.verdict(move) for move in puzzle.state.legal_moves()]
    return next(each.move for each in verdicts if not each.is_right), puzzle.best
