"""The theme `auto` follows the terminal's background, whose answers are never taken for keys."""

from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from palette_figures import drawn
from played import FAST, boxtui, settings
from pty_terminal import KIND, KIND_ASKED, PtyTerminal
from textual._ansi_sequences import ANSI_SEQUENCES_KEYS
from textual._xterm_parser import XTermParser
from textual.events import Key, Paste
from textual.message import Message

from boxtui.system.background import QUERY
from boxtui.tui.keystrokes import LONGEST_PASTE, TICKS, Keystrokes

WHITE, BLACK = b"\x1b]11;rgb:ffff/ffff/ffff\x1b\\", b"\x1b]11;rgb:0000/0000/0000\x07"
HALF = b"\x1b]11;rgb:ffff/ff"
SSH = {"SSH_TTY": "/dev/pts/9"}


def backgrounds(terminal: PtyTerminal) -> set[str]:
    """Return the backgrounds of the cells that are shown."""
    return {cell.bg for row in terminal.screen.buffer.values() for cell in row.values()}


@pytest.mark.parametrize(("color", "light"), [(WHITE, True), (BLACK, False)])
def test_an_answer_never_counts_as_a_key_no_matter_where_it_is_split(
    color: bytes, light: bool
) -> None:
    typed, keys = b"j\x1b[B" + color + b"k" + KIND + b"\x1b[Aq", ["j", "down", "k", "up", "q"]
    for at in range(len(typed) + 1):
        assert read_in((typed[:at], typed[at:])) == (keys, [light, None]), at
    assert read_in(bytes([byte]) for byte in typed) == (keys, [light, None])


@pytest.mark.parametrize(
    ("parts", "keys"),
    [
        ([b"j" + HALF, b"k", b"q"], ["j", "k", "q"]),
        ([HALF + b"\x1b[B"], ["down"]),
        ([HALF], []),
        ([b"\x1b"], ["escape"]),
        ([b"\x1b]"], ["right_square_bracket"]),
        ([b"j\x1b[9999999u", b"k"], ["j", "k"]),
    ],
)
def test_what_begins_like_an_answer_is_a_key_only_if_no_more_comes(
    parts: list[bytes], keys: list[str]
) -> None:
    assert read_in([*parts, TICKS[0]]) == (keys, [])


OTHER_ANSWERS = [
    b"\x1bP>|tmux 3.4\x1b\\",
    b"\x1bP1$r0 q\x1b\\",
    b"\x1bP1+r5463=323536\x07",
    b"\x1bP!|00000000\x1b\\",
    b"\x1b]4;1;rgb:cdcd/0000/0000\x07",
    b"\x1b]10;rgb:ffff/ffff/ffff\x1b\\",
    b"\x1b]52;c;" + b"aHVydQ" * 2000 + b"\x1b\\",
    b"\x1b]lthe title\x1b\\",
    b"\x1b_Gi=31;OK\x1b\\",
    b"\x1b[>41;354;0c",
    b"\x1b[?1u",
    b"\x1b[?997;1n",
    b"\x1b[0n",
    b"\x1b[8;24;80t",
    b"\x1b[24;80R",
]
"""What terminals answer to questions that boxtui doesn't ask, but a program before it may have."""


@pytest.mark.parametrize("answer", OTHER_ANSWERS, ids=lambda answer: ascii(answer[:8]))
def test_an_answer_to_another_programs_question_is_not_a_key(answer: bytes) -> None:
    typed = b"j" + answer + b"\x1b[1;5Ak"
    for at in (*range(40), *range(len(answer) - 5, len(answer) + 3)):
        assert read_in((typed[:at], typed[at:])) == (["j", "ctrl+up", "k"], []), at


@pytest.mark.parametrize(("rest", "key"), [(b"\r", "enter"), (b"\x1b[B", "down")])
def test_an_answer_without_an_end_has_ended_at_the_next_key_that_is_not_a_letter(
    rest: bytes, key: str
) -> None:
    assert read_in([b"\x1b]4;1;rgb:cdcd" + rest]) == ([key], [])


