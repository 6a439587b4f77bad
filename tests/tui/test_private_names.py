"""The private and undocumented names of libraries that boxtui uses, and what each must be.

After an upgrade of Textual, the tests that fail here name what it has removed or changed.
"""

import argparse
import ast
import asyncio
import gc
import importlib
import inspect
import io
import re
import signal
import sys
import tomllib
from asyncio import selector_events
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path
from threading import Thread
from typing import Any, ClassVar, Final
from weakref import ref

import pytest
from asyncssh.channel import SSHServerChannel
from asyncssh.connection import SSHConnection
from rich.cells import split_graphemes
from rich.segment import Segment
from textual._compositor import Compositor
from textual._node_list import NodeList
from textual._styles_cache import StylesCache
from textual._xterm_parser import XTermParser
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.cache import LRUCache
from textual.color import Color
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode
from textual.driver import Driver
from textual.drivers._writer_thread import WriterThread
from textual.drivers.linux_driver import LinuxDriver
from textual.events import Key
from textual.geometry import Region
from textual.message import Message
from textual.screen import Screen
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Input
from textual.worker import Worker, get_current_worker

import boxtui
from boxtui.tui.guard import GuardedDriver

SOURCES: Final = Path(boxtui.__file__).parent
PROJECT: Final = Path(__file__).parents[2] / "pyproject.toml"
OURS: Final = ("boxtui", "ai", "saves", "tutorials")

DOCUMENTED: Final = {"os._exit", "style._replace"}
"""Names with an underscore that are documented nevertheless."""


# What each name must be


async def check_parser() -> None:
    """Its `feed` takes text, and its `tick` sends a lone Esc when its time is up."""

    def keys(messages: list[Message]) -> list[str]:
        return [message.key for message in messages if isinstance(message, Key)]

    parser = XTermParser()
    assert keys(list(parser.feed("a"))) == ["a"]
    assert keys(list(parser.feed("\x1b"))) == []
    escape: list[str] = []
    while not escape:
        await asyncio.sleep(0.01)
        escape = keys(list(parser.tick()))
    assert escape == ["escape"]


async def check_styles_cache() -> None:
    """Its `get_inner_outer` keeps every widget's cache as a key, until it is cleared."""
    kept = StylesCache()
    gone = ref(kept)
    kept.get_inner_outer(Color(1, 2, 3), Color(4, 5, 6))
    del kept
    gc.collect()
    assert gone() is not None
    StylesCache.get_inner_outer.cache_clear()
    assert gone() is None


async def check_compositor() -> None:
    """Its `root` is None at first, then the screen that has it."""
    app = App[None]()
    async with app.run_test():
        assert app.screen._compositor.root is app.screen
    assert Compositor().root is None


async def check_node_list() -> None:
    """Once asked for the nodes that are displayed, it keeps them, even when it is cleared."""

    class Showing(App[None]):
        def compose(self) -> ComposeResult:
            yield Input()

    app = Showing()
    async with app.run_test():
        nodes = NodeList(app)
        nodes._append(widget := app.query_one(Input))
        assert nodes.displayed == [widget]
        nodes._clear()
        assert nodes._displayed_nodes[1] == [widget]


async def check_layout_widgets() -> None:
    """The widgets of a screen that want a layout; it is kept until there is one."""
    app = App[None]()
    async with app.run_test():
        assert app.screen._layout_widgets == {}
        app.screen._layout_widgets[app.screen] = set()
        gone = app.screen
        await gone._message_loop_exit()
        assert gone._layout_widgets == {gone: set()}


class Replacing(App[None]):
    """An app that shows a screen in place of another."""

    def on_mount(self) -> None:
        self.push_screen(Screen())
        self.switch_screen(Screen())


async def check_result_callbacks() -> None:
    """What waits for a screen's result; it is kept when the app has ended."""
    app = Replacing()
    async with app.run_test() as pilot:
        await pilot.pause()
        gone = app.screen
    assert [callback.requester for callback in gone._result_callbacks] == [gone]


async def check_screen_events() -> None:
    """What lays a screen out for a size, and what handles its first appearance."""
    assert list(inspect.signature(Screen._screen_resized).parameters) == ["self", "size"]
    assert list(inspect.signature(Screen._on_screen_resume).parameters) == ["self", "event"]


async def check_frames() -> None:
    """What sends every frame of a screen."""
    sent: list[Screen[Any]] = []

    class Counted(Screen[None]):
        def _compositor_refresh(self) -> None:
            sent.append(self)
            super()._compositor_refresh()

    app = App[None]()
    async with app.run_test() as pilot:
        counted = Counted()
        await app.push_screen(counted)
        before = len(sent)
        assert before > 0
        counted.refresh()
        while len(sent) == before:
            await pilot.pause()


