"""Every planted defect applies to the sources as they are, and its runner tells caught from missed.

`make planted` itself takes an hour, so it isn't run here.
"""

from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from time import sleep

import planted_defects
import pytest
from planted_defects import GOAL, Defect, Result, is_enough, planted, read_list

import boxtui

SOURCES = Path(boxtui.__file__).parents[1]
TESTS = Path(__file__).parents[1]
DEFECTS = read_list(planted_defects.LIST)
FEWEST = 100


def test_every_defect_applies_leaves_python_names_tests_and_says_what_goes_wrong() -> None:
    for defect in DEFECTS:
        assert planted(defect, SOURCES) != (SOURCES / defect.file).read_text("utf-8")
        assert defect.tests, defect.name
        assert all((TESTS.parent / tests).exists() for tests in defect.tests), defect.name
        assert defect.effect.endswith("."), defect.name


def test_there_are_enough_defects_and_some_in_every_package() -> None:
    assert len(DEFECTS) >= FEWEST
    modules = [
        module.relative_to(SOURCES)
        for package in ("boxtui", "ai", "tutorials", "saves")
        for module in (SOURCES / package).rglob("*.py")
        if not module.name.startswith("__")
    ]
    packages = {module.parent for module in modules}
    without = packages - {Path(defect.file).parent for defect in DEFECTS}
    assert not without, f"add a defect in {without} to tools/planted_defects.toml"


TOY = Defect(
    name="toy-adds-too-much",
    file="toy/count.py",
    old="return number + 1",
    new="return number + 2",
    tests=("tests",),
    effect="The toy counts too far.",
)
UNSEEN = replace(TOY, name="toy-never-ends-up-below", old="LEAST = 0", new="LEAST = 1")

COUNT = """LEAST = 0


def after(number):
    return number + 1


def last(number, limit: int) -> int:
    while number < limit:
        number = after(number)
    return number
"""

CLAIMS = """from toy.count import after


def test_after():
    assert after(1) == 2
"""


def toy(folder: Path, *defects: Defect) -> Path:
    """Make a tiny project with these defects in its list, and return its folder."""
    root = folder / "toys"
    files = {"toy/__init__.py": "", "toy/count.py": COUNT, "tests/test_count.py": CLAIMS}
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    (root / "list.toml").write_text("\n".join(map(listed, defects)))
    return root


def listed(defect: Defect) -> str:
    """Return a defect as a table of the list."""
    lines = [f"{key} = {value!r}" for key, value in vars(defect).items() if key != "tests"]
    return "\n".join(["[[defect]]", *lines, f"tests = {list(defect.tests)!r}", ""])


@pytest.fixture(autouse=True)
def _without_plugins(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have pytest start fast: the toy's tests need none of the plugins installed here."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")


def main(root: Path, *prefixes: str, limit: float = 120) -> int:
    return planted_defects.main(prefixes, root / "list.toml", root, "toy", limit)


@pytest.mark.waits
def test_a_caught_and_a_missed_defect_are_told_apart_if_their_names_have_a_given_prefix(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = toy(tmp_path, TOY, UNSEEN, replace(TOY, name="ludo"))
    assert main(root, "toy-", "chess") == 1
    said = capsys.readouterr().out.splitlines()
    lines = {line.split()[3]: line.split()[0] for line in said[:2]}
    assert lines == {TOY.name: "caught", UNSEEN.name: "MISSED"}
    assert said[2].startswith("1 of 2 caught (50.0%)")
    assert (root / "toy" / "count.py").read_text() == COUNT
    assert main(root, "chess") == 2


@pytest.mark.waits
def test_a_defect_that_hangs_is_caught(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = toy(tmp_path, replace(TOY, new="import time; time.sleep(600)"))
    assert main(root, limit=4) == 0
    assert "1 of 1 caught" in capsys.readouterr().out


@pytest.mark.waits
def test_an_interrupt_ends_the_tests_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, late = tmp_path / "begun", tmp_path / "late"

    def interrupted(trying: object) -> Iterator[Future[Result]]:
        while not begun.exists():
            sleep(0.01)
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr(planted_defects, "as_completed", interrupted)
    slow = f"import time; open({str(begun)!r}, 'w'); time.sleep(9); open({str(late)!r}, 'w')"
    assert main(toy(tmp_path, *(replace(TOY, name=name, new=slow) for name in "abc"))) == 130
    assert not late.exists()


@pytest.mark.waits
@pytest.mark.parametrize(
    ("old", "new", "limit", "says"),
    [
        ("== 2", "== 3", 120, "FAILED tests/test_count.py"),
        ("assert", "import time; time.sleep(600); assert", 0.5, "tests hangs without any defect"),
    ],
)
def test_tests_that_fail_anyway_or_hang_for_some_times_the_limit_prove_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, limit: float, says: str
) -> None:
    root = toy(tmp_path, TOY)
    (root / "tests" / "test_count.py").write_text(CLAIMS.replace(old, new))
    assert main(root, limit=limit) == 2
    assert says in capsys.readouterr().err


@pytest.mark.parametrize(
    ("defects", "why"),
    [
        ([replace(TOY, old="number")], "7 times"),
        ([replace(TOY, old="number + 9")], "0 times"),
        ([replace(TOY, new=TOY.old)], "changes nothing"),
        ([replace(TOY, new="return number +")], "no longer Python"),
        ([replace(TOY, file="toy/sum.py")], "no file"),
        ([TOY, TOY], "two defects with this name"),
    ],
)
def test_a_defect_that_cant_be_planted_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], defects: list[Defect], why: str
) -> None:
    assert main(toy(tmp_path, *defects)) == 2
    said = capsys.readouterr().err
    assert TOY.name in said
    assert why in said


def test_fewer_than_the_goal_are_not_enough() -> None:
    caught, missed = Result(TOY, True, 1.0), Result(TOY, False, 1.0)
    assert is_enough([caught] * GOAL + [missed] * (100 - GOAL))
    assert not is_enough([caught] * (GOAL - 1) + [missed] * (101 - GOAL))
