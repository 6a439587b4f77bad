"""The exact figures of Shut-the-Box, for `boxtui odds`."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ai.shut_the_box.exact import (
    LEADER,
    TIE,
    Rounds,
    Turn,
    leader_of,
    least_scores,
    rounds_of,
    shut_chances,
)
from ai.shut_the_box.shares import turn_after
from ai.shut_the_box.tile_graph import first_best, graph_of, totals
from boxtui.core import BadOption
from boxtui.games.shut_the_box.game import SHUT_THE_BOX
from boxtui.games.shut_the_box.tiles import ALL_UP, TILES, mask_of, set_text, tiles_of
from boxtui.wording import counted

MOST_PLAYERS = 50
"""Computing more would take minutes; the rules set no limit (STB-1)."""

_SCORE = {
    "digits": "A score is the number that the tiles left up show, as in 14 for 1 and 4.",
    "sum": "A score is the sum of the tiles left up.",
}
"""What a score is, by the scoring (STB-8, STB-17)."""


@dataclass(frozen=True)
class Roll:
    """The best use of a total: the set to lay down (None if nothing fits) and its value.

    `Odds` says what that value counts.
    """

    total: int
    tiles: tuple[int, ...] | None
    value: float


@dataclass(frozen=True)
class Odds:
    """The figures of a position in which seat `mover`, from 0, is about to roll.

    `expected_score` and `shut_probability` each assume the best play for that figure alone. The
    tuples are by seat in the order of turns, assume that every seat plays best, and are None with
    one player. Under pub stakes every seat plays for the stakes, even in `win_probability`.

    A roll's value is the mover's: its expected score alone, its chance to win among several, its
    net stakes under pub stakes.
    """

    players: int
    scoring: str
    stakes: bool
    up: tuple[int, ...]
    mover: int
    expected_score: float
    shut_probability: float
    win_probability: tuple[float, ...] | None
    tie_probability: float | None
    expected_stakes: tuple[float, ...] | None
    rolls: tuple[Roll, ...]


def odds(
    players: int,
    scoring: str,
    stakes: bool,
    up: Sequence[int] | None = None,
    scores: Sequence[int] = (),
    progress: Callable[[int, int, str], None] = lambda *_: None,
) -> Odds:
    """Return the figures with the tiles `up` (None: all nine), after the round's final `scores`.

    `progress` is called again and again with how far this is, as `ProgressLine.show` takes it.
    Raises BadOption if there is no such position.
    """
    _check_table(players, scoring, stakes)
    _check_tiles(up)
    _check_scores(players, scoring, stakes, scores)
    mask = ALL_UP if up is None else mask_of(list(up))
    rank = graph_of(scoring).ranks[mask]
    rounds = _solved(players, scoring, stakes, progress) if players > 1 else None
    turn = turn_after(rounds, scores) if rounds else None
    outcome = turn.outcome(rank) if turn else []
    return Odds(
        players=players,
        scoring=scoring,
        stakes=stakes,
        up=tuple(tiles_of(mask)),
        mover=len(scores),
        expected_score=least_scores(scoring)[rank],
        shut_probability=shut_chances(scoring)[rank],
        win_probability=_wins(rounds, outcome, scores) if rounds else None,
        tie_probability=outcome[TIE] if rounds else None,
        expected_stakes=_net_stakes(rounds, outcome, scores) if rounds and stakes else None,
        rolls=_rolls(rounds, turn, scoring, mask, scores),
    )


def _solved(
    players: int, scoring: str, stakes: bool, progress: Callable[[int, int, str], None]
) -> Rounds:
    rounds = rounds_of(players, scoring, stakes)

    def never_but_told() -> bool:
        progress(rounds.done + 1, players, f"seats, pass {rounds.passes + 1}")
        return False

    rounds.solve(never_but_told)
    return rounds


def _check_table(players: int, scoring: str, stakes: bool) -> None:
    """Raises BadOption unless such a game can be begun, and its figures computed."""
    if players > MOST_PLAYERS:
        raise BadOption(f"The figures are computed for up to {MOST_PLAYERS} players.")
    SHUT_THE_BOX.start({"scoring": scoring, "pub_stakes": stakes}, players)


def _check_tiles(up: Sequence[int] | None) -> None:
    if up is None:
        return
    if not up:
        raise BadOption("At least one tile must be up; with none up the turn is over (STB-9).")
    for tile in up:
        if not 1 <= tile <= TILES:
            raise BadOption(f"There is no tile {tile}; the tiles are 1 to 9 (STB-18).")
    if len(set(up)) < len(up):
        raise BadOption("A tile is named twice; name each tile once (STB-18).")


def _check_scores(players: int, scoring: str, stakes: bool, scores: Sequence[int]) -> None:
    if len(scores) >= players:
        _check_table(len(scores) + 1, scoring, stakes)  # no advice that would be refused
        seats = counted(players, "player")
        raise BadOption(
            f"With {seats} at most {players - 1} can have a score before the next turn, "
            f"not {len(scores)}; use --players {len(scores) + 1} or more."
        )
    for score in scores:
        if score not in graph_of(scoring).scores:
            raise BadOption(f"The score {score} is not possible with {scoring} scoring (STB-17).")
    if stakes and 0 in scores:
        raise BadOption("Under pub stakes a shut box ends the game: no score can be 0 (STB-15).")


def _wins(rounds: Rounds, outcome: list[float], scores: Sequence[int]) -> tuple[float, ...]:
    """Return each seat's chance to win the game, by this round or after a tie (STB-10, STB-11)."""
    again, leader = rounds.wins(), leader_of(scores)
    return tuple(
        rounds.won(outcome, seat)
        + (outcome[LEADER] if seat == leader else 0.0)
        + outcome[TIE] * again[seat]
        for seat in range(rounds.seats)
    )


