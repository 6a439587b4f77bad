"""What the terminal shows, so that only what differs from it is sent."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, compress
from math import prod
from operator import is_not
from typing import Final, NamedTuple

from boxtui.lines import cells_of

_MOVE: Final = re.compile(r"\x1b\[(\d+);(\d+)H")
_TOKEN: Final = re.compile(r"\x1b\[(?P<style>[0-9;]*)m|(?P<text>[^\x00-\x1f\x7f-\x9f]+)")
_HARMLESS: Final = re.compile(
    r"(?:\x1b\[\?(?:25|2026)[hl]|\x07|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b\[c)*"
)
"""Sequences that change no cell: the cursor's visibility, frame marks, the bell, titles, queries.
"""

_SEEN_ON_BLANKS: Final = frozenset({"4", "7", "9", "21", "53"})
"""Underline, reverse, strike, double underline and overline: the effects that a blank shows."""

_ENDINGS: Final = {
    "1": "22",
    "2": "22",
    "3": "23",
    "4": "24",
    "5": "25",
    "6": "25",
    "7": "27",
    "8": "28",
    "9": "29",
    "21": "24",
    "53": "55",
}
"""The parameter that ends each effect; some effects share one."""

_MOST_BY_STYLE: Final = 400
"""The most changed cells for which sending them style by style is tried, too."""


class Style(NamedTuple):
    """How a cell is drawn, in parameters of SGR; "" is the terminal's own color."""

    effects: tuple[str, ...] = ()
    color: str = ""
    background: str = ""


Cell = tuple[str, Style] | None
"""A character and its style; None if unknown."""


class _Text(NamedTuple):
    """Text in styles, from one cell on.

    Attributes:
        parts: the text of each style.
        cells: the cells that it covers; with wide characters, all are unknown.
        is_known: whether they are known.
    """

    parts: tuple[tuple[str, Style], ...]
    cells: tuple[Cell, ...]
    is_known: bool


class _Run(NamedTuple):
    """Text at a place."""

    row: int
    column: int
    text: _Text


PLAIN: Final = Style()
_BLANK: Final = (" ", PLAIN)


class ShownScreen:
    """The cells that the terminal shows, as far as they are known."""

    def __init__(self) -> None:
        self._size = (0, 0)
        self._rows: list[list[Cell]] = []
        self._cursor: tuple[int, int] | None = None
        self._stale = True

    def forget(self) -> None:
        """Treat all cells as unknown from the next update on; may be called at any time."""
        self._stale = True

    def update(self, data: str, size: tuple[int, int]) -> str:
        """Return a shorter output with the same effect on a terminal of (columns, rows).

        What isn't a drawing in Textual's form is returned as it is.
        """
        if _HARMLESS.fullmatch(data):
            return data
        if self._stale or size != self._size:
            self._stale = False
            self._size, self._cursor = size, None
            self._rows = [[None] * size[0] for _ in range(size[1])]
        drawing = _drawing(data)
        if drawing is None or not self._fits(drawing.runs):
            self.forget()
            return data
        drawn = sum(len(run.text.cells) for run in drawing.runs)
        clear = self._is_unknown() and drawn >= prod(size)
        if clear:
            self._rows = [[_BLANK] * size[0] for _ in range(size[1])]
        rows: dict[int, list[_Run]] = {}
        for run in drawing.runs:
            rows.setdefault(run.row, []).append(run)
        changes = [change for row in sorted(rows) if (change := self._changed(row, rows[row]))]
        before, self._cursor = self._cursor, drawing.cursor or self._cursor
        if not clear and not changes and before == self._cursor:
            return ""
        return _output(changes, clear, self._cursor, size[0])

    def _fits(self, runs: Sequence[_Run]) -> bool:
        columns, rows = self._size
        return all(run.row < rows and run.column + len(run.text.cells) <= columns for run in runs)

    def _is_unknown(self) -> bool:
        return all(cell is None for row in self._rows for cell in row)

    def _changed(self, row: int, runs: Sequence[_Run]) -> "_Change | None":
        """Record what these runs draw in a row as shown, and return the new part of it."""
        old, new = self._rows[row], list(self._rows[row])
        if not all(run.text.is_known for run in runs):
            # The terminal may draw wide characters in other widths: send the text as a whole.
            self._rows[row] = [None] * self._size[0]
            return _Change(row, new, [], len(new), runs)
        for run in runs:
            new[run.column : run.column + len(run.text.cells)] = run.text.cells
        if new == old:
            return None
        self._rows[row] = new
        others = compress(range(len(new)), map(is_not, new, old))  # most equal cells are the same
        changed = [at for at in others if new[at] != old[at]]
        end = len(new)
        if changed and new[changed[-1]] == _BLANK:
            while end and new[end - 1] == _BLANK:
                end -= 1
        erased = [at for at in changed if at >= end]
        if len(erased) <= 3:
            return _Change(row, new, changed, len(new), ())
        return _Change(row, new, changed[: -len(erased)], erased[0], ())


