"""A person's own mistakes: they hold all that is needed, and come back until they are solved."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from random_games import any_move
from some_puzzles import players_of

from boxtui.core import BadOption
from boxtui.games import GAMES
from boxtui.learn.mistakes import KNOWN, Mistake, Schedule, answered, mistake_at, puzzle_of
from boxtui.play.match import HUMAN, Match, Seat

NOW = datetime(2026, 11, 23, 12, 0, tzinfo=UTC)
ANN_AND_OTHERS = [Seat("Ann", HUMAN), Seat("Ben", "level1"), Seat("Cy", HUMAN)]


def played(key: str, seats: list[Seat]) -> tuple[Match, Mistake]:
    """Return a match and, as a mistake, the second decision of Ann's in it that has a choice."""
    match, rng, choices = Match(GAMES[key], {}, seats, 5), Random(3), list[int]()
    while len(choices) < 2 or len(match.moves) < choices[1] + 3:
        if match.state.current_player() == 0 and len(match.state.legal_moves()) > 1:
            choices.append(len(match.moves))
        match.play(any_move(match, rng))
    ply = choices[1]
    return match, mistake_at(match, ply, match.position_after(ply).legal_moves()[0], NOW)


@pytest.mark.parametrize("key", GAMES)
async def test_a_mistake_is_the_decision_with_the_same_position_and_agents_for_others(
    key: str,
) -> None:
    seats = ANN_AND_OTHERS[: max(set(GAMES[key].seats) & {2, 3})]
    match, mistake = played(key, seats)
    ply = len(mistake.moves)
    again = mistake.match(key)
    assert again.state.text() == match.position_after(ply).text()
    assert again.agent_seed() == match.until(ply).agent_seed()
    assert again.persons() == [0]
    assert [seat.name for seat in again.seats] == [seat.name for seat in seats]
    puzzle = await puzzle_of(mistake, GAMES[key], players_of(key, iterations=4))
    assert puzzle.number == 0
    assert (await puzzle.verdict(puzzle.best)).is_right


async def test_a_mistake_that_the_rules_no_longer_allow_is_refused_in_a_sentence() -> None:
    _, mistake = played("shut-the-box", ANN_AND_OTHERS[:2])
    for wrong in (
        replace(mistake, moves=(7, *mistake.moves)),
        replace(mistake, moves=()),
        replace(mistake, best=0),
        replace(mistake, rules=mistake.rules + 1),
        replace(mistake, options={"scoring": "stars"}),
        replace(mistake, players=("level1", "level2")),
    ):
        with pytest.raises(BadOption, match="Your mistake of 2026-11-23 can't be played any more:"):
            await puzzle_of(wrong, GAMES["shut-the-box"], players_of("shut-the-box"))


def test_a_mistake_comes_back_soon_if_missed_and_after_longer_intervals_if_solved() -> None:
    schedule, now, waits = Schedule(due=NOW.isoformat()), NOW, list[timedelta]()
    assert schedule.is_due(now)
    assert not schedule.is_due(now - timedelta(seconds=1))
    missed = schedule.answered(False, now)
    assert missed
    assert datetime.fromisoformat(missed.due) - now == timedelta(minutes=10)
    following: Schedule | None = missed
    while following:
        schedule, now = following, datetime.fromisoformat(following.due)
        following = schedule.answered(True, now)
        waits.append(now - datetime.fromisoformat(schedule.last))
    assert waits == sorted(waits)
    assert 3 <= len(waits) <= 6
    assert waits[-1] < KNOWN


def test_a_mistake_solved_for_good_is_gone() -> None:
    schedule = Schedule(NOW.isoformat(), NOW.isoformat(), 2, 0, 30.0, 5.0)
    mistake = Mistake(NOW.isoformat(), 1, 5, 1, ("Ann",), (HUMAN,), (), schedule)
    later = NOW + timedelta(days=30)
    assert answered(mistake, True, later) is None
    still = answered(mistake, False, later)
    assert still
    assert still.schedule.is_due(later + timedelta(minutes=10))
