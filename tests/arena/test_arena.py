"""The arena: its sets, their totals, when it stops, and what it prints."""

import io
import json
import os
import re
import sys
from dataclasses import replace
from multiprocessing import resource_tracker
from pathlib import Path
from random import Random

import pytest
from played import boxtui, command
from pty_terminal import fields_of, processes
from random_games import played_first

from ai.agent import Stop
from ai.levels import ROSTERS
from ai.roster import OPENING
from boxtui.arena import arena, batches, sets
from boxtui.arena.arena import Outcome, Pace, Tally, play
from boxtui.arena.intervals import ERROR, FIRST_LOOK, Sample
from boxtui.arena.report import as_text, progress
from boxtui.arena.sets import Contest, PlayedSet, play_set
from boxtui.commands import main as cli
from boxtui.commands.progress_line import ProgressLine
from boxtui.core import CHANCE
from boxtui.games import GAMES
from boxtui.lines import cells_of
from boxtui.play import agents
from boxtui.play.agents import Step
from boxtui.play.match import Match

pytestmark = pytest.mark.waits

KEY = "shut-the-box"
TWO = Contest(KEY, ("level2", "level1"), {}, 1)
FOUR = Contest(KEY, ("level2", "level1", "level1", "level1"), {"scoring": "sum"}, 5)


def matches_of_a_set(
    monkeypatch: pytest.MonkeyPatch, contest: Contest, number: int = 0
) -> list[Match]:
    """Return the matches of a set as they stand after its opening."""
    begun: list[Match] = []

    def steps(match: Match, stop: Stop) -> list[Step]:
        begun.append(match.restarted())
        for move in match.moves:
            begun[-1].play(move)
        played_first(match)
        return []

    monkeypatch.setattr(sets, "steps", steps)
    play_set(contest, number)
    return begun


def fair_coins(rng: Random) -> PlayedSet:
    """Return the result of a pair of games between equal players."""
    won = ((rng.random() < 0.5) + (rng.random() < 0.5)) / 2
    return PlayedSet((won, 1 - won), ((), ()))


def same_figures(outcome: Outcome) -> Outcome:
    """Return the outcome without the times, which differ in every run."""
    players = [replace(one, median_seconds=None, p95_seconds=None) for one in outcome.players]
    return replace(outcome, players=tuple(players))


def test_a_set_has_every_player_in_every_seat_of_one_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    players = ("level4", "level3", "level2", "level1")
    matches = matches_of_a_set(monkeypatch, Contest(KEY, players, {}, 1))
    seated = [" ".join(seat.player[-1] for seat in match.seats) for match in matches]
    assert seated == ["4 3 2 1", "3 2 1 4", "2 1 4 3", "1 4 3 2"]
    assert len({match.seed for match in matches}) == 1


def open_with(monkeypatch: pytest.MonkeyPatch, lengths: range) -> None:
    """Make games begin with that many random decisions."""
    monkeypatch.setitem(ROSTERS, KEY, replace(ROSTERS[KEY], opening=lengths))


def test_the_games_of_a_set_share_one_opening_of_its_seed_with_the_drawn_number_of_decisions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its dice are those that the seed deals."""
    open_with(monkeypatch, range(3, 4))
    first, second = matches_of_a_set(monkeypatch, TWO)
    assert first.moves == second.moves
    assert sum(not line.by_chance for line in first.log) == 3
    assert matches_of_a_set(monkeypatch, replace(TWO, seed=2))[0].moves != first.moves
    again = first.restarted()
    for move in first.moves:
        assert again.state.current_player() != CHANCE or again.next_outcome() == move
        again.play(move)


def test_every_set_has_its_own_seed_and_opening(monkeypatch: pytest.MonkeyPatch) -> None:
    contest = Contest("box", ("level2", "level1"), {"size": 6, "balance": "none"}, 1)
    begun = [matches_of_a_set(monkeypatch, contest, number)[0] for number in range(10)]
    assert len({match.seed for match in begun}) == 10
    assert len({tuple(match.moves) for match in begun}) == 10
    lengths = {len(match.moves) for match in begun}
    assert len(lengths) > 2
    assert lengths <= set(OPENING)


def test_an_opening_ends_with_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    open_with(monkeypatch, range(10_000, 10_001))
    assert play_set(TWO, 0).shares == (0.5, 0.5)


def test_every_game_has_an_opening_unless_dice_make_it() -> None:
    assert all(each.opening[0] > 0 or GAMES[key].dealt for key, each in ROSTERS.items())
    assert OPENING[0] > 0


def test_a_sets_shares_are_means_over_its_games() -> None:
    played = play_set(FOUR, 3)
    assert sum(played.shares) == pytest.approx(1)
    assert all(share in (0, 0.25, 0.5, 0.75, 1) for share in played.shares)
    assert played.shares == play_set(FOUR, 3).shares


def test_only_decisions_between_moves_are_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A seat's decision counts for the player sitting there in that game."""

    def steps(match: Match, stop: Stop) -> list[Step]:
        played_first(match)
        return [Step(CHANCE, 21, 0.0), Step(0, 1, 9.0), Step(0, 2, 1.0), Step(1, 3, 2.0)]

    monkeypatch.setattr(sets, "steps", steps)
    assert play_set(TWO, 0).seconds == ((1.0, 2.0), (2.0, 1.0))


