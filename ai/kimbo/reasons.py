"""Explanations of why one move is worse than another in Kimbo: dice, captures and their chances."""

from collections.abc import Sequence
from math import inf
from random import Random
from statistics import fmean
from typing import Final

from ai.kimbo.answers import THIRDS, Answers
from ai.kimbo.distance_cache import THE_LAST, DistanceCache, is_last
from ai.kimbo.evaluation import TURN_WORTH, KimboEvaluator
from ai.kimbo.square_dice import SquareDice
from ai.kimbo.threats import chance_of_capture
from ai.shared.reasons import LATER, OUTWEIGHED, Merits, unclear, with_conclusion
from boxtui.core import CHANCE, OVER, State
from boxtui.games.kimbo.board import PIECES
from boxtui.games.kimbo.moves import (
    BOTH,
    JUMP,
    KEEP,
    PASS,
    captures_in,
    count_of,
    end_of,
    start_of,
)
from boxtui.games.kimbo.narration import fence_way
from boxtui.games.kimbo.position import KimboTable
from boxtui.games.kimbo.squares import HOME, square_text
from boxtui.games.kimbo.state import ENDED, FENCING, MOVING_SECOND, Kimbo
from boxtui.wording import capitalized

TELLING: Final = 0.25
"""The least difference in dice that anybody notices: about a square."""

ONE_ROLL: Final = 0.035
"""The most by which two chances may differ, as stated, to be about equal: one roll in 36."""

UNNOTICED: Final[Merits] = (TELLING, TELLING, ONE_ROLL)
"""Which differences in dice gained or taken, and in chances, are no reason."""

RISKY: Final = 0.5
"""The chance of capture from which a hint says whether another move avoids it."""

MUCH: Final = 0.5
"""The dice that another move must gain more, for a hint to compare the best one with it."""

AHEAD: Final = 0.5
"""The least difference in dice, a throw or two ahead, that is taken for a reason."""


def reasons(state: State, move: int, best: int, as_good: Sequence[int] = ()) -> list[str]:
    """Return sentences that compare `move` with `best`, or on `best` alone if they are the same.

    For fences they say how many dice away each side then is. For pieces they say what they gain,
    which pieces they capture, whether another one can then win in the same turn, and the chance
    that an opponent's next roll can capture the piece that moved. That chance depends only on paths
    and counts, so it is too high by the chance of the rolls whose capture a rule forbids. On a best
    move alone, they compare a fence with how it is now, say for which piece it matters most,
    compare a piece's move with one that gains much more, and say whether a danger that is great or
    comes without a gain, or a loss, could be avoided. If none of this favors the best move, they
    look a throw or two ahead. It isn't compared with moves that are `as_good`. Both must be legal
    moves of `state`.
    """
    assert isinstance(state, Kimbo)
    if move == best:
        return _favoring(state, best, as_good)
    if state.phase == FENCING:
        return _with_prospect(state, _compared_fences(state, move, best), move, best)
    described = _described_pieces(state, DistanceCache(state.table), [move, best])
    return _with_prospect(state, with_conclusion(described, UNNOTICED), move, best)


def drawback(state: State, move: int, best: int) -> str:
    """Return what a move does if it gains nothing, or risks more than the `best` one.

    Nothing is said if that one gains nothing either, by more than anybody notices.
    """
    assert isinstance(state, Kimbo)
    if state.phase == FENCING:
        before, lead, best_lead = [_lead(state, each) for each in (KEEP, move, best)]
        if move == KEEP or not lead < before + TELLING < best_lead:
            return ""
        changed, is_worse = _changed_by_fence(state, move)[0], lead <= before - TELLING
        return changed if is_worse else f"{changed.removesuffix('.')}, which hardly helps you."
    told = _described_pieces(state, DistanceCache(state.table), [move, best])
    (name, does, (gained, taken, risk)), (_, _, (most, _, least)) = told
    gains_less = max(gained, taken) < TELLING and most > gained + TELLING
    return f"{name}{does}" if gains_less or least > risk + ONE_ROLL else ""


