"""Cards drawn, carried out, kept and used: FTB-12, FTB-13, FTB-15 to FTB-18, FTB-27."""

import pytest
from free_the_box_play import ALL_SEEN, CARDS, play, position, refused, texts, tokens, told, word

from boxtui.core import CHANCE
from boxtui.games.free_the_box.game import BOARD, on_board
from boxtui.games.free_the_box.moves import DRAWING, USING
from boxtui.games.free_the_box.state import FreeTheBox

HOME = "home,home,home"


def drawing(parts: str = f"4,home,home;{HOME}", kept: str = "", bottom: str = "-") -> FreeTheBox:
    """Return a position in which seat 1's token A is to draw a card."""
    return position(parts, kept, bottom, phase="draw", carrier="A")


def test_ftb_12_landing_on_draw_a_card_draws_the_top_card() -> None:
    state = play(position(f"1,home,home;{HOME}", die=3), "A")
    assert (state.phase, state.current_player(), state.turn_seat()) == (DRAWING, CHANCE, 0)
    assert texts(state) == set(CARDS)


@pytest.mark.parametrize("card", [name for name in CARDS if name != "free-the-box"])
def test_ftb_12_any_other_card_goes_under_the_deck_at_once(card: str) -> None:
    state = play(drawing(bottom="park"), card)
    assert word(state, "bottom") == f"park,{card}"
    assert state.table.deck.size() == 32


def test_ftb_12_with_no_card_in_the_deck_nothing_is_drawn() -> None:
    """This can happen only on a custom board, where all 32 cards may be kept."""
    cards = BOARD.partition(b"[cards]")[0] + b"[cards]\nfree-the-box = 32\n"
    text = f"phase=move capture=place seat=1 die=3 carrier=- tokens=1,home,home;{HOME} kept=30,2"
    state = on_board(cards).parse(f"{text} bottom=- unseen=-")
    assert "no card is left (FTB-12)" in state.describe(0)
    state.play(0)
    assert (state.turn_seat(), state.current_player()) == (1, CHANCE)


def test_ftb_13_a_token_moved_by_a_card_draws_again() -> None:
    """Tested on a custom board: on the real one the spaces are too far apart."""
    board = BOARD.replace(b'"DRAW A CARD", "mailbox"', b'"DRAW A CARD", "DRAW A CARD"', 1)
    state = on_board(board).parse(drawing().text())
    state.play(state.read_move("forward-1"))
    assert state.text().split("bottom=")[1].split()[0] == "forward-1"
    assert (state.current_player(), state.rule()) == (CHANCE, "FTB-12")
    state.play(state.read_move("back-2"))
    assert state.text().split("tokens=")[1].startswith("3,home,home")
    assert state.turn_seat() == 1


def test_ftb_15_you_are_captured_sends_the_token_to_its_own_box() -> None:
    state = play(drawing(f"4,12,home;{HOME}"), "captured")
    assert (tokens(state), state.turn_seat()) == (f"captured,12,home;{HOME}", 1)


def test_ftb_16_a_free_the_box_frees_one_captured_token_at_once_or_is_kept() -> None:
    state = play(drawing(f"4,captured,captured;{HOME}"), "free-the-box")
    assert (state.phase, state.current_player(), texts(state)) == (USING, 0, {"use", "keep"})
    used = play(state.clone(), "use")
    assert (tokens(used), word(used, "kept")) == (f"4,home,captured;{HOME}", "0,0")
    kept = play(state, "keep")
    assert (tokens(kept), word(kept, "kept")) == (f"4,captured,captured;{HOME}", "1,0")
    assert used.turn_seat() == kept.turn_seat() == 1


def test_ftb_16_only_a_card_just_drawn_is_used_or_kept() -> None:
    state = position(f"4,captured,home;{HOME}", "1,0", phase="free")
    assert (refused(state, "use"), refused(state, "keep")) == ("FTB-16", "FTB-16")


def test_ftb_17_a_kept_card_is_used_before_the_roll_of_a_later_turn() -> None:
    state = play(position("12,captured,home;31,home,home", "1,0", seat=2, die=1), "A")
    assert (state.current_player(), texts(state)) == (0, {"free", "roll"})
    used = play(state.clone(), "free")
    assert (tokens(used), word(used, "kept")) == ("12,home,home;32,home,home", "0,0")
    assert (used.turn_seat(), used.current_player()) == (0, CHANCE)
    unused = play(state, "roll")
    assert (tokens(unused), word(unused, "kept")) == ("12,captured,home;32,home,home", "1,0")
    assert (unused.turn_seat(), unused.current_player()) == (0, CHANCE)


def test_ftb_17_only_a_card_that_is_kept_and_only_with_a_token_captured() -> None:
    assert refused(position(f"12,captured,home;{HOME}", die=5), "free") == "FTB-17"
    assert refused(position(f"12,home,home;{HOME}", "1,0", die=5), "free") == "FTB-16"
    assert play(position(f"{HOME};12,home,home", "0,1"), "1").current_player() == CHANCE


def test_ftb_18_a_freed_token_goes_home_and_the_card_under_the_deck() -> None:
    state = position(f"12,captured,home;{HOME}", "1,0", "park", phase="free")
    assert told(state, "free") == "uses a FREE THE BOX before the roll: B goes home (FTB-17)"
    play(state, "free")
    assert (tokens(state), word(state, "bottom")) == (f"12,home,home;{HOME}", "park,free-the-box")


def test_ftb_27_roll_again_moves_the_same_token_by_another_roll() -> None:
    state = play(drawing(f"4,12,home;{HOME}"), "roll-again")
    assert (state.current_player(), state.turn_seat()) == (CHANCE, 0)
    assert tokens(play(state, "5")) == f"9,12,home;{HOME}"


def test_ftb_12_the_order_of_the_deck_goes_on_from_what_was_put_back() -> None:
    seen = ALL_SEEN[::-1]
    state = drawing(bottom=",".join(seen))
    assert (texts(state), refused(state, "park")) == ({"roll-again"}, "FTB-12")
    play(state, "roll-again", "8")
    assert word(state, "bottom") == ",".join([*seen[1:], "roll-again"])
