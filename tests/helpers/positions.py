"""Positions of every game, drawn by hypothesis, for the tests of laws."""

from random import Random

from hypothesis import strategies as st

from boxtui.core import OVER, Game, OptionValue, State
from boxtui.games import GAMES


@st.composite
def starts(draw: st.DrawFn) -> tuple[Game, State]:
    """Draw a game with some of its options and seats; return it with its first position."""
    game = GAMES[draw(st.sampled_from(sorted(GAMES)))]
    seats = draw(st.sampled_from(list(game.seats)))
    options: dict[str, OptionValue] = {
        option.key: draw(st.sampled_from(list(option.choices)[:4]))
        for option in game.options
        if not option.carried
    }
    if seats == 1:
        options.pop("pub_stakes", None)
    return game, game.start(options, seats)


@st.composite
def positions(draw: st.DrawFn) -> tuple[Game, State]:
    """Draw a position reached by random play; sometimes the end of the game."""
    game, state = draw(starts())
    rng = Random(draw(st.integers(0, 2**32)))
    for _ in range(draw(st.integers(0, 120))):
        if state.current_player() == OVER:
            break
        state.play(state.random_move(rng))
    return game, state


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
