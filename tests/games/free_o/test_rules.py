"""Turns, and how hands and games end: the rules of FREE-O by number."""

from collections import Counter
from typing import Any

import pytest
from free_o_play import at, cards, deal, hand, play, refused, rest_of, start, texts, turn, words

from boxtui.core import OVER, BadOption, BadPosition, Game
from boxtui.games import GAMES
from boxtui.games.free_o.game import DECK, on_board
from boxtui.games.free_o.state import FreeO


def test_fro_9_with_nothing_to_play_one_card_is_drawn_and_the_turn_is_over() -> None:
    state = at("car,draw-a-card", "car", "car")
    assert texts(state) == ["draw"]
    play(state, "draw")
    assert turn(state) == "1 draw match"
    play(state, "house")
    assert hand(state, 1) == cards("car,draw-a-card,house")
    # The drawn card isn't played, and the set stays open.
    assert turn(state) == "2 play match"
    assert words(state)["top"] == "house"


def test_fro_10_a_player_who_can_play_does_not_draw() -> None:
    state = at("house,car", "car")
    assert texts(state) == ["house"]
    assert refused(state, "draw") == "FRO-10"


@pytest.mark.parametrize("card", ["house", "captured", "wild"])
def test_fro_11_an_open_set_takes_its_place_a_wild_and_a_capture(card: str) -> None:
    state = at(f"{card},car,draw-a-card", "car")
    assert texts(state) == [card]
    assert refused(state, "car") == "FRO-11"
    assert refused(state, "draw-a-card") == "FRO-17"


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
    assert refused(state, "draw") == "FRO-10"
    assert turn(play(state, "car")) == "2 play match"


def test_fro_15_no_second_wild_in_the_extra_turn() -> None:
    state = play(at("wild:2,car", "car"), "wild")
    assert texts(state) == ["car"]
    assert refused(state, "wild") == "FRO-15"


@pytest.mark.parametrize(("top", "demand"), [("house", "match"), ("house", "any"), ("wild", "any")])
def test_fro_15_a_wild_is_never_the_last_card(top: str, demand: str) -> None:
    state = at("wild", "car", top=top, demand=demand)
    assert texts(state) == ["draw"]
    assert refused(state, "wild") == "FRO-15"
    assert turn(play(state, "draw", "car")) == f"2 play {demand}"


def test_fro_16_a_captured_player_draws_two_and_the_next_may_play_anything() -> None:
    state = at("car,captured,house", "captured,car,tree", "car", top="captured")
    assert texts(state) == ["draw"]
    assert refused(state, "captured") == "FRO-16"
    play(state, "draw", "tree")
    assert turn(state) == "1 draw any"
    play(state, "wild")
    assert hand(state, 1) == cards("car,captured,house,tree,wild")
    assert turn(state) == "2 play any"
    assert texts(state) == ["car", "tree", "captured"]
    assert turn(play(state, "captured")) == "3 play capture"


def test_fro_16_a_wild_must_be_played_against_a_capture_and_gives_no_extra_turn() -> None:
    state = at("car,wild,house", "car,wild", "car", top="captured")
    assert texts(state) == ["wild"]
    assert refused(state, "draw") == "FRO-16"
    assert refused(state, "car") == "FRO-16"
    assert turn(play(state, "wild")) == "2 play any"
    assert texts(state) == ["car", "wild"]


def test_fro_17_a_draw_a_card_names_any_other_player_and_play_goes_to_the_left() -> None:
    state = at("draw-a-card,car", "car", "house", "tree", top="wild", demand="any")
    assert texts(state) == ["car", "draw-a-card 2", "draw-a-card 3", "draw-a-card 4"]
    for typed in ("draw-a-card 1", "draw-a-card 5", "draw-a-card 0"):
        assert refused(state, typed) == "FRO-17"
    play(state, "draw-a-card 3")
    assert turn(state) == "3 draw any"
    play(state, "wild")
    assert hand(state, 3) == cards("house,wild")
    assert turn(state) == "2 play any"


def test_fro_17_a_draw_a_card_is_played_only_if_nothing_must_be_matched() -> None:
    assert refused(at("draw-a-card,car", "car"), "draw-a-card 2") == "FRO-17"
    assert refused(at("draw-a-card,car", "car", top="captured"), "draw-a-card 2") == "FRO-16"


def test_fro_7_the_player_to_the_dealers_left_answers_the_card_turned_up() -> None:
    hands = ("car:6", "tree:6", "fence:6")
    opened = play(deal(start(3), 2, *hands), "house")
    assert turn(opened) == "3 play match"
    captured = play(deal(start(3), 3, *hands), "captured")
    assert turn(captured) == "1 play capture"
    play(captured, "draw", "house", "house")
    assert turn(captured) == "2 play any"


def test_fro_6_another_card_is_turned_up_on_a_wild_or_a_draw_a_card() -> None:
    state = play(deal(start(2), 1, "car:6", "tree:6"), "wild", "draw-a-card", "wild")
    assert turn(state) == "1 turn any"
    play(state, "car")
    assert turn(state) == "2 play match"
    assert cards(words(state)["below"]) == Counter({"wild": 2, "draw-a-card": 1})


