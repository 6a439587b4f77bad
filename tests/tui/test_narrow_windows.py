"""What windows of any size show of a match, above all those of 60 by 20 and those too small."""

import re
from functools import partial

import pytest
from bare_board import board_of, places_on
from canvas_text import text_of, until_gone, until_shown, words_on
from free_o_play import at
from game_screens import (
    FirstMoves,
    play_first,
    playing,
    press,
    running,
    settled,
    showing,
    shown,
    until,
)
from people import ANN, BEN, COMPUTER
from random_games import finished, moved, played_first

from ai.agent import Choice
from ai.levels import levels_of
from boxtui.games import GAMES
from boxtui.lines import cells_of, plain
from boxtui.play.choosing import rename_save
from boxtui.play.match import Match, Seat, match_at
from boxtui.play.own_saves import open_library
from boxtui.play.record import Record
from boxtui.play.results import result_of
from boxtui.play.stories import story_of
from boxtui.tui.boards.board import GameBoard
from boxtui.tui.screens.about import AboutScreen
from boxtui.tui.screens.choose import ChooseScreen
from boxtui.tui.screens.game import GameScreen
from boxtui.tui.screens.menu import MenuScreen
from boxtui.tui.screens.saved import SavesScreen
from boxtui.tui.screens.setup import SetupScreen
from boxtui.tui.widgets.message_bar import cut_text
from boxtui.views.box import FAIR
from boxtui.views.games import words_of

NARROW = (60, 20)
WHOLE = 22
"""The rows of a board in a window of 80 by 24, which shows all of it."""
OTHERS = [Seat(name, "random") for name in ("Bartholomew Long-Named", "Cid", "Dot", "Eve", "Fay")]
COMPUTERS = [Seat(name, "random") for name in ("Bo", "Cid", "Dot", "Eve", "Fay")]
HANDS = ("house:2,car,tree,fence,mailbox,wild", *["truck"] * 5)
TOO_WIDE = [
    key for key, game in GAMES.items() if board_of(Match(game, {}, [COMPUTER, ANN], 3)).cells > 40
]
"""The games whose boards don't fit into a window of 40 columns."""


def begun(game: str = "kimbo") -> Match:
    return Match(GAMES[game], {}, [ANN, COMPUTER], 3)


@pytest.mark.parametrize("game", GAMES)
async def test_a_decision_shows_all_places_and_seats_and_what_the_board_says_on_two_pages_at_most(
    game: str,
) -> None:
    """The board says it in sentences."""
    async with playing(begun(game), plays_only_moves=False) as (pilot, screen):
        match, board = screen.match, screen.board
        for size in ((80, 24), (120, 40), NARROW):
            await pilot.resize_terminal(*size)
            await settled(pilot)
            said = [plain(line) for line in screen.status_lines(1000)]
            assert said or not board.status_words()
            assert all(re.search(r"[^.?!][.?!]$", sentence) for sentence in said)
            told = ""
            for _ in range(1 + screen.is_paged):
                told += " ".join(words_on(pilot, part) for part in ("board", "side", "message"))
                if screen.is_paged:
                    await press(pilot, "t")
            assert all(seat.name in told for seat in match.seats)
            for words in (*board.words.seat_words(board.glyphs), *board.status_words()):
                assert " ".join(words.split()) in told
            missing = places_on(board, WHOLE) - places_on(board, board.size.height)
            for move in match.state.legal_moves() if missing else ():
                board.pick(move)  # a board that scrolls must show what can be played
                missing -= places_on(board, board.size.height)
            assert missing == set()


