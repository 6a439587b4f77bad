"""Explanations of why one move is worse than another in Free the Box."""

from collections.abc import Sequence
from math import inf
from typing import Final, NamedTuple

from ai.free_the_box.heuristic import representative
from ai.free_the_box.threats import Dangers
from ai.shared.reasons import LATER, OUTWEIGHED, Merits, is_favored, unclear, with_conclusion
from boxtui.core import State
from boxtui.games.free_the_box.board import HIDING, SAFE, TOKENS
from boxtui.games.free_the_box.cards import FREE_THE_BOX, YOU_ARE_CAPTURED, Deck, card_words
from boxtui.games.free_the_box.moves import (
    DRAWING,
    ENDED,
    ENTER,
    FREE,
    MOVING,
    ROLL,
    ROLLING_AGAIN,
    USE,
)
from boxtui.games.free_the_box.narration import letter_of
from boxtui.games.free_the_box.position import CAPTURED, CENTER, FreeTheBoxTable, tokens_of
from boxtui.games.free_the_box.state import FreeTheBox
from boxtui.wording import capitalized, listed, percent

HARDLY: Final = 0.005
"""A smaller chance of capture isn't told."""

LITTLE: Final = 0.025
"""Chances of capture that add up to less aren't told: they decide nothing, unless one puts out."""

TELLING: Final = 0.05
"""The least difference of two chances to capture for which they are a reason."""

BEFORE_TURN: Final = " before your next turn"
"""When tokens may be lost; said once."""

NOTHING: Final[Merits] = (0.0, 0.0, 0.0, 0.0, 0.0)
"""What a move gains that only brings a token forward."""


class Prospects(NamedTuple):
    """What the mover's next throw may do if nothing else moves until then; higher is better.

    Attributes:
        captures: about how likely it captures tokens, rounded as stated.
        safe: how many of the mover's tokens are on safe spaces.
    """

    captures: float
    safe: int


class Described(NamedTuple):
    """What is said of a move.

    Attributes:
        name: what the move is called within a sentence.
        done: what it does.
        risk: the dangers of the mover's tokens after it, without a token that draws a card; "" if
            they aren't told.
        draws: whether it draws a card, so that more happens than is told.
        gains: what it is worth by kind: the token that jumps and those it frees; whether a token
            comes out or home (a jump is never worth less than that); captures; the lap of a token
            that passes its JUMP TO CENTER, and a jump after which fewer captures put the player
            out, which count against the move.
        cost: what a jump costs, for the end of its sentence; "" for any other move.
        risks: the tokens that may be lost, by their chances, and the chance to be out; negative.
        prospects: told only if nothing else favors the best move; None if the turn goes on.
    """

    name: str
    done: str
    risk: str
    draws: bool
    gains: Merits
    risks: Merits
    prospects: Prospects | None = None
    cost: str = ""

    @property
    def merits(self) -> Merits:
        """All figures."""
        return (*self.gains, *self.risks)

    def is_like(self, other: "Described") -> bool:
        """Whether what is said favors neither move."""
        return self.merits == other.merits and self.draws == other.draws

    def sentence(self, when: str) -> str:
        """Return the sentence on the move; `when` tells when tokens may be lost."""
        return f"{capitalized(self.name)} {self.rest(when)}"

    def rest(self, when: str) -> str:
        """Return the sentence without the move's name."""
        return f"{self.done}{self.ending(when)}{self.cost}."

    def ending(self, when: str) -> str:
        """Return the end of the sentence on the dangers after the move, if any are told.

        "But" joins an advantage and a drawback, "and" two of a kind.
        """
        if not self.risk:
            return ""
        is_drawback, is_risky = sum(self.gains) < 0.0, any(self.risks)
        joined = "and" if is_drawback == is_risky else "but"
        return f", {joined} {self.risk}{when if is_risky else ''}"


def reasons(state: State, move: int, best: int, as_good: Sequence[int] = ()) -> list[str]:
    """Return sentences that compare `move` with `best`, or all others with it if they are the same.

    They say what a move captures, whether it jumps or passes the jump, and which of the mover's
    tokens are then in danger: the chance that an opponent's roll or card captures each before the
    mover's next turn, if nothing else moves, apart from what a card drawn by the move does. Dangers
    that are about the same after all moves are left out. For moves that are `as_good`, it is said
    what makes up for their drawbacks. Both must be legal moves of `state`.
    """
    assert isinstance(state, FreeTheBox)
    if move == best:
        return _of_the_best(state, best, as_good)
    described = _all_described(state, [move, best])
    sentences = with_conclusion(
        [(capitalized(each.name), f" {each.rest(BEFORE_TURN)}", each.merits) for each in described]
    )
    if sentences[-1] == LATER and (promising := _promising(described[-1], described[:-1])):
        return [*sentences[:-1], promising]
    return sentences


