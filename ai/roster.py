"""What there is to play against at one game: its levels, its agents, its puzzles."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ai.agent import Agent, Budget
from boxtui.core import State

NO_BUDGET = Budget()
"""For agents that have no use for a budget."""


@dataclass(frozen=True)
class Share:
    """A share of the games won, as the arena measured it, and its 95% interval.

    Attributes:
        games: How many games were played; 0 if that is not known any more.
        against: Who sat in the other seats, if not one agent of the level below.
    """

    share: float
    low: float
    high: float
    games: int = 0
    against: str = ""


THREE_BELOW = "three of the level below"
FIVE_BELOW = "five of the level below"
"""Who a level met in games of four and of six, where 0.25 and 0.167 are fair."""


@dataclass(frozen=True)
class Level:
    """One level of one game.

    Attributes:
        number: 1 to 5, from the weakest.
        title: How it plays, in at most 30 characters.
        agent: The name of the agent that plays it.
        budget: What the agent may spend on a move.
        shares: What it wins, first against the level below; empty if that is computed exactly.
    """

    number: int
    title: str
    agent: str
    budget: Budget = NO_BUDGET
    shares: tuple[Share, ...] = ()


Reasons = Callable[[State, int, int], list[str]]
"""Says of a position, a move and the best move why the move is worse: short sentences, in which
percentages are exact unless *about* stands before them; of the best move itself, what speaks for
it."""


def _no_reasons(state: State, move: int, best: int) -> list[str]:
    return []


def _itself(state: State, move: int) -> int:
    return move


@dataclass(frozen=True)
class PuzzleSpec:
    """How a game's puzzles are drawn from play, and how their answers are explained.

    Attributes:
        margin: the share of a win by which the best move must be better than every other; more than
            a much longer search changes such a difference.
        seats: the number of players in the games that puzzles come from.
        players: the agents drawn to play these games.
        skipped: how many decisions of a game are passed over first is drawn from this range.
        naive_player: the agent that plays the move that comes to mind first.
        adviser: the agent that says which move is best.
        searches: the `Rater`s that confirm it where the adviser's values aren't exact, the weaker
            ones first; each draws its own random numbers, and the last is usually listed several
            times. All must agree; the figures shown are means over the last one's.
        representative: names one of the moves that do the same.
        reasons: what explains the answer.
    """

    margin: float
    seats: int = 2
    players: tuple[str, ...] = ("level2", "level3", "level4")
    skipped: range = range(8)
    naive_player: str = "level2"
    adviser: str = "level5"
    searches: tuple[str, ...] = ()
    representative: Callable[[State, int], int] = _itself
    reasons: Reasons = _no_reasons


OPENING = range(2, 7)
"""How many random decisions usually begin a game between agents: one of these numbers, drawn."""


@dataclass(frozen=True)
class Roster:
    """Everything about a game that the AI side has a table of.

    Attributes:
        levels: Five, from the weakest; each wins more than half of its games against the one below.
        agents: What makes each agent that knows the game, by the agent's name.
        puzzles: how positions to practice on are found.
        opening: How many random decisions begin a game between agents. 0 where dice or a deal are
            opening enough.
    """

    levels: tuple[Level, ...]
    puzzles: PuzzleSpec
    agents: Mapping[str, Callable[[], Agent]]
    opening: range = OPENING
