"""The log beside every board."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from people import ANN, BEN
from random_games import any_move, play_through

from ai.agent import HUMAN
from boxtui.core import OVER, OptionValue, State
from boxtui.games import GAMES
from boxtui.games.box.game import BY_HAND
from boxtui.games.box.state import Box
from boxtui.games.free_o.moves import CAPTURED as YOU_ARE_CAPTURED
from boxtui.games.free_o.state import FreeO
from boxtui.games.free_the_box.board import TOKENS
from boxtui.games.free_the_box.position import CENTER
from boxtui.games.free_the_box.state import FreeTheBox
from boxtui.games.kimbo.state import Kimbo
from boxtui.games.shut_the_box.state import ShutTheBox
from boxtui.lines import plain
from boxtui.play.match import Match, Seat
from boxtui.play.viewer import Viewer
from boxtui.views.log import MARK, Log

CELLS = 30


@pytest.mark.parametrize("key", GAMES)
@settings(max_examples=30)
@given(luck=st.integers(0, 2**32), moves=st.integers(0, 300), rows=st.integers(0, 60))
def test_the_log_beside_a_board_is_part_of_all(key: str, luck: int, moves: int, rows: int) -> None:
    """Wherever it begins and ends, among cards being dealt, too; all of it has numbers."""
    rng = Random(luck)
    others = [Seat(f"P{at}", "level1") for at in range(1, rng.choice(GAMES[key].seats))]
    match = played_some(key, ANN, *others, luck=luck, moves=moves)
    log = log_of(match)
    numbered, end = log.lines(CELLS + len(f" {len(match.log)} ")), rng.randint(0, len(match.log))
    whole = [line[1:] for _, line in numbered]
    shown = log.last_lines(CELLS, rows, end)
    assert len(shown) <= rows
    places = range(len(whole) - len(shown) + 1)
    assert any(whole[at : at + len(shown)] == shown for at in places)


def test_beside_a_board_a_remark_is_only_its_verdict_and_in_the_log_it_is_whole() -> None:
    match = played_some("box", ANN, BEN)
    log, last = log_of(match), len(match.moves) - 1
    for verdict, reason in (
        ("a slip", ", 3 percentage points of the chance to win: b7 was better"),
        ("a mistake", ", 0.5 points: 7+1 was better"),
        ("good, but 1 percentage point of it", ": b7 was better"),
        ("a slip", " that costs 3 percentage points of the chance to win; b7 was better"),
        ("good, but it costs 1 percentage point of it", "; b7 was better"),
        ("best", ""),
        ("the tutor couldn't judge it", ": it is busy"),
    ):
        match.remark(last, verdict + reason)
        beside = " ".join(map(plain, log.last_lines(80, 1, last + 1)))
        assert beside.endswith(f"({verdict})")
        assert " ".join(plain(line) for _, line in log.lines(200)).endswith(f"({verdict}{reason})")


def log_of(match: Match, style: str = "plain") -> Log:
    """Return the log of a match in which all seats have that style."""
    return Log(Viewer(match), [style] * len(match.seats))


def played_some(key: str, *seats: Seat, luck: int = 5, moves: int = 120) -> Match:
    """Return a match after some random moves."""
    match = Match(GAMES[key], {}, seats, luck)
    for _ in play_through(match, Random(luck), moves):
        pass
    return match


@pytest.mark.parametrize("key", GAMES)
def test_each_sentence_follows_the_number_of_its_move(key: str) -> None:
    match = played_some(key, ANN, BEN)
    numbered = log_of(match).lines(400)
    lines = [plain(line).split() for _, line in numbered]
    numbers = [int(number) for number, *_ in lines]
    assert numbers == [number for number, _ in numbered]
    for at, line in log_of(match).lines(CELLS):
        assert line[0].text.strip() == ("" if at is None else f"{at}")
    assert numbers == sorted(set(numbers))
    assert GAMES[key].hidden or numbers == list(range(1, len(match.log) + 1))
    for number, who, *_ in lines:
        played = match.log[int(number) - 1]
        assert who == match.described(played).split()[0]


def _stands_out(before: State, after: State) -> bool:
    """Whether the move between two positions should stand out, by what it has changed."""
    if isinstance(before, FreeO) and isinstance(after, FreeO):
        ends = after.is_open() and not before.is_open()
        return ends or _captures_discarded(after) > _captures_discarded(before)
    seat = before.turn_seat()
    return _changed_by_events(before, seat) != _changed_by_events(after, seat)


def _captures_discarded(state: FreeO) -> int:
    return int(state.table.below[YOU_ARE_CAPTURED] + (state.table.top == YOU_ARE_CAPTURED))


def _changed_by_events(state: State, seat: int) -> object:
    """Return what moves of `seat` change only by what should stand out."""
    if isinstance(state, Kimbo):
        others = [side if side != seat + 1 else 0 for side in state.table.occupant]
        return others, state.table.home(seat)
    if isinstance(state, Box):
        return [state.grid.squares_in(color) for color in state.colors]
    if isinstance(state, ShutTheBox):
        return state.round, list(state.scores)
    assert isinstance(state, FreeTheBox), "say in _changed_by_events what stands out in this game"
    tokens = list(state.table.tokens)
    del tokens[seat * TOKENS : (seat + 1) * TOKENS]
    return tokens, state.table.is_in(seat), state.table.count(seat, CENTER)


VARIANTS = [("box", {"claiming": BY_HAND}), ("free-o", {"everyone_is_captured": True})]


STRIKING = [
    key
    for key, game in GAMES.items()
    if type(game.start({}, 2)).is_striking is not State.is_striking
]


@pytest.mark.parametrize(("key", "options"), [*((key, {}) for key in STRIKING), *VARIANTS])
def test_captures_and_what_is_scored_stand_out(key: str, options: dict[str, OptionValue]) -> None:
    found = set()
    for luck in range(4):
        match = Match(GAMES[key], options, [ANN, BEN], luck)
        rng = Random(luck)
        while match.state.current_player() != OVER and len(match.moves) < 1500:
            before = match.state.clone()
            match.play(any_move(match, rng))
            assert match.log[-1].is_striking == _stands_out(before, match.state)
            found.add(match.log[-1].is_striking)
    assert found == {True, False}


@pytest.mark.parametrize("key", GAMES)
def test_no_name_makes_a_sentence_of_the_log_stand_out(key: str) -> None:
    match = played_some(key, Seat("Ann!", HUMAN), Seat("captures", HUMAN))
    lines = log_of(match, "faint").lines(CELLS)
    is_strong = any(piece.style == "strong" for _, line in lines for piece in line)
    assert is_strong == any(played.is_striking for played in match.log)
    for line in log_of(match).last_lines(CELLS, 200, len(match.log)):
        assert len({piece.style for piece in line if piece.text.strip()}) == 1


@pytest.mark.parametrize("key", GAMES)
def test_one_move_is_marked_or_the_first_of_the_cards_it_was_dealt_with(key: str) -> None:
    match = played_some(key, ANN, BEN)
    log = log_of(match)
    for here in range(0, len(match.log), 7):
        lines = [plain(line) for _, line in log.lines(400, here)]
        (marked,) = (line for line in lines if line.startswith(MARK))
        number = int(marked[1:].split()[0])
        assert number <= here + 1
        assert all(played.by_chance for played in match.log[number : here + 1])
        assert GAMES[key].hidden or number == here + 1
        unmarked = [plain(line) for _, line in log.lines(400)]
        assert [line.replace(MARK, " ", 1) for line in lines] == unmarked