def _favoring(state: Kimbo, best: int, as_good: Sequence[int]) -> list[str]:
    """Return the `reasons` for the best move, which isn't compared with one that is `as_good`."""
    if state.phase == FENCING:
        return _changed_by_fence(state, best)
    distance_cache = DistanceCache(state.table)
    other = _gaining_more(state, distance_cache, best, as_good)
    moves = [best] if other == best else [other, best]
    described = _described_pieces(state, distance_cache, moves)
    told = with_conclusion(described, UNNOTICED)
    if other == best:
        ((_, _, (gained, taken, risk)),) = described
        is_loss = gained <= -TELLING and taken <= 0.0
        is_gain = gained >= TELLING or taken > 0.0
        if -risk >= RISKY or (risk and not (is_loss or is_gain)):
            is_avoidable = _is_avoidable(state, best, -risk)
            return [*told, OUTWEIGHED if is_avoidable else "No other move is much safer."]
        return [*told, _about_loss(state, distance_cache, best)] if is_loss else told
    if told[-1] != OUTWEIGHED:  # what the figures say against the other one is the reason
        return [told[1], told[0]]
    (name, gains, (gained, *_)), _ = described
    further = f"{name} {'loses less' if gained < TELLING else 'gains more'} now"
    if prospect := _prospect(state, other, best):
        return [told[1], f"{further}.", prospect]
    return [told[1], f"{further}: it{gains}", OUTWEIGHED]


def _with_prospect(state: Kimbo, told: list[str], worse: int, best: int) -> list[str]:
    """If the conclusion is that no figure favors the best move, replace it with figures that do.

    These are from further play, if there are any. They also replace figures that are about the same
    for both moves.
    """
    if told[-1] not in (LATER, OUTWEIGHED) or not (prospect := _prospect(state, worse, best)):
        return told
    return [prospect] if told[-1] == LATER else [*told[:-1], prospect]


def _prospect(state: Kimbo, worse: int, best: int) -> str:
    """Return how far one is ahead or behind a turn after two moves; "" if that is no reason."""
    before, after = _dice_ahead(state, worse), _dice_ahead(state, best)
    if not before or not after or after[1] - after[0] - (before[1] - before[0]) < AHEAD:
        return ""
    if state.phase == FENCING:
        when = f"When {'your opponent' if state.seats == 2 else 'the next player'} rolls"
    else:
        when = "When you roll next" if state.seats == 2 else "A turn later"
    lead, lead_before = round(after[1] - after[0], 1), round(before[1] - before[0], 1)
    is_alike = lead * lead_before > 0.0
    other = dice_words(abs(lead_before)) if is_alike else _lead_words(lead_before, "")
    whom = "" if state.seats == 2 else _whose(state)
    after_best, after_worse = _after_each(state, best, worse)
    told = f"{when}, you would be about {_lead_words(lead, whom)} {after_best}"
    return f"{told}, {other} {after_worse}."


def _lead_words(lead: float, whom: str) -> str:
    """Return how many dice one is ahead of or behind `whom`, or the only opponent ("")."""
    if not lead:
        return f"level with {whom}" if whom else "level"
    way = "behind" if lead < 0.0 else "ahead of" if whom else "ahead"
    return f"{dice_words(abs(lead))} {way} {whom}".rstrip()


def _dice_ahead(state: Kimbo, move: int) -> tuple[float, float] | None:
    """Return the mean of `_dice_to_go` after further play.

    Further play is, after a fence, the throw and the next player's fence; after a piece's move,
    that fence, that player's throw, and the fence that follows. None if the game may be over by
    then, or a side down to its last piece, whose distances are measured differently.
    """
    after = state.after(move)
    evaluator = KimboEvaluator(turn_worth=TURN_WORTH)
    evaluator.begin(after)
    answers = Answers(evaluator, Random(0))
    start = answers.answer(after)
    if start.phase == ENDED:
        return None
    ends = [answers.answer(start.after(throw)) for throw in THIRDS[0]]
    if any(each.phase == ENDED or _lasts(each.table) != _lasts(state.table) for each in ends):
        return None
    found = [_dice_to_go(each.table, state.table.seat) for each in ends]
    own, other = fmean([each for each, _ in found]), fmean([each for _, each in found])
    return round(own, 1), round(other, 1)


def _lasts(table: KimboTable) -> list[bool]:
    """Return for each seat whether it has at most one piece left."""
    return [is_last(table, seat) for seat in range(len(table.sides))]


def _short_name(state: Kimbo, move: int, other: int) -> str:
    """Return the ends of a fence's or piece's way; the whole name if `other` has the same.

    What shows reasons has named the moves before.
    """
    if state.phase == FENCING and move != KEEP:
        return fence_way(move)
    ends = (start_of(move), end_of(move))
    is_like_other = move != other and ends == (start_of(other), end_of(other))
    if move in (KEEP, PASS) or is_like_other:
        return state.move_name(move)
    return "-".join(map(square_text, ends))


