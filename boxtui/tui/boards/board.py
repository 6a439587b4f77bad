"""A game's board as a widget: what it draws, its own keys, and what is picked on it."""

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, ClassVar, Generic, Protocol, TypeVar, cast

from textual.binding import Binding

from ai.agent import Choice
from boxtui.core import BadNotation
from boxtui.lines import Glyphs, Line
from boxtui.play.match import Match
from boxtui.play.recent import Recent
from boxtui.play.viewer import Viewer
from boxtui.tui.widgets.canvas import Canvas
from boxtui.tui.widgets.keys import Describes
from boxtui.views.game import GameWords, StateT
from boxtui.views.games import words_of
from boxtui.wording import ranges


class BoardHost(Protocol):
    """What a board needs from its screen."""

    advice: Choice | None

    @property
    def match(self) -> Match:
        """The match that is shown."""

    @property
    def viewer(self) -> Viewer:
        """The viewer to whom it is shown."""

    @property
    def recent(self) -> Recent:
        """What happened since the viewer's last turn."""

    @property
    def glyphs(self) -> Glyphs:
        """The characters to draw with."""

    @property
    def is_too_small(self) -> bool:
        """Whether the board has no room on the screen and isn't shown."""

    @property
    def has_side(self) -> bool:
        """Whether there is text beside the board, instead of above it."""

    @property
    def shows_seats(self) -> bool:
        """Whether the seats are shown beside or above the board."""

    @property
    def advises(self) -> bool:
        """Whether the player may ask what the moves are worth."""

    @property
    def rolls_dice(self) -> bool:
        """Whether dice are shown rolling first."""

    @property
    def previews(self) -> bool:
        """Whether the board tells what the picked move would do."""

    @property
    def marks_picked(self) -> bool:
        """Whether the board marks what is picked."""

    def may_decide(self) -> bool:
        """Whether the person at the keyboard decides now."""

    def show_board(self) -> None:
        """Show the board, if there is text in its place."""

    def play(self, move: int) -> None:
        """Play a move; an illegal one is refused with the rule that it breaks."""

    def say(self, message: str) -> None:
        """Show a message."""

    def say_of_pick(self, message: str) -> None:
        """Show a message that is gone once something else is picked."""

    def refuse(self, refusal: Exception) -> None:
        """Show why something can't be done."""

    def say_not_now(self) -> None:
        """Show why nothing can be played now."""

    def ask_advice(self) -> None:
        """Have the moves valued; the result will be in `advice`."""

    def fit(self) -> None:
        """Draw everything again in the room that the board has now."""

    def draw(self) -> None:
        """Draw everything as it is now."""


WordsT = TypeVar("WordsT", bound=GameWords[Any])


