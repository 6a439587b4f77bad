"""Matches and their results in words."""

from math import isinf
from typing import Final

from boxtui.core import Game
from boxtui.play.match import Match, hides_seed
from boxtui.wording import listed

RESIGN: Final = "resign"
"""What people type to resign, also in games in which they can't."""

ENDED: Final = "ended"
UNFINISHED: Final = "unfinished"
"""How a match stands if nothing more is known, or nobody could win it."""


def winners(match: Match) -> list[int]:
    """Return the seats that won or share the win; none before the end, alone, or in a draw."""
    if not match.is_over:
        return []
    returns = match.state.returns()
    best = [seat for seat, share in enumerate(returns) if share == max(returns)]
    return best if len(best) < len(returns) else []


def ranked(match: Match) -> list[tuple[int, int]]:
    """Return each seat's rank, from 1, and the seat, best first; equal seats share a rank.

    The winners come first, the others follow by the game's tally. If nobody has won, the seats are
    in their order, with rank 0.
    """
    seats = range(len(match.seats))
    won = winners(match)
    if not won:
        return [(0, seat) for seat in seats]
    tally = match.game.tally(match.state) or [0] * len(seats)
    sign = 1 if match.game.lowest_wins else -1
    keys = [(seat not in won, sign * tally[seat]) for seat in seats]
    best_first = sorted(seats, key=keys.__getitem__)
    return [(sorted(keys).index(keys[seat]) + 1, seat) for seat in best_first]


def result_of(match: Match) -> str:
    """Return who won, and who resigned, in a sentence each, or "" before the end."""
    if not match.is_over:
        return ""
    outcome = f"{_outcome(match, 'wins', 'share the win')}."
    if not match.moves or match.moves[-1] != match.game.resignation:
        return outcome
    return f"{outcome} {match.seats[match.log[-1].seat].name} resigned."


def _outcome(match: Match, wins: str, share: str) -> str:
    """Return who won an ended match; `wins` and `share` are the verbs for one and for several."""
    if len(match.seats) == 1:
        return f"{match.seats[0].name}'s game is over"
    names = [match.seats[seat].name for seat in winners(match)]
    return f"{listed(names)} {wins if len(names) == 1 else share}" if names else "A draw"


def figures_words(match: Match) -> str:
    """Return the game's tally, seat by seat, as in `4:3:3:2`.

    It is "" in a game without one, and before any seat has a figure. A seat that has none yet has
    `-`; one that is out of the game, `out`.
    """
    tally = match.game.tally(match.state)
    if not tally or all(map(isinf, tally)):
        return ""
    return ":".join(map(_figure, tally))


def _figure(figure: float) -> str:
    if isinf(figure):
        return "-" if figure > 0 else "out"
    return f"{figure:,.1f}".removesuffix(".0")


def tally_meaning(game: Game) -> str:
    """Return what the figures of a game's tally count, and that low ones win if they do."""
    return f"{game.tally_words}{', low wins' if game.lowest_wins else ''}"


def standing_words(match: Match) -> str:
    """Return how a match stands, without figures, as in `Green won` or `unfinished`."""
    if not match.is_over:
        return UNFINISHED
    return _outcome(match, "won", "shared the win") if len(match.seats) > 1 else ENDED


def no_resigning(game: Game, typed: str, leaving: str) -> str:
    """Return that nobody can resign in a game if `typed` asks for it, else "".

    `leaving` is a sentence without its period that says how to leave instead.
    """
    if game.resignation is not None or typed.strip().lower() != RESIGN:
        return ""
    return f"You can't resign in {game.title}. {leaving}."


def used_words(match: Match) -> str:
    """Return how often help was used in a match, as far as any was; "" for none."""
    anyway = f", played anyway: {match.ignored}" if match.ignored else ""
    used = (
        f"Decisions with hints: {match.hints}{_hinted_words(match)}." if match.hints else "",
        f"Taken back: {match.takebacks}." if match.takebacks else "",
        f"Tutor's warnings: {match.warnings}{anyway}." if match.warnings else "",
    )
    return " ".join(filter(None, used))


def _hinted_words(match: Match) -> str:
    """Return whose decisions had hints, in brackets, if several people play and it is known."""
    by_seat = match.hints_by_seat()
    if not by_seat or len(match.persons()) < 2:
        return ""
    whose = [f"{match.seats[seat].name} {count}" for seat, count in sorted(by_seat.items())]
    return f" ({', '.join(whose)})"


def seed_words(match: Match) -> str:
    """Return the seed once the game is over if it was secret until then, else ""."""
    was_secret = match.is_over and hides_seed(match.game, match.seats)
    return f"The seed was {match.seed}." if was_secret else ""
