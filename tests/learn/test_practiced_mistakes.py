"""A player's own mistakes in practice: when they are asked, and those that can't be judged."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest
from practiced import GAME, NOW, begun, record, wrong_and_best
from some_puzzles import Watched, on_any_board, quick_players

from ai.decision import AgentFailed
from boxtui.core import Game
from boxtui.learn import practice_file, practice_record
from boxtui.learn.asking import AskAgent
from boxtui.learn.judging import Judged
from boxtui.learn.mistakes import mistake_at
from boxtui.learn.practice import PracticeSession
from boxtui.learn.practice_file import add_to_practice
from boxtui.learn.practice_record import Tally
from boxtui.learn.supply import PuzzleSupply
from boxtui.play.agents import choosing_here, seats_for, steps
from boxtui.play.match import Match
from boxtui.system import locations
from boxtui.system.disk import Disk

pytestmark = pytest.mark.usefixtures("quick", "home")


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
    session = begun(ask=ask)
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
    return begun(None, ask=ask), ask


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
