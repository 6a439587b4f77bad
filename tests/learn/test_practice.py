"""Practice: what comes next, which answer counts, and help that doesn't give away more."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from time import monotonic

import pytest
from some_puzzles import QUICK, Watched, on_any_board, quick_players

from ai.decision import AgentFailed
from ai.levels import ROSTERS
from boxtui.core import Game
from boxtui.games import GAMES
from boxtui.learn import practice, practice_file, practice_record
from boxtui.learn.asking import AskAgent
from boxtui.learn.judging import SLIP, Judged
from boxtui.learn.mistakes import mistake_at
from boxtui.learn.mistakes_added import add_to_practice
from boxtui.learn.practice import Attempt, PracticeSession
from boxtui.learn.practice_record import RATED_AFTER, PracticeRecord, Tally
from boxtui.learn.practice_words import about
from boxtui.learn.supply import PuzzleSupply
from boxtui.play.agents import choosing_here, seats_for, steps
from boxtui.play.match import Match
from boxtui.system import locations
from boxtui.system.disk import Disk
from boxtui.wording import capitalized

GAME = GAMES[QUICK]
NOW = datetime(2026, 11, 23, 12, 0, tzinfo=UTC)
pytestmark = pytest.mark.usefixtures("quick", "home")


def begun(number: int | None = 3, now: datetime = NOW) -> PracticeSession:
    return PracticeSession(
        GAME, "Ann", on_any_board(quick_players), number, lambda: now, disk=Disk()
    )


def record() -> PracticeRecord:
    found, complaint = practice_file.read(locations.practice(GAME.key))
    assert complaint == ""
    return found


async def wrong_and_best(session: PracticeSession) -> tuple[int, int]:
    """Return a wrong move in the session's position, and the best one."""
    assert session.attempt
    puzzle = session.attempt.puzzle
    verdicts = [await puzzle.verdict(move) for move in puzzle.state.legal_moves()]
    return next(each.move for each in verdicts if not each.is_right), puzzle.best


async def test_the_first_answer_counts_and_another_may_be_tried() -> None:
    session = begun()
    attempt = await session.next()
    wrong, best = await wrong_and_best(session)
    await session.answer(wrong)
    assert not attempt.is_over
    best_text = attempt.puzzle.state.move_text(best)
    assert best_text not in " ".join(attempt.reply)
    assert record().tally == Tally(0, 1)
    await session.answer(best)
    assert attempt.is_over
    assert best_text in " ".join(attempt.reply)
    assert record().tally == Tally(0, 1)
    assert record().numbers == (3,)
    assert session.record == record()


async def test_an_answer_that_was_wrong_before_is_said_to_be_the_same() -> None:
    session = begun()
    attempt = await session.next()
    wrong, best = await wrong_and_best(session)
    await session.answer(wrong)
    first = attempt.reply
    await session.answer(wrong)
    assert attempt.reply == ("You have tried that one.", *first)
    await session.answer(best)
    assert attempt.is_over


async def test_once_a_move_is_shown_the_game_is_played_on_with_it() -> None:
    session = begun()
    attempt = await session.next()
    wrong, best = await wrong_and_best(session)
    await session.answer(wrong)
    asked = attempt.puzzle.match
    assert attempt.shown is asked
    await session.show()
    assert attempt.shown.moves == [*asked.moves, best]
    solved = await session.next()
    await session.answer(solved.puzzle.best)
    assert solved.shown.moves == [*solved.puzzle.match.moves, solved.puzzle.best]


async def answered(
    monkeypatch: pytest.MonkeyPatch, lasting: float
) -> tuple[PracticeSession, Attempt, int, int]:
    """Begin, and answer with a move that is worse by 0.05, of which that part lasts.

    Returns the session, its attempt, the move and the best one.
    """
    monkeypatch.setitem(ROSTERS, GAME.key, replace(ROSTERS[GAME.key], lasting=lasting))
    session = begun()
    attempt = await session.next()
    wrong, best = await wrong_and_best(session)
    attempt.puzzle = replace(attempt.puzzle, figures={best: (0.53,) * 2, wrong: (0.48,) * 2})
    await session.answer(wrong)
    return session, attempt, wrong, best


