"""Players in one process: each plays apart from the others, in the look of their own terminal."""

import asyncio
import re
import resource
from contextvars import copy_context
from functools import partial
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Final

import asyncssh
import pytest
from faulty_host import FAILS, PROGRAM, REFUSES
from played import FAST, folders
from served import UTF8, RemoteScreen, Served, begin, hosting, lay_down, new_key, redrawn
from textual._context import active_app, active_message_pump
from waits import until

import ai.levels
import ai.plugins
from boxtui.serve.app import rehearse
from boxtui.system import locations
from boxtui.system.settings import CHOICES, Settings
from boxtui.system.terminal import Look
from boxtui.tui.app import BoxTui
from boxtui.tui.stylesheet import _parsed
from saves.events import End
from saves.journal import read

pytestmark = [pytest.mark.waits, pytest.mark.xdist_group("serve")]

Env = dict[bytes | str, bytes | str]

PAINTED: Final = f'{FAST}theme = "textual-dark"\n'
"""Settings with a theme whose background is painted in every cell."""

LOOKS: Final = {
    "its theme": 'theme = "textual-light"\ndrawing = "unicode"\n',
    "its glyphs": 'theme = "textual-dark"\ndrawing = "ascii"\n',
    "its colors": 'theme = "no color"\n',
}
"""Settings of one player, by what differs from those of another who has Textual's dark theme."""

BEYOND: Final = (520, 220)
"""A window larger than anything that is drawn."""

SIZES: Final = [
    ((0, 0), (80, 24)),
    ((1, 1), (1, 1)),
    ((80, 24), (80, 24)),
    ((132, 50), (132, 50)),
    ((132, 0), (132, 24)),
    ((10_000, 10_000), (500, 200)),
    ((4_294_967_295, 4_294_967_295), (500, 200)),
]
"""Sizes that clients give, and the columns and rows in which is drawn there."""

LOCALES: Final[list[tuple[Env, bool]]] = [
    ({"LANG": "C.UTF-8"}, False),
    ({"LANG": "de_DE.utf8@euro"}, False),
    ({"LANG": "de_DE.ISO-8859-1"}, True),
    ({"LANG": "C"}, True),
    ({}, True),
    ({"LANG": "../../C.UTF-8"}, True),
    ({"LANG": "\x1b[31m.UTF-8"}, True),
    ({"LANG": "x" * 65 + ".UTF-8"}, True),
    ({"LC_ALL": "C.UTF-8", "LC_CTYPE": "C.UTF-8"}, True),
    ({"LANG": "C.UTF-8", "LC_ALL": "C", "LC_CTYPE": "C"}, False),
]
"""Variables of clients, and whether only ASCII is drawn there."""

_WORDS: Final = """
BOXTUI_SAVES=/etc COLORFGBG=0;15 COLUMNS=40 HOME=/etc LD_PRELOAD=/lib/evil.so NO_COLOR=1
PATH=/tmp PYTHONPATH=/tmp SSH_CONNECTION= TERM=dumb TEXTUAL_DRIVER=evil:Driver TMOUT=1
XDG_CONFIG_HOME=/etc XDG_DATA_HOME=/etc
"""
OTHERS: Final[Env] = {
    **{name: value for name, _, value in (word.partition("=") for word in _WORDS.split())},
    **{f"LC_{number}": "x" * 100 for number in range(500)},
}
"""Variables that would change something, or fill the memory, if they were read."""


faulty = hosting("--logins", "10000", program=PROGRAM)


def written(host: Served, key: asyncssh.SSHKey) -> str:
    """Return the text of a player's settings."""
    return (host.folder(key) / "config" / "boxtui" / "settings.toml").read_text()


async def test_two_players_play_apart_and_no_one_can_refer_to_anothers_saves(host: Served) -> None:
    ann, ben = new_key(), new_key()
    async with host.visit(ann) as anns, host.visit(ben) as bens:
        for screen in (anns, bens):
            await begin(screen)
        await anns.go(b"u", "no move to take back")
        assert len(host.saves(ann)) == len(host.saves(ben)) == 1
        await lay_down(anns)
        await anns.go(b"q", "Settings")
    await host.left(ann)
    assert [each["event"] for each in host.events(ann)][:2] == ["login", "begins"]
    (save,) = host.saves(ann)
    kept, cid = save.read_bytes(), new_key()
    beside = f"../../../../{host.folder(ann).name}/data/boxtui/saves/{save.stem}"
    names = [save.stem, save.name, beside, f"{beside}.box", str(save), str(save.with_suffix(""))]
    words = [f"{word} {name}" for name in names for word in ("resume", "remove", "review")]
    async with host.connect(cid) as connection:
        told = await connection.run(input="\n".join(["saves", *words, "quit\n"]), encoding="utf-8")
        refusals = " ".join(str(told.stdout).split())
        assert refusals.count("Type saves for a list.") == len(words)
    async with host.visit(cid) as screen:
        await screen.until("q quit")
        assert "Continue" not in screen.text()
        await screen.go(b"s", "There are no saved games yet.")
    assert save.read_bytes() == kept


