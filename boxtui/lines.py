"""What a screen shows, as text before any terminal is asked: pieces of a line and their styles."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

LINE_CELLS: Final = 78
"""The width of printed lines that sentences are broken into, between words, as no terminal does
it."""

_JOINER: Final = "\u200d"
"""Joins the letter before it and the one behind it into one sign."""

STYLES: Final = ("plain", "strong", "faint", "cursor", "chosen")
"""The styles that a piece may have besides colors (`boxtui.views.palette`); `Canvas` draws both."""


@dataclass(frozen=True)
class Piece:
    """A run of characters in one style; `target` names what a click on it means, or is ""."""

    text: str
    style: str = "plain"
    target: str = ""


Line = tuple[Piece, ...]


@dataclass(frozen=True)
class Glyphs:
    """The characters for lines and marks: in Unicode, or in ASCII where a terminal has no more."""

    horizontal: str
    vertical: str
    top: str
    bottom: str
    pip: str
    marker: str
    dash: str
    more: str
    left_right: str
    above: str
    below: str
    pointer: str
    marks: str
    fills: str
    point: str
    fences: tuple[str, ...]
    """For each side of a board a line at the lower edge of its cell, and an upright one."""

    def framed(self, rows: Sequence[str]) -> list[str]:
        """Rows of the same length in a frame, which is a row and a cell wide on each side."""
        edge = self.horizontal * len(rows[0])
        inner = [f"{self.vertical}{row}{self.vertical}" for row in rows]
        return [edge.join(self.top), *inner, edge.join(self.bottom)]


UNICODE: Final = Glyphs(
    horizontal="─",
    vertical="│",
    top="┌┐",
    bottom="└┘",
    pip="●",
    marker="▶",
    dash="–",
    more="…",
    left_right="◂ ▸",
    above="↑ ",
    below="↓ ",
    pointer="▼",
    marks="●○",
    fills="▓░",
    point="·",
    fences=("▁│", "▂┃", "…┊", "‗║"),
)
ASCII: Final = Glyphs(
    horizontal="-",
    vertical="|",
    top="++",
    bottom="++",
    pip="o",
    marker=">",
    dash="-",
    more="...",
    left_right="< >",
    above="^ ",
    below="v ",
    pointer="v",
    marks="XO",
    fills="#:",
    point=".",
    fences=("_|", "w!", ",:", ";#"),
)


def plain(line: Iterable[Piece]) -> str:
    """A line's characters alone."""
    return "".join(piece.text for piece in line)


def cells_of(text: str) -> int:
    """The number of cells that Textual draws a text in: names have wide and combining letters."""
    if _is_plain_ascii(text):
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def graphemes(text: str) -> list[tuple[str, int]]:
    """What a text is never split within, with its cells: a letter and all that combines with it."""
    if _is_plain_ascii(text):
        return [(letter, 1) for letter in text]
    from rich.cells import split_graphemes

    if text.startswith(_JOINER):  # where Rich counts the next letter in one place, not in another
        return [(text[:2], 0), *graphemes(text[2:])]
    return [(text[start:end], cells) for start, end, cells in split_graphemes(text)[0]]


def _is_plain_ascii(text: str) -> bool:
    """Whether a text has a cell for each letter, so that Rich, slow to import, isn't needed."""
    return text.isascii() and text.isprintable()


def _beginning(text: str, cells: int) -> str:
    """As much of a text as `cells` cells hold, in whole graphemes."""
    end = 0
    for grapheme, wide in graphemes(text):
        cells -= wide
        if cells < 0:
            break
        end += len(grapheme)
    return text[:end]


def filled(text: str, cells: int) -> str:
    """The text filled up with spaces to `cells` cells; a longer one as it is."""
    text += " " * (cells - cells_of(text))
    return text + " " * (cells - cells_of(text))  # a joiner at its end takes a space into itself


def fitted(text: str, cells: int, more: str = "") -> str:
    """The text in exactly `cells` cells: cut, its end then `more`, or filled up with spaces."""
    if cells_of(text) > cells:
        text = _beginning(text, max(cells - len(more), 0))
        if more:
            text = _beginning(text.rstrip() + more, cells)
    return filled(text, cells)


def width(line: Iterable[Piece]) -> int:
    """How many cells a line takes."""
    return sum(cells_of(piece.text) for piece in line)


def cut(line: Sequence[Piece], cells: int, more: str) -> Line:
    """The line in at most `cells` cells; where it is longer, its end is `more`."""
    if width(line) <= cells:
        return tuple(line)
    kept: list[Piece] = []
    room = max(cells - len(more), 0)
    for piece in line:
        if cells_of(piece.text) > room:
            kept.append(Piece(fitted(piece.text, room), piece.style, piece.target))
            break
        kept.append(piece)
        room -= cells_of(piece.text)
    return (*(piece for piece in kept if piece.text), Piece(more[:cells]))


def padded(line: Sequence[Piece], cells: int) -> Line:
    """The line filled up with spaces to `cells` cells."""
    return (*line, Piece(" " * max(cells - width(line), 0)))


def beside(left: Sequence[Line], right: Sequence[Line], at: int) -> list[Line]:
    """Two drawings side by side, the right one from column `at`."""
    rows = max(len(left), len(right))
    lefts = [*left, *[()] * (rows - len(left))]
    rights = [*right, *[()] * (rows - len(right))]
    return [
        (*padded(one, at), *other) if other else one
        for one, other in zip(lefts, rights, strict=True)
    ]


def wrapped(text: str, cells: int) -> list[str]:
    """The text in lines of at most `cells` cells, broken between words where there are any."""
    cells = max(cells, 1)  # before its first layout a widget has no width
    lines = [""]
    for word in text.split():
        while cells_of(word) > cells:
            piece = _beginning(word, cells) or graphemes(word)[0][0]
            lines.append(piece)
            word = word[len(piece) :]
        joined = f"{lines[-1]} {word}".strip()
        if cells_of(joined) <= cells:
            lines[-1] = joined
        else:
            lines.append(word)
    return [line for line in lines if line] or [""]


Cell = tuple[str, str, str]
"""A character, its style, and what a click on it means."""


def blank(columns: int, rows: int) -> list[list[Cell]]:
    """Rows of cells with nothing in them, to be drawn on."""
    return [[(" ", "plain", "")] * columns for _ in range(rows)]


def joined(cells: Iterable[Cell]) -> list[Piece]:
    """Single cells as pieces, those alike side by side in one."""
    runs = groupby(cells, key=lambda cell: cell[1:])
    return [Piece("".join(cell[0] for cell in run), *kind) for kind, run in runs]


def paragraphs(texts: Iterable[str], cells: int) -> list[Line]:
    """The texts one below the other in at most `cells` cells, an empty line after each."""
    lines: list[Line] = []
    for text in texts:
        lines += [*((Piece(f" {line}"),) for line in wrapped(text, cells - 2)), ()]
    return lines
