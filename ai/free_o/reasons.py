"""Explanations of why one move is worse than another in FREE-O, from what the mover can see."""

from collections.abc import Sequence

from ai.free_o.heuristic import NEAR
from ai.free_o.unseen import chance_to_hold, unseen_of
from ai.shared.reasons import LATER, OUTWEIGHED, told_apart, unclear
from boxtui.core import NOBODY, State
from boxtui.games.free_o.moves import (
    CAPTURE,
    CAPTURED,
    DRAW,
    EXTRA,
    KINDS,
    MATCH,
    NAMING,
    PLACES,
    POINTS,
    WILD,
    kind_of,
    named_in,
)
from boxtui.games.free_o.narration import cards_words
from boxtui.games.free_o.position import FreeOTable
from boxtui.games.free_o.state import POINTS_TO_END, FreeO
from boxtui.wording import counted


def reasons(state: State, move: int, best: int, as_good: Sequence[int] = ()) -> list[str]:
    """Return sentences that compare `move` with `best`, or on `best` alone if they are the same.

    They say what each card demands of the next player or gives away, and what the cards left in
    hand would count (FRO-20); fewer points are better. A Wild's extra turn is counted with it
    (FRO-14). Both must be legal moves of `state`. Only the mover's hand is looked at.
    """
    assert isinstance(state, FreeO)
    if best == DRAW:
        return ["Nothing can be played, so you draw (FRO-9)."]
    if move == best:
        return _favoring(state, best)
    moves = [move, best]
    if best == WILD and _goes_out_by_wild(state.table):
        return [_left_alone(state.table, move), _wild_words(state.table)]
    if _are_named_alike(state.table, moves):
        return _kept(state, moves) or [LATER]
    chance, best_chance = [_chance_of_match(state.table, each) for each in moves]
    said = []
    for each in moves:
        words = _chance_words(state.table, each) if chance != best_chance else ""
        done = f" {_done(state.table, each, best)}{words}.{_own_match(state.table, each)}"
        said.append((_card_name(state.table, each), done))
    told = told_apart(said)
    if 0.0 < best_chance < chance:
        told.append("Lower is better (FRO-9).")  # of most figures, more is better
    if told and _is_outweighed(state.table, move, best):
        told.append((_game_ended(state) if move == WILD else "") or OUTWEIGHED)
    return [*told, *_kept(state, moves)] or [LATER]


def drawback(state: State, move: int, best: int) -> str:
    """Return what a card wastes, gives away or leaves in hand, if that favors the `best` one.

    Only the mover's hand is looked at, and what it counts is told only if the turn then ends.
    """
    assert isinstance(state, FreeO)
    if move == DRAW:  # nothing can be played
        return ""
    table, moves, name = state.table, [move, best], _card_name(state.table, move)
    left, left_by_best = (_kept_hand(table, each) for each in moves)
    if sum(left) and _is_stuck(left) and not _is_stuck(left_by_best):
        return f"After {_cards_played(table, move)}{_stuck(left)}"
    is_wasted = move == WILD != best and table.demand not in (MATCH, CAPTURE)
    is_unlucky = min(moves) >= NAMING and _is_outweighed(table, best, move)
    chances = [_chance_of_match(table, each) for each in moves]
    if (is_wasted and not _goes_out_by_wild(table)) or is_unlucky:
        return f"{name} {_done(table, move, best)}."
    if 0.0 <= chances[1] < chances[0]:
        return f"{name} {_done(table, move, best)}{_chance_words(table, move)}."
    points, fewer = _points(left), _points(left_by_best)
    if points > max(fewer, 0) and not any(_gives_a_turn(table, each) for each in moves):
        return (
            f"You keep {counted(points, 'point')} in hand after {name}: fewer are better (FRO-20)."
        )
    return ""


def _is_outweighed(table: FreeOTable, move: int, best: int) -> bool:
    """Whether the figures told of two cards favor the worse one.

    That is so if going out is worse; if of two sets the worse one is harder to match for the next
    player, or as hard and the mover holds more to match it; and if of two seats that a Draw A Card
    names the worse one holds fewer cards.
    """
    if move == WILD:
        return _goes_out_by_wild(table)
    if min(move, best) >= NAMING:
        return bool(table.sizes[named_in(move)] < table.sizes[named_in(best)])
    if not (_opens_a_set(table, move) and _opens_a_set(table, best)):
        return False
    harder = _chance_of_match(table, best) - _chance_of_match(table, move)
    more = _held(table, move) - _held(table, best)
    return (harder, more) > (0.0, 0)