@pytest.mark.parametrize("game", GAMES)
async def test_a_persons_turn_shows_the_board_first_which_stays_while_a_move_is_typed_and_refused(
    game: str,
) -> None:
    match = Match(GAMES[game], {}, [COMPUTER, ANN], 3)
    async with playing(match, plays_only_moves=False, size=NARROW) as (pilot, screen):
        await until_shown(pilot, "keys", "h hint")
        board = screen.board
        last = plain(board.board_lines(board.rows)[-1])
        await until_shown(pilot, "board", last)
        if screen.is_paged:
            said = words_on(pilot, "message")
            first, *others = board.status_words()
            end = "" if first.endswith((".", "?")) else "."
            assert not others or said.startswith(f"{first}{end} {others[0][0]}")
            for name in ("t text", "t board"):
                assert name in text_of(pilot, "keys")
                await press(pilot, "t")
        for size in (NARROW, (50, 18)) if game in ("shut-the-box", "box") else (NARROW,):
            await pilot.resize_terminal(*size)
            await settled(pilot)
            before = text_of(pilot, "board"), board.region
            await press(pilot, "colon")
            await until_shown(pilot, "message", "or press Esc:")
            await press(pilot, "x", "enter")
            await until(pilot, lambda: screen.message.text)
            assert screen.message.text.split()[0] in text_of(pilot, "message")
            await settled(pilot)
            assert (text_of(pilot, "board"), board.region) == before
            await press(pilot, "escape")
            await until_shown(pilot, "keys", "h hint")
            await settled(pilot)
            assert (text_of(pilot, "board"), board.region) == before


@pytest.mark.parametrize("size", [6, 10, 16])
async def test_box_12_the_first_mark_of_a_swap_is_explained_with_grids_of_all_sizes(
    size: int,
) -> None:
    match = Match(GAMES["box"], {"balance": "swap", "size": size}, [ANN, COMPUTER], 3)
    async with playing(match, size=NARROW) as (pilot, _):
        part = "side" if size == 6 else "message"
        await until(pilot, lambda: FAIR in words_on(pilot, part))


async def test_a_text_says_how_to_see_the_board_and_who_picks_something_sees_it() -> None:
    async with playing(begun(), size=NARROW) as (pilot, screen):
        assert screen.is_paged
        for is_text in (True, False, True):
            await press(pilot, "t")
            way = "Press t for the board."
            await until(pilot, lambda: (way in text_of(pilot, "board")) is is_text)  # noqa: B023
        before = screen.board.picks
        await press(pilot, "right")
        await until_gone(pilot, "board", "Press t for the board.")
        assert screen.board.picks != before


async def test_what_has_no_room_beside_the_board_can_be_read_in_full() -> None:
    words = " ".join(f"This is sentence {number} of a long hint." for number in range(30))
    async with playing(begun()) as (pilot, screen):
        assert "read on" not in text_of(pilot, "keys")
        screen.say(words, "chosen", may_be_cut=True)
        await until_shown(pilot, "message", "t: read on")
        await until_shown(pilot, "keys", "t read on")
        await press(pilot, "t")
        await shown(pilot, AboutScreen)
        assert words in words_on(pilot, "body")
        await press(pilot, "t")
        await until(pilot, lambda: screen.is_active)
        screen.say("")
        await until_gone(pilot, "keys", "t read on")


@pytest.mark.parametrize("game", GAMES)
async def test_that_a_key_does_nothing_is_said_below_a_hint_of_any_length(game: str) -> None:
    async with playing(begun(game), key="space", size=NARROW) as (pilot, screen):
        await until(pilot, screen.runner.waits_for_person, "space")  # only moves say something, too
        for sentences in (3, 5, 30):
            screen.say("This is part of a hint. " * sentences, "chosen", may_be_cut=True)
            await until_shown(pilot, "message", "This is part of a hint.")
            await settled(pilot)
            was_paged = screen.is_paged
            await press(pilot, "x")
            await until_shown(pilot, "message", "x does nothing here.")
            for _ in range(2):
                await settled(pilot)
            said = text_of(pilot, "message")
            assert said.startswith(" This is part of a hint.")
            assert "x does nothing here." in said
            assert screen.board.size.height >= screen.board.rows
            assert screen.is_paged == was_paged


