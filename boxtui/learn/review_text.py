"""A review in lines of text."""

from collections.abc import Iterable, Iterator
from typing import Final

from boxtui.learn.review import Review
from boxtui.learn.review_turns import turning_title, turning_words
from boxtui.learn.review_words import (
    list_title,
    listed_mistakes,
    mistake_words,
    notes,
    reviewed_seats,
    short_words,
    summary_words,
    table_rows,
    verdict_words,
    why_words,
)
from boxtui.lines import LINE_CELLS, Glyphs, cells_of, fitted, hanging, plain
from boxtui.play.match import Match
from boxtui.views.chart import chances_lines
from boxtui.views.games import words_of
from boxtui.wording import listed

_CHART_ROWS: Final = 9
_CELLS: Final = 9
_INDENT: Final = "    "


def text_lines(
    match: Match, review: Review, glyphs: Glyphs, *, drawn: bool = True
) -> Iterator[str]:
    """Yield the review as lines of at most `LINE_CELLS` cells: what matters most comes first.

    Unless it is `drawn`, for people to whom lines are read, it has no charts.
    """
    result, *summary = summary_words(match, review)
    yield from _paragraphs([f"{match.game.title}: {result}", *summary])
    if bad := listed_mistakes(match, review):
        yield ""
        yield f"{list_title(match, bad)}, by the number of the move in the log:"
        yield from _paragraphs([short_words(match, judged) for judged in bad], "  ")
    seats = reviewed_seats(match)
    for seat in seats:
        yield from _turn_lines(match, review, seat)
        if drawn:
            yield from _chart_lines(match, review, seat, glyphs)
        yield from _bad_lines(match, review, seat)
    yield ""
    yield from _table(match, review, glyphs.more)
    yield ""
    yield from _paragraphs([verdict_words(match, review, seat) for seat in seats])
    yield ""
    yield from _paragraphs(notes(match, review))


def _paragraphs(texts: Iterable[str], indent: str = "") -> Iterator[str]:
    for text in texts:
        yield from hanging(text, LINE_CELLS, indent)


def _turn_lines(match: Match, review: Review, seat: int) -> Iterator[str]:
    """Yield what changed a seat's chances most."""
    if turns := turning_words(match, review, seat):
        yield ""
        yield from _paragraphs([turning_title(match, seat)])
        yield from _paragraphs(turns, "  ")


def _chart_lines(match: Match, review: Review, seat: int, glyphs: Glyphs) -> Iterator[str]:
    """Yield the line of a seat's chances, with marks at its bad decisions."""
    yield ""
    plies = [each.ply for each in review.bad_decisions(seat)]
    about = f"{match.seats[seat].name}'s {words_of(match).chance_words}, move by move"
    marked = f", x below {_marked_words(review, seat)}" if plies else ""
    yield from _paragraphs([f"{about}{marked}:"])
    points, seats = review.line_of(seat), len(match.seats)
    chart = chances_lines(points, seats, plies, None, glyphs, LINE_CELLS, _CHART_ROWS)
    yield from (plain(line).rstrip() for line in chart)


def _bad_lines(match: Match, review: Review, seat: int) -> Iterator[str]:
    """Yield a seat's bad decisions, and why others were better."""
    if bad := review.bad_decisions(seat):
        yield ""
    for judged in bad:
        yield from _paragraphs([mistake_words(match, judged)])
        yield from _paragraphs(why_words(match, judged), _INDENT)


def _marked_words(review: Review, seat: int) -> str:
    """Return what the marks below a seat's chart are for: mistakes, a bad resignation, or both."""
    found = ["a mistake"] if review.mistakes(seat) else []
    return listed([*found, *(["the resignation"] if review.bad_resignation(seat) else [])])


def _table(match: Match, review: Review, more: str) -> Iterator[str]:
    """Yield a line per seat whose figures add up to its result; a long name ends with `more`."""
    heads, *rows = table_rows(match, review)
    room = LINE_CELLS - _CELLS * (len(heads) - 1)
    cells = min(max(cells_of(name) for name, *_ in rows) + 2, room)
    for name, *figures in (heads, *rows):
        yield f"{fitted(name, cells - 2, more)}  " + "".join(
            f"{each:>{_CELLS}}" for each in figures
        )
