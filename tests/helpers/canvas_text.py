"""The text that a window and the canvases of its screen show, and waiting for it."""

from collections.abc import Callable
from typing import Any

from game_screens import press, shown, until
from textual.pilot import Pilot
from textual.screen import Screen

from boxtui.lines import plain
from boxtui.tui.widgets.canvas import Canvas


def drawn(pilot: Pilot[int]) -> str:
    """Return what the window shows, without blanks at the ends of its lines."""
    lines = pilot.app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in line).rstrip() for line in lines)


def text_of(pilot: Pilot[int], name: str) -> str:
    """Return the lines that the canvas of that name shows; "" before it exists."""
    canvases = pilot.app.screen.query(f"#{name}").results(Canvas)
    return "\n".join(plain(line) for canvas in canvases for line in canvas._lines)


def words_on(pilot: Pilot[int], name: str) -> str:
    """Return the text of the canvas of that name, without its line breaks."""
    return " ".join(text_of(pilot, name).split())


def shows(pilot: Pilot[int], name: str, text: str) -> bool:
    """Whether the canvas of that name shows this text, wherever its lines are broken."""
    return text in text_of(pilot, name) or text in words_on(pilot, name)


async def until_shown(pilot: Pilot[int], name: str, *texts: str) -> None:
    """Wait until the canvas of that name shows all these texts."""
    what = f"{name}: {texts}"
    await until(pilot, lambda: all(shows(pilot, name, text) for text in texts), what=what)


Step = str | tuple[str, ...] | type[Screen[Any]] | Callable[[], object]


async def go(pilot: Pilot[int], *steps: Step) -> None:
    """Press keys, named with blanks between them, and wait for what comes of them.

    That is a screen of a class, a canvas with texts, as in `("message", "Removed")`, or whatever is
    true then.
    """
    for step in steps:
        if isinstance(step, str):
            await press(pilot, *step.split())
        elif isinstance(step, tuple):
            await until_shown(pilot, *step)
        elif isinstance(step, type):
            await shown(pilot, step)
        else:
            await until(pilot, step)


async def until_gone(pilot: Pilot[int], name: str, text: str) -> None:
    """Wait until the canvas of that name no longer shows this text."""
    await until(pilot, lambda: not shows(pilot, name, text), what=f"{name} without {text!r}")