async def test_what_has_no_room_below_the_board_is_left_out_in_whole_sentences() -> None:
    match = Match(GAMES["kimbo"], {}, [ANN, *OTHERS[:3]], 3)
    async with playing(match, size=NARROW) as (pilot, screen):
        sentences = [f"{words}." for words in screen.board.status_words()]
        assert len(" ".join(sentences)) > 2 * NARROW[0]
        told = " ".join(sentences[:-1])
        await until(pilot, lambda: words_on(pilot, "message") == told)


async def test_a_turn_that_passes_by_itself_is_told_below_the_board_in_the_others_turn() -> None:
    """Her last piece is shut in: unless she rolls doubles, the turn is over with the roll."""
    text = (
        "turns=0 phase=fence seat=1 dice=- moved=- pieces=d5,HOME,HOME,HOME;a1,o2,n14,b15"
        " fences=j3/j4,l3/l4,d4/d5,c5/d5,d5/d6,d5/e5"
        ";d12/d13,f12/f13,g12/g13,i12/i13,j12/j13,l12/l13"
    )
    match = match_at(GAMES["kimbo"], text, [ANN, Seat("Computer", "level1")])
    moved(match, "-", "5 5", "pass", "-", "2 1", "2+1 a1-a4")  # at first she rolls doubles
    searcher = FirstMoves(holds=True)
    async with playing(match, searcher=searcher, size=NARROW) as (pilot, screen):
        await press(pilot, "f")
        await until(pilot, lambda: searcher.thinking)
        assert screen.is_paged
        first, second = match.log[-1].text.split()
        assert first != second
        await until_shown(pilot, "message", f"Ann rolls {first} and {second}")


async def test_a_long_message_takes_the_title_and_a_row_of_keys_but_none_of_the_board() -> None:
    # After ten moves Ann may take something back, and then she moves a fence.
    match = played_first(begun(), 10)
    async with playing(match, size=NARROW) as (pilot, screen):
        assert screen.headline.display
        await press(pilot, "enter")  # a fence is taken, and the keys have three rows

        def has_rows(message: int, keys: int) -> bool:
            parts = screen.message, screen.key_list, screen.board
            return [part.size.height for part in parts] == [message, keys, screen.board.rows]

        for message, keys in ((2, 3), (3, 2), (2, 3)):
            screen.say("word " * (11 if message == 2 else 33))
            await until(pilot, partial(has_rows, message, keys))
            assert not screen.headline.display
            assert "q menu" in text_of(pilot, "keys")  # it leaves the screen
            assert (", settings" in text_of(pilot, "keys")) == (keys == 3)
        await press(pilot, "escape")
        await until(pilot, lambda: screen.headline.display)


async def test_a_refusal_beside_the_board_ends_with_its_rule() -> None:
    state = at("house,car", "truck:3", top="house", demand="match")
    match = match_at(GAMES["free-o"], state.text(), [ANN, COMPUTER])
    async with playing(match, plays_only_moves=False) as (_, screen):
        screen.board.pick(state.table.deck.names.index("car"))
        assert plain(screen.status_lines(1000)[-1]).endswith(". (FRO-11)")


async def test_a_hand_stays_in_view_below_a_long_text() -> None:
    state = at(*HANDS, top="mailbox", demand="match", pile="fence:9")
    match = match_at(GAMES["free-o"], state.text(), [ANN, *OTHERS])
    async with showing(match, size=NARROW) as (pilot, _):
        await until_shown(pilot, "board", "Your hand, 7 cards")
        assert "6 Wild" in text_of(pilot, "board").replace("[", "").replace("]", "")


async def test_no_row_stays_empty_while_the_log_has_none() -> None:
    state = at("house:2", "truck:3", top="mailbox", demand="any", pile="fence:9")
    match = match_at(GAMES["free-o"], state.text(), [ANN, COMPUTER])
    moved(match, "house", "draw")
    while match.state.current_player() != 0:
        match.play(match.state.legal_moves()[0])
    async with showing(match, plays_only_moves=False, size=NARROW) as (pilot, screen):
        await until_shown(pilot, "board", "Your hand")
        shown = words_on(pilot, "board")
        assert all(told in shown for told in screen.viewer.sentences(match.log))


