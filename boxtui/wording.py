"""Lists, counts, players' names, and what was typed or is in a file, in sentences."""

import re
from collections.abc import Sequence
from datetime import date, time
from math import ceil, inf
from typing import Final

_SHOWN: Final = 24
"""The characters of what a person typed, or a file has, that are repeated where it is refused."""

_LONGEST_WORD: Final = 255
"""The characters of a path or another word that are repeated in a sentence about it."""

_LONGER_WORD: Final = re.compile(rf"(\S{{{_LONGEST_WORD}}})\S+?(?=[.,:;']{{0,2}}(?:\s|$))")

_STEPS: Final = ((5, 1), (30, 5), (60, 15), (inf, 30))
"""Up to so many minutes, an estimate is rounded up to a multiple of so many."""

POINT_DIGITS: Final = 1
"""The digits after the decimal point of percentages and of percentage points, as shown."""

_NOISE: Final = 1e-9
"""A share nearer to 0 or 1 than this is taken for it."""

_REGULAR: Final = (
    *("bid", "bring", "capture", "claim", "deal", "draw", "end", "jump", "keep", "lay", "leave"),
    *("mark", "move", "own", "play", "put", "resign", "roll", "score", "shuffle", "shut", "start"),
    *("take", "threaten", "turn", "use", "win"),
)
SECOND_PERSON: Final = {
    **{f"{verb}s": verb for verb in _REGULAR},
    "can": "can",
    "goes": "go",
    "has": "have",
    "is": "are",
    "passes": "pass",
}
"""The verbs that say what a player did, as they are said to that player."""

_DONE: Final = re.compile(r"(^|,? and |, |; )([a-z]+)\b")
"""Where such a verb may stand in the description of a move."""


def listed(words: Sequence[str], last: str = "and") -> str:
    """Return a list in words: `A`, `A and B`, `A, B and C`; `last` precedes the last one."""
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def counted(count: int | str, thing: str) -> str:
    """Return a number of things in words, `1 card`, `5 cards`; it may be written already, `2.5`."""
    return f"{count} {thing}" if str(count) == "1" else f"{count} {thing}s"


def coarse_minutes(minutes: float) -> int:
    """Return an estimate rounded up to a coarse number of minutes, at least 1."""
    step = next(step for most, step in _STEPS if minutes <= most)
    return max(step * ceil(minutes / step), 1)


def minutes_words(minutes: int) -> str:
    """Return an estimate in words: `about 3 minutes`; 1 is `less than a minute`."""
    return f"about {minutes} minutes" if minutes > 1 else "less than a minute"


def printable(text: str) -> str:
    """Return the text with '?' in place of characters that would control a terminal."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def shortened(given: str, most: int = _SHOWN) -> str:
    """Return what a person typed or a file has, printable; only its beginning if it is longer."""
    return printable(given[:most]) + ("..." if len(given) > most else "")


def with_short_words(sentence: str) -> str:
    """Return a sentence with only the beginning of a very long word, such as a path."""
    return _LONGER_WORD.sub(r"\1...", sentence)


def quoted(given: object, most: int = _SHOWN) -> str:
    """Return what `shortened` does: a text in quotes, a list as in Python, others as in TOML."""
    if isinstance(given, dict):
        return "a table"
    if isinstance(given, bool | date | time):
        return str(given).lower()
    if not isinstance(given, str):
        return shortened(repr(given))
    shown = shortened(given, most)
    mark = '"' if "'" in shown and '"' not in shown else "'"
    return f"{mark}{shown}{mark}"


def _without_noise(share: float) -> float:
    """Return 0 or 1 for a share that differs from it by rounding errors alone, as sums may."""
    return round(share) + 0.0 if abs(share - round(share)) < _NOISE else share


def percent(share: float, digits: int = POINT_DIGITS) -> str:
    """Return a share as a percentage; only what is certain is called 0% or 100%."""
    share = _without_noise(share)
    shown, least = f"{share:.{digits}%}", 10.0 ** -(digits + 2)
    if share > 0.0 and shown == f"{0.0:.{digits}%}":
        return f"less than {least:.{digits}%}"
    if share < 1.0 and shown == f"{1.0:.{digits}%}":
        return f"more than {1.0 - least:.{digits}%}"
    return shown


def about_percent(share: float) -> str:
    """Return an estimated share as `about 46.1%`, or as `percent` does near 0% and 100%."""
    shown = percent(share)
    is_certain = _without_noise(share) in (0.0, 1.0)
    return shown if is_certain or not shown[0].isdigit() else f"about {shown}"


def ranges(numbers: Sequence[int]) -> str:
    """Return ascending numbers, those in a row by the first and the last one, as in `1-3 5`."""
    rows: list[list[int]] = []
    for number in numbers:
        if rows and number == rows[-1][-1] + 1:
            rows[-1].append(number)
        else:
            rows.append([number])
    return " ".join(f"{row[0]}-{row[-1]}" if len(row) > 1 else f"{row[0]}" for row in rows)


def capitalized(name: str) -> str:
    """Return what sentences call a move with a capital letter, but a notation as it is."""
    first = name.partition(" ")[0]
    return name[0].upper() + name[1:] if len(first) > 1 and first.isalpha() else name


def is_whole(clause: str) -> bool:
    """Whether the description of a move is a whole sentence, of what no player did."""
    return clause[:1].isupper()


def in_second_person(clause: str) -> str:
    """Return what a move did as it is said to its player: `roll 7` for `rolls 7`."""
    if is_whole(clause):
        return clause
    return _DONE.sub(lambda part: part[1] + SECOND_PERSON.get(part[2], part[2]), clause)


def with_name(clause: str, seat: int, names: Sequence[str], after_name: str = " ") -> str:
    """Return what a move of a seat did, with players' names in place of seats.

    The player's name precedes it, unless it is a whole sentence.
    """
    return f"{'' if is_whole(clause) else names[seat] + after_name}{named(clause, names)}"


def named(sentence: str, names: Sequence[str]) -> str:
    """Return a sentence with players' names in place of their seats."""
    return re.sub(r"\bseat (\d+)\b", lambda seat: names[int(seat[1]) - 1], sentence)