def test_fro_5_six_cards_each_are_dealt_from_the_dealers_left_one_at_a_time() -> None:
    state = play(start(4), "3")
    order = []
    for _ in range(24):
        order.append(state.turn_seat() + 1)
        state.play(state.legal_moves()[0])
    assert order == [4, 1, 2, 3] * 6
    assert turn(state) == "3 turn any"
    assert cards(words(state)["pile"]).total() == 66
    assert list(state.table.sizes) == [6] * 4


def test_fro_4_every_seat_deals_first_as_often_and_then_the_next_to_the_left() -> None:
    state = start(3)
    assert texts(state) == ["1", "2", "3"]
    assert state.chance_probabilities() == [1 / 3] * 3
    over = play(at("house", "car", "car", dealer=1), "house")
    assert turn(over) == "2 scored any"
    play(over, "shuffle")
    assert (words(over)["dealer"], words(over)["hand"], over.turn_seat()) == ("2", "2", 2)


def test_fro_24_the_sheets_example_plays_through() -> None:
    hands = ("wild,fence,car:4", "captured,tree:5", "mailbox:6", "draw-a-card,truck:5")
    state = play(deal(start(4), 4, *hands), "house")
    assert turn(state) == "1 play match"
    play(state, "wild")
    assert turn(state) == "1 play extra"
    play(state, "fence")
    assert turn(state) == "2 play match"
    play(state, "captured")
    assert (turn(state), texts(state)) == ("3 play capture", ["draw"])
    play(state, "draw", "house", "house")
    assert (turn(state), hand(state, 3)) == ("4 play any", cards("mailbox:6,house:2"))
    play(state, "draw-a-card 2")
    assert turn(state) == "2 draw any"
    play(state, "house")
    assert (turn(state), hand(state, 2)) == ("1 play any", cards("tree:5,house"))
    play(state, "car")
    assert turn(state) == "2 play match"


FEW = dict.fromkeys(("house", "car", "tree", "fence", "mailbox", "truck"), 9) | {
    "house": 1,
    "captured": 0,
    "draw-a-card": 0,
    "wild": 0,
}
"""A deck with which a game can get stuck: without captures, and with one house."""


def few() -> Game:
    content = DECK.decode().replace("cards = 11", "cards = 9").replace("cards = 9", "cards = 1", 1)
    content = content.replace("captured = 6", "captured = 0").replace("wild = 12", "wild = 0")
    return on_board(content.replace("draw-a-card = 6", "draw-a-card = 0").encode())


def points(state: FreeO) -> str:
    return words(state)["totals"]


def test_fro_18_the_first_player_without_cards_wins_the_hand() -> None:
    state = play(at("house", "car", "tree:2"), "house")
    assert turn(state) == "1 scored any"
    assert (words(state)["out"], points(state)) == ("1", "0,2,4")
    assert state.is_open()
    assert texts(state) == ["shuffle"]


def test_fro_19_a_capture_as_last_card_still_takes_two_cards() -> None:
    state = play(at("captured", "car", "wild,tree"), "captured")
    assert turn(state) == "2 play capture"
    play(state, "draw", "captured")
    assert turn(state) == "2 draw any"
    play(state, "wild")
    assert words(state)["phase"] == "scored"
    # Seat 3 holds a Wild, but the capture wasn't directed at seat 3.
    assert points(state) == "0,6,1"


def test_fro_19_a_wild_stops_the_last_capture_if_it_is_not_the_last_card() -> None:
    state = play(at("captured", "wild,tree", "car"), "captured")
    assert texts(state) == ["wild"]
    play(state, "wild")
    assert (words(state)["phase"], points(state)) == ("scored", "0,2,2")
    alone = play(at("captured", "wild", "car"), "captured")
    assert refused(alone, "wild") == "FRO-15"
    play(alone, "draw", "car", "car")
    assert points(alone) == "0,3,2"


@pytest.mark.parametrize("seats", [2, 3])
def test_fro_19_a_player_named_by_a_last_card_draws_before_the_score(seats: int) -> None:
    state = at("draw-a-card", *["car"] * (seats - 1), demand="any")
    play(state, f"draw-a-card {seats}")
    assert turn(state) == f"{seats} draw any"
    play(state, "captured")
    assert words(state)["phase"] == "scored"
    assert points(state) == ",".join(["0", *["2"] * (seats - 2), "7"])


def test_fro_20_every_kind_scores_its_points_and_totals_may_fall_below_0() -> None:
    held = ("house", "wild:4,car", "captured:2,draw-a-card:3,tree", "wild,captured,draw-a-card")
    assert points(play(at(*held), "house")) == "0,-2,15,5"
    more = play(at(*held, hand=2, totals="7,-3,10,20"), "house")
    assert points(more) == "7,-5,25,25"


