"""Words in a row and counts, as sentences of any game have them."""

from collections.abc import Sequence


def listed(words: Sequence[str], last: str = "and") -> str:
    """Words in a row: `A`, `A and B`, `A, B and C`; `last` stands before the last one."""
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def counted(count: int, thing: str) -> str:
    """So many things: `1 card`, `5 cards`."""
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"