def test_resigning_is_no_choice_of_a_step() -> None:
    seats = agents.seats_for(["random", "random"])
    match = Match(GAMES["box"], {"balance": "none"}, seats, 1)
    *_, last = agents.steps(match, agents.choosing_here(match))
    assert (last.player, last.choices) == (match.log[-1].seat, 1)


def test_players_with_the_same_name_are_one_player() -> None:
    tally = Tally(FOUR, 2)
    tally.add(PlayedSet((0.5, 0.25, 0.25, 0.0), ((3.0,), (1.0,), (2.0,), ())))
    tally.add(PlayedSet((0.25, 0.5, 0.0, 0.25), ((), (4.0,), (6.0,), ())))
    first, others = tally.results(Sample.fixed)
    assert (first.name, first.share, first.fair, first.seat_games) == ("level2", 0.375, 0.25, 8)
    assert (others.name, others.seat_games) == ("level1", 24)
    assert others.share == pytest.approx((1 - 0.375) / 3)
    assert (first.median_seconds, others.median_seconds, others.p95_seconds) == (3, 3, 6)


def test_the_95th_percentile_is_the_smallest_value_that_95_of_100_do_not_exceed() -> None:
    tally = Tally(TWO, 1)
    tally.add(PlayedSet((0.5, 0.5), (tuple(map(float, range(100, 0, -1))), ())))
    first, second = tally.results(Sample.fixed)
    assert (first.median_seconds, first.p95_seconds) == (50.5, 95)
    assert (second.median_seconds, second.p95_seconds) == (None, None)


def test_an_equal_player_is_called_better_in_at_most_5_of_100_arenas() -> None:
    """Checked after every set and once more at the end, as `play` does; the seed is fixed."""
    rng, arenas, sets = Random(1), 400, 120
    stopped = beaten = 0
    for _ in range(arenas):
        tally = Tally(TWO, sets)
        while tally.sets < sets and not tally.decided():
            tally.add(fair_coins(rng))
        early = tally.sets < sets
        stopped += early
        first = tally.results(tally.at_any_time if early else Sample.fixed)[0]
        beaten += first.low > first.fair
    assert stopped <= ERROR * arenas
    assert beaten <= ERROR * arenas


@pytest.fixture(scope="module")
def early() -> Outcome:
    return play(TWO, Pace(1001, workers=2))


@pytest.mark.parametrize(("workers", "batch_seconds"), [(1, batches.BATCH_SECONDS), (2, 0.0)])
def test_the_outcome_is_the_same_for_any_number_of_processes_and_any_size_of_batches(
    early: Outcome, monkeypatch: pytest.MonkeyPatch, workers: int, batch_seconds: float
) -> None:
    """With 0 seconds, each batch is one set."""
    monkeypatch.setattr(batches, "BATCH_SECONDS", batch_seconds)
    assert same_figures(early) == same_figures(play(TWO, Pace(1001, workers=workers)))


def test_without_the_packages_for_a_cluster_a_sentence_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    monkeypatch.delitem(sys.modules, "boxtui.arena.cluster", raising=False)
    assert cli.main(["arena", KEY, "--scheduler", "tcp://127.0.0.1:1"]) == 1
    printed = capsys.readouterr()
    assert (printed.out, printed.err.count("\n")) == ("", 1)
    assert "run: pipx install --force '.[cluster]'" in printed.err


def test_level_2_beats_level_1_and_it_stops_when_that_is_known(early: Outcome) -> None:
    assert early.beats
    assert early.stopped == arena.DECIDED
    assert FIRST_LOOK <= early.sets < early.planned == 501
    tally = Tally(TWO, 501)
    for number in range(early.sets):
        assert not tally.decided()
        tally.add(play_set(TWO, number))
    assert tally.decided()
    assert tally.first()[1] == (early.players[0].low, early.players[0].high)


def test_the_weaker_player_is_not_reported_as_beating_the_stronger() -> None:
    weaker = play(replace(TWO, players=("level1", "level2")), Pace(1001, workers=2))
    assert weaker.stopped == arena.DECIDED
    assert not weaker.beats
    assert "level1 doesn't beat level2: its whole interval is below" in as_text(weaker)


def test_without_the_early_stop_all_sets_are_played(early: Outcome) -> None:
    whole = play(TWO, Pace(2 * early.sets + 2, workers=2, early=False))
    assert (whole.sets, whole.stopped, whole.is_any_time) == (early.sets + 1, None, False)
    first = whole.players[0]
    assert first.high - first.low < early.players[0].high - early.players[0].low


