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
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
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
CYCLES: Final = "tui/cycles.py"

DOCUMENTED: Final = {"os._exit", "style._replace"}
"""Names with an underscore that are documented nevertheless."""

Check = Callable[[App[None]], Awaitable[None]]

USED: Final = defaultdict[Check, set[tuple[str, str]]](set)
"""What each check is about: files in boxtui/, and the names that they use, as in the code.

Names without an underscore are in no documentation; no test can tell which of those are missing.
"""


def used_in(file: str, *names: str) -> Callable[[Check], Check]:
    """Say that the file uses these names, and that the function below tests what they must be."""

    def noted(check: Check) -> Check:
        USED[check] |= {(file, name) for name in names}
        return check

    return noted


# What each name must be. A check gets a bare app that runs.


@used_in("tui/keystrokes.py", "textual._xterm_parser")
async def parser_sends_a_lone_esc_when_its_time_is_up(app: App[None]) -> None:
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


@used_in(CYCLES, "textual._styles_cache")
async def styles_caches_are_kept_as_keys_until_that_is_cleared(app: App[None]) -> None:
    kept = StylesCache()
    gone = ref(kept)
    kept.get_inner_outer(Color(1, 2, 3), Color(4, 5, 6))
    del kept
    gc.collect()
    assert gone() is not None
    StylesCache.get_inner_outer.cache_clear()
    assert gone() is None


@used_in(CYCLES, "textual._compositor")
async def compositor_has_no_root_at_first_then_its_screen(app: App[None]) -> None:
    assert Compositor().root is None
    assert app.screen._compositor.root is app.screen


@used_in(CYCLES, "textual._node_list", "_clear", "_displayed_nodes")
async def node_list_keeps_what_is_displayed_even_when_it_is_cleared(app: App[None]) -> None:
    widget = Input()
    await app.mount(widget)
    nodes = NodeList(app)
    nodes._append(widget)
    assert nodes.displayed == [widget]
    nodes._clear()
    assert nodes._displayed_nodes[1] == [widget]


@used_in(CYCLES, "_layout_widgets", "_message_loop_exit")
async def widgets_that_want_a_layout_are_kept_until_there_is_one(app: App[None]) -> None:
    gone = app.screen
    assert gone._layout_widgets == {}
    gone._layout_widgets[gone] = set()
    await gone._message_loop_exit()
    assert gone._layout_widgets == {gone: set()}


@used_in(CYCLES, "_result_callbacks")
async def what_waits_for_a_result_is_kept_when_the_app_has_ended(app: App[None]) -> None:
    class Replacing(App[None]):
        def on_mount(self) -> None:
            self.push_screen(Screen())
            self.switch_screen(Screen())

    async with Replacing().run_test() as pilot:
        await pilot.pause()
        gone = pilot.app.screen
    assert [callback.requester for callback in gone._result_callbacks] == [gone]


@used_in("tui/screens/page.py", "_screen_resized", "_on_screen_resume")
async def screen_handles_its_size_and_its_first_appearance(app: App[None]) -> None:
    assert list(inspect.signature(Screen._screen_resized).parameters) == ["self", "size"]
    assert list(inspect.signature(Screen._on_screen_resume).parameters) == ["self", "event"]


@used_in("tui/screens/table.py", "_compositor_refresh")
async def every_frame_of_a_screen_is_sent_by_one_method(app: App[None]) -> None:
    sent: list[Screen[Any]] = []

    class Counted(Screen[None]):
        def _compositor_refresh(self) -> None:
            sent.append(self)
            super()._compositor_refresh()

    counted = Counted()
    await app.push_screen(counted)
    before = len(sent)
    assert before > 0
    counted.refresh()
    while len(sent) == before:
        await asyncio.sleep(0)


@used_in("tui/stylesheet.py", "_parse_cache")
async def new_variables_clear_what_a_stylesheet_has_parsed(app: App[None]) -> None:
    sheet = Stylesheet()
    sheet.add_source("Label { width: 1; }")
    assert len(sheet.rules) == len(sheet._parse_cache) == 1
    sheet.set_variables({})
    assert len(sheet._parse_cache) == 0


@used_in("tui/app.py", "_refresh_truecolor_filter")
async def filter_follows_a_theme_that_was_set_without_its_watchers(app: App[None]) -> None:
    assert app._filters[0].enabled
    app.set_reactive(App.theme, "ansi-dark")
    app._refresh_truecolor_filter(app.ansi_theme)
    assert not app._filters[0].enabled