def test_fro_3_the_game_ends_with_the_hand_in_which_a_total_reaches_60() -> None:
    below = play(at("house", "car,captured", hand=4, totals="30,52"), "house")
    assert (points(below), words(below)["phase"]) == ("30,59", "scored")
    with pytest.raises(BadPosition):
        below.returns()
    over = play(at("house", "draw-a-card,car,captured", hand=4, totals="30,52"), "house")
    assert (points(over), over.current_player()) == ("30,60", OVER)
    assert over.returns() == [1.0, 0.0]
    assert over.legal_moves() == []
    hands = ("house", "draw-a-card,car,captured", "car")
    tied = play(at(*hands, hand=4, totals="30,52,28"), "house")
    assert (points(tied), tied.returns()) == ("30,60,30", [0.5, 0.0, 0.5])


def test_fro_8_all_discards_except_the_top_one_become_the_draw_pile() -> None:
    state = at("car", "car", pile="tree")
    below = cards(words(state)["below"])
    play(state, "draw", "tree")
    assert (words(state)["pile"], cards(words(state)["below"])) == ("-", below)
    # The cards are shuffled only when one must be drawn.
    play(state, "draw")
    assert (cards(words(state)["pile"]), words(state)["below"]) == (below, "-")
    assert (words(state)["top"], turn(state)) == ("house", "2 draw match")


def test_fro_8_nobody_draws_if_there_are_no_cards() -> None:
    none = at("tree,fence", rest_of("captured", "tree,fence"), top="captured", pile="")
    assert turn(play(none, "draw")) == "2 play any"
    assert hand(none, 1) == cards("tree,fence")
    named = at(
        "draw-a-card,car", rest_of("wild", "draw-a-card,car"), top="wild", demand="any", pile=""
    )
    play(named, "draw-a-card")
    # The Draw A Card lies on a Wild, which is shuffled into the pile and drawn.
    assert turn(play(named, "wild")) == "2 play any"


def stuck(*hands: str, **changes: Any) -> FreeO:
    return at(*hands, game=few(), deck=FEW, pile="", **changes)


def test_fro_23_a_hand_ends_without_a_winner_once_nobody_can_go_on_all_the_way_around() -> None:
    state = stuck("car:9", "tree:9,fence:9", "mailbox:9,truck:9", hand=2, totals="0,-30,10")
    for seat in (1, 2, 3):
        assert (turn(state), texts(state)) == (f"{seat} play match", ["draw"])
        told = state.describe(state.legal_moves()[0])
        assert ("nobody can go on (FRO-23)" in told) == (seat == 3)
        play(state, "draw")
    assert turn(state) == "1 scored any"
    assert (words(state)["out"], points(state)) == ("-", "18,6,46")


@pytest.mark.parametrize("seats", [2, 4, 5, 6])
def test_fro_23_all_the_way_around_means_one_turn_for_every_seat(seats: int) -> None:
    kinds = ["car:9", "tree:9", "fence:9", "mailbox:9", "truck:9"]
    hands = [*kinds[: seats - 1], ",".join(kinds[seats - 1 :])]
    if seats == 6:
        hands[4:] = ["truck:5", "truck:4"]
    state = stuck(*hands, hand=2, totals=",".join(["-30"] * seats))
    for seat in range(1, seats + 1):
        assert turn(state) == f"{seat} play match"
        play(state, "draw")
    assert turn(state) == "1 scored any"
    assert turn(stuck(*hands, idle=seats - 1)) == "1 play match"
    with pytest.raises(BadPosition, match="nobody passes"):
        stuck(*hands, idle=seats)


def test_fro_23_a_card_played_restarts_the_count_of_who_cannot_go_on() -> None:
    hands = ("car:9,tree:8", "house,fence:9", "mailbox:9,truck:9")
    state = play(stuck(*hands, top="tree", idle=2), "tree")
    assert (turn(state), words(state)["idle"]) == ("2 play any", "0")


def test_fro_23_a_captured_player_who_could_not_draw_may_go_on_later() -> None:
    state = at("tree,fence", rest_of("captured", "tree,fence"), top="captured", pile="")
    play(state, "draw")
    assert (turn(state), words(state)["idle"]) == ("2 play any", "0")


def test_fro_21_everyone_in_turn_draws_two_up_to_the_captor() -> None:
    state = at("captured,car", "car", "tree", "fence", everyone="yes")
    play(state, "captured")
    for seat in (2, 3, 4):
        assert (turn(state), texts(state)) == (f"{seat} play capture", ["draw"])
        play(state, "draw", "house", "house")
    assert turn(state) == "1 play any"
    assert list(state.table.sizes) == [1, 3, 3, 3]


def test_fro_21_is_off_unless_it_is_chosen() -> None:
    assert GAMES["free-o"].with_defaults({}) == {"everyone_is_captured": False}
    state = play(at("captured,car", "car", "tree"), "captured", "draw", "house", "house")
    assert turn(state) == "3 play any"


@pytest.mark.parametrize("seats", [1, 7])
def test_fro_1_two_to_six_people_can_play(seats: int) -> None:
    assert list(GAMES["free-o"].seats) == [2, 3, 4, 5, 6]
    with pytest.raises(BadOption, match="FRO-1"):
        GAMES["free-o"].start({}, seats)
