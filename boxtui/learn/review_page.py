"""A review as a web page: one file without scripts, with the chart and the boards."""

from collections.abc import Iterator
from html import escape
from typing import Final

from boxtui.learn.judging import Judged
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
from boxtui.lines import UNICODE, plain
from boxtui.play.match import Match
from boxtui.play.viewer import Viewer
from boxtui.views.games import words_of

_WIDTH: Final = 720
_HEIGHT: Final = 200
_INKS: Final = ("#c0392b", "#1f618d", "#117a3d", "#9a5b00", "#6c3483", "#444444")
"""The colors of the seats' lines; beyond six seats they repeat."""

_DASHES: Final = ("", "7 4", "2 3", "9 3 2 3", "4 2", "1 4")
"""The patterns of the seats' lines, for those who can't tell the colors apart."""

_STYLE: Final = """
body { font-family: sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; } th, td { padding: .2rem .7rem; text-align: right; }
th:first-child, td:first-child { text-align: left; } tr { border-bottom: 1px solid #ccc; }
pre { background: #f4f4f4; padding: .7rem; overflow-x: auto; line-height: 1.2; }
svg { width: 100%; height: auto; border: 1px solid #ccc; }
"""


def page(match: Match, review: Review) -> str:
    """Return the review as an HTML page."""
    return "\n".join(_parts(match, review)) + "\n"


def _parts(match: Match, review: Review) -> Iterator[str]:
    result, *summary = summary_words(match, review)
    title = escape(f"{match.game.title}: {result}")
    yield "<!DOCTYPE html>"
    yield '<html lang="en"><head><meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width">'
    yield f"<title>{title}</title><style>{_STYLE}</style></head><body>"
    yield f"<h1>{title}</h1>"
    yield f"<p>{escape(' '.join(summary))}</p>"
    if listed := listed_mistakes(match, review):
        items = "".join(f"<li>{escape(short_words(match, judged))}</li>" for judged in listed)
        yield f"<p>{escape(list_title(match, listed))}:</p><ul>{items}</ul>"
    yield from _chart(match, review)
    for seat in reviewed_seats(match):
        if turns := turning_words(match, review, seat):
            items = "".join(f"<li>{escape(turn)}</li>" for turn in turns)
            yield f"<p>{escape(turning_title(match, seat))}</p><ul>{items}</ul>"
    for seat in reviewed_seats(match):
        bad = review.bad_decisions(seat)
        if bad:
            yield f"<h2>{escape(match.seats[seat].name)}</h2>"
        for judged in bad:
            yield from _mistake(match, judged)
    yield "<h2>The figures</h2>"
    yield from _table(match, review)
    for seat in reviewed_seats(match):
        yield f"<p>{escape(verdict_words(match, review, seat))}</p>"
    yield from (f"<p>{escape(note)}</p>" for note in notes(match, review))
    yield "</body></html>"


def _table(match: Match, review: Review) -> Iterator[str]:
    """Yield a row per seat whose figures add up to its result."""
    heads, *rows = table_rows(match, review)
    yield f"<table><tr>{''.join(f'<th>{escape(head)}</th>' for head in heads)}</tr>"
    for row in rows:
        yield f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>"
    yield "</table>"


def _chart(match: Match, review: Review) -> Iterator[str]:
    """Yield the line of every seat, from 0 to 100%, and a mark at each bad decision."""
    label = escape("The line of each seat through the game, from 0% (below) to 100%")
    yield f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{label}">'
    half = _HEIGHT // 2
    yield f'<line x1="0" x2="{_WIDTH}" y1="{half}" y2="{half}" stroke="#ccc"/>'
    for seat, who in enumerate(match.seats):
        ink, dash = _INKS[seat % len(_INKS)], _DASHES[seat % len(_DASHES)]
        line = [_point(review, ply, share) for ply, share in review.line_of(seat)]
        yield (
            f'<polyline fill="none" stroke="{ink}" stroke-width="2" stroke-dasharray="{dash}" '
            f'points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in line)}">'
            f"<title>{escape(who.name)}</title></polyline>"
        )
        for judged in review.bad_decisions(seat):
            x, y = _point(review, judged.ply + 1, judged.shares[seat])
            circle = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{ink}">'
            yield f"{circle}<title>{escape(mistake_words(match, judged))}</title></circle>"
        below = 16 + 16 * seat
        stroke = f'y1="{below - 4}" y2="{below - 4}" stroke="{ink}" stroke-dasharray="{dash}"'
        yield f'<line x1="6" x2="36" {stroke} stroke-width="2"/>'
        yield f'<text x="42" y="{below}" fill="{ink}" font-size="13">{escape(who.name)}</text>'
    yield "</svg>"


def _point(review: Review, ply: int, share: float) -> tuple[float, float]:
    return ply * _WIDTH / max(review.plies, 1), (1 - share) * _HEIGHT


def _mistake(match: Match, judged: Judged) -> Iterator[str]:
    """Yield what was played, the board it was played on, and what was better."""
    there = match.until(judged.ply)
    words = words_of(there, Viewer(there, follows_turn=True))
    board = "\n".join(plain(line).rstrip() for line in words.drawn(UNICODE))
    yield f"<h3>{escape(mistake_words(match, judged))}</h3>"
    yield f"<pre>{escape(board)}</pre>"
    if why := why_words(match, judged):
        yield f"<p>{escape(' '.join(why))}</p>"
