"""A game's board as a widget: what it draws, its own keys, and what is picked on it."""

from collections.abc import Sequence
from typing import Any, Generic, Protocol, cast

from textual.binding import Binding

from ai.agent import Choice
from boxtui.lines import Glyphs, Line, Piece
from boxtui.play.match import Match
from boxtui.play.viewer import Viewer
from boxtui.tui.widgets.canvas import Canvas
from boxtui.views.game import GameWords, StateT
from boxtui.views.games import words_of


class BoardHost(Protocol):
    """What a board needs of the screen that it stands on."""

    advice: Choice | None

    @property
    def match(self) -> Match:
        """The match that is shown."""
        ...

    @property
    def viewer(self) -> Viewer:
        """Through whose eyes it is shown."""
        ...

    @property
    def glyphs(self) -> Glyphs:
        """The characters to draw with."""
        ...

    @property
    def is_too_small(self) -> bool:
        """Whether the board has no room on it, and is not seen."""
        ...

    @property
    def advises(self) -> bool:
        """Whether what the moves are worth can be asked for."""
        ...

    def may_decide(self) -> bool:
        """Whether whoever is at the keys decides now."""
        ...

    def play(self, move: int) -> None:
        """Play a move; an illegal one is refused by the rule that it breaks."""

    def say(self, message: str) -> None:
        """Show a message."""

    def refuse(self, refusal: Exception) -> None:
        """Show why something can't be done."""

    def say_not_now(self) -> None:
        """Tell somebody who can't do anything now why."""

    def ask_advice(self) -> None:
        """Have the moves valued; `advice` then has it."""

    def draw(self) -> None:
        """Draw everything as it is now."""


class GameBoard(Canvas, Generic[StateT], can_focus=True):
    """The board of one game, at least `cells` wide and `rows` high, and `wanted_cells` at most.

    A game's own board gives what the methods below say, and bindings for its own keys; `look`
    are the places that it points at, named as a click on them is.
    """

    cells = 0
    wanted_cells = 0
    rows = 0
    key_rows = 2
    """Rows that are always left to the keys, so that the board stays where it is."""

    def __init__(self, table: BoardHost) -> None:
        super().__init__(id="board")
        self.table = table
        self.look: Sequence[str] = ()

    @property
    def state(self) -> StateT:
        """The position, by its own type: a game's board is given matches of that game only."""
        return cast("StateT", self.table.match.state)

    @property
    def words(self) -> GameWords[Any]:
        """What is said of the match shown."""
        return words_of(self.table.match, self.table.viewer)

    @property
    def glyphs(self) -> Glyphs:
        """The characters to draw with."""
        return self.table.glyphs

    def board_lines(self, rows: int) -> Sequence[Line]:
        """The board, in so many rows if it can be."""
        raise NotImplementedError

    def seat_words(self) -> list[str]:
        """What is shown of each seat beside its name."""
        raise NotImplementedError

    def seat_styles(self) -> list[str]:
        """The style of each seat's color; plain where seats have none."""
        return ["plain"] * len(self.table.match.seats)

    def seat_pieces(self) -> list[Piece]:
        """What is shown of each seat beside its name, in its color."""
        return list(map(Piece, self.seat_words(), self.seat_styles()))

    def status_words(self) -> list[str]:
        """What the position shows that neither board nor seats say."""
        return []

    def end_words(self) -> list[str]:
        """How the match ended, besides who won: a line a seat, or fewer."""
        return self.words.end_words()

    @property
    def is_looking(self) -> bool:
        """Whether something is looked at that `status_words` speak of, whoever decides."""
        return False

    @property
    def enter_words(self) -> str:
        """What Enter does at a decision."""
        raise NotImplementedError

    def pick(self, move: int) -> None:
        """Pick what plays that move, as an advised one is."""
        raise NotImplementedError

    def play_picked(self) -> None:
        """Enter at a decision of a person: play what is picked."""
        raise NotImplementedError

    def forget_picked(self) -> None:
        """Another position: what was picked for the one before is no longer."""
        raise NotImplementedError

    def on_resize(self) -> None:
        """A longer message leaves the board fewer rows."""
        self.table.draw()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Nothing is picked on a board that isn't seen."""
        return not self.table.is_too_small

    def described(self, binding: Binding) -> str:
        """What one of the board's own keys does now; "" for nothing."""
        return binding.description if self.table.may_decide() else ""

    def may_pick(self) -> bool:
        """Whether something can be picked now; who can't is told why."""
        may = self.table.may_decide()
        if not may:
            self.table.say_not_now()
        return may
