"""A review in words: what the screen, the page and the lines of text say alike."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from statistics import median_high
from typing import Final, NamedTuple

from ai.levels import ROSTERS, level_words
from boxtui.learn.judging import (
    GOOD,
    GRADES,
    SURE_ERRORS,
    Judged,
    gives_away,
    least_shown,
    limit_for,
    lost_words,
    points_lost,
)
from boxtui.learn.review import Review, not_judged_words, review_spec
from boxtui.learn.review_turns import misjudged_words, rounded_words
from boxtui.play.match import Match, Seat
from boxtui.play.results import result_of, winners
from boxtui.views.games import words_of
from boxtui.wording import POINT_DIGITS, counted, listed, percent

_HEADS: Final = {"others": "others'", "drift": "search"}
"""The headings of an `Account`'s figures, where they aren't their names."""

_SUMMED: Final = {"own": "own moves", "others": "others' moves"}
"""What two of them are called in a sentence."""

_SO_FAR: Final = "Not over yet."
_NOW: Final = "now"
"""What the result is called as long as the game isn't over."""

_OPEN: Final = "With the hands as they were"
_HANDS: Final = (
    f"{_OPEN}: the same two moves, searched again with all hands visible; the order of the draw "
    "pile stays unknown. This figure isn't part of any sum. All others use only what the deciding "
    "player could know, not the other hands."
)
_DRIFT: Final = (
    "Search: what changed only because a later search saw more than an earlier one. Where it is "
    "large, an estimate was wrong."
)
_HIDDEN_DRIFT: Final = (
    " A search sees only what its seat could see, so this includes what one player knew and the "
    "next one didn't."
)
_UNCOUNTED: Final = (
    " It includes the part of mistakes that isn't counted, because it usually doesn't last."
)
_YOU: Final = re.compile(r"\byour?\b", re.IGNORECASE)
_EVEN: Final = 0.05
"""Less luck than this, in shares of a win with two seats, is called even."""

_LEAST_SHOWN: Final = 0.005
"""A smaller difference would be rounded to 0 percentage points."""


def reviewed_seats(match: Match) -> list[int]:
    """Return the seats whose decisions a person wants to read about: people's, or else all."""
    return match.persons() or list(range(len(match.seats)))


def bad_decisions_of_people(match: Match, review: Review) -> list[Judged]:
    """Return the mistakes and bad resignations of the `reviewed_seats`, in the order of play."""
    seats = reviewed_seats(match)
    return [each for each in review.judged if each.seat in seats and each.grade != GOOD]


def listed_mistakes(match: Match, review: Review) -> list[Judged]:
    """Return the mistakes to look at: those of the only person, if they made any.

    Otherwise they are all that `summary_words` counts, because the list doesn't say whose are left
    out.
    """
    every = [each for each in review.judged if each.grade != GOOD and not each.is_resignation]
    of_person = [each for each in every if match.persons() == [each.seat]]
    return of_person or every


def list_title(match: Match, mistakes: Sequence[Judged], *, worst: bool = False) -> str:
    """Return what `listed_mistakes`, or the worst of them, are called above the list.

    Only the mistakes of the one person who played are theirs alone; each of the others says whose
    it is.
    """
    what, seat = "worst mistakes" if worst else "mistakes", mistakes[0].seat
    is_only = match.persons() == [seat]
    return f"{match.seats[seat].name}'s {what}" if is_only else what.capitalize()


def summary_words(match: Match, review: Review) -> list[str]:
    """Return who won, how much was luck, what searches misjudged, and each seat's mistakes.

    The first sentence says so if the game isn't over.
    """
    seats = reviewed_seats(match)
    misjudged = misjudged_words(match, review, seats[0]) if len(seats) == 1 else ""
    causes = filter(None, [_luck_in_all(match, review), misjudged])
    return [result_of(match) or _SO_FAR, *causes, _mistakes_in_all(match, review)]


def _luck_in_all(match: Match, review: Review) -> str:
    """Return whom luck helped, and whether it decided more than the moves; "" without any."""
    seats, even = reviewed_seats(match), limit_for(len(match.seats), _EVEN)
    if not review.luck:
        return ""
    if len(seats) > 1:
        luck = [review.account(seat).luck for seat in range(len(match.seats))]
        if max(luck) < even:
            return "Luck was about even."
        return f"Luck helped {match.seats[luck.index(max(luck))].name} most."
    (seat,) = seats
    if abs(review.account(seat).luck) < even:
        return "Luck was about even."
    return _luck_of(match, review, seat)