async def test_a_game_is_taken_over_from_a_session_whose_connection_still_seems_to_be_there(
    host: Served,
) -> None:
    key = new_key()
    async with host.visit(key) as lost:
        await begin(lost)
        await lay_down(lost)
        async with host.visit(key) as screen:
            await screen.go("Continue Shut-the-Box", b"c", "Continue it here?")
            while "▶  Leave it there" not in screen.text():  # the question is deaf for a moment
                screen.channel.write(b"\x1b[B")
                await asyncio.sleep(0.1)
            await screen.go("", b"\x1b[A", "▶  Continue it here", b"\r", "laid down")
        await lost.until("was left for another session")
    assert len(host.saves(key)) == 1


async def test_a_lone_esc_is_a_key_and_half_a_sequence_does_no_harm(host: Served) -> None:
    async with host.visit() as screen:
        await screen.go("Settings", b"\r", "Seed", b"\x1b[")
        await asyncio.sleep(0.5)
        await screen.go(b"\x1b", "Settings")


async def test_a_client_that_reads_nothing_is_left_out_and_drawn_for_again_later(
    host: Served,
) -> None:
    key, frames = new_key(), 30
    async with host.visit(key, chosen=PAINTED, size=(500, 200), window=1 << 12) as screen:
        await screen.until_told("Saved games")
        whole = len(screen.raw)
        screen.channel.write(b"o\x1b[B")
        await screen.until_told("textual-dark")
        screen.channel.pause_reading()
        screen.clear()
        for _ in range(frames):
            before = written(host, key)
            screen.channel.write(b"\x1b[C")  # another theme, so everything is drawn
            await until(lambda: written(host, key) != before)  # noqa: B023
            await asyncio.sleep(0.05)
        screen.channel.write(b"q")
        screen.channel.resume_reading()
        await screen.until_told("Saved games")
        assert len(screen.raw) < frames * whole / 2


async def test_answers_in_lines_wait_for_a_client_that_reads_nothing(host: Served) -> None:
    asked = 100
    async with host.visit(kind="dumb", window=1 << 12) as frozen, host.visit() as playing:
        await frozen.until("What now?")
        frozen.channel.pause_reading()
        frozen.channel.write(b"help\r" * asked + b"quit\r")  # answered with 20 times the window
        await playing.go("Settings", b"\r", "Seed")
        assert not frozen.is_closed
        frozen.channel.resume_reading()
        await frozen.ended()
    assert frozen.raw.count(b"this list") == asked


async def test_without_a_drawable_terminal_a_session_is_lines_of_text(host: Served) -> None:
    async with host.connect(new_key()) as connection:
        told = await connection.run(input="play shut-the-box\nquit\nhelp\n", encoding="utf-8")
        assert "learn and play board games" in str(told.stdout)
        assert told.exit_status == 0
        await connection.wait_closed()
    async with host.connect(new_key()) as connection:
        screen = RemoteScreen()  # of a program, which may wait for the question
        await connection.create_session(lambda: screen, encoding=None)
        await screen.until_told("What now?")
        screen.channel.write(b"help\n")
        await screen.until_told("this list")
        screen.channel.write(b"quit\n")
        await screen.ended()
    for size in ((80, 24), (0, 24), (0, 0)):  # 0 if the client doesn't know
        async with host.visit(kind="dumb", size=size) as screen:
            await screen.go("What now?", b"hepl\x7f\x7flp\r", "this list", b"quit\r")
            await screen.ended()


async def test_a_match_between_computers_in_lines_of_text_is_left_with_the_connection(
    host: Served,
) -> None:
    key = new_key()
    async with host.visit(key, kind="dumb") as screen:
        await screen.go("What now?", b"play kimbo\r2\rlevel5\rlevel5\r\r\r")
        await screen.until(lambda: re.search(rb" plays \d", screen.raw))
    await host.left(key)
    (save,) = host.saves(key)
    moves = read(save).moves
    async with host.visit(key, kind="dumb") as screen:
        await screen.go("What now?", b"continue\r", "Type help for a list of commands.")
    assert not any(isinstance(event, End) for event in read(save).events)
    assert read(save).moves >= moves


