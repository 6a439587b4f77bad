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
    sum_words,
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

_FEWEST_OF_NAMES: Final = 12
"""The fewest cells of a table's column of names."""


def text_lines(
    match: Match,
    review: Review,
    glyphs: Glyphs,
    *,
    drawn: bool = True,
    cells: int = LINE_CELLS,
) -> Iterator[str]:
    """Yield the review as lines of at most that many cells: what matters most comes first.

    Unless it is `drawn`, for people to whom lines are read, it has no charts, and sentences instead
    of the table; these also stand where there is no room for the table.
    """
    result, *summary = summary_words(match, review)
    yield from _paragraphs([f"{match.game.title}: {result}", *summary], cells)
    if bad := listed_mistakes(match, review):
        yield ""
        title = f"{list_title(match, bad)}, by the number of the move in the log:"
        yield from _paragraphs([title], cells)
        yield from _paragraphs([short_words(match, judged) for judged in bad], cells, "  ")
    seats = reviewed_seats(match)
    for seat in seats:
        yield from _turn_lines(match, review, seat, cells)
        if drawn:
            yield from _chart_lines(match, review, seat, glyphs, cells)
        yield from _bad_lines(match, review, seat, cells)
    yield ""
    table = list(_table(match, review, glyphs.more, cells)) if drawn else []
    every = range(len(match.seats))
    sums = (sum_words(match, review, seat, with_level=True) for seat in every)
    yield from table or _paragraphs(sums, cells)
    yield ""
    yield from _paragraphs([verdict_words(match, review, seat) for seat in seats], cells)
    yield ""
    yield from _paragraphs(notes(match, review), cells)


def _paragraphs(texts: Iterable[str], cells: int, indent: str = "") -> Iterator[str]:
    for text in texts:
        yield from hanging(text, cells, indent)


def _turn_lines(match: Match, review: Review, seat: int, cells: int) -> Iterator[str]:
    """Yield what changed a seat's chances most."""
    if turns := turning_words(match, review, seat):
        yield ""
        yield from _paragraphs([turning_title(match, seat)], cells)
        yield from _paragraphs(turns, cells, "  ")


def _chart_lines(
    match: Match, review: Review, seat: int, glyphs: Glyphs, cells: int
) -> Iterator[str]:
    """Yield the line of a seat's chances, with marks at its bad decisions."""
    yield ""
    plies = [each.ply for each in review.bad_decisions(seat)]
    about = f"{words_of(match).chance_of(seat)}, move by move"
    marked = f", x below {_marked_words(review, seat)}" if plies else ""
    yield from _paragraphs([f"{about}{marked}:"], cells)
    points, seats = review.line_of(seat), len(match.seats)
    chart = chances_lines(points, seats, plies, None, glyphs, cells, _CHART_ROWS)
    yield from (plain(line).rstrip() for line in chart)


def _bad_lines(match: Match, review: Review, seat: int, cells: int) -> Iterator[str]:
    """Yield a seat's bad decisions, and why others were better."""
    if bad := review.bad_decisions(seat):
        yield ""
    for judged in bad:
        yield from _paragraphs([mistake_words(match, judged)], cells)
        yield from _paragraphs(why_words(match, judged), cells, _INDENT)


def _marked_words(review: Review, seat: int) -> str:
    """Return what the marks below a seat's chart are for: mistakes, a bad resignation, or both."""
    found = ["a mistake"] if review.mistakes(seat) else []
    return listed([*found, *(["the resignation"] if review.bad_resignation(seat) else [])])


def _table(match: Match, review: Review, more: str, cells: int) -> Iterator[str]:
    """Yield a line per seat whose figures add up to its result; a long name ends with `more`.

    If there is no room for names, yield nothing.
    """
    heads, *rows = table_rows(match, review)
    room = cells - _CELLS * (len(heads) - 1)
    if room < _FEWEST_OF_NAMES:
        return
    named = min(max(cells_of(name) for name, *_ in rows) + 2, room)
    for name, *figures in (heads, *rows):
        yield f"{fitted(name, named - 2, more)}  " + "".join(
            f"{each:>{_CELLS}}" for each in figures
        )
