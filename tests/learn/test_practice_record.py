"""Practice on disk: the record, ratings and a person's own mistakes; nothing is ever lost."""

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest
from failed_calls import one_failed_read
from hypothesis import given
from hypothesis import strategies as st
from practiced import NOW, mistake_due
from random_games import any_move
from some_puzzles import judges, on_any_board, players_of

from ai.agent import HUMAN
from boxtui.core import Refused
from boxtui.games import GAMES
from boxtui.learn.mistakes import KNOWN, Mistake, Schedule, mistake_at, puzzle_of
from boxtui.learn.practice_file import FORMAT, read, update
from boxtui.learn.practice_record import (
    MOST_MISTAKES,
    MOST_NUMBERS,
    RATED_AFTER,
    UNSURE,
    PracticeRecord,
    Tally,
)
from boxtui.learn.practice_words import rating_words
from boxtui.learn.rating import MOST_DEVIATION, Rating
from boxtui.play.match import Match, Seat
from boxtui.system import textfile

WORD = st.text(max_size=20)
COUNT = st.integers(0, 10**6)
SCHEDULES = st.builds(
    Schedule,
    due=st.just(NOW.isoformat()),
    last=st.sampled_from(["", NOW.isoformat()]),
    state=st.sampled_from([1, 2, 3]),
    step=st.integers(0, 1),
    stability=st.floats(0.001, 1e6),
    difficulty=st.floats(1, 10),
) | st.builds(Schedule, due=st.just(NOW.isoformat()))
MISTAKES = st.builds(
    Mistake,
    added=st.just(NOW.isoformat()),
    rules=COUNT,
    seed=st.integers(0, 2**63 - 1),
    best=st.integers(0, 2**40),
    names=st.tuples(WORD, WORD),
    players=st.tuples(WORD, WORD),
    moves=st.lists(st.integers(0, 2**40), max_size=5).map(tuple),
    schedule=SCHEDULES,
    board=st.binary(max_size=9),
    options=st.dictionaries(
        st.sampled_from(["scoring", "stake"]),
        WORD | st.integers(-(2**63), 2**63 - 1) | st.booleans(),
    ),
)
RATINGS = st.builds(
    Rating, st.floats(600, 2400), st.floats(30, MOST_DEVIATION), st.floats(0.03, 0.1)
)
TALLIES = st.builds(Tally, COUNT, COUNT)
RECORDS = st.builds(
    PracticeRecord,
    TALLIES,
    COUNT,
    COUNT,
    RATINGS,
    st.dictionaries(WORD, TALLIES, max_size=3),
    st.lists(COUNT, max_size=5, unique=True).map(tuple),
    st.lists(MISTAKES, max_size=3, unique_by=lambda each: repr(each.position)).map(tuple),
)


@given(RECORDS)
def test_a_record_is_read_as_it_was_written(
    tmp_path_factory: pytest.TempPathFactory, record: PracticeRecord
) -> None:
    file = tmp_path_factory.mktemp("practice") / "box.toml"
    assert update(file, lambda old: record) == (record, "")
    assert read(file) == (record, "")


def test_a_missing_file_is_an_empty_record_and_nothing_is_written(tmp_path: Path) -> None:
    assert update(tmp_path / "box.toml", lambda old: old) == (PracticeRecord(), "")
    assert not [*tmp_path.iterdir()]


DAMAGED = {
    "format = 1": ["format = 'one'"],
    "format = 1\n": [""],
    "solved = 1": ["solved = -1", "solved = true", "solved = "],
    "rating = ": ["rating = nan #"],
    "deviation = ": ["deviation = 0.0 #"],
    "volatility = ": ["volatility = inf #"],
    "numbers = [7]": ["numbers = ['7']", "numbers = 7"],
    "[themes.": ["[[themes."],
    "due = ": ["due = 'soon' #", "due = '2026-11-23' #", "due = '2026-11-23T12:00:00+05:00' #"],
    "state = 1": ["state = 4", "state = 2", "state = 3"],
    "stability = 0.0": ["stability = 1.0"],
    "state = 1\nstep = 0\nstability = 0.0\ndifficulty = 0.0": [
        "state = 4\nstep = 0\nstability = 1.0\ndifficulty = 5.0"
    ],
    "difficulty = 0.0": ["difficulty = 5.0"],
    'names = ["Ann"]': ["names = []"],
    "moves = [1, 2]": ['moves = [1, 2]\nboard = "x"'],
    "[mistake.options]": ["[mistake.options]\nsize = [10]", "[mistake.options]\nsize = nan"],
}


