"""The task that plays a match: what people, agents and dice decide; every move is kept first."""

import asyncio
import gc
import threading
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import free_o_play
import game_screens
import pytest
import shut_the_box_play
from people import ANN
from pty_terminal import DEADLINE
from running_match import BOB, COMPUTER, Lay, Table

from ai.agent import HUMAN, Choice, Considered
from ai.levels import ROSTERS
from ai.roster import ADVISER
from ai.shared.reasons import OUTWEIGHED
from boxtui.core import OVER, Game, OptionValue, State
from boxtui.games import GAMES
from boxtui.games.shut_the_box.game import ROLLED_FOR
from boxtui.play import runner
from boxtui.play.match import Match, Seat, match_at
from boxtui.play.presenter import Request
from boxtui.play.recent import only_move_words
from boxtui.play.viewer import Viewer
from saves.errors import SaveFull
from saves.events import Event, Move, SeatChange
from saves.journal import read

pytestmark = pytest.mark.waits


def begun_at(key: str, position: State) -> Game:
    """Return a game that begins in that position."""
    return match_at(GAMES[key], position.text(), [ANN, BOB]).game


async def test_what_is_shown_waits_for_its_turn_which_says_if_a_person_did_it(lay: Lay) -> None:
    async with lay(ANN, COMPUTER) as at:
        before = len(at.match.moves)
        await at.until(lambda: at.shown.turns == [False] * before)
        await at.ask(Request.HINT, lambda: len(at.shown.turns) > before)
        await at.ask(at.first, lambda: len(at.shown.turns) > before + 2)
        assert at.shown.turns[before:][:3] == [True, True, False]


async def test_a_move_that_the_disk_refuses_is_not_played_and_can_be_tried_again(lay: Lay) -> None:
    async with lay(ANN, COMPUTER) as at:
        move = at.match.state.legal_moves()[0]
        with at.full_disk():
            at.runner.ask(Move(move))
            await at.until(lambda: any("full" in message for message in at.shown.messages))
            assert len(at.match.moves) == 1
        await at.ask(Move(move), lambda: at.match.moves[1:2] == [move])


async def test_automatic_moves_are_retried_only_when_asked(lay: Lay) -> None:
    async with lay(COMPUTER, COMPUTER) as at:
        with at.full_disk() as tries:
            await at.until(lambda: at.shown.messages)
            await at.until_it_waits()
            assert len(tries) == 1
        await at.ask(Request.GO_ON, lambda: at.shown.ends)


@pytest.mark.parametrize("is_full", [False, True])
async def test_a_match_that_is_left_waits_until_the_disk_has_or_refuses_the_move(
    tmp_path: Path, is_full: bool
) -> None:
    reported = list[str]()
    asyncio.get_running_loop().set_exception_handler(
        lambda loop, context: reported.append(context["message"])
    )
    at, released = Table(tmp_path, [ANN, COMPUTER]), threading.Event()
    playing = asyncio.create_task(at.runner.run())
    await at.until(at.humans_turn)
    kept = list[Event]()

    def wait(event: Event) -> None:
        kept.append(event)
        released.wait(DEADLINE)
        if is_full:
            raise SaveFull("The disk is full.")

    at.before_keeping(wait)
    move = at.match.state.legal_moves()[0]
    await at.ask(Move(move), lambda: kept)
    for _ in range(2):  # by the app, which ends, and by the screen, which is left
        playing.cancel()
        done, _ = await asyncio.wait({playing}, timeout=0.1)
        assert not done
    released.set()
    await asyncio.wait({playing})
    assert (read(at.shown.path).events[-1] == Move(move)) != is_full
    at.record.close()
    del playing
    gc.collect()
    assert not reported


async def test_undo_while_the_computer_thinks_stops_it_at_once(lay: Lay) -> None:
    async with lay(ANN, COMPUTER) as at:
        at.answers.goes_on.clear()
        await at.play_until(lambda: at.answers.asked)
        await at.ask(Request.UNDO, at.humans_turn)
        assert (at.answers.cancelled, at.match.takebacks) == (1, 1)
        assert at.shown.thinkers == ["Computer", ""]


