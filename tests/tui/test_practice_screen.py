"""All text of practice fits on the screen, for any puzzle and move; puzzles can be left."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from math import ceil
from random import Random
from unittest.mock import AsyncMock

import pytest
from bare_board import board_of
from canvas_text import go, text_of, until_gone, until_shown, words_on
from game_screens import page_open, press, settled, until
from random_games import dealt, finished, moved
from some_puzzles import Watched, on_any_board
from textual.pilot import Pilot

from ai.agent import HUMAN, Choice, Considered
from ai.levels import ROSTERS
from boxtui.core import Game, OptionValue, State
from boxtui.games import GAMES
from boxtui.learn.asking import AskAgent
from boxtui.learn.finding import find_puzzle
from boxtui.learn.practice import QUESTION, Attempt, PracticeSession
from boxtui.learn.practice_record import PracticeRecord
from boxtui.learn.practice_words import rating_and_streak
from boxtui.learn.puzzles import Puzzle
from boxtui.learn.rating import Rating
from boxtui.learn.supply import PuzzleSupply
from boxtui.lines import paragraphs
from boxtui.play.match import Match, Seat
from boxtui.system.disk import Disk
from boxtui.tui.screens.about import AboutScreen
from boxtui.tui.screens.game import GameScreen
from boxtui.tui.screens.menu import MenuScreen
from boxtui.tui.screens.practice import Phase, PracticeScreen

STB = GAMES["shut-the-box"]
NUMBERS = {"shut-the-box": (1, 3, 4, 5, 6, 8, 9, 10)}
"""Numbers of the puzzles, if trying all their moves is quick; otherwise two.

