"""The task that plays a match, with a host and a searcher that record their calls."""

import asyncio
import gc
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import cast

import free_o_play
import pytest
from pty_terminal import DEADLINE

from ai.agent import Choice, Considered
from ai.worker import AgentFailed, Question, Searcher
from boxtui.core import OVER, Game
from boxtui.games import GAMES
from boxtui.play.match import HUMAN, Match, Seat, match_at
from boxtui.play.record import Record
from boxtui.play.runner import ADVISER, TUTOR, MatchRunner, Opinion, Request, only_moves
from boxtui.play.viewer import Viewer
from saves.errors import SaveFull
from saves.events import Event, Ignored, Move, SeatChange, TutorChange, Warned
from saves.header import TUTOR_OFF, TUTOR_VERDICTS, TUTOR_WARNS
from saves.journal import read
from saves.library import Library

pytestmark = pytest.mark.waits

GAME = GAMES["shut-the-box"]


class Answers:
    """A searcher that answers with the first legal move, or as told; `held` keeps it thinking."""

    def __init__(self) -> None:
        self.asked: list[Question] = []
        self.held = asyncio.Event()
        self.held.set()
        self.failure = ""
        self.cancelled = 0

    async def choose(self, question: Question) -> Choice:
        self.asked.append(question)
        try:
            await self.held.wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        if self.failure:
            raise AgentFailed(self.failure)
        move = GAMES[question.game].parse(question.position).legal_moves()[0]
        return Choice(move, (Considered(move, 0.5, 1),), 1, 0.0)

    def answer_now(self) -> None:
        self.held.set()


class Shown:
    """A host that records its messages, and what is on the disk at each one."""

    def __init__(self, path: Path, match: Match) -> None:
        self.path = path
        self.match = match
        self.messages: list[str] = []
        self.advice: list[Choice] = []
        self.thinkers: list[str] = []
        self.warnings: list[tuple[int, str]] = []
        self.ends = 0
        self.seconds: float | None = 0.0
        self.plays_only_moves = False
        self.is_curtain_down = False
        self.instead: SeatChange | None = None

    def changed(self) -> None:
        assert read(self.path).moves == len(self.match.moves)

    def told(self, message: str) -> None:
        self.messages.append(message)

    def refused(self, refusal: Exception) -> None:
        self.messages.append(str(refusal))

    def thinking(self, name: str) -> None:
        self.thinkers.append(name)

    def advised(self, choice: Choice) -> None:
        self.advice.append(choice)

    def warned(self, move: int, warning: str) -> None:
        self.warnings.append((move, warning))

    def tutor_switched(self) -> None:
        self.messages.append(f"tutor: {self.match.tutor}")

    def ended(self) -> None:
        self.ends += 1

    async def failed(self, seat: int, failure: AgentFailed) -> SeatChange | None:
        self.messages.append(f"{seat}: {failure}")
        return self.instead

    def pause(self) -> float | None:
        return self.seconds