def _compared_fences(state: Kimbo, worse: int, best: int) -> list[str]:
    """Return how far each side is from HOME after two fence moves, in one sentence.

    The mover's own figure is stated once if it is the same.
    """
    moves, seat = (worse, best), state.table.seat
    after, after_best = _after_each(state, worse, best)
    (own, theirs), (own_best, theirs_best) = (
        _dice_to_go(state.after(move).table, seat) for move in moves
    )
    if (own, theirs) == (own_best, theirs_best):
        return [LATER]
    need, other = f"You need about {own:.1f} dice to get HOME", _whose(state)
    if own == own_best:
        told = f"{need} either way, {other} {theirs:.1f} {after}, {theirs_best:.1f} {after_best}."
    else:
        both = f"{own_best:.1f} and {theirs_best:.1f}"
        told = f"{need} and {other} {theirs:.1f} {after}, {both} {after_best}."
    gain = round(theirs_best - own_best, 1) - round(theirs - own, 1)
    if gain > TELLING:
        return [told]
    return [told, OUTWEIGHED if gain < -TELLING else LATER]


def _lead(state: Kimbo, move: int) -> float:
    """Return how many dice fewer than the nearest opponent the mover needs after a move."""
    own, theirs = _dice_to_go(state.after(move).table, state.table.seat)
    return round(theirs - own, 1)


def _changed_by_fence(state: Kimbo, move: int) -> list[str]:
    """Return how far each side is from HOME after a fence move, what that changes, and for whom."""
    seat = state.table.seat
    own, theirs = _dice_to_go(state.after(move).table, seat)
    own_before, theirs_before = _dice_to_go(state.table, seat)
    need = f"you need about {_changed(own, own_before)} dice to get HOME"
    changed = f"{need}, {_whose(state)} {_changed(theirs, theirs_before)}"
    gain = round(theirs - own - (theirs_before - own_before), 1)
    kept = "With the fences left as they are"
    after = f"{kept if move == KEEP else capitalized(_after(state, move, move))}, {changed}"
    most = _most_changed(state, move)
    if gain >= TELLING:
        return [f"{after}: {dice_words(gain)} better for you.", *most]
    if gain <= -TELLING:
        return [f"{after}: {dice_words(-gain)} worse for you now.", *most, OUTWEIGHED]
    if most or move == KEEP:  # nothing ever changes if no fence moves
        return [f"{after}.", *most]
    return [f"{after}.", unclear()]


def _most_changed(state: Kimbo, move: int) -> list[str]:
    """Return for which piece a fence matters most, if for any by more than `MUCH`.

    It is an own piece if own ways HOME become shorter by more, in all, than the opponents' become
    longer; else an opponents' piece. If that side has none, it is one of the other side.
    """
    seat, after = state.table.seat, state.after(move).table
    before, now = DistanceCache(state.table).dice(state.table), DistanceCache(after).dice(after)
    longer, theirs, hindered = MUCH, HOME, ""
    shorter, own = MUCH, HOME
    excess = 0.0  # how much more own ways become shorter than the opponents' become longer
    for at in range(state.seats * PIECES):
        square, whose = state.table.pieces[at], at // PIECES
        change = now[whose][square] - before[whose][square]
        excess -= change
        if whose != seat and change > longer:
            longer, theirs, hindered = change, int(square), state.table.color_name(whose)
        if whose == seat and -change > shorter:
            shorter, own = -change, int(square)
    if theirs != HOME and (excess <= 0.0 or own == HOME):
        way = f"its way HOME becomes about {dice_words(longer)} longer"
        piece = f"{capitalized(hindered)}'s piece on {square_text(theirs)}"
        return [f"{piece} is hindered most: {way}."]
    if own != HOME:
        way = f"its way HOME becomes about {dice_words(shorter)} shorter"
        return [f"Your piece on {square_text(own)} gains most: {way}."]
    return []


def dice_words(dice: float) -> str:
    """Return a difference in dice in words: `1.4 dice`, `0.6 of a die`."""
    shown = f"{dice:.1f}"
    return f"{shown} {'of a die' if float(shown) < 1.0 else 'dice'}"


def _changed(now: float, before: float) -> str:
    return f"{now:.1f}" if now == before else f"{now:.1f} instead of {before:.1f}"


