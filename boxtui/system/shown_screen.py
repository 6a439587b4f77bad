"""What the terminal shows, so that only what differs from it is sent."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from boxtui.lines import cells_of

_TOKEN: Final = re.compile(
    r"\x1b\[(?P<row>\d+);(?P<column>\d+)H"
    r"|\x1b\[(?P<style>[0-9;]*)m"
    r"|(?P<text>[^\x00-\x1f\x7f-\x9f]+)"
)
_ENDS_IN_MOVE: Final = re.compile(r"\x1b\[\d+;\d+H\Z")
_HARMLESS: Final = re.compile(
    r"(?:\x1b\[\?(?:25|2026)[hl]|\x07|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\))*"
)
"""Sequences that change no cell: the cursor's visibility, frame marks, the bell, titles."""

_SEEN_ON_BLANKS: Final = frozenset({"4", "7", "9", "21", "53"})
"""Underline, reverse, strike, double underline and overline: the effects that a blank shows."""

_BRIDGED: Final = 4
"""The most unchanged cells that are sent again instead of moving the cursor over them."""


class Style(NamedTuple):
    """How a cell is drawn, in parameters of SGR; "" is the terminal's own color."""

    effects: tuple[str, ...] = ()
    color: str = ""
    background: str = ""


Cell = tuple[str, Style] | None
"""A character and its style; None if unknown."""


class _Run(NamedTuple):
    """Text of one style at a place."""

    row: int
    column: int
    text: str
    style: Style
    cells: tuple[Cell, ...]
    """The text's cells; with wide characters, as many as are drawn on, and all unknown."""


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
        out = Output()
        if self._is_unknown() and sum(len(run.cells) for run in drawing.runs) >= size[0] * size[1]:
            out.clear()
            self._rows = [[_BLANK] * size[0] for _ in range(size[1])]
        rows: dict[int, list[_Run]] = {}
        for run in drawing.runs:
            rows.setdefault(run.row, []).append(run)
        for row in sorted(rows):
            self._update_row(row, rows[row], out)
        cursor = drawing.cursor or self._cursor
        if out or cursor != self._cursor:
            out.end(cursor)
        self._cursor = cursor
        return str(out)

    def _fits(self, runs: Sequence[_Run]) -> bool:
        columns, rows = self._size
        return all(run.row < rows and run.column + len(run.cells) <= columns for run in runs)

    def _is_unknown(self) -> bool:
        return all(cell is None for row in self._rows for cell in row)

    def _update_row(self, row: int, runs: Sequence[_Run], out: "Output") -> None:
        if any(None in run.cells for run in runs):
            # The terminal may draw wide characters in other widths: send the text as a whole.
            for run in runs:
                out.move(row, run.column)
                out.put_as_is(run.text, run.style)
            self._rows[row] = [None] * self._size[0]
            return
        old, new = self._rows[row], list(self._rows[row])
        for run in runs:
            new[run.column : run.column + len(run.cells)] = run.cells
        if new == old:
            return
        self._rows[row] = new
        changed = [at for at, cell in enumerate(new) if cell != old[at]]
        end = len(new)
        while end and new[end - 1] == _BLANK:
            end -= 1
        erased = [at for at in changed if at >= end]
        if len(erased) > 3:
            changed = changed[: -len(erased)]
        for start, stop in _spans(changed, new):
            out.move(row, start)
            for cell in new[start:stop]:
                if cell:
                    out.put(*cell)
            if stop == len(new):
                out.lost_column()
        if len(erased) > 3:
            out.move(row, erased[0])
            out.erase_to_end()


def _spans(changed: Sequence[int], cells: Sequence[Cell]) -> Iterator[tuple[int, int]]:
    """Yield the ranges of columns to send: changed ones, and short gaps that need no new style."""
    if not changed:
        return
    start = changed[0]
    for one, other in pairwise(changed):
        gap = cells[one + 1 : other]
        style = (cells[one] or _BLANK)[1]
        free = (style, _on_blank(style))
        if len(gap) > _BRIDGED or any(not cell or cell[1] != free[cell[0] == " "] for cell in gap):
            yield start, one + 1
            start = other
    yield start, changed[-1] + 1


