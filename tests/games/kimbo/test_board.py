"""Kimbo's board file: what it must contain, and the messages that refuse a bad one."""

from kimbo_boards import THE_BOARD

from boxtui.games.kimbo.squares import (
    HOME,
    SQUARES,
    line_between,
    line_named,
    line_of,
    line_text,
    neighbor,
    square_text,
)


def test_every_line_has_one_number_and_one_name() -> None:
    for square in range(SQUARES):
        for heading in range(4):
            beside = neighbor(square, heading)
            if beside >= 0:
                line = line_of(square, heading)
                assert line == line_between(square, beside) == line_between(beside, square)
                names = (square_text(square), square_text(beside))
                assert line_named("/".join(names)) == line_named("/".join(names[::-1])) == line
                assert line_text(line) in ("/".join(names), "/".join(names[::-1]))


def test_a_step_and_the_step_back_lead_to_the_same_square() -> None:
    for square in range(SQUARES):
        for heading in range(4):
            beside = THE_BOARD.ahead[4 * square + heading]
            if 0 <= beside < HOME:
                assert THE_BOARD.ahead[4 * beside + (heading + 2) % 4] in (square, HOME)
