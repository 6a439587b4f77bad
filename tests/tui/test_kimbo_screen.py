"""The board of Kimbo: fences, and what is always in view."""

import re
from random import Random
from typing import Any, cast

import pytest
from bare_board import BareTable, places_on
from canvas_text import text_of, until_shown, words_on
from game_screens import playing, press, settled, until
from kimbo_boards import JUMP_OR_PASS, some_table
from people import ANN, COMPUTER
from random_games import moved, played_first
from textual.geometry import Size
from textual.pilot import Pilot

from boxtui.games import GAMES
from boxtui.games.kimbo.moves import KEEP, PASS, end_of
from boxtui.games.kimbo.squares import NOWHERE, line_text, square_text
from boxtui.lines import ASCII, plain, width
from boxtui.play.match import Match, match_at
from boxtui.tui.boards.kimbo import KimboBoard
from boxtui.tui.screens.game import GameScreen
from boxtui.views.kimbo_drawing import KimboDrawing, KimboSelection
from boxtui.views.kimbo_recent import KimboTrail
from boxtui.views.kimbo_size import largest_size


def begun(*moves: str, **how: Any) -> KimboBoard:
    """Return the board of a game, on such a table, after the first throws and these moves."""
    match = Match(GAMES["kimbo"], {}, [ANN] * 2, 1)
    return KimboBoard(BareTable(moved(match, "6 5", "2 1", *moves), **how))