def _luck_of(match: Match, review: Review, seat: int) -> str:
    """Return whether luck helped a seat, and whether it decided more than the moves.

    They aren't compared if the drift is larger than their difference: an estimate was wrong.
    """
    name, account, is_won = match.seats[seat].name, review.account(seat), seat in winners(match)
    luck = account.luck
    own = -account.own  # what the seat's own moves gave away
    rivals = [(at, each.name) for at, each in enumerate(match.seats) if at != seat]
    theirs = f"{rivals[0][1]}'s mistakes" if len(rivals) == 1 else "the others' mistakes"
    rest = account.others if luck > 0 and is_won else own
    is_clear = abs(account.drift) <= abs(abs(luck) - rest)
    if luck > 0:
        if not is_clear:
            more = ""
        elif not is_won:
            more = f", but {name}'s own moves gave away more" if own > luck else ""
        elif luck > account.others:
            has_rivals_mistakes = any(review.mistakes(at) for at, _ in rivals)
            more = f", and did more for the win than {theirs}" if has_rivals_mistakes else ""
        else:
            more = f", but {theirs} did more for the win"
        return f"Luck helped {name}{more}."
    if is_won and account.others > -luck:
        return f"Luck was against {name}, but {theirs} made up for it."
    if is_won or not is_clear or not review.moves_of(seat):
        return f"Luck was against {name}."
    if -luck > own:
        return f"Luck was against {name}, and cost more than {name}'s own moves did."
    return f"Luck was against {name}, but {name}'s own moves cost more."


def _mistakes_in_all(match: Match, review: Review) -> str:
    """Return how many mistakes each seat made, and which was the worst of each reviewed one."""
    reviewed = reviewed_seats(match)
    others = [seat for seat in range(len(match.seats)) if seat not in reviewed]
    parts, idle = list[str](), list[int]()
    for seat in (*reviewed, *others):
        name, decisions = match.seats[seat].name, len(review.moves_of(seat))
        bad = review.mistakes(seat)
        if not decisions:
            idle.append(seat)
        elif parts and seat not in reviewed:
            parts.append(f"{name} made {len(bad) or 'none'} in {counted(decisions, 'decision')}")
        else:
            made = counted(len(bad), "mistake") if bad else "no mistake"
            worst = _worst(match, review, seat) if seat in reviewed else ""
            parts.append(f"{name} made {made} in {counted(decisions, 'decision')}{worst}")
    first = [f"{listed(parts)}."] if parts else []
    return " ".join(
        [*first, *_resigned_too_early(match, review), *_idle_words(match, review, idle)]
    )


def _resigned_too_early(match: Match, review: Review) -> list[str]:
    """Return who resigned too early, in a sentence each."""
    resigned = filter(None, (review.bad_resignation(seat) for seat in range(len(match.seats))))
    return [
        f"{match.seats[each.seat].name} resigned too early (move {each.ply + 1})."
        for each in resigned
    ]


def _idle_words(match: Match, review: Review, idle: Sequence[int]) -> list[str]:
    """Return which seats had no move to judge, except a resignation, in a sentence or two."""
    resigned = [seat for seat in idle if review.resignation(seat)]
    if len(idle) == len(match.seats):
        return ["There was no other move to judge." if resigned else "Nobody had a move to judge."]
    others = [seat for seat in idle if seat not in resigned]
    return [
        f"{listed([match.seats[seat].name for seat in seats])} had {what} to judge."
        for seats, what in ((resigned, "no other move"), (others, "no move"))
        if seats
    ]


def _worst(match: Match, review: Review, seat: int) -> str:
    """Return which was a seat's worst mistake, in brackets.

    Without mistakes, it is what the costliest move gave away; "" if none gave anything away.
    """
    if bad := review.mistakes(seat):
        number = max(bad, key=lambda each: each.loss).ply + 1
        return f" (the worst: move {number})" if len(bad) > 1 else f" (move {number})"
    given = [each for each in review.moves_of(seat) if gives_away(match, each, 0.0)]
    worst = max(given, key=lambda each: each.loss, default=None)
    if worst is None or not points_lost(match, worst):
        return ""
    return f" (the costliest, move {worst.ply + 1}, gave away {lost_words(match, worst)})"


def short_words(match: Match, judged: Judged) -> str:
    """Return a bad decision in a few words, as in `Move 2, blunder: 3+2+1 (best: 6)`."""
    best = _compared(match, judged).best
    return f"Move {judged.ply + 1}, {played_words(match, judged)} (best: {best})"


def played_words(match: Match, judged: Judged, by: str = " by ") -> str:
    """Return the grade of a decision and the move, as in `blunder: 3+2+1`, and whose if needed."""
    who = "" if reviewed_seats(match) == [judged.seat] else f"{by}{match.seats[judged.seat].name}"
    return f"{judged.grade}{who}: {_compared(match, judged).played}"


