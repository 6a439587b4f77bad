"""FREE-O in the table of games: its deck, its first position, positions as text."""

from collections.abc import Mapping
from functools import partial
from importlib.resources import files
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from boxtui.core import BadOption, BadPosition, Game, Option, OptionValue
from boxtui.games.free_o_deck import DECK_FILE, SEATS, Deck, read_deck
from boxtui.games.free_o_kinds import DEMANDS, KINDS
from boxtui.games.free_o_state import PHASES, FreeO
from boxtui.games.free_o_table import NO_CARD, Table, gathered

EVERYONE: Final = "everyone_is_captured"

DECK: Final = files("boxtui.games").joinpath("data", DECK_FILE).read_bytes()
"""The deck that is played with unless the owner has one."""


def start(deck: Deck, options: Mapping[str, OptionValue], seats: int) -> FreeO:
    """The first position: the first dealer is drawn for (FRO-4)."""
    if seats not in SEATS:
        raise BadOption(f"FREE-O takes 2 to 6 players, not {seats} (FRO-1).")
    return FreeO(gathered(deck, seats, bool(options[EVERYONE])), seats)


def read_position(deck: Deck, text: str) -> FreeO:
    """The position that `FreeO.text` writes; `BadPosition` says what is wrong with a text."""
    words = dict(word.partition("=")[::2] for word in text.split())
    try:
        state = _position_of(deck, words)
    except (KeyError, ValueError, IndexError) as wrong:
        raise BadPosition(f"No position of FREE-O: {wrong} can't be read in it.") from None
    if state.text() != " ".join(text.split()):
        raise BadPosition(f"No position of FREE-O; as far as it reads: {state.text()}")
    return state


def _position_of(deck: Deck, words: dict[str, str]) -> FreeO:
    hands = [_counts(deck, hand) for hand in words["hands"].split(";")]
    without = [_counts(deck, hand) for hand in words["without"].split(";")]
    table = Table(
        deck,
        vec[i64](_counts(deck, words["pile"])),
        vec[i64](_counts(deck, words["below"])),
        vec[i64]([count for hand in hands for count in hand]),
        vec[i64]([sum(hand) for hand in hands]),
        vec[i64]([count for hand in without for count in hand]),
        words["everyone"] == "yes",
    )
    table.top = NO_CARD if words["top"] == "-" else deck.names.index(words["top"])
    table.pile_size = sum(table.pile)
    table.seat = _seat(words["seat"])
    table.dealer = _seat(words["dealer"])
    table.demand = DEMANDS.index(words["demand"])
    table.next = _seat(words["next"])
    table.owed = int(words["owed"])
    table.captor = _seat(words["captor"])
    table.out = _seat(words["out"])
    state = FreeO(table, len(hands))
    state.phase = PHASES.index(words["phase"])
    state.hand = int(words["hand"])
    state.idle = int(words["idle"])
    state.totals = vec[i64]([int(total) for total in words["totals"].split(",")])
    return state


def _seat(word: str) -> int:
    return -1 if word == "-" else int(word) - 1


def _counts(deck: Deck, text: str) -> list[int]:
    """The counts by kind of `house:2,wild:1`; ValueError where it is none."""
    counts = [0] * KINDS
    for word in text.split(",") if text != "-" else []:
        name, _, count = word.partition(":")
        counts[deck.names.index(name)] = int(count)
    return counts


def on_board(content: bytes) -> Game:
    """FREE-O with another deck; `BadPosition` says what is wrong with the file."""
    deck = read_deck(content)
    return Game(
        key="free-o",
        title="FREE-O",
        blurb="Seek, match and capture: be rid of your cards, and keep your total low.",
        seats=SEATS,
        options=(Option(EVERYONE, "Everyone is captured", (False, True), False, "FRO-21"),),
        rules_version=1,
        dealt="cards",
        first_position=partial(start, deck),
        parse=partial(read_position, deck),
        board_file=DECK_FILE,
        board=content,
        on_board=on_board,
    )


FREE_O: Final = on_board(DECK)
