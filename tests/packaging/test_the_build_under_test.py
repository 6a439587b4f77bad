"""Each run of `make test` names the build that it means to test; this checks that it does."""

import importlib.machinery
import os
import tomllib
from pathlib import Path

import pytest

import boxtui
from boxtui import core
from boxtui.system.release import version_words

PACKAGES = ("boxtui", "ai", "tutorials", "saves")
ROOT = Path(__file__).parents[2]
SITE = Path(boxtui.__file__).parents[1]

expected = pytest.mark.skipif(
    "BOXTUI_EXPECT_BUILD" not in os.environ,
    reason="BOXTUI_EXPECT_BUILD doesn't say which build is meant",
)


def meant_to_be_compiled() -> set[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    table: dict[str, list[str]] = project["tool"]["boxtui"]
    compiled, cold = (
        {path.relative_to(SITE) for glob in table[key] for path in SITE.glob(glob)}
        for key in ("compiled", "cold")
    )
    return {str(path.with_suffix("")) for path in compiled - cold if path.name != "__init__.py"}


def compiled() -> set[str]:
    """Return the modules that are installed compiled, as paths without a suffix."""
    suffixes = tuple(importlib.machinery.EXTENSION_SUFFIXES)
    return {
        str((path.parent / path.name.partition(".")[0]).relative_to(SITE))
        for package in PACKAGES
        for path in (SITE / package).rglob("*")
        if path.name.endswith(suffixes)
    }


@expected
def test_what_is_compiled_is_what_this_run_expects() -> None:
    meant = os.environ["BOXTUI_EXPECT_BUILD"]
    all_of_them = meant_to_be_compiled() | {"boxtui/compiled__mypyc"}
    assert compiled() == {"pure": set(), "compiled": all_of_them}[meant], (
        "`make clean` removes a stale compiled module"
    )


@expected
def test_boxtui_core_and_the_version_are_of_the_build_that_this_run_expects() -> None:
    kind = "pure" if str(core.__file__).endswith(".py") else "compiled"
    assert kind == os.environ["BOXTUI_EXPECT_BUILD"]
    assert version_words().endswith(f" ({kind})")
