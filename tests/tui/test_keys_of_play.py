"""The keys of a match on its screen: which ones play a move, and which never do."""

import re
from functools import partial, partialmethod
from random import Random
from unittest.mock import AsyncMock

import pytest
from canvas_text import go, text_of, until_gone, until_shown, words_on
from free_o_play import at as cards
from free_the_box_play import written
from game_screens import FirstMoves, play_first, playing, press, settled, showing, shown, until
from people import ANN, BEN, COMPUTER
from per_game import REVIEWED
from random_games import finished, first_move, moved
from shut_the_box_play import turn as tiles

from boxtui.core import OVER, State
from boxtui.games import GAMES
from boxtui.lines import plain
from boxtui.play.match import Match, Seat, match_at
from boxtui.play.record import Record
from boxtui.tui.screens import game as game_screen
from boxtui.tui.screens.choose import ChooseScreen
from boxtui.tui.screens.log import LogScreen
from boxtui.tui.widgets.keys import KEY_ROWS


async def test_enter_while_a_computer_moves_only_says_what_goes_on_until_a_page_opens() -> None:
    match = Match(GAMES["shut-the-box"], {}, [COMPUTER, ANN], 3)
    async with showing(match, "by key") as (pilot, screen):
        await until(pilot, lambda: screen.message.text == "Press Space to go on.")
        moves = len(match.moves)
        assert "Space go on" in text_of(pilot, "keys")
        assert "Enter" not in text_of(pilot, "keys")
        await press(pilot, "enter", "enter")
        await settled(pilot)
        said = screen.message.text
        assert said == "Not now: it is Computer's turn. Press Space to go on."
        assert len(match.moves) == moves
        await go(pilot, "l", LogScreen, "q", lambda: not screen.message.text)


async def test_odds_are_shown_only_at_a_decision() -> None:
    async with playing(Match(GAMES["shut-the-box"], {}, [ANN], 3)) as (pilot, screen):
        finished(screen.match)
        screen.changed()
        await settled(pilot)
        await press(pilot, "o")
        assert screen.message.text == "Not now: the game is over."


async def test_a_page_that_is_opened_clears_nothing_if_nothing_was_refused() -> None:
    match = Match(GAMES["shut-the-box"], {}, [ANN], 3)
    async with playing(match) as (pilot, screen):
        await settled(pilot)  # drawing takes away what was added
        assert screen.message.text == ""
        screen.message.add("A warning.")
        await go(pilot, "l", LogScreen)
        await settled(pilot)
        assert any("A warning." in plain(line) for line in screen.message._lines)


@pytest.mark.parametrize("game", GAMES)
async def test_space_leads_to_a_persons_turn_in_any_game_and_plays_nothing_there(game: str) -> None:
    match = Match(GAMES[game], {}, [COMPUTER, ANN], 3)
    async with showing(match, "by key") as (pilot, screen):
        await until(
            pilot, lambda: screen.may_decide() and screen.runner.automatic_move() is None, "space"
        )
        await until_gone(pilot, "keys", "Space")
        moves = len(match.moves)
        await press(pilot, "space", "space", "space")
        await settled(pilot)
        assert (len(match.moves), screen.may_decide()) == (moves, True)


@pytest.mark.parametrize("only_moves", [True, False])
async def test_undo_is_shown_exactly_while_it_takes_something_back(only_moves: bool) -> None:
    match = Match(GAMES["free-the-box"], {}, [ANN, BEN], 3)
    async with playing(match, plays_only_moves=only_moves) as (pilot, screen):
        first = match.undo_ply(past_only_moves=only_moves)
        assert ("u undo" in text_of(pilot, "keys")) == (first is not None)
        while match.undo_ply(past_only_moves=only_moves) is None:
            await play_first(pilot, screen)
        await go(pilot, ("keys", "u undo"), "u")
        await until_gone(pilot, "keys", "u undo")
        await go(pilot, "u", lambda: screen.message.text == "You have no move to take back.")


async def test_computers_alone_leave_nothing_to_undo_in_the_game_or_after_it() -> None:
    match = Match(GAMES["shut-the-box"], {}, [COMPUTER], 3)
    async with showing(match, "by key") as (pilot, _):
        await until(pilot, lambda: len(match.moves) > 3, "space")
        assert "u undo" not in text_of(pilot, "keys")
    match = finished(Match(GAMES["shut-the-box"], {}, [COMPUTER], 3))
    async with showing(match) as (pilot, _):
        dialog = await shown(pilot, ChooseScreen)
        assert "undo" not in [row.key for row in dialog._rows]


