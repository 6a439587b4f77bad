"""Explanations of why one mark is worse than another in Box.

They need no search: all they say of marks can be seen on the grid two marks ahead.
"""

from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import Final, final

from ai.box.opening import FIRST_WORTH
from ai.shared.reasons import LATER, OUTWEIGHED, unclear
from boxtui.core import State
from boxtui.games.box.board import Grid, members
from boxtui.games.box.moves import BID, CLAIM, DONE, PASS, RESIGN, TAKE
from boxtui.games.box.narration import outermost, squares_words
from boxtui.games.box.notation import amount_text, box_text, point_text
from boxtui.games.box.position import BIDDING, MARKING, OPENING, PICKING, Position
from boxtui.wording import counted, listed

SMALL: Final = 12
"""A box of at most this many squares is small, and hard to block.

In 70 decisions in which nothing else that is said told two marks apart, the better one began more
small boxes in 59. Counting boxes of all sizes favored it in 10, because most marks begin as many.
"""

MANY_MORE: Final = 1.25
AT_LEAST: Final = 3
"""How many times as many boxes a mark must begin for that to be a reason, and how many more."""

YOU: Final = "you"
THEY: Final = "the other player"
"""Whose corners are counted."""


def reasons(state: State, move: int, best: int, as_good: Sequence[int] = ()) -> list[str]:
    """Return sentences that compare `move` with `best`, or on `best` alone if they are the same.

    They say what each mark claims, what the other side can complete then, and what `best` stops,
    threatens or lets stand. If none of this distinguishes the marks, they count the open boxes with
    two or three corners that each leaves, to its own side or else to the other, or the small ones
    that it begins. On a best mark alone they count what it changes of these, or open boxes that it
    begins or closes; if that is nothing, they say so. If another mark would win more now, a
    sentence names it. About a decision that isn't a mark, a sentence says what counts. Nothing is
    said against marks that are `as_good`, nor for a color if the other one is.
    """
    assert isinstance(state, Position)
    if RESIGN in (move, best):
        return ["Resigning loses the game (BOX-20)."]
    if state.phase != MARKING:
        is_either = state.phase == PICKING and len(as_good) > 0
        return [] if is_either else _reason_without_mark(state, best)
    if not state.grid.may_anyone_win(*state.colors):
        return ["No square can be won any more, so all marks are worth the same."]
    before, after_best = Prospect(state, None), Prospect(state, best)
    claim, threat = after_best.claim(), after_best.threat(before)
    if move == best:
        stop = after_best.stop(before)
        told = [sentence for sentence in (claim, stop, threat) if sentence]
        if not told and (open_boxes_words := after_best.open_boxes_words(before)):
            told = [open_boxes_words]
        cost = after_best.cost("But after", before)
        passed_over = [] if stop else before.passed_over(after_best, as_good)
        return [*told, *(cost or passed_over)] or [unclear(after_best.name)]
    after_move = Prospect(state, move)
    stop = after_best.stop(after_move)
    is_same_loss = max(after_move.losses) == max(after_best.losses)
    said = "" if is_same_loss else after_move.reply()
    reply = f"After {after_move.name}{said}" if said else ""
    every = (after_move.claim(), reply, claim, stop, threat)
    sentences = [sentence for sentence in every if sentence]
    if max(after_best.losses) > max(after_move.losses):
        has_merit = bool(claim or threat)  # without one, nothing said contradicts the cost
        return [*sentences, *after_best.cost("But after" if has_merit else "After", after_move)]
    if not sentences:
        return _compared(after_move, after_best)
    if not stop and after_best.won() + after_best.threatened(before) <= after_move.won():
        sentences.append(OUTWEIGHED)
    return sentences


def drawback(state: State, move: int, best: int) -> str:
    """Return what the other side can win after a mark, if that is more than after the `best` one.

    Where it would mark isn't told, because that often is the best mark.
    """
    assert isinstance(state, Position)
    if RESIGN in (move, best) or state.phase != MARKING:
        return ""
    after = Prospect(state, move)
    lost = max(after.losses)
    if lost <= max(Prospect(state, best).losses):
        return ""
    return f"After {after.name}, the other player can win {squares_words(lost)} with one mark."


