"""Every kind of terminal shows what the app draws, in every game; each key that is shown works.

What a decision must show is checked in test_narrow_windows.py.
"""

import os
import re
import subprocess
from collections.abc import Callable, Iterator, Set
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from pathlib import Path

import pytest
from canvas_text import drawn
from game_screens import playing, press, running, settled, shown, until
from people import ANN, COMPUTER
from played import LEFT_TO_ANN, boxtui, settings
from pty_terminal import (
    DOWN,
    ENTER,
    HOME,
    PLAIN,
    PtyTerminal,
    command_of,
    family,
    processes,
)
from shown import keys_shown, last_match
from textual.pilot import Pilot

from boxtui.games import GAMES
from boxtui.play.match import Match
from boxtui.system.settings import Settings
from boxtui.system.terminal import Look
from boxtui.tui.app import BoxTui
from boxtui.tui.screens.game import GameScreen
from boxtui.tui.screens.menu import MenuScreen
from boxtui.tui.screens.page import Page
from boxtui.tui.screens.setup import SetupScreen

LARGE, SMALL = (80, 24), (60, 20)

SAME = Settings(name="Ann", pace="at once", only_moves="left to you")
"""The settings in `LEFT_TO_ANN`."""


@dataclass(frozen=True)
class Kind:
    """A kind of terminal: the `bits` of color, and the window sizes at a decision, in order.

    Window sizes and character sets are tried with all games; what else differs, with one.
    """

    env: dict[str, str] = field(default_factory=dict)
    games: tuple[str, ...] = tuple(GAMES)
    sizes: tuple[tuple[int, int], ...] = (LARGE,)
    bits: int = 8
    in_tmux: bool = False

    @property
    def look(self) -> Look:
        return Look.of(PLAIN | self.env)


NO_COLOR = {"NO_COLOR": "1", "COLORTERM": "truecolor"}
POSIX = {"LC_ALL": "POSIX"}
KINDS = {
    "true color": Kind({"COLORTERM": "truecolor"}, ("free-the-box",), bits=24),
    "256 colors, resized": Kind(sizes=(LARGE, SMALL, (120, 40), LARGE)),
    "16 colors": Kind({"TERM": "xterm"}, ("free-o",), bits=4),
    "no color": Kind(NO_COLOR, ("box",), bits=0),
    "a POSIX locale": Kind(POSIX, ("kimbo",)),
    "no color, POSIX, resized": Kind(NO_COLOR | POSIX, sizes=(SMALL, LARGE, SMALL), bits=0),
    "tmux, resized": Kind(games=("kimbo",), sizes=(LARGE, SMALL, LARGE), in_tmux=True),
}


@contextmanager
def on_terminal(kind: Kind, home: Path) -> Iterator[PtyTerminal]:
    """Start the app on a kind of terminal."""
    socket = str(home / "tmux")
    begin = ("tmux", "-S", socket, "-f", os.devnull, "start-server")
    tmux = (*begin, ";", "set", "-g", "status", "off", ";", "new-session")
    around, beyond = (tmux, partial(in_tmux, socket)) if kind.in_tmux else ((), tuple)
    settings(home, LEFT_TO_ANN)
    try:
        with boxtui(
            home, env=kind.env, size=kind.sizes[0], around=around, beyond=beyond
        ) as terminal:
            yield terminal
    finally:
        if kind.in_tmux:
            subprocess.run(["tmux", "-S", socket, "kill-server"], check=False)


def in_tmux(socket: str) -> list[int]:
    """Return the processes of the tmux with that socket and of everything that runs in it."""
    started = (pid for pid in processes() if {"tmux", socket} <= set(command_of(pid)))
    return [pid for one in started for pid in family(one)]


@pytest.mark.parametrize(
    "kind",
    [
        pytest.param(kind, id=name, marks=[pytest.mark.tmux] if kind.in_tmux else [])
        for name, kind in KINDS.items()
    ],
)
async def test_menu_setups_and_decisions_are_shown_in_the_colors_and_letters_that_there_are(
    kind: Kind, tmp_path: Path
) -> None:
    home = tmp_path / "terminal"  # the app in this process has the other folders
    with on_terminal(kind, home) as terminal:
        await shows(terminal, kind, None)
        for game in kind.games:
            at = list(GAMES).index(game)
            terminal.send(HOME + DOWN * at + ENTER, f"{GAMES[game].title}: a new game")
            await shows(terminal, kind, lambda app: app.set_up(GAMES[game]))  # noqa: B023
            terminal.send("s")
            terminal.wait(lambda: is_decision(terminal, home), "a decision of Ann's")
            for size in kind.sizes:
                if size != (terminal.screen.columns, terminal.screen.lines):
                    terminal.resize(*size)
                    terminal.screen.erase_in_display(2)  # what is visible was drawn for this size
                await shows(terminal, kind, lambda app: app.begin(last_match(home)))
            to_menu(terminal)
        assert color_bits(bytes(terminal.raw)) == kind.bits
        assert terminal.raw.isascii() or not kind.look.ascii


