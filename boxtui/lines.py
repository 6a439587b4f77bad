"""Lines of text with styles, which are what a screen shows, independent of any terminal."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import repeat, zip_longest
from typing import Final, NamedTuple

LINE_CELLS: Final = 78
"""The width at which printed sentences are broken between words, because no terminal does that."""

NO_BREAK: Final = "\xa0"
"""A space at which `wrapped` never breaks a text; it returns it as an ordinary one."""

_WORD: Final = re.compile(rf"[\S{NO_BREAK}]+")

_JOINER: Final = "\u200d"
"""The character that joins the letters before and after it into one sign."""

_KEPT: Final = 200
"""The most letters of a text whose graphemes are kept."""

STYLES: Final = ("plain", "strong", "faint", "cursor", "chosen")
"""The styles that a piece may have besides colors (`boxtui.views.palette`); `Canvas` draws both."""

BOARD: Final = "board"
SAFE_GROUND: Final = "safe"
TARGET: Final = "target"
"""The grounds of squares, of safe places, and of places that the picked move could reach."""


class Piece(NamedTuple):
    """A run of characters in one style.

    Attributes:
        target: what a click on it means, or "".
        ground: what it is drawn on where the terminal has faint colors, or "".
    """

    text: str
    style: str = "plain"
    target: str = ""
    ground: str = ""


Line = tuple[Piece, ...]


@dataclass(frozen=True)
class Glyphs:
    """The characters for lines and marks: Unicode, or ASCII if a terminal can't show more.

    Attributes:
        top: the corners at the top of a frame, the left one first.
        bottom: the corners at its bottom.
        ticks: its left and its right side where something inside belongs to what is outside.
        pip: a pip of a die.
        heights: points of a chart, at the top, in the middle and at the bottom of a cell.
        marker: precedes the row of the cursor, or of the player whose turn it is.
        dash: stands for none in a table.
        more: ends a text that was cut, or that isn't finished.
        left_right: the arrows on both sides of a value that can be changed.
        above: precedes the first row if there are others above it.
        below: precedes the last row if there are others below it.
        pointer: stands above what is chosen.
        marks: a mark of black, and one of white.
        squares: what fills black's squares, and white's.
        fills: a dense and a light fill.
        point: what is drawn on an empty place of a board.
        fences: for each side of a board, a line at the lower edge of a cell and an upright one.
    """

    horizontal: str
    vertical: str
    top: str
    bottom: str
    ticks: str
    pip: str
    heights: str
    marker: str
    dash: str
    more: str
    left_right: str
    above: str
    below: str
    pointer: str
    marks: str
    squares: str
    fills: str
    point: str
    fences: tuple[str, ...]

    def framed(self, rows: Sequence[str]) -> list[str]:
        """Return rows of equal length in a frame, one row high and one cell wide on each side."""
        edge = self.horizontal * len(rows[0])
        inner = [f"{self.vertical}{row}{self.vertical}" for row in rows]
        return [edge.join(self.top), *inner, edge.join(self.bottom)]


UNICODE: Final = Glyphs(
    horizontal="─",
    vertical="│",
    top="┌┐",
    bottom="└┘",
    ticks="├┤",
    pip="●",
    heights="▀■▄",
    marker="▶",
    dash="–",
    more="…",
    left_right="◂ ▸",
    above="↑ ",
    below="↓ ",
    pointer="▼",
    marks="●○",
    squares="▓░",
    fills="▓░",
    point="·",
    fences=("▁│", "▄┃", "…┊", "‗║"),
)
ASCII: Final = Glyphs(
    horizontal="-",
    vertical="|",
    top="++",
    bottom="++",
    ticks="++",
    pip="o",
    heights="'-_",
    marker=">",
    dash="-",
    more="...",
    left_right="< >",
    above="^ ",
    below="v ",
    pointer="v",
    marks="XO",
    squares="xo",
    fills="#:",
    point=".",
    fences=("_|", "w!", ",:", ";#"),
)
COLORLESS: Final = replace(UNICODE, marks=ASCII.marks, squares=ASCII.squares)
"""Unicode without color: what is brighter on a dark background is darker on a light one."""


def glyphs_for(*, ascii_only: bool, color: bool) -> Glyphs:
    """Return the characters for a terminal that shows only ASCII, or that has no color."""
    if ascii_only:
        return ASCII
    return UNICODE if color else COLORLESS


def plain(line: Iterable[Piece]) -> str:
    """Return the characters of a line, without styles."""
    return "".join(piece.text for piece in line)


@lru_cache(2048)
def cells_of(text: str) -> int:
    """Return the number of cells in which Textual draws a text, two for a wide letter."""
    if _is_plain_ascii(text):
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def graphemes(text: str) -> tuple[tuple[str, int], ...]:
    """Return a text's graphemes (a letter and all that combines with it), each with its cells."""
    return _kept_graphemes(text) if len(text) <= _KEPT else _graphemes(text)


