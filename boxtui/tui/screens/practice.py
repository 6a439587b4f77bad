"""Practice on the screen: a position to solve, and what the chosen move was worth."""

from collections.abc import Awaitable, Callable, Collection, Sequence
from enum import Enum
from functools import partial
from typing import ClassVar, Final

from textual.binding import Binding, BindingType

from ai.agent import HUMAN
from ai.decision import AgentFailed
from ai.levels import ROSTERS
from boxtui.core import GameError, number_within
from boxtui.learn.practice import QUESTION, WHERE_FROM, Attempt, PracticeSession
from boxtui.learn.practice_words import about, rating_and_streak
from boxtui.learn.puzzles import NUMBERS
from boxtui.lines import Line, Piece, paragraphs
from boxtui.play.match import Match, Seat
from boxtui.tui.just_shown import KEYS_IGNORED, JustShown
from boxtui.tui.screens.about import AboutScreen
from boxtui.tui.screens.searching import SearchingScreen
from boxtui.tui.widgets.message_bar import MessageKind

_OTHERWISE: Final = "g chooses another number."


class Phase(Enum):
    """What practice does; its value is what is said to a person who plays a move then."""

    LOOKING = "The position isn't found yet."
    FAILED = "Press Enter to try again."
    ASKING = ""
    JUDGING = "Your move is being judged."
    SHOWING = "The best move is about to be shown."
    OVER = "Press Enter for the next position."