def drawback(state: State, move: int, best: int) -> str:
    """Return what a move does, if it costs something or risks tokens, and more than the `best`."""
    assert isinstance(state, FreeTheBox)
    told, of_best = _all_described(state, [move, best])
    costs, least = ([min(each, 0.0) for each in found.merits] for found in (told, of_best))
    return told.sentence(BEFORE_TURN) if is_favored(tuple(least), tuple(costs)) else ""


def _of_the_best(state: FreeTheBox, best: int, as_good: Sequence[int]) -> list[str]:
    """Return the `reasons` for the best move itself."""
    others = _others(state, best)
    described = _all_described(state, [*others, best])
    if not others:
        same = len(state.legal_moves()) - 1
        words = "The other move does" if same == 1 else "The other moves do"
        return [described[-1].sentence(BEFORE_TURN), *[f"{words} the same."] * (same > 0)]
    good = {representative(state, each) for each in as_good}
    alike = [told for told, move in zip(described, others) if move in good]
    if all(each.is_like(described[-1]) for each in described):
        return _favoring_none(described, alike, _same_risk(state, [*others, best]))
    return _favoring(described, alike)


def _all_described(state: FreeTheBox, moves: Sequence[int]) -> list[Described]:
    """Return what is said of moves, the best one last; dangers only if they differ noticeably."""
    described = [_described(state, each) for each in moves]
    described[-1] = described[-1]._replace(cost="")
    risks = described[-1].risks
    if not all(_is_same_risk(each.risks, risks) for each in described):
        return described
    return [each._replace(risk="", risks=risks) for each in described]


def _is_same_risk(one: Merits, other: Merits) -> bool:
    """Whether dangers differ by less than is told; a card drawn changes most by 1%."""
    return abs(one[0] - other[0]) < LITTLE and one[1] == other[1]


def _others(state: FreeTheBox, best: int) -> list[int]:
    """Return the moves that don't do the same as `best`, one of those that do the same."""
    kinds = {representative(state, move) for move in state.legal_moves()}
    return sorted(kinds - {representative(state, best)})


def _favoring_none(
    described: list[Described], alike: list[Described], same_risk: list[str]
) -> list[str]:
    """Return sentences on the best move, which is the last, where nothing told favors any.

    `alike` are the others that are about as good.
    """
    *others, best = described
    told = [best.sentence(BEFORE_TURN), *same_risk]
    if promising := _promising(best, others):
        return [*told, promising]
    is_any = len(alike) == len(others) and not any(_promising(each, [best]) for each in others)
    return [*told, "Any move will do." if is_any else unclear(best.name)]


def _favoring(described: list[Described], alike: list[Described]) -> list[str]:
    """Return sentences on the best move, which is the last, and on the others that differ from it.

    Those without a figure for the best come last, because they have the conclusion. Before them it
    says what makes up for the drawbacks of those that are `alike`.
    """
    *others, best = described
    differing = [each for each in others if not each.is_like(best)]
    favoring = [each for each in differing if is_favored(best.merits, each.merits)]
    rest = [each for each in differing if each not in favoring]
    made_up = _made_up_for(best, [each for each in favoring if each in alike])
    is_outweighed = any(each.merits != best.merits for each in rest)
    conclusion = OUTWEIGHED if is_outweighed else _promising(best, others)
    return [
        best.sentence(BEFORE_TURN),
        *[_instead(each, best) for each in favoring],
        *made_up,
        *[_instead(each, best) for each in rest],
        *[conclusion] * bool(rest and conclusion),
    ]


def _made_up_for(best: Described, alike: list[Described]) -> list[str]:
    """Return sentences on what makes up for what speaks against moves that are as good.

    Nothing is said of a move that also has an advantage, because that has been told.
    """
    promising = [(each, _promising(each, [best])) for each in alike]
    known = [f"But {words[0].lower()}{words[1:]}" for _, words in promising if words]
    others = [
        each for each, words in promising if not words and not is_favored(each.merits, best.merits)
    ]
    later = [
        _made_up_later([each.name for each in others if each.draws], "with the card or later"),
        _made_up_later([each.name for each in others if not each.draws], "later"),
    ]
    return [*known, *filter(None, later)]


def _made_up_later(names: list[str], when: str) -> str:
    """Return a sentence on moves whose drawbacks are made up for then; "" if there are none."""
    if not names:
        return ""
    verb = "makes" if len(names) == 1 else "make"
    return f"{capitalized(listed(names))} {verb} up for the difference {when}."


