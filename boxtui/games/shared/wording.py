"""Words in a row and counts, as sentences of any game have them."""

import re
from collections.abc import Sequence


def listed(words: Sequence[str], last: str = "and") -> str:
    """Words in a row: `A`, `A and B`, `A, B and C`; `last` stands before the last one."""
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def counted(count: int, thing: str) -> str:
    """So many things: `1 card`, `5 cards`."""
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def named(sentence: str, names: Sequence[str]) -> str:
    """A sentence about seats with the names of who sits there."""
    return re.sub(r"\bseat (\d+)\b", lambda seat: names[int(seat[1]) - 1], sentence)