def test_a_paste_keeps_what_looks_like_an_answer() -> None:
    """Its Escs are dropped: no key comes from a paste."""
    typed = b"\x1b[200~a\x1b[?1ub\x1b]52;cd\x1b[201~k"
    for at in range(1, len(typed)):
        assert read_in((typed[:at], typed[at:])) == (["pasted a[?1ub]52;cd", "k"], []), at


PARTS = [b"a", b"q", b"\r", b"\n", "é←".encode(), b"\xff", b"\x1b[A", b"\x1bOP", b"\x1b[15~"]
PARTS += [b"\x1b[1;5C", b"\x1b[97;5u", b"\x1b[<0;10;10M", b"\x1b[I", b"\x1b[?2026;2$y"]
PARTS += [b"\x1b[200~hello\x1b[201~", b"\x1b[200~" + b"x" * 5000 + b"\x1b[201~"]
PARTS += [WHITE, BLACK, KIND, b"\x1b[5;10R", b"\x1bP>|xterm(3)\x1b\\"]


@given(typed=st.lists(st.sampled_from(PARTS), max_size=5), data=st.data())
def test_the_same_is_read_no_matter_where_it_is_cut(
    typed: list[bytes], data: st.DataObject
) -> None:
    whole = b"".join([*typed, b"z"])
    cuts = [0, *sorted(data.draw(st.sets(st.integers(0, len(whole)), max_size=5))), len(whole)]
    assert read_in([whole[a:b] for a, b in pairwise(cuts)]) == read_in([whole])


def test_after_an_answer_that_was_cut_the_mouse_is_still_where_it_was() -> None:
    click = b"\x1b[<0;10;10M"
    cut = [click + WHITE[:1], WHITE[1:] + click]
    assert read_in(cut) == read_in([click + WHITE + click])


def read_in(parts: Iterable[bytes | float]) -> tuple[list[str], list[bool | None]]:
    """Return the messages of what is read, and what is told meanwhile of the background.

    A number is a silence of that many seconds. That a paste was cut is noted as a message.
    """
    sent, told, now = list[str](), list[bool | None](), 100.0

    def note(message: Message) -> None:
        other = f"pasted {message.text}" if isinstance(message, Paste) else repr(message)
        sent.append(message.key if isinstance(message, Key) else other)

    def clock() -> float:
        return now

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("textual._parser.get_time", clock)
        patch.setattr("boxtui.tui.keystrokes.time", SimpleNamespace(monotonic=clock))
        keystrokes = Keystrokes(note, told.append, lambda: sent.append("cut"))
        for part in parts:
            if isinstance(part, bytes):
                keystrokes.feed(part)
            else:
                now += part
                keystrokes.tick()
    return sent, told


@pytest.mark.parametrize(
    ("parts", "keys"),
    [
        ([b"\x1b]11;rgb:", TICKS[1], b"f"], ["f"]),
        ([b"\x1b[200~abc", TICKS[2], b"f"], ["pasted abc", "f"]),
        ([b"\x1b[200~a", 1.0, b"\x03", b"b"], ["pasted a", "ctrl+c", "b"]),
        ([b"\x1b[200~a", b"\x03", b"b\x1b[201~"], ["pasted ab"]),
    ],
)
def test_an_answer_or_a_paste_without_an_end_is_over_at_its_tick_or_for_a_paste_by_ctrl_c(
    parts: list[bytes | float], keys: list[str]
) -> None:
    assert read_in(parts) == (keys, [])


@pytest.mark.parametrize(("more", "cut"), [(b"", []), (b"y", ["cut"])])
def test_control_characters_take_no_room_in_a_paste(more: bytes, cut: list[str]) -> None:
    paste = [b"\x1b[200~", b"\x01" * 10_000, b"x" * LONGEST_PASTE, more, b"\x1b[201~"]
    assert read_in([*paste, *paste]) == (["pasted " + "x" * LONGEST_PASTE, *cut] * 2, [])


def test_every_key_that_textual_knows_arrives_as_soon_as_it_is_typed() -> None:
    for sequence in ANSI_SEQUENCES_KEYS:
        parser, sent = XTermParser(), list[Message]()
        Keystrokes(sent.append).feed(sequence.encode())
        alone = list(parser.feed(sequence.replace("\n", "\r")))
        assert list(map(repr, sent)) == list(map(repr, alone)), sequence