async def test_a_stopped_computer_waits_and_enter_lets_it_think_or_play(lay: Lay) -> None:
    async with lay(COMPUTER, ANN) as at:
        at.answers.goes_on.clear()
        await at.until(lambda: at.answers.asked)
        await at.ask(Request.STOP, lambda: at.answers.cancelled)
        assert len(at.answers.asked) == 1
        await at.until(lambda: at.shown.messages == ["stopped"])
        await at.ask(Request.GO_ON, lambda: len(at.answers.asked) == 2)
        played = len(at.match.moves)
        await at.ask(Request.GO_ON, lambda: len(at.match.moves) > played)


async def test_a_failing_agent_is_reported_and_replaced(lay: Lay) -> None:
    async with lay(COMPUTER, ANN, instead=SeatChange(0, HUMAN)) as at:
        at.answers.failure = "level5 failed: out of luck"
        await at.until(at.humans_turn)
        assert at.shown.messages == ["0: level5 failed: out of luck"]
        assert at.match.seats[0].player == HUMAN


async def test_a_second_enter_plays_nothing_in_the_next_position(lay: Lay) -> None:
    async with lay(ANN, BOB, game=GAMES["box"]) as at:
        after, (first, *_) = at.match.state.clone(), at.match.state.legal_moves()
        after.apply(first)
        at.runner.ask(Move(first))
        await at.ask(Move(after.legal_moves()[0]), lambda: at.match.moves)
        await at.until_it_waits()
        assert (at.match.moves, at.shown.messages) == ([first], [])


async def test_a_failure_that_comes_with_a_request_leaves_no_error_behind(lay: Lay) -> None:
    left: list[dict[str, object]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: left.append(context))
    async with lay(COMPUTER, ANN) as at:
        at.answers.goes_on.clear()
        await at.until(lambda: at.answers.asked)
        at.answers.failure = "level5 failed: out of luck"
        at.answers.goes_on.set()
        await at.ask(Request.STOP, lambda: at.shown.messages == ["stopped"])
        gc.collect()
        assert left == []


async def test_a_hint_comes_from_the_adviser_and_counts_once_it_is_given(lay: Lay) -> None:
    """A move made before the hint is ready is played instead."""
    async with lay(ANN, BOB) as at:
        await at.ask(Request.HINT, lambda: at.match.hints)
        assert [question.player for question in at.answers.asked] == [ADVISER]
        at.answers.goes_on.clear()
        await at.ask(Request.HINT, lambda: len(at.answers.asked) > 1)
        await at.ask(at.first, lambda: len(at.match.moves) > 1)
        assert len(at.shown.advice) == at.match.hints == 1


async def test_hints_asked_for_while_the_adviser_thinks_are_the_next_ones_one_of_each_kind(
    lay: Lay,
) -> None:
    async with lay(ANN, BOB) as at:
        at.answers.goes_on.clear()
        await at.ask(Request.HINT, lambda: at.answers.asked)
        for kind in (Request.VALUES, Request.HINT, Request.VALUES):
            at.runner.ask(kind)
        await at.until_it_waits()
        assert (at.shown.messages, len(at.answers.asked)) == ([], 1)
        at.answers.goes_on.set()
        await at.until(lambda: len(at.shown.advice) == 2)
        assert len(at.shown.valued_moves) == at.match.hints == 1
        await at.ask(Request.VALUES, lambda: len(at.shown.valued_moves) == 2)
        assert len(at.shown.advice) == 2


@pytest.mark.parametrize("level", ["level4", ADVISER])
async def test_a_computer_of_any_level_is_served_before_hints_and_one_asked_for_meanwhile_says_so(
    lay: Lay, level: str
) -> None:
    async with lay(Seat("Computer", level), ANN) as at:
        at.answers.goes_on.clear()
        await at.until(lambda: at.answers.asked)
        at.runner.ask(Request.HINT)
        await at.until_it_waits()
        assert at.shown.messages == ["Computer is thinking"]
        at.answers.goes_on.set()
        await at.until(at.humans_turn)
        assert at.match.hints == 0
        assert {question.yields for question in at.answers.asked} == {False}
        await at.ask(Request.HINT, lambda: at.shown.advice)
        assert at.answers.asked[-1].yields


