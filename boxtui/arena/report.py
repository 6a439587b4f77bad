"""How an arena is reported: its progress while it plays, then a table or JSON."""

from textwrap import fill

from boxtui.arena import arena, intervals
from boxtui.games import game_named
from boxtui.lines import LINE_CELLS, cells_of, filled
from boxtui.wording import counted, listed


def progress(tally: arena.Tally) -> tuple[int, int, str]:
    """Return how many sets are done and planned, and the words that follow on a `ProgressLine`."""
    words = "sets"
    if tally.sets:
        share, (low, high) = tally.first()
        words += f", {tally.contest.players[0]} {share:.3f} ({low:.3f} to {high:.3f})"
    return tally.sets, tally.planned, words


def as_json(outcome: arena.Outcome) -> dict[str, object]:
    """Return the figures by name, unrounded; `error` bounds how often `beats` is wrong."""
    contest = outcome.contest
    seats = len(contest.players)
    return {
        "game": contest.game,
        "options": dict(contest.options),
        "seats": list(contest.players),
        "games": outcome.sets * seats,
        "sets": outcome.sets,
        "planned_games": outcome.planned * seats,
        "seed": contest.seed,
        "players": [vars(player) for player in outcome.players],
        "beats": outcome.beats,
        "stopped": outcome.stopped,
        "interval": "at any time" if outcome.is_any_time else "fixed",
        "error": intervals.ERROR,
    }


def as_text(outcome: arena.Outcome) -> str:
    """Return what was played, a table of the players, and a verdict on the first of them."""
    lines = [fill(line, LINE_CELLS) for line in _heading(outcome)]
    if outcome.players:
        prose = (_verdict(outcome), *_certainty(outcome))
        lines += ["", *_table(outcome), "", *(fill(line, LINE_CELLS) for line in prose)]
    return "\n".join(lines)


def _heading(outcome: arena.Outcome) -> list[str]:
    contest, seats = outcome.contest, len(outcome.contest.players)
    lines = [f"{game_named(contest.game).title}: {', '.join(contest.players)}"]
    if contest.options:
        words = ", ".join(f"{key}={value}" for key, value in contest.options.items())
        lines.append(f"Options: {words}")
    lines.append(
        f"{outcome.sets * seats} games: {counted(outcome.sets, 'set')} of {seats}; "
        f"seed {contest.seed}. The games of a set use the same seed and rotate the seats."
    )
    if outcome.games % seats:
        rounded = outcome.planned * seats
        requested = counted(outcome.games, "game")
        lines.append(f"You asked for {requested}, rounded up to {rounded} to fill whole sets.")
    return lines + _why_stopped(outcome)


def _why_stopped(outcome: arena.Outcome) -> list[str]:
    why = {
        arena.DECIDED: f"a test after every set (error {intervals.ERROR:.0%}) reached a decision",
        arena.OUT_OF_TIME: "the time limit was reached",
        arena.INTERRUPTED: "it was interrupted",
    }
    if outcome.stopped is None:
        return []
    return [f"Stopped after {outcome.sets} of {outcome.planned} sets: {why[outcome.stopped]}."]


def _table(outcome: arena.Outcome) -> list[str]:
    wide = max(cells_of(name) for name in ("player", *(each.name for each in outcome.players)))
    lines = [
        f"{'':<{wide}}{'':>32}{'seconds per decision':>27}",
        f"{'player':<{wide}}{'share':>9}{'95% interval':>18}{'fair':>8}{'median':>11}{'95%':>10}",
    ]
    return lines + [
        f"{filled(player.name, wide)}{player.share:>9.3f}{player.low:>9.3f} to {player.high:.3f}"
        f"{player.fair:>8.3f}{_seconds(player.median_seconds):>11}"
        f"{_seconds(player.p95_seconds):>10}"
        for player in outcome.players
    ]


def _seconds(seconds: float | None) -> str:
    return "-" if seconds is None else f"{seconds:.6f}"


def _verdict(outcome: arena.Outcome) -> str:
    first, *others = outcome.players
    beaten = listed([player.name for player in others])
    beats = "beats" if outcome.beats else "doesn't beat"
    if first.low <= first.fair <= first.high:
        where = f"its interval contains the fair share, {first.fair:.3f}"
    else:
        where = f"its whole interval is {'above' if outcome.beats else 'below'} the fair share"
    return f"{first.name} {beats} {beaten}: {where}."


def _certainty(outcome: arena.Outcome) -> tuple[str, str]:
    return (
        "The intervals hold no matter when the arena stops (a confidence sequence)."
        if outcome.is_any_time
        else "The intervals assume that the number of games was fixed beforehand.",
        f"The chance that an equal player is called better is at most {intervals.ERROR:.0%}.",
    )