@pytest.mark.parametrize(
    ("game", "moves"), [("free-o", 30), ("kimbo", 30), ("box", 8), ("shut-the-box", 0)]
)
async def test_every_seat_is_told_beside_or_below_a_board_without_text(
    game: str, moves: int
) -> None:
    """Free the Box's board has the seats in its middle."""
    most = min(GAMES[game].seats[-1], 6)
    match = Match(GAMES[game], {}, [ANN, *COMPUTERS[: most - 1]], 3)
    match = played_first(match, moves)
    async with playing(match, size=NARROW, plays_only_moves=False) as (pilot, screen):
        assert screen.is_paged
        board = text_of(pilot, "board")
        words = screen.board.words
        assert all(seat.name in board for seat in match.seats)
        told = " ".join(board.split()).removesuffix(screen.glyphs.more)
        assert all(seat.split()[0] in told for seat in words.seat_words(screen.glyphs))
        assert len(board.splitlines()) <= screen.board.size.height
        assert max(map(cells_of, board.splitlines())) <= NARROW[0]


@pytest.mark.parametrize("other", [COMPUTER, BEN])
async def test_what_another_seat_did_is_told_below_a_board_until_the_person_has_played(
    other: Seat,
) -> None:
    match = Match(GAMES["kimbo"], {}, [other, ANN], 3)
    async with playing(match, plays_only_moves=False, size=NARROW) as (pilot, screen):
        while match.state.turn_seat() == 0:
            await play_first(pilot, screen)
        (told,) = screen._news.last_of_others()
        assert told.startswith(f"{other.name} ")
        assert screen.alone_words()[-1] == f"Last: {told}"
        played = len(match.moves)
        screen.submit(match.state.read_move("-"))
        await until(pilot, lambda: len(match.moves) > played + 1 and screen.may_decide())
        assert screen._news.last_of_others() == []


async def test_in_anothers_turn_the_last_move_is_told_below_the_board() -> None:
    match, searcher = Match(GAMES["kimbo"], {}, [ANN, COMPUTER], 3), FirstMoves(holds=True)
    played = 0

    def goes_on() -> bool:
        return bool(searcher.thinking) or (len(match.moves) > played and screen.may_decide())

    async with playing(match, searcher=searcher, plays_only_moves=False, size=NARROW) as (
        pilot,
        screen,
    ):
        while not searcher.thinking:
            played = len(match.moves)
            screen.submit(match.state.legal_moves()[0])
            await until(pilot, goes_on)
        assert not screen._news.since_a_choice()
        (told,) = screen._news.last_of_all()
        await until_shown(pilot, "message", told)


@pytest.mark.parametrize("game", ["free-o", "box"])
async def test_at_the_end_the_line_below_the_board_says_who_won_and_a_resignation_once(
    game: str,
) -> None:
    seats = [ANN, COMPUTER, *OTHERS[1:3]]
    match = Match(GAMES[game], {}, seats[: GAMES[game].seats[-1]], 3)
    if game == "box":
        moved(match, "black a1", "take white", "resign")
    else:
        finished(match)
    async with showing(match, size=NARROW) as (pilot, screen):
        await shown(pilot, ChooseScreen)
        await until(pilot, lambda: isinstance(pilot.app.screen, GameScreen), "escape")
        assert screen.is_paged
        screen.read_on(text=False)
        await until_shown(pilot, "message", result_of(match))
        assert text_of(pilot, "message").count("resign") == (game == "box")