def _reason_without_mark(state: Position, best: int) -> list[str]:
    """Return what counts for a first mark, a color, a bid or a claim; nothing about `done`."""
    if best == DONE:
        return []
    if state.phase == OPENING:
        found = f"{state.move_text(best)} is the most even mark found"
        means = "the other player takes the better color, and your chance is that of the color left"
        return [f"{found}: {means} to you (BOX-12)."]
    if state.phase == PICKING:
        has_first_mark = state.colors[best - TAKE] != 0
        better, worse = ("the first mark", "marking next")[:: 1 if has_first_mark else -1]
        return [f"Here {better} is worth more than {worse} (BOX-12)."]
    if state.phase == BIDDING:
        points = amount_text(FIRST_WORTH[state.terms.size])
        worth = f"Marking first is worth about {points} points here"
        if best == PASS:
            return [f"{worth}; you start with {amount_text(state.bid)} if you pass (BOX-17)."]
        paid = amount_text(best - BID)
        return [f"{worth}; if the other player passes, you get it for {paid} (BOX-17)."]
    box = best - CLAIM
    won = state.grid.squares_of[box] & ~state.colors[state.color_of(state.seat)]
    words = Prospect(state, None).won_words([box], state.grid.squares_in(won))
    return [f"{box_text(box, state.grid)} wins {words}."]


def _compared(after_move: "Prospect", after_best: "Prospect") -> list[str]:
    """Return how many open boxes each mark leaves or begins, if that favors the best."""
    if after_best.count_near() > after_move.count_near():
        return [_reach(each.name, YOU, each.count_near()) for each in (after_move, after_best)]
    if after_best.count_near_to_other() < after_move.count_near_to_other():
        return [
            _reach(each.name, THEY, each.count_near_to_other()) for each in (after_move, after_best)
        ]
    more, fewer = after_best.count_begun(), after_move.count_begun()
    if more >= max(MANY_MORE * fewer, fewer + AT_LEAST):
        begun = f"{after_best.name} is a corner of {_small_boxes(more)}"
        return [f"{begun}, {after_move.name} of {fewer or 'none'}."]
    return [LATER]


