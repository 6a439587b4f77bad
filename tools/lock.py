"""Writes `constraints.txt`, the versions of what is installed for development: `make lock`.

They are the newest that pyproject.toml allows and that have a wheel for every Python in `PYTHONS`.
"""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

CHECKOUT: Final = Path(__file__).resolve().parents[1]
FILE: Final = Path(__file__).with_name("constraints.txt")
PYTHONS: Final = ("3.11", "3.12", "3.13", "3.14")
"""The oldest first: packages are more likely to lack an old version of Python than a new one."""

HEADING: Final = """\
# The exact versions of everything that is installed to develop and test boxtui, on Python 3.11 to
# 3.14. `make lock` writes this file; `make play` and `pip install boxtui` don't use it.
"""


def wanted() -> list[str]:
    """Return the requirements of boxtui and of its development."""
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))["project"]
    return [*project["dependencies"], *project["optional-dependencies"]["dev"]]


def resolved(python: str, requirements: list[str]) -> dict[str, str]:
    """Return the versions that pip would install for that Python, by name.

    pip evaluates the conditions of requirements (`; python_version < "3.12"`) for the Python that
    runs it, so a package that only another Python needs is missing here. On that Python,
    `tests/tools/test_lock.py` fails and names it.
    """
    with TemporaryDirectory() as scratch:
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
        kind = ["--only-binary=:all:", f"--python-version={python}", f"--target={scratch}"]
        report = Path(scratch, "report.json")
        ask = ["--dry-run", "--ignore-installed", f"--report={report}"]
        subprocess.run([*pip, *kind, *ask, *requirements], check=True)
        installed = json.loads(report.read_text("utf-8"))["install"]
    return {item["metadata"]["name"]: item["metadata"]["version"] for item in installed}


def locked() -> dict[str, str]:
    """Return the versions in the file, by name."""
    return dict(re.findall("^([^#=]+)==(.+)$", FILE.read_text("utf-8"), re.MULTILINE))


def main() -> None:
    """Resolve for the oldest Python, check the others, and write the file."""
    found = resolved(PYTHONS[0], wanted())
    pinned = sorted((f"{name}=={version}" for name, version in found.items()), key=str.lower)
    for python in PYTHONS[1:]:
        resolved(python, pinned)
    FILE.write_text(HEADING + "\n".join(pinned) + "\n", "utf-8")


if __name__ == "__main__":
    main()