def _after(state: Kimbo, move: int, other: int) -> str:
    """Return how sentences name the position after a move, which `other` is compared with."""
    if state.phase != FENCING:
        return f"after {_short_name(state, move, other)}"
    return "with no fence moved" if move == KEEP else f"after moving {fence_way(move)}"


def _after_each(state: Kimbo, first: int, second: int) -> tuple[str, str]:
    """Return `_after` of two moves; if both move fences, the second time without the verb."""
    after = _after(state, first, second), _after(state, second, first)
    are_fences = state.phase == FENCING and KEEP not in (first, second)
    return (after[0], f"after {fence_way(second)}") if are_fences else after


def _whose(state: Kimbo) -> str:
    return "your opponent" if state.seats == 2 else "the nearest opponent"


def _dice_to_go(table: KimboTable, mover: int) -> tuple[float, float]:
    """Return the dice that the mover and the nearest opponent need, to one decimal.

    They include those that the last piece will need more, so that a side that is down to it can be
    compared with one that isn't.

    A search is content with distances that are near those of its root. People compare the figures
    of several moves, so these are computed anew.
    """
    dice = DistanceCache(table).dice(table)
    rivals = [seat for seat in range(len(dice)) if seat != mover]
    own, *others = [
        _to_go(table, dice, seat) + (0.0 if is_last(table, seat) else THE_LAST)
        for seat in (mover, *rivals)
    ]
    return round(own, 1), round(min(others), 1)


def _gaining_more(
    state: Kimbo, distance_cache: DistanceCache, best: int, as_good: Sequence[int]
) -> int:
    """Return the move that gains most if that is much more than the best one gains, or `best`.

    It must be by the same die or dice, none of those that are `as_good`, and no move that may
    follow in the same turn: on doubles, another piece may play the other die as well.
    """
    most, gained = best, _gained(state, distance_cache, best) + MUCH
    after = state.after(best)
    left_out = [*as_good, *(after.legal_moves() if after.phase == MOVING_SECOND else [])]
    rivals = [move for move in state.legal_moves() if count_of(move) == count_of(best)]
    for move in rivals:
        if move not in left_out and (gain := _gained(state, distance_cache, move)) > gained:
            most, gained = move, gain
    return most


def _gained(state: Kimbo, distance_cache: DistanceCache, move: int) -> float:
    if move == PASS:
        return 0.0
    return _nearer(state, distance_cache, state.after(move), end_of(move))[1]


def _to_go(table: KimboTable, dice: list[SquareDice], seat: int) -> float:
    places = range(seat * PIECES, (seat + 1) * PIECES)
    return sum([dice[seat][table.pieces[at]] for at in places])


def _described_pieces(
    state: Kimbo, distance_cache: DistanceCache, moves: Sequence[int]
) -> list[tuple[str, str, Merits]]:
    """Return what is said of one or two pieces' moves."""
    return [
        _described_piece(state, distance_cache, each, other)
        for each, other in zip(moves, reversed(moves), strict=True)
    ]


def _described_piece(
    state: Kimbo, distance_cache: DistanceCache, move: int, other: int
) -> tuple[str, str, Merits]:
    """Return what a piece gains, captures and risks; `other` is the move compared with it."""
    said = _short_name(state, move, other)
    if move == PASS:
        return capitalized(said), " gains nothing.", (0.0, 0.0, 0.0)
    after = state.after(move)
    nearer, gained = _nearer(state, distance_cache, after, end_of(move))
    captured, taken = _captured(state, distance_cache, move)
    risked, chance = _risked(state, after, end_of(move))
    is_only_capture = gained < TELLING and taken > 0.0
    also = f" {'but' if is_only_capture else 'and'} {captured}" if captured else ""
    contrary = "though" if is_only_capture else "but"
    joined = contrary if (gained >= TELLING or taken > 0.0) == (chance > 0.0) else "and"
    end = f", {joined} {risked}" if risked else ""
    return said, f" {nearer}{also}{end}.", (gained, taken, -chance)


def _captured(state: Kimbo, distance_cache: DistanceCache, move: int) -> tuple[str, float]:
    """Return what a move captures, and how much further from HOME that puts it back (KIM-19)."""
    dice, back = distance_cache.dice(state.table), []
    for square, corner in captures_in(move):
        seat = state.table.occupant[square] - 1
        start = state.table.start_square(seat, corner)
        back.append(dice[seat][start] - dice[seat][square])
    if not back:
        return "", 0.0
    cost = round(sum(back), 1)
    pieces = "a piece" if len(back) == 1 else "two pieces"
    if abs(cost) < TELLING:
        return f"captures {pieces}", 0.0
    way = "further from" if cost > 0 else "nearer"
    them = "it" if len(back) == 1 else "them"
    return f"captures {pieces}, putting {them} about {dice_words(abs(cost))} {way} HOME", cost


