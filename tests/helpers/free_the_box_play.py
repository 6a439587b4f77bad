"""Free the Box in tests: positions built from parts, and moves by their texts."""

from typed_moves import of_kind, words_of
from typed_moves import play as play

from boxtui.games import GAMES
from boxtui.games.free_the_box.board import read_board
from boxtui.games.free_the_box.cards import CARD_NAMES
from boxtui.games.free_the_box.game import BOARD
from boxtui.games.free_the_box.state import FreeTheBox

GAME = GAMES["free-the-box"]
THE_BOARD = read_board(BOARD)
CARDS = {name: THE_BOARD.cards[card] for name, card in CARD_NAMES.items() if THE_BOARD.cards[card]}
"""The number of each card, in the order used by a position's text."""

ALL_SEEN = [name for name, count in CARDS.items() for _ in range(count)]
"""All cards, one by one: used as `bottom`, the deck once every card has been seen."""


def start(seats: int) -> FreeTheBox:
    return of_kind(FreeTheBox, GAME.start({}, seats))


def begun(seats: int) -> FreeTheBox:
    """Return a game in which the first seat won the first turn."""
    return play(start(seats), "8", *["1"] * (seats - 1))


def at(text: str) -> FreeTheBox:
    """Return the position that this text describes."""
    return of_kind(FreeTheBox, GAME.parse(text))


def written(tokens: str, kept: str = "", bottom: str = "-", **more: object) -> str:
    """Return a position's text built from parts; cards that aren't named are unseen."""
    words = {"phase": "roll", "capture": "place", "seat": 1, "die": "-", "carrier": "-"} | more
    kept = kept or ",".join("0" for _ in tokens.split(";"))
    seen = [] if bottom == "-" else bottom.split(",")
    seen += ["free-the-box"] * sum(map(int, kept.split(",")))
    left = {name: count - seen.count(name) for name, count in CARDS.items()}
    unseen = ",".join(f"{name}:{count}" for name, count in left.items() if count) or "-"
    told = " ".join(f"{key}={value}" for key, value in words.items())
    return f"{told} tokens={tokens} kept={kept} bottom={bottom} unseen={unseen}"


def position(tokens: str, kept: str = "", bottom: str = "-", **more: object) -> FreeTheBox:
    """Return a position built from parts: `position("12,home,45+;captured,center,3", die=5)`."""
    if "die" in more:
        more = {"phase": "move"} | more
    return at(written(tokens, kept, bottom, **more))


def texts(state: FreeTheBox) -> set[str]:
    return {state.move_text(move) for move in state.legal_moves()}


def word(state: FreeTheBox, key: str) -> str:
    """Return the value of `key=` in the position's text."""
    return words_of(state.text())[key]


def tokens(state: FreeTheBox) -> str:
    return word(state, "tokens")
