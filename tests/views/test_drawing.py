"""Text widths in cells, and where text is cut, measured as by Rich, which Textual uses to draw."""

import subprocess
import sys
from itertools import accumulate

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rich.cells import cell_len, split_graphemes
from textual.events import Click
from textual.strip import Strip

from boxtui.lines import (
    ASCII,
    Line,
    Piece,
    cells_of,
    cut,
    filled,
    fitted,
    graphemes,
    legend_lines,
    paragraphs,
    plain,
    whole_paragraphs,
    width,
    wrapped,
)
from boxtui.tui.widgets.canvas import Canvas, segments_of
from boxtui.views.chart import chances_lines, chart_lines

NAMES = [
    *("Ann", "मुकुंद", "नि", "हिन्दी", "Zoe\u0308", "นิด", "А\u0488"),
    *("神 Ann", "❤\ufe0f", "1\ufe0f\u20e3", "👩\u200d🚀 Eva", "👍🏽", "Ann\u200d", "\u0301"),
]
JOINER, EMOJI_STYLE = "\u200d", "\ufe0f"
_LETTERS = "aZ1# .-éख़िनुे神한ｱ❤☃1👩🚀👍🏽🇩🇪•…─" + "\u0301\u0488\u20e3\u00a0" + JOINER + EMOJI_STYLE

texts = st.text(alphabet=st.sampled_from(_LETTERS), max_size=12) | st.sampled_from(NAMES)
styles = st.sampled_from(("plain", "strong", "faint"))
# Rich is inconsistent about a joiner at the start.
unjoined = texts.map(lambda text: text.lstrip(JOINER))
lines = st.lists(st.builds(Piece, unjoined, styles), max_size=5).map(tuple)


def beginnings(text: str) -> set[str]:
    """Return the beginnings of a text that split no cluster, with and without spaces at the end."""
    whole = ["", *accumulate(cluster for cluster, _ in graphemes(text))]
    return {*whole, *map(str.rstrip, whole)}


@given(texts, st.integers(0, 30))
def test_a_text_takes_the_cells_that_rich_draws_it_in(text: str, cells: int) -> None:
    assert cells_of(text) == width([Piece(text)]) == cell_len(text)
    assert filled(text, cells).startswith(text)
    assert cell_len(filled(text, cells)) == max(cells, cell_len(text))


@example("\u200d\u200d1", 0, "")
@example("1\u200d\u200d1", 1, "")
@example("1👍\u200d 👍", 4, "…")
@given(texts, st.integers(0, 12), st.sampled_from(("", "…", "...")))
def test_a_fitted_text_fits_and_splits_no_cluster(text: str, cells: int, more: str) -> None:
    shown = fitted(text, cells, more)
    assert cell_len(shown) == cells
    if more and cell_len(text) > cells:
        assert shown.rstrip().endswith(more[:cells].rstrip()) or cells < len(more)
        shown = shown.rstrip().removesuffix(more)
    if cells >= len(more):
        kept = next(n for n in range(len(shown), -1, -1) if text.startswith(shown[:n]))
        assert shown[:kept] in beginnings(text)


@given(lines, st.integers(0, 20), st.sampled_from(("", "…", "...")))
def test_a_cut_line_fits_and_splits_no_cluster(line: Line, cells: int, more: str) -> None:
    shown = cut(line, cells, more)
    assert sum(cell_len(piece.text) for piece in shown) <= cells
    if width(line) <= cells:
        assert shown == line
        return
    for new, old in zip(shown[:-1], (piece for piece in line if piece.text)):
        kept = new.text if old.text.startswith(new.text) else new.text.rstrip(" ")
        assert kept in beginnings(old.text)


@given(texts, st.integers(2, 12))
def test_wrapped_lines_have_at_most_these_cells_and_lose_nothing(text: str, cells: int) -> None:
    shown = wrapped(text, cells)
    assert all(cell_len(line) <= cells for line in shown)
    assert "".join("".join(shown).split()) == "".join(text.split())
    begun = [word[0] for word in text.split()]
    for line in shown:
        assert not line or line[0] in begun or "a" in beginnings("a" + line)


def test_a_long_word_is_broken_in_one_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at = []

    def counted(text: str) -> tuple[tuple[str, int], ...]:
        looked_at.append(len(text))
        return graphemes(text)

    monkeypatch.setattr("boxtui.lines.graphemes", counted)
    assert len(wrapped("é" * 5_000, 40)) == 125
    assert sum(looked_at) == 5_000


@given(
    st.lists(st.text(alphabet="ab ", min_size=1).filter(str.strip), min_size=1, max_size=4),
    st.integers(1, 9),
    st.integers(1, 9),
)
def test_where_there_is_no_room_for_all_texts_the_last_are_left_out_but_none_is_cut(
    texts: list[str], cells: int, rows: int
) -> None:
    lines = whole_paragraphs(texts, cells, rows)
    shown = next(n for n in range(len(texts), 0, -1) if lines == paragraphs(texts[:n], cells, rows))
    assert len(lines) <= rows or shown == 1
    assert shown == len(texts) or len(paragraphs(texts[: shown + 1], cells, rows)) > rows


@given(texts)
@example(JOINER * 3001)
def test_graphemes_are_the_clusters_that_rich_cuts_at(text: str) -> None:
    spans, _ = split_graphemes(text)
    if not text.startswith(JOINER):
        assert graphemes(text) == tuple((text[start:end], size) for start, end, size in spans)
    assert "".join(grapheme for grapheme, _ in graphemes(text)) == text
    assert sum(size for _, size in graphemes(text)) == cell_len(text)