async def check_parse_cache() -> None:
    """What a stylesheet has parsed; new variables clear it."""
    sheet = Stylesheet()
    sheet.add_source("Label { width: 1; }")
    assert len(sheet.rules) == 1
    assert len(sheet._parse_cache) == 1
    sheet.set_variables({})
    assert len(sheet._parse_cache) == 0


async def check_truecolor_filter() -> None:
    """It follows a theme that was set without its watchers."""
    app = App[None]()
    assert app._filters[0].enabled
    app.set_reactive(App.theme, "ansi-dark")
    app._refresh_truecolor_filter(app.ansi_theme)
    assert not app._filters[0].enabled


async def check_components() -> None:
    """A stylesheet gives a node the styles of its components, by name, with a node for each."""
    app = App[None]()
    async with app.run_test():
        node = Input()
        node._attach(app.screen)
        assert node._component_styles == {}
        app.stylesheet._process_component_classes(node)
        styles = node._component_styles["input--cursor"]
        assert type(styles.base.node) is DOMNode
        assert styles.base.node.styles is styles


async def check_timer() -> None:
    """Its task runs `_run_timer`; `_callback` is what it calls."""
    called: list[int] = []
    app = App[None]()
    async with app.run_test() as pilot:
        timer = app.set_timer(0.001, lambda: called.append(1))
        assert timer._callback is not None
        while not called:
            await pilot.pause(0.001)
    assert "self._run_timer()" in inspect.getsource(Timer._start)


async def check_worker() -> None:
    """Its task runs `_run` with the app, in which `active_worker` is the worker."""
    seen: list[Worker[None]] = []

    async def work() -> None:
        seen.append(get_current_worker())

    app = App[None]()
    async with app.run_test():
        worker = app.run_worker(work())
        await worker.wait()
    assert seen == [worker]
    assert "self._run(app)" in inspect.getsource(Worker._start)


async def check_cache() -> None:
    """Its entries refer to one another."""
    cache = LRUCache[int, str](2)
    cache[1], cache[2] = "one", "two"
    first, second = cache._cache.values()
    assert first[1] is second
    assert second[1] is first


async def check_recv_handler() -> None:
    """What a connection calls with what it gets, until it does nothing with it."""
    source = inspect.getsource(SSHConnection)
    assert "while self._inpbuf and self._recv_handler():" in source
    assert "self._recv_handler = lambda: False" in source


async def check_transport() -> None:
    """Its loop makes it with `_make_socket_transport`, and its own methods make it a cycle."""
    transport = vars(selector_events)["_SelectorSocketTransport"]
    assert "self._read_ready_cb = " in inspect.getsource(transport)
    assert "self._call_connection_lost" in inspect.getsource(selector_events)
    loop = inspect.getsource(selector_events.BaseSelectorEventLoop)
    assert "def _make_socket_transport(self, " in loop
    assert "return _SelectorSocketTransport(self, " in loop


async def check_full_connection() -> None:
    """A connection ignores that its transport is full; a method of one's own can be set instead."""
    assert SSHConnection.pause_writing.__code__.co_names == ()
    assert SSHConnection.resume_writing.__code__.co_names == ()
    assert "self._transport.write(data)" in inspect.getsource(SSHConnection)


async def check_env() -> None:
    """Where a channel puts each variable that the client sets, without a limit."""
    source = inspect.getsource(SSHServerChannel._process_env_request)
    assert "self._env[key] = value" in source
    assert "decode_env(self._env)" in inspect.getsource(SSHServerChannel.get_environment)


async def check_run_bindings() -> None:
    """Runs the action of a key: with `priority` only of bindings that have it, or of all others."""
    ran: list[str] = []

    class Bound(App[None]):
        BINDINGS: ClassVar[list[BindingType]] = [
            Binding("a", "note('a')"),
            Binding("b", "note('b')", priority=True),
        ]

        def action_note(self, key: str) -> None:
            ran.append(key)

    app = Bound()
    async with app.run_test():
        has_run = [
            await app._check_bindings(key, priority=priority)
            for key in ("a", "b", "c")
            for priority in (False, True)
        ]
    assert (ran, has_run) == (["a", "b"], [True, False, False, True, False, False])


async def check_driver_of_app() -> None:
    """The driver of an app that runs."""
    app = App[None]()
    async with app.run_test():
        assert isinstance(app._driver, Driver)


