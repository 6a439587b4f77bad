"""The tutor on the screen: its warnings, the keys that answer them, and who reads its verdicts."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import cache
from random import Random

import pytest
from canvas_text import go, text_of, until_gone, until_shown, words_on
from free_o_play import at
from game_screens import FirstMoves, first_move, playing, press, pressed, settled, showing, until
from people import ANN, BEN, COMPUTER
from per_game import REVIEWED
from random_games import any_move, dealt, moved
from shut_the_box_play import turn as tiles
from textual.pilot import Pilot

from ai.agent import Choice, Considered
from ai.levels import ROSTERS
from ai.worker import Question
from boxtui.core import Game, OptionValue
from boxtui.games import GAMES
from boxtui.games.free_o.state import FreeO
from boxtui.games.kimbo.state import FENCING, Kimbo
from boxtui.learn.asking import ask_through
from boxtui.learn.tutor import Tutor
from boxtui.play.match import LogEntry, Match, Seat, match_at
from boxtui.play.runner import TUTOR_NAME
from boxtui.play.viewer import LogSentence
from boxtui.tui.screens import tutored
from boxtui.tui.screens.game import ODDS_COUNT, GameScreen
from boxtui.tui.widgets.keys import KEY_ROWS
from boxtui.views.game import ANYWAY
from boxtui.wording import capitalized
from saves.header import TUTOR_VERDICTS, TUTOR_WARNS

SIZES = [((80, 24), KEY_ROWS), ((60, 20), KEY_ROWS + 1)]
"""Sizes of windows, with the most rows that the keys take."""

every_reviewed = pytest.mark.parametrize("game", [GAMES[key] for key in REVIEWED], ids=REVIEWED)


class Judges(FirstMoves):
    """A searcher that finds one move better than all others: `best`, or the first legal one."""

    best: int | None = None

    async def choose(self, question: Question) -> Choice:
        best = first_move(question)
        if self.best is not None:
            best = Choice(self.best, (Considered(self.best, 0.5, 1),), 1)
        if question.move is None:
            return best
        await super().choose(question)
        value = 0.5 if question.move == best.move else 0.2
        return Choice(question.move, (Considered(question.move, value, 1),), 1)


def at_a_choice(game: Game, mode: str = TUTOR_WARNS) -> Match:
    """Return a match at a decision of Ann between several moves that can be picked and judged."""
    match = Match(game, {}, [ANN, COMPUTER], 7, tutor=mode)
    for move in moves_to_a_choice(game):
        match.apply(move)
    return match


@cache
def moves_to_a_choice(game: Game) -> list[int]:
    """Return random moves that lead to such a decision."""
    match, rng = Match(game, {}, [ANN, COMPUTER], 7, tutor=TUTOR_WARNS), Random(5)
    tutor = Tutor(match, ask_through(FirstMoves(), game), lambda: 5)
    spec = ROSTERS[game.key].review
    assert spec

    def is_one() -> bool:
        state = match.state
        is_fence = isinstance(state, Kimbo) and state.phase == FENCING
        is_anns = tutor.can_judge() and state.current_player() == 0
        return is_anns and spec.is_judged(state) and len(state.legal_moves()) > 2 and not is_fence

    while not is_one():
        match.play(any_move(match, rng))
    return match.moves


def bad_move(screen: GameScreen) -> int:
    """Pick a move that the judges find worse than the first legal one; return it."""
    first = screen.match.state.legal_moves()[0]
    for move in screen.match.state.legal_moves()[1:]:
        screen.board.pick(move)
        if screen.board.picked_move not in (None, first):
            screen.draw()
            assert screen.board.picked_move is not None
            return screen.board.picked_move
    raise AssertionError("no other move can be picked")


@asynccontextmanager
async def judged(
    match: Match, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[tuple[Pilot[int], GameScreen, Judges]]:
    """Show a match in which every move but the first legal one is bad."""
    judges = Judges()
    async with playing(match, searcher=judges, size=size) as (pilot, screen):
        await settled(pilot)
        yield pilot, screen, judges


async def warning(pilot: Pilot[int], screen: GameScreen) -> None:
    await until(pilot, lambda: screen.is_warned)
    await settled(pilot)


async def warned_of(pilot: Pilot[int], screen: GameScreen) -> int:
    """Choose a bad move, and wait for the warning."""
    move = bad_move(screen)
    await press(pilot, "enter")
    await warning(pilot, screen)
    return move


@pytest.fixture(autouse=True)
def seen_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take keys as answers to a warning as soon as it is shown."""
    monkeypatch.setattr(tutored, "KEYS_IGNORED", 0.0)


