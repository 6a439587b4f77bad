"""The boards: all of any position fits, and what is picked is what is played."""

from itertools import cycle
from random import Random

import pytest
from bare_board import BareTable, bindings_of
from free_the_box_play import written
from kimbo_boards import JUMP_OR_PASS
from people import ANN
from random_games import play_through
from shut_the_box_play import turn as tiles
from textual.actions import parse

from ai.agent import HUMAN
from boxtui.core import OptionValue
from boxtui.games import GAMES
from boxtui.games.box.position import MARKING
from boxtui.lines import ASCII, UNICODE, plain, width
from boxtui.play.match import Match, Seat, match_at
from boxtui.tui.boards.box import BoxBoard
from boxtui.tui.boards.games import GAME_BOARDS
from boxtui.tui.screens.board_page import SIDE_CELLS

OPTIONS: dict[str, dict[str, OptionValue]] = {
    "box": {"size": 6, "claiming": "by hand", "balance": "swap"}
}

VARIANTS: dict[str, tuple[dict[str, OptionValue], ...]] = {
    "box": ({}, OPTIONS["box"], {"balance": "bid"})
}
"""The options with which a game is played, if there are others than the usual ones."""

RARE: dict[str, tuple[str, ...]] = {
    "kimbo": (JUMP_OR_PASS,),
    "free-the-box": (
        written("1,captured,home;5,home,home", "1,0", phase="free"),
        written("4,captured,home;45,home,home", "1,0", phase="use", carrier="A"),
    ),
}
"""Positions with words that seldom come up at random."""


@pytest.mark.parametrize(
    ("key", "seats"),
    [(key, seats) for key in GAMES for seats in (2, 3) if seats in GAMES[key].seats],
)
def test_the_picked_move_is_the_legal_move_that_enter_plays(key: str, seats: int) -> None:
    people = [Seat(f"P{at}", HUMAN) for at in range(seats)]
    for options in VARIANTS.get(key, ({},)):
        match, rng = Match(GAMES[key], options, people, 5), Random(3)
        for _ in play_through(match, rng, 60):
            board = GAME_BOARDS[key](table := BareTable(match))
            board.forget_picked()
            if match.state.current_player() < 0:
                continue
            keys = [*bindings_of(board).values()]
            for _ in range(8):
                _, name, words = parse(rng.choice(keys).action)
                if name not in ("skip", "pass", "play", "color", "word", "odds"):
                    getattr(board, f"action_{name}")(*words)
                if rng.random() < 0.3:
                    board.pick(match.state.random_move(rng))
                promised, table.moves = board.picked_move, []
                board.play_picked()
                legal = [move for move in table.moves if match.state.why_not(move) is None]
                assert legal == ([] if promised is None else [promised])


@pytest.mark.parametrize("key", GAMES)
def test_a_word_is_played_by_its_key_and_can_be_picked_until_something_else_is(key: str) -> None:
    people, rng, played = [Seat(f"P{at}", HUMAN) for at in range(2)], Random(3), set[str]()
    matches = [Match(GAMES[key], options, people, 5) for options in VARIANTS.get(key, ({},))]
    matches += [match_at(GAMES[key], text, people) for text in RARE.get(key, ())]
    keys = GAME_BOARDS[key].word_keys
    for match in matches:
        for _ in play_through(match, rng, 200):
            board = GAME_BOARDS[key](table := BareTable(match))
            if match.state.current_player() < 0:
                continue
            moves = {match.state.move_text(move): move for move in match.state.legal_moves()}
            for text in moves.keys() & keys.keys():
                board.forget_picked()
                before = board.picked_move
                board.pick(moves[text])
                assert board.picked_move == moves[text]
                board.play_picked()
                assert table.moves.pop() == moves[text]
                board.pick(moves[text])
                board.forget_picked()
                assert board.picked_move == before
                assert board.read_typed(keys[text].upper()) == moves[text]
                _, name, words = parse(bindings_of(board)[keys[text]].action)
                getattr(board, f"action_{name}")(*words)
                assert table.moves.pop() == moves[text]
                played.add(text)
    assert played == set(keys)


