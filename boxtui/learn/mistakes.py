"""A person's own mistakes, which come back to be solved, less and less often.

Each is self-contained: it holds the game up to the decision, and outlives the save that it is from.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Final

from ai.agent import HUMAN
from boxtui.core import GameError, OptionValue, Refused
from boxtui.games import GAMES
from boxtui.learn.asking import AskAgent, AskFor
from boxtui.learn.judging import ROUNDING, Assessor, limit_for
from boxtui.learn.puzzles import SUBSTITUTE, MoveComparer, Puzzle
from boxtui.play.match import Match, Seat

SOON: Final = timedelta(minutes=10)
"""The time after which a mistake that was answered wrongly comes back."""

KNOWN: Final = timedelta(days=21)
"""A mistake is solved for good once it would come back only after this long."""

_REVIEWING: Final = 2
"""The state of a mistake once it was solved, until it is answered wrongly."""

PositionKey = tuple[bytes, tuple[tuple[str, OptionValue], ...], int, int, tuple[int, ...]]
"""A board, options by name, the number of seats, a seed and moves."""


@dataclass(frozen=True)
class Schedule:
    """When a mistake comes back; the fields are those of a card in `fsrs`.

    Attributes:
        due: when, ISO 8601 in UTC.
        last: when it was answered last; "" if never.
        state: 1 learning, 2 reviewing, 3 learning again.
        step: the step within learning.
        stability: days until the chance to remember is 90%; 0 before the first answer.
        difficulty: 1 to 10; 0 before the first answer.
    """

    due: str
    last: str = ""
    state: int = 1
    step: int = 0
    stability: float = 0.0
    difficulty: float = 0.0

    @property
    def is_solved(self) -> bool:
        """Whether the last answer was right."""
        return self.state == _REVIEWING

    def is_due(self, now: datetime) -> bool:
        """Whether the mistake is to be asked again."""
        return datetime.fromisoformat(self.due) <= now

    def answered(self, is_right: bool, now: datetime) -> "Schedule | None":
        """Return when it comes back after an answer; None if it is solved for good."""
        from fsrs import Card, Rating, Scheduler, State  # only here: it takes 13 ms to import

        steps = (SOON,)
        scheduler = Scheduler(learning_steps=steps, relearning_steps=steps, enable_fuzzing=False)
        card = Card(
            card_id=1,
            state=State(self.state),
            step=None if self.state == State.Review else self.step,
            stability=self.stability or None,
            difficulty=self.difficulty or None,
            due=datetime.fromisoformat(self.due),
            last_review=datetime.fromisoformat(self.last) if self.last else None,
        )
        card, _ = scheduler.review_card(card, Rating.Good if is_right else Rating.Again, now)
        if is_right and card.due - now >= KNOWN:
            return None
        return Schedule(
            due=card.due.isoformat(),
            last=now.isoformat(),
            state=int(card.state),
            step=card.step or 0,
            stability=card.stability or 0.0,
            difficulty=card.difficulty or 0.0,
        )


@dataclass(frozen=True)
class Mistake:
    """A decision of a game.

    Attributes:
        added: when it was added, ISO 8601 in UTC.
        rules: the version of the rules that it was played under.
        names: the names of the seats.
        players: who plays them: `HUMAN` in the seat that decides, agents in the others.
        moves: those played up to the decision, dice and cards included.
        best: the best move, by the review.
        board: the content of the board or deck that it was played on.
    """

    added: str
    rules: int
    seed: int
    best: int
    names: tuple[str, ...]
    players: tuple[str, ...]
    moves: tuple[int, ...]
    schedule: Schedule
    board: bytes = b""
    options: Mapping[str, OptionValue] = field(default_factory=dict)

    @property
    def position(self) -> PositionKey:
        """What two mistakes have in common if they are the same position."""
        options = tuple(sorted(self.options.items()))
        return self.board, options, len(self.names), self.seed, self.moves

    @property
    def day(self) -> str:
        """The day on which it was added, as 2026-11-23."""
        return self.added[:10]

    def match(self, key: str) -> Match:
        """Return the match up to the decision, in the game with that key.

        Raises GameError if it isn't a match that waits for a decision under the current rules.
        """
        game = GAMES[key]
        if self.rules > game.rules_version:
            raise Refused(f"It needs version {self.rules} of the rules of {game.title}.")
        if self.board and game.on_board:
            game = game.on_board(self.board)
        seats = [Seat(*each) for each in zip(self.names, self.players, strict=True)]
        match = Match(game, self.options, seats, self.seed)
        for move in self.moves:
            match.play(move)
        if not match.is_human(match.state.current_player()) or match.state.why_not(self.best):
            raise Refused("There is no move to find there.")
        return match


def mistake_at(match: Match, ply: int, best: int, now: datetime) -> Mistake:
    """Return the decision that was made after the first `ply` moves of a match, to be solved."""
    seat = match.position_after(ply).current_player()
    players = [SUBSTITUTE if each.player == HUMAN else each.player for each in match.seats]
    players[seat] = HUMAN
    return Mistake(
        added=now.isoformat(timespec="seconds"),
        rules=match.game.rules_version,
        seed=match.seed,
        best=best,
        names=tuple(each.name for each in match.seats),
        players=tuple(players),
        moves=tuple(match.moves[:ply]),
        schedule=Schedule(due=now.isoformat(timespec="seconds")),
        board=match.game.board,
        options=dict(match.options),
    )


async def puzzle_of(mistake: Mistake, game: str, ask_for: AskFor) -> Puzzle:
    """Return a mistake as a puzzle, its best move judged as that of any puzzle.

    Raises Refused if it can't be played under the current rules, AgentFailed if a search fails.
    """
    try:
        match = await asyncio.to_thread(mistake.match, game)
        return await _puzzle_at(match, mistake.best, ask_for(match.game))
    except GameError as fault:
        raise Refused(f"Your mistake of {mistake.day} can't be played any more: {fault}") from fault


async def _puzzle_at(match: Match, move: int, ask: AskAgent) -> Puzzle:
    """Return the puzzle in which that move is to be found.

    Its margin depends on the number of seats, as the limits of reviews do; but moves that differ by
    less than estimates do aren't told apart. It is judged as the review judged it, with the same
    figures.
    """
    comparer = MoveComparer.at(match, ask)
    margin = max(limit_for(len(match.seats), comparer.margin), comparer.roster.alike)
    comparer = replace(comparer, margin=margin, least=margin)
    review = comparer.roster.review
    if review and not review.is_exact:
        assessor = Assessor(match, len(match.moves), match.state, review, ask)
        comparer = replace(
            comparer,
            determinization=assessor.seen,
            seed=assessor.seed,
            searches=assessor.judges,
            least=ROUNDING,
        )
    best = comparer.representative(move)
    theme = comparer.roster.puzzles.theme(comparer.determinization, best)
    return Puzzle(0, match, best, {best: await comparer.figures(best)}, comparer, theme)


def utc_now() -> datetime:
    """Return the current time in UTC."""
    return datetime.now(UTC)
