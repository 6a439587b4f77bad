"""How ended matches, refusals, hints and saves are told in words."""

from datetime import datetime

from boxtui.core import OVER
from boxtui.games import GAMES
from boxtui.games.shared.wording import listed
from boxtui.play.match import Match, hides_seed
from saves.errors import SaveError, shown
from saves.journal import SUFFIX
from saves.library import Entry


def result_of(match: Match) -> str:
    """Who won, as a sentence; "" before the end."""
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
    """Why something can't be done; of a save what is wrong with it stands first."""
    return f"{refusal.title}: {refusal}" if isinstance(refusal, SaveError) else str(refusal)


def used_words(match: Match) -> str:
    """The help that was asked for in a match."""
    return f"Hints: {match.hints}. Taken back: {match.takebacks}."


def seed_words(match: Match) -> str:
    """The seed, once the game is over, if it was kept from the players until then; else ""."""
    is_told = match.state.current_player() == OVER and hides_seed(match.game, match.seats)
    return f"The seed was {match.seed}." if is_told else ""


def title_of(entry: Entry) -> str:
    """A save's game, or its key if this boxtui doesn't have it; what is wrong with the save."""
    if entry.header is None:
        return entry.refusal.title if entry.refusal else ""
    key = entry.header.game
    return GAMES[key].title if key in GAMES else key


def name_of(entry: Entry) -> str:
    """A save's name as it may be printed."""
    return shown(entry.path).removesuffix(SUFFIX)


def changed_words(entry: Entry) -> str:
    """When a save changed last; "?" where that is no time of a calendar, as some disks have it."""
    try:
        return f"{datetime.fromtimestamp(entry.changed):%Y-%m-%d %H:%M}"
    except (ValueError, OverflowError, OSError):
        return "?"


def progress_words(entry: Entry) -> str:
    """Whether a save that can be read has ended, and who plays in it.

    The names come last, for where there is no room for all of them.
    """
    names = ", ".join(name for name, _ in entry.header.seats) if entry.header else ""
    return f"{'ended, ' if entry.ended else ''}{names}"