def _same_risk(state: FreeTheBox, moves: Sequence[int]) -> list[str]:
    """Return a sentence on the dangers that are the same after all these moves.

    There is none if one draws a card, so that the danger to that token isn't known.
    """
    described = [_described(state, each) for each in moves]
    if any(each.draws or not each.risk for each in described):
        return []
    every = "either move" if len(state.legal_moves()) == 2 else "every move"  # equal ones, too
    if any(any(each.risks) for each in described):
        return [f"The danger to your tokens is about the same after {every}."]
    risk = max(described, key=lambda each: len(each.risk)).risk
    return [f"{capitalized(risk)} after {every}."]


def _promising(best: Described, others: list[Described]) -> str:
    """Return a sentence on the first prospect that is better than all others'; "" if none is."""
    seen = [each.prospects for each in others if each.prospects]
    if best.prospects is None or not others or len(seen) < len(others):
        return ""
    captures, safe = best.prospects
    instead = f"after {others[0].name}, " if len(others) == 1 else "after the other moves, at most "
    most = Prospects(*(max(figures) for figures in zip(*seen, strict=True)))
    if captures >= most.captures + TELLING:
        chance = f"about {captures:.0%} if nothing else moves"
        fewer = f"{most.captures:.0%}" if most.captures else "none"
        return f"After {best.name}, your chance to capture next turn is {chance}; {instead}{fewer}."
    if safe > most.safe:
        tokens = f"{safe} of your tokens {'is' if safe == 1 else 'are'} safe"
        return f"After {best.name}, {tokens}; {instead}{most.safe or 'none'}."
    return ""


def _instead(other: Described, best: Described) -> str:
    """Return a sentence on another move: only on the dangers after it, if nothing else counts."""
    does_nothing = other.gains == best.gains == NOTHING and not other.draws
    if other.risk and does_nothing:
        return f"After {other.name}, {other.risk}."
    return other.sentence("")


def _described(state: FreeTheBox, move: int) -> Described:
    """Return what is said of a move, and the figures in it."""
    after, name = state.after(move), state.move_name(move)
    draws, gains, cost = after.phase == DRAWING, NOTHING, ""
    if state.phase != MOVING:
        uses = move in (FREE, USE)
        done = "brings a captured token home" if uses else _kept(state.table, move)
        gains = (0.0, float(uses), 0.0, 0.0, 0.0)
    elif move == ENTER:
        done, gains = _entered(state.table), (0.0, 1.0, 0.0, 0.0, 0.0)
    else:
        done, gains = _moved(state.table, state.table.seat * TOKENS + move)
        cost = _cost_of_jump(state.table) if gains[-1] < 0.0 else ""
    if after.phase == ENDED:
        won = (inf, *gains[1:])
        return Described(name, f"{done} and wins", "", draws, won, (0.0, 0.0))
    risk, lost, out = _risk(after, state.table.seat)
    promised = None if draws else prospects(after.table, state.table.seat)
    return Described(name, done, risk, draws, gains, (-lost, -out), promised, cost)


def _kept(table: FreeTheBoxTable, move: int) -> str:
    captured = table.count(table.seat, CAPTURED)
    tokens = "a token" if captured == 1 else f"{captured} tokens"
    kept = ", and keeps the card" if move == ROLL else " for now"
    return f"leaves {tokens} captured{kept}"


def _entered(table: FreeTheBoxTable) -> str:
    """Return what entering does, and how many tokens can then be moved if it isn't only one."""
    out = 1 + len([each for each in tokens_of(table.seat) if table.tokens[each] >= 0])
    choice = f", so that you can choose between {'two' if out == 2 else 'three'}" if out > 1 else ""
    return f"puts a token on its STARTING BOX{choice}"


def _moved(table: FreeTheBoxTable, token: int) -> tuple[str, Merits]:
    """Return what a token does with the die, and what it gains (see `Described`)."""
    ahead = table.ahead(token, table.die)
    if ahead.is_on_own_jump(token):
        freed, cost = table.count(table.seat, CAPTURED), float(_is_costly(table))
        done_by_jump = "jumps to the center" + (f" and frees {freed}" if freed else "")
        return done_by_jump, (1.0 + float(freed), 1.0, 0.0, 0.0, -cost)
    done, lap = [f"goes to {_where(ahead, token)}"], 0.0
    if ahead.gone(token) < table.gone(token):
        left, lap = table.board.length - 1 - ahead.gone(token), -1.0
        done[0] += f", past its JUMP TO CENTER ({left} to go again)"
    capturable = ahead.capturable(table.seat, ahead.tokens[token])
    if capturable:
        taken = [f"{table.color_name(each // TOKENS)} {letter_of(each)}" for each in capturable]
        done.append(f"captures {listed(taken)}")
    elif ahead.has_to_draw(token):
        done.append(_drawn(table.deck))
    joined = (", and " if lap else " and ").join(done)
    return joined, (0.0, 0.0, float(len(capturable)), lap, 0.0)