async def check_handle_exception() -> None:
    """It gets every exception of a handler, even when the app itself has it as an attribute."""
    failure, seen = ValueError("a bug"), list[Exception]()

    class Failing(App[None]):
        def on_ready(self) -> None:
            raise failure

    def leave(error: Exception) -> None:
        seen.append(error)
        app.exit()

    app = Failing()
    vars(app)["_handle_exception"] = leave
    await app.run_async(headless=True)
    assert seen == [failure]


async def check_app_of_driver() -> None:
    """The app that a driver was made for."""
    app = App[None]()
    with made_driver(app) as driver:
        assert driver._app is app


async def check_loop() -> None:
    """The loop that runs when a driver is made."""
    with made_driver(App[None]()) as driver:
        assert driver._loop is asyncio.get_running_loop()


async def check_writer_thread() -> None:
    """None until the driver takes the terminal, then a thread."""
    with made_driver(App[None]()) as driver:
        assert driver._writer_thread is None
    assert issubclass(WriterThread, Thread)
    assert "self._writer_thread = WriterThread(" in inspect.getsource(
        LinuxDriver.start_application_mode
    )


async def check_signal_handlers() -> None:
    """The handlers that a driver sets for SIGTSTP and SIGCONT; ours replace Textual's."""
    assert callable(LinuxDriver._sigtstp_application)
    assert callable(LinuxDriver._sigcont_application)
    with made_driver(App[None]()) as driver:
        assert signal.getsignal(signal.SIGTSTP) == driver._sigtstp_application
        assert signal.getsignal(signal.SIGCONT) == driver._sigcont_application


async def check_bindings() -> None:
    """A widget's bindings by key."""
    (binding,) = Input()._bindings.key_to_bindings["enter"]
    assert binding.action == "submit"


async def check_writers_name() -> None:
    """The name of the thread whose OSError means that the terminal is gone."""
    assert WriterThread(io.StringIO()).name == "textual-output"


async def check_input_attributes() -> None:
    """What the thread that reads keys uses: the terminal's input, and when to stop."""
    with made_driver(App[None]()) as driver:
        assert isinstance(driver.fileno, int)
        assert not driver.exit_event.is_set()


async def check_split_graphemes() -> None:
    """It returns where each grapheme begins and ends, its cells, and the cells of all."""
    assert split_graphemes("ae\u0301") == ([(0, 1, 1), (1, 3, 1)], 2)


async def check_actions() -> None:
    """The arguments and options of a parser, in order, and its options by name."""
    parser = argparse.ArgumentParser()
    option = parser.add_argument("--seed")
    assert parser._actions[-1] is option
    assert parser._option_string_actions["--seed"] is option


async def check_extend_compose() -> None:
    """It adds the widgets that a screen has besides its own."""

    class Bare(Screen[None]):
        def _extend_compose(self, widgets: list[Widget]) -> None:
            pass

    app = App[None]()
    async with app.run_test(tooltips=True, notifications=True):
        assert app.screen.children
        await app.push_screen(Bare())
        assert not app.screen.children


async def check_dirty_regions() -> None:
    """What a widget says is to be drawn anew is drawn, once the screen knows of the widget.

    The screen does that at once if it is told to.
    """

    class Numbered(Widget):
        shown = 1

        def render_line(self, y: int) -> Strip:
            return Strip([Segment(str(self.shown))])

    class Showing(App[None]):
        def compose(self) -> ComposeResult:
            yield Numbered()

    app = Showing()
    async with app.run_test(size=(4, 2)) as pilot:
        widget = app.query_one(Numbered)
        widget.shown = 2
        widget._set_dirty(Region(0, 1, 4, 1))
        app.screen._dirty_widgets.add(widget)
        app.screen.check_idle()
        while app.screen._dirty_widgets:
            await pilot.pause()
        strips = widget.render_lines(Region(0, 0, 4, 2))
        assert [strip.text.strip() for strip in strips] == ["1", "2"]
        app.screen._dirty_widgets.add(widget)
        app.screen._on_timer_update()
        assert not app.screen._dirty_widgets


async def check_subparsers() -> None:
    """The type of a parser's group of commands."""
    assert isinstance(argparse.ArgumentParser().add_subparsers(), argparse._SubParsersAction)


@dataclass(frozen=True)
class Used:
    """A name of a library; `files` in boxtui/ use it, and `check` says and tests what it must be.

    The name is as in the code, except for what is before it.
    """

    name: str
    files: tuple[str, ...]
    check: Callable[[], Awaitable[None]]


