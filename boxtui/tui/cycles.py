"""Changes to Textual's classes, so that its objects don't form reference cycles.

Objects in a cycle are freed only by Python's garbage collector, which has to examine the objects of
all players to find them. Without cycles, a closed screen is freed at once.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Final, cast
from weakref import ref

from textual._compositor import Compositor
from textual._node_list import NodeList
from textual._styles_cache import StylesCache
from textual.app import App
from textual.cache import LRUCache
from textual.color import Color
from textual.css.styles import RenderStyles, Styles
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode
from textual.screen import Screen
from textual.strip import Strip
from textual.style import Style
from textual.timer import Timer
from textual.widget import Widget
from textual.worker import Worker, active_worker

# Textual's own functions, which those below call.
_textual_components: Final = Stylesheet._process_component_classes
_textual_clear_nodes: Final = NodeList._clear
_textual_clear_cache: Final = LRUCache.clear
_textual_divide: Final = Strip.divide
_textual_exit: Final = Screen._message_loop_exit
_textual_tick: Final = Timer._run_timer
_textual_work: Final = Worker._run
_textual_colors: Final = StylesCache.get_inner_outer.__wrapped__


class _Weak:
    """An attribute that refers weakly to widgets and apps, because they refer to its object.

    Other nodes are components of a widget. Only their styles refer to them, so those references
    stay strong.
    """

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, owner: object, _: type) -> DOMNode | None:
        node: DOMNode | ref[DOMNode] | None = vars(owner).get(self._name)
        return node() if isinstance(node, ref) else node

    def __set__(self, owner: object, node: DOMNode | None) -> None:
        vars(owner)[self._name] = ref(node) if isinstance(node, Widget | App) else node


class _Components(dict[str, RenderStyles]):
    """The styles of a widget's components; a component and its styles refer to each other."""

    def clear(self) -> None:
        for styles in self.values():
            styles.base.node = styles.inline.node = None
        super().clear()

    __del__ = clear


def _style_components(stylesheet: Stylesheet, node: DOMNode) -> None:
    if not isinstance(node._component_styles, _Components):
        node._component_styles = _Components()
    _textual_components(stylesheet, node)


def _divide(strip: Strip, cuts: Iterable[int]) -> Sequence[Strip]:
    """Divide a strip; a strip that stays whole isn't kept in its own cache."""
    within = [cut for cut in cuts if cut <= strip.cell_length]
    return [strip] if within == [strip.cell_length] else _textual_divide(strip, within)


@lru_cache(1024)
def _color(base_background: Color, background: Color) -> tuple[Style, Style]:
    """Return what Textual returns, without keeping the cache that it was called on."""
    inner_outer: tuple[Style, Style] = _textual_colors(None, base_background, background)
    return inner_outer


async def _tick(timer: Timer) -> None:
    try:
        await _textual_tick(timer)
    finally:
        timer._callback = None  # it may belong to the widget that keeps the timer


async def _work(worker: Worker[Any], app: App[Any]) -> None:
    await _textual_work(worker, app)
    active_worker.set(cast("Worker[Any]", None))  # the task, which it keeps, has this context
    if worker.error is not None:
        worker.error.__traceback__ = None


async def _exit(screen: Screen[Any]) -> None:
    await _textual_exit(screen)
    screen._layout_widgets.clear()  # layouts requested while it was closing
    screen._result_callbacks.clear()  # a screen that replaced another is its own requester


def _clear_nodes(nodes: NodeList) -> None:
    _textual_clear_nodes(nodes)
    nodes._displayed_nodes = (-1, [])


def _clear_cache(cache: LRUCache[Any, Any]) -> None:
    """Clear a cache whose entries are linked to one another."""
    for entry in cache._cache.values():
        entry.clear()
    _textual_clear_cache(cache)


CHANGES: Final[Sequence[tuple[type, str, object]]] = (
    (Styles, "node", _Weak("node")),
    (Compositor, "root", _Weak("root")),
    (Stylesheet, "_process_component_classes", _style_components),
    (Strip, "divide", _divide),
    (StylesCache, "get_inner_outer", staticmethod(_color)),
    (Timer, "_run_timer", _tick),
    (Worker, "_run", _work),
    (Screen, "_message_loop_exit", _exit),
    (NodeList, "_clear", _clear_nodes),
    (LRUCache, "clear", _clear_cache),
    (LRUCache, "__del__", _clear_cache),
)
"""For each change, the class, the name of its attribute, and the attribute's new value."""


def break_cycles() -> None:
    """Make all `CHANGES`, for the whole process."""
    for kind, name, change in CHANGES:
        setattr(kind, name, change)


def dismantle(ended: object) -> None:
    """Clear the references of an ended app or parser to its parts, which refer back to it."""
    vars(ended).clear()