@pytest.mark.parametrize("game", GAMES)
async def test_every_key_of_a_turn_is_named_beside_redo_and_all_take_few_rows(game: str) -> None:
    match = Match(GAMES[game], {}, [ANN, BEN], 3)
    while match.undo_ply() is None:
        match.play(first_move(match))
    async with playing(match, key="v", plays_only_moves=False) as (pilot, screen):
        moves = len(match.moves)
        screen.submit(match.state.legal_moves()[0])
        await go(pilot, lambda: len(match.moves) > moves and match.by_person(), "u")
        has_tutor = screen.may_decide() and game in REVIEWED
        of_a_turn = (*["c tutor"] * has_tutor, *[": type"] * screen.may_decide())
        for size, rows in (((80, 24), KEY_ROWS), ((60, 20), KEY_ROWS + 1)):
            await pilot.resize_terminal(*size)
            await settled(pilot)
            await until_shown(pilot, "keys", "r redo")
            for key in ("u undo", "l log", "? rules", ", settings", "q menu", *of_a_turn):
                assert key in text_of(pilot, "keys")
            assert len(text_of(pilot, "keys").splitlines()) <= rows


@pytest.mark.parametrize(("game", "pick"), [("shut-the-box", "down"), ("box", "right")])
async def test_what_is_said_of_a_pick_is_gone_with_it(game: str, pick: str) -> None:
    match = Match(GAMES[game], {}, [ANN, BEN], 3)
    if game == "box":
        moved(match, "white f6", "take white")
    async with playing(match) as (pilot, screen):
        await until(pilot, lambda: screen.message.text, "enter")
        await go(pilot, pick, lambda: not screen.message.text)


@pytest.mark.parametrize(
    ("game", "offered"),
    [("box", "the game: its mistakes"), ("shut-the-box", "the game: its luck, its mistakes")],
)
async def test_luck_is_reviewed_only_in_games_with_dice_or_cards(game: str, offered: str) -> None:
    match = finished(Match(GAMES[game], {"size": 6} if game == "box" else {}, [ANN, ANN], 3))
    async with showing(match) as (pilot, _):
        dialog = await shown(pilot, ChooseScreen)
        assert f"Review {offered}" in [row.label for row in dialog._rows]


@pytest.mark.parametrize("key", ["enter", "right"])
async def test_after_any_other_key_enter_plays_while_a_hint_is_searched_for(key: str) -> None:
    searcher = FirstMoves(holds=True)
    match = Match(GAMES["box"], {"balance": "none"}, [ANN, ANN], 3)
    async with playing(match, searcher=searcher) as (pilot, _):
        await go(pilot, "h", lambda: searcher.thinking)
        await press(pilot, key, "enter")
        await until(pilot, lambda: bool(match.moves))
        assert searcher.cancelled
        assert not match.hinted


async def test_an_enter_typed_ahead_of_a_hint_plays_nothing() -> None:
    searcher = FirstMoves(holds=True)
    match = Match(GAMES["box"], {"balance": "none"}, [ANN, ANN], 3)
    async with playing(match, searcher=searcher) as (pilot, screen):
        await go(pilot, "h enter", lambda: "is thinking" in screen.message.text)
        offered = words_on(pilot, "keys")
        assert "Esc stop" in offered
        assert f"Enter {screen.board.enter_words}" in offered
        assert "h hint" not in offered
        searcher.goes_on.set()
        await until(pilot, lambda: "Hint:" in screen.message.text)
        assert not match.moves
        await go(pilot, "enter", lambda: bool(match.moves))


async def test_an_enter_typed_ahead_of_a_hint_picks_what_plays_nothing_yet() -> None:
    searcher = FirstMoves(holds=True)
    match = Match(GAMES["kimbo"], {}, [ANN, ANN], 3)
    async with playing(match, searcher=searcher) as (pilot, screen):
        await go(pilot, lambda: screen.board.enter_words == "take", "h", lambda: searcher.thinking)
        screen.action_enter()
        assert screen.board.enter_words == "put"
        assert "Press Enter again" not in screen.message.text


