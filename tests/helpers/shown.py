"""What a terminal shows of the keys, and the match that was saved last."""

from itertools import takewhile
from pathlib import Path

from played import saves
from pty_terminal import PtyTerminal

from boxtui.play.match import Match
from boxtui.play.replay import replayed
from saves.journal import read
from saves.library import Library

ARROWS = {"↑": "\x1b[A", "↓": "\x1b[B", "→": "\x1b[C", "←": "\x1b[D"}
WRITTEN = {"Enter": "\r", "Esc": "\x1b", "Space": " ", "PgUp": "\x1b[5~", "PgDn": "\x1b[6~"}


def keys_shown(terminal: PtyTerminal) -> dict[str, str]:
    """Return what each key in the last lines does; these begin with a space and a bold letter."""
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
