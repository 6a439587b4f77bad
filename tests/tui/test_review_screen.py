"""The review on the screen: stepping, mistakes, playing on, and ways in and out."""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest
from canvas_text import until_shown, words_on
from game_screens import running, settled, shown, until
from played import boxtui, library_in
from pty_terminal import END, ESC, HOME, LEFT, PAGE_DOWN, RIGHT, PtyTerminal
from random_games import finished, of_bad_decisions, played_first
from textual.binding import Binding
from textual.events import Key
from textual.pilot import Pilot

from ai.agent import HUMAN
from ai.decision import AgentFailed
from boxtui.core import OptionValue
from boxtui.games import GAMES
from boxtui.games.box.moves import RESIGN
from boxtui.learn.asking import AskAgent
from boxtui.learn.judging import Judged
from boxtui.learn.review import Review
from boxtui.learn.review_progress import ReviewProgress
from boxtui.learn.review_steps import ReviewSteps
from boxtui.lines import UNICODE, Piece, plain
from boxtui.play.match import Match, Seat
from boxtui.system.terminal import Look
from boxtui.tui.app import BoxTui
from boxtui.tui.boards.box import BoxBoard
from boxtui.tui.screens.about import AboutScreen
from boxtui.tui.screens.game import GameScreen
from boxtui.tui.screens.log import LogScreen
from boxtui.tui.screens.review import ReviewScreen
from boxtui.tui.widgets.canvas import Canvas
from boxtui.tui.widgets.keys import KEY_ROWS
from boxtui.views.games import words_of
from boxtui.views.log import MARK


@pytest.fixture
def ended(tmp_path: Path) -> Path:
    """Return the home of a player with a finished game of bad decisions."""
    of_bad_decisions(library_in(tmp_path))
    return tmp_path


@pytest.fixture
def review(ended: Path) -> Iterator[PtyTerminal]:
    with boxtui(ended, "review") as terminal:
        terminal.wait_until("Ben wins.")
        yield terminal


def test_n_and_b_go_to_the_next_mistake_and_back_or_say_that_there_is_none(
    review: PtyTerminal,
) -> None:
    review.send("n", "at move 2 of")
    review.wait_quiet()
    first = review.text()
    assert "less than after" in first
    assert "your choices" in first
    assert "picked" not in first
    review.go(
        "", "b", "No mistake of Ann's comes", "n", "at move 4 of", "n", "No mistake of Ann's comes"
    )
    assert "at move 4 of" in review.text()
    review.send("b", "at move 2 of")
    review.wait_quiet()
    assert review.text() == first
    review.send(END, "Ben wins.", "n", "at move 2 of")


def test_a_review_begins_with_what_the_game_turned_on_and_is_stepped_through(
    review: PtyTerminal,
) -> None:
    for words in ("Review of Shut-the-Box", "Luck", "the worst: move 2", "100%", "^"):
        assert words in review.text()
    for keys, where in (
        (PAGE_DOWN * 99, "Ben wins."),
        (HOME + PAGE_DOWN, "at move 2 of"),
        (HOME, "before move 1 of"),
        (RIGHT * 3, "at move 4 of"),
        (LEFT, "after move 2 of"),
        (END, "Ben wins."),
        ("a", "x marks"),  # every figure and every mark is defined on a page
        (PAGE_DOWN, "adds up"),
        ("q", "Review of"),
        ("l", " 4 Ann lays down 5+4"),
        ("q", "Review of"),
    ):
        review.send(keys, where)


@pytest.mark.parametrize("size", [(80, 24), (40, 24)])
async def test_the_log_opens_at_the_move_that_is_shown(size: tuple[int, int]) -> None:
    match = played("free-the-box", "level1")
    async with reviewing(match, size=size) as (pilot, screen):
        last = len(match.moves)
        decision = next(ply for ply, _ in choices(match) if ply > 100)
        screen._steps = ReviewSteps(match, judged(match, decision, match.moves[decision]))
        for ply, number in ((decision, decision + 1), (200, 200), (0, 1), (last, last)):
            screen._show(ply)
            screen.action_log()
            await settled(pilot)
            shown = [plain(line) for line in cast("LogScreen", screen.app.screen)._page._lines]
            (marked,) = (at for at, line in enumerate(shown) if line.startswith(MARK))
            assert shown[marked].startswith(f"{MARK}{number:>{len(str(last))}} ")
            assert marked < 8 or ply == last
            screen.app.pop_screen()
            await settled(pilot)