async def test_new_players_choose_their_name_once(host: Served) -> None:
    key = new_key()
    async with host.visit(key, chosen="") as screen:
        await screen.until("Your name:")
        assert "Any" in screen.text()  # the login's
        await screen.go(b"\x7f" * 3 + b"Zoe\r", "Settings", b"\r", "Zoe")
    async with host.visit(key) as screen:
        await screen.until("Settings")
        assert "Your name:" not in screen.text()


async def test_new_players_in_plain_mode_are_asked_only_if_they_type(host: Served) -> None:
    key = new_key()
    async with host.connect(key, chosen="") as connection:
        await connection.run(input="quit\n", encoding="utf-8")
    async with host.visit(key, chosen="", kind="dumb") as screen:
        await screen.go("Your name (Enter for Any):", b"z" * 200 + b"\r", "That name is too long")
        await screen.go(b"help\r", "or press Enter", b"Zoe\r", "What now?", b"quit\r")
        await screen.ended()
    assert 'name = "Zoe"' in written(host, key)


async def test_clients_that_leave_at_once_hold_no_place(host: Served) -> None:
    hasty = [new_key() for _ in range(5)]
    for key in hasty:
        async with host.visit(key):
            pass
    for key in hasty:
        await host.left(key)


# What fails


@pytest.mark.parametrize("kind", ["xterm", "dumb"])
async def test_a_player_whose_files_cannot_be_opened_is_told_and_the_host_learns_why(
    host: Served, kind: str
) -> None:
    failing = new_key()
    host.folder(failing).parent.mkdir(parents=True, exist_ok=True)
    host.folder(failing).write_text("a file where the player's folder should be")
    async with host.visit() as playing, host.visit(failing, kind=kind) as told:
        await told.ended()
        assert b"Your files can't be opened now. Tell the host." in told.raw
        assert b"players" not in told.raw
        assert told.channel.get_exit_status() == 1
        await playing.go("Settings", b"\r", "Seed")
    log = Path(folders(host.home)["XDG_STATE_HOME"]) / "boxtui" / "boxtui.log"
    await host.logged(f'"message": "[Errno 17] File exists: \'{host.folder(failing)}\'"')
    await host.logged(f'"log": "{log}"')
    assert "FileExistsError" in log.read_text()


async def test_an_error_in_an_app_ends_only_its_session(faulty: Served) -> None:
    ann, failing = new_key(), new_key()
    async with faulty.visit(ann) as playing, faulty.visit(failing) as told:
        for screen in (playing, told):
            await begin(screen)
        await lay_down(told)
        before = playing.raw
        told.channel.write(FAILS)
        await told.ended()
        assert b"boxtui had an internal error (RuntimeError: a planted fault)." in told.raw
        assert b"Tell the host." in told.raw
        assert told.channel.get_exit_status() == 1
        await faulty.logged('"error": "RuntimeError"')
        assert playing.raw == before
        await lay_down(playing)
    logs = {key: faulty.folder(key) / "state" / "boxtui" / "boxtui.log" for key in (ann, failing)}
    assert "RuntimeError: a planted fault" in logs[failing].read_text()
    assert not logs[ann].exists()
    async with faulty.visit(failing) as screen:
        await screen.until("Continue")


async def test_leaving_lines_without_a_move_that_cant_be_saved_is_a_failure(host: Served) -> None:
    key, pid = new_key(), host.process.pid
    before = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    async with host.visit(key, kind="dumb") as screen:
        await screen.go("What now?", b"play box\r" + 12 * b"\r")
        await screen.until_told("your move:")
        try:
            size = host.saves(key)[0].stat().st_size
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, before[1]))
            screen.channel.write(b"black c4\r")
            await screen.until_told("Not saved")
        finally:
            resource.prlimit(pid, resource.RLIMIT_FSIZE, before)
        screen.channel.write(b"quit\rquit\r")
        await screen.ended()
    assert screen.channel.get_exit_status() == 1


async def test_an_error_of_the_system_in_an_app_is_told_without_names(faulty: Served) -> None:
    async with faulty.visit() as told:
        await begin(told)
        told.channel.write(REFUSES)
        await told.ended()
        assert b"boxtui can't go on: Too many open files." in told.raw
        assert b"Tell the host." in told.raw
        assert b"/home/host" not in told.raw
        assert b"internal error" not in told.raw
        assert told.channel.get_exit_status() == 1
        await faulty.logged('"error": "OSError"')


