"""The last setup of each game: one small TOML file per game, written when a game is started."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from ai.agent import HUMAN
from ai.levels import agent_names
from boxtui.core import Game, GameError, OptionValue
from boxtui.play.match import Match, Seat
from boxtui.play.own_board import board_words
from boxtui.play.setup import default_count, default_name, default_player, new_match
from boxtui.system import locations, textfile
from boxtui.system.settings import name_fault
from boxtui.wording import quoted
from saves.header import TUTOR_MODES, TUTOR_OFF

_DEFAULTS: Final = "The setup starts with the defaults"
_REPLACED: Final = "the next game that is started replaces it."

_KEYS: Final = {"players", "unseated", "names", "computers", "tutor", "options"}
"""What a file has; one with other keys is a later boxtui's."""


@dataclass(frozen=True)
class LastSetup:
    """What a setup starts with.

    Attributes:
        players: `HUMAN` or an agent's name for each seat.
        options: all options of the game.
        tutor: one of `TUTOR_MODES`.
        typed: for each seat, the name that was last typed for a person there, or "".
        computers: the same for a computer there.
        unseated: who played last in the seats after those of `players`.
    """

    players: Sequence[str]
    options: dict[str, OptionValue]
    tutor: str = TUTOR_OFF
    typed: Sequence[str] = ()
    computers: Sequence[str] = ()
    unseated: Sequence[str] = ()

    @property
    def ever_seated(self) -> Sequence[str]:
        """Who plays in each seat, or played there last if that seat isn't needed."""
        return [*self.players, *self.unseated]

    def default_name(self, at: int, who: str, own_name: str, colors: Sequence[str]) -> str:
        """Return the name of `who` in a seat: the one typed last there, else the default."""
        names = self.typed if who == HUMAN else self.computers
        typed = names[at] if at < len(names) else ""
        return typed or default_name(at, who, own_name, colors)


def default(game: Game) -> LastSetup:
    """Return the setup of a game that was never played."""
    players = [default_player(at) for at in range(default_count(game))]
    return LastSetup(players, game.with_defaults({}))


def setup_of(game: Game) -> tuple[LastSetup, str]:
    """Return what a game's setup starts with, and what to say first, or "".

    That is what is wrong with the file that keeps it, and what `board_words` says.
    """
    last, complaint = read(locations.setup(game.key), game)
    return last, " ".join(filter(None, (complaint, board_words(game))))


def read(path: Path, game: Game) -> tuple[LastSetup, str]:
    """Return the setup in a file, and a sentence about what is wrong with it, or "".

    If anything is wrong or missing, this is the default setup; the next start replaces the file,
    unless a later boxtui wrote it, or it can't be read now.
    """
    try:
        last, wrong = _read(path, game)
    except textfile.LeftAlone as why:
        return default(game), f"{_DEFAULTS}: {why}"
    if not wrong:
        return last, ""
    return last, f"{_DEFAULTS}: {wrong} {textfile.to_do(textfile.CORRECT, _REPLACED)}"


def _read(path: Path, game: Game) -> tuple[LastSetup, str]:
    """Return the setup in a file, and what is wrong with it, or ""; raises LeftAlone."""
    values, wrong = textfile.values(path)
    if not wrong and not values:
        return default(game), ""
    if not values.keys() <= _KEYS:
        raise textfile.written_later(path)
    wrong = wrong or _fault(values, path, game)
    if wrong:
        return default(game), wrong
    options = game.with_defaults(values.get("options", {}))
    lists = (values.get(key, []) for key in ("names", "computers", "unseated"))
    return LastSetup(values["players"], options, values.get("tutor", TUTOR_OFF), *lists), ""


def _fault(values: Mapping[str, Any], path: Path, game: Game) -> str:
    """Return why values can't be used as a setup, or ""."""
    if "players" not in values:
        return f"{path}: players is missing."
    players, unseated = values["players"], values.get("unseated", [])
    if not _are_players(players, game) or len(players) not in game.seats:
        return f"{path}: its players can't play {game.title}."
    if not _are_players(unseated, game) or len(players) + len(unseated) not in game.seats:
        return f"{path}: its unseated players can't play {game.title}, or are too many."
    tutor = values.get("tutor", TUTOR_OFF)
    if tutor not in TUTOR_MODES:
        choices = ", ".join(TUTOR_MODES)
        return f"{path}: its tutor can't be {quoted(tutor)}; choose from: {choices}."
    for key in ("names", "computers"):
        if wrong := _fault_of_names(key, values.get(key, [])):
            return f"{path}: {wrong}"
    options = values.get("options", {})
    if not isinstance(options, dict):
        return f"{path}: its options are not a table."
    try:
        game.with_defaults(options)
    except GameError as fault:
        return f"{path}: {fault}"
    return ""


def _are_players(players: object, game: Game) -> bool:
    known = [HUMAN, *agent_names(game.key)]
    return isinstance(players, list) and all(player in known for player in players)


def _fault_of_names(key: str, names: object) -> str:
    """Return why players can't have the names under that key, or ""."""
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        return f"its {key} are not a list of texts."
    bad = ((name, name_fault(name)) for name in names if name)
    return next((f"its {key} can't have {quoted(name)}. {why}" for name, why in bad if why), "")


def _lines(setup: LastSetup, game: Game) -> Iterator[str]:
    yield from textfile.pairs(
        players=tuple(setup.players),
        unseated=tuple(setup.unseated),
        names=tuple(setup.typed),
        computers=tuple(setup.computers),
        tutor=setup.tutor,
    )
    yield "[options]"
    keys = [option.key for option in game.options if not option.names_loser]
    yield from textfile.pairs(**{key: setup.options[key] for key in keys})


def _typed_after(earlier: Sequence[str], typed: Mapping[int, str]) -> list[str]:
    """Return the names by seat: those typed now, and where none was, those typed earlier."""
    names = {**dict(enumerate(earlier)), **typed}
    return [names.get(at, "") for at in range(max(names, default=-1) + 1)]


def set_up(
    game: Game,
    options: Mapping[str, OptionValue],
    seats: Sequence[Seat],
    seed: int,
    *,
    by_hand: bool,
    tutor: str,
    own_name: str,
) -> Match:
    """Return the match of a setup, as `new_match` does, and remember it. Raises `GameError`.

    `own_name` is that of the person at the program. If the setup can't be remembered, the next one
    starts as this one did.
    """
    match = new_match(game, options, seats, seed, by_hand=by_hand, tutor=tutor)
    path, players = locations.setup(game.key), [seat.player for seat in seats]
    colors = match.game.colors(len(seats))
    usual = [default_name(at, who, own_name, colors) for at, who in enumerate(players)]
    typed = {at: "" if seat.name == usual[at] else seat.name for at, seat in enumerate(seats)}
    people = {at: name for at, name in typed.items() if players[at] == HUMAN}
    computers = {at: name for at, name in typed.items() if players[at] != HUMAN}
    with textfile.locked(path), suppress(textfile.LeftAlone):
        last, _ = _read(path, game)
        chosen = LastSetup(
            players,
            dict(options),
            tutor,
            _typed_after(last.typed, people),
            _typed_after(last.computers, computers),
            last.ever_seated[len(seats) :],
        )
        textfile.replace(path, "\n".join(_lines(chosen, game)) + "\n")
    return match
