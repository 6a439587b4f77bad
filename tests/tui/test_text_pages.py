"""Pages of text: the log of a match, the rules, and what is read there in windows of any size."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest
from canvas_text import go, text_of, until_shown, words_on
from free_o_play import at
from game_screens import page_open, press, running, settled, showing, until
from people import ANN, BEN
from played import begin, boxtui, library_in
from pty_terminal import DOWN, ENTER, ESC, HOME
from random_games import LONG_THINKER, against, any_move, has_to_choose, play_on
from textual.pilot import Pilot

from boxtui.core import CHANCE
from boxtui.games import GAMES
from boxtui.play.match import Match, match_at
from boxtui.play.viewer import Viewer
from boxtui.tui.screens.about import AboutScreen
from boxtui.tui.screens.game import GameScreen
from boxtui.tui.screens.log import LogScreen
from boxtui.tui.screens.name import NameScreen
from boxtui.tui.screens.rules import RulesScreen
from boxtui.tui.screens.scrolled import ScrolledPage
from tutorials.pages import rules_page

NUMBERED = [" ".join(f"word{100 * at + word}" for word in range(60)) for at in range(9)]
WIDTHS = (40, 120, 57, 80)


def played(match: Match, moves: int) -> Match:
    """Play at least that many random moves, up to a person's decision."""
    rng = Random(4)
    while len(match.moves) < moves or match.state.current_player() == CHANCE:
        match.play(any_move(match, rng))
    return match


async def test_the_log_opens_at_its_end_and_is_read_back_to_its_start() -> None:
    match = played(Match(GAMES["free-the-box"], {}, [ANN, BEN], 3), 80)
    async with showing(match, size=(60, 20)) as (pilot, screen):
        await until_shown(pilot, "keys", "l log")
        told = screen.viewer.sentences(match.log)[0]
        await press(pilot, "l")
        last = match.log[-1].sentence
        await until_shown(pilot, "body", last)
        assert "what was played" in text_of(pilot, "title")
        on_end = text_of(pilot, "body")
        assert told not in on_end
        await press(pilot, *["pageup"] * 12)
        assert text_of(pilot, "body").strip().startswith(f"1 {told}")
        await press(pilot, "down", "up", *["pagedown"] * 12)
        assert text_of(pilot, "body") == on_end
        await press(pilot, "q")
        assert screen.match is match


async def test_the_log_shows_no_cards_behind_the_curtain_or_once_it_comes_down() -> None:
    state = at("house:2,car", "truck:3", top="mailbox", demand="match", pile="mailbox:9")
    match = match_at(GAMES["free-o"], state.text(), [ANN, BEN])
    for _ in range(2):
        match.play(match.state.read_move("draw"))
        match.deal()
    async with showing(match) as (pilot, _):
        await go(pilot, "l", ("body", "Ann draws a card"))
        assert "draws Mailbox" not in text_of(pilot, "body")
        await go(pilot, "q v l", ("body", "Ann draws Mailbox"))
        assert "Ben draws a card" in text_of(pilot, "body")
        match.play(match.state.read_move("mailbox"))
        app, page = pilot.app, pilot.app.screen
        table = app.screen_stack[-2]
        assert isinstance(table, GameScreen)
        table.changed()
        assert app.screen is page
        assert "Ann draws Mailbox" not in text_of(pilot, "body")


@asynccontextmanager
async def reading(page: ScrolledPage, start: str) -> AsyncIterator[Pilot[int]]:
    """Run the app with that page open, which is at that word."""
    async with page_open(lambda: page, size=(100, 24)) as (pilot, _):
        await until(pilot, lambda: start in text_of(pilot, "body").partition("\n")[0])
        yield pilot


def top_words(pilot: Pilot[int]) -> list[str]:
    """Return the words of the first line that is shown."""
    return text_of(pilot, "body").splitlines()[0].split()


async def resized(pilot: Pilot[int], width: int, rows: int = 24) -> None:
    """Change the window's size, and wait until the page is drawn in it."""
    before = text_of(pilot, "body")
    await pilot.resize_terminal(width, rows)
    await until(pilot, lambda: text_of(pilot, "body") != before)
    await pilot.pause()


