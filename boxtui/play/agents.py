"""A match between agents, played step by step without people."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from time import perf_counter

from ai.agent import HUMAN, Agent, Budget, Stop, never
from ai.decision import decide
from ai.levels import agent_and_budget
from boxtui.core import CHANCE, BadOption, Game
from boxtui.play.match import Match, Seat


@dataclass(frozen=True)
class Step:
    """A move that was played.

    Attributes:
        player: the `State.current_player()` that played it.
        choices: the number of legal moves.
        seconds: the time that the agent took; 0 if chance decided.
    """

    player: int
    choices: int
    seconds: float


def check_agents(game: Game, players: Sequence[str]) -> None:
    """Raises `BadOption` if one of them is a person, or doesn't play this game."""
    for who in players:
        if who == HUMAN:
            raise BadOption("Only agents can play here; name them, as in level5,level1.")
        agent_and_budget(game.key, who)


def seats_for(players: Sequence[str]) -> list[Seat]:
    """Return a seat for each player, named after it, with a number if several are the same."""
    return [
        Seat(f"{who} ({at})" if players.count(who) > 1 else who, who)
        for at, who in enumerate(players, 1)
    ]


def steps(match: Match, stop: Stop = never) -> Iterator[Step]:
    """Play a match between agents, and yield each step once played. Raises `AgentFailed`.

    Once `stop` returns True, agents answer with their best so far.
    """
    agents = [agent_and_budget(match.game.key, seat.player) for seat in match.seats]
    while not match.is_over:
        decides, choices = match.state.current_player(), len(match.state.legal_moves())
        if decides == CHANCE:
            match.deal()
            yield Step(decides, choices, 0.0)
        else:
            move, seconds = _choose(match, decides, *agents[decides], stop)
            match.apply(move)
            yield Step(decides, choices, seconds)


def _choose(match: Match, seat: int, agent: Agent, budget: Budget, stop: Stop) -> tuple[int, float]:
    """Return the move that an agent chooses, and the seconds that it took."""
    determinization, rng = match.determinized_for(seat), Random(match.agent_seed())
    start = perf_counter()
    choice = decide(match.seats[seat].player, agent, determinization, budget, rng, stop)
    return choice.move, perf_counter() - start
