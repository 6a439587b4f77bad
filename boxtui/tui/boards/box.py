"""The board of Box: marks, squares, the cursor, and what a mark there would claim."""

from collections.abc import Hashable, Mapping
from math import dist
from typing import ClassVar, Final, cast

from textual.binding import Binding, BindingType

from boxtui.core import NOBODY, IllegalMove
from boxtui.games.box.board import Grid
from boxtui.games.box.moves import (
    BID,
    BLACK,
    CLAIM,
    DONE,
    FIRST_BLACK,
    FIRST_WHITE,
    PASS,
    RESIGN,
    TAKE,
    WHITE,
)
from boxtui.games.box.narration import points_words, squares_words
from boxtui.games.box.notation import amount_text, claim, move_in, point_text
from boxtui.games.box.position import BIDDING, CLAIMING, MARKING, NO_BID, OPENING, PICKING
from boxtui.games.box.state import Box
from boxtui.lines import Line, Piece, joined, legend_lines
from boxtui.tui.boards.board import BoardHost, GameBoard
from boxtui.views.box import (
    COMPACT,
    COMPACT_STEP,
    FAIR,
    LEFT,
    MADE,
    NOWHERE,
    OTHER,
    PREVIEWED,
    STEP,
    BoxDrawing,
    BoxSelection,
    BoxSteps,
    BoxWords,
    largest_steps,
    may_win_now,
    squares_won,
)

_SHOWN_SIZE: Final = 10
"""The largest grid that is never compact beside text; a larger one is if it doesn't fit."""

_LETTER_ROWS: Final = 1
"""The row below the grid for the letters of its columns."""

_SEAT_ROWS: Final = 2
"""The rows below the letters for an empty one and the seats, if they are shown nowhere else."""

_EITHER: Final = "& would give either player one"
"""The legend of an intersection where both players could win squares."""

_PHASES: Final = {
    "color(0)": (OPENING, PICKING),
    "color(1)": (OPENING, PICKING),
    f"play({DONE})": (CLAIMING,),
    f"play({PASS})": (BIDDING,),
}
"""The phases in which keys are offered that do nothing in others, by their actions."""

_CHANGES_BID: Final = "Up and Down change that by 0.5, Left and Right by 5"


