"""Files of the cache with a right checksum but with other content."""

import json
from collections.abc import Iterator
from typing import Any, Final

from boxtui.learn.cache import checksum

OTHERS: Final[tuple[Any, ...]] = (
    None,
    True,
    -1,
    99,
    10**30,
    1e300,
    float("nan"),
    "",
    "\x1b[2J",
    "x",
    [],
    {},
    [[]],
    {"x": 1},
)
"""What takes the place of each value."""

DEEP: Final = "[" * 100_000
"""Content that ends in a RecursionError."""


def spoiled(whole: str) -> Iterator[str]:
    """Yield a file again and again, each time with another value in place of one of its own.

    In each list only the first item is replaced.
    """
    body = whole.partition("\n")[2]
    yield with_checksum(DEEP)
    for place in list(_places(json.loads(body))):
        for other in OTHERS:
            yield with_checksum(json.dumps(_replaced(json.loads(body), place, other)))


def with_checksum(body: str) -> str:
    """Return a file with that content."""
    return f"{checksum(body)}\n{body}\n"


def _places(data: Any) -> Iterator[tuple[str | int, ...]]:
    """Yield the keys and indices that lead to each value."""
    yield ()
    inner = data.items() if isinstance(data, dict) else []
    if isinstance(data, list):
        inner = list(enumerate(data[:1]))
    for key, value in inner:
        yield from ((key, *rest) for rest in _places(value))


def _replaced(data: Any, place: tuple[str | int, ...], other: Any) -> Any:
    if not place:
        return other
    data[place[0]] = _replaced(data[place[0]], place[1:], other)
    return data