class OnTheFirstMove:
    """A tutor that warns of the first legal move and finds the others good; `held` as above."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.held = asyncio.Event()
        self.held.set()
        self.failure = ""
        self.asked: list[int] = []
        self.prepared = 0
        self.working = 0

    def can_judge(self) -> bool:
        return self.match.tutor != TUTOR_OFF and self.match.state.current_player() >= 0

    async def prepare(self) -> None:
        self.prepared += 1
        self.working += 1
        try:
            await asyncio.Event().wait()
        finally:
            self.working -= 1

    async def opinion(self, move: int) -> Opinion:
        self.asked.append(move)
        await self.held.wait()
        if self.failure:
            raise AgentFailed(self.failure)
        is_bad = move == self.match.state.legal_moves()[0]
        return Opinion("It is bad." if is_bad else "", "bad" if is_bad else "good")


class Table:
    """A running `MatchRunner`, with what a test needs to inspect it."""

    def __init__(self, folder: Path, seats: list[Seat], game: Game = GAME) -> None:
        library = Library(folder)
        self.record = Record.begin(Match(game, {}, seats, 7), library)
        self.match = self.record.match
        self.answers = Answers()
        self.shown = Shown(library.find(self.record.name), self.match)
        self.tutor = OnTheFirstMove(self.match)
        searcher = cast("Searcher", self.answers)
        self.runner = MatchRunner(self.record, searcher, self.shown, self.tutor)

    async def until(self, holds: Callable[[], object]) -> None:
        async with asyncio.timeout(DEADLINE):
            while not holds():
                await asyncio.sleep(0.001)

    def humans_turn(self) -> bool:
        return self.match.is_human(self.match.state.current_player())

    def play_first(self) -> None:
        """Ask for the first legal move."""
        self.runner.ask(Move(self.match.state.legal_moves()[0]))

    @contextmanager
    def full_disk(self) -> Iterator[list[Event]]:
        """Refuse to keep anything; yields what was tried."""
        keep, tries = self.record.keep, list[Event]()

        def full(event: Event) -> None:
            tries.append(event)
            raise SaveFull("The disk is full.")

        self.record.keep = full  # type: ignore[method-assign]
        yield tries
        self.record.keep = keep  # type: ignore[method-assign]


ANN, BOB, COMPUTER = Seat("Ann", HUMAN), Seat("Bob", HUMAN), Seat("Computer", "level5")


async def a_while() -> None:
    for _ in range(20):
        await asyncio.sleep(0.001)


@asynccontextmanager
async def table(
    folder: Path, *seats: Seat, game: Game = GAME, **shown: object
) -> AsyncIterator[Table]:
    """Play a match for as long as the context lasts; `shown` are attributes of its host."""
    laid = Table(folder, list(seats), game)
    vars(laid.shown).update(shown)
    playing = asyncio.create_task(laid.runner.run())
    try:
        yield laid
    finally:
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        laid.record.close()


async def test_a_match_of_computers_plays_itself_and_every_move_is_kept_first(
    tmp_path: Path,
) -> None:
    async with table(tmp_path, COMPUTER, COMPUTER) as at:
        await at.until(lambda: at.shown.ends)
        assert at.match.state.current_player() == OVER
        assert at.record.ended


async def test_a_move_that_the_disk_refuses_never_happened_and_can_be_tried_again(
    tmp_path: Path,
) -> None:
    async with table(tmp_path, ANN, COMPUTER) as at:
        await at.until(at.humans_turn)
        move = at.match.state.legal_moves()[0]
        with at.full_disk():
            at.runner.ask(Move(move))
            await at.until(lambda: any("full" in message for message in at.shown.messages))
            assert len(at.match.moves) == 1
        at.runner.ask(Move(move))
        await at.until(lambda: at.match.moves[1:2] == [move])


async def test_automatic_moves_are_retried_only_when_asked(tmp_path: Path) -> None:
    async with table(tmp_path, COMPUTER, COMPUTER) as at:
        with at.full_disk() as tries:
            await at.until(lambda: at.shown.messages)
            await a_while()
            assert len(tries) == 1
        at.runner.ask(Request.GO_ON)
        await at.until(lambda: at.shown.ends)


async def test_a_match_that_is_left_waits_until_the_disk_has_the_move(tmp_path: Path) -> None:
    at, released = Table(tmp_path, [ANN, COMPUTER]), threading.Event()
    playing = asyncio.create_task(at.runner.run())
    await at.until(at.humans_turn)
    kept, keep = list[Event](), at.record.keep

    def keep_later(event: Event) -> None:
        kept.append(event)
        released.wait(DEADLINE)
        keep(event)

    at.record.keep = keep_later  # type: ignore[method-assign]
    move = at.match.state.legal_moves()[0]
    at.runner.ask(Move(move))
    await at.until(lambda: kept)
    playing.cancel()
    done, _ = await asyncio.wait({playing}, timeout=0.1)
    assert not done
    released.set()
    await asyncio.wait({playing})
    assert read(at.shown.path).events[-1] == Move(move)
    at.record.close()


async def test_undo_while_the_computer_thinks_stops_it_at_once(tmp_path: Path) -> None:
    async with table(tmp_path, ANN, COMPUTER) as at:
        at.answers.held.clear()
        while not at.answers.asked:
            await at.until(lambda: at.humans_turn() or at.answers.asked)
            if at.humans_turn():
                at.play_first()
                await asyncio.sleep(0.005)
        at.runner.ask(Request.UNDO)
        await at.until(at.humans_turn)
        assert (at.answers.cancelled, at.match.takebacks) == (1, 1)
        assert at.shown.thinkers == ["Computer", ""]


async def test_stopping_the_computer_waits_and_enter_lets_it_think_again(tmp_path: Path) -> None:
    async with table(tmp_path, COMPUTER, ANN) as at:
        at.answers.held.clear()
        await at.until(lambda: at.answers.asked)
        at.runner.ask(Request.STOP)
        await at.until(lambda: at.answers.cancelled)
        assert len(at.answers.asked) == 1
        at.runner.ask(Request.GO_ON)
        await at.until(lambda: len(at.answers.asked) == 2)


async def test_go_on_makes_a_thinking_computer_play_its_best_so_far(tmp_path: Path) -> None:
    async with table(tmp_path, COMPUTER, ANN) as at:
        at.answers.held.clear()
        await at.until(lambda: at.answers.asked)
        at.runner.ask(Request.GO_ON)
        await at.until(lambda: len(at.match.moves) > 1)


async def test_a_failing_agent_is_reported_and_replaced(tmp_path: Path) -> None:
    async with table(tmp_path, COMPUTER, ANN, instead=SeatChange(0, HUMAN)) as at:
        at.answers.failure = "level5 failed: out of luck"
        await at.until(at.humans_turn)
        assert at.shown.messages == ["0: level5 failed: out of luck"]
        assert at.match.seats[0].player == HUMAN


async def test_a_second_enter_plays_nothing_in_the_next_position(tmp_path: Path) -> None:
    async with table(tmp_path, ANN, COMPUTER) as at:
        await at.until(at.humans_turn)
        move = at.match.state.legal_moves()[0]
        at.runner.ask(Move(move))
        at.runner.ask(Move(move))
        await at.until(lambda: len(at.match.moves) > 2)
        assert at.shown.messages == []


async def test_a_failure_that_comes_with_a_request_leaves_no_error_behind(tmp_path: Path) -> None:
    left: list[dict[str, object]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: left.append(context))
    async with table(tmp_path, COMPUTER, ANN) as at:
        at.answers.held.clear()
        await at.until(lambda: at.answers.asked)
        at.answers.failure = "level5 failed: out of luck"
        at.answers.held.set()
        at.runner.ask(Request.STOP)
        await asyncio.sleep(0.01)
        gc.collect()
        assert left == []


async def test_a_hint_is_the_advisers_and_counted_once_given(tmp_path: Path) -> None:
    async with table(tmp_path, ANN, BOB) as at:
        await at.until(at.humans_turn)
        at.runner.ask(Request.HINT)
        await at.until(lambda: at.match.hints)
        assert [question.player for question in at.answers.asked] == [ADVISER]
        assert len(at.shown.advice) == at.match.hints == 1


async def test_no_hint_is_given_in_a_computers_turn_or_counted_if_the_adviser_fails(
    tmp_path: Path,
) -> None:
    async with table(tmp_path, COMPUTER, ANN) as at:
        at.answers.held.clear()
        await at.until(lambda: at.answers.asked)
        at.runner.ask(Request.STOP)
        at.runner.ask(Request.HINT)
        await at.until(lambda: "You can ask for a hint only on your turn." in at.shown.messages)
        at.answers.held.set()
        await at.until(at.humans_turn)
        at.answers.failure = "level5 failed: out of luck"
        at.runner.ask(Request.HINT)
        await at.until(lambda: "level5 failed: out of luck" in at.shown.messages)
        at.answers.failure = ""
        at.runner.ask(Request.HINT)
        await at.until(lambda: at.match.hints)
        assert (at.match.hints, len(at.shown.advice)) == (1, 1)


async def test_redo_plays_up_to_the_persons_next_decision_and_asks_no_agent(tmp_path: Path) -> None:
    async with table(tmp_path, ANN, COMPUTER, game=GAMES["box"]) as at:
        for _ in range(3):
            await at.until(at.humans_turn)
            played = len(at.match.moves)
            at.play_first()
            await at.until(lambda: len(at.match.moves) > played)  # noqa: B023
        await at.until(at.humans_turn)
        moves, asked = list(at.match.moves), len(at.answers.asked)
        at.runner.ask(Request.UNDO)
        await at.until(lambda: len(at.match.moves) < len(moves))
        at.runner.ask(Request.REDO)
        await at.until(lambda: len(at.match.moves) == len(moves))
        assert at.match.moves == moves
        assert len(at.answers.asked) == asked


async def test_a_move_that_comes_before_the_hint_goes_first(tmp_path: Path) -> None:
    async with table(tmp_path, ANN, BOB) as at:
        await at.until(at.humans_turn)
        at.answers.held.clear()
        at.runner.ask(Request.HINT)
        await at.until(lambda: at.answers.asked)
        at.play_first()
        await at.until(lambda: len(at.match.moves) > 1)
        assert (at.match.hints, at.shown.advice) == (0, [])


async def test_by_key_a_computers_turn_waits_for_a_key(tmp_path: Path) -> None:
    async with table(tmp_path, ANN, COMPUTER) as at:
        at.shown.seconds = None
        while at.match.state.turn_seat() == 0:
            await at.until(lambda: at.humans_turn() or at.match.state.turn_seat() != 0)
            if at.humans_turn():
                at.play_first()
                await asyncio.sleep(0.005)
        await at.until(lambda: "Press Space to go on." in at.shown.messages)
        moves = len(at.match.moves)
        at.runner.ask(Request.GO_ON)
        await at.until(lambda: len(at.match.moves) == moves + 1)


@pytest.mark.parametrize("decides", [COMPUTER, ANN], ids=["an agent", "the adviser"])
async def test_fro_22_an_agent_gets_what_its_seat_sees_and_not_the_true_hands(
    tmp_path: Path, decides: Seat
) -> None:
    position = free_o_play.at("house:2,car", "truck:3,wild:2").text()
    game = match_at(GAMES["free-o"], position, [decides, BOB]).game
    async with table(tmp_path, decides, BOB, game=game) as at:
        at.answers.held.clear()
        if decides is ANN:
            at.runner.ask(Request.HINT)
        await at.until(lambda: at.answers.asked)
        assert at.answers.asked[0].board == game.board
        world = game.parse(at.answers.asked[0].position)
        assert world.view(0) == at.match.state.view(0)
        assert world.text() != at.match.state.text()


async def test_after_the_end_the_last_decision_can_be_taken_back(tmp_path: Path) -> None:
    async with table(tmp_path, ANN) as at:
        while not at.shown.ends:
            await at.until(lambda: at.humans_turn() or at.shown.ends)
            if at.humans_turn():
                at.play_first()
                await asyncio.sleep(0.003)
        at.runner.ask(Request.UNDO)
        await at.until(at.humans_turn)
        at.runner.ask(Request.REDO)
        await at.until(lambda: at.shown.ends == 2)


async def test_requests_from_before_the_end_do_not_answer_it(tmp_path: Path) -> None:
    async with table(tmp_path, COMPUTER, COMPUTER) as at:

        def changed() -> None:
            if at.match.state.current_player() == OVER and not at.shown.ends:
                at.runner.ask(Request.GO_ON)

        at.shown.changed = changed  # type: ignore[method-assign]
        await at.until(lambda: at.shown.ends)
        await a_while()
        assert at.shown.ends == 1


async def test_a_pause_comes_after_the_first_move_and_any_request_ends_it(tmp_path: Path) -> None:
    async with table(tmp_path, COMPUTER, ANN, seconds=None) as at:
        await at.until(lambda: at.shown.messages)
        assert (at.shown.messages, len(at.match.moves)) == (["Press Space to go on."], 1)
        at.runner.ask(SeatChange(0, HUMAN))
        await at.until(at.humans_turn)
        at.play_first()
        await at.until(lambda: len(at.match.moves) > 1)


async def test_cards_are_dealt_without_a_pause_whatever_the_pace(tmp_path: Path) -> None:
    async with table(tmp_path, ANN, COMPUTER, game=GAMES["free-o"], seconds=None) as at:
        await at.until(lambda: at.humans_turn() or at.answers.asked)
        assert len(at.match.moves) > 13


async def test_hands_that_lie_open_wait_for_a_key(tmp_path: Path) -> None:
    position = free_o_play.at("house", "truck:3").text()
    game = match_at(GAMES["free-o"], position, [ANN, BOB]).game
    async with table(tmp_path, ANN, BOB, game=game) as at:
        at.shown.seconds = None
        at.runner.ask(Move(at.match.state.read_move("house")))
        await at.until(lambda: at.shown.messages)
        assert at.shown.messages == ["Press Space to go on."]
        assert at.match.state.is_open()
        at.runner.ask(Request.GO_ON)
        await at.until(lambda: not at.match.state.is_open())


FIRST, ONLY = 1, [3, 5]
"""In the game of `GAME` that Ann plays alone: the plies of her first move and of her only moves."""


async def test_only_moves_are_played_and_taken_back_with_the_choice_before_them(
    tmp_path: Path,
) -> None:
    async with table(tmp_path, ANN, plays_only_moves=True) as at:
        await at.until(at.humans_turn)
        at.play_first()
        await at.until(lambda: at.shown.ends)
        moves, texts = list(at.match.moves), [at.match.log[ply].text for ply in ONLY]
        assert at.runner.automatic == set(ONLY)
        assert only_moves(Viewer(at.match), ONLY) == [f"Only move: {text}" for text in texts]
        assert len(read(at.shown.path).events) == len(moves) + 1
        at.runner.ask(Request.UNDO)
        await at.until(lambda: at.match.takebacks)
        await a_while()
        assert (at.match.moves, at.runner.automatic) == (moves[:FIRST], set())
        at.runner.ask(Request.REDO)
        await at.until(lambda: at.shown.ends == 2)
        assert (at.match.moves, at.match.takebacks) == (moves, 1)


async def test_an_only_move_is_left_to_a_person_who_wants_that(tmp_path: Path) -> None:
    async with table(tmp_path, ANN) as at:
        await at.until(at.humans_turn)
        at.play_first()
        await at.until(lambda: at.humans_turn() and len(at.match.moves) == ONLY[0])
        await a_while()
        assert len(at.match.moves) == ONLY[0]
        at.play_first()
        await at.until(lambda: at.humans_turn() and len(at.match.moves) == ONLY[1])
        at.runner.ask(Request.UNDO)
        await at.until(lambda: len(at.match.moves) == ONLY[0])


async def test_an_only_move_waits_as_the_computers_moves_do_and_can_be_taken_back_meanwhile(
    tmp_path: Path,
) -> None:
    async with table(tmp_path, ANN, plays_only_moves=True, seconds=None) as at:
        await at.until(at.humans_turn)
        at.play_first()
        await at.until(lambda: "Press Space to go on." in at.shown.messages)
        assert len(at.match.moves) == ONLY[0]
        at.runner.ask(Request.UNDO)
        await at.until(lambda: len(at.match.moves) == FIRST)
        at.runner.ask(Request.REDO)
        await at.until(lambda: len(at.match.moves) > FIRST)
        at.runner.ask(Request.GO_ON)
        await at.until(lambda: len(at.match.moves) > ONLY[0])


async def test_an_only_move_waits_for_the_curtain_and_is_not_tried_twice_on_a_full_disk(
    tmp_path: Path,
) -> None:
    async with table(tmp_path, ANN, plays_only_moves=True, is_curtain_down=True) as at:
        await at.until(at.humans_turn)
        at.play_first()
        await at.until(lambda: at.humans_turn() and len(at.match.moves) == ONLY[0])
        with at.full_disk() as tries:
            await a_while()
            assert tries == []
            at.shown.is_curtain_down = False
            at.runner.ask(Request.GO_ON)
            await at.until(lambda: tries)
            await a_while()
            assert len(tries) == 1
        at.runner.ask(Request.GO_ON)
        await at.until(lambda: len(at.match.moves) > ONLY[0])


def test_box_11_a_turn_without_a_box_to_claim_is_not_an_only_move() -> None:
    match = Match(GAMES["box"], {"claiming": "by hand", "balance": "none"}, [ANN, BOB], 3)
    seen = set()
    while len(match.moves) < 40:
        moves = match.state.legal_moves()
        seen.add(len(moves))
        assert match.only_move() is None
        match.play(moves[0])
    assert 2 in seen  # nothing to claim: done, or resigning


@asynccontextmanager
async def tutored(
    folder: Path, *seats: Seat, mode: str = TUTOR_WARNS, game: Game = GAME
) -> AsyncIterator[Table]:
    """Play a match in which the first legal move of each decision is warned of."""
    async with table(folder, *seats, game=game) as at:
        await at.until(at.humans_turn)
        at.runner.ask(TutorChange(mode))
        await at.until(lambda: at.match.tutor == mode and at.tutor.prepared)
        yield at


async def test_a_warning_is_counted_once_and_the_move_is_played_only_if_that_is_asked_for(
    tmp_path: Path,
) -> None:
    async with tutored(tmp_path, ANN, COMPUTER) as at:
        move = at.match.state.legal_moves()[0]
        for _ in range(2):
            at.shown.warnings.clear()
            at.play_first()
            await at.until(lambda: at.shown.warnings)
            assert at.shown.warnings == [(move, "It is bad.")]
            at.runner.ask(Request.STOP)
            await a_while()
            assert (len(at.match.moves), at.match.warnings, at.match.ignored) == (1, 1, 0)
        at.runner.ask(Request.ANYWAY)
        await at.until(lambda: at.match.ignored)
        assert at.match.moves[1] == move
        assert (at.match.warnings, at.match.ignored) == (1, 1)
        assert at.match.log[1].remark == "bad"
        events = read(at.shown.path).events
        assert events[2:5] == (Warned(), Move(move), Ignored())


async def test_what_was_asked_before_a_warning_could_be_read_plays_nothing(tmp_path: Path) -> None:
    async with tutored(tmp_path, ANN, COMPUTER) as at:
        at.tutor.held.clear()
        at.play_first()
        await at.until(lambda: at.tutor.asked)
        for request in (Request.ANYWAY, Move(at.match.state.legal_moves()[0]), Request.ANYWAY):
            at.runner.ask(request)
        await a_while()
        keep, loop = at.record.keep, asyncio.get_running_loop()

        def keep_slowly(event: Event) -> None:
            loop.call_soon_threadsafe(at.runner.ask, Request.ANYWAY)
            keep(event)

        at.record.keep = keep_slowly  # type: ignore[method-assign]
        at.tutor.held.set()
        at.runner.ask(Request.ANYWAY)
        await at.until(lambda: at.shown.warnings)
        await a_while()
        assert (len(at.match.moves), at.match.ignored) == (1, 0)


async def test_another_move_is_judged_in_place_of_the_first(tmp_path: Path) -> None:
    async with tutored(tmp_path, ANN, COMPUTER, mode=TUTOR_VERDICTS) as at:
        first, other = at.match.state.legal_moves()[:2]
        at.tutor.held.clear()
        at.runner.ask(Move(first))
        await at.until(lambda: at.tutor.asked)
        at.runner.ask(Move(other))
        await at.until(lambda: at.tutor.asked == [first, other])
        at.tutor.held.set()
        await at.until(lambda: len(at.match.moves) > 1)
        assert (at.match.moves[1], at.match.warnings) == (other, 0)
        assert at.match.log[1].remark == "good"


@pytest.mark.parametrize("request_", [Request.STOP, Request.GO_ON])
async def test_while_the_tutor_judges_a_move_can_be_taken_back_or_played_at_once(
    tmp_path: Path, request_: Request
) -> None:
    async with tutored(tmp_path, ANN, BOB) as at:
        at.tutor.held.clear()
        at.play_first()
        await at.until(lambda: at.tutor.asked)
        assert at.shown.thinkers == [TUTOR]
        at.runner.ask(request_)
        await at.until(lambda: at.shown.thinkers == [TUTOR, ""])
        await a_while()
        assert (len(at.match.moves) > 1) == (request_ is Request.GO_ON)
        assert (at.match.warnings, at.shown.warnings) == (0, [])


async def test_a_tutor_that_fails_keeps_nobody_from_playing(tmp_path: Path) -> None:
    async with tutored(tmp_path, ANN, COMPUTER) as at:
        at.tutor.failure = "level5 failed: out of luck."
        at.play_first()
        await at.until(lambda: len(at.match.moves) > 1)
        assert at.match.log[1].remark == "the tutor couldn't judge it: level5 failed: out of luck"


async def test_the_tutor_stops_before_anybody_else_searches(tmp_path: Path) -> None:
    async with tutored(tmp_path, ANN, COMPUTER, game=GAMES["box"]) as at:
        working: list[int] = []
        choose = at.answers.choose

        async def choose_alone(question: Question) -> Choice:
            working.append(at.tutor.working)
            return await choose(question)

        at.answers.choose = choose_alone  # type: ignore[method-assign]
        at.runner.ask(Request.HINT)
        await at.until(lambda: at.match.hints)
        at.runner.ask(Move(at.match.state.legal_moves()[1]))
        await at.until(lambda: len(working) > 1)
        assert not any(working)


async def test_undo_keeps_the_counts_and_drops_the_warning(tmp_path: Path) -> None:
    async with tutored(tmp_path, ANN, BOB) as at:
        for asked in (Request.ANYWAY, Request.UNDO, Request.ANYWAY):
            if not at.shown.warnings:
                at.play_first()
            await at.until(lambda: at.shown.warnings)
            at.runner.ask(asked)
            await a_while()
        assert (at.match.moves, at.match.takebacks) == (at.match.moves[:1], 1)
        assert (at.match.warnings, at.match.ignored) == (1, 1)


async def test_the_tutor_is_switched_from_one_mode_to_the_next_and_round(tmp_path: Path) -> None:
    async with table(tmp_path, ANN, COMPUTER) as at:
        await at.until(at.humans_turn)
        for count in range(1, 4):
            at.runner.ask(Request.TUTOR)
            await at.until(lambda: len(at.shown.messages) == count)  # noqa: B023
        assert at.shown.messages == ["tutor: warns", "tutor: verdicts", "tutor: off"]
        assert len(at.match.moves) == 1