@final
class Prospect:
    """What the side to move has, and what both can win next, after its mark on `point`.

    If `point` is None, as things are before any mark.

    Attributes:
        before: the side's marks and squares before the mark, as bits as in `Grid`.
        own: the same after the mark and all claims.
        theirs: those of the other side.
        name: the mark as text.
        by_hand: whether boxes must then be claimed by hand (BOX-11).
        boxes: the boxes that the mark claims, or completes to be claimed.
        gains: by intersection, the squares that the side's next mark there would win.
        losses: by intersection, the squares that a mark of the other side would win.
    """

    def __init__(self, position: Position, point: int | None) -> None:
        self.grid = position.grid
        color = position.color_of(position.seat)
        self.before, self.theirs = position.colors[color], position.colors[1 - color]
        self.own = self.before
        self.name = ""
        self.boxes: list[int] = []
        self.by_hand = position.terms.by_hand
        if point is not None:
            self.name = point_text(point, self.grid)
            self.own |= 1 << point
            self.boxes = self.grid.claimable(self.own, self.theirs)
            for box in self.boxes:
                self.own |= self.grid.squares_of[box]
        self.gains = self.grid.gains(self.own, self.theirs)
        self.losses = self.grid.gains(self.theirs, self.own)

    def won(self) -> int:
        """Return how many squares the mark wins."""
        return self.grid.squares_in(self.own) - self.grid.squares_in(self.before)

    def claim(self) -> str:
        """Return a sentence on what the mark claims (empty if nothing)."""
        if not self.boxes:
            return ""
        boxes, won = self._boxes_words(self.boxes), self.won_words(self.boxes, self.won())
        if self.by_hand:
            return f"{self.name} lets you claim {boxes}: {won}."
        return f"{self.name} claims {boxes}: {won}."

    def reply(self) -> str:
        """Return the end of a sentence on the most that the other side can then complete, or ""."""
        lost = max(self.losses)
        if not lost:
            return ""
        answer = self.losses.index(lost)
        completed = self.grid.completed(answer, self.theirs, self.own)
        boxes, won = self._boxes_words(completed), self.won_words(completed, lost)
        by = point_text(answer, self.grid)
        return f", the other player can complete {boxes} by marking {by}: {won}."

    def cost(self, after: str, instead: "Prospect") -> list[str]:
        """Return sentences on what the other side can then complete, if that is anything.

        The first begins with `after`. Another follows unless the mark makes up for it: it wins or
        threatens so much more than `instead`, or stops more, which could then be completed.
        """
        if not (said := self.reply()):
            return []
        gains, others = (sorted(each.gains, reverse=True) for each in (self, instead))
        gained = max([more - less for more, less in zip(gains, others, strict=True)])
        made_up = max(self.won() - instead.won(), gained, max(instead.losses) - 1)
        is_made_up_for = made_up >= max(self.losses)
        return [f"{after} {self.name}{said}", *[OUTWEIGHED] * (not is_made_up_for)]

    def stop(self, instead: "Prospect") -> str:
        """Return a sentence on what the mark stops (empty if nothing).

        That is what the other side could complete by its best mark after `instead`, without the
        boxes that this mark would still complete.
        """
        lost = max(instead.losses)
        if max(self.losses) >= lost:
            return ""
        answer = instead.losses.index(lost)
        stopped = self.grid.completed(answer, instead.theirs, instead.own)
        if self.losses[answer]:
            still = self.grid.completed(answer, self.theirs, self.own)
            stopped = [box for box in stopped if box not in still]
        squares = 0
        for box in stopped:
            squares |= self.grid.squares_of[box] & ~self.theirs
        words = self.won_words(stopped, self.grid.squares_in(squares))
        return f"{self.name} stops {self._boxes_words(stopped)}: {words}."

    def threat(self, before: "Prospect") -> str:
        """Return a sentence on the largest threats that did not exist `before`, at most two.

        One mark can't stop two that are far apart.
        """
        threats = []
        for point in self._new_gains(before)[:2]:
            completed = self.grid.completed(point, self.own, self.theirs)
            boxes, won = self._boxes_words(completed), self.won_words(completed, self.gains[point])
            by = f" by {point_text(point, self.grid)}" if " and " in boxes else ""
            threats.append(f"{boxes}{by}: {won}")
        return f"{self.name} threatens {', and '.join(threats)}." if threats else ""

    def _new_gains(self, before: "Prospect") -> list[int]:
        """Return where the side could win what it could not `before`, most squares first."""
        new = [at for at, won in enumerate(self.gains) if won > before.gains[at]]
        return sorted(new, key=lambda at: -self.gains[at])

    def threatened(self, before: "Prospect") -> int:
        """Return the squares of the largest threat that did not exist `before`, or 0."""
        return max([self.gains[at] for at in self._new_gains(before)], default=0)

    def passed_over(self, best: "Prospect", as_good: Sequence[int]) -> list[str]:
        """Return a sentence on what the side could complete now, if `best` wins and threatens less.

        Nobody should wonder why the best mark isn't the one that claims most, unless that is one of
        those that are as good.
        """
        most = max(self.gains)
        point = self.gains.index(most)
        if best.won() + best.threatened(self) >= most or point in as_good:
            return []
        completed = self.grid.completed(point, self.own, self.theirs)
        boxes, won = self._boxes_words(completed), self.won_words(completed, most)
        name = point_text(point, self.grid)
        return [f"{name} would complete {boxes}: {won}, which matters less here."]

    def _boxes_words(self, boxes: list[int]) -> str:
        """Return the outermost of some boxes in words."""
        return listed([box_text(box, self.grid) for box in outermost(boxes, self.grid)])

    def won_words(self, boxes: list[int], won: int) -> str:
        """Return how many squares boxes win; *new* ones if they have others, too."""
        every = reduce(or_, [self.grid.squares_of[box] for box in boxes])
        is_all_new = self.grid.squares_in(every) == won
        return squares_words(won) if is_all_new else counted(won, "new square")

    def count_near(self) -> int:
        """Return how many open boxes that would win a square have two or three corners marked."""
        return _count_near(self.grid, self.own, self.theirs)

    def count_near_to_other(self) -> int:
        """Return the same for the other side."""
        return _count_near(self.grid, self.theirs, self.own)

    def open_to_other(self) -> list[int]:
        """Return the open boxes of the other side that have a corner marked."""
        marks = self.theirs & self.grid.all_marks
        return _open_at(self.grid, marks, self.theirs, self.own)

    def open_boxes_words(self, before: "Prospect") -> str:
        """Return what open boxes that the mark brings near, begins or closes; "" if none."""
        own, theirs = self.count_near(), self.count_near_to_other()
        if own > before.count_near():
            return _reach(self.name, YOU, own, before.count_near())
        if theirs < before.count_near_to_other():
            return _reach(self.name, THEY, theirs, before.count_near_to_other())
        if begun := self._count_begun_if_many():
            return f"{self.name} is a corner of {_small_boxes(begun)}, more than most other marks."
        return self._closed_if_many(before)

    def count_begun(self) -> int:
        """Return how many small open boxes have a corner at the mark."""
        return self._count_small_at(self.own & ~self.before & self.grid.all_marks)

    def _count_begun_if_many(self) -> int:
        """Return `count_begun`; 0 unless most marks have fewer."""
        begun = self.count_begun()
        free = members(self.grid.all_marks & ~(self.own | self.theirs))
        fewer = [self._count_small_at(1 << point) < begun for point in free]
        return begun if 2 * sum(fewer) > len(fewer) else 0

    def _count_small_at(self, marks: int) -> int:
        """Return how many small boxes that were open before have a corner at `marks`."""
        found = _open_at(self.grid, marks, self.before, self.theirs)
        return sum([self.grid.squares_of[box].bit_count() <= SMALL for box in found])

    def _closed_if_many(self, before: "Prospect") -> str:
        """Return how many begun boxes the mark closes to the other side; "" unless most do fewer.

        A mark closes boxes by itself, and by squares that it wins.
        """
        grid, own, theirs = self.grid, self.before, self.theirs
        open_boxes = before.open_to_other()
        closed = len(open_boxes) - len(self.open_to_other())
        closing = [grid.corners(box) | grid.blocking[box] for box in open_boxes]
        after_each = [
            own | 1 << point | grid.won(point, own, theirs)
            for point in members(grid.all_marks & ~(own | theirs))
        ]
        fewer = [sum(bool(bits & after) for bits in closing) < closed for after in after_each]
        if 2 * sum(fewer) <= len(fewer):
            return ""
        begun = f"{closed} of the open boxes that the other player has begun"
        return f"{self.name} closes {begun}, more than most other marks would."