def _drawn(deck: Deck) -> str:
    """Return what the card may be: the one on top if it is known, else those that move nothing."""
    on_top = deck.on_top()
    if len(on_top) == 1:
        return f"draws ({card_words(on_top[0])})"
    told = [card for card in on_top if card in (FREE_THE_BOX, YOU_ARE_CAPTURED)]
    chances = [f"{card_words(card)} {percent(deck.chance(card), 0)}" for card in told]
    return "draws" + (f" ({', '.join(chances)})" if chances else "")


def _is_costly(table: FreeTheBoxTable) -> bool:
    """Whether fewer captures put the player out after a jump than before (FTB-22 to FTB-24)."""
    centered, captured = table.count(table.seat, CENTER), table.count(table.seat, CAPTURED)
    return captured == 0 and (centered == 0 or (centered == 1 and not table.kept[table.seat]))


def _cost_of_jump(table: FreeTheBoxTable) -> str:
    """Return the end of a sentence on a jump that `_is_costly`."""
    if table.count(table.seat, CENTER):
        return "; one capture then puts you out instead of two (FTB-24)"
    return "; two captures then put you out instead of three (FTB-23)"


def _where(table: FreeTheBoxTable, token: int) -> str:
    """Return a token's space in words, with whether it is safe."""
    space = table.tokens[token]
    article = "the " if table.board.spaces[space].kind == HIDING else ""
    safe = " (safe)" if table.hides[space] == SAFE else ""
    return f"{article}{table.board.space_words(space)}{safe}"


def prospects(table: FreeTheBoxTable, seat: int) -> Prospects:
    """Return what the seat's next throw may do in that position."""
    dangers = Dangers(table)
    own = [each for each in tokens_of(seat) if table.tokens[each] >= 0]
    chances = {  # by place, because tokens in the same place are captured together
        table.hides[at]: dangers.chance(seat, each)
        for each, at in enumerate(table.tokens)
        if at >= 0 and each not in own
    }
    return Prospects(
        captures=round(min(sum(chances.values()), 1.0), 2),
        safe=sum([table.hides[table.tokens[each]] == SAFE for each in own]),
    )


def _risk(state: FreeTheBox, seat: int) -> tuple[str, float, float]:
    """Return words about the dangers of the seat's tokens until its next turn, and two figures.

    These are the sum of the tokens' chances to be captured, and the chance to be out. A token that
    is to draw is left out, because the card decides where it goes; the chances of the others are
    means over the cards.
    """
    draws, own = state.phase == DRAWING, [*tokens_of(seat)]
    if draws:
        own.remove(state.table.carrier)
    spaces = [state.table.tokens[each] for each in own if state.table.tokens[each] >= 0]
    if draws and not spaces:
        return "", 0.0, 0.0
    yours = "your other tokens are" if draws else "your tokens are"
    if all(state.table.hides[space] == SAFE for space in spaces):
        return f"{yours} in no danger", 0.0, 0.0
    chances, is_last = dict.fromkeys(own, 0.0), True
    for probability, table in _outcomes(state):
        dangers, is_last = Dangers(table), is_last and table.capture_puts_out(seat)
        for token in own:
            chances[token] += probability * dangers.chance_of_capture(token)
    lost = sorted([each for each in own if chances[each] >= HARDLY], key=lambda at: -chances[at])
    if not lost or (sum(chances.values()) < LITTLE and not is_last):
        return f"{yours} in hardly any danger", 0.0, 0.0
    which = listed([f"{letter_of(at)} (about {chances[at]:.0%})" for at in lost], "or")
    risk = round(sum([round(chances[each], 2) for each in lost]), 2)
    if is_last:
        return f"you may lose {which} and be out", risk, risk
    return f"you may lose {which}", risk, 0.0


def _outcomes(state: FreeTheBox) -> list[tuple[float, FreeTheBoxTable]]:
    """Return what the cards and rolls that end a move may lead to, with the probabilities."""
    if state.phase not in (DRAWING, ROLLING_AGAIN):
        return [(1.0, state.table)]
    chances = zip(state.legal_moves(), state.chance_probabilities(), strict=True)
    return [
        (probability * rest, table)
        for move, probability in chances
        for rest, table in _outcomes(state.after(move))
    ]
