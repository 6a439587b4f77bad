"""Positions with all players moved to other seats and the board turned with them.

Only the seat numbers differ then, so a fair player chooses the same move in both.
"""

from collections.abc import Callable
from typing import Final

from typed_moves import words_of

from boxtui.core import State
from boxtui.games import GAMES
from boxtui.games.kimbo.squares import HOME, SQUARE_NAMES, WIDTH, line_named, line_text, square_text

Words = dict[str, str]

SPACES: Final = 60
"""The number of spaces of Free the Box's neighborhood."""

QUARTERS: Final = 4


def turned(key: str, state: State, by: int) -> State:
    """Return the same position with every player `by` seats further on.

    The board must look the same from all seats: Kimbo's does with two and four players, and Free
    the Box's with two, three and six.
    """
    words = words_of(state.text())
    TURNS[key](words, by)
    return GAMES[key].parse(" ".join(f"{name}={value}" for name, value in words.items()))


def _move_on(words: Words, name: str, divider: str, by: int) -> None:
    """Rotate values that are in seat order."""
    values = words[name].split(divider)
    words[name] = divider.join(values[at - by] for at in range(len(values)))


def _renumber(words: Words, names: tuple[str, ...], seats: int, by: int) -> None:
    """Change seat numbers; `-` means no seat."""
    for name in names:
        if words[name] != "-":
            words[name] = str((int(words[name]) - 1 + by) % seats + 1)


def _shut_the_box(words: Words, by: int) -> None:
    _move_on(words, "scores", ",", by)
    _renumber(words, ("first", "seat"), words["scores"].count(",") + 1, by)


def _box(words: Words, by: int) -> None:
    _move_on(words, "handicap", ",", by)
    _renumber(words, ("turn", "first", "black"), 2, by)


def _free_o(words: Words, by: int) -> None:
    _move_on(words, "totals", ",", by)
    _move_on(words, "hands", ";", by)
    _move_on(words, "without", ";", by)
    seats = words["totals"].count(",") + 1
    _renumber(words, ("dealer", "seat", "next", "captor", "out"), seats, by)


def _free_the_box(words: Words, by: int) -> None:
    """Move each color's first space to that of the color `by` seats further on."""
    seats = words["tokens"].count(";") + 1
    assert SPACES % seats == 0
    tokens = words["tokens"].split(";")
    ahead = SPACES // seats * by
    words["tokens"] = ";".join(
        ",".join(_space_ahead(token, ahead) for token in own.split(",")) for own in tokens
    )
    _move_on(words, "tokens", ";", by)
    _move_on(words, "kept", ",", by)
    _renumber(words, ("seat",), seats, by)


def _space_ahead(token: str, ahead: int) -> str:
    """Return a token moved ahead; a token that isn't on a space stays the same."""
    space = token.rstrip("+")
    if not space.isdigit():
        return token
    return f"{(int(space) - 1 + ahead) % SPACES + 1}{token[len(space) :]}"


def _kimbo(words: Words, by: int) -> None:
    """Turn the board by the number of quarters between these sides."""
    seats = words["pieces"].count(";") + 1
    quarters = QUARTERS * by // seats
    assert quarters * seats == QUARTERS * by
    for _ in range(quarters):
        for name, turn, place in (
            ("pieces", _square_turned, _square_place),
            ("fences", _slot_turned, line_named),
        ):
            own = [sorted(map(turn, each.split(",")), key=place) for each in words[name].split(";")]
            words[name] = ";".join(map(",".join, own))
        if words["moved"] != "-":
            words["moved"] = _square_turned(words["moved"])
    _move_on(words, "pieces", ";", by)
    _move_on(words, "fences", ";", by)
    _renumber(words, ("seat",), seats, by)


def _square_place(name: str) -> int:
    return SQUARE_NAMES.get(name, HOME)


def _square_turned(name: str) -> str:
    """Return a square turned a quarter, from row 1 to column a."""
    if name not in SQUARE_NAMES:
        return name
    row, column = divmod(SQUARE_NAMES[name], WIDTH)
    return square_text((WIDTH - 1 - column) * WIDTH + row)


def _slot_turned(name: str) -> str:
    return line_text(line_named("/".join(map(_square_turned, name.split("/")))))


TURNS: Final[dict[str, Callable[[Words, int], None]]] = {
    "shut-the-box": _shut_the_box,
    "kimbo": _kimbo,
    "box": _box,
    "free-the-box": _free_the_box,
    "free-o": _free_o,
}
"""How the words of each game's positions are turned."""
