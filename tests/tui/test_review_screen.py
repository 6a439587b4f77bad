"""The review on the screen: stepping, mistakes, playing on, and ways in and out."""

import asyncio
import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import cast

import pytest
from canvas_text import until_shown, words_on
from game_screens import press, pressed, settled, shown, until
from played import boxtui, library_in
from pty_terminal import END, HOME, LEFT, PAGE_DOWN, RIGHT
from random_games import of_bad_decisions, played_first
from review_screens import choices, drawn, judged, played, reviewing
from textual.binding import Binding
from textual.events import Key

from ai.agent import HUMAN
from ai.decision import AgentFailed
from boxtui.games import GAMES
from boxtui.learn.asking import AskAgent
from boxtui.learn.judging import GOOD, Judged
from boxtui.learn.review import Review
from boxtui.learn.review_steps import ReviewSteps
from boxtui.lines import Piece, plain
from boxtui.play.match import Match, Seat
from boxtui.tui.app import BoxTui
from boxtui.tui.screens.about import AboutScreen
from boxtui.tui.screens.game import GameScreen
from boxtui.tui.screens.log import LogScreen
from boxtui.tui.screens.review import ReviewScreen
from boxtui.tui.widgets.keys import KEY_ROWS
from boxtui.tui.widgets.message_bar import MessageKind
from boxtui.views.log import MARK


def test_a_review_is_stepped_through_from_mistake_to_mistake_which_are_added_to_practice(
    tmp_path: Path,
) -> None:
    """All in one session, because it takes seconds to judge the game."""
    of_bad_decisions(library_in(tmp_path))
    with boxtui(tmp_path, "review") as review:
        review.wait_until("Ben wins.")
        for words in ("Review of Shut-the-Box", "Luck", "the worst: move 2", "100%", "^"):
            assert words in review.text()
        for keys, where in (
            (PAGE_DOWN * 99, "Ben wins."),
            (HOME + PAGE_DOWN, "between moves 1 and 2 of"),
            (HOME, "before move 1 of"),
            (RIGHT * 3, "between moves 3 and 4 of"),
            (LEFT, "after move 2 of"),
            (END, "Ben wins."),
            ("a", "x marks"),  # every figure and every mark is defined on a page
            (PAGE_DOWN, "adds up"),
            ("q", "Review of"),
            ("l", " 4 Ann lays down 5+4"),
            ("q", "Review of"),
        ):
            review.send(keys, where)
        review.send("n", "and 2 of")
        review.wait_quiet()
        first = review.text()
        assert "less than after" in first
        assert "your choices" in first
        assert "picked" not in first
        no_more = "No mistake of Ann's comes"
        review.send("b", no_more, "n", "and 4 of", "n", no_more)
        assert "and 4 of" in review.text()
        review.send("b", "and 2 of")
        review.wait_quiet()
        assert review.text() == first
        review.send(END, "Ben wins.", "n", "and 2 of")
        review.send(END, "p add all to practice", "n", "p add to practice", "p", "1 position added")
        review.send("p", "in your practice", END, "p add all to practice", "p", "asked first.", "q")
        review.go("l learn", "l", "from your games to solve", "j\r", "from your games, added")
        review.wait_until("Which move is best here?")


async def test_the_log_opens_at_the_move_that_is_shown() -> None:
    match = played("free-the-box", "level1")
    last = len(match.moves)
    decision = next(ply for ply, _ in choices(match) if ply > 100)
    async with reviewing(match) as (pilot, screen):
        screen._steps = ReviewSteps(match, judged(match, decision, match.moves[decision]))
        for width in (80, 40):
            await pilot.resize_terminal(width, 24)
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
        for rows in range(1, 4):  # of a message
            left = screen.board.size.height - rows
            assert len(screen.side_lines(30, left)) == left
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
    title, *_ = screen._steps.chart(screen._seat, screen._ply, screen.glyphs, 40, 9)
    return re.split("['’:]", plain(title).strip())[0]


