"""The defaults of a setup, and the match that it makes; independent of what asks for it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from ai.agent import HUMAN
from ai.levels import ROSTERS, level_of
from boxtui.core import BadOption, Game, Option, OptionValue, is_number
from boxtui.play.match import Match, Seat, new_seed
from boxtui.play.own_board import on_own_board, shown_game
from boxtui.wording import quoted
from saves.header import NAME_BYTES, TUTOR_OFF


def default_count(game: Game) -> int:
    """Return the default number of players."""
    return 2 if 2 in game.seats else game.seats[0]


def default_player(at: int) -> str:
    """Return the default player of seat `at`, from 0: a person first, then computers."""
    return HUMAN if at == 0 else "level3"


LEVELS_EXPLAINED: Final = "Level 1 is the weakest, level 5 the strongest."

AGENTS_EXPLAINED: Final = (
    "The levels are the usual opponents; other agents are programs that think in other ways."
)


def by_hand_words(game: Game) -> str:
    """Return what it means to enter a game's dice by hand, and its cards if it has any."""
    if game.has_cards:
        return "You can roll real dice and draw real cards, for everybody, and enter them."
    rolled = "You can roll real dice, for everybody, and enter what they show."
    return f"{rolled} Of two dice, the higher one is always shown first."


def strength_words(game: str, who: str, seats: int) -> str:
    """Return how often a level wins against the one below, or "" if that hasn't been measured.

    With `seats` 4, it is the share against three of the level below.
    """
    level = level_of(game, who)
    if level is None or level.share is None:
        return ""
    name, below = f"Level {level.number}", f"level {level.number - 1}"
    if seats == 4 and level.share_of_four:
        won = f"about {100 * level.share_of_four.share:.0f} of 100 games"
        return f"Alone against three of {below}, {name.lower()} wins {won}; 25 would be even."
    won = f"about {100 * level.share.share:.0f} of 100 two-player games"
    return f"{name} wins {won} against {below}."


def read_options(game: Game, texts: Iterable[str]) -> dict[str, OptionValue]:
    """Return a game's options from texts such as `scoring=sum`. Raises `BadOption` for others.

    `Game.with_defaults` checks whether the game takes them.
    """
    return dict(_read_option(game, text) for text in texts)


def _read_option(game: Game, text: str) -> tuple[str, OptionValue]:
    key, equals, value = text.partition("=")
    option = next((option for option in game.options if option.key == key), None)
    if option and not equals:
        raise BadOption(f"{key} needs a value, as in {key}={option.words(option.choices[0])}.")
    return key, _choice(option, value) if option else value


def _choice(option: Option, text: str) -> OptionValue:
    """Return the choice that a text stands for, or else the text."""
    by_text = {str(choice).lower(): choice for choice in option.choices}
    by_text |= {option.words(choice): choice for choice in option.choices}
    return by_text.get(text.lower(), text)


def typed_choice(option: Option, text: str) -> OptionValue:
    """Return the choice of an option that a person typed. Raises `BadOption` for any other text."""
    typed = text.strip()
    whole, _, part = typed.partition(".")
    if option.is_number and is_number(whole, 9) and is_number(part or "0", 9):
        typed = option.words(float(typed))  # 4.50 is 4.5
    choice = _choice(option, typed)
    if choice not in option.choices:
        shown = quoted(text.strip())
        raise BadOption(f"{option.title} can't be {shown}; choose from: {option.offered()}.")
    return choice


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

    Options that are missing have their defaults. Irrelevant options are treated as not chosen, and
    so is a tutor that has nothing to judge.
    """
    played = on_own_board(game)
    chosen = chosen_options(game, game.with_defaults(options), len(seats))
    tutored = tutor if offers_tutor(game, seats) else TUTOR_OFF
    return Match(played, chosen, with_unique_names(seats), seed, by_hand=by_hand, tutor=tutored)


def chosen_options(
    game: Game, options: Mapping[str, OptionValue], seats: int
) -> dict[str, OptionValue]:
    """Return those of all options that do something, given the others and the number of seats."""
    return {each.key: options[each.key] for each in game.relevant_options(options, seats)}


def offers_tutor(game: Game, seats: Sequence[Seat]) -> bool:
    """Whether there are decisions that the tutor could judge: a person's, in a reviewed game."""
    is_judged = ROSTERS[game.key].review is not None
    return is_judged and any(seat.player == HUMAN for seat in seats)


def first_match(game: Game, name: str) -> Match:
    """Return the person's match against level 1, on the person's own board if there is one.

    Raises BadFile if that board is wrong.
    """
    count = default_count(game)
    colors = shown_game(game).colors(count)
    others = [Seat(default_name(at, "level1", name, colors), "level1") for at in range(1, count)]
    return new_match(game, {}, [Seat(name, HUMAN), *others], new_seed())