def _count_near(grid: Grid, own: int, theirs: int) -> int:
    """Return how many open boxes of the side `own` that win a square have two or three corners."""
    found = _open_at(grid, own & grid.all_marks, own, theirs)
    return sum([2 <= (grid.corners(box) & own).bit_count() <= 3 for box in found])


def _open_at(grid: Grid, marks: int, own: int, theirs: int) -> list[int]:
    """Return the open boxes of the side `own` that win a square and have a corner at `marks`."""
    boxes = {
        grid.box_of[mark * grid.points + corner]
        for mark in members(marks)
        for corner in members(grid.elsewhere[mark] & ~theirs)
    }
    return [
        box
        for box in boxes
        if not theirs & (grid.corners(box) | grid.blocking[box]) and grid.wins(box, own)
    ]


def _reach(name: str, who: str, count: int, before: int = -1) -> str:
    """Return a sentence on how many boxes a mark leaves within reach, and how many there were."""
    instead = f", instead of {before or 'none'}" if before >= 0 else ""
    boxes = "1 open box" if count == 1 else f"{count or 'no'} open boxes"
    return f"After {name}, {who} would have two or three corners of {boxes}{instead}."


def _small_boxes(count: int) -> str:
    kind = "small open box" if count == 1 else "small open boxes"
    return f"{count} {kind} ({SMALL} squares or fewer)"