@pytest.mark.parametrize(
    ("match", "keys"),
    [
        (moved(Match(GAMES["kimbo"], {}, [ANN, ANN], 1), "6 5", "2 1"), ("enter",)),
        (
            moved(
                Match(GAMES["box"], {"balance": "none", "claiming": "by hand"}, [ANN, ANN], 1),
                *("a1", "k11", "a2", "k10", "b1", "k9", "b2"),
            ),
            (*["left"] * 5, *["down"] * 4, "enter"),
        ),
        (
            match_at(
                GAMES["free-o"],
                cards("house,draw-a-card", "car", "car", demand="any").text(),
                [ANN, COMPUTER, COMPUTER],
            ),
            ("2", "enter"),
        ),
    ],
    ids=["kimbo", "box", "free-o"],
)
async def test_esc_stops_the_adviser_first_and_then_takes_back_what_was_picked_so_far(
    match: Match, keys: tuple[str, ...]
) -> None:
    searcher = FirstMoves(holds=True)
    async with playing(match, searcher=searcher) as (pilot, screen):
        await press(pilot, *keys)
        picks = screen.board.picks
        await go(pilot, "h", lambda: searcher.thinking)
        assert "Esc stop" in text_of(pilot, "keys")
        await go(pilot, "escape", lambda: searcher.cancelled and not screen.thinker)
        assert screen.board.picks == picks
        assert re.search("Esc (put )?back", text_of(pilot, "keys"))
        await press(pilot, "escape")
        assert screen.board.picks != picks
        assert "Esc" not in text_of(pilot, "keys")
        await press(pilot, "escape")
        assert "Esc does nothing here." in words_on(pilot, "message")


@pytest.mark.parametrize("notice", ["", "The save was torn."])
async def test_the_first_line_for_dice_repeats_what_was_said_of_the_save_until_it_is_closed(
    monkeypatch: pytest.MonkeyPatch, notice: str
) -> None:
    begun = Record.__init__
    monkeypatch.setattr(Record, "__init__", partialmethod(begun, notice=notice))
    match = Match(GAMES["shut-the-box"], {}, [ANN, ANN], 1, by_hand=True)
    async with showing(match) as (pilot, screen):
        await until(pilot, lambda: screen.message.prompt)
        asked = screen.message.prompt.removeprefix(notice).lstrip()
        assert screen.message.prompt == f"{notice} {asked}".lstrip()
        assert not screen.message.text
        await go(pilot, "escape colon", lambda: screen.message.prompt == asked)


async def test_h_pressed_again_while_the_adviser_thinks_gives_the_next_hint_too() -> None:
    searcher = FirstMoves(holds=True)
    match = Match(GAMES["box"], {"balance": "none"}, [ANN, ANN], 3)
    async with playing(match, searcher=searcher) as (pilot, screen):
        await go(pilot, "h h h", lambda: searcher.thinking)
        searcher.goes_on.set()
        await until(pilot, lambda: screen._hints.names_the_move)
        assert "Ask again" not in screen.message.text


async def test_a_hint_stays_while_a_line_is_open_unless_it_would_hide_the_board() -> None:
    match, hint = Match(GAMES["kimbo"], {}, [ANN, ANN], 3), "Long words of a hint. " * 5
    async with playing(match) as (pilot, screen):
        await until(pilot, screen.may_decide)
        screen.say(hint, "chosen", may_be_cut=True)
        for size, shows in (((80, 24), True), ((60, 20), False)):
            await pilot.resize_terminal(*size)
            await go(pilot, "colon", ("message", "or press Esc:"))
            assert ("Long words" in text_of(pilot, "message")) == shows
            await go(pilot, "escape", ("message", "Long words"))


async def test_what_is_typed_begins_in_the_column_of_what_the_line_asks_for() -> None:
    async with playing(Match(GAMES["kimbo"], {}, [ANN, ANN], 3)) as (pilot, screen):
        for size in ((80, 24), (60, 20)):
            await pilot.resize_terminal(*size)
            await go(pilot, "colon", ("message", "or press Esc:"), lambda: screen.line.region)
            await settled(pilot)
            indent = re.match(" *", text_of(pilot, "message"))
            assert indent
            assert screen.line.content_region.x == screen.message.region.x + indent.end()
            await press(pilot, "escape")


