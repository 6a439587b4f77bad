"""Reasons for moves as text: `make golden` rewrites them, on purpose.

Each paragraph of `FILE` is a claim, a position and, for each pair of a move and the best one, what
is said; after `DRAWBACK`, what is said of the move without telling the best one.
"""

from pathlib import Path

from ai.levels import ROSTERS
from boxtui.games import GAMES

FILE = Path(__file__).parents[1] / "ai" / "reasons.txt"

DRAWBACK = "  Drawback: "


def reviewed() -> dict[str, str]:
    """Return the paragraphs by their claims."""
    return dict(each.split("\n", 1) for each in FILE.read_text("utf-8").strip().split("\n\n"))


def as_said(paragraph: str) -> str:
    """Return a paragraph with what is said now."""
    position, *lines = paragraph.split("\n")
    key, text = position.split(" ", 1)
    state, told = GAMES[key].parse(text), [position]
    for pair in [line for line in lines if not line.startswith("  ")]:
        move, best = map(state.read_move, pair.split(" -> "))
        told += [pair, *(f"  {each}" for each in ROSTERS[key].reasons(state, move, best))]
        if move != best and (drawback := ROSTERS[key].drawback(state, move, best)):
            told.append(f"{DRAWBACK}{drawback}")
    return "\n".join(told)


def rewritten() -> str:
    now = [f"{claim}\n{as_said(paragraph)}" for claim, paragraph in reviewed().items()]
    return "\n\n".join(now) + "\n"


TEXTS = {FILE: rewritten}
