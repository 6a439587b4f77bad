"""Ended matches, refusals, hints and saves in words."""

import re
from datetime import datetime

from boxtui.core import OVER
from boxtui.games import GAMES
from boxtui.games.shared.wording import counted, listed
from boxtui.play.match import HUMAN, Match, Seat, hides_seed
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


def level_words(seat: Seat) -> str:
    """Return a computer's level, as in `level 3`, or its agent's name; "" for a person."""
    if seat.player == HUMAN:
        return ""
    return re.sub("^level([0-9]+)$", r"level \1", seat.player)


def beaten_words(match: Match) -> list[str]:
    """Return the levels that a person has beaten, as a sentence, or nothing."""
    returns = match.state.returns() if match.state.current_player() == OVER else []
    won = [seat for seat, share in enumerate(returns) if share == max(returns)]
    levels = sorted({level_words(seat) for seat in match.seats if seat.player != HUMAN})
    if len(won) != 1 or not match.is_human(won[0]) or not levels:
        return []
    return [f"{match.seats[won[0]].name} has beaten {listed(levels)}."]


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


def ago_words(entry: Entry, now: float) -> str:
    """Return how long before `now` a save changed last; a date if that is long ago, or ahead."""
    minutes = (now - entry.changed) / 60
    if not 0 <= minutes < 60 * 24 * 14:
        return changed_words(entry).partition(" ")[0]
    if minutes < 1:
        return "just now"
    if minutes < 60:
        return f"{int(minutes)} min ago"
    if minutes < 60 * 24:
        return f"{int(minutes / 60)} h ago"
    return f"{counted(int(minutes / 60 / 24), 'day')} ago"


def story_words(match: Match) -> str:
    """Return who won an ended match, as in `Green won`; "" if it has not ended."""
    result = result_of(match)
    for now, then in (" wins.", " won"), (" share the win.", " shared the win"):
        if result.endswith(now):
            return result.removesuffix(now) + then
    return result.removesuffix(".")


def progress_words(entry: Entry) -> str:
    """Return whether a readable save has ended, and who plays in it.

    The names come last, because there may not be room for all of them.
    """
    names = ", ".join(name for name, _ in entry.header.seats) if entry.header else ""
    return f"{'ended, ' if entry.ended else ''}{names}"
