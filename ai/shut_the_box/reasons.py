"""Explanations of why one set of tiles is worse than another in Shut-the-Box, with exact chances.

No search is needed: a sweep over the 512 tile sets gives every figure, so explanations may be
computed in the app's own process.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from ai.shared.reasons import OUTWEIGHED
from ai.shut_the_box.exact import chances_up, least_scores, score_chances, shut_chances
from ai.shut_the_box.tile_graph import graph_of, totals
from boxtui.core import State
from boxtui.games.shut_the_box.state import LAYING, ShutTheBox
from boxtui.games.shut_the_box.tiles import (
    UNPLAYED,
    fitting,
    one_die,
    score_of,
    set_text,
    tiles_of,
)
from boxtui.wording import listed

TELLING: Final = 0.005
"""The least difference of two chances for which the higher one is also higher when rounded."""

TELLING_MEAN: Final = 0.1
"""The same for two mean scores."""

TELLING_UP: Final = 0.1
"""The least difference of two chances that a tile stays up for which they are a reason."""


def reasons(state: State, move: int, best: int, as_good: Sequence[int] = ()) -> list[str]:
    """Return sentences that compare `move` with `best`, or on `best` alone if they are the same.

    Even then, `best` is compared if another set leaves fewer rolls that end the turn: what is said
    of it alone would only speak against it. If all leave more, that is said; so is that none leaves
    fewer, if nothing else favors it.

    First come the next rolls that nothing fits (STB-5). Then comes how often the tiles that differ
    stay up, if that favors `best`. Then comes the first of these prospects that favors it, if any:
    with *sum* scoring, while nobody has a score, the mean score; the chance, if each set is played
    on for it alone, to score less than the lowest score so far, to score no more than that, or to
    shut the box; the score if the next roll ends the turn. A prospect that people see as the worth
    of a move isn't given. Both must be legal moves of `state`, in which a set is to be laid down.
    """
    assert isinstance(state, ShutTheBox)
    assert state.phase == LAYING
    if move == best:
        move = _safer(state, best)
    told = _next_rolls(state.up, move, best)
    favoring = _staying_up(state, move, best) + _prospects(state, move, best)
    if move == best and best != state.up:
        told += _others_next_rolls(state, best) or _none_safer(state, best) * (not favoring)
    is_outweighed = not favoring and _dead_after(state, best) > _dead_after(state, move)
    return told + favoring + [OUTWEIGHED] * is_outweighed


def drawback(state: State, move: int, best: int) -> str:
    """Return how the next roll may end the turn after a set, if fewer rolls do after the `best`."""
    assert isinstance(state, ShutTheBox)
    is_riskier = _dead_after(state, move) > _dead_after(state, best)
    return _next_roll(set_text(move), state.up & ~move) if is_riskier else ""


def _safer(state: ShutTheBox, best: int) -> int:
    """Return the set that leaves the fewest rolls that end the turn; `best` if none leaves fewer.

    Of several such sets, it is the one that comes next to the best.
    """
    values = _values(state)
    ranks = graph_of(state.scoring).ranks
    moves = sorted(state.legal_moves(), key=lambda each: -values[ranks[state.up & ~each]])
    safest = min(moves, key=lambda each: _dead_after(state, each))
    return safest if _dead_after(state, safest) < _dead_after(state, best) else best


def _others_next_rolls(state: ShutTheBox, best: int) -> list[str]:
    """Return how many rolls end the turn after other sets, if all leave more than the best."""
    others = [each for each in state.legal_moves() if each != best]
    least = min([_dead_after(state, each) for each in others], default=0)
    if least <= _dead_after(state, best):
        return []
    left = state.up & ~best  # all sets leave the same sum, so as many dice
    if len(others) == 1:
        return [f"After {set_text(others[0])}, {_ending(left, least)}."]
    return [f"After any other set, at least {_ending(left, least)}."]


def _none_safer(state: ShutTheBox, best: int) -> list[str]:
    """Return that no set leaves fewer rolls that end the turn, if the best leaves any."""
    return ["No other set leaves fewer such rolls."] if _dead_after(state, best) else []


def _ending(left: int, count: int) -> str:
    """Return that so many of the rolls that the tiles `left` allow end the turn."""
    rolls = f"{rolls_of(left)} rolls{' of one die' if one_die(left) else ''}"
    return f"{count} of {rolls} {'ends' if count == 1 else 'end'} the turn"


def _dead_after(state: ShutTheBox, laid: int) -> int:
    return dead_rolls(state.up & ~laid)


def _next_rolls(up: int, move: int, best: int) -> list[str]:
    """Return what each of the two sets leaves the next roll; one sentence if it is the same."""
    after_move, after_best = up & ~move, up & ~best
    if move == best:
        return [_next_roll(set_text(best), after_best)]
    # Both leave the same sum, so the number of dice is the same, and neither shuts the box.
    if dead_totals(after_move) == dead_totals(after_best):
        return [_next_roll(f"{set_text(move)} or {set_text(best)}", after_best)]
    return [_next_roll(set_text(move), after_move), _next_roll(set_text(best), after_best)]


def dead_totals(up: int) -> list[int]:
    """Return the totals, ascending, that these up tiles let one roll and that no set fits."""
    return [total for total in totals(up) if not fitting(up, total)]


def dead_rolls(up: int) -> int:
    """Return how many of the 36 rolls of two dice, or the 6 of one (STB-6), nothing fits."""
    probabilities = totals(up)
    dead = sum([probabilities[total] for total in dead_totals(up)])
    return round(dead * rolls_of(up))


def rolls_of(up: int) -> int:
    """Return the number of equally likely rolls of the dice that these up tiles let one roll."""
    return 6 if one_die(up) else 36


def _next_roll(laid: str, left: int) -> str:
    """Return how the next roll may end the turn if `laid` leaves these tiles (STB-5, STB-9)."""
    if not left:
        return f"{laid} shuts the box."
    dead = dead_totals(left)
    if not dead:
        return f"After {laid}, something fits every roll."
    alive = [total for total in totals(left) if total not in dead]
    if len(alive) < len(dead):
        which = f"only {listed([str(total) for total in alive])} can be laid down"
    else:
        which = f"nothing fits {listed([str(total) for total in dead], 'or')}"
    return f"After {laid}, {which}: {_ending(left, dead_rolls(left))}."


def _staying_up(state: ShutTheBox, move: int, best: int) -> list[str]:
    """Return how often the tiles in which the two sets differ stay up, if that favors the best.

    Good play is that for the least expected score. The best set alone is compared with the one that
    comes next.
    """
    if best == state.up:
        return []
    if move == best:
        others = [each for each in state.legal_moves() if each != best]
        if not others:
            return []
        values, ranks = _values(state), graph_of(state.scoring).ranks
        move = max(others, key=lambda each: values[ranks[state.up & ~each]])
    up = _up_after(state, move, best & ~move)
    up_after_best = _up_after(state, best, move & ~best)
    if max(up.values()) < max(up_after_best.values()) + TELLING_UP:
        return []
    tile, *_ = sorted(up, key=lambda each: -up[each])
    kept = f"the {tile} stays up in {up[tile]:.0%} of turns after {set_text(move)}"
    spares = f"after {set_text(best)}, {_spared_words(up_after_best)}"
    return [f"With good play, {kept}; {spares}."]


def _spared_words(chances: Mapping[int, float]) -> str:
    """Return how often tiles stay up; of three or more, only the most often."""
    if len(chances) > 2:
        tiles = listed([str(tile) for tile in chances])
        return f"the {tiles} in at most {max(chances.values()):.0%}"
    return listed([f"the {tile} in {chance:.0%}" for tile, chance in chances.items()])


def _up_after(state: ShutTheBox, laid: int, asked: int) -> dict[int, float]:
    """Return by tile, highest first, how likely the `asked` ones stay up once `laid` are down."""
    chances = chances_up(state.scoring, state.up & ~laid)
    return {tile: chances[tile - 1] for tile in sorted(tiles_of(asked), reverse=True)}


def _prospects(state: ShutTheBox, move: int, best: int) -> list[str]:
    """Return a sentence on the first prospect that favors the best set, if there is one."""
    after_move, after_best = state.up & ~move, state.up & ~best
    if not after_best:
        return []
    if move == best:
        return [] if _is_the_worth(state) else _prospect_of_the_best(state, best)
    compared = _compared_scores(state.scoring, after_move, after_best)
    if not _is_the_worth(state):
        compared = (
            _compared_means(state, after_move, after_best)
            or _compared_chances(state, after_move, after_best)
            or compared
        )
    elif dead_rolls(after_best) <= dead_rolls(after_move):
        return []
    if compared is None:
        return []
    what, worse, better = compared
    but = "But the" if dead_rolls(after_best) > dead_rolls(after_move) else "The"
    return [f"{but} {what} {worse} after {set_text(move)}, {better} after {set_text(best)}."]


def _prospect_of_the_best(state: ShutTheBox, best: int) -> list[str]:
    """Return a sentence on its lowest mean score, or on its highest chance for the first aim.

    The chance is never 0, because any tiles can be laid down.
    """
    rank, after = graph_of(state.scoring).ranks[state.up & ~best], f"after {set_text(best)}"
    if _is_about_means(state):
        return [f"The mean score is at best {least_scores(state.scoring)[rank]:.1f} {after}."]
    aim, chances = _aims(state)[0]
    return [f"The chance to {aim} is at best {chances[rank]:.1%} {after}."]


def _values(state: ShutTheBox) -> list[float]:
    """Return by rank what counts first for the mover; higher is better."""
    if _is_about_means(state):
        return [-score for score in least_scores(state.scoring)]
    return _aims(state)[0][1]


def _is_the_worth(state: ShutTheBox) -> bool:
    """Whether the first prospect is what people see as a move's worth, but for ties.

    That is the mean score of a player alone, and the chance to score less of the last to play.
    """
    if state.seats == 1:
        return state.scoring == "sum"
    played = [score for score in state.scores if score != UNPLAYED]
    return len(played) == state.seats - 1 and min(played) > 0 and not state.stake


def _is_about_means(state: ShutTheBox) -> bool:
    """Whether the mean score says best how good a set is.

    Nobody has a score to beat yet; and with *digits* a few very high scores decide the mean.
    """
    return state.scoring == "sum" and all(score == UNPLAYED for score in state.scores)


def _compared_means(state: ShutTheBox, left: int, best_left: int) -> tuple[str, str, str] | None:
    """Return the lowest mean scores, if they are what counts and favor the best set."""
    if not _is_about_means(state):
        return None
    ranks, means = graph_of(state.scoring).ranks, least_scores(state.scoring)
    mean, lower = means[ranks[left]], means[ranks[best_left]]
    if lower > mean - TELLING_MEAN:
        return None
    return "mean score is at best", f"{mean:.1f}", f"{lower:.1f}"


def _compared_chances(state: ShutTheBox, left: int, best_left: int) -> tuple[str, str, str] | None:
    """Return the first aim whose chance favors the best set, and both chances."""
    ranks = graph_of(state.scoring).ranks
    for aim, chances in _aims(state):
        chance, highest = chances[ranks[left]], chances[ranks[best_left]]
        if highest >= chance + TELLING:
            return f"chance to {aim} is at best", f"{chance:.1%}", f"{highest:.1%}"
    return None


def _compared_scores(scoring: str, left: int, best_left: int) -> tuple[str, str, str] | None:
    """Return the scores if the next roll ends the turn (STB-8), if the best set's is lower."""
    score, lower = score_of(left, scoring), score_of(best_left, scoring)
    if lower >= score:
        return None
    return "score if the next roll ends the turn is", f"{score:,}", f"{lower:,}"


def _aims(state: ShutTheBox) -> list[tuple[str, list[float]]]:
    """Return what a mover may play for, most important first, and by rank its highest chance."""
    aims: list[tuple[str, list[float]]] = []
    played = [score for score in state.scores if score != UNPLAYED]
    if played and min(played) > 0:
        lowest = min(played)
        aims.append((f"score less than {lowest:,}", score_chances(state.scoring, lowest - 1)))
        aims.append((f"score {lowest:,} or less", score_chances(state.scoring, lowest)))
    aims.append(("shut the box", shut_chances(state.scoring)))
    return aims