def test_after_the_time_limit_batches_sent_before_count(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([0.0, 1.0, 2.0, 59.0, *[61.0] * 100])
    monkeypatch.setattr(batches, "monotonic", lambda: next(clock))
    monkeypatch.setattr(batches, "BATCH_SECONDS", 0.0)  # each batch is one set
    outcome = play(FOUR, Pace(400, workers=1, minutes=1))
    assert (outcome.sets, outcome.planned, outcome.stopped) == (3, 100, arena.OUT_OF_TIME)
    assert not outcome.is_any_time
    assert "Stopped after 3 of 100 sets: the time limit was reached." in as_text(outcome)


def test_an_interrupt_leaves_what_was_played_and_no_process() -> None:
    resource_tracker.ensure_running()  # start it before counting: it keeps running
    before = children()

    def interrupted(sets: int) -> Outcome:
        def interrupt(tally: Tally) -> None:
            if tally.sets == sets:
                raise KeyboardInterrupt

        return play(TWO, Pace(400, workers=2, early=False), interrupt)

    outcome, nothing = interrupted(12), interrupted(0)
    assert (outcome.sets, outcome.stopped, outcome.is_any_time) == (12, arena.INTERRUPTED, True)
    assert children() <= before
    assert (nothing.sets, nothing.players, nothing.beats) == (0, (), False)
    assert "0 games" in as_text(nothing)


def children() -> set[int]:
    """Return the processes that this one has started."""
    return {pid for pid in processes() if fields_of(pid)[1:2] == [str(os.getpid())]}


def test_the_report_fits_within_80_columns(early: Outcome) -> None:
    lines = as_text(early).splitlines()
    assert max(map(len, lines)) <= 80
    assert "You asked for 1001 games, rounded up to 1002 to fill whole sets." in lines
    assert "level2 beats level1: its whole interval is above the fair share." in lines
    assert any(line.startswith(f"Stopped after {early.sets} of 501 sets: a test") for line in lines)
    assert any("confidence sequence" in line for line in lines)


def test_names_with_wide_letters_leave_the_columns_in_line(early: Outcome) -> None:
    first, second = early.players
    text = as_text(replace(early, players=(replace(first, name="電腦"), second)))
    table = re.search("^player.*\n.*\n.*", text, re.MULTILINE)
    assert table
    assert len({cells_of(line) for line in table[0].splitlines()}) == 1


def test_json_has_the_named_figures(tmp_path: Path) -> None:
    words = ("--seats", ",".join(FOUR.players), "--games", "6", "--option", "scoring=sum")
    ended = command(tmp_path, "arena", KEY, *words, "--seed", "5", "--json", "--workers", "1")
    assert (ended.returncode, ended.stderr) == (0, "")
    found = json.loads(ended.stdout)
    players = found.pop("players")
    assert found == {
        "game": KEY,
        "options": {"scoring": "sum"},
        "seats": list(FOUR.players),
        "games": 8,
        "sets": 2,
        "planned_games": 8,
        "seed": 5,
        "beats": False,
        "stopped": None,
        "interval": "fixed",
        "error": 0.05,
    }
    figures = ["name", "share", "low", "high", "fair", "seat_games"]
    assert [list(one) for one in players] == [[*figures, "median_seconds", "p95_seconds"]] * 2
    sets = [play_set(FOUR, number).shares[0] for number in range(2)]
    assert players[0]["share"] == sum(sets) / 2


@pytest.mark.tui
@pytest.mark.parametrize(
    ("locale", "words", "progress", "bar"),
    [
        ("C.UTF-8", "--seats level2,level1 --workers 2", "/50000 sets, level2", "░"),
        ("POSIX", "--seats level2,level1 --workers 2", "/50000 sets, level2", "-----"),
        ("C.UTF-8", "", "0/50000 sets", ""),
    ],
    ids=["some sets", "in ASCII", "before the first set"],
)
def test_a_terminal_shows_progress_and_ctrl_c_ends_it_with_the_results_so_far(
    tmp_path: Path, locale: str, words: str, progress: str, bar: str
) -> None:
    asked = ("arena", KEY, "--games", "100000", "--all", *words.split())
    with boxtui(tmp_path, *asked, env={"LANG": locale, "LC_ALL": locale}) as terminal:
        terminal.reach(lambda: progress in terminal.text(), "the progress")
        assert bar in terminal.text()
        terminal.send("\x03")
        assert terminal.exit_code() == 130
        text = terminal.text()
        assert "Traceback" not in text
        if bar:
            assert "it was interrupted" in text
            assert "seconds per decision" in text
            assert bar not in text
        terminal.wait(lambda: not terminal.session(), "the processes' end")


def test_progress_is_one_line_on_a_terminal_that_is_erased(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    monkeypatch.setattr(stream, "isatty", lambda: True)
    tally = Tally(replace(TWO, players=("x" * 200, "level1")), 4)
    with ProgressLine(stream) as line:
        line.show(*progress(tally))
        line._next = 0
        tally.add(PlayedSet((1.0, 0.0), ((), ())))
        line.show(*progress(tally))
    _, first, second, blank, end = stream.getvalue().split("\r")
    assert first.endswith(" 0/4 sets")
    assert " 1/4 sets, xxx" in second
    assert max(map(len, (first, second, blank))) < 80
    assert len(blank) >= len(second)
    assert blank.strip() == end == ""
    elsewhere = io.StringIO()
    with ProgressLine(elsewhere) as line:
        line.show(*progress(tally))
    assert elsewhere.getvalue() == ""
