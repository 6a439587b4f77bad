"""Sessions in one process have nothing in common: no look, no fault, no file."""

from collections.abc import Iterator

import asyncssh
import pytest
from faulty_host import FAILS, PROGRAM
from played import FAST, settings
from served import Served, begun, lay_down, new_key, redrawn, terminal
from textual._context import active_app, active_message_pump

from boxtui.serve.session import rehearse

pytestmark = [pytest.mark.waits, pytest.mark.xdist_group("serve apart")]

LOOKS = {
    "its theme": 'theme = "textual-light"\ndrawing = "unicode"\n',
    "its glyphs": 'theme = "textual-dark"\ndrawing = "ascii"\n',
    "its colors": 'theme = "no color"\n',
}
"""Settings of one player, by what differs from those of another who has Textual's dark theme."""


@pytest.fixture(scope="module")
def faulty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A host with planted faults."""
    home = tmp_path_factory.mktemp("faulty") / "home"
    with Served(home, "--anyone", "--logins", "10000", program=PROGRAM) as served:
        yield served


def written(host: Served, key: asyncssh.SSHKey) -> str:
    """Return the text of a player's settings."""
    return (host.folder(key) / "config" / "boxtui" / "settings.toml").read_text()


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
async def test_each_session_has_its_own_look(host: Served, look: str) -> None:
    ann, ben = new_key(), new_key()
    settings(host.folder(ann), f'{FAST}theme = "textual-dark"\n')
    settings(host.folder(ben), FAST + look)
    async with host.connect(ann) as first, host.connect(ben) as second:
        anns, bens = await terminal(first), await terminal(second)
        for _, screen in (anns, bens):
            await screen.until("q quit")
        before = [await redrawn(*each) for each in (anns, bens)]
        assert before[0] != before[1]
        bens[1].clear()
        channel, screen = anns
        channel.write(b"o" + b"\x1b[B\x1b[C" * 2)  # other colors, and other glyphs
        await screen.until(lambda: 'drawing = "unicode"' in written(host, ann))
        channel.write(b"q")
        await screen.until("q quit")
        assert await redrawn(*anns) not in before
        assert bens[1].raw == b""
        assert await redrawn(*bens) == before[1]


async def test_after_the_rehearsal_no_app_is_active() -> None:
    await rehearse()
    assert (active_app.get(None), active_message_pump.get(None)) == (None, None)


async def test_an_error_in_an_app_ends_only_its_session(faulty: Served) -> None:
    ann, failing = new_key(), new_key()
    async with faulty.connect(ann) as playing, faulty.connect(failing) as connection:
        channel, screen = await begun(playing)
        ending, told = await begun(connection)
        await lay_down(ending, told)
        before = screen.raw
        ending.write(FAILS)
        await told.until(lambda: told.is_closed)
        assert b"boxtui had an internal error (RuntimeError: a planted fault)." in told.raw
        assert b"Tell the host." in told.raw
        assert ending.get_exit_status() == 1
        await faulty.logged('"error": "RuntimeError"')
        assert screen.raw == before
        await lay_down(channel, screen)
    logs = {key: faulty.folder(key) / "state" / "boxtui" / "boxtui.log" for key in (ann, failing)}
    assert "RuntimeError: a planted fault" in logs[failing].read_text()
    assert not logs[ann].exists()
    async with faulty.connect(failing) as connection:
        channel, screen = await terminal(connection)
        await screen.until("Continue")


async def test_no_player_can_refer_to_anothers_saves(host: Served) -> None:
    ann, ben = new_key(), new_key()
    async with host.connect(ann) as connection:
        channel, screen = await begun(connection)
        await lay_down(channel, screen)
    await host.left(ann)
    (save,) = host.saves(ann)
    kept = save.read_bytes()
    beside = f"../../../../{host.folder(ann).name}/data/boxtui/saves/{save.stem}"
    names = [save.stem, save.name, beside, f"{beside}.box", str(save), str(save.with_suffix(""))]
    words = [f"{word} {name}" for name in names for word in ("resume", "remove", "review")]
    async with host.connect(ben) as connection:
        told = await connection.run(input="\n".join(["saves", *words, "quit\n"]), encoding="utf-8")
        assert str(told.stdout).count("No such save:") == len(words)
    async with host.connect(ben) as connection:
        channel, screen = await terminal(connection)
        await screen.until("q quit")
        assert "Continue" not in screen.text()
        channel.write(b"s")
        await screen.until("There are no saved games yet.")
    assert save.read_bytes() == kept