@pytest.mark.parametrize(
    ("key", "seats"),
    [
        (key, seats)
        for key, game in GAMES.items()
        for seats in sorted({game.seats[0], game.seats[len(game.seats) // 2], game.seats[-1]})
    ],
)
def test_every_position_of_a_game_fits_and_any_move_can_be_picked_and_played(
    key: str, seats: int
) -> None:
    others = "random" if GAMES[key].hidden else HUMAN
    sitting = [Seat(f"P{at}", others if at else HUMAN) for at in range(seats)]
    match, rng = Match(GAMES[key], OPTIONS.get(key, {}), sitting, 5), Random(3)
    for glyphs, _ in zip(cycle([ASCII, UNICODE]), play_through(match, rng, 120)):
        board = GAME_BOARDS[key](table := BareTable(match, glyphs=glyphs))
        assert board.cells + SIDE_CELLS <= 80
        drawn = {rows: board.board_lines(rows) for rows in (board.rows, 22, 99)}
        for rows, lines in drawn.items():
            assert len(lines) <= rows
            assert glyphs is UNICODE or all(plain(line).isascii() for line in lines)
        assert max(map(width, drawn[22])) <= board.cells
        assert max(map(width, drawn[99])) <= max(board.cells, board.wanted_cells)
        is_scored = GAMES[key].hidden and match.state.is_open()
        if key not in ("kimbo", "box") and not is_scored:
            places = [
                {piece.target for line in lines for piece in line} for lines in drawn.values()
            ]
            assert all(each == places[0] for each in places)
        assert len(board.words.seat_words(glyphs)) == seats
        if table.may_decide():
            move = match.state.random_move(rng)
            board.pick(move)
            if isinstance(board, BoxBoard):
                board.action_show()
                board.board_lines(22)
            if not isinstance(board, BoxBoard) or board.state.phase == MARKING:
                assert board.picked_move == move
                board.play_picked()
                assert table.played == [match.state.move_text(move)]


@pytest.mark.parametrize("rows", range(8, 14))
def test_where_not_all_sets_fit_the_picked_one_does_and_the_heading_says_that_there_are_others(
    rows: int,
) -> None:
    state = tiles("1,2,3,4,5,6,7,8,9", "6+5")
    match = match_at(GAMES["shut-the-box"], state.text(), [ANN])
    for move in match.state.legal_moves():
        board = GAME_BOARDS["shut-the-box"](BareTable(match))
        board.pick(move)
        shown = [plain(line).rstrip() for line in board.board_lines(rows)]
        assert len(shown) == rows
        assert any(f"> {match.state.move_text(move)}" in line for line in shown)
        (heading,) = (line for line in shown if "What fits" in line)
        assert heading.endswith(", among others:") == (rows < 13)


def test_a_review_tells_the_tiles_laid_down_last_from_those_of_the_move_played() -> None:
    match = match_at(GAMES["shut-the-box"], tiles("1,2,3,4,5,6,7,8,9", "5+2").text(), [ANN])
    for move in ("6+1", "5 2"):
        match.play(match.state.read_move(move))
    board = GAME_BOARDS["shut-the-box"](BareTable(match, marks=True))
    board.look_back()
    board.pick(match.state.read_move("7"))
    assert board.legend_beside(28, 2) == []
    board.other = match.state.read_move("5+2")
    above, *rows = [plain(line) for line in board.board_lines(13)]
    assert above.split() == [board.other_sign] * 2
    assert sum(line.count(ASCII.pointer) for line in rows[:2]) == 2
    legend = [plain(line) for line in board.legend_beside(28, 2)]
    assert legend == [f"{ASCII.pointer} laid down last", f"> < best  {board.other_sign} played"]
