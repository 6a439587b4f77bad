"""The review of a game: its board at every move, the chances, and the mistakes."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import ClassVar, Final

from textual.binding import Binding, BindingType

from ai.decision import AgentFailed
from boxtui.core import GameError, number_within
from boxtui.learn.asking import CachedAskAgent, ask_through
from boxtui.learn.judging import Judged
from boxtui.learn.practice_file import add_to_practice
from boxtui.learn.review import Review
from boxtui.learn.review_progress import ReviewProgress
from boxtui.learn.review_steps import ReviewSteps
from boxtui.learn.review_turns import turning_line
from boxtui.learn.review_words import (
    bad_decisions_of_people,
    notes,
    reviewed_seats,
    sum_words,
    verdict_words,
)
from boxtui.learn.reviews import reviewed
from boxtui.lines import Line, Piece, paragraphs, plain, whole_paragraphs
from boxtui.play.match import Match
from boxtui.play.viewer import Viewer
from boxtui.tui.screens.about import AboutScreen
from boxtui.tui.screens.log import LogScreen
from boxtui.tui.screens.page import BACK
from boxtui.tui.screens.searching import SearchingScreen
from boxtui.tui.widgets.message_bar import MessageKind
from boxtui.wording import counted

_CHART_ROWS: Final = 9
_LEAST_ROWS: Final = 5
"""The most and the fewest rows of the chart; with fewer, chances above one half would have only
three heights."""

_CHART_FRAME: Final = 2
"""The rows above and below the chart: its name, and its marks."""

_TEXT_ROWS: Final = 13
"""The rows that a chart of more than the fewest rows leaves for the text above it."""

_LEAST_TEXT: Final = 6
"""The rows that any chart leaves for the text; with fewer there is none."""

_LEGEND_ROWS: Final = 2
"""The rows that a legend takes between text and chart, with an empty one above it."""

_MARKS: Final = (
    "The chart: the chances of the player named above it. Below it, x marks that player's mistakes "
    "of any grade{early}, and ^ the move shown. At a decision, the best move is marked like one "
    "that you pick, and the move played with {other}; or only the move played is marked, if "
    "nothing was clearly better."
)

_FAILED: Final = "This game couldn't be reviewed."

NOT_BEGUN: Final = Review((), (), (), (), (), -1)
"""Stands for what is found before the first position was reviewed."""


class ReviewScreen(SearchingScreen, inherit_bindings=False):
    """Steps through a match on its board, with what each decision gave away."""

    AUTO_FOCUS = ""
    follows_turn = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", "step", key_display="←→"),
        Binding("right", "step(1)", "step", show=False),
        Binding("home", "go_to(0)", "start", show=False),
        Binding("end", "go_to(-1)", "end", show=False),
        Binding("pageup", "choice(-1)", "choices", key_display="PgUp PgDn"),
        Binding("pagedown", "choice(1)", "choices", show=False),
        *(
            Binding(str(digit), f"number({digit})", "move", show=digit == 1)
            for digit in range(1, 10)
        ),
        Binding("n", "mistake(1)", "next mistake"),
        Binding("b", "mistake(-1)", "one before"),
        Binding("t", "turn_page", "text"),
        Binding("enter", "enter", "play on"),
        Binding("p", "practice", "add to practice"),
        Binding("a", "explain", "figures"),
        Binding("l", "log", "log"),
        Binding("question_mark", "rules", "rules"),
        BACK,
    ]

    def __init__(self, match: Match) -> None:
        super().__init__(match.until(len(match.moves)))
        self._whole = match
        self._steps = ReviewSteps(match, NOT_BEGUN)
        """What the review has found so far."""
        self._is_done = False
        """Whether the review has gone through the whole match."""
        self._progress = ReviewProgress(match)
        self._missed: Callable[[ReviewSteps], list[int]] | None = None
        """Returns the plies of what was said not to be known yet; None if it waits for the end."""
        self._is_failed = False
        self._is_whole = False
        """Whether the whole text is beside the board, instead of the chart below its beginning."""
        self._seat = self._person = reviewed_seats(match)[0]
        self.board.can_focus = False  # its keys would pick moves

    def mounted(self) -> None:
        self.notice_position()
        self._ask = CachedAskAgent(ask_through(self.boxtui.searcher, self._whole.game))
        self.run_alone(self._judge)
        self.read_on()

    def uncover(self) -> None:
        """Go on with the review if it was stopped; it asks nothing again that was answered."""
        if not (self._is_done or self._is_failed):
            self._progress.go_on()
            self.run_alone(self._judge)
            self.draw()

    async def _judge(self) -> None:
        """Have the match reviewed, and show what is judged so far."""
        total = len(self._whole.moves)

        def show_progress(so_far: Review) -> None:
            decided, done = self._progress.decided, so_far.plies
            self._progress.count(done)
            if done < self._steps.review.plies:
                return  # after a break, of a begun review that couldn't be kept
            before = self._steps
            self._steps = ReviewSteps(self._whole, so_far)
            self._forget_missed(before, self._steps)
            if so_far.judged and so_far.judged[-1].ply == self._ply:
                self._pick_marked()
            is_judged = self._progress.decided > decided
            if is_judged or 100 * done // total != 100 * (done - 1) // total:
                self.draw()

        try:
            await asyncio.to_thread(self._progress.find_decisions)
            review = await self.waited_for(reviewed(self._whole, self._ask, show_progress))
        except (AgentFailed, GameError) as failure:
            self._is_failed = True
            self.refuse(failure)
            self.draw()
            return
        self._steps, self._is_done = ReviewSteps(self._whole, review), True
        if self.message.kind is MessageKind.NOT_YET:
            self.say("")
        self.boxtui.forget_unused(self)
        self._pick_marked()
        self.read_on()

    # The screen

    @property
    def _ply(self) -> int:
        """How many moves have been played in the position shown."""
        return len(self.match.moves)

    def show_title(self) -> None:
        """Show between which moves this is: a roll is looked for by its own number, or the next."""
        last, number = len(self._whole.moves), self._ply + 1
        if self._steps.review.judged_at(self._ply):
            which = self._steps.decision_words(self._ply) if self._is_done else ""
            where = f"between moves {self._ply} and {number}" if self._ply else "before move 1"
            at = f"{where} of {last}{which and f', {which}'}"
        elif self._ply:
            at = f"after move {self._ply} of {last}"
        else:
            at = f"before move 1 of {last}" if last else "before the first move"
        self.set_title(f"Review of {self.match.game.title}", self.place_words() or at)

    def side_lines(self, cells: int, rows: int) -> list[Line]:
        """Return the seats, the move shown with its verdict, and the chart if there is room.

        The chart has the same rows at every move, at the bottom: a longer text is cut, unless the
        person has turned to the whole text. A message of more than one row takes rows of the text.
        """
        seats = self.seat_lines(cells)
        chart_rows = self._chart_rows()
        if not self._is_done or self._is_whole or not chart_rows:
            left = rows - len(seats) - 1
            more = [self._more()] if self.cut_texts() else []
            text = [*self._text(cells, left - len(more), whole=True), *more]
            return [*seats, (), *_with_legend(text, self._legend(cells, left - len(text)))]
        room = max(min(self._room(), rows - len(seats) - 1 - _CHART_FRAME) - chart_rows, 1)
        legend = self._legend(cells, _LEGEND_ROWS)
        for below in (legend, legend[1:], []):  # without its empty row, if that has no room
            text = _with_legend(self._text(cells, room - len(below)), below)
            if len(text) <= room:
                break
        else:
            text = [*_beginning(text, room - 1), self._more()]
        gap = [()] * (room - len(text))
        chart = self._steps.chart(self._seat, self._ply, self.glyphs, cells, chart_rows)
        return [*seats, (), *text, *gap, *chart]

    def _more(self) -> Line:
        """Return the last line of a text that is cut."""
        return (Piece(f" {self.glyphs.more} More: press t.", "faint"),)

    def _legend(self, cells: int, rows: int) -> list[Line]:
        """Return the legend of a decision that is judged, if it has room."""
        return [] if self._marked is None else self.legend_below(cells - 2, rows - 1)

    def _room(self) -> int:
        """Return the rows for the text and the chart beside the board, without its frame."""
        return self.board.size.height - 1 - len(self.match.seats) - 1 - _CHART_FRAME

    def _chart_rows(self) -> int:
        """Return how many rows the chart has beside the board, at any move; 0 without room."""
        rows = min(max(self._room() - _TEXT_ROWS, _LEAST_ROWS), _CHART_ROWS)
        return rows if self.has_side and self._room() - rows >= _LEAST_TEXT else 0

    def head_lines(self, cells: int, rows: int) -> list[Line]:
        """Return the same without the chart, for narrow screens."""
        seats = self.seats_in_lines(cells)
        return [*seats, *self._text(cells, rows - len(seats))]

    def _text(self, cells: int, rows: int, *, whole: bool = False) -> list[Line]:
        """Return what there is to say, in `rows` rows if that is possible.

        With `whole`, sentences at the end that don't fit are left out.
        """
        if self._is_done and self._is_at_the_end():
            return self._steps.summary(cells, rows, self.glyphs.more)
        among = whole_paragraphs if whole else paragraphs
        return among(self._sentences(), cells, rows)

    def _sentences(self) -> list[str]:
        """Return what was played, and a verdict on the decision made here.

        While the review goes on, they are followed by how far it is.
        """
        going_on = [] if self._is_done else self._unfinished_words()
        if self._ply > self._steps.review.plies:
            return going_on
        return [*self._steps.sentences(self._ply, self._seat), *going_on]

    def alone_words(self) -> list[str]:
        """Return the first of what is said of the move, and what the board says."""
        words = super().alone_words()
        return words if self._is_at_the_end() else [*self._sentences()[:1], *words]

    def _unfinished_words(self) -> list[str]:
        """Return how far the review is, about how long it still takes, and what it has found."""
        if self._is_failed:
            return [_FAILED]
        if self._steps.review is NOT_BEGUN:
            return ["The review begins."]
        at = self._progress.words()
        told = [f"Reviewing move {at}. Esc leaves, and what is judged is kept."]
        if judged := self._steps.judged_plies():
            bad = len(bad_decisions_of_people(self._whole, self._steps.review))
            mistakes = counted(bad, "mistake") if bad else "no mistake"
            told.append(f"Judged so far: {counted(len(judged), 'decision')}, with {mistakes}.")
        return told

    def key_name(self, binding: Binding) -> str:
        """Return the name of a key; for digits, all numbers of moves."""
        is_digit = binding.action.startswith("number")
        return f"1-{len(self._whole.moves)}" if is_digit else super().key_name(binding)

    def described(self, binding: Binding) -> str:
        if binding.action in ("mistake(1)", "mistake(-1)"):
            return binding.description if self._steps.bad_plies() else ""
        if binding.action == "explain" and not self._is_done:
            return ""
        if binding.action == "number(1)":
            return binding.description if self.has_side else ""  # elsewhere it would take a row
        if binding.action == "turn_page" and self.has_side:
            return "read on" if self.cut_texts() else "chart" if self._is_whole else "text"
        if binding.action == "choice(-1)":
            return "your choices" if len(self._whole.persons()) == 1 else binding.description
        if binding.action == "practice":
            return "add all to practice" if self._is_at_the_end() else "add to practice"
        return super().described(binding)

    def _is_at_the_end(self) -> bool:
        return self._ply == len(self._whole.moves)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "enter":
            return self._ply < len(self._whole.moves) and not self.is_too_small
        if action == "turn_page" and self.has_side:
            has_chart = self._is_done and self._chart_rows() > 0
            return has_chart or bool(self.cut_texts())
        if action == "number":
            return bool(self._whole.moves) and not self.line_is_open
        if action == "choice":
            return self._steps.review is not NOT_BEGUN
        if action == "practice":
            return bool(self._to_practice())
        return super().check_action(action, parameters)

    @property
    def marks_picked(self) -> bool:
        """Whether what is picked on the board is the move to mark; nobody picks resignations."""
        return self._marked is not None and self._marked == self.board.picked_move

    @property
    def _marked(self) -> int | None:
        """The move to mark; None without a judged decision here."""
        return self._steps.marked(self._ply)

    def _pick_marked(self) -> None:
        """Pick the move to mark, as a hint does; beside it, mark another one that was played."""
        marked = self._marked
        if marked is not None:
            self.board.pick(marked)
        played = self._whole.moves[self._ply] if marked is not None else None
        self.board.other = played if played != marked else None

    # What a person does

    def may_decide(self) -> bool:
        """Nothing is decided in a review."""
        return False

    def submit(self, move: int) -> None:
        """Nothing is decided in a review."""

    def say_not_now(self) -> None:
        if not self._is_at_the_end():
            why = "This is a review: press Enter to play on from here."
        elif self._whole.is_over:
            why = "This is a review, and the game is over here."
        else:
            why = "This is a review. To go on playing, resume the saved game."
        self.say(why, kind=MessageKind.NOT_NOW)

    def action_step(self, steps: int) -> None:
        """Go on or back by a move."""
        self._show(min(max(self._ply + steps, 0), len(self._whole.moves)))

    def action_go_to(self, ply: int) -> None:
        """Go to the start, or to the end for -1."""
        self._show(ply if ply >= 0 else len(self._whole.moves))

    def action_number(self, digit: int) -> None:
        """Ask for the number of a move to go to, which begins with that digit."""
        self.open_line("The number of a move, or press Esc:")
        self.type_first(str(digit))

    def line_typed(self, text: str) -> None:
        """Go to the move with the number typed: to its decision or, without one, to after it."""
        if not text.strip():
            self.action_close_line()
            return
        try:
            number = number_within(text, range(1, len(self._whole.moves) + 1))
        except GameError as refusal:
            self.refuse(refusal)
            return
        self.action_close_line()
        if self._steps.review.judged_at(number - 1):
            self._show_decision(number - 1)
        else:
            self._show(number)

    def action_choice(self, way: int) -> None:
        """Go to the next or the previous judged decision; after the last comes the end.

        While the review goes on, say instead that no later one is judged yet.
        """
        if ahead := self._ahead(self._steps.judged_plies(), way):
            self._show_decision(ahead[0])
        elif way > 0 and not self._is_done and not self._is_at_the_end():
            self._say_unknown("later decision is judged", ReviewSteps.judged_plies)
        else:
            self.action_go_to(-1 if way > 0 else 0)

    def action_mistake(self, way: int) -> None:
        """Go to the next or the previous bad decision, or say why there is none.

        After the end comes the first one.
        """
        bad = self._steps.bad_plies()
        ahead = bad if way > 0 and self._is_at_the_end() else self._ahead(bad, way)
        if ahead:
            self._show_decision(ahead[0])
        elif not self._is_done and (way > 0 or not bad):
            what = "other mistake" if bad else "mistake"
            self._say_unknown(f"{what} is known", ReviewSteps.bad_plies)
        elif not bad:
            self.say("No mistake was found.", kind=MessageKind.NO_MORE)
        else:
            where = f"{'after' if way > 0 else 'before'} this move"
            words = f"No mistake{self._steps.whose_mistakes()} comes {where}."
            self.say(words, kind=MessageKind.NO_MORE)

    def _say_unknown(
        self, what: str, missed: Callable[[ReviewSteps], list[int]] | None = None
    ) -> None:
        """Say why there is no such thing yet, until `missed` finds more, or the review is done."""
        if self._is_failed:
            self.say(_FAILED)
        else:
            self._missed = missed
            self.say(f"No {what} yet: the review goes on.", kind=MessageKind.NOT_YET)

    def _forget_missed(self, before: ReviewSteps, now: ReviewSteps) -> None:
        """Take back that something isn't known yet if more of that has been found since."""
        missed = self._missed
        if self.message.kind is MessageKind.NOT_YET and missed:
            if len(missed(now)) > len(missed(before)):
                self.say("")

    def _ahead(self, plies: list[int], way: int) -> list[int]:
        """Return those of the plies that are after the one shown, or before it; nearest first."""
        return [ply for ply in plies[::way] if (ply - self._ply) * way > 0]

    def _show_decision(self, ply: int) -> None:
        """Show a judged decision, and the chances of the seat that made it.

        A computer's chances are shown only there: at other moves, those of the last person.
        """
        judged = self._steps.review.judged_at(ply)
        assert judged
        if judged.seat in reviewed_seats(self._whole):
            self._person = judged.seat
        self._show(ply, judged.seat)

    def _show(self, ply: int, seat: int | None = None) -> None:
        """Show the position after that many moves, and the chances of a seat or of a person."""
        self._seat = self._person if seat is None else seat
        self.match.follow(self._whole, ply)
        self.say("")
        self.notice_position()
        self._pick_marked()
        self.draw()

    def action_enter(self) -> None:
        """Play on from the position shown, with other dice or cards, in a new save."""
        self.boxtui.play_on(self.match)

    def _to_practice(self) -> list[Judged]:
        """Return the decisions shown that can be practiced; at the end, once all are judged."""
        is_known = self._is_done or not self._is_at_the_end()
        return self._steps.to_practice(self._ply) if is_known else []

    def cut_texts(self) -> list[str]:
        """Return what is said of a move, if it has no room beside the board without the chart."""
        cells, rows = self.side.size
        room, sentences = rows - len(self.match.seats) - 1, self._sentences()
        has_room = self._is_at_the_end() or len(paragraphs(sentences, cells, room)) <= room
        return sentences if self.has_side and not has_room else super().cut_texts()

    def action_turn_page(self) -> None:
        """Switch between the chart and the whole text, or show that in full if it has no room.

        In narrow windows, as on other screens.
        """
        if not self.has_side or self.cut_texts():
            self._is_whole = False
            super().action_turn_page()
            return
        self._is_whole = not self._is_whole
        self.draw()

    def action_practice(self) -> None:
        """Add what is shown to the person's practice."""
        add = partial(add_to_practice, self._whole, self._to_practice())
        self.run_alone(partial(self._say_added, self.boxtui.disk.begin(add)), "adding")

    async def _say_added(self, adding: asyncio.Task[str]) -> None:
        added = await asyncio.shield(adding)
        if not self._whole.persons():
            added += " You then decide in the computers' seats."
        self.say(added)

    def action_log(self) -> None:
        """Open the log of the whole game, in which each move has its number, at the one shown."""
        is_decision = self._marked is not None
        here = self._ply if is_decision else max(self._ply - 1, 0)
        self.app.push_screen(LogScreen(Viewer(self._whole), here))

    def action_explain(self) -> None:
        """Open the page that defines every figure, and the marks of the chart and the board.

        Or say why there is none.
        """
        if not self._is_done:
            self._say_unknown("figure is known")
            return
        match, review = self._whole, self._steps.review
        turns = filter(None, (turning_line(match, review, seat) for seat in reviewed_seats(match)))
        sums = [sum_words(match, review, seat) for seat in range(len(match.seats))]
        verdicts = [verdict_words(match, review, seat) for seat in reviewed_seats(match)]
        can_resign = match.game.resignation is not None
        early = " and a resignation that came too early" if can_resign else ""
        other = self.board.other_sign or self.glyphs.pointer
        marks = _MARKS.format(early=early, other=other)
        text = [marks, *turns, *sums, *verdicts, *notes(match, review)]
        self.app.push_screen(AboutScreen("The figures of a review", text, "a"))


def _beginning(text: list[Line], rows: int) -> list[Line]:
    """Return the first rows of a text, without a heading at their end."""
    while rows and plain(text[rows - 1]).endswith(":"):
        rows -= 1
    return text[:rows]


def _with_legend(text: list[Line], legend: list[Line]) -> list[Line]:
    """Return a text and a legend that begins with an empty row, with no other between them."""
    while legend and text and not text[-1]:
        text = text[:-1]
    return [*text, *legend]