def _nearer(
    state: Kimbo, distance_cache: DistanceCache, after: Kimbo, end: int
) -> tuple[str, float]:
    """Return how much nearer HOME the mover's pieces get by a move that ends on a square or HOME.

    There is no figure once only one piece is left, because its distances aren't comparable.
    """
    seat = state.table.seat
    if after.current_player() == OVER:
        return "wins", inf
    if is_last(after.table, seat) and not is_last(state.table, seat):
        return _but_for_one(after), inf
    before = _to_go(state.table, distance_cache.dice(state.table), seat)
    gained = before - _to_go(after.table, distance_cache.dice(after.table), seat)
    if abs(gained) < TELLING:
        little = "hardly brings you nearer HOME" if gained > 0.0 else "brings you no nearer HOME"
        return little, round(gained, 1)
    dice = f"about {dice_words(abs(gained))}"
    if end == HOME:
        return f"brings a piece HOME and you {dice} nearer", round(gained, 1)
    way = f"brings you {dice} nearer" if gained > 0 else f"takes you {dice} further from"
    is_entrance = end in [side.entrance for side in state.table.board.sides]
    return f"{way} HOME{', to an entrance' if is_entrance else ''}", round(gained, 1)


def _but_for_one(after: Kimbo) -> str:
    """Return what a move does that leaves one piece, and whether the other die brings it HOME."""
    seconds = after.legal_moves() if after.phase == MOVING_SECOND else []
    winning = [each for each in seconds if after.after(each).winner == after.table.seat]
    if winning:
        return f"brings a piece HOME; then {after.move_name(winning[0])} wins"
    return "leaves one piece to bring HOME"


def _about_loss(state: Kimbo, distance_cache: DistanceCache, best: int) -> str:
    """Return what is said of a best move that takes its piece further from HOME.

    If no other move loses noticeably less, nothing outweighs that. Where only one piece can move,
    that is said, too.
    """
    moves, most = state.legal_moves(), _gained(state, distance_cache, best) + TELLING
    is_only_piece = len({start_of(move) for move in moves}) == 1
    counts = {count_of(move) for move in moves} if is_only_piece else {count_of(best)}
    rivals = [move for move in moves if move == PASS or count_of(move) in counts]
    if any(_gained(state, distance_cache, move) > most for move in rivals):
        return OUTWEIGHED
    if is_only_piece:
        does = f"play the {count_of(best)}" if state.phase == MOVING_SECOND else "move"
        forced = f"Only {square_text(start_of(best))} can {does}"
        return f"{forced}, and none of its moves loses much less."
    return f"No other {_kind_words(best)} loses much less."


def _kind_words(move: int) -> str:
    """Return what a move is called by the dice that it uses."""
    kinds = {BOTH: "move by both dice", JUMP: "jump"}
    return kinds.get(count_of(move), f"move by the {count_of(move)}")


def _is_avoidable(state: Kimbo, best: int, risk: float) -> bool:
    """Whether another move leaves its piece in less danger than `risk`, that of the best one.

    A pass leaves the best move's piece where it stands.
    """
    others = [move for move in state.legal_moves() if move != best]
    ends = [start_of(best) if move == PASS else end_of(move) for move in others]
    risks = [
        _risked(state, state.after(move), end)[1] for move, end in zip(others, ends, strict=True)
    ]
    return any(each < risk - ONE_ROLL for each in risks)


def _risked(state: Kimbo, after: Kimbo, end: int) -> tuple[str, float]:
    """Return in words what an opponent's next roll may do to the piece at `end`, and the chance.

    After the first die the piece stays there, because another one plays the second (KIM-12).
    """
    if end == HOME or after.current_player() in (CHANCE, OVER):
        return "", 0.0
    on, chance = square_text(end), chance_of_capture(after.table, end)
    if not chance:
        return f"is safe on {on} for now", 0.0
    if state.seats == 2:
        return f"about {chance:.0%} of rolls can capture you on {on}", round(chance, 2)
    said = f"the chance that an opponent can capture you on {on} is about {chance:.0%}"
    return said, round(chance, 2)