@pytest.mark.parametrize("rows", [21, 36])
@pytest.mark.parametrize("count", [2, 3, 4])
def test_a_fence_is_always_seen_in_its_owners_line_and_color_and_hides_no_piece(
    count: int, rows: int
) -> None:
    rng = Random(count)
    tables = (some_table(rng, count, rng.choice(["-", "5+2"])) for _ in range(60))
    for state in filter(None, tables):
        match = match_at(GAMES["kimbo"], state.text(), [ANN] * count)
        shown = KimboBoard(BareTable(match))
        places: dict[str, list[tuple[str, str]]] = {}
        for piece in (piece for line in shown.board_lines(rows) for piece in line):
            places.setdefault(piece.target, []).extend((sign, piece.style) for sign in piece.text)
        table, picked = state.table, shown._selection().fence
        for at, slot in enumerate(table.fences):
            side = table.sides[at // 6]
            style = f"{table.board.sides[side].color}{'-picked' if slot == picked else ''}"
            assert (ASCII.fences[side][slot % 2], style) in places[line_text(slot)]
        for at, square in enumerate(table.pieces):
            if square_text(square) != "HOME":
                letters = [letter for letter, _ in places[square_text(square)]]
                assert "RGYB"[table.sides[at // 4]] in letters


@pytest.mark.parametrize("rows", [15, 21, 36, 50])
def test_the_signs_of_what_moved_come_in_pairs_and_a_fence_taken_away_has_one(rows: int) -> None:
    rng = Random(rows)
    for state in filter(None, (some_table(rng, 4, "5+2") for _ in range(60))):
        table, size = state.table, largest_size(100, rows)
        taken = rng.choice([s for s in map(int, table.board.slots) if table.is_vacant(s)])
        put = frozenset(rng.sample(sorted(map(int, table.fences)), 3))
        landed = frozenset(int(each) for each in table.pieces if square_text(each) != "HOME")
        ends, path = {end: "5" for end in landed if rng.random() < 0.5}, rng.sample(range(90), 9)
        trail = KimboTrail(landed=landed, put=put, taken={taken: 0})
        picked = KimboSelection(ends=ends, path=path)
        lines = KimboDrawing(state, ASCII, picked, size, trail).lines()
        signs = [re.sub("[^()]", "", plain(line)) for line in lines]
        assert all(sign == "()" * (len(sign) // 2) for sign in signs)
        assert sum(plain(line[:-1]).count("x") for line in lines[:-1]) <= 1


def test_without_a_decision_a_marked_move_is_shown_without_the_others_of_its_piece() -> None:
    shown = begun("-", "5 2")
    assert len(shown._selection().ends) > 1
    shown.host = BareTable(shown.host.match, marks=True)
    for move in shown.state.legal_moves():
        shown.pick(move)
        assert list(shown._selection().ends) == [end_of(move)]


def test_every_legal_move_can_be_picked_by_the_keys() -> None:
    shown, reached = begun("-", "5 2"), set()
    for _ in shown._starts():
        for _ in range(len(shown._moves())):
            reached.add(shown.picked_move)
            shown.action_choose(-1)
        shown.action_turn(1)
    assert reached == set(shown.state.legal_moves())


async def test_that_a_fence_put_back_where_it_was_stays_is_said_until_another_one_is_picked() -> (
    None
):
    async with playing(begun().host.match) as (pilot, screen):
        for keys in (("enter", "right", "escape"), ("enter", "enter"), ("enter", "escape")):
            screen.board.forget_picked()
            await press(pilot, *keys)
            assert screen.message.text == "Your fence d3/d4 stays."
            assert len(screen.match.moves) == 2
            await press(pilot, "right")
            assert screen.message.text == ""


async def test_while_fences_are_moved_the_arrows_and_keys_that_do_nothing_say_so() -> None:
    """Up and down move a fence that is in hand, p rolls later, and f rolls before one is taken."""
    async with playing(begun().host.match) as (pilot, screen):
        for keys, name in ((["up"], "Up"), (["p"], "p"), (["enter", "p"], "p"), (["f"], "f")):
            await press(pilot, *keys)
            assert screen.message.text.startswith(f"{name} does nothing here.")
        await press(pilot, "down")
        assert screen.message.text == ""
        assert len(screen.match.moves) == 2


async def test_who_wants_to_resign_is_told_how_to_leave_and_a_second_enter_plays_nothing() -> None:
    async with playing(Match(GAMES["kimbo"], {}, [ANN, COMPUTER], 1)) as (pilot, screen):
        moves = len(screen.match.moves)
        screen.board.pick(screen.match.state.legal_moves()[-1])
        await press(pilot, "colon", *"Resign", "enter", "enter")
        said = "You can't resign in Kimbo. Press Esc, then q to leave; the game is saved."
        assert screen.message.text == said
        assert words_on(pilot, "message").startswith(said)
        assert len(screen.match.moves) == moves
        await press(pilot, "escape", "q")
        await until(pilot, lambda: not screen.is_active)


def test_f_rolls_only_in_a_turn_of_fences() -> None:
    assert begun().offers("skip")
    assert not begun("-", "5 2").offers("skip")


@pytest.mark.parametrize("rows", range(17, 26))
def test_dice_and_legend_fit_and_dice_for_the_first_turn_say_whose_they_were(rows: int) -> None:
    lines = begun("-", "5 2").board_lines(rows)
    text = "\n".join(map(plain, lines))
    assert len(lines) <= rows
    assert "Dice: [5]  [2]" in text
    assert "for the first turn" not in text
    assert ("by die" in text) == (rows > 17)
    assert max(map(width, lines)) <= KimboBoard.cells
    first = "\n".join(map(plain, begun().board_lines(rows)))
    assert "Ann, for the first turn: [2]  [1]" in first


@pytest.mark.parametrize("height", range(21, 64))
@pytest.mark.parametrize("moves", [(), ("-",), ("-", "5 2")])
def test_without_text_beside_the_board_the_whole_legend_is_below_it(
    height: int, moves: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = begun(*moves, has_side=False)
    monkeypatch.setattr(KimboBoard, "size", Size(50, height))
    lines = shown.board_lines(height)
    below = " ".join(map(plain, lines))
    for words in ("entrances", "red's fences", "nobody's", "start areas"):
        assert words in below
        assert words not in " ".join(shown.status_words())
    assert len(lines) <= height


def test_the_sign_of_squares_that_a_lesson_points_at_is_in_the_legend() -> None:
    shown = begun("-", "5 2")
    cursor = square_text(shown._starts()[0])  # its own sign is drawn there
    for pointed_at, is_drawn in (((), False), (("c5",), True), ((cursor,), False)):
        shown.pointed_at = pointed_at
        told = "\n".join(map(plain, shown.board_lines(44)))
        assert ("? look here" in told) == is_drawn


@pytest.mark.parametrize("moves_it", [False, True])
def test_a_fence_that_a_review_would_have_moved_is_explained(moves_it: bool) -> None:
    shown = begun(marks=None if moves_it else True)
    shown.pick(shown.state.read_move("F d3/d4>h5/h6"))
    legend = "\n".join(map(plain, shown.board_lines(44)))
    assert ("highlighted: played, from and to" in legend) != moves_it


def test_at_the_right_of_the_board_they_say_so_if_there_is_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown = begun(has_side=False)
    for columns in (49, 56, 60, 64):
        monkeypatch.setattr(KimboBoard, "size", Size(columns, 15))
        lines = shown.board_lines(15)
        told = " ".join(plain(line)[KimboBoard.cells :].strip() for line in lines)
        says_so = "[2][1] Ann, for the first turn" in " ".join(told.split())
        assert says_so == (columns >= 60)
        assert max(map(width, lines)) <= max(columns, 56)


@pytest.mark.parametrize("moves", [(), ("-", "5 2")])
async def test_the_dice_are_shown_in_every_window(moves: tuple[str, ...]) -> None:
    dice = r"\[5\] *\[2\]" if moves else r"\[2\] *\[1\]"
    async with playing(begun(*moves).host.match, plays_only_moves=False) as (pilot, _):
        for size in ((80, 18), (80, 19), (80, 20), (80, 24), (60, 20)):
            await pilot.resize_terminal(*size)
            await settled(pilot)
            assert re.search(dice, shown_on(pilot)), size


async def test_the_log_that_ends_before_the_digest_is_headed_earlier() -> None:
    match = played_first(begun().host.match, 12)
    async with playing(match, plays_only_moves=False) as (pilot, screen):
        shown = text_of(pilot, "side").split("\n")
        heading = [line.strip() for line in shown].index("Earlier:")
        ends = screen.viewer.log_sentences(match.log[: screen.recent.ply])[-1].sentence
        below = " ".join(" ".join(shown[heading + 1 :]).split())
        assert below.endswith(ends)
        assert "rolls" not in " ".join(shown[:heading])


async def test_the_title_names_the_goal_until_the_game_is_over() -> None:
    text = (
        "turns=0 phase=move seat=1 dice=6+2 moved=- pieces=h1,HOME,HOME,HOME;a1,o2,n14,b15"
        " fences=d3/d4,f3/f4,g3/g4,i3/i4,j3/j4,l3/l4"
        ";d12/d13,f12/f13,g12/g13,i12/i13,j12/j13,l12/l13"
    )
    match = match_at(GAMES["kimbo"], text, [ANN] * 2)
    async with playing(match, size=(140, 40)) as (pilot, screen):
        goal = screen.board.words.goal
        await until_shown(pilot, "title", goal)
        screen.submit(match.state.read_move("6 h1-HOME"))
        await until_shown(pilot, "title", "the game is over")
        assert goal not in text_of(pilot, "title")


def shown_on(pilot: Pilot[int]) -> str:
    """Return the parts of the lines of the board that are in its room, and the text beside it."""
    cells = pilot.app.screen.query_one("#board").size.width
    board = [line[:cells] for line in text_of(pilot, "board").splitlines()]
    return "\n".join([*board, text_of(pilot, "side")])


@pytest.mark.parametrize("rows", [14, 15, 16])
def test_the_columns_letters_are_in_view_however_few_rows_there_are(rows: int) -> None:
    lines = begun().board_lines(rows)
    assert len(lines) == rows
    assert "".join(sign for sign in plain(lines[-1]) if sign in "cdefghijklm") == "cdefghijklm"


def test_the_columns_letters_are_right_of_the_lowest_squares_signs_except_beside_a_cursor() -> None:
    match = Match(GAMES["kimbo"], {}, [ANN] * 4, 1)
    state = KimboBoard(BareTable(match)).state
    marked = KimboSelection(path=range(2, 8), ends=dict.fromkeys(range(8, 13), "5"))
    came = KimboTrail(left={2: 0, 5: 3})
    for selection, signs in (KimboSelection(), "r..b.."), (marked, "******"):
        lowest = plain(KimboDrawing(state, ASCII, selection, trail=came).lines(15)[-1])
        assert lowest[3::3][2:8] == signs
        assert lowest[4::3][:15] == "abcdefghijklmno"
    picked = KimboSelection(square=7)
    lowest = plain(KimboDrawing(state, ASCII, picked, trail=came).lines(15)[-1])
    assert lowest[4::3][:15] == "abcdefg<ijklmno"


@pytest.mark.parametrize("rows", [21, 36])
def test_every_vacant_slot_that_is_drawn_can_be_clicked(rows: int) -> None:
    shown = begun()
    slots = map(int, shown.state.table.board.slots)
    assert {line_text(slot) for slot in slots if slot % 2 or rows > 21} <= places_on(shown, rows)


def selection_on(screen: GameScreen) -> KimboSelection:
    return cast("KimboBoard", screen.board)._selection()


@pytest.mark.parametrize(
    ("text", "move", "does", "keys", "then"),
    [("", KEEP, "roll", ["enter"], "put"), (JUMP_OR_PASS, PASS, "pass", [], "move")],
)
async def test_after_a_hint_enter_keeps_the_fences_or_passes_until_another_key_picks_something(
    text: str, move: int, does: str, keys: list[str], then: str
) -> None:
    match = match_at(GAMES["kimbo"], text, [ANN] * 2) if text else begun().host.match
    async with playing(match) as (pilot, screen):
        plies = len(match.moves)
        for key in ("right", "up"):
            screen.board.pick(move)
            assert screen.board.enter_words == does
            selection = selection_on(screen)
            assert (selection.fence, selection.ends) == (NOWHERE, {})
            await press(pilot, key, *keys)
            assert (screen.board.enter_words, len(match.moves)) == (then, plies)
        screen.board.pick(move)
        await press(pilot, "enter")
        assert match.moves[plies] == move
