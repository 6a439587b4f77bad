"""The rules of FREE-O by number; `said.txt` has its answers to typed texts."""

from collections import Counter
from typing import Any

import pytest
from free_o_play import (
    DECK,
    at,
    cards,
    deal,
    hand,
    play,
    refused,
    start,
    texts,
    turn,
    words,
)
from said import check_said

from boxtui.core import OVER, BadFile, BadOption, BadPosition, Game, IllegalMove
from boxtui.games import GAMES
from boxtui.games.free_o.deck import read_deck
from boxtui.games.free_o.game import DECK as FILE
from boxtui.games.free_o.game import on_board
from boxtui.games.free_o.moves import NAMING
from boxtui.games.free_o.state import FreeO


def points(state: FreeO) -> str:
    return words(state)["totals"]


def test_what_is_typed_and_what_is_at_fault_is_answered_as_written() -> None:
    check_said("free-o")


@pytest.mark.parametrize("seats", [1, 7])
def test_fro_1_two_to_six_people_can_play(seats: int) -> None:
    assert list(GAMES["free-o"].seats) == [2, 3, 4, 5, 6]
    with pytest.raises(BadOption, match="FRO-1"):
        GAMES["free-o"].start({}, seats)


def test_fro_2_the_deck_has_90_cards_and_none_is_drawn_that_is_not_in_the_pile() -> None:
    deck = read_deck(FILE)
    assert dict(zip(deck.names, deck.counts, strict=True)) == DECK
    assert (deck.size, len(set(deck.colors))) == (90, 6)
    state = play(at("car", "car", pile="tree"), "draw")
    assert (refused(state, "house"), texts(state)) == ("FRO-2", ["tree"])


@pytest.mark.parametrize(
    ("hands", "totals", "then", "wins"),
    [
        (("house", "car,captured"), "30,52", "30,59", None),
        (("house", "draw-a-card,car,captured"), "30,52", "30,60", [1.0, 0.0]),
        (("house", "draw-a-card,car,captured", "car"), "30,52,28", "30,60,30", [0.5, 0.0, 0.5]),
    ],
)
def test_fro_3_the_game_ends_with_the_hand_in_which_a_total_reaches_60(
    hands: tuple[str, ...], totals: str, then: str, wins: list[float] | None
) -> None:
    state = play(at(*hands, hand=4, totals=totals), "house")
    assert points(state) == then
    if wins:
        assert (state.current_player(), state.returns(), state.legal_moves()) == (OVER, wins, [])
        assert refused(state, "house") == "FRO-3"
    else:
        assert words(state)["phase"] == "scored"
        with pytest.raises(BadPosition):
            state.returns()


def test_fro_4_every_seat_deals_first_as_often_and_then_the_next_to_the_left() -> None:
    state = start(3)
    assert (texts(state), state.chance_probabilities()) == (["1", "2", "3"], [1 / 3] * 3)
    over = play(at("house", "car", "car", dealer=1), "house")
    assert turn(over) == "2 scored any"
    play(over, "shuffle")
    assert (words(over)["dealer"], words(over)["hand"], over.turn_seat()) == ("2", "2", 2)


@pytest.mark.parametrize("seats", range(2, 7))
def test_fro_4_and_fro_17_a_missing_seat_is_refused_also_as_a_move(seats: int) -> None:
    with pytest.raises(IllegalMove, match="FRO-4"):
        start(seats).play(seats)
    state = at("draw-a-card,car", *["house"] * (seats - 1), demand="any")
    state.clone().play(NAMING + seats - 1)
    with pytest.raises(IllegalMove, match=rf"The seats are 1 to {seats}\. \(FRO-17\)"):
        state.play(NAMING + seats)


def test_fro_5_six_cards_each_are_dealt_from_the_dealers_left_one_at_a_time() -> None:
    state = play(start(4), "3")
    order = []
    for _ in range(24):
        order.append(state.turn_seat() + 1)
        state.play(state.legal_moves()[0])
    assert (order, list(state.table.sizes)) == ([4, 1, 2, 3] * 6, [6] * 4)
    assert (turn(state), cards(words(state)["pile"]).total()) == ("3 turn any", 66)


