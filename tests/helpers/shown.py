"""What a terminal shows of a match, held beside what the game's board draws."""

from collections.abc import Sequence
from functools import cached_property
from itertools import takewhile
from pathlib import Path

from bare_board import board_of, places_on
from played import saves
from pty_terminal import PtyTerminal

from boxtui.lines import ASCII, UNICODE, Line, plain, width
from boxtui.play.match import Match
from boxtui.play.record import replayed
from boxtui.system.terminal import Look
from boxtui.tui.screens.table import SIDE_CELLS, TEXT_CELLS
from saves.journal import read
from saves.library import Library

ARROWS = {"↑": "\x1b[A", "↓": "\x1b[B", "→": "\x1b[C", "←": "\x1b[D"}
WRITTEN = {"Enter": "\r", "Esc": "\x1b", "Space": " ", "PgUp": "\x1b[5~", "PgDn": "\x1b[6~"}

WHOLE = 22
"""The rows that a board has in a window of 80 by 24, where all of it is seen."""


def keys_shown(terminal: PtyTerminal) -> dict[str, str]:
    """The keys in the last lines, which begin with a bold space, and what they are said to do."""
    rows = terminal.lines()
    last = max((at for at, row in enumerate(rows) if row), default=-1)
    bold = takewhile(
        lambda at: rows[at] and terminal.screen.buffer[at][0].bold, range(last, -1, -1)
    )
    items = [item.strip() for at in bold for item in rows[at].split("  ")]
    return {key: words for key, _, words in (item.partition(" ") for item in items if item)}


def typed(key: str) -> str:
    """What to send for a key as it is shown; of several the last arrow, or the first letter."""
    return WRITTEN.get(key) or ARROWS.get(key[-1]) or key[0]


def last_match(home: Path) -> Match:
    """The match that the newest save holds by now."""
    path = max(saves(home), key=lambda save: save.stat().st_mtime_ns)
    return replayed(read(path), path.stem, Library(path.parent))[0]


class ShownBoard:
    """The board of a match as it is at a decision before anything is picked, and the screen."""

    def __init__(self, terminal: PtyTerminal, match: Match, look: Look) -> None:
        self.terminal = terminal
        self._look = look
        self.board = board_of(match, ASCII if look.ascii else UNICODE)

    def as_sent(self, text: str) -> str:
        """A text in the characters that the terminal has."""
        return self._look.tone_down(text)

    @cached_property
    def _drawings(self) -> dict[int, Sequence[Line]]:
        """What the board draws in as many rows as it may have here."""
        heights = range(self.board.rows, self.terminal.screen.lines)
        return {height: self.board.board_lines(height) for height in heights}

    def height(self) -> int:
        """The rows for which the board draws what stands on the screen whole; 0 for none."""
        rows = self.terminal.lines()
        for height, lines in self._drawings.items():
            for top in range(len(rows) - len(lines) + 1):
                if all(map(self._stands, rows[top:], lines)):
                    return height
        return 0

    def _stands(self, row: str, line: Line) -> bool:
        cells = max(self.board.cells, width(line))
        return row[:cells].rstrip() == self.as_sent(plain(line)).rstrip()

    def text(self) -> str:
        """What stands beside the board or above it, its lines joined."""
        columns = self.terminal.screen.columns
        is_beside = columns >= self.board.cells + SIDE_CELLS
        at = max(self.board.cells, min(self.board.wanted_cells, columns - TEXT_CELLS))
        rows = [row[at:] if is_beside else row for row in self.terminal.lines()[1:]]
        return " ".join(" ".join(rows).split())

    def words(self) -> list[str]:
        """What must be read besides the board: the seats, and what is said of the position."""
        match = self.board.table.match
        named = zip(match.seats, self.board.seat_words(), strict=True)
        seats = [f"{seat.name} {words}".strip() for seat, words in named]
        return [" ".join(self.as_sent(w).split()) for w in [*seats, *self.board.status_words()]]

    def is_told(self) -> bool:
        """Whether all of that is on the screen, below the title."""
        title = f"{self.board.table.match.game.title}, {self.board.words.round_words()}"
        text = self.text()
        entitled = self.as_sent(title) in self.terminal.lines()[0]
        return entitled and all(words in text for words in self.words())

    def places_missing(self, height: int) -> set[str]:
        """The places of the board that a drawing in so many rows never shows.

        Where it leaves any out, each legal move is picked in its turn, as a hint picks it: of a
        board that is scrolled, what can be played must come into view.
        """
        missing = places_on(self.board, WHOLE) - places_on(self.board, height)
        for move in self.board.state.legal_moves() if missing else ():
            self.board.pick(move)
            missing -= places_on(self.board, height)
        return missing