def table_rows(match: Match, review: Review) -> list[list[str]]:
    """Return a row of headings, and one per seat: its name, and figures that add up to the last."""
    rows = [["", *(_heading(match, name) for name in _figures(review, 0))]]
    for at, seat in enumerate(match.seats):
        rows.append([_name_and_level(match.game.key, seat), *_figures(review, at).values()])
    return rows


def _heading(match: Match, name: str) -> str:
    """Return what one of an `Account`'s figures is called."""
    return _NOW if name == "result" and not match.is_over else _HEADS.get(name, name)


def _figures(review: Review, seat: int) -> dict[str, str]:
    """Return a seat's account in percent, changes with a sign; luck and drift if there is any."""
    found = {"luck": review.luck, "drift": review.drift}
    return {
        name: f"{100 * share:.{POINT_DIGITS}f}"
        if name in ("start", "result")
        else change_words(100 * share)
        for name, share in asdict(review.account(seat)).items()
        if found.get(name, True)
    }


def _name_and_level(game: str, seat: Seat) -> str:
    level = level_words(game, seat.player)
    return f"{seat.name}, {level}" if level and level not in seat.name else seat.name


def sum_words(match: Match, review: Review, seat: int, *, with_level: bool = False) -> str:
    """Return a seat's result and the figures that add up to it, in a sentence."""
    player = match.seats[seat]
    name = _name_and_level(match.game.key, player) if with_level else player.name
    figures = _figures(review, seat).items()
    *summed, result = (
        f"{_SUMMED.get(what) or _heading(match, what)} {figure}" for what, figure in figures
    )
    return f"{name}: {', '.join(summed)}; {result}."


def luck_words(match: Match, review: Review, seat: int, ply: int) -> str:
    """Return the luck that a seat had before it came to the position after `ply` moves, or ""."""
    found = next((change for change in review.luck if change.end == ply), None)
    points = change_words(100 * found.changes[seat]) if found else ""
    if not found or points == change_words(0.0):
        return ""
    since = f" since move {found.ply}" if found.ply and ply - found.ply > 1 else ""
    return f"Luck{since}: {points} percentage points for {match.seats[seat].name}."


def change_words(points: float) -> str:
    """Return a change in percentage points, with its sign; what is rounded to 0 has none."""
    rounded = round(points, POINT_DIGITS)
    return f"{rounded:{'+' if rounded else 'z'}.{POINT_DIGITS}f}"


def verdict_words(match: Match, review: Review, seat: int) -> str:
    """Return how many decisions a seat had, and how good they were, in a sentence or two."""
    name, decisions = match.seats[seat].name, len(review.moves_of(seat))
    resigned = review.bad_resignation(seat)
    gap = lost_words(match, resigned) if resigned else ""
    apart = f" Resigning gave away {gap}." if resigned else ""
    if not decisions:
        how = f", which gave away {gap}," if resigned else ""
        if review.resignation(seat):
            return f"{name} resigned{how} and had no other move to judge."
        return f"{name} had no move to judge."
    grades = Counter(each.grade for each in review.mistakes(seat))
    found = [counted(grades[grade], grade) for grade, _ in GRADES if grades[grade]]
    summary = f"{name}: {counted(decisions, 'decision')} between two or more moves, with "
    loss = f"{100 * review.mean_loss(seat):.2f} percentage points given away on average"
    return f"{summary}{loss}: {listed(found) if found else 'no mistake'}.{apart}"


def mistake_words(match: Match, judged: Judged) -> str:
    """Return what was played, what was better, and by how much."""
    played, best, share, _ = _compared(match, judged)
    gap = lost_words(match, judged)
    graded = f"Move {judged.ply + 1}, {judged.grade}"
    was = f"after {played}, {words_of(match).chance_of(judged.seat)} was {share}"
    more = [f"{graded}: {was}, {gap} less than after {best}, the best."]
    if judged.open_loss is not None:
        more.append(_open_words(match, judged))
    if judged.is_hint and judged.ply in match.hinted:
        name = match.seats[judged.seat].name
        more.append(f"{name} followed the hint; the review's searches prefer {best}.")
    return " ".join(more)


def why_words(match: Match, judged: Judged) -> list[str]:
    """Return why the best move is better, in sentences that call the player who decided "you".

    Unless that is the only person who played, the first sentence says who it is.
    """
    if match.persons() == [judged.seat] or not any(map(_YOU.search, judged.why)):
        return list(judged.why)
    return [f'"You" is {match.seats[judged.seat].name} here.', *judged.why]


