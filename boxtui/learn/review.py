"""The review of a game: what each decision gave away, and what was luck.

One identity ties its figures together. For each seat,

    start + luck + losses of all seats + drift = result,

where a loss is the change from the best move to the move played, and luck is the change over rolls
and cards. Exact figures have no drift; others are means over several searches. Where every roll or
card can be evaluated (`ReviewSpec.luck`), luck is how far the one that came is from their mean, as
GNU Backgammon (https://www.gnu.org/software/gnubg/) measures it, and drift is whatever else changed
between two searches. In other games, and before the first decision, whatever changes from one
decision to the next is luck if there was a roll or a card between them, and drift if not.

Where hands are hidden, all these figures use only what the deciding seat could know. What a move
gave away with the hands as they really were is reported separately (`Judged.open_loss`) and isn't
part of any sum.

A game that isn't over can be reviewed so far. Its result is then what each seat could expect after
its last judged decision or, if rolls and cards are evaluated, after the last of them.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from statistics import fmean

from ai.levels import ROSTERS
from ai.roster import ReviewSpec
from boxtui.core import CHANCE, OVER, Refused, State
from boxtui.learn.asking import AskAgent
from boxtui.learn.judging import GOOD, ROUNDING, Assessor, Drawn, Judged, Shares, is_choice
from boxtui.play.match import Match


@dataclass(frozen=True)
class Change:
    """What the moves from `ply` to before `end` changed for each seat: rolls, cards, or drift."""

    ply: int
    end: int
    changes: Shares


@dataclass(frozen=True)
class Turn:
    """What the moves from `ply` to before `end` changed for one seat.

    Attributes:
        judged: the decision that changed it; None for luck and drift.
        is_luck: whether it was luck.
        before: what the seat could expect before.
        after: what it could expect then.
    """

    ply: int
    end: int
    judged: Judged | None
    is_luck: bool
    before: float
    after: float

    @property
    def size(self) -> float:
        """The change without its sign."""
        return abs(self.after - self.before)


@dataclass(frozen=True)
class Account:
    """A seat's share of a win at the start, what changed it, and the result, which is their sum.

    Attributes:
        own: what the seat's own decisions gave away, as a negative number.
        others: what the other seats' decisions changed; mostly positive.
    """

    start: float
    luck: float
    own: float
    others: float
    drift: float
    result: float


@dataclass(frozen=True)
class Review:
    """A game with its decisions judged.

    Attributes:
        start: what each seat could expect at the start; equal shares if that isn't known exactly
            and chance begins.
        judged: the decisions, in the order of play.
        luck: what rolls and cards changed.
        drift: what else changed from one decision to the next.
        result: what each seat got or, as long as the game isn't over, could expect in the end.
        plies: the number of moves of the match.
    """

    start: Shares
    judged: tuple[Judged, ...]
    luck: tuple[Change, ...]
    drift: tuple[Change, ...]
    result: Shares
    plies: int

    def account(self, seat: int) -> Account:
        """Return what a seat's result is the sum of."""
        given = [(each.seat, each.shares[seat] - each.best_shares[seat]) for each in self.judged]
        return Account(
            start=self.start[seat],
            luck=sum(each.changes[seat] for each in self.luck),
            own=sum(change for by, change in given if by == seat),
            others=sum(change for by, change in given if by != seat),
            drift=sum(each.changes[seat] for each in self.drift),
            result=self.result[seat],
        )

    def judged_at(self, ply: int) -> Judged | None:
        """Return the judged decision that was made after that many moves, or None."""
        return next((each for each in self.judged if each.ply == ply), None)

    def mistakes(self, seat: int) -> list[Judged]:
        """Return the moves of a seat with a bad grade."""
        return [each for each in self.moves_of(seat) if each.grade != GOOD]

    def mean_loss(self, seat: int) -> float:
        """Return what a move of a seat gave away on average, in shares of a win."""
        losses = [each.loss for each in self.moves_of(seat)]
        return fmean(losses) if losses else 0.0

    def resignation(self, seat: int) -> Judged | None:
        """Return a seat's resignation, or None if it didn't resign."""
        resigned = (each for each in self.judged if each.seat == seat and each.is_resignation)
        return next(resigned, None)

    def bad_resignation(self, seat: int) -> Judged | None:
        """Return a seat's resignation if it gave something away."""
        resigned = self.resignation(seat)
        return resigned if resigned and resigned.grade != GOOD else None

    def bad_decisions(self, seat: int) -> list[Judged]:
        """Return a seat's mistakes, and its resignation if that gave something away."""
        return [each for each in self.judged if each.seat == seat and each.grade != GOOD]

    def moves_of(self, seat: int) -> list[Judged]:
        """Return the judged decisions of a seat, except resigning, which counts apart."""
        return [each for each in self.judged if each.seat == seat and not each.is_resignation]

    def line_of(self, seat: int) -> list[tuple[int, float]]:
        """Return what a seat could expect through the game: plies, ascending, and shares."""
        points = [(turn.end, turn.after) for turn in self.turns(seat)]
        return [(0, self.start[seat]), *points, (self.plies, self.result[seat])]

    def turns(self, seat: int) -> list[Turn]:
        """Return all that changed what a seat could expect, in the order of play."""
        found: list[tuple[int, int, Judged | None, bool, float]] = []
        for changes, is_luck in ((self.luck, True), (self.drift, False)):
            found += [(each.ply, each.end, None, is_luck, each.changes[seat]) for each in changes]
        for judged in self.judged:
            change = judged.shares[seat] - judged.best_shares[seat]
            found.append((judged.ply, judged.ply + 1, judged, False, change))
        turns, share = list[Turn](), self.start[seat]
        found.sort(key=lambda each: (each[1], each[0]))  # a drift may end where a decision ended
        for ply, end, decision, is_luck, change in found:
            turns.append(Turn(ply, end, decision, is_luck, share, share + change))
            share += change
        return turns

    def share_at(self, seat: int, ply: int) -> float:
        """Return what a seat could expect after `ply` moves, by the search that found it out."""
        if ply == self.plies:
            return self.result[seat]
        before = (turn for turn in reversed(self.turns(seat)) if turn.ply < ply >= turn.end)
        return next((turn.after for turn in before), self.start[seat])