def test_a_message_that_must_be_cut_keeps_whole_sentences_then_words() -> None:
    text = "Play a1. It is better by far. Nothing else comes close to it."
    signs = ["(read on)", "..."]
    assert cut_text(text, 30, 3, signs) == text
    assert cut_text(text, 30, 2, signs) == "Play a1. It is better by far. (read on)"
    assert cut_text(text, 20, 1, signs) == "Play a1. (read on)"
    assert cut_text(text, 31, 1, ["..."]) == "Play a1. It is better by ..."


async def test_a_hint_is_cut_beside_a_whole_board_but_not_with_the_text() -> None:
    reasons = [f"Reason {number} is {'long ' * 10}enough." for number in range(1, 4)]
    async with playing(begun(), size=NARROW) as (pilot, screen):
        for _ in range(2):  # the second hint names the move and gives the reasons
            screen.advised(Choice(screen.match.state.legal_moves()[0], (), 1), reasons)

        def is_shown(whole: bool) -> bool:
            text = text_of(pilot, "message")
            said = ["Reason 2" in text, "Reason 3" in text, "… (t: read on)" not in text]
            has_room = screen.board.size.height == screen.board.rows
            is_told = "Hint: " in text and "Reason 1" in text  # never without any reason
            return is_told and said == [whole] * 3 and has_room != whole

        for whole in (False, True, False):
            await until(pilot, partial(is_shown, whole))
            await press(pilot, "t")


@pytest.mark.parametrize("game", TOO_WIDE)
async def test_a_window_that_is_too_small_offers_no_key_of_the_board_and_enter_plays_nothing(
    game: str,
) -> None:
    match = Match(GAMES[game], {}, [COMPUTER, ANN], 3)
    async with playing(match, plays_only_moves=False, size=(30, 10)) as (pilot, screen):
        needed = f"At least {screen.board.cells} x "
        await until_shown(pilot, "board", needed)
        assert "(now 30 x 10)" in words_on(pilot, "board")
        keys = text_of(pilot, "keys")
        assert not [key for key in ("Enter", "t board", "t text") if key in keys]
        board = screen.board
        assert not any(board is active.node for active in pilot.app.screen.active_bindings.values())
        moves = len(match.moves)
        await press(pilot, "enter", "1", "right", "d", "f", "enter", "enter")
        await settled(pilot)
        assert len(match.moves) == moves
        await pilot.resize_terminal(40, 16)
        await until_shown(pilot, "board", "(now 40 x 16)")
        assert "Computer" in text_of(pilot, "board")
        assert "Enter" not in text_of(pilot, "board")
        await pilot.resize_terminal(30, 8)
        await until_shown(pilot, "board", needed)
        await press(pilot, "enter")
        await until_shown(pilot, "message", "Enter does nothing here.")
        await settled(pilot)
        rows = text_of(pilot, "board").splitlines()[: screen.board.size.height]
        assert " ".join(rows).endswith("boxtui --plain.")
        await press(pilot, "colon", "escape")
        await pilot.resize_terminal(20, 5)
        await pilot.resize_terminal(80, 24)
        await until_shown(pilot, "keys", "q menu")
        nodes = [active.node for active in pilot.app.screen.active_bindings.values()]
        assert any(isinstance(node, GameBoard) for node in nodes)


async def test_the_list_of_saves_leaves_out_names_without_room_and_cuts_nothing_else() -> None:
    match = Match(GAMES["free-the-box"], {}, [ANN, *OTHERS[:3]], 3)
    record = Record.begin(match, open_library())
    record.close()
    async with running(size=NARROW) as (pilot, app):
        await app.push_screen(SavesScreen())
        await until(pilot, lambda: story_of(match).words in text_of(pilot, "choices"))
        assert app.glyphs.more not in text_of(pilot, "choices")
        await press(pilot, "q")
        rename_save(record.path, "long way home")
        await app.push_screen(SavesScreen())
        await until_shown(pilot, "choices", "long way home")
        (row,) = text_of(pilot, "choices").strip().splitlines()
        assert row.split("ago")[-1].split("now")[-1].strip() == "unfinished"