class Output:
    """Output for the terminal, which tracks the cursor and the style in effect."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._pen = PLAIN
        self._at: tuple[int, int] | None = None
        """The cursor's row and column; the column -1 is unknown."""

    def clear(self) -> None:
        self._parts.append("\x1b[m\x1b[2J")

    def move(self, row: int, column: int) -> None:
        if self._at == (row, column):
            return
        ways = [f"\x1b[{row + 1};{column + 1}H" if column else f"\x1b[{row + 1}H"]
        if self._at:
            from_row, from_column = self._at
            if from_row == row and 0 <= from_column < column:
                ways.append(_forward(column - from_column))
            if from_row + 1 == row:
                ways.append("\r\n" + (_forward(column) if column else ""))
        self._parts.append(min(ways, key=len))
        self._at = row, column

    def put(self, sign: str, style: Style) -> None:
        """Write a character one cell wide."""
        if sign != " " or _on_blank(self._pen) != style:
            self._use(style)
        self._parts.append(sign)
        if self._at:
            self._at = self._at[0], self._at[1] + 1

    def put_as_is(self, text: str, style: Style) -> None:
        """Write text after which the cursor's column isn't known."""
        self._use(style)
        self._parts.append(text)
        self.lost_column()

    def lost_column(self) -> None:
        if self._at:
            self._at = self._at[0], -1

    def erase_to_end(self) -> None:
        """Erase the rest of the row in the terminal's own background."""
        if _on_blank(self._pen) != PLAIN:
            self._use(PLAIN)
        self._parts.append("\x1b[K")

    def end(self, cursor: tuple[int, int] | None) -> None:
        """End in plain style, with the cursor where it was asked for."""
        self._use(PLAIN)
        if cursor:
            self.move(*cursor)

    def __bool__(self) -> bool:
        return bool(self._parts)

    def __str__(self) -> str:
        return "".join(self._parts)

    def _use(self, style: Style) -> None:
        if style != self._pen:
            self._parts.append(_change(self._pen, style))
            self._pen = style


def _forward(cells: int) -> str:
    return "\x1b[C" if cells == 1 else f"\x1b[{cells}C"


@lru_cache(4096)
def _change(old: Style, new: Style) -> str:
    """Return the sequence from one style to another: what is added, or a reset and all of it."""
    parameters: list[str] = []
    is_lost = (
        not set(old.effects) <= set(new.effects)
        or (old.color and not new.color)
        or (old.background and not new.background)
    )
    if is_lost:
        parameters, old = ["0"], PLAIN
    parameters += [effect for effect in new.effects if effect not in old.effects]
    parameters += [new.color] if new.color != old.color else []
    parameters += [new.background] if new.background != old.background else []
    return "\x1b[m" if parameters == ["0"] else f"\x1b[{';'.join(parameters)}m"


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


def _run(row: int, column: int, text: str, style: Style) -> _Run:
    if not _is_simple(text):
        return _Run(row, column, text, style, (None,) * cells_of(text))
    blank = (" ", _on_blank(style))
    cells = tuple((sign, style) if sign != " " else blank for sign in text)
    return _Run(row, column, text, style, cells)


class _Drawing(NamedTuple):
    """Text at places, and where the cursor is left; None if that doesn't matter."""

    runs: tuple[_Run, ...]
    cursor: tuple[int, int] | None


def _drawing(data: str) -> _Drawing | None:
    """Return what an output draws; None if it isn't a drawing.

    Textual moves the cursor after each newline.
    """
    lines = [_line(line) for line in data.split("\n")]
    known = [line for line in lines if line is not None]
    if len(known) < len(lines):
        return None
    return _Drawing(tuple(run for line in known for run in line.runs), known[-1].cursor)


@lru_cache(1024)
def _line(data: str) -> _Drawing | None:
    """Return what a part of an output between two newlines draws; None if it isn't a drawing."""
    runs: list[_Run] = []
    at: tuple[int, int] | None = None
    style, end = PLAIN, 0
    for token in _TOKEN.finditer(data):
        if token.start() != end:
            return None
        end = token.end()
        if token["row"]:
            at = int(token["row"]) - 1, int(token["column"]) - 1
        elif token["text"]:
            if at is None:
                return None
            runs.append(_run(*at, token["text"], style))
            at = at[0], at[1] + len(runs[-1].cells)
        else:
            styled = _styled(style, token["style"])
            if styled is None:
                return None
            style = styled
    asked = at if _ENDS_IN_MOVE.search(data) else None
    return _Drawing(tuple(runs), asked) if end == len(data) and style == PLAIN else None
