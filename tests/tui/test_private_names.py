"""The private and undocumented names of libraries that boxtui uses, and that they are still there.

After an upgrade of Textual, the tests that fail here name what it has removed or changed. What the
names do is tested where boxtui uses them: in the tests of leaving, of typed keys, of drawing.
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
from typing import Final

import pytest
import textual.drivers._writer_thread
from asyncssh.channel import SSHServerChannel
from asyncssh.connection import SSHConnection
from rich import cells
from textual._compositor import Compositor
from textual._node_list import NodeList
from textual._styles_cache import StylesCache
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.cache import LRUCache
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode
from textual.driver import Driver
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

DOCUMENTED: Final = {"os._exit", "style._replace"}
"""Names with an underscore that are documented nevertheless."""

USED: Final[tuple[tuple[str, object, str], ...]] = (
    ("commands/completion.py", argparse, "_actions _option_string_actions"),
    ("commands/parser.py", argparse, "_SubParsersAction _actions _option_string_actions"),
    ("lines.py", cells, "split_graphemes"),
    ("serve/connection.py", SSHConnection, "_recv_handler _transport"),
    ("serve/server.py", selector_events, "_SelectorSocketTransport _conn_lost"),
    ("serve/app.py", App, "_handle_exception"),
    ("serve/session.py", SSHServerChannel, "_env"),
    ("system/terminal.py", cells, "split_graphemes"),
    ("tui/app.py", App, "_refresh_truecolor_filter"),
    ("tui/channel.py", Driver, "_app"),
    ("tui/cycles.py", DOMNode, "_component_styles"),
    ("tui/cycles.py", LRUCache, "_cache"),
    ("tui/cycles.py", MessagePump, "_message_loop_exit"),
    ("tui/cycles.py", NodeList, "_clear _displayed_nodes"),
    ("tui/cycles.py", Screen, "_layout_widgets _result_callbacks"),
    ("tui/cycles.py", Stylesheet, "_process_component_classes"),
    ("tui/cycles.py", Timer, "_callback _run_timer"),
    ("tui/cycles.py", Worker, "_run"),
    ("tui/driver.py", App, "_driver"),
    ("tui/typed_ahead.py", Screen, "_dirty_widgets _on_timer_update"),
    ("tui/guard.py", App, "_handle_exception"),
    ("tui/guard.py", Driver, "_app _loop"),
    ("tui/guard.py", LinuxDriver, "_sigcont_application _sigtstp_application _writer_thread"),
    ("tui/guard.py", LinuxDriver, "_must_signal_resume"),
    ("tui/guard.py", LinuxDriver, "exit_event fileno"),
    ("tui/guard.py", textual.drivers._writer_thread, "textual-output"),
    ("tui/screens/page.py", Screen, "_extend_compose _on_screen_resume _screen_resized"),
    ("tui/screens/board_page.py", Screen, "_compositor_refresh"),
    ("tui/stylesheet.py", Stylesheet, "_parse_cache"),
    ("tui/typed_ahead.py", App, "_check_bindings"),
    ("tui/widgets/canvas.py", Screen, "_dirty_widgets"),
    ("tui/widgets/canvas.py", Widget, "_set_dirty"),
    ("tui/widgets/typed_line.py", DOMNode, "_bindings"),
)
"""Files in boxtui/, and the names that they use, as in the code, with where each is defined.

Names without an underscore are in no documentation; no test can tell which of those are missing.
"""

MODULES: Final = {
    ("tui/cycles.py", Compositor.__module__),
    ("tui/cycles.py", NodeList.__module__),
    ("tui/cycles.py", StylesCache.__module__),
    ("tui/keystrokes.py", XTermParser.__module__),
}
"""Files in boxtui/, and the private modules that they import."""

WRITTEN: Final[tuple[tuple[object, str], ...]] = (
    (argparse.ArgumentParser, "self._check_value(action, value"),
    (Compositor, "self.root: Widget | None = None"),
    (LinuxDriver.start_application_mode, "self._writer_thread = WriterThread("),
    (Timer._start, "self._run_timer()"),
    (Worker._start, "self._run(app)"),
    (SSHConnection, "while self._inpbuf and self._recv_handler():"),
    (SSHConnection, "self._recv_handler = lambda: False"),
    (SSHConnection, "self._transport.write(data)"),
    (SSHServerChannel._process_env_request, "self._env[key] = value"),  # without a limit
    (SSHServerChannel.get_environment, "decode_env(self._env)"),
    (vars(selector_events)["_SelectorSocketTransport"], "self._read_ready_cb = "),  # a cycle
    (selector_events, "self._call_connection_lost"),
    (selector_events.BaseSelectorEventLoop, "def _make_socket_transport(self, "),
    (selector_events.BaseSelectorEventLoop, "return _SelectorSocketTransport(self, "),
)
"""Lines of libraries that ours rely on."""


def named(part: object) -> str:
    """Return the name of a part of a table, which is the same in every process."""
    return str(getattr(part, "__qualname__", getattr(part, "__name__", part)))


@pytest.mark.parametrize(("file", "where", "names"), USED, ids=named)
def test_every_private_name_of_a_library_is_still_there(
    file: str, where: object, names: str
) -> None:
    source = inspect.getsource(where)  # type: ignore[arg-type]
    for name in names.split():
        defined = rf"(def |class |self\.|^ +){name}\b|\"{name}\""
        assert re.search(defined, source, re.MULTILINE), f"{name}, used in {file}"


@pytest.mark.parametrize(("where", "line"), WRITTEN, ids=named)
def test_libraries_are_written_as_expected(where: object, line: str) -> None:
    assert line in inspect.getsource(where)  # type: ignore[arg-type]


def test_a_connections_methods_that_ours_replace_do_nothing() -> None:
    for method in (SSHConnection.pause_writing, SSHConnection.resume_writing):
        assert method.__code__.co_names == ()


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


def test_the_tables_have_every_private_name_that_boxtui_uses() -> None:
    listed = MODULES | {(file, name) for file, _, names in USED for name in names.split()}
    found = {
        (str(path.relative_to(SOURCES)), name)
        for path in SOURCES.rglob("*.py")
        for name in names_in(path)
    }
    undocumented = {(file, name) for file, name in listed if not re.search(r"\b_", name)}
    for file, name in undocumented:
        assert name in (SOURCES / file).read_text("utf-8"), (file, name)
    assert found - listed == set(), "not in the table; rename it if it was to be our own"
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
    for part in tree.body:
        own, theirs = assigned(tree), frozenset[str]()
        if isinstance(part, ast.ClassDef) and module:
            kind = getattr(module, part.name)
            own, theirs = names_of(kind, ours=True), names_of(kind, ours=False)
            yield from assigned(part) & theirs
        for node in ast.walk(part):
            match node:
                case ast.Attribute(value=value, attr=name) if is_private(name):
                    on_self = ast.unparse(value) in ("self", "cls", "super()")
                    is_own = name in own and not (on_self and name in theirs)
                    if not is_own and ast.unparse(node) not in DOCUMENTED:
                        yield name
                case ast.Constant(value=str(text)) if re.fullmatch("_[A-Za-z]+(_[a-z]+)*", text):
                    yield text
                case ast.Import(names=names):
                    yield from (each.name for each in names if is_foreign(each.name))
                case ast.ImportFrom(module=str(source), names=names):
                    imported = [source, *(f"{source}.{each.name}" for each in names)]
                    yield from list(filter(is_foreign, imported))[:1]


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
