"""Draws the pictures of docs/pictures.md and the README, as SVG; run it with `make pictures`.

Each shows a game between Ann and level 3, played by level 3 from a fixed seed up to a decision of
Ann's: in small and large windows, dark, light and without color.
"""

import asyncio
import os
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from unittest.mock import patch

from game_screens import opened, settled
from played import folders
from rich.style import Style

from ai.agent import HUMAN
from boxtui.core import CHANCE
from boxtui.games import GAMES
from boxtui.play.match import Match, Seat
from boxtui.play.setup import default_name
from boxtui.tui.widgets import canvas
from boxtui.views.palette import ink
from tutorials.supervised import agent_move

DOCS: Final = Path(__file__).parents[1] / "docs"
SIZES: Final = ((80, 24), (120, 40))
LOOKS: Final = {"dark": "textual-dark", "light": "textual-light", "no color": "textual-dark"}
"""The theme of each look; an ansi theme would have no background to draw on."""
OPPONENT: Final = "level3"
PICTURES: Final = {
    "shut-the-box": (1, 13),
    "box": (24, 7),
    "kimbo": (30, 7),
    "free-the-box": (40, 7),
    "free-o": (3, 8),
}
"""The number of decisions before each game's picture, at least, and the game's seed."""


def played(key: str) -> Match:
    """Return a match of that game at a choice of Ann's."""
    game, (decisions, seed) = GAMES[key], PICTURES[key]
    name = default_name(1, OPPONENT, "", game.colors(2))
    match = Match(game, {}, [Seat("Ann", HUMAN), Seat(name, OPPONENT)], seed)
    while (
        sum(not entry.by_chance for entry in match.log) < decisions
        or not match.by_person()
        or match.only_move() is not None
    ):
        if match.state.current_player() == CHANCE:
            match.deal()
        else:
            match.apply(agent_move(match, OPPONENT))
    return match


async def drawn(match: Match, size: tuple[int, int], look: str) -> str:
    """Return the match's screen as SVG."""
    # Textual reads this when the app is made; boxtui itself leaves out colors only as it sends.
    os.environ.pop("NO_COLOR", None)
    if look == "no color":
        os.environ["NO_COLOR"] = "1"
    with TemporaryDirectory() as folder, patch.dict(os.environ, folders(Path(folder))):
        app = opened(match, color=look != "no color")
        app.settings = replace(app.settings, theme=LOOKS[look])
        inks = patch.object(canvas, "ink", colorless) if look == "no color" else nullcontext()
        canvas._looks.cache_clear()
        with inks:
            async with app.run_test(size=size) as pilot:
                await settled(pilot)
                return app.export_screenshot(title=match.game.title)


def colorless(theme: str, system: str | None, name: str) -> str:
    """Return what is left of an ink where no colors are sent."""
    style = Style.parse(ink(theme, system, name))
    return str(Style(bold=style.bold, dim=style.dim, reverse=style.reverse))


def file_of(key: str, size: tuple[int, int], look: str) -> str:
    """Return the name of a picture's file."""
    columns, rows = size
    return f"{key}-{columns}x{rows}-{look.replace(' ', '-')}.svg"


def page() -> str:
    """Return the page that shows all pictures."""
    lines = ["# Pictures", "", "Drawn by `make pictures`: each game in windows of two sizes."]
    for key in PICTURES:
        lines += ["", f"## {GAMES[key].title}"]
        for size in SIZES:
            for look in LOOKS:
                words = f"{size[0]} × {size[1]}, {look}"
                lines += ["", f"{words}:", "", f"![{words}](pictures/{file_of(key, size, look)})"]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    folder = DOCS / "pictures"
    folder.mkdir(exist_ok=True)
    for old in folder.glob("*.svg"):
        old.unlink()
    for key in PICTURES:
        match = played(key)
        for size in SIZES:
            for look in LOOKS:
                picture = asyncio.run(drawn(match, size, look))
                (folder / file_of(key, size, look)).write_text(picture, "utf-8")
    (DOCS / "pictures.md").write_text(page(), "utf-8")
