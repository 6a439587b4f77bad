"""Who may capture whom in Kimbo with the next throw, and what that would cost."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from boxtui.games.kimbo.board import PIECES, KimboLayout
from boxtui.games.kimbo.paths import FORK, LONGEST, ONWARD, STUCK
from boxtui.games.kimbo.position import KimboTable
from boxtui.games.kimbo.squares import HOME
from boxtui.games.shared.dice import TWO_DICE, TWO_DICE_ODDS

BY_A_JUMP: Final = 1
"""A bit that stands for no count: a capture by a jump, which requires doubles (KIM-26)."""

TAKEN: Final = 0.7
"""How often a capture that the dice allow is made."""

AFTER_ITS_TURN: Final = 0.3
"""The same for pieces of the seat that is to roll, because they may well have moved on."""


def expected_losses(table: KimboTable, dice: list[vec[float]]) -> list[float]:
    """Return for each seat the dice that it may expect to lose by captures in a round of turns.

    `dice`: for each seat, how far its pieces are from HOME. The turn is about to be played.
    """
    losses = [0.0] * len(table.sides)
    counts = vec[i64]([0] * (HOME + 1))
    for attacker in range(len(table.sides)):
        see_counts(table, attacker, counts)
        for victim in range(len(table.sides)):
            if victim != attacker:
                weight = AFTER_ITS_TURN if victim == table.seat else TAKEN
                losses[victim] += weight * _losses_of(table, dice[victim], victim, counts)
    return losses


def _losses_of(table: KimboTable, dice: vec[float], victim: i64, counts: vec[i64]) -> float:
    losses = 0.0
    for at in range(victim * PIECES, (victim + 1) * PIECES):
        square = table.pieces[at]
        if square != HOME and counts[square] != 0 and not table.board.areas[square]:
            losses += chance_of(counts[square]) * worst_loss(table, dice, victim, square)
    return losses


def threats(table: KimboTable, attacker: i64) -> list[tuple[int, float]]:
    """Return each square with a piece that `attacker` may capture by a throw, and the chance."""
    counts = vec[i64]([0] * (HOME + 1))
    see_counts(table, attacker, counts)
    found: list[tuple[int, float]] = []
    for square in range(HOME):
        owner = table.occupant[square]
        if owner not in (0, attacker + 1) and counts[square] and not table.board.areas[square]:
            found.append((square, chance_of(counts[square])))
    return found


def worst_loss(table: KimboTable, dice: vec[float], victim: i64, square: i64) -> float:
    """Return what a capture costs if the piece is put back in the worst vacant corner (KIM-19)."""
    worst = 0.0
    for corner in range(1, 5):
        start = table.start_square(victim, corner)
        if not table.occupant[start]:
            worst = max(worst, dice[start] - dice[square])
    return worst


def chance_of(counts: i64) -> float:
    """Return the chance of a throw in which one die, or the sum of both, is one of these counts.

    Bit n stands for the count n. With `BY_A_JUMP`, doubles are such throws, too.
    """
    chance = 0.0
    for at in range(len(TWO_DICE)):
        throw = TWO_DICE[at]
        high, low = throw // 10, throw % 10
        jumps = counts & BY_A_JUMP and high == low
        if jumps or counts >> high & 1 or counts >> low & 1 or counts >> (high + low) & 1:
            chance += TWO_DICE_ODDS[at]
    return chance


def see_counts(table: KimboTable, attacker: i64, counts: vec[i64]) -> None:
    """Fill in, by square, the counts with which the attacker's pieces may end on it (KIM-13).

    The counts are bits; `BY_A_JUMP` is set if one of the pieces may jump there (KIM-26).
    """
    for square in range(HOME):
        counts[square] = 0
    for at in range(attacker * PIECES, (attacker + 1) * PIECES):
        square = table.pieces[at]
        if square != HOME:
            fences = table.walls[square] & ~table.board.borders[square]
            for heading in range(4):
                if not table.walls[square] >> heading & 1:
                    _follow(table.board, table.walls, square, heading, 1, counts)
                elif fences >> heading & 1:
                    counts[table.board.ahead[square << 2 | heading]] |= BY_A_JUMP


def _follow(
    board: KimboLayout, walls: vec[i64], start: i64, set_out: i64, gone: i64, counts: vec[i64]
) -> None:
    """Mark the squares on every path from there; `gone` is the number of the next step."""
    square, heading, step = start, set_out, gone
    while step <= LONGEST:
        onward = ONWARD[walls[square] << 2 | heading]
        if onward == STUCK:
            return
        if onward == FORK:
            _follow(board, walls, square, (heading + 3) & 3, step, counts)
            onward = (heading + 1) & 3
        heading = onward
        square = board.ahead[square << 2 | heading]
        counts[square] |= 1 << step
        step += 1