PRIVATE: Final = (
    Used("textual._xterm_parser", ("tui/keystrokes.py",), check_parser),
    Used("textual._styles_cache", ("tui/cycles.py",), check_styles_cache),
    Used("textual._compositor", ("tui/cycles.py",), check_compositor),
    Used("textual._node_list", ("tui/cycles.py",), check_node_list),
    Used("_clear", ("tui/cycles.py",), check_node_list),
    Used("_displayed_nodes", ("tui/cycles.py",), check_node_list),
    Used("_layout_widgets", ("tui/cycles.py",), check_layout_widgets),
    Used("_result_callbacks", ("tui/cycles.py",), check_result_callbacks),
    Used("_screen_resized", ("tui/screens/common.py",), check_screen_events),
    Used("_on_screen_resume", ("tui/screens/common.py",), check_screen_events),
    Used("_compositor_refresh", ("tui/screens/table.py",), check_frames),
    Used("_parse_cache", ("tui/stylesheet.py",), check_parse_cache),
    Used("_refresh_truecolor_filter", ("tui/app.py",), check_truecolor_filter),
    Used("_message_loop_exit", ("tui/cycles.py",), check_layout_widgets),
    Used("_component_styles", ("tui/cycles.py",), check_components),
    Used("_process_component_classes", ("tui/cycles.py",), check_components),
    Used("_run_timer", ("tui/cycles.py",), check_timer),
    Used("_callback", ("tui/cycles.py",), check_timer),
    Used("_run", ("tui/cycles.py",), check_worker),
    Used("_cache", ("tui/cycles.py",), check_cache),
    Used("_recv_handler", ("serve/server.py",), check_recv_handler),
    Used("_transport", ("serve/server.py",), check_full_connection),
    Used("_env", ("serve/session.py",), check_env),
    Used("_SelectorSocketTransport", ("serve/server.py",), check_transport),
    Used("_check_bindings", ("tui/app.py",), check_run_bindings),
    Used("_driver", ("tui/driver.py",), check_driver_of_app),
    Used("_handle_exception", ("tui/guard.py", "serve/session.py"), check_handle_exception),
    Used("_app", ("tui/guard.py", "tui/channel.py"), check_app_of_driver),
    Used("_loop", ("tui/guard.py",), check_loop),
    Used("_writer_thread", ("tui/guard.py",), check_writer_thread),
    Used("_sigtstp_application", ("tui/guard.py",), check_signal_handlers),
    Used("_sigcont_application", ("tui/guard.py",), check_signal_handlers),
    Used("_bindings", ("tui/screens/common.py",), check_bindings),
    Used("_extend_compose", ("tui/screens/common.py",), check_extend_compose),
    Used("_set_dirty", ("tui/widgets/canvas.py",), check_dirty_regions),
    Used("_dirty_widgets", ("tui/widgets/canvas.py", "tui/driver.py"), check_dirty_regions),
    Used("_on_timer_update", ("tui/driver.py",), check_dirty_regions),
    Used("_actions", ("commands/completion.py",), check_actions),
    Used("_option_string_actions", ("commands/completion.py",), check_actions),
    Used("_SubParsersAction", ("commands/parser.py",), check_subparsers),
)

UNDOCUMENTED: Final = (
    Used("textual-output", ("tui/guard.py",), check_writers_name),
    Used("fileno", ("tui/guard.py",), check_input_attributes),
    Used("exit_event", ("tui/guard.py",), check_input_attributes),
    Used("split_graphemes", ("lines.py", "system/terminal.py"), check_split_graphemes),
)
"""Names without an underscore that are in no documentation; no test can tell what is missing."""


@contextmanager
def made_driver(app: App[None]) -> Iterator[GuardedDriver]:
    """Make our driver; it sets two signal handlers, which are set back."""
    numbers = signal.SIGTSTP, signal.SIGCONT
    before = [signal.getsignal(number) for number in numbers]
    try:
        yield GuardedDriver(app)
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)


@pytest.mark.parametrize("used", PRIVATE + UNDOCUMENTED, ids=lambda used: used.name)
async def test_every_private_name_of_a_library_still_does_what_boxtui_expects(used: Used) -> None:
    async with asyncio.timeout(30):
        await used.check()


def test_every_method_of_our_driver_overrides_one_of_textuals() -> None:
    for name, method in vars(GuardedDriver).items():
        if inspect.isfunction(method) and not name.startswith("_"):
            textuals = getattr(LinuxDriver, name, None)
            assert callable(textuals), f"Textual's LinuxDriver has no {name} to override"
            wanted = list(inspect.signature(textuals).parameters)
            assert list(inspect.signature(method).parameters) == wanted, name


