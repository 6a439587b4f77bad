"""Every kind of terminal with every game: the menu, the setup, and the screen at a decision.

The game's board defines what a decision must show: every click target (tiles and sets in
Shut-the-Box, intersections in Box, squares and fences in Kimbo), the board's text about the
position and each seat, whose turn it is, and all keys.
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
from played import LEFT_TO_ANN, boxtui, settings
from pty_terminal import DEADLINE, PLAIN, PtyTerminal, command_of, family, processes
from shown import ShownBoard, keys_shown, last_match, typed

from boxtui.games import GAMES
from boxtui.system.terminal import Look

DOWN, HOME, END, ENTER = "\x1b[B", "\x1b[H", "\x1b[F", "\r"
LARGE, SMALL = (80, 24), (60, 20)


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


@dataclass
class Shown:
    """A terminal of a kind on which boxtui runs, with its folders."""

    kind: Kind
    home: Path
    terminal: PtyTerminal

    @property
    def is_large(self) -> bool:
        return self.terminal.screen.columns >= LARGE[0]


@contextmanager
def shown_on(kind: Kind, home: Path) -> Iterator[Shown]:
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
            yield Shown(kind, home, terminal)
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
def test_menu_setup_and_decision_show_all_that_they_need_in_available_colors_and_letters(
    kind: Kind, tmp_path: Path
) -> None:
    with shown_on(kind, tmp_path) as shown:
        to_menu(shown.terminal)
        rows = [(game.title, game.blurb) for game in GAMES.values()]
        shown.terminal.wait(lambda: all(row_shows(shown, *row) for row in rows), f"{rows}")
        for game in kind.games:
            check_setup(shown, game)
            check_decision(shown)
            to_menu(shown.terminal)
        assert color_bits(bytes(shown.terminal.raw)) == kind.bits
        assert shown.terminal.raw.isascii() or not kind.look.ascii


def to_menu(terminal: PtyTerminal) -> None:
    """Leave the current setup or game for the menu."""
    terminal.wait(lambda: "q" in keys_shown(terminal), "the keys of a screen")
    if keys_shown(terminal)["q"] != "quit":
        terminal.send("q")
    terminal.wait(lambda: keys_shown(terminal).get("q") == "quit", "the keys of the menu")


def set_up(shown: Shown, game: str) -> None:
    """Open a game's setup from the menu."""
    terminal, title = shown.terminal, GAMES[game].title
    terminal.send(HOME)
    terminal.wait_quiet(0.05)
    while not marked_row(terminal).startswith(f"{title}  "):
        move_down(terminal)
    terminal.send(ENTER, f"{title}: a new game")
    terminal.wait(lambda: keys_shown(terminal).get("q") == "back", "the keys of the setup")


def marked_row(terminal: PtyTerminal) -> str:
    """Return the row under a list's cursor, without its mark; "" while the cursor is moving."""
    return next((row[3:] for row in terminal.lines() if row[:3] in ("▶  ", ">  ")), "")


def move_down(terminal: PtyTerminal) -> None:
    before = marked_row(terminal)
    terminal.send(DOWN)
    terminal.wait(lambda: marked_row(terminal) not in ("", before), "the next row")


def row_shows(shown: Shown, label: str, value: str) -> bool:
    """Whether a row has this label and value; in a small window the value may be visibly cut."""
    more = "..." if shown.kind.look.ascii else "…"
    for row in shown.terminal.lines():
        _, found, rest = row.partition(f" {label} ")
        rest, whole = rest.strip(" <>◂▸"), shown.kind.look.tone_down(value)
        cut = not shown.is_large and rest.endswith(more)
        if found and (rest == whole or (cut and whole.startswith(rest.removesuffix(more)))):
            return True
    return False


def check_setup(shown: Shown, game: str) -> None:
    """Open a game's setup; check that it shows what is asked and what is chosen."""
    set_up(shown, game)
    shown.terminal.wait_quiet(0.1)
    asked = GAMES[game].relevant_options(GAMES[game].with_defaults({}), 2)
    rows = [(option.title, option.words(option.default)) for option in asked]
    unseen = [row for row in rows if not row_shows(shown, *row)]
    if unseen:
        shown.terminal.send(END)
        shown.terminal.wait_quiet()
    assert [row for row in unseen if not row_shows(shown, *row)] == []


def check_decision(shown: Shown) -> None:
    """Start the game; check that a decision shows all that it needs in every window size."""
    terminal = shown.terminal
    terminal.send("s")
    for size in shown.kind.sizes:
        if size != (terminal.screen.columns, terminal.screen.lines):
            terminal.resize(*size)
            terminal.screen.erase_in_display(2)  # all that is visible was drawn for the new size
        terminal.wait(lambda: is_decision(terminal, shown.home), "a decision of Ann's")
        look_over(ShownBoard(terminal, last_match(shown.home), shown.kind.look))


def is_decision(terminal: PtyTerminal, home: Path) -> bool:
    """Whether it is the player's turn on the screen and in the save, and all keys are shown."""
    entitled = terminal.lines()[0].endswith(" Ann's turn")
    if not entitled or keys_shown(terminal).get("q") != "menu":
        return False
    match = last_match(home)
    return match.is_human(match.state.current_player())


def look_over(shown: ShownBoard) -> None:
    """Check that the text and the board can be seen, on two pages if there isn't room for both."""
    shown.terminal.wait(lambda: shown.is_told() or shown.height(), "the text or the board")
    see(shown, shown.is_told)
    see(shown, shown.height)
    assert shown.places_missing(shown.height()) == set()


def see(shown: ShownBoard, what: Callable[[], object]) -> None:
    """Wait until it is visible, turning to the other page if there is one."""
    terminal = shown.terminal
    terminal.wait(lambda: what() or "t" in keys_shown(terminal), f"{shown.words()} and the board")
    if not what():
        terminal.send("t")
        terminal.wait(what, f"{shown.words()} or the whole board")


def test_no_key_of_the_setup_and_of_the_menu_does_nothing(tmp_path: Path) -> None:
    with boxtui(tmp_path, "play", "box", "--seed", "7") as terminal:
        heading = f"{GAMES['box'].title}: a new game"
        terminal.wait(lambda: keys_shown(terminal).get("s") == "start", "the setup")
        while "←→" not in keys_shown(terminal):
            move_down(terminal)
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