@pytest.mark.parametrize(
    ("values", "reasonless", "advised"),
    [
        ((0.5, 0.5, 0.5), (), 0),
        ((0.5, 0.5, 0.5), (0,), 1),
        ((0.5, 0.5, 0.5), (0, 1), 2),
        ((0.5, 0.5, 0.5), (0, 1, 2), 0),
        ((0.5, 0.4, 0.5), (0,), 2),
        ((0.5, 0.4, 0.4), (0,), 0),
    ],
)
async def test_of_moves_that_are_as_good_one_is_advised_that_a_reason_speaks_for(
    lay: Lay,
    monkeypatch: pytest.MonkeyPatch,
    values: tuple[float, ...],
    reasonless: tuple[int, ...],
    advised: int,
) -> None:
    async with lay(ANN, BOB) as at:
        moves = at.match.state.legal_moves()
        seen = tuple(map(Considered, moves, values, (1, 1, 1)))
        monkeypatch.setattr(game_screens, "first_move", lambda _: Choice(moves[0], seen, 3))

        def reasons(state: State, move: int, best: int, *_: Sequence[int]) -> list[str]:
            if (place := moves.index(best)) in reasonless:
                return [f"It is {best}.", OUTWEIGHED] if place else []
            return [f"It is {best}."]

        roster = replace(ROSTERS[at.match.game.key], reasons=reasons)
        monkeypatch.setattr(runner, "ROSTERS", {at.match.game.key: roster})
        await at.ask(Request.HINT, lambda: at.shown.advice)
        assert at.shown.advice[0] == Choice(moves[advised], seen, 3)


@pytest.mark.parametrize("request_instead", ["stop", "move"])
async def test_another_request_while_reasons_are_found_comes_before_the_hint(
    lay: Lay, monkeypatch: pytest.MonkeyPatch, request_instead: str
) -> None:
    begun, goes_on = threading.Event(), threading.Event()
    async with lay(ANN, BOB) as at:

        def reasons(state: State, move: int, best: int, *_: Sequence[int]) -> list[str]:
            begun.set()
            assert goes_on.wait(DEADLINE)
            return []

        roster = replace(ROSTERS[at.match.game.key], reasons=reasons)
        monkeypatch.setattr(runner, "ROSTERS", {at.match.game.key: roster})
        await at.ask(Request.HINT, begun.is_set)
        played = len(at.match.moves)
        if request_instead == "stop":
            await at.ask(Request.STOP, lambda: at.shown.thinkers[-1:] == [""])
        else:
            await at.ask(at.first, lambda: len(at.match.moves) > played)
        goes_on.set()
        await at.until_it_waits()
        assert (at.match.hints, at.shown.advice) == (0, [])


async def test_no_hint_is_given_while_the_disk_refuses_to_count_it(lay: Lay) -> None:
    """One on a decision that was counted before is given."""
    async with lay(ANN, BOB) as at:
        with at.full_disk():
            at.runner.ask(Request.HINT)
            await at.until(lambda: any("full" in message for message in at.shown.messages))
            assert (at.match.hints, at.shown.advice) == (0, [])
        await at.ask(Request.HINT, lambda: at.shown.advice)
        assert at.match.hints == 1
        with at.full_disk():
            await at.ask(Request.HINT, lambda: len(at.shown.advice) == 2)
        assert at.match.hints == 1


async def test_no_hint_is_given_in_a_computers_turn_or_counted_if_it_fails(lay: Lay) -> None:
    async with lay(COMPUTER, ANN) as at:
        at.answers.goes_on.clear()
        await at.until(lambda: at.answers.asked)
        at.runner.ask(Request.STOP)
        await at.ask(Request.HINT, lambda: "Hints are for your own decisions." in at.shown.messages)
        at.answers.goes_on.set()
        await at.until(at.humans_turn)
        at.answers.failure = "level5 failed: out of luck"
        await at.ask(Request.HINT, lambda: "level5 failed: out of luck" in at.shown.messages)
        at.answers.failure = ""
        await at.ask(Request.HINT, lambda: at.match.hints)
        assert (at.match.hints, len(at.shown.advice)) == (1, 1)


