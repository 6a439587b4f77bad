"""Packages that only some commands need, and what to do if one is missing."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from boxtui.system.failure import Failure

_OWN: Final = {"ai", "boxtui", "saves", "tutorials"}
"""The packages that are boxtui's own."""


class ExtraMissing(Failure):
    """Raised if a package of an extra isn't installed; the message says what to do."""


@contextmanager
def needs_extra(extra: str) -> Iterator[None]:
    """Import what needs that extra of `pyproject.toml`.

    Raises ExtraMissing if a package that it adds, or one that these need, isn't installed.
    """
    try:
        yield
    except ModuleNotFoundError as missing:
        package = (missing.name or "").partition(".")[0]
        if not package or package in _OWN:
            raise
        raise ExtraMissing(
            f"This needs the package {package}, which isn't installed. In the folder of boxtui's "
            f"source, run: pipx install --force '.[{extra}]'"
        ) from None