def _game_ended(state: FreeO) -> str:
    """Return who may end the game, and who then wins it, if the mover goes out; "" if nobody.

    At two points a card, as for a Seek card, one seat must reach the points that end the game, and
    one must have fewer than the mover, who scores 0 (FRO-3, FRO-20). Only what everybody sees is
    looked at.
    """
    table, seat, totals = state.table, state.table.seat, state.totals
    others = [each for each in range(state.seats) if each != seat]
    ahead = {each: int(totals[each] + POINTS[0] * table.sizes[each]) for each in others}
    high, low = max(others, key=lambda each: ahead[each]), min(others, key=lambda each: ahead[each])
    if ahead[high] < POINTS_TO_END or ahead[low] >= totals[seat]:
        return ""
    ends, wins = (
        f"seat {each + 1} ({counted(int(totals[each]), 'point')}, {cards_words(table.sizes[each])})"
        for each in (high, low)
    )
    own = f"you have {counted(int(totals[seat]), 'point')}"
    return f"Once you are out, {ends} may end the game (FRO-3), and {wins} win it: {own}."


def _held(table: FreeOTable, kind: int) -> int:
    return int(table.held[table.seat * KINDS + kind])


def _goes_out_by_wild(table: FreeOTable) -> bool:
    """Whether a Wild and then the only other card can be played in this turn (FRO-14, FRO-18)."""
    is_extra = table.demand not in (CAPTURE, EXTRA)
    return is_extra and table.sizes[table.seat] == 2 and _held(table, WILD) == 1


def missed(state: State, move: int, best: int) -> str:
    """Return how the hand could have been won in this turn, if only `best` would have; or ""."""
    assert isinstance(state, FreeO)
    if best != WILD or move == best or not _goes_out_by_wild(state.table):
        return ""
    titles = state.table.deck.titles
    last = titles[_second_card(state.table, WILD)]
    return f"{titles[WILD]}, then {last}, would have won the hand"


def _wild_words(table: FreeOTable) -> str:
    """Return a sentence on a Wild that is best."""
    return f"{table.deck.titles[WILD]} {_done_by_wild(table, is_best=True)}."


def _left_alone(table: FreeOTable, move: int) -> str:
    """Return a sentence on the Wild that is left after the only other card (FRO-15)."""
    return f"After {_card_name(table, move)}{_stuck(_left(table, kind_of(move)))}"


def _favoring(state: FreeO, best: int) -> list[str]:
    """Return sentences on the best move alone: what it does, and what no other card does.

    Opening a set isn't a reason for it if another card would open one, too.
    """
    table, name = state.table, _card_name(state.table, best)
    if best == WILD and _goes_out_by_wild(table):
        others = {kind_of(move): move for move in state.legal_moves() if move != WILD}
        return [_wild_words(table), *(_left_alone(table, move) for move in others.values())]
    among, own, kept = _among_sets(state, best), _own_match(table, best), _kept(state, [best])
    told = [f"{name} {_done(table, best, best)}{among}.", *filter(None, [own.lstrip()]), *kept]
    if WILD in state.legal_moves() and best != WILD and _goes_out_by_wild(table):
        told += filter(None, [_game_ended(state)])
    opening = [move for move in state.legal_moves() if _opens_a_set(table, move)]
    is_no_reason = len(told) == 1 and not among and best in opening and len(opening) > 1
    return [*told, unclear()] if is_no_reason else told


def _card_name(table: FreeOTable, move: int) -> str:
    return table.deck.titles[kind_of(move)]


def _opens_a_set(table: FreeOTable, move: int) -> bool:
    return move < PLACES and table.demand != MATCH


def _are_named_alike(table: FreeOTable, moves: list[int]) -> bool:
    """Whether both moves have a player draw who holds as many cards as the other (FRO-17)."""
    if min(moves) < NAMING:
        return False
    return len({int(table.sizes[named_in(move)]) for move in moves}) == 1