def test_fro_6_another_card_is_turned_up_on_a_wild_or_a_draw_a_card() -> None:
    state = play(deal(start(2), 1, "car:6", "tree:6"), "wild", "draw-a-card", "wild")
    assert turn(state) == "1 turn any"
    assert turn(play(state, "car")) == "2 play match"
    assert cards(words(state)["below"]) == Counter({"wild": 2, "draw-a-card": 1})


def test_fro_6_a_deck_must_leave_a_card_to_begin_the_discards_with() -> None:
    few = FILE.replace(b"cards = 11", b"cards = 6")
    assert read_deck(few.replace(b"captured = 6", b"captured = 1")).size == 55
    with pytest.raises(BadFile, match="54 cards are too few for six players"):
        read_deck(few.replace(b"captured = 6", b"captured = 0"))


def test_fro_7_the_player_to_the_dealers_left_answers_the_card_turned_up() -> None:
    hands = ("car:6", "tree:6", "fence:6")
    assert turn(play(deal(start(3), 2, *hands), "house")) == "3 play match"
    captured = play(deal(start(3), 3, *hands), "captured")
    assert turn(captured) == "1 play capture"
    assert turn(play(captured, "draw", "house", "house")) == "2 play any"


def test_fro_8_all_discards_except_the_top_one_become_the_draw_pile() -> None:
    state = at("car", "car", pile="tree")
    below = cards(words(state)["below"])
    play(state, "draw", "tree")
    assert (words(state)["pile"], cards(words(state)["below"])) == ("-", below)
    # The cards are shuffled only when one must be drawn.
    play(state, "draw")
    assert (cards(words(state)["pile"]), words(state)["below"]) == (below, "-")
    assert (words(state)["top"], turn(state)) == ("house", "2 draw match")


def test_fro_9_with_nothing_to_play_one_card_is_drawn_and_the_turn_is_over() -> None:
    state = at("car,draw-a-card", "car", "car")
    assert texts(state) == ["draw"]
    assert turn(play(state, "draw")) == "1 draw match"
    # The drawn card isn't played, and the set stays open.
    assert turn(play(state, "house")) == "2 play match"
    assert hand(state, 1) == cards("car,draw-a-card,house")
    assert words(state)["top"] == "house"


def test_fro_10_a_player_who_can_play_does_not_draw() -> None:
    state = at("house,car", "car")
    assert (texts(state), refused(state, "draw")) == (["house"], "FRO-10")


@pytest.mark.parametrize("card", ["house", "captured", "wild"])
def test_fro_11_an_open_set_takes_its_place_a_wild_and_a_capture(card: str) -> None:
    state = at(f"{card},car,draw-a-card", "car")
    assert (texts(state), refused(state, "car")) == ([card], "FRO-11")


def test_fro_12_after_a_match_any_card_may_follow() -> None:
    state = play(at("house,car", "house,car,captured,draw-a-card,wild"), "house")
    assert turn(state) == "2 play any"
    assert texts(state) == ["house", "car", "captured", "wild", "draw-a-card 1"]


@pytest.mark.parametrize("top", ["house", "captured", "draw-a-card", "wild"])
def test_fro_13_if_any_card_may_be_played_a_place_opens_a_set(top: str) -> None:
    state = at("house,car", "car", top=top, demand="any")
    assert turn(play(state, "house")) == "2 play match"


def test_fro_14_a_wild_matches_and_gives_a_turn_in_which_any_card_may_be_played() -> None:
    state = play(at("wild,car,house,captured,draw-a-card", "car", "car"), "wild")
    assert turn(state) == "1 play extra"
    assert texts(state) == ["house", "car", "captured", "draw-a-card 2", "draw-a-card 3"]
    assert turn(play(state, "car")) == "2 play match"


@pytest.mark.parametrize(("top", "demand"), [("house", "match"), ("house", "any"), ("wild", "any")])
def test_fro_15_a_wild_is_never_the_last_card(top: str, demand: str) -> None:
    state = at("wild", "car", top=top, demand=demand)
    assert (texts(state), refused(state, "wild")) == (["draw"], "FRO-15")
    assert turn(play(state, "draw", "car")) == f"2 play {demand}"


