"""What a game has on the AI side: levels, agents, reasons, puzzles, reviews and learning."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from math import inf
from typing import Protocol

from ai.agent import Agent, Budget, Choice
from ai.learned.learning import PolicyLearning, ValueLearning
from ai.shared.reasons import speak_for_it
from boxtui.core import State

MOST_INSTEAD = 4
"""The most moves that are about as good as the adviser's and may be advised instead."""

LESS_VISITED = 4
"""A move is advised instead only with at least one in so many visits of the adviser's move."""

NO_BUDGET = Budget()
"""The budget of agents that don't need one."""


@dataclass(frozen=True)
class Share:
    """A share of the games won, as measured by the arena, and its 95% interval.

    Attributes:
        games: the number of games played.
    """

    share: float
    low: float
    high: float
    games: int


ADVISER = "level5"
"""The player whose choice is given as a hint; also the adviser of puzzles and reviews that name no
other.
"""


@dataclass(frozen=True)
class Level:
    """One level of one game.

    Attributes:
        number: 1 to 5, from the weakest.
        title: how it plays, in at most 30 characters.
        agent: the name of the agent that plays it.
        budget: what the agent may spend on a move.
        share: its result against the level below; None if there is none, or if it is exact.
        share_of_four: its result against three of the level below, if it was measured.
    """

    number: int
    title: str
    agent: str
    budget: Budget = NO_BUDGET
    share: Share | None = None
    share_of_four: Share | None = None

    @property
    def name(self) -> str:
        """The player's name, as in ``level3``."""
        return f"level{self.number}"


class Reasons(Protocol):
    """Why a move is worse than the best one."""

    def __call__(
        self, state: State, move: int, best: int, as_good: Sequence[int] = (), /
    ) -> list[str]:
        """Return short sentences on why `move` is worse; for `best` itself, what favors it.

        Nothing is said against moves that are `as_good` as the best. Percentages are exact unless
        *about* precedes them.
        """
        ...


def no_reasons(state: State, move: int, best: int, as_good: Sequence[int] = ()) -> list[str]:
    """Return nothing, for a game without `Reasons`."""
    return []


@dataclass(frozen=True)
class PuzzleSpec:
    """How a game's puzzles are drawn from play.

    Attributes:
        margin: the share of a win by which the best move must be better than every other; larger
            than the change that a much longer search would make.
        seats: the numbers of players from which that of a puzzle's game is drawn.
        players: the agents from which the players of these games are drawn.
        skipped: the range from which the number of decisions to skip first is drawn.
        naive_player: the agent that plays the move that comes to mind first.
        adviser: the agent that says which move is best.
        searches: the `Rater`s that confirm it if the adviser's values aren't exact, weaker ones
            first; each draws its own random numbers, and the last is usually listed several times.
            In a puzzle all agree; the figures shown are means over the last one's.
        themes: what puzzles are about, in a few words each; every theme is wanted equally often.
        theme: returns what a position is about, given its best move: one of `themes`, or another
            name for positions that are never drawn as puzzles.
        other_theme: the one of `themes` that only says that no other applies; practice counts it
            but doesn't show it.
        decisions_per_theme: the number of decisions after which the next theme is accepted, too.
        usual: how many searches nine in ten puzzles take at most, rounded up to one digit; 0 if
            that isn't known. `tools/puzzle_table.py` measures it.
        first: the numbers of easy puzzles, of different themes and soon found, which practice asks
            before others. Their difficulty is 1, then 2; `find_puzzle` was run with numbers from 1
            on, up to 440, and left each after 60 searches (Shut-the-Box), 120, or 500 (Box).
    """

    margin: float
    seats: tuple[int, ...] = (2,)
    players: tuple[str, ...] = ("level2", "level3", "level4")
    skipped: range = range(8)
    naive_player: str = "level2"
    adviser: str = ADVISER
    searches: tuple[str, ...] = ()
    themes: tuple[str, ...] = ()
    theme: Callable[[State, int], str] = lambda state, best: ""
    other_theme: str = ""
    decisions_per_theme: int = 600
    usual: int = 0
    first: tuple[int, ...] = ()


@dataclass(frozen=True)
class ReviewSpec:
    """How the decisions of a game are judged, by reviews and by the tutor.

    Attributes:
        judges: the `Rater`s that evaluate the best move and the one played, each with its own
            random numbers: their mean is the verdict, and how far they differ is its error.
        open_judges: the `Rater`s that evaluate both once more with the hands as they are, in a game
            with hidden hands.
        adviser: the agent that says which move was best.
        is_judged: whether the judges can evaluate the moves of a decision.
        not_judged: which decisions they can't evaluate, in a sentence; "" if there are none.
        effort: the part of their iterations that adviser and judges spend in a position, where all
            of them would take too long for a whole game.
        is_exact: whether there is one judge, whose shares are exact, after rolls and cards too;
            then no adviser is asked.
        luck: the `Rater` that evaluates every roll or card that was possible, so that luck is how
            far the one that came is from their mean; "" if figures are exact, if there is no
            chance, or if there are too many cards to evaluate.
    """

    judges: tuple[str, ...]
    adviser: str = ADVISER
    is_judged: Callable[[State], bool] = lambda state: True
    not_judged: str = ""
    effort: Callable[[State], float] = lambda state: 1.0
    is_exact: bool = False
    open_judges: tuple[str, ...] = ()
    luck: str = ""


