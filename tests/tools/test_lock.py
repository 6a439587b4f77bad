"""All that is installed for development has the versions in tools/constraints.txt, everywhere."""

import re
import tomllib
from importlib.metadata import distributions
from pathlib import Path

from lock import PYTHONS, locked, wanted

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
UNLOCKED = {"boxtui", "pip"}
"""Ourselves, and what every new environment has."""


def plain(name: str) -> str:
    """Return a package's name as package indexes compare it."""
    return re.sub("[-_.]+", "-", name).lower()


def test_everything_installed_here_has_its_locked_version() -> None:
    versions = {plain(name): version for name, version in locked().items()}
    found = {plain(each.name): each.version for each in distributions()}
    assert {name: versions.get(name) for name in found.keys() - UNLOCKED} == {
        name: version for name, version in found.items() if name not in UNLOCKED
    }, "`make lint` installs the versions in tools/constraints.txt, which `make lock` writes"


def test_every_requirement_is_locked() -> None:
    names = {plain(re.split("[^A-Za-z0-9_.-]", requirement)[0]) for requirement in wanted()}
    assert names <= set(map(plain, locked()))


def test_the_locked_versions_are_for_every_python_that_is_tested_and_released() -> None:
    ci = (ROOT / ".github" / "workflows" / "ci.yml").read_text("utf-8")
    assert "python: [{}]".format(", ".join(f'"{python}"' for python in PYTHONS)) in ci
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    wheels = " ".join(f"cp{python.replace('.', '')}-*" for python in PYTHONS)
    assert project["tool"]["cibuildwheel"]["build"] == wheels


def test_before_a_commit_only_the_locked_tools_run() -> None:
    hooks = (ROOT / ".pre-commit-config.yaml").read_text("utf-8")
    assert set(re.findall("repo: (.*)", hooks)) == {"local"}
    assert set(re.findall("language: (.*)", hooks)) == {"system"}
    assert set(re.findall("entry: (.*)", hooks)) == {"make lint"}


def test_the_workflows_install_only_locked_tools() -> None:
    installs = [
        line for file in WORKFLOWS for line in file.read_text("utf-8").splitlines() if "pip" in line
    ]
    assert installs
    for line in installs:
        assert "pip install --constraint tools/constraints.txt" in line or "PIP_CONSTRAINT:" in line
