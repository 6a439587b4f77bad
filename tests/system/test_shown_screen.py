"""Only what differs from the screen is sent, and the screen always ends up the same."""

from random import Random

import pyte
import pytest

from boxtui.system.shown_screen import ShownScreen

SIZE = 20, 5
STYLES = (
    "",
    "1",
    "2",
    "7",
    "1;7",
    "4",
    "31",
    "38;5;203",
    "1;38;5;41;48;5;233",
    "48;2;1;2;3",
    "39;49",
)
SIGNS = "ab  ·│█"


class Terminal:
    """A terminal, as pyte understands it."""

    def __init__(self) -> None:
        self.screen = pyte.Screen(*SIZE)
        self._stream = pyte.Stream(self.screen)

    def show(self, data: str) -> None:
        self._stream.feed(data)

    def cells(self) -> list[tuple[object, ...]]:
        """Return what can be seen of each cell: a blank's color can't."""
        seen: list[tuple[object, ...]] = []
        for row in range(SIZE[1]):
            for column in range(SIZE[0]):
                cell = self.screen.buffer[row][column]
                effects = cell.underscore, cell.reverse, cell.bg
                if cell.data == " " and not cell.underscore and not cell.reverse:
                    seen.append((" ", cell.bg))
                else:
                    seen.append((cell.data, cell.fg, cell.bold, *effects))
        return seen


def styled(text: str, style: str) -> str:
    """Return a text as Rich writes it."""
    return f"\x1b[{style}m{text}\x1b[0m" if style else text


def row_of(letters: list[tuple[str, str]], row: int, column: int = 0) -> str:
    cells = "".join(styled(text, style) for text, style in letters)
    return f"\x1b[{row + 1};{column + 1}H{cells}"


def random_row(rng: Random, cells: int) -> list[tuple[str, str]]:
    return [(rng.choice(SIGNS), rng.choice(STYLES)) for _ in range(cells)]


def frame(rng: Random) -> str:
    rows = [row_of(random_row(rng, SIZE[0]), row) for row in range(SIZE[1])]
    return "\n".join(rows) + "\x1b[1;1H"


def part(rng: Random) -> str:
    """Return an update of a part of a row."""
    column = rng.randrange(SIZE[0])
    letters = random_row(rng, rng.randint(1, SIZE[0] - column))
    return row_of(letters, rng.randrange(SIZE[1]), column) + "\x1b[1;1H"


def blank_frame() -> str:
    return "\n".join(row_of([(" " * SIZE[0], "")], row) for row in range(SIZE[1]))


@pytest.mark.parametrize("seed", range(20))
def test_the_terminal_shows_the_same_as_if_everything_were_sent(seed: int) -> None:
    rng = Random(seed)
    shown, told, whole = ShownScreen(), Terminal(), Terminal()
    for terminal in (told, whole):
        terminal.show(styled("left by the shell", "31"))
    for data in [frame(rng), *(rng.choice((frame, part))(rng) for _ in range(30))]:
        told.show(shown.update(data, SIZE))
        whole.show(data)
        assert told.cells() == whole.cells()


FIELD = "48;5;235"

SENT = {
    "a blank row": ([("ab" + " " * 18, "")], "\x1b[1Hab"),
    "blanks, in their neighbor's style if it can't be seen": (
        [("a", "31"), (" ", ""), ("b", "31"), (" ", "7")],
        "\x1b[1H\x1b[31ma b\x1b[0;7m \x1b[m",
    ),
    "a style, as its difference": (
        [("a", "31"), ("b", "1;31"), ("c", "32")],
        "\x1b[1H\x1b[31ma\x1b[1mb\x1b[0;32mc\x1b[m",
    ),
    "a background that stays the same, once": (
        [("a", f"1;31;{FIELD}"), (" ", FIELD), ("b", FIELD), ("c", f"1;32;{FIELD}")],
        f"\x1b[1H\x1b[1;31;{FIELD}ma \x1b[22;39mb\x1b[1;32mc\x1b[m",
    ),
    "a blank on another background, with the effect of its neighbors": (
        [("a", "2"), (" ", "48;5;17"), ("b", "2")],
        "\x1b[1H\x1b[2ma\x1b[48;5;17m \x1b[49mb\x1b[m",
    ),
    "styles that alternate, one after another": (
        [("a", "38;5;203"), ("b", ""), ("a", "38;5;203"), ("b", "")],
        "\x1b[1;2Hb\x1b[Cb\r\x1b[38;5;203ma\x1b[Ca\x1b[m",
    ),
}
"""The letters of a row with their styles, and what is sent for them on a blank screen."""


@pytest.mark.parametrize(("row", "sent"), SENT.values(), ids=SENT)
def test_the_shortest_output_is_sent_for(row: list[tuple[str, str]], sent: str) -> None:
    shown = ShownScreen()
    assert shown.update(blank_frame(), SIZE) == "\x1b[m\x1b[2J"
    assert shown.update(row_of(row, 0), SIZE) == sent


def test_the_rest_of_a_row_is_erased_and_the_cursor_moves_in_the_shortest_way() -> None:
    shown = ShownScreen()
    shown.update(row_of([("a" * 20, "")], 2), SIZE)
    assert shown.update(row_of([("ab" + " " * 18, "")], 2), SIZE) == "\x1b[3;2Hb\x1b[K"
    shown.update(blank_frame(), SIZE)
    cells = [(0, 3), (1, 3), (1, 6), (2, 2), (3, 0)]
    data = "\n".join(row_of([("a", "")], row, column) for row, column in cells)
    assert shown.update(data, SIZE) == "\x1b[1;4Ha\x1bD\ba  a\x1b[3;3Ha\r\na"


def test_once_the_screen_may_have_changed_all_is_sent_again_and_a_part_does_not_erase_it() -> None:
    shown, data = ShownScreen(), frame(Random(2))
    whole = shown.update(data, SIZE)
    shown.forget()
    assert shown.update(data, SIZE) == whole
    assert shown.update("\x1b[?1049h", SIZE) == "\x1b[?1049h"
    assert shown.update(data, SIZE) == whole
    assert len(shown.update(data, (SIZE[0] + 1, SIZE[1]))) > len(whole) / 2
    shown.forget()
    assert shown.update(row_of([("a", "")], 1, 3), SIZE) == "\x1b[2;4Ha"


@pytest.mark.parametrize("data", ["\x1b[?25l", "\x1b[?2026h", "\x07", "\x1b]22;default\x07"])
def test_output_that_changes_no_cell_passes_and_what_is_shown_is_not_sent_again(data: str) -> None:
    shown, drawn = ShownScreen(), frame(Random(4))
    assert shown.update(drawn, SIZE)
    assert shown.update(data, SIZE) == data
    assert shown.update(drawn, SIZE) == ""


@pytest.mark.parametrize("name", ["神 Ann", "नि", "Zoe\u0308"])
def test_a_row_with_wide_or_combining_letters_is_always_sent_whole(name: str) -> None:
    shown = ShownScreen()
    shown.update(blank_frame(), SIZE)
    data = row_of([(name, "1"), (" b", "")], 0)
    assert name in shown.update(data, SIZE)
    assert name in shown.update(data, SIZE)
    assert "c" * 20 in shown.update(row_of([("c" * 20, "")], 0), SIZE)