# Looks


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
async def test_each_session_has_its_own_look(host: Served, look: str) -> None:
    ann, ben = new_key(), new_key()
    async with host.visit(ann, chosen=PAINTED) as anns, host.visit(ben, chosen=FAST + look) as bens:
        for screen in (anns, bens):
            await screen.until("q quit")
        before = [await redrawn(screen) for screen in (anns, bens)]
        assert before[0] != before[1]
        bens.clear()
        anns.channel.write(b"o" + b"\x1b[B\x1b[C" * 2)  # other colors, and other glyphs
        await anns.until(lambda: 'drawing = "unicode"' in written(host, ann))
        await anns.go(b"q", "q quit")
        assert await redrawn(anns) not in before
        assert bens.raw == b""
        assert await redrawn(bens) == before[1]


@pytest.mark.parametrize("kinds", [("xterm-256color", "xterm"), ("xterm", "xterm-kitty")])
async def test_each_session_has_the_colors_of_its_own_terminal(
    host: Served, kinds: tuple[str, str]
) -> None:
    async with (
        host.visit(chosen=PAINTED, kind=kinds[0]) as first,
        host.visit(chosen=PAINTED, kind=kinds[1]) as second,
    ):
        for screen, kind in zip((first, second), kinds, strict=True):
            await screen.until("Settings")
            assert (b"8;5;" in screen.raw) == (kind != "xterm")


def fills(screen: RemoteScreen, size: tuple[int, int]) -> bool:
    """Whether that part of a window was drawn in, and nothing beyond it."""
    rows = {y: cells for y, cells in screen.cells().items() if cells}
    columns = max((max(cells) for cells in rows.values()), default=-1)
    return (columns + 1, max(rows, default=-1) + 1) == size


@pytest.mark.parametrize(("size", "drawn"), SIZES, ids=str)
async def test_a_login_is_drawn_in_the_terminals_size(
    host: Served, size: tuple[int, int], drawn: tuple[int, int]
) -> None:
    async with host.visit(chosen=PAINTED, size=size, shown=BEYOND) as screen:
        await screen.until(partial(fills, screen, drawn))


async def test_a_session_is_drawn_in_each_size_that_its_terminal_takes(host: Served) -> None:
    async with host.visit(chosen=PAINTED, shown=BEYOND) as screen:
        for size, drawn in (SIZES[at] for at in (3, 5, 0)):
            await screen.until("q quit")
            screen.channel.change_terminal_size(*size)
            await screen.go(b"?", "Rules of")  # the key comes after the size, so all frames have it
            screen.clear()
            screen.channel.write(b"\x0c")
            await screen.until(partial(fills, screen, drawn))
            screen.channel.write(b"q")


async def test_the_locale_says_whether_more_than_ascii_is_drawn(host: Served) -> None:
    for env, is_ascii in LOCALES:
        async with host.visit(env=env) as screen:
            await begin(screen)
            assert screen.raw.isascii() == is_ascii, env


async def test_other_variables_change_nothing(host: Served) -> None:
    frames = []
    for more in ({}, OTHERS):
        key = new_key()
        async with host.visit(key, env={**UTF8, **more}) as screen:
            await screen.until("Settings")
            frames.append(await redrawn(screen))
            assert [file.name for file in host.folder(key).iterdir()] == ["config"]
    assert frames[0] == frames[1]


async def test_the_rehearsal_parses_each_themes_styles_and_leaves_no_app_active(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _parsed.cache_clear()
    await rehearse()
    assert (active_app.get(None), active_message_pump.get(None)) == (None, None)
    monkeypatch.setattr("textual.css.stylesheet.parse", None)  # a further call would fail
    for theme in CHOICES["theme"]:
        app = BoxTui(Look(ssh=True), Settings(theme=theme))
        app.stylesheet.read_all(app.css_path)
        app.stylesheet.parse()


@pytest.mark.usefixtures("home")
async def test_agents_that_are_left_out_are_named_in_the_hosts_log_and_in_no_players_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    point = EntryPoint("level1", "a:b", ai.plugins.GROUP)
    monkeypatch.setattr(ai.plugins, "_offered_on", lambda path: (point,))
    ai.plugins._log_left_out.cache_clear()

    def play() -> None:
        locations.use_folder_of_player(tmp_path / "player")
        ai.levels.plugins()

    await rehearse()
    copy_context().run(play)
    assert "There is no agent 'level1' (a:b)" in locations.log().read_text()
    assert not (tmp_path / "player").exists()
