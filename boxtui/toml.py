"""TOML as boxtui reads it: no number or nesting that an error message couldn't show."""

import re
import tomllib
from typing import Any, Final

from boxtui.wording import quoted

DEEPEST: Final = 20
"""How many tables and lists may lie within one another."""

_LARGEST: Final = 2**63

_TOO_LARGE: Final = "a whole number doesn't fit into 64 bits"
_TOO_DEEP: Final = f"tables and lists are nested more than {DEEPEST} deep"

_ENDLESS_KEY: Final = re.compile(
    r"""(?<![A-Za-z0-9_-])(?:(?:[A-Za-z0-9_-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){100}"""
)
"""A key of very many parts: the time in which `tomllib` reads one grows with their square."""

_KEYS: Final = re.compile(r"""\(((?:'[^']*'|"[^"]*")(?:, (?:'[^']*'|"[^"]*"))*),?\)""")
"""The name of a table in a message of `tomllib`: a tuple of keys, as Python writes it."""

_QUOTED: Final = re.compile(r"""'[^']*'|"[^"]*\"""")
"""Each key of such a tuple."""

_BARE: Final = re.compile(r"^'([A-Za-z0-9_-]+)'$")
"""A key that TOML writes without quotes."""

_LONG: Final = re.compile(r"""'[^']{25,}'|"[^"]{25,}\"""")
"""A long key in a message of `tomllib`."""


def loads(content: str | bytes) -> dict[str, Any]:
    """Return the values in a text, which may begin with a byte order mark as some editors write it.

    Raises ValueError, in words for players, if it isn't UTF-8 or TOML, if a whole number doesn't
    fit into 64 bits, or if tables and lists are nested too deeply.
    """
    try:
        text = content if isinstance(content, str) else content.decode()
    except UnicodeDecodeError:
        raise ValueError("it is not text in UTF-8") from None
    if _ENDLESS_KEY.search(text):
        raise ValueError(_TOO_DEEP)
    try:
        values = tomllib.loads(text.removeprefix("\ufeff"))
    except RecursionError:
        raise ValueError(_TOO_DEEP) from None
    except tomllib.TOMLDecodeError as wrong:
        message = _LONG.sub(lambda key: quoted(key[0][1:-1]), str(wrong))
        raise ValueError(_KEYS.sub(_in_brackets, message)) from None
    except ValueError:  # Python reads no number of more than 4,300 digits
        raise ValueError(_TOO_LARGE) from None
    _check(values, DEEPEST)
    return values


def _in_brackets(keys: re.Match[str]) -> str:
    """Return the name of a table as TOML writes it."""
    names = [_BARE.sub(r"\1", key) for key in _QUOTED.findall(keys[1])]
    return f"[{'.'.join(names)}]"


def _check(value: object, room: int) -> None:
    if isinstance(value, dict | list):
        if not room:
            raise ValueError(_TOO_DEEP)
        for part in value.values() if isinstance(value, dict) else value:
            _check(part, room - 1)
    elif isinstance(value, int) and not -_LARGEST <= value < _LARGEST:
        raise ValueError(_TOO_LARGE)
