"""Explanations of why one mark is worse than another in Box.

They need no search: all they say of marks can be seen on the grid two marks ahead.
"""

from typing import final

from ai.box.opening import FIRST_WORTH
from ai.shared.reasons import OUTWEIGHED, told_apart
from boxtui.core import State
from boxtui.games.box.board import Grid, members
from boxtui.games.box.moves import CLAIM, DONE, RESIGN, TAKE
from boxtui.games.box.narration import boxes_words, squares_words
from boxtui.games.box.notation import amount_text, point_text
from boxtui.games.box.position import BIDDING, MARKING, OPENING, PICKING, Position


def reasons(state: State, move: int, best: int) -> list[str]:
    """Return sentences that compare `move` with `best`, or on `best` alone if they are the same.

    They say what each mark claims, what the other side can complete then, and what `best` stops or
    threatens. If none of this distinguishes the marks, they count the open boxes with two or three
    corners that each leaves, to its own side or else to the other; if these don't either, they
    point to later marks. About a decision that isn't a mark, a sentence says what counts.
    """
    assert isinstance(state, Position)
    if RESIGN in (move, best):
        return ["Resigning loses the game (BOX-20)."]
    if state.phase != MARKING:
        return _reason_without_mark(state, best)
    if not state.grid.may_anyone_win(*state.colors):
        return ["No square can be won any more, so all marks are worth the same."]
    before, after_best = Prospect(state, None), Prospect(state, best)
    claim, threat = after_best.claim(), after_best.threat(before)
    if move == best:
        merits = (claim, after_best.stop(before), threat)
        return [sentence for sentence in merits if sentence] or _reached(after_best)
    after_move = Prospect(state, move)
    stop = after_best.stop(after_move)
    replies = [(f"After {each.name}", each.reply()) for each in (after_move, after_best)]
    reply = "".join(told_apart(replies)[:1])
    every = (after_move.claim(), reply, claim, stop, threat)
    sentences = [sentence for sentence in every if sentence]
    if not sentences:
        return _compared(after_move, after_best)
    if not stop and not threat and after_best.won() <= after_move.won():
        sentences.append(OUTWEIGHED)
    return sentences


def _reason_without_mark(state: Position, best: int) -> list[str]:
    """Return what counts for a first mark, a color, a bid or a claim; nothing about `done`."""
    if best == DONE:
        return []
    if state.phase == OPENING:
        return ["The other player picks a color next: a fair mark makes neither better (BOX-12)."]
    if state.phase == PICKING:
        has_first_mark = state.colors[best - TAKE] != 0
        better, worse = ("the first mark", "marking next")[:: 1 if has_first_mark else -1]
        return [f"Here {better} is worth more than {worse} (BOX-12)."]
    if state.phase == BIDDING:
        worth = amount_text(FIRST_WORTH[state.terms.size])
        return [f"On this grid, marking first is worth about {worth} points (BOX-17)."]
    box = best - CLAIM
    won = state.grid.squares_of[box] & ~state.colors[state.color_of(state.seat)]
    return [f"{boxes_words([box], state.grid)} wins {squares_words(state.grid.squares_in(won))}."]


def _reached(after_best: "Prospect") -> list[str]:
    return [after_best.reach()] if after_best.count_near() else []


def _compared(after_move: "Prospect", after_best: "Prospect") -> list[str]:
    """Return how many open boxes each mark leaves to one side, if that favors the best."""
    if after_best.count_near() > after_move.count_near():
        return [after_move.reach(), after_best.reach()]
    if after_best.count_near_to_other() < after_move.count_near_to_other():
        return [after_move.reach_of_other(), after_best.reach_of_other()]
    return [f"What makes {after_best.name} better shows only in later marks."]


@final
class Prospect:
    """What the side to move has, and what both can win next, after its mark on `point`.

    If `point` is None, as things are before any mark.

    Attributes:
        before: the side's marks and squares before the mark, as bits as in `Grid`.
        own: the same after the mark and all claims.
        theirs: those of the other side.
        name: the mark as text.
        boxes: the boxes that the mark claims.
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
        boxes = boxes_words(self.boxes, self.grid)
        return f"{self.name} claims {boxes}: {squares_words(self.won())}."

    def reply(self) -> str:
        """Return the end of a sentence on the most that the other side can then complete, or ""."""
        lost = max(self.losses)
        if not lost:
            return ""
        answer = self.losses.index(lost)
        boxes = boxes_words(self.grid.completed(answer, self.theirs, self.own), self.grid)
        return f", the other player completes {boxes}: {squares_words(lost)}."

    def stop(self, instead: "Prospect") -> str:
        """Return a sentence on what the mark stops (empty if nothing).

        That is the most that the other side could complete after `instead`.
        """
        lost = max(instead.losses)
        if max(self.losses) >= lost:
            return ""
        answer = instead.losses.index(lost)
        completed = self.grid.completed(answer, instead.theirs, instead.own)
        boxes = boxes_words(completed, self.grid)
        return f"{self.name} stops {boxes}: {squares_words(lost)}."

    def threat(self, before: "Prospect") -> str:
        """Return a sentence on the largest threat that did not exist `before`.

        It mentions that there are more, because one mark can't stop two that are far apart.
        """
        new = [at for at, won in enumerate(self.gains) if won > before.gains[at]]
        if not new:
            return ""
        most = max(new, key=lambda at: self.gains[at])
        boxes = boxes_words(self.grid.completed(most, self.own, self.theirs), self.grid)
        words = f"{self.name} threatens {boxes}: {squares_words(self.gains[most])}"
        return f"{words}, and more elsewhere." if len(new) > 1 else f"{words}."

    def count_near(self) -> int:
        """Return how many open boxes that would win a square have two or three corners marked."""
        return _count_near(self.grid, self.own, self.theirs)

    def count_near_to_other(self) -> int:
        """Return the same for the other side."""
        return _count_near(self.grid, self.theirs, self.own)

    def reach(self) -> str:
        """Return a sentence on how many boxes the mark leaves within reach."""
        boxes = _open_boxes(self.count_near())
        return f"After {self.name}, {boxes} would have two corners or three."

    def reach_of_other(self) -> str:
        """Return a sentence on how many boxes the mark leaves within the other side's reach."""
        boxes = _open_boxes(self.count_near_to_other())
        return f"After {self.name}, {boxes} of the other player would have two corners or three."


def _count_near(grid: Grid, own: int, theirs: int) -> int:
    """Return how many open boxes of the side `own` that win a square have two or three corners."""
    boxes = {
        grid.box_of[mark * grid.points + corner]
        for mark in members(own & grid.all_marks)
        for corner in members(grid.elsewhere[mark] & ~theirs)
    }
    return sum([_is_near(grid, box, own, theirs) for box in boxes])


def _is_near(grid: Grid, box: int, own: int, theirs: int) -> bool:
    corners = grid.corners(box)
    if theirs & (corners | grid.blocking[box]) or not grid.wins(box, own):
        return False
    return 2 <= (corners & own).bit_count() <= 3


def _open_boxes(count: int) -> str:
    return "1 open box" if count == 1 else f"{count or 'no'} open boxes"