class _Change(NamedTuple):
    """What is new in a row.

    Attributes:
        cells: the cells that the row has now.
        columns: the columns of those to write.
        end: the column from which the row is erased; its width if it isn't.
        whole: text that is sent as it is, instead of cells.
    """

    row: int
    cells: Sequence[Cell]
    columns: Sequence[int]
    end: int
    whole: Sequence[_Run]


def _output(
    changes: Sequence[_Change], clear: bool, cursor: tuple[int, int] | None, width: int
) -> str:
    """Return the output that makes these changes and leaves the cursor there.

    It goes through the rows once or, if that is shorter, once for each style.
    """

    def made(changes: Iterable[_Change]) -> _Output:
        out = _Output(width)
        if clear:
            out.clear()
        for change in changes:
            out.draw(change)
        out.end(cursor)
        return out

    by_row, cells = made(changes), sum(len(each.columns) for each in changes)
    if clear or not by_row.alternates or cells > _MOST_BY_STYLE:
        return str(by_row)
    by_style = made(chain.from_iterable(_by_style(changes)))
    return min(str(by_row), str(by_style), key=_sent)


def _by_style(changes: Sequence[_Change]) -> Iterator[Sequence[_Change]]:
    """Yield the changes of each style; the first ones include everything that isn't a cell."""
    drawn = (change.cells[at] for change in changes for at in change.columns)
    styles = dict.fromkeys([PLAIN, *(cell[1] for cell in drawn if cell)])
    blanks: dict[Style, Style] = {}
    for style in styles:
        blanks.setdefault(_on_blank(style), style)
    passes: dict[Style, list[_Change]] = {style: [] for style in styles}
    for change in changes:
        columns: dict[Style, list[int]] = {}
        for at in change.columns:
            if cell := change.cells[at]:
                style = blanks[cell[1]] if cell[0] == " " else cell[1]
                columns.setdefault(style, []).append(at)
        row, cells = change.row, change.cells
        plain = columns.pop(PLAIN, [])
        if plain or change.whole or change.end < len(cells):
            passes[PLAIN].append(_Change(row, cells, plain, change.end, change.whole))
        for style, some in columns.items():
            passes[style].append(_Change(row, cells, some, len(cells), ()))
    yield from passes.values()


def _sent(text: str) -> int:
    """Return the bytes of an output; a pseudo-terminal adds a carriage return to a newline."""
    return len(text.encode()) + text.count("\n")