def good_words(match: Match, judged: Judged) -> str:
    """Return that a decision without a bad grade was the best, or which move was a little better.

    If the searches don't all find another move better, it isn't called that. No move is called the
    best where all lose.
    """
    played, best, share, best_share = _compared(match, judged)
    move, what = f"Move {judged.ply + 1}", words_of(match).chance_of(judged.seat)
    if judged.best == judged.move:
        how = "and nothing was better" if share == percent(0.0) else "the best move"
        return f"{move}: {played} was played, {how}. {what}: {share}."
    if not judged.is_proven:
        return f"{move}: {played} was played, and nothing was clearly better. {what}: {share}."
    better = f"{best_share} with {best}, the best move"
    return f"{move}: {played} was played, a good move. {what}: {share}; {better}."


def _start_words(match: Match, review: Review) -> str:
    """Return what the first figure is, in a sentence: before a decision, nothing is searched."""
    what = f"the {words_of(match).chance_words}"
    is_exact = review_spec(match).is_exact
    if not (is_exact or review.judged):
        return "Start: an equal share for each player, because no decision was judged."
    first = 0 if is_exact else review.judged[0].ply
    if any(played.by_chance for played in match.log[:first]):
        why = "because luck comes before the first judged decision"
        return f"Start: an equal share for each player, {why}."
    where = f"before move {first + 1}, the first one judged" if first else "at the start"
    return f"Start: {what} {where}."


def _now_words(match: Match, review: Review) -> str:
    """Return what the last figure of an unfinished game is, in a sentence."""
    is_exact = review_spec(match).is_exact
    if not (is_exact or review.judged):
        return f"{_NOW.capitalize()}: the same, because no decision was judged."
    last = "move" if is_exact else "judged decision"
    if not is_exact and review.luck and review.luck[-1].ply > review.judged[-1].ply:
        last = "roll or card"
    return f"{_NOW.capitalize()}: the {words_of(match).chance_words} after the last {last}."


class _Compared(NamedTuple):
    """The names of the move played and of the best one, and the share after each."""

    played: str
    best: str
    share: str
    best_share: str


def _compared(match: Match, judged: Judged) -> _Compared:
    state, words = match.position_after(judged.ply), words_of(match)
    return _Compared(
        played=words.move_name(state, judged.move),
        best=words.move_name(state, judged.best),
        share=percent(judged.shares[judged.seat]),
        best_share=percent(judged.best_shares[judged.seat]),
    )


def _open_words(match: Match, judged: Judged) -> str:
    """Return what the move gave away with the hands as they really were, in a sentence."""
    assert judged.open_loss is not None
    if abs(judged.open_loss) < max(SURE_ERRORS * judged.open_error, _LEAST_SHOWN):
        return f"{_OPEN}, it made no clear difference."
    gap = rounded_words(abs(judged.open_loss))
    what = f"gave away {gap}" if judged.open_loss > 0 else f"was better by {gap}"
    return f"{_OPEN}, it {what}."


def notes(match: Match, review: Review) -> list[str]:
    """Return how to read the figures, in sentences."""
    words, spec = words_of(match), review_spec(match)
    limits = ", ".join(
        f"{name} from {least_shown(len(match.seats), 100 * least):g}" for name, least in GRADES
    )
    start = _start_words(match, review)
    luck = "Luck: what rolls and cards changed. " if review.luck else ""
    end = "the result" if match.is_over else f'"{_NOW}"'
    search = _DRIFT + (_HIDDEN_DRIFT if match.game.hidden else "")
    if ROSTERS[match.game.key].lasting(match.state) < 1.0:
        search += _UNCOUNTED
    explained = [
        f"Each line adds up to {end}, in percent, apart from rounding. {start}",
        *([] if match.is_over else [_now_words(match, review)]),
        *filter(None, [words.chance_note, words.measure]),
        f"{luck}Own: what the player's own decisions gave away.",
        "Others': what the other players' decisions gave away.",
        *([search] if review.drift else []),
        f"Percentage points given away, as shown, by grade: {limits}.",
    ]
    if spec.is_exact:
        return [*explained, "All figures are exact, for players who all play best from there on."]
    errors = [each.error for each in review.judged if each.best != each.move]
    typical = round(100 * median_high(errors) if errors else 0.0, 1)
    error = f"{typical} percentage points" if typical else "below 0.1 percentage points"
    said = (not_judged_words(match, review, ply) for ply in range(len(match.moves)))
    if spec.not_judged and spec.not_judged in said:
        explained.append(spec.not_judged)
    if review.judged:
        explained.append(
            "Figures of moves are means over several searches with different random numbers; "
            f"their standard error is {error} (median). Nothing is called a mistake unless they "
            f"all agree and the loss is at least {SURE_ERRORS:g} standard errors."
        )
    return [*explained, _HANDS] if spec.open_judges else explained
