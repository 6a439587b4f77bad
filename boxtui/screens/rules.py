"""The rules page: each rule by its number, opened at the one that matters now."""

from typing import ClassVar, Final

from textual.binding import Binding, BindingType
from textual.events import MouseScrollDown, MouseScrollUp, Resize
from textual.widget import Widget

from boxtui.drawing import Line, Piece, wrapped
from boxtui.games import GAMES
from boxtui.screens.common import Page
from boxtui.widgets.canvas import Canvas
from tutorials.pages import rules_page

NOWHERE: Final = -1
"""The place of a page that is marked where none is: before the first."""


class RulesScreen(Page):
    """A game's rules, `rule` at the top; n and p go to the next and the previous game's."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "scroll(-1)", "up", key_display="↑"),
        Binding("down,j", "scroll(1)", "down", key_display="↓"),
        Binding("pageup", "page(-1)", "page up", key_display="PgUp"),
        Binding("pagedown,space", "page(1)", "page down", key_display="PgDn"),
        Binding("home", "scroll(-10000)", "Start", show=False),
        Binding("end", "scroll(10000)", "End", show=False),
        # With priority the line is open before the next key comes, however fast these are typed.
        Binding("slash", "find", "find", key_display="/", priority=True),
        Binding("f", "find_next", "find next"),
        Binding("n", "turn(1)", "next game"),
        Binding("p", "turn(-1)", "previous game"),
        Binding("q,escape,question_mark", "app.pop_screen", "back"),
    ]

    def __init__(self, game: str, rule: str) -> None:
        super().__init__()
        self._game = game
        self._page = rules_page(game)
        numbers = ["", *(each.number for each in self._page.rules)]
        self._marked = numbers.index(rule) if rule in numbers[1:] else NOWHERE
        self._sought = ""
        self._first = 0
        self._text: list[Line] = []

    def body(self) -> list[Widget]:
        return [Canvas(id="body")]

    def on_mount(self) -> None:
        super().on_mount()
        self._open()

    def on_resize(self, event: Resize) -> None:
        """The lines are as long as the screen is wide."""
        self._open()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "find":
            return not self.line_is_open
        if action == "find_next":
            return bool(self._sought)
        return action != "turn" or len(GAMES) > 1

    def _open(self) -> None:
        """Show the page, with the marked place at the top."""
        self.entitle(f"Rules of {self._page.title}")
        self._text = []
        self._first = 0
        for place, (heading, text) in enumerate(self._page.places()):
            if place == self._marked:
                self._first = len(self._text)
            self._text += [*self._lines(heading, text, marked=place == self._marked), ()]
        self._text.pop()
        self.action_scroll(0)

    def _lines(self, heading: str, text: str, *, marked: bool) -> list[Line]:
        room = min(self.app.size.width, 90) - 4
        lines = [Piece(line) for line in wrapped(text, room)]
        if heading:
            lines.insert(0, Piece(heading, "chosen" if marked else "strong"))
        mark = f"{self.glyphs.marker} " if marked else "  "
        return [(Piece("  " if at else mark), line) for at, line in enumerate(lines)]

    def action_scroll(self, lines: int) -> None:
        """Move the text by that many lines."""
        body = self.query_one("#body", Canvas)
        last = max(len(self._text) - body.size.height, 0)
        self._first = min(max(self._first + lines, 0), last)
        body.show(self._text[self._first : self._first + body.size.height])

    def action_page(self, pages: int) -> None:
        """Move the text by that many screens."""
        self.action_scroll(pages * max(self.query_one("#body").size.height - 1, 1))

    def action_turn(self, step: int) -> None:
        """Another game's rules."""
        keys = list(GAMES)
        self._game = keys[(keys.index(self._game) + step) % len(keys)]
        self._page = rules_page(self._game)
        self._marked = NOWHERE
        self.say("")
        self._open()

    def action_find(self) -> None:
        """Have a word or a rule's number typed."""
        self.open_line("Find a word, or a rule by its number:")

    def line_typed(self, text: str) -> None:
        """Find it; what can't be found stays on the line, to be mended."""
        sought = " ".join(text.split())
        if not sought:
            self.action_close_line()
        elif self._page.find(sought):
            self._sought = sought
            self.action_close_line()
            self.action_find_next()
        else:
            self._say_nowhere(sought)

    def action_find_next(self) -> None:
        """Mark the next place with what was sought; after the last the first again."""
        hits = self._page.find(self._sought)
        if not hits:
            self._say_nowhere(self._sought)
            return
        self._marked = next((place for place in hits if place > self._marked), hits[0])
        self._open()
        where = self._page.places()[self._marked][0] or "what the game is about"
        number = hits.index(self._marked) + 1
        more = f", {number} of {len(hits)}; f finds the next" if len(hits) > 1 else ""
        self.say(f"{self._sought!r}: {where}{more}.")

    def _say_nowhere(self, sought: str) -> None:
        self.say(f"The rules of {self._page.title} have no {sought!r}.", "warning")

    def action_close_line(self) -> None:
        """Take the line away; the text then has its row back."""
        super().action_close_line()
        self.call_after_refresh(self.action_scroll, 0)

    def focus_body(self) -> None:
        """The screen itself takes the keys."""

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        self.action_scroll(2)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        self.action_scroll(-2)
