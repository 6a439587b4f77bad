"""Shut-the-Box in the table of games: its options, its first position, positions as text."""

from collections.abc import Mapping
from typing import Final, cast

from boxtui.core import BadOption, Game, Option, OptionValue, State
from boxtui.games.dice import pips
from boxtui.games.first_turn import is_sound, thrown_in
from boxtui.games.position_text import position_in
from boxtui.games.shut_the_box_state import (
    ENDED,
    LAYING,
    ROLLING,
    ROLLING_FOR_FIRST,
    UNPLAYED,
    ShutTheBox,
)
from boxtui.games.tiles import (
    ALL_UP,
    TILES,
    WORST,
    final_scores,
    fitting,
    mask_of,
    reachable,
    score_of,
    throws,
)

FIRST_SEAT: Final = "first seat"
ROLLED_FOR: Final = "rolled for"
LAST_LOSER: Final = "loser of the last game"
STAKES: Final = range(1, 1001)


def read_position(text: str) -> ShutTheBox:
    """The position that `ShutTheBox.text` writes; `BadPosition` says what is wrong with a text."""
    return position_in("Shut-the-Box", text, _position_of, _fault_of)


def _fault_of(state: ShutTheBox) -> str:
    return "" if _is_sound(state) else "its parts don't fit together"


def _position_of(words: dict[str, str]) -> ShutTheBox:
    scores = words["scores"].split(",")
    state = ShutTheBox(len(scores), words["scoring"], int(words["stake"]), int(words["first"]) - 1)
    state.round = int(words["round"])
    state.phase = words["phase"]
    state.seat = int(words["seat"]) - 1
    up = [] if words["up"] == "-" else [int(tile) for tile in words["up"].split(",")]
    state.up = mask_of([tile for tile in up if 1 <= tile <= TILES])
    state.throw = 0 if words["dice"] == "-" else int(words["dice"].replace("+", ""))
    state.scores = [UNPLAYED if score == "-" else int(score) for score in scores]
    if "for_first" in words:
        state.for_first = thrown_in(words["for_first"])
    return state


def _is_sound(state: ShutTheBox) -> bool:
    """Whether the parts of a position fit together."""
    order = [(state.first + turn) % state.seats for turn in range(state.seats)]
    played = [seat for seat in order if state.scores[seat] != UNPLAYED]
    return (
        state.scoring in WORST
        and 0 <= state.first < state.seats
        and state.round > 0
        and (state.stake == 0 or (state.stake in STAKES and state.seats > 1))
        and state.up in reachable()
        and played == order[: len(played)]
        and all(state.scores[seat] in final_scores(state.scoring) for seat in played)
        and not (state.stake and any(state.scores[seat] == 0 for seat in played[:-1]))
        and _phase_is_sound(state, order, len(played))
    )


def _phase_is_sound(state: ShutTheBox, order: list[int], played: int) -> bool:
    if state.phase == ENDED:
        return played > 0 and state.seat == order[played - 1] and _end_is_sound(state, played)
    if state.phase == ROLLING_FOR_FIRST:
        return _throws_for_first_are_sound(state, played)
    shut = state.stake > 0 and 0 in state.scores
    return (
        played < state.seats
        and not shut
        and state.seat == order[played]
        and not state.for_first
        and _turn_is_sound(state)
    )


def _end_is_sound(state: ShutTheBox, played: int) -> bool:
    last = state.scores[state.seat]
    whole = played == state.seats or (state.stake > 0 and last == 0)
    won = state.seats == 1 or len(state.leaders()) == 1
    return whole and won and last == score_of(state.up, state.scoring) and not state.throw


def _throws_for_first_are_sound(state: ShutTheBox, played: int) -> bool:
    return (
        state.seats == len(state.for_first)
        and 0 <= state.seat < state.seats
        and is_sound(state.for_first, state.seat)
        and (state.round, state.first, played, state.up) == (1, 0, 0, ALL_UP)
        and not state.throw
    )


def _turn_is_sound(state: ShutTheBox) -> bool:
    if state.phase == LAYING:
        known = state.throw in throws(state.up)
        return known and bool(fitting(state.up, pips(state.throw)))
    return state.phase == ROLLING and state.up > 0 and not state.throw


def start(options: Mapping[str, OptionValue], seats: int) -> ShutTheBox:
    """The first position (STB-1, STB-13, STB-14); `BadOption` for stakes with one player."""
    if seats < 1:
        raise BadOption("Shut-the-Box takes one player or more (STB-1).")
    stakes = bool(options["pub_stakes"])
    if stakes and seats < 2:
        raise BadOption("Pub stakes take two or more players (STB-14).")
    first = cast(int, options["last_loser"]) - 1 if options["first"] == LAST_LOSER else 0
    if first >= seats:
        raise BadOption(f"Option 'last_loser' names seat {first + 1} of {seats} (STB-13).")
    state = ShutTheBox(
        seats, str(options["scoring"]), cast(int, options["stake"]) if stakes else 0, max(first, 0)
    )
    if options["first"] == ROLLED_FOR and seats > 1:
        state.roll_for_first()
    return state


def last_loser(state: State) -> int:
    """Who lost, for *loser of the last game* (STB-13): the highest score, the earliest seat in
    the order of turns where several have it; -1 where only the winner has one."""
    assert isinstance(state, ShutTheBox)
    order = [(state.first + turn) % state.seats for turn in range(state.seats)]
    lost = [seat for seat in order if seat not in state.leaders()]
    worst = max((state.scores[seat] for seat in lost), default=UNPLAYED)
    return -1 if worst == UNPLAYED else next(s for s in lost if state.scores[s] == worst)


SHUT_THE_BOX: Final = Game(
    key="shut-the-box",
    title="Shut-the-Box",
    blurb="Two dice, nine tiles: leave as few up as you can.",
    seats=range(1, 13),
    options=(
        Option("scoring", "Scoring", ("digits", "sum"), "digits", "STB-17"),
        Option("first", "First turn", (FIRST_SEAT, ROLLED_FOR, LAST_LOSER), FIRST_SEAT, "STB-13"),
        Option("pub_stakes", "Pub stakes", (False, True), False, "STB-14"),
        Option("stake", "Stake", STAKES, 1, "STB-14", only_with="pub_stakes"),
        Option("last_loser", "Who lost the last game", range(10_000), 0, "STB-13", carried=True),
    ),
    rules_version=1,
    dealt="dice",
    first_position=start,
    parse=read_position,
    loser=last_loser,
)
