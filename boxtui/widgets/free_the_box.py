"""The board of Free the Box: tokens on the loop, the die, the cards, and what a move would do."""

from typing import ClassVar, Final, cast

from textual.binding import Binding, BindingType

from boxtui.drawing import Line, Piece
from boxtui.games.free_the_box_board import TOKENS
from boxtui.games.free_the_box_moves import ENTER
from boxtui.games.free_the_box_state import (
    DRAWING,
    FREEING,
    MOVING,
    ROLLING_FOR_FIRST,
    USING,
    FreeTheBox,
)
from boxtui.games.free_the_box_table import CENTER
from boxtui.games.free_the_box_telling import color_of, letter_of, listed
from boxtui.widgets.board import LEANING, GameBoard, Table
from boxtui.widgets.canvas import Canvas
from boxtui.widgets.free_the_box_drawing import (
    NOWHERE,
    STEP,
    FreeTheBoxDrawing,
    Picked,
)
from boxtui.widgets.free_the_box_ring import ROWS, columns_for

DIE: Final = range(1, 9)


class FreeTheBoxBoard(GameBoard):
    """Left and right pick a move, Enter plays it; up and down look at the spaces one by one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "turn(-1)", "token", key_display="←→"),
        Binding("right", "turn(1)", "token", show=False),
        Binding("up", "look(1)", "look round", key_display="↑↓"),
        Binding("down", "look(-1)", "look round", show=False),
        Binding("f", "word('free', 'use')", "free"),
        Binding("d", "word('roll')", "roll"),
        Binding("k", "word('keep')", "keep"),
    ]

    rows = ROWS

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.cells = self.wanted_cells = STEP * columns_for(self.state.table.board.length) + 1
        self._at = 0
        """Which of the legal moves is picked."""
        self._cursor = NOWHERE
        """The space that is looked at, once that isn't where the picked move leads."""

    @property
    def state(self) -> FreeTheBox:
        """The position, by its own type."""
        return cast("FreeTheBox", self.position)

    # What is said of the position

    @property
    def enter_words(self) -> str:
        if self.state.phase == MOVING:
            return "move"
        return self.state.move_text(self._picked_move())

    def round_words(self) -> str:
        seat = self.state.turn()
        return color_of(self.state.table, seat) if seat >= 0 else "the end"

    def seat_words(self) -> list[str]:
        if self.state.phase == ROLLING_FOR_FIRST:
            return [str(thrown) if thrown > 0 else "" for thrown in self.state.for_first]
        return [self._words_of(seat) for seat in range(self.state.seats)]

    def _words_of(self, seat: int) -> str:
        table = self.state.table
        color = color_of(table, seat)
        if not table.is_in(seat):
            return f"{color}, out"
        return f"{color}, {int(table.count(seat, CENTER))} of {TOKENS}"

    def end_words(self) -> list[str]:
        table, seats = self.state.table, self.table.match.seats
        return [
            f"{seat.name}: {int(table.count(at, CENTER))} of {TOKENS} in the center"
            if table.is_in(at)
            else f"{seat.name}: out"
            for at, seat in enumerate(seats)
        ]

    def worth_words(self, value: float) -> str:
        return f"{value:.0%} to win"

    def throw_words(self) -> str:
        if self.state.phase == DRAWING:
            return "card, as in forward-3"
        first = " for the first turn" if self.state.phase == ROLLING_FOR_FIRST else ""
        return f"die{first}, as in 5{LEANING}"

    def status_words(self) -> list[str]:
        """What the picked move would do, and what the space is that is looked at."""
        said = [self._move_words()] if self.table.may_decide() else []
        return [*said, self._space_words(self._cursor)] if self._cursor != NOWHERE else said

    def _move_words(self) -> str:
        moves = self.state.legal_moves()
        move = self._picked_move()
        which = f" ({self._at % len(moves) + 1} of {len(moves)})" if len(moves) > 1 else ""
        landing = self._landing(move)
        risk = f" {self._risk_words(landing)}" if landing != NOWHERE else ""
        return f"{self.state.move_text(move)}{which}: {self.state.tell(move)}.{risk}"

    def _space_words(self, space: int) -> str:
        """A space in words: its number, what it is, who stands there, who could reach it."""
        table = self.state.table
        there = [
            f"{color_of(table, token // TOKENS)} {letter_of(token)}"
            for token in range(len(table.tokens))
            if table.tokens[token] == space
        ]
        others = [str(side + 1) for side in self._sides(space)]
        sides = f", also on {listed(others)}" if others else ""
        tokens = f": {listed(there)}" if there else ""
        return f"{space + 1} {table.board.space_words(space)}{sides}{tokens}. " + (
            self._risk_words(space)
        )

    def _sides(self, space: int) -> list[int]:
        """The other spaces where a landing captures who stands on that one (FTB-9)."""
        hides = self.state.table.hides
        same = [other for other in range(len(hides)) if hides[other] == hides[space]]
        return [other for other in same if other != space and hides[space] >= 0]

    def _risk_words(self, space: int) -> str:
        """Which tokens of others capture there by which roll (FTB-9); that it is safe (FTB-10)."""
        table = self.state.table
        if table.hides[space] < 0:
            return "Safe (FTB-10)."
        goals = [space, *self._sides(space)]
        mover = int(table.seat)
        found = [
            f"{color_of(table, token // TOKENS)} {letter_of(token)} by {roll}"
            for token in range(len(table.tokens))
            for roll in DIE
            if token // TOKENS != mover and table.tokens[token] >= 0
            if (table.tokens[token] + roll) % table.board.length in goals
        ]
        return f"In reach of {listed(found)}." if found else "In nobody's reach."

    # What is picked

    def _picked_move(self) -> int:
        moves = self.state.legal_moves()
        return moves[self._at % len(moves)]

    def _source(self, move: int) -> int:
        """The space that a move starts from; `NOWHERE` for other moves than along the loop."""
        if self.state.phase != MOVING or move == ENTER:
            return NOWHERE
        return int(self.state.table.tokens[self.state.table.seat * TOKENS + move])

    def _landing(self, move: int) -> int:
        """The space that a move brings a token to; `NOWHERE` for a word."""
        table = self.state.table
        if self.state.phase != MOVING:
            return NOWHERE
        if move == ENTER:
            return int(table.starts[table.seat])
        return int((self._source(move) + table.die) % table.board.length)

    def _picked(self) -> Picked:
        """What is singled out: of a move nothing where nobody decides."""
        cursor = self._cursor
        if not self.table.may_decide():
            sides = self._sides(cursor) if cursor != NOWHERE else []
            return Picked(cursor=cursor, sides=sides, look=self.look)
        table, move = self.state.table, self._picked_move()
        landing = self._landing(move)
        seen = cursor if cursor != NOWHERE else landing
        prey = table.prey(table.seat, landing) if landing != NOWHERE else []
        return Picked(
            source=self._source(move),
            landing=landing,
            prey=[int(table.tokens[token]) for token in prey],
            cursor=cursor,
            sides=self._sides(seen) if seen != NOWHERE else [],
            look=self.look,
        )

    # What is drawn

    def board_lines(self, rows: int) -> list[Line]:
        """The loop, with all else in its middle."""
        drawing = FreeTheBoxDrawing(
            self.state, self.glyphs, self._picked(), self._die_line(), self._card_line()
        )
        return drawing.lines()

    def _die_line(self) -> Line:
        """The die to move by; else the one that was rolled last."""
        looked = " <" if "die" in self.look else ""
        if self.state.table.die:
            return (Piece(f"Die: [{int(self.state.table.die)}]{looked}", "strong", "die"),)
        last = self._last_fallen(True)
        return (Piece(f"Rolled last: [{last}]{looked}" if last else "", "faint", "die"),)

    def _card_line(self) -> Line:
        """The card that was drawn last, which is under all others by now, or kept."""
        last = self._last_fallen(False)
        looked = " <" if "card" in self.look else ""
        return (Piece(f"Drawn last: {last}{looked}" if last else "", "plain", "card"),)

    def _last_fallen(self, die: bool) -> str:
        """What the die showed last, or the card was that was drawn last; "" before the first."""
        log = reversed(self.table.match.log)
        fallen = (line.text for line in log if line.by_chance and line.text.isdigit() == die)
        return next(fallen, "")

    # What a person does

    def described(self, binding: Binding) -> str:
        if binding.key in ("up", "down"):
            return binding.description
        if not self.table.may_decide():
            return ""
        words = self._words()
        if binding.key in ("left", "right"):
            choices = len(self.state.legal_moves()) > 1
            return ("token" if self.state.phase == MOVING else "choose") if choices else ""
        if binding.key == "f":
            return "use it" if "use" in words else "free" if "free" in words else ""
        return binding.description if binding.description in words else ""

    def _words(self) -> list[str]:
        """The words that can be played now: of a FREE THE BOX and what else there is to do."""
        if self.state.phase not in (FREEING, USING):
            return []
        return [self.state.move_text(move) for move in self.state.legal_moves()]

    def forget_picked(self) -> None:
        self._at = 0
        self._cursor = NOWHERE

    def pick(self, move: int) -> None:
        """Pick an advised move."""
        self._at = self.state.legal_moves().index(move)
        self._cursor = NOWHERE

    def action_turn(self, step: int) -> None:
        """The next move there is."""
        if self.may_pick():
            self._at += step
            self._cursor = NOWHERE
            self.table.draw()

    def action_look(self, step: int) -> None:
        """Look at the space ahead, or behind: first at where the picked move leads."""
        if self._cursor == NOWHERE:
            seat = max(self.state.turn(), 0)
            landing = NOWHERE
            if self.table.may_decide():
                landing = self._landing(self._picked_move())
            start = int(self.state.table.starts[seat])
            self._cursor = landing if landing != NOWHERE else start
        else:
            self._cursor = (self._cursor + step) % self.state.table.board.length
        self.table.draw()

    def action_word(self, *words: str) -> None:
        """Play the one of these words that can be played now; why none can, says its rule."""
        if self.may_pick():
            self.table.propose(next((word for word in words if word in self._words()), words[0]))

    def play_picked(self) -> None:
        self.table.propose(self.state.move_text(self._picked_move()))

    def on_canvas_pressed(self, event: Canvas.Pressed) -> None:
        """A click picks the token that stands there, and plays it the second time; or looks."""
        event.stop()
        name = event.target
        if self.table.may_decide() and self.state.phase == MOVING:
            if self._click_token(name):
                self.table.draw()
                return
        if name.isdigit():
            self._cursor = int(name) - 1
            self.table.draw()

    def _click_token(self, name: str) -> bool:
        """Pick or play the move of a token that stands on the space, or at home, by that name."""
        moves = self.state.legal_moves()
        fitting = [at for at, move in enumerate(moves) if self._place_of(move) == name]
        if not fitting:
            return False
        picked = self._at % len(moves)
        if picked in fitting and self._cursor == NOWHERE:
            self.play_picked()
        else:
            self._at, self._cursor = fitting[0], NOWHERE
        return True

    def _place_of(self, move: int) -> str:
        """What a click on the token of a move names: its space, or its color's row for home."""
        if move == ENTER:
            return color_of(self.state.table, int(self.state.table.seat))
        return str(self._source(move) + 1)