@used_in(CYCLES, "_component_styles", "_process_component_classes")
async def components_of_a_node_get_styles_with_a_node_for_each(app: App[None]) -> None:
    node = Input()
    node._attach(app.screen)
    assert node._component_styles == {}
    app.stylesheet._process_component_classes(node)
    styles = node._component_styles["input--cursor"]
    assert type(styles.base.node) is DOMNode
    assert styles.base.node.styles is styles


@used_in(CYCLES, "_run_timer", "_callback")
async def timer_runs_its_callback_in_its_task(app: App[None]) -> None:
    called: list[int] = []
    timer = app.set_timer(0.001, lambda: called.append(1))
    assert timer._callback is not None
    while not called:
        await asyncio.sleep(0.001)
    assert "self._run_timer()" in inspect.getsource(Timer._start)


@used_in(CYCLES, "_run")
async def worker_runs_with_the_app_as_the_active_one(app: App[None]) -> None:
    seen: list[Worker[None]] = []

    async def work() -> None:
        seen.append(get_current_worker())

    worker = app.run_worker(work())
    await worker.wait()
    assert seen == [worker]
    assert "self._run(app)" in inspect.getsource(Worker._start)


@used_in(CYCLES, "_cache")
async def entries_of_a_cache_refer_to_one_another(app: App[None]) -> None:
    cache = LRUCache[int, str](2)
    cache[1], cache[2] = "one", "two"
    first, second = cache._cache.values()
    assert first[1] is second
    assert second[1] is first


@used_in("serve/server.py", "_recv_handler", "_transport", "_SelectorSocketTransport")
@used_in("serve/session.py", "_env")
async def connection_and_its_loop_are_written_as_expected(app: App[None]) -> None:
    assert SSHConnection.pause_writing.__code__.co_names == ()  # replaced by a method of ours
    assert SSHConnection.resume_writing.__code__.co_names == ()
    transport = vars(selector_events)["_SelectorSocketTransport"]
    for written, lines in (
        (SSHConnection, ["while self._inpbuf and self._recv_handler():"]),
        (SSHConnection, ["self._recv_handler = lambda: False", "self._transport.write(data)"]),
        (transport, ["self._read_ready_cb = "]),  # a cycle
        (selector_events, ["self._call_connection_lost"]),
        (selector_events.BaseSelectorEventLoop, ["def _make_socket_transport(self, "]),
        (selector_events.BaseSelectorEventLoop, ["return _SelectorSocketTransport(self, "]),
        (SSHServerChannel._process_env_request, ["self._env[key] = value"]),  # without a limit
        (SSHServerChannel.get_environment, ["decode_env(self._env)"]),
    ):
        assert all(line in inspect.getsource(written) for line in lines), (written, lines)


@used_in("tui/typed_ahead.py", "_check_bindings")
async def key_runs_bindings_with_priority_or_the_others(app: App[None]) -> None:
    ran: list[str] = []

    class Bound(App[None]):
        BINDINGS: ClassVar[list[BindingType]] = [
            Binding("a", "note('a')"),
            Binding("b", "note('b')", priority=True),
        ]

        def action_note(self, key: str) -> None:
            ran.append(key)

    bound = Bound()
    async with bound.run_test():
        has_run = [
            await bound._check_bindings(key, priority=priority)
            for key in ("a", "b", "c")
            for priority in (False, True)
        ]
    assert (ran, has_run) == (["a", "b"], [True, False, False, True, False, False])


@used_in("tui/driver.py", "_driver")
async def app_that_runs_has_its_driver(app: App[None]) -> None:
    assert isinstance(app._driver, Driver)


@used_in("tui/guard.py", "_handle_exception")
@used_in("serve/session.py", "_handle_exception")
async def exceptions_go_even_to_an_attribute_of_the_app(app: App[None]) -> None:
    failure, seen = ValueError("a bug"), list[Exception]()

    class Failing(App[None]):
        def on_ready(self) -> None:
            raise failure

    def leave(error: Exception) -> None:
        seen.append(error)
        failing.exit()

    failing = Failing()
    vars(failing)["_handle_exception"] = leave
    await failing.run_async(headless=True)
    assert seen == [failure]