async def test_odds_count_as_a_hint_but_leave_the_warning_and_what_is_picked() -> None:
    async with judged(at_a_choice(GAMES["shut-the-box"])) as (pilot, screen, _):
        match, move = screen.match, await warned_of(pilot, screen)
        warned = screen.message.text
        assert "o hint: odds" in words_on(pilot, "keys")
        await go(pilot, "o", lambda: match.hints, ("board", "What fits, and "))
        assert (screen.message.text, screen.board.picked_move) == (warned, move)
        assert "Enter play anyway" in words_on(pilot, "keys")
        await go(pilot, "enter", lambda: match.ignored)


async def test_odds_without_a_warning_say_that_they_count_and_a_next_hint_names_the_move() -> None:
    async with judged(at_a_choice(GAMES["shut-the-box"])) as (pilot, screen, _):
        move = bad_move(screen)
        await go(pilot, "o", lambda: screen.message.text == ODDS_COUNT)
        assert (screen.match.hints, screen.board.picked_move) == (1, move)
        await go(pilot, "h", lambda: screen.message.text.startswith("Hint: "))
        assert screen.board.picked_move == screen.match.state.legal_moves()[0]
        assert screen.match.hints == 1


@every_reviewed
async def test_a_warning_shows_the_move_and_enter_plays_it_anyway(game: Game) -> None:
    async with judged(at_a_choice(game)) as (pilot, screen, judges):
        match, ply = screen.match, len(screen.match.moves)

        async def each_size() -> AsyncIterator[None]:
            """Go to each size of the window, in which the keys must take few rows."""
            for size, rows in SIZES:
                await pilot.resize_terminal(*size)
                await settled(pilot)
                assert len(text_of(pilot, "keys").splitlines()) <= rows
                yield

        judges.goes_on.clear()
        move = bad_move(screen)
        await go(pilot, "enter", lambda: judges.thinking or ANYWAY in screen.message.text)
        async for _ in each_size():
            assert judges.thinking or ANYWAY in screen.message.text
        judges.goes_on.set()
        await warning(pilot, screen)
        assert (len(match.moves), screen.board.picked_move) == (ply, move)
        points = 30 * ROSTERS[game.key].lasting(match.state)
        assert screen.message.text.startswith(f"This gives away {points:.1f} ")
        async for _ in each_size():
            assert "play anyway" in words_on(pilot, "keys")
        await go(pilot, "enter", lambda: match.ignored)
        assert (match.moves[ply], match.warnings) == (move, 1)


@every_reviewed
async def test_after_a_warning_another_move_may_be_chosen_by_a_key_that_picks_nothing(
    game: Game,
) -> None:
    async with judged(at_a_choice(game)) as (pilot, screen, _):
        ply, first = len(screen.match.moves), screen.match.state.legal_moves()[0]
        await warned_of(pilot, screen)
        screen.play(first)
        await until(pilot, lambda: screen.match.moves[ply : ply + 1] == [first])
        assert not screen.match.ignored


def for_stakes() -> Match:
    """Return a match of Shut-the-Box at a decision of Ann, of which the tutor warns at length."""
    options: dict[str, OptionValue] = {"pub_stakes": True, "scoring": "sum"}
    match = Match(GAMES["shut-the-box"], options, [ANN, *[COMPUTER] * 2], 7, tutor=TUTOR_WARNS)
    while not match.is_human(match.state.current_player()):
        match.play(any_move(match, Random(5)))
    return match


async def test_a_warning_longer_than_its_rows_keeps_its_question_and_t_shows_the_rest() -> None:
    match = for_stakes()
    async with judged(match, (74, 24)) as (pilot, screen, _):
        move = await warned_of(pilot, screen)
        name = capitalized(screen.board.words.move_name(match.state, move))
        for before in ((74, 24), (60, 20)):
            await pilot.resize_terminal(*before)
            await settled(pilot)
            await pilot.resize_terminal(74, 24)
            await until(pilot, lambda: screen.has_side and "t read on" in text_of(pilot, "keys"))
            shown = words_on(pilot, "message")
            assert shown.endswith(f"… (t: read on) {name}: {ANYWAY}"), (shown, name)
            assert screen.message.text not in shown
        await press(pilot, "t")
        assert screen.message.text in words_on(pilot, "body")
        await press(pilot, "escape", "colon")
        assert ANYWAY not in screen.message.text


