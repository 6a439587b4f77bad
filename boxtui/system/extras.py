"""Packages that only some commands need, and what to do if one is missing."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

_PACKAGES: Final = {"cluster": "distributed", "ssh": "asyncssh", "train": "numpy"}
"""The package that each extra of `pyproject.toml` adds."""


class ExtraMissing(Exception):
    """Raised if a package of an extra isn't installed; the message says what to do."""


@contextmanager
def needs_extra(extra: str) -> Iterator[None]:
    """Import what needs the package of that extra. Raises ExtraMissing if there is none."""
    package = _PACKAGES[extra]
    try:
        yield
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] != package:
            raise
        raise ExtraMissing(
            f"This needs the package {package}, which isn't installed. In the folder of boxtui's "
            f"source, run: pipx install --force '.[{extra}]'"
        ) from None