def test_fro_16_a_captured_player_draws_two_and_the_next_may_play_anything() -> None:
    state = at("car,captured,house", "captured,car,tree", "car", top="captured")
    assert texts(state) == ["draw"]
    assert turn(play(state, "draw", "tree")) == "1 draw any"
    assert turn(play(state, "wild")) == "2 play any"
    assert hand(state, 1) == cards("car,captured,house,tree,wild")
    assert texts(state) == ["car", "tree", "captured"]
    assert turn(play(state, "captured")) == "3 play capture"


def test_fro_17_a_draw_a_card_names_any_other_player_and_play_goes_to_the_left() -> None:
    state = at("draw-a-card,car", "car", "house", "tree", top="wild", demand="any")
    assert texts(state) == ["car", "draw-a-card 2", "draw-a-card 3", "draw-a-card 4"]
    assert turn(play(state, "draw-a-card 3")) == "3 draw any"
    assert turn(play(state, "wild")) == "2 play any"
    assert hand(state, 3) == cards("house,wild")


def test_fro_18_the_first_player_without_cards_wins_the_hand() -> None:
    state = play(at("house", "car", "tree:2"), "house")
    assert (turn(state), words(state)["out"], points(state)) == ("1 scored any", "1", "0,2,4")
    assert (state.is_open(), texts(state)) == (True, ["shuffle"])


def test_fro_19_a_capture_as_last_card_still_takes_two_cards() -> None:
    state = play(at("captured", "car", "wild,tree"), "captured", "draw", "captured")
    assert turn(state) == "2 draw any"
    play(state, "wild")
    # Seat 3 holds a Wild, but the capture wasn't directed at seat 3.
    assert (words(state)["phase"], points(state)) == ("scored", "0,6,1")


@pytest.mark.parametrize("seats", [2, 3])
def test_fro_19_a_player_named_by_a_last_card_draws_before_the_score(seats: int) -> None:
    state = at("draw-a-card", *["car"] * (seats - 1), demand="any")
    assert turn(play(state, f"draw-a-card {seats}")) == f"{seats} draw any"
    play(state, "captured")
    assert (words(state)["phase"], points(state)) == ("scored", ["0,7", "0,2,7"][seats - 2])


def test_fro_20_every_kind_scores_its_points_and_totals_may_fall_below_0() -> None:
    held = ("house", "wild:4,car", "captured:2,draw-a-card:3,tree", "wild,captured,draw-a-card")
    assert points(play(at(*held), "house")) == "0,-2,15,5"


def test_fro_21_everyone_in_turn_draws_two_up_to_the_captor() -> None:
    state = play(at("captured,car", "car", "tree", "fence", everyone="yes"), "captured")
    for seat in (2, 3, 4):
        assert (turn(state), texts(state)) == (f"{seat} play capture", ["draw"])
        play(state, "draw", "house", "house")
    assert (turn(state), list(state.table.sizes)) == ("1 play any", [1, 3, 3, 3])
    assert GAMES["free-o"].with_defaults({}) == {"everyone_is_captured": False}


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
    assert points(state) == ",".join(map(str, held))
    assert turn(stuck(*hands, idle=seats - 1)) == "1 play match"
    with pytest.raises(BadPosition, match="nobody passes"):
        stuck(*hands, idle=seats)


def test_fro_23_a_card_played_restarts_the_count_of_who_cannot_go_on() -> None:
    hands = ("car:9,tree:8", "house,fence:9", "mailbox:9,truck:9")
    state = play(stuck(*hands, top="tree", idle=2), "tree")
    assert (turn(state), words(state)["idle"]) == ("2 play any", "0")


def test_fro_24_the_sheets_example_plays_through() -> None:
    hands = ("wild,fence,car:4", "captured,tree:5", "mailbox:6", "draw-a-card,truck:5")
    state = play(deal(start(4), 4, *hands), "house")
    for moves, then in (
        ("wild", "1 play extra"),
        ("fence", "2 play match"),
        ("captured", "3 play capture"),
        ("draw,house,house", "4 play any"),
        ("draw-a-card 2", "2 draw any"),
        ("house", "1 play any"),
        ("car", "2 play match"),
    ):
        assert turn(play(state, *moves.split(","))) == then
    assert (hand(state, 3), hand(state, 2)) == (cards("mailbox:6,house:2"), cards("tree:5,house"))
