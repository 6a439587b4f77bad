"""The `Game` record of Box, its options, and the terms that they make."""

from collections.abc import Mapping
from typing import Final, cast

from boxtui.core import NOBODY, BadOption, Game, Option, OptionValue, State
from boxtui.games.box.board import SIZES, STANDARD_SIZE
from boxtui.games.box.moves import RESIGN
from boxtui.games.box.notation import amount_text
from boxtui.games.box.position import (
    ALL,
    BY_BID,
    MOST_HALVES,
    MOVES,
    NONE,
    OFF,
    POINTS,
    RESIGNED,
    SWAP,
    THE_OTHERS,
    Terms,
)
from boxtui.games.box.state import Box
from boxtui.games.box.validity import read_position

AUTOMATIC: Final = "automatic"
BY_HAND: Final = "by hand"

SEAT_1: Final = "seat 1"
SEAT_2: Final = "seat 2"
BY_LOT: Final = "by lot"
LAST_LOSER: Final = "loser of the last game"

POINT_CHOICES: Final = tuple(halves / 2 for halves in range(1, MOST_HALVES + 1))
"""The points that may be agreed: whole and half ones."""

OPTIONS: Final = (
    Option("size", "Squares per side", SIZES, STANDARD_SIZE, "BOX-1"),
    Option("claiming", "Claiming", (AUTOMATIC, BY_HAND), AUTOMATIC, "BOX-11"),
    Option(
        "missed",
        "Point out missed boxes",
        (OFF, THE_OTHERS, ALL),
        OFF,
        "BOX-22",
        depends_on=("claiming", (BY_HAND,)),
    ),
    Option("threats", "Call threats", (False, True), False, "BOX-21"),
    Option(
        "handicap",
        "Handicap",
        (NONE, POINTS, MOVES),
        NONE,
        "BOX-15",
        ruled_by=("handicap", MOVES, "BOX-16"),
    ),
    Option(
        "handicap_points",
        "Handicap points",
        POINT_CHOICES,
        10.0,
        "BOX-15",
        depends_on=("handicap", (POINTS,)),
    ),
    Option(
        "handicap_moves",
        "Moves in a row",
        (1, 2),
        1,
        "BOX-16",
        depends_on=("handicap", (MOVES,)),
    ),
    Option(
        "weaker",
        "Weaker player",
        (SEAT_1, SEAT_2),
        SEAT_1,
        "BOX-15",
        depends_on=("handicap", (POINTS, MOVES)),
        ruled_by=("handicap", MOVES, "BOX-16"),
        names_player=True,
    ),
    Option(
        "balance",
        "Balance",
        (SWAP, NONE, POINTS, BY_BID),
        SWAP,
        "BOX-13",
        depends_on=("handicap", (NONE, POINTS)),
    ),
    # Between equal greedy players, the one who marks first ends 2 to 3 squares ahead. Between
    # players who search, it depends on the grid (`ai.box.opening.FIRST_WORTH`).
    Option(
        "points",
        "Second player's points",
        POINT_CHOICES,
        2.5,
        "BOX-13",
        depends_on=("balance", (POINTS,)),
    ),
    Option(
        "first",
        "First turn",
        (SEAT_1, SEAT_2, BY_LOT, LAST_LOSER),
        SEAT_1,
        "BOX-24",
        depends_on=("handicap", (NONE, POINTS)),
    ),
    Option("last_loser", "Who lost the last game", range(3), 0, "BOX-14", names_loser=True),
)
"""The options, in the order in which they are asked for; some depend on earlier ones."""


def start(options: Mapping[str, OptionValue], seats: int) -> Box:
    """Return the first position. Raises `BadOption` unless two play and points fit the grid."""
    if seats != 2:
        raise BadOption("Box takes two players (BOX-1).")
    terms = _terms(options)
    squares = terms.size**2
    for rule, halves in (("BOX-13", terms.agreed), ("BOX-15", max(terms.handicap))):
        if halves > 2 * squares:
            points = amount_text(halves)
            raise BadOption(
                f"{points} points are too many: the grid has only {squares} squares ({rule})."
            )
    state = Box(terms)
    first = _first(options)
    if first != NOBODY:
        state.begin(first)
    return state


def _terms(options: Mapping[str, OptionValue]) -> Terms:
    """Return the terms; BOX-16: a handicap in moves replaces *balance*; BOX-15: points don't."""
    by_moves = options["handicap"] == MOVES
    balance = MOVES if by_moves else str(options["balance"])
    handicap = [0, 0]
    if options["handicap"] == POINTS:
        handicap[_weaker(options)] = _halves(options["handicap_points"])
    return Terms(
        size=cast(int, options["size"]),
        by_hand=options["claiming"] == BY_HAND,
        calls_threats=options["threats"] is True,
        missed=str(options["missed"]) if options["claiming"] == BY_HAND else OFF,
        balance=balance,
        agreed=_halves(options["points"]) if balance == POINTS else 0,
        marks_in_a_row=cast(int, options["handicap_moves"]) if by_moves else 1,
        handicap=(handicap[0], handicap[1]),
    )


def _halves(points: OptionValue) -> int:
    return round(2 * cast(float, points))


def _weaker(options: Mapping[str, OptionValue]) -> int:
    return 1 if options["weaker"] == SEAT_2 else 0


def _first(options: Mapping[str, OptionValue]) -> int:
    """Return the seat that begins, or `NOBODY` if a lot decides (BOX-24).

    BOX-16: the weaker player begins. BOX-14: the loser of the last game begins; a lot decides in
    the first game and after a draw.
    """
    if options["handicap"] == MOVES:
        return _weaker(options)
    if options["first"] == LAST_LOSER:
        return cast(int, options["last_loser"]) - 1
    return {SEAT_1: 0, SEAT_2: 1}.get(str(options["first"]), NOBODY)


def last_loser(state: State) -> int:
    """Return the seat that lost, for *loser of the last game* (BOX-14); `NOBODY` after a draw."""
    returns = state.returns()
    return NOBODY if returns[0] == returns[1] else returns.index(0.0)


def scores(state: State) -> list[float]:
    """Return both scores (BOX-19); none after a resignation, because they decided nothing."""
    assert isinstance(state, Box)
    return [] if state.phase == RESIGNED else state.scores()


BOX: Final = Game(
    key="box",
    title="Box",
    blurb="Mark the corners of boxes, win the squares inside.",
    seats=range(2, 3),
    options=OPTIONS,
    rules_version=1,
    dealt="",
    first_position=start,
    parse=read_position,
    loser=last_loser,
    tally=scores,
    tally_words="squares",
    resignation=RESIGN,
)