async def shows(terminal: PtyTerminal, kind: Kind, first: Callable[[BoxTui], None] | None) -> None:
    """Wait until a terminal shows what the app in this process draws of what `first` opens."""
    size = terminal.screen.columns, terminal.screen.lines
    async with running(first, look=kind.look, settings=SAME, size=size) as (pilot, _):
        await settled(pilot)
        wanted = kind.look.tone_down(drawn(pilot))

    def without_seed(text: str) -> str:
        return re.sub(r"(Seed +)\d+ *", r"\1", text)

    def is_shown() -> bool:
        return without_seed(terminal.text()) == without_seed(wanted)

    terminal.wait(is_shown, f"what the app draws:\n{wanted}\n")


def to_menu(terminal: PtyTerminal) -> None:
    """Leave the current setup or game for the menu."""
    terminal.wait(lambda: "q" in keys_shown(terminal), "the keys of a screen")
    if keys_shown(terminal)["q"] != "quit":
        terminal.send("q")
    terminal.wait(lambda: keys_shown(terminal).get("q") == "quit", "the keys of the menu")


def is_decision(terminal: PtyTerminal, home: Path) -> bool:
    """Whether it is the player's turn on the screen and in the save, and all keys are shown."""
    entitled = terminal.lines()[0].endswith(" Ann's turn")
    if not entitled or keys_shown(terminal).get("q") != "menu":
        return False
    match = last_match(home)
    return match.is_human(match.state.current_player())


async def test_no_key_of_the_setup_and_of_the_menu_does_nothing() -> None:
    async with running(lambda app: app.set_up(GAMES["box"], 7)) as (pilot, app):
        setup = await shown(pilot, SetupScreen)
        await try_keys(pilot, setup, leaving={"q", "s"})
        app.pop_screen()
        await try_keys(pilot, await shown(pilot, MenuScreen))


@pytest.mark.parametrize("game", GAMES)
async def test_no_key_of_a_decision_does_nothing(game: str) -> None:
    match = Match(GAMES[game], {}, [ANN, COMPUTER], 8)
    async with playing(match, plays_only_moves=False, size=SMALL) as (pilot, screen):
        await try_keys(pilot, screen)


async def try_keys(pilot: Pilot[int], page: Page, leaving: Set[str] = frozenset("q")) -> None:
    """Press every key that is named, once for each description; the window must change.

    Esc leaves again what a key opens; `leaving` keys would leave the page.
    """
    tried = set[tuple[str, str]]()
    while True:
        await press(pilot, "down")  # in a list, up then leads somewhere, and Enter starts no game
        keys = [item for item in named(page) if item[0] not in leaving and item not in tried]
        if not keys:
            assert tried
            return
        tried.add(keys[0])
        before = drawn(pilot)
        await press(pilot, keys[0][0])
        await until(pilot, lambda: drawn(pilot) != before, what=keys[0])  # noqa: B023
        await until(pilot, lambda: pilot.app.screen.is_mounted)
        while pilot.app.screen is not page or page.line_is_open:
            await press(pilot, "escape")
        if isinstance(page, GameScreen):
            await until(pilot, lambda: page.may_decide() and not page.thinker)
        await settled(pilot)


def named(page: Page) -> list[tuple[str, str]]:
    """Return the keys in the last lines of a page, each with what it does."""
    pieces = [piece for line in page.key_list._lines for piece in line]
    return [
        (key.target, words.text.strip())
        for key, words in zip(pieces[::2], pieces[1::2], strict=True)
    ]


def color_bits(sent: bytes) -> int:
    """Return the largest number of color bits used by any style in these bytes."""
    bits = 0
    for style in re.findall(rb"\x1b\[([0-9;:]*)m", sent):
        numbers = iter(int(number or 0) for number in re.split(rb"[;:]", style))
        for number in numbers:
            if number in (38, 48, 58):
                bits = max(bits, 24 if next(numbers) == 2 else 8)
                list(islice(numbers, 3 if bits == 24 else 1))
            elif 30 <= number <= 49 or 90 <= number <= 107:
                bits = max(bits, 4)
    return bits


def test_a_dumb_terminal_is_refused_with_one_sentence(tmp_path: Path) -> None:
    with boxtui(tmp_path, env={"TERM": "dumb"}) as terminal:
        assert terminal.exit_code() == 4
        assert b"\x1b" not in terminal.raw
        assert "boxtui watch" in terminal.text().replace("\n", "")
