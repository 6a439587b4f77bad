"""A stylesheet that is parsed once for all apps of a process, not once for each."""

from functools import lru_cache
from typing import Any

from textual.cache import LRUCache
from textual.css.stylesheet import Stylesheet

_THEMES = 16
"""The most themes whose parsed rules are kept."""

_SOURCES = 256
"""The most sources of a theme whose parsed rules are kept; each widget class has one."""


class SharedStylesheet(Stylesheet):
    """A stylesheet that shares its parsed rules with all others that have the same variables."""

    def __init__(self, *, variables: dict[str, str]) -> None:
        super().__init__(variables=variables)
        self._parse_cache = _parsed(tuple(variables.items()))

    def set_variables(self, variables: dict[str, str]) -> None:
        """Set CSS variables."""
        self._parse_cache = LRUCache(1)  # it is cleared, which the others must not notice
        super().set_variables(variables)
        self._parse_cache = _parsed(tuple(variables.items()))

    def reparse(self) -> None:
        """Parse, with the variables that are set now, what hasn't been parsed with them yet."""
        self.parse()


@lru_cache(_THEMES)
def _parsed(_: tuple[tuple[str, str], ...]) -> LRUCache[tuple[Any, ...], list[Any]]:
    """Return the parsed rules of all sources with these variables."""
    return LRUCache(_SOURCES)
