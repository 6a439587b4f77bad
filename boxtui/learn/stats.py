"""Statistics of a player's finished games, from the saves and the reviews in the cache."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from itertools import groupby
from math import floor, inf, isfinite, log10
from statistics import fmean
from typing import Any, Final

from ai.agent import HUMAN
from ai.levels import level_words, levels_of
from boxtui import __version__
from boxtui.games import GAMES
from boxtui.learn import cache
from boxtui.learn.reviews import FORMAT, kept_review, review_key
from boxtui.lines import Glyphs, plain
from boxtui.play.replay import match_in
from boxtui.play.results import winners
from boxtui.system import locations
from boxtui.views.chart import LABEL, chart_lines
from boxtui.wording import counted, listed
from saves.errors import SaveError
from saves.library import Entry, Library

RECENT: Final = 10
"""How many of the last games against a level decide whether to try the next one."""

READY: Final = 7
"""With this many of them won, the next level is suggested."""

_IN_WORDS: Final = {2: "two", 3: "three", 4: "four", 5: "five"}
"""Numbers of seats that are written in words; Shut-the-Box may have more."""

MOST_LOSSES: Final = 10
"""How many of the latest reviewed games are listed as figures."""

MOST_DRAWN: Final = 35
"""How many of them are drawn as a line."""

FEWEST_DRAWN: Final = 3
"""With fewer games, no line is drawn."""

UNCOUNTED_GAMES: Final = "imported, or played on from a review or practice"
"""Which games of one person don't count."""

_FORMAT: Final = 8
"""To be increased whenever the result of a game would be kept differently."""

_GAME_CELLS: Final = 2
_CHART_ROWS: Final = 7
"""The width of a game in the line, and the height of the line, in cells."""


@dataclass(frozen=True)
class Finished:
    """A finished game of one person, alone or against computers.

    Attributes:
        game: the game's key.
        when: when it began, as in the save.
        share: the person's share, as the game's rules count it: of the win or of the stakes.
        is_won: whether the person won, alone or with others.
        rivals: the other seats' players.
        figure: the person's figure in the game's tally; None without one, as before any turn.
        scoring: how the figure was counted, if the game has an option for it, else "".
        hints: on how many decisions hints were given.
        is_reviewed: whether its review is in the cache.
        loss: what a decision gave away on average, in shares of a win; None if it isn't reviewed,
            or no decision of the person was judged.
    """

    game: str
    when: str
    share: float
    is_won: bool
    rivals: tuple[str, ...]
    figure: float | None
    scoring: str
    hints: int
    is_reviewed: bool = False
    loss: float | None = None


@dataclass(frozen=True)
class _Kept:
    """What is kept of a finished game.

    Attributes:
        finished: the game as if it weren't reviewed, as it may be later.
        seat: the person's seat.
        review: the digest that its review is kept by.
    """

    finished: Finished
    seat: int
    review: str


def finished_games(library: Library) -> list[Finished]:
    """Return the finished games of one person each, oldest first; unreadable saves are left out.

    A game counts once, however often its save was copied (the copy that ended first), and only if
    it was played from its first move here: who plays on from a review knows what was good, and a
    record may be anyone's. Results are kept in the cache folder, so that each game is replayed only
    once.

    Raises SaveError if the folder can't be read.
    """
    path = locations.results()
    known = cache.kept(path, dict[str, _Kept | None]) or {}
    found: dict[str, _Kept | None] = {}
    salts: set[str] = set()
    for entry in reversed(library.entries()):
        if entry.ended and entry.salt not in salts:
            formats = f"{_FORMAT} {FORMAT} {__version__}"  # what is kept has a review's digest
            key = f"{formats} {entry.salt} {entry.bytes} {entry.checksum}"
            with suppress(SaveError):
                found[key] = known[key] if key in known else _played(entry, library)
                salts.add(entry.salt)
    if found != known:
        cache.keep(path, found)
    return sorted(map(_with_loss, filter(None, found.values())), key=lambda each: each.when)


def _played(entry: Entry, library: Library) -> _Kept | None:
    """Return what to keep of an ended game's save, or None if it doesn't count."""
    assert entry.header is not None
    match = match_in(entry.path, library)
    persons = match.persons()
    if len(persons) != 1 or not match.is_over or match.begun_midway:
        return None
    seat = persons[0]
    tally = match.game.tally(match.state)
    figure = tally[seat] if tally else inf
    finished = Finished(
        game=match.game.key,
        when=entry.header.when,
        share=match.state.returns()[seat],
        is_won=seat in winners(match),
        rivals=tuple(each.player for each in match.seats if each.player != HUMAN),
        figure=float(figure) if isfinite(figure) else None,
        scoring=str(match.options.get("scoring", "")),
        hints=match.hints,
    )
    return _Kept(finished, seat, review_key(match))


def _with_loss(kept: _Kept) -> Finished:
    """Return a finished game with the mean loss from its cached review, if any."""
    review, seat = kept_review(kept.review), kept.seat
    if review is None:
        return kept.finished
    loss = review.mean_loss(seat) if review.moves_of(seat) else None
    return replace(kept.finished, is_reviewed=True, loss=loss)