def test_p_adds_a_mistake_or_all_of_them_to_practice_where_they_come_first(
    review: PtyTerminal, ended: Path
) -> None:
    review.go("p add all to practice", "n", "p add to practice", "p", "1 position added", "p")
    review.go("in your practice", END, "p add all to practice", "p", "asked first.", "q")
    review.go("l learn", "l", "from your games to solve", "j\r", "from your games, added")
    review.wait_until("Which move is best here?")


def test_a_finished_game_is_reviewed_from_the_list_of_saves(ended: Path) -> None:
    with boxtui(ended) as terminal:
        terminal.go("Settings", "s", " won, ", "", "scores, low wins: Ann: ")
        terminal.go(" won, ", "v", "Review of Shut-the-Box", ESC, "Saved games")


# The move that the board marks

MARKED = 50
"""How many decisions of each game are looked at."""


def judged(match: Match, ply: int, best: int, *, is_sure: bool = True, **more: Any) -> Review:
    """Return a review with one decision, in which that move is found better than any other.

    The decision has `more` fields.
    """
    seat, move = match.log[ply].seat, match.moves[ply]
    before = (0.5,) * len(match.seats)
    after = tuple(0.3 if at == seat and move != best else 0.5 for at in range(len(before)))
    decision = Judged(ply, seat, move, best, after, before, 0.0, is_sure, **more)
    return Review(before, (decision,), (), (), tuple(match.state.returns()), len(match.moves))


@asynccontextmanager
async def reviewing(
    match: Match,
    review: Callable[..., Awaitable[Review]] | None = None,
    size: tuple[int, int] = (80, 24),
) -> AsyncIterator[tuple[Pilot[int], ReviewScreen]]:
    """Run the app with a finished match on the screen of its review, which `review` finds."""

    async def found(*_: object) -> Review:
        return judged(match, len(match.moves) - 1, match.moves[-1])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("boxtui.tui.screens.review.reviewed", review or found)
        async with running(look=Look(color=False), size=size) as (pilot, app):
            await app.push_screen(ReviewScreen(match))
            await until_shown(pilot, "title", "Review of")
            await settled(pilot)
            yield pilot, cast("ReviewScreen", app.screen)


def drawn(screen: ReviewScreen, review: Review) -> list[str]:
    """Return the board at the decision of a review, without styles."""
    screen._steps = ReviewSteps(screen._whole, review)
    screen._show(review.judged[0].ply)
    return drawn_now(screen)


def drawn_now(screen: ReviewScreen) -> list[str]:
    return [plain(line) for line in screen.board.board_lines(21)]


def played(key: str, other: str = HUMAN, first: str = HUMAN, **options: OptionValue) -> Match:
    """Return a finished game of random moves, which are the same whoever plays."""
    return finished(Match(GAMES[key], options, [Seat("Ann", first), Seat("Ben", other)], 7))


def choices(match: Match) -> Iterator[tuple[int, list[int]]]:
    """Yield the plies of the first decisions between several moves, and the moves not played."""
    for ply, move in enumerate(match.moves[:200]):
        state = match.position_after(ply)
        others = [each for each in state.legal_moves() if each != move]
        if state.current_player() >= 0 and others:
            yield ply, others


@pytest.mark.parametrize("key", GAMES)
async def test_the_board_marks_the_move_played_and_beside_it_the_best_one_if_clearly_better(
    key: str,
) -> None:
    """Both marks are seen without color."""
    match, rng, told, seen = played(key, "level1"), Random(7), list[bool](), 0
    async with reviewing(match) as (_, screen):
        for ply, others in islice(choices(match), MARKED):
            best, move = rng.choice(others), match.moves[ply]
            both = drawn(screen, judged(match, ply, best))
            if screen.marks_picked:
                assert screen.board.picked_move == best
                screen.board.other = None
                told.append(both != drawn_now(screen))
            alone = list[list[str]]()
            for review in (judged(match, ply, move), judged(match, ply, best, is_sure=False)):
                alone.append(drawn(screen, review))
                assert not screen.marks_picked or screen.board.picked_move == move
                assert screen.board.other is None
            assert alone[0] == alone[1]
            seen += both != alone[0]
            screen.action_step(1)
            assert not screen.marks_picked
    assert min(seen, len(told)) > 3
    # Of words and of tokens on the same space, only the text beside the board tells.
    assert sum(told) > max(3, 0.9 * len(told))


