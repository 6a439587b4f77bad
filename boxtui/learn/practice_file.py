"""The file of a practice record: one TOML file per game, written at each first answer."""

from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields
from datetime import datetime, timedelta
from math import inf, isfinite
from pathlib import Path
from typing import Any, Final, TypeVar

from boxtui.learn.judging import Judged
from boxtui.learn.mistakes import Mistake, Schedule, mistake_at, utc_now
from boxtui.learn.practice_record import MOST_MISTAKES, PracticeRecord, Tally
from boxtui.learn.rating import MOST_DEVIATION, Rating
from boxtui.play.match import Match
from boxtui.system import locations, textfile
from boxtui.wording import counted
from saves.library import digest_of

FORMAT: Final = 1
"""To be increased when an older boxtui could no longer read the file."""

_LOSS: Final = "Your results aren't kept"

KindT = TypeVar("KindT")


_LIMITS: Final = {
    "rating": (-10_000.0, 10_000.0),
    "deviation": (1.0, MOST_DEVIATION),
    "volatility": (0.001, 1.0),
    "stability": (0.0, 1e6),
    "difficulty": (0.0, 10.0),
}
"""The least and the largest value of each figure."""


class _Faulty(ValueError):
    """Raised for content that isn't a record."""


class _Later(Exception):
    """Raised for a record that has more than this boxtui knows."""


def read(path: Path) -> tuple[PracticeRecord, str]:
    """Return the record in a file, and a sentence about what is wrong with it, or "".

    A file that can't be read counts as missing; it stays as it is.
    """
    record, wrong = textfile.usable(path, _read, PracticeRecord())
    return record, f"Your results in practice can't be used: {wrong}" if wrong else ""


def update(
    path: Path,
    change: Callable[[PracticeRecord], PracticeRecord],
    known: PracticeRecord | None = None,
) -> tuple[PracticeRecord, str]:
    """Change the record in a file; return it, and a sentence on what went wrong, or "".

    It is read again first, as another session may have written it; one that does so now waits. A
    damaged file is kept under another name; one of a later boxtui, or one that can't be read now,
    is not changed. In these two cases the change is made to `known`, the record as it was read
    last, and not kept.
    """
    changed: PracticeRecord | None = None

    def write(found: PracticeRecord, path: Path) -> str:
        nonlocal changed
        changed = change(found)
        return "" if changed == found else _write(changed, path)

    complaint = textfile.update(path, _read, write, _LOSS)
    return changed or change(known or PracticeRecord()), complaint


def add_to_practice(match: Match, decisions: Sequence[Judged], now: datetime | None = None) -> str:
    """Add decisions of a reviewed match to the person's practice; return sentences about it.

    A decision that is there already isn't added again.
    """
    when = now or utc_now()
    mistakes = [mistake_at(match, each.ply, each.best, when) for each in decisions]
    before: list[int] = []

    def added(record: PracticeRecord) -> PracticeRecord:
        before.append(len(record.mistakes))
        return record.with_mistakes(mistakes)

    path = locations.practice(match.game.key)
    record, complaint = update(path, added)
    if complaint:  # which may only say that a damaged file was kept aside
        record, _ = read(path)
    new = len(record.mistakes) - before[-1]
    if complaint and not new:
        return complaint
    kept = [each.position for each in record.mistakes]
    has_room = all(each.position in kept for each in mistakes)
    full = f"Your practice already has {MOST_MISTAKES} mistakes: solve some of them first."
    news = f"{counted(new, 'position')} added to practice, to be asked first."
    told = complaint, news if new else "", "" if has_room else full
    known = "They are all" if len(mistakes) > 1 else "This is"
    return " ".join(filter(None, told)) or f"{known} in your practice already."


def _write(record: PracticeRecord, path: Path) -> str:
    text = ("\n".join(_lines(record)) + "\n").encode()
    if len(text) > textfile.MOST_BYTES:
        return (
            f"{_LOSS}: {path} would have more than {textfile.MOST_BYTES:,} bytes. "
            "Solve some of your mistakes first."
        )
    return textfile.replace(path, text)


def _read(path: Path) -> tuple[PracticeRecord, str]:
    """Return the record in a file, and what is wrong with it, or ""; raises LeftAlone."""
    values, wrong = textfile.values(path)
    if not values:
        return PracticeRecord(), wrong
    try:
        if _taken(values, "format", int) > FORMAT:
            raise _Later
        record = _record(values)
    except _Later:
        raise textfile.written_later(path) from None
    except _Faulty as fault:
        return PracticeRecord(), f"{path}: {fault}"
    return record, ""


def _record(values: dict[str, Any]) -> PracticeRecord:
    """Return the record in a table. Raises `_Faulty` or `_Later`."""
    rating = [_taken(values, key, float) for key in ("rating", "deviation", "volatility")]
    themes = {
        name: _tally(_a_table(each)) for name, each in _taken(values, "themes", dict, {}).items()
    }
    boards = {key: _bytes(each) for key, each in _taken(values, "boards", dict, {}).items()}
    mistakes = [_mistake(_a_table(each), boards) for each in _taken(values, "mistake", list, [])]
    record = PracticeRecord(
        tally=Tally(_taken(values, "solved", int), _taken(values, "missed", int)),
        streak=_taken(values, "streak", int),
        best_streak=_taken(values, "best_streak", int),
        rating=Rating(*rating),
        themes=themes,
        numbers=_list(values, "numbers", int),
        mistakes=tuple(mistakes),
    )
    _refuse_more(values)
    return record


