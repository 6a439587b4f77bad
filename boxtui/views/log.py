"""The log beside every board: what was played, each sentence in the style of its seat."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, repeat
from typing import Final

from boxtui.lines import Line, Piece, wrapped_pieces
from boxtui.play.match import LogEntry
from boxtui.play.viewer import LogSentence, Viewer

_RUN: Final = 60
"""More cards than are ever dealt in a row, because such a run makes a single sentence."""

MARK: Final = ">"
"""Stands before the number of the move that the log is opened for."""


class Log:
    """The log of a match as lines, each sentence in the style of its seat."""

    def __init__(self, viewer: Viewer, styles: Sequence[str]) -> None:
        self._viewer = viewer
        self._styles = styles

    def lines(self, cells: int, here: int | None = None) -> list[tuple[int | None, Line]]:
        """Return all of it in at most `cells` cells, the newest at the bottom.

        Each sentence follows the number of its move, as a review names it; that number also comes
        with the first of its lines, and None with the others. The line on the move played after
        `here` moves begins with `MARK`; of cards dealt together, that of the first.
        """
        log = self._viewer.match.log
        digits = len(str(len(log)))
        column = digits + 2
        lines: list[tuple[int | None, Line]] = []
        sentences = self._viewer.log_sentences(log)
        places = [each.at for each in sentences if here is not None and each.at <= here]
        marked = max(places, default=-1)
        for said in sentences:
            mark, style = (MARK, "strong") if said.at == marked else (" ", "faint")
            number = said.at + 1
            heads = chain([(number, f"{mark}{number:>{digits}} ")], repeat((None, " " * column)))
            block = self._sentence(said, cells - column)
            lines += [(at, (Piece(head, style), *line)) for (at, head), line in zip(heads, block)]
        return lines

    def last_lines(self, cells: int, rows: int, end: int) -> list[Line]:
        """Return what was played last before ply `end` in at most `rows` rows, newest last.

        Cards that are dealt together are counted together, even if `end` is among them. Of the
        tutor's remarks, only the verdict is repeated here.
        """
        lines: list[Line] = []
        log, after = self._viewer.match.log, end
        start = max(end - rows - _RUN, 0)
        while after < len(log) and log[after].by_chance:
            after += 1
        recent = [_with_verdict_only(played) for played in log[start:after]]
        begun = len(self._viewer.log_sentences(recent[: end - start]))
        for said in reversed(self._viewer.log_sentences(recent)[:begun]):
            block = self._sentence(said, cells)
            if len(lines) + len(block) > rows:
                break
            lines = [*block, *lines]
        return lines

    def _sentence(self, said: LogSentence, cells: int) -> list[Line]:
        """Return a sentence, indented from its second line on.

        If it is striking, what follows the name stands out.
        """
        style = self._styles[said.seat]
        player = self._viewer.match.seats[said.seat].name
        name = player if said.sentence.startswith(player) else ""
        rest = style
        if said.is_striking:
            rest = "strong"
            style = rest if style == "plain" else style
        lines = wrapped_pieces(
            (Piece(name, style), Piece(said.sentence.removeprefix(name), rest)), cells - 1
        )
        return [line if at == 0 else (Piece(" "), *line) for at, line in enumerate(lines)]


def _with_verdict_only(played: LogEntry) -> LogEntry:
    """Return a move with the first words of the tutor's remark, as in `a slip`.

    That a good move isn't the best stays: the player was warned of it.
    """
    return replace(
        played, remark=re.split(r", (?=\d)| that costs |[:;] ", played.remark, maxsplit=1)[0]
    )
