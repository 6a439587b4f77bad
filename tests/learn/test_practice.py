"""Practice: what comes next, which answer counts, and help that doesn't give away more."""

import re
from dataclasses import replace
from time import monotonic

import pytest
from practiced import GAME, begun, first_asked, record, wrong_and_best
from some_puzzles import QUICK

from ai.levels import ROSTERS
from boxtui.learn import practice
from boxtui.learn.judging import SLIP
from boxtui.learn.practice import LEFT_OUT, Attempt, PracticeSession
from boxtui.learn.practice_record import RATED_AFTER, Tally
from boxtui.learn.practice_words import about
from boxtui.learn.supply import PuzzleSupply
from boxtui.wording import capitalized

pytestmark = pytest.mark.usefixtures("quick", "home")


async def test_the_first_answer_counts_and_another_may_be_tried() -> None:
    session, attempt, wrong, best = await first_asked()
    await session.answer(wrong)
    first, best_text = attempt.reply, attempt.puzzle.state.move_text(best)
    assert best_text not in " ".join(first)
    await session.answer(wrong)
    assert attempt.reply == ("You have tried that one.", *first)
    assert not attempt.is_over
    assert record().tally == Tally(0, 1)
    await session.answer(best)
    assert attempt.is_over
    assert best_text in " ".join(attempt.reply)
    assert record().tally == Tally(0, 1)
    assert record().numbers == (3,)
    assert session.record == record()


async def test_once_a_move_is_shown_the_game_is_played_on_with_it() -> None:
    session, attempt, wrong, best = await first_asked()
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
    monkeypatch.setitem(
        ROSTERS, GAME.key, replace(ROSTERS[GAME.key], lasting=lambda state: lasting)
    )
    session, attempt, wrong, best = await first_asked()
    attempt.puzzle = replace(attempt.puzzle, figures={best: (0.53,) * 2, wrong: (0.48,) * 2})
    await session.answer(wrong)
    return session, attempt, wrong, best