@pytest.mark.parametrize(("old", "new"), [(old, new) for old in DAMAGED for new in DAMAGED[old]])
def test_a_damaged_record_is_reported_and_kept_aside(tmp_path: Path, old: str, new: str) -> None:
    file = tmp_path / "box.toml"
    whole = PracticeRecord().after(7, "captures", 3, solved=True).with_mistakes([mistake_due()])
    update(file, lambda _: whole)
    damaged = file.read_text("utf-8").replace(old, new, 1)
    assert damaged != file.read_text("utf-8")
    file.write_text(damaged, "utf-8")
    record, complaint = read(file)
    assert record == PracticeRecord()
    assert str(file) in complaint
    assert "Correct it or remove it. Otherwise it is kept under another name" in complaint
    assert file.read_text("utf-8") == damaged
    for at in (1, 2):
        file.write_text(damaged, "utf-8")
        record, complaint = update(file, lambda old: old.after(8, "", 3, solved=False))
        assert f"kept as box.toml.damaged-{at}" in complaint
        assert (tmp_path / f"box.toml.damaged-{at}").read_text("utf-8") == damaged
        assert read(file) == (record, "")
        assert record.tally == Tally(0, 1)


def test_a_time_that_is_in_the_year_0_here_is_damage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python has no such year, so the time couldn't be shown."""
    early = replace(mistake_due(), schedule=Schedule("0001-01-01T00:00:00+00:00"))
    file = tmp_path / "box.toml"
    update(file, lambda _: PracticeRecord().with_mistakes([early]))
    monkeypatch.setenv("TZ", "EST5")
    time.tzset()
    try:
        assert "is not a time in UTC" in read(file)[1]
    finally:
        monkeypatch.undo()
        time.tzset()


def test_the_record_of_a_later_boxtui_is_never_changed(tmp_path: Path) -> None:
    file = tmp_path / "box.toml"
    update(file, lambda _: PracticeRecord().after(7, "captures", 3, solved=True))
    update(file, lambda old: old.with_mistakes([mistake_due()]))
    now = file.read_text()
    for later in (
        f"format = {FORMAT + 1}\nnew = 1\n",
        f"friends = 3\n{now}",
        now.replace('[themes."captures"]', "[themes.captures]\nfriends = 3"),
        now.replace("[[mistake]]", "[[mistake]]\nfriends = 3"),
    ):
        file.write_text(later)
        _, complaint = update(file, lambda old: old.after(8, "", 3, solved=False))
        assert "later boxtui" in complaint
        assert [each.read_text() for each in tmp_path.iterdir()] == [later]


def test_a_record_that_cant_be_read_for_once_isnt_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "box.toml"
    assert update(file, lambda old: old.after(7, "", 3, solved=True))[1] == ""
    before = file.read_bytes()
    one_failed_read(monkeypatch)
    known = PracticeRecord(tally=Tally(5, 3))
    shown, complaint = update(file, lambda old: old.after(8, "", 3, solved=True), known)
    assert f"{file} can't be read" in complaint
    assert shown.tally == Tally(6, 3)
    assert [each.read_bytes() for each in tmp_path.iterdir()] == [before]
    record, complaint = update(file, lambda old: old.after(9, "", 3, solved=True))
    assert (record.tally, complaint) == (Tally(2, 0), "")


def test_a_record_that_cant_be_written_or_would_be_too_long_to_be_read_again_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "box.toml"
    assert update(file, lambda old: old.after(8, "", 3, solved=True))[1] == ""
    before = file.read_bytes()
    monkeypatch.setattr(textfile, "MOST_BYTES", len(before))
    for path, solved, wrong in (
        (file, 2, f"{file} would have more than {len(before)} bytes"),
        (file / "in-a-file.toml", 1, "in-a-file.toml"),
    ):
        record, complaint = update(path, lambda old: old.after(9, "", 3, solved=True))
        assert record.tally == Tally(solved, 0)
        assert wrong in complaint
    assert file.read_bytes() == before


