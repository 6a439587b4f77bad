"""Where each rule of a game is enforced, proved, taught and stated: `make rules GAME=kimbo`.

Nothing is listed by hand. Code and tests are read as text, with `ast`: compiled modules have no
docstrings, and no test is imported.
"""

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Final

import boxtui
from boxtui.games import GAMES, game_named
from tutorials.errors import LessonFault
from tutorials.lesson import Step, lesson_of
from tutorials.pages import rules_page

RULES_CORE: Final = Path(str(boxtui.__file__)).parent / "games"
"""The one folder whose code enforces rules."""

TESTS: Final = Path(__file__).parents[1] / "tests"

TEACHING: Final = ("show", "auto", "ask")
"""The kinds of steps that teach a rule; steps that only tell it don't."""

Places = Mapping[str, tuple[str, ...]]
"""Where each rule was found, by its number; a rule that was found nowhere isn't in it."""


@dataclass(frozen=True)
class Row:
    """One rule and, in the order of the sources, the places where it was found.

    Attributes:
        id: the rule's number.
        code: places as `boxtui/games/shut_the_box/tiles.py:59 fitting`.
        tests: the ids that pytest gives them.
        steps: names of steps of the lesson.
        page: the rule's title on the game's page; None if the page doesn't state it.
    """

    id: str
    code: tuple[str, ...]
    tests: tuple[str, ...]
    steps: tuple[str, ...]
    page: str | None


def covered(game: str, tests: Path) -> list[Row]:
    """Return a row, by number, for each rule that the game's page, code, tests or lesson names."""
    titles = {rule.number: rule.title for rule in rules_page(game).rules}
    prefix = next(iter(titles)).partition("-")[0]
    code, named, steps = enforced(RULES_CORE, prefix), proved(tests, prefix), taught(_steps(game))
    return [
        Row(rule, code.get(rule, ()), named.get(rule, ()), steps.get(rule, ()), titles.get(rule))
        for rule in sorted({*titles, *code, *named, *steps}, key=_order)
    ]


def _order(rule: str) -> tuple[int, str]:
    number = rule.rpartition("-")[2]
    return int(number) if number.isdecimal() else 0, rule


def enforced(folder: Path, prefix: str) -> Places:
    """Return where in a folder's code a docstring has a rule's number.

    Only functions, methods and classes count: a module's docstring gives the range of its rules.
    """
    numbers = re.compile(rf"\b{prefix}-\d+\b")
    return _gathered(
        (rule, f"{file.relative_to(folder.parents[1]).as_posix()}:{found.line} {found.name}")
        for file in sorted(folder.rglob("*.py"))
        for found in _definitions(file)
        for rule in dict.fromkeys(numbers.findall(found.docstring))
    )


def proved(tests: Path, prefix: str) -> Places:
    """Return what proves each rule: tests by their names, and claims of `said.txt`.

    A name has its rule's number as in `test_stb_3_what_it_proves`, a claim as in `# STB-3: ...`,
    with answers below it.
    """
    named = re.compile(rf"test_{prefix.lower()}_(\d+)(?:_|$)")
    claim = re.compile(rf"^# ({prefix}-\d+): .*$(?=(?:\n.+)*?\n  .+ -> )", re.MULTILINE)
    root = tests.parent
    by_name = (
        (f"{prefix}-{number[1]}", "::".join((file.relative_to(root).as_posix(), *names)))
        for file in sorted(tests.rglob("test_*.py"))
        for names in map(_collected, _definitions(file))
        if names and (number := named.match(names[-1]))
    )
    by_claim = (
        (found[1], f"{file.relative_to(root).as_posix()}: {found[0]}")
        for file in sorted(tests.rglob("said.txt"))
        for found in claim.finditer(file.read_text("utf-8"))
    )
    return _gathered(chain(by_name, by_claim))


def taught(steps: Iterable[Step]) -> Places:
    """Return the steps that teach each rule."""
    return _gathered(
        (rule, step.name) for step in steps if step.kind in TEACHING for rule in step.rules
    )


def _steps(game: str) -> tuple[Step, ...]:
    """Return the steps of a game's lesson; if there is none, or it is wrong, say so."""
    try:
        return lesson_of(game).steps
    except LessonFault as fault:
        print(fault, file=sys.stderr)
        return ()


def _gathered(found: Iterable[tuple[str, str]]) -> Places:
    places: defaultdict[str, list[str]] = defaultdict(list)
    for rule, place in found:
        places[rule].append(place)
    return {rule: tuple(some) for rule, some in places.items()}


@dataclass(frozen=True)
class _Definition:
    """A function, method or class: its dotted name in its module, its line, its docstring."""

    name: str
    line: int
    docstring: str


@cache
def _definitions(file: Path) -> tuple[_Definition, ...]:
    """Return all definitions in a source file; cached, because every game reads the same files."""
    return tuple(_defined_in(ast.parse(file.read_bytes(), file), ""))


def _defined_in(node: ast.AST, outer: str) -> Iterator[_Definition]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            name = f"{outer}{child.name}"
            yield _Definition(name, child.lineno, ast.get_docstring(child) or "")
            yield from _defined_in(child, f"{name}.")
        elif not isinstance(child, ast.expr):
            yield from _defined_in(child, outer)


def _collected(found: _Definition) -> list[str]:
    """Return the parts of a test's id; empty if pytest doesn't collect it (a local function)."""
    *classes, _ = names = found.name.split(".")
    return names if all(name.startswith("Test") for name in classes) else []


def missing(row: Row) -> list[str]:
    """Return what a rule lacks, in words."""
    lacks = {
        "not on the page": row.page is None,
        "no code": not row.code,
        "no test": not row.tests,
        "no step": not row.steps,
    }
    return [words for words, lacking in lacks.items() if lacking]


def gaps(rows: Iterable[Row]) -> list[str]:
    """Return every rule that lacks something, as `STB-3: no test, no step`."""
    return [f"{row.id}: {', '.join(missing(row))}" for row in rows if missing(row)]


def as_text(game: str, rows: Sequence[Row]) -> str:
    """Return a game's table within 78 columns: how often each rule was found, if at all."""
    return "\n".join([GAMES[game].title, "", *map(_line, rows), "", _totals(rows)])


def _line(row: Row) -> str:
    title = "not on the page" if row.page is None else row.page
    code = _cell("code", "no code", row.code)
    tests = _cell("tests", "no test", row.tests)
    return f"{row.id:<8}{title:<40.38}{code:<10}{tests:<11}{_cell('steps', 'no step', row.steps)}"


def _cell(name: str, gap: str, places: tuple[str, ...]) -> str:
    return f"{name} {len(places)}" if places else gap


def _totals(rows: Sequence[Row]) -> str:
    counts = {
        "stated": sum(row.page is not None for row in rows),
        "enforced": sum(bool(row.code) for row in rows),
        "proved": sum(bool(row.tests) for row in rows),
        "taught": sum(bool(row.steps) for row in rows),
    }
    return f"{len(rows)} rules: {', '.join(f'{count} {name}' for name, count in counts.items())}"


def main(keys: Sequence[str]) -> int:
    """Print the tables of these games, or of all; return 1 if a rule has a gap."""
    games = [game_named(key).key for key in keys] or list(GAMES)
    found = {game: covered(game, TESTS) for game in games}
    print("\n\n".join(as_text(game, rows) for game, rows in found.items()))
    return int(any(map(gaps, found.values())))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
