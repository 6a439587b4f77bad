"""A session of plain mode: its setups, its settings, and what a review offers."""

import asyncio
from importlib.metadata import EntryPoint

import pytest
from loop_watch import HeldDisk
from plain_lines import Lines, session_on
from random_games import moved
from transcripts import TWO
from waits import until

import ai.plugins
from ai.agent import HUMAN
from boxtui.games import GAMES
from boxtui.learn.judging import GRADES, Judged
from boxtui.learn.review import Review
from boxtui.plain.session import Session
from boxtui.plain.setup import Setup
from boxtui.play import remembered
from boxtui.play.match import Match, Seat
from boxtui.system import locations, settings
from boxtui.system.disk import Disk
from boxtui.system.settings import Settings
from saves.errors import SaveError
from saves.header import TUTOR_OFF

pytestmark = pytest.mark.usefixtures("home")


async def set_up(key: str, io: Lines) -> Match:
    return await Setup(GAMES[key], Settings("Ann"), io, Disk()).make_match(7)


async def test_an_agents_capitals_can_be_left_out_and_it_can_be_the_default(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    point = EntryPoint("MyBot", "nowhere:nothing", ai.plugins.GROUP)
    monkeypatch.setattr(ai.plugins, "_offered_on", lambda path: [point])
    for typed in (b"2\nAnn\nmybot\n", b"2\n\n\n"):
        match = await set_up("shut-the-box", Lines(typed + b"\n" * 12))
        assert [seat.player for seat in match.seats] == [HUMAN, "MyBot"]


async def test_enter_seats_the_players_of_the_last_game_with_as_many() -> None:
    for typed, players in (
        (b"4\n\n5\nBen\n2\n", [HUMAN, "level5", HUMAN, "level2"]),
        (b"2\n\n4\n", [HUMAN, "level4"]),
        (b"4\n", [HUMAN, "level4", HUMAN, "level2"]),
    ):
        match = await set_up("kimbo", Lines(typed + b"\n" * 12))
        assert [seat.player for seat in match.seats] == players


async def test_a_computers_name_is_shown_kept_by_enter_and_dropped_by_typing_a_player() -> None:
    kimbo, seats = GAMES["kimbo"], [TWO[0], Seat("Deep", "level3")]
    remembered.set_up(kimbo, {}, seats, 7, by_hand=False, tutor=TUTOR_OFF, own_name="Ann")
    usual = kimbo.colors(2)[1].capitalize()
    for typed, prompt, seat in (
        (b"", "[level3, called Deep]:", seats[1]),
        (b"level1", "[level3, called Deep]:", Seat(usual, "level1")),
        (b"", "[level1]:", Seat(usual, "level1")),
    ):
        io = Lines(b"\n\n" + typed + b"\n" * 12)
        assert (await set_up("kimbo", io)).seats[1] == seat
        assert f"Who plays in seat 2? {prompt}" in io.said


async def test_a_setup_asks_about_the_dice_and_cards_that_the_game_has() -> None:
    for key, asked in (("kimbo", "The dice:"), ("free-the-box", "The dice and cards:")):
        io = Lines(b"\n" * 12)
        assert not (await set_up(key, io)).by_hand
        assert asked in io.said


async def test_a_folder_that_takes_no_save_is_told_before_the_setup() -> None:
    locations.saves().parent.mkdir(parents=True)
    locations.saves().touch()
    io = Lines(b"\n" * 12)
    with pytest.raises(SaveError, match="can't be read: Not a directory"):
        await session_on(io).play(GAMES["shut-the-box"], 7)
    assert io.said == ""


async def test_a_name_is_written_beside_the_loop_even_if_its_player_leaves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    disk = HeldDisk(monkeypatch)
    disk.hold()
    running = asyncio.create_task(session_on(Lines(b"Ben\n")).run(Session.ask_name))
    await until(disk.begun.is_set)
    assert disk.is_held, "the loop waited until the write was done"
    running.cancel()
    for _ in range(20):
        await asyncio.sleep(0.001)
    assert not running.done(), "it ended before the write was done"
    disk.goes_on.set()
    await asyncio.wait({running})
    assert settings.read(locations.settings())[0].name == "Ben"


async def test_a_setting_that_cant_be_written_is_said_to_last_only_until_one_leaves() -> None:
    io = Lines()
    session = session_on(io)
    await session.take_setting("name", "Ben")
    assert io.heard() == "name: Ben\n"
    locations.settings().unlink()
    locations.settings().mkdir()
    await session.take_setting("name", "Cid")
    *complaint, until_left, last = io.said.splitlines()
    assert complaint
    assert until_left.startswith("Until you leave")
    assert last == "name: Cid"
    io.heard()
    await session.take_setting("pace", "slow")
    assert "slow" not in io.heard(), "it is said to count later"


async def test_a_bad_resignation_is_offered_for_practice(monkeypatch: pytest.MonkeyPatch) -> None:
    match = moved(Match(GAMES["box"], {"balance": "none"}, TWO, 1), "a1", "resign")
    shares, best = (0.5, 0.5), match.position_after(1).legal_moves()[0]
    resigned = Judged(
        1, 1, match.moves[1], best, (1.0, 0.0), shares, 0.0, True, GRADES[0][0], is_resignation=True
    )

    async def reviewed(*_: object) -> Review:
        return Review(shares, (resigned,), (), (), (1.0, 0.0), 2)

    monkeypatch.setattr("boxtui.plain.session.reviewed", reviewed)
    io = Lines(b"practice 2\n", b"\n")
    await session_on(io)._review(match)
    assert "1 position added to practice" in io.said
    assert "Type practice to solve this position later" in io.said
