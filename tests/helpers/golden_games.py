"""Whole games as text: `make golden` rewrites them, on purpose."""

from functools import partial
from pathlib import Path
from random import Random

from random_games import any_move

from boxtui.core import OVER, OptionValue
from boxtui.games import GAMES
from boxtui.play.match import Match, Seat

FOLDER = Path(__file__).parent.parent / "golden"

Listed = dict[str, tuple[str, int, dict[str, OptionValue]]]

_CHOSEN: Listed = {
    "shut-the-box-2": ("shut-the-box", 2, {}),
    "shut-the-box-1-sum": ("shut-the-box", 1, {"scoring": "sum"}),
    "shut-the-box-5-stakes": ("shut-the-box", 5, {"pub_stakes": True, "first": "rolled for"}),
    "box-10": ("box", 2, {}),
    "box-6-by-hand": (
        "box",
        2,
        {"size": 6, "claiming": "by hand", "missed": "all", "threats": True, "balance": "bid"},
    ),
    "box-8-handicap": (
        "box",
        2,
        {"size": 8, "handicap": "moves", "handicap_moves": 2, "weaker": "seat 2"},
    ),
    "box-6-lot": (
        "box",
        2,
        {"size": 6, "first": "by lot", "balance": "points", "handicap": "points"},
    ),
    "kimbo-2": ("kimbo", 2, {}),
    "kimbo-4": ("kimbo", 4, {}),
    "free-the-box-2": ("free-the-box", 2, {}),
    "free-the-box-4": ("free-the-box", 4, {}),
    "free-the-box-6-same-space": ("free-the-box", 6, {"capture": "same space only"}),
    "free-o-2": ("free-o", 2, {}),
    "free-o-4": ("free-o", 4, {}),
    "free-o-3-everyone": ("free-o", 3, {"everyone_is_captured": True}),
}

_CHOSEN_GAMES = {key for key, _, _ in _CHOSEN.values()}

GOLDEN: Listed = _CHOSEN | {f"{key}-2": (key, 2, {}) for key in GAMES if key not in _CHOSEN_GAMES}
"""The game, seats and options of each file; every game has at least one."""

SHOWN = 150
"""Moves written per game; the rest of a longer game is played, and its result is written."""


def play(name: str) -> str:
    """Return the game as text: each position, the move played in it, and what the move does."""
    key, seats, options = GOLDEN[name]
    match = Match(GAMES[key], options, [Seat(f"P{n}", "random") for n in range(seats)], 2026)
    rng = Random(2026)
    lines = [f"{key}, {seats} seats, {options}"]
    while match.state.current_player() != OVER:
        before = match.state.text()
        match.play(any_move(match, rng))
        if len(match.moves) <= SHOWN:
            played = match.log[-1]
            told = f"{played.text} = {match.moves[-1]}: {played.sentence}"
            lines += [before, f"  {played.seat + 1}: {told}"]
    lines += [match.state.text(), f"  returns {match.state.returns()}"]
    return "\n".join(lines) + "\n"


TEXTS = {FOLDER / f"{name}.txt": partial(play, name) for name in GOLDEN}