@dataclass(frozen=True)
class BegunReview:
    """What a review that isn't done yet has judged.

    Attributes:
        plies: how many moves it has gone through.
        judged: the decisions among them.
        drawn: the rolls and cards among them that were evaluated.
    """

    plies: int = 0
    judged: tuple[Judged, ...] = ()
    drawn: tuple[Drawn, ...] = ()


def review_spec(match: Match) -> ReviewSpec:
    """Return how a match is reviewed. Raises Refused if it can't be."""
    spec = ROSTERS[match.game.key].review
    if spec is None:
        raise Refused(f"There is no review for {match.game.title}.")
    if match.game.hidden and not match.is_over:
        raise Refused(
            "This game isn't over, and a review would show hidden hands: finish it, then review it."
        )
    return spec


SETTLED = "No move could change anything any more."
"""What is said of a choice between moves that all lead to the same result."""


def not_judged_words(match: Match, review: Review, ply: int) -> str:
    """Return why the move after `ply` moves isn't judged; "" if it is or was the only one."""
    state = match.position_after(ply)
    if review.judged_at(ply) or state.current_player() < 0 or len(match.game.choices(state)) < 2:
        return ""
    return review_spec(match).not_judged if is_choice(match.game, state) else SETTLED


async def review_match(
    match: Match,
    ask: AskAgent,
    progress: Callable[[Review], None] = lambda so_far: None,
    begun: BegunReview = BegunReview(),
    keep: Callable[[BegunReview], Awaitable[None]] | None = None,
) -> Review:
    """Judge every decision of a match, except those that `begun` has.

    After each move, `progress` gets the review of the moves so far, and `keep` all that is judged;
    not while moves are repeated that `begun` has gone through. Raises Refused if there is no
    review, and AgentFailed if a search fails.
    """
    spec = review_spec(match)
    replay = _Replay(match, spec, ask, begun)
    await replay.begin()
    for done in range(1, len(match.moves) + 1):
        await replay.judge_next()
        if done >= begun.plies:
            progress(replay.review())
        if done > begun.plies and keep:
            await keep(replay.begun())
    replay.end()
    return replay.review()