async def test_redo_plays_up_to_the_persons_next_decision_and_asks_no_agent(lay: Lay) -> None:
    async with lay(ANN, COMPUTER, game=GAMES["box"]) as at:
        await at.play_until(lambda: at.humans_turn() and len(at.match.moves) > 5)
        moves, asked = list(at.match.moves), len(at.answers.asked)
        await at.ask(Request.UNDO, lambda: len(at.match.moves) < len(moves))
        await at.ask(Request.REDO, lambda: len(at.match.moves) == len(moves))
        assert at.match.moves == moves
        assert len(at.answers.asked) == asked


@pytest.mark.parametrize("decides", [COMPUTER, ANN], ids=["an agent", "the adviser"])
async def test_fro_22_an_agent_is_asked_what_its_seat_sees(lay: Lay, decides: Seat) -> None:
    game = begun_at("free-o", free_o_play.at("house:2,car", "truck:3,wild:2"))
    async with lay(decides, BOB, game=game) as at:
        at.answers.goes_on.clear()
        if decides is ANN:
            at.runner.ask(Request.HINT)
        await at.until(lambda: at.answers.asked)
        assert at.answers.asked[0].board == game.board
        determinization = game.parse(at.answers.asked[0].position)
        assert determinization.view(0) == at.match.state.view(0)
        assert determinization.text() != at.match.state.text()


async def test_computers_play_to_the_end_which_earlier_requests_do_not_answer(lay: Lay) -> None:
    """Every move is kept before it is shown (`Shown.changed`)."""
    async with lay(COMPUTER, COMPUTER) as at:

        def changed() -> None:
            if at.match.state.current_player() == OVER and not at.shown.ends:
                at.runner.ask(Request.GO_ON)

        at.shown.changed = changed  # type: ignore[method-assign]
        await at.until(lambda: at.shown.ends)
        await at.until_it_waits()
        assert (at.shown.ends, at.record.ended) == (1, True)


async def test_a_pause_comes_after_the_first_move_and_any_request_ends_it(lay: Lay) -> None:
    async with lay(COMPUTER, ANN, seconds=None) as at:
        await at.until(lambda: at.shown.messages)
        assert (at.shown.messages, len(at.match.moves)) == (["a key is awaited"], 1)
        await at.ask(SeatChange(0, HUMAN), at.humans_turn)
        await at.ask(at.first, lambda: len(at.match.moves) > 1)


async def test_keys_that_do_nothing_do_not_prolong_a_pause(lay: Lay) -> None:
    async with lay(COMPUTER, COMPUTER, seconds=0.5) as at:
        await at.until(lambda: at.match.moves)
        while len(at.match.moves) == 1 and len(at.shown.messages) < 20:
            at.runner.ask(Request.REDO)
            await asyncio.sleep(0.1)
        assert len(at.match.moves) > 1


@pytest.mark.parametrize("options", [{}, {"first": ROLLED_FOR}])
async def test_between_two_people_only_a_throw_that_ends_a_turn_is_followed_by_a_pause(
    lay: Lay, options: dict[str, OptionValue]
) -> None:
    """STB-5: otherwise the next player's throw replaces it at once."""
    game = begun_at("shut-the-box", shut_the_box_play.start(2, **options))
    async with lay(ANN, BOB, game=game, seconds=None) as at:
        begins = at.match.state.turn_seat()
        while not at.shown.messages:
            plies = len(at.match.moves)
            at.runner.ask(at.first)
            await at.until(partial(_has_moved_on, at, plies))
        assert at.shown.messages == ["a key is awaited"]
        last = at.match.log[-1]
        assert (last.by_chance, last.seat) == (True, begins)
        assert at.match.state.turn_seat() == 1 - begins
        await at.ask(Request.GO_ON, at.humans_turn)
        assert at.match.state.current_player() == 1 - begins


def _has_moved_on(at: Table, plies: int) -> bool:
    """Whether moves were played since, and the match waits for a person or for a key."""
    waits = at.humans_turn() or at.shown.messages
    return len(at.match.moves) > plies and bool(waits)


