"""Words in a row, as sentences of any game have them."""

from collections.abc import Sequence


def listed(words: Sequence[str], last: str = "and") -> str:
    """Words in a row: `A`, `A and B`, `A, B and C`; `last` stands before the last one."""
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
