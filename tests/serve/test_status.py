"""What the log of a host and `--status` tell about players."""

import asyncio
from pathlib import Path

import pytest
from played import command, folders
from pty_terminal import DEADLINE
from served import Served, alone, begin, lay_down, new_key, terminal

from boxtui.serve import status

pytestmark = [pytest.mark.waits, pytest.mark.xdist_group("serve status")]


@pytest.mark.parametrize("kind", ["xterm-256color", "dumb"])
async def test_status_and_log_name_players_by_their_own_names_and_the_comments_of_their_keys(
    tmp_path: Path, kind: str
) -> None:
    ann, ben, cy = (new_key(comment) for comment in ("ann@home", None, "cy\x1b[2J"))
    keys = tmp_path / "keys"
    keys.write_bytes(b"".join(key.export_public_key() for key in (ann, ben, cy)))
    with Served(tmp_path / "home", "--keys", str(keys)) as served:
        async with (
            served.visit(ann, kind=kind) as one,
            served.visit(ben, kind=kind) as two,
            served.visit(cy, kind=kind, chosen="", user="cy") as new,
        ):
            for screen in (one, two):
                await screen.until("What now?" if kind == "dumb" else "Settings")
            await new.until_told("Your name")
            before = await asyncio.to_thread(command, served.home, "serve", "--status")
            await new.go(b"\x15Cleo\r", "What now?" if kind == "dumb" else "Settings")
            after = await asyncio.to_thread(command, served.home, "serve", "--status")
        await served.left(cy)
    for key, told, who in (
        (ann, before, " (Ann, ann@home)"),
        (ben, before, " (Ann)"),
        (cy, before, " (cy?[2J)"),
        (cy, after, " (Cleo, cy?[2J)"),
    ):
        assert f"  {key.get_fingerprint()}{who} from 127.0.0.1, 0 min: no game" in told.stdout
    events = {each["event"]: each for each in served.events(cy)}
    assert (events["login"]["comment"], "name" in events["login"]) == ("cy?[2J", False)
    assert (events["logout"]["comment"], events["logout"]["name"]) == ("cy?[2J", "Cleo")


async def test_a_host_forgets_the_names_of_those_who_left_longest_ago(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("boxtui.serve.host.MOST_NAMES", 2)
    host, _ = alone(tmp_path)
    for name in ("Ann", "Ben", "Ann", "Cid"):
        host._keep_name(f"the key of {name}", name)
    assert list(host._names.values()) == ["Ann", "Cid"]


async def test_a_clock_that_is_set_back_shortens_no_session(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, session = alone(tmp_path)
    assert host.begin(session) == ""
    monkeypatch.setattr("time.time", lambda: 0.0)
    assert [each["minutes"] for each in host.playing()] == [0]


async def test_a_lost_connection_and_the_next_login_name_the_player(host: Served) -> None:
    ann = new_key()
    async with host.connect(ann) as connection:
        await (await terminal(connection)).until("Settings")
        connection.abort()
        await host.left(ann)
    async with host.visit(ann) as screen:
        await screen.until("Settings")
    names = [(each["event"], each.get("name")) for each in host.events(ann)]
    assert [name for event, name in names if event == "connection failed"] == ["Ann"]
    assert [name for event, name in names if event == "login"] == [None, "Ann"]


async def test_log_and_status_know_each_game(host: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """In plain mode, below another page, continued, and when a position is played on from."""
    key = new_key()
    for variable, folder in folders(host.home).items():
        monkeypatch.setenv(variable, folder)

    async def plays(game: str) -> None:
        async with asyncio.timeout(DEADLINE):
            while (key.get_fingerprint(), game) not in [
                (each["player"], each["game"]) for each in await status.fetch_status() or ()
            ]:
                await asyncio.sleep(0.02)

    async with host.visit(key, kind="dumb") as screen:
        await plays("")
        await screen.go("What now?", b"play box\r" + b"\r" * 20, "your move:")
        await plays("box")
        told = await asyncio.to_thread(command, host.home, "serve", "--status")
        assert f"  {key.get_fingerprint()} (Ann) from 127.0.0.1, 0 min: box\n" in told.stdout
        await screen.go(b"quit\r", "What now?")
        await plays("")
    async with host.visit(key) as screen:
        await begin(screen)
        await screen.go(b"?", "Rules of")
        await plays("shut-the-box")
        screen.channel.write(b"q")
        await lay_down(screen)
        await screen.go(b"q", "Continue")
        await plays("")
        await screen.go(b"c", "'s turn")
        await plays("shut-the-box")
    async with host.visit(key, kind="dumb") as screen:
        await screen.go("What now?", b"practice shut-the-box 4\r", "Your move:")
        await screen.go(b"play\r", "your move:")
        await plays("shut-the-box")
    box, shut = [
        [(event, game) for event in ("begins", "leaves")] for game in ("box", "shut-the-box")
    ]
    continued = ("continues", "shut-the-box"), shut[1]

    def logged() -> list[tuple[str, str]]:
        return [(each["event"], each["game"]) for each in host.events(key) if "game" in each]

    await screen.until(lambda: logged() == [*box, *shut, *continued, *shut])
