"""Ended matches, refusals, hints and saves in words."""

from datetime import datetime

from boxtui.core import OVER
from boxtui.games import GAMES
from boxtui.games.shared.wording import listed
from boxtui.play.match import Match, hides_seed
from saves.errors import SaveError, shown
from saves.journal import SUFFIX
from saves.library import Entry


def result_of(match: Match) -> str:
    """Return who won, as a sentence, or "" before the end."""
    if match.state.current_player() != OVER:
        return ""
    returns = match.state.returns()
    names = [seat.name for seat in match.seats]
    if len(names) == 1:
        return f"{names[0]}'s game is over."
    best = [name for name, share in zip(names, returns, strict=True) if share == max(returns)]
    if len(best) == len(names):
        return "A draw."
    return f"{listed(best)} {'wins' if len(best) == 1 else 'share the win'}."


def refusal_words(refusal: Exception) -> str:
    """Return why something can't be done; a save's error begins with its title."""
    return f"{refusal.title}: {refusal}" if isinstance(refusal, SaveError) else str(refusal)


def used_words(match: Match) -> str:
    """Return how often help was used in a match."""
    return f"Hints: {match.hints}. Taken back: {match.takebacks}."


def seed_words(match: Match) -> str:
    """Return the seed once the game is over if it was secret until then, else ""."""
    is_told = match.state.current_player() == OVER and hides_seed(match.game, match.seats)
    return f"The seed was {match.seed}." if is_told else ""


def title_of(entry: Entry) -> str:
    """Return a save's game, or its key if it is unknown here, or what is wrong with the save."""
    if entry.header is None:
        return entry.refusal.title if entry.refusal else ""
    key = entry.header.game
    return GAMES[key].title if key in GAMES else key


def name_of(entry: Entry) -> str:
    """Return a save's name in printable form."""
    return shown(entry.path).removesuffix(SUFFIX)


def changed_words(entry: Entry) -> str:
    """Return when a save changed last, or "?" for a time outside the calendar, as on some disks."""
    try:
        return f"{datetime.fromtimestamp(entry.changed):%Y-%m-%d %H:%M}"
    except (ValueError, OverflowError, OSError):
        return "?"


def progress_words(entry: Entry) -> str:
    """Return whether a readable save has ended, and who plays in it.

    The names come last, because there may not be room for all of them.
    """
    names = ", ".join(name for name, _ in entry.header.seats) if entry.header else ""
    return f"{'ended, ' if entry.ended else ''}{names}"
