"""Who sees which hand at a terminal, and how moves are described to them."""

from random import Random

import pytest
from free_o_play import at
from people import ANN, BEN
from random_games import any_move, dealt, moved

from ai.agent import HUMAN
from boxtui.core import CHANCE, NOBODY, OVER, OptionValue, State
from boxtui.games import GAMES
from boxtui.play.match import Match, Seat, match_at
from boxtui.play.viewer import Viewer

CID = Seat("Cid", "random")


def begun(*seats: Seat) -> Match:
    """Return a match of FREE-O at its first decision."""
    return dealt(Match(GAMES["free-o"], {}, seats, 5))


def lifted(seats: list[Seat], position: State, play: str = "") -> tuple[Match, Viewer]:
    """Return a match from there in which the curtain is lifted, and then this is played."""
    match = match_at(GAMES["free-o"], position.text(), seats)
    viewer = Viewer(match)
    viewer.lift()
    if play:
        moved(match, play)
    return match, viewer


def test_the_only_person_always_sees_their_own_hand_and_no_curtain() -> None:
    match, rng = begun(CID, ANN, CID), Random(1)
    viewer = Viewer(match)
    for _ in range(200):
        match.play(any_move(match, rng))
        assert (viewer.awaited, viewer.seat) == (NOBODY, 1)
        if not match.state.is_open():
            assert [viewer.sees(seat) for seat in range(3)] == [False, True, False]


def test_between_two_peoples_turns_no_hand_is_seen_until_the_curtain_is_lifted() -> None:
    match, rng = begun(ANN, BEN), Random(1)
    viewer, shown = Viewer(match), NOBODY
    for _ in range(300):
        decides = match.state.current_player()
        if decides >= 0 and decides != shown:
            assert (viewer.awaited, viewer.seat) == (decides, NOBODY)
            assert not any(viewer.sees(seat) for seat in (0, 1))
            viewer.lift()
            shown = decides
        assert (viewer.awaited, viewer.seat) == (NOBODY, shown)
        match.play(any_move(match, rng))
        if viewer.drawn_words:
            assert (viewer.awaited, viewer.seat) == (NOBODY, shown)
            viewer.cover()
        shown = NOBODY if match.state.is_open() else shown


@pytest.mark.parametrize("between", [[], [CID]])
def test_only_the_player_who_drew_sees_the_card_until_it_is_covered(between: list[Seat]) -> None:
    """A draw that was taken back needs no cover."""
    hands = ["house:2", "car:2", "car:3"][: 2 + len(between)]
    position = at(*hands, top="truck", demand="match", pile="fence:9")
    match, viewer = lifted([ANN, *between, BEN], position, play="draw")
    while match.state.current_player() != match.persons()[1]:
        assert (viewer.drawn_words, viewer.seat) == ("", 0)
        match.play(match.state.legal_moves()[0])
    assert (viewer.drawn_words, viewer.awaited_name) == ("Ann draws Fence", "")
    assert [viewer.sees(seat) for seat in match.persons()] == [True, False]
    moves = list(match.moves)
    match.take_back_to(0)
    assert (viewer.drawn_words, viewer.awaited, viewer.seat) == ("", NOBODY, 0)
    for move in moves:
        match.play(move)
    viewer.cover()
    assert (viewer.drawn_words, viewer.awaited_name, viewer.seat) == ("", "Ben", NOBODY)
    assert "Fence" not in " ".join(viewer.sentences(match.log))


def test_while_a_computer_plays_the_last_viewers_hand_stays_unless_a_person_takes_over() -> None:
    hands = at("house:2", "house:2", "car:3", seat=2)
    match, viewer = lifted([BEN, ANN, CID], hands, play="house")
    assert match.state.current_player() == 2
    assert (viewer.seat, viewer.sees(1)) == (1, True)
    match.seats[2] = Seat("Cid", HUMAN)
    assert (viewer.awaited_name, viewer.seat) == ("Cid", NOBODY)
    assert not any(viewer.sees(seat) for seat in range(3))


def test_an_undo_brings_the_curtain_down_if_another_person_then_decides() -> None:
    match, viewer = lifted([ANN, BEN], at("house:2", "house:2,car"), play="house")
    assert viewer.awaited_name == "Ben"
    match.take_back_to(0)
    assert (viewer.awaited_name, viewer.seat) == ("Ann", NOBODY)
    viewer.lift()
    moved(match, "house")
    viewer.lift()
    match.take_back_to(0)
    assert (viewer.awaited_name, viewer.seat) == ("Ann", NOBODY)


def test_without_people_or_hidden_cards_every_hand_is_seen() -> None:
    for match in (begun(CID, CID), Match(GAMES["kimbo"], {}, [ANN, BEN], 1)):
        viewer = Viewer(match)
        assert viewer.awaited == NOBODY
        assert [viewer.sees(seat) for seat in (0, 1)] == [True, True]


def test_scored_hands_are_open_and_everything_is_shown_after_the_end() -> None:
    match, rng = begun(ANN, BEN), Random(3)
    viewer = Viewer(match)
    while match.state.current_player() != OVER:
        match.play(any_move(match, rng))
        is_open = match.state.is_open()
        assert viewer.are_hands_open == (is_open and match.state.current_player() == CHANCE)
        assert not is_open or [viewer.sees(seat) for seat in (0, 1)] == [True, True]
    assert [viewer.entry(played) for played in match.log] == match.log


@pytest.mark.parametrize(("viewer_of", "own"), [((ANN, CID), 0), ((CID, ANN), 1)])
def test_cards_that_come_together_take_few_lines_and_hidden_ones_are_counted(
    viewer_of: tuple[Seat, Seat], own: int
) -> None:
    match = begun(*viewer_of)
    told = Viewer(match).sentences(match.log)
    other = match.seats[1 - own].name
    assert f"{other} is dealt a card (6 times)" in told
    assert len(told) <= 10
    assert not any(line.startswith(f"{other} is dealt") for line in told if "a card" not in line)


def test_cards_drawn_at_the_end_of_a_hand_are_counted_before_its_scores() -> None:
    match = match_at(GAMES["free-o"], at("captured", "house:2", demand="any").text(), [ANN, CID])
    moved(match, "captured", "draw", "car", "car")
    *_, told = Viewer(match).sentences(match.log)
    over = "the hand is over; Ann scores 0, total 0; Cid scores "
    assert told.startswith(f"Cid draws a card (2 times); {over}")
    assert Viewer(match).log_sentences(match.log)[-1].is_striking


@pytest.mark.parametrize(("game", "options"), [("free-o", {}), ("box", {"first": "by lot"})])
def test_lots_are_drawn_by_no_player(game: str, options: dict[str, OptionValue]) -> None:
    match = Match(GAMES[game], options, [ANN, BEN], 5)
    match.deal()
    (told,) = Viewer(match).sentences(match.log)
    assert told.startswith(("Lots are drawn: Ann ", "Lots are drawn: Ben "))


def test_seats_are_called_by_their_names_and_equal_dice_take_a_line_each() -> None:
    match, viewer = lifted([ANN, BEN], at("captured,car", "house:2"), play="captured")
    told = "Ann plays You Are Captured, which cancels the House: Ben is captured (FRO-16)"
    assert viewer.sentences(match.log) == [told]
    dice = Match(GAMES["kimbo"], {}, [ANN, BEN], 1)
    moved(dice, "2 1", "2 1", "2 1", "2 1")
    assert len(Viewer(dice).sentences(dice.log)) == 4