OPENING = range(2, 7)
"""The range from which the number of random opening decisions in games between agents is drawn."""


@dataclass(frozen=True)
class Roster:
    """The AI's tables for one game.

    Attributes:
        levels: five, from the weakest; each wins more than half of its games against the one below.
        puzzles: how positions to practice on are found.
        agents: a factory for each agent that knows the game, by the agent's name.
        opening: the range of the number of random decisions that begin a game between agents;
            `range(1)`, so none, if dice or a deal are opening enough.
        review: how played games are judged; None if they can't be.
        lasting: returns, for a decision, the part of a difference between two moves' values, as
            searches find it, that is expected to last to the end of the game. People are only told
            of this part; a puzzle's margin is about the whole difference.
        alike: values that differ by less are too near to call one move better. By that much,
            estimates change if the search is repeated; exact ones only by rounding.
        seldom: a move's value isn't shown if the chosen one has more than that many times its
            visits.
        representative: returns the move that stands for all moves with the same effect.
        reasons: explains moves, in hints, practice, lessons and reviews, and in the tutor's words.
        drawback: returns, for a move and the best one, what speaks against the move, in a sentence
            that doesn't tell the best one; "" if nothing that can be stated does.
        missed: returns, for a move and the best one, what the best would have won at once, in a
            clause, for moves that lose too little to be called bad; "" if that is nothing.
        counted: returns a value as differences between values are counted; the order of values
            stays.
        values: how the evaluation is learned; None if it isn't.
        policy: how the policy is learned; None if there is none.
        lesson_adviser: the agent that comments on the game at the end of the lesson, and advises
            there: the best that answers within about a second, uncompiled too.
    """

    levels: tuple[Level, ...]
    puzzles: PuzzleSpec
    agents: Mapping[str, Callable[[], Agent]]
    opening: range = OPENING
    review: ReviewSpec | None = None
    lasting: Callable[[State], float] = lambda state: 1.0
    alike: float = 0.01
    seldom: float = inf
    representative: Callable[[State, int], int] = lambda state, move: move
    reasons: Reasons = no_reasons
    drawback: Callable[[State, int, int], str] = lambda state, move, best: ""
    missed: Callable[[State, int, int], str] = lambda state, move, best: ""
    counted: Callable[[State, float], float] = lambda state, share: share
    values: ValueLearning | None = None
    policy: PolicyLearning | None = None
    lesson_adviser: str = "level4"

    def lasting_share(self, state: State, share: float, other: float) -> float:
        """Return the share that differs from `other` by the `lasting` part of the difference."""
        return share + (1.0 - self.lasting(state)) * (other - share)

    def rated(self, choice: Choice, state: State) -> list[tuple[int, float]]:
        """Return the moves that were considered in `state` with their values, as far as they last.

        Moves that were `seldom` visited are left out.
        """
        seen = choice.considered
        most = max([each.visits for each in seen if each.move == choice.move], default=0)
        return [
            (each.move, self.lasting_share(state, each.value, seen[0].value))
            for each in seen
            if each.visits >= most / self.seldom
        ]

    def as_good(self, choice: Choice, state: State) -> list[int]:
        """Return the moves that are about as good as the chosen one, if its value is known."""
        rated = self.rated(choice, state)
        worth = dict(rated).get(choice.move)
        if worth is None:
            return []
        others = [(move, value) for move, value in rated if move != choice.move]
        return [move for move, value in others if self.are_alike(worth, value)]

    def advised(self, choice: Choice, state: State) -> tuple[int, list[str]]:
        """Return the move that a hint advises in `state`, and why it is best, in sentences.

        If nothing speaks for the chosen move, it is one that is about as good and that something
        speaks for, if one of the first few is.
        """
        visits = {each.move: each.visits for each in choice.considered}
        least = visits.get(choice.move, 0) / LESS_VISITED
        as_good = self.as_good(choice, state)
        visited = [move for move in as_good if visits[move] >= least]
        alike, moves = {choice.move, *as_good}, [choice.move, *visited[:MOST_INSTEAD]]
        told = ((move, self.reasons(state, move, move, [*alike - {move}])) for move in moves)
        first = next(told)
        return next((each for each in chain([first], told) if speak_for_it(each[1])), first)

    def are_alike(self, value: float, other: float) -> bool:
        """Whether two values, each a `lasting_share`, differ by less than `alike`."""
        return abs(value - other) < self.alike
