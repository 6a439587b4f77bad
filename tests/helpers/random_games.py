"""Games and saved matches played at random; a match's dice depend on its seed."""

from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from typing import TypeVar

from ai.agent import HUMAN
from boxtui.core import CHANCE, OVER, State
from boxtui.games import GAMES
from boxtui.play.agents import choosing_here, steps
from boxtui.play.match import Match, Seat
from boxtui.play.record import Record
from boxtui.play.replay import apply
from saves.events import End, Event, Move
from saves.library import Library

S = TypeVar("S", bound=State)

WHOLE = 10_000
"""More moves than a game has in which always the first legal one is played."""

LONG_THINKER = "uct:1000000"
"""An agent that thinks for minutes about any choice."""


def at_random(state: S, rng: Random, most: int = 100_000) -> Iterator[S]:
    """Yield the state before each of up to `most` random moves in it, until its game is over."""
    for _ in range(most):
        if state.current_player() == OVER:
            return
        yield state
        state.play(state.random_move(rng))


def some_decisions(
    begin: Callable[[], S], count: int, often: float = 1.0, luck: int = 5
) -> list[S]:
    """Return that many of the decisions in games at random, each with that chance."""
    rng = Random(luck)
    decisions = (
        state.clone()
        for begun in iter(begin, None)
        for state in at_random(begun, rng)
        if state.current_player() >= 0 and rng.random() < often
    )
    return list(islice(decisions, count))


def against(computer: str, game: str, library: Library) -> Record:
    """Return a new match of Ann against a computer."""
    seats = [Seat("Ann", HUMAN), Seat("Computer", computer)]
    return Record.begin(Match(GAMES[game], {}, seats, 7), library)


def among_all(game: str, library: Library) -> Record:
    """Return a new match with as many people as the game seats."""
    seats = [Seat(f"P{at}", HUMAN) for at in range(GAMES[game].seats[-1])]
    return Record.begin(Match(GAMES[game], {}, seats, 7), library)


def has_to_choose(match: Match, seat: int) -> bool:
    """Whether that seat decides now, and between several moves."""
    return match.state.current_player() == seat and len(match.state.legal_moves()) > 1


def any_move(match: Match, rng: Random) -> int:
    """Return the chance outcome that is due, or a random legal move."""
    by_chance = match.state.current_player() == CHANCE
    return match.next_outcome() if by_chance else match.state.random_move(rng)


def first_move(match: Match) -> int:
    """Return the chance outcome that is due, or the first legal move."""
    by_chance = match.state.current_player() == CHANCE
    return match.next_outcome() if by_chance else match.state.legal_moves()[0]


def moved(match: Match, *texts: str) -> Match:
    """Play moves that are given in their notation; return the match."""
    for text in texts:
        match.play(match.state.read_move(text))
    return match


def dealt(match: Match) -> Match:
    """Play all that chance decides before the first decision; return the match."""
    while match.state.current_player() == CHANCE:
        match.deal()
    return match


def played_first(match: Match, most: int = 10_000) -> Match:
    """Play the first legal move each time, up to `most` moves or to the end; return the match."""
    while match.state.current_player() != OVER and len(match.moves) < most:
        match.play(first_move(match))
    return match


def play_through(match: Match, rng: Random, most: int = 10_000) -> Iterator[None]:
    """Make up to `most` random moves, or play to the end; yields before each move."""
    for _ in range(most):
        if match.state.current_player() == OVER:
            return
        yield
        match.play(any_move(match, rng))


def finished(match: Match) -> Match:
    """Play a match to its end with random moves; return it."""
    for _ in play_through(match, Random(7)):
        pass
    return match


def played_by_agents(match: Match) -> Match:
    """Have the agents of a match play it to its end; return it."""
    for _ in steps(match, choosing_here(match)):
        pass
    return match


def do(record: Record, event: Event) -> None:
    """Save the event and apply it at once."""
    record.keep(event)
    apply(record.match, event)


def play_on(record: Record, is_enough: Callable[[Match], bool]) -> None:
    """Play at random until `is_enough`, or to the end."""
    match, rng = record.match, Random(7)
    while match.state.current_player() != OVER and not is_enough(match):
        do(record, Move(any_move(match, rng)))


def save_game(
    library: Library, *seats: Seat, game: str = "shut-the-box", seed: int = 7, moves: int = 0
) -> Record:
    """Save a game after up to that many moves, always the first legal one; return its record."""
    record = Record.begin(Match(GAMES[game], {}, seats, seed), library)
    play_first_moves(record, moves)
    record.close()
    return record


def of_bad_decisions(library: Library) -> Record:
    """Save a finished game of Shut-the-Box in which Ann decided badly."""
    seats = Seat("Ann", HUMAN), Seat("Ben", "level1")
    return save_game(library, *seats, seed=4, moves=WHOLE)


def play_first_moves(record: Record, most: int = WHOLE) -> None:
    """Play the first legal move each time, up to `most` moves; record the end if it is reached."""
    match = record.match
    while match.state.current_player() != OVER and len(match.moves) < most:
        do(record, Move(first_move(match)))
    if match.state.current_player() == OVER:
        do(record, End())
