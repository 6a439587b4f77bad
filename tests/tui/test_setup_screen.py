"""Who plays, as the rows of the setup say."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import cast

import pytest
from canvas_text import go, text_of, until_shown
from game_screens import change_row, choose_row, press, running, settled, shown, until
from textual.events import Hide
from textual.pilot import Pilot

from ai.agent import HUMAN
from ai.levels import level_names, levels_of, other_agents, player_title
from boxtui.games import GAMES
from boxtui.games.kimbo.game import BOARD
from boxtui.learn.tutor import mode_words
from boxtui.play import remembered
from boxtui.play.match import Seat
from boxtui.play.next_game import rematch
from boxtui.play.setup import strength_words
from boxtui.system import locations
from boxtui.tui.app import BoxTui
from boxtui.tui.screens.game import GameScreen
from boxtui.tui.screens.menu import MenuScreen
from boxtui.tui.screens.setup import SetupScreen
from boxtui.tui.widgets.choices import Choices
from saves.header import NAME_BYTES, TUTOR_MODES, TUTOR_OFF, TUTOR_VERDICTS

LEVELS, OTHERS = level_names("kimbo"), other_agents("kimbo")


async def opened(pilot: Pilot[int], game: str) -> SetupScreen:
    """Open the setup of a game, in place of one that may be open; it begins with two players."""
    await shown(pilot, MenuScreen, "escape")
    cast("BoxTui", pilot.app).set_up(GAMES[game], 7)
    page = await shown(pilot, SetupScreen)
    await until_shown(pilot, "choices", "Seed")
    return page


@asynccontextmanager
async def set_up(
    game: str = "kimbo", players: int = 2
) -> AsyncIterator[tuple[Pilot[int], SetupScreen]]:
    """Run the app at the setup of a game with that many players."""
    async with running() as (pilot, _):
        page = await opened(pilot, game)
        for _ in range(players - 2):
            await change_row(pilot, "players", 1)
        yield pilot, page


async def change(pilot: Pilot[int], key: str, step: int) -> str:
    """Change a row; return the list."""
    await change_row(pilot, key, step)
    return text_of(pilot, "choices")


@pytest.mark.parametrize(
    ("content", "says"),
    [(BOARD.replace(b'"d3/d4"', b'"d5/d6"'), "New games use your own"), (b"[home", "TOML")],
)
async def test_an_own_board_is_named_and_what_is_wrong_with_it(content: bytes, says: str) -> None:
    locations.boards().mkdir(parents=True)
    (locations.boards() / "kimbo.toml").write_bytes(content)
    async with set_up() as (_, page):
        assert says in page.message.text
        assert "kimbo.toml" in page.message.text


@pytest.mark.parametrize(("game", "has_one"), [("box", False), ("kimbo", True)])
async def test_the_players_have_a_row_only_if_it_can_change(game: str, has_one: bool) -> None:
    async with set_up(game) as (pilot, _):
        assert ("Players" in text_of(pilot, "choices")) == has_one


async def test_seats_and_names_of_computers_are_as_they_were_in_the_last_larger_game() -> None:
    game = GAMES["kimbo"]
    ann, rosa = Seat("Ann", HUMAN), Seat("Rosa", "level4")
    begun = partial(remembered.set_up, by_hand=False, tutor=TUTOR_OFF, own_name="Ann")
    begun(game, {}, [ann, rosa, Seat("x", HUMAN), Seat("Blue", "level1")], 7)
    begun(game, {}, [ann, rosa], 7)
    async with set_up() as (pilot, page):
        assert page._seats == [ann, rosa]
        await change_row(pilot, "players", 1)
        await change_row(pilot, "players", 1)
        assert page._seats == [ann, rosa, Seat("x", HUMAN), Seat("Blue", "level1")]


async def test_stakes_and_who_begins_have_no_rows_with_one_player_who_can_start_at_once() -> None:
    async with set_up("shut-the-box") as (pilot, _):
        await change_row(pilot, "option pub_stakes", 1)
        assert "Stake " in await change(pilot, "option first", 1)
        alone = await change(pilot, "players", -1)
        assert not any(title in alone for title in ("Pub stakes", "Stake ", "First turn"))
        await go(pilot, "s", GameScreen)
    assert remembered.setup_of(GAMES["shut-the-box"])[0].options["pub_stakes"] is True


async def test_the_keys_say_what_enter_does_in_the_row() -> None:
    async with set_up("box") as (pilot, page):
        rows = ("seat 0", "a name"), ("option size", "a number"), ("seed", "a number")
        for key, typed in rows:
            page._fill(key)
            await until_shown(pilot, "keys", f"Enter type {typed}")
        page._fill("start")
        await until_shown(pilot, "keys", "Enter choose")


async def test_the_line_for_a_number_says_which_numbers_there_are() -> None:
    async with set_up("box") as (pilot, page):
        choose_row(pilot, "option size")
        await until(pilot, lambda: page.line_is_open)
        assert page.message.prompt == "Squares per side (6, 8, 10, 12, 14, 16):"
        size, seed = page._options["size"], page._seed
        await press(pilot, "enter")  # nothing typed: the value stays
        assert (page._options["size"], page.line_is_open, page.message.prompt) == (size, False, "")
        choose_row(pilot, "seed")
        await go(pilot, lambda: page.line_is_open, "enter")
        assert (page._seed, page.line_is_open) == (seed, False)


@asynccontextmanager
async def naming(seat: int) -> AsyncIterator[tuple[Pilot[int], SetupScreen]]:
    """Open a setup in which that seat's name is being typed."""
    async with set_up("shut-the-box") as (pilot, page):
        choose_row(pilot, f"seat {seat}")
        await until(pilot, lambda: page.line_is_open)
        yield pilot, page