Those left out are found only after thousands of decisions.
"""
MOVES = 150
"""Moves checked per puzzle, spread over all of them: there are 2,000 moves of fences."""
CELLS, ROWS = 32, 19
"""The room beside the board on an 80 × 24 screen."""


def asked(key: str) -> AskAgent:
    """Play and value moves at random: whatever is said about them must fit."""
    spec = ROSTERS[key].puzzles

    async def answer(state: State, player: str, seed: str, move: int | None = None) -> Choice:
        rng, moves = Random(state.text()), state.legal_moves()
        naive, other = rng.choice(moves), rng.choice(moves)
        best = rng.choice((naive, other))
        if move is None and player != spec.adviser:
            return Choice(naive if player == spec.naive_player else other, (), 1)
        asked_about = [best, *(moves[:9] if spec.searches else moves)] if move is None else [move]
        values = [Considered(each, 0.9 if each == best else 0.1, 1) for each in asked_about]
        return Choice(values[0].move, tuple(values), 1)

    return answer


def like(usual: Puzzle, match: Match, best: int) -> Puzzle:
    """Return a puzzle at the end of that match, with the figures of a usual one."""
    return replace(usual, match=match, best=best, figures={best: usual.figures[usual.best]})


@pytest.mark.parametrize("key", GAMES)
async def test_verdicts_and_the_seats_fit_beside_the_board(key: str) -> None:
    """The longest texts: the verdict on a second try, and the best move shown after a wrong one."""
    session = PracticeSession(GAMES[key], "Ann", on_any_board(asked(key)), disk=Disk())
    for number in NUMBERS.get(key, range(1, 3)):
        found = await find_puzzle(GAMES[key], number, asked(key))
        moves = found.state.legal_moves()
        for move in moves[:: ceil(len(moves) / MOVES)]:
            session.attempt = attempt = Attempt(found, is_counted=True)
            await session.answer(move)
            told = [attempt.reply]
            if not attempt.is_over:
                await session.show()
                told.append(attempt.reply)
            rows = ROWS - len(found.match.seats) - 1
            for said in told:
                assert len(paragraphs(said, CELLS, rows)) <= rows, said


@asynccontextmanager
async def practicing(
    game: Game = STB,
    ask: AskAgent | None = None,
    puzzle: Puzzle | None = None,
    *,
    is_found: bool = True,
) -> AsyncIterator[tuple[Pilot[int], PracticeScreen]]:
    """Show a page of practice, with its position once it `is_found`; that is `puzzle`, if given.

    Without an `ask` of the test's own, the next positions aren't looked for then.
    """
    own = Watched(asked(game.key))
    with pytest.MonkeyPatch.context() as patch:
        if puzzle:
            patch.setattr(PuzzleSupply, "puzzle", AsyncMock(return_value=puzzle))
        session = PracticeSession(game, "Ann", on_any_board(ask or own), 5, disk=Disk())
        async with page_open(lambda: PracticeScreen(session)) as (pilot, page):
            if is_found:
                await until(pilot, page.may_decide)
            own.goes_on.clear()
            yield pilot, page


async def test_where_only_text_or_board_fits_the_position_comes_first_then_the_verdict() -> None:
    ask = Watched(asked(STB.key))
    ask.goes_on.clear()
    async with practicing(ask=ask, is_found=False) as (pilot, page):
        await pilot.resize_terminal(60, 19)
        await until_shown(pilot, "board", "Looking for position")
        assert "Press t" not in text_of(pilot, "board")
        assert "t board" not in text_of(pilot, "keys")
        ask.goes_on.set()
        await go(pilot, page.may_decide, ("board", "to lay down"), "t")
        await go(pilot, ("board", *page.board.words.seat_words(page.glyphs)), "t")
        await until_shown(pilot, "board", "to lay down")
        assert page._attempt
        page.submit(page._attempt.puzzle.best)
        await until_shown(pilot, "board", "Right.")


@pytest.mark.parametrize("key", ["kimbo", "free-the-box"])
async def test_a_board_without_text_says_below_it_which_color_is_asked(key: str) -> None:
    async with practicing(GAMES[key]) as (pilot, page):
        await pilot.resize_terminal(60, 20)
        colors = GAMES[key].colors(len(page.match.seats))
        own = f"You are {colors[page.match.state.turn_seat()]}. "
        told = f"{own}{page.board.status_words()[0]}"
        question = f". {QUESTION}" if key == "free-the-box" else ""  # where it has room
        await go(pilot, ("message", told + question), "t")
        await until_gone(pilot, "message", own)
        seats = page.board.words.seat_words(page.glyphs)
        assert all(seat.split(",")[0] in text_of(pilot, "board") for seat in seats)


@pytest.mark.parametrize("key", GAMES)
async def test_practice_names_its_keys_and_what_enter_plays_with_text_or_board(key: str) -> None:
    async with practicing(GAMES[key]) as (pilot, page):
        named = ("h hint", "s show me", "c play on", "n another", "g go to number", "a about")
        await until_shown(pilot, "keys", *named, "q back")
        await pilot.resize_terminal(60, 20)
        await until(pilot, lambda: not page.has_side)
        await settled(pilot)
        said = page.status_sentences()[0].split(". ")[0]
        for _ in range(2 if page.is_paged else 1):
            await until(
                pilot, lambda: said in words_on(pilot, "board") + words_on(pilot, "message")
            )
            await press(pilot, "t")
        page.show_match(finished(Match(GAMES[key], {}, page.match.seats, 5)))
        page._phase = Phase.OVER  # of a move that has ended the game
        page.read_on()
        await until_shown(pilot, "keys", "Enter next")


async def test_a_verdict_without_room_beside_the_board_can_be_read_in_full() -> None:
    async with practicing() as (pilot, page):
        assert page._attempt
        reply = [f"Paragraph {at} of a long verdict. {'Words. ' * 10}End." for at in range(6)]
        page._attempt.reply = tuple(reply)
        page.draw()
        await go(pilot, ("side", "t: read on"), ("keys", "t read on"), "t", AboutScreen)
        assert " ".join(reply) in words_on(pilot, "body")
        await go(pilot, "q", lambda: page.is_active)
        page._attempt.reply = ("Short.",)
        page.draw()
        await until_gone(pilot, "keys", "t read on")


async def test_who_played_up_to_the_position_is_named_by_the_seat_alone() -> None:
    async with practicing() as (pilot, page):
        seats = page.match.seats
        (other,) = (at for at, seat in enumerate(seats) if seat.player != HUMAN)
        seats[other] = Seat("Seat 2", "random")
        for size in ((80, 24), (60, 20)):
            await pilot.resize_terminal(*size)
            page.read_on()
            await settled(pilot)
            shown_text = f"{text_of(pilot, 'board')} {text_of(pilot, 'side')}"
            assert "Seat 2" in shown_text
            assert "random" not in shown_text


async def test_an_illegal_move_typed_is_refused_with_its_rule_and_an_empty_line_closes() -> None:
    async with practicing() as (pilot, page):
        legal = page.board.state.legal_moves()
        illegal = next(str(tile) for tile in range(1, 10) if 1 << (tile - 1) not in legal)
        await press(pilot, "colon", illegal, "enter")
        assert "STB-" in text_of(pilot, "message")
        assert page.line_is_open
        for key in ("backspace", "g"):
            await press(pilot, key, "enter")
            assert not page.line_is_open
            assert text_of(pilot, "message").strip() == ""


@pytest.mark.parametrize("key", ["h", "s"])
async def test_help_counts_only_when_it_is_asked_for_again_after_a_warning(key: str) -> None:
    async with practicing() as (pilot, page):
        page._cost_shown.seconds = 1e9
        attempt = page._attempt
        assert attempt
        await press(pilot, "s" if key == "h" else "h", key)
        assert f"missed, which lowers your rating. Press {key} again" in page.message.text
        await press(pilot, key)  # typed before the warning could be seen
        assert not attempt.is_counted
        page._cost_shown.seconds = 0.0
        await go(pilot, key, lambda: attempt.is_counted, lambda: attempt.is_over == (key == "s"))


async def test_the_title_cuts_no_number_for_lack_of_room(monkeypatch: pytest.MonkeyPatch) -> None:
    async with practicing() as (pilot, page):
        attempt = page._attempt
        assert attempt
        record = PracticeRecord(rating=Rating(1202, 300), streak=12, numbers=(1,))
        page._session.record = record
        page._attempt = replace(attempt, puzzle=replace(attempt.puzzle, number=999_999_999))
        parts = f"{page._attempt.title}, {rating_and_streak(record)}".split(", ")
        told = set()
        for cells in range(60, 100):
            monkeypatch.setattr(PracticeScreen, "title_cells", cells)
            page.show_title()
            title = text_of(pilot, "title")
            right = title.strip().removeprefix("Practice Shut-the-Box").strip()
            assert len(title) <= cells
            assert right in [", ".join(parts[:shown]) for shown in (1, 2, 3, 4)]
            told.add(right)
        assert len(told) == 4


@pytest.mark.parametrize("key", ["box", "free-the-box"])
async def test_while_a_position_is_looked_for_no_key_of_its_board_is_offered(key: str) -> None:
    ask = Watched(asked(key))
    ask.goes_on.clear()
    async with practicing(GAMES[key], ask, is_found=False) as (pilot, page):
        await until_shown(pilot, "side", "Looking for position")
        await settled(pilot)
        offered = {"move", "boxes", "token", "look", "free", "roll", "keep"}
        assert not offered & set(text_of(pilot, "keys").split())
        ask.goes_on.set()
        await until(pilot, page.may_decide)
        await until_shown(pilot, "keys", "↑")


async def test_while_a_position_is_looked_for_searches_are_counted_and_the_most_is_said() -> None:
    answers, answer = asyncio.Semaphore(2), asked(STB.key)

    async def slow(state: State, player: str, seed: str, move: int | None = None) -> Choice:
        await answers.acquire()
        return await answer(state, player, seed, move)

    async with practicing(ask=slow, is_found=False) as (pilot, _):
        await until_shown(pilot, "side", "2 moves")
        for _ in range(3):
            answers.release()
        await until_shown(pilot, "side", "5 moves")
        assert "at most 8,000" in words_on(pilot, "side")
        assert "g chooses another number" in text_of(pilot, "side")


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
async def test_a_right_move_is_played_and_a_wrong_one_is_not_and_is_forgotten(game: Game) -> None:
    found = await find_puzzle(game, 5, asked(game.key))
    wrong = [each for each in found.figures if each != found.best]
    async with practicing(game, puzzle=found) as (pilot, page):
        picks = page.board.picks
        for move in (*wrong[:1], found.best):
            assert page.match.moves == found.match.moves
            if game.key != "box":  # its cursor stays where the wrong move was
                assert page.board.picks == picks
            page.submit(move)
            await until(pilot, lambda: page._phase is not Phase.JUDGING)
        assert page.match.moves == [*found.match.moves, found.best]
        assert page.board.state.text() == found.state.after(found.best).text()
        await until_shown(pilot, "keys", "next")


async def test_the_signs_on_a_grid_have_a_legend_as_long_as_they_are_drawn() -> None:
    game = GAMES["box"]
    usual = await find_puzzle(game, 1, asked("box"))
    options: dict[str, OptionValue] = {"balance": "none", "first": "seat 1"}
    begun = Match(game, options, [Seat("Ann", HUMAN)] * 2, 3)
    match = moved(begun, "a1", "k11", "a2", "k10", "b1", "j11")
    best = match.state.read_move("b2")
    async with practicing(game, puzzle=like(usual, match, best)) as (pilot, page):
        page._cost_shown.seconds = 0.0
        page.board.pick(best)
        for keys, signs in ((("v",), "+!="), (("s", "s"), "+*"), (("v",), "*")):
            await press(pilot, *keys)
            await until(pilot, lambda: page._phase in (Phase.ASKING, Phase.OVER))
            await settled(pilot)
            board, side = text_of(pilot, "board"), text_of(pilot, "side")
            assert set("+!&=*") & set(board) == set(signs)
            assert set(signs) <= set(side)


@pytest.mark.parametrize(
    ("key", "size", "seats"),
    [("box", 6, 2), ("box", 16, 2), ("kimbo", 0, 4), ("free-the-box", 0, 6), ("free-o", 0, 6)],
)
async def test_a_position_may_have_a_board_of_another_size(key: str, size: int, seats: int) -> None:
    game, options = GAMES[key], {"size": size} if size else {}
    usual = await find_puzzle(game, 1, asked(key))
    match = dealt(Match(game, options, [Seat("Ann", HUMAN)] * seats, 3))
    puzzle = like(usual, match, match.state.legal_moves()[0])
    async with practicing(game, puzzle=puzzle) as (pilot, page):
        own = board_of(match)
        assert (page.board.cells, page.board.wanted_cells) == (own.cells, own.wanted_cells)
        assert page.board.picked_move in (None, *match.state.legal_moves())
        await press(pilot, "right", "up", "left", "down")
        assert not page.is_too_small


async def test_while_a_game_is_played_on_from_practice_no_position_is_looked_for() -> None:
    pages, searching = list[PracticeScreen](), 0

    async def ask(state: State, player: str, seed: str, move: int | None = None) -> Choice:
        nonlocal searching
        if pages and pages[0]._attempt:
            searching += 1
            try:
                await asyncio.Event().wait()
            finally:
                searching -= 1
        return await asked(STB.key)(state, player, seed, move)

    async with practicing(ask=ask, is_found=False) as (pilot, page):
        pages.append(page)
        await until(pilot, lambda: page.may_decide() and searching == 1)
        await go(pilot, "c", GameScreen, ("keys", "q back"), lambda: searching == 0, "q")
        await until(pilot, lambda: page.is_active and searching == 1)
        assert page.may_decide()


@asynccontextmanager
async def awaiting_a_miss() -> AsyncIterator[tuple[Pilot[int], PracticeScreen, Watched]]:
    """Show a page of practice on which the first answer, a wrong one, is being judged."""
    ask = Watched(asked("box"))
    async with practicing(GAMES["box"], ask) as (pilot, page):
        assert page._attempt
        page._cost_shown.seconds = 0.0
        known = page._attempt.puzzle.figures
        ask.goes_on.clear()
        page.submit(next(move for move in page.match.state.legal_moves() if move not in known))
        await until(pilot, lambda: page.message.text == Phase.JUDGING.value)
        yield pilot, page, ask


async def test_an_answer_whose_search_was_stopped_can_be_given_again() -> None:
    async with awaiting_a_miss() as (_, page, _):
        assert not page.may_decide()
        page.cover()
        page.uncover()
        assert page.may_decide()
        assert page.message.text == ""


@pytest.mark.parametrize("keys", [["n"], ["g"], ["n", "g", "n", "q"]])
async def test_no_key_but_q_pressed_again_leads_past_a_move_being_judged(keys: list[str]) -> None:
    async with awaiting_a_miss() as (pilot, page, ask):
        attempt = page._attempt
        page.say("")
        await press(pilot, *keys)
        assert "being judged" in page.message.text
        if keys[-1] != "q":
            told = words_on(pilot, "message")
            assert told.endswith(f"Press {keys[-1]} again once that is done.")
        assert not page.line_is_open
        ask.goes_on.set()
        await until(pilot, page.may_decide)
        assert page._attempt is attempt
        assert page._session.record.numbers == (5,)
        await go(pilot, "n", lambda: page.may_decide() and page._attempt is not attempt)


async def test_who_leaves_while_a_move_is_judged_is_warned_and_has_missed_the_position() -> None:
    async with awaiting_a_miss() as (pilot, page, _):
        await press(pilot, "q")
        told = "counts as missed, which lowers your rating. Press q again to leave."
        assert told in page.message.text
        await go(pilot, "q", MenuScreen)
        await page._session.finish_counting()
        assert page._session.record.numbers == (5,)
        assert page._session.record.streak == 0


async def test_a_position_that_isnt_found_is_looked_for_again_when_asked_or_uncovered() -> None:
    ask = Watched(asked(STB.key), "The search failed.")
    ask.goes_on.clear()
    async with practicing(ask=ask, is_found=False) as (pilot, page):
        await until_shown(pilot, "side", "Position 5 couldn't be found")
        assert "The search failed." in page.message.text
        assert "Enter try again" in text_of(pilot, "keys")
        ask.failure = ""
        await go(pilot, "enter", ("side", "Looking for position 5"))
        page.cover()
        await pilot.pause()
        page.uncover()
        ask.goes_on.set()
        await until(pilot, page.may_decide)
        assert page._attempt
        assert page._attempt.puzzle.number == 5


async def test_practice_is_left_as_its_position_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    ready, pages = await find_puzzle(STB, 5, asked(STB.key)), list[PracticeScreen]()

    async def finding(supply: PuzzleSupply, number: int) -> Puzzle:
        while not pages or pages[0].query("#title") or not pages[0].is_mounted:
            await asyncio.sleep(0)
        return ready

    monkeypatch.setattr(PuzzleSupply, "puzzle", finding)
    async with practicing(is_found=False) as (pilot, page):
        pages.append(page)
        pilot.app.pop_screen()
        await until(pilot, lambda: not page.is_running)
