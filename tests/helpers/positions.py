"""Positions of every game, reached by random play, for the tests of laws."""

from functools import cache
from random import Random

from hypothesis import strategies as st
from random_games import at_random

from boxtui.core import Game, OptionValue, State
from boxtui.games import GAMES

SEEDS = range(40)
"""The seeds of the games that positions come from; each is played only once for all laws."""

MOST_MOVES = 120


def begun(key: str, rng: Random) -> State:
    """Return the first position of a game with random options and a random number of seats."""
    game = GAMES[key]
    seats = rng.choice(list(game.seats))
    options: dict[str, OptionValue] = {
        option.key: rng.choice(list(option.choices)[:4])
        for option in game.options
        if not option.names_loser
    }
    if seats == 1:
        options.pop("pub_stakes", None)
    return game.start(options, seats)


@cache
def played(key: str, seed: int) -> list[State]:
    """Return the first position of a random game, some that follow, and the one at the end."""
    rng = Random(seed)
    state = begun(key, rng)
    found = [state.clone()]
    for _ in at_random(state, rng, MOST_MOVES):
        if rng.random() < 0.2:
            found.append(state.clone())
    return [*found, state]


@st.composite
def positions(draw: st.DrawFn) -> tuple[Game, State]:
    """Draw a position reached by random play; sometimes the end of the game."""
    key = draw(st.sampled_from(sorted(GAMES)))
    found = played(key, draw(st.sampled_from(SEEDS)))
    return GAMES[key], found[draw(st.integers(0, len(found) - 1))].clone()


def check_random_moves(state: State, rng: Random) -> None:
    """Check that `random_move` draws only legal moves, and all of them except resigning."""
    moves = {move for move in state.legal_moves() if state.move_text(move) != "resign"}
    unseen = set(moves)
    # Games may draw some moves far less often than others.
    for _ in range(4_000 * len(moves)):
        move = state.random_move(rng)
        assert move in moves
        unseen.discard(move)
        if not unseen:
            break
    assert not unseen