async def test_a_good_answer_isnt_counted_and_another_may_be_tried(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session, attempt, wrong, best = await answered(monkeypatch, lasting=0.29)
    assert not attempt.is_over
    assert not attempt.is_counted
    assert attempt.reply == (
        f"{attempt.puzzle.state.move_text(wrong)}: about 51.6% to win.",
        "Good, but another move is 1 percentage point better.",
        "This answer isn't counted.",
        "Try another move.",
    )
    assert record().tally == Tally()
    await session.hint()
    await session.answer(wrong)
    assert "This answer isn't counted." not in attempt.reply
    assert not attempt.is_over
    await session.answer(best)
    assert record().tally == Tally(0, 1)


async def test_an_answer_as_bad_as_a_slip_counts_as_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    _, attempt, _, _ = await answered(monkeypatch, lasting=0.31)
    assert "Another move is 2 percentage points better." in attempt.reply
    assert record().tally == Tally(0, 1)


def test_the_page_about_practice_says_what_counts() -> None:
    text = " ".join(about())
    assert f"less than {100 * SLIP:.0f} percentage points worse, as shown, isn't counted" in text
    assert f"until {RATED_AFTER} positions have counted" in text


@pytest.mark.parametrize(("build", "is_slow"), [("pure", True), ("compiled", False)])
async def test_a_search_says_what_it_usually_takes(
    build: str, is_slow: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(practice, "built", lambda: build)
    session = begun()
    assert session.search_words() == []
    await session.next()
    done, usual, *slow = session.search_words()
    assert done.startswith("Searches so far: ")
    assert "at most 3,000" in usual
    assert slow == ["This build isn't compiled, so searches are slow."] * is_slow


async def test_a_search_that_takes_longer_than_most_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session = begun()
    await session.next()
    puzzles = replace(ROSTERS[QUICK].puzzles, usual=1)
    monkeypatch.setitem(ROSTERS, QUICK, replace(ROSTERS[QUICK], puzzles=puzzles))
    assert "takes longer" in session.search_words()[1]


async def test_a_search_says_how_long_it_may_take_once_its_pace_is_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session = begun()
    began = monotonic()
    await session.next()
    searches = int(session.search_words()[0].rpartition(" ")[2].rstrip(".").replace(",", ""))
    assert searches >= 20
    for seconds, words in ((0.001, "less than a minute"), (0.09, "about 5 minutes")):
        now = began + seconds * searches  # of 3,000 searches that take that long each
        monkeypatch.setattr(practice, "monotonic", lambda now=now: now)
        assert f"at most 3,000 searches, or {words} at this pace." in session.search_words()[1]


async def test_a_right_first_answer_is_solved_with_its_theme_and_rating() -> None:
    session = begun()
    attempt = await session.next()
    await session.answer(attempt.puzzle.best)
    assert attempt.is_over
    theme = attempt.puzzle.theme
    assert theme in " ".join(attempt.reply)
    assert record().themes == {theme: Tally(1, 0)}
    assert record().rating.value > 1500


async def test_a_theme_that_only_says_that_no_other_applies_is_counted_but_not_told() -> None:
    session = begun()
    attempt = await session.next()
    roster = attempt.puzzle.comparer.roster
    spec = replace(roster.puzzles, other_theme=attempt.puzzle.theme)
    comparer = replace(attempt.puzzle.comparer, roster=replace(roster, puzzles=spec))
    attempt.puzzle = replace(attempt.puzzle, comparer=comparer)
    await session.answer(attempt.puzzle.best)
    assert attempt.is_over
    assert "Theme" not in " ".join(attempt.reply)
    assert record().themes == {attempt.puzzle.theme: Tally(1, 0)}


@pytest.mark.parametrize("help_with", ["hint", "show"])
async def test_help_counts_as_missed_and_ends_with_the_best_move(help_with: str) -> None:
    session = begun()
    attempt = await session.next()
    puzzle = attempt.puzzle
    text = puzzle.state.move_name(puzzle.best)
    if help_with == "hint":
        assert text not in " ".join(await session.hint())
        assert not session.names_the_move
        assert session.typed_words() == ""
        assert text in " ".join(await session.hint())
        assert session.typed_words() == puzzle.match.typed_words(puzzle.best)
        await session.answer(puzzle.best)
    else:
        position = puzzle.state.text()
        shown = await session.show()
        assert shown.moves == [*puzzle.match.moves, puzzle.best]
        assert puzzle.state.text() == position
        assert capitalized(text) in " ".join(attempt.reply)
    assert attempt.is_over
    assert record().tally == Tally(0, 1)


async def test_what_help_costs_is_told_while_it_still_costs_something() -> None:
    session = begun()
    await session.next()
    assert "missed" in session.help_cost()
    assert "rating" in session.help_cost()
    assert record().tally == Tally()
    await session.answer((await wrong_and_best(session))[0])
    assert session.help_cost() == ""
    session.go_to(3)
    await session.next()
    assert session.help_cost() == ""


@pytest.mark.parametrize("first", ["hint", "wrong answer"])
async def test_only_of_a_position_that_counts_now_it_is_said_that_it_counts_as_missed(
    first: str,
) -> None:
    session = begun()
    told = []
    for _ in range(2):
        session.go_to(3)
        attempt = await session.next()
        wrong, best = await wrong_and_best(session)
        if first == "hint":
            await session.hint()
        else:
            await session.answer(wrong)
        await session.answer(best)
        why = practice.HELP_COUNTS if first == "hint" else practice.FIRST_COUNTS
        told.append(why in attempt.reply)
    assert told == [True, False]
    assert record().tally == Tally(0, 1)


async def test_after_a_number_comes_the_next_also_in_a_later_session() -> None:
    session = begun()
    for number in (3, 4):
        attempt = await session.next()
        assert attempt.puzzle.number == number
        await session.answer(attempt.puzzle.best)
    later = begun(None)
    assert (await later.next()).puzzle.number == 5
    later.go_to(3)
    attempt = await later.next()
    assert attempt.puzzle.number == 3
    await later.answer((await wrong_and_best(later))[0])
    assert record().tally == Tally(2, 0)


def decided(game: Game = GAME) -> tuple[Match, Judged]:
    """Return a match and a decision in it, as a review judges one."""
    match = Match(game, {}, seats_for(["level1", "level2"]), 8)
    for _ in zip(range(120), steps(match, choosing_here(match)), strict=False):
        pass
    for ply in range(len(match.moves)):
        state = match.position_after(ply)
        if state.current_player() >= 0 and len(state.legal_moves()) > 2:
            break
    move, best = state.legal_moves()[:2]
    shares = (0.4, 0.6), (0.5, 0.5)
    return match, Judged(ply, state.current_player(), move, best, *shares, 0.0, True)


async def test_due_mistakes_come_before_puzzles_but_after_a_number_that_was_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match, judged = decided()
    added = "1 position added to practice, to be asked first."
    assert add_to_practice(match, [judged], NOW) == added
    for most in (practice_record.MOST_MISTAKES, 1):
        monkeypatch.setattr(practice_record, "MOST_MISTAKES", most)
        assert add_to_practice(match, [judged], NOW) == "This is in your practice already."
    first = begun()
    assert (await first.next()).puzzle.number == 3
    assert (await first.next()).mistake
    session = begun(None)
    attempt = await session.next()
    assert attempt.mistake
    assert "2026-11-23" in attempt.title
    assert attempt.puzzle.state.text() == match.position_after(judged.ply).text()
    await session.answer(attempt.puzzle.best)
    assert record().tally == Tally()
    assert not (await session.next()).mistake
    assert (await begun(None, NOW + timedelta(days=4)).next()).mistake


def test_of_positions_added_it_is_told_which_found_room_and_whats_wrong_with_the_file(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match, judged = decided()
    later = replace(judged, ply=judged.ply + 2)
    file, added = locations.practice(match.game.key), "1 position added to practice"
    monkeypatch.setattr(practice_record, "MOST_MISTAKES", 1)
    told = add_to_practice(match, [judged, later], NOW)
    assert added in told
    assert "already has" in told
    assert add_to_practice(match, [later], NOW).startswith("Your practice already has")
    monkeypatch.setattr(practice_record, "MOST_MISTAKES", 2)
    add_to_practice(match, [later], NOW)
    told = add_to_practice(match, [judged, later], NOW)
    assert told == "They are all in your practice already."
    file.write_text("format = \n")
    told = add_to_practice(match, [judged], NOW)
    assert "kept as" in told
    assert added in told
    file.write_text(f"format = {practice_file.FORMAT + 1}\n")
    assert added not in add_to_practice(match, [judged], NOW)


async def test_a_second_try_doesnt_change_when_a_mistake_comes_back() -> None:
    puzzle = await PuzzleSupply(GAME, on_any_board(quick_players)).puzzle(3)
    mistake = mistake_at(puzzle.match, len(puzzle.match.moves), puzzle.best, NOW)
    practice_file.update(locations.practice(GAME.key), lambda old: old.with_mistakes([mistake]))
    session = begun(None)
    await session.next()
    wrong, best = await wrong_and_best(session)
    assert "missed" in session.help_cost()
    assert "rating" not in session.help_cost()
    await session.answer(wrong)
    assert session.help_cost() == ""
    missed = record().mistakes
    assert not record().due(NOW)
    await session.answer(best)
    assert record().mistakes == missed


async def test_a_mistake_is_judged_on_the_board_that_it_was_made_on() -> None:
    assert GAME.on_board
    own, asked = GAME.on_board(GAME.board.replace(b"purple", b"mauve")), list[bytes]()
    match, judged = decided(own)
    assert own.board != GAME.board
    add_to_practice(match, [judged], NOW)

    def ask_for(game: Game) -> AskAgent:
        asked.append(game.board)
        return quick_players

    session = PracticeSession(GAME, "Ann", ask_for, now=lambda: NOW, disk=Disk())
    asked.clear()
    attempt = await session.next()
    assert asked == [own.board]
    assert session.sought_title == f"the {attempt.title}"
    assert attempt.puzzle.state.text() == match.position_after(judged.ply).text()


async def test_a_mistake_that_no_search_can_judge_is_set_aside() -> None:
    match, judged = decided()
    add_to_practice(match, [judged], NOW)
    ask = Watched(quick_players, failed := "The search failed.")
    session = PracticeSession(GAME, "Ann", on_any_board(ask), 3, lambda: NOW, disk=Disk())
    session.go_to(3)
    with pytest.raises(AgentFailed):
        await session.next()
    ask.failure = ""
    assert (await session.again()).puzzle.number == 3
    ask.failure = failed
    with pytest.raises(AgentFailed):
        await session.next()
    assert "can't be judged now: The search failed." in session.complaint
    ask.failure = ""
    assert session.sought_title == "position 4"
    assert (await session.again()).puzzle.number == 4
    assert len(record().mistakes) == 1


def with_mistakes(count: int, failure: str = "") -> tuple[PracticeSession, Watched]:
    """Return a session with so many due mistakes, the first of 2026-11-20, and its searches."""
    match, judged = decided()
    days = [NOW - timedelta(days=each) for each in range(3, 3 - count, -1)]
    own = [mistake_at(match, judged.ply, judged.best, each) for each in days]
    mistakes = [replace(each, seed=seed) for seed, each in enumerate(own)]
    practice_file.update(locations.practice(GAME.key), lambda old: old.with_mistakes(mistakes))
    ask = Watched(quick_players, failure)
    return PracticeSession(GAME, "Ann", on_any_board(ask), now=lambda: NOW, disk=Disk()), ask


async def test_while_searches_fail_at_two_mistakes_retrying_sets_none_aside() -> None:
    session, ask = with_mistakes(3, "The search failed.")
    for seek in (session.next, session.again, session.again):
        ask.noted.clear()
        with pytest.raises(AgentFailed, match="2026-11-21 can't be judged now: The search failed"):
            await seek()
        assert len(ask.noted) == 2
        assert session.complaint == ""
    ask.failure = ""
    for day in ("2026-11-20", "2026-11-21", "2026-11-22"):
        attempt = await (session.next() if session.attempt else session.again())
        assert attempt.mistake
        assert day in attempt.title
        assert session.complaint == ""
        await session.answer(attempt.puzzle.best)


async def test_whoever_goes_on_after_searches_have_failed_passes_over_the_mistake() -> None:
    session, ask = with_mistakes(3, "The search failed.")
    with pytest.raises(AgentFailed):
        await session.next()
    assert "2026-11-21" in session.sought_title
    ask.failure = ""
    attempt = await session.next()
    assert "2026-11-20" in attempt.title
    await session.answer(attempt.puzzle.best)
    assert "2026-11-22" in (await session.next()).title
    assert len(record().mistakes) == 3


async def test_a_number_asked_for_after_searches_have_failed_passes_over_no_mistake() -> None:
    session, ask = with_mistakes(2, "The search failed.")
    with pytest.raises(AgentFailed):
        await session.next()
    ask.failure = ""
    session.go_to(3)
    assert (await session.next()).puzzle.number == 3
    for day in ("2026-11-20", "2026-11-21"):
        attempt = await session.next()
        assert day in attempt.title
        await session.answer(attempt.puzzle.best)


async def test_mistakes_that_are_left_unsolved_are_asked_in_turn() -> None:
    session, _ = with_mistakes(3)
    oldest, older, newest = "2026-11-20", "2026-11-21", "2026-11-22"
    for day in (oldest, older, newest, oldest):
        assert day in (await session.next()).title
    assert session.attempt
    await session.answer(session.attempt.puzzle.best)
    for day in (older, newest, older):
        assert day in (await session.next()).title
    session.go_to(3)
    for title in ("position 3, ", newest, older):
        assert title in (await session.next()).title
    assert record().tally == Tally()


async def test_after_the_only_mistake_comes_a_puzzle_and_then_the_mistake_again() -> None:
    session, _ = with_mistakes(1)
    assert (await session.next()).mistake
    number = session.number
    puzzle = await session.next()
    assert (puzzle.mistake, puzzle.puzzle.number) == (None, number)
    assert (await session.again()).puzzle.number == number
    assert (await session.next()).mistake


async def test_going_on_while_a_puzzle_is_looked_for_leads_to_no_mistake_just_left() -> None:
    session, _ = with_mistakes(1)
    assert (await session.next()).mistake
    looking = asyncio.ensure_future(session.next())
    await asyncio.sleep(0)
    looking.cancel()
    assert (await session.next()).mistake is None


async def test_any_number_of_mistakes_that_cant_be_played_any_more_is_skipped_and_kept() -> None:
    match, judged = decided()
    newer = replace(mistake_at(match, judged.ply, judged.best, NOW), rules=GAME.rules_version + 1)
    mistakes = [replace(newer, seed=seed) for seed in range(practice_record.MOST_MISTAKES)]
    practice_file.update(locations.practice(GAME.key), lambda old: old.with_mistakes(mistakes))
    session = begun(None)
    assert not (await session.next()).mistake
    assert "can't be played any more" in session.complaint
    assert len(record().mistakes) == practice_record.MOST_MISTAKES


async def test_the_next_puzzles_are_prepared_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    first: list[int] = []

    async def prepare(supply: PuzzleSupply, number: int) -> None:
        first.append(number)

    monkeypatch.setattr(PuzzleSupply, "prepare", prepare)
    session = begun()
    await session.prepare()
    await session.next()
    await session.prepare()
    assert first == [3, 4]