async def test_the_signs_of_the_moves_picked_and_played_are_explained_beside_a_grid() -> None:
    match = played("box", balance="none")
    async with reviewing(match) as (pilot, screen):
        ply, others = next(each for each in choices(match) if each[0] > 3)
        both, alone = "[ ] best > < played", "[ ] played"
        for best, legend in ((others[0], both), (match.moves[ply], alone)):
            drawn(screen, judged(match, ply, best))
            for _ in range(2):
                assert legend in words_on(pilot, "side")
                assert ("> < played" in words_on(pilot, "side")) == (legend == both)
                screen.action_turn_page()
        picks = screen.board.picks
        assert isinstance(screen.board, BoxBoard)
        screen.board.on_canvas_pressed(Canvas.Pressed("f6"))
        assert screen.message.text.startswith("This is a review:")
        assert screen.board.picks == picks
        screen.action_go_to(-1)
        assert "[ ]" not in words_on(pilot, "side")


async def test_the_signs_of_a_grid_are_explained_if_the_text_leaves_one_row_above_the_chart() -> (
    None
):
    match = played("box", balance="none")
    async with reviewing(match) as (pilot, screen):
        ply, others = next(each for each in choices(match) if each[0] > 3)
        explained = list[bool]()
        while "More: press t." not in words_on(pilot, "side"):
            why = ("A reason.",) * len(explained)
            drawn(screen, judged(match, ply, others[0], why=why))
            explained.append("[ ] best > < played" in words_on(pilot, "side"))
        with_legend = explained.count(True)
        assert with_legend > 1
        # At the end no row is left, or one is missing.
        assert explained == [True] * with_legend + [False] * 2


def chart_rows(screen: ReviewScreen) -> list[int]:
    """Return the rows of the chart's scale in the text beside the board."""
    text = [plain(line) for line in screen.side_lines(30, screen.board.size.height - 1)]
    return [row for row, line in enumerate(text) if line.startswith(("100% ", " 50% ", "  0% "))]


async def test_the_chart_has_its_place_at_every_move_and_t_shows_text_that_has_no_room() -> None:
    match = played("shut-the-box")
    async with reviewing(match) as (pilot, screen):
        ply, others = next(choices(match))
        screen._steps = ReviewSteps(match, judged(match, ply, others[0]))
        places = []
        for at in range(len(match.moves) + 1):
            screen._show(at)
            places.append(chart_rows(screen))
        assert len(places[0]) == 3
        assert places == places[:1] * len(places)
        for sentences in range(1, 13):
            why = tuple(f"Reason {number} of them." for number in range(1, sentences + 1))
            drawn(screen, judged(match, ply, others[0], grade="blunder", why=why))
            assert chart_rows(screen) == places[0]
            is_cut = why[-1] not in words_on(pilot, "side")
            assert ("More: press t." in words_on(pilot, "side")) == is_cut
            screen.action_turn_page()
            assert not chart_rows(screen)
            assert why[-1] in words_on(pilot, "side")
            screen.action_turn_page()
        assert "More: press t." in words_on(pilot, "side")
        why = tuple(f"Reason {number} of too many to have room." for number in range(30))
        drawn(screen, judged(match, ply, others[0], grade="blunder", why=why))
        screen.action_turn_page()
        page = screen.app.screen
        assert isinstance(page, AboutScreen)
        assert page._sections[-1] == why[-1]
        screen.app.pop_screen()
        await shown(pilot, ReviewScreen)
        assert chart_rows(screen) == places[0]
        screen._is_whole = True  # turned to at another move, whose text has room
        assert screen.described(Binding("t", "turn_page", "text")) == "read on"
        screen.draw()
        assert words_on(pilot, "side").endswith("More: press t.")
        screen.action_turn_page()
        assert chart_rows(screen) == places[0]


async def test_the_keys_leave_the_board_its_rows() -> None:
    async with reviewing(played("box")) as (pilot, screen):
        for ply, others in islice(choices(screen._whole), 3):
            drawn(screen, judged(screen._whole, ply, others[0]))
            assert "add to practice" in words_on(pilot, "keys")
            assert screen.key_list.wanted_rows <= KEY_ROWS
            assert screen.board.size.height == 24 - 1 - KEY_ROWS


async def test_a_message_of_several_rows_never_covers_the_chart() -> None:
    async with reviewing(played("shut-the-box")) as (_, screen):
        for rows in range(1, 4):
            left = screen.board.size.height - rows
            assert len(screen.side_lines(30, left)) == left


