"""Kimbo in tests: moves by their texts, and decisions of random games."""

from random_games import some_decisions
from typed_moves import of_kind
from typed_moves import play as play

from ai.kimbo.threats import NO_COUNTS, chance_of, see_counts
from boxtui.games import GAMES
from boxtui.games.kimbo.position import KimboTable
from boxtui.games.kimbo.squares import HOME
from boxtui.games.kimbo.state import Kimbo


def start(seats: int) -> Kimbo:
    return of_kind(Kimbo, GAMES["kimbo"].start({}, seats))


def begun(seats: int) -> Kimbo:
    """Return a game in which the first seat won the first turn."""
    return play(start(seats), "6 6", *["1 1"] * (seats - 1))


def decisions(count: int, seats: int = 2) -> list[Kimbo]:
    """Return that many decisions from random games, a few dozen moves apart."""
    return some_decisions(lambda: begun(seats), count, 0.05)


def threats(table: KimboTable, attacker: int) -> list[tuple[int, float]]:
    """Return each square with a piece that `attacker` may capture by a throw, and the chance."""
    counts = NO_COUNTS[:]
    see_counts(table, attacker, counts)
    return [
        (square, chance_of(counts[square]))
        for square in range(HOME)
        if table.occupant[square] not in (0, attacker + 1)
        and counts[square]
        and not table.board.areas[square]
    ]