async def test_spaces_after_a_players_name_do_not_count_as_letters() -> None:
    async with naming(0) as (_, page):
        page.line_typed(f" {'B' * NAME_BYTES}  ")
        assert (page._seats[0].name, page.line_is_open) == ("B" * NAME_BYTES, False)


async def test_typed_text_goes_to_the_row_that_asked_even_if_the_wheel_moves_the_cursor() -> None:
    async with naming(0) as (pilot, page):
        page.query_one(Choices).action_move(30)
        page.line.value = "17"
        await go(pilot, "enter", lambda: not page.line_is_open)
        assert (page._seats[0].name, page._seed) == ("17", 7)


async def test_a_row_that_changes_closes_the_line_that_may_ask_for_what_is_gone() -> None:
    async with naming(1) as (pilot, page):
        await change_row(pilot, "players", -1)
        await until(pilot, lambda: not page.line_is_open)
        assert len(page._seats) == 1


async def test_a_line_keeps_the_keys_if_it_is_opened_again_or_said_late_to_be_hidden() -> None:
    async with naming(0) as (pilot, page):
        page.action_close_line()
        page.open_line("Another name:")
        await settled(pilot)
        assert page.focused is page.line
        page.line.post_message(Hide())
        await settled(pilot)
        assert page.focused is page.line


async def test_a_seats_row_goes_through_the_levels_and_an_entry_for_others_with_a_row() -> None:
    async with set_up() as (pilot, page):
        seen: list[str] = []
        for _ in range(len(LEVELS) + 2):
            text = await change(pilot, "seat 1", 1)
            seen.append(page._seats[1].player)
            assert ("which agent" in text) == (seen[-1] in OTHERS)
        assert seen == [*LEVELS[3:], OTHERS[0], HUMAN, *LEVELS[:3]]
        assert "Seat 2, Yellow    another agent" in await change(pilot, "seat 1", 3)
        seen.clear()
        for _ in OTHERS:
            seen.append(page._seats[1].player)
            await change_row(pilot, "agent 1", 1)
        assert seen == OTHERS
        assert page._seats[1].player == OTHERS[0]
        assert "which agent" not in await change(pilot, "seat 1", -1)
        assert page._seats[1].player == LEVELS[-1]