def _graphemes(text: str) -> tuple[tuple[str, int], ...]:
    if _is_plain_ascii(text):
        return tuple([(letter, 1) for letter in text])
    from rich.cells import split_graphemes

    found = list[tuple[str, int]]()
    while text.startswith(_JOINER):  # Rich counts the next letter in one place, not in another
        found.append((text[:2], 0))
        text = text[2:]
    found += [(text[start:end], cells) for start, end, cells in split_graphemes(text)[0]]
    return tuple(found)


_kept_graphemes = lru_cache(2048)(_graphemes)


def _is_plain_ascii(text: str) -> bool:
    """Whether a text has a cell for each letter, so that Rich, slow to import, isn't needed."""
    return text.isascii() and text.isprintable()


def _beginning(text: str, cells: int) -> str:
    """Return the beginning of a text that fits into `cells` cells, in whole graphemes."""
    end = 0
    for grapheme, wide in graphemes(text):
        cells -= wide
        if cells < 0:
            break
        end += len(grapheme)
    return text[:end]


def filled(text: str, cells: int) -> str:
    """Return the text padded with spaces to `cells` cells; a longer one is unchanged."""
    text += " " * (cells - cells_of(text))
    return text + " " * (cells - cells_of(text))  # a joiner at its end absorbs one space


def fitted(text: str, cells: int, more: str = "") -> str:
    """Return the text in exactly `cells` cells: cut and ended with `more`, or padded."""
    if cells_of(text) > cells:
        text = _beginning(text, max(cells - len(more), 0))
        if more:
            text = _beginning(text.rstrip() + more, cells)
    return filled(text, cells)


def width(line: Iterable[Piece]) -> int:
    """Return the number of cells of a line."""
    return sum([cells_of(piece.text) for piece in line])


def cut(line: Sequence[Piece], cells: int, more: str) -> Line:
    """Return the line in at most `cells` cells; a longer one is cut and ends with `more`."""
    if width(line) <= cells:
        return tuple(line)
    kept: list[Piece] = []
    room = max(cells - len(more), 0)
    for piece in line:
        if cells_of(piece.text) > room:
            kept.append(Piece(fitted(piece.text, room), *piece[1:]))
            break
        kept.append(piece)
        room -= cells_of(piece.text)
    return (*(piece for piece in kept if piece.text), Piece(more[:cells]))


def padded(line: Sequence[Piece], cells: int) -> Line:
    """Return the line padded with spaces to `cells` cells."""
    return (*line, Piece(" " * max(cells - width(line), 0)))


def beside(left: Sequence[Line], right: Sequence[Line], at: int) -> list[Line]:
    """Return two drawings side by side, the right one from column `at`."""
    return [
        (*padded(one, at), *other) if other else one
        for one, other in zip_longest(left, right, fillvalue=())
    ]


def hanging(text: str, cells: int, indent: str) -> list[str]:
    """Return the text in lines of at most `cells` cells, indented, more so after the first one."""
    lines = enumerate(wrapped(text, cells - len(indent) - 2))
    return [f"{indent}{'  ' if at else ''}{line}" for at, line in lines]


def wrapped(text: str, cells: int) -> list[str]:
    """Return the text in lines of at most `cells` cells, broken between words if possible."""
    cells = max(cells, 1)  # a widget has no width before its first layout
    lines = [""]
    for word in _WORD.findall(text):
        word = word.replace(NO_BREAK, " ")
        if cells_of(word) > cells:
            *pieces, word = _broken(word, cells)
            lines += pieces
        joined = f"{lines[-1]} {word}".strip()
        if cells_of(joined) <= cells:
            lines[-1] = joined
        else:
            lines.append(word)
    return [line for line in lines if line] or [""]


def _broken(word: str, cells: int) -> list[str]:
    """Return a word in pieces of at most `cells` cells, each of at least one grapheme."""
    pieces, room = [""], cells
    for grapheme, wide in graphemes(word):
        if wide > room and pieces[-1]:
            pieces.append("")
            room = cells
        pieces[-1] += grapheme
        room -= wide
    return pieces


