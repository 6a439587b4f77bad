"""What the code of all screens, boards and lists keeps to."""

import ast
import importlib
import inspect
import pkgutil
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.binding import Binding
from textual.dom import DOMNode

import boxtui.tui
from boxtui.tui.screens.page import Page

for module in pkgutil.walk_packages(boxtui.tui.__path__, "boxtui.tui."):
    importlib.import_module(module.name)


def classes(base: type[DOMNode] = DOMNode) -> Iterator[type[DOMNode]]:
    """Yield our own classes that have keys, each once."""
    for child in dict.fromkeys(base.__subclasses__()):
        if child.__module__.startswith("boxtui.tui."):
            yield child
        yield from classes(child)


def actions(kind: type[DOMNode]) -> set[str]:
    """Return the actions of the keys that objects of a class may have, as the bindings say them."""
    related = [*kind.__mro__, *classes(kind)]
    bound = [each for cls in related for each in vars(cls).get("BINDINGS", ())]
    return {each.action for each in bound if isinstance(each, Binding)}


def named(kind: type[DOMNode], method: str) -> set[str]:
    """Return the texts with which a class compares actions in a method of its own."""
    if method not in vars(kind):
        return set()
    tree = ast.parse(textwrap.dedent(inspect.getsource(vars(kind)[method])))
    compared: list[ast.expr] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and ast.unparse(node.left).endswith("action"):
            compared += node.comparators
        elif isinstance(node, ast.Match) and ast.unparse(node.subject).endswith("action"):
            patterns = (part for case in node.cases for part in ast.walk(case.pattern))
            compared += [part.value for part in patterns if isinstance(part, ast.MatchValue)]
    texts: set[str] = set()
    for each in compared:  # such as f"play({DONE})"
        value = eval(ast.unparse(each), vars(sys.modules[kind.__module__]))
        texts |= {value} if isinstance(value, str) else {*value}
    return texts


KINDS = [*dict.fromkeys(classes())]


@pytest.mark.parametrize("method", ["described", "check_action", "offers"])
def test_only_actions_are_named_that_a_key_has(method: str) -> None:
    texts = {kind: named(kind, method) for kind in KINDS}
    assert sum(map(len, texts.values())) > 10, "hardly any action was found"
    for kind, found in texts.items():
        bound = actions(kind)
        if method != "described":  # those get the action's name alone
            bound = {action.partition("(")[0] for action in bound}
        assert found <= bound, (kind.__name__, found - bound)


def test_no_screen_or_widget_looks_up_a_widget() -> None:
    lookups = ("query", "get_child", "get_widget")
    calls = [
        f"{path.name}:{node.lineno}"
        for path in Path(boxtui.tui.__path__[0]).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Attribute) and node.attr.startswith(lookups)
    ]
    assert calls == []


def test_no_screen_handles_a_message_that_a_class_above_it_handles() -> None:
    """Textual calls both handlers, so the base class's may undo what the subclass's did."""
    pages: list[type] = [Page, *classes(Page)]
    twice = {
        f"{kind.__name__}.{name}"
        for kind in pages
        for name in vars(kind)
        for above in kind.__mro__[1:]
        if name.startswith("on_") and name in vars(above)
    }
    assert twice == set()
