"""What counts as recent: the moves since the last turn of the person who looks."""

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from random import Random

import pytest
from free_o_play import at
from people import ANN, BEN
from random_games import play_through

from ai.agent import HUMAN
from boxtui.games import GAMES
from boxtui.play.match import Match, Seat, match_at
from boxtui.play.recent import MOST_RECENT, Recent, only_move_words
from boxtui.play.viewer import Viewer
from boxtui.views.games import words_of

ROBOT = Seat("Cid", "random")
MOST_SEATS = 4


def turns(match: Match) -> list[tuple[int, int]]:
    """Return each turn so far: whose it was, and the ply after it."""
    ends, at = [], 0
    for seat, run in groupby(match.log, key=lambda played: played.seat):
        at += len(list(run))
        ends.append((seat, at))
    return ends


def recent_ply(match: Match, persons: int) -> int:
    """Return the ply from which moves are recent, if only the first seat is a person's, or none.

    During the person's turn it is the end of their last turn, at other times the beginning of it,
    and without people the beginning of the last turn.
    """
    past = turns(match)
    begins = [0, *(end for _, end in past)]
    if not persons:
        return begins[-2] if past else 0
    if match.state.turn_seat() == 0:
        earlier = past[:-1] if past and past[-1][0] == 0 else past
        return max((end for seat, end in earlier if seat == 0), default=0)
    return max((begins[at] for at, (seat, _) in enumerate(past) if seat == 0), default=0)


def games_of_box(seats: Sequence[Seat]) -> Iterator[Match]:
    """Yield matches that wait for a choice between two marks or more."""
    for seed in range(100):
        match, rng = Match(GAMES["box"], {"size": 6, "balance": "none"}, seats, seed), Random(seed)
        for _ in play_through(match, rng):
            if len(match.state.legal_moves()) > 2:
                yield match


@pytest.mark.parametrize(("other", "whom"), [("random", "you"), (HUMAN, "Ben")])
def test_moves_played_because_nothing_can_change_any_more_are_described_as_such(
    other: str, whom: str
) -> None:
    for match in games_of_box([Seat("P0", other), BEN]):
        only = match.only_move()
        if only is not None and match.state.current_player() == 1:
            match.play(only)
            break
    told = f"Played for {whom}, as nothing can change any more: {match.log[-1].text}"
    assert only_move_words(Viewer(match), {len(match.moves) - 1}) == [told]


def test_only_moves_that_are_alike_are_counted_as_in_the_log() -> None:
    """FRO-9: Ann can match nothing, and draws each time."""
    state = at("fence", "truck:3", "tree:3", top="car", pile="fence:5,tree:5")
    match = match_at(GAMES["free-o"], state.text(), [ANN, ROBOT, ROBOT])
    own = list[int]()
    while len(own) < 3:
        if match.only_move() is not None:
            own.append(len(match.moves))
        match.play(match.state.legal_moves()[0])
    told = only_move_words(Viewer(match), own)
    assert told == ["Played the only moves: drawing (3 times)"]


@pytest.mark.parametrize("persons", [0, 1, 2])
@pytest.mark.parametrize("game", GAMES)
def test_recent_moves_are_those_since_the_persons_last_turn(game: str, persons: int) -> None:
    """Their steps lead to the current position, and the digest has texts for each seat."""
    count = min(GAMES[game].seats[-1], MOST_SEATS)
    seats = [Seat(f"P{at}", HUMAN if at < persons else "random") for at in range(count)]
    match, rng = Match(GAMES[game], {}, seats, 5), Random(3)
    recent = Recent(Viewer(match))
    for number, _ in enumerate(play_through(match, rng, 150)):
        if number % 17 == 16:
            match.take_back_to(len(match.moves) - rng.randrange(1, 12))
        if persons < 2:
            assert recent.ply == max(recent_ply(match, persons), len(match.moves) - MOST_RECENT)
        assert recent.before.text() == match.position_after(recent.ply).text()
        assert [move for _, move, _ in recent.steps(type(match.state))] == match.moves[recent.ply :]
        digest = words_of(match, recent.viewer).digest(recent)
        told = [seat for seat, _ in digest]
        assert all(seat != other for seat, other in pairwise(told))
        assert {played.seat for played in recent.entries() if not played.by_chance} <= set(told)
        assert all(words for _, words in digest)


def test_in_a_solo_game_recent_means_the_last_decision_and_what_followed() -> None:
    match = Match(GAMES["shut-the-box"], {}, [ANN], 5)
    recent = Recent(Viewer(match))
    for _ in play_through(match, Random(3)):
        assert [played.by_chance for played in recent.entries()].count(False) <= 1
    assert not recent.entries()[0].by_chance


def test_to_a_person_who_is_out_the_last_moves_are_recent_and_not_the_whole_game() -> None:
    match = Match(GAMES["free-the-box"], {}, [ANN, *[Seat("Ben", "random")] * 5], 1)
    recent, longest = Recent(Viewer(match)), 0
    for _ in play_through(match, Random(1), 900):
        longest = max(longest, len(match.moves) - recent.ply)
    assert longest == MOST_RECENT


def test_of_two_people_the_last_to_have_a_turn_looks_while_the_computer_plays() -> None:
    match = Match(GAMES["kimbo"], {}, [ANN, ROBOT, BEN, ROBOT], 5)
    viewer, last = Viewer(match), 0
    for _ in play_through(match, Random(3), 200):
        seat = match.state.turn_seat()
        last = seat if match.is_human(seat) else last
        assert viewer.own_seat == last