class _Output:
    """Output for a terminal of `width` columns, which tracks the cursor and the style in effect."""

    def __init__(self, width: int) -> None:
        self._width = width
        self._parts: list[str] = []
        self._pen = PLAIN
        self._blank = _on_blank(PLAIN)
        """What a blank shows of the style in effect."""
        self._used: list[Style] = []
        self._at: tuple[int, int] | None = None
        """The cursor's row and column; column -1 means that it is unknown."""

    def clear(self) -> None:
        self._parts.append("\x1b[m\x1b[2J")

    def draw(self, change: _Change) -> None:
        """Write what is new in a row."""
        for run in change.whole:
            column = run.column
            for text, style in run.text.parts:
                self.move(change.row, column)
                self.put_as_is(text, style)
                column += cells_of(text)
        self._draw_cells(change)
        if change.end < self._width:
            self.move(change.row, change.end, change.cells)
            self.erase_to_end()

    def _draw_cells(self, change: _Change) -> None:
        """Write characters one cell wide.

        This loop runs for every cell that is sent, so it calls other methods only when it must.
        """
        cells, parts = change.cells, self._parts
        reached = -1
        """The column where the cursor is, if it is in this row."""
        pen, blank = self._pen, self._blank
        for column in change.columns:
            if column != reached:
                if reached >= 0:
                    self._at = change.row, reached
                self.move(change.row, column, cells)
            cell = cells[column]
            if cell is None:
                reached = column
                continue
            sign, style = cell
            if style != (blank if sign == " " else pen):
                self._use(_for_blank(pen, style) if sign == " " else style)
                pen, blank = self._pen, self._blank
            parts.append(sign)
            reached = column + 1
        if change.columns:
            self._at = change.row, reached if reached < self._width else -1

    def move(self, row: int, column: int, cells: Sequence[Cell] = ()) -> None:
        """Move the cursor in the shortest way, which may be to write the row's `cells` again."""
        if self._at == (row, column):
            return
        way = _way(self._at, row, column)
        here, from_column = self._at or (-1, -1)
        if here == row and 0 <= from_column < column < from_column + len(way):
            way = self._written(cells[from_column:column], way)
        self._parts.append(way)
        self._at = row, column

    def _written(self, cells: Sequence[Cell], way: str) -> str:
        """Return these cells as text if they need no other style and it is shorter than `way`."""
        text = ""
        for cell in cells:
            if cell is None or cell[1] != (self._blank if cell[0] == " " else self._pen):
                return way
            text += cell[0]
        return text if 0 < _sent(text) < len(way) else way

    def put_as_is(self, text: str, style: Style) -> None:
        """Write text after which the cursor's column isn't known."""
        self._use(style)
        self._parts.append(text)
        if self._at:
            self._at = self._at[0], -1

    def erase_to_end(self) -> None:
        """Erase the rest of the row in the terminal's own background."""
        if self._blank != PLAIN:
            self._use(PLAIN)
        self._parts.append("\x1b[K")

    def end(self, cursor: tuple[int, int] | None) -> None:
        """End in plain style, with the cursor where it was asked for."""
        self._use(PLAIN)
        if cursor:
            self.move(*cursor)

    @property
    def alternates(self) -> bool:
        """Whether a style has taken effect more than once."""
        return len(self._used) > len(set(self._used))

    def __str__(self) -> str:
        return "".join(self._parts)

    def _use(self, style: Style) -> None:
        if style != self._pen:
            self._parts.append(_change(self._pen, style))
            self._pen, self._blank = style, _on_blank(style)
            self._used.append(style)


@lru_cache(1 << 14)
def _way(at: tuple[int, int] | None, row: int, column: int) -> str:
    """Return the shortest sequence that moves the cursor there from `at`; -1 stands for none."""
    ways = [f"\x1b[{row + 1};{column + 1}H" if column else f"\x1b[{row + 1}H"]
    if at:
        from_row, from_column = at
        down = row - from_row
        if 0 <= down <= 2:
            ways.append("\r" + "\n" * down + _across(0, column))
        if from_column >= 0:
            ways.append(_along(down) + _across(from_column, column))
    return min(ways, key=_sent)


def _along(down: int) -> str:
    """Return what moves the cursor within a column; a negative `down` is up."""
    if down < 0:
        return f"\x1b[{-down}A"
    return f"\x1b[{down}B" if down > 2 else "\x1bD" * down


def _across(column: int, to: int) -> str:
    """Return what moves the cursor within a row."""
    if to < column:
        return min("\b" * (column - to), f"\x1b[{column - to}D", key=len)
    return "" if to == column else "\x1b[C" if to == column + 1 else f"\x1b[{to - column}C"


@lru_cache(4096)
def _change(old: Style, new: Style) -> str:
    """Return the shortest sequence from one style to another.

    It either ends what the new one lacks, or resets everything.
    """
    lost = (effect for effect in old.effects if effect not in new.effects)
    ended = list(dict.fromkeys(_ENDINGS[effect] for effect in lost))
    kept = tuple(effect for effect in old.effects if _ENDINGS[effect] not in ended)
    ended += ["39"] if old.color and not new.color else []
    ended += ["49"] if old.background and not new.background else []
    ways = (
        ["0", *_added(PLAIN, new)],
        [*ended, *_added(Style(kept, old.color, old.background), new)],
    )
    shortest = min((";".join(way) for way in ways), key=len)
    return "\x1b[m" if shortest == "0" else f"\x1b[{shortest}m"