@every_reviewed
async def test_a_warning_keeps_its_question_in_any_window_and_the_next_hint_names_the_move(
    game: Game,
) -> None:
    sizes = [(60, 20), (100, 24), (76, 24), (80, 24), (50, 18), (80, 18)]
    async with judged(at_a_choice(game), sizes[0]) as (pilot, screen, _):
        best = screen.match.state.legal_moves()[0]
        assert await warned_of(pilot, screen) != best
        for size in sizes:
            await pilot.resize_terminal(*size)
            await settled(pilot)
            await settled(pilot)
            assert words_on(pilot, "message").endswith(ANYWAY), size
        await go(pilot, "escape h", lambda: screen.advice)
        assert screen.board.picked_move == best


@every_reviewed
async def test_beside_a_long_warning_only_whole_sentences_are_shown(game: Game) -> None:
    async with judged(at_a_choice(game), (80, 20)) as (pilot, screen, _):
        for rows in range(2, 15):
            screen.say("A word. " * 4 * rows, "warning")
            await settled(pilot)
            shown = text_of(pilot, "side").splitlines()[: screen.side.size.height]
            text = " ".join(" ".join(shown).split())
            digest = [words for _, words in screen.board.words.digest(screen.recent)]
            for sentence in (*screen.board.status_words(), *digest):
                words = " ".join(sentence.split())
                assert words in text or words[:12] not in text


@every_reviewed
async def test_keys_typed_before_a_warning_could_be_seen_play_nothing(game: Game) -> None:
    async with judged(at_a_choice(game)) as (pilot, screen, judges):
        screen._warning_shown.seconds = 1e9
        match, ply = screen.match, len(screen.match.moves)
        judges.goes_on.clear()
        move = bad_move(screen)
        await press(pilot, "enter", "enter", "enter")
        await until(pilot, lambda: screen.is_judging or ANYWAY in screen.message.text)
        if screen.is_judging:  # Shut-the-Box is judged at once
            await press(pilot, "e")
            assert "choose a move" not in text_of(pilot, "message")
        judges.goes_on.set()
        await go(pilot, lambda: ANYWAY in screen.message.text, "enter enter")
        screen.play(move)
        await settled(pilot)
        assert (len(match.moves), match.ignored) == (ply, 0)
        screen._warning_shown.seconds = 0.0
        await go(pilot, "enter", lambda: match.ignored)


async def test_a_computer_may_have_the_tutors_name() -> None:
    searcher = FirstMoves(holds=True)
    match = Match(GAMES["box"], {}, [Seat(TUTOR_NAME, "level4"), ANN], 7, tutor=TUTOR_WARNS)
    async with showing(match, searcher=searcher) as (pilot, screen):
        await until(pilot, lambda: screen.thinker == TUTOR_NAME)
        assert not screen.is_judging
        assert screen.check_action("play_unjudged", ()) is False


@pytest.mark.parametrize("game", ["kimbo", "box"])
async def test_a_warning_goes_after_esc_or_a_new_pick_and_a_good_move_is_played(game: str) -> None:
    async with judged(at_a_choice(GAMES[game])) as (pilot, screen, _):
        match, ply = screen.match, len(screen.match.moves)
        good, *others = match.state.legal_moves()

        def is_gone() -> bool:
            return screen.message.text == "" and "choose again" not in text_of(pilot, "keys")

        move = await warned_of(pilot, screen)
        await pressed(pilot, "escape")
        assert screen.board.picked_move == move
        assert is_gone()
        assert await warned_of(pilot, screen) == move
        screen.board.pick(next(each for each in others if each != move))
        screen.draw()
        assert is_gone()
        await press(pilot, "enter")
        await warning(pilot, screen)
        assert len(match.moves) == ply
        screen.board.pick(good)
        screen.draw()
        await go(pilot, "enter", lambda: len(match.moves) > ply)
        assert match.moves[ply] == good
        assert (match.warnings, match.ignored) == (2, 0)  # that of one move counts once