async def test_the_chart_is_of_a_computer_only_at_its_mistake_and_else_of_the_last_person() -> None:
    match = played("shut-the-box", "level1")
    async with reviewing(match) as (_, screen):
        found = {match.log[ply].seat: judged(match, ply, best[0]) for ply, best in choices(match)}
        decisions = tuple(sorted((*found[0].judged, *found[1].judged), key=lambda each: each.ply))
        bad = tuple(replace(each, grade="blunder") for each in decisions)
        screen._steps = ReviewSteps(match, replace(found[0], judged=bad))
        for each in bad:
            screen._show_decision(each.ply)
            assert charted(screen) == ("Ann", "Ben")[each.seat]
            screen.action_step(1)
            assert charted(screen) == "Ann"


def charted(screen: ReviewScreen) -> str:
    """Return whose chances the chart shows."""
    assert screen._steps
    title, *_ = screen._steps.chart(screen._seat, screen._ply, screen.glyphs, 40, 9)
    return re.split("['’:]", plain(title).strip())[0]


@pytest.mark.parametrize("size", [(80, 18), (60, 24), (80, 40)])
async def test_in_other_windows_the_chart_is_shown_at_all_moves_or_at_none(
    size: tuple[int, int],
) -> None:
    match = played("shut-the-box")
    async with reviewing(match, size=size) as (_, screen):
        ply, others = next(choices(match))
        drawn(screen, judged(match, ply, others[0], grade="blunder", why=("Why. " * 20,)))
        places = []
        for at in range(len(match.moves) + 1):
            screen._show(at)
            places.append(chart_rows(screen) if screen.has_side else [])
        assert places == places[:1] * len(places)
        assert bool(places[0]) == (size == (80, 40))


# While a game is being reviewed


class _Slow:
    """Stands for `reviewed`; it ends or fails only once `may_end` is set.

    Attributes:
        asks: what the calls were to ask.
        is_stopped: whether a call was canceled.
        judge: reports that so many moves are judged.
    """

    def __init__(self, failure: str = "") -> None:
        self.asks: list[AskAgent] = []
        self.is_stopped = False
        self._failure = failure
        self.judge: Callable[[int], None] = lambda done: None
        self.may_end = asyncio.Event()

    async def __call__(
        self, match: Match, ask: AskAgent, progress: Callable[[int], None]
    ) -> Review:
        self.asks.append(ask)
        self.judge = progress
        try:
            await self.may_end.wait()
        except asyncio.CancelledError:
            self.is_stopped = True
            raise
        if self._failure:
            raise AgentFailed(self._failure)
        ply, others = next(choices(match))
        return judged(match, ply, others[0])