async def test_a_hint_that_comes_while_a_line_is_open_leaves_what_the_line_asks_for() -> None:
    searcher = FirstMoves(holds=True)
    match = Match(GAMES["box"], {"balance": "none"}, [ANN, ANN], 3)
    async with playing(match, searcher=searcher) as (pilot, screen):
        await go(pilot, "h colon", lambda: searcher.thinking and screen.message.prompt)
        prompt = screen.message.prompt
        searcher.goes_on.set()
        for said in ("Hint: ", "can't be read"):
            await until(pilot, lambda: said in screen.message.text)  # noqa: B023
            shown_words = words_on(pilot, "message")
            assert said in shown_words
            assert shown_words.endswith(f" {prompt}")
            await press(pilot, "x", "enter")
        await press(pilot, "escape")
        assert prompt not in text_of(pilot, "message")


OUT = "out;1,home,home;26,home,home;42,home,home"


async def test_a_person_who_is_out_is_told_so_and_e_plays_to_the_end() -> None:
    text = written(OUT, seat=2)
    seats = [ANN, *[Seat(name, "random") for name in ("Bo", "Cid", "Dot")]]
    match = match_at(GAMES["free-the-box"], text, seats)
    async with showing(match, "by key") as (pilot, screen):
        told = "You are out. Space watches the rest, e plays it to the end."
        await go(pilot, ("side", told), ("keys", "e to the end"), "e")
        await go(pilot, lambda: match.state.current_player() == OVER, ChooseScreen)
        assert not screen.pace.skips_ahead


async def test_once_nothing_can_change_any_more_only_the_end_is_offered() -> None:
    match = Match(GAMES["box"], {"size": 6, "balance": "none"}, [ANN, Seat("Bo", "random")], 3)
    rng = Random(3)
    while match.only_move() is None:
        state = match.state
        match.play(state.random_move(rng) if state.current_player() >= 0 else match.next_outcome())
    async with showing(match, "by key") as (pilot, screen):
        await until_shown(pilot, "keys", "e to the end")
        keys = text_of(pilot, "keys")
        assert not [each for each in ("hint", "Enter", ": type") if each in keys]
        assert "the game is decided" in text_of(pilot, "title")
        assert not screen.board.words.where_words(match.state.legal_moves()[0])
        told = words_on(pilot, "side")
        assert "The game is decided: the marks left to make change nothing." in told
        said = "Not now: the game is decided. Press Space to go on."
        for key in ("h", "enter"):
            await go(pilot, key, lambda: screen.message.text == said)
            screen.say("")
        await go(pilot, "e", lambda: match.state.current_player() == OVER)
        assert "decided" not in text_of(pilot, "title")


async def test_e_plays_without_pauses_to_a_persons_turn_and_esc_stops_that() -> None:
    seats = [Seat("Bo", "random"), Seat("Cid", "random"), ANN]
    match = Match(GAMES["shut-the-box"], {}, seats, 3)
    async with showing(match, "by key") as (pilot, screen):

        def says(told: str) -> bool:
            return words_on(pilot, "message") == told

        await go(pilot, ("keys", "e to your turn"), "e", screen.may_decide)
        assert "to your turn" not in text_of(pilot, "keys")
        assert not screen.pace.skips_ahead
        for key, said in (("e", ""), ("space", ""), ("e", "Played for you: 7.")):
            screen.say(said)
            told = f"{said} It is Ann's turn: choose a move.".strip()
            await until(pilot, partial(says, told), key)
            assert key not in text_of(pilot, "keys").lower().split()
        screen.pace.skips_ahead = True
        screen.action_ask("STOP")
        assert not screen.pace.skips_ahead


