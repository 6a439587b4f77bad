"""What may be played in a turn of FREE-O and what it demands, rule by rule."""

from collections import Counter

import pytest
from free_o_play import at, cards, deal, hand, play, refused, start, texts, turn, words


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
def test_fro_13_where_any_card_may_be_played_a_place_opens_a_set(top: str) -> None:
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


def test_fro_17_it_is_played_only_where_nothing_must_be_matched() -> None:
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
