"""How practice counts, and how a person stands in it, in words."""

from datetime import timedelta

from boxtui.learn.finding import DIFFICULTIES, TRIES, WEAKER_LEVELS, most_missed
from boxtui.learn.judging import SLIP
from boxtui.learn.mistakes import KNOWN, SOON
from boxtui.learn.practice_record import PUZZLE_RATINGS, RATED_AFTER, UNSURE, PracticeRecord
from boxtui.learn.rating import MIDDLE


def about() -> list[str]:
    """Return how practice counts, in paragraphs."""
    most = [most_missed(step) for step in DIFFICULTIES]
    *ratings, highest = (f"{PUZZLE_RATINGS[step]:.0f}" for step in DIFFICULTIES)
    text = f"""\
In each position one move is best; another that searches can't tell from it is right, too. The first
answer decides whether it counts as solved or as missed. A move that is less than
{100 * SLIP:.0f} percentage points worse, as shown, isn't counted: you answer again. With more than
two players that limit is lower. A hint, having the best move shown, or leaving while your first
answer is being judged counts as missed. After a hint or a wrong answer you can still try. Each
position counts once.

Difficulty: levels 1 to {WEAKER_LEVELS} try to find the best move, {TRIES} times each. At difficulty
1 at most {most[0]} of these {WEAKER_LEVELS * TRIES} tries miss it, at 2 up to {most[1]}, at 3 up to
{most[2]}, at 4 up to {most[3]}, and at 5 more. For them, only the best move is right.

Rating: Glicko-2, as for chess players, against puzzles rated by their difficulty:
{", ".join(ratings)} and {highest}. You begin at {MIDDLE:.0f}. At first each answer changes your
rating a lot, so it isn't shown until {RATED_AFTER} positions have counted; then "about" stands
before it until it is more certain.

Positions from your games, which you add from a review, are asked first when they are due. After a
wrong answer one comes back in {SOON // timedelta(minutes=1)} minutes; after right ones in days,
then in weeks. Once it would come back only after {KNOWN.days // 7} weeks, it is solved for good: as
a rule after three right answers, or five if the first was wrong. They don't change the rating.
"""
    return [paragraph.replace("\n", " ").strip() for paragraph in text.split("\n\n")]


def rating_words(record: PracticeRecord) -> str:
    """Return a person's rating in a few words, or how many more must count before it is shown.

    They say whether it is still uncertain.
    """
    missing = RATED_AFTER - record.tally.solved - record.tally.missed
    if missing > 0:
        return f"rated after {missing} more"
    about = "about " if record.rating.deviation > UNSURE else ""
    return f"rating {about}{record.rating.value:.0f}"


def rating_and_streak(record: PracticeRecord) -> str:
    """Return the rating and the streak in a few words; "" before the first puzzle."""
    if not record.numbers:
        return ""
    streak = f", {record.streak} in a row" if record.streak > 1 else ""
    return rating_words(record) + streak