class GameBoard(Describes, Canvas, Generic[StateT, WordsT], can_focus=True):
    """The board of one game.

    Each game's board implements the methods below and adds bindings for its own keys.

    Attributes:
        cells: the least width.
        wanted_cells: the width that shows everything, if there is room; 0 if `cells` does.
        rows: the least height.
        gap: the cells that keep it apart from the text beside it.
        other_sign: what marks the places of `other`; "" for the pointer of lessons.
        pointed_at: the places that a lesson points at, by the names that clicks on them have.
        other: a move to mark besides the one picked, as a review does with the move played.
    """

    cells = 0
    wanted_cells = 0
    rows = 0
    gap = 0
    other_sign = ""
    word_keys: ClassVar[Mapping[str, str]] = {}
    """The keys that play what is written as a word, such as `done`."""

    @classmethod
    def how_to_play(cls, text: str) -> str:
        """Return how the move with that notation is played: words by their key."""
        key = cls.word_keys.get(text)
        return f"press {key} ({text})" if key else text

    def __init__(self, host: BoardHost) -> None:
        super().__init__(id="board")
        self.host = host
        self.pointed_at: Sequence[str] = ()
        self.other: int | None = None
        self._advised: int | None = None
        """A move with a key of its own that a hint has named, until something else is picked."""

    @property
    def state(self) -> StateT:
        """The position, by its own type: a game's board is given matches of that game only."""
        return cast("StateT", self.host.match.state)

    @property
    def words(self) -> WordsT:
        """The words for the match shown, by their own type."""
        return cast("WordsT", words_of(self.host.match, self.host.viewer))

    @property
    def glyphs(self) -> Glyphs:
        """The characters to draw with."""
        return self.host.glyphs

    @property
    def whole_rows(self) -> int:
        """The rows that show all of the board; without them it is scrolled, or drawn smaller."""
        return self.rows

    def cells_in(self, cells: int, rows: int) -> int:
        """Return the width that the board takes if there is that much room for it."""
        return min(self.wanted_cells, cells)

    def board_lines(self, rows: int) -> Sequence[Line]:
        """Return the board, in `rows` rows if possible."""
        raise NotImplementedError

    def status_words(self) -> list[str]:
        """Return what is to be said about the position that the board and the seats don't show.

        Each text is a sentence; the screen adds a period if it has none.
        """
        return []

    def legend_beside(self, cells: int, rows: int) -> list[Line]:
        """Return the legend of the signs drawn, if it has no room on the board itself."""
        return []

    @property
    def is_looking(self) -> bool:
        """Whether the player is looking at a place that `status_words` describes, on any turn."""
        return False

    @property
    def enter_words(self) -> str:
        """What Enter does at a decision."""
        raise NotImplementedError

    @property
    def entered_move(self) -> int | None:
        """The move that Enter tries to play at a decision; None if more must be picked first."""
        raise NotImplementedError

    @property
    def picked_move(self) -> int | None:
        """The legal move that Enter would play at a decision; None if it would play none."""
        move = self.entered_move
        return move if move is not None and self.state.why_not(move) is None else None

    @property
    def picks(self) -> Hashable:
        """All that is picked at a decision, also if it is only part of a move."""
        return self.picked_move

    @property
    def picked_word(self) -> str:
        """What a legend calls the picked move: in a review, the move played, or the best one."""
        if self.host.may_decide():
            return "picked"
        return "played" if self.other is None else "best"

    def read_typed(self, text: str) -> int:
        """Return the move that was typed: in notation, or as the key that plays it.

        Raises what `State.read_move` raises.
        """
        try:
            return self.state.read_move(text)
        except BadNotation:
            words = [word for word, key in self.word_keys.items() if key == text.lower()]
            for move in self.state.legal_moves() if words else ():
                if self.state.move_text(move) in words:
                    return move
            raise

    def pick(self, move: int) -> None:
        """Pick what plays that move, such as an advised one."""
        raise NotImplementedError

    def play_picked(self) -> None:
        """Play what is picked, or pick more of a move; called for Enter at a person's decision."""
        move = self.entered_move
        if move is None:
            self.pick_more()
        else:
            self.host.play(move)

    def pick_more(self) -> None:
        """Take the next step of picking a move, or say what must be picked."""
        raise NotImplementedError

    def choose_again(self) -> None:
        """Take back that the picked move is to be played, after a warning; it stays picked."""

    def forget_picked(self) -> None:
        """Clear what was picked: the position has changed, or the move wasn't right in practice."""
        self._advised = None

    def fit_match(self) -> None:
        """Take the size that the board of the match has; called when there is another match."""

    def look_back(self) -> None:
        """Find what `board_lines` marks as recent; called when the position has changed."""

    def on_resize(self) -> None:
        """Redraw, because a longer message leaves the board fewer rows."""
        self.host.fit()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable the keys that the board doesn't offer now, and all while it isn't shown."""
        return self.offers(action) and not self.host.is_too_small

    def offers(self, action: str) -> bool:
        """Whether an action of the board's own keys can do anything now."""
        return True

    def described(self, binding: Binding) -> str:
        """Return what one of the board's own keys does now; "" for nothing."""
        return binding.description if self.host.may_decide() else ""

    def key_name(self, binding: Binding) -> str:
        """Return the name of a key, or the numbers that can be picked now, as in `1-3 5`."""
        if not binding.action.startswith("pick_number") or not (numbers := self.numbers()):
            return super().key_name(binding)
        return ranges(numbers)

    def numbers(self) -> Sequence[int]:
        """Return the numbers that can be picked at a decision, on a board that has such keys."""
        return []

    def action_play(self, move: int) -> None:
        """Play a move that has a key of its own; an illegal one is refused with its rule."""
        if self.begin_picking():
            self.host.play(move)

    def on_canvas_pressed(self, event: Canvas.Pressed) -> None:
        """Do what a click on the board means."""
        event.stop()
        self.clicked(event.target)

    def clicked(self, place: str) -> None:
        """Pick what was clicked, or play it; `place` is the target of the text that was clicked."""

    def begin_picking(self) -> bool:
        """Return whether something can be picked now, and show the board; if not, show why."""
        may = self.host.may_decide()
        if may:
            self.host.show_board()
        else:
            self.host.say_not_now()
        return may