class BoxBoard(GameBoard[Box, BoxWords]):
    """Arrows move the cursor; Enter marks there, or picks two corners of a box to claim."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(0, 1)", "move", key_display="↑↓←→"),
        Binding("down", "move(0, -1)", "down", show=False),
        Binding("left", "move(-1, 0)", "left", show=False),
        Binding("right", "move(1, 0)", "right", show=False),
        Binding("v", "show", "boxes"),
        Binding("b", "color(0)", "black"),
        Binding("w", "color(1)", "white"),
        Binding("d", f"play({DONE})", "done"),
        Binding("p", f"play({PASS})", "pass"),
        Binding("escape", "put_back", "back"),
    ]

    rows = 9
    gap = 1
    other_sign = OTHER
    word_keys: ClassVar[Mapping[str, str]] = {
        "take black": "b",
        "take white": "w",
        "done": "d",
        "pass": "p",
    }

    def __init__(self, host: BoardHost) -> None:
        super().__init__(host)
        self.cursor = NOWHERE
        self._corner = NOWHERE
        self._bid = 0
        self._shows = False
        self._is_compact = False
        """Whether the grid was last drawn compact; a head above it may leave it few rows."""
        self.fit_match()
        self.look_back()

    def fit_match(self) -> None:
        """Fit the grid; the cursor begins at the empty intersection nearest the center."""
        size, wanted = self.grid.size, BoxSteps().board_cells(self.grid)
        if wanted != self.wanted_cells:
            self.wanted_cells = wanted
            self.cells = LEFT + max(STEP * min(size, _SHOWN_SIZE), COMPACT_STEP * size + 1) + 3
            empty = [at for at in range(self.grid.points) if not self._is_marked(at)]
            center, width = (size / 2, size / 2), self.grid.width
            self.cursor = min(empty, key=lambda at: dist(divmod(at, width), center), default=0)

    @property
    def grid(self) -> Grid:
        """The grid played on."""
        return self.state.grid

    # Words for the position

    @property
    def is_looking(self) -> bool:
        return self._shows and self.offers("show")

    @property
    def enter_words(self) -> str:
        if self._advised is not None:
            return self._advised_words()
        if self.state.phase == MARKING:
            return "" if self._is_marked(self.cursor) else "mark"
        if self.state.phase == BIDDING:
            return "bid" if self._may_bid() else ""
        if self.state.phase == CLAIMING:
            return "corner" if self._corner == NOWHERE else "claim"
        return ""

    @property
    def whole_rows(self) -> int:
        rows = BoxSteps().grid_rows(self.grid) + _LETTER_ROWS
        may_be_compact = self.grid.size > _SHOWN_SIZE or self.size.height < rows + _SEAT_ROWS
        return COMPACT.grid_rows(self.grid) + _LETTER_ROWS if may_be_compact else rows

    def cells_in(self, cells: int, rows: int) -> int:
        return min(largest_steps(self.grid, cells, rows).board_cells(self.grid), cells)

    def status_words(self) -> list[str]:
        """Return the squares left, what can be done at the cursor, and a legend of the marks.

        Before a person's first mark of a swap, all squares are left; a low window needs the room.
        What a mark wins is only said of one that can't be played now, because what Enter does says
        it too.
        """
        is_first = self.state.phase == OPENING and self.host.may_decide()
        left = [] if is_first else [self.words.left_words()]
        words = [*left, *self._recent_words(), *self._picked_words()]
        if self.words.is_decided:
            words.append("The game is decided: the marks left to make change nothing")
        if self.host.may_decide():
            words.append(self._decision_words())
            if self.state.phase == OPENING:
                words.append(FAIR)
        if self.is_looking:
            words += self._sign_words()
        if self._is_compact and max(self.state.colors) >> self.grid.points:
            words.append("A square is drawn between its lower two corners")
        return words

    def legend_beside(self, cells: int, rows: int) -> list[Line]:
        if not self.host.has_side:
            return []  # `status_words` has it
        return legend_lines(self._recent_words(), self._picked_words(), cells, rows)

    def _recent_words(self) -> list[str]:
        """Return the legend of recent marks; the cursor covers the sign of one."""
        if not self._recent:
            return []
        sign = "( )" if self._recent - {self._selection().cursor} else "[ ]"
        last = "marked last" if len(self._recent) == 1 else "the last marks"
        won = "won with it" if len(self._recent) == 1 else "won with them"
        return [f"{sign} {last}" + (f", {MADE} {won}" if self._made else "")]

    def _picked_words(self) -> list[str]:
        """Return the legend of what is marked where nothing can be picked, as in a review."""
        words = []
        if self.host.marks_picked and self._shows_cursor and not self.host.may_decide():
            sign = "[ ]" if self._corner == NOWHERE else "{ } [ ]"
            words = [
                f"{sign} {self.picked_word}{f', wins {PREVIEWED}' if self._previewed() else ''}"
            ]
        return [*words, *["> < played"] * bool(self._places_of_other())]

    @property
    def _shown_to(self) -> int:
        """The seat for which `+` stands: the person's who looks; if nobody plays, the mover's."""
        own = self.words.viewer.own_seat
        return self.state.seat if own == NOBODY else own

    def _sign_words(self) -> list[str]:
        """Return the legend of what `v` shows."""
        mine, theirs = "you", "your opponent"
        if self.words.viewer.own_seat == NOBODY:
            seats = self.words.match.seats
            mine, theirs = seats[self._shown_to].name, seats[1 - self._shown_to].name
        return [f"+ would give {mine} a box", f"! would give {theirs} one", _EITHER]

    def _decision_words(self) -> str:
        phase, here = self.state.phase, point_text(self.cursor, self.grid)
        advised = "" if self._advised is None else f"Enter: {self._advised_words()}"
        if phase == PICKING:
            color = f"Which color do you pick? {self.words.swap_words()}"
            return f"{color} {advised}" if advised else color
        if advised:
            return advised
        if phase == BIDDING:
            return self._bid_words()
        if phase == OPENING:
            return f"The first mark, black or white? On {here}"
        if phase == MARKING:
            return self._mark_words(here)
        if self._corner == NOWHERE:
            return f"Claim a box by two corners, or press d if done. Cursor: {here}"
        return f"{point_text(self._corner, self.grid)} and which opposite corner? Cursor: {here}"

    def _mark_words(self, here: str) -> str:
        """Return what a mark at the cursor would claim, or that there is one."""
        if self._is_marked(self.cursor):
            is_last = self.cursor in self._recent
            return f"Cursor: {here}, {'marked last' if is_last else 'already marked'}"
        if not self._may_preview():
            return f"Enter marks {here}"
        won = self._previewed().bit_count()
        what = f"{squares_words(won)} ({PREVIEWED})" if won else "nothing"
        return f"Enter marks {here}, which claims {what}"

    def _bid_words(self) -> str:
        """Return what a bid and a pass give to whom (BOX-17)."""
        other = self.words.match.seats[1 - self.state.seat].name
        last = f"{other} bid {amount_text(self.state.bid)} to mark first"
        passes = f"p passes: you start with {points_words(self.state.bid)}"
        if not self._may_bid():
            return f"{last}, the highest. {passes}"
        bid = f"Enter bids {amount_text(self._bid)}"
        if self.state.bid != NO_BID:
            return f"{last}. {passes}. {bid}. {_CHANGES_BID}"
        start = f"{other} would start with {points_words(self._bid)}"
        return f"{bid} to mark first: {start}. {_CHANGES_BID}"

    def _may_bid(self) -> bool:
        """Whether the player may bid more than the other one has (BOX-17)."""
        return self.state.phase == BIDDING and self.state.bid < self.state.highest_bid()

    # What is drawn

    def board_lines(self, rows: int) -> list[Line]:
        """Return the grid or the part around the cursor, and its letters.

        Arrows beside the numbers of rows say that there are others above or below. If only the
        letters would be without a row, they are written into the grid.
        """
        columns = max(self.size.width or self.wanted_cells, self.cells)
        steps = largest_steps(self.grid, columns, rows)
        may_be_compact = self.grid.size > _SHOWN_SIZE or not self.host.has_side
        self._is_compact = may_be_compact and (
            rows < steps.grid_rows(self.grid) or columns < self.wanted_cells
        )
        steps = COMPACT if self._is_compact else steps
        drawing = BoxDrawing(self.state, self.glyphs, self._selection(), steps)
        height = steps.grid_rows(self.grid)
        lettered = rows != height
        cells, grounds = drawing.cells(), drawing.grounds()
        if not lettered:
            drawing.write_letters(cells)
        room = rows - lettered
        first = _first_shown(height, room, self._line_to_show(steps.rows, room))
        width = steps.grid_cells(self.grid) - 2
        across = columns - LEFT - 2
        left = _first_shown(width, across, steps.cells * (self.cursor % self.grid.width))
        cut = slice(left, left + across + 2)
        rows_shown = slice(first, first + room)
        numbers = drawing.row_numbers()[rows_shown]
        if first:
            numbers[0] = numbers[0][:-1] + self.glyphs.above[0]
        if first + room < height:
            numbers[-1] = numbers[-1][:-1] + self.glyphs.below[0]
        drawn = zip(numbers, cells[rows_shown], grounds[rows_shown], strict=True)
        lines: list[Line] = [
            (Piece(number, "faint"), *joined(line[cut], ground[cut]))
            for number, line, ground in drawn
        ]
        letters = " " * (LEFT + 1) + drawing.letters()[left : left + across]
        return [*lines, *([(Piece(letters, "faint"),)] if lettered else [])]

    def _selection(self) -> BoxSelection:
        return BoxSelection(
            cursor=self.cursor if self._shows_cursor else NOWHERE,
            corner=self._corner,
            recent=self._recent,
            pointed_at=[*self.pointed_at, *self._places_of_other()],
            made=self._made,
            previewed=self._previewed(),
            shown_to=self._shown_to if self.is_looking else NOBODY,
        )

    @property
    def _shows_cursor(self) -> bool:
        """Whether the cursor is drawn, on a board that takes keys or marks what is picked on it."""
        is_marked = self.host.marks_picked and self._is_advised_on_board
        return self._has_cursor and (self.can_focus or is_marked)

    @property
    def _is_advised_on_board(self) -> bool:
        """Whether what is picked is on an intersection, unlike a hint's `DONE`."""
        return self._advised is None or self._advised < TAKE

    @property
    def _has_cursor(self) -> bool:
        """Whether an intersection is picked: a bid and a color are on none."""
        return self.state.phase not in (BIDDING, PICKING)

    def _places_of_other(self) -> list[str]:
        """Return the intersections of the move marked besides the one picked."""
        move = self.other
        if move is not None and move < TAKE:
            return [point_text(move % FIRST_BLACK, self.grid)]
        if move is not None and CLAIM <= move < RESIGN:
            return [point_text(each, self.grid) for each in divmod(move - CLAIM, self.grid.points)]
        return []

    def _line_to_show(self, step: int, room: int) -> int:
        """Return the middle of cursor and recent marks; if they are too far apart, the first line.

        Rows of the grid are `step` lines apart, and `room` lines are shown.
        """
        has_cursor = self._has_cursor or not self._recent
        points = [*([self.cursor] if has_cursor else []), *self._recent]
        lines = [step * (self.grid.size - point // self.grid.width) for point in points]
        top, bottom = min(lines), max(lines)
        return (top + bottom + 1) // 2 if bottom - top < room else lines[0]

    def look_back(self) -> None:
        recent = self.host.recent
        moves = self.host.match.moves[recent.ply :]
        self._recent = {move % FIRST_BLACK for move in moves if move < TAKE}
        before = cast("Box", recent.before)
        new = [now & ~then for now, then in zip(self.state.colors, before.colors, strict=True)]
        self._made = (new[BLACK] | new[WHITE]) >> self.grid.points

    def _previewed(self) -> int:
        """Return the squares, as bits, that a mark at the cursor would win."""
        if self.state.phase != MARKING or not self.host.marks_picked:
            return 0
        if self._is_marked(self.cursor) or not self._may_preview():
            return 0
        return squares_won(self.state, self.cursor, self.state.color_of(self.state.seat))

    def _may_preview(self) -> bool:
        """Whether to say what a mark wins; not if players must find boxes themselves (BOX-11)."""
        return self.host.previews and not self.state.terms.by_hand

    def _is_marked(self, point: int) -> bool:
        return bool((self.state.colors[BLACK] | self.state.colors[WHITE]) >> point & 1)

    # What a person does

    def described(self, binding: Binding) -> str:
        action, phase = binding.action, self.state.phase
        if action in _PHASES:
            is_passing_first = phase == BIDDING and self.state.bid == NO_BID
            does = self.host.may_decide() and phase in _PHASES[action] and not is_passing_first
            return binding.description if does else ""
        return "bid" if action == "move(0, 1)" and phase == BIDDING else binding.description

    def _advised_words(self) -> str:
        """Return what Enter does after a hint that named a move with a key of its own."""
        assert self._advised is not None
        text = self.state.move_text(self._advised)
        return {DONE: "end the turn", PASS: "pass"}.get(self._advised, text)

    def forget_picked(self) -> None:
        super().forget_picked()
        self._corner = NOWHERE
        self._bid = self.state.bid + 1

    @property
    def entered_move(self) -> int | None:
        if self._advised is not None:
            return self._advised
        if self.state.phase == BIDDING:
            return BID + self._bid
        if self.state.phase == MARKING:
            return self.cursor
        if self._corner in (NOWHERE, self.cursor):
            return None
        try:
            return claim(self._corner, self.cursor, self.grid)
        except IllegalMove:
            return None

    @property
    def picks(self) -> Hashable:
        return self.cursor, self._corner, self._bid, self._advised

    def pick(self, move: int) -> None:
        """Set the cursor, the corner or the bid to those of an advised move, if it has them."""
        self._advised = move if FIRST_BLACK <= move < BID else None
        if move < TAKE:
            self.cursor = move % FIRST_BLACK
        elif CLAIM <= move < RESIGN:
            self._corner, self.cursor = divmod(move - CLAIM, self.grid.points)
        elif BID <= move < CLAIM:
            self._bid = move - BID

    def action_move(self, columns: int, rows: int) -> None:
        """Move the cursor within the grid, or change the bid; from a pass, to the lowest one."""
        self.host.show_board()
        was_advised, self._advised = self._advised is not None, None
        if self.state.phase == BIDDING:
            bid = self.state.bid if was_advised else self._bid + rows + 10 * columns
            self._bid = max(min(bid, self.state.highest_bid()), self.state.bid + 1)
        else:
            row, column = divmod(self.cursor, self.grid.width)
            column = min(max(column + columns, 0), self.grid.size)
            row = min(max(row + rows, 0), self.grid.size)
            self.cursor = row * self.grid.width + column
        self.host.draw()

    def action_show(self) -> None:
        """Show or hide what each side could complete."""
        self._shows = not self._shows
        self.host.say(self._shown_words())
        self.host.draw()

    def _shown_words(self) -> str:
        """Return what `v` has changed; where no text is shown with the board, with the legend."""
        if not self._shows:
            return "No longer shown: where a mark would complete a box."
        if not self.host.shows_seats:
            legend = " ".join(f"{words}." for words in self._sign_words())
            none = "" if may_win_now(self.state) else " No mark would now."
            return f"Shown: {legend}{none}"
        none = "" if may_win_now(self.state) else " No mark would complete one now."
        return f"Shown until you press v or leave: where a mark would complete a box.{none}"

    def offers(self, action: str) -> bool:
        if action == "move":
            return self._has_cursor or (self._may_bid() and self.host.may_decide())
        if action == "show":
            return self.state.phase == MARKING and self.host.previews and not self.words.is_decided
        return action != "put_back" or self._corner != NOWHERE

    def action_put_back(self) -> None:
        """Pick the first corner of a claim anew."""
        self._corner = NOWHERE
        self.host.draw()

    def _let_go(self, advice: str) -> None:
        """Pick the first corner of a claim anew, and say so."""
        corner = point_text(self._corner, self.grid)
        self.action_put_back()
        self.host.say_of_pick(f"{corner} is no longer a corner: {advice}")

    def action_play(self, move: int) -> None:
        """Play a move with a key of its own; with a claim begun, `done` lets go of its corner."""
        if self._corner == NOWHERE or move != DONE:
            super().action_play(move)
        elif self.begin_picking():
            self._let_go("press d again to end your turn.")

    def action_color(self, color: int) -> None:
        """Make the first mark in that color, or pick the color."""
        if not self.begin_picking():
            return
        if self.state.phase == OPENING:
            self.host.play((FIRST_BLACK, FIRST_WHITE)[color] + self.cursor)
        else:
            self.host.play(TAKE + color)

    def play_picked(self) -> None:
        """Play what is picked; a refused claim leaves its first corner picked."""
        move = self.entered_move
        if move is None:
            self.pick_more()
        else:
            if self.picked_move is not None:
                self._corner = NOWHERE
            self._advised = None
            self.host.play(move)
            self.host.draw()

    def pick_more(self) -> None:
        if self.state.phase in (OPENING, PICKING):
            self.host.say("Black or white? Press b or w.")
        elif self._corner == NOWHERE:
            self._pick_corner()
        elif self._corner == self.cursor:
            self._let_go("a claim needs two of them.")
        else:  # the two corners are none of a box
            try:
                claim(self._corner, self.cursor, self.grid)
            except IllegalMove as refusal:
                self.host.refuse(refusal)
            self.host.draw()

    def _pick_corner(self) -> None:
        """Pick the first corner of a claim, which must be the player's own mark (BOX-4)."""
        if self.state.colors[self.state.color_of(self.state.seat)] >> self.cursor & 1:
            self._corner = self.cursor
            self.host.draw()
        else:
            here = point_text(self.cursor, self.grid)
            self.host.refuse(
                IllegalMove("BOX-4", f"{here} isn't your mark, so it can't be a corner.")
            )

    def clicked(self, place: str) -> None:
        """Move the cursor to the click; a click on the cursor plays there."""
        if not self._has_cursor:
            return
        if not self.can_focus:
            self.host.say_not_now()
            return
        there = move_in(place, self.grid)
        if not self._is_advised_on_board:
            self._advised = None  # the click is on an intersection
        if there == self.cursor and self.begin_picking():
            self.play_picked()
        self.cursor = there
        self._advised = None
        self.host.draw()


def _first_shown(whole: int, room: int, here: int) -> int:
    """Return the first cell to show, so that `here` is in view, centered if `whole` is cut."""
    return min(max(here - room // 2, 0), max(whole - room, 0))
