"""Players in one process: each plays apart from the others, whatever those do."""

import asyncio
import json
import signal
from pathlib import Path

import asyncssh
import pytest
from played import FAST, settings
from pty_terminal import DEADLINE
from served import UTF8, RemoteScreen, Served, begun, lay_down, new_key, terminal

from boxtui.serve.session import DROPPED, rehearse
from boxtui.system.settings import CHOICES, Settings
from boxtui.system.terminal import Look
from boxtui.tui.app import BoxTui
from boxtui.tui.stylesheet import _parsed
from saves.journal import read

pytestmark = [pytest.mark.waits, pytest.mark.xdist_group("serve")]


async def test_two_players_play_apart_each_with_their_own_saves(host: Served) -> None:
    ann, ben = new_key(), new_key()
    async with host.connect(ann) as first, host.connect(ben) as second:
        one, ones = await begun(first)
        await begun(second)
        one.write(b"u")
        await ones.until("no move to take back")
        assert len(host.saves(ann)) == len(host.saves(ben)) == 1
        assert host.saves(ann)[0].parent != host.saves(ben)[0].parent
        one.write(b"q")
        await ones.until("Settings")
    log = [json.loads(line) for line in (await host.logged('"begins"', 2)).splitlines()]
    events = [each["event"] for each in log if each.get("player") == ann.get_fingerprint()]
    assert events[:2] == ["login", "begins"]


async def test_a_game_goes_on_after_the_connection_was_cut(host: Served) -> None:
    key = new_key()
    async with host.connect(key) as connection:
        channel, screen = await begun(connection)
        await lay_down(channel, screen)
    (save,) = host.saves(key)
    before = len(read(save).events)
    assert before > 0
    async with host.connect(key) as connection:
        channel, screen = await terminal(connection)
        await screen.until("Continue")
        channel.write(b"c")
        await screen.until("Ann's turn" if "Ann" in screen.text() else "'s turn")
    assert len(read(save).events) >= before


async def test_a_lone_esc_is_a_key_and_half_a_sequence_does_no_harm(host: Served) -> None:
    async with host.connect(new_key()) as connection:
        channel, screen = await terminal(connection)
        await screen.until("Settings")
        channel.write(b"\r")
        await screen.until("Seed")
        channel.write(b"\x1b[")
        await asyncio.sleep(0.5)
        channel.write(b"\x1b")
        await screen.until("Settings")


async def test_a_client_that_reads_nothing_is_left_out_and_drawn_for_again_later(
    host: Served,
) -> None:
    key, frames = new_key(), 30
    settings(host.folder(key), f'{FAST}theme = "textual-dark"\n')
    file = host.folder(key) / "config" / "boxtui" / "settings.toml"
    async with host.connect(key) as connection:
        channel, screen = await terminal(connection, size=(500, 200), window=1 << 12)
        await screen.until_told("Saved games")
        whole = len(screen.raw)
        channel.write(b"o\x1b[B")
        await screen.until_told("textual-dark")
        channel.pause_reading()
        screen.clear()
        for _ in range(frames):
            before = file.read_text()
            channel.write(b"\x1b[C")  # another theme, so everything is drawn
            async with asyncio.timeout(DEADLINE):
                while file.read_text() == before:
                    await asyncio.sleep(0.01)
            await asyncio.sleep(0.05)
        channel.write(b"q")
        channel.resume_reading()
        await screen.until_told("Saved games")
        assert len(screen.raw) < frames * whole / 2


async def test_answers_in_lines_wait_for_a_client_that_reads_nothing(host: Served) -> None:
    asked = 100
    async with host.connect(new_key()) as frozen, host.connect(new_key()) as playing:
        screen = RemoteScreen()
        channel, _ = await frozen.create_session(
            lambda: screen,
            term_type="dumb",
            term_size=(80, 24),
            encoding=None,
            env=UTF8,
            window=1 << 12,
        )
        await screen.until("What now?")
        channel.pause_reading()
        channel.write(b"help\r" * asked + b"quit\r")  # answered with twenty times the window
        other, shown = await terminal(playing)
        await shown.until("Settings")
        other.write(b"\r")
        await shown.until("Seed")
        assert not screen.is_closed
        channel.resume_reading()
        await screen.until(lambda: screen.is_closed)
    assert screen.raw.count(b"this list") == asked


async def test_without_a_drawable_terminal_a_session_is_lines_of_text(host: Served) -> None:
    async with host.connect(new_key()) as connection:
        told = await connection.run(input="play shut-the-box\nquit\nquit\n", encoding="utf-8")
        assert "learn and play board games" in str(told.stdout)
        assert told.exit_status == 0
    async with host.connect(new_key()) as connection:
        channel, screen = await terminal(connection, kind="dumb")
        await screen.until("What now?")
        channel.write(b"hepl\x7f\x7flp\r")
        await screen.until("this list")
        channel.write(b"quit\r")
        await screen.until(lambda: screen.is_closed)