def test_an_error_of_what_takes_the_keys_is_raised() -> None:
    def refuse(message: Message) -> None:
        raise LookupError(message)

    with pytest.raises(LookupError):
        Keystrokes(refuse).feed(b"j")


@pytest.mark.parametrize(
    ("answer", "env", "ground"),
    [
        (WHITE + KIND, {}, "ffffff"),
        (BLACK + KIND, {}, "121212"),
        (KIND, {}, "121212"),
        (b"", {}, "121212"),
        (HALF, {}, "121212"),
        (b"", {"COLORFGBG": "0;15"}, "ffffff"),
        (BLACK + KIND, {"COLORFGBG": "0;15"}, "121212"),
    ],
    ids=["light", "dark", "only the kind", "none", "half", "the variable", "both"],
)
def test_the_theme_fits_the_terminals_background(
    tmp_path: Path, answer: bytes, env: dict[str, str], ground: str
) -> None:
    with boxtui(tmp_path, env=env, answer=answer) as terminal:
        terminal.wait_until("Settings")
        terminal.wait_quiet()
        assert ground in backgrounds(terminal)
        assert terminal.raw.count(b"Settings") == 1  # drawn once


@pytest.mark.parametrize("color", [WHITE, BLACK])
def test_over_ssh_the_letters_fit_the_terminals_own_background(
    tmp_path: Path, color: bytes
) -> None:
    with boxtui(tmp_path, "play", "kimbo", env=SSH, answer=color + KIND) as terminal:
        terminal.go("Start the game", "s", "Ann")
        terminal.wait_quiet()
        shown = {cell.fg for row in terminal.screen.buffer.values() for cell in row.values()}
        assert (colors_of("ansi-light") <= shown) is (color == WHITE)
        assert (colors_of("ansi-dark") <= shown) is (color == BLACK)


def colors_of(theme: str) -> set[str]:
    """Return the colors of Kimbo's first two seats on a terminal with 256 colors."""
    return {bytes(drawn(theme, "256", name)).hex() for name in ("red", "yellow")}


def test_a_late_answer_changes_the_theme_and_presses_no_key(tmp_path: Path) -> None:
    with boxtui(tmp_path, answer=b"") as terminal:
        terminal.wait_until("Settings")
        terminal.wait_quiet()
        before = terminal.text()
        terminal.send(WHITE + KIND)
        terminal.wait(lambda: "ffffff" in backgrounds(terminal), "the light theme")
        assert terminal.text() == before


def test_an_enter_typed_before_the_app_has_the_terminal_counts(tmp_path: Path) -> None:
    with boxtui(tmp_path, "play", "shut-the-box") as terminal:
        terminal.send("\r", "What fits")  # the terminal makes a line feed of it


def test_keys_typed_before_and_after_the_answer_are_all_taken(tmp_path: Path) -> None:
    with boxtui(tmp_path, answer=b"\x1b[B" + WHITE + b"\x1b[B" + KIND + b"\x1b[B") as terminal:
        terminal.send("\x1b[B", "Settings")
        terminal.wait_quiet()
        assert "▶" in terminal.lines()[6]
        assert "ffffff" in backgrounds(terminal)


@pytest.mark.parametrize(
    ("theme", "env"),
    [
        ("ansi-light", {}),
        ("no color", {}),
        ("auto", {"NO_COLOR": "1"}),
        ("auto", {"TERM": "linux"}),
    ],
)
def test_a_terminal_is_not_asked_for_what_is_not_used(
    tmp_path: Path, theme: str, env: dict[str, str]
) -> None:
    settings(tmp_path, f'{FAST}theme = "{theme}"\n')
    with boxtui(tmp_path, env=env) as terminal:
        terminal.wait_until("Settings")
        terminal.wait_quiet()
        assert QUERY.encode() not in terminal.raw
        assert KIND_ASKED not in terminal.raw


def test_a_terminal_is_asked_when_auto_is_chosen_in_the_settings(tmp_path: Path) -> None:
    settings(tmp_path, f'{FAST}theme = "no color"\n')
    with boxtui(tmp_path, answer=WHITE + KIND) as terminal:
        terminal.go("Settings", "o", "no color", "\x1b[B\x1b[C")
        terminal.wait(lambda: "ffffff" in backgrounds(terminal), "the light theme")
