"""The board of Kimbo: pieces, fences, the dice, and where a piece can go."""

from collections.abc import Hashable, Mapping
from dataclasses import replace
from typing import ClassVar, Final

from textual.binding import Binding, BindingType

from boxtui.games.kimbo.board import FENCES
from boxtui.games.kimbo.moves import (
    BOTH,
    JUMP,
    KEEP,
    PASS,
    count_of,
    end_of,
    fence_move,
    slots_of,
    start_of,
)
from boxtui.games.kimbo.squares import (
    NORTH,
    NOWHERE,
    SQUARE_NAMES,
    WIDTH,
    line_named,
    line_of,
    line_text,
    square_text,
)
from boxtui.games.kimbo.state import FENCING, MOVING, MOVING_SECOND, Kimbo
from boxtui.lines import Line, Piece, cells_of, fitted, plain
from boxtui.tui.boards.board import BoardHost, GameBoard
from boxtui.views.kimbo import KimboWords
from boxtui.views.kimbo_dice import dice_of
from boxtui.views.kimbo_drawing import OTHER, KimboDrawing, KimboSelection
from boxtui.views.kimbo_recent import KimboTrail, trail_of
from boxtui.views.kimbo_size import LEFT, SquareSize, largest_size
from boxtui.views.kimbo_steps import steps_home, steps_words

_ROWS_BELOW: Final = 2
"""The fewest rows below the letters for the dice, and for the most important signs."""

_ONE_LINE: Final = 1000
"""More cells than any legend takes; it is wrapped where it is shown."""

_SEAT_CELLS: Final = 11
"""The fewest cells beside the board for a seat's line, as in `R __ 0 home`."""

_LEGEND_ROWS: Final = 5
"""The most rows of the legend, above which an empty row fits."""


