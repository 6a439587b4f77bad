"""Games between agents as lines of text, for `boxtui watch`."""

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from ai.agent import Choice
from ai.worker import Question, SearchProcess
from boxtui.core import BadOption, Game, OptionValue, State
from boxtui.play.agents import check_agents, seats_for, steps
from boxtui.play.match import SEED_LIMIT, Match
from boxtui.play.results import result_of


def watch(
    game: Game, players: Sequence[str], options: Mapping[str, OptionValue], games: int, seed: int
) -> Iterator[str]:
    """Yield the lines of `games` games; the first has that seed, each next one the following seed.

    Raises `BadOption` for an unknown player or option or a seed after which there aren't enough
    others, and `AgentFailed` if an agent fails.
    """
    check_agents(game, players)
    if seed + games > SEED_LIMIT:
        raise BadOption(f"For {games} games, choose a seed of at most {SEED_LIMIT - games}.")
    wins = [0.0] * len(players)
    with _search_process() as ask:
        for number in range(games):
            match = Match(game, options, seats_for(players), seed + number)
            yield f"Game {number + 1} of {games}: {game.title}, seed {seed + number}"
            yield from _color_lines(match)
            yield from _game_lines(match, ask)
            wins = [won + share for won, share in zip(wins, match.state.returns(), strict=True)]
    yield from _tally_lines(players, wins, games)


@contextmanager
def _search_process() -> Iterator[Callable[[Question], Choice]]:
    """Yield what asks agents in a process of their own.

    It raises `AgentFailed` for one that hangs, or that ends the process.
    """
    searcher = SearchProcess()
    with asyncio.Runner() as runner:
        try:
            yield lambda question: runner.run(searcher.choose(question))
        finally:
            searcher.close()


def _color_lines(match: Match) -> Iterator[str]:
    """Yield which color each seat has, in a game that names seats by their colors."""
    colors = match.game.colors(len(match.seats))
    if colors:
        pairs = zip(match.seats, colors, strict=True)
        yield f"Colors: {', '.join(f'{seat.name} is {color}' for seat, color in pairs)}."


def _game_lines(match: Match, ask: Callable[[Question], Choice]) -> Iterator[str]:
    """Play a match; yield each move as it is made, then the result and an empty line."""

    def choose(seat: int, state: State) -> Choice:
        game, player = match.game, match.seats[seat].player
        return ask(Question(game.key, player, state.text(), match.agent_seed(), game.board))

    for _ in steps(match, choose):
        yield match.described(match.log[-1], ": ")
    yield result_of(match)
    yield ""


def _tally_lines(players: Sequence[str], wins: Sequence[float], games: int) -> Iterator[str]:
    if games > 1:
        yield f"Average result after {games} games (1 is winning all of them):"
        for seat, won in zip(seats_for(players), wins, strict=True):
            yield f"  {seat.name:<24} {won / games:.3f}"