async def test_in_other_windows_the_chart_is_shown_at_all_moves_or_at_none() -> None:
    match = played("shut-the-box")
    ply, others = next(choices(match))
    async with reviewing(match) as (pilot, screen):
        for size in ((80, 18), (60, 24), (80, 40)):
            await pilot.resize_terminal(*size)
            await settled(pilot)
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
        judge: reports a review of the moves so far.
    """

    def __init__(self, failure: str = "") -> None:
        self.asks: list[AskAgent] = []
        self.is_stopped = False
        self._failure = failure
        self.judge: Callable[[Review], None] = lambda so_far: None
        self.may_end = asyncio.Event()

    async def __call__(
        self, match: Match, ask: AskAgent, progress: Callable[[Review], None]
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


def until_move(match: Match, plies: int, *decisions: Judged) -> Review:
    """Return the review of so many moves, with these decisions judged."""
    return Review((0.5, 0.5), decisions, (), (), (0.5, 0.5), plies)


async def test_a_review_under_way_shows_what_is_judged_so_far() -> None:
    match, slow = played("shut-the-box", "level1"), _Slow()
    found = ((ply, others) for ply, others in choices(match) if match.log[ply].seat == 0)
    bad, good = (
        replace(judged(match, ply, others[0]).judged[0], grade=grade)
        for (ply, others), grade in zip(found, ("blunder", GOOD), strict=False)
    )
    async with reviewing(match, slow) as (pilot, screen):
        screen.action_go_to(bad.ply)
        assert not screen.marks_picked
        slow.judge(until_move(match, bad.ply + 1, bad))
        assert screen.marks_picked
        slow.judge(until_move(match, 1))  # of a begun review that wasn't kept
        assert screen.marks_picked
        assert "blunder" in words_on(pilot, "side")
        assert "add to practice" in words_on(pilot, "keys")
        slow.judge(until_move(match, good.ply + 1, bad, good))
        screen.action_mistake(1)
        assert "known yet" in screen.message.text
        screen.action_mistake(-1)
        assert "known yet" not in screen.message.text
        screen.action_go_to(good.ply)
        screen.action_choice(1)
        assert "judged yet" in screen.message.text
        assert len(screen.match.moves) == good.ply
        screen.action_go_to(-1)
        screen.action_choice(1)
        assert not screen.message.text
        assert "so far: 2 decisions, with 1 mistake." in words_on(pilot, "side")
        assert not screen.check_action("practice", ())
        screen.action_choice(-1)
        assert len(screen.match.moves) == good.ply
        screen.action_step(1)
        screen.action_mistake(-1)
        assert len(screen.match.moves) == bad.ply
        screen.action_step(good.ply + 2 - bad.ply)
        assert f"move {good.ply + 1} of" in words_on(pilot, "side")
        assert not chart_rows(screen)
        slow.may_end.set()
        await screen.app.workers.wait_for_complete()
        assert chart_rows(screen)


async def test_a_review_says_how_long_it_still_takes_and_that_nothing_is_known_yet() -> None:
    match, slow, now = played("box"), _Slow(), 0.0
    async with reviewing(match, slow, lambda: now) as (pilot, screen):
        assert "begins" in words_on(pilot, "side")
        asked: list[Callable[[], None]] = [screen.action_explain]
        asked += [partial(screen.action_mistake, way) for way in (1, -1)]
        for ask in asked:
            screen.say("")
            ask()
            assert "known yet" in screen.message.text
        slow.judge(until_move(match, 3))  # the first two moves are no decisions that are judged
        now, half = 570.0, len(match.moves) // 2
        slow.judge(until_move(match, half))
        how_far = f"move {half} of {len(match.moves)}, about 10 minutes left"
        assert how_far in words_on(pilot, "side")
        cast("BoxTui", screen.app).say_unused(Key("t", "t"))
        assert screen.message.aside
        slow.may_end.set()
        await screen.app.workers.wait_for_complete()
        assert not screen.message.text
        assert not screen.message.aside
        screen.action_mistake(1)
        assert "known yet" not in screen.message.text


@pytest.mark.parametrize(
    ("ask", "grade", "is_known"),
    [
        (partial(ReviewScreen.action_mistake, way=1), "blunder", True),
        (partial(ReviewScreen.action_mistake, way=1), GOOD, False),
        (partial(ReviewScreen.action_choice, way=1), GOOD, True),
        (ReviewScreen.action_explain, "blunder", False),
    ],
)
async def test_that_nothing_is_known_yet_is_said_until_it_is(
    ask: Callable[[ReviewScreen], None], grade: str, *, is_known: bool
) -> None:
    match, slow = played("shut-the-box"), _Slow()
    ply, others = next(choices(match))
    found = replace(judged(match, ply, others[0]).judged[0], grade=grade)
    async with reviewing(match, slow) as (_, screen):
        screen.action_go_to(0)
        slow.judge(until_move(match, ply))
        ask(screen)
        slow.judge(until_move(match, ply))
        assert screen.message.kind is MessageKind.NOT_YET
        slow.judge(until_move(match, ply + 1, found))
        assert (screen.message.kind is MessageKind.NOT_YET) is not is_known


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


async def test_a_review_stops_while_a_game_is_played_on_from_it_and_then_goes_on() -> None:
    match, slow, now = played("box"), _Slow(), 0.0
    async with reviewing(match, slow, lambda: now) as (pilot, screen):
        half = len(match.moves) // 2
        screen.action_step(-3)
        now = 570.0
        slow.judge(until_move(match, half))
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
        await until(pilot, lambda: screen._is_done)


async def test_after_a_failed_review_nothing_is_said_to_go_on() -> None:
    match = played("box")
    slow = _Slow("The search failed.")
    slow.may_end.set()
    async with reviewing(match, slow) as (pilot, screen):
        assert "The search failed." in screen.message.text
        assert "couldn't be reviewed" in words_on(pilot, "side")
        screen.action_mistake(1)
        assert "couldn't be reviewed" in screen.message.text


async def test_a_typed_number_leads_to_the_decision_with_that_number_or_to_after_the_move() -> None:
    match = played("box", "level1")
    decision, others = next(each for each in choices(match) if each[0] >= 20)
    async with reviewing(match) as (pilot, screen):
        screen._steps = ReviewSteps(match, judged(match, decision, others[0]))
        await until_shown(pilot, "keys", f"1-{len(match.moves)} move")
        for number, ply in ((decision + 1, decision), (12, 12), (len(match.moves) + 1, 12)):
            await pressed(pilot, *str(number), "enter")
            assert len(screen.match.moves) == ply
        assert screen.line_is_open
        await press(pilot, "escape", "right")
        assert len(screen.match.moves) == 13


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
        await press(pilot, "b")
        assert screen.message.kind is MessageKind.NO_MORE
        await press(pilot, "l", "escape")
        assert not screen.message.text


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
