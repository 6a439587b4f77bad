"""The moves that a review marks on the board: the one played, and the best one."""

from itertools import islice
from random import Random

import pytest
from canvas_text import words_on
from review_screens import choices, drawn, drawn_now, judged, played, reviewing

from ai.agent import HUMAN
from boxtui.games import GAMES
from boxtui.games.box.moves import RESIGN
from boxtui.learn.review_steps import ReviewSteps
from boxtui.lines import UNICODE
from boxtui.tui.boards.box import BoxBoard
from boxtui.tui.screens.review import NOT_BEGUN
from boxtui.tui.widgets.canvas import Canvas
from boxtui.views.games import words_of

MARKED = 50
"""How many decisions of each game are looked at."""


@pytest.mark.parametrize("key", GAMES)
async def test_the_board_marks_the_move_played_and_the_best_one_if_clearly_better(key: str) -> None:
    """Both marks are seen without color."""
    match, rng, told, seen = played(key, "level1"), Random(7), list[bool](), 0
    async with reviewing(match) as (_, screen):
        for ply, others in islice(choices(match), MARKED):
            best, move = rng.choice(others), match.moves[ply]
            both = drawn(screen, judged(match, ply, best))
            if screen.marks_picked:
                assert screen.board.picked_move == best
                screen.board.other = None
                told.append(both != drawn_now(screen))
            alone = list[list[str]]()
            for review in (judged(match, ply, move), judged(match, ply, best, is_sure=False)):
                alone.append(drawn(screen, review))
                assert not screen.marks_picked or screen.board.picked_move == move
                assert screen.board.other is None
            assert alone[0] == alone[1]
            seen += both != alone[0]
            screen.action_step(1)
            assert not screen.marks_picked
    assert min(seen, len(told)) > 3
    # Of words and of tokens on the same space, only the text beside the board tells.
    assert sum(told) > max(3, 0.9 * len(told))


async def test_the_signs_of_the_moves_picked_and_played_are_explained_beside_a_grid() -> None:
    match = played("box", balance="none")
    async with reviewing(match) as (pilot, screen):
        ply, others = next(each for each in choices(match) if each[0] > 3)
        both, alone = "[ ] best > < played", "[ ] played"
        for best, legend in ((others[0], both), (match.moves[ply], alone)):
            drawn(screen, judged(match, ply, best))
            for _ in range(2):
                assert legend in words_on(pilot, "side")
                assert ("> < played" in words_on(pilot, "side")) == (legend == both)
                screen.action_turn_page()
        picks = screen.board.picks
        assert isinstance(screen.board, BoxBoard)
        screen.board.on_canvas_pressed(Canvas.Pressed("f6"))
        assert screen.message.text.startswith("This is a review:")
        assert screen.board.picks == picks
        screen.action_go_to(-1)
        assert "[ ]" not in words_on(pilot, "side")


async def test_the_signs_of_a_grid_are_explained_if_the_text_leaves_a_row_above_the_chart() -> None:
    match = played("box", balance="none")
    async with reviewing(match) as (pilot, screen):
        ply, others = next(each for each in choices(match) if each[0] > 3)
        explained = list[bool]()
        while "More: press t." not in words_on(pilot, "side"):
            why = ("A reason.",) * len(explained)
            drawn(screen, judged(match, ply, others[0], why=why))
            explained.append("[ ] best > < played" in words_on(pilot, "side"))
        with_legend = explained.count(True)
        assert with_legend > 1
        # At the end no row is left, or one is missing.
        assert explained == [True] * with_legend + [False] * 2


@pytest.mark.parametrize("other", [HUMAN, "level1"])
async def test_the_hand_of_whoever_decides_is_shown_and_its_card_marked(other: str) -> None:
    match, seats = played("free-o", other), set[int]()
    async with reviewing(match) as (_, screen):
        for ply, others in choices(match):
            board = "\n".join(drawn(screen, judged(match, ply, others[0])))
            assert screen.marks_picked
            seat = match.log[ply].seat
            cards = words_of(match.until(ply), screen.viewer).seat_words(UNICODE)[seat]
            assert f"{match.seats[seat].name}'s hand, {cards.split(',')[0]}" in board
            seats.add(seat)
    assert seats == {0, 1}


async def test_a_resignation_has_no_mark_but_a_better_move_has() -> None:
    match = played("box")
    match.take_back_to(9)
    match.play(RESIGN)
    async with reviewing(match) as (_, screen):
        better = match.position_after(9).legal_moves()[0]
        assert "[" in "".join(drawn(screen, judged(match, 9, better)))
        assert "[" not in "".join(drawn(screen, judged(match, 9, RESIGN)))


async def test_the_decision_shown_when_the_review_is_found_is_marked_at_once() -> None:
    async with reviewing(played("box")) as (_, screen):
        screen._steps, screen._is_done = ReviewSteps(screen._whole, NOT_BEGUN), False
        screen.action_step(-1)
        assert not screen.marks_picked
        await screen._judge()
        assert screen.marks_picked
