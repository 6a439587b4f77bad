"""Each seat's chance to win Free the Box, by its tokens, its cards and its dangers."""

from math import exp, log
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ai.free_the_box.threats import DIE, Dangers
from boxtui.games.free_the_box.board import TOKENS
from boxtui.games.free_the_box.position import CAPTURED, CENTER, FreeTheBoxTable

STATUS_WORTHS: Final = vec[float]([
    0.0, 0.4, -0.5, -0.1, -1.4, -0.8,
    0.5, 0.9, -0.7, 0.0, 0.0, 0.0,
    1.2, 1.8, 0.0, 0.6, 0.0, 0.0,
])  # fmt: skip
"""What a seat's status adds to the logarithm of its odds: a row for each number of tokens in the
center; in it, for each number of tokens captured, the worth without and with a FREE THE BOX.

What a capture costs and a card is worth comes from logistic regressions of who won, on 172,166
positions of 8,700 games. According to these, being in the center made no difference, because
players who follow them seldom get there. So the values here lie between them and figures three
times as large, which won 52% of 558 games against them (95% interval 48% to 56%).
"""

ON_THE_LOOP: Final = 0.2
ALL_THE_WAY: Final = 0.4
"""What a token in the neighborhood is worth at its STARTING BOX, and how much more at its JUMP."""

JUMP: Final = 0.5
"""The worth of the chance to land on the JUMP by exact count, if a throw may reach it."""

EXACT: Final = vec[float]([0.0] + [(1 + 1 / DIE) ** left / (DIE + 1) for left in range(1, DIE + 1)])
"""The chance that a token lands on its JUMP, in one throw or several, by the spaces left.

With this instead of an equal bonus for all, level 5's evaluation won 0.55 of 104 games (95%
interval 0.46 to 0.64) against itself without it.
"""

MADE_SOON: Final = 0.8
MADE_LATER: Final = 0.3
"""How often a capture that a throw allows is made: before the token's owner has a turn, and after.
"""

SUREST: Final = 0.95
"""The upper bound of a capture's chance: with several opponents, the sum of theirs is too high."""


def win_probabilities(table: FreeTheBoxTable, wary: bool) -> list[float]:
    """Return a share per seat, before a roll; unless `wary`, dangers are ignored."""
    dangers = Dangers(table) if wary else None
    odds = [0.0] * len(table.kept)
    total = 0.0
    for seat in range(len(table.kept)):
        if table.is_in(seat):
            odds[seat] = exp(_worth(table, seat, dangers))
            total += odds[seat]
    return [each / total for each in odds]


def _worth(table: FreeTheBoxTable, seat: i64, dangers: Dangers | None) -> float:
    """Return the logarithm of a seat's odds."""
    center, captured = table.count(seat, CENTER), table.count(seat, CAPTURED)
    has_card = table.kept[seat] > 0
    status = _status_worth(center, captured, has_card)
    worth = status
    capture_puts_out = table.capture_puts_out(seat)
    for token in range(seat * TOKENS, (seat + 1) * TOKENS):
        if table.tokens[token] >= 0:
            way = _way_worth(table, token)
            worth += way
            if dangers is not None:
                chance = _capture_chance(table, dangers, token)
                if capture_puts_out:
                    worth += log(1.0 - chance)
                else:
                    worth -= chance * (way + status - _status_worth(center, captured + 1, has_card))
    return worth


def _status_worth(center: i64, captured: i64, has_card: bool) -> float:
    return STATUS_WORTHS[(center * TOKENS + captured) * 2 + (1 if has_card else 0)]


def _way_worth(table: FreeTheBoxTable, token: i64) -> float:
    left = table.board.length - 1 - table.gone(token)
    worth = ON_THE_LOOP + ALL_THE_WAY * (1.0 - float(left) / float(table.board.length))
    return worth + JUMP * EXACT[left] if left <= DIE else worth


def _capture_chance(table: FreeTheBoxTable, dangers: Dangers, token: i64) -> float:
    """Return the chance that a token is captured in a round of turns."""
    seats: i64 = len(table.kept)
    owner = token // TOKENS
    own_turn = table.turns_until(owner)
    chance = 0.0
    for other in range(seats):
        if other != owner:
            made = MADE_SOON if table.turns_until(other) < own_turn else MADE_LATER
            chance += made * dangers.chance(other, token)
    return min(chance, SUREST)
