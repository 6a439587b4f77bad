"""How an ended match is told."""

from boxtui.core import OVER
from boxtui.match import Match


def result_of(match: Match) -> str:
    """Who won, as a sentence; "" before the end."""
    if match.state.player() != OVER:
        return ""
    returns = match.state.returns()
    names = [seat.name for seat in match.seats]
    if len(names) == 1:
        return f"{names[0]}'s game is over."
    best = [name for name, share in zip(names, returns, strict=True) if share == max(returns)]
    if len(best) == len(names):
        return "A draw."
    return f"{' and '.join(best)} {'wins' if len(best) == 1 else 'share the win'}."