async def test_after_esc_the_next_tile_begins_a_new_set() -> None:
    state = tiles("1,2,3,4,5,6,7,8,9", "6+5", scores="-,-")
    match = match_at(GAMES["shut-the-box"], state.text(), [ANN, COMPUTER])
    match.tutor = TUTOR_WARNS
    async with judged(match) as (pilot, screen, _):
        await press(pilot, "1", "2", "8", "enter")
        await warning(pilot, screen)
        await pressed(pilot, "escape")
        assert screen.board.picked_move == match.state.read_move("8+2+1")
        await press(pilot, "9", "2")
        assert screen.board.picked_move == match.state.read_move("9+2")


@pytest.mark.parametrize(
    ("game", "options", "chosen"),
    [
        ("kimbo", {}, ["f"]),
        ("box", {"balance": "none", "claiming": "by hand"}, ["colon", *"done", "enter"]),
    ],
    ids=["kimbo", "box, claiming"],
)
async def test_a_warning_of_a_move_that_isnt_on_the_board_disappears_after_another_pick(
    game: str, options: dict[str, OptionValue], chosen: list[str]
) -> None:
    match = dealt(Match(GAMES[game], options, [ANN, BEN], 7, tutor=TUTOR_WARNS))
    if "claiming" in options:
        moved(match, "a1", "k11", "a2", "k10", "b1", "k9", "b2")
    judges = Judges()
    judges.best = match.state.legal_moves()[1]
    async with playing(match, searcher=judges) as (pilot, screen):
        ply = len(match.moves)
        await press(pilot, *chosen)
        await warning(pilot, screen)
        await press(pilot, "right")
        assert screen.message.text == ""
        await pressed(pilot, "enter")
        assert len(match.moves) == ply


async def test_while_a_fence_is_judged_space_plays_it_at_once_and_esc_and_u_do_not() -> None:
    """Kimbo's board has its own uses for Space and Esc while a fence is in hand."""
    match = dealt(Match(GAMES["kimbo"], {}, [ANN, BEN], 7, tutor=TUTOR_WARNS))
    async with judged(match) as (pilot, screen, judges):
        judges.goes_on.clear()
        ply, move = len(match.moves), match.state.legal_moves()[-1]
        for key in ("escape", "u", "space"):
            screen.board.pick(move)
            assert screen.board.picked_move == move
            await go(pilot, "enter", ("keys", "Space play at once"), key)
            await until_gone(pilot, "title", "thinking")
            await settled(pilot)
            assert match.moves[ply:][:1] == ([move] if key == "space" else [])
            assert match.warnings == 0
            if key != "space":
                assert screen.board.picked_move == move
            assert ("wasn't played" in screen.message.text) == (key != "space")


async def test_a_key_switches_the_tutor_only_on_ones_own_turn() -> None:
    match = Match(GAMES["shut-the-box"], {}, [ANN, COMPUTER], 3)
    async with playing(match, "by key", key="space") as (pilot, screen):
        assert "c tutor: off" in text_of(pilot, "keys")
        for mode, says in (("warns", "warns you"), ("verdicts", "judges"), ("off", "off")):
            await press(pilot, "c")
            await until(pilot, lambda: match.tutor == mode)  # noqa: B023
            await until_shown(pilot, "keys", f"c tutor: {mode}")
            await until(pilot, lambda: says in screen.message.text)  # noqa: B023
            limit = "before a move that costs 5 percentage points or more"
            assert (limit in screen.message.text) == (mode != "off")
            await pilot.resize_terminal(60, 20)
            await until_gone(pilot, "keys", f"tutor: {mode}")
            assert (f"tutor: {mode}" in text_of(pilot, "title")) == (mode != "off")
            await pilot.resize_terminal(80, 24)
        while screen.may_decide():
            await pressed(pilot, "down", "enter")
        assert "c tutor" not in text_of(pilot, "keys")
        await pressed(pilot, "c")
        assert (match.tutor, screen.message.text[:8]) == ("off", "Not now:")


async def test_a_verdict_is_shown_until_the_next_decision_and_stays_in_the_log() -> None:
    match = at_a_choice(GAMES["box"], TUTOR_VERDICTS)
    async with judged(match) as (pilot, screen, _):
        for _ in range(2):
            ply, move = len(match.moves), match.state.legal_moves()[0]
            text = match.state.move_text(move)
            screen.board.pick(move)
            await press(pilot, "enter")
            await until(pilot, lambda: len(match.moves) > ply + 1)  # noqa: B023
            await settled(pilot)
            assert screen.message.text == f"Your last choice, {text}: best."
        await press(pilot, "l")
        assert text_of(pilot, "body").count("(best)") == 2
        await go(pilot, "q u", lambda: len(match.moves) == ply)
        assert sum(bool(played.remark) for played in match.log) == 1


