"""Agents playing against each other, told as plain lines: no terminal is needed."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from ai.agent import Agent, Budget, never
from ai.levels import player
from ai.worker import decide
from boxtui.core import CHANCE, OVER, BadOption, Game, OptionValue
from boxtui.match import HUMAN, Match, Seat
from boxtui.results import result_of


def watch(
    game: Game, players: Sequence[str], options: Mapping[str, OptionValue], games: int, seed: int
) -> Iterator[str]:
    """The lines of `games` games, the first with that seed, each next with the one after it.

    `BadOption` for a player or an option there isn't; `AgentFailed` says which agent and how.
    """
    for who in players:
        if who == HUMAN:
            raise BadOption("Nobody can play in `boxtui watch`: name agents, as level5,level1.")
        player(game.key, who)
    wins = [0.0] * len(players)
    for number in range(games):
        match = Match(game, options, named(players), seed + number)
        yield f"Game {number + 1} of {games}: {game.title}, seed {seed + number}"
        yield from _told(match)
        wins = [won + share for won, share in zip(wins, match.state.returns(), strict=True)]
    yield from _tally(players, wins, games)


def named(players: Sequence[str]) -> list[Seat]:
    """A seat a player, named after it, and by number where several are the same."""
    return [
        Seat(f"{who} ({at})" if players.count(who) > 1 else who, who)
        for at, who in enumerate(players, 1)
    ]


def _told(match: Match) -> Iterator[str]:
    agents = [player(match.game.key, seat.player) for seat in match.seats]
    while match.state.player() != OVER:
        decides = match.state.player()
        if decides == CHANCE:
            match.play(match.dealt())
        else:
            match.play(_chosen(match, decides, *agents[decides]))
        line = match.log[-1]
        yield f"{match.seats[line.seat].name}: {line.sentence}"
    yield result_of(match)
    yield ""


def _chosen(match: Match, seat: int, agent: Agent, budget: Budget) -> int:
    luck = match.agent_seed()
    world = match.known_to(seat, Random(luck))
    return decide(match.seats[seat].player, agent, world, budget, Random(luck), never).move


def _tally(players: Sequence[str], wins: Sequence[float], games: int) -> Iterator[str]:
    if games > 1:
        yield f"After {games} games, what each got on average (1 is winning them all):"
        for seat, won in zip(named(players), wins, strict=True):
            yield f"  {seat.name:<24} {won / games:.3f}"