async def test_one_row_changes_all_computers_and_leaves_people_as_they_are() -> None:
    async with set_up() as (pilot, _):
        assert "All computers" not in text_of(pilot, "choices")
    async with set_up(players=4) as (pilot, page):
        text = await change(pilot, "computers", 1)
        assert [seat.player for seat in page._seats] == [HUMAN, *["level4"] * 3]
        assert text.count(player_title("kimbo", "level4")) == 4
        assert "of several levels" in await change(pilot, "seat 2", -1)
        await change_row(pilot, "computers", -1)
        assert [seat.player for seat in page._seats] == [HUMAN, *["level5"] * 3]
        await change_row(pilot, "computers", 1)
        assert [seat.name for seat in page._seats] == ["Ann", "Green", "Yellow", "Blue"]
        assert page._seats[1].player == "level1"


async def test_the_tutor_has_a_row_while_a_person_plays_and_is_remembered() -> None:
    async with set_up() as (pilot, page):
        seen = [page._tutor]
        for _ in TUTOR_MODES:
            text = await change(pilot, "tutor", 1)
            seen.append(page._tutor)
            assert f"  {mode_words(page._tutor)}\n" in text
        assert seen == [*TUTOR_MODES, seen[0]]
        await change_row(pilot, "tutor", -1)
        assert "Tutor" not in await change(pilot, "seat 0", 1)
        await change_row(pilot, "seat 0", -1)
        page.action_start()
        match = (await shown(pilot, GameScreen)).match
        for each in (match, rematch(match), match.restarted()):
            assert each.tutor == TUTOR_VERDICTS
    async with set_up() as (_, page):
        assert page._tutor == TUTOR_VERDICTS


async def test_the_setup_names_the_limit_of_the_tutor_which_depends_on_how_many_play() -> None:
    async with set_up() as (pilot, page):
        for points, seats, limit in ((5, 2, "5 percentage points"), (2, 4, "1 percentage point")):
            page.boxtui.settings = page.boxtui.settings.having("tutor_points", points)
            page._sit(seats)
            await settled(pilot)  # the row under the cursor explains itself once more
            page.pointed("tutor")
            told = f"the tutor can warn you before a move that costs {limit} or more of your"
            await until_shown(pilot, "message", told)


async def test_a_setup_starts_as_the_last_one_and_explains_the_option_under_the_cursor() -> None:
    async with set_up("box") as (pilot, _):
        await go(pilot, "down down right down right", ("message", "BOX-1: "))
        assert "Level 4" in text_of(pilot, "choices")
        await go(pilot, "s", GameScreen)
    async with set_up("box") as (pilot, page):
        assert "Level 4" in text_of(pilot, "choices")
        assert page._options["size"] == 12


async def test_each_option_is_explained_by_its_whole_rule() -> None:
    async with running() as (pilot, _):
        for game in GAMES.values():
            page = await opened(pilot, game.key)
            for option in game.relevant_options(game.with_defaults({}), 2):
                page.choices.post_message(Choices.Pointed(f"option {option.key}"))
                rule = page._inputs.rules.rule(option.rule).numbered_text()
                await until(pilot, partial(says, pilot, page, rule))


async def test_a_handicap_is_explained_by_the_rule_of_the_one_chosen() -> None:
    async with set_up("box") as (pilot, page):
        for kind, number in (("points", "BOX-15"), ("moves", "BOX-16")):
            await change_row(pilot, "option handicap", 1)
            assert page._options["handicap"] == kind
            for key in ("weaker", "handicap"):
                page.choices.fill(page.choices._rows, f"option {key}")
                rule = page._inputs.rules.rule(number).numbered_text()
                await until(pilot, partial(says, pilot, page, rule))


@pytest.mark.parametrize("seats", [3, 4])
async def test_seats_and_all_computers_are_explained_with_their_levels_strength(seats: int) -> None:
    measured = {
        level.name: level.share_of_four if seats == 4 else level.share
        for level in levels_of("kimbo")
    }
    async with set_up(players=seats) as (pilot, page):
        for key in ("computers", "seat 1"):
            page.choices.fill(page.choices._rows, key)
            seen = set()
            for _ in range(len(LEVELS) + 2):
                await change_row(pilot, key, 1)
                who = page._seats[1].player
                told, share = strength_words("kimbo", who, seats), measured.get(who)
                assert f" {100 * share.share:.0f} of" in told if share else not told
                await until_shown(pilot, "message", told)
                seen.add(who)
            assert seen >= set(LEVELS)