def _among_sets(state: FreeO, best: int) -> str:
    """Return the chance to match the set that a move opens, if every other set's is higher."""
    table = state.table
    if not _opens_a_set(table, best):
        return ""
    chance = _chance_of_match(table, best)
    others = [
        _chance_of_match(table, each)
        for each in state.legal_moves()
        if _opens_a_set(table, each) and each != best
    ]
    if not others or chance >= min(others):
        return ""
    less = ", less than for any other set that you can open"
    return f"{_chance_words(table, best)}{less if chance > 0.0 else ''}"


def _chance_of_match(table: FreeOTable, move: int) -> float:
    """Return about how likely the next player holds a card of the place that a move opens.

    It is rounded as it is stated; -1 for a move that opens no set.
    """
    if not _opens_a_set(table, move):
        return -1.0
    return 0.0 if _lacks(table, move) else round(_next_holds(table, move), 2)


def _next_holds(table: FreeOTable, place: int) -> float:
    return chance_to_hold(table, table.left_of(table.seat), place)


def _chance_words(table: FreeOTable, move: int) -> str:
    """Return the end of a clause on the next player's chance to match a set that a move opens."""
    if not _opens_a_set(table, move):
        return ""
    seat = table.left_of(table.seat) + 1
    if _lacks(table, move):
        return f" that seat {seat} has shown to hold no card of"
    chance, name = _next_holds(table, move), _card_name(table, move)
    if not unseen_of(table, move):
        return f": no {name} is left that seat {seat} could hold"
    return f": the chance that seat {seat} holds another {name} is about {chance:.0%}"


def _kept(state: FreeO, moves: list[int]) -> list[str]:
    """Return sentences on what stays in hand after each move, and what it would count (FRO-20).

    Keeping only Wilds isn't a reason for a move, nor is going out a reason against one.
    """
    table, best = state.table, moves[-1]
    hands = [_kept_hand(table, move) for move in moves]
    if not all(map(sum, hands)):
        out = f"After {_card_name(table, best)}, you are rid of all cards (FRO-18)."
        return [out] if len(moves) == 1 else []
    is_stuck = [_is_stuck(held) for held in hands]
    if is_stuck == [True] or is_stuck == [False, True]:
        return []
    if is_stuck == [True, False]:
        return [f"After {_cards_played(table, moves[0])}{_stuck(hands[0])}"]
    points = [_points(held) for held in hands]
    return _fewest(state, best, points[0]) if len(moves) == 1 else _counted(table, moves, points)


def _is_stuck(held: list[int]) -> bool:
    """Whether a hand holds only Wilds; so does one that holds no card."""
    return sum(held) == held[WILD]


def _stuck(held: list[int]) -> str:
    """Return the end of a sentence on a hand that holds only Wilds."""
    if sum(held) == 1:
        return ", you hold only a Wild, which can't be the last card (FRO-15)."
    return ", you hold only Wilds, and none of them can be the last card (FRO-15)."


def _gives_a_turn(table: FreeOTable, move: int) -> bool:
    """Whether a move is a Wild that gives another turn (FRO-14); against a capture, none does."""
    return move == WILD and table.demand != CAPTURE


def _second_card(table: FreeOTable, move: int) -> int:
    """Return the costliest card that can be played in the extra turn that a move gives, or -1.

    One must be played there (FRO-10), and a second Wild can't be (FRO-15).
    """
    if not _gives_a_turn(table, move):
        return -1
    kinds = [kind for kind in range(WILD) if _held(table, kind)]
    return max(kinds, key=lambda kind: POINTS[kind], default=-1)


def _kept_hand(table: FreeOTable, move: int) -> list[int]:
    """Return how many cards of each kind stay in hand at the end of the turn, with fewest points.

    An extra turn is part of it (FRO-14).
    """
    held, second = _left(table, kind_of(move)), _second_card(table, move)
    if second >= 0:
        held[second] -= 1
    return held


def _cards_played(table: FreeOTable, move: int) -> str:
    """Return the cards that are gone in `_kept_hand`."""
    name, second = _card_name(table, move), _second_card(table, move)
    if second < 0:
        return name
    places = sum(_held(table, place) > 0 for place in range(PLACES))
    is_any = second < PLACES and places > 1
    return f"{name}, then {'a Seek card' if is_any else table.deck.titles[second]}"


def _fewest(state: FreeO, best: int, count: int) -> list[str]:
    """Return a sentence on what the cards kept count, if every other card leaves more."""
    others = {kind_of(move) for move in state.legal_moves()} - {kind_of(best)}
    if not others or min([_points(_kept_hand(state.table, kind)) for kind in others]) <= count:
        return []
    points = counted(count, "point")
    return [f"You keep {points} in hand, fewer than after any other card (FRO-20)."]


