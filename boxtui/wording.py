"""Lists, counts and players' names in sentences."""

import re
from collections.abc import Sequence


def listed(words: Sequence[str], last: str = "and") -> str:
    """Return a list in words: `A`, `A and B`, `A, B and C`; `last` precedes the last one."""
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def counted(count: int, thing: str) -> str:
    """Return a number of things in words: `1 card`, `5 cards`."""
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def named(sentence: str, names: Sequence[str]) -> str:
    """Return a sentence with players' names in place of their seats."""
    return re.sub(r"\bseat (\d+)\b", lambda seat: names[int(seat[1]) - 1], sentence)