def text_lines(games: Sequence[Finished], glyphs: Glyphs, only: str = "") -> Iterator[str]:
    """Yield a few lines for each game that was played; `only` is the title of the one asked for."""
    if not games:
        which = f"games of {only}" if only else "games"
        yield f"There are no finished {which} yet: only games with one person count."
        yield f"Games that were {UNCOUNTED_GAMES}, don't count."
    for game in GAMES.values():
        if played := [each for each in games if each.game == game.key]:
            first, *others = lines_about(played, glyphs)
            yield f"{game.title}: {first}"
            yield from (f"  {line}" for line in others)
    if left := sum(not each.is_reviewed for each in games):
        unreviewed = f"{counted(left, 'game')} {'is' if left == 1 else 'are'} not reviewed yet"
        yield f"{unreviewed}: `boxtui review NAME`; `boxtui saves list` has the names."


def lines_about(played: Sequence[Finished], glyphs: Glyphs | None = None) -> Iterator[str]:
    """Yield one or more lines about finished games of one game.

    With `glyphs`, they include what decisions gave away, in figures and drawn.
    """
    against = [each for each in played if each.rivals]
    alone = [each for each in played if not each.rivals]
    all_games = counted(len(played), "game")
    if against and alone:
        all_games += f" ({len(alone)} alone), {_won_words(against, f' of {len(against)}')}"
    elif against:
        all_games += f", {_won_words(against)}"
    yield all_games
    for level, games in _by_rivals(against):
        yield f"against {level}: {_won_words(games, f' of {len(games)}')}"
    for scoring in sorted({each.scoring for each in alone}):
        yield from _alone_words([each for each in alone if each.scoring == scoring])
    now, longest = streaks(each.is_won for each in against)
    if longest:
        yield f"wins in a row: {now} now (best: {longest})"
    if glyphs and (losses := [each.loss for each in played if each.loss is not None]):
        listed_losses = ", ".join(f"{100 * loss:.2f}" for loss in losses[-MOST_LOSSES:])
        yield "percentage points given away per decision, in reviewed games, oldest first:"
        yield f"  {listed_losses}"
        if len(losses) >= FEWEST_DRAWN:
            yield from (line.rstrip() for line in _drawn(losses[-MOST_DRAWN:], glyphs))
    if advice := next_level(against):
        yield advice


def _won_words(games: Sequence[Finished], of: str = "") -> str:
    """Return how many games were won, and how many of these without hints if not all were."""
    won = [each for each in games if each.is_won]
    unaided = sum(not each.hints for each in won)
    how = f" ({unaided} without hints)" if unaided < len(won) else ""
    return f"{len(won)}{of} won{how}"


def _alone_words(alone: Sequence[Finished]) -> Iterator[str]:
    """Yield the best and the mean figure of games alone with one scoring, if they have figures."""
    if figures := [each.figure for each in alone if each.figure is not None]:
        first = alone[0]
        how = f", scoring {first.scoring}" if first.scoring else ""
        best = (min if GAMES[first.game].lowest_wins else max)(figures)
        games = counted(len(figures), "game")
        yield f"alone{how}: {games}, best {best:,.0f}, average {fmean(figures):,.1f}"


def _drawn(losses: Sequence[float], glyphs: Glyphs) -> Iterator[str]:
    """Yield a line through the losses of decisions, the oldest game at the left."""
    top = _round_above(100 * max(losses))
    points = [(at, 100 * loss / top) for at, loss in enumerate(losses)]
    points.append((len(losses), points[-1][1]))
    cells = LABEL + _GAME_CELLS * len(losses)
    scale = (f"{top:g}", f"{top / 2:g}", "0")
    chart = chart_lines(points, (), None, glyphs, cells, _CHART_ROWS, scale)
    yield from map(plain, chart[:-1])


def _round_above(figure: float) -> float:
    """Return the least of 0.1, 0.2, 0.4, 1, 2, 4, 10 and so on that isn't below a figure."""
    unit = 10.0 ** max(floor(log10(max(figure, 0.1))), -1)
    return next(unit * times for times in (1, 2, 4, 10) if unit * times >= figure)


def _by_rivals(against: Iterable[Finished]) -> Iterator[tuple[str, list[Finished]]]:
    """Yield the games against the same players, named as in `level 3 and level 4`."""

    def rivals(each: Finished) -> str:
        counts = Counter(sorted(level_words(each.game, player) for player in each.rivals))
        return listed(
            [
                who if count == 1 else f"{_IN_WORDS.get(count, count)} of {who}"
                for who, count in counts.items()
            ]
        )

    for name, games in groupby(sorted(against, key=rivals), rivals):
        yield name, list(games)


def streaks(won: Iterable[bool]) -> tuple[int, int]:
    """Return the current and the longest run of games won; the games are given oldest first."""
    now = longest = 0
    for each in won:
        now = now + 1 if each else 0
        longest = max(longest, now)
    return now, longest


def next_level(against: Sequence[Finished]) -> str:
    """Return the advice to try the next level, or ""."""
    if not against or len(set(against[-1].rivals)) != 1:
        return ""
    player = against[-1].rivals[0]
    last = [each for each in against if set(each.rivals) == {player}][-RECENT:]
    numbers = {level.name: level.number for level in levels_of(against[-1].game)}
    won, number = sum(each.is_won for each in last), numbers.get(player, 0)
    if len(last) < RECENT or won < READY or not number or number + 1 not in numbers.values():
        return ""
    return f"You won {won} of the last {RECENT} against level {number}: try level {number + 1}."


def as_json(games: Sequence[Finished]) -> list[dict[str, Any]]:
    """Return every finished game as data, oldest first."""
    return [asdict(each) for each in games]