async def test_a_review_under_way_says_how_long_it_still_takes_and_that_nothing_is_known_yet(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match, now = played("box"), 0.0
    slow = _Slow()
    timed = partial(ReviewProgress, clock=lambda: now)
    monkeypatch.setattr("boxtui.tui.screens.review.ReviewProgress", timed)
    async with reviewing(match, slow) as (pilot, screen):
        assert "begins" in words_on(pilot, "side")
        asked: list[Callable[[], None]] = [screen.action_explain]
        asked += [partial(screen.action_mistake, way) for way in (1, -1)]
        for ask in asked:
            screen.say("")
            ask()
            assert "aren't known yet" in screen.message.text
        slow.judge(3)  # the first two moves are no decisions that are judged
        now, half = 570.0, len(match.moves) // 2
        slow.judge(half)
        assert f"move {half} of {len(match.moves)}, about 10 minutes left" in words_on(
            pilot, "side"
        )
        cast("BoxTui", screen.app).say_unused(Key("t", "t"))
        assert screen.message.aside
        slow.may_end.set()
        await screen.app.workers.wait_for_complete()
        assert not screen.message.text
        assert not screen.message.aside
        screen.action_mistake(1)
        assert "known yet" not in screen.message.text


async def test_a_text_that_is_cut_ends_with_no_heading(monkeypatch: pytest.MonkeyPatch) -> None:
    match = played("box")
    async with reviewing(match) as (_, screen):
        for before in range(20):
            text = [*["Words."] * before, "Mistakes, by move:", *["A mistake."] * (20 - before)]
            lines = [(Piece(words),) for words in text]
            monkeypatch.setattr(ReviewSteps, "summary", lambda *_, told=lines: told)
            screen.draw()
            rows = [plain(line) for line in screen.side._lines]
            more = next(at for at, row in enumerate(rows) if "More: press t." in row)
            assert rows[more - 1] in ("Words.", "A mistake.")


async def test_a_review_stops_while_a_game_is_played_on_from_it_and_then_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match, slow, now = played("box"), _Slow(), 0.0
    timed = partial(ReviewProgress, clock=lambda: now)
    monkeypatch.setattr("boxtui.tui.screens.review.ReviewProgress", timed)
    async with reviewing(match, slow) as (pilot, screen):
        half = len(match.moves) // 2
        screen.action_step(-3)
        now = 570.0
        slow.judge(half)
        screen.action_enter()
        await shown(pilot, GameScreen)
        await until(pilot, lambda: slow.is_stopped)
        assert len(slow.asks) == 1
        now = 9999.0
        await cast("GameScreen", screen.app.screen).action_leave()
        await until(pilot, lambda: len(slow.asks) == 2)
        assert screen.is_active
        assert len(screen.match.moves) == len(match.moves) - 3
        assert f"move {half} of {len(match.moves)}" in words_on(pilot, "side")
        assert slow.asks[0] is slow.asks[1]
        slow.may_end.set()
        await until(pilot, lambda: screen._steps)


async def test_after_a_failed_review_nothing_is_said_to_go_on() -> None:
    match = played("box")
    slow = _Slow("The search failed.")
    slow.may_end.set()
    async with reviewing(match, slow) as (pilot, screen):
        assert "The search failed." in screen.message.text
        assert "couldn't be reviewed" in words_on(pilot, "side")
        screen.action_mistake(1)
        assert "couldn't be reviewed" in screen.message.text


async def test_only_a_decision_of_a_person_can_be_practiced() -> None:
    match = played("shut-the-box", "level1")
    async with reviewing(match) as (_, screen):
        for ply, others in choices(match):
            drawn(screen, judged(match, ply, others[0]))
            assert screen.check_action("practice", ()) == (match.log[ply].seat == 0)


async def test_n_goes_to_the_mistakes_of_others_if_the_person_made_none() -> None:
    match = played("shut-the-box", "level1")
    ply, others = next(each for each in choices(match) if match.log[each[0]].seat == 1)
    async with reviewing(match) as (pilot, screen):
        drawn(screen, judged(match, ply, others[0], grade="blunder"))
        screen.action_go_to(-1)
        assert "blunder by Ben" in words_on(pilot, "side")
        screen.action_mistake(1)
        assert len(screen.match.moves) == ply
        assert "Ben: " in words_on(pilot, "side")


async def test_a_review_of_a_game_that_isnt_over_ends_where_the_game_stands() -> None:
    seats = [Seat("Ann", HUMAN), Seat("Ben", "level1")]
    match = played_first(Match(GAMES["shut-the-box"], {}, seats, 7), 4)

    async def found(*_: object) -> Review:
        return Review((0.5, 0.5), (), (), (), (0.4, 0.6), len(match.moves))

    async with reviewing(match, found) as (pilot, screen):
        assert "Not over yet." in words_on(pilot, "side")
        screen.say_not_now()
        assert "resume the saved game" in screen.message.text
        screen.action_go_to(0)
        screen.say_not_now()
        assert "press Enter" in screen.message.text


async def test_after_a_game_that_nobody_played_p_says_who_decides_in_practice(home: Path) -> None:
    match = played("shut-the-box", "level2", "level1")
    async with reviewing(match) as (_, screen):
        ply, others = next(choices(match))
        drawn(screen, judged(match, ply, others[0]))
        screen.action_practice()
        await screen.app.workers.wait_for_complete()
        assert "in the computers' seats" in screen.message.text


@pytest.mark.parametrize("other", [HUMAN, "level1"])
async def test_the_hand_of_whoever_decides_is_shown_and_its_card_marked(other: str) -> None:
    match, seats = played("free-o", other), set[int]()
    async with reviewing(match) as (_, screen):
        for ply, others in choices(match):
            board = "\n".join(drawn(screen, judged(match, ply, others[0])))
            assert screen.marks_picked
            seat = match.log[ply].seat
            cards = words_of(match.until(ply), screen.viewer).seat_words(UNICODE)[seat]
            assert f"{match.seats[seat].name}'s hand, {cards.split(',')[0]}" in board
            seats.add(seat)
    assert seats == {0, 1}


async def test_a_resignation_has_no_mark_but_a_better_move_has() -> None:
    match = played("box")
    match.take_back_to(9)
    match.play(RESIGN)
    async with reviewing(match) as (_, screen):
        better = match.position_after(9).legal_moves()[0]
        assert "[" in "".join(drawn(screen, judged(match, 9, better)))
        assert "[" not in "".join(drawn(screen, judged(match, 9, RESIGN)))


async def test_the_decision_shown_when_the_review_is_found_is_marked_at_once() -> None:
    async with reviewing(played("box")) as (_, screen):
        screen._steps = None
        screen.action_step(-1)
        assert not screen.marks_picked
        await screen._judge()
        assert screen.marks_picked