async def test_the_setup_shows_each_level_whole() -> None:
    async with running(size=NARROW) as (pilot, app):
        for key, game in GAMES.items():
            app.set_up(game)
            page = await shown(pilot, SetupScreen)
            await until_shown(pilot, "choices", "Start the game")
            for level in levels_of(key):
                await until(pilot, lambda: page.choices.current == "seat 0", "down")  # noqa: B023
                await press(pilot, "right")
                assert f"Level {level.number}: {level.title} " in text_of(pilot, "choices")
                assert app.glyphs.more not in text_of(pilot, "choices")
            await press(pilot, "escape")
            await shown(pilot, MenuScreen)


async def test_the_menu_ends_what_it_must_shorten_after_a_word() -> None:
    async with running(size=NARROW) as (pilot, app):
        await until_shown(pilot, "choices", "FREE-O")
        for game, row in zip(GAMES.values(), text_of(pilot, "choices").splitlines(), strict=False):
            begun = row.rstrip().removesuffix(app.glyphs.more).split(game.title, 1)[1].split()
            assert begun
            assert [word.strip(",:") for word in game.blurb.split()][: len(begun)] == [
                word.strip(",:") for word in begun
            ]


async def test_a_list_scrolls_back_as_far_as_it_has_room_once_the_window_is_larger() -> None:
    async with running(size=(60, 8)) as (pilot, _):
        menu = await shown(pilot, MenuScreen)
        await press(pilot, *["down"] * len(GAMES))
        assert "Shut-the-Box" not in text_of(pilot, "choices")
        await pilot.resize_terminal(60, 24)
        await until_shown(pilot, "choices", "Shut-the-Box")
        assert menu.choices.current == "learn"


async def test_a_hand_without_room_for_its_cards_is_told_in_words() -> None:
    match = Match(GAMES["free-o"], {}, [ANN, COMPUTER], 3)
    async with playing(match, size=(50, 15)) as (pilot, _):
        told = words_of(match).now_words()
        await until_shown(pilot, "board", told[1])
        assert told[1].startswith("Ann holds")
        assert told[0] in words_on(pilot, "board")
        await press(pilot, "colon")
        await until_shown(pilot, "message", "A move")
        assert told[1] in words_on(pilot, "board")


async def test_a_long_refusal_leaves_what_the_line_asks_for_where_no_board_needs_the_rows() -> None:
    async with playing(begun(), size=(50, 15)) as (pilot, screen):
        await press(pilot, "colon", "x", "enter")
        await until_shown(pilot, "message", "can't be read")
        assert "A move, for example" in text_of(pilot, "message")
        assert screen.is_too_small


async def test_a_title_is_cut_with_a_sign_also_once_the_window_is_narrower() -> None:
    async with running(size=(60, 20)) as (pilot, _):
        await until(pilot, lambda: text_of(pilot, "title").strip() == MenuScreen.heading)
        await pilot.resize_terminal(50, 15)
        await until(pilot, lambda: text_of(pilot, "title").rstrip().endswith("…"))
        await pilot.resize_terminal(60, 20)
        await until(pilot, lambda: text_of(pilot, "title").strip() == MenuScreen.heading)


async def test_a_legend_that_the_loop_of_six_has_no_room_for_is_on_the_page_of_text() -> None:
    match = Match(GAMES["free-the-box"], {}, [ANN, BEN] * 3, 5)
    while not match.by_person() or match.only_move() is not None:
        played_first(match, len(match.moves) + 1)
    async with playing(match, size=NARROW) as (pilot, _):
        for height, is_apart in ((20, True), (40, False)):
            await pilot.resize_terminal(60, height)
            for is_text in (False, True):
                await settled(pilot)
                shown = words_on(pilot, "board")
                signs = ("> start", "? card", "# PARK", "* to center")
                assert all(sign in shown for sign in signs) == (is_text or not is_apart)
                if is_apart:
                    await press(pilot, "t")
