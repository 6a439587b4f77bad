"""How statements about two moves are compared: what holds for both is a reason for neither."""

from typing import Final

OUTWEIGHED: Final = "What follows outweighs that."
"""The end of an explanation that favors the worse move."""

_LATER: Final = " becomes clear only later."

LATER: Final = f"The difference between the two moves{_LATER}"
"""The whole explanation if nothing that can be stated distinguishes the moves."""

Merits = tuple[float, ...]
"""The figures stated about a move, rounded as stated; higher is better."""


def unclear(move: str = "it") -> str:
    """Return the end of an explanation of the best move alone if nothing stated favors it."""
    return f"Why {move} is best{_LATER}"


def is_unclear(reason: str) -> bool:
    """Whether a sentence only says that it isn't clear yet why a move is best."""
    return reason.endswith(_LATER)


def speak_for_it(reasons: list[str]) -> bool:
    """Whether reasons for a move state anything that favors it."""
    return bool(reasons) and reasons[-1] != OUTWEIGHED and not is_unclear(reasons[-1])


def told_apart(stated: list[tuple[str, str]]) -> list[str]:
    """Return the sentences on one or two moves, the best one last.

    `stated` has the beginning of each sentence, which names the move, and the rest. There are none
    if the same is said of two moves.
    """
    is_shared = len(stated) == 2 and stated[0][1] == stated[1][1]
    return [] if is_shared else [move + rest for move, rest in stated]


def with_conclusion(stated: list[tuple[str, str, Merits]], unnoticed: Merits = ()) -> list[str]:
    """Return the sentences on one or two moves, the best one last.

    `stated` has for each move the two parts of its sentence, as in `told_apart`, and its figures.
    If no figure favors the best of two, a sentence at the end says so, because nobody should take
    the figures for a reason. If the same is said of both, only that sentence remains. Differences
    up to `unnoticed`, by figure, count as none.
    """
    sentences = told_apart([(move, rest) for move, rest, _ in stated])
    if not sentences:
        return [LATER]
    if len(stated) == 1 or is_favored(stated[-1][2], stated[0][2], unnoticed):
        return sentences
    is_outweighed = is_favored(stated[0][2], stated[-1][2], unnoticed)
    return [*sentences, OUTWEIGHED if is_outweighed else LATER]


def is_favored(better: Merits, worse: Merits, unnoticed: Merits = ()) -> bool:
    """Whether a figure is higher than the other's, by more than is `unnoticed`."""
    margins = unnoticed or (0.0,) * len(better)
    return any(high - low > margin for high, low, margin in zip(better, worse, margins))