@used_in("tui/channel.py", "_app")
@used_in("tui/guard.py", "_app", "_loop", "fileno", "exit_event")
@used_in("tui/guard.py", "_sigtstp_application", "_sigcont_application")
@used_in("tui/guard.py", "_writer_thread", "textual-output")
async def driver_has_its_app_loop_input_and_signal_handlers(app: App[None]) -> None:
    """It starts its output thread with the terminal; errors are known by the thread's name."""
    with made_driver(app) as driver:
        assert (driver._app, driver._loop) == (app, asyncio.get_running_loop())
        assert isinstance(driver.fileno, int)
        assert not driver.exit_event.is_set()
        assert signal.getsignal(signal.SIGTSTP) == driver._sigtstp_application
        assert signal.getsignal(signal.SIGCONT) == driver._sigcont_application
        assert driver._writer_thread is None
    assert issubclass(WriterThread, Thread)
    assert WriterThread(io.StringIO()).name == "textual-output"
    begun = inspect.getsource(LinuxDriver.start_application_mode)
    assert "self._writer_thread = WriterThread(" in begun
    assert callable(LinuxDriver._sigtstp_application)
    assert callable(LinuxDriver._sigcont_application)


@used_in("tui/widgets/typed_line.py", "_bindings")
async def bindings_of_a_widget_are_found_by_key(app: App[None]) -> None:
    (binding,) = Input()._bindings.key_to_bindings["enter"]
    assert binding.action == "submit"


@used_in("lines.py", "split_graphemes")
@used_in("system/terminal.py", "split_graphemes")
async def graphemes_are_told_with_where_they_are_and_their_cells(app: App[None]) -> None:
    assert split_graphemes("ae\u0301") == ([(0, 1, 1), (1, 3, 1)], 2)


@used_in("commands/completion.py", "_actions", "_option_string_actions")
@used_in("commands/parser.py", "_SubParsersAction")
async def parser_has_its_options_in_order_and_by_name(app: App[None]) -> None:
    parser = argparse.ArgumentParser()
    option = parser.add_argument("--seed")
    assert parser._actions[-1] is option
    assert parser._option_string_actions["--seed"] is option
    assert isinstance(parser.add_subparsers(), argparse._SubParsersAction)


@used_in("tui/screens/page.py", "_extend_compose")
async def one_method_adds_the_widgets_besides_a_screens_own(app: App[None]) -> None:
    class Bare(Screen[None]):
        def _extend_compose(self, widgets: list[Widget]) -> None:
            pass

    async with App[None]().run_test(tooltips=True, notifications=True) as pilot:
        assert pilot.app.screen.children
        await pilot.app.push_screen(Bare())
        assert not pilot.app.screen.children


@used_in("tui/widgets/canvas.py", "_set_dirty", "_dirty_widgets")
@used_in("tui/driver.py", "_dirty_widgets", "_on_timer_update")
async def what_is_dirty_is_drawn_and_at_once_if_the_screen_is_told(app: App[None]) -> None:
    class Numbered(Widget):
        shown = 1

        def render_line(self, y: int) -> Strip:
            return Strip([Segment(str(self.shown))])

    class Showing(App[None]):
        def compose(self) -> ComposeResult:
            yield Numbered()

    async with Showing().run_test(size=(4, 2)) as pilot:
        screen, widget = pilot.app.screen, pilot.app.query_one(Numbered)
        widget.shown = 2
        widget._set_dirty(Region(0, 1, 4, 1))
        screen._dirty_widgets.add(widget)
        screen.check_idle()
        while screen._dirty_widgets:
            await pilot.pause()
        strips = widget.render_lines(Region(0, 0, 4, 2))
        assert [strip.text.strip() for strip in strips] == ["1", "2"]
        screen._dirty_widgets.add(widget)
        screen._on_timer_update()
        assert not screen._dirty_widgets


@contextmanager
def made_driver(app: App[None]) -> Iterator[GuardedDriver]:
    """Make our driver; it sets two signal handlers, which are set back."""
    before = {number: signal.getsignal(number) for number in (signal.SIGTSTP, signal.SIGCONT)}
    try:
        yield GuardedDriver(app)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@pytest.mark.parametrize("check", USED, ids=lambda check: check.__name__)
async def test_every_private_name_of_a_library_still_does_what_boxtui_expects(
    check: Check,
) -> None:
    app = App[None]()
    async with asyncio.timeout(30), app.run_test():
        await check(app)


