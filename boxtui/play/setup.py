"""The defaults of a setup, and the match that it makes; independent of what asks for it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from ai.agent import HUMAN
from ai.levels import ROSTERS, agent_names, levels_of
from boxtui.core import BadFile, BadOption, Game, GameError, OptionValue, is_number
from boxtui.games.shared.wording import listed
from boxtui.play.match import Match, Seat, new_seed
from boxtui.play.results import winners
from boxtui.system import locations
from saves.header import NAME_BYTES, TUTOR_OFF, TUTOR_VERDICTS, TUTOR_WARNS
from saves.library import MAX_DATA_BYTES


def default_count(game: Game) -> int:
    """Return the default number of players."""
    return 2 if 2 in game.seats else game.seats[0]


def default_player(at: int) -> str:
    """Return the default player of seat `at`, from 0: a person first, then computers."""
    return HUMAN if at == 0 else "level3"


LEVELS_EXPLAINED: Final = "Level 1 is the weakest, level 5 the strongest."


def strength_words(game: str, who: str) -> str:
    """Return how often a level wins against the one below, or "" if that hasn't been measured."""
    measured = {level.name: level for level in levels_of(game) if level.shares}
    if not (level := measured.get(who)):
        return ""
    won = f"about {100 * level.shares[0].share:.0f} of 100 two-player games"
    return f"Level {level.number} wins {won} against level {level.number - 1}."


def read_options(game: Game, texts: Iterable[str]) -> dict[str, OptionValue]:
    """Return a game's options from texts such as `scoring=sum`. Raises `BadOption` for others.

    `Game.with_defaults` checks whether the game takes them.
    """
    return dict(_read_option(game, text) for text in texts)


def _read_option(game: Game, text: str) -> tuple[str, OptionValue]:
    key, equals, value = text.partition("=")
    if not equals:
        raise BadOption(f"{text!r} is not an option; write KEY=VALUE, as in scoring=sum.")
    for option in game.options:
        if option.key == key:
            by_text = {str(choice).lower(): choice for choice in option.choices}
            by_text |= {option.words(choice): choice for choice in option.choices}
            return key, by_text.get(value.lower(), value)
    return key, value


def on_own_board(game: Game) -> Game:
    """Return the game on the board or deck in the player's config folder, if there is one.

    Raises `BadFile`, which names the file, if it is wrong.
    """
    path = locations.boards() / game.board_file
    if game.on_board is None:
        return game
    try:
        return game.on_board(_board_in(path)) if path.exists() else game
    except OSError as fault:
        why = fault.strerror or fault
        raise BadFile(f"{path} can't be read: {why}. Correct it or remove it.") from fault
    except BadFile as fault:
        raise BadFile(f"{path} can't be used: {fault} Correct it or remove it.") from fault


def _board_in(path: Path) -> bytes:
    """Return a board file's content. Raises OSError if it isn't a file, or is too long."""
    if not path.is_file():  # a pipe might never end
        raise OSError("it is not a file")
    with path.open("rb") as file:
        content = file.read(MAX_DATA_BYTES + 1)
    if len(content) > MAX_DATA_BYTES:
        raise OSError(f"it has more than {MAX_DATA_BYTES} bytes")
    return content


def shown_game(game: Game) -> Game:
    """Return the game on the player's own board, if there is one that can be used."""
    try:
        return on_own_board(game)
    except GameError:  # the start of the game reports what is wrong with the board
        return game


def seat_colors(game: Game, count: int) -> Sequence[str]:
    """Return the seats' colors on the player's own board, if there is one; empty without colors."""
    return shown_game(game).colors(count)


def default_name(at: int, who: str, own_name: str, colors: Sequence[str]) -> str:
    """Return the default name of the player `who` in seat `at`; a person in seat 0 is `own_name`.

    A computer is named by its seat's color or, if seats have none, by its seat.
    """
    if who == HUMAN:
        return own_name if at == 0 else f"Player {at + 1}"
    return colors[at].capitalize() if colors else f"Seat {at + 1}"


def with_unique_names(seats: Sequence[Seat]) -> list[Seat]:
    """Return the seats with unique names: the later of equal names get numbers.

    If the name is then too long for a save, it is cut before the number.
    """
    unique: list[Seat] = []
    for seat in seats:
        name, number = seat.name, 1
        while name in (other.name for other in unique):
            number += 1
            name = _numbered(seat.name, number)
        unique.append(replace(seat, name=name))
    return unique


def _numbered(name: str, number: int) -> str:
    while len(f"{name} {number}".encode()) > NAME_BYTES:
        name = name[:-1]
    return f"{name} {number}"