async def resized_at(pilot: Pilot[int], word: str) -> None:
    """Change the window's width several times; the word must stay in the first line."""
    for width in WIDTHS:
        await resized(pilot, width)
        assert word in top_words(pilot), width


async def test_the_words_at_the_top_of_a_page_stay_there_when_the_width_changes() -> None:
    async with reading(AboutScreen("Numbers", NUMBERED, "a"), "word0") as pilot:
        await press(pilot, "pagedown", "down")
        word = top_words(pilot)[0]
        assert word != "word0"
        await resized_at(pilot, word)


async def test_the_title_says_which_lines_are_shown_only_if_there_are_others() -> None:
    async with reading(AboutScreen("Numbers", NUMBERED, "a"), "word0") as pilot:
        first, last, count = map(int, re.findall(r"\d+", text_of(pilot, "title")))
        assert (first, last < count) == (1, True)
        await press(pilot, "end")
        assert f"lines {count - last + 1} to {count} of {count}" in text_of(pilot, "title")
    async with reading(AboutScreen("Numbers", ["one word"], "a"), "one") as pilot:
        assert not re.search(r"\d", text_of(pilot, "title"))


@pytest.mark.parametrize(("opened_by", "name"), [("a", "a"), ("question_mark", "?"), ("t", "t")])
async def test_only_the_key_that_opened_a_page_closes_it_too(opened_by: str, name: str) -> None:
    async with reading(AboutScreen("Numbers", ["one word"], opened_by), "one") as pilot:
        page = pilot.app.screen
        assert f"q Esc {name} back" in words_on(pilot, "keys")
        for key in {"a", "question_mark", "t"} - {opened_by}:
            await go(pilot, key, ("message", "does nothing here"))
            assert pilot.app.screen is page
        await go(pilot, opened_by, lambda: pilot.app.screen is not page)


async def test_rules_that_were_scrolled_to_stay_at_the_top_when_the_width_changes() -> None:
    page = RulesScreen("kimbo", "KIM-10", rules_page("kimbo"))
    async with reading(page, "KIM-10") as pilot:
        await resized_at(pilot, "KIM-10")
        await press(pilot, "pagedown", "pagedown")
        first = top_words(pilot)[0]
        assert first != "KIM-10"
        await resized(pilot, 60)
        assert first in top_words(pilot)


async def test_a_log_stays_at_its_end_or_where_it_was_scrolled_when_the_window_changes() -> None:
    match = played(Match(GAMES["free-the-box"], {}, [ANN, BEN], 3), 200)
    async with reading(LogScreen(Viewer(match)), "") as pilot:
        await until_shown(pilot, "title", "moves")
        last = text_of(pilot, "body").splitlines()[-1]
        for rows in (12, 30, 9, 24):
            await resized(pilot, 100, rows)
            assert text_of(pilot, "body").splitlines()[-1] == last
        await press(pilot, "pageup", "pageup", "pageup")
        number = next(word for word in text_of(pilot, "body").split() if word.isdecimal())
        await resized_at(pilot, number)


@pytest.mark.parametrize(("game", "moves"), [("free-the-box", 200), ("free-o", 300)])
async def test_the_title_of_a_log_has_the_numbers_of_the_moves_shown(game: str, moves: int) -> None:
    match = played(Match(GAMES[game], {}, [ANN, BEN], 3), moves)
    async with reading(LogScreen(Viewer(match)), "") as pilot:
        await until_shown(pilot, "title", f"to {len(match.log)} of {len(match.log)}")
        first = len(match.log)
        while first > 1:
            await press(pilot, "pageup")
            title, body = words_on(pilot, "title"), text_of(pilot, "body")
            first, last = map(int, re.findall(r"moves (\d+) to (\d+) of", title)[0])
            numbers = [int(each) for each in re.findall(r"^.([ \d]{2}\d) \S", body, re.MULTILINE)]
            assert first <= numbers[0] <= numbers[-1] <= last
            assert (first == numbers[0]) == (body.split()[0] == str(numbers[0]))


