"""The rules of FREE-O by number; `said.txt` has its answers to typed texts."""

from typing import Any

import pytest
from free_o_play import DECK, at, cards, play, start, texts, turn, words
from said import check_said

from boxtui.core import BadFile, BadNotation, BadPosition, Game, IllegalMove
from boxtui.games.free_o.deck import read_deck
from boxtui.games.free_o.game import DECK as FILE
from boxtui.games.free_o.game import on_board
from boxtui.games.free_o.moves import NAMING
from boxtui.games.free_o.notation import card_in
from boxtui.games.free_o.state import FreeO


def test_what_is_typed_and_what_is_at_fault_is_answered_as_written() -> None:
    check_said("free-o")


def test_fro_2_the_deck_has_90_cards() -> None:
    deck = read_deck(FILE)
    assert dict(zip(deck.names, deck.counts, strict=True)) == DECK
    assert (deck.size, len(set(deck.colors))) == (90, 6)


def test_the_beginning_of_a_cards_name_is_read_as_that_card_if_no_other_name_begins_so() -> None:
    names = "tree", "treetop", "track", "fence", "cap", "captain"
    colors = "red", "green", "blue", "yellow", "cyan", "magenta"
    drawn = zip(names, colors, strict=True)
    places = (f'[place.{name}]\ncolor = "{color}"\ncards = 20' for name, color in drawn)
    others = "[others]\ncaptured = 6\ndraw-a-card = 6\nwild = 12\n"
    deck = read_deck("\n".join([*places, others]).encode())
    for typed, name in {
        "tree": "tree", "TREET": "treetop", "tra": "track", "f e": "", "fen": "fence", "fe": "",
        "tre": "", "cap": "cap", "capt": "", "captu": "captured", "captai": "captain",
        "you  are": "captured", "wil": "wild", "dra": "", "draw": "", "draw-": "draw-a-card",
        "draw a": "draw-a-card", "draw  a c": "draw-a-card", "draw c": "", "fences": "",
    }.items():  # fmt: skip
        if name:
            assert deck.names[card_in(deck, typed)] == name
        else:
            with pytest.raises(BadNotation, match="is not a card"):
                card_in(deck, typed)


def test_fro_4_every_seat_deals_first_as_often() -> None:
    assert start(3).chance_probabilities() == [1 / 3] * 3


@pytest.mark.parametrize("seats", range(2, 7))
def test_fro_4_and_fro_17_a_missing_seat_is_refused_also_as_a_move(seats: int) -> None:
    with pytest.raises(IllegalMove, match="FRO-4"):
        start(seats).play(seats)
    state = at("draw-a-card,car", *["house"] * (seats - 1), demand="any")
    state.clone().play(NAMING + seats - 1)
    with pytest.raises(IllegalMove, match=rf"The seats are 1 to {seats}\. \(FRO-17\)"):
        state.play(NAMING + seats)


def test_fro_6_a_deck_must_leave_a_card_to_begin_the_discards_with() -> None:
    few = FILE.replace(b"cards = 11", b"cards = 6")
    assert read_deck(few.replace(b"captured = 6", b"captured = 1")).size == 55
    with pytest.raises(BadFile, match="54 cards are too few for six players"):
        read_deck(few.replace(b"captured = 6", b"captured = 0"))


FEW = {**dict.fromkeys(DECK, 0), **dict.fromkeys(("car", "tree", "fence", "mailbox", "truck"), 9)}
FEW["house"] = 1
"""A deck with which a game can get stuck: without captures, and with one house."""


def few() -> Game:
    content = FILE.decode().replace("cards = 11", "cards = 9").replace("cards = 9", "cards = 1", 1)
    for special in ("captured = 6", "wild = 12", "draw-a-card = 6"):
        content = content.replace(special, special.split()[0] + " = 0")
    return on_board(content.encode())


def stuck(*hands: str, **changes: Any) -> FreeO:
    return at(*hands, game=few(), deck=FEW, pile="", **changes)


@pytest.mark.parametrize(
    "hands",
    [
        ("car:9", "tree:9,fence:9,mailbox:9,truck:9"),
        ("car:9", "tree:9,fence:9", "mailbox:9,truck:9"),
        ("car:9", "tree:9", "fence:9", "mailbox:9,truck:9"),
        ("car:9", "tree:9", "fence:9", "mailbox:9", "truck:9"),
        ("car:9", "tree:9", "fence:9", "mailbox:9", "truck:5", "truck:4"),
    ],
)
def test_fro_23_a_hand_ends_once_all_around_nobody_can_go_on(hands: tuple[str, ...]) -> None:
    seats = len(hands)
    state = stuck(*hands, hand=2, totals=",".join(["-30"] * seats))
    for seat in range(1, seats + 1):
        assert (turn(state), texts(state)) == (f"{seat} play match", ["draw"])
        told = state.describe(state.legal_moves()[0])
        assert ("nobody can go on (FRO-23)" in told) == (seat == seats)
        play(state, "draw")
    assert (turn(state), words(state)["out"]) == ("1 scored any", "-")
    held = [2 * cards(each).total() - 30 for each in hands]
    assert words(state)["totals"] == ",".join(map(str, held))
    assert turn(stuck(*hands, idle=seats - 1)) == "1 play match"
    with pytest.raises(BadPosition, match="nobody passes"):
        stuck(*hands, idle=seats)


def test_fro_23_a_card_played_restarts_the_count_of_who_cannot_go_on() -> None:
    hands = ("car:9,tree:8", "house,fence:9", "mailbox:9,truck:9")
    state = play(stuck(*hands, top="tree", idle=2), "tree")
    assert (turn(state), words(state)["idle"]) == ("2 play any", "0")
