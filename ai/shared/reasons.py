"""What the reasons of several games share: the end of those that speak for the worse move."""

from typing import Final

OUTWEIGHED: Final = "What follows outweighs that."

Merits = tuple[float, ...]
"""The figures that are told of a move, rounded as they are told; the higher the better."""


def with_an_end(told: list[tuple[str, Merits]]) -> list[str]:
    """The sentences on one move or on two, the best one last, with what is told of each.

    If no figure speaks for the best of two, the end says so: nobody should read a reason in them.
    """
    sentences = [sentence for sentence, _ in told]
    worse, better = told[0][1], told[-1][1]
    if len(told) == 1 or any(high > low for high, low in zip(better, worse)):
        return sentences
    return [*sentences, OUTWEIGHED]
