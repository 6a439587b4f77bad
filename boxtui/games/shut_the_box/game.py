"""The `Game` record of Shut-the-Box, its options, and the start of a game."""

from collections.abc import Mapping
from math import inf
from typing import Final, cast

from boxtui.core import NOBODY, BadOption, Game, Option, OptionValue, State
from boxtui.games.shut_the_box.state import STAKES, ShutTheBox
from boxtui.games.shut_the_box.tiles import UNPLAYED, WORST
from boxtui.games.shut_the_box.validity import read_position

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


def last_loser(state: State) -> int:
    """Return the seat that lost, for *loser of the last game* (STB-13).

    It has the highest score and, of several, the earliest turn. `NOBODY` if only the winner has a
    score.
    """
    assert isinstance(state, ShutTheBox)
    lost = [seat for seat in state.turn_order() if seat not in state.leaders()]
    worst = max((state.scores[seat] for seat in lost), default=UNPLAYED)
    if worst == UNPLAYED:
        return NOBODY
    return next(seat for seat in lost if state.scores[seat] == worst)


def scores(state: State) -> list[float]:
    """Return the scores (STB-10); infinite for seats without a turn."""
    assert isinstance(state, ShutTheBox)
    return [inf if score == UNPLAYED else score for score in state.scores]


SHUT_THE_BOX: Final = Game(
    key="shut-the-box",
    title="Shut-the-Box",
    blurb="Two dice, nine tiles: lay down as many as you can.",
    seats=range(1, 13),
    options=OPTIONS,
    rules_version=1,
    dealt="dice",
    first_position=start,
    parse=read_position,
    loser=last_loser,
    tally=scores,
    tally_words="scores",
    lowest_wins=True,
)
