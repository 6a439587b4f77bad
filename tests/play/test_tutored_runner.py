"""The tutor in a match: its opinion comes between what a person asks for and the move."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from people import ANN
from running_match import BOB, COMPUTER, GAME, Lay, Table

from ai.agent import Choice
from ai.worker import Question
from boxtui.core import Game
from boxtui.games import GAMES
from boxtui.play.match import Seat
from boxtui.play.presenter import Request
from boxtui.play.runner import TUTOR_NAME
from saves.errors import SaveFull
from saves.events import REMARK_BYTES, Event, Ignored, Move, Remark, TutorChange, Warned
from saves.header import TUTOR_VERDICTS, TUTOR_WARNS
from saves.journal import read

pytestmark = pytest.mark.waits


@asynccontextmanager
async def tutored(
    lay: Lay, *seats: Seat, mode: str = TUTOR_WARNS, game: Game = GAME
) -> AsyncIterator[Table]:
    """Play a match in which the first legal move of each decision is warned of."""
    async with lay(*seats, game=game) as at:
        await at.ask(TutorChange(mode), lambda: at.match.tutor == mode and at.tutor.prepared)
        yield at


async def test_a_warning_is_counted_once_and_the_move_is_played_only_on_request(lay: Lay) -> None:
    async with tutored(lay, ANN, COMPUTER) as at:
        move = at.match.state.legal_moves()[0]
        for _ in range(2):
            at.shown.warnings.clear()
            await at.ask(at.first, lambda: at.shown.warnings)
            assert at.shown.warnings == [(move, "It is bad.")]
            at.runner.ask(Request.STOP)
            await at.until_it_waits()
            assert (len(at.match.moves), at.match.warnings, at.match.ignored) == (1, 1, 0)
        await at.ask(Request.ANYWAY, lambda: len(at.match.log) > 1 and at.match.log[1].remark)
        assert at.match.moves[1] == move
        assert (at.match.warnings, at.match.ignored) == (1, 1)
        assert at.match.log[1].remark == "bad"
        events = read(at.shown.path).events
        assert events[2:6] == (Warned(), Move(move), Ignored(), Remark("bad"))


async def test_a_warning_that_the_disk_refuses_is_neither_shown_nor_counted(lay: Lay) -> None:
    async with tutored(lay, ANN, COMPUTER) as at:
        at.shown.messages.clear()
        with at.full_disk():
            await at.ask(at.first, lambda: at.shown.messages)
            await at.until_it_waits()
        at.runner.ask(Request.ANYWAY)
        await at.until_it_waits()
        assert (len(at.match.moves), at.match.warnings, at.shown.warnings) == (1, 0, [])
        assert at.shown.messages[0].startswith("The disk is full.")
        await at.ask(at.first, lambda: at.shown.warnings)
        await at.ask(Request.ANYWAY, lambda: at.match.ignored)
        assert (at.match.warnings, at.match.ignored) == (1, 1)


async def test_requests_made_before_a_warning_could_be_read_play_nothing(lay: Lay) -> None:
    async with tutored(lay, ANN, COMPUTER) as at:
        at.tutor.goes_on.clear()
        await at.ask(at.first, lambda: at.tutor.asked)
        for request in (Request.ANYWAY, at.first, Request.ANYWAY):
            at.runner.ask(request)
        await at.until_it_waits()
        call = asyncio.get_running_loop().call_soon_threadsafe
        at.before_keeping(lambda _: call(at.runner.ask, Request.ANYWAY))
        at.tutor.goes_on.set()
        await at.ask(Request.ANYWAY, lambda: at.shown.warnings)
        await at.until_it_waits()
        assert (len(at.match.moves), at.match.ignored) == (1, 0)


async def test_another_move_is_judged_in_place_of_the_first(lay: Lay) -> None:
    async with tutored(lay, ANN, COMPUTER, mode=TUTOR_VERDICTS) as at:
        first, other = at.match.state.legal_moves()[:2]
        at.tutor.goes_on.clear()
        await at.ask(Move(first), lambda: at.tutor.asked)
        at.shown.messages.clear()
        await at.ask(Move(other), lambda: at.tutor.asked == [first, other])
        (said,) = at.shown.messages
        assert said.startswith("Your earlier move isn't played")
        at.tutor.goes_on.set()
        await at.until(lambda: len(at.match.log) > 1 and at.match.log[1].remark)
        assert (at.match.moves[1], at.match.warnings) == (other, 0)
        assert at.match.log[1].remark == "good"


async def test_an_illegal_move_is_refused_and_the_first_is_still_judged(lay: Lay) -> None:
    async with tutored(lay, ANN, COMPUTER, mode=TUTOR_VERDICTS) as at:
        legal = at.match.state.legal_moves()
        at.tutor.goes_on.clear()
        await at.ask(Move(legal[1]), lambda: at.tutor.asked)
        at.shown.messages.clear()
        await at.ask(Move(max(legal) + 1), lambda: at.shown.messages)
        assert at.tutor.asked == [legal[1]]
        at.tutor.goes_on.set()
        await at.until(lambda: len(at.match.moves) > 1)
        assert at.match.moves[1] == legal[1]


@pytest.mark.parametrize("while_it_judges", [False, True])
async def test_a_resignation_is_played_at_once_and_not_judged(
    lay: Lay, while_it_judges: bool
) -> None:
    async with tutored(lay, ANN, BOB, mode=TUTOR_VERDICTS, game=GAMES["box"]) as at:
        at.tutor.goes_on.clear()
        if while_it_judges:
            await at.ask(at.first, lambda: at.tutor.asked)
        at.shown.messages.clear()
        asked, resigning = list(at.tutor.asked), at.match.resignation()
        assert resigning is not None
        await at.ask(Move(resigning), lambda: at.match.is_over)
        assert at.match.moves[-1] == resigning
        assert (at.tutor.asked, at.match.warnings, at.shown.messages) == (asked, 0, [])
        assert not at.match.log[-1].remark


@pytest.mark.parametrize("request_", [Request.STOP, Request.GO_ON])
async def test_a_move_being_judged_can_be_taken_back_or_played(lay: Lay, request_: Request) -> None:
    async with tutored(lay, ANN, BOB) as at:
        at.tutor.goes_on.clear()
        await at.ask(at.first, lambda: at.tutor.asked)
        assert at.shown.thinkers == [TUTOR_NAME]
        await at.ask(request_, lambda: at.shown.thinkers == [TUTOR_NAME, ""])
        await at.until_it_waits()
        assert (len(at.match.moves) > 1) == (request_ is Request.GO_ON)
        assert (at.match.warnings, at.shown.warnings) == (0, [])


async def test_undo_while_a_move_is_judged_takes_back_that_move_alone(lay: Lay) -> None:
    async with tutored(lay, ANN, BOB) as at:
        for _ in range(2):
            at.tutor.goes_on.clear()
            at.shown.messages.clear()
            ply = len(at.match.moves)
            good = Move(at.match.state.legal_moves()[1])
            await at.ask(good, lambda: at.shown.thinkers[-1:] == [TUTOR_NAME])
            await at.ask(Request.UNDO, lambda: at.shown.messages)
            await at.until_it_waits()
            assert len(at.match.moves) == ply
            assert at.shown.messages == ["Your move wasn't played: choose again."]
            at.tutor.goes_on.set()
            await at.ask(good, lambda: len(at.match.moves) > ply)  # noqa: B023
            await at.until(at.humans_turn)


async def test_a_move_is_played_if_the_tutor_fails(lay: Lay) -> None:
    async with tutored(lay, ANN, COMPUTER) as at:
        at.tutor.failure = "level5 failed: out of luck."
        await at.ask(at.first, lambda: len(at.match.log) > 1 and at.match.log[1].remark)
        assert at.match.log[1].remark == "the tutor couldn't judge it: level5 failed: out of luck"


async def test_a_remark_that_the_disk_refuses_is_shown_and_the_game_goes_on(lay: Lay) -> None:
    async with tutored(lay, ANN, COMPUTER, mode=TUTOR_VERDICTS) as at:
        at.shown.messages.clear()

        def refuse_remarks(event: Event) -> None:
            if isinstance(event, Remark):
                raise SaveFull("The disk is full.")

        at.before_keeping(refuse_remarks)
        await at.ask(Move(at.match.state.legal_moves()[1]), lambda: len(at.match.moves) > 2)
        assert (at.match.log[1].remark, at.shown.messages) == ("good", [])


async def test_a_long_remark_ends_after_a_word(lay: Lay) -> None:
    async with tutored(lay, ANN, COMPUTER) as at:
        at.tutor.failure = f"level5 failed: {'ä b ' * 200}"
        await at.ask(at.first, lambda: len(at.match.log) > 1 and at.match.log[1].remark)
        remark = at.match.log[1].remark
        assert remark.endswith(" ...")
        assert 230 < len(remark.encode()) <= REMARK_BYTES


async def test_the_tutor_stops_before_another_search_starts(lay: Lay) -> None:
    async with tutored(lay, ANN, COMPUTER, game=GAMES["box"]) as at:
        working: list[int] = []
        choose = at.answers.choose

        async def choose_alone(question: Question) -> Choice:
            working.append(at.tutor.working)
            return await choose(question)

        at.answers.choose = choose_alone  # type: ignore[method-assign]
        await at.ask(Request.HINT, lambda: at.match.hints)
        await at.ask(Move(at.match.state.legal_moves()[1]), lambda: len(working) > 1)
        assert not any(working)


async def test_a_move_sent_right_behind_a_hint_is_judged(lay: Lay) -> None:
    async with tutored(lay, ANN, COMPUTER, mode=TUTOR_VERDICTS) as at:
        first, other = at.match.state.legal_moves()[:2]
        at.answers.goes_on.clear()
        at.runner.ask(Request.HINT)
        await at.ask(Move(first), lambda: at.shown.warnings)
        assert (at.match.moves[1:], at.match.warnings, at.match.hints) == ([], 1, 0)
        for request in (Request.HINT, Move(first), Move(other)):
            at.runner.ask(request)
        await at.until(lambda: len(at.match.log) > 1 and at.match.log[1].remark)
        assert (at.match.moves[1], at.match.log[1].remark) == (other, "good")


async def test_the_tutor_is_told_which_moves_a_hint_has_named(lay: Lay) -> None:
    async with tutored(lay, ANN, COMPUTER) as at:
        first = at.match.state.legal_moves()[0]
        await at.ask(at.first, lambda: at.shown.warnings)
        await at.ask(Request.HINT, lambda: at.shown.advice)
        await at.ask(at.first, lambda: len(at.shown.warnings) > 1)
        assert at.tutor.asked == [first, first]
        assert at.tutor.advised == [first]


async def test_undo_keeps_the_counts_and_drops_the_warning(lay: Lay) -> None:
    async with tutored(lay, ANN, BOB) as at:
        for asked in (Request.ANYWAY, Request.UNDO, Request.ANYWAY):
            if not at.shown.warnings:
                at.runner.ask(at.first)
            await at.until(lambda: at.shown.warnings)
            at.runner.ask(asked)
            await at.until_it_waits()
        assert (at.match.moves, at.match.takebacks) == (at.match.moves[:1], 1)
        assert (at.match.warnings, at.match.ignored) == (1, 1)


async def test_switching_the_tutor_goes_through_its_modes_in_a_circle(lay: Lay) -> None:
    async with lay(ANN, COMPUTER) as at:
        for count in range(1, 4):
            at.runner.ask(Request.TUTOR)
            await at.until(lambda: len(at.shown.messages) == count)  # noqa: B023
        assert at.shown.messages == ["tutor: warns", "tutor: verdicts", "tutor: off"]
        assert len(at.match.moves) == 1