def test_no_answer_is_lost_when_several_sessions_write_at_the_same_moment(tmp_path: Path) -> None:
    file = tmp_path / "practice" / "box.toml"

    def answer(number: int) -> str:
        return update(file, lambda old: old.after(number, "", 3, solved=True))[1]

    with ThreadPoolExecutor(8) as threads:
        assert set(threads.map(answer, range(200))) == {""}
    record, _ = read(file)
    assert record.tally == Tally(200, 0)
    assert sorted(record.numbers) == list(range(200))
    assert list(file.parent.iterdir()) == [file]


def test_each_number_counts_once() -> None:
    first = PracticeRecord().after(7, "captures", 3, solved=False)
    assert first.after(7, "captures", 3, solved=True) == first
    second = first.after(8, "captures", 3, solved=True)
    assert (second.tally, second.themes) == (Tally(1, 1), {"captures": Tally(1, 1)})
    many = replace(second, numbers=tuple(range(MOST_NUMBERS))).after(10**6, "", 1, solved=True)
    assert len(many.numbers) == MOST_NUMBERS
    assert many.numbers[-1] == 10**6


@given(st.lists(st.booleans(), max_size=30))
def test_streaks_and_tallies_follow_from_the_answers(answers: list[bool]) -> None:
    record = PracticeRecord()
    for number, solved in enumerate(answers):
        record = record.after(number, "", 3, solved=solved)
    runs = "".join("x" if each else " " for each in answers).split(" ")
    assert (record.streak, record.best_streak) == (len(runs[-1]), max(map(len, runs)))
    assert record.tally == Tally(answers.count(True), answers.count(False))


def test_a_harder_puzzle_raises_the_rating_more() -> None:
    gains = [PracticeRecord().after(1, "", step, solved=True).rating.value for step in range(1, 6)]
    assert gains == sorted(set(gains))


def test_a_rating_is_shown_once_enough_puzzles_have_counted_first_as_uncertain() -> None:
    record = PracticeRecord()
    for number in range(RATED_AFTER):
        left = RATED_AFTER - number
        assert rating_words(record) == f"rated after {left} more"
        record = record.after(number, "", 3, solved=number % 2 == 0)
    assert record.rating.deviation > UNSURE
    assert rating_words(record) == f"rating about {record.rating.value:.0f}"
    sure = replace(record, rating=Rating(1481.6, UNSURE))
    assert rating_words(sure) == "rating 1482"


def test_due_mistakes_come_in_the_order_they_fell_due_and_each_is_added_once() -> None:
    one, two, three = (mistake_due(NOW - timedelta(days=5 - at), at) for at in (1, 2, 3))
    future = mistake_due(NOW + timedelta(days=1), 4)
    record = PracticeRecord().with_mistakes([three, future, one, two]).with_mistakes([one])
    assert record.due(NOW) == [one, two, three]
    many = record.with_mistakes([mistake_due(NOW, seed) for seed in range(MOST_MISTAKES + 9)])
    assert len(many.mistakes) == MOST_MISTAKES
    assert many.mistakes[:4] == record.mistakes


def test_a_due_mistake_comes_back_until_it_is_solved() -> None:
    one, two = mistake_due(NOW, 1), mistake_due(NOW, 2)
    record, now = PracticeRecord().with_mistakes([one, two]), NOW
    for solved in (False, True, True, True, True, True, True):
        due = [each for each in record.due(now) if each.seed == 1]
        if not due:
            break
        record = record.after_mistake(due[0], now, solved=solved)
        assert not [each for each in record.due(now) if each.seed == 1]
        now += timedelta(days=30)
    assert [each.seed for each in record.mistakes] == [2]
    assert record.after_mistake(one, now, solved=True) == record
    assert record.tally == Tally()


def test_a_file_of_format_1_is_still_read(tmp_path: Path) -> None:
    """Each format that was released has a file here, which never changes."""
    old = Path(__file__).parent / "fixtures" / "practice-1.toml"
    file = tmp_path / "shut-the-box.toml"
    file.write_text(old.read_text("utf-8"), "utf-8")
    record, complaint = read(file)
    assert complaint == ""
    assert (record.tally, record.numbers) == (Tally(2, 1), (17, 4, 18))
    assert record.rating.value == 1561.25
    assert record.themes["a score to beat"] == Tally(1, 1)
    (kept,) = record.mistakes
    assert (kept.names, kept.moves, kept.best, kept.board) == (("Ann", "Ben"), (51,), 32, b"board")
    assert kept.schedule.is_due(datetime(2026, 11, 26, tzinfo=UTC))
    assert kept.options == {"scoring": "digits", "pub_stakes": False, "stake": 1}


