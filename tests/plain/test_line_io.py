"""Lines of plain mode: how they are written and read, and what some words write."""

from pathlib import Path

import pytest
from plain_lines import Lines, game_in
from random_games import dealt
from transcripts import TWO

from ai.agent import Choice
from boxtui.core import BadOption
from boxtui.games import GAMES
from boxtui.plain.line_io import LONGEST, Left
from boxtui.plain.words import PAGE, look_up, menu_command, page_of_moves, shell_command
from boxtui.play.match import Match
from boxtui.play.viewer import Viewer


async def test_control_sequences_are_never_written() -> None:
    obeyed = "\x1b[2J \x9b31m \x07 \x08 \r \t \u202e \u2028 \x00 marks c3"
    io = Lines(b"\n", b"x\n", b"\n")
    io.say(obeyed, obeyed)
    io.remark(obeyed)
    io.show([obeyed])
    await io.ask(obeyed)

    def read(answer: str) -> None:
        if answer:
            raise BadOption(obeyed)

    await io.choose(obeyed, read, "")
    assert all(letter == "\n" or letter.isprintable() for letter in io.said)
    assert io.said.count("marks c3") == 8


async def test_lines_of_any_bytes_are_read_whole_and_a_question_mark_alone_is_help() -> None:
    io = Lines(b"c3\r\n  d", b"4 \n\xff\n\n ? \n??\nla", b"st")
    read = [await io.ask("") for _ in range(7)]
    assert read == ["c3", "d4", "\ufffd", "", "help", "??", "last"]
    with pytest.raises(Left):
        await io.ask("")


@pytest.mark.parametrize(("cells", "end"), [(67, " "), (68, "\n"), (78, "\n")])
async def test_an_answer_that_is_typed_has_room_on_its_line(cells: int, end: str) -> None:
    io = Lines(b"x\n", is_typed=True)
    await io.ask("x" * cells)
    assert io.said == "x" * cells + end


async def test_no_line_is_longer_than_the_terminals() -> None:
    io = Lines(b"x\n", is_typed=True, width=40)
    io.say("A word. " * 20)
    await io.ask("Which word do you want to answer? " * 2)
    lines = io.said.splitlines()
    assert max(map(len, lines)) in range(30, 39)
    assert "".join(lines).count("word") == 22


async def test_only_the_beginning_of_a_line_that_is_too_long_is_kept() -> None:
    held = list[int]()

    class Held(Lines):
        async def receive(self) -> bytes:
            held.append(len(self._typed))
            return await super().receive()

    io = Held(*[b"x" * LONGEST] * 10, b"y\nnext\n")
    assert [await io.ask("") for _ in range(2)] == ["x" * LONGEST, "next"]
    assert max(held) <= 2 * LONGEST


@pytest.mark.parametrize(("columns", "is_drawn"), [(46, False), (47, True), (0, True)])
async def test_a_board_is_drawn_only_where_its_lines_fit(columns: int, is_drawn: bool) -> None:
    io = Lines(width=columns)
    await look_up("board", "", Viewer(Match(GAMES["shut-the-box"], {}, TWO, 7)), "", io)
    lines = io.said.splitlines()
    assert max(map(len, lines)) <= (columns or 47)
    assert any(" 8 " in line and " 9 " in line for line in lines) == is_drawn


def test_the_pages_of_moves_contain_every_move_once() -> None:
    state = dealt(Match(GAMES["kimbo"], {}, TWO, 7)).state
    moves = [state.move_text(move) for move in state.legal_moves()]
    told: list[str] = []
    for page in range(1, len(moves) // PAGE + 2):
        head, *lines = page_of_moves(state, str(page))
        assert head == f"{len(moves)} moves, page {page} of {len(moves) // PAGE + 1}:"
        told += [line for line in lines if ":" not in line]
        assert (lines[-1] == f"More: moves {page + 1}") == (page < len(moves) // PAGE + 1)
    assert told == moves
    for typed in ("0", str(page + 1), "x", "-1", "\u00b2"):
        assert next(page_of_moves(state, typed)).startswith(f"There is no page {typed!r}")


def test_what_to_type_is_a_line_of_the_menu_or_a_command_of_a_shell() -> None:
    assert menu_command("resume", "a game") == "resume a game"
    assert shell_command("resume", "a game") == "boxtui resume 'a game' --plain"
    assert shell_command("practice", "box") == "boxtui learn box --practice --plain"


@pytest.mark.parametrize("move", ["F d3/d4>c1/c2", "-"])
def test_a_hint_that_describes_a_move_says_what_to_type(move: str, tmp_path: Path) -> None:
    match, io = dealt(Match(GAMES["kimbo"], {}, TWO, 7)), Lines()
    game, choice = game_in(tmp_path, io, match), Choice(match.state.read_move(move), (), 1)
    game.advised(choice, [])
    assert "To play it" not in io.heard()
    game.advised(choice, [])
    assert io.said.endswith(f"\nTo play it, type: {move}\n")
