"""The board of Free the Box: tokens on the loop, the die, the cards, and what a move would do."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from textual.binding import Binding, BindingType

from boxtui.games.free_the_box.cards import CARD_NAMES, card_words
from boxtui.games.free_the_box.moves import ENTER, FREEING, MOVING, USING, WORDS
from boxtui.games.free_the_box.state import FreeTheBox
from boxtui.lines import Line, Piece
from boxtui.tui.boards.board import BoardHost, GameBoard
from boxtui.views.free_the_box import FreeTheBoxWords, sides_of
from boxtui.views.free_the_box_drawing import FreeTheBoxDrawing
from boxtui.views.free_the_box_loop import (
    HIGH_ROWS,
    ROWS,
    STEP,
    WANTED_CELLS,
    columns_for,
    loop_size,
)
from boxtui.views.free_the_box_recent import FreeTheBoxTrail, trail_of
from boxtui.views.free_the_box_signs import NOWHERE, OTHER, FreeTheBoxSelection


class FreeTheBoxBoard(GameBoard[FreeTheBox, FreeTheBoxWords]):
    """Left and right pick a move, Enter plays it; up and down look at the spaces one by one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "turn(-1)", "token", key_display="←→"),
        Binding("right", "turn(1)", "token", show=False),
        Binding("up", "look(1)", "look", key_display="↑↓"),
        Binding("down", "look(-1)", "look", show=False),
        Binding("f", "word('use', 'free')", "free"),
        Binding("d", "word('roll')", "roll"),
        Binding("k", "word('keep')", "keep"),
    ]

    word_keys: ClassVar[Mapping[str, str]] = {"free": "f", "use": "f", "roll": "d", "keep": "k"}
    rows = ROWS
    gap = 1
    other_sign = OTHER

    @classmethod
    def how_to_play(cls, text: str) -> str:
        """Return how the move is played; words tell a token's, which is picked on the board."""
        token, colon, spaces = text.partition(":")
        if not colon:
            return super().how_to_play(text)
        start, _, end = spaces.partition("-")
        return f"move {token} from {start} to {end}"

    def __init__(self, host: BoardHost) -> None:
        super().__init__(host)
        self.fit_match()
        self._at = 0
        """Index of the picked legal move."""
        self._cursor = NOWHERE
        """The space looked at, or `NOWHERE` for the one where the picked move leads."""
        self._trail = FreeTheBoxTrail()

    def fit_match(self) -> None:
        self.cells = STEP * columns_for(self.state.table.board.length) + 1
        self.wanted_cells = max(self.cells, WANTED_CELLS)

    # Words for the position

    @property
    def is_looking(self) -> bool:
        return self._cursor != NOWHERE

    @property
    def enter_words(self) -> str:
        if self.state.phase == MOVING:
            return "move"
        return self.state.move_text(self.entered_move)

    def status_words(self) -> list[str]:
        """Return what the picked move would do, and a description of the space looked at."""
        sentences: list[str] = []
        if self.host.may_decide():
            moves = self.state.legal_moves()
            which = f" ({self._at % len(moves) + 1} of {len(moves)})" if len(moves) > 1 else ""
            does = f"Enter {self.words.notation_words(self.entered_move)}{which}"
            effect = self.words.effect_words(self.entered_move) if self.host.previews else ""
            sentences = [f"{does}: {effect}" if effect else does]
        if self.is_looking:
            sentences.append(self.words.space_words(self._cursor))
        return sentences

    # What is picked

    def _selection(self) -> FreeTheBoxSelection:
        """Return what is highlighted; a move is only highlighted if picks are marked."""
        cursor, goal = self._cursor, self.words.goal_words()
        shows_danger = cursor != NOWHERE and self.host.previews
        danger = [self.words.danger_words(cursor)] if shows_danger else []
        other = self.other
        looking = FreeTheBoxSelection(
            cursor=cursor,
            sides=sides_of(self.state.table, cursor) if cursor != NOWHERE else [],
            pointed_at=self.pointed_at,
            trail=self._trail,
            others=[] if other is None else [self.words.source(other), self.words.landing(other)],
            notes=danger,
            goal=goal,
        )
        if not self.host.marks_picked:
            return looking
        table, move = self.state.table, self.entered_move
        source = self.words.source(move)
        landing = self.words.landing(move)
        if not self.host.previews:  # what lands there or is captured may be what is asked
            return replace(looking, source=source, landing=landing)
        seen = cursor if cursor != NOWHERE else landing
        capturable = table.capturable(table.seat, landing) if landing != NOWHERE else []
        return replace(
            looking,
            source=source,
            landing=landing,
            capturable=[int(table.tokens[token]) for token in capturable],
            sides=sides_of(table, seen) if seen != NOWHERE else [],
            notes=danger or self.words.preview(move),
        )

    def board_lines(self, rows: int) -> list[Line]:
        """Return the loop, with everything else inside it."""
        return self._drawing(rows).lines()

    def legend_beside(self, cells: int, rows: int) -> list[Line]:
        """Return the legend, if the loop has no room for it and there is only a page of text."""
        if self.host.has_side or self.host.is_too_small:
            return []
        return self._drawing(self.size.height).legend(cells, rows)

    def _drawing(self, rows: int) -> FreeTheBoxDrawing:
        # Before the first layout the width is a guess: tall windows are wide, too.
        cells = self.wanted_cells if rows >= HIGH_ROWS else self.cells
        if self.size.width:
            cells = self.size.width - (self.gap if self.host.has_side else 0)
        size = loop_size(self.state.table.board.length, cells, rows)
        return FreeTheBoxDrawing(
            self.state, self.glyphs, self._selection(), self._die_line(), self._card_line(), size
        )

    def _die_line(self) -> Line:
        """Return the die to move by, or the one rolled last."""
        pointer = " <" if "the die" in self.pointed_at else ""
        if self.state.table.die:
            return (Piece(f"Die: [{int(self.state.table.die)}]{pointer}", "strong", "the die"),)
        log, at = self.host.match.log, self._last_chance_ply(is_die=True)
        rolled = f"Rolled last: [{log[at].text}]{pointer}" if at >= 0 else ""
        return (Piece(rolled, "faint", "the die"),)

    def _card_line(self) -> Line:
        """Return the card drawn last, which is now under all others or kept.

        Once another player has rolled, the line says that it was drawn last.
        """
        log, at = self.host.match.log, self._last_chance_ply(is_die=False)
        if at < 0:
            return (Piece("", "plain", "the card"),)
        words = card_words(CARD_NAMES[log[at].text])
        pointer = " <" if "the card" in self.pointed_at else ""
        is_old = any(played.seat != log[at].seat for played in log[at:])
        drawn, style = ("Drawn last", "faint") if is_old else ("Drawn", "plain")
        return (Piece(f"{drawn}: {words}{pointer}", style, "the card"),)

    def _last_chance_ply(self, *, is_die: bool) -> int:
        """Return the ply of the last roll of the die, or else of the last card; -1 if none."""
        log = self.host.match.log
        by_chance = (at for at in reversed(range(len(log))) if log[at].by_chance)
        return next((at for at in by_chance if log[at].text.isdigit() == is_die), -1)

    # What a person does

    def described(self, binding: Binding) -> str:
        if binding.action == "look(1)":
            return binding.description
        if not self.host.may_decide():
            return ""
        words = self._playable_words()
        if binding.action == "turn(-1)":
            choices = len(self.state.legal_moves()) > 1
            return ("token" if self.state.phase == MOVING else "choose") if choices else ""
        if binding.action == "word('use', 'free')":
            return "use it" if "use" in words else "free" if "free" in words else ""
        return binding.description if binding.description in words else ""

    def _playable_words(self) -> list[str]:
        """Return the words that can be played now, which use a FREE THE BOX or decline it."""
        if self.state.phase not in (FREEING, USING):
            return []
        return [self.state.move_text(move) for move in self.state.legal_moves()]

    def forget_picked(self) -> None:
        self._at = 0
        self._cursor = NOWHERE

    def look_back(self) -> None:
        self._trail = trail_of(self.host.recent, self.state.table)

    @property
    def entered_move(self) -> int:
        moves = self.state.legal_moves()
        return moves[self._at % len(moves)]

    def pick(self, move: int) -> None:
        """Pick an advised move."""
        self._at = self.state.legal_moves().index(move)
        self._cursor = NOWHERE

    def action_turn(self, step: int) -> None:
        """Pick the next or the previous legal move."""
        if self.begin_picking():
            self._at += step
            self._cursor = NOWHERE
            self.host.draw()

    def action_look(self, step: int) -> None:
        """Look at the next or the previous space, beginning where the picked move leads."""
        if self._cursor == NOWHERE:
            seat = max(self.state.turn_seat(), 0)
            landing = NOWHERE
            if self.host.may_decide():
                landing = self.words.landing(self.entered_move)
            start = int(self.state.table.starts[seat])
            self._cursor = landing if landing != NOWHERE else start
        else:
            self._cursor = (self._cursor + step) % self.state.table.board.length
        self.host.draw()

    def action_word(self, word: str, otherwise: str = "") -> None:
        """Play `word`, or `otherwise` if `word` isn't legal; an illegal word shows its rule."""
        is_other = bool(otherwise) and word not in self._playable_words()
        self.action_play(WORDS[otherwise if is_other else word])

    def clicked(self, place: str) -> None:
        """Pick the clicked token, or look at the clicked space.

        A second click on the token, or a click on the space where it would go, plays the move.
        """
        is_moving = self.host.may_decide() and self.state.phase == MOVING
        moves = self.state.legal_moves() if is_moving else []
        fitting = [at for at, move in enumerate(moves) if self._place_of(move) == place]
        if self._plays(place, moves, fitting):
            self.play_picked()
        elif fitting:
            self._at, self._cursor = fitting[0], NOWHERE
        elif place.isdigit():
            self._cursor = int(place) - 1
        self.host.draw()

    def _plays(self, place: str, moves: Sequence[int], fitting: Sequence[int]) -> bool:
        """Whether a click on a place plays the picked move; those at `fitting` begin there."""
        if fitting:
            return self._at % len(moves) in fitting and self._cursor == NOWHERE
        return bool(moves) and place == str(self.words.landing(self.entered_move) + 1)

    def _place_of(self, move: int) -> str:
        """Return the click target of a move's token: its space, or its color's row for home."""
        if move == ENTER:
            return self.state.table.color_name(int(self.state.table.seat))
        return str(self.words.source(move) + 1)
