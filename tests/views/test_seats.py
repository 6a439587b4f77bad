"""The lines of the seats: whose turn is marked, and what there is room for."""

from itertools import product
from random import Random

import pytest
from free_o_play import at
from people import ANN
from random_games import any_move

from boxtui.core import OptionValue
from boxtui.games import GAMES
from boxtui.lines import ASCII, UNICODE, Glyphs, plain, width
from boxtui.play.match import Match, Seat, match_at
from boxtui.views.games import words_of
from boxtui.views.seats import seat_lines, seats_in_lines


@pytest.mark.parametrize("cells", [15, 30])
@pytest.mark.parametrize("seats", range(2, 7))
def test_a_mark_says_whose_turn_it_is_but_not_between_two_hands(seats: int, cells: int) -> None:
    hands = ["house", *["truck"] * (seats - 1)]
    match = match_at(GAMES["free-o"], at(*hands).text(), [ANN] * seats)

    def marked() -> list[bool]:
        return [
            UNICODE.marker in plain(line) for line in seat_lines(words_of(match), UNICODE, cells)
        ]

    assert marked() == [True] + [False] * (seats - 1)
    match.play(match.state.read_move("house"))
    assert match.state.is_open()
    assert marked() == [False] * seats


@pytest.mark.parametrize(
    ("room", "names"),
    [
        (22, ["Ann", "Rosa, level 1", "Maximilian, level 3"]),
        (21, ["Ann", "Rosa L1", "Maximilian L3"]),
        (14, ["Ann", "Rosa L1", "Maximilian L3"]),
        (13, ["Ann", "Rosa", "Maximilian"]),
    ],
)
def test_levels_are_whole_short_or_left_out_for_all_computers_alike(
    room: int, names: list[str]
) -> None:
    seats = [ANN, Seat("Rosa", "level1"), Seat("Maximilian", "level3")]
    words = words_of(Match(GAMES["free-o"], {}, seats, 1))
    (cells,) = {len(piece.text) for piece in words.seat_pieces(UNICODE)}
    lines = seat_lines(words, UNICODE, room + cells + 3)
    assert [plain(line)[2 : 2 + room].rstrip() for line in lines] == names


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
def test_below_a_board_seats_are_cut_off_where_their_rows_end_with_a_sign(glyphs: Glyphs) -> None:
    words = words_of(Match(GAMES["free-o"], {}, [ANN, *[Seat("Rosa", "level1")] * 3], 1))
    for cells, rows in product(range(10, 70), range(1, 5)):
        lines = seats_in_lines(words, glyphs, cells, rows)
        assert len(lines) <= rows
        assert all(width(line) <= cells for line in lines)
        is_cut = len(seats_in_lines(words, glyphs, cells, with_levels=False)) > rows
        assert plain(lines[-1]).endswith(glyphs.more) == is_cut


@pytest.mark.parametrize("cells", range(30, 41))
@pytest.mark.parametrize(
    ("game", "options"),
    [("free-o", {}), ("shut-the-box", {}), ("shut-the-box", {"scoring": "sum"})],
)
def test_levels_dont_become_longer_when_the_text_beside_a_name_becomes_shorter(
    game: str, options: dict[str, OptionValue], cells: int
) -> None:
    match, rng = Match(GAMES[game], options, [ANN, Seat("Seat 2", "level2")], 3), Random(3)
    forms = set[bool]()
    while not match.is_over and len(match.moves) < 150:
        match.play(any_move(match, rng))
        _, line = seat_lines(words_of(match), UNICODE, cells)
        forms.add(", level 2" in plain(line))
    assert len(forms) == 1
