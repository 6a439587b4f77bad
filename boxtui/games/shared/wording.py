"""Lists and counts in the sentences of any game."""

import re
from collections.abc import Sequence


def listed(words: Sequence[str], last: str = "and") -> str:
    """Return a list in words: `A`, `A and B`, `A, B and C`; `last` precedes the last one."""
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def counted(count: int, thing: str) -> str:
    """Return a number of things in words: `1 card`, `5 cards`."""
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def ordinal(number: int) -> str:
    """Return a rank in a list: `1st`, `2nd`, `3rd`, `4th`, `11th`."""
    endings = {1: "st", 2: "nd", 3: "rd"}
    return f"{number}{'th' if number in (11, 12, 13) else endings.get(number % 10, 'th')}"


def named(sentence: str, names: Sequence[str]) -> str:
    """Return a sentence with players' names in place of their seats."""
    return re.sub(r"\bseat (\d+)\b", lambda seat: names[int(seat[1]) - 1], sentence)
