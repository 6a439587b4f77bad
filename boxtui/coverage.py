"""Where each rule of a game is enforced, proved, taught and stated: `boxtui rules --coverage`.

Nothing is listed by hand. Code and tests are read as text, with `ast`: compiled modules have no
docstrings, and no test is imported.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from itertools import groupby
from pathlib import Path
from textwrap import fill
from typing import Final

from boxtui.games import GAMES
from boxtui.lines import LINE_CELLS
from tutorials.lesson import Step, lesson_of
from tutorials.pages import rules_page

RULES_CORE: Final = Path(__file__).parent / "games"
"""The one folder whose code enforces rules."""

TEACHING: Final = ("show", "auto", "ask")
"""The kinds of steps that teach a rule: one that only tells it doesn't."""

NEEDS_CHECKOUT: Final = (
    "The test column needs a checkout of boxtui: there, run python -m boxtui rules --coverage."
)

Places = Mapping[str, tuple[str, ...]]
"""Where each rule was found, by its number; a rule found nowhere isn't in it."""


@dataclass(frozen=True)
class Row:
    """One rule: its number `id` and, in the order of the sources, the places where it was found.

    `code` is as `boxtui/games/shut_the_box/tiles.py:59 fitting`; `tests` are the ids that pytest
    gives them, and None where there was no folder to read; `steps` are names of steps of the
    lesson. `page` is the rule's title on the game's page, None where that doesn't state it.
    """

    id: str
    game: str
    code: tuple[str, ...]
    tests: tuple[str, ...] | None
    steps: tuple[str, ...]
    page: str | None


def checkout(source: Path = Path(__file__)) -> Path | None:
    """The checkout that this module's source lies in; None where it is an installed one."""
    root = source.parents[1]
    return root if (root / "pyproject.toml").is_file() and (root / "tests").is_dir() else None


def covered(game: str, tests: Path | None) -> list[Row]:
    """A row for each rule that the game's page, code, tests or lesson names, by number.

    `tests` is the folder of the tests, None where there is none to read.
    """
    titles = {rule.number: rule.title for rule in rules_page(game).rules}
    prefix = next(iter(titles)).partition("-")[0]
    code = enforced(RULES_CORE, prefix)
    proofs = None if tests is None else proved(tests, prefix)
    return joined(game, titles, code, proofs, taught(_steps(game)))


def joined(
    game: str, titles: Mapping[str, str], code: Places, tests: Places | None, steps: Places
) -> list[Row]:
    """The four columns side by side, a row for each rule that is in any of them, by number."""
    return [
        Row(
            id=rule,
            game=game,
            code=code.get(rule, ()),
            tests=None if tests is None else tests.get(rule, ()),
            steps=steps.get(rule, ()),
            page=titles.get(rule),
        )
        for rule in sorted({*titles, *code, *(tests or ()), *steps}, key=_order)
    ]


def _order(rule: str) -> tuple[int, str]:
    number = rule.rpartition("-")[2]
    return int(number) if number.isdecimal() else 0, rule


def enforced(folder: Path, prefix: str) -> Places:
    """Where in a folder's code a docstring bears a rule's number.

    Only those of functions, methods and classes: a module's gives the range of its rules.
    """
    numbers = re.compile(rf"\b{prefix}-\d+\b")
    return _gathered(
        (rule, f"{file.relative_to(folder.parents[1]).as_posix()}:{found.line} {found.name}")
        for file in sorted(folder.rglob("*.py"))
        for found in _definitions(file)
        for rule in dict.fromkeys(numbers.findall(found.docstring))
    )


def proved(tests: Path, prefix: str) -> Places:
    """The tests whose name bears a rule's number, as in `test_stb_3_what_it_proves`."""
    claim = re.compile(rf"test_{prefix.lower()}_(\d+)(?:_|$)")
    return _gathered(
        (f"{prefix}-{number[1]}", "::".join((file.relative_to(tests.parent).as_posix(), *names)))
        for file in sorted(tests.rglob("test_*.py"))
        for names in map(_collected, _definitions(file))
        if names and (number := claim.match(names[-1]))
    )


def taught(steps: Iterable[Step]) -> Places:
    """The steps that teach each rule."""
    return _gathered(
        (rule, step.name) for step in steps if step.kind in TEACHING for rule in step.rules
    )


def _steps(game: str) -> tuple[Step, ...]:
    try:
        return lesson_of(game).steps
    except FileNotFoundError:
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
    """All that a source file defines; cached, for every game asks for the same files."""
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
    """The parts of a test's id; none for what pytest doesn't collect, such as a local function."""
    *classes, _ = names = found.name.split(".")
    return names if all(name.startswith("Test") for name in classes) else []


def missing(row: Row) -> list[str]:
    """What a rule lacks, in words; no test is missing where none could be read."""
    lacks = {
        "not on the page": row.page is None,
        "no code": not row.code,
        "no test": row.tests == (),
        "no step": not row.steps,
    }
    return [words for words, lacking in lacks.items() if lacking]


def gaps(rows: Iterable[Row]) -> list[str]:
    """Every rule that lacks something, as `STB-3: no test, no step`."""
    return [f"{row.id}: {', '.join(missing(row))}" for row in rows if missing(row)]


def as_json(rows: Iterable[Row]) -> list[dict[str, object]]:
    """The rows by the names of their columns, every place in them."""
    return [asdict(row) for row in rows]


def as_text(rows: Sequence[Row]) -> str:
    """A table a game within 78 columns: how often each rule was found, or that it wasn't."""
    tables = [_table(game, list(some)) for game, some in groupby(rows, lambda row: row.game)]
    if any(row.tests is None for row in rows):
        tables.append([fill(NEEDS_CHECKOUT, LINE_CELLS)])
    return "\n\n".join("\n".join(table) for table in tables)


def _table(game: str, rows: list[Row]) -> list[str]:
    return [GAMES[game].title, "", *map(_line, rows), "", _totals(rows)]


def _line(row: Row) -> str:
    title = "not on the page" if row.page is None else row.page
    code = _cell("code", "no code", row.code)
    tests = _cell("tests", "no test", row.tests)
    return f"{row.id:<8}{title:<40.38}{code:<10}{tests:<11}{_cell('steps', 'no step', row.steps)}"


def _cell(name: str, gap: str, places: tuple[str, ...] | None) -> str:
    if places is None:
        return f"{name} ?"
    return f"{name} {len(places)}" if places else gap


def _totals(rows: list[Row]) -> str:
    stated = sum(row.page is not None for row in rows)
    counts = [f"{stated} stated", f"{sum(bool(row.code) for row in rows)} enforced"]
    if all(row.tests is not None for row in rows):
        counts.append(f"{sum(bool(row.tests) for row in rows)} proved")
    counts.append(f"{sum(bool(row.steps) for row in rows)} taught")
    return f"{len(rows)} rules: {', '.join(counts)}"