async def test_a_verdict_between_two_people_says_whose_choice_it_judges() -> None:
    match = Match(GAMES["box"], {"balance": "none"}, [ANN, BEN], 3, tutor=TUTOR_VERDICTS)
    async with judged(match) as (pilot, screen, _):
        who = match.seats[match.state.current_player()].name
        screen.submit(match.state.legal_moves()[0])
        await until(pilot, lambda: screen.message.text == f"{who}'s last choice, a1: best.")


async def test_a_verdict_is_gone_once_something_that_another_played_stands_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = Match(GAMES["box"], {"balance": "none"}, [ANN, COMPUTER], 3, tutor=TUTOR_VERDICTS)
    while len(match.moves) < 2 or not match.by_person():
        match.play(any_move(match, Random(len(match.moves))))
    match.play(match.state.legal_moves()[0])
    match.remark(len(match.moves) - 1, "best")
    match.play(match.state.legal_moves()[0])
    async with showing(match) as (_, screen):
        news = screen._news
        assert news.remark().endswith(": best.")
        told = news._viewer.log_sentences

        def striking(log: Sequence[LogEntry]) -> list[LogSentence]:
            return [each._replace(is_striking=True) for each in told(log)]

        monkeypatch.setattr(news._viewer, "log_sentences", striking)
        assert news.remark() == ""


@pytest.mark.parametrize("turns", [0, 1])
async def test_a_verdict_is_gone_after_the_persons_next_turn_even_a_forced_one(turns: int) -> None:
    match = Match(GAMES["box"], {"balance": "none"}, [ANN, COMPUTER], 3, tutor=TUTOR_VERDICTS)
    while len(match.moves) < 2 or not match.by_person():
        match.play(any_move(match, Random(len(match.moves))))
    ply, only = len(match.moves), set[int]()
    match.play(match.state.legal_moves()[0])
    match.remark(ply, "best")
    for _ in range(2 * turns):
        only |= {len(match.moves)} if match.by_person() else set()
        match.play(match.state.legal_moves()[0])
    async with showing(match) as (_, screen):
        screen.runner.automatic = only
        assert bool(screen._news.remark()) == (not turns)
        assert (len(only), match.log[ply].remark) == (turns, "best")


async def test_what_was_said_of_a_hand_isnt_said_in_the_next_one() -> None:
    position = at("house,wild", "house:3,car:2,wild")
    game = match_at(GAMES["free-o"], position.text(), [ANN, COMPUTER]).game
    match = Match(game, {}, [ANN, COMPUTER], 7, tutor=TUTOR_VERDICTS)
    async with playing(match, searcher=Judges()) as (pilot, screen):
        screen.submit(match.state.legal_moves()[0])
        await until(pilot, lambda: screen.viewer.are_hands_open)
        await press(pilot, "space")  # once: another one, at the decision, would be answered
        await until(pilot, lambda: hand(match) == 2 and screen.may_decide())
        assert any(played.remark for played in match.log)
        assert screen.message.text == ""


def hand(match: Match) -> int:
    assert isinstance(match.state, FreeO)
    return match.state.hand


async def test_fro_22_a_verdict_is_read_only_by_the_player_whose_move_it_judges() -> None:
    """It may name a card that the player holds."""
    position = at("house:3,wild,captured", "tree:3,car:2,wild")
    game = match_at(GAMES["free-o"], position.text(), [ANN, BEN]).game
    match = Match(game, {}, [ANN, BEN], 7, tutor=TUTOR_VERDICTS)
    async with playing(match, searcher=Judges(), key="v") as (pilot, screen):
        move = await warned_of(pilot, screen)
        await press(pilot, "enter")
        await until(pilot, lambda: match.log and match.log[0].remark)  # it follows the move
        assert (match.log[0].remark[:9], match.moves) == ("a blunder", [move])
        assert not screen.may_decide()
        await settled(pilot)
        assert "blunder" not in screen.message.text
        await until(pilot, lambda: screen.viewer.seat == 1, "v")
        for key in ("l", "q"):
            await pressed(pilot, key)
            shown = screen.message.text, text_of(pilot, "body"), text_of(pilot, "side")
            assert "blunder" not in " ".join(shown)