def _counted(table: FreeOTable, moves: list[int], points: list[int]) -> list[str]:
    """Return a sentence on what the cards kept count after each of two moves, if it differs.

    Points that favor the worse move are left out if one of the two gives another turn: what is kept
    then depends on that turn. Instead, it is told that no Wild is left (FRO-16).
    """
    kept, count = points
    extra = any(_gives_a_turn(table, move) for move in moves)
    if extra and count >= kept:
        is_last = moves[0] == WILD and _held(table, WILD) == 1
        return ["After Wild, you hold no other Wild against a capture (FRO-16)."] * is_last
    if count == kept:
        return []
    after = [_cards_played(table, move) for move in moves]
    said = f"You keep {counted(kept, 'point')} in hand after {after[0]}, {count} after {after[1]}"
    if count < kept:
        return [f"{said}: fewer are better (FRO-20)."]
    return [f"{said} (FRO-20): fewer are better, but what follows outweighs it."]


def _done(table: FreeOTable, move: int, best: int) -> str:
    """Return what the card does to the others, or fails to do."""
    if move >= NAMING:
        named = named_in(move)
        return f"makes seat {named + 1}, who holds {cards_words(table.sizes[named])}, draw a card"
    if move == WILD:
        return _done_by_wild(table, is_best=best == WILD)
    if move == CAPTURED:
        return _done_by_captured(table)
    if table.demand == MATCH:
        return "matches the set, so any card may follow"
    return "opens a set"


def _done_by_wild(table: FreeOTable, *, is_best: bool) -> str:
    if table.demand == CAPTURE:
        follows = ", and the next player may play any card" if table.out == NOBODY else ""
        return f"cancels the capture{follows}"
    if _goes_out_by_wild(table):
        last = table.deck.titles[_second_card(table, WILD)]
        matches = "matches the set and " if table.demand == MATCH else ""
        wins = f"{last} as your last card wins the hand (FRO-18)"
        return f"{matches}gives you another turn, and {wins}"
    if table.demand == MATCH:
        return "matches the set and gives you another turn"
    if is_best:
        return "gives you another turn, although it matches nothing (FRO-13)"
    return "gives you another turn but is wasted: it matches nothing (FRO-13)"


def _done_by_captured(table: FreeOTable) -> str:
    """Return whom a You Are Captured hits: the next player (FRO-16), or everyone else (FRO-21)."""
    following, seats = table.left_of(table.seat), len(table.sizes)
    hit_seats = [int(following)]
    if table.everyone:
        hit_seats = [seat for seat in range(seats) if seat != table.seat]
    nearest = min(hit_seats, key=lambda seat: table.sizes[seat])
    near = table.sizes[nearest] <= NEAR
    left = f"has {cards_words(table.sizes[nearest])} left"
    if len(hit_seats) > 1:
        hit = "makes everyone else in turn draw 2, until one plays a Wild (FRO-21)"
        hit = f"{hit}; seat {nearest + 1} {left}" if near else hit
    else:
        who = f"seat {following + 1}, who {left}," if near else f"seat {following + 1}"
        hit = f"makes {who} play a Wild or draw 2"
    if table.demand == MATCH:
        return f"cancels the open set and {hit}"
    return hit if near else f"{hit}, but can't cancel an open set later"


def _own_match(table: FreeOTable, move: int) -> str:
    """Return a sentence on how many cards are left in hand that match the set that a move opens."""
    if move >= PLACES or table.demand == MATCH:
        return ""
    more = _held(table, move) - 1
    if not more:
        return ""
    held = "another" if more == 1 else f"{more} more"
    return f" You hold {held}, to match it yourself if it stays open."


def _lacks(table: FreeOTable, place: int) -> bool:
    """Whether the next player has shown to hold no card of a place."""
    following = table.left_of(table.seat)
    return bool(table.without[following * KINDS + place] >= table.sizes[following])


def _left(table: FreeOTable, kind: int) -> list[int]:
    """Return how many cards of each kind stay in hand."""
    held = [table.held[table.seat * KINDS + each] for each in range(KINDS)]
    held[kind] -= 1
    return held


def _points(held: list[int]) -> int:
    return sum([points * count for points, count in zip(POINTS, held, strict=True)])