def says(pilot: Pilot[int], page: SetupScreen, text: str) -> bool:
    """Whether that text is the message, and all its lines have room."""
    message = text_of(pilot, "message")
    is_whole = page.message.size.height >= len(message.splitlines())
    return message.split() == text.split() and is_whole


async def test_rows_are_explained_as_the_game_and_its_seats_need_it() -> None:
    table: list[tuple[str, str, dict[str, int], str]] = [
        ("kimbo", "start", {"seat 0": 1}, "No person plays"),
        ("kimbo", "seed", {}, "The same seed gives the same dice."),
        ("kimbo", "seed", {"dice": 1}, "the seed changes only how the computers play."),
        ("kimbo", "seed", {"dice": 1, "seat 1": -3}, "so the seed changes nothing."),
        ("box", "seed", {"option first": 2}, "draws the same first player"),  # by lot
        ("box", "seed", {"option first": 1}, "changes only how the computers play"),
        ("free-the-box", "dice", {}, "draw real cards"),
    ]
    async with running() as (pilot, _):
        for game, row, changes, said in table:
            page = await opened(pilot, game)
            for key, step in changes.items():
                await change_row(pilot, key, step)
            page.pointed(row)
            await until_shown(pilot, "message", said)
            assert ("Dice and cards" in text_of(pilot, "choices")) == (game == "free-the-box")


async def test_the_row_under_the_cursor_is_visible_however_long_its_explanation_is() -> None:
    game = GAMES["shut-the-box"]
    async with running(lambda app: app.set_up(game, 7), size=(60, 20)) as (pilot, app):
        page = await shown(pilot, SetupScreen)
        await until(pilot, lambda: page.choices.current)
        for _ in range(game.seats[-1] - len(page._seats)):
            page.changed("players", 1)
        for way in ("down", "up"):
            for _ in page.choices._rows:
                await go(pilot, way, ("choices", app.glyphs.marker))


async def test_a_new_seat_takes_the_level_that_all_computers_have() -> None:
    async with set_up() as (pilot, page):
        await change_row(pilot, "players", 1)
        await change_row(pilot, "computers", -1)  # from level 3
        await change_row(pilot, "players", 1)
        assert [seat.player for seat in page._seats] == [HUMAN, "level2", "level2", "level2"]
    async with set_up(players=3) as (pilot, page):
        await change_row(pilot, "seat 1", 1)
        await change_row(pilot, "players", 1)
        assert [seat.player for seat in page._seats[1:]] == ["level4", "level3", "level3"]


async def test_seats_come_back_as_they_were_after_a_smaller_number_of_players() -> None:
    async with set_up(players=4) as (pilot, page):
        await change_row(pilot, "seat 3", -3)  # a person
        page._take_name(3, "Zoë")
        await change_row(pilot, "seat 2", 2)
        seats = list(page._seats)
        for step in (-1, -1, 1, 1, 1, -1):
            await change_row(pilot, "players", step)
        assert page._seats == seats
        assert [seat.player for seat in seats] == [HUMAN, "level3", "level5", HUMAN]


async def test_a_seat_that_comes_back_has_the_name_of_its_color_and_the_level_of_all() -> None:
    async with set_up() as (pilot, page):
        colors = page._inputs.shown.colors
        await change_row(pilot, "players", 1)
        await change_row(pilot, "players", -1)
        await change_row(pilot, "seat 1", 1)
        for count in (3, 4):
            await change_row(pilot, "players", 1)
            assert [seat.name for seat in page._seats[1:]] == [
                color.capitalize() for color in colors(count)[1:]
            ]
            assert {seat.player for seat in page._seats[1:]} == {"level4"}


async def test_values_stay_in_one_column_however_long_a_name_is() -> None:
    async with set_up("shut-the-box") as (pilot, page):
        await change_row(pilot, "seat 1", -3)  # a person
        for name in ("Bartholomew", "W" * NAME_BYTES):
            page._take_name(1, name)
            page._fill("start")
            await pilot.pause()
            shown = text_of(pilot, "choices")
            values = re.finditer(r"^.*  (?=(2|person|digits|off)$)", shown, re.MULTILINE)
            (column, *others) = {len(each.group()) for each in values}
            assert not others, shown
            assert column < 40
            assert f"Seat 2, {name[:11]}" in shown