def _net_stakes(rounds: Rounds, outcome: list[float], scores: Sequence[int]) -> tuple[float, ...]:
    """Return what each seat is expected to win, in stakes (STB-14 to STB-16)."""
    return tuple(_net(rounds, worth) for worth in rounds.worths(outcome, scores))


def _net(rounds: Rounds, worth: float) -> float:
    return 2 * rounds.seats * worth - 2


def _rolls(
    rounds: Rounds | None, turn: Turn | None, scoring: str, mask: int, scores: Sequence[int]
) -> tuple[Roll, ...]:
    tiles = graph_of(scoring)
    if rounds is None or turn is None:
        least = least_scores(scoring)
        stuck = float(tiles.scores[tiles.places[tiles.ranks[mask]]])
        return _best_sets(scoring, mask, [-score for score in least], least, stuck)
    seat = len(scores)
    place, tied = rounds.standing(scores)
    found = turn.values
    end = rounds.end_of_turn(seat, place, tied, tiles.places[tiles.ranks[mask]])
    stuck = rounds.worth(end, seat)
    if not rounds.stakes:
        return _best_sets(scoring, mask, found, found, stuck)
    nets = [_net(rounds, worth) for worth in found]
    return _best_sets(scoring, mask, found, nets, _net(rounds, stuck))


def _best_sets(
    scoring: str, mask: int, played_for: list[float], shown: list[float], stuck: float
) -> tuple[Roll, ...]:
    """Return each total's best set by `played_for`, with the value `shown` for what it leaves."""
    tiles = graph_of(scoring)
    rolls: list[Roll] = []
    for total in totals(mask):
        successors = tiles.successors(mask, total)
        if successors:
            best = successors[first_best([played_for[each] for each in successors])]
            laid = tuple(tiles_of(mask & ~tiles.masks[best]))
            rolls.append(Roll(total, laid, shown[best]))
        else:
            rolls.append(Roll(total, None, stuck))
    return tuple(rolls)


def as_json(found: Odds) -> dict[str, object]:
    """Return the figures by name, unrounded; those that don't apply are left out."""
    figures: dict[str, object] = {
        "expected_score": found.expected_score,
        "shut_probability": found.shut_probability,
    }
    if found.win_probability is not None:
        figures["win_probability"] = list(found.win_probability)
        figures["tie_probability"] = found.tie_probability
    if found.expected_stakes is not None:
        figures["expected_stakes"] = list(found.expected_stakes)
    return figures | {"rolls": {str(roll.total): _roll_as_json(roll) for roll in found.rolls}}


def _roll_as_json(roll: Roll) -> dict[str, object]:
    return {"set": None if roll.tiles is None else list(roll.tiles), "value": roll.value}


def as_text(found: Odds) -> str:
    """Return aligned tables within 80 columns, with 12 decimals."""
    lines = [*_heading(found), "", *_turn_lines(found)]
    if found.win_probability is not None:
        lines += ["", *_seat_lines(found, found.win_probability)]
    return "\n".join([*lines, "", *_roll_lines(found)])


def _heading(found: Odds) -> list[str]:
    stakes = ", pub stakes" if found.stakes else ""
    up = " ".join(str(tile) for tile in found.up)
    return [
        f"Shut-the-Box, {counted(found.players, 'player')}, {found.scoring} scoring{stakes}",
        f"Seat {found.mover + 1} is about to roll; up: {up}",
        _SCORE[found.scoring],
    ]


def _turn_lines(found: Odds) -> list[str]:
    return [
        f"least expected score      {found.expected_score:>22.12f}",
        f"highest chance to shut    {found.shut_probability:>22.12f}",
    ]


def _seat_lines(found: Odds, wins: tuple[float, ...]) -> list[str]:
    stakes = found.expected_stakes
    lines = [f"chance of a tied round    {found.tie_probability:>22.12f}", ""]
    lines.append("seat        chance to win" + ("         net stakes" if stakes else ""))
    for seat, chance in enumerate(wins):
        net = f"{stakes[seat]:>+19.12f}" if stakes else ""
        lines.append(f"{seat + 1:>4}{chance:>21.12f}{net}")
    return lines


def _roll_lines(found: Odds) -> list[str]:
    meaning = "chance to win" if found.players > 1 else "expected score"
    if found.stakes:
        meaning = "net stakes"
    lines = [f"roll   best set  {meaning:>22}"]
    for roll in found.rolls:
        laid = "-" if roll.tiles is None else set_text(mask_of(list(roll.tiles)))
        value = f"{roll.value:+.12f}" if found.stakes else f"{roll.value:.12f}"
        lines.append(f"{roll.total:>4}   {laid:<8}  {value:>22}")
    return lines