async def test_a_computers_choice_is_played_no_matter_what_is_asked_during_its_pause(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match, searcher = Match(GAMES["shut-the-box"], {}, [COMPUTER, ANN], 3), FirstMoves()
    choose = AsyncMock(wraps=searcher.choose)
    monkeypatch.setattr(searcher, "choose", choose)
    async with showing(match, "by key", searcher) as (pilot, screen):
        await until(pilot, lambda: screen.message.text == "Press Space to go on.")
        moves = len(match.moves)
        await go(pilot, "h", lambda: "Hints are for" in screen.message.text, "r")
        await go(pilot, lambda: "nothing to play again" in screen.message.text, "escape space")
        await until(pilot, lambda: len(match.moves) > moves)
        assert choose.await_count == 1


def nothing_fits() -> Match:
    """Return a game in which Ann can only draw a card, and chooses after further only moves."""
    state = cards("car,fence", "tree,house,captured", top="truck", pile="car:9")
    return match_at(GAMES["free-o"], state.text(), [ANN, COMPUTER])


@pytest.mark.parametrize(
    ("late", "keys", "is_played"),
    [
        (1000.0, ["enter"], False),
        (1000.0, ["enter", "enter"], True),
        (1000.0, ["right", "enter"], True),
        (0.0, ["enter"], True),
    ],
)
async def test_an_enter_meant_for_an_only_move_gets_a_message_and_a_deliberate_one_plays(
    monkeypatch: pytest.MonkeyPatch, late: float, keys: list[str], *, is_played: bool
) -> None:
    monkeypatch.setattr(game_screen, "ONLY_MOVE_GRACE", late)
    match = nothing_fits()
    async with showing(match) as (pilot, screen):
        await until(pilot, lambda: screen.may_decide() and match.only_move() is None)
        plies = len(match.moves)
        await press(pilot, *keys)
        if is_played:
            await until(pilot, lambda: len(match.moves) > plies)
        else:
            await until(pilot, lambda: "Press Enter again" in screen.message.text)
            assert len(match.moves) == plies


@pytest.mark.parametrize("was_named", [False, True])
async def test_the_setting_for_only_moves_is_named_once_and_at_a_choice(was_named: bool) -> None:
    """FRO-9: Ann has several only moves in a row, told together, before she chooses again."""
    named, match = 'The setting "Your only moves" (press ,) can leave them to you.', nothing_fits()
    async with showing(match, "by key") as (pilot, screen):
        screen.boxtui.has_named_only_moves = was_named
        while match.only_move() is not None or not screen.may_decide():
            assert screen.boxtui.has_named_only_moves == was_named
            await press(pilot, "space")
            await settled(pilot)
        assert screen.message.text.startswith("Played the only moves: drawing")
        assert screen.message.text.endswith(named) != was_named
        assert screen.boxtui.has_named_only_moves


@pytest.mark.parametrize("key", ["d", "enter", "space"])
async def test_an_only_move_is_announced_and_each_key_named_for_it_plays_it(key: str) -> None:
    match = nothing_fits()
    async with showing(match, "by key") as (pilot, screen):
        await until_shown(pilot, "side", "The only move: it is played for you.")
        for words in ("d draw", "Enter draw", "Space go on"):
            assert words in text_of(pilot, "keys")
        await go(pilot, key, lambda: match.moves)
        assert screen.match.log[0].text == "draw"


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
async def test_nobody_is_asked_to_pick_an_only_move_that_is_played(size: tuple[int, int]) -> None:
    state = tiles("6,9", "4+2")
    match = match_at(GAMES["shut-the-box"], state.text(), [ANN])
    async with showing(match, "by key", size=size) as (pilot, screen):
        await until_shown(pilot, "message", "Press Space to go on.")
        where = "side" if size == (80, 24) else "message"
        await until_shown(pilot, where, "The only move: it is played for you.")
        assert "to your turn" not in text_of(pilot, "keys")
        assert screen.status_sentences() == ["The only move: it is played for you."]
        assert "add up" not in text_of(pilot, where)
        assert not match.moves


@pytest.mark.parametrize(
    ("state", "keys"),
    [
        (tiles("2,3,4,7", "4+3"), "2-4 7 tile"),
        (tiles("7", "4+3"), "7 tile"),
        (cards("house:2,wild,draw-a-card", "car", "tree"), "1-3 card"),
        (cards("draw-a-card,wild", "car", "tree", demand="any"), "1-2 card"),
    ],
)
async def test_the_numbers_named_are_those_that_can_be_picked(state: State, keys: str) -> None:
    names = [ANN, COMPUTER, COMPUTER][: 3 if "card" in keys else 1]
    match = match_at(GAMES["free-o" if "card" in keys else "shut-the-box"], state.text(), names)
    async with playing(match, plays_only_moves=False) as (pilot, _):
        await until_shown(pilot, "keys", keys)
        if keys == "1-2 card":  # the first is played, and asks who is to draw
            await go(pilot, "1 enter", ("keys", "2-3 player"))
