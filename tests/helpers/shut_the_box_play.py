"""Shut-the-Box in tests: positions built from parts, and moves by their texts."""

from typed_moves import of_kind
from typed_moves import play as play

from boxtui.core import OptionValue
from boxtui.games import GAMES
from boxtui.games.shut_the_box.state import ShutTheBox

GAME = GAMES["shut-the-box"]


def start(seats: int = 1, **options: OptionValue) -> ShutTheBox:
    return of_kind(ShutTheBox, GAME.start(options, seats))


def at(text: str) -> ShutTheBox:
    return of_kind(ShutTheBox, GAME.parse(text))


def turn(up: str, dice: str = "-", scores: str = "-", seat: int = 1, more: str = "") -> ShutTheBox:
    """Return a position in the middle of a turn, from a short form."""
    phase = "roll" if dice == "-" else "lay"
    stake = "stake=1" if "stakes" in more else "stake=0"
    scoring = "sum" if "sum" in more else "digits"
    return at(
        f"scoring={scoring} {stake} round=1 first=1 scores={scores} phase={phase} seat={seat} "
        f"up={up} dice={dice}"
    )