@given(lines)
@example((Piece("Ann\u200d"), Piece("神"), Piece("Ben", "strong")))
def test_textual_draws_each_piece_of_a_line_at_the_column_of_a_click_on_it(line: Line) -> None:
    strip = Strip(segments_of(line, lambda style, ground: None))
    assert (strip.text, strip.cell_length) == (plain(line), width(line))


def test_what_a_terminal_takes_for_a_command_is_not_drawn_and_takes_no_cell() -> None:
    line = (Piece("a\x1b[31mb\x07\n\x9b"), Piece("\u202ec\u2066", "strong"))
    segments = segments_of(line, lambda style, ground: None)
    assert [segment.text for segment in segments] == ["a[31mb", "c"]
    assert sum(segment.cell_length for segment in segments) == width(line)


def test_a_run_that_measures_no_text_does_not_load_rich() -> None:
    script = (
        "import sys; from boxtui.lines import cells_of, fitted, wrapped;"
        "cells_of('Ann'); fitted('Ann', 2, '...'); wrapped('Ann and Ben', 5);"
        "sys.exit('rich' in sys.modules or 'textual' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


@given(lines)
def test_a_click_means_the_piece_that_textual_draws_in_that_cell(line: Line) -> None:
    named = tuple(Piece(piece.text, piece.style, str(at)) for at, piece in enumerate(line))
    drawn = [str(at) for at, piece in enumerate(named) for _ in range(cell_len(piece.text))]
    canvas, posted = Canvas(), list[Canvas.Pressed]()
    canvas.show([named])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(canvas, "post_message", posted.append)
        for x in range(len(drawn) + 1):
            canvas.on_click(Click(None, x, 0, 0, 0, 1, False, False, False))
            assert [pressed.target for pressed in posted] == drawn[: x + 1]


def test_every_row_that_differs_is_redrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    redrawn: list[int] = []
    monkeypatch.setattr(
        Canvas, "_redraw", lambda _, regions: redrawn.extend(each.y for each in regions)
    )
    canvas = Canvas()
    canvas.styles.height = 4
    canvas.show([(Piece("a"),), (Piece("b"),), (Piece("c"),), (Piece("d"),)])
    redrawn.clear()
    canvas.show([(Piece("a"),), (Piece("b", "strong"),), (Piece("c"),)])
    assert redrawn == [1, 3]


SIGNS = ["o start", "# safe", "* goal"]


@pytest.mark.parametrize(
    ("lasting", "changing", "cells", "rows", "told"),
    [
        (SIGNS, ["< moves"], 16, 3, ["o start  # safe", "* goal", "< moves"]),
        (SIGNS, [], 16, 3, ["o start  # safe", "* goal"]),
        (SIGNS, ["< moves"], 16, 2, ["o start  # safe", "* goal  < moves"]),
        (SIGNS, ["< moves"], 16, 1, ["o start  < moves"]),
        (SIGNS, ["< moves"], 16, 0, []),
        (["字字字字", "ab"], [], 10, 2, ["字字字字", "ab"]),
    ],
)
def test_a_legend_keeps_what_changes_and_it_does_not_move_the_rest_unless_room_is_short(
    lasting: list[str], changing: list[str], cells: int, rows: int, told: list[str]
) -> None:
    assert [plain(line) for line in legend_lines(lasting, changing, cells, rows)] == told


@given(st.integers(3, 20), st.integers(0, 1000))
@example(4, 500)
@example(4, 750)
@example(9, 501)
def test_a_chart_has_more_than_half_above_its_line_and_less_below(rows: int, share: int) -> None:
    lines = chart_lines([(0, share / 1000)], (), None, ASCII, 8, rows)[:rows]
    text = [plain(line) for line in lines]
    half = next(at for at, line in enumerate(text) if "50%" in line)
    drawn = next(
        3 * at + height
        for at, line in enumerate(text)
        for height, sign in enumerate(ASCII.heights)
        if sign in line
    )
    middle = 3 * half + 1
    assert (drawn < middle, drawn > middle) == (share > 500, share < 500)


@pytest.mark.parametrize(
    ("share", "row", "sign"),
    [
        (0.97, 0, "-"),
        (0.93, 0, "_"),
        (0.86, 1, "'"),
        (0.55, 2, "'"),
        (0.45, 2, "_"),
        (0.1, 4, "'"),
    ],
)
def test_a_charts_mark_is_where_its_share_is_within_a_third_of_a_row(
    share: float, row: int, sign: str
) -> None:
    lines = chart_lines([(0, share)], (), None, ASCII, 8, 5)
    assert plain(lines[row])[-1] == sign


def test_low_chances_of_one_of_several_players_are_drawn_twice_as_high() -> None:
    low, high = [(0, 0.25), (9, 0.5)], [(0, 0.25), (9, 0.51)]
    for points, seats, labels in (
        (low, 4, ["50%", "25%", "0%"]),
        (low, 2, ["100%", "50%", "0%"]),
        (high, 4, ["100%", "50%", "0%"]),
    ):
        lines = [plain(line) for line in chances_lines(points, seats, (), None, ASCII, 15, 5)[:5]]
        assert [line.split()[0] for line in lines[::2]] == labels
    doubled = [plain(line) for line in chances_lines(low, 4, (), None, ASCII, 15, 5)[:5]]
    assert doubled[2].index("-") == 5
    assert doubled[0].endswith("-")


def test_a_chart_marks_a_mistake_in_its_last_column_unless_that_move_is_shown() -> None:
    line = [(0, 0.5), (300, 0.0)]
    marks = [plain(chart_lines(line, [299], here, ASCII, 20, 3)[-1]) for here in (None, 0, 300)]
    assert [(row[5], row[19]) for row in marks] == [(" ", "x"), ("^", "x"), (" ", "^")]
