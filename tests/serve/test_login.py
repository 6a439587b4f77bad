"""What a client says of its terminal when it logs in, and what is drawn there."""

from functools import partial

import pytest
from played import FAST, settings
from served import UTF8, RemoteScreen, Served, begun, new_key, redrawn, terminal

pytestmark = [pytest.mark.waits, pytest.mark.xdist_group("serve login")]

BEYOND = (520, 220)
"""A window larger than anything that is drawn."""

PAINTED = f'{FAST}theme = "textual-dark"\n'
"""Settings with a theme whose background is painted in every cell."""

OTHERS: dict[bytes | str, bytes | str] = {
    "BOXTUI_SAVES": "/etc",
    "COLORFGBG": "0;15",
    "COLUMNS": "40",
    "HOME": "/etc",
    "LD_PRELOAD": "/lib/evil.so",
    "NO_COLOR": "1",
    "PATH": "/tmp",
    "PYTHONPATH": "/tmp",
    "SSH_CONNECTION": "",
    "TERM": "dumb",
    "TEXTUAL_DRIVER": "evil:Driver",
    "TMOUT": "1",
    "XDG_CONFIG_HOME": "/etc",
    "XDG_DATA_HOME": "/etc",
}
"""Variables that would change something if they were read."""

SIZES = [
    ((0, 0), (80, 24)),
    ((1, 1), (1, 1)),
    ((80, 24), (80, 24)),
    ((132, 50), (132, 50)),
    ((132, 0), (132, 24)),
    ((10_000, 10_000), (500, 200)),
    ((4_294_967_295, 4_294_967_295), (500, 200)),
]
"""Sizes that clients give, and the columns and rows in which is drawn there."""


def fills(screen: RemoteScreen, size: tuple[int, int]) -> bool:
    """Whether that part of a window was drawn in, and nothing beyond it."""
    rows = {y: cells for y, cells in screen.cells().items() if cells}
    columns = max((max(cells) for cells in rows.values()), default=-1)
    return (columns + 1, max(rows, default=-1) + 1) == size


@pytest.mark.parametrize(("size", "drawn"), SIZES, ids=str)
async def test_a_login_is_drawn_in_the_terminals_size(
    host: Served, size: tuple[int, int], drawn: tuple[int, int]
) -> None:
    key = new_key()
    settings(host.folder(key), PAINTED)
    async with host.connect(key) as connection:
        _, screen = await terminal(connection, size=size, shown=BEYOND)
        await screen.until(partial(fills, screen, drawn))


async def test_a_session_is_drawn_in_each_size_that_its_terminal_takes(host: Served) -> None:
    key = new_key()
    settings(host.folder(key), PAINTED)
    async with host.connect(key) as connection:
        channel, screen = await terminal(connection, shown=BEYOND)
        for size, drawn in (SIZES[at] for at in (3, 5, 0)):
            await screen.until("q quit")
            channel.change_terminal_size(*size)
            channel.write(b"?")
            await screen.until("Rules of")  # the key comes after the size, so all frames have it
            screen.clear()
            channel.write(b"\x0c")
            await screen.until(partial(fills, screen, drawn))
            channel.write(b"q")


@pytest.mark.parametrize(
    ("env", "is_ascii"),
    [
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
    ],
    ids=str,
)
async def test_the_locale_says_whether_more_than_ascii_is_drawn(
    host: Served, env: dict[bytes | str, bytes | str], is_ascii: bool
) -> None:
    async with host.connect(new_key()) as connection:
        _, screen = await begun(connection, env)
        assert screen.raw.isascii() == is_ascii


async def test_other_variables_change_nothing(host: Served) -> None:
    frames = []
    for more in ({}, OTHERS):
        key = new_key()
        async with host.connect(key) as connection:
            channel, screen = await terminal(connection, env={**UTF8, **more})
            await screen.until("Settings")
            frames.append(await redrawn(channel, screen))
            assert [file.name for file in host.folder(key).iterdir()] == ["config"]
    assert frames[0] == frames[1]
