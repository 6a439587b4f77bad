"""Adding the decisions of a reviewed match to a person's practice."""

from collections.abc import Sequence
from datetime import datetime

from boxtui.learn.judging import Judged
from boxtui.learn.mistakes import mistake_at, utc_now
from boxtui.learn.practice_file import read, update
from boxtui.learn.practice_record import MOST_MISTAKES, PracticeRecord
from boxtui.play.match import Match
from boxtui.system import locations
from boxtui.wording import counted


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
