"""The start of a game of Shut-the-Box, and its options."""

from collections.abc import Mapping
from typing import Final, cast

from boxtui.core import BadOption, Option, OptionValue
from boxtui.games.shut_the_box.state import STAKES, ShutTheBox
from boxtui.games.shut_the_box.tiles import WORST

FIRST_SEAT: Final = "first seat"
ROLLED_FOR: Final = "rolled for"
LAST_LOSER: Final = "loser of the last game"

OPTIONS: Final = (
    Option("scoring", "Scoring", tuple(WORST), "digits", "STB-17"),
    Option(
        "first",
        "First turn",
        (FIRST_SEAT, ROLLED_FOR, LAST_LOSER),
        FIRST_SEAT,
        "STB-13",
        least_seats=2,
    ),
    Option("pub_stakes", "Pub stakes", (False, True), False, "STB-14", least_seats=2),
    Option("stake", "Stake", STAKES, 1, "STB-14", depends_on=("pub_stakes", (True,))),
    Option("last_loser", "Who lost the last game", range(10_000), 0, "STB-13", names_loser=True),
)
"""The options, in the order in which they are asked for."""


def start(options: Mapping[str, OptionValue], seats: int) -> ShutTheBox:
    """Return the first position (STB-1, STB-13, STB-14).

    Raises `BadOption` for too few seats, stakes with one player, or a last loser without a seat.
    """
    if seats < 1:
        raise BadOption("Shut-the-Box takes one player or more (STB-1).")
    stakes = bool(options["pub_stakes"])
    if stakes and seats < 2:
        raise BadOption("Pub stakes take two or more players (STB-14).")
    first = cast(int, options["last_loser"]) - 1 if options["first"] == LAST_LOSER else 0
    if first >= seats:
        raise BadOption(f"Option 'last_loser' names seat {first + 1} of {seats} (STB-13).")
    stake = cast(int, options["stake"]) if stakes else 0
    state = ShutTheBox(seats, str(options["scoring"]), stake, max(first, 0))
    if options["first"] == ROLLED_FOR and seats > 1:
        state.roll_for_first()
    return state