def new_match(
    game: Game,
    options: Mapping[str, OptionValue],
    seats: Sequence[Seat],
    seed: int,
    *,
    by_hand: bool = False,
    tutor: str = TUTOR_OFF,
) -> Match:
    """Return the match of a setup, `with_unique_names`. Raises `GameError`.

    Irrelevant options are treated as not chosen, and so is a tutor that has nothing to judge.
    """
    played = on_own_board(game)
    relevant = {option.key: options[option.key] for option in game.relevant_options(options)}
    tutored = tutor if offers_tutor(game, seats) else TUTOR_OFF
    return Match(played, relevant, with_unique_names(seats), seed, by_hand=by_hand, tutor=tutored)


TUTOR_WORDS: Final = {
    TUTOR_OFF: "off",
    TUTOR_WARNS: "warns you before a mistake",
    TUTOR_VERDICTS: "warns you, and judges each of your moves",
}
"""What the tutor does, by its mode."""


def tutor_words(mode: str) -> str:
    """Return what the tutor does in that mode, as a sentence."""
    return f"Tutor: {TUTOR_WORDS[mode]}."


def offers_tutor(game: Game, seats: Sequence[Seat]) -> bool:
    """Whether there are decisions that the tutor could judge: a person's, in a reviewed game."""
    roster = ROSTERS.get(game.key)
    is_judged = roster is not None and roster.review is not None
    return is_judged and any(seat.player == HUMAN for seat in seats)


def first_match(game: Game, name: str) -> Match:
    """Return the person's match against level 1, on the person's own board if there is one.

    Raises BadFile if that board is wrong.
    """
    count = default_count(game)
    colors = seat_colors(game, count)
    others = [Seat(default_name(at, "level1", name, colors), "level1") for at in range(1, count)]
    return new_match(game, game.with_defaults({}), [Seat(name, HUMAN), *others], new_seed())


def rotated(match: Match, seed: int) -> Match:
    """Return the next game of the same players, each one seat further on.

    Computers take the usual names of their new seats, if they had those of their old ones.
    """
    colors = match.game.colors(len(match.seats))
    seats = [match.seats[at - 1] for at in range(len(match.seats))]
    for at, seat in enumerate(seats):
        before = (at - 1) % len(seats)
        if seat.player != HUMAN and seat.name == default_name(before, seat.player, "", colors):
            seats[at] = replace(seat, name=default_name(at, seat.player, "", colors))
    return match.rematch(seed, with_unique_names(seats), moved=1)


def next_games(match: Match) -> dict[str, str]:
    """Return the games that can follow a match, in words, by the keys that `next_game` takes."""
    offered = {"again": "play again"}
    if match.game.dealt and not match.by_hand:
        offered["same"] = f"play again with the same {match.game.dealt}"
    if len(match.seats) > 1:
        offered["swap"] = "play again, everyone moves one seat on"
    way = "lower" if is_lost(match) else "higher"
    if other := other_level(match, _STEPS[way]):
        offered[way] = f"play again, {other}"
    return offered


def next_game(match: Match, which: str) -> Match:
    """Return the game that follows a match; `which` is a key of `next_games`."""
    if which == "same":
        return match.restarted()
    if which == "swap":
        return rotated(match, new_seed())
    if which in _STEPS:
        return at_other_level(match, new_seed(), _STEPS[which])
    return match.rematch(new_seed())


_STEPS: Final = {"higher": 1, "lower": -1}
"""By how many levels all computers change in the next game."""


def is_lost(match: Match) -> bool:
    """Whether people played an ended match, and only computers have won it."""
    won = winners(match)
    return bool(match.persons() and won) and not any(map(match.is_human, won))


def other_level(match: Match, step: int) -> str:
    """Return the levels of all computers after `at_other_level`, in words; "" if there are none."""
    others = [_level_beside(seat, step) for seat in match.seats if seat.player != HUMAN]
    names = agent_names(match.game.key)
    if not others or not all(player in names for player in others):
        return ""
    levels = sorted({player.removeprefix("level") for player in others})
    way = "up" if step > 0 else "down"
    return f"one level {way}: {'level' if len(levels) == 1 else 'levels'} {listed(levels)}"


def at_other_level(match: Match, seed: int, step: int) -> Match:
    """Return the next game of the same players, all computers that many levels higher."""
    seats = [
        seat if seat.player == HUMAN else replace(seat, player=_level_beside(seat, step))
        for seat in match.seats
    ]
    return match.rematch(seed, seats)


def _level_beside(seat: Seat, step: int) -> str:
    """Return the level that many above a computer's; "" if the computer's isn't a level."""
    level = seat.player.removeprefix("level")
    return f"level{int(level) + step}" if is_number(level, 9) else ""