class KimboBoard(GameBoard[Kimbo, KimboWords]):
    """Left and right pick a piece or a fence, up and down a move of the piece, Enter plays it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "turn(-1)", "piece", key_display="←→"),
        Binding("right", "turn(1)", "piece", show=False),
        Binding("up", "choose(1)", "move", key_display="↑↓"),
        Binding("down", "choose(-1)", "move", show=False),
        Binding("space", "side", "side"),
        Binding("f", "skip", "roll"),
        Binding("p", "pass", "pass"),
        Binding("escape", "put_back", "back"),
    ]

    word_keys: ClassVar[Mapping[str, str]] = {"-": "f", "pass": "p"}
    cells = SquareSize().board_cells
    rows = WIDTH
    other_sign = OTHER

    def __init__(self, host: BoardHost) -> None:
        super().__init__(host)
        self._at = 0
        """Index of the picked fence, or of the picked piece among those that can move."""
        self._move = 0
        """Index of the picked move among that piece's moves."""
        self._held = NOWHERE
        """The slot of the fence that is being moved, or `NOWHERE`."""
        self._slot = 0
        """The slot that it would be put into."""
        self._trail = KimboTrail()

    # Words for the position

    @property
    def enter_words(self) -> str:
        if self._advised is not None:
            return "roll" if self.state.phase == FENCING else "pass"
        if self.state.phase != FENCING:
            return "move"
        return "take" if self._held == NOWHERE else "put"

    def cells_in(self, cells: int, rows: int) -> int:
        return largest_size(cells, rows).board_cells

    def status_words(self) -> list[str]:
        """Return what is picked, what can be done with it, and what has no room below the board."""
        legend = [plain(line) for line in self.legend_beside(_ONE_LINE, 1)]
        return [*self._dice_status(), *self._picked_words(), *legend]

    @property
    def _rows_below(self) -> int:
        """The fewest rows below the letters; with fewer, the dice are at the right."""
        return 1 if self.host.has_side else _ROWS_BELOW

    def _dice_status(self) -> list[str]:
        """Return the dice, if there is text beside the board, and no row for the dice below it.

        At the right of the board there is no room for them either.
        """
        rows = self.size.height
        is_below = rows >= self._size_in(rows).board_rows + self._rows_below
        if is_below or not rows or not self.host.has_side:
            return []
        words = dice_of(self.host.match).words(_ONE_LINE)
        words = words.replace("]  [", "][")  # so that no line ends between
        return [words] if words else []

    def legend_beside(self, cells: int, rows: int) -> list[Line]:
        """Return the legend if there is text beside the board and no room for the legend below."""
        height = self.size.height
        size = self._size_in(height)
        is_below = size == SquareSize() or height >= size.board_rows + _ROWS_BELOW
        if is_below or not self.host.has_side:
            return []
        return self._drawing(size).legend(cells, rows)

    def _size_in(self, rows: int) -> SquareSize:
        """Return the largest size; without text beside the board, it leaves room for a legend."""
        below = 0 if self.host.has_side else 1 + _LEGEND_ROWS
        return largest_size(max(self.size.width, self.cells), rows - below)

    def _drawing(self, size: SquareSize) -> KimboDrawing:
        return KimboDrawing(self.state, self.glyphs, self._selection(), size, self._trail)

    def _picked_words(self) -> list[str]:
        if not self.host.may_decide():
            return []
        if self._advised is not None:
            return [f"Enter: {self.enter_words}"]
        if self.state.phase == FENCING:
            return self._fence_words()
        moves = self._moves()
        at = self._move % len(moves)
        which = f" ({at + 1} of {len(moves)})" if len(moves) > 1 else ""
        sentences = [f"Enter {self.words.notation_words(moves[at])}{which}"]
        if PASS in self.state.legal_moves():
            sentences.append("No die can be played, so you don't have to jump: p passes (KIM-26)")
        return sentences

    def _fence_words(self) -> list[str]:
        if self._held == NOWHERE:
            taken = line_text(self._fences()[self._at % FENCES])
            words = ["You may move a fence, or press f to roll", f"Enter takes your fence {taken}"]
        elif self._slot == self._held:
            words = [f"Your fence {line_text(self._held)}: to which slot?"]
        else:
            words = [f"Your fence {line_text(self._held)} to {line_text(self._slot)}"]
        return [*words, self._steps_words()] if self.host.previews else words

    def _steps_words(self) -> str:
        """Return how far each seat's pieces are from HOME, and with the fence in its new slot."""
        table, moved = self.state.table, self.state.table.clone()
        if self._held not in (NOWHERE, self._slot):
            moved.move_fence(self._held, self._slot)
        names = [seat.name for seat in self.host.match.seats]
        names[table.seat] = "you"
        return steps_words(steps_home(table), steps_home(moved), names)

    def _fences(self) -> list[int]:
        """Return the slots of the fences of the seat that has the turn, sorted."""
        return self.words.fences(int(self.state.table.seat))

    def _starts(self) -> list[int]:
        """Return the squares of the pieces that can move."""
        return sorted({int(start_of(move)) for move in self._piece_moves() if move != PASS})

    def _moves(self) -> list[int]:
        """Return the moves of the picked piece, sorted by dice and then by where they end."""
        starts = self._starts()
        if not starts:
            return []
        start = starts[self._at % len(starts)]
        moves = [m for m in self.state.legal_moves() if m != PASS and start_of(m) == start]
        return sorted(moves, key=lambda move: (count_of(move), end_of(move), move))

    def _picked_of_piece(self) -> int | None:
        """Return the picked move of the picked piece, if any piece can move."""
        moves = self._moves()
        return moves[self._move % len(moves)] if moves else None

    # What is drawn

    def board_lines(self, rows: int) -> list[Line]:
        """Return the board, with squares as large as there is room for.

        Below it are the letters, the dice, and a legend of the signs shown if there is room;
        without room for the dice they are at the right, and without room for the letters these are
        on the lowest squares.
        """
        size = self._size_in(rows)
        drawing = self._drawing(size)
        lines, dice = drawing.lines(rows), dice_of(self.host.match)
        if rows < size.board_rows + self._rows_below:
            thrown = dice.beside(self.size.width - size.board_cells - 1, self.glyphs.more)
            beside = [*thrown, Piece(""), *self._seats_beside(size)]
            beside = beside if len(beside) <= len(lines) else thrown
            first = [(*line, piece) for line, piece in zip(lines, beside, strict=False)]
            return [*first, *lines[len(first) :]]
        below = rows - len(lines)
        gap: list[Line] = [()] if below > 1 + _LEGEND_ROWS else []
        signs = drawing.legend(size.board_cells - LEFT - 1, below - len(gap) - 1)
        legend: list[Line] = [(Piece(" " * LEFT, "faint"), *line) for line in signs]
        return [*lines, *gap, dice.below(size.board_cells, self.glyphs.more), *legend]

    def _seats_beside(self, size: SquareSize) -> list[Piece]:
        """Return the seats at the right of the board, if they are shown nowhere else."""
        room = self.size.width - size.board_cells
        if self.host.shows_seats or room < _SEAT_CELLS:
            return []
        indent = " " * (room > _SEAT_CELLS)
        texts: list[Piece] = []
        for seat, piece in zip(
            self.host.match.seats, self.words.seat_pieces(self.glyphs), strict=True
        ):
            for words in (seat.name, piece.text):
                shown = fitted(words, min(cells_of(words), room - len(indent)), self.glyphs.more)
                texts.append(Piece(f"{indent}{shown}", piece.style))
        return texts

    def _selection(self) -> KimboSelection:
        """Return what is highlighted.

        If no pick is marked, this is only what a lesson points at, and the move that was played
        instead. A pass, or fences that stay, have no place to highlight.
        """
        unpicked = KimboSelection(word=self.picked_word, pointed_at=self.pointed_at)
        if self.other is not None and self.other not in (KEEP, PASS):
            if self.state.phase == FENCING:
                taken, put = slots_of(self.other)
                unpicked = replace(unpicked, other_fence=(int(taken), int(put)))
            else:
                squares = [int(start_of(self.other)), int(end_of(self.other))]
                unpicked = replace(unpicked, others=squares)
        if not self.host.marks_picked or self._advised is not None:
            return unpicked
        starts, picked = self._starts(), self._picked_of_piece()
        fencing = self.state.phase == FENCING and self._held == NOWHERE
        return replace(
            unpicked,
            square=starts[self._at % len(starts)] if starts else NOWHERE,
            fence=self._fences()[self._at % FENCES] if fencing else NOWHERE,
            held=self._held,
            slot=self._slot,
            moves_it=self.host.may_decide(),
            path=self.state.path(picked)[:-1] if picked is not None else [],
            ends=self._ends(picked),
        )

    def _ends(self, picked: int | None) -> dict[int, str]:
        """Return the squares where the piece of that move can end, each with a sign for how.

        The sign is a die, + for both dice, J for a jump, or & for several of these. If no person
        decides, only the picked move's end is returned.
        """
        written, ends = {BOTH: "+", JUMP: "J"}, dict[int, str]()
        moves = self._moves()
        if picked is not None and not self.host.may_decide():
            moves = [picked]
        for move in moves:
            end, count = int(end_of(move)), int(count_of(move))
            letter = written.get(count, str(count))
            ends[end] = letter if ends.get(end, letter) == letter else "&"
        return ends

    # What a person does

    def described(self, binding: Binding) -> str:
        if not self.host.may_decide():
            return ""
        if binding.action == "pass":
            return binding.description if PASS in self._piece_moves() else ""
        if self.state.phase != FENCING or binding.action not in ("turn(-1)", "choose(1)"):
            return binding.description
        aside, along = ("fence", "") if self._held == NOWHERE else ("slot", "row")
        return aside if binding.action == "turn(-1)" else along

    def _piece_moves(self) -> list[int]:
        return self.state.legal_moves() if self.state.phase in (MOVING, MOVING_SECOND) else []

    def forget_picked(self) -> None:
        super().forget_picked()
        self._at = self._move = 0
        self._held = NOWHERE

    def look_back(self) -> None:
        self._trail = trail_of(self.host.recent, self.state)

    @property
    def entered_move(self) -> int | None:
        if self._advised is not None:
            return self._advised
        if self.state.phase == FENCING:
            is_moved = self._held not in (NOWHERE, self._slot)
            return fence_move(self._held, self._slot) if is_moved else None
        return self._picked_of_piece()

    @property
    def picks(self) -> Hashable:
        if self.state.phase == FENCING:
            return self._at % FENCES, self._held, self._slot, self._advised
        return self.entered_move

    def pick(self, move: int) -> None:
        """Pick the piece and its advised move, or the fence and its slot, or a move without."""
        self._advised = move if move in (KEEP, PASS) else None
        if self._advised is not None:
            self._held = NOWHERE
        elif self.state.phase == FENCING:
            self._held, self._slot = (int(slot) for slot in slots_of(move))
        else:
            self._at = self._starts().index(int(start_of(move)))
            self._move = self._moves().index(move)

    def action_turn(self, step: int) -> None:
        """Pick the next piece or fence; with a fence in hand, the slot to the left or right."""
        if self.begin_picking():
            self._advised = None
            if self._held != NOWHERE:
                self._move_slot(step, 0)
            else:
                self._at, self._move = self._at + step, 0
            self.host.draw()

    def action_choose(self, step: int) -> None:
        """Pick the piece's next move; with a fence in hand, the slot above or below."""
        if self.begin_picking():
            self._advised = None
            if self._held != NOWHERE:
                self._move_slot(0, step)
            elif self.state.phase != FENCING:
                self._move -= step
            self.host.draw()

    def _move_slot(self, columns: int, rows: int) -> None:
        """Move on to the next vacant slot of the same kind in that direction."""
        square, side = divmod(self._slot, 2)
        column, row = square % WIDTH, square // WIDTH
        while 0 <= column + columns < WIDTH and 0 <= row + rows < WIDTH:
            column, row = column + columns, row + rows
            slot = 2 * (row * WIDTH + column) + side
            if self._is_free(slot):
                self._slot = slot
                return

    def _is_free(self, slot: int) -> bool:
        table = self.state.table
        return table.board.has_slot(slot) and table.is_vacant(slot)

    def action_side(self) -> None:
        """Switch to the slot on the square's other side, if free: above it or to its right."""
        if self._held != NOWHERE and self.begin_picking():
            if self._is_free(self._slot ^ 1):
                self._slot ^= 1
            self.host.draw()

    def action_skip(self) -> None:
        """Leave the fences as they are."""
        self.action_play(KEEP)

    def offers(self, action: str) -> bool:
        if action == "skip" and self._held != NOWHERE:
            return False  # it would put the fence in hand back without a word
        if action in ("skip", "pass"):  # the same number, but one keeps fences and one passes
            return (self.state.phase == FENCING) == (action == "skip")
        if action == "choose":
            is_before = self.state.phase == FENCING and self._held == NOWHERE
            return not is_before or self._advised is not None or not self.host.may_decide()
        return action not in ("put_back", "side") or self._held != NOWHERE

    def action_put_back(self) -> None:
        """Put the fence in hand back where it was taken from."""
        held, self._held = self._held, NOWHERE
        self.host.say_of_pick(f"Your fence {line_text(held)} stays.")
        self.host.draw()

    def action_pass(self) -> None:
        """Pass; legal if only a jump could be played."""
        self.action_play(PASS)

    def pick_more(self) -> None:
        """Take the fence, or put it back if it is in its own slot."""
        if self._held != NOWHERE:
            self.action_put_back()
            return
        self._held = self._slot = self._fences()[self._at % FENCES]
        self.host.draw()

    def clicked(self, place: str) -> None:
        """Pick the clicked piece, fence or square; a second click on a square moves there."""
        if not self.begin_picking():
            return
        self._advised = None
        starts = [square_text(square) for square in self._starts()]
        if place in starts:
            self._at, self._move = starts.index(place), 0
        elif self.state.phase == FENCING:
            self._click_fence(place)
        else:
            ends = [square_text(int(end_of(move))) for move in self._moves()]
            if place in ends:
                picked = self._move % len(ends)
                if ends[picked] == place:
                    self.play_picked()
                else:
                    self._move = ends.index(place)
        self.host.draw()

    def _click_fence(self, name: str) -> None:
        """Pick up a clicked fence of the player; put the one in hand in a slot clicked twice."""
        slot = self._slot_at(name)
        if self._held != NOWHERE and slot == self._slot:
            self.play_picked()
        elif self._held != NOWHERE and self._is_free(slot):
            self._slot = slot
        elif slot in self._fences():
            self._at, self._held = self._fences().index(slot), NOWHERE
            self.pick_more()

    def _slot_at(self, name: str) -> int:
        """Return the slot with that name; for a square, the slot below it.

        A square's cell includes its lower edge, where a fence is drawn.
        """
        if name in SQUARE_NAMES:
            square = SQUARE_NAMES[name]
            return line_of(square - WIDTH, NORTH) if square >= WIDTH else NOWHERE
        return line_named(name)
