"""The private and undocumented names of libraries that boxtui uses, and lines that it relies on.

After an upgrade of Textual, the tests that fail here name what it has removed or changed. What
boxtui makes of them is tested with the screens that need it.
"""

import argparse
import ast
import importlib
import inspect
import re
import sys
import tomllib
from asyncio import selector_events
from collections.abc import Iterator
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

import pytest
from asyncssh.channel import SSHServerChannel
from asyncssh.connection import SSHConnection
from rich.cells import split_graphemes
from textual._compositor import Compositor
from textual._node_list import NodeList
from textual._styles_cache import StylesCache
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.cache import LRUCache
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode
from textual.driver import Driver
from textual.drivers._writer_thread import WriterThread
from textual.drivers.linux_driver import LinuxDriver
from textual.message_pump import MessagePump
from textual.screen import Screen
from textual.timer import Timer
from textual.widget import Widget
from textual.worker import Worker

import boxtui
from boxtui.tui.guard import GuardedDriver

SOURCES: Final = Path(boxtui.__file__).parent
PROJECT: Final = Path(__file__).parents[2] / "pyproject.toml"
OURS: Final = ("boxtui", "ai", "saves", "tutorials")
PARSER: Final = vars(argparse)["_ActionsContainer"]
COMPONENTS: Final = Stylesheet._process_component_classes
LOOP: Final = selector_events.BaseSelectorEventLoop

DOCUMENTED: Final = {"os._exit", "style._replace"}
"""Names with an underscore that are documented nevertheless."""

