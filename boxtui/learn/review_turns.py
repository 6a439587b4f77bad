"""What changed a seat's chances most in a reviewed game, in words."""

from typing import Final

from boxtui.core import CHANCE
from boxtui.learn.judging import SLIP, is_choice, limit_for
from boxtui.learn.review import Review, Turn
from boxtui.play.match import Match
from boxtui.views.games import words_of
from boxtui.wording import counted, listed, percent

_MOST_TURNS: Final = 5
"""The most changes of a seat's chances that are listed."""

_MISJUDGED: Final = 0.15
"""As much drift as this, in shares of a win with two seats, is told."""

_PLACES: Final = 3
"""The most moves that `misjudged_words` names."""


def turning_words(match: Match, review: Review, seat: int) -> list[str]:
    """Return what changed a seat's chances most, with the chances before and after, in order.

    Drift is left out unless it is large: no judged move and no luck explains it.
    """
    least, large = (limit_for(len(match.seats), each) for each in (SLIP, _MISJUDGED))
    turns = [
        turn
        for turn in review.turns(seat)
        if turn.size >= (least if turn.judged or turn.is_luck else large)
    ]
    largest = sorted(turns, key=lambda turn: -turn.size)[:_MOST_TURNS]
    return [
        f"{_span(turn)}, {_cause(match, turn)}: {percent(turn.before)} to {percent(turn.after)}"
        for turn in turns
        if turn in largest
    ]


def rounded_words(gap: float) -> str:
    """Return a difference that is known only roughly, in percentage points."""
    return counted(f"{100 * gap:.0f}", "percentage point")


def turning_title(match: Match, seat: int) -> str:
    """Return what `turning_words` list."""
    return f"What changed {words_of(match).chance_of(seat)} most:"


def turning_line(match: Match, review: Review, seat: int) -> str:
    """Return `turning_words` after their title, as one paragraph; "" if there are none."""
    turns = [turn[0].lower() + turn[1:] for turn in turning_words(match, review, seat)]
    return f"{turning_title(match, seat)} {'; '.join(turns)}." if turns else ""


def _span(turn: Turn) -> str:
    """Return the numbers of the moves that changed something, or of the one before which it was."""
    first = turn.ply + 1
    if turn.end < first:
        return f"Before move {first}"
    return f"Move {first}" if turn.end == first else f"Moves {first} to {turn.end}"


def _cause(match: Match, turn: Turn) -> str:
    """Return what changed a seat's chances: a move, luck, or the searches' estimates."""
    if turn.judged:
        name = words_of(match).move_name(match.position_after(turn.ply), turn.judged.move)
        return f"{name} by {match.seats[turn.judged.seat].name}"
    if not turn.is_luck:
        return "the searches' estimates"
    between = {ply: match.position_after(ply) for ply in range(turn.ply, turn.end)}
    if any(is_choice(match.game, state) for state in between.values()):
        return "luck and moves that aren't judged"
    dealt = [ply for ply, state in between.items() if state.current_player() == CHANCE]
    if len(dealt) != 1:
        return "luck"
    return f"luck ({match.described(match.log[dealt[0]])})"


def misjudged_words(match: Match, review: Review, seat: int) -> str:
    """Return by how much and where searches misjudged a seat's chances, in a sentence, or "".

    Chances that rose by later estimates alone had been rated too low. Where hands are hidden, a
    search can't know what the next one does, so nothing was misjudged; that is said instead.
    """
    drift = review.account(seat).drift
    if abs(drift) < limit_for(len(match.seats), _MISJUDGED):
        return ""
    sign, name = (1 if drift > 0 else -1), match.seats[seat].name
    if match.game.hidden:
        rest = f"{'rose' if drift > 0 else 'fell'} by {rounded_words(abs(drift))}"
        return (
            f"{name}'s chances also {rest} without luck or mistakes: each estimate knows only the "
            "hand of the player whose decision it is, so it changes when another player decides."
        )
    largest = sorted(review.drift, key=lambda each: -sign * each.changes[seat])[:_PLACES]
    least = sign * largest[0].changes[seat] / 2
    ends = [each.end for each in largest if sign * each.changes[seat] >= least]
    numbers = [f"{end + 1}" for end in sorted(ends) if end < review.plies]
    most = f", most before {'moves' if len(numbers) > 1 else 'move'} {listed(numbers)}"
    wrong, points = "low" if drift > 0 else "high", rounded_words(abs(drift))
    return (
        f"The searches rated {name}'s chances too {wrong}, by {points} in all"
        f"{most if numbers else ''}."
    )
