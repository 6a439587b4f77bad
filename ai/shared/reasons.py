"""The sentence that ends an explanation, in several games, if it favors the worse move."""

from typing import Final

OUTWEIGHED: Final = "What follows weighs more."

Merits = tuple[float, ...]
"""The figures stated about a move, rounded as stated; higher is better."""


def with_conclusion(stated: list[tuple[str, Merits]]) -> list[str]:
    """Return the sentences on one or two moves, the best one last.

    `stated` has a sentence and its figures for each move. If no figure favors the best of two, a
    sentence at the end says so, because nobody should take the figures for a reason.
    """
    sentences = [sentence for sentence, _ in stated]
    worse, better = stated[0][1], stated[-1][1]
    if len(stated) == 1 or any(high > low for high, low in zip(better, worse)):
        return sentences
    return [*sentences, OUTWEIGHED]
