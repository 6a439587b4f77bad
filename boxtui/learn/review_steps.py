"""What a review says and draws of each move of its match, and which moves it leads to."""

from collections.abc import Sequence
from typing import Final

from boxtui.learn.judging import GOOD, Judged
from boxtui.learn.review import Review, not_judged_words
from boxtui.learn.review_words import (
    bad_decisions_of_people,
    good_words,
    list_title,
    listed_mistakes,
    luck_words,
    mistake_words,
    played_words,
    reviewed_seats,
    summary_words,
    why_words,
)
from boxtui.lines import Glyphs, Line, Piece, cells_of, fitted, hanging, paragraphs
from boxtui.play.match import Match
from boxtui.views.chart import chances_lines
from boxtui.views.games import words_of
from boxtui.wording import percent

_LEAST_LISTED: Final = 2
"""The fewest rows of the list of mistakes, the one that counts those left out included."""


class ReviewSteps:
    """A reviewed match, to be stepped through. A ply is the number of moves played before.

    Attributes:
        match: the whole match.
        review: its review.
    """

    def __init__(self, match: Match, review: Review) -> None:
        self.match = match
        self.review = review

    # Which moves it leads to

    def marked(self, ply: int) -> int | None:
        """Return the move to mark: the best one, or the one played if none was clearly better.

        It is None where no decision was judged.
        """
        judged = self.review.judged_at(ply)
        if not judged:
            return None
        return judged.best if judged.is_proven else judged.move

    def bad_plies(self) -> list[int]:
        """Return the plies of the mistakes that are listed at the end, and of bad resignations."""
        return sorted({each.ply for each in self._bad()})

    def whose_mistakes(self) -> str:
        """Return whose `bad_plies` are, as in ` of Ann's`; "" if it isn't only the one person's."""
        seats = list({each.seat for each in self._bad()})
        is_only = len(seats) == 1 and seats == self.match.persons()
        return f" of {self.match.seats[seats[0]].name}'s" if is_only else ""

    def _bad(self) -> list[Judged]:
        mistakes = listed_mistakes(self.match, self.review)
        return [*mistakes, *bad_decisions_of_people(self.match, self.review)]

    def judged_plies(self) -> list[int]:
        """Return the plies of all judged decisions of the people who played."""
        seats = reviewed_seats(self.match)
        return [each.ply for each in self.review.judged if each.seat in seats]

    def decision_words(self, ply: int) -> str:
        """Return which of its seat's judged decisions is made here, as in `decision 3 of 9`, or "".

        Resigning counts apart.
        """
        for seat in reviewed_seats(self.match):
            plies = [each.ply for each in self.review.moves_of(seat)]
            if ply in plies:
                return f"decision {plies.index(ply) + 1} of {len(plies)}"
        return ""

    def to_practice(self, ply: int) -> list[Judged]:
        """Return the decision to practice; at the end, all bad ones, also a resignation.

        Computers' decisions don't count, except in a game without people.
        """
        if ply == len(self.match.moves):
            return bad_decisions_of_people(self.match, self.review)
        judged = self.review.judged_at(ply)
        return [judged] if judged and judged.seat in reviewed_seats(self.match) else []

    # What it says

    def sentences(self, ply: int, seat: int) -> list[str]:
        """Return what was played, what `seat` owes to luck, and a verdict on the decision here."""
        judged = self.review.judged_at(ply)
        if judged and judged.grade != GOOD:
            return self._verdict(judged, mistake_words(self.match, judged))
        luck = luck_words(self.match, self.review, seat, ply)
        good = self._verdict(judged, good_words(self.match, judged)) if judged else []
        return [*self._played(ply), *([luck] if luck else []), *good]

    def _played(self, ply: int) -> list[str]:
        """Return what the last move did, with its number in the log.

        If it was a decision that isn't judged, that is said, too.
        """
        if not ply:
            return ["The game begins."]
        sentence = f"Move {ply}: {self.match.described(self.match.log[ply - 1])}."
        not_judged = not_judged_words(self.match, self.review, ply - 1)
        return [sentence, not_judged] if not_judged else [sentence]

    def _verdict(self, judged: Judged, words: str) -> list[str]:
        """Return who decided, how well, and what was wrong with a bad decision.

        At the first one that is listed, what the reasons are measured in follows them.
        """
        name, measure = self.match.seats[judged.seat].name, words_of(self.match).measure
        is_first = judged.ply == min((each.ply for each in self._bad() if each.why), default=None)
        told = [measure] if measure and is_first else []
        return [f"{name}: {words}", *why_words(self.match, judged), *told]

    def summary(self, cells: int, rows: int, more: str) -> list[Line]:
        """Return how the game went, and the mistakes; if there is no room for all, the worst.

        What is cut ends with `more`.
        """
        bad = listed_mistakes(self.match, self.review)
        sentences = summary_words(self.match, self.review)
        least = min(len(bad), _LEAST_LISTED)
        head = paragraphs(sentences, cells, rows - len(bad) - bool(bad))
        if len(head) + bool(bad) + least > rows:
            head = paragraphs([" ".join(sentences)], cells, 0)
        room = max(rows - len(head) - 1, least)
        left_out = len(bad) - room + 1 if len(bad) > room else 0
        worst = sorted(bad, key=lambda each: -each.loss)[: len(bad) - left_out]
        shown = [each for each in bad if each in worst]
        texts = [f"{each.ply + 1} {played_words(self.match, each)}" for each in shown]
        listed: list[Line] = [
            (Piece(row),) for text in texts for row in hanging(text, cells - 1, "  ")
        ]
        if len(listed) > room - bool(left_out):
            texts = [f"  {each.ply + 1} {played_words(self.match, each, ', ')}" for each in shown]
            listed = [(Piece(fitted(text, cells - 1, more).rstrip()),) for text in texts]
        if listed:
            title = list_title(self.match, bad, worst=bool(left_out))
            ordered = f" {title}, by move:"
            kind = "Worst mistakes" if left_out else "Mistakes"
            titles = (ordered, f" {title}:", f" {kind}:")
            heading = next((each for each in titles if cells_of(each) <= cells), titles[-1])
            head.append((Piece(heading),))
        if left_out:
            listed.append((Piece(f"  and {left_out} more: press n"),))
        return [*head, *listed]

    def chart(self, seat: int, ply: int, glyphs: Glyphs, cells: int, rows: int) -> Sequence[Line]:
        """Return the line of a seat's chances, with its bad decisions and the move shown.

        Its title has what the seat can expect here: at a judged decision, by the search that judged
        it, because the loss beside it is counted from there.
        """
        marked = [each.ply for each in self.review.bad_decisions(seat)]
        points = self.review.line_of(seat)
        name, what = self.match.seats[seat].name, words_of(self.match).chance_words
        judged = self.review.judged_at(ply)
        known = judged.best_shares[seat] if judged else self.review.share_at(seat, ply)
        share = percent(known)
        shortest = f" {name}: {share}"
        whole = f" {words_of(self.match).chance_of(seat)}: {share}"
        short = f" {name} {what.removeprefix('chance ')}: {share}"
        if not what.startswith("chance "):
            short = f" {name}'s {what.partition(' of ')[0]}: {share}"
        words = next((each for each in (whole, short) if cells_of(each) <= cells), shortest)
        title: Line = (Piece(words, "strong"),)
        seats = len(self.match.seats)
        return [title, *chances_lines(points, seats, marked, ply, glyphs, cells - 1, rows)]