def _added(old: Style, new: Style) -> list[str]:
    """Return the parameters of what a style has and another one doesn't."""
    added = [effect for effect in new.effects if effect not in old.effects]
    added += [new.color] if new.color and new.color != old.color else []
    return [*added, new.background] if new.background not in ("", old.background) else added


def _for_blank(pen: Style, style: Style) -> Style:
    """Return the style to change to for a blank: what can't be seen on it need not end."""
    is_ground = bool(style.background) and not style.effects
    if is_ground and _SEEN_ON_BLANKS.isdisjoint(pen.effects):
        return Style(pen.effects, pen.color, style.background)
    return style


@lru_cache(4096)
def _on_blank(style: Style) -> Style:
    """Return what a blank shows of a style."""
    if _SEEN_ON_BLANKS.isdisjoint(style.effects):
        return Style(background=style.background)
    return style


@lru_cache(4096)
def _is_simple(text: str) -> bool:
    """Whether each character takes one cell on every terminal."""
    return (text.isascii() and text.isprintable()) or all(cells_of(sign) == 1 for sign in set(text))


@lru_cache(4096)
def _styled(style: Style, parameters: str) -> Style | None:
    """Return the style after an SGR sequence; None if it isn't one that Textual uses."""
    codes = iter(parameters.split(";"))
    for code in codes:
        if code in ("", "0"):
            style = PLAIN
        elif code in ("38", "48"):
            kind = next(codes, "")
            values = [next(codes, "") for _ in range({"5": 1, "2": 3}.get(kind, 0))]
            if not values:
                return None
            color = ";".join((code, kind, *values))
            style = (
                style._replace(color=color) if code == "38" else style._replace(background=color)
            )
        elif code == "39" or re.fullmatch("[39][0-7]", code):
            style = style._replace(color="" if code == "39" else code)
        elif code == "49" or re.fullmatch("(?:4|10)[0-7]", code):
            style = style._replace(background="" if code == "49" else code)
        elif re.fullmatch("[1-9]|21|53", code):
            style = style._replace(effects=tuple(sorted({*style.effects, code})))
        else:
            return None
    return style


class _Drawing(NamedTuple):
    """Text at places, and where the cursor is left; None if that doesn't matter."""

    runs: tuple[_Run, ...]
    cursor: tuple[int, int] | None


def _drawing(data: str) -> _Drawing | None:
    """Return what an output draws; None if it isn't a drawing.

    Textual moves the cursor before each text, and after each newline.
    """
    before, *moved = _MOVE.split(data)
    if before.strip("\n"):
        return None
    runs: list[_Run] = []
    cursor: tuple[int, int] | None = None
    for row, column, data_there in zip(moved[::3], moved[1::3], moved[2::3], strict=True):
        text = _text(data_there.rstrip("\n"))
        if text is None:
            return None
        cursor = int(row) - 1, int(column) - 1
        if text.parts:
            runs.append(_Run(*cursor, text))
    return _Drawing(tuple(runs), cursor if moved and not moved[-1] else None)


@lru_cache(2048)
def _text(data: str) -> _Text | None:
    """Return the text of an output between two moves; None if it does anything else."""
    parts: list[tuple[str, Style]] = []
    style, end = PLAIN, 0
    for token in _TOKEN.finditer(data):
        if token.start() != end:
            return None
        end = token.end()
        if token["text"]:
            parts.append((token["text"], style))
        else:
            styled = _styled(style, token["style"])
            if styled is None:
                return None
            style = styled
    if end != len(data) or style != PLAIN:
        return None
    if all(_is_simple(text) for text, _ in parts):
        cells = tuple(_cell(sign, style) for text, style in parts for sign in text)
        return _Text(tuple(parts), cells, is_known=True)
    return _Text(tuple(parts), (None,) * sum(cells_of(text) for text, _ in parts), is_known=False)


@lru_cache(4096)
def _cell(sign: str, style: Style) -> Cell:
    """Return the cell of a character that takes one; a blank has only what is seen of it."""
    return (sign, style) if sign != " " else (" ", _on_blank(style))