def test_every_method_of_our_driver_overrides_one_of_textuals() -> None:
    for name, method in vars(GuardedDriver).items():
        if inspect.isfunction(method) and not name.startswith("_"):
            textuals = getattr(LinuxDriver, name, None)
            assert callable(textuals), f"Textual's LinuxDriver has no {name} to override"
            wanted = list(inspect.signature(textuals).parameters)
            assert list(inspect.signature(method).parameters) == wanted, name


def test_the_installed_textual_is_the_one_that_was_tested() -> None:
    project = tomllib.loads(PROJECT.read_text("utf-8"))
    tested, installed = project["tool"]["boxtui"]["tested-textual"], version("textual")
    assert installed == tested, (
        f"Textual {installed} is installed, but pyproject.toml says that {tested} was tested "
        "([tool.boxtui], tested-textual): if all other tests pass, write the new version there."
    )


# Whether it is complete


def test_the_checks_are_about_every_private_name_that_boxtui_uses() -> None:
    listed = set().union(*USED.values())
    found = {
        (str(path.relative_to(SOURCES)), name)
        for path in SOURCES.rglob("*.py")
        for name in names_in(path)
    }
    undocumented = {(file, name) for file, name in listed if not re.search(r"\b_", name)}
    for file, name in undocumented:
        assert name in (SOURCES / file).read_text("utf-8"), (file, name)
    assert found - listed == set(), "no check; rename it if it was to be our own"
    assert listed - undocumented - found == set(), "no longer used there"


def names_in(path: Path) -> Iterator[str]:
    """Yield the private names of libraries that a file of ours uses.

    They are imports, attributes, texts such as "_driver", and whatever a class of ours defines that
    its base class in Textual also has, on purpose or not.
    """
    tree = ast.parse(path.read_text("utf-8"))
    parts = path.relative_to(SOURCES.parent).with_suffix("").parts
    # Only there are classes that inherit from a library's.
    module = importlib.import_module(".".join(parts)) if "tui" in parts else None
    return names_below(tree, module, assigned(tree), frozenset())


def names_below(
    tree: ast.AST, around: object, own: frozenset[str], theirs: frozenset[str]
) -> Iterator[str]:
    """Yield those below a node, in a module or class with these names of its own and of others."""
    for node in ast.iter_child_nodes(tree):
        within = around, own, theirs
        match node:
            case ast.ClassDef(name=name):
                kind = getattr(around, name, None)
                within = kind, own, theirs
                if isinstance(kind, type):
                    within = kind, names_of(kind, ours=True), names_of(kind, ours=False)
                    yield from assigned(node) & within[2]
            case ast.Attribute(value=value, attr=name) if is_private(name):
                on_self = ast.unparse(value) in ("self", "cls", "super()")
                is_own = name in own and not (on_self and name in theirs)
                if not is_own and ast.unparse(node) not in DOCUMENTED:
                    yield name
            case ast.Constant(value=str(text)) if re.fullmatch("_[A-Za-z]+(_[a-z]+)*", text):
                yield text
            case ast.Import(names=names):
                yield from (each.name for each in names if is_foreign(each.name))
            case ast.ImportFrom(module=str(module), names=names):
                imported = [module, *(f"{module}.{each.name}" for each in names)]
                yield from list(filter(is_foreign, imported))[:1]
        yield from names_below(node, *within)


def is_private(name: str) -> bool:
    return bool(re.fullmatch("_[A-Za-z].*", name))


def is_foreign(name: str) -> bool:
    """Whether a module or what is imported from it is private, and a library's."""
    first, *others = name.split(".")
    return first not in OURS and any(map(is_private, others))


def names_of(kind: type, *, ours: bool) -> frozenset[str]:
    """Return the private names that a class has from our classes, or from those of libraries."""
    kinds = [each for each in kind.__mro__ if (each.__module__.split(".")[0] in OURS) == ours]
    return frozenset().union(
        *(
            assigned(node)
            for each in kinds
            for node in classes_of(each.__module__)
            if node.name == each.__name__
        )
    )


@cache
def classes_of(module: str) -> list[ast.ClassDef]:
    """Return the classes that a module defines; none if it isn't written in Python."""
    file = getattr(sys.modules[module], "__file__", None) or ""
    tree = ast.parse(Path(file).read_text("utf-8") if file.endswith(".py") else "")
    return [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]


@cache
def assigned(tree: ast.AST) -> frozenset[str]:
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
    return frozenset(filter(is_private, names))
