"""Naive strategies for Free the Box.

`Landing` says what a token's move does; a strategy ranks landings. Cards are used at once, unless a
strategy keeps them.
"""

from collections.abc import Callable
from typing import Final

from boxtui.games.free_the_box.board import DRAW_A_CARD, HIDING, TOKENS
from boxtui.games.free_the_box.moves import ENTER, FREE, MOVING, USE
from boxtui.games.free_the_box.position import CAPTURED, CENTER, HOME, FreeTheBoxTable
from boxtui.games.free_the_box.state import FreeTheBox
from strength.strategy import Strategy, by_name, rated_by

DIE: Final = 8
SOON: Final = 8


class Landing:
    """What a move of the die does: a token's move, or bringing one out.

    Attributes:
        own: the index of the token that moves.
        before: how far it is from its STARTING BOX, before the move; -1 at home.
        gone: the same after the move; the length of the loop in the center.
        jumps: whether it goes into the center.
        overshoots: whether it passes its JUMP TO CENTER.
        victims: the tokens it captures.
        draws: whether it draws a card.
        is_safe: whether it can't be captured where it lands.
    """

    def __init__(self, state: FreeTheBox, move: int) -> None:
        table = state.table
        self.seat = int(table.seat)
        self.ahead = table.clone()
        self.length = int(table.board.length)
        self.victims: list[int] = []
        self.jumps = self.overshoots = self.draws = False
        if move == ENTER:
            self.own = int(table.first(table.seat, HOME))
            self.before, self.gone = -1, 0
            self.ahead.enter()
        else:
            self.own = self.seat * TOKENS + move
            self.before = int(table.gone(self.own))
            self.ahead.forward(self.own, table.die)
            self.jumps = bool(self.ahead.is_on_own_jump(self.own))
            self.gone = self.length if self.jumps else int(self.ahead.gone(self.own))
            self.overshoots = self.gone < self.before
            space = self.ahead.tokens[self.own]
            if not self.jumps:
                self.draws = bool(self.ahead.has_to_draw(self.own))
                self.victims = [int(each) for each in table.capturable(table.seat, space)]
        self.is_safe = self.jumps or table.board.kinds[self.ahead.tokens[self.own]] != HIDING
        if self.jumps:
            self.ahead.jump(self.own)
        for victim in self.victims:
            self.ahead.capture(victim)
        self.is_over = any(self.ahead.is_beaten(each // TOKENS) for each in self.victims)

    def danger(self) -> float:
        """Return how many of the mover's tokens opponents can be expected to capture next."""
        own = self.own_tokens()
        return sum(hits(self.ahead, own, at) / DIE for at in own if self.ahead.tokens[at] >= 0)

    def own_tokens(self) -> range:
        """Return the mover's tokens."""
        return range(self.seat * TOKENS, (self.seat + 1) * TOKENS)

    def prospects(self, each_capture: int = 0) -> float:
        """Return how many opponents' tokens are within reach of a roll, weighted by its chance.

        They count `each_capture` more for each captured token of the same owner.
        """
        own = [at for at in self.own_tokens() if self.ahead.tokens[at] >= 0]
        return sum(
            len(reaching(self.ahead, own, other))
            / DIE
            * (1 + each_capture * _captured(self.ahead, other))
            for other in range(len(self.ahead.tokens))
            if other // TOKENS != self.seat and self.ahead.tokens[other] >= 0
        )


def reaching(table: FreeTheBoxTable, tokens: list[int], target: int) -> set[int]:
    """Return the rolls by which one of the tokens lands where the target hides."""
    place = table.hides[table.tokens[target]]
    if place < 0:
        return set()
    return {
        die
        for die in range(1, DIE + 1)
        for token in tokens
        if table.hides[table.space_ahead(table.tokens[token], die)] == place
    }


def hits(table: FreeTheBoxTable, own: range, target: int) -> int:
    """Return the number of rolls that capture the target, summed over opponents, up to 8."""
    total = 0
    for seat in range(len(table.kept)):
        theirs = range(seat * TOKENS, (seat + 1) * TOKENS)
        if theirs != own:
            total += len(reaching(table, [at for at in theirs if table.tokens[at] >= 0], target))
    return min(total, DIE)


def _captured(table: FreeTheBoxTable, token: int) -> int:
    """Return how many tokens of the same owner are captured."""
    return int(table.count(token // TOKENS, CAPTURED))


def _walked(table: FreeTheBoxTable, token: int) -> int:
    return int(table.gone(token)) if table.tokens[token] >= 0 else 0


def _strategy(rank: Callable[[Landing], tuple[float, ...]]) -> Strategy:
    """Return the strategy that ranks landings like this; only the card player keeps its cards."""

    def rating(state: FreeTheBox, move: int) -> tuple[float, ...]:
        if state.phase != MOVING:
            return (float((move in (FREE, USE)) != (rank is card_player)),)
        return rank(Landing(state, move))

    rating.__doc__ = rank.__doc__
    return rated_by(rating)


def racer(to: Landing) -> tuple[float, ...]:
    """Runs with the front token, and brings one out only if none is under way."""
    return to.jumps, not to.overshoots, to.before, to.gone


def sprinter(to: Landing) -> tuple[float, ...]:
    """Runs with the front token, but captures and brings tokens out first."""
    return to.jumps, len(to.victims), to.before < 0, not to.overshoots, to.before


def herder(to: Landing) -> tuple[float, ...]:
    """Moves the rearmost token, so that all three stay together."""
    return to.jumps, not to.overshoots, -to.before, len(to.victims)


def hunter(to: Landing) -> tuple[float, ...]:
    """Captures what has gone farthest; else moves to where most tokens are within its reach."""
    prey = sum(1 + _walked(to.ahead, each) / to.length for each in to.victims)
    return to.is_over, len(to.victims), prey, to.jumps, to.prospects(), -to.danger(), to.gone


def assassin(to: Landing) -> tuple[float, ...]:
    """Captures from the player who is nearest to being out, and lies in wait for that player."""
    worst = max((_captured(to.ahead, each) for each in to.victims), default=0)
    return to.is_over, worst, len(to.victims), to.jumps, to.prospects(2), -to.danger(), to.gone


def coward(to: Landing) -> tuple[float, ...]:
    """Moves where its tokens are in least danger; then jumps, captures, runs."""
    return -to.danger(), to.jumps, len(to.victims), not to.overshoots, to.gone


def careful_hunter(to: Landing) -> tuple[float, ...]:
    """Jumps and captures first, and else keeps its tokens out of danger."""
    return to.is_over, to.jumps, len(to.victims), -to.danger(), to.prospects()


def trader(to: Landing) -> tuple[float, ...]:
    """Counts tokens: captured now or within reach, less those in danger, a jump as two."""
    free = 2 * to.jumps + (0.25 if to.before < 0 else 0) - 0.5 * to.overshoots
    return (to.is_over * 9 + free + len(to.victims) + 0.5 * to.prospects() - to.danger(),)


def last_stand(to: Landing) -> tuple[float, ...]:
    """Fears for its tokens the more, the fewer are left to lose; captures the same way."""
    stake = 1 + 2 * int(to.ahead.count(to.seat, CAPTURED) + to.ahead.count(to.seat, CENTER))
    prey = sum(1.0 + 2 * (_captured(to.ahead, each) - 1) for each in to.victims)
    free = stake * to.jumps + 0.5 * (to.before < 0) - 0.5 * to.overshoots
    return (9 * to.is_over + prey + free - stake * to.danger() + 0.3 * to.prospects(2),)


def parker(to: Landing) -> tuple[float, ...]:
    """Goes from one safe space to the next, and leaves them last."""
    leaves = _was_safe(to)
    return to.jumps, to.is_safe, not leaves, len(to.victims), -to.danger()


def _was_safe(to: Landing) -> bool:
    """Whether the token was on a safe space of the loop."""
    if to.before < 0:
        return False
    start = to.ahead.starts[to.seat]
    return bool(to.ahead.board.kinds[(start + to.before) % to.length] != HIDING)


def miser(to: Landing) -> tuple[float, ...]:
    """Risks one token at a time: the others stay at home as long as one can move."""
    return to.jumps, len(to.victims), to.before >= 0, not to.overshoots, to.before


def crowder(to: Landing) -> tuple[float, ...]:
    """Brings all tokens out as soon as it can, then hunts with all three."""
    return to.before < 0, to.jumps, len(to.victims), to.prospects() - to.danger()


def card_player(to: Landing) -> tuple[float, ...]:
    """Lands on DRAW A CARD whenever it can, and keeps every FREE THE BOX it draws."""
    kinds = to.ahead.board.kinds
    near = 0
    for at in to.own_tokens():
        space = to.ahead.tokens[at]
        if space >= 0:
            ends = [to.ahead.space_ahead(space, die) for die in range(1, DIE + 1)]
            near += any(kinds[end] == DRAW_A_CARD for end in ends)
    return to.jumps, to.draws, len(to.victims), near, -to.danger()


def jumper(to: Landing) -> tuple[float, ...]:
    """Waits with a token just before its JUMP for the exact roll, and moves the others."""
    waits = to.before >= to.length - 1 - SOON
    return to.jumps, not waits, len(to.victims), -to.danger(), to.gone


def stalker(to: Landing) -> tuple[float, ...]:
    """Follows as close behind an opponent's token as it can, and captures it."""
    behind = to.length
    space = to.ahead.tokens[to.own]
    for other in range(len(to.ahead.tokens)):
        at = to.ahead.tokens[other]
        if other // TOKENS != to.seat and at >= 0:
            way = (int(at) - int(space)) % to.length
            behind = min(behind, way or to.length)
    return len(to.victims), to.jumps, -behind


def shadow(to: Landing) -> tuple[float, ...]:
    """Moves past opponents' tokens and keeps out of the reach of those behind it."""
    chased = 0
    for at in to.own_tokens():
        for other in range(len(to.ahead.tokens)):
            if other // TOKENS != to.seat and min(to.ahead.tokens[at], to.ahead.tokens[other]) >= 0:
                way = (int(to.ahead.tokens[at]) - int(to.ahead.tokens[other])) % to.length
                chased += 0 < way <= DIE and to.ahead.hides[to.ahead.tokens[at]] >= 0
    return to.jumps, len(to.victims), -chased, to.gone


STRATEGIES: Final = by_name(
    _strategy,
    *(racer, sprinter, herder, hunter, assassin, coward, careful_hunter, trader, last_stand),
    *(parker, miser, crowder, card_player, jumper, stalker, shadow),
)
"""All of them, by name."""