QUOTED: Final = {
    "lines.py": [("split_graphemes", split_graphemes, "def split_graphemes(")],
    "system/terminal.py": [("split_graphemes", split_graphemes, "def split_graphemes(")],
    "commands/completion.py": [
        ("_actions", PARSER, "self._actions = []"),
        ("_option_string_actions", PARSER, "self._option_string_actions = {}"),
    ],
    "commands/parser.py": [("_SubParsersAction", argparse, "class _SubParsersAction(Action):")],
    "serve/server.py": [
        ("_recv_handler", SSHConnection, "while self._inpbuf and self._recv_handler():"),
        ("_recv_handler", SSHConnection, "self._recv_handler = lambda: False"),
        ("_transport", SSHConnection, "self._transport.write(data)"),
        ("_SelectorSocketTransport", LOOP, "return _SelectorSocketTransport(self, "),
        ("_SelectorSocketTransport", LOOP, "def _make_socket_transport(self, "),
        ("_SelectorSocketTransport", selector_events, "self._read_ready_cb = "),  # a cycle
        ("_SelectorSocketTransport", selector_events, "self._call_connection_lost"),
    ],
    "serve/session.py": [
        ("_env", SSHServerChannel, "self._env[key] = value"),  # without a limit
        ("_env", SSHServerChannel.get_environment, "decode_env(self._env)"),
        ("_handle_exception", MessagePump, "self.app._handle_exception(error)"),
    ],
    "tui/app.py": [
        ("_check_bindings", App, "def _check_bindings(self, key: str, priority: bool = False)"),
        ("_refresh_truecolor_filter", App, "def _refresh_truecolor_filter(self, theme: Termin"),
    ],
    "tui/channel.py": [("_app", Driver, "self._app = app")],
    "tui/cycles.py": [
        ("textual._compositor", Compositor, "self.root: Widget | None = None"),
        ("textual._node_list", NodeList, "def _clear(self) -> None:"),
        ("textual._styles_cache", StylesCache, "@lru_cache(1024)\n    def get_inner_outer("),
        ("_cache", LRUCache, "self._cache: Dict[CacheKey, list[object]] = {}"),
        ("_cache", LRUCache, "self._head[:] = [head, head, key, value]"),  # a cycle
        ("_callback", Timer, "if self._callback is not None:"),
        ("_clear", Screen, "self._nodes._clear()"),
        ("_component_styles", DOMNode, "self._component_styles: dict[str, RenderStyles] = {}"),
        ("_component_styles", COMPONENTS, "virtual_node = DOMNode(classes=component)"),
        ("_component_styles", COMPONENTS, "_component_styles[component] = virtual_node.styles"),
        ("_displayed_nodes", NodeList, "return self._displayed_nodes[1]"),
        ("_layout_widgets", Screen, "self._layout_widgets: dict[DOMNode, set[Widget]] = {}"),
        ("_message_loop_exit", Screen, "async def _message_loop_exit(self) -> None:"),
        ("_process_component_classes", Stylesheet, "self._process_component_classes(node)"),
        ("_result_callbacks", Screen, "self._result_callbacks: list[ResultCallback["),
        ("_run", Worker, "create_task(self._run(app))"),
        ("_run_timer", Timer, "create_task(self._run_timer(), "),
    ],
    "tui/driver.py": [
        ("_dirty_widgets", Screen, "self._compositor.update_widgets(self._dirty_widgets)"),
        ("_driver", App, "self._driver: Driver | None = None"),
        ("_on_timer_update", Screen, "def _on_timer_update(self) -> None:"),
    ],
    "tui/guard.py": [
        ("_app", Driver, "self._app = app"),
        ("_handle_exception", MessagePump, "self.app._handle_exception(error)"),
        ("_loop", Driver, "self._loop = asyncio.get_running_loop()"),
        ("_sigcont_application", LinuxDriver, "(signal.SIGCONT, self._sigcont_application)"),
        ("_sigtstp_application", LinuxDriver, "(signal.SIGTSTP, self._sigtstp_application)"),
        ("_writer_thread", LinuxDriver, "self._writer_thread: WriterThread | None = None"),
        ("_writer_thread", LinuxDriver, "self._writer_thread = WriterThread("),
        ("exit_event", LinuxDriver, "self.exit_event = Event()"),
        ("fileno", LinuxDriver, "self.fileno = sys.__stdin__.fileno()"),
        ("textual-output", WriterThread, 'super().__init__(daemon=True, name="textual-output")'),
    ],
    "tui/keystrokes.py": [("textual._xterm_parser", XTermParser, "(Parser[Message]):")],
    "tui/screens/common.py": [
        ("_bindings", DOMNode, "self._bindings = ("),
        ("_extend_compose", Widget, "self._extend_compose(widgets)"),
        ("_on_screen_resume", Screen, "def _on_screen_resume(self, event: events.ScreenResume)"),
        ("_screen_resized", Screen, "def _screen_resized(self, size: Size) -> None:"),
    ],
    "tui/screens/table.py": [("_compositor_refresh", Screen, "self._compositor_refresh()")],
    "tui/stylesheet.py": [
        ("_parse_cache", Stylesheet.set_variables, "self._parse_cache.clear()"),
    ],
    "tui/widgets/canvas.py": [
        ("_dirty_widgets", Screen, "self._dirty_widgets.add(widget)"),
        ("_set_dirty", Widget, "def _set_dirty(self, *regions: Region) -> None:"),
    ],
}  # fmt: skip
"""The names that each file in boxtui/ uses, as in its code, and lines in the library about them.

Names without an underscore are in no documentation; no test can tell which of those are missing.
"""


source_of: Final = cache(inspect.getsource)


@pytest.mark.parametrize(
    ("name", "where", "line"), [each for rows in QUOTED.values() for each in rows]
)
def test_every_private_name_of_a_library_is_what_boxtui_expects(
    name: str, where: Any, line: str
) -> None:
    assert line in source_of(where), name


def test_a_connection_over_ssh_ignores_that_its_transport_is_full() -> None:
    assert SSHConnection.pause_writing.__code__.co_names == ()  # replaced by a method of ours
    assert SSHConnection.resume_writing.__code__.co_names == ()


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


def test_every_private_name_that_boxtui_uses_is_quoted() -> None:
    listed = {(file, name) for file, rows in QUOTED.items() for name, _, _ in rows}
    found = {
        (str(path.relative_to(SOURCES)), name)
        for path in SOURCES.rglob("*.py")
        for name in names_in(path)
    }
    undocumented = {(file, name) for file, name in listed if not re.search(r"\b_", name)}
    for file, name in undocumented:
        assert name in (SOURCES / file).read_text("utf-8"), (file, name)
    assert found - listed == set(), "not quoted; rename it if it was to be our own"
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
