"""FREE-O in tests: positions built from hands, and moves by their texts."""

from collections import Counter

from typed_moves import of_kind, words_of
from typed_moves import play as play

from boxtui.core import Game
from boxtui.games import GAMES
from boxtui.games.free_o.state import FreeO

GAME = GAMES["free-o"]

DECK = dict.fromkeys(("house", "car", "tree", "fence", "mailbox", "truck"), 11) | {
    "captured": 6,
    "draw-a-card": 6,
    "wild": 12,
}

DEMANDS = {"captured": "capture", "wild": "extra", "draw-a-card": "any"}
"""What the top card demands; a place demands a match."""


def cards(text: str) -> Counter[str]:
    """Return `house:2,wild` as counts."""
    words = [word.partition(":") for word in text.split(",") if word not in ("", "-")]
    return Counter({name: int(count or 1) for name, _, count in words})


def written(counts: Counter[str], deck: dict[str, int]) -> str:
    return ",".join(f"{name}:{counts[name]}" for name in deck if counts[name]) or "-"


def at(
    *hands: str,
    top: str = "house",
    pile: str | None = None,
    game: Game = GAME,
    deck: dict[str, int] = DECK,
    **words: object,
) -> FreeO:
    """Return a position in which seat 1 plays, unless `words` say otherwise.

    The cards that aren't named are in the draw pile or, if `pile` is given, among the discards.
    """
    left = Counter(deck) - Counter([top])
    for hand in hands:
        assert cards(hand) <= left, f"too many of a kind: {hand}"
        left -= cards(hand)
    below = Counter[str]() if pile is None else left - cards(pile)
    facts: dict[str, object] = {
        "phase": "play",
        "hand": 1,
        "totals": ",".join("0" for _ in hands),
        "everyone": "no",
        "dealer": len(hands),
        "seat": 1,
        "demand": DEMANDS.get(top, "match"),
        "owed": 0,
        "next": "-",
        "captor": "-",
        "out": "-",
        "idle": 0,
        "top": top,
        "below": written(below, deck),
        "pile": written(left - below, deck),
        "hands": ";".join(written(cards(hand), deck) for hand in hands),
        "without": ";".join("-" for _ in hands),
    }
    assert set(words) <= set(facts), words
    return of_kind(
        FreeO, game.parse(" ".join(f"{key}={value}" for key, value in (facts | words).items()))
    )


def start(seats: int, everyone: bool = False) -> FreeO:
    return of_kind(FreeO, GAME.start({"everyone_is_captured": everyone}, seats))


def texts(state: FreeO) -> list[str]:
    return [state.move_text(move) for move in state.legal_moves()]


def words(state: FreeO) -> dict[str, str]:
    """Return the words of a position's text by their keys."""
    return words_of(state.text())


def hand(state: FreeO, seat: int) -> Counter[str]:
    return cards(words(state)["hands"].split(";")[seat - 1])


def turn(state: FreeO) -> str:
    """Return the seat, the phase and the demand, as `2 play any`."""
    now = words(state)
    return f"{now['seat']} {now['phase']} {now['demand']}"