def _refuse_more(values: Mapping[str, object]) -> None:
    """Raises `_Later` if a table has keys left after all known ones were taken."""
    if values:
        raise _Later


def _tally(values: dict[str, Any]) -> Tally:
    tally = Tally(_taken(values, "solved", int), _taken(values, "missed", int))
    _refuse_more(values)
    return tally


def _mistake(values: dict[str, Any], boards: Mapping[str, bytes]) -> Mistake:
    schedule = Schedule(
        due=_time(values, "due"),
        last=_time(values, "last") if "last" in values else "",
        state=_taken(values, "state", int),
        step=_taken(values, "step", int),
        stability=_taken(values, "stability", float),
        difficulty=_taken(values, "difficulty", float),
    )
    digest = _taken(values, "board", str, "")
    found = Mistake(
        added=_time(values, "added"),
        rules=_taken(values, "rules", int),
        seed=_taken(values, "seed", int),
        best=_taken(values, "best", int),
        names=_list(values, "names", str),
        players=_list(values, "players", str),
        moves=_list(values, "moves", int),
        schedule=schedule,
        board=boards.get(digest, b""),
        options=_taken(values, "options", dict, {}),
    )
    _refuse_more(values)
    if (
        not _is_schedule(schedule)
        or (digest and not found.board)
        or len(found.names) != len(found.players)
        or not all(map(_is_option, found.options.values()))
    ):
        raise _Faulty(f"the mistake of {found.day} is not valid.")
    return found


def _is_schedule(schedule: Schedule) -> bool:
    """Whether `fsrs` can go on from there: only before the first answer is nothing measured."""
    if schedule.state not in (1, 2, 3):
        return False
    measured = bool(schedule.stability), bool(schedule.difficulty)
    return measured == (True, True) or (schedule.state == 1 and measured == (False, False))


def _is_option(value: object) -> bool:
    """Whether an option of a game can have that value, which can also be written again."""
    return type(value) in (str, bool, int) or (type(value) is float and isfinite(value))


def _taken(
    values: dict[str, Any], key: str, kind: type[KindT], default: KindT | None = None
) -> KindT:
    """Take a key's value out of a table; a missing key has the default, if there is one.

    Raises `_Faulty` if it isn't of that type, is a negative whole number, or is a figure beyond its
    limits.
    """
    value = values.pop(key, default)
    if value is None:
        raise _Faulty(f"{key} is missing.")
    least, most = _LIMITS[key] if kind is float else (0, inf)
    if type(value) is not kind or (isinstance(value, int | float) and not least <= value <= most):
        raise _Faulty(f"{key} = {textfile.as_toml(value)} is not valid.")
    return value


def _list(values: dict[str, Any], key: str, kind: type[KindT]) -> tuple[KindT, ...]:
    found: list[KindT] = _taken(values, key, list)
    if any(type(each) is not kind for each in found):
        raise _Faulty(f"{key} is not valid.")
    return tuple(found)


def _a_table(value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _Faulty(f"{textfile.as_toml(value)} is not valid.")
    return value


def _time(values: dict[str, Any], key: str) -> str:
    found = _taken(values, key, str)
    try:
        time = datetime.fromisoformat(found)
        time.astimezone()  # so that it can be shown
        is_utc = time.utcoffset() == timedelta(0)
    except (ValueError, OverflowError):
        is_utc = False
    if not is_utc:
        raise _Faulty(f"{key} = {textfile.as_toml(found)} is not a time in UTC.")
    return found


def _bytes(value: object) -> bytes:
    try:
        return b64decode(str(value), validate=True)
    except ValueError:
        raise _Faulty("a board is not valid.") from None


def _lines(record: PracticeRecord) -> Iterator[str]:
    rating = record.rating
    yield from textfile.pairs(
        format=FORMAT,
        solved=record.tally.solved,
        missed=record.tally.missed,
        streak=record.streak,
        best_streak=record.best_streak,
        rating=rating.value,
        deviation=rating.deviation,
        volatility=rating.volatility,
        numbers=record.numbers,
    )
    for name, tally in record.themes.items():
        yield f"[themes.{textfile.as_toml(name)}]"
        yield from textfile.pairs(solved=tally.solved, missed=tally.missed)
    boards = {each.board for each in record.mistakes if each.board}
    if boards:
        yield "[boards]"
        yield from textfile.pairs(
            **{digest_of(board): b64encode(board).decode() for board in sorted(boards)}
        )
    for mistake in record.mistakes:
        yield "[[mistake]]"
        yield from _mistake_lines(mistake)


def _mistake_lines(mistake: Mistake) -> Iterator[str]:
    schedule = {each.name: getattr(mistake.schedule, each.name) for each in fields(Schedule)}
    yield from textfile.pairs(
        added=mistake.added,
        rules=mistake.rules,
        seed=mistake.seed,
        best=mistake.best,
        names=mistake.names,
        players=mistake.players,
        moves=mistake.moves,
        **{key: value for key, value in schedule.items() if value != ""},
        **({"board": digest_of(mistake.board)} if mistake.board else {}),
    )
    yield "[mistake.options]"
    yield from textfile.pairs(**mistake.options)
