"""Free the Box's board, cards, first turn and order of turns: FTB-1 to FTB-4, FTB-28."""

from collections import Counter

import pytest
from free_the_box_play import GAME, THE_BOARD, begun, play, position, start, texts, word
from free_the_box_reference import CARDS, PLAYED, what

from boxtui.core import CHANCE, BadOption
from boxtui.games.free_the_box.narration import color_name
from boxtui.games.free_the_box.position import HOME

COLORS = ["red", "orange", "yellow", "blue", "green", "purple"]


def test_ftb_1_two_to_six_players_begin_with_three_tokens_each_at_home() -> None:
    for seats in range(2, 7):
        assert list(start(seats).table.tokens) == [HOME] * (3 * seats)
    assert list(GAME.seats) == [2, 3, 4, 5, 6]
    for seats in (0, 1, 7):
        with pytest.raises(BadOption, match="FTB-1"):
            GAME.start({}, seats)


def test_ftb_1_every_player_has_a_color_of_their_own() -> None:
    for seats in range(2, 7):
        table = start(seats).table
        assert len({color_name(table, seat) for seat in range(seats)}) == seats


def test_ftb_2_a_loop_of_60_spaces_in_six_like_sectors() -> None:
    assert len(THE_BOARD.spaces) == 60
    for space in range(60):
        words = THE_BOARD.space_words(space).split("'s ")
        assert words[-1] == what(space + 1)
        # A sector's JUMP TO CENTER belongs to the next color.
        sector = (space // 10 + (space % 10 == 9)) % 6
        assert len(words) == 1 or words[0] == COLORS[sector]
        assert (len(words) == 2) == (space % 10 in (0, 9))


def test_ftb_2_nine_places_stand_on_two_opposite_sides_and_eighteen_once() -> None:
    sides = Counter(space.place for space in THE_BOARD.spaces if space.place)
    assert sorted(sides.values()) == [1] * 18 + [2] * 9
    for space in range(30):
        if sides[THE_BOARD.spaces[space].place] == 2:
            assert THE_BOARD.places[space] == THE_BOARD.places[space + 30]


def test_ftb_2_a_jump_to_center_lies_right_before_the_starting_box_of_its_color() -> None:
    for seat in range(6):
        table = start(6).table
        box = table.starts[seat]
        assert THE_BOARD.space_words(box) == f"{COLORS[seat]}'s STARTING BOX"
        assert THE_BOARD.space_words((box - 1) % 60) == f"{COLORS[seat]}'s JUMP TO CENTER"


def test_ftb_2_colors_that_nobody_plays_are_dealt_evenly() -> None:
    for seats, sectors in PLAYED.items():
        table = start(seats).table
        played = [color_name(table, seat) for seat in range(seats)]
        assert played == [COLORS[sector] for sector in sectors]


def test_ftb_3_there_are_32_cards_of_14_kinds_all_unseen() -> None:
    assert sum(CARDS.values()) == 32
    listed = ",".join(f"{name}:{count}" for name, count in CARDS.items())
    assert (word(start(2), "unseen"), word(start(2), "bottom")) == (listed, "-")


def test_ftb_4_the_highest_of_one_roll_each_begins_and_those_tied_roll_again() -> None:
    state = play(start(3), "8", "3", "8")
    assert (state.turn_seat(), word(state, "for_first")) == (0, "-,x,-")
    play(state, "2", "7")
    assert (state.turn_seat(), state.current_player()) == (2, CHANCE)
    assert "for_first" not in state.text()
    assert [state.move_text(move) for move in state.legal_moves()] == list("12345678")
    assert state.chance_probabilities() == [1 / 8] * 8


def test_ftb_4_turns_go_along_the_arrows_to_the_next_color_in_play() -> None:
    state = begun(4)
    seats = []
    for _ in range(6):
        seats.append(state.turn_seat())
        play(state, "1")
    assert seats == [0, 1, 2, 3, 0, 1]
    after_out = position("12,home,home;out;3,home,home", die=1)
    assert play(after_out, "A").turn_seat() == 2


def test_ftb_28_only_the_number_of_unseen_cards_of_each_kind_is_known_and_later_their_order() -> (
    None
):
    drawn = play(position("4,home,home;home,home,home", phase="draw", carrier="A"), "park")
    assert (word(drawn, "bottom"), drawn.table.deck.hidden) == ("park", 31)
    again = position("4,home,home;home,home,home", phase="draw", carrier="A", bottom="park")
    assert again.chance_probabilities()[0] == 8 / 31
    assert "park" in texts(again)
    seen = [name for name, count in CARDS.items() for _ in range(count)][::-1]
    known = position("4,home,home;home,home,home", "", ",".join(seen), phase="draw", carrier="A")
    assert (texts(known), known.chance_probabilities()) == ({seen[0]}, [1.0])
    assert word(play(known, seen[0]), "bottom") == ",".join([*seen[1:], seen[0]])


def test_ftb_28_an_agent_is_handed_nothing_that_is_hidden() -> None:
    """The order isn't decided before a card is drawn, so nothing needs hiding."""
    state = begun(2)
    assert state.view(1) == state.text()
    assert len(state.text().split("unseen=")[1].split(",")) == len(CARDS)


def test_ftb_3_shuffled_each_card_is_as_likely_as_the_next() -> None:
    state = position("4,home,home;home,home,home", phase="draw", carrier="A")
    outcomes = zip(state.legal_moves(), state.chance_probabilities(), strict=True)
    by_name = {state.move_text(move): chance for move, chance in outcomes}
    assert by_name == {name: count / 32 for name, count in CARDS.items()}