def test_the_names_written_without_an_underscore_are_in_their_files() -> None:
    for used in UNDOCUMENTED:
        for file in used.files:
            assert used.name in (SOURCES / file).read_text("utf-8"), (used.name, file)


def test_the_installed_textual_is_the_one_that_was_tested() -> None:
    project = tomllib.loads(PROJECT.read_text("utf-8"))
    tested, installed = project["tool"]["boxtui"]["tested-textual"], version("textual")
    assert installed == tested, (
        f"Textual {installed} is installed, but pyproject.toml says that {tested} was tested "
        "([tool.boxtui], tested-textual): if all other tests pass, write the new version there."
    )


# Whether the table is complete


def test_the_table_lists_every_private_name_that_boxtui_uses() -> None:
    listed = {(file, used.name) for used in PRIVATE for file in used.files}
    assert found_names() - listed == set(), "not in PRIVATE; rename it if it was to be our own"
    assert listed - found_names() == set(), "in PRIVATE, but no longer used there"


@cache
def found_names() -> frozenset[tuple[str, str]]:
    """Return each file of boxtui, and the private names of libraries that it uses."""
    return frozenset(
        (str(path.relative_to(SOURCES)), name)
        for path in SOURCES.rglob("*.py")
        for name in Uses(path).names
    )


class Uses(ast.NodeVisitor):
    """Finds the private names of libraries in one file; `names` has them.

    Found are imports, attributes, texts such as "_driver", and whatever a class of ours defines
    that its base class in Textual also has, on purpose or not.
    """

    def __init__(self, path: Path) -> None:
        self.names: set[str] = set()
        tree = ast.parse(path.read_text("utf-8"))
        parts = path.relative_to(SOURCES.parent).with_suffix("").parts
        # Only there are classes that inherit from a library's.
        self._here: object = importlib.import_module(".".join(parts)) if "tui" in parts else None
        self._own = assigned(tree)
        self._theirs: set[str] = set()
        self.visit(tree)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        around = self._here, self._own, self._theirs
        self._here = getattr(self._here, node.name, None)
        if isinstance(self._here, type):
            self._own, self._theirs = names_of(self._here, ours=True), names_of(self._here)
            self.names |= assigned(node) & self._theirs
        self.generic_visit(node)
        self._here, self._own, self._theirs = around

    def visit_Attribute(self, node: ast.Attribute) -> None:
        self.generic_visit(node)
        if not is_private(node.attr):
            return
        on_self = ast.unparse(node.value) in ("self", "cls", "super()")
        is_own = node.attr in self._own and not (on_self and node.attr in self._theirs)
        if not is_own and ast.unparse(node) not in DOCUMENTED:
            self.names.add(node.attr)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str) and re.fullmatch("_[A-Za-z]+(_[a-z]+)*", node.value):
            self.names.add(node.value)

    def visit_Import(self, node: ast.Import) -> None:
        self.names |= {each.name for each in node.names if is_foreign(each.name)}

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        module = node.module or ""
        names = [module, *(f"{module}.{each.name}" for each in node.names)]
        if found := [name for name in names if is_foreign(name)]:
            self.names.add(found[0])


def is_private(name: str) -> bool:
    return bool(re.fullmatch("_[A-Za-z].*", name))


def is_foreign(name: str) -> bool:
    """Whether a module or what is imported from it is private, and a library's."""
    first, *others = name.split(".")
    return first not in OURS and any(map(is_private, others))


def names_of(kind: type, *, ours: bool = False) -> set[str]:
    """Return the private names that a class has from our classes, or from those of libraries."""
    kinds = [each for each in kind.__mro__ if (each.__module__.split(".")[0] in OURS) == ours]
    return set().union(*map(assigned_in, kinds))


@cache
def assigned_in(kind: type) -> frozenset[str]:
    named = [node for node in classes_of(kind.__module__) if node.name == kind.__name__]
    return frozenset().union(*map(assigned, named))


@cache
def classes_of(module: str) -> list[ast.ClassDef]:
    """Return the classes that a module defines; none if it isn't written in Python."""
    file = getattr(sys.modules[module], "__file__", None) or ""
    if not file.endswith(".py"):
        return []
    tree = ast.parse(Path(file).read_text("utf-8"))
    return [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]


def assigned(tree: ast.AST) -> set[str]:
    """Return the private names defined there: of functions, classes, variables and attributes."""
    names: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                names.add(node.name)
            case ast.Name(ctx=ast.Store()):
                names.add(node.id)
            case ast.Attribute(value=ast.Name(id="self" | "cls"), ctx=ast.Store()):
                names.add(node.attr)
    return set(filter(is_private, names))