async def test_the_welcome_is_wrapped_to_a_narrower_window() -> None:
    async with running(size=(80, 24)) as (pilot, app):
        app.ask_name()
        await until_shown(pilot, "body", "SSH key")
        assert isinstance(app.screen, NameScreen)
        await resized(pilot, 40)
        assert max(map(len, text_of(pilot, "body").splitlines())) <= 40


async def test_a_title_shows_which_part_is_shown_whole_or_not_at_all() -> None:
    match = played(Match(GAMES["free-the-box"], {}, [ANN, BEN], 3), 200)
    page = LogScreen(Viewer(match))
    async with reading(page, "") as pilot:
        await until_shown(pilot, "title", "moves")
        for width in (30, 40, 53, 54, 55, 60):
            await pilot.resize_terminal(width, 24)
            await settled(pilot)
            whole = f" {page.heading} {page.part_words(page._page.size.height)}"
            title = words_on(pilot, "title")
            assert title == (whole.strip() if len(whole) <= width else page.heading)


def test_finding_a_word_again_goes_on_and_the_introduction_is_found_too(tmp_path: Path) -> None:
    with boxtui(tmp_path) as terminal:
        terminal.go("Settings", "?", "Rules of Shut-the-Box")
        assert "find next" not in terminal.text()
        terminal.send("/die" + ENTER, "'die': STB-6 One die, 1 of 2")
        assert terminal.lines()[2] == "▶ STB-6 One die"
        terminal.go("f find next", "f", "▶ STB-7 A die astray")
        assert "▶ STB-6" not in terminal.text()
        terminal.send("f")
        terminal.go("▶ STB-6 One die", "/until nothing fits" + ENTER, "what the game is about.")
        terminal.wait(lambda: terminal.lines()[2].startswith("▶ Nine tiles"), "the mark")
        terminal.send("/stb-4" + ENTER, "▶ STB-4 No passing")


def test_after_scrolling_a_search_in_the_rules_begins_where_the_screen_does(tmp_path: Path) -> None:
    with boxtui(tmp_path) as terminal:
        terminal.go("Settings", "?", "Rules of Shut-the-Box")
        terminal.send("/die" + ENTER, "'die': STB-6 One die, 1 of 2")
        terminal.send(DOWN)
        terminal.wait(lambda: "1 of 2" not in terminal.text(), "the search's line to be cleared")
        terminal.send("/die" + ENTER, "'die': STB-7 A die astray, 2 of 2")
        terminal.send(HOME)
        terminal.wait(lambda: "2 of 2" not in terminal.text(), "the search's line to be cleared")
        terminal.send("f", "'die': STB-6 One die, 1 of 2")


def test_a_line_that_is_closed_or_corrected_gives_the_page_its_row_back(tmp_path: Path) -> None:
    with boxtui(tmp_path) as terminal:
        terminal.go("Settings", "?", "Rules of Shut-the-Box")
        terminal.wait_until("/ find")
        terminal.wait_quiet()
        before = terminal.lines()
        for key in (ESC, ENTER):
            terminal.send("/", "Find a word", key)
            terminal.wait(lambda: terminal.lines() == before, "the page as before")
        terminal.send("/zebra/6" + ENTER, "The rules of Shut-the-Box don't contain 'zebra/6'.")
        assert "▶" not in terminal.text()
        terminal.send("\x7f" * 7 + "7" + ENTER, "'7': STB-7 A die astray.")
        terminal.wait(lambda: terminal.lines()[19] == "  STB-11 Ties", "the page's last row")


def test_finding_starts_at_the_rule_that_matters_now(tmp_path: Path) -> None:
    with boxtui(tmp_path) as terminal:
        begin(terminal)
        terminal.send("?", "▶ STB-3 Laying down", "/fits" + ENTER, "STB-4 No passing, 2 of 2", "q")
        terminal.wait_until("What fits")


def test_nothing_is_drawn_on_the_page_while_the_computer_thinks(tmp_path: Path) -> None:
    record = against(LONG_THINKER, "box", library_in(tmp_path))
    play_on(record, lambda match: has_to_choose(match, 1))
    record.close()
    with boxtui(tmp_path, "resume") as terminal:
        terminal.go("Computer is thinking", "?", "Rules of Box")
        terminal.wait_quiet(0.5)
        assert terminal.read(2.5) == b""