def test_the_papers_example_gives_the_papers_result() -> None:
    """Glickman, "Example of the Glicko-2 system": the player and the three opponents there."""
    opponents = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]
    after = Rating(1500, 200, 0.06).after(opponents)
    assert after.value == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_without_results_or_after_certain_ones_only_the_deviation_grows() -> None:
    for before, results in ((1600, []), (10_000, [(Rating(), 1.0)])):
        after = Rating(before, 100, 0.06).after(results)
        assert (after.value, after.volatility) == (before, 0.06)
        assert after.deviation == pytest.approx(100.5, abs=0.1)
    assert Rating(1600, MOST_DEVIATION, 0.06).after([]).deviation == MOST_DEVIATION


@given(RATINGS, RATINGS)
def test_a_rating_rises_after_a_win_and_falls_after_a_loss(one: Rating, other: Rating) -> None:
    won, lost = (one.after([(other, score)]) for score in (1.0, 0.0))
    assert lost.value < one.value < won.value
    assert max(won.deviation, lost.deviation) <= MOST_DEVIATION
    assert abs(won.volatility - one.volatility) < 0.01


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
async def test_a_mistake_is_the_same_position_with_agents_for_others(key: str) -> None:
    # Solving Shut-the-Box for three players is slow.
    seats = ANN_AND_OTHERS[: 2 if key == "shut-the-box" else max(set(GAMES[key].seats) & {2, 3})]
    match, mistake = played(key, seats)
    ply = len(mistake.moves)
    again = mistake.match(key)
    assert again.state.text() == match.position_after(ply).text()
    assert again.agent_seed() == match.until(ply).agent_seed()
    assert again.persons() == [0]
    assert [seat.name for seat in again.seats] == [seat.name for seat in seats]
    puzzle = await puzzle_of(mistake, key, on_any_board(players_of(key, iterations=4)))
    assert puzzle.number == 0
    assert (await puzzle.verdict(puzzle.best)).is_right


@pytest.mark.parametrize(
    ("seats", "leads", "is_right"),
    [
        (2, (-0.015,) * 9, True),
        (3, (-0.015,) * 9, False),
        (2, (-0.04, -0.001, -0.04, -0.04), False),
    ],
)
async def test_a_move_is_wrong_if_all_searches_find_it_worse_and_less_is_enough_with_more_players(
    seats: int, leads: tuple[float, ...], is_right: bool
) -> None:
    _, mistake = played("free-the-box", ANN_AND_OTHERS[:seats])
    puzzle = await puzzle_of(mistake, "free-the-box", on_any_board(judges(leads)))
    assert (await puzzle.verdict(puzzle.state.legal_moves()[1])).is_right == is_right


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
        with pytest.raises(Refused, match="Your mistake of 2026-11-23 can't be played any more:"):
            await puzzle_of(wrong, "shut-the-box", on_any_board(players_of("shut-the-box")))


def waits_if_right(schedule: Schedule) -> list[timedelta]:
    """Return the waits before each right answer, given when it is due, until it is the last."""
    waits = list[timedelta]()
    following: Schedule | None = schedule
    while following:
        now, last = datetime.fromisoformat(following.due), following.last
        waits += [now - datetime.fromisoformat(last)] if last else []
        following = following.answered(True, now)
        assert not following or following.is_solved
    return waits


def test_a_mistake_comes_back_soon_if_missed_and_after_longer_intervals_if_solved() -> None:
    schedule = Schedule(due=NOW.isoformat())
    assert schedule.is_due(NOW)
    assert not schedule.is_due(NOW - timedelta(seconds=1))
    missed = schedule.answered(False, NOW)
    assert missed
    assert not missed.is_solved
    waits = waits_if_right(missed)
    assert waits[0] == timedelta(minutes=10)
    assert waits == sorted(waits)
    assert waits[-1] < KNOWN
    # `about` says both numbers of right answers; nothing is waited for before the first of three.
    assert (len(waits_if_right(schedule)) + 1, len(waits)) == (3, 5)