def _settled_result(state: State) -> Shares | None:
    """Return what each seat gets if nobody has a choice any more; None while a seat has one."""
    end = state.clone()
    while end.current_player() >= 0 and (move := end.only_move()) is not None:
        end.apply(move)
    return tuple(end.returns()) if end.current_player() == OVER else None


class _Replay:
    """A match played through again."""

    def __init__(self, match: Match, spec: ReviewSpec, ask: AskAgent, begun: BegunReview) -> None:
        self._match = match
        self._spec = spec
        self._ask = ask
        self._known = {each.ply: each for each in begun.judged}
        self._known_drawn = {each.ply: each for each in begun.drawn}
        self._state = match.position_after(0)
        self._ply = 0
        self._judged: list[Judged] = []
        self._drawn: list[Drawn] = []
        self._luck: list[Change] = []
        self._drift: list[Change] = []
        self._accounted = 0
        """The number of moves whose changes are in one of these lists."""
        self._is_dealt = False
        """Whether chance has decided anything since."""
        self._shares: Shares = (1 / len(match.seats),) * len(match.seats)
        """What each seat could expect after those moves."""
        self._start = self._shares

    async def begin(self) -> None:
        """Find out what each seat can expect at the start, if figures are exact; chance begins."""
        if self._spec.is_exact:
            assessor = self._assessor()
            self._start = self._shares = assessor.counted(await assessor.exact_mean())

    async def judge_next(self) -> None:
        """Judge the next move of the match, if it is a decision, and play it."""
        assessor, move = self._assessor(), self._match.moves[self._ply]
        if assessor.can_judge(move):
            judged = self._known.get(self._ply) or await self._judge(assessor, move)
            self._account(judged.best_shares, self._ply)
            self._judged.append(judged)
            self._shares, self._accounted = judged.shares, self._ply + 1
        elif self._state.current_player() == CHANCE:
            if self._spec.luck and self._judged:
                drawn = self._known_drawn.get(self._ply) or await assessor.drawn(move)
                self._drawn.append(drawn)
                self._account(drawn.before, self._ply)
                self._is_dealt = True
                self._account(drawn.after, self._ply + 1)
            else:
                self._is_dealt = True
            if self._spec.is_exact:
                self._account(assessor.counted(await assessor.exact(move)), self._ply + 1)
        elif not self._spec.is_exact and (result := _settled_result(self._state)):
            self._account(result, self._ply)
        self._state = self._state.after(move)
        self._ply += 1

    async def _judge(self, assessor: Assessor, move: int) -> Judged:
        """Return the judgment of a decision, with all that is said of it."""
        judged = await assessor.judged(move)
        if self._spec.open_judges and judged.best != judged.move:
            judged = await assessor.opened(judged)
        if judged.grade != GOOD:
            judged = await assessor.explained(await assessor.compared_with_hint(judged))
        elif assessor.missed(judged):
            judged = await assessor.explained(judged)
        return judged

    def _assessor(self) -> Assessor:
        return Assessor(self._match, self._ply, self._state, self._spec, self._ask)

    def _account(self, shares: Shares, end: int) -> None:
        """Note what has changed before the move `end`, where the seats expect `shares`."""
        if not self._judged and not self._is_dealt and not self._spec.is_exact:
            self._start = self._shares = shares
        changes = tuple(now - then for now, then in zip(shares, self._shares, strict=True))
        if max(map(abs, changes)) > ROUNDING:
            into = self._luck if self._is_dealt else self._drift
            into.append(Change(self._accounted, end, changes))
        self._shares, self._accounted, self._is_dealt = shares, end, False

    def begun(self) -> BegunReview:
        """Return what is judged."""
        return BegunReview(self._ply, tuple(self._judged), tuple(self._drawn))

    def end(self) -> None:
        """Account for what has changed since the last judged decision, if the match is over."""
        if self._match.is_over:
            result = tuple(self._match.state.returns())
            if self._spec.is_exact:
                result = self._assessor().counted(result)
            self._account(result, self._ply)

    def review(self) -> Review:
        """Return the review of the moves so far."""
        return Review(
            start=self._start,
            judged=tuple(self._judged),
            luck=tuple(self._luck),
            drift=tuple(self._drift),
            result=self._shares,
            plies=self._ply,
        )
