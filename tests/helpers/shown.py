"""What a terminal shows of a match, compared with what the game's board draws."""

import re
from collections.abc import Sequence
from functools import cached_property
from itertools import takewhile
from pathlib import Path
from unittest.mock import patch

from bare_board import BareTable, board_of, places_on
from played import saves
from pty_terminal import PtyTerminal
from textual.geometry import Size

from boxtui.lines import Line, glyphs_for, plain, width
from boxtui.play.match import Match
from boxtui.play.replay import replayed
from boxtui.system.terminal import Look
from boxtui.tui.screens.board_page import SIDE_CELLS, TEXT_CELLS
from boxtui.tui.widgets.keys import KEY_ROWS
from saves.journal import read
from saves.library import Library

ARROWS = {"↑": "\x1b[A", "↓": "\x1b[B", "→": "\x1b[C", "←": "\x1b[D"}
WRITTEN = {"Enter": "\r", "Esc": "\x1b", "Space": " ", "PgUp": "\x1b[5~", "PgDn": "\x1b[6~"}

LEVEL = "<level>"
"""Stands for a computer's level, which is left out where there is no room."""

WHOLE = 22
"""The rows of a board in a window of 80 by 24, which shows all of it."""


def keys_shown(terminal: PtyTerminal) -> dict[str, str]:
    """Return the keys in the last lines, which begin with a space and a bold letter, and words."""
    rows = terminal.lines()
    last = max((at for at, row in enumerate(rows) if row), default=-1)
    bold = takewhile(
        lambda at: rows[at][1:2].strip() and terminal.screen.buffer[at][1].bold,
        range(last, -1, -1),
    )
    items = [item.strip() for at in bold for item in rows[at].split("  ")]
    return {key: words for key, _, words in (item.partition(" ") for item in items if item)}


def typed(key: str) -> str:
    """Return what to send for a key label: its last arrow if it has one, or its first letter."""
    return WRITTEN.get(key) or ARROWS.get(key[-1]) or key[0]


def last_match(home: Path) -> Match:
    """Return the match in the newest save."""
    path = max(saves(home), key=lambda save: save.stat().st_mtime_ns)
    return replayed(read(path), path.stem, Library(path.parent))[0]


class ShownBoard:
    """The screen, and a match's board at a decision with nothing picked."""

    def __init__(self, terminal: PtyTerminal, match: Match, look: Look) -> None:
        self.terminal = terminal
        self._look = look
        self.board = board_of(match, glyphs_for(ascii_only=look.ascii, color=look.color))

    def as_sent(self, text: str) -> str:
        """Return a text in the characters that the terminal can show."""
        return self._look.tone_down(text)

    @cached_property
    def _drawings(self) -> dict[int, Sequence[Line]]:
        """Return the board's drawings for every height it may have here."""
        host = self.board.host
        assert isinstance(host, BareTable)
        host.has_side = self._is_beside
        heights = range(self.board.rows, self.terminal.screen.lines)
        drawn = {}
        for height in heights:
            with patch.object(type(self.board), "size", Size(self._cells, height)):
                drawn[height] = self.board.board_lines(height)
        return drawn

    @property
    def _is_beside(self) -> bool:
        """Whether the text is beside the board."""
        return self.terminal.screen.columns >= self.board.cells + self.board.gap + SIDE_CELLS

    @property
    def _cells(self) -> int:
        """The width of the board on the screen, with the gap beside it."""
        columns, lines = self.terminal.screen.columns, self.terminal.screen.lines
        rows = lines - 1 - KEY_ROWS
        gap = self.board.gap
        wide = max(self.board.cells, self.board.cells_in(columns - TEXT_CELLS - gap, rows))
        return wide + gap if self._is_beside else columns

    def height(self) -> int:
        """Return the height of the board's drawing that the screen shows in full; 0 if none."""
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
        """Return the text beside or above the board, with its lines joined."""
        at = self._cells if self._is_beside else 0
        rows = [row[at:] for row in self.terminal.lines()[1:]]
        return " ".join(" ".join(rows).split())

    def words(self) -> list[str]:
        """Return what must be readable besides the board, as regular expressions: the seats, the
        level of a computer where there is room, and the status of the position."""
        match = self.board.host.match
        named = zip(match.seats, self.board.words.seat_words(self.board.glyphs), strict=True)
        seats = [f"{seat.name}{LEVEL} {words}".strip() for seat, words in named]
        texts = [" ".join(self.as_sent(w).split()) for w in [*seats, *self.board.status_words()]]
        return [
            re.escape(text).replace(re.escape(LEVEL), "(, level [0-9]| L[0-9])?:?")
            for text in texts
        ]

    def is_told(self) -> bool:
        """Whether the title and all these words are on the screen."""
        title = f"{self.board.host.match.game.title}, {self.board.words.round_words()}"
        text = self.text()
        entitled = self.as_sent(title) in self.terminal.lines()[0]
        return entitled and all(re.search(words, text) for words in self.words())

    def places_missing(self, height: int) -> set[str]:
        """Return the board's places that drawings of that height never show.

        If one drawing leaves places out, each legal move is picked in turn, as a hint picks it: a
        board that scrolls must show what can be played.
        """
        missing = places_on(self.board, WHOLE) - places_on(self.board, height)
        for move in self.board.state.legal_moves() if missing else ():
            self.board.pick(move)
            missing -= places_on(self.board, height)
        return missing