class PracticeScreen(SearchingScreen, inherit_bindings=False):
    """Asks for the best move in one position after another, and judges the answers."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "enter", "next"),
        Binding("h", "hint", "hint"),
        Binding("s", "show", "show me"),
        Binding("c", "play_on", "play on"),
        # With priority, like the colon: the line opens before the next key arrives.
        Binding("n", "next", "another", priority=True),
        Binding("g", "number", "go to number", priority=True),
        Binding("a", "about", "about"),
        *SearchingScreen.BINDINGS,
        Binding("q", "leave", "back"),
    ]

    shows_levels = False  # who played up to the position is nobody's opponent

    def __init__(self, session: PracticeSession) -> None:
        game = session.game
        seats = [Seat("", HUMAN)] * ROSTERS[game.key].puzzles.seats[0]
        super().__init__(Match(game, {}, seats, 0))
        self._session = session
        self._attempt: Attempt | None = None
        self._phase = Phase.LOOKING
        self._is_reply_cut = False
        """Whether the text beside the board has no room for all that was said of the move."""
        self._how = ""
        """What the last warning that help counts said must be pressed to accept it."""
        self._cost_shown = JustShown(KEYS_IGNORED)

    def mounted(self) -> None:
        self._open(self._session.next)
        self.say(self._session.complaint, "warning")

    def on_unmount(self) -> None:
        """Stop looking for puzzles."""
        self._session.stop()

    def _open(self, seek: Callable[[], Awaitable[Attempt]]) -> None:
        """Start to find a position."""
        self._attempt, self._phase = None, Phase.LOOKING
        self.board.can_focus = False  # it isn't shown, so its keys would do nothing
        if not self.line_is_open:
            self.set_focus(None)
        self.run_alone(partial(self._find, seek))
        self.draw()

    async def _find(self, seek: Callable[[], Awaitable[Attempt]]) -> None:
        session = self._session
        try:
            self._attempt = await self.waited_for(seek())
        except (AgentFailed, GameError) as failure:
            self._phase = Phase.FAILED
            self.refuse(failure)
            self.draw()
            return
        self._ask(self._attempt)
        self.run_alone(self._session.prepare, "prepare")
        self.show_match(self._attempt.puzzle.match)
        self.board.can_focus = True
        if not self.line_is_open:
            self.focus_body()
        self.notice_position()
        self.say(session.complaint, "warning")
        self.read_on(text=False)  # the position asks for a move

    def _ask(self, attempt: Attempt) -> None:
        """Ask for a move, unless the position is solved or shown, or another one is looked for."""
        if attempt is self._attempt:
            self._phase = Phase.OVER if attempt.is_over else Phase.ASKING

    def cover(self) -> None:
        super().cover()
        if self._attempt:
            self._ask(self._attempt)  # a search that is canceled before it begins can't do so
        self._session.stop()

    def uncover(self) -> None:
        if self._attempt:
            if self.message.kind is MessageKind.JUDGING:  # the search was stopped
                self.say("")
            self.run_alone(self._session.prepare, "prepare")
        elif self._phase is not Phase.FAILED:
            self._open(self._session.again)

    # The screen

    def show_title(self) -> None:
        """Show what the position is called, how hard it is, the rating and the streak."""
        title = self._attempt.title if self._attempt else ""
        standing = ", ".join(filter(None, (title, rating_and_streak(self._session.record))))
        self.set_title(f"Practice {self.match.game.title}", self.place_words() or standing)

    def show_search(self) -> None:
        """While a position is being found, also show the number of searches."""
        if self._attempt:
            super().show_search()
        else:
            self.draw()

    def side_lines(self, cells: int, rows: int) -> list[Line]:
        """Return the seats, what is asked or was chosen, and what is picked.

        Once nothing is picked, the board's legend follows if it has room.
        """
        if not self._attempt:
            return self._text_lines(cells, rows)
        seats, status = self.seat_lines(cells), self._status_lines(cells)
        left = rows - len(seats) - len(status) - 1
        text = self._text_lines(cells, left)
        self._is_reply_cut = len(text) > left
        if self._is_reply_cut:
            text = [*text[: max(left - 1, 0)], (Piece(f" {self.glyphs.more} t: read on"),)]
        free = left - len(text)
        legend = [] if status or free < 2 else self.legend_below(cells - 2, free - 1)
        return [*seats, (), *text, *(status or legend)]

    def head_lines(self, cells: int, rows: int) -> list[Line]:
        """Return the same, for narrow screens."""
        if not self._attempt:
            return self._text_lines(cells, rows)
        seats, status = self.seats_in_lines(cells), self._status_lines(cells)
        return [*seats, *self._text_lines(cells, rows - len(seats) - len(status)), *status]

    def _status_lines(self, cells: int) -> list[Line]:
        """Return what Enter would play, while a move is asked for, and what is looked at."""
        return self.status_lines(cells) if self.may_decide() or self.board.is_looking else []

    def _text_lines(self, cells: int, rows: int) -> list[Line]:
        """Return what is asked, or what the chosen move was worth and why."""
        if self._attempt:
            return paragraphs(self._attempt.reply, cells, rows)
        sought = self._session.sought_title
        if self._phase is Phase.FAILED:
            failed = f"{sought.capitalize()} couldn't be found. Press Enter to try again."
            return paragraphs([failed, _OTHERWISE], cells, rows)
        text = f"Looking for {sought}{self.glyphs.more}"
        if so_far := self._session.search_words():
            return paragraphs([text, " ".join([WHERE_FROM, *so_far]), _OTHERWISE], cells)
        return paragraphs([text], cells)

    def alone_words(self) -> list[str]:
        """Return what the board says, after the person's color, which may be shown nowhere else.

        If it leaves room, what is asked follows.
        """
        words, match = super().alone_words(), self.match
        if not self.may_decide():
            return words
        colors = match.game.colors(len(match.seats))
        color = [f"You are {colors[match.state.turn_seat()]}."] if colors else []
        return [*color, *words, QUESTION]

    @property
    def is_paged(self) -> bool:
        """Whether board and text take turns; until a position is found, there is no board."""
        return self._attempt is not None and super().is_paged

    def draw(self) -> None:
        super().draw()
        self.key_list.refresh_keys()  # drawing decides whether the text is cut

    def cut_texts(self) -> list[str]:
        is_cut = self.has_side and self._is_reply_cut
        reply = self._attempt.reply if self._attempt and is_cut else ()
        return [*reply, *super().cut_texts()]

    def shown_board(self, rows: int) -> Sequence[Line]:
        """Return the board, or nothing until a puzzle was found."""
        return super().shown_board(rows) if self._attempt else []

    def described(self, binding: Binding) -> str:
        if binding.action == "enter":
            if self.may_decide():
                return self.board.enter_words
            return {Phase.OVER: "next", Phase.FAILED: "try again"}.get(self._phase, "")
        return super().described(binding)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("type", "hint", "show") and not self.may_decide():
            return False
        if action == "play_on":
            return self._phase in (Phase.ASKING, Phase.OVER)
        if action in ("number", "next"):
            return not self.line_is_open
        return super().check_action(action, parameters)

    # What a person does

    def may_decide(self) -> bool:
        """Whether a move is asked for."""
        return self._phase is Phase.ASKING

    def say_not_now(self) -> None:
        is_judging = self._phase is Phase.JUDGING
        kind = MessageKind.JUDGING if is_judging else MessageKind.NOT_NOW
        self.say(self._phase.value, kind=kind)

    def submit(self, move: int) -> None:
        assert self._attempt
        try:
            self._attempt.puzzle.match.check(move)
        except GameError as refusal:
            self.refuse(refusal)
            return
        self.board.pick(move)
        self._phase = Phase.JUDGING
        self.say_not_now()
        self.refresh_bindings()
        self.run_alone(partial(self._judge, self._attempt, move))

    async def _judge(self, attempt: Attempt, move: int) -> None:
        """Show what a move was worth, and play it if it is right.

        The search process may have to find that out first.
        """
        session = self._session
        try:
            try:
                await self.waited_for(session.answer(move))
            finally:
                self._ask(attempt)
        except (AgentFailed, GameError) as failure:
            self.refuse(failure)
            self.draw()
            return
        if attempt.played:
            self.show_match(attempt.played)
            self.notice_position()
        else:
            self.board.forget_picked()  # Enter must not play the move that was just judged wrong
        self.say(session.complaint, "warning")
        self.read_on()

    def withheld(self) -> Collection[int]:
        """Return the best move and those equivalent to it."""
        return self._attempt.puzzle.solutions() if self._attempt else []

    def action_enter(self) -> None:
        """Play what is picked, or go on."""
        if self.may_decide():
            self.board.play_picked()
        elif self._phase is Phase.OVER:
            self.action_next()
        elif self._phase is Phase.FAILED:
            self.say("")
            self._open(self._session.again)

    def _insists(self, cost: str, how: str) -> bool:
        """Whether something costs nothing (""), or is asked for again after a warning of its cost.

        `how` says how to ask again. A key that was typed before the warning could be seen is
        ignored.
        """
        is_told = self.message.kind is MessageKind.COST and self._how == how
        if cost and not is_told:
            self._how = how
            self._cost_shown.begin()
            self.say(f"{cost} {how}", "warning", kind=MessageKind.COST)
            return False
        return not cost or not self._cost_shown.is_too_early()

    async def action_hint(self) -> None:
        """Show a hint, which tells more each time; once it names the move, pick it."""
        attempt = self._attempt
        if attempt and self._insists(self._session.help_cost(), "Press h again for the hint."):
            sentences = await self._session.hint()
            self.say(" ".join(sentences), "chosen", may_be_cut=True)
            if self._session.names_the_move:
                self.board.pick(attempt.puzzle.best)
            self.draw()
            self.run_alone(self._show_standing, "standing")

    async def _show_standing(self) -> None:
        """Show the rating and the streak once the hint has counted."""
        await self._session.finish_counting()
        self.show_title()

    def action_show(self) -> None:
        """Play the best move on the board, and say why it is best."""
        attempt = self._attempt
        if attempt is None or not self.may_decide():
            return
        if self._insists(self._session.help_cost(), "Press s again to see the best move."):
            self._phase = Phase.SHOWING
            self.run_alone(partial(self._show_best, attempt))

    async def _show_best(self, attempt: Attempt) -> None:
        session = self._session
        try:
            played = await session.show()
        finally:
            self._ask(attempt)
        self.show_match(played)
        self.notice_position()
        self.say(session.complaint, "warning")
        self.read_on()

    def action_play_on(self) -> None:
        """Play on from the position that is shown, in a new save."""
        if self._attempt:
            self.boxtui.play_on(self._attempt.shown)

    def _cost_to_leave(self) -> str:
        """Return what it costs to leave now: a move is judged that decides how the position counts.

        "" if it costs nothing.
        """
        if self._phase is not Phase.JUDGING:
            return ""
        return self._session.help_cost("If you leave while your move is being judged,")

    async def action_leave(self) -> None:
        """Go back; while the result of a move is awaited, only after a warning."""
        cost = self._cost_to_leave()
        if self._insists(cost, "Press q again to leave."):
            if cost:
                self._session.give_up()
            await super().action_leave()

    def _say_to_wait(self, key: str) -> None:
        """Say that a move is being judged, and that the key can be pressed again after that."""
        self.say_not_now()
        self.message.add(f"Press {key} again once that is done.")

    def action_next(self) -> None:
        """Go on to the next position, unless the result of a move is awaited."""
        if self._cost_to_leave():
            self._say_to_wait("n")
            return
        self.say("")
        self._open(self._session.next)

    def action_about(self) -> None:
        """Open the page on what counts, and on difficulty and rating."""
        self.app.push_screen(AboutScreen("How practice counts", about(), "a"))

    def action_number(self) -> None:
        """Ask for a number, such as one from a friend, unless the result of a move is awaited."""
        if self._cost_to_leave():
            self._say_to_wait("g")
            return
        self.open_line("The number of a position, or press Esc:", about="number")

    def line_typed(self, text: str) -> None:
        if self.line_about != "number" or not text.strip():
            super().line_typed(text)
            return
        if self._cost_to_leave():  # of a move made on the board while the line was open
            self.say_not_now()
            return
        try:
            number = number_within(text, NUMBERS)
        except GameError as refusal:
            self.refuse(refusal)
        else:
            self.action_close_line()
            self._session.go_to(number)
            self._open(self._session.next)