def packed(items: Iterable[str], cells: int) -> list[str]:
    """Return items in lines of at most `cells` cells, with gaps between them and never broken."""
    gap, lines = "  ", list[str]()
    for item in items:
        if lines and cells_of(lines[-1]) + len(gap) + cells_of(item) <= cells:
            lines[-1] += f"{gap}{item}"
        else:
            lines.append(item)
    return lines


def legend_lines(
    lasting: Sequence[str], changing: Sequence[str], cells: int, rows: int
) -> list[Line]:
    """Return a legend in at most `rows` lines.

    The items that change with the cursor come last, where they move no others, and in rows of their
    own if there is room. If there isn't room for all, items that don't change are left out, the
    last ones first.
    """
    lines = [*packed(lasting, cells), *packed(changing, cells)]
    for count in range(len(lasting), -1, -1):
        if len(lines) <= rows:
            break
        lines = packed([*lasting[:count], *changing], cells)
    return [(Piece(line, "faint"),) for line in lines[: max(rows, 0)]]


Cell = tuple[str, str, str]
"""A character, its style, and what a click on it means."""


def blank(columns: int, rows: int) -> list[list[Cell]]:
    """Return rows of empty cells to draw on."""
    return [[(" ", "plain", "")] * columns for _ in range(rows)]


def joined(cells: Iterable[Cell], grounds: Iterable[str] = ()) -> Line:
    """Return cells as pieces, on their grounds if any; neighbors that are alike become one piece.

    Most rows of a board stay as they are from one drawing to the next, so the last ones are kept.
    """
    return _joined(tuple(cells), tuple(grounds))


@lru_cache(4096)
def _joined(cells: tuple[Cell, ...], grounds: tuple[str, ...]) -> Line:
    pieces: list[Piece] = []
    text, kind = "", ("", "", "")
    for (letter, style, target), ground in zip(cells, grounds or repeat(""), strict=False):
        if kind != (style, target, ground):
            if text:
                pieces.append(Piece(text, *kind))
            text, kind = "", (style, target, ground)
        text += letter
    return (*pieces, Piece(text, *kind)) if text else tuple(pieces)


def inset(text: str, cells: int, style: str = "plain") -> list[Line]:
    """Return a text in lines of at most `cells` cells, each with an empty one at both ends."""
    return [(Piece(f" {line}", style),) for line in wrapped(text, cells - 2)]


def in_rows(sentences: Sequence[str], cells: int, rows: int) -> str:
    """Join sentences into one text, without the last ones if it would take more rows.

    The first one is always kept.
    """
    kept = list(sentences)
    while len(kept) > 1 and len(wrapped(" ".join(kept), cells)) > rows:
        kept.pop()
    return " ".join(kept)


def paragraphs(texts: Iterable[str], cells: int, rows: int | None = None) -> list[Line]:
    """Return the texts in lines of at most `cells` cells, with an empty line after each text.

    If that makes more than `rows` lines, the empty ones are left out.
    """
    blocks = [inset(text, cells) for text in texts]
    lines: list[Line] = [line for block in blocks for line in (*block, ())]
    is_too_long = rows is not None and len(lines) > rows
    return [line for line in lines if line] if is_too_long else lines


def whole_paragraphs(texts: Sequence[str], cells: int, rows: int) -> list[Line]:
    """Return `paragraphs` of the first texts, as many as fit into `rows` rows, but one at least."""
    fitting = [paragraphs(texts[:count], cells, rows) for count in range(len(texts), 0, -1)]
    return next((lines for lines in fitting if len(lines) <= rows), fitting[-1])


def whole_blocks(blocks: Iterable[Sequence[Line]], rows: int | None) -> list[Line]:
    """Return the lines of all blocks, or only of those that fit into `rows` rows as a whole."""
    lines: list[Line] = []
    for block in blocks:
        if rows is None or len(lines) + len(block) <= rows:
            lines += block
    return lines


@lru_cache(2048)
def wrapped_pieces(pieces: Line, cells: int) -> Sequence[Line]:
    """Return pieces in lines of at most `cells` cells, broken between words if possible."""
    styles = iter([piece.style for piece in pieces for sign in piece.text if not sign.isspace()])
    lines: list[Line] = []
    for line in wrapped(plain(pieces), cells):
        style = "plain"
        styled: list[Cell] = []
        for sign in line:
            style = style if sign.isspace() else next(styles, style)
            styled.append((sign, style, ""))
        lines.append(joined(styled))
    return tuple(lines)
