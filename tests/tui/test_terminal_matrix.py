"""Every kind of terminal shows what the app draws, in every game; each key that is shown works.

What a decision must show is checked in test_narrow_windows.py.
"""

import os
import re
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from pathlib import Path

import pytest
from canvas_text import drawn
from game_screens import running, settled
from played import LEFT_TO_ANN, boxtui, settings
from pty_terminal import (
    DEADLINE,
    DOWN,
    ENTER,
    HOME,
    PLAIN,
    PtyTerminal,
    command_of,
    family,
    processes,
)
from shown import keys_shown, last_match, typed

from boxtui.games import GAMES
from boxtui.system.settings import Settings
from boxtui.system.terminal import Look
from boxtui.tui.app import BoxTui

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


def test_no_key_of_the_setup_and_of_the_menu_does_nothing(tmp_path: Path) -> None:
    with boxtui(tmp_path, "play", "box", "--seed", "7") as terminal:
        heading = f"{GAMES['box'].title}: a new game"
        terminal.wait(lambda: keys_shown(terminal).get("s") == "start", "the setup")
        terminal.send(DOWN, "←→")
        try_keys(terminal, lambda: heading in terminal.lines()[0], "sq")
        to_menu(terminal)
        try_keys(terminal, lambda: keys_shown(terminal).get("q") == "quit", "q")
        terminal.send("q")
        assert terminal.exit_code() == 0


@pytest.mark.parametrize("game", GAMES)
def test_no_key_of_a_decision_does_nothing(tmp_path: Path, game: str) -> None:
    with boxtui(tmp_path, "play", game, "--seed", "8", size=SMALL) as terminal:
        terminal.wait(lambda: keys_shown(terminal).get("s") == "start", "the setup")
        terminal.send("s")
        terminal.wait(lambda: is_decision(terminal, tmp_path), "a decision of Ann's")
        try_keys(terminal, lambda: is_decision(terminal, tmp_path), "q")
        to_menu(terminal)


def try_keys(terminal: PtyTerminal, is_back: Callable[[], bool], leaving: str) -> None:
    """Press every key shown, once for each description, and check that the screen changes.

    What a key opens is left again by the key that it names; `leaving` keys would leave the screen.
    """
    tried: set[tuple[str, str]] = set()
    while True:
        come_back(terminal, is_back)
        shown = [item for item in keys_shown(terminal).items() if item[0] not in leaving]
        new = [item for item in shown if item not in tried]
        if not new:
            assert tried
            return
        tried.add(new[0])
        terminal.send_for_change(typed(new[0][0]))


def come_back(terminal: PtyTerminal, is_back: Callable[[], bool]) -> None:
    """Leave what a key opened, stop the adviser, and let the computer move."""
    end = time.monotonic() + DEADLINE
    terminal.wait_quiet(0.1)
    while not is_back():
        assert time.monotonic() < end, terminal.text()
        keys = keys_shown(terminal)
        if keys.get("Esc") == "back" or "The adviser is thinking" in terminal.lines()[0]:
            terminal.send("\x1b")
        elif keys.get("q") == "back":
            terminal.send("q")
        terminal.wait_quiet(0.1)


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
