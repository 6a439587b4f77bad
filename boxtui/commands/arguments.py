"""Readers for the values of command-line options."""

import re
from argparse import ArgumentTypeError
from functools import partial
from pathlib import Path
from typing import Final

from boxtui.core import BadOption, is_number, number_within
from boxtui.play.match import typed_seed
from boxtui.wording import quoted

MOST_SEARCHERS: Final = 64
"""The most search processes of a host; each takes a moment to start, and about 40 MB."""

_DIGITS: Final = 99
"""The most digits of a number that is compared with what is possible only where it is used."""


def _list_of_numbers(example: str, text: str) -> list[int]:
    words = text.replace(",", " ").split()
    if not words or not all(is_number(word, _DIGITS) for word in words):
        raise ArgumentTypeError(f"{quoted(text)} is not a list of numbers, as in {example}")
    return [int(word) for word in words]


def _within(allowed: range, what: str, text: str) -> int:
    if not (is_number(text, 9) and int(text) in allowed):
        raise ArgumentTypeError(f"{quoted(text)} is not a {what}")
    return int(text)


def _number_of(what: str, text: str) -> int:
    """Return a whole number; which are possible is checked where it is used."""
    if not is_number(text, _DIGITS):
        raise ArgumentTypeError(f"{quoted(text)} is not a number of {what}")
    return int(text)


def _named(what: str, text: str) -> str:
    """Return a text that names something, and so isn't empty."""
    if not text.strip():
        raise ArgumentTypeError(f"name {what}")
    return text


numbers = partial(_list_of_numbers, "1,4,7")
scores = partial(_list_of_numbers, "145,79")
players = partial(_number_of, "players, as in 2")
squares = partial(_number_of, "squares per side, as in 10")
count = partial(_within, range(1, 10**9), "whole number from 1 to 999,999,999")
searchers = partial(_within, range(1, MOST_SEARCHERS + 1), f"number from 1 to {MOST_SEARCHERS}")
port = partial(_within, range(1 << 16), "port from 0 to 65535")
file = partial(_named, "a file")
scheduler = partial(_named, "the scheduler's address, as in tcp://host:8786")
# An empty address would mean all of this machine's.
address = partial(_named, "an address, as in 127.0.0.1, or 0.0.0.0 for all networks")


def position(text: str) -> int:
    """Return the number of a position to solve."""
    from boxtui.games import GAMES
    from boxtui.learn.puzzles import NUMBERS  # only here: it takes long to import

    if text.lower() in GAMES:
        raise ArgumentTypeError(f"name the game before it, as in {text.lower()} --practice")
    try:
        return number_within(text, NUMBERS)
    except BadOption as refusal:
        raise ArgumentTypeError(str(refusal).removesuffix(".")) from None


def folder(text: str) -> Path:
    """Return the path of a folder; an empty one would be the current folder."""
    return Path(_named("a folder", text))


def agents(text: str) -> tuple[str, ...]:
    """Return the names of agents in a text such as `level5,level1`."""
    names = tuple(name.strip() for name in text.split(","))
    if not all(names):
        raise ArgumentTypeError("name an agent for each seat, as in level5,level1")
    return names


def seed(text: str) -> int:
    """Return the seed of a match."""
    try:
        return typed_seed(text)
    except BadOption as refusal:
        raise ArgumentTypeError(str(refusal).removesuffix(".")) from None


def minutes_or_zero(text: str) -> float:
    """Return a number of minutes, as in `10` or `0.5`, which may be 0."""
    if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?", text):
        raise ArgumentTypeError(f"{quoted(text)} is not a number of minutes, as in 10 or 0.5")
    return float(text)


def minutes(text: str) -> float:
    """Return a positive number of minutes."""
    number = minutes_or_zero(text)
    if not number:
        raise ArgumentTypeError(f"{quoted(text)} is not a number of minutes above 0")
    return number