async def test_cards_are_dealt_without_a_pause_at_any_pace(lay: Lay) -> None:
    async with lay(ANN, COMPUTER, game=GAMES["free-o"], seconds=None) as at:
        await at.until(lambda: at.humans_turn() or at.answers.asked)
        assert len(at.match.moves) > 13


async def test_hands_that_lie_open_wait_for_a_key(lay: Lay) -> None:
    game = begun_at("free-o", free_o_play.at("house", "truck:3"))
    async with lay(ANN, BOB, game=game) as at:
        at.shown.seconds = None
        await at.ask(Move(at.match.state.read_move("house")), lambda: at.shown.messages)
        assert at.shown.messages == ["a key is awaited"]
        assert at.match.state.is_open()
        await at.ask(Request.GO_ON, lambda: not at.match.state.is_open())


FIRST, ONLY = 1, [3, 5]
"""In the game that Ann plays alone: the plies of her first move and of her only moves."""


async def test_only_moves_are_played_and_taken_back_with_the_choice_before_them(lay: Lay) -> None:
    async with lay(ANN, plays_only_moves=True) as at:
        await at.ask(at.first, lambda: at.shown.ends)
        moves, texts = list(at.match.moves), [at.match.log[ply].text for ply in ONLY]
        assert at.runner.automatic == set(ONLY)
        assert only_move_words(Viewer(at.match), ONLY[1:]) == [f"Played the only move: {texts[1]}"]
        played = f"Played the only moves: {', '.join(texts)}"
        assert only_move_words(Viewer(at.match), ONLY) == [played]
        assert len(read(at.shown.path).events) == len(moves) + 1
        await at.ask(Request.UNDO, lambda: at.match.takebacks)
        await at.until_it_waits()
        assert (at.match.moves, at.runner.automatic) == (moves[:FIRST], set())
        await at.ask(Request.REDO, lambda: at.shown.ends == 2)
        assert (at.match.moves, at.match.takebacks) == (moves, 1)
        assert at.runner.automatic == set(ONLY)


async def test_an_only_move_is_left_to_a_person_who_wants_that(lay: Lay) -> None:
    async with lay(ANN) as at:
        await at.ask(at.first, lambda: at.humans_turn() and len(at.match.moves) == ONLY[0])
        await at.until_it_waits()
        assert len(at.match.moves) == ONLY[0]
        await at.ask(at.first, lambda: at.humans_turn() and len(at.match.moves) == ONLY[1])
        await at.ask(Request.UNDO, lambda: len(at.match.moves) == ONLY[0])


async def test_an_only_move_waits_as_a_computers_and_can_be_taken_back_meanwhile(lay: Lay) -> None:
    async with lay(ANN, plays_only_moves=True, seconds=None) as at:
        await at.ask(at.first, lambda: "a key is awaited" in at.shown.messages)
        assert len(at.match.moves) == ONLY[0]
        await at.ask(Request.UNDO, lambda: len(at.match.moves) == FIRST)
        await at.ask(Request.REDO, lambda: len(at.match.moves) > FIRST)
        await at.ask(Request.GO_ON, lambda: len(at.match.moves) > ONLY[0])


async def test_an_only_move_waits_for_the_curtain_and_is_tried_once_on_a_full_disk(
    lay: Lay,
) -> None:
    async with lay(ANN, plays_only_moves=True, is_curtain_due=True) as at:
        await at.ask(at.first, lambda: at.humans_turn() and len(at.match.moves) == ONLY[0])
        with at.full_disk() as tries:
            await at.until_it_waits()
            assert tries == []
            at.shown.is_curtain_due = False
            await at.ask(Request.GO_ON, lambda: tries)
            await at.until_it_waits()
            assert len(tries) == 1
        await at.ask(Request.GO_ON, lambda: len(at.match.moves) > ONLY[0])


def test_box_11_a_turn_without_a_box_to_claim_is_not_an_only_move() -> None:
    match = Match(GAMES["box"], {"claiming": "by hand", "balance": "none"}, [ANN, BOB], 3)
    seen = set()
    while len(match.moves) < 40:
        moves = match.state.legal_moves()
        seen.add(len(moves))
        assert match.only_move() is None
        match.play(moves[0])
    assert 2 in seen  # nothing to claim: done, or resigning