@pytest.mark.parametrize(
    ("lasting", "value", "points"), [(0.235, "51.8", "1.2"), (0.265, "51.7", "1.3")]
)
async def test_a_good_answer_isnt_counted_and_another_may_be_tried(
    lasting: float, value: str, points: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, attempt, wrong, best = await answered(monkeypatch, lasting)
    assert not attempt.is_over
    assert not attempt.is_counted
    assert attempt.reply == (
        f"{attempt.puzzle.state.move_text(wrong)}: about {value}% to win.",
        f"Good, but another move is {points} percentage points better.",
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
    """With three players, a slip is from 4/3 percentage points on."""
    _, attempt, _, _ = await answered(monkeypatch, lasting=0.275)
    assert len(attempt.puzzle.match.seats) == 3
    assert "Another move is 1.4 percentage points better." in attempt.reply
    assert record().tally == Tally(0, 1)


async def test_a_wrong_answer_is_told_what_speaks_against_it_and_not_which_move_is_best() -> None:
    session, attempt, wrong, best = await first_asked()
    await session.answer(wrong)
    drawback = ROSTERS[GAME.key].drawback(attempt.puzzle.state, wrong, best)
    assert drawback
    assert attempt.reply[1] == drawback
    assert attempt.puzzle.state.move_text(best) not in " ".join(attempt.reply)


@pytest.mark.parametrize("then", ["best", "as good"])
async def test_after_a_wrong_answer_only_the_best_move_is_compared_with_it(then: str) -> None:
    session, attempt, wrong, best = await first_asked()
    puzzle = attempt.puzzle
    moves = {puzzle.comparer.representative(move) for move in puzzle.state.legal_moves()}
    as_good = min(moves - {wrong, best})
    figures = {best: (0.53,) * 2, as_good: (0.53,) * 2, wrong: (0.3,) * 2}
    attempt.puzzle = puzzle = replace(puzzle, figures=figures)
    await session.answer(wrong)
    move = best if then == "best" else as_good
    await session.answer(move)
    why = (await puzzle.verdict(wrong if then == "best" else as_good)).why
    assert why
    assert attempt.is_over
    assert " ".join(why) in " ".join(attempt.reply)


async def test_the_best_move_that_is_shown_is_compared_with_the_last_wrong_answer() -> None:
    session, attempt, wrong, best = await first_asked()
    puzzle = attempt.puzzle
    moves = {puzzle.comparer.representative(move) for move in puzzle.state.legal_moves()}
    last = min(moves - {wrong, best})
    figures = {best: (0.53,) * 2, wrong: (0.3,) * 2, last: (0.2,) * 2}
    attempt.puzzle = puzzle = replace(puzzle, figures=figures)
    for move in (wrong, last):
        await session.answer(move)
    await session.show()
    named = [f"{capitalized(puzzle.state.move_text(move))}:" for move in (wrong, last)]
    assert [name in " ".join(attempt.reply) for name in named] == [False, True]


def test_the_page_about_practice_says_what_counts() -> None:
    text = " ".join(about())
    assert f"less than {100 * SLIP:.0f} percentage points worse, as shown, isn't counted" in text
    assert f"until {RATED_AFTER} positions have counted" in text


async def test_a_search_says_how_far_it_is_how_long_it_may_take_and_what_makes_it_take_longer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session, began = begun(), monotonic()
    assert session.search_words() == []
    await session.next()
    said = re.fullmatch(
        r"The computer has thought about (\d+) moves so far\.", session.search_words()[0]
    )
    assert said
    searches = int(said[1])
    assert searches >= 20
    for seconds, words in ((0.001, "less than a minute"), (0.09, "about 5 minutes")):
        now = began + seconds * searches  # of 3,000 searches that take that long each
        monkeypatch.setattr(practice, "monotonic", lambda now=now: now)
        assert f"at most 3,000 moves, or {words} at this pace." in session.search_words()[1]
    for build, is_slow in (("pure", True), ("compiled", False)):
        monkeypatch.setattr(practice, "built", lambda build=build: build)
        slow = ["This build isn't compiled, so it thinks slowly."] * is_slow
        assert session.search_words()[2:] == slow
    puzzles = replace(ROSTERS[QUICK].puzzles, usual=1)
    monkeypatch.setitem(ROSTERS, QUICK, replace(ROSTERS[QUICK], puzzles=puzzles))
    assert "takes longer" in session.search_words()[1]


@pytest.mark.parametrize("is_told", [True, False])
async def test_a_right_first_answer_is_rated_and_its_theme_told_unless_it_says_that_none_applies(
    is_told: bool,
) -> None:
    session, attempt, *_ = await first_asked()
    theme, roster = attempt.puzzle.theme, attempt.puzzle.comparer.roster
    if not is_told:
        roster = replace(roster, puzzles=replace(roster.puzzles, other_theme=theme))
        comparer = replace(attempt.puzzle.comparer, roster=roster)
        attempt.puzzle = replace(attempt.puzzle, comparer=comparer)
    await session.answer(attempt.puzzle.best)
    assert attempt.is_over
    assert (f"Theme: {theme}." in attempt.reply) == is_told
    assert ("Theme" in " ".join(attempt.reply)) == is_told
    assert record().themes == {theme: Tally(1, 0)}
    assert record().rating.value > 1500


@pytest.mark.parametrize("all_are_known", [True, False])
async def test_the_last_hint_says_that_a_move_left_out_may_be_better_than_one_listed(
    all_are_known: bool,
) -> None:
    session, attempt, *_ = await first_asked()
    puzzle = attempt.puzzle
    same = puzzle.comparer.representative
    moves = dict.fromkeys(map(same, puzzle.state.legal_moves()))
    others = [move for move in moves if move != puzzle.best]
    known = others if all_are_known else others[1:]
    figures = {move: (0.1 * at,) for at, move in enumerate(known)}
    attempt.puzzle = replace(puzzle, figures={**figures, puzzle.best: (0.9,)})
    last = [await session.hint() for _ in range(3)][-1]
    assert "about 90.0% to win; " in last[0]
    assert (LEFT_OUT in last) != all_are_known


@pytest.mark.parametrize("help_with", ["hint", "show"])
async def test_help_counts_as_missed_and_ends_with_the_best_move(help_with: str) -> None:
    session, attempt, *_ = await first_asked()
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
    session, _, wrong, _ = await first_asked()
    assert "missed" in session.help_cost()
    assert "rating" in session.help_cost()
    assert record().tally == Tally()
    await session.answer(wrong)
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


async def test_the_next_puzzles_are_prepared_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    prepared: list[tuple[int, ...]] = []

    async def prepare(supply: PuzzleSupply, *numbers: int) -> None:
        prepared.append(numbers)

    monkeypatch.setattr(PuzzleSupply, "prepare", prepare)
    session = begun()
    await session.prepare()
    await session.next()
    await session.prepare()
    assert prepared == [(3, 4, 5), (4, 5, 6)]


async def test_the_easy_positions_that_have_not_counted_come_first_then_practice_goes_on_as_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """After the last one that wasn't among them; a number that is typed leaves them."""
    puzzles = replace(ROSTERS[QUICK].puzzles, first=(5, 2))
    monkeypatch.setitem(ROSTERS, QUICK, replace(ROSTERS[QUICK], puzzles=puzzles))
    monkeypatch.setattr(practice, "drawn_number", lambda: 8)
    session, asked = begun(None), list[int]()
    for _ in range(4):
        asked.append((await session.next()).puzzle.number)
    assert asked == [5, 2, 8, 9]
    for number in (3, 5):
        session.go_to(number)
        attempt = await session.next()
        await session.answer(attempt.puzzle.best)
    later = begun(None)
    assert (await later.next()).puzzle.number == 2
    later.go_to(6)
    await later.next()
    assert (await later.next()).puzzle.number == 7
    assert begun(None)._first_numbers() == [2, 4]