async def test_only_listed_keys_are_admitted_and_the_list_is_read_again_on_sighup(
    tmp_path: Path,
) -> None:
    ann, ben = new_key(), new_key()
    file = tmp_path / "admitted"
    file.write_bytes(ann.export_public_key())
    with Served(tmp_path / "home", "--keys", str(file)) as served:
        async with served.connect(ann) as connection:
            _, screen = await terminal(connection)
            await screen.until("Settings")
        with pytest.raises(asyncssh.PermissionDenied):
            async with served.connect(ben):
                pass
        file.write_bytes(ann.export_public_key() + ben.export_public_key())
        served.signal(signal.SIGHUP)
        await served.logged("keys read")
        async with served.connect(ben) as connection:
            _, screen = await terminal(connection)
            await screen.until("Settings")


async def test_sigterm_says_goodbye_and_ends_soon(tmp_path: Path) -> None:
    key = new_key()
    with Served(tmp_path / "home", "--anyone") as served:
        async with served.connect(key) as connection:
            _, screen = await begun(connection)
            served.signal(signal.SIGTERM)
            await screen.until("The host is being stopped.")
            code = await asyncio.to_thread(served.process.wait, 10)
        assert code == 128 + signal.SIGTERM
        (save,) = served.saves(key)
        assert read(save).header.game == "shut-the-box"


@pytest.mark.parametrize("kind", ["xterm", "dumb"])
async def test_a_session_that_fails_says_so_and_ends_alone(host: Served, kind: str) -> None:
    failing = new_key()
    host.folder(failing).parent.mkdir(parents=True, exist_ok=True)
    host.folder(failing).write_text("a file where the player's folder should be")
    async with host.connect(new_key()) as playing, host.connect(failing) as connection:
        channel, screen = await terminal(playing)
        await screen.until("Settings")
        ending, told = await terminal(connection, kind=kind)
        await told.until(lambda: told.is_closed)
        assert b"boxtui had an internal error (FileExistsError" in told.raw
        assert ending.get_exit_status() == 1
        channel.write(b"\r")
        await screen.until("Seed")


async def test_the_styles_of_each_theme_are_parsed_before_the_first_login(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _parsed.cache_clear()
    await rehearse()
    monkeypatch.setattr("textual.css.stylesheet.parse", None)  # a further call would fail
    for theme in CHOICES["theme"]:
        app = BoxTui(Look(ssh=True), Settings(theme=theme))
        app.stylesheet.read_all(app.css_path)
        app.stylesheet.parse()


async def test_new_players_choose_their_name_once(host: Served) -> None:
    key = new_key()
    async with host.connect(key, new=True) as connection:
        channel, screen = await terminal(connection)
        await screen.until("Your name:")
        assert "Any" in screen.text()  # the login's
        channel.write(b"\x7f" * 3 + b"Zoe\r")
        await screen.until("Settings")
        channel.write(b"\r")
        await screen.until("Zoe")
    async with host.connect(key) as connection:
        _, screen = await terminal(connection)
        await screen.until("Settings")
        assert "Your name:" not in screen.text()


async def test_new_players_in_plain_mode_are_asked_only_if_they_type(host: Served) -> None:
    key = new_key()
    async with host.connect(key, new=True) as connection:
        await connection.run(input="quit\n", encoding="utf-8")
    async with host.connect(key, new=True) as connection:
        channel, screen = await terminal(connection, kind="dumb")
        await screen.until("Your name (Enter for Any):")
        channel.write(b"z" * 200 + b"\r")
        await screen.until("That name is too long")
        channel.write(b"help\r")
        await screen.until("or press Enter")
        channel.write(b"Zoe\r")
        await screen.until("What now?")
        channel.write(b"quit\r")
        await screen.until(lambda: screen.is_closed)
    assert 'name = "Zoe"' in (host.folder(key) / "config/boxtui/settings.toml").read_text()


async def test_a_player_has_a_limited_number_of_saves(tmp_path: Path) -> None:
    key = new_key()
    with Served(tmp_path / "home", "--anyone", "--saves", "1") as served:
        async with served.connect(key) as connection:
            channel, screen = await begun(connection)
            await lay_down(channel, screen)
            channel.write(b"q")
            await screen.until("Continue")
            channel.write(b"\x1b[B\r")
            await screen.until("Seed")
            channel.write(b"s")
            await screen.until("You have 1 of 1 saves. Remove a save")
            channel.write(b"q")
            await screen.until("Continue")
            channel.write(b"c")
            await screen.until("'s turn")
        assert len(served.saves(key)) == 1


async def test_input_that_is_dropped_is_logged_and_the_player_is_told(tmp_path: Path) -> None:
    words = DROPPED.split(",")[0]
    with Served(tmp_path / "home", "--anyone", "--typed", "64") as served:
        async with served.connect(new_key()) as connection:
            channel, screen = await terminal(connection)
            await screen.until("Settings")
            channel.write(b"\x1b[B" * 1000)
            channel.write(b"\x1b[B" * 1000)
            await screen.until(words)
        log = await served.logged('"logout"')
        assert log.count("input dropped") == 1
        async with served.connect(new_key()) as connection:
            channel, screen = await terminal(connection, kind="dumb")
            await screen.until("What now?")
            channel.write(b"help\r" * 100)
            await screen.until(words)
